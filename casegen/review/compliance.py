"""Which clauses of published standards a case covers: mappings as data, coverage as computed.

The standards' files (``templates/compliance``) hold topics in our own words, of clauses whose content is
public.  The case's ``compliance.yaml`` maps clauses to its nodes.  A clause is covered only where
somebody mapped it in full and every node it names stands; what merely looks related is a candidate.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Literal

from pydantic import Field, model_validator

from casegen.argument.acceptance import no_name
from casegen.io.model_file import read_model
from casegen.io.sentences import sentence as worded
from casegen.io.sentences import stands
from casegen.io.templates import templates_folder
from casegen.model.case import SECTIONS, Case, Location
from casegen.model.dates import latest_date
from casegen.model.diagnostic import InputError
from casegen.model.fault_tree import Identifier
from casegen.model.part import Part
from casegen.model.results import Assessment, Freshness, Status
from casegen.model.sentence import NOTHING, Sentence
from casegen.model.suggestions import nearest
from casegen.review.manifest import own
from casegen.texts.acceptances.person import includes
from casegen.texts.acceptances.reasons import no_reason

MAPPING = "compliance.yaml"
_MOST_CANDIDATES = 20


class LookFor(Part):
    """Where a case usually answers a clause."""

    sections: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()


class Clause(Part):
    """A clause: its number, its topic and what it asks of a case, in our own words."""

    id: str
    topic: str
    ask: str
    look_for: LookFor = LookFor()


class Standard(Part):
    """A standard as far as it is public."""

    id: Identifier
    title: str
    edition: str
    source: str = Field(description="where the public part can be read")
    available: str = Field(description="what of it was public and is used here")
    compared: str = Field(description="what the list was compared with, and when")
    not_available: str = Field(description="what of it could not be read")
    clauses: tuple[Clause, ...]


class Mapped(Part):
    """One clause mapped by the people of the case."""

    clause: str
    nodes: tuple[Identifier, ...] = ()
    coverage: Literal["full", "part"] = "part"
    not_applicable: str = Field("", description="why the clause does not apply")
    by: str = Field("", description="who says so: a person other than the only author")
    date: datetime.date | None = Field(None, description="when they said so")
    note: str = ""

    @model_validator(mode="after")
    def _one(self) -> Mapped:
        if bool(self.nodes) == bool(self.not_applicable):
            raise ValueError("a clause names nodes, or says why it is not applicable")
        if self.not_applicable and not self.by:
            raise ValueError("who says that the clause is not applicable? state `by`")
        return self


class StandardMapping(Part):
    """The mapped clauses of one standard."""

    standard: str
    clauses: tuple[Mapped, ...]


class MappingFile(Part):
    """``compliance.yaml`` in the case folder."""

    compliance: tuple[StandardMapping, ...]


class ClauseCoverage(StrEnum):
    """What can be said of a clause."""

    COVERED = "covered"
    PARTLY = "partly covered"
    NOT_COVERED = "not covered"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True, slots=True)
class Row:
    """A clause with its coverage.  ``why`` says what keeps it from being covered."""

    clause: Clause
    coverage: ClauseCoverage
    nodes: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    """parts that look related and are not mapped"""
    note: str = ""


@dataclass(frozen=True, slots=True)
class ComplianceMatrix:
    """One standard against the case."""

    standard: Standard
    rows: tuple[Row, ...]

    def count(self, coverage: ClauseCoverage) -> int:
        """How many clauses have this coverage."""
        return sum(row.coverage is coverage for row in self.rows)


def matrix(
    case: Case, wanted: Sequence[str] = (), assessed: Assessment | None = None
) -> tuple[ComplianceMatrix, ...]:
    """The compliance matrix of each standard in ``wanted`` (all that are shipped, if empty).

    ``assessed`` is used where given, so that documents show the statuses they show elsewhere.

    Raises:
        InputError: an unknown standard, or a ``compliance.yaml`` with an unknown clause, node or key.
    """
    from casegen.assessment.assess import assess

    known = standards()
    for name in wanted:
        if name not in known:
            raise InputError.call(
                f"no standard {name!r} is shipped{nearest(name, known)}",
                hint=f"one of: {', '.join(known)}",
            )
    mapped = read_mapping(case)
    result = assessed if assessed is not None or not mapped else assess(case)
    return tuple(
        ComplianceMatrix(standard, tuple(_row(case, clause, mapped.get((standard.id, clause.id)), result)
                               for clause in standard.clauses))
        for name, standard in known.items()
        if not wanted or name in wanted
    )  # fmt: skip


@cache
def standards() -> dict[str, Standard]:
    """Every shipped standard by id."""
    result = {}
    for path in sorted(templates_folder("compliance").glob("*.yaml")):
        standard, _ = read_model(path, path.name, Standard)
        result[standard.id] = standard
    return result


def read_mapping(case: Case) -> dict[tuple[str, str], Mapped]:
    """The case's own mapping by standard and clause; empty where it has none."""
    path = own(case.root, MAPPING)
    if not path.is_file():
        return {}
    known = standards()
    result: dict[tuple[str, str], Mapped] = {}
    here = Location(MAPPING)
    for group in read_model(path, MAPPING, MappingFile)[0].compliance:
        if group.standard not in known:
            raise InputError.at(
                here, f"unknown standard {group.standard!r}{nearest(group.standard, known)}",
                hint=f"one of: {', '.join(known)}",
            )  # fmt: skip
        clauses = {clause.id for clause in known[group.standard].clauses}
        for one in group.clauses:
            if one.clause not in clauses:
                message = f"{group.standard} has no clause {one.clause!r} here{nearest(one.clause, clauses)}"
                raise InputError.at(here, message, hint=f"one of: {', '.join(sorted(clauses))}")
            result[group.standard, one.clause] = one
    return result


