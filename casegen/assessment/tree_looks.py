"""Runs until it passes, below a fault tree: earlier runs of its inputs that do not leave the top event its limit."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casegen.assessment.bounds import directions
from casegen.assessment.looks import FIX, declared_looks, spent_at
from casegen.assessment.trees import BoundTree, bind, measured
from casegen.model.argument import AllocatedBound, Requirement
from casegen.model.case import Case
from casegen.model.digits import outward
from casegen.model.ledger import error_probability
from casegen.model.quantity import Estimate
from casegen.model.results import LOOKS, EvidenceState, VitalSign
from casegen.model.waiver import Waiver

if TYPE_CHECKING:
    from casegen.assessment.requirements import Numbers


@dataclass(frozen=True, slots=True)
class EarlierLimit:
    """A measure that enters a tree, and its limit over today's run and the earlier ones.

    ``move``: how the top moves with the measure: 1 up, -1 down, 0 both ways or unknown.
    ``better``: whether today's limit is nearer, so that the earlier one counts.
    """

    item: str
    measure: str
    move: int
    lower: float
    upper: float
    better: bool

    @property
    def end(self) -> float:
        """The limit on the side that raises the top event."""
        return self.lower if self.move < 0 else self.upper


def earlier_limits(
    case: Case, requirement: Requirement, numbers: Numbers, *, waived: bool = False
) -> tuple[EarlierLimit, ...]:
    """Of the measures in the trees of a requirement: those with an earlier limit that the confidence does not pay for.

    Those that a person has set aside only with ``waived``.
    """
    if all(state.looks <= state.seeds for state in numbers.evidence.values()):
        return ()
    results: dict[tuple[str, str], EarlierLimit] = {}
    for tree in _trees(requirement, numbers):
        for one in _earlier(case, numbers.trees[tree], requirement, numbers.evidence):
            if waived or waiver_of(numbers.evidence[one.item]) is None:
                results[one.item, one.measure] = one
    return tuple(results.values())


def with_earlier(
    case: Case, requirement: Requirement, numbers: Numbers, limits: tuple[EarlierLimit, ...]
) -> Numbers:
    """The numbers with the measures as wide as their earlier limits, and the requirement's trees with them."""
    evidence = dict(numbers.evidence)
    for one in limits:
        state = evidence[one.item]
        wide = _reaching(state.measures[one.measure], one)
        evidence[one.item] = replace(state, measures={**state.measures, one.measure: wide})
    values = measured(evidence)
    trees = dict(numbers.trees)
    for tree in _trees(requirement, numbers):
        old = trees[tree]
        trees[tree] = bind(case, tree, values, old.settings, old.prepared)
    return replace(numbers, evidence=evidence, trees=trees)


def signs_of(
    limits: tuple[EarlierLimit, ...], evidence: Mapping[str, EvidenceState], text: str
) -> Iterator[VitalSign]:
    """The sign for each item; ``text`` says what the earlier limits make of the requirement."""
    for item in dict.fromkeys(one.item for one in limits):
        mine = [one for one in limits if one.item == item]
        ends = ", ".join(f"{one.measure} {outward(one.end, upper=one.move >= 0, digits=3)}" for one in mine)
        waiver = waiver_of(evidence[item])
        sign = VitalSign(
            LOOKS,
            item,
            False,
            f"{evidence[item].looks} runs with other data, parameters or seed gave other numbers, and with the limit of "
            f"an earlier one ({ends}) {text}: the confidence of one run does not hold for the one that passed",
            tuple(one.measure for one in mine),
            FIX,
        )
        yield sign if waiver is None else replace(sign, waived_by=waiver.by, reason=waiver.reason)


def waiver_of(state: EvidenceState) -> Waiver | None:
    """Who set the doubt of earlier runs aside."""
    return next((waiver for waiver in state.waivers if waiver.rule == LOOKS), None)


def _trees(requirement: Requirement, numbers: Numbers) -> tuple[str, ...]:
    """The quantified trees that a requirement is about: the one it measures, the one whose target it is allocated."""
    bound = requirement.bound
    allocated = bound.allocated.tree if isinstance(bound, AllocatedBound) else None
    named = (requirement.measure.tree, allocated)
    return tuple(dict.fromkeys(tree for tree in named if tree is not None and tree in numbers.trees))


def _earlier(
    case: Case,
    bound: BoundTree,
    requirement: Requirement,
    evidence: Mapping[str, EvidenceState],
) -> Iterator[EarlierLimit]:
    moves = directions(bound.compiled, bound.values)
    sides: dict[tuple[str, str], int] = {
        one.measured: moves[key]
        for key, one in bound.values.uncertain.items()
        if one.measured is not None and key in moves
    }
    if _is_paid(case, bound, requirement, evidence, sides):
        return
    for (item, measure), move in sides.items():
        state = evidence.get(item)
        if state is None or state.looks <= state.seeds or measure not in state.earlier:
            continue
        if declared_looks(state, measure) >= state.looks or measure not in state.measures:
            continue
        now, (low, high) = state.measures[measure], state.earlier[measure]
        lower, upper = _ends(now)
        better = (move >= 0 and high > upper) or (move <= 0 and low < lower)
        yield EarlierLimit(item, measure, move, min(low, lower), max(high, upper), better)


def _ends(estimate: Estimate) -> tuple[float, float]:
    """Limits of an estimate; its value where it has none."""
    return (
        estimate.value if estimate.lower is None else estimate.lower,
        estimate.value if estimate.upper is None else estimate.upper,
    )


def _reaching(old: Estimate, one: EarlierLimit) -> Estimate:
    """The estimate with the limits that it has as wide as the earlier ones, on the sides that raise the top event."""
    update = {}
    if one.move >= 0 and old.upper is not None:
        update["upper"] = one.upper
    if one.move <= 0 and old.lower is not None:
        update["lower"] = one.lower
    return old.model_copy(update=update)


def _is_paid(
    case: Case,
    bound: BoundTree,
    requirement: Requirement,
    evidence: Mapping[str, EvidenceState],
    sides: Mapping[tuple[str, str], int],
) -> bool:
    """Whether the confidence that is asked for leaves room for every look at every input."""
    confidence = requirement.confidence
    if requirement.measure.tree != bound.id:
        target = case.tree[bound.id].target
        confidence = target.confidence if target is not None else None
    if confidence is None or len(sides) < len(bound.values.uncertain):
        return False
    spent = []
    for (item, measure), move in sides.items():
        state = evidence.get(item)
        level = state.measures[measure].confidence if state is not None else None
        if state is None or level is None:
            return False
        spent.append((1 if move else 2) * spent_at(state, measure, error_probability(level)))
    return math.fsum(spent) <= (1.0 - confidence) * (1 + 1e-9)
