"""Baselines, changes, review and compliance."""

from __future__ import annotations

from typing import TypedDict

from casegen.render.views.base import Classed, Reference, StateView
from casegen.review.dossier import PointKind


class BaselineView(TypedDict):
    """A frozen state."""

    name: str
    root: str
    version: str
    created: str
    author: str
    reason: str


class ApprovalView(Classed):
    """A sign-off."""

    id: str
    name: str
    role: str
    organisation: str
    independence: str
    decision: str
    decision_words: str
    independence_words: str
    conditions: list[str]
    open_conditions: list[int]
    """numbers, from 1, of the conditions that nobody has found met"""
    text: str
    date: str
    baseline: str
    root: str
    stands: bool
    state: str
    why: list[str]


class SignOffView(ApprovalView):
    """A sign-off, and what it is of."""

    anchor: str
    target: Reference


class ControlView(TypedDict):
    """Which frozen state the document shows, which there are, and who approved the case."""

    state: str
    damaged: str
    """that the history of the review is not whole; empty where it is"""
    frozen: bool
    baseline: BaselineView | None
    baselines: list[BaselineView]
    approvals: list[ApprovalView]


class Reasons(TypedDict):
    """The first reasons of a change, and how many more there are."""

    why: list[str]
    more: int


class PartView(Reference):
    """A part that was added, removed, renamed or changed."""

    kind: str
    part: str
    text: str
    kind_words: str
    part_words: str


class PartGroup(PartView):
    """Neighbouring changes that are alike."""

    refs: list[Reference]


class TurnView(TypedDict):
    """The verdict before and after."""

    before: StateView
    after: StateView
    changed: bool


class MovedEvidence(Reasons):
    """Evidence items whose state moved alike."""

    refs: list[Reference]
    before: StateView
    after: StateView


class MovedTreeView(Reference):
    """A top event that moved."""

    before: str
    after: str
    ratio: str
    before_upper: str
    after_upper: str
    problem: str


class MovedRequirementRow(Reference):
    """A requirement whose bound or number moved."""

    bound_before: str
    bound_after: str
    compared_before: str
    compared_after: str


class MovedClaimRow(Reference, Reasons):
    """A claim whose status moved."""

    before: StateView
    after: StateView


class TouchedView(Reasons):
    """A finding or sign-off that a change touches."""

    id: str
    target: Reference
    was: str
    was_words: str


class AskedView(TouchedView):
    """An open finding, and what became of its target."""

    href: str


class ChangesView(TypedDict):
    """What changed since an earlier state, and what follows."""

    label: str
    since: BaselineView | None
    parts: list[PartView]
    grouped: list[PartGroup]
    summary: str
    supported: TurnView
    problem: str
    errors: list[str]
    evidence: list[MovedEvidence]
    trees: list[MovedTreeView]
    requirements: list[MovedRequirementRow]
    claims: list[MovedClaimRow]
    findings: list[TouchedView]
    sign_offs: list[TouchedView]
    asked: list[AskedView]


class ActView(TypedDict):
    """An act on a finding."""

    date: str
    what: str
    what_words: str
    who: str
    role: str
    text: str
    evidence: list[str]


class FindingView(Classed):
    """A finding of the review with its history."""

    id: str
    anchor: str
    target: Reference
    baseline: str
    severity: str
    severity_words: str
    category: str
    clause: str
    text: str
    by: str
    independence: str
    independence_words: str
    raised: str
    status: str
    status_words: str
    recorded_words: str
    """the status that was decided last, whatever has opened it again"""
    reopened: list[str]
    history: list[ActView]


class PointOfReview(TypedDict):
    """Something that a review looks at, and what is left to do of it."""

    kind: PointKind
    subject: str
    what: str
    state: str
    left: str
    done: bool


class ProblemView(TypedDict):
    """A record of the review that cannot be trusted."""

    place: str
    message: str


class ReviewView(TypedDict):
    """The review: findings, sign-offs, and whether all is settled."""

    settled: bool
    points: list[PointOfReview]
    findings: list[FindingView]
    sign_offs: list[SignOffView]
    problems: list[ProblemView]


class CoverageCount(Classed):
    """How many clauses are covered in one way."""

    word: str
    words: str
    count: int


class ClauseView(Classed):
    """A clause, and the nodes that answer it."""

    clause: str
    topic: str
    ask: str
    coverage: str
    words: str
    nodes: list[Reference]
    why: list[str]
    candidates: list[Reference]
    more_candidates: int
    note: str


class ComplianceView(TypedDict):
    """A standard of which the case maps a clause."""

    id: str
    anchor: str
    title: str
    edition: str
    source: str
    available: str
    compared: str
    not_available: str
    counts: list[CoverageCount]
    clauses: list[ClauseView]
