"""Rows whose scores are there again with a little noise, in any order; and no draws."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.signs.noisy_copies import noisy_copies
from casegen_evidence.tables.spec import Label

CLASSES = ("dock", "buoy", "none")


def answers(
    n: int, rng: np.random.Generator, *, classes: int = 3, sharp: float = 1.5, digits: int = 4
) -> tuple[np.ndarray, np.ndarray]:
    """Shares of all classes ``(n, classes)`` and the true class ``(n,)``."""
    true = rng.integers(0, classes, n)
    logits = rng.normal(size=(n, classes))
    logits[np.arange(n), true] += 1.5
    shares = np.exp(sharp * logits)
    return np.round(shares / shares.sum(axis=1, keepdims=True), digits), true


def again(shares: np.ndarray, true: np.ndarray, times: int, noise: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    more = [np.clip(shares + rng.normal(0, noise, shares.shape), 1e-4, 1) for _ in range(times - 1)]
    x = np.concatenate([shares, *more])
    order = rng.permutation(len(x))
    return np.round(x / x.sum(axis=1, keepdims=True), 4)[order], np.tile(true, times)[order]


def kinds(shares: np.ndarray, true: np.ndarray) -> np.ndarray:
    return (true * shares.shape[1] + shares.argmax(axis=1)).astype(np.uint64)


@pytest.mark.parametrize("noise", [0.0003, 0.001, 0.003])
@pytest.mark.parametrize("times", [2, 3, 4, 6])
def test_copies_in_any_order_are_seen(noise: float, times: int) -> None:
    rng = np.random.default_rng([times, round(1e4 * noise)])
    x, true = again(*answers(100, rng), times, noise, rng)
    assert noisy_copies(x, kinds(x, true)) > len(x) / 5


@pytest.mark.parametrize("rows", [30, 100, 400, 1000])
@pytest.mark.parametrize("digits", [2, 3, 4, 9])
def test_draws_are_none(rows: int, digits: int) -> None:
    for k in range(6):
        rng = np.random.default_rng([rows, digits, k])
        x, true = answers(rows, rng, classes=2 + k, sharp=float(rng.choice([0.3, 1, 3, 8])), digits=digits)
        assert not noisy_copies(x, kinds(x, true))


def test_what_comes_close_by_its_nature_is_none() -> None:
    for k in range(20):
        rng = np.random.default_rng([0x11, k])
        votes = np.stack([rng.multinomial(20, share) for share in rng.dirichlet(np.ones(3), 400)]) / 20
        leaves = rng.dirichlet(np.ones(3), 60)[rng.integers(0, 60, 400)]
        line = np.round(np.outer(rng.random(400), [1, -0.5]) + 0.6, 4)
        places = np.stack(np.meshgrid(np.arange(20), np.arange(20)), axis=-1).reshape(-1, 2) / 20
        for x in (votes, leaves, line, places + 0.3 * rng.random(places.shape) / 20):
            assert not noisy_copies(x, rng.integers(0, 2, len(x)).astype(np.uint64))


def test_in_a_table(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    shares, true = answers(100, rng)

    def signs(x: np.ndarray, labels: np.ndarray, group: str = "") -> list[str]:
        head = f"image,{group}true,predicted," + ",".join(f"p_{name}" for name in CLASSES)
        rows = [
            f"{k}.png,{f'v{k // 4},' if group else ''}{CLASSES[t]},{CLASSES[row.argmax()]},"
            + ",".join(map(str, row))
            for k, (t, row) in enumerate(zip(labels.tolist(), x, strict=True))
        ]
        (tmp_path / "p.csv").write_text("\n".join([head, *rows]) + "\n")
        wanted = {"true": Label(), "predicted": Label()} | ({"group": Label()} if group else {})
        read_table(tmp_path / "p.csv", wanted, intake=(intake := Intake()), role="predictions", draws=True)
        return [sign.name for sign in intake.signs]

    copied = again(shares, true, 4, 0.0003, rng)
    assert signs(*copied) == ["sign-repeated-rows"]
    assert not signs(*answers(400, rng))
    assert "sign-repeated-rows" not in signs(*copied, "group,")  # frames of a video, which is said
