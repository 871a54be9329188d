"""The view models of a document: what builders of rows promise, and what page, PDF, DOCX and Markdown read.

All texts are written out, in the language of the document; ``anchor`` is the fragment of a row itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from casegen.render.views.argument import (
    AssumptionGroup,
    AssumptionView,
    ClaimView,
    DoubtView,
    ExtentView,
    ObstacleView,
    OutlineView,
    QuestionView,
    ReasonView,
    RequiredView,
    ToBeReadView,
    TracingView,
)
from casegen.render.views.audit import ChangesView, ComplianceView, ControlView, ReviewView
from casegen.render.views.base import Classed, Reference
from casegen.render.views.evidence import EvidenceView
from casegen.render.views.hazards import HazopView, PropertyView, SafetyView, ScenarioView
from casegen.render.views.plans import PlanView
from casegen.render.views.trees import StudyView, TreeView


class DocumentView(TypedDict):
    """Header of the case, and what wrote the document."""

    id: str
    anchor: str
    title: str
    version: str
    date: str
    authors: list[str]
    organisation: str
    system: str
    environment: str
    intended_use: str
    risk_criteria: str
    limitations: list[str]
    files: list[str]
    generator: str


class LogoView(TypedDict):
    """A picture of the title page."""

    svg: str
    alt: str


class LayoutView(TypedDict):
    """What the case asks of its documents; chapters by name, those of the annexes among them."""

    language: str
    paper: str
    sections: list[str]
    logo: LogoView | None
    own_words: str
    """which words the case chose, as a sentence; empty where none"""
    subtitle: str
    classification: str
    fields: list[dict[str, str]]
    approvers: list[dict[str, str]]
    distribution: list[dict[str, str]]
    annexes: list[str]
    left_out: list[str]


class CountView(Classed):
    """How many claims have a status; ``key`` is its name in the language files."""

    word: str
    key: str
    count: int


class FactView(TypedDict):
    """A number beside the verdict, with the chapter that explains it."""

    label: str
    value: str
    href: str


class ShareView(TypedDict):
    """The confidence that one measure is given of the whole."""

    measure: str
    confidence: str
    looks: str
    more: str
    cost: str


class SplitView(TypedDict):
    """A joint confidence shared out among the measures."""

    sentence: str
    rows: list[ShareView]


class VerdictView(Classed):
    """Whether the case holds, in a word, a sentence and numbers."""

    supported: bool
    word: str
    sentence: str
    damaged: str
    """that the history of the review is not whole; empty where it is"""
    findings: str
    """how many findings of the review are open, by severity; empty where none is"""
    questions: str
    """how many questions are to be read where the case holds; empty where none is"""
    spent: str
    split: SplitView | None
    counts: list[CountView]
    roots: list[ClaimView]
    weakest: list[ReasonView]
    unlisted: int
    """points that prevent support beyond those listed"""
    obstacles: list[ObstacleView]
    facts: list[FactView]


class SummaryView(TypedDict):
    """The numbers that the summary says in sentences; ``parts``: name in the language files, and how many."""

    parts: list[tuple[str, int]]
    required: int
    met: int
    fresh: str
    met_key: str
    """the sentence that counts requirements, which says what it does not count: met by old numbers, or overdue parts"""
    overdue: int
    """claims that are stale by nothing but parts whose review is overdue"""
    to_be_read: str
    """how many parts a person has to read; empty where there are none"""


class PointView(Reference, Classed):
    """A part that prevents support; ``alike`` names the step that it shares with others."""

    text: str
    why: list[str]
    alike: str
    status: str


class StepView(TypedDict):
    """Something that is to be done."""

    what: str
    refs: Sequence[Reference]
    why: list[str]


class ActionsView(TypedDict):
    """What prevents support, and the steps to take."""

    points: list[PointView]
    rows: list[StepView]


class StatusMeaning(Classed):
    """A status of the legend."""

    word: str
    meaning: str


class DiagnosticView(Classed):
    """A finding of the checks."""

    rule: str
    severity: str
    severity_words: str
    message: str
    location: str
    source: str
    hint: str
    target: Reference


class GlossaryView(TypedDict):
    """A word of the field."""

    word: str
    meaning: str


class IndexView(TypedDict):
    """A part by its id."""

    id: str
    anchor: str
    kind: str


class CaseSections(TypedDict):
    """What a document says of the case and what stands beside it, by section."""

    document: DocumentView
    verdict: VerdictView
    extent: ExtentView
    claims: list[ClaimView]
    requirements: list[RequiredView]
    outline: list[OutlineView]
    properties: list[PropertyView]
    hazop: list[HazopView]
    safety: SafetyView
    scenarios: list[ScenarioView]
    trees: list[TreeView]
    evidence: list[EvidenceView]
    assumptions: list[AssumptionView]
    assumption_groups: list[AssumptionGroup]
    doubts: list[DoubtView]
    to_be_read: list[ToBeReadView]
    questions: list[QuestionView]
    tracing: list[TracingView]
    diagnostics: list[DiagnosticView]
    control: ControlView
    changes: ChangesView | None
    marks: dict[str, str]
    review: ReviewView
    compliance: list[ComplianceView]
    study: StudyView
    plans: list[PlanView]
    statuses: list[StatusMeaning]
    glossary: list[GlossaryView]
    layout: LayoutView


class Sections(CaseSections):
    """Everything that a document says: the sections, and what is gathered from them."""

    actions: ActionsView
    summary: SummaryView
    index: list[IndexView]
    digest: str
    """SHA-256 of the data attached to a PDF; empty for other documents"""
    attached: dict[str, str]
    """files attached to a PDF, by evidence item"""
