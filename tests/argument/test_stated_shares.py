"""Numbers in texts that say less, or something else, than they seem to: factors, rates per hour, shares that work."""

from __future__ import annotations

import pytest

from casegen.argument.reading.group_texts import group_excess
from casegen.model.quantity import Comparison, MeasureKind
from casegen.texts.frequencies.agreement import disagreement
from casegen.texts.frequencies.described_frequencies import excess

_TOTAL = (1e-3, 1e-4)
_AT_MOST = next(c for c in Comparison if c.is_upper)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("beta 1e-1", 0.1), ("beta 9e-1", 0.9), ("beta 10⁻¹", 0.1), ("beta = 10e-2", 0.1), ("β = 2·10⁻¹", 0.2),
        ("CCF factor 1.5e-1, UPM", 0.15), ("beta of 0.5e-1", 0.05), ("one failure in twenty takes both pumps along", 0.05),
        ("a tenth of all stops is common to both", 0.1), ("both pumps stop together in one of twenty stops", 0.05),
    ],
)  # fmt: skip
def test_a_factor_below_what_its_source_says(text: str, value: float) -> None:
    assert group_excess(text, _TOTAL, [value / 11])
    assert not group_excess(text, _TOTAL, [value])


@pytest.mark.parametrize(
    "text", ["one failure in twenty takes both pumps along", "1:20", "a tenth of pump stops is shared"]
)
def test_more_than_the_share_of_common_failures_is_cautious(text: str) -> None:
    assert not group_excess(text, _TOTAL, [0.15])


@pytest.mark.parametrize(
    "text",
    ["a pump stops in 5 % of the missions", "fails on 1 of 20 demands", "failure probability 5 %", "PFD 5e-2 of each pump"],
)  # fmt: skip
def test_a_share_of_missions_is_of_the_total_though_it_equals_the_factor(text: str) -> None:
    assert group_excess(text, _TOTAL, [0.05])


@pytest.mark.parametrize(
    "text",
    ["load factor 8e-1, beta 0.05", "duty factor 3e-1", "damping ratio 2e-1; beta 0.05", "wall of 2e-1 m between the pumps"],
)  # fmt: skip
def test_a_power_that_is_no_factor(text: str) -> None:
    assert not group_excess(text, _TOTAL, [0.05])


@pytest.mark.parametrize(
    "text",
    ["failure rate 5e-3 1/h", "lambda = 5e-3 1/h", "0.005 1/h", "5E-3/hr", "5e-3 h^-1", "5·10⁻³ h⁻¹", "5e-3 [1/h]", "5e-3 failures/h"],
)  # fmt: skip
def test_a_rate_is_read_however_its_unit_is_written(text: str) -> None:
    assert excess(text, 0.01, 1e-3)
    assert not excess(text, 0.05, 5e-3)


@pytest.mark.parametrize(
    "text", ["flow 0.5 l/h", "air change 5 1/h", "pump of 4 m³ h⁻¹", "test 2 h - 1 day later"]
)
def test_other_things_per_hour_are_no_rates_of_failure(text: str) -> None:
    assert not excess(text, 0.01, 1e-3)


@pytest.mark.parametrize(
    "text",
    ["5000 ppm", "0.5 %", "5000 ppm (supplier)", "availability 99.5 %", "reliability of 99.5 %", "99.5 % available",
     "Verfügbarkeit: 99,5 %", "availability of the link: 99.5 %"],
)  # fmt: skip
def test_what_a_part_is_available_for_it_is_not_for_the_rest(text: str) -> None:
    assert excess(text, 1e-3, None)
    assert not excess(text, 5e-3, None)


@pytest.mark.parametrize(
    "text",
    ["clock accuracy 20 ppm", "gas at 500 ppm", "humidity 95 %", "efficiency of 92 %", "data available for 95 % of the fleet",
     "reliability growth of 60 % since 2015"],
)  # fmt: skip
def test_other_shares_are_no_availability(text: str) -> None:
    assert not excess(text, 1e-6, None)


@pytest.mark.parametrize(
    "text",
    [
        "The device fails at most 0.01 times per hour", "The device has at most 0.01 unplanned stops per hour",
        "There is at most one failure of the device in 100 operating hours",
        "No more than one fault of the steering within 100 driving hours", "Das Gerät fällt höchstens 0,01-mal pro Stunde aus",
        "Es gibt höchstens einen Ausfall des Geräts in 100 Betriebsstunden", "The rate of failures is at most 1e-2 1/h",
    ],
)  # fmt: skip
def test_failures_in_so_many_hours_are_a_rate(text: str) -> None:
    assert not disagreement(text, _AT_MOST, 0.01, MeasureKind.PER_HOUR, None)
    assert disagreement(text, _AT_MOST, 0.02, MeasureKind.PER_HOUR, None)


def test_failures_in_so_many_missions_are_none() -> None:
    text = "There is at most one failure of the device in 100 missions"
    assert disagreement(text, _AT_MOST, 0.01, MeasureKind.PER_HOUR, None)
