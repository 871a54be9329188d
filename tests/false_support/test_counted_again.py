"""Records that hold everything twice, by two divisions of the same runs, wherever the rows stand; and honest twins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.field_data.signs.aggregates import made_of_others
from casegen_evidence.field_data.signs.equal_sums import counted_again

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured

UNITS = ((1513, 1), (2424, 2), (877, 0), (650, 1))
QUAY, YARD, DOCK, LOCK = UNITS
NORTH, SOUTH, DAY, NIGHT, ALL = (3937, 3), (1527, 1), (2464, 2), (3000, 2), (5464, 4)
AGAIN: dict[str, tuple[tuple[int, int], ...]] = {
    "units-then-sites": (*UNITS, NORTH, SOUTH),
    "sites-then-units": (NORTH, SOUTH, *UNITS),
    "in-any-order": (QUAY, NORTH, DOCK, YARD, SOUTH, LOCK),
    "units-then-shifts": (*UNITS, DAY, NIGHT),
    "three-divisions": (*UNITS, NORTH, SOUTH, DAY, NIGHT),
    "all-units-sites": (ALL, *UNITS, NORTH, SOUTH),
    "a-unit-of-no-site": (*UNITS, (1204, 0), NORTH, SOUTH),
    "the-first-site-alone": (*UNITS, NORTH),
}


def of_rows(rows: tuple[tuple[int, int], ...]) -> tuple[Any, Any]:
    sizes, counts = zip(*rows, strict=True)
    return np.array(sizes, float), np.array(counts, float)


@pytest.mark.parametrize("name", AGAIN)
def test_rows_that_hold_all_others_again(name: str) -> None:
    sizes, counts = of_rows(AGAIN[name])
    assert counted_again(sizes, counts) is not None
    assert counted_again(sizes / 10, counts) is not None  # hours
    assert counted_again(sizes + 3 * np.arange(len(sizes)) ** 2, counts) is None
    assert name == "the-first-site-alone" or counted_again(sizes, 0 * counts) is not None


@pytest.mark.parametrize(
    "sizes",
    [
        (1510, 1423, 1510, 1423), (1510, 423, 2207, 1510, 423, 2207), (1000, 500, 500, 1000, 500, 500), (744, 672, 744, 720, 744, 720),
        (1500, 2300, 3800, 800, 1400), (18, 21, 39, 12, 26, 40), (2000,) * 6, (100, 200, 300, 400, 500, 600), (387, 122, 201, 64),
        (122, 201, 64, 387),
    ],
    ids=str,
)  # fmt: skip
def test_rows_that_agree_by_plan_or_by_chance(sizes: tuple[int, ...]) -> None:
    values, none = np.array(sizes, float), np.zeros(len(sizes))
    assert counted_again(values, none) is None
    assert made_of_others(values, none) is None


@pytest.mark.parametrize(("least", "most"), [(60, 20), (400, 9), (4000, 3)])
def test_chance_hardly_makes_such_rows(least: int, most: int) -> None:
    """Of 900 honest records without failures: means and other statistics of small numbers are met more often than sums."""
    rng = np.random.default_rng(17)
    seen = 0
    for _ in range(900):
        sizes = np.round(rng.uniform(least, 10 * least, int(rng.integers(3, 9))))
        none = np.zeros(len(sizes))
        seen += counted_again(sizes, none) is not None or made_of_others(sizes, none) is not None
    assert seen <= most


def test_units_and_their_sites(tmp_path: Path) -> None:
    def record(rows: tuple[tuple[int, int], ...]) -> dict[str, str]:
        names = ("quay", "yard", "dock", "lock", "north", "south")
        lines = (f"{name},{n},{k}" for name, (n, k) in zip(names, rows, strict=False))
        return {"record.csv": "\n".join(["entry,demands,failures", *lines]) + "\n"}

    bound = {
        "claims.C1.text": "The range guard fails in at most 9 of 1,000 approaches",
        "claims.C1.requirement.bound": 9e-3,
    }
    must_hold(folder(tmp_path / "t", measured(), bound, record(UNITS)))
    must_not_hold(
        folder(tmp_path / "f", measured(), bound, record((*UNITS, NORTH, SOUTH))), "sign-sum-of-rows"
    )
