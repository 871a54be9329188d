"""The case: everything a folder of text files says, as one immutable value."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from casegen.model.fault_tree import Identifier
from casegen.model.part import Part
from casegen.model.quantity import Confidence
from casegen.model.read_only import ReadOnly
from casegen.model.safety import Study

if TYPE_CHECKING:
    # a model file of a tree needs no argument
    from casegen.model.argument import (
        Argument,
        Claim,
        ContextNode,
        Defeater,
        EvidenceNode,
        Module,
        Node,
        ResidualDoubt,
        SubCase,
    )
    from casegen.model.evidence import EvidenceSpec
    from casegen.model.fault_tree import BasicEvent, CommonCauseGroup, FaultTree, Gate, HouseEvent, Parameter
    from casegen.model.hazard import HazardScenario, HazopEntry, MissionProperty
    from casegen.model.safety import RiskReduction, StudyItem


class Header(Part):
    """Document control: what the case is about, and who answers for it."""

    id: Identifier = Field(description="short name; files of the documents are named after it")
    title: Annotated[str, Field(min_length=1)] = Field(description="title of the case")
    version: str = Field("0", description="version of the case, not of its file format")
    date: datetime.date | None = Field(None, description="date of this version")
    authors: tuple[str, ...] = Field((), description="who wrote it")
    organisation: str = Field("", description="who is responsible for it")
    system: str = Field("", description="what the system is")
    environment: str = Field("", description="where it is used")
    released: datetime.date | None = Field(
        None, description="date of the release of the system; older evidence is about another one"
    )
    intended_use: str = Field("", description="what it is used for")
    risk_criteria: str = Field("", description="what risk is tolerable, and why")
    limitations: tuple[str, ...] = Field((), description="what the case does not cover")
    roots: Annotated[tuple[Identifier, ...], Field(description="top claims")] = ()
    joint_confidence: Confidence | None = Field(
        None,
        description="confidence with which all bounds and stated doubts below the roots hold together: a requirement",
    )
    independent_errors: Identifier | None = Field(
        None,
        description="claim that argues why bounds on different data err independently: the ledger multiplies them",
    )
    study: Study | None = Field(None, description="guide words, criterion for further measures, risk classes")
    strict: bool = Field(True, description="claims are supported through arguments only, never directly")


SECTIONS: tuple[str, ...] = (
    "properties", "hazop", "scenarios", "study_items", "risk_reductions",
    "parameters", "events", "house_events", "common_cause", "trees",
    "evidence_items", "claims", "arguments", "evidence", "contexts", "sub_cases", "defeaters",
    "residual_doubts",
)  # fmt: skip
ARGUMENT_SECTIONS: tuple[str, ...] = (
    "claims", "arguments", "evidence", "contexts", "sub_cases", "defeaters", "residual_doubts",
)  # fmt: skip


COMMAND_LINE = "command line"
"""stands for the file where no file is wrong, but what was asked for"""
CALL = "call"
"""the same, of a function of the Python interface"""


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file of the case, counted from 1; or the command line."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return self.file if self.file in (COMMAND_LINE, CALL) else f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Case:
    """All parts of a case, in the order of the files, with the place each came from.

    Lists may still hold duplicate ids and dangling references: rules report those.  ``locations`` maps
    ``(section, index, *path)`` to the place in the text; :meth:`locate` falls back to the nearest parent.
    """

    header: Header
    modules: tuple[Module, ...] = ()
    properties: tuple[MissionProperty, ...] = ()
    hazop: tuple[HazopEntry, ...] = ()
    scenarios: tuple[HazardScenario, ...] = ()
    study_items: tuple[StudyItem, ...] = ()
    risk_reductions: tuple[RiskReduction, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    events: tuple[BasicEvent, ...] = ()
    house_events: tuple[HouseEvent, ...] = ()
    common_cause: tuple[CommonCauseGroup, ...] = ()
    trees: tuple[FaultTree, ...] = ()
    evidence_items: tuple[EvidenceSpec, ...] = ()
    claims: tuple[Claim, ...] = ()
    arguments: tuple[Argument, ...] = ()
    evidence: tuple[EvidenceNode, ...] = ()
    contexts: tuple[ContextNode, ...] = ()
    sub_cases: tuple[SubCase, ...] = ()
    defeaters: tuple[Defeater, ...] = ()
    residual_doubts: tuple[ResidualDoubt, ...] = ()
    root: Path = Path()
    files: tuple[str, ...] = ()
    locations: dict[tuple[str | int, ...], Location] = field(default_factory=dict, repr=False, compare=False)
    as_written: Case | None = field(default=None, repr=False, compare=False)
    """the case of which a what-if makes this one, by other house events and distributions"""

    def __repr__(self) -> str:
        held = ", ".join(f"{len(getattr(self, s))} {s}" for s in SECTIONS if getattr(self, s))
        return f"<Case {self.header.id!r}: {held or 'empty'}>"

    def locate(self, *path: str | int) -> Location:
        """The place of ``(section, index, key, …)``, or of the nearest parent that has one."""
        for end in range(len(path), 0, -1):
            result = self.locations.get(path[:end])
            if result is not None:
                return result
        return Location(self.files[0] if self.files else "case.yaml")

    def place_of(self, id: str) -> Location | None:
        """Where the part of this id stands, the first of duplicates; None where there is none."""
        for section in SECTIONS:
            for index, part in enumerate(getattr(self, section)):
                if getattr(part, "id", None) == id:
                    return self.locate(section, index)
        return None

    def nodes(self) -> Iterator[tuple[str, int, Node]]:
        """Every node of the argument with its section and index."""
        for section in ARGUMENT_SECTIONS:
            for index, node in enumerate(getattr(self, section)):
                yield section, index, node

    @cached_property
    def claim(self) -> dict[str, Claim]:
        """Claims by id (the first of duplicates, as for every index here)."""
        return _index(self.claims)

    @cached_property
    def spread_by_hand(self) -> frozenset[str]:
        """Events and common-cause groups that have a distribution of a what-if."""
        if self.as_written is None:
            return frozenset()
        old = self.as_written
        events = (
            new.id for new, was in zip(self.events, old.events, strict=True) if new.model is not was.model
        )
        groups = zip(self.common_cause, old.common_cause, strict=True)
        return frozenset((*events, *(new.id for new, was in groups if new.total is not was.total)))

    @cached_property
    def argument_for(self) -> dict[str, tuple[Argument, ...]]:
        """Arguments by the claim they support."""
        results: dict[str, list[Argument]] = {}
        for argument in self.arguments:
            results.setdefault(argument.supports, []).append(argument)
        return ReadOnly((claim, tuple(arguments)) for claim, arguments in results.items())

    @cached_property
    def node(self) -> dict[str, Node]:
        """Argument nodes by id."""
        return _index(node for _, _, node in self.nodes())

    @cached_property
    def tree(self) -> dict[str, FaultTree]:
        """Fault trees by id."""
        return _index(self.trees)

    @cached_property
    def gate(self) -> dict[str, Gate]:
        """Gates of all trees by id."""
        return _index(gate for tree in self.trees for gate in tree.gates)

    @cached_property
    def event(self) -> dict[str, BasicEvent]:
        """Basic events by id."""
        return _index(self.events)

    @cached_property
    def house_event(self) -> dict[str, HouseEvent]:
        """House events by id."""
        return _index(self.house_events)

    @cached_property
    def parameter(self) -> dict[str, Parameter]:
        """Parameters by id."""
        return _index(self.parameters)

    @cached_property
    def evidence_item(self) -> dict[str, EvidenceSpec]:
        """Evidence specifications by id."""
        return _index(self.evidence_items)

    @cached_property
    def mission_property(self) -> dict[str, MissionProperty]:
        """Mission properties by id."""
        return _index(self.properties)


def _index(parts: Any) -> dict[str, Any]:
    results: dict[str, Any] = {}
    for part in parts:
        results.setdefault(part.id, part)
    return ReadOnly(results)
