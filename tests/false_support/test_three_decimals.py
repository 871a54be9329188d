"""Three digits behind a sign before a power of ten are decimals; separators that contradict each other are asked about."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.texts.frequencies.source_ratings import counted_rates
from casegen.texts.numbers.stated import half_read, stated
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import base, edits
from tests.false_support.test_other_verbs import _questions

DEMAND = "probability-per-demand"
ENGLISH = "The pump does not start with a probability of at most {} per demand"
GERMAN = "Die Pumpe startet nicht, mit einer Wahrscheinlichkeit von höchstens {} je Anforderung"
POWERS = [
    ("1.000e-04", 1e-4), ("8.000e-04", 8e-4), ("2.500e-4", 2.5e-4), ("9.123e-4", 9.123e-4), ("12.500e-5", 1.25e-4), ("125.000E-6", 1.25e-4),
    ("1.000 · 10⁻⁴", 1e-4), ("1.000×10⁻⁴", 1e-4), ("1.000 x 10^-4", 1e-4), ("1.000 times 10 to the minus 4", 1e-4), ("1.0000e-4", 1e-4),
    ("0.800e-3", 8e-4), ("9.901e-04", 9.901e-4),
]  # fmt: skip
POTENZEN = [("1,000e-4", 1e-4), ("1,250 · 10⁻⁴", 1.25e-4), ("8,000e-04", 8e-4)]
CASES = [
    *((ENGLISH.format(written), "The pump does not start", value) for written, value in POWERS),
    *((GERMAN.format(written), "Die Pumpe startet nicht", value) for written, value in POTENZEN),
]


def _write(at: Path, text: str, event: str, bound: float) -> Path:
    changed = edits(text, event, DEMAND)
    changed |= {"claims.C1.requirement.bound": bound, "trees.FT.target.probability": bound}
    changed["events.E1.model"] = {"type": "constant", "probability": bound / 10, "kind": DEMAND}
    return folder(at, base(), changed)


@pytest.mark.parametrize(("text", "event", "value"), CASES)
def test_three_decimals_before_a_power(text: str, event: str, value: float, tmp_path: Path) -> None:
    must_not_hold(_write(tmp_path / "weaker", text, event, 10 * value), "text-number")
    if not any(written in text for written in ("12.500e", "125.000E", "1.0000e")):  # five digits: a warning
        must_hold(_write(tmp_path / "same", text, event, value))


@pytest.mark.parametrize(
    ("source", "rate"),
    [("MTBF 1.000e3 h", 1e-3), ("MTBF 1.500 · 10³ h", 1 / 1500), ("MTBF 1.500e3 h", 1 / 1500)],
)
def test_a_mean_time_in_a_source(source: str, rate: float) -> None:
    assert [n.readings for n in stated(source)] == [pytest.approx((rate,))]
    assert all(rating.value == pytest.approx(rate) for rating in counted_rates(source))


@pytest.mark.parametrize(
    "text",
    ["at most 2.500 of 10,000 demands", "at most 2,500 of 10.000 demands", "at most 1,000 × 10⁻⁶ of the demands",
     "at most once in 1.500 million demands", "höchstens 1.000 · 10⁻⁶ der Anforderungen"],
)  # fmt: skip
def test_separators_in_doubt_are_named(text: str) -> None:
    assert half_read(text)


@pytest.mark.parametrize(
    "text",
    ["at most 2,500 of 10,000,000 demands", "at most 1.250 % of the demands", "at most 12.500 basis points of the demands",
     "at most 1.000 × 10⁻⁶ of the demands", "at most once in 1.5 million demands", "höchstens 1,000 · 10⁻⁶ der Anforderungen",
     "höchstens 1 von 10.000 Anforderungen"],
)  # fmt: skip
def test_separators_of_one_kind_are_not(text: str) -> None:
    assert stated(text)
    assert not half_read(text)


def test_a_person_is_asked(tmp_path: Path) -> None:
    at = _write(
        tmp_path / "c",
        "The pump does not start at most on 2.500 of 10,000 demands",
        "The pump does not start",
        0.25,
    )
    assert [q for q in _questions(at) if q["id"] == "C1" and "number" in q["question"]]
