"""Documents of questions to a case: what-if, allocation, plan, explain."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from casegen.model.output.case import AccountDocument, JointRow, Number, SplitDocument, Spread, StatusName


class ChangeRow(TypedDict):
    """One change of a what-if."""

    set: str
    to: float | Spread | None


class MovedTree(TypedDict):
    """A top event before and after, as it is judged; null where it could not be quantified."""

    tree: str
    before: float | None
    after: float | None
    ratio: Number
    at_worst: bool
    """whether one of the two is of a time before the end of the mission, at which the top event is largest"""
    problem: str
    """why there is no number after the change, or that the worst time of the mission is not found"""
    before_problem: str
    """why there is no number before the change; else empty"""
    before_upper: float | None
    after_upper: float | None
    before_together: float | None
    after_together: float | None
    """the smaller bound from independent records together, where a claim compares it"""
    rounding: str
    """where the top lies after the change, and why, if rounding took its digits; else empty"""
    importance: list[dict[str, str | Number]]
    """after the change; empty where there is no number then"""


class MovedClaim(TypedDict):
    """A claim's status before and after, and in the case ``edited`` so, which the page shows.

    ``unread``: ``after`` it is supported and ``edited`` it is not: not evaluated, or at best assumed.
    """

    id: str
    before: StatusName
    after: StatusName
    flipped: bool
    unread: bool
    edited: StatusName


class BeforeAfter(TypedDict):
    """A verdict before and after; null where the case could not be assessed."""

    before: bool | None
    after: bool | None


class OpenQuestions(TypedDict):
    """Questions that nobody has answered, before and after."""

    before: int
    after: int


class WhatIfDocument(TypedDict):
    """``whatif --json``.

    ``unchanged``: what has the value already that is set.  ``set_aside``: what the case's texts say of numbers that are
    changed, and what for that reason does not count.  ``barred``: why the number of a tree supports no claim with the
    changes, where that is not so in the case as it is.  ``not_evaluated``: why a tree has no top event with the changes;
    where it holds something of what is set, whether it changes is not known.  ``stale``: evidence items by tree that its
    numbers come from, before or after, and that are out of date.  ``unread``: claims that keep their status by a measured
    item that no event reads any more, or as the record counts as the source of the number that is set, and those above
    them, and why the case edited so is refused; where a root is among them, or the case is refused, ``supported`` after
    is false.
    """

    scenario: NotRequired[str]
    changes: list[ChangeRow]
    unchanged: list[str]
    set_aside: list[str]
    barred: dict[str, list[str]]
    not_evaluated: dict[str, str]
    stale: dict[str, list[str]]
    unread: list[str]
    trees: list[MovedTree]
    claims: list[MovedClaim]
    supported: BeforeAfter
    questions_open: OpenQuestions


class WhatIfDocuments(TypedDict):
    """``whatif --json`` of several scenarios."""

    scenarios: list[WhatIfDocument]


class AllocatedRow(TypedDict):
    """An event's share of the target, in the tree's kind, and in the kind of its evidence."""

    id: str
    current: float
    bound: float
    required: float | None
    meets: bool
    measure_required: Number
    measure_kind: str
    stale: str | None
    """the evidence item that today's number comes from, where it is stale: then the event is not met"""


class AllocationDocument(TypedDict):
    """``allocate --json``."""

    tree: str
    target: float
    method: str
    achieved: float | None
    problem: str
    unbounded: str
    joint: JointRow | None
    together: bool
    stale: list[str]
    """stale evidence items that the numbers of the tree come from"""
    events: list[AllocatedRow]


class PlannedRow(TypedDict):
    """A record to be continued by ``more`` units."""

    evidence: str
    measure: str
    unit: str
    now: float
    failures: int
    more: float
    cost: float
    approximate: bool
    entry: bool


class FurtherRow(TypedDict):
    """What it takes to bear up to ``failures`` further ones.

    ``probability`` and ``predictive`` are null where it was not searched further with which fewer failures it works.
    """

    failures: int
    records: list[PlannedRow]
    cost: float
    probability: float | None
    predictive: float | None
    least: int
    within: str


class ClaimPlanRow(TypedDict):
    """The plan of one failing claim; without records where they cannot make it hold."""

    claim: str
    text: str
    limit: Number
    today: float | None
    best: float | None
    records: list[PlannedRow]
    cost: float | None
    probability: float | None
    predictive: float | None
    further: list[FurtherRow]
    problem: str
    doubtful: bool
    limited: bool
    barred: list[str]
    outcome: str
    curve: list[list[float]]
    reachable: bool


class PlanDocument(TypedDict):
    """``plan --json``."""

    claims: list[ClaimPlanRow]
    stale: list[str]
    """evidence items that are stale: their numbers, with which the plans begin, are out of date"""
    note: str
    joint_confidence: SplitDocument | None


class RepairRow(TypedDict):
    """One thing that would have to become true."""

    target: str
    action: str
    location: str | None
    """``file:line:column`` of the target"""


class WeakLinkRow(TypedDict):
    """What holds today and defeats a root by failing alone."""

    target: str
    what: str
    headroom: Number
    roots: list[str]


class RootConfidence(AccountDocument):
    """The account of one root; ``value`` is its confidence under the ``assumption``."""

    id: str
    value: float | None
    assumption: str


class BoundText(TypedDict):
    """What a top event's bound rests on, in a sentence: of a claim (both bounds), or of a tree (which independence)."""

    id: str
    text: str
    alone: float | None
    together: float | None


class ExplainDocument(TypedDict):
    """``explain --json``."""

    bounds: list[BoundText]
    repair_sets: list[list[RepairRow]]
    weakest_links: list[WeakLinkRow]
    confidence: list[RootConfidence]
