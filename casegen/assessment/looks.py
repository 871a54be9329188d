"""Runs until it passes: a requirement that an earlier look at the same item did not meet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal

from casegen.model.argument import Requirement
from casegen.model.decimals import in_own_context
from casegen.model.digits import bound_and_limit
from casegen.model.ledger import error_probability
from casegen.model.results import EvidenceState, LookErrors
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
    sign = VitalSign(
        LOOKS,
        state.id,
        False,
        f"{state.looks} runs with other data, reading, parameters or seed gave other numbers, and an earlier one, with a "
        f"limit of {ends[0]}, does not meet {ends[1]}: the confidence of one "
        "run does not hold for the one that passed",
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
    if state is None or state.looks <= state.seeds or measure not in state.earlier:
        return None
    estimate = state.measures.get(measure)
    if estimate is None or _pays(requirement, state, measure, None if lowered else estimate.confidence):
        return None
    low, high = state.earlier[measure]
    return high if requirement.comparison.is_upper else low


def _pays(requirement: Requirement, state: EvidenceState, measure: str, confidence: float | None) -> bool:
    if declared_looks(state, measure) >= state.looks:
        return True
    if requirement.confidence is None or confidence is None:
        return False
    spent = spent_at(state, measure, error_probability(confidence))
    return spent <= error_probability(requirement.confidence) * (1 + 1e-9)


def declared_looks(state: EvidenceState, measure: str) -> int:
    """How many looks the method was given from the first on, and its limits pay for; 1 where it was given none."""
    stored = (state.document or {}).get("measures", {}).get(measure, {})
    declared = stored.get("looks", 1)
    return min(declared, state.paid.get(measure, declared)) if isinstance(declared, int) else 1


def paid_looks(state: EvidenceState, measure: str, looks: int) -> int:
    """How often the error probability of a limit counts at ``looks`` looks: once where its method was given as many."""
    return 1 if declared_looks(state, measure) >= looks else looks


@dataclass(frozen=True, slots=True)
class Spending:
    """What limits spend over all looks at them, by what each may err with at the present one, ``alpha``.

    An earlier look counts with the larger of ``alpha`` and what was stated at it: ``earlier`` has these with how many
    looks had each.  ``others`` are looks that count with ``alpha``, the present one among them.
    """

    earlier: LookErrors = ()
    others: int = 1

    @property
    @in_own_context
    def before(self) -> float:
        """What the earlier looks spent, whatever is stated now."""
        return float(sum((Decimal(repr(error)) * n for error, n in self.earlier), Decimal(0)))

    @in_own_context
    def at(self, alpha: float) -> float:
        """The sum over all looks where the present one errs with ``alpha``."""
        every = (*self.earlier, (0.0, self.others))
        return round(float(sum((Decimal(repr(max(error, alpha))) * n for error, n in every), Decimal(0))), 12)

    @in_own_context
    def affordable(self, total: float) -> float:
        """The largest ``alpha`` with which no more than ``total`` is spent; 0 where the earlier looks spent as much."""
        left, looks = Decimal(repr(total)) - Decimal(repr(self.before)), self.others
        reached = Decimal(0)
        for error, n in sorted((Decimal(repr(error)), n) for error, n in self.earlier):
            if left <= (error - reached) * looks:
                break
            left -= (error - reached) * looks
            reached, looks = error, looks + n
        return float(max(Decimal(0), reached + left / looks))


def spending(state: EvidenceState, measure: str) -> Spending:
    """What a limit spends over the looks at it; the present one alone where it pays for all."""
    if paid_looks(state, measure, state.looks) == 1:
        return Spending()
    known = state.errors.get(measure)
    earlier = ((_error(state, measure), state.looks - 1),) if known is None else known[:-1]
    return Spending(earlier, max(0, state.looks - 1 - sum(n for _, n in earlier)) + 1)


def spending_of(sides: Iterable[Spending]) -> Spending:
    """Of several limits that err with the same each."""
    every = tuple(sides)
    return Spending(tuple(pair for one in every for pair in one.earlier), sum(one.others for one in every))


def spent_at(state: EvidenceState, measure: str, alpha: float) -> float:
    """What a limit that errs with ``alpha`` spends over all looks so far."""
    return spending(state, measure).at(alpha)


def once_grown(state: EvidenceState) -> EvidenceState:
    """The state with the looks, and what they spent, that it has once its record went on."""
    looks = looks_after(state)
    errors = dict(state.errors)
    if looks > state.looks:
        for measure in state.measures:
            own = _error(state, measure)
            known = state.errors.get(measure, ((own, state.looks - 1), (own, 1)))
            errors[measure] = (*(one for one in known if one[1]), (own, 1))
    return replace(state, looks=looks, errors=errors)


def _error(state: EvidenceState, measure: str) -> float:
    estimate = state.measures.get(measure)
    return error_probability((estimate.confidence if estimate is not None else None) or 1.0)


def looks_after(state: EvidenceState) -> int:
    """Looks at an item once its record went on: none more where all its limits hold at any time."""
    limited = [m for m in (state.document or {}).get("measures", {}).values() if m.get("upper") is not None]
    return state.looks + (not limited or not all(m.get("at_any_time") for m in limited))
