"""Names of files that name another class than labels and answers do, up to a quarter of them; names of places do not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.tables.signs.class_names import kappa

from tests.evidence.tables.test_label_runs import CLASSES, judged

SIGN = "sign-answers-contradict"


def named(folder: Path, said: np.ndarray, shown: np.ndarray, form: str = "test/{}/{:04d}.png") -> list[str]:
    rows = [
        (CLASSES[t], CLASSES[t], form.format(CLASSES[s], k))
        for k, (t, s) in enumerate(zip(said, shown, strict=True))
    ]
    return judged(folder, rows, "image")


@pytest.mark.parametrize("form", ["test/{}/{:04d}.png", "{}_{}.jpg", "{}-{}.png"])
@pytest.mark.parametrize("changed", [0.03, 0.15, 0.21, 0.25, 0.3])
def test_labels_that_were_changed_to_the_answers(tmp_path: Path, changed: float, form: str) -> None:
    for seed in range(3):
        rng = np.random.default_rng(seed)
        shown = rng.integers(0, 3, 500)
        label = np.where(rng.random(500) < changed, (shown + rng.integers(1, 3, 500)) % 3, shown)
        assert SIGN in named(tmp_path, label, shown, form)
        assert SIGN not in named(tmp_path, shown, shown, form)


def test_places_that_are_called_like_classes(tmp_path: Path) -> None:
    for seed in range(40):
        rng = np.random.default_rng(seed)
        assert SIGN not in named(tmp_path, rng.integers(0, 3, 400), rng.integers(0, 3, 400))
        at = rng.integers(0, 3, 400)
        label = np.where(
            rng.random(400) < 0.4, rng.integers(0, 3, 400), at
        )  # where a car is, there are often cars
        assert SIGN not in named(tmp_path, label, np.minimum(at, 1)), seed


def test_folders_of_the_answers(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    true = rng.integers(0, 3, 500)
    said = np.where(rng.random(500) < 0.25, (true + 1) % 3, true)
    rows = [
        (CLASSES[t], CLASSES[a], f"out/{CLASSES[a]}/{k}.png")
        for k, (t, a) in enumerate(zip(true, said, strict=True))
    ]
    assert SIGN not in judged(tmp_path, rows, "image")


def test_kappa() -> None:
    """Agreement beyond chance, as its definition has it."""
    table = np.array([[50, 26, 24], [24, 4, 32], [6, 30, 4]])
    one, other = (np.repeat(np.indices(table.shape)[k].ravel(), table.ravel()) for k in (0, 1))
    agreement, n = np.trace(table) / table.sum(), table.sum()
    chance = float((table.sum(0) * table.sum(1)).sum()) / n**2
    assert kappa(one, other) == pytest.approx((agreement - chance) / (1 - chance))
