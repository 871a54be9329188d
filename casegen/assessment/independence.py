"""What speaks against records that a case declares to be independent: shared files, rows and numbers."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casegen.argument.reading.records import record_of
from casegen.argument.reading.same_data import (
    CountTable,
    Likeness,
    TextTable,
    compare_counts,
    compare_measured,
    compare_tables,
)
from casegen.io.folder import inside
from casegen.model.case import Case
from casegen.model.expressions import compiled
from casegen.model.results import EvidenceState
from casegen.texts.denials import negations

if TYPE_CHECKING:
    from casegen_evidence.bounds.records import Counts

TEXT = (".csv", ".tsv", ".txt")
"""tables whose rows can be compared"""
MOST_BYTES = 50_000_000
"""size of a table beyond which its rows are not compared, and not taken as independent"""


@dataclass(frozen=True, slots=True)
class ArguedIndependence:
    """``problem``: why the records may not be taken as independent.  ``alike``: what nothing but the claim decides."""

    problem: str = ""
    alike: str = ""


def independence(
    case: Case,
    items: tuple[str, ...],
    used: tuple[str, ...],
    evidence: Mapping[str, EvidenceState],
    counts: Mapping[str, Counts],
) -> ArguedIndependence:
    """What the data say of the declared ``items`` being independent of each other and of the others ``used``.

    ``counts``: failures and size behind the measure of each declared item, by item.
    """
    every = tuple(dict.fromkeys((*items, *used)))
    for item in every:
        problem = _unknown(case, item, item in items)
        if problem:
            return ArguedIndependence(problem)
    alike = []
    tables = {item: _tables(case, item) for item in every}
    for a, b in itertools.combinations(every, 2):
        if a not in items and b not in items:
            continue
        problem = _one_file(case, a, b, evidence)
        if problem:
            return ArguedIndependence(problem)
        for likeness in _likenesses(tables[a], tables[b], counts.get(a), counts.get(b)):
            if likeness.same:
                words = f"{a} and {b} share {likeness.same}"
                return ArguedIndependence(f"{words}: one campaign counted twice is not independent")
            if likeness.alike:
                alike.append(f"{a} and {b} have {likeness.alike}")
                break
    return ArguedIndependence(alike="; ".join(alike))


def _unknown(case: Case, item: str, declared: bool) -> str:
    """Why the data of an item cannot be distinguished from others."""
    spec = case.evidence_item.get(item)
    if spec is None:
        return f"evidence {item} is not in the case"
    if declared and not spec.inputs:
        return f"{item} has no input file by which its data could be distinguished from others"
    for path in spec.inputs.values() if declared else ():
        at = inside(case.root, path)
        if at is None or not at.is_file():
            return f"{path} of {item} is not there to be compared with other records"
        if at.suffix.lower() not in TEXT and record_of(case, item) is None:
            return f"the rows of {path} cannot be compared with those of other records"
        if at.stat().st_size > MOST_BYTES:
            return f"{path} is too large to compare its rows"
    return ""


def _one_file(case: Case, a: str, b: str, evidence: Mapping[str, EvidenceState]) -> str:
    """The file that two items read, by path or by content."""
    paths = {i: {str(inside(case.root, p)) for p in case.evidence_item[i].inputs.values()} for i in (a, b)}
    both = paths[a] & paths[b]
    if both:
        name = next(p for p in case.evidence_item[a].inputs.values() if str(inside(case.root, p)) in both)
        return f"{a} and {b} share the file {name}"
    hashes = [_hashes(evidence.get(item)) for item in (a, b)]
    return f"{a} and {b} share the file of one content" if hashes[0] & hashes[1] else ""


def _hashes(state: EvidenceState | None) -> set[str]:
    recorded = ((state.document if state else None) or {}).get("provenance", {}).get("inputs", {})
    return {str(h) for h in recorded.values()} if isinstance(recorded, Mapping) else set()


def _likenesses(
    a: list[CountTable | TextTable], b: list[CountTable | TextTable], first: Counts | None, second: Counts | None
) -> list[Likeness]:  # fmt: skip
    result = []
    for x, y in itertools.product(a, b):
        if isinstance(x, CountTable) and isinstance(y, CountTable):
            result.append(compare_counts(x, y))
        elif isinstance(x, TextTable) and isinstance(y, TextTable):
            result.append(compare_tables(x, y))
    if first is not None and second is not None and first.hours == second.hours:
        result.append(compare_measured((first.size, first.failures), (second.size, second.failures)))
    return result


def _tables(case: Case, item: str) -> list[CountTable | TextTable]:
    """The tables of an item: as a record where its method reads one, else as rows of text."""
    record = record_of(case, item)
    if record is not None:
        return [record]
    result: list[CountTable | TextTable] = []
    for path in case.evidence_item[item].inputs.values():
        at = inside(case.root, path)
        if at is not None and at.is_file() and at.suffix.lower() in TEXT and at.stat().st_size <= MOST_BYTES:
            result.append(TextTable.read(at))
    return result


_INDEPENDENT = compiled(
    r"\b(?:independen\w*|separate\w*|apart|unrelated|uncorrelated|disjoint|unabhängig\w*|getrennt\w*)\b", re.I
)


_NOTHING_SHARED = compiled(
    r"\bno(?=\s+\w+(?:\W+(?!independen|separate|apart|unrelated|disjoint)\w+){0,8}?\s+in\s+(?:two|both|more\s+than\s+one)\b)"
    r"|(?<=\bshare )no\b|(?<=\bshares )no\b|\bnothing(?=\s+(?:is\s+|was\s+)?(?:shared|in\s+common)\b)"
    r"|\bkeine?(?=\s+\w+(?:\W+(?!unabhängig|getrennt)\w+){0,8}?\s+in\s+(?:zwei|beiden|mehreren)\b)",
    re.I,
)
"""denials that say that things are apart: no part is in two of them, they share no part"""


def speaks_of_independence(text: str) -> bool:
    """Whether a claim says that things are independent of each other, or were done apart, and does not deny it.

    >>> [speaks_of_independence(t) for t in ("Both were tested apart", "They are not independent", "Tests are new")]
    [True, False, False]
    >>> [speaks_of_independence(t) for t in ("No part is in two of the records", "No two of them are independent")]
    [True, False]
    """
    asserted, apart = _NOTHING_SHARED.subn("some", text)
    return (apart > 0 or _INDEPENDENT.search(text) is not None) and negations(asserted) == 0


_APART = compiled(
    r"\b(?:independen\w*|separate\w*|apart|unrelated|uncorrelated|disjoint|distinct|differ\w*|"
    r"divers\w*|(?<!each )other|another|own|each(?!\s+other)|"
    r"unabhängig\w*|getrennt\w*|verschieden\w*|unterschied\w*|ander\w*|eigen\w*|jeweils|indépendant\w*|distint\w*)\b",
    re.I,
)
_TOGETHER = compiled(
    r"\b(?:shar\w*|common|both|twice|overlap\w*|dependen\w*|depends?|correlat\w*|(?:the\s+)?same|one\s+\w+|(?:two|both|more\s+than\s+one)|once|"
    r"gemeinsam\w*|beid\w*|abhängig\w*|d(?:ie|er|as|en|em)selben?)\b",
    re.I,
)
"""said of things that are apart only where it is denied: ``no part is in both``"""
_SHARED = compiled(
    r"\b(?:shar(?:es?|ed|ing)|the\s+same|depends?\s+on\s+(?:each|one)|dependent|correlated|gemeinsam\w*|d(?:ie|er|as|en|em)selben?|abhängig\w*)\b",
    re.I,
)


def argues_apart(text: str) -> bool:
    """Whether a claim says of things that they are apart, in whatever words, and does not admit that they share.

    >>> [argues_apart(t) for t in ("The two stop for different reasons", "No part is in two of the records")]
    [True, True]
    >>> [argues_apart(t) for t in ("The records share their lots", "They depend on each other", "The hall is painted")]
    [False, False, False]
    """
    denied = negations(text) > 0 or _NOTHING_SHARED.search(text) is not None
    if _INDEPENDENT.search(text) is not None:
        return True
    apart = _APART.search(text) is not None or (denied and _TOGETHER.search(text) is not None)
    return apart and (denied or _SHARED.search(text) is None)


def may_argue_independence(text: str) -> bool:
    """Whether a claim speaks of things being apart at all, in whatever words: different makers, nothing shared.

    >>> [may_argue_independence(t) for t in ("The two stop for different reasons", "The inputs are right")]
    [True, False]
    """
    return _APART.search(text) is not None or _TOGETHER.search(text) is not None
