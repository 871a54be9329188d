"""Tested events whose hours at risk are fewer than the mission's: judged wherever in the mission these hours lie."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import calculation

SAID = "may begin at any time of the mission"


def _tested(limit: float, words: str, **model: Any) -> dict[str, Any]:
    """Followed from the beginning, E1 comes to 0.3 % at the test after 3,000 h; from then on to 0.4 %."""
    return {
        "trees.FT.mission_time": 8760, "trees.FT.target.probability": limit,
        "claims.C1.text": f"The lift starts with an open door when needed in at most {words} missions",
        "events.E1.source": "data sheet; the lift runs 4,000 of the 8,760 h of a year",
        "events.E1.model": {"type": "periodic-test", "failure_rate": 1e-6, "interval": 8760, "first": 3000,
                            "hours": 4000, **model},
    }  # fmt: skip


def test_hours_from_the_beginning_are_not_the_worst(tmp_path: Path) -> None:
    base = calculation()
    must_not_hold(folder(tmp_path / "first", base, _tested(3.5e-3, "7 of 2,000")), SAID)
    must_hold(folder(tmp_path / "twin", base, _tested(5e-3, "1 of 200")))


def test_nor_are_they_where_repair_takes_time(tmp_path: Path) -> None:
    base = calculation()
    must_not_hold(folder(tmp_path / "first", base, _tested(3.5e-3, "7 of 2,000", repair_rate=0.1)), SAID)
    must_hold(folder(tmp_path / "twin", base, _tested(5e-3, "1 of 200", repair_rate=0.1)))


def test_hours_without_a_test_keep_their_number(tmp_path: Path) -> None:
    """The first test comes after as many hours: none of the places is worse than the hours from the beginning."""
    must_hold(folder(tmp_path / "late", calculation(), _tested(4.3e-3, "43 of 10,000", first=4000)))