def _row(case: Case, clause: Clause, mapped: Mapped | None, assessed: Assessment | None) -> Row:
    if mapped is None:
        return Row(
            clause,
            ClauseCoverage.NOT_COVERED,
            why=(worded("clause.unmapped"),),
            candidates=_candidates(case, clause),
        )
    if mapped.not_applicable:
        if objection := _objection(case, mapped):
            return Row(clause, ClauseCoverage.NOT_COVERED, why=(objection,), note=mapped.note)
        said = f"{mapped.not_applicable} ({mapped.by}, {mapped.date})"
        return Row(clause, ClauseCoverage.NOT_APPLICABLE, why=(said,), note=mapped.note)
    assert assessed is not None
    why = [lack for node in mapped.nodes if (lack := _lacks(node, assessed))]
    if mapped.coverage == "part":
        why.append(worded("clause.part"))
    coverage = ClauseCoverage.PARTLY if why else ClauseCoverage.COVERED
    return Row(clause, coverage, mapped.nodes, tuple(why), note=mapped.note)


def _objection(case: Case, mapped: Mapped) -> Sentence:
    """Why what sets a clause aside does not count, as of a waiver; empty where a person says so, when, with a reason."""
    authors = case.header.authors
    if problem := no_name(mapped.by):
        return worded("clause.by", by=mapped.by, problem=problem)
    if len(authors) == 1 and includes(mapped.by, authors[0]):
        return worded("clause.by_author", by=mapped.by)
    if no_reason(mapped.not_applicable):
        return worded("clause.no_reason", reason=mapped.not_applicable)
    if mapped.date is None:
        return worded("clause.undated", by=mapped.by)
    return worded("clause.ahead", day=str(mapped.date)) if mapped.date > latest_date() else NOTHING


def _lacks(node: str, assessed: Assessment) -> Sentence:
    """What keeps a part from standing; empty when it stands."""
    result = assessed.claims.get(node) or assessed.nodes.get(node)
    if result is not None:
        good = result.status in (Status.SUPPORTED, Status.ASSUMED)
        return NOTHING if good else worded("clause.status", part=node, status=stands(result.status))
    if node in assessed.evidence:
        state = assessed.evidence[node].freshness
        fresh = state is Freshness.FRESH
        return NOTHING if fresh else worded(f"clause.{state.value}", item=node)
    if node in assessed.trees:
        problem = assessed.trees[node].problem
        return worded("because", what=node, why=problem) if problem else NOTHING
    case = assessed.case
    known = {part.id for section in SECTIONS for part in getattr(case, section)} | set(case.gate)
    if node not in known:
        raise InputError.at(
            Location(MAPPING),
            f"the case has no part {node!r}{nearest(node, known)}",
            hint="name parts of the case",
        )
    return NOTHING


def _candidates(case: Case, clause: Clause) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_look(case, clause.look_for)))[:_MOST_CANDIDATES]


def _look(case: Case, look: LookFor) -> Iterator[str]:
    yield from (f"case.{name}" for name in look.header if getattr(case.header, name, None))
    words = [word.casefold() for word in look.words]
    for _, _, node in case.nodes():
        text = node.text.casefold()
        if any(word in text for word in words) or (
            node.pattern is not None and node.pattern.pattern in look.patterns
        ):
            yield node.id
    for section in look.sections:
        yield from (part.id for part in getattr(case, section))
