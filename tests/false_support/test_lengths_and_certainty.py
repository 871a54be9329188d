"""Lengths without a count or in two units, certainty in words and functions are read or asked about; references are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import base, edits

PUMP, PUMPE = "The pump fails", "Die Pumpe versagt"
LONGER = {
    "in at most 1 of 1,000 missions of several days": 48, "in at most 1 of 1,000 multi-day missions": 48, "in at most 1 of 1,000 missions of many weeks": 336,
    "in at most 1 of 1,000 missions of 8 h 40 min": 8.6667, "in at most 1 of 1,000 missions of 1 h and 30 min": 1.5,
    "in at most 1 of 1,000 missions up to 8 hours long": 8, "in höchstens 1 von 1.000 mehrtägigen Einsätzen": 48,
    "in höchstens 1 von 1.000 Einsätzen von mehreren Tagen": 48,
}  # fmt: skip
ASKED = [
    "The pump fails in at most 1 of 1,000 missions beyond reasonable doubt", "The pump fails in at most 1 of 1,000 missions for certain",
    "The pump fails in at most exp(-9) of the missions", "The pump, carrying 40, fails in at most 1 of 1,000 missions",
]  # fmt: skip
QUIET = [
    "The pump, serviced every 500 h, fails in at most 1 of 1,000 missions", "The pump at 230 V ± 10 % fails in at most 1 of 1,000 missions",
    "The pump with M8 x 40 bolts fails in at most 1 of 1,000 missions", "The pump fails in at most 1 of 1,000 missions at up to 3,000 m",
    "The pump fails in at most 1 of 1,000 missions (target of clause 5.4.2)", "The pump fails in at most 1 of 1,000 missions (see FT, sheet 3)",
]  # fmt: skip
GERMAN_QUIET = [
    "Die Wahrscheinlichkeit, dass die Pumpe in einem Einsatz versagt, beträgt höchstens 0,001",
    "Die Pumpe arbeitet in mindestens 999 von 1.000 Einsätzen", "Laut Fehlerbaum versagt die Pumpe in höchstens 1 von 1.000 Einsätzen",
    "Wie der Fehlerbaum zeigt, versagt die Pumpe in höchstens 1 von 1.000 Einsätzen",
    "Die Pumpe versagt in höchstens 1 von 1.000 Einsätzen (siehe Blatt 3)", "Die Pumpe versagt in höchstens 1 von 1.000 Einsätzen, wie in REQ-17 gefordert",
    "Die Pumpe versagt in höchstens 1 von 1.000 Einsätzen bei 230 V ± 10 %",
]  # fmt: skip


def _questions(at: Path) -> Any:
    return json.loads(call("assess", at, "--json")[1])["questions"]


@pytest.mark.parametrize("phrase", LONGER)
def test_a_length_is_read_in_full(tmp_path: Path, phrase: str) -> None:
    event = PUMPE if "höchstens" in phrase else PUMP
    said = edits(f"{event} {phrase}", event, "probability-per-mission")
    true = folder(tmp_path / "true", base(), {**said, "trees.FT.mission_time": LONGER[phrase]})
    must_hold(true)
    assert not _questions(true)
    must_not_hold(
        folder(tmp_path / "false", base(), {**said, "trees.FT.mission_time": LONGER[phrase] / 1.1}),
        "text-time",
    )


@pytest.mark.parametrize("text", ASKED)
def test_certainty_and_functions_are_asked_about(tmp_path: Path, text: str) -> None:
    assert _questions(folder(tmp_path / "x", base(), edits(text, PUMP, "probability-per-mission")))


@pytest.mark.parametrize("text", [*QUIET, *GERMAN_QUIET])
def test_intervals_tolerances_and_references_are_not(tmp_path: Path, text: str) -> None:
    at = folder(
        tmp_path / "x",
        base(),
        edits(text, PUMPE if text in GERMAN_QUIET else PUMP, "probability-per-mission"),
    )
    must_hold(at)
    assert not _questions(at)


def test_an_interval_of_service_is_no_mission(tmp_path: Path) -> None:
    text = "Die Pumpe, alle 6 Monate gewartet, versagt in höchstens 1 von 1.000 Einsätzen"
    must_hold(folder(tmp_path / "x", base(), edits(text, PUMPE, "probability-per-mission")))


def test_a_limit_on_works_is_the_contrary_of_one_on_fails(tmp_path: Path) -> None:
    text = "Die Pumpe arbeitet in höchstens 1 von 1.000 Einsätzen"
    must_not_hold(
        folder(tmp_path / "x", base(), edits(text, PUMPE, "probability-per-mission")), "requirement-direction"
    )
