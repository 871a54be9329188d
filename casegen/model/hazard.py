"""What may go wrong: mission properties, HAZOP table, hazard scenarios."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from casegen.model.fault_tree import Identifier
from casegen.model.quantity import Part


class MissionProperty(Part):
    """A property that stakeholders want of a mission; its violation is a hazard."""

    id: Identifier
    title: str
    text: str = ""
    stakeholders: tuple[str, ...] = ()


class GuideWord(StrEnum):
    """Guide words after IEC 61882, with those used for software data flows."""

    NO = "no"
    MORE = "more"
    LESS = "less"
    AS_WELL_AS = "as well as"
    PART_OF = "part of"
    REVERSE = "reverse"
    OTHER_THAN = "other than"
    EARLY = "early"
    LATE = "late"
    BEFORE = "before"
    AFTER = "after"
    TOO_EARLY = "too early"
    TOO_LATE = "too late"
    WRONG_VALUE = "wrong value"
    NO_VALUE = "no value"
    TOO_MUCH = "too much"
    TOO_LITTLE = "too little"
    NO_ACTION = "no action"
    STUCK = "stuck"


class Mitigation(Part):
    """A measure against a deviation, and where it appears: a claim, an event or gate, or an evidence item."""

    text: str
    refs: tuple[Identifier, ...] = ()


class HazopEntry(Part):
    """One row of the HAZOP table (paper 003, Table 2)."""

    id: Identifier
    item: str = Field(description="node or flow under study")
    item_type: Literal["node", "flow"] = "flow"
    attribute: str
    guide_word: GuideWord
    deviation: str = ""
    causes: tuple[str, ...] = ()
    consequences: tuple[str, ...] = ()
    mitigations: tuple[Mitigation, ...] = ()
    properties: tuple[Identifier, ...] = Field((), description="mission properties it can violate")
    severity: Literal["negligible", "marginal", "critical", "catastrophic"] | None = None
    owner: str = ""
    note: str = ""


class ScenarioStep(Part):
    """One event of the chain; ``event`` names the basic event or gate it becomes in a tree."""

    event: Identifier
    text: str = ""
    gate: Literal["and", "or"] = Field(
        "or", description="how this event follows from the chain and `joined_by`"
    )
    joined_by: tuple[Identifier, ...] = Field((), description="other events on the same level")


class HazardScenario(Part):
    """A chain of events from cause to consequence (paper 003, Fig. 14): first step the cause."""

    id: Identifier
    title: str
    hazop: tuple[Identifier, ...] = Field((), description="HAZOP entries it explains")
    property: Identifier | None = Field(None, description="mission property its end violates")
    tree: Identifier | None = Field(None, description="fault tree of which it is one path")
    chain: Annotated[tuple[ScenarioStep, ...], Field(min_length=2)]
