"""Event models: probability of a basic event from its parameters (Open-PSA MEF 2.0d, section on expressions).

Every function takes floats or arrays of samples and returns the same shape.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from casegen.fta.arrays import Vector, np
from casegen.model.fault_tree import CcfModel
from casegen.model.sentence import worded

Number = float | Vector
State = tuple[float, float, float]
"""probabilities: available, failed unseen, under repair"""


INSTANT = 1e-12
"""relative distance from an instant, of a test, within which a time is taken as that instant"""
_EDGE = 1e-2
"""share of that distance by which rounding may move a time, generously: some units in the last place of the hours"""
_LEAST_QUOTIENT = 1e-290
"""quotients below may have lost digits, or all of them"""
_TERMS = 22
"""terms of a series in numbers up to 1 whose n-th is below 2 / n!"""


def exponential(rate: Number, hours: Number) -> Number:
    """Failure by ``hours`` at a constant rate: ``1 - exp(-rate * hours)``."""
    with np.errstate(over="ignore"):
        return -np.expm1(-np.multiply(rate, hours))


def weibull(scale: Number, shape: Number, location: Number, hours: Number) -> Number:
    """``1 - exp(-((hours - location)/scale)**shape)``, 0 before ``location``."""
    age = np.maximum(np.subtract(hours, location), 0.0)
    with np.errstate(over="ignore", under="ignore"):  # what is beyond the largest number has failed
        return -np.expm1(-_power_of_quotient(age, scale, shape))


def _power_of_quotient(x: Number, y: Number, exponent: Number) -> Number:
    """``(x / y)**exponent``, also where the quotient is above the largest number or below the smallest."""
    quotient = np.divide(x, y)
    power = np.power(quotient, exponent)
    extreme = (np.asarray(x) > 0.0) & ((quotient < _LEAST_QUOTIENT) | (quotient > 1.0 / _LEAST_QUOTIENT))
    if not np.any(extreme):
        return power
    (a, twos), (b, others) = np.frexp(x), np.frexp(y)
    apart = np.power(a / b, exponent) * np.exp2(np.multiply(exponent, 1.0) * (twos - others))
    return np.asarray(np.where(extreme, apart, power))


def glm(on_demand: Number, failure: Number, repair: Number, hours: Number) -> Number:
    """Unavailability at ``hours`` of a repairable component that starts failed with ``on_demand``.

    ``q(t) = g exp(-(l+m)t) + l/(l+m) (1 - exp(-(l+m)t))``; ``on_demand`` when both rates are 0.
    """
    total = np.add(failure, repair)
    safe = np.where(total > 0.0, total, 1.0)
    settled = np.divide(failure, safe)
    passed = np.multiply(total, hours)
    # both terms are positive: a difference of numbers near 1 would leave a rate of 1e-15 three digits
    return np.where(total > 0.0, on_demand * np.exp(-passed) - settled * np.expm1(-passed), on_demand)


def near_test(interval: float, first: float, hours: float, duration: float | None = None) -> bool:
    """Whether ``hours`` is within rounding of a test, or of the end of one that takes ``duration``."""
    # which side of that distance a time is on is a matter of rounding, too
    near = INSTANT * hours * (1.0 + _EDGE)
    since, lost = _difference(hours, first)
    if since < -near:
        return False
    rest = math.fmod(since, interval) + lost
    return any(abs(rest - edge) <= near for edge in (0.0, interval, duration or 0.0))


def periodic_test(
    rate: Number, interval: Number, first: Number, hours: Number, repair: Number | None = None
) -> Number:
    """Unavailability at ``hours`` when failures stay hidden until a test.

    Tests at ``first``, ``first + interval``, ….  Without ``repair`` a test restores at once, so that the age
    counts from the last test (at the instant of a test: just before it).  With a repair rate, what a test
    finds failed is under repair from then on; repaired, it may fail again unseen until the next test.
    """
    if repair is None:
        since, lost = _difference(hours, first)
        age = np.where(since <= 0.0, hours, np.fmod(since, interval) + lost)
        # a time within rounding of a test is before it: behind it the component would be as new
        near = INSTANT * hours
        at_test = (since > 0.0) & (np.minimum(np.abs(age), np.abs(interval - age)) <= near)
        before = np.where(since <= near, hours, interval)
        return exponential(rate, np.where(at_test, before, age))
    each = np.vectorize(_tested_with_repair, otypes=[float])
    return np.asarray(each(rate, repair, interval, first, hours))


def _tested_with_repair(rate: float, repair: float, interval: float, first: float, hours: float) -> float:
    if hours <= first:
        return -math.expm1(-rate * hours)
    whole, rest = periods(interval, first, hours)
    failed = settled(
        -math.expm1(-rate * first), whole, -math.expm1(-rate * interval), _repaired(rate, repair, interval)
    )
    failed = (1.0 - failed) * -math.expm1(-rate * rest) + failed * (
        math.exp(-repair * rest) + repaired_then_failed(rate, repair, rest)
    )
    return min(1.0, failed)


def settled(failed: float, steps: float, fails: float, works: float) -> float:
    """Probability of the failed state after ``steps`` of a chain that fails and works again with these probabilities.

    ``q + (1 - fails - works)**steps (failed - q)``, with the ``q = fails / (fails + works)`` of the long run.
    """
    moved = fails + works
    if moved == 0.0 or steps == 0:
        return failed
    if moved < 1.0:
        kept = steps * math.log1p(-moved)
        return -math.expm1(kept) / moved * fails + math.exp(kept) * failed
    kept = math.pow(1.0 - moved, steps)
    return max(0.0, (1.0 - kept) * fails / moved + kept * failed)


def periods(interval: float, first: float, hours: float) -> tuple[int, float]:
    """Whole intervals between the first test and ``hours``, and what is left behind the last of them.

    The remainder of a division has no rounding; taking interval after interval away would add it up.
    Raises ``ValueError`` for more intervals than a number can count.
    """
    since, lost = _difference(hours, first)
    rest = math.fmod(since, interval)
    return round(_count(since - rest, interval)), max(0.0, float(rest + lost))


def _count(hours: float, interval: float) -> float:
    with np.errstate(over="ignore"):
        count = float(np.divide(hours, interval))
    if not math.isfinite(count):
        raise ValueError(
            worded(
                "tree_problem.short_interval",
                "an interval of {interval} hours is too short to be counted in {hours} hours",
                interval=f"{interval:g}",
                hours=f"{hours:g}",
            )
        )
    return count


def _difference(a: Number, b: Number) -> tuple[Any, Any]:
    """``a - b`` as it is rounded, and what the rounding took from it (Knuth 1969): exact together."""
    rounded = np.subtract(a, b)
    back = rounded - a
    return rounded, (a - (rounded - back)) - (b + back)


def periodic_test_phases(
    rate: Number, rate_in_test: Number, repair: Number, interval: Number, first: Number, failure_at_test: Number,
    duration: Number, available_in_test: Number, detection: Number, failure_at_restart: Number, hours: Number,
    beside: int = 0,
) -> Number:  # fmt: skip
    """Unavailability at ``hours`` of a component whose tests take time (MEF periodic-test of 11 arguments).

    Three states: available, failed unseen, under repair.  A test lasts ``duration`` at the start of each interval;
    at its start the component fails with ``failure_at_test`` and during it at ``rate_in_test``; a failure is seen with
    probability ``detection`` and repaired from then on; a repair leaves a failed component with
    ``failure_at_restart``; what comes back during a test fails at ``rate`` and is not seen by that test.
    ``available_in_test`` of 0 counts the time under test as unavailable.  A time within rounding of the start of a test
    is before it, as where tests take no time, and one within rounding of its end is in it: a number at a time is that of
    the time just before.  With ``beside`` of 1 it is after the start, and after the end.
    """
    each = np.vectorize(_tested_in_phases, otypes=[float])
    return np.asarray(
        each(rate, rate_in_test, repair, interval, first, failure_at_test, duration, available_in_test, detection,
             failure_at_restart, hours, beside)
    )  # fmt: skip


def _refuse_endless(duration: float, interval: float) -> None:
    """Raise :class:`ValueError` for a test [h] that is longer than the time between two [h]."""
    if duration > interval:
        raise ValueError(
            worded(
                "tree_problem.endless_test",
                "a test of {duration} hours every {interval} hours never ends",
                duration=f"{duration:g}",
                interval=f"{interval:g}",
            )
        )


def _tested_in_phases(
    rate: float, rate_in_test: float, repair: float, interval: float, first: float, failure_at_test: float,
    duration: float, available_in_test: float, detection: float, failure_at_restart: float, hours: float, beside: int,
) -> float:  # fmt: skip
    near = INSTANT * hours
    if hours <= first and not (beside > 0 and hours > first - near):
        return -math.expm1(-rate * hours)
    _refuse_endless(duration, interval)
    # every state is a sum of positive terms: 1 - (1 - q) would leave a small unavailability few digits
    state = (math.exp(-rate * first), -math.expm1(-rate * first), 0.0)

    def after_repair(span: float) -> State:
        done, again = -math.expm1(-repair * span), repaired_then_failed(rate, repair, span)
        works = (1.0 - failure_at_restart) * _repaired(rate, repair, span)
        return works, done * failure_at_restart + (1.0 - failure_at_restart) * again, math.exp(-repair * span)

    def test(span: float, state: State) -> State:
        available, failed, repairing = state
        works, fails, stays = after_repair(span)
        lost = failure_at_test - (1.0 - failure_at_test) * math.expm1(-rate_in_test * span)
        transient = failed + available * lost
        survives = (1.0 - failure_at_test) * math.exp(-rate_in_test * span)
        return (
            available * survives + repairing * works,
            repairing * fails + (1.0 - detection) * transient,
            repairing * stays + detection * transient,
        )

    def rest(span: float, state: State) -> State:
        available, failed, repairing = state
        works, fails, stays = after_repair(span)
        return (
            available * math.exp(-rate * span) + repairing * works,
            failed - available * math.expm1(-rate * span) + repairing * fails,
            repairing * stays,
        )

    since, lost = (float(x) for x in _difference(hours, first))
    periods = int(_count(since + near, interval))

    def period(state: State) -> State:
        return rest(interval - duration, test(duration, state))

    state = _repeated(period, state, periods)
    left = max(0.0, since - periods * interval + lost)
    if beside <= 0 and left <= near:
        return min(1.0, state[1] + state[2])
    if left > duration + (-near if beside > 0 else near):
        _, failed, repairing = rest(max(0.0, left - duration), test(duration, state))
        return min(1.0, failed + repairing)
    _, failed, repairing = test(left, state)
    idle = 0.0 if available_in_test != 0.0 else (1.0 - failure_at_test) * math.exp(-rate_in_test * left)
    return min(1.0, failed + repairing + state[0] * idle)


_FEW = 16
"""repetitions that are followed one by one"""


def _repeated(step: Callable[[State], State], state: State, times: int) -> State:
    """The state after ``times`` steps of a chain, by powers of two of a step.

    Each power is brought back to rows that sum to 1: what rounding takes from a probability of staying would add up.
    """
    if times <= _FEW:
        for _ in range(times):
            state = step(state)
        return state
    power = [step((1.0, 0.0, 0.0)), step((0.0, 1.0, 0.0)), step((0.0, 0.0, 1.0))]
    while True:
        power = [_shares(row) for row in power]
        if times % 2:
            state = _passed(state, power)
        times //= 2
        if not times:
            return _shares(state)
        power = [_passed(row, power) for row in power]


def _passed(state: State, power: Sequence[State]) -> State:
    a, b, c = (sum(x * row[k] for x, row in zip(state, power, strict=True)) for k in range(3))
    return a, b, c


def _shares(state: State) -> State:
    whole = sum(state)
    return state[0] / whole, state[1] / whole, state[2] / whole


def _repaired(rate: float, repair: float, span: float) -> float:
    """Under repair at first: repaired in ``span`` and not failed again, ``m (exp(-lt) - exp(-mt)) / (m - l)``."""
    apart = abs(repair - rate) * span
    share = 1.0 if apart == 0.0 else -math.expm1(-apart) / apart
    return repair * span * math.exp(-min(rate, repair) * span) * share


def repaired_then_failed(rate: float, repair: float, span: float) -> float:
    """Under repair at first: repaired, failed again: ``1 - (l exp(-mt) - m exp(-lt)) / (l - m)``, by positive terms."""
    low, high = sorted((rate * span, repair * span))
    if high >= 2.0 and low <= high / 2.0:
        return (low * math.expm1(-high) - high * math.expm1(-low)) / (high - low)
    if high > 1.0:
        half = repaired_then_failed(rate, repair, span / 2.0)
        works = _repaired(rate, repair, span / 2.0)
        return half * (1.0 + math.exp(-repair * span / 2.0)) - works * math.expm1(-rate * span / 2.0)
    # sum over n >= 2 of (-1)**n / n! l m (l**(n-2) + l**(n-3) m + … + m**(n-2)), in units of the span
    total, sums, power, factor = 0.0, 1.0, 1.0, 0.5
    for n in range(2, _TERMS):
        total += factor * sums
        power *= low
        sums = sums * high + power
        factor /= -(n + 1)
    return low * high * total


def common_cause_levels(
    model: CcfModel, n: int, total: Number, factors: Sequence[Number]
) -> dict[int, Number]:
    """Probability of one specific group of ``k`` of ``n`` members failing together, by level ``k``.

    Beta factor: ``(1-b)Q`` alone, ``bQ`` all.  MGL: ``(prod_{i<=k} r_i)(1 - r_{k+1}) Q / C(n-1, k-1)`` with
    ``r_1 = 1`` (Fleming 1986).  Alpha factors, not staggered: ``k a_k Q / (C(n-1, k-1) sum_i i a_i)``
    (Mosleh 1988).  Phi factors: ``f_k Q``.  Of rational numbers the results are rational.
    """
    if model is CcfModel.BETA_FACTOR:
        return {1: (1 - factors[0]) * total, n: factors[0] * total}
    if model is CcfModel.MGL:
        return {k: _greek_letters(n, k, total, factors) for k in range(1, _last(n, factors) + 1)}
    if model is CcfModel.ALPHA_FACTOR:
        weighted: Any = sum(k * a for k, a in enumerate(factors, start=1))
        return {k: k * a / weighted * total / math.comb(n - 1, k - 1) for k, a in enumerate(factors, start=1)}
    return {k: f * total for k, f in enumerate(factors, start=1)}


def common_cause_signs(model: CcfModel, n: int, level: int, factors: int) -> tuple[int, ...]:
    """How :func:`common_cause_levels` moves with each factor at ``level``: 1 up (or not at all), -1 down."""
    if model is CcfModel.BETA_FACTOR:
        return (1 if level == n else -1,)
    if model is CcfModel.MGL:
        return tuple(-1 if i == level - 1 else 1 for i in range(factors))
    if model is CcfModel.ALPHA_FACTOR:
        return tuple(1 if i == level - 1 else -1 for i in range(factors))
    return (1,) * factors


def common_cause_level(
    model: CcfModel, n: int, level: int, total: Number, factors: Sequence[Number]
) -> Number:
    """One ``level`` of :func:`common_cause_levels`, to the last digit; 0 where the model has none of that level."""
    if model is CcfModel.MGL:
        return _greek_letters(n, level, total, factors) if level <= _last(n, factors) else 0
    return common_cause_levels(model, n, total, factors).get(level, 0)


def _last(n: int, factors: Sequence[Number]) -> int:
    return min(n, len(factors) + 1)


def _greek_letters(n: int, level: int, total: Number, factors: Sequence[Number]) -> Number:
    product: Number = 1
    for factor in factors[: level - 1]:
        product = product * factor
    onward = factors[level - 1] if level < _last(n, factors) else 0
    return product * (1 - onward) * total / math.comb(n - 1, level - 1)
