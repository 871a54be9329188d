"""A periodic test whose repair takes time, enclosed over any range of the time, with and without tests in it."""

from __future__ import annotations

import random

from casegen.fta.events import models
from casegen.fta.events.timed import timed_model
from casegen.model.fault_tree import PeriodicTest

NAMES = ("failure_rate", "interval", "first", "repair_rate")


def test_ranges_of_time_hold_every_number_and_shrink_with_them() -> None:
    rng = random.Random(3)
    function = timed_model(PeriodicTest, NAMES)
    for _ in range(300):
        rate, repair = 10.0 ** rng.uniform(-6, -2), 10.0 ** rng.uniform(-4, 0)
        interval, first = rng.choice([10.0, 100.0, 720.0, 0.3]), rng.choice([0.0, 50.0, 720.0, 0.3])
        begin = rng.choice([first + interval * rng.randint(0, 30), rng.uniform(0.0, 30 * interval)])
        width = interval * 10.0 ** rng.uniform(-9, 0.7)
        ranges = [(rate, rate), (interval, interval), (first, first), (repair, repair)]
        low, high = function.enclose([*ranges, (begin, begin + width)])
        for k in range(41):
            t = min(begin + width * k / 40, begin + width)
            number = float(models.periodic_test(rate, interval, first, t, repair))
            assert low * (1 - 1e-12) <= number <= high * (1 + 1e-12)
        # no number moves faster than both of its rates together
        assert high - low <= 3.0 * width * (rate + repair) + 1e-12


def test_a_range_of_rates_too() -> None:
    rng = random.Random(4)
    function = timed_model(PeriodicTest, NAMES)
    for _ in range(100):
        rate, repair = 10.0 ** rng.uniform(-6, -2), 10.0 ** rng.uniform(-4, 0)
        begin, width = rng.uniform(0.0, 900.0), rng.uniform(0.0, 250.0)
        spans = [(rate, 3 * rate), (100.0, 100.0), (50.0, 50.0), (repair, 2 * repair)]
        low, high = function.enclose([*spans, (begin, begin + width)])
        for _ in range(30):
            fails, works = rate * rng.uniform(1, 3), repair * rng.uniform(1, 2)
            number = float(models.periodic_test(fails, 100.0, 50.0, begin + width * rng.random(), works))
            assert low * (1 - 1e-12) <= number <= high * (1 + 1e-12)
