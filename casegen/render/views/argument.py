"""Claims, outline, assumptions, doubts and traces of hazards."""

from __future__ import annotations

from typing import TypedDict

from casegen.render.views.base import Classed, Reference


class ExtentView(TypedDict):
    """Whether the page lists all of the argument and a sentence of what it leaves out; the same of reports."""

    whole: bool
    sentence: str
    printed: frozenset[str] | None
    paper: str


class ObstacleView(TypedDict):
    """How many points of one status prevent support."""

    word: str
    count: int


class ReasonView(Classed):
    """Why a part has its status."""

    target: str
    href: str
    text: str
    message: str
    status: str


class RequirementView(Classed):
    """A requirement as evaluated; ``rank`` sorts by headroom.

    ``notes``: what the number takes for granted; ``subject``: what is measured, as the outcome among the reasons begins.
    """

    what: str
    source: str
    href: str
    tree: str
    text: str
    bound: str
    sign: str
    kind: str
    confidence: str
    compared: str
    value: str
    interval: str
    holds: bool | None
    outcome: str
    problem: str
    bound_source: str
    notes: list[str]
    subject: str
    headroom: str
    rank: str


class BecauseView(Classed):
    """Claims of one status that another rests on."""

    status: str
    refs: list[Reference]


class BlockView(Reference):
    """An argument and its block."""

    block: str


class ClaimView(Classed):
    """A claim; ``sheet`` is the drawing that shows it."""

    id: str
    anchor: str
    text: str
    module: str
    owner: str
    status: str
    requirement: RequirementView | None
    reasons: list[ReasonView]
    more_reasons: list[ReasonView]
    because: list[BecauseView]
    count: int
    sheet: str
    sheet_label: str
    root: bool
    hazards: list[Reference]
    properties: list[Reference]
    assumed: str
    accepted_by: str
    doubt: str
    arguments: list[BlockView]
    location: str


class RequiredView(TypedDict):
    """A claim with a requirement."""

    id: str
    anchor: str
    requirement: RequirementView


class DetailView(TypedDict):
    """A further fact of a node."""

    label: str
    text: str
    href: str


class OutlineView(Classed):
    """A node of the argument in words; ``closes`` says how many levels end behind it."""

    id: str
    depth: int
    level: str
    """in words, where it is too deep for an indent of its own"""
    relation: str
    repeated: bool
    kind: str
    type: str
    text: str
    anchor: str
    href: str
    sheet: str
    status: str
    details: list[DetailView]
    reasons: list[ReasonView]
    parent: bool
    fold: bool
    closes: int


class AssumptionView(Reference, Classed):
    """An assumption, what is stated of it and how it was judged, who accepted it (or why nobody), who answers for it."""

    what: str
    why: str
    state: str
    status: str
    accepted_by: str
    owner: str
    of_method: bool


class AssumptionGroup(Classed):
    """An assumption with every place that makes it."""

    where: list[Reference]
    what: str
    why: str
    state: str
    status: str
    accepted_by: str
    owner: str
    of_method: bool


class DoubtView(Reference, Classed):
    """A defeater or a residual doubt; ``class`` is the status of what it does, ``people`` who did what in words."""

    kind: str
    text: str
    state: str
    answer: str
    people: list[str]
    target: Reference


class ToBeReadView(TypedDict):
    """A question that only a reader answers, the parts that it is asked of, and how many more there are."""

    question: str
    refs: list[Reference]
    more: int


class QuestionView(TypedDict):
    """A question at which something was noticed that may deny what is shown, and who has answered it."""

    target: Reference
    question: str
    texts: list[str]
    read: str
    open: bool


class TracedClaim(Reference, Classed):
    """A claim at the end of a hazard's chain."""

    status: str


class TracingView(TypedDict):
    """From a hazard to the evidence; ``gaps`` names what is missing."""

    hazop: Reference
    what: str
    scenarios: list[Reference]
    trees: list[Reference]
    claims: list[TracedClaim]
    evidence: list[Reference]
    gaps: list[str]
    gaps_words: str
