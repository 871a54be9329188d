"""The way down where independent records bound the top together: what the verdict's limit leaves to the events.

The shape of a breakdown is that of the bounds by themselves, for a larger target: the largest one for which the records
together, each with as many failures as today in as many trials or hours as its own required bound needs, still meet the
target that is asked for.  What is returned was computed at those records, so that a target that the verdict meets asks
for no more than today's bounds, and one that it misses asks for less of some event.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casegen.argument.view import rests_on
from casegen.assessment.allocation.events import RequiredBound, own_model, required_bound
from casegen.assessment.joint import joint_bound, joint_limit, records_of, without_claim
from casegen.assessment.trees import BoundTree
from casegen.model.case import Case
from casegen.model.digits import bound_and_limit
from casegen.model.fault_tree import FromEvidence
from casegen.model.results import EvidenceState, JointBound

if TYPE_CHECKING:
    from casegen_evidence.bounds.records import Counts

MOST_TRIALS = 1_000_000_000
"""trials of a record that may be asked for; its own limit is then above what is asked, which is on the safe side"""
_NARROW = 1.001
_STEPS = 24
_SAME = 1e-9
_MORE = 1e-10
"""what today's bounds leave is solved from a little above them, so that rounding never asks for less than today"""


@dataclass(frozen=True, slots=True)
class AskedTogether:
    """What a breakdown asks of the inputs: ``measures`` (by input key) and ``events`` without one (by position)."""

    measures: Mapping[str, float]
    events: Mapping[int, float]


def verdict_joint(
    case: Case, bound: BoundTree, evidence: Mapping[str, EvidenceState], holder: str = "",
    unargued: Mapping[str, str] | None = None,
) -> tuple[JointBound | None, bool]:  # fmt: skip
    """The limit from records together at the confidence of the tree's target, and whether the verdict uses it.

    It does where it is smaller and the claim ``holder``, or every claim that holds the top event against a bound, rests
    on the claim of independence.  ``unargued``: claims of independence that do not stand.
    """
    target = case.tree[bound.id].target
    joint = joint_bound(case, bound, evidence, target.confidence if target is not None else None)
    if joint is None or joint.upper is None or joint.alone is None:
        return joint, False
    if joint.claim in (unargued or {}):
        return without_claim(joint, (unargued or {})[joint.claim]), False
    claims = (
        c.id for c in case.claims if c.requirement is not None and c.requirement.measure.tree == bound.id
    )
    holders = [holder] if holder else list(claims)
    used = bool(holders) and all(rests_on(case, one, joint.claim) for one in holders)
    return joint, used and joint.upper < joint.alone * (1 - _SAME)


@dataclass(frozen=True)
class RecordsTogether:
    """The limit of a tree's top from its records together, for what its inputs are asked to be."""

    bound: BoundTree
    confidence: float | None
    counts: Mapping[str, Counts]

    @classmethod
    def of(cls, case: Case, bound: BoundTree, confidence: float | None) -> RecordsTogether:
        """Of the records that the tree declares to be independent."""
        declared = case.tree[bound.id].independent
        records = records_of(bound, declared.evidence if declared is not None else ())
        return cls(bound, confidence, {key: counts for key, (_, counts) in records.items()})

    def limit(self, asked: AskedTogether) -> float:
        """The top's limit; infinite where a record with as many failures as today cannot have the bound asked for."""
        values, corners = self.bound.values, self.bound.box(self.confidence)
        counts: dict[str, Counts] = {}
        for key, one in self.counts.items():
            moved = _of_bound(one, 1.0 - (values.uncertain[key].confidence or 0.0), asked.measures.get(key))
            if moved is None:
                return math.inf
            counts[key] = moved
        ranges = {**corners.inputs, **{key: (x, x) for key, x in asked.measures.items()}}
        upper = values.enclosures(ranges)[1]
        for position, amount in asked.events.items():
            if any(key in counts for key in values.inputs_at(position)) and amount > corners.upper[position]:
                return math.inf  # a share of a record: it is not loosened
            upper[position] = amount
        return joint_limit(self.bound, upper, counts).upper


