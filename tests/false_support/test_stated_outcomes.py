"""Outcomes that titles, notes and descriptions state of measured evidence, and that its data exclude."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import RECORD, measured
from tests.false_support.test_answers import answers, confusion

NODE, NOTE = "evidence.N1.text", "evidence.N1.note"
ITEM = "evidence_items.EV"
TITLE, POPULATION = f"{ITEM}.title", f"{ITEM}.parameters.population"

RECORDS_FALSE: list[tuple[str, str]] = [
    (NODE, "Record of the tests: 90 failures in 8,000 demands"),
    (NODE, "The guard failed in 90 of 8,000 tests"),
    (NOTE, "A shift of rain; 12 of the 400 approaches were missed"),
    (TITLE, "Tests of the range guard: 90 of 8,000 failed"),
    (POPULATION, "two vehicles, 90 failures in 8.000 approaches"),
    (NODE, "Protokoll der Versuche: 90 Ausfälle bei 8.000 Anfahrten"),
    (TITLE, "Tests with an error rate of 2.5 %"),
]
RECORDS_TRUE: list[tuple[str, str]] = [
    (NODE, "Record of the tests: 1 failure in 8,000 demands"),
    (NODE, "Tests: at most 8 failures in 8,000 demands were allowed"),
    (NODE, "Repeated after the 90 failures in 8,000 demands of the previous release"),
    (NODE, "Tests of the 2 of 3 votes of the guard"),
    (NOTE, "25 injected failures in 25 tests were seen"),
    (TITLE, "No failure in 4,000 demands at the quay"),
    (POPULATION, "two vehicles of the fleet of 90"),
]
ANSWERS_FALSE = [
    "Test report, accuracy 94 %",
    "Report: the accuracy is 94.2 %",
    "Test report, error rate 6 %",
    "Genauigkeit von 94 %",
]
ANSWERS_TRUE = [
    "Test report, accuracy 99.8 %",
    "Report: the accuracy is at least 94 %",
    "The required accuracy is 94 %",
    "Fehlerquote 0,2 %",
]


@pytest.mark.parametrize(("place", "words"), RECORDS_FALSE)
def test_words_that_the_record_excludes(place: str, words: str, tmp_path: Path) -> None:
    at = folder(tmp_path / "x", measured(), {place: words}, {"record.csv": RECORD})
    must_not_hold(at, "sign-stated-otherwise")


@pytest.mark.parametrize(("place", "words"), RECORDS_TRUE)
def test_words_that_agree_or_speak_of_something_else(place: str, words: str, tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "x", measured(), {place: words}, {"record.csv": RECORD}))


@pytest.mark.parametrize("words", ANSWERS_FALSE)
def test_an_accuracy_that_the_answers_exclude(words: str, tmp_path: Path) -> None:
    at = folder(tmp_path / "x", confusion(), {NODE: words}, {"p.csv": answers(3)})
    must_not_hold(at, "the data give at least")


@pytest.mark.parametrize("words", ANSWERS_TRUE)
def test_an_accuracy_that_the_answers_have(words: str, tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "x", confusion(), {NODE: words}, {"p.csv": answers(3)}))


def test_somebody_else_may_say_what_the_words_speak_of(tmp_path: Path) -> None:
    because = {"reason": "The title names the campaign, in which another guard failed", "by": "S. Safety"}
    waive = {
        f"{ITEM}.waive": [{"rule": "sign-stated-otherwise", **because}],
        TITLE: "Campaign: 90 of 8,000 failed",
    }
    must_hold(folder(tmp_path / "x", measured(), waive, {"record.csv": RECORD}))
