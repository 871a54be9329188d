"""Every number of a sentence is read, or asked about at its requirement; what is read is not asked about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from casegen.model.quantity import Comparison, MeasureKind
from casegen.texts.frequencies.agreement import disagreement, none_in
from casegen.texts.frequencies.unread import unread
from casegen.texts.numbers.stated import half_read, stated
from tests.false_support import call, folder, must_hold
from tests.false_support.bases import calculation

STRONGER = [
    "Das Horn versagt bei höchstens 0,0001 der Anforderungen", "The horn fails on 0.0001 of the demands",
    "Das Horn versagt bei höchstens 1 : 20.000 Anforderungen", "Das Verhältnis der Ausfälle zu Anforderungen ist 1 zu 20.000",
    "Keine von 20.000 Anforderungen bleibt ohne Horn", "Not one of 20,000 demands is missed",
    "Höchstens der zwanzigtausendste Teil der Anforderungen wird verfehlt", "At most the 20,000th part of the demands is missed",
    "Das Horn versagt bei höchstens fünf Hunderttausendsteln der Anforderungen",
]  # fmt: skip


@pytest.mark.parametrize("text", STRONGER)
def test_a_number_stronger_than_the_requirement_is_read(text: str) -> None:
    assert disagreement(text, Comparison.AT_MOST, 1e-3, MeasureKind.PER_DEMAND, None)
    assert not disagreement(text, Comparison.AT_MOST, 1e-5, MeasureKind.PER_DEMAND, None)


@pytest.mark.parametrize(
    ("text", "rate"),
    [("at most 0.7 % per year", 7e-3 / 8760), ("höchstens 0,7 % im Jahr", 7e-3 / 8760), ("höchstens 0,7 % p. a.", 7e-3 / 8760),
     ("at most 0.1 %/h", 1e-3), ("at most 0.1 percent a day", 1e-3 / 24)],
)  # fmt: skip
def test_a_percentage_per_time_is_a_rate(text: str, rate: float) -> None:
    text = f"The horn fails with {text}"
    assert [(n.what, n.readings) for n in stated(text)] == [("rate", pytest.approx((rate,)))]
    assert disagreement(text, Comparison.AT_MOST, 2 * rate, MeasureKind.PER_HOUR, None)
    assert not disagreement(text, Comparison.AT_MOST, rate, MeasureKind.PER_HOUR, None)
    assert "a rate" in disagreement(text, Comparison.AT_MOST, 1e-9, MeasureKind.PER_DEMAND, None)


@pytest.mark.parametrize(
    "text", ["available at least 99.9 % per year", "at most 0.1 % of the days", "at most 0.1 % per demand"]
)
def test_a_percentage_of_what_works_or_of_occasions_is_a_share(text: str) -> None:
    assert [n.what for n in stated(text)] == ["share"]


QUIET = [
    "The brake of wagon 4711 fails on at most 1 of 1,000 demands", "The brake with 80 % charge fails on at most 1 of 1,000 demands",
    "The brake fails on at most 1 of 1,000 demands at 1.5 times the rated load",
    "The horn at 20 % load fails on at most 1 of 1,000 demands", "With 95 percent relative humidity at most 1 of 1,000 demands is missed",
    "The valve opens by 90 % of its travel on at least 999 of 1,000 demands", "Valve 17 sticks on at most 1 of 1,000 demands",
    "The horn at kilometre 12.4 fails on at most 1 of 1,000 demands", "At a load of 500 kg at most 1 of 1,000 demands is missed",
    "Das Horn versagt bei einer Steigung von 4 % bei höchstens 1 von 1.000 Anforderungen",
]  # fmt: skip


@pytest.mark.parametrize("text", QUIET)
def test_places_and_states_beside_a_number_that_is_read(text: str) -> None:
    assert not unread(text)
    assert not half_read(text)
    assert len([n for n in stated(text) if n.side]) == 1


@pytest.mark.parametrize("text", ["Of all 400 valves at most 1 of 1,000 is stuck", "Of which 400 fail, at most 1 of 1,000 is stuck", "All 40 valves stick on at most 1 of 1,000 demands", "Gate 17 of 400 fails on at most 1 of 1,000 demands"])  # fmt: skip
def test_a_count_beside_a_number_that_is_read(text: str) -> None:
    assert [*unread(text), *(n.quote for n in stated(text) if not n.side)]


@pytest.mark.parametrize(
    "text", ["0.01 % of load changes fail", "0.01 % load steps fail", "0.01 % load demands fail"]
)
def test_changes_of_a_state_are_occasions(text: str) -> None:
    assert stated(text)


OPEN = "The lift starts with an open door"


def asked(tmp_path: Path, text: str, edits: dict[str, Any] | None = None) -> list[str]:
    at = folder(tmp_path / "c", calculation(), {"claims.C1.text": text, **(edits or {})})
    must_hold(at)
    questions = json.loads(call("assess", at, "--json")[1])["questions"]
    return [said for question in questions if question["id"] == "C1" for said in question["texts"][1:]]


ASKED = {
    f"{OPEN} less often than rain falls on 20,000 days": "20,000",
    "Of 20,000 missions none starts with an open door": "20,000",
    f"{OPEN} once for each lot of 20,000": "20,000",
    f"{OPEN} with a log10 probability of -4.3": "4.3",
    f"{OPEN} in at most one mission in two myriads": "one mission in two (myriads)",
    f"{OPEN} in 1 of 1,000 missions by day and 1 of 20,000 by night": "1 of 1,000",
    f"{OPEN} in at most 0.1 % of the missions, of which a twentieth is fatal": "of which a twentieth",
    f"{OPEN} in at most 1 of 1,000 missions, in fog in one of four": "one of four",
    f"{OPEN} in at most 1 of 20 M missions": "1 of 20 (M)",
    f"{OPEN} in at most five hundred thousandths of the missions": "five hundred thousandths",
}


@pytest.mark.parametrize("text", ASKED)
def test_a_number_that_is_not_read_is_asked_about(tmp_path: Path, text: str) -> None:
    assert ASKED[text] in asked(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [f"{OPEN} rarely enough", f"{OPEN} in at most 1 of 1,000 missions (SIL 2)",
     "With one of two circuits lost the lift starts with an open door in at most 1 of 1,000 missions", "With two cabins of three in order at most 1 of 1,000 missions starts with an open door",
     "Lift 17 starts with an open door in at most 1 of 1,000 missions"],
)  # fmt: skip
def test_a_sentence_whose_number_is_read_or_that_has_none(tmp_path: Path, text: str) -> None:
    assert asked(tmp_path, text) == []


def test_none_of_so_many_is_quoted_once() -> None:
    assert [n.quote for n in none_in("Keine von 1.000 Anforderungen bleibt ohne Horn")] == ["Keine von 1.000"]
