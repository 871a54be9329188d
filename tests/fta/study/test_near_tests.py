"""Curves through tests that are made next to each other in time, and the largest number that is found between times."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from casegen.fta import compile_tree, time_curve
from casegen.fta.study.average import follow, largest
from casegen.fta.study.curve import TimeCurve, evenly
from casegen.model.case import Case
from casegen.model.fault_tree import BasicEvent, PeriodicTest
from tests.fta.small_trees import case_of, gate


def _tested(kind: str, end: float, *tests: tuple[float, float, float]) -> Case:
    """Events of a rate, tested first at one time, and then every so many hours."""
    events = tuple(
        BasicEvent(
            id=name,
            model=PeriodicTest(type="periodic-test", failure_rate=rate, first=first, interval=every),
        )
        for name, (rate, first, every) in zip("ab", tests, strict=False)
    )
    gates = [gate("g", kind, *(event.id for event in events))]
    return replace(case_of(gates, {}, mission_time=end), events=events)


def _curve(case: Case, end: float, steps: int = 20) -> TimeCurve:
    return time_curve(case, compile_tree(case, "t"), {}, evenly(end, steps))


BESIDE = {
    "two": ("and", 120.0, (1e-3, 50.0, 50.0), (1e-3, 16.6666666666, 16.6666666666)),
    "before-the-end": ("or", 100.0, (0.0177, 33.3333333333, 33.3333333333)),
    "staggered": ("or", 100.0, (0.0121, 10.0, 20.0), (0.0113, 16.6666666666, 33.3333333333)),
    "next-number": ("or", 100.0, (0.0121, 50.0, 50.0), (0.0113, 49.99999999999999, 50.0)),
    "near": ("or", 100.0, (0.0121, 10.0, 20.0), (0.0113, 49.9999999999, 50.0)),
}


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.slow] * (name in ("two", "staggered"))) for name in BESIDE
])  # fmt: skip
def test_a_test_beside_another_time_is_followed(name: str) -> None:
    """Times that the average takes fell on one number, and the curve was refused as one whose times do not increase."""
    kind, end, *tests = BESIDE[name]
    result = _curve(_tested(kind, end, *tests), end)
    apart = _curve(_tested(kind, end, *((r, round(f, 4), round(e, 4)) for r, f, e in tests)), end)
    assert result.average == pytest.approx(apart.average, rel=1e-3)
    assert result.sil_demand == apart.sil_demand
    assert result.largest is not None
    assert apart.largest is not None
    assert result.largest[1] == pytest.approx(apart.largest[1], rel=1e-3)
    assert sum(result.share.values()) == pytest.approx(1.0)


def test_times_that_do_not_increase_are_still_refused() -> None:
    case = _tested("or", 100.0, (1e-3, 50.0, 50.0))
    with pytest.raises(ValueError, match="increase"):
        time_curve(case, compile_tree(case, "t"), {}, [0.0, 50.0, 50.0, 100.0])


def test_pieces_without_a_number_between_add_what_they_hold() -> None:
    begin, end = 1.0, math.nextafter(1.0, 2.0)
    result = follow(lambda times: [3.0 for _ in times], begin, end, [])
    assert result.average == pytest.approx(3.0)
    jump = math.nextafter(0.5, 1.0)
    result = follow(lambda times: [1.0 if t <= 0.5 else 2.0 for t in times], 0.0, 1.0, [0.5, jump])
    assert result.average == pytest.approx(1.5, rel=1e-4)


@pytest.mark.parametrize("peak", [0.3, 0.437, 0.99])
def test_the_largest_is_looked_for_around_the_largest_seen(peak: float) -> None:
    """It was the largest of some even times: up to 3e-4 below what requirements judge."""

    def values(times: object) -> list[float]:
        return [1.0 - (t - peak) ** 2 for t in times]  # type: ignore[attr-defined]

    seen = [k / 10 for k in range(11)]
    hours, most = largest(values, dict(zip(seen, values(seen), strict=True)))
    assert most == pytest.approx(1.0, abs=1e-9)
    assert hours == pytest.approx(peak, abs=1e-4)


def test_the_largest_just_before_a_test_stays_there() -> None:
    case = _tested("or", 100.0, (1e-3, 30.0, 30.0))
    result = _curve(case, 100.0, 7)
    assert result.largest == (90.0, pytest.approx(-math.expm1(-0.03)))
