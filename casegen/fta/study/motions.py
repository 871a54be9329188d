"""How the number of an event moves within a span of time: where it lies, and its first two derivatives by the time.

They follow from the expression rule by rule.  What may jump within the span, or is made by an operation without a rule
here, is not known to be smooth: of an event that only bends sharply, as wear at its beginning, the second derivative
alone is unknown.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from casegen.fta.errors import reason_of
from casegen.fta.events.enclosures import FUNCTIONS, Monotone, Ruled, sine, times
from casegen.fta.events.expressions import Apply, Expression, Function, Input, NoEnclosure, Range
from casegen.fta.events.orders import InOrder
from casegen.fta.events.over_time import TIME
from casegen.fta.events.timed import after_last_test, since_repairs_began, timed_model

ANY: Range = (-math.inf, math.inf)
STILL: Range = (0.0, 0.0)
Ranges = Mapping[str, Range]


class Motion(NamedTuple):
    """A number within a span of time, and its first and second derivative by the time there."""

    number: Range
    first: Range = STILL
    second: Range = STILL


class NotSmooth(ValueError):
    """A number may jump within a span of time, or is not known not to."""


def motion(expression: Expression, ranges: Ranges) -> Motion:
    """How an expression moves while the time is anywhere in ``ranges[TIME]``, its inputs in theirs.

    Raises :class:`NotSmooth`.
    """
    try:
        return _motion(expression, ranges)
    except (NoEnclosure, OverflowError, ZeroDivisionError) as error:
        raise NotSmooth(reason_of(error)) from None


def _motion(expression: Expression, ranges: Ranges) -> Motion:
    if isinstance(expression, Input) and expression.key == TIME:
        return Motion(ranges[TIME], (1.0, 1.0))
    if not any(isinstance(part, Input) and part.key == TIME for part in expression.parts()):
        return Motion(expression.enclose(ranges))
    if not isinstance(expression, Apply):
        raise NotSmooth
    function, below = expression.function, [_motion(argument, ranges) for argument in expression.arguments]
    rule = _OPERATIONS.get(_NAMES.get(function, "") if isinstance(function, Monotone | Ruled) else "")
    if rule is not None:
        return rule(below)
    if isinstance(function, InOrder):
        return _in_order(function, below)
    part = dict(zip([name for name, _ in getattr(function, "limits", ())], below, strict=False))
    return _of_model(function, part)


def _of_model(function: Function, part: dict[str, Motion]) -> Motion:
    """Of an event model, or a level of a common-cause group, by the names of its parameters."""
    if "total" in part and isinstance(function, Monotone):
        still = [x.number for name, x in part.items() if name != "total" and x.first == STILL]
        if len(still) < len(part) - 1:
            raise NotSmooth
        return _product([Motion(function.enclose([(1.0, 1.0), *still])), part["total"]])
    if "hours" not in part or any(
        x.first != STILL for name, x in part.items() if name not in ("hours", "rate")
    ):
        raise NotSmooth
    hours, own = part["hours"], {name: x.number for name, x in part.items() if name != "hours"}
    if "test_duration" in own:
        number = function.enclose([x.number for x in part.values()])
        return _of_phases(number, {**own, "hours": hours.number}, hours)
    if "interval" in own:
        return _of_test(own, hours)
    match sorted(own):
        case ["rate"]:
            return _failed(_product([part["rate"], hours]))
        case ["failure_rate", "on_demand", "repair_rate"]:
            return _of_repair(function.enclose([x.number for x in part.values()]), own, hours)
        case ["location", "scale", "shape"] if all(low == high for low, high in own.values()):
            return _of_wear(own["scale"][0], own["shape"][0], own["location"][0], hours)
        case _:
            raise NotSmooth


def plus(*ranges: Range) -> Range:
    """The sum, of numbers that are independent."""
    return sum(low for low, _ in ranges), sum(high for _, high in ranges)


def minus(x: Range) -> Range:
    """The negative."""
    return -x[1], -x[0]


def _square(x: Range) -> Range:
    low, high = sorted((abs(x[0]), abs(x[1])))
    return 0.0 if x[0] <= 0.0 <= x[1] else low * low, high * high


def _through(inner: Motion, number: Range, slope: Range, bend: Range) -> Motion:
    """A function of a moving number: what it gives, and its own derivatives by that number."""
    second = plus(times(bend, _square(inner.first)), times(slope, inner.second))
    return Motion(number, times(slope, inner.first), second)


def _sum(below: Sequence[Motion]) -> Motion:
    return Motion(*(plus(*column) for column in zip(*below, strict=True)))


def _negative(x: Motion) -> Motion:
    return Motion(*map(minus, x))


def _difference(below: Sequence[Motion]) -> Motion:
    return _sum([below[0], *map(_negative, below[1:])])


def _product(below: Sequence[Motion]) -> Motion:
    result = below[0]
    for one in below[1:]:
        crossed = times((2.0, 2.0), times(result.first, one.first))
        result = Motion(
            times(result.number, one.number),
            plus(times(result.first, one.number), times(result.number, one.first)),
            plus(times(result.second, one.number), crossed, times(result.number, one.second)),
        )
    return result


def _quotient(below: Sequence[Motion]) -> Motion:
    return _product([below[0], *(_power([x, Motion((-1.0, -1.0))]) for x in below[1:])])


def _power(below: Sequence[Motion]) -> Motion:
    base, exponent = below
    (low, high), k = base.number, exponent.number[0]
    if exponent != Motion((k, k)) or low <= 0.0:
        raise NotSmooth
    number, slope, bend = (_ends(low ** (k - n), high ** (k - n)) for n in range(3))
    return _through(base, number, times((k, k), slope), times((k * (k - 1.0),) * 2, bend))


def _ends(x: float, y: float) -> Range:
    return min(x, y), max(x, y)


def _exp(below: Sequence[Motion]) -> Motion:
    number = math.exp(below[0].number[0]), math.exp(below[0].number[1])
    return _through(below[0], number, number, number)


def _sine(below: Sequence[Motion]) -> Motion:
    low, high = below[0].number
    number, slope = sine((low, high)), sine((low + 0.5 * math.pi, high + 0.5 * math.pi))
    return _through(below[0], number, slope, minus(number))


def _cosine(below: Sequence[Motion]) -> Motion:
    return _sine([_sum([below[0], Motion((0.5 * math.pi,) * 2)])])


def _least(below: Sequence[Motion]) -> Motion:
    """The argument that is the least throughout the span."""
    first = min(below, key=lambda x: x.number)
    if any(x.number[0] < first.number[1] for x in below if x is not first):
        raise NotSmooth
    return first


_OPERATIONS: dict[str, Callable[[Sequence[Motion]], Motion]] = {
    "add": _sum, "sub": _difference, "neg": lambda below: _negative(below[0]), "mul": _product, "div": _quotient,
    "pow": _power, "exp": _exp, "sin": _sine, "cos": _cosine, "min": _least,
}  # fmt: skip
_NAMES = {function: name for name, function in FUNCTIONS.items()}


def _failed(passed: Motion) -> Motion:
    """``1 - exp(-x)``."""
    low, high = passed.number
    left = math.exp(-high), math.exp(-low)
    return _through(passed, (-math.expm1(-low), -math.expm1(-high)), left, minus(left))


def _of_repair(number: Range, own: Ranges, hours: Motion) -> Motion:
    """From its number on demand to that of the long run, at a constant rate."""
    (g, most_g), (fails, most_fails), (works, most_works) = (
        own[name] for name in ("on_demand", "failure_rate", "repair_rate")
    )
    total = fails + works, most_fails + most_works
    begin, until = hours.number
    left = math.exp(-total[1] * until), math.exp(-total[0] * begin)
    lead = fails * (1.0 - most_g) - most_g * most_works, most_fails * (1.0 - g) - g * works
    slope = times(lead, left)
    return _through(hours, number, slope, minus(times(total, slope)))


def _of_wear(scale: float, shape: float, location: float, hours: Motion) -> Motion:
    """``1 - exp(-x**shape)``; where it begins it may bend sharply."""
    if hours.number[1] <= location:
        return Motion((0.0, 0.0))
    begins = hours.number[0] <= location
    low, high = (max(0.0, t - location) / scale for t in hours.number)
    left = math.exp(-(high**shape)), math.exp(-(low**shape))

    def power(exponent: float) -> Range:
        if low == 0.0 and exponent < 0.0:
            return 0.0, math.inf
        x, y = _ends(low**exponent, high**exponent)
        return (0.0 if begins else x), y

    hazard = times((shape / scale,) * 2, power(shape - 1.0))
    turn = times((shape * (shape - 1.0) / scale**2,) * 2, power(shape - 2.0))
    sharp = begins and shape < 2.0
    bend = ANY if sharp else times(plus(turn, minus(_square(hazard))), left)
    return _through(hours, (1.0 - left[1], 1.0 - left[0]), times(hazard, left), bend)


def _of_test(own: dict[str, Range], hours: Motion) -> Motion:
    """Between two tests: failures come as before, and what the last test saw is repaired meanwhile."""
    after = after_last_test({**own, "hours": hours.number})
    if after is None:
        raise NotSmooth
    rate, repair = own["failure_rate"], own.get("repair_rate", STILL)
    back = times(repair, (after.unrepaired[0], after.unrepaired[1]))
    works = 1.0 - after.number[1], 1.0 - after.number[0]
    slope = plus(times(rate, works), minus(back))
    return _through(hours, after.number, slope, plus(minus(times(rate, slope)), times(repair, back)))


def _in_order(function: InOrder, below: Sequence[Motion]) -> Motion:
    """The last input fails after the others did in their order: ``G_k' = G_{k-1} F_k'``."""
    if any(x.first != STILL for x in below[:-1]):
        raise NotSmooth
    *_, (model, names) = function.inputs
    *parameters, hours = below
    last = timed_model(model, names)
    own = dict(zip([name for name, _ in last.limits], [*parameters[-len(names) :], hours], strict=True))
    failed = _of_model(last, own)
    if len(function.inputs) == 1:
        return failed
    before = _in_order(function.earlier, [*parameters[: -len(names)], hours])
    number, slope = function.enclose([x.number for x in below]), times(before.number, failed.first)
    bend = plus(times(before.first, failed.first), times(before.number, failed.second))
    return Motion(number, slope, bend)


def _of_phases(number: Range, own: dict[str, Range], hours: Motion) -> Motion:
    """Within a test that takes time, or between two: at most as fast as failures come and repairs end.

    With ``a`` available (all that the test does not touch) and ``r`` under repair since the last test, the slope is that
    of failures, ``rate a``, less ``repair r``; what is under repair decreases at that rate.
    """
    age = since_repairs_began(own)
    if age is None:
        raise NotSmooth
    rates = own["failure_rate"][0], own["rate_in_test"][0]
    repair, fastest = own["repair_rate"][0], max(rates)
    slowest = min(rates) if own["available_in_test"][0] != 0.0 else 0.0
    back = repair * min(number[1], math.exp(-repair * age) if repair else 1.0) if age < math.inf else 0.0
    works = 1.0 - number[1], 1.0 - number[0]
    slope = slowest * works[0] - back, fastest * works[1]
    return _through(hours, number, slope, (-(fastest**2) * works[1], (repair + fastest) * back))
