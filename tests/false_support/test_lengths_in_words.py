"""How long a mission lasts, in words of several parts: ``half a day``, ``a dozen hours``, ``anderthalb Tage``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.texts.times.exposure import periods
from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.bases import calculation

HOURS = {
    "half a day": 12.0, "a half day": 12.0, "a full day": 24.0, "a whole day": 24.0, "one and a half days": 36.0,
    "a day and a half": 36.0, "three quarters of a day": 18.0, "a dozen hours": 12.0, "two dozen hours": 24.0,
    "half a dozen hours": 6.0, "a quarter of a month": 182.5, "twenty-four hours": 24.0, "1½ days": 36.0,
    "half an hour": 0.5, "a third of a day": 8.0,
}  # fmt: skip
STUNDEN = {
    "eines halben Tages": 12.0, "eines ganzen Tages": 24.0, "anderthalb Tagen": 36.0, "einem Dutzend Stunden": 12.0,
    "drei viertel Tagen": 18.0, "eineinhalb Tagen": 36.0, "einer Viertelstunde": 0.25,
}  # fmt: skip


def _missions(length: str, hours: float) -> dict[str, Any]:
    text = (
        f"Der Aufzug fährt in höchstens 1 von 1.000 Missionen von {length} mit offener Tür an"
        if length in STUNDEN
        else f"The lift starts with an open door in at most 1 of 1,000 missions of {length}"
    )
    return edited(calculation(), {"claims.C1.text": text, "trees.FT.mission_time": hours})


@pytest.mark.parametrize("length", [*HOURS, *STUNDEN])
def test_a_length_in_words_is_the_same_in_digits(length: str) -> None:
    read = [period.hours for period in periods(f"1 of 1,000 missions of {length}")]
    assert read == [pytest.approx((HOURS | STUNDEN)[length], rel=1e-3)]


@pytest.mark.parametrize(
    "length", ["half a day", "a full day", "one and a half days", "a dozen hours", *STUNDEN]
)
def test_a_tree_of_shorter_missions_does_not_show_it(tmp_path: Path, length: str) -> None:
    hours = (HOURS | STUNDEN)[length]
    must_not_hold(folder(tmp_path / "short", _missions(length, hours * 0.8)), "text-time")


@pytest.mark.parametrize(
    "length", ["half a day", "a full day", "one and a half days", "a dozen hours", *STUNDEN]
)
def test_a_tree_of_such_missions_does(tmp_path: Path, length: str) -> None:
    must_hold(folder(tmp_path / "long", _missions(length, (HOURS | STUNDEN)[length])))


@pytest.mark.parametrize(
    "text", ["It is closed on a third day", "It is open for half of the days", "every second hour"]
)
def test_ordinals_and_shares_of_days_are_no_lengths(text: str) -> None:
    assert periods(text) == ()
