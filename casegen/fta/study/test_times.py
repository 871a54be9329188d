"""When periodic tests are made, however many: a test's times are worked out where they are asked for."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from casegen.fta.events.decimals import exact_number
from casegen.fta.events.enclosures import Ruled
from casegen.fta.events.expressions import Apply, Fixed
from casegen.fta.events.values import EventValues


class TestTimes(NamedTuple):
    """A first test, one each interval from then on, and how long each takes."""

    first: Fraction
    interval: Fraction
    duration: Fraction

    def within(self, begin: float, until: float) -> Iterator[float]:
        """Of the tests between two times the nearest to the middle on both sides of it, with their ends."""
        middle = (Fraction(begin) + Fraction(until)) / 2
        k = max(0, math.floor((middle - self.first) / self.interval))
        for count in (k, k + 1):
            test = self.first + count * self.interval
            yield from (t for t in (float(test), float(test + self.duration)) if begin < t < until)


def test_times(values: EventValues) -> tuple[TestTimes, ...]:
    """The tests of all events whose times are known numbers, each schedule once."""
    known: dict[TestTimes, None] = {}
    for i in range(len(values.events)):
        for part in values.expression(i).parts():
            one = _of(part) if isinstance(part, Apply) else None
            if one is not None:
                known[one] = None
    return tuple(known)


def _of(part: Apply) -> TestTimes | None:
    names = [name for name, _ in part.function.limits] if isinstance(part.function, Ruled) else []
    if "interval" not in names:
        return None
    arguments = dict(zip(names, part.arguments, strict=True))
    times = []
    for name in ("first", "interval", "test_duration"):
        argument = arguments.get(name, Fixed(0.0))
        exact = exact_number(argument)
        if exact is None and isinstance(argument, Fixed) and math.isfinite(argument.number):
            exact = Fraction(argument.number)
        if exact is None:
            return None
        times.append(exact)
    first, interval, duration = times
    return TestTimes(first, interval, duration) if interval > 0 and duration >= 0 else None
