"""Runs until it passes: a requirement that an earlier look at the same item did not meet."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from casegen.model.argument import Requirement
from casegen.model.digits import bound_and_limit
from casegen.model.ledger import ROUNDING, added, error_probability, is_within
from casegen.model.quantity import PROBABILITY_KINDS, MeasureKind
from casegen.model.results import EvidenceState
from casegen.model.vital_sign import LOOKS, VitalSign

FIX = (
    "state the looks before they are taken (`looks` of a record, or a confidence that pays for them), or say in the "
    "waiver why the earlier run does not count"
)


def looked_again(
    requirement: Requirement, state: EvidenceState | None, limit: float | None
) -> VitalSign | None:
    """The sign that an earlier run of the item did not meet ``requirement``, which the present one does.

    None where all looks differ in the seed alone, which is a sign by itself, and where the confidence pays for every
    look: by looks that the method was given, or because the error probability of one, times their number, is at most the
    one that is required.
    """
    worst = _worst(requirement, state)
    if state is None or limit is None or worst is None:
        return None
    measure, side = str(requirement.measure.measure), requirement.comparison.is_upper
    estimate = state.measures[measure]
    now = estimate.value if requirement.confidence is None else (estimate.upper if side else estimate.lower)
    if (
        now is None
        or not requirement.comparison.holds(now, limit)
        or requirement.comparison.holds(worst, limit)
    ):
        return None
    ends = bound_and_limit(worst, limit, upper=side)
    earlier = f"an earlier one, with a limit of {ends[0]}, does not meet {ends[1]}"
    if earlier_ends(state, measure) != state.earlier[measure]:
        earlier = "an earlier one met what is required at a lower confidence only, if at all"
    sign = VitalSign(
        LOOKS,
        state.id,
        False,
        f"{state.looks} runs with other data, reading, parameters or seed gave other numbers, and {earlier}: the "
        "confidence of one run does not hold for the one that passed",
        (measure,),
        FIX,
    )
    waivers = {waiver.rule: waiver for waiver in state.waivers}
    known = waivers.get(LOOKS)
    return sign if known is None else replace(sign, waived_by=known.by, reason=known.reason)


def earlier_end(
    requirement: Requirement, state: EvidenceState | None, *, lowered: bool = False
) -> float | None:
    """The worst limit of an earlier run that still counts against ``requirement``; None where there is none, or where a
    person has set the doubt aside.

    ``lowered``: also where only today's confidence pays for it, which counts again once a lower one is stated.
    """
    if state is None or any(waiver.rule == LOOKS for waiver in state.waivers):
        return None
    return _worst(requirement, state, lowered=lowered)


def _worst(requirement: Requirement, state: EvidenceState | None, *, lowered: bool = False) -> float | None:
    """The worst limit of the earlier runs of the measure, unless the confidence pays for every look."""
    measure = str(requirement.measure.measure)
    ends = None if state is None or state.looks <= state.seeds else earlier_ends(state, measure)
    if state is None or ends is None:
        return None
    estimate = state.measures.get(measure)
    if estimate is None or _pays(requirement, state, measure, None if lowered else estimate.confidence):
        return None
    low, high = ends
    return high if requirement.comparison.is_upper else low


def earlier_ends(state: EvidenceState, measure: str) -> tuple[float, float] | None:
    """The widest limits of the earlier runs of a measure, as far as any value where one held at a lower confidence.

    What that run would have had at the present confidence is not known: the same data may have been run at both.
    """
    ends, estimate = state.earlier.get(measure), state.measures.get(measure)
    if ends is None or estimate is None or estimate.confidence is None:
        return ends
    now = error_probability(estimate.confidence)
    if all(is_within(error_probability(level), now) for level in state.confidences.get(measure, ())):
        return ends
    if estimate.kind in PROBABILITY_KINDS:
        return 0.0, 1.0
    return 0.0 if estimate.kind is MeasureKind.PER_HOUR else -math.inf, math.inf


def _pays(requirement: Requirement, state: EvidenceState, measure: str, confidence: float | None) -> bool:
    if declared_looks(state, measure) >= state.looks:
        return True
    if requirement.confidence is None or confidence is None:
        return False
    spent = spent_at(state, measure, error_probability(confidence))
    return is_within(spent, error_probability(requirement.confidence))


def declared_looks(state: EvidenceState, measure: str) -> int:
    """How many looks the method was given from the first on, and its limits pay for; 1 where it was given none."""
    stored = (state.document or {}).get("measures", {}).get(measure, {})
    declared = stored.get("looks", 1)
    return min(declared, state.paid.get(measure, declared)) if isinstance(declared, int) else 1


def paid_looks(state: EvidenceState, measure: str, looks: int) -> int:
    """How often the error probability of a limit counts at ``looks`` looks: once where its method was given as many."""
    return 1 if declared_looks(state, measure) >= looks else looks


def is_constant(state: EvidenceState, measure: str) -> bool:
    """Whether a measure was computed at one confidence from the first look on; not known of results that are lost."""
    estimate = state.measures.get(measure)
    now = estimate.confidence if estimate is not None else None
    return not state.lost and set(state.confidences.get(measure, ())) <= {now}


@dataclass(frozen=True, slots=True)
class Spending:
    """What limits that err with the same spend over all looks at them.

    Whoever restates the confidence at each look chooses by the data how many looks it pays for: 1 − .05/k at look k
    errs with .05 (1 + 1/2 + 1/3 …).  Further looks are paid for by the confidence of the first look alone.
    """

    limits: int = 1
    before: float = 0.0
    """what the earlier looks spent; 1 where nothing bounds it"""
    fixed: float | None = None
    """what each limit must err with, as at the first look; None where there was no earlier one"""

    def at(self, alpha: float) -> float:
        """The sum over all looks where each limit errs with ``alpha`` at the present one; 1 where nothing bounds it."""
        if self.fixed is not None and not _is_same(alpha, self.fixed):
            return 1.0
        return min(1.0, added((self.before, self.limits * alpha)))

    def affordable(self, total: float) -> float:
        """The largest error probability with which no more than ``total`` is spent; 0 where there is none."""
        if self.fixed is None:
            return total / self.limits
        return self.fixed if is_within(self.at(self.fixed), total) else 0.0


def _is_same(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=ROUNDING)


def spending(state: EvidenceState, measure: str) -> Spending:
    """What a limit spends over the looks at it; the present one alone where it pays for all."""
    if paid_looks(state, measure, state.looks) == 1:
        return Spending()
    own = _error(state, measure)
    before = added([own] * (state.looks - 1)) if is_constant(state, measure) else 1.0
    return Spending(1, min(1.0, before), own)


def spending_of(sides: Iterable[Spending]) -> Spending:
    """Of several limits that err with the same each."""
    every = tuple(sides)
    fixed = next((one.fixed for one in every if one.fixed is not None), None)
    return Spending(sum(one.limits for one in every), added(one.before for one in every), fixed)


def spent_at(state: EvidenceState, measure: str, alpha: float) -> float:
    """What a limit that errs with ``alpha`` spends over all looks so far."""
    return spending(state, measure).at(alpha)


def once_grown(state: EvidenceState) -> EvidenceState:
    """The state with the looks that it has once its record went on."""
    return replace(state, looks=looks_after(state))


def _error(state: EvidenceState, measure: str) -> float:
    estimate = state.measures.get(measure)
    return error_probability((estimate.confidence if estimate is not None else None) or 1.0)


def looks_after(state: EvidenceState) -> int:
    """Looks at an item once its record went on: none more where all its limits hold at any time."""
    limited = [m for m in (state.document or {}).get("measures", {}).values() if m.get("upper") is not None]
    return state.looks + (not limited or not all(m.get("at_any_time") for m in limited))
