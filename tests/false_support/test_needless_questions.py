"""Plain sentences of the field on a tree of the same event are not asked about; what they name beside it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.false_support import must_hold, must_not_hold
from tests.false_support.test_mean_times import DEMAND, RATE, _write
from tests.false_support.test_other_verbs import _questions

QUIET = [
    ("The shutdown function meets SIL 2 in low demand mode", "The shutdown function does not shut down", DEMAND, 9e-3),
    ("Mit höchstens 1 % Wahrscheinlichkeit fördert die Pumpe auf Anforderung kein Wasser", "Die Pumpe fördert kein Wasser", DEMAND, 0.01),
    ("With at most 1 % probability the pump does not deliver on demand", "The pump does not deliver", DEMAND, 0.01),
    ("The pump fails on demand with at most 1 %", "The pump fails", DEMAND, 0.01),
    ("The PFD of the pump is at most 1.000 E-4", "The pump does not start", DEMAND, 1e-4),
    ("The pump starts in at least 999 of 1,000 demands", "The pump does not start", DEMAND, 1e-3),
    ("The valve closes on at least 99.9 % of demands", "The valve does not close", DEMAND, 1e-3),
    ("Das Ventil schließt bei mindestens 99,9 % der Anforderungen", "Das Ventil schließt nicht", DEMAND, 1e-3),
    ("The PFDavg of the protection is at most 0.01", "The protection does not respond", DEMAND, 0.01),
    ("The average frequency of a dangerous failure of the pump per hour is at most 1e-6", "The pump stops", RATE, 1e-6),
    ("Die Pumpe fällt höchstens zweimal im Jahr aus", "Die Pumpe fällt aus", RATE, 2.28e-4),
    ("The pump stops less often than once in 50 years", "The pump stops", RATE, 2.28e-6),
    ("At any moment the pump is unavailable with a probability of at most 1 %", "The pump does not start", DEMAND, 0.01),
    ("Die Pumpe fördert bei Bedarf mit einer Wahrscheinlichkeit von höchstens 1 % nicht", "Die Pumpe fördert nicht", DEMAND, 0.01),
    ("Im Bedarfsfall fördert die Pumpe mit einer Wahrscheinlichkeit von höchstens 1 % nicht", "Die Pumpe fördert nicht", DEMAND, 0.01),
]  # fmt: skip
ASKED = [
    ("With at most 1 % probability of rain the pump does not start on demand", "The pump does not start", DEMAND, 0.01, "1 %"),
    ("The valve closes on at least 99.9 % of demands", "The valve does not open", DEMAND, 1e-3, "closes, does not open"),
    ("The pump starts in at least 999 of 1,000 demands", "The pump does not stop", DEMAND, 1e-3, "starts, does not stop"),
    ("At any moment of the storm the pump is unavailable with a probability of at most 1 %", "The pump does not start", DEMAND, 0.01,
     "'At any moment'"),
    ("The pump does not start on demand in heavy rain in at most 1 of 100 demands", "The pump does not start", DEMAND, 0.01,
     "'in heavy rain'"),
    ("Bei Bedarf in der Nacht fördert die Pumpe in höchstens 1 von 100 Anforderungen nicht", "Die Pumpe fördert nicht", DEMAND, 0.01,
     "'Bedarf Nacht'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "event", "kind", "bound"), QUIET)
def test_a_plain_sentence(text: str, event: str, kind: str, bound: float, tmp_path: Path) -> None:
    at = _write(tmp_path / "c", text, event, kind, bound)
    must_hold(at)
    assert not [question for question in _questions(at) if text in question["texts"][:1]]


@pytest.mark.parametrize(("text", "event", "kind", "bound", "quote"), ASKED)
def test_what_it_names_beside_its_event(
    text: str, event: str, kind: str, bound: float, quote: str, tmp_path: Path
) -> None:
    at = _write(tmp_path / "c", text, event, kind, bound)
    assert any(quote in question["texts"] for question in _questions(at))


@pytest.mark.parametrize("text", [
    "Mit höchstens 0,1 % Wahrscheinlichkeit fördert die Pumpe auf Anforderung nicht", "Die Pumpe fällt bei Anforderung aus, mit höchstens 0,1 % Wahrscheinlichkeit",
    "The pump fails on demand with at most 0.1 %", "The PFD of the pump is at most 1.000 E-3",
])  # fmt: skip
def test_a_number_that_is_read_is_held_to(text: str, tmp_path: Path) -> None:
    must_not_hold(
        _write(
            tmp_path / "c",
            text,
            "Die Pumpe fördert nicht" if "Pumpe" in text else "The pump fails",
            DEMAND,
            0.01,
        ),
        "text-number",
    )
