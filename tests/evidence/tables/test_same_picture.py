"""The same picture under several names is one draw; folders that number their own pictures alike are left alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Label


def signs(folder: Path, image: list[str], true: np.ndarray, predicted: np.ndarray) -> list[str]:
    path = folder / "a.csv"
    rows = zip(image, true, predicted, strict=True)
    path.write_text("image,true,predicted\n" + "".join(f"{a},{b},{c}\n" for a, b, c in rows))
    intake = Intake()
    read_table(path, {"true": Label(), "predicted": Label()}, intake=intake, draws=True)
    return [s.message for s in intake.signs if s.name == "sign-repeated-rows"]


def drawn(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    true = rng.choice(["car", "dog", "man"], n)
    return true, np.where(rng.random(n) < 0.05, "dog", true)


@pytest.mark.parametrize(
    "renamed",
    [
        lambda k: f"b/{k}.png",
        lambda k: f"{k}.jpg",
        lambda k: f"{k.upper()}.PNG",
        lambda k: f"v2_{k}.png",
        lambda k: f"{k}_copy.png",
    ],
)
def test_names_of_one_picture_are_seen(tmp_path: Path, renamed: Callable[[str], str]) -> None:
    rng = np.random.default_rng(1)
    ids = [f"{k:06x}" for k in rng.permutation(10**6)[:300]]
    true, predicted = drawn(300)
    order = rng.permutation(600)
    image = [f"a/{k}.png" for k in ids] + [renamed(k) for k in ids]
    (message,) = signs(
        tmp_path, [image[k] for k in order], np.tile(true, 2)[order], np.tile(predicted, 2)[order]
    )
    assert "names of column 'image' are those of others" in message


def test_folders_that_number_their_own_pictures_are_left_alone(tmp_path: Path) -> None:
    true, predicted = drawn(600)
    image = [f"day{k // 200}/{k % 200:04d}.png" for k in range(600)]
    assert not signs(tmp_path, image, true, predicted)
    by_class = np.repeat(["car", "dog", "man"], 200)
    assert not signs(tmp_path, [f"{c}/{k % 200}.png" for k, c in enumerate(by_class)], by_class, by_class)


def test_one_class_says_nothing_of_pictures(tmp_path: Path) -> None:
    true = np.array(["car"] * 595 + ["dog"] * 5)
    image = [f"{'ab'[k % 2]}/{k // 2:04d}.png" for k in range(600)]
    assert not signs(tmp_path, image, true, true)


def test_a_repeated_table_of_names_is_doubted_and_one_of_measured_scores_barred(tmp_path: Path) -> None:
    true, predicted = drawn(300)
    path = tmp_path / "b.csv"
    for times in (np.tile, np.repeat):
        rows = zip(times(true, 3), times(predicted, 3), strict=True)
        path.write_text("true,predicted\n" + "".join(f"{a},{b}\n" for a, b in rows))
        intake = Intake()
        read_table(path, {"true": Label(), "predicted": Label()}, intake=intake, draws=True)
        (sign,) = [s for s in intake.signs if s.name == "sign-repeated-rows"]
        assert sign.severity == "suspicious"
        assert "600 of 900 rows" in sign.message
