"""Columns that name, place or describe the rows of true tables ask nothing; those that say more of them do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_answers import confusion

TEXT = "claims.C1.text"
POPULATION = "evidence_items.EV.parameters.population"
RECORDS: dict[str, tuple[str, dict[str, Any], bool]] = {
    "vehicles by number": ("vehicle;V1;V2", {}, False),
    "vehicles of two kinds": ("vehicle;car;bicycle", {}, True),
    "drivers": ("driver;Ann;B. Lee", {}, False),
    "no driver": ("driver;Ann;none", {}, True),
    "reports by number": ("report;TR-0112;TR-0113", {}, False),
    "weather": ("weather;dry;rain", {}, False),
    "weather of a claim": ("weather;dry;rain", {TEXT: "In fog the range guard fails in at most 1 of 1,000 approaches"}, True),
    "one weather": ("weather;dry;dry", {}, True),
    "a virtual place": ("location;virtual city;virtual city", {}, True),
    "firmware as stated": ("firmware;2.1;2.1", {POPULATION: "vehicles with firmware 2.1"}, False),
    "another firmware": ("firmware;2.1;2.1", {POPULATION: "vehicles with firmware 2.10"}, True),
    "dates before": ("date;2024-01-03;2024-02-03", {POPULATION: "release 4, in use since February 2026"}, True),
    "dates after": ("date;2026-02-03;2026-03-03", {POPULATION: "release 4, in use since February 2026"}, False),
}  # fmt: skip


def questions(at: Path) -> list[Any]:
    """What is asked of a case that holds."""
    must_hold(at)
    asked: list[Any] = json.loads(call("assess", at, "--json")[1])["questions"]
    return asked


@pytest.mark.parametrize(("first", "asks"), [("2024-01", True), ("2026-02", False)])
def test_entries_before_what_the_population_is_since(first: str, asks: bool, tmp_path: Path) -> None:
    table = f"entry,demands,failures\n{first},4000,0\n2026-03,4100,1\n"
    edits = {POPULATION: "release 4, in use since February 2026"}
    assert bool(questions(folder(tmp_path / "c", measured(), edits, {"record.csv": table}))) == asks


@pytest.mark.parametrize("name", RECORDS)
def test_columns_beside_a_record(name: str, tmp_path: Path) -> None:
    column, edits, asks = RECORDS[name]
    head, *cells = column.split(";")
    rows = [f"{entry},4000,{k},{cells[k]}" for k, entry in enumerate("ab")]
    table = "\n".join([f"entry,demands,failures,{head}", *rows]) + "\n"
    assert bool(questions(folder(tmp_path / "c", measured(), edits, {"record.csv": table}))) == asks


RNG = np.random.default_rng(23)
N = 900
NAMES = ("pedestrian", "vehicle", "background")
TRUE = RNG.integers(0, 3, N)
PEDESTRIANS = np.flatnonzero(TRUE == 0)
SPREAD, LAST = RNG.choice(PEDESTRIANS, 6, replace=False), PEDESTRIANS[-6:]


def answers(
    head: str, cell: Callable[[int], object], wrong: Any = SPREAD, name: str = "img_{:06d}.png"
) -> dict[str, str | bytes]:
    """Answers with one column more; the rows ``wrong`` take a pedestrian for background."""
    said = TRUE.copy()
    said[wrong] = 2
    lines = [
        f"{name.format(k * 7919 % 100003)},{NAMES[TRUE[k]]},{NAMES[said[k]]},{cell(k)}" for k in range(N)
    ]
    return {"p.csv": f"image,true,predicted,{head}\n" + "\n".join(lines) + "\n"}


ANSWERS: dict[str, tuple[dict[str, str | bytes], bool]] = {
    "cameras": (answers("camera", lambda k: f"cam{k % 3}"), False),
    "weather": (answers("weather", lambda k: ("rain", "dry")[k % 2]), False),
    "an epoch of some rows": (answers("seen_in_epoch", lambda k: k * 7 % 41 if k % 3 else ""), True),
    "pictures made by a program": (answers("camera", lambda k: "c1", name="gen_{:06d}.png"), True),
    "pictures of the test": (answers("camera", lambda k: "c1", name="test/{:06d}.png"), False),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ANSWERS)
def test_columns_beside_answers(name: str, tmp_path: Path) -> None:
    files, asks = ANSWERS[name]
    assert bool(questions(folder(tmp_path / "c", confusion(), {}, files))) == asks


@pytest.mark.slow
def test_pictures_of_the_training_are_in_doubt(tmp_path: Path) -> None:
    rows = answers("camera", lambda k: "c1", name="fold3/train/{:06d}.png")
    must_not_hold(folder(tmp_path / "c", confusion(), {}, rows), "sign-marked-rows")


@pytest.mark.slow
def test_wrong_answers_of_the_last_rows_only(tmp_path: Path) -> None:
    def clock(k: int) -> int:
        return 1_700_000_000 + 60 * k

    must_not_hold(folder(tmp_path / "c", confusion(), {}, answers("t", clock, LAST)), "sign-parted-rows")
    must_hold(folder(tmp_path / "twin", confusion(), {}, answers("t", clock)))


@pytest.mark.slow
def test_a_threshold_for_each_row(tmp_path: Path) -> None:
    chosen = answers("threshold", lambda k: f"{0.3 + k % 97 / 200:.3f}")
    must_not_hold(folder(tmp_path / "c", confusion(), {}, chosen), "sign-several-systems")
    must_hold(folder(tmp_path / "twin", confusion(), {}, answers("threshold", lambda k: 0.42)))


@pytest.mark.slow
def test_one_campaign_in_digits_and_in_words(tmp_path: Path) -> None:
    twice = {"record.csv": "entry,demands,failures\ncampaign 1,4000,0\ncampaign one,4100,1\n"}
    must_not_hold(folder(tmp_path / "c", measured(), {}, twice), "how a number is written")
    two = {"record.csv": "entry,demands,failures\ncampaign 1,4000,0\ncampaign two,4100,1\n"}
    must_hold(folder(tmp_path / "twin", measured(), {}, two))


def test_an_entry_that_was_cut(tmp_path: Path) -> None:
    cut = {"record.csv": "entry,demands,failures\na,4000,0\nb - log truncated,4100,1\n"}
    must_not_hold(folder(tmp_path / "c", measured(), {}, cut), "sign-marked-rows")
