"""Columns of times: dates in many forms, names of columns of numbers, dates of things, wrong answers at one end."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.tables.signs.parted import at_one_end
from casegen_evidence.tables.signs.time_columns import times_of

from tests.evidence.tables.test_label_runs import CLASSES, judged

N = 600
TIMES = [datetime(2026, 5, 1, 8) + timedelta(minutes=11 * k) for k in range(N)]
ORDER = np.random.default_rng(3).permutation(N)
FORMS = [
    "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%S+02:00", "%d.%m.%Y %H:%M", "%d.%m.%Y %H:%M:%S", "%Y/%m/%d %H:%M", "%m/%d/%Y %H:%M",
    "%d/%m/%Y %H:%M:%S", "%d %b %Y %H:%M", "%d. %B %Y, %H:%M", "%b %d, %Y %I:%M %p", "%Y%m%dT%H%M%S", "%Y-%m-%d %H:%M:%S UTC",
    "%a %Y-%m-%d %H:%M", "%s",
]  # fmt: skip
NAMES = [
    "captured_at", "recorded", "recorded_at", "created_at", "taken", "acquired", "start", "utc", "timestamp", "Datum",
    "capturedAt", "when",
]  # fmt: skip


def signs(folder: Path, name: str, cells: list[str], last: bool) -> list[str]:
    """Of a table in no order: 40 wrong answers among the last fifth by time, or among all."""
    rng = np.random.default_rng(5)
    true = rng.integers(0, 3, N)
    wrong = rng.permutation(np.arange(480 if last else 0, N))[:40]
    said = true.copy()
    said[wrong] = (said[wrong] + 1) % 3
    rows = [(CLASSES[true[k]], CLASSES[said[k]], f'"{cells[k]}"') for k in ORDER]
    return judged(folder, rows, name)


def written(form: str) -> list[str]:
    if form == "%s":
        return [f"{(time - datetime(1970, 1, 1)).total_seconds():.0f}" for time in TIMES]
    return [time.strftime(form) for time in TIMES]


@pytest.mark.parametrize("form", FORMS)
def test_dates_in_any_form_tell_the_time(tmp_path: Path, form: str) -> None:
    assert "sign-parted-rows" in signs(tmp_path, "captured_at", written(form), True)
    assert "sign-parted-rows" not in signs(tmp_path, "captured_at", written(form), False)


@pytest.mark.parametrize("name", NAMES)
def test_dates_tell_the_time_whatever_their_column_is_called(tmp_path: Path, name: str) -> None:
    assert "sign-parted-rows" in signs(tmp_path, name, written("%d.%m.%Y %H:%M"), True)


@pytest.mark.parametrize(
    ("name", "is_time"),
    [
        ("t", True),
        ("start_s", True),
        ("captured_at_ms", True),
        ("created at", True),
        ("first", False),
        ("exposure", False),
        ("open", False),
        ("start_m", False),
    ],
)
def test_numbers_are_times_where_their_name_says_so(tmp_path: Path, name: str, is_time: bool) -> None:
    cells = [f"{0.5 + 0.25 * k:.2f}" for k in range(N)]
    assert ("sign-parted-rows" in signs(tmp_path, name, cells, True)) == is_time


@pytest.mark.parametrize("name", ["birth date", "manufactured", "installed_on", "next_service"])
def test_dates_of_things_are_no_times_of_the_rows(tmp_path: Path, name: str) -> None:
    assert "sign-parted-rows" not in signs(tmp_path, name, written("%Y-%m-%dT%H:%M:%S"), True)


def test_words_and_codes_are_no_dates() -> None:
    for words in (["1.2.3", "4.5.6"], ["may", "june"], ["12-34-56"], ["2026"], ["mar 7 b"]):
        assert not times_of(words)


def test_times_at_random_gather_at_no_end() -> None:
    for seed in range(300):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(40, 2000))
        assert at_one_end(rng.random(n), rng.random(n) < rng.uniform(0.01, 0.3)) is None
