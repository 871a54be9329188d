"""Mean times and thousands in a sentence: neither a share of 1.000 nor, by coincidence, a percentage of the bound."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import base, edits
from tests.false_support.test_other_verbs import _questions

RATE, DEMAND = "rate-per-hour", "probability-per-demand"
STOPS = "The mean time between stops of the pump is at least"


def _write(at: Path, text: str, event: str, kind: str, bound: float) -> Path:
    changed = edits(text, event, kind)
    changed |= {"claims.C1.requirement.bound": bound, "trees.FT.target.probability": bound}
    changed["events.E1.model"] = {"type": "constant", "probability": bound / 10, "kind": kind}
    return folder(at, base(), changed)


def _asked(at: Path) -> list[str]:
    return [q["question"] for q in _questions(at) if q["id"] == "C1" and "number" in q["question"]]


OTHER_FORMS = [
    "The mean time between stops of the pump: at least {} years", "The mean time between stops of the pump is ≥ {} years",
    "The mean time between stops of the pump is {} years or more", "A stop of the pump has a return period of at least {} years",
    "The mean time between stops (MTBS) of the pump is at least {} years", "The pump has a mean time between stops of at least {} years",
]  # fmt: skip
WEAKER = [
    (f"{STOPS} 50 hours", "The pump stops", 0.5), (f"{STOPS} 1,000 hours", "The pump stops", 0.01),
    (f"{STOPS} 20 years", "The pump stops", 0.2), (f"{STOPS} 1,000,000 hours", "The pump stops", 2e-6),
    ("The return period of a stop of the pump is at least 1,000 years", "The pump stops", 1e-6),
    ("Die mittlere Zeit zwischen zwei Stopps der Pumpe beträgt mindestens 1.000 Stunden", "Die Pumpe stoppt", 0.01),
    *((text.format(142), "The pump stops", 1e-6) for text in OTHER_FORMS),
]  # fmt: skip
READ = [
    (f"{STOPS} 50 hours", "The pump stops", 0.02), (f"{STOPS} 1,000,000 hours", "The pump stops", 1e-6),
    (f"{STOPS} 1000000 hours", "The pump stops", 1e-6), (f"{STOPS} 20 years", "The pump stops", 5.7e-6),
    ("The mean time to a stop of the pump is at least 1,000,000 hours", "The pump stops", 1e-6),
    ("The return period of a stop of the pump is at least 1,000,000 hours", "The pump stops", 1e-6),
    ("Die mittlere Zeit zwischen zwei Stopps der Pumpe beträgt mindestens 1.000.000 Stunden", "Die Pumpe stoppt", 1e-6),
    *((text.format(114), "The pump stops", 1e-6) for text in OTHER_FORMS),
    ("The pump stops no more often than once in 50 years", "The pump stops", 2.28e-6),
    ("The pump stops no more often than twice in 50 years", "The pump stops", 4.56e-6),
    ("The pump stops no more than once in 50 years", "The pump stops", 2.28e-6),
]  # fmt: skip
ASKED = [
    ("Between two failed starts of the pump lie at least 50 starts", "The pump does not start", DEMAND, 0.5),
    ("Between two failed starts of the pump lie at least 50 starts", "The pump does not start", DEMAND, 0.4),
    ("The pump lasts at least 1,000 starts", "The pump does not start", DEMAND, 1e-3),
    ("The pump lasts at least 1,000 starts", "The pump does not start", DEMAND, 0.01),
    ("Die Pumpe hält mindestens 1.000 Starts", "Die Pumpe startet nicht", DEMAND, 1e-3),
    ("Die Pumpe hält mindestens 50 Stunden", "Die Pumpe stoppt", RATE, 0.5),
]  # fmt: skip


@pytest.mark.parametrize(("text", "event", "bound"), WEAKER)
def test_a_time_that_asks_for_less_often(text: str, event: str, bound: float, tmp_path: Path) -> None:
    must_not_hold(_write(tmp_path / "c", text, event, RATE, bound), "text-number")


@pytest.mark.parametrize(("text", "event", "bound"), READ)
def test_a_time_is_read_as_its_rate(text: str, event: str, bound: float, tmp_path: Path) -> None:
    at = _write(tmp_path / "c", text, event, RATE, bound)
    must_hold(at)
    assert not _asked(at)


@pytest.mark.parametrize(("text", "event", "kind", "bound"), ASKED)
def test_a_number_that_is_not_read_is_asked_about(
    text: str, event: str, kind: str, bound: float, tmp_path: Path
) -> None:
    at = _write(tmp_path / "c", text, event, kind, bound)
    must_hold(at)
    assert _asked(at)


@pytest.mark.parametrize(("text", "event", "bound"), [
    ("The reliability of the pump is at least 99.9", "The pump does not start", 1e-3),
    ("The reliability of the pump is at least 97", "The pump does not start", 0.03),
])  # fmt: skip
def test_a_percentage_without_its_sign_is_not(text: str, event: str, bound: float, tmp_path: Path) -> None:
    at = _write(tmp_path / "c", text, event, DEMAND, bound)
    must_hold(at)
    assert not _asked(at)


def test_thousands_of_starts_beside_a_limit_are_no_share(tmp_path: Path) -> None:
    text = "The pump, replaced after at most 1,000 starts, does not start in at most 1 of 10,000 demands"
    must_hold(_write(tmp_path / "c", text, "The pump does not start", DEMAND, 1e-4))
