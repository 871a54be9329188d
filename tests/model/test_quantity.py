"""Conversions of measure kinds, and estimates that cannot be inconsistent."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casegen.model.given_parts import WrongPart
from casegen.model.quantity import Comparison, Estimate, Exposure, MeasureKind, UnitMismatch, convert, invert

DEMAND, MISSION, HOUR = MeasureKind.PER_DEMAND, MeasureKind.PER_MISSION, MeasureKind.PER_HOUR


@given(st.floats(0, 0.999), st.floats(0.5, 1000))
def test_demands_convert_and_back(p: float, demands: float) -> None:
    exposure = Exposure(demands=demands)
    per_mission = convert(p, DEMAND, MISSION, exposure)
    assert 0 <= per_mission <= 1
    if per_mission < 1 - 1e-9:
        assert invert(per_mission, DEMAND, MISSION, exposure) == pytest.approx(p, rel=1e-6, abs=1e-15)


@given(st.floats(0, 1e-2), st.floats(0.1, 1000))
def test_rates_convert_and_back(rate: float, hours: float) -> None:
    exposure = Exposure(hours=hours)
    per_mission = convert(rate, HOUR, MISSION, exposure)
    assert per_mission == pytest.approx(-math.expm1(-rate * hours))
    assert invert(per_mission, HOUR, MISSION, exposure) == pytest.approx(rate, rel=1e-6, abs=1e-15)


def test_small_probabilities_keep_their_digits() -> None:
    assert convert(1e-18, DEMAND, MISSION, Exposure(demands=12)) == pytest.approx(1.2e-17, rel=1e-12)


@pytest.mark.parametrize(
    ("kind", "target", "exposure", "words"),
    [
        (DEMAND, MISSION, None, "exposure: {demands"),
        (HOUR, MISSION, None, "exposure: {hours"),
        (DEMAND, MISSION, Exposure(hours=2), "exposure: {demands"),
        (MISSION, DEMAND, None, "probability-per-mission cannot stand where a probability-per-demand"),
        (MISSION, MISSION, Exposure(demands=2), "needs no exposure"),
        (MeasureKind.SCORE, MISSION, None, "score cannot stand"),
    ],
)
def test_mismatch_names_both_ends(
    kind: MeasureKind, target: MeasureKind, exposure: Exposure | None, words: str
) -> None:
    with pytest.raises(UnitMismatch, match=words):
        convert(0.1, kind, target, exposure)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"value": 0.2, "lower": 0.3, "upper": 0.1, "confidence": 0.95}, "upside down"),
        ({"value": 0.2, "upper": 0.1, "confidence": 0.95}, "above its upper bound"),
        ({"value": 0.2, "lower": 0.3, "confidence": 0.95}, "below its lower bound"),
        ({"value": 1.3}, r"must lie in \[0, 1\]"),
        ({"value": float("nan")}, "finite"),
        ({"value": 0.2, "upper": 0.3}, "needs its confidence"),
    ],
)
def test_estimates_are_consistent(fields: dict[str, float], words: str) -> None:
    with pytest.raises(WrongPart, match=words):
        Estimate(kind=DEMAND, **fields)


@pytest.mark.parametrize(
    ("sign", "number", "holds"), [("<=", 1.0, True), ("<", 1.0, False), (">=", 1.0, True), (">", 1.0, False)]
)
def test_comparisons_at_equality(sign: str, number: float, holds: bool) -> None:
    assert Comparison(sign).holds(number, 1.0) is holds


def test_a_strict_comparison_is_not_met_by_rounding() -> None:
    exact = 1 - (1 - 0.1) * (1 - 0.2)  # 0.28
    for number in (0.28, exact, 0.28 * (1 - 1e-15), 0.28 * (1 + 1e-15)):
        assert not Comparison.LESS.holds(number, 0.28)
        assert not Comparison.GREATER.holds(number, 0.28)
    assert Comparison.LESS.holds(0.28 - 1e-9, 0.28)
    assert Comparison.GREATER.holds(1e-300, 0.0)
    assert not Comparison.LESS.holds(0.0, 0.0)
