"""What speaks against records that a case declares to be independent: shared files, rows and numbers."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casegen.argument.reading.records import package_for, package_of, record_of, table_bytes
from casegen.argument.reading.same_data import (
    CountTable,
    Likeness,
    TextTable,
    compare_counts,
    compare_measured,
    compare_tables,
)
from casegen.io.folder import inside
from casegen.io.sentences import sentence
from casegen.model.case import Case
from casegen.model.expressions import compiled
from casegen.model.extras import extra_of
from casegen.model.results import EvidenceState
from casegen.model.sentence import listed

if TYPE_CHECKING:
    from casegen_evidence.bounds.records import Counts

TEXT = (".csv", ".tsv", ".txt")
"""tables whose rows can be compared"""
MOST_BYTES = 50_000_000
"""bytes of a table, unpacked, beyond which its rows are not compared, and not taken as independent"""


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
                why = sentence("tree_bound.one_campaign", one=a, other=b, same=likeness.same)
                return ArguedIndependence(why)
            if likeness.alike:
                alike.append(sentence("tree_bound.have_alike", one=a, other=b, alike=likeness.alike))
                break
    return ArguedIndependence(alike=listed(alike))


def _unknown(case: Case, item: str, declared: bool) -> str:
    """Why the data of an item cannot be distinguished from others."""
    spec = case.evidence_item.get(item)
    if spec is None:
        return sentence("tree_bound.not_in_case", item=item)
    if declared and not spec.inputs:
        return sentence("tree_bound.no_file", item=item)
    if package := package_of(case, item):
        path = spec.inputs["record"]
        return sentence("tree_bound.no_package", path=path, package=package, install=extra_of(package))
    for path in spec.inputs.values() if declared else ():
        at = inside(case.root, path)
        if at is None or not at.is_file():
            return sentence("tree_bound.file_missing", path=path, item=item)
        if not package_for(at) and table_bytes(at) > MOST_BYTES:
            return sentence("tree_bound.too_large", path=path)
        if at.suffix.lower() not in TEXT and record_of(case, item, MOST_BYTES) is None:
            return sentence("tree_bound.no_rows", path=path)
    return ""


def _one_file(case: Case, a: str, b: str, evidence: Mapping[str, EvidenceState]) -> str:
    """The file that two items read, by path or by content."""
    paths = {i: {str(inside(case.root, p)) for p in case.evidence_item[i].inputs.values()} for i in (a, b)}
    both = paths[a] & paths[b]
    if both:
        name = next(p for p in case.evidence_item[a].inputs.values() if str(inside(case.root, p)) in both)
        return sentence("tree_bound.one_file", one=a, other=b, path=name)
    hashes = [_hashes(evidence.get(item)) for item in (a, b)]
    return sentence("tree_bound.one_content", one=a, other=b) if hashes[0] & hashes[1] else ""


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
    record = record_of(case, item, MOST_BYTES)
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
_NO = r"(?:\b(?:no|nothing|none|nobody|neither|never|not|without|kein\w*|nichts|nicht|niemand|nie|weder|ohne)\b|n['’]t\b)"
_BUT = (
    r"(?!\s+(?:(?:all|every|each|always|only|quite|entirely|completely|alle|jede\w*|immer|nur|ganz)\b|"
    r"(?:\w+\s+){0,2}(?:but|except|besides|save|beyond|apart\s+from|other\s+than|als|außer)\b))"
)
"""``not all``, ``nothing but the building``: a part of it is denied"""
_WITHIN = (
    r"(?:,?[^\S\n]+(?!(?:independen|separate|apart|unrelated|disjoint|unabhängig|getrennt))[\w'’-]+){0,8}?\s+"
)
_NOT_COMMON = compiled(
    rf"{_NO}{_BUT}{_WITHIN}(?:(?:in\s+)?common|shar(?:es?|ed|ing)|(?:the|a|one)\s+same|same|depends?|dependent|correlat\w*|overlap\w*|twice|(?:influenc\w*|affects?)\s+(?:each\s+other|one\s+another)|"
    r"gemeinsam\w*|d(?:ie|er|as|en|em)selben?|d(?:ie|er|as|en|em)\s+gleichen?|abhängig\w*|häng(?:t|en)|überlapp\w*|"
    r"in\s+(?:two|both|more\s+than\s+one|the\s+others?|zwei|beiden|mehreren|mehr\s+als\s+eine[mnrs]?|de[rnm]\s+ander\w*)|in\s+(?:each|any)\s+other)\b|"
    r"\b(?:no|nobody|kein\w*|niemand)\s+(?!two|zwei)(?:[\w'’-]+\s+){1,4}?(?:both|beid\w*)\b(?![^.,;]*\b(?:independen|separate|apart|unabhängig|getrennt))|"
    rf"\b(?:shar(?:es?|ed|ing)|teil(?:t|en|ten))\s+(?:sich\s+)?(?:no|nothing|neither|kein\w*|nichts)\b{_BUT}|"
    r"\b(?:depends?|häng(?:t|en))\s+(?:[\w'’-]+\s+){0,4}?(?:nothing|not|nicht|kein\w*)\b|"
    rf"\bbeeinflussen\s+(?:einander|sich)\s+(?:(?!nicht)[\w'’-]+\s+){{0,2}}?nicht\b{_BUT}(?!\s+(?:stark|wesentlich|immer|sehr|weiter))",
    re.I,
)
"""denials of what is common, which say that things are apart: no part is in two of them, they share no part"""
_APART_WORDS = (
    r"(?:independen\w*|separate\w*|apart|unrelated|uncorrelated|disjoint|distinct|differ\w*|"
    r"divers\w*|(?<!each )other|another|own|each(?!\s+other)|"
    r"unabhängig\w*|getrennt\w*|verschieden\w*|unterschied\w*|ander\w*|eigen\w*|jeweils|indépendant\w*|distint\w*)"
)
_APART = compiled(rf"\b{_APART_WORDS}\b", re.I)
_NOT_APART = compiled(
    rf"(?:{_NO}|\b(?:hardly|scarcely|barely|kaum)\b)(?:\s+[\w'’-]+){{0,4}}?\s+{_APART_WORDS}\b", re.I
)
_TOGETHER = compiled(
    r"\b(?:shar\w*|common|both|twice|overlap\w*|dependen\w*|depends?|correlat\w*|(?:the\s+)?same|one\s+\w+|(?:two|both|more\s+than\s+one)|once|zwei|mehreren|mehr\s+als\s+eine[mnrs]?|"
    r"gemeinsam\w*|teil(?:t|en)|beid\w*|abhängig\w*|d(?:ie|er|as|en|em)selben?|häng(?:t|en)|beeinflussen|(?:influenc\w*|affects?)\s+(?:each|one))\b",
    re.I,
)
"""said of things that are apart only where it is denied: ``no part is in both``"""
_SHARED = compiled(
    r"\b(?:shar(?:es?|ed|ing)|the\s+same|depends?\s+on\s+(?:each|one)|dependent|correlated|gemeinsam\w*|d(?:ie|er|as|en|em)selben?|abhängig\w*)\b",
    re.I,
)


_DENIED_AS_A_WHOLE = compiled(
    r"^\W*(?:it|that)\s*(?:is|['’]s|was)\s*(?:not|n['’]t)\s+(?:\w+\s+){0,2}?(?:that|whether)\b|"
    r"^\W*(?:it|that)\s*(?:is|was)\s+(?:\w+ly\s+)?(?:false|wrong|untrue|unknown|open|doubtful|unlikely|disputed|unproven)\s+(?:that|whether|if)\b|"
    r"^\W*(?:nobody|no\s+one|nothing)\s+(?:\w+\s+){0,2}?(?:that|whether|if)\b|"
    r"^\W*es\s+(?:ist|stimmt|gilt|steht)\s+(?:nicht|kaum|unbekannt|offen|falsch|zweifelhaft)[^.;]*?,?\s*(?:dass|ob)\b|"
    r"^\W*niemand\s+[^.;,]*,\s*(?:dass|ob)\b",
    re.I,
)
"""``it is not so that …``: what follows is denied, in whatever words it is said"""


def argues_apart(text: str) -> bool:
    """Whether a claim says of things that they are apart, in whatever words, and does not admit that they share.

    That they have something in common, denied, says that they are apart; that they are apart, denied, does not.

    >>> [argues_apart(t) for t in ("The two stop for different reasons", "No part is in two of the records")]
    [True, True]
    >>> [argues_apart(t) for t in ("The records share their lots", "They depend on each other", "The hall is painted")]
    [False, False, False]
    >>> [argues_apart(t) for t in ("They have no doors in common", "They are not independent", "No two are independent")]
    [True, False, False]
    >>> [argues_apart(t) for t in ("It is not so that they share no sensor", "It is not known whether they are apart")]
    [False, False]
    """
    asserted, denied = _NOT_COMMON.subn(" ", text)
    if _DENIED_AS_A_WHOLE.search(text) or _NOT_APART.search(asserted):
        return False
    if denied or _INDEPENDENT.search(asserted) is not None:
        return True
    return _APART.search(asserted) is not None and _SHARED.search(asserted) is None


def may_argue_independence(text: str) -> bool:
    """Whether a claim speaks of things being apart at all, in whatever words: different makers, nothing shared.

    >>> [may_argue_independence(t) for t in ("The two stop for different reasons", "The inputs are right")]
    [True, False]
    """
    return _APART.search(text) is not None or _TOGETHER.search(text) is not None
