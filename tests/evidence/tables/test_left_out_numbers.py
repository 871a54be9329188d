"""Numbers of rows that are missing where no answer is wrong: in any order, in equal steps; parts of a larger set are not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.evidence.tables.test_label_runs import CLASSES, judged

R = np.random.default_rng(4)
KEPT = np.flatnonzero(R.random(700) > 0.21)
MIXED = R.permutation(KEPT)
SIGN = "sign-left-out-rows"


def right(folder: Path, names: list[str], column: str = "image") -> list[str]:
    rng = np.random.default_rng(9)
    return judged(folder, [(c := CLASSES[rng.integers(3)], c, name) for name in names], column)


@pytest.mark.parametrize("column", ["image", "file"])
@pytest.mark.parametrize("form", ["img{:05d}.png", "pic-{}.jpg", "{:04d}.png"])
@pytest.mark.parametrize("step", [1, 2, 3, 5, 10])
def test_pictures_in_any_order_with_some_missing(tmp_path: Path, column: str, form: str, step: int) -> None:
    for kept in (KEPT, MIXED):
        assert SIGN in right(tmp_path, [form.format(step * k + 7) for k in kept.tolist()], column)


@pytest.mark.parametrize("column", ["index", "sample_id", "id", "frame"])
def test_numbers_in_any_order_with_some_missing(tmp_path: Path, column: str) -> None:
    assert SIGN in right(tmp_path, [str(k) for k in MIXED.tolist()], column)


@pytest.mark.parametrize("seed", range(20))
def test_a_random_part_of_a_set_and_whole_sets_lack_nothing(tmp_path: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    part = rng.permutation(int(rng.uniform(1.6, 8) * 500))[:500]
    for names in (part, np.sort(part), rng.permutation(500), 5 * rng.permutation(500) + 3):
        assert SIGN not in right(tmp_path, [f"img{k:05d}.png" for k in names.tolist()])


def test_times_with_pauses_are_no_numbers_of_rows(tmp_path: Path) -> None:
    at = [1_760_000_000 + 660 * (k + 40 * (k // 90)) for k in range(600)]
    assert SIGN not in right(tmp_path, [str(t) for t in at], "timestamp")
    assert SIGN not in right(tmp_path, [f"{t}.png" for t in at])
    assert SIGN not in right(tmp_path, [str(t - at[0]) for t in at], "time")


def test_a_wrong_answer_and_missing_numbers(tmp_path: Path) -> None:
    rows = [("car", "car", f"img{k}.png") for k in MIXED.tolist()]
    assert SIGN not in judged(tmp_path, [("pedestrian", "car", "img3.png"), *rows[1:]], "image")
