"""Periodic tests of an event whose hours at risk are fewer than the mission's, and may begin at any time of it.

Tests are made at their times of the mission.  Which of them fall into the hours, and when the first of them does,
depends on where the hours lie: no number of the event at any of these places is above :meth:`PlacedTests.enclose`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from casegen.fta.events import models
from casegen.fta.events.enclosures import Ruled
from casegen.fta.events.expressions import Range, Signs
from casegen.fta.events.timed import after_a_test, moves, stepped

_PIECES = 64
"""of an interval between two tests, over each of which the number is bounded"""
_MOST_STEPS = 20_000
"""tests that are followed one by one, until the probability to be failed at one settles"""


@dataclass(frozen=True, slots=True, eq=False)
class PlacedTests:
    """A periodic test of hours that begin at any time of a ``mission`` [h]: from nothing to the most at any place.

    Counted as after all hours from the beginning of the mission.
    """

    function: Ruled
    mission: float

    a_set = True
    is_any_time = True

    def __call__(self, a: list[Any]) -> Any:
        return self.function(a)

    def signs(self, ranges: Sequence[Range]) -> Signs:
        """Only with the failure rate a number of every place moves one way."""
        own = self.function.signs(ranges)
        return tuple(
            own[i] if name == "failure_rate" else 0 for i, (name, _) in enumerate(self.function.limits)
        )

    def enclose(self, ranges: Sequence[Range]) -> Range:
        part = {name: ranges[i] for i, (name, _) in enumerate(self.function.limits)}
        return 0.0, min(1.0, _most(part, self.mission))


def _most(part: dict[str, Range], mission: float) -> float:
    hours, rate = part["hours"][1], part["failure_rate"][1]
    alone = _failed(rate, min(hours, _longest_untested(part, mission)))
    if "repair_rate" not in part or part["first"][0] >= mission:
        return alone
    if "test_duration" in part:
        return _most_in_phases(part)
    return min(_failed(rate, hours), max(alone, _most_under_repair(part, alone)))


def _longest_untested(part: dict[str, Range], mission: float) -> float:
    """The longest stretch of the mission without a test: up to the first, or from one to the next."""
    first, interval = part["first"], part["interval"]
    return max(first[1], min(interval[1], max(0.0, mission - first[0])))


def _most_under_repair(part: dict[str, Range], at_first: float) -> float:
    """Repair begins at a test that finds a failure: the most at a test, and then from one test to the next.

    ``at_first``: the most that a component at risk since no test may have failed with at the first one.
    """
    rate, repair, interval, hours = (part[k] for k in ("failure_rate", "repair_rate", "interval", "hours"))
    if interval[0] <= 0.0 or repair[0] < 0.0:
        return 1.0
    short, long = moves(rate, repair, interval[0]), moves(rate, repair, interval[1])
    again = models.repaired_then_failed(rate[1], repair[1], interval[1])
    fresh, down = long[0][1], min(1.0, math.exp(-repair[0] * interval[0]) + again)
    down = max(down, short[1][1], long[1][1])
    failed = at_first
    for _ in range(min(_MOST_STEPS, math.ceil(hours[1] / interval[0]))):
        later = stepped((0.0, failed), (0.0, fresh), (0.0, down))[1]
        if later <= failed:
            break
        failed = later
    else:
        if hours[1] / interval[0] > _MOST_STEPS:
            return 1.0
    ages = [interval[1] * k / _PIECES for k in range(_PIECES + 1)]
    return max(after_a_test(rate, repair, (0.0, failed), span)[1] for span in pairwise(ages))


def _most_in_phases(part: dict[str, Range]) -> float:
    """Tests that take time: not available either since a failure before the last test, or since one after it.

    Or since any failure in all the hours.  What is not available at a test is available at the next one, unless it is
    not found, is not repaired, comes back failed, or fails again.
    """
    hours, interval, first = part["hours"][1], part["interval"], part["first"][1]
    if part["available_in_test"][0] < 1.0 or interval[0] <= 0.0:
        return 1.0
    lasts, starts = part["test_duration"][1], part["failure_at_test"][1]
    rate, faster = part["failure_rate"][1], max(0.0, part["rate_in_test"][1] - part["failure_rate"][1])

    def ever(span: float, tests: float, whole: float) -> float:
        """Failed at least once in a ``span`` with so many ``tests``, of which ``whole`` start in it."""
        survives = math.pow(1.0 - starts, whole)
        return 1.0 - survives * math.exp(-rate * span - faster * min(span, lasts * tests))

    count = math.floor(hours / interval[0]) + 1.0
    since_test = ever(min(hours, interval[1]), 1.0, 1.0)
    at_first = ever(min(hours, max(first, interval[1])), 1.0, 0.0)
    stays = (1.0 - part["detection"][0]) + math.exp(-max(0.0, part["repair_rate"][0]) * interval[0])
    stays = min(1.0, stays + part["failure_at_restart"][1] + since_test)
    settled = since_test / (1.0 - stays + since_test) if since_test > 0.0 else 0.0
    before = max(at_first, settled, since_test)
    return min(ever(hours, count + 1.0, count), before + (1.0 - before) * since_test)


def _failed(rate: float, hours: float) -> float:
    return float(models.exponential(rate, hours))
