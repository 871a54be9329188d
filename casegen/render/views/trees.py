"""Fault trees: top event, events, cut sets, gates; spread and what-ifs."""

from __future__ import annotations

from typing import TypedDict

from casegen.render.views.base import Reference, StateView


class EventView(TypedDict):
    """A basic event, or a level of a common-cause group; ``importance`` in the order of the tree's ``importances``."""

    id: str
    href: str
    anchor: str
    declared: str
    text: str
    probability: str
    bounds: str
    source: str
    behind: str
    evidence: Reference | None
    measure: str
    importance: list[str]
    stale: bool


class GateView(TypedDict):
    """A gate."""

    id: str
    anchor: str
    text: str
    kind: str
    inputs: str
    probability: str


class CutSetView(TypedDict):
    """Minimal cut sets that are alike; ``such`` says how many."""

    order: int
    events: list[Reference]
    such: str
    probability: str
    share: str


class ImportanceView(TypedDict):
    """A measure of importance."""

    key: str
    name: str
    meaning: str


class TreeView(TypedDict):
    """A fault tree with its results."""

    id: str
    anchor: str
    title: str
    text: str
    top: Reference
    kind: str
    mission_time: str
    value: str
    interval: str
    together: str
    """the smaller bound from independent records together, where a claim uses it"""
    judged: list[str]
    """the numbers that are judged, each with its time, where that is before the end of the mission"""
    target: str
    target_confidence: str
    target_source: str
    method: str
    independence: str
    problem: str
    stale: bool
    bdd_nodes: int
    properties: list[Reference]
    claims: list[Reference]
    scenarios: list[Reference]
    events: list[EventView]
    gates: list[GateView]
    cut_sets: list[CutSetView]
    cut_sets_shown: str
    importances: list[ImportanceView]


class QuantileView(TypedDict):
    """A quantile with the interval of its sampling error."""

    level: str
    value: str
    interval: str


class SpreadView(TypedDict):
    """The distribution of a top event."""

    mean: str
    mean_error: str
    error_factor: str
    quantiles: list[QuantileView]
    point: str
    trials: str
    seed: str
    fixed: int
    clipped: int


class SwingView(Reference):
    """How far one input moves the top."""

    name: str
    events: list[Reference]
    low: str
    high: str
    swing: str
    elasticity: str
    basis: str


class TreeStudyView(TypedDict):
    """Spread and swings of a tree."""

    problem: str
    spread: SpreadView | None
    inputs: int
    swings: list[SwingView]


class ChangeView(Reference):
    """A number that a what-if sets."""

    subject: str
    to: str


class MovedTopRow(Reference):
    """A top event before and after a what-if."""

    before: str
    after: str
    before_interval: str
    after_interval: str
    ratio: str
    problem: str


class FlippedClaim(Reference):
    """A claim whose status a what-if changes."""

    before: StateView
    after: StateView


class Supported(TypedDict):
    """Whether the case holds before and after."""

    before: bool
    after: bool


class UnquantifiedView(Reference):
    """A tree that holds something of what a what-if sets, and why it has no top event."""

    problem: str


class ComparisonView(TypedDict):
    """A what-if of the case."""

    name: str
    changes: list[ChangeView]
    trees: list[MovedTopRow]
    not_evaluated: list[UnquantifiedView]
    claims: list[FlippedClaim]
    supported: Supported


class AwaitingView(TypedDict):
    """A what-if of the case that waits for evidence."""

    name: str
    problem: str


class StudyView(TypedDict):
    """Every tree's study by id, and the case's what-ifs."""

    trees: dict[str, TreeStudyView]
    comparisons: list[ComparisonView]
    awaiting: list[AwaitingView]