def _of_bound(counts: Counts, alpha: float, amount: float | None) -> Counts | None:
    """The largest record with as many failures whose own limit at ``alpha`` is no less than ``amount``."""
    if amount is None:
        return counts
    wanted = amount * (1 - _SAME)
    if counts.hours:
        one = float(replace(counts, size=1.0).upper(alpha))
        return replace(counts, size=max(one / max(wanted, one / MOST_TRIALS), 1e-300))
    low, high = max(1, counts.failures), MOST_TRIALS
    if float(replace(counts, size=float(low)).upper(alpha)) < wanted:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        inside = float(replace(counts, size=float(middle)).upper(alpha)) >= wanted
        low, high = (middle, high) if inside else (low, middle)
    return replace(counts, size=float(low))


def largest_target(
    target: float, least: float, today: float, limit: Callable[[float], float]
) -> tuple[float | None, float]:
    """The largest target of bounds by themselves, at least ``least``, whose ``limit`` meets ``target``; and that limit.

    ``limit`` rises with its argument; ``today`` is where it is that of today's records.  None, with the limit
    there, where even ``least`` is too much.
    """
    today *= 1 + _MORE
    low, high, reached = None, 1.0, math.inf
    if least < today < high:  # first: where a record grows without end the limit may be found less tightly
        now = limit(today)
        low, reached, high = (today, now, high) if now <= target else (None, now, today)
    if low is None:
        low, reached = least, limit(least)
        if reached > target:
            return None, reached
    for _ in range(_STEPS):
        if high <= low * _NARROW:
            break
        middle = math.sqrt(low) * math.sqrt(high)  # of targets whose product is 0
        now = limit(middle)
        if now <= target:
            low, reached = middle, now
        else:
            high = middle
    return low, reached


def required_together(
    case: Case, bound: BoundTree, event: str, target: float, confidence: float | None
) -> RequiredBound | None:
    """:func:`casegen.assessment.allocation.events.required_bound` by the limit from the tree's records together.

    None where it leaves no more than the bounds by themselves do.
    """
    key = event, target, confidence
    if key not in bound.allocations:
        bound.allocations[key] = _required_together(case, bound, event, target, confidence)
    return bound.allocations[key]


def _required_together(
    case: Case, bound: BoundTree, event: str, target: float, confidence: float | None
) -> RequiredBound | None:
    if event in bound.compiled.groups and not isinstance(own_model(case, bound, event), FromEvidence):
        return None
    records = RecordsTogether.of(case, bound, confidence)
    alone = required_bound(case, bound, event, target, confidence)
    if alone.problem and alone.achieved is None:
        return None

    def at(wanted: float) -> RequiredBound:
        return required_bound(case, bound, event, wanted, confidence)

    def limit(wanted: float) -> float:
        one = at(wanted)
        return math.inf if one.measure is None else records.limit(asked_of(case, bound, {event: one}))

    today = bound.estimate(case, confidence)[0].upper or 1.0
    least = target if alone.achieved is None else max(target, alone.achieved * (1 + _SAME))
    wanted, reached = largest_target(target, least, today, limit)
    if wanted is not None:
        return replace(at(wanted), achieved=reached)
    if not alone.problem or math.isinf(reached):
        return None
    return replace(alone, achieved=reached, problem=still_above(event, reached, target))


def still_above(events: str, reached: float, target: float) -> str:
    """Why nothing is left to the events even by the records together."""
    ends = bound_and_limit(reached, target, upper=True)
    return (
        f"infeasible: with {events} at their best the top event is still {ends[0]} from the records together, above the"
        f" target {ends[1]}"
    )


def asked_of(case: Case, bound: BoundTree, required: Mapping[str, RequiredBound]) -> AskedTogether:
    """What is asked of measures, the strictest of what events that share one need, and of events without one."""
    measures: dict[str, float] = {}
    events: dict[int, float] = {}
    for event, one in required.items():
        model = own_model(case, bound, event)
        if one.measure is None or one.probability is None:
            continue
        if isinstance(model, FromEvidence):
            key = f"evidence {model.evidence}/{model.measure}"
            strictest = max if model.complement else min
            measures[key] = strictest(measures.get(key, one.measure), one.measure)
        else:
            events[bound.values.events.index(event)] = one.probability
    return AskedTogether(measures, events)
