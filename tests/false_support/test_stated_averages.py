"""A claim on every moment is compared with the largest probability; with the mean only one on an average alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.test_over_the_mission import case, constant, on_test

LIMIT = 0.007
"""between the mean, 0.005, and the largest, 0.01"""
EVERY_MOMENT = (
    "The PFD of the valve is always at most 0.007",
    "The peak of the PFD of the valve is at most 0.007",
    "The PFD of the valve never exceeds 0.007",
    "The PFD of the valve at no time exceeds 0.007",
    "The PFD of the valve is at most 0.007 just before each test",
    "The mean probability of failure of the valve is always at most 0.007",
    "The valve fails to close with a probability of at most 0.007 in plants of on average 20 years",
    "With on average two demands a year the valve fails to close with a probability of at most 0.007",
    "The valve fails to close with a probability of at most 0.007 even though its PFD is claimed elsewhere",
)
AVERAGE = (
    "The mean probability that the valve fails to close is at most 0.007",
    "The PFD of the valve is at most 0.007",
    "On average the valve fails to close with a probability of at most 0.007",
)


def _case(text: str, limit: float) -> dict[str, Any]:
    return case(on_test(1000, 1e-5), constant(1.0), limit, **{
        "claims.C1.text": text, "trees.FT.title": "Valve does not close",
        "trees.FT.gates.TOP.text": "The valve fails to close", "events.E1.text": "The valve sticks",
        "case.title": "Valve",
        "arguments.A1.text": "The fault tree gives the probability that the valve fails to close",
    })  # fmt: skip


@pytest.mark.parametrize("text", EVERY_MOMENT)
def test_every_moment_is_limited(text: str, tmp_path: Path) -> None:
    must_not_hold(folder(tmp_path, _case(text, LIMIT)))


def test_the_twins_hold(tmp_path: Path) -> None:
    for i, text in enumerate(AVERAGE):
        must_hold(folder(tmp_path / f"mean{i}", _case(text, LIMIT)))
    for i, text in enumerate(
        ("The PFD of the valve never exceeds 0.02", "The PFD of the valve is always at most 0.02")
    ):
        must_hold(folder(tmp_path / f"worst{i}", _case(text, 0.02)))


def test_how_a_claim_on_the_average_is_worded_is_said(tmp_path: Path) -> None:
    said = "its mean over the mission of 8,760 h would meet the limit; a claim on that limits an average"
    text = must_not_hold(folder(tmp_path / "near", _case(EVERY_MOMENT[0], LIMIT)), "challenged").text
    assert said in " ".join(text.split())
    for i, (words, limit) in enumerate(
        ((EVERY_MOMENT[0], 0.004), ("The valve fails to close with at most 0.007", LIMIT))
    ):
        text = must_not_hold(folder(tmp_path / str(i), _case(words.replace("0.007", str(limit)), limit))).text
        assert "its mean" not in text


ONE_MOMENT = {
    "The PFD of the valve at the proof test is at most 0.007": "at the proof test",
    "The mean probability that the valve fails to close at inspection is at most 0.007": "at inspection",
    "On average the overdue valve fails to close with a probability of at most 0.007": "overdue",
    "On average the valve fails to close in at most 0.7 % of tests": "tests",
}


@pytest.mark.parametrize("text", ONE_MOMENT)
def test_a_moment_in_the_subject_is_no_average(text: str, tmp_path: Path) -> None:
    said = must_not_hold(folder(tmp_path / "false", _case(text, LIMIT)), "challenged").text
    assert f'{ONE_MOMENT[text]}\\" is nothing that the tree is named by' in " ".join(said.split())
    higher = text.replace("0.007", "0.02").replace("0.7 %", "2 %")
    must_hold(folder(tmp_path / "true", _case(higher, 0.02)))


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            "The valve sticks on its third start",
            "The mean probability that the third valve fails to close is at most 0.007",
        ),
        (
            "The valve sticks in January",
            "The mean probability that the valve fails to close in January is at most 0.007",
        ),
        ("The valve sticks in winter", "The PFD of the winter valve is at most 0.007"),
        ("A frozen pipe blocks the valve", "The PFD of the frozen valve is at most 0.007"),
        (
            "The valve sticks on Sunday",
            "On average the valve on Sunday fails to close with a probability of at most 0.007",
        ),
    ],
)
def test_words_of_an_event_name_no_subject(event: str, text: str, tmp_path: Path) -> None:
    """An unrelated event's own time or state is none of the top event."""
    must_not_hold(folder(tmp_path / "x", edited(_case(text, LIMIT), {"events.E1.text": event})))
    must_hold(folder(tmp_path / "twin", edited(_case(AVERAGE[0], LIMIT), {"events.E1.text": event})))


GERMAN_TOP = {
    "trees.FT.title": "Das Ventil schließt nicht", "trees.FT.gates.TOP.text": "Das Ventil schließt nicht",
    "events.E1.text": "Das Ventil klemmt", "arguments.A1.text": "Der Fehlerbaum zeigt, wie oft das Ventil nicht schließt",
}  # fmt: skip


@pytest.mark.parametrize(
    ("mean", "moment"),
    [
        (
            "Die mittlere Wahrscheinlichkeit, dass das Ventil nicht schließt, ist höchstens 0,007",
            "Die mittlere Wahrscheinlichkeit, dass das Ventil bei der Prüfung nicht schließt, ist höchstens 0,007",
        ),
        (
            "Das Ventil schließt im Mittel mit einer Wahrscheinlichkeit von höchstens 0,007 nicht",
            "Das überfällige Ventil schließt im Mittel mit einer Wahrscheinlichkeit von höchstens 0,007 nicht",
        ),
        (
            "Das Ventil schließt durchschnittlich mit einer Wahrscheinlichkeit von höchstens 0,007 nicht",
            "Das Ventil schließt mit einer Wahrscheinlichkeit von höchstens 0,007 nicht",
        ),
    ],
)
def test_a_german_title_that_denies(mean: str, moment: str, tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "mean", edited(_case(mean, LIMIT), GERMAN_TOP)))
    must_not_hold(folder(tmp_path / "moment", edited(_case(moment, LIMIT), GERMAN_TOP)))


DENIES = {"trees.FT.gates.TOP.text": "The valve does not close"}


@pytest.mark.parametrize(
    ("mean", "moment"),
    [
        ("The valve does not close with a probability of at most 0.007 on average", "The valve does not close with a probability of at most 0.007"),
        ("The probability that the valve does not close is at most 0.007 on average",
         "The probability that the valve does not close at the proof test is at most 0.007 on average"),
        ("The mean probability that the valve does not close is at most 0.007",
         "The mean probability that the overdue valve does not close is at most 0.007"),
    ],
)  # fmt: skip
def test_a_title_that_denies(mean: str, moment: str, tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "mean", edited(_case(mean, LIMIT), DENIES)))
    must_not_hold(folder(tmp_path / "moment", edited(_case(moment, LIMIT), DENIES)))
