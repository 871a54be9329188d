"""Mission properties, HAZOP, scenarios, and what is computed of them."""

from __future__ import annotations

from typing import TypedDict

from casegen.render.views.base import Classed, Reference


class PropertyView(TypedDict):
    """A mission property."""

    id: str
    anchor: str
    title: str
    text: str
    stakeholders: str
    hazop: list[Reference]
    trees: list[Reference]
    claims: list[Reference]


class MitigationView(TypedDict):
    """A mitigation, and the parts that it names."""

    text: str
    refs: list[Reference]


class HazopView(TypedDict):
    """A row of the HAZOP table; ``rank`` sorts by severity."""

    id: str
    anchor: str
    item: str
    attribute: str
    guide_word: str
    deviation: str
    causes: list[str]
    consequences: list[str]
    mitigations: list[MitigationView]
    properties: list[Reference]
    severity: str
    severity_words: str
    rank: int
    owner: str
    note: str
    scenarios: list[Reference]
    trees: list[Reference]
    claims: list[Reference]
    location: str


class ScenarioView(TypedDict):
    """A hazard scenario: what it explains, and where it leads."""

    id: str
    anchor: str
    title: str
    hazop: list[Reference]
    property: Reference | None
    tree: Reference | None


class GuideWordCell(TypedDict):
    """How a guide word is answered for an item."""

    answer: str
    rows: list[Reference]
    reason: str
    own: bool
    gap: bool
    dismissed: bool


class GuideWordItem(TypedDict):
    """A row of the guide-word matrix."""

    title: str
    cells: list[GuideWordCell]


class GuideWordsView(TypedDict):
    """The guide-word matrix."""

    words: list[str]
    gaps: int
    gaps_words: str
    items: list[GuideWordItem]


class MovedTreeRow(Reference):
    """A tree whose top a measure against risk changes."""

    now: str
    changed: str


class ReductionView(Classed):
    """A measure against risk, its cost and what it removes."""

    id: str
    title: str
    cost: str
    cost_source: str
    harm: str
    ratio: str
    decision: str
    problem: str
    trees: list[MovedTreeRow]


class ReductionsView(TypedDict):
    """Measures against risk, with the criterion."""

    factor: str
    unit: str
    claim: Reference | None
    rows: list[ReductionView]


FrequencyClass = TypedDict("FrequencyClass", {"name": str, "from": str})
"""A class of frequencies, and where it begins."""


class RatingCell(TypedDict):
    """A cell of the risk matrix."""

    rating: str
    intolerable: bool
    trees: list[Reference]


class SeverityRow(TypedDict):
    """A row of the risk matrix."""

    severity: str
    cells: list[RatingCell]


class RiskView(Classed):
    """The risk of one tree."""

    tree: Reference
    title: str
    severity: str
    entries: list[Reference]
    frequency: str
    basis: str
    frequency_class: str
    rating: str
    intolerable: bool
    problem: str


class RisksView(TypedDict):
    """The risk matrix; ``unit`` says what its frequencies are per, empty where trees are of several kinds."""

    unit: str
    classes: list[FrequencyClass]
    rows: list[SeverityRow]
    risks: list[RiskView]


class SafetyView(TypedDict):
    """What the case declares of the three; None for what it does not."""

    matrix: GuideWordsView | None
    measures: ReductionsView | None
    risks: RisksView | None
