"""A time in a claim that is longer than its tree's mission is an error, or asked about: none passes in silence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import base, edits
from tests.false_support.test_other_verbs import _questions

DAY, YEAR = 24.0, 8760.0
STOPS, STANDS = "The pump stops", "Die Pumpe bleibt stehen"
THAT = "The probability that the pump stops {} is at most 2 %"
WITH = "The pump stops {} with a probability of at most 2 %"
MIT = "Die Pumpe bleibt {} mit einer Wahrscheinlichkeit von höchstens 2 % stehen"


def _edits(text: str, hours: float, event: str) -> dict[str, Any]:
    changed = edits(text, event, "probability-per-mission")
    changed |= {
        "claims.C1.requirement.bound": 0.02,
        "trees.FT.target.probability": 0.02,
        "trees.FT.mission_time": hours,
    }
    changed["events.E1.model"] = {"type": "exponential", "rate": 0.019 / hours}
    return changed


def _write(at: Path, text: str, hours: float, event: str = "") -> Path:
    return folder(at, base(), _edits(text, hours, event or (STANDS if "Pumpe" in text else STOPS)))


def _asked(at: Path, id: str = "C1") -> list[str]:
    return [
        text for q in _questions(at) if q["id"] == id and "number" in q["question"] for text in q["texts"][1:]
    ]


REFUSED = [
    "The probability that the pump fails in 72 hours is at most 2 %", "The probability that the pump fails in 1,000 hours is at most 2 %",
    "The failure probability of the pump in 72 hours is at most 2 %", "The probability of failure of the pump in 30 days is at most 2 %",
    "The probability that the pump fails in 30 days is at most 2 percent",
    "Die Wahrscheinlichkeit, dass die Pumpe in 72 Stunden ausfällt, beträgt höchstens 2 %",
]  # fmt: skip
LONGER = [
    *((form.format(time), DAY, time) for time in (
        "in 2027", "during 2027", "in Q3", "from May to September", "in May", "from Monday to Friday", "by the end of the month",
        "until Christmas", "by the end of the project", "over the summer") for form in (THAT, WITH)),
    *((form.format(time), DAY, part) for time, part in (
        ("in 3 days", "3 days"), ("before the first week is over", "before the first week"), ("within three days", "three days"), ("in 3 consecutive days", "3 consecutive days"))
      for form in (THAT, WITH)),
    ("The probability that the alarm sounds within three days is at most 2 %", DAY, "three days"),
    *((form.format(time), YEAR, time) for time in (
        "from 2026 to 2030", "between 2026 and 2030", "in the years 2026 to 2030", "by the year 2035", "before 2035", "until 2035",
        "in the 2030s", "between now and 2035", "until decommissioning", "in 2026–2030") for form in (THAT, WITH)),
    ("Between 2026 and 2030 the pump stops with a probability of at most 2 %", YEAR, "Between 2026 and 2030"),
    *((MIT.format(time), DAY, time) for time in ("von Mai bis September", "bis zum Ende der Woche",
                                                "bis Weihnachten")),
    (MIT.format("an drei Tagen"), DAY, "drei Tagen"), (MIT.format("bis Monatsende"), DAY, "Monatsende"),
    *((MIT.format(time), YEAR, time) for time in ("zwischen 2026 und 2030", "bis Ende 2035", "bis 2035", "bis zur Außerbetriebnahme")),
]  # fmt: skip
QUIET = [
    *((form.format(time), DAY) for time in ("in 24 hours", "within a day", "during a mission", "until the end of the mission")
      for form in (THAT, WITH)),
    *((f"The pump, {said}, stops with a probability of at most 2 %", DAY) for said in (
        "inspected every 6 months", "in use since 2019", "commissioned in 2024", "which was commissioned in May 2024", "10 years old",
        "rev. 2026", "of 2026", "repaired within 3 days", "by data of 10 years", "replaced every 5,000 h",
        "according to ISO 13849-1:2023", "with a test interval of a year", "stopped within 200 ms")),
    ("The pump stops in at most 2 of 100 missions in 2027", DAY), ("The pump stops on at most 2 % of the missions from 2026 to 2030", DAY),
    ("The probability that the pump stops may be at most 2 %", DAY), (WITH.format("on one day"), DAY),
    *((form.format(time), YEAR) for time in ("in 2027", "by the end of the year", "within a year", "from May to September") for form in (THAT, WITH)),
    (MIT.format("im Jahr 2027"), YEAR), ("Die Pumpe, Baujahr 2024, bleibt mit einer Wahrscheinlichkeit von höchstens 2 % stehen", YEAR),
    ("Die alle 6 Monate gewartete Pumpe bleibt mit einer Wahrscheinlichkeit von höchstens 2 % stehen", DAY),
]  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_a_percentage_behind_a_time_makes_no_rate_of_it(text: str, tmp_path: Path) -> None:
    event = "Die Pumpe fällt aus" if "Pumpe" in text else "The pump fails"
    must_not_hold(_write(tmp_path / "c", text, DAY, event), "text-time")
    must_hold(_write(tmp_path / "d", text, 1000.0, event))


@pytest.mark.parametrize(("text", "hours", "time"), LONGER)
def test_a_longer_time_is_asked_about(text: str, hours: float, time: str, tmp_path: Path) -> None:
    assert time in _asked(_write(tmp_path / "c", text, hours, "The alarm sounds" if "alarm" in text else ""))


@pytest.mark.parametrize(("text", "hours"), QUIET)
def test_a_time_that_fits_or_is_another_is_not(text: str, hours: float, tmp_path: Path) -> None:
    at = _write(tmp_path / "c", text, hours)
    must_hold(at)
    assert not _asked(at)


@pytest.mark.parametrize(("hours", "asked"), [(DAY, ["in 2027"]), (YEAR, [])])
def test_of_a_claim_that_shows_the_number(hours: float, asked: list[str], tmp_path: Path) -> None:
    case = edited(base(), _edits(WITH.format("on a mission"), hours, STOPS))
    above = {"id": "C0", "text": WITH.format("in 2027"), "owner": "A. Author"}
    step = {"id": "A0", "text": "Made precise", "supports": "C0", "block": "concretion", "from": ["C1"],
            "side_claims": case["arguments"][0]["side_claims"]}  # fmt: skip
    at = folder(tmp_path / "c", case, {"claims.+": above, "arguments.+": step, "case.roots": ["C0"]})
    must_hold(at)
    assert [time for time in _asked(at, "C0") if time == "in 2027"] == asked


def test_an_end_of_the_event_is_part_of_it(tmp_path: Path) -> None:
    text = "The vehicle does not brake until standstill, with a probability of at most 2 %"
    assert not _asked(_write(tmp_path / "c", text, DAY, "The vehicle does not brake until standstill"))
    assert "until standstill" in _asked(_write(tmp_path / "d", text, DAY, "The vehicle does not brake"))
