"""What may go wrong: mission properties, HAZOP table, hazard scenarios."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from casegen.model.fault_tree import Identifier
from casegen.model.part import Part
from casegen.model.waiver import Waivers


class MissionProperty(Part):
    """A property that stakeholders want of a mission; its violation is a hazard."""

    id: Identifier = Field(description="name of the part; no other part of its kind has it")
    title: str = Field(description="the property in a few words")
    text: str = Field("", description="the property as a full sentence")
    stakeholders: tuple[str, ...] = Field((), description="who wants it")


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

    text: str = Field(description="what acts against the deviation")
    refs: tuple[Identifier, ...] = Field(
        (), description="where it appears: claims, events, gates, contexts or evidence items"
    )


class HazopEntry(Part):
    """One row of the HAZOP table (paper 003, Table 2)."""

    id: Identifier = Field(description="name of the part; no other part of its kind has it")
    item: str = Field(description="node or flow under study")
    item_type: Literal["node", "flow"] = Field(
        "flow", description="whether the item is a node or a flow between nodes"
    )
    attribute: str = Field(description="property of the item, such as data value or data flow")
    guide_word: GuideWord = Field(description="how it deviates, after IEC 61882")
    deviation: str = Field("", description="what the guide word means here")
    causes: tuple[str, ...] = Field((), description="what leads to the deviation")
    consequences: tuple[str, ...] = Field((), description="what it leads to")
    mitigations: tuple[Mitigation, ...] = Field(
        (), description="what acts against it, and where that stands in the case"
    )
    properties: tuple[Identifier, ...] = Field((), description="mission properties it can violate")
    severity: Literal["negligible", "marginal", "critical", "catastrophic"] | None = Field(
        None, description="how severe the consequences are"
    )
    owner: str = Field("", description="who answers for it")
    waive: Waivers = ()
    note: str = Field("", description="remarks of the study")

    @property
    def is_empty(self) -> bool:
        """Whether it states neither what happens, nor why, to what end, how severe that is, or what acts against it."""
        stated = (
            self.deviation.strip() or self.causes or self.consequences or self.mitigations or self.severity
        )
        return not stated


class ScenarioStep(Part):
    """One event of the chain; ``event`` names the basic event or gate it becomes in a tree."""

    event: Identifier = Field(description="basic event or gate that this step is in a tree")
    text: str = Field("", description="the step as a story tells it")
    gate: Literal["and", "or"] = Field(
        "or", description="how this event follows from the chain and `joined_by`"
    )
    joined_by: tuple[Identifier, ...] = Field((), description="other events from which this one follows")


class HazardScenario(Part):
    """A chain of events from cause to consequence (paper 003, Fig. 14): first step the cause."""

    id: Identifier = Field(description="name of the part; no other part of its kind has it")
    title: str = Field(description="the scenario in a few words")
    hazop: tuple[Identifier, ...] = Field((), description="HAZOP entries it explains")
    property: Identifier | None = Field(None, description="mission property its end violates")
    tree: Identifier | None = Field(None, description="fault tree of which it is one path")
    chain: Annotated[tuple[ScenarioStep, ...], Field(min_length=2)] = Field(
        description="the steps, the cause first"
    )
