"""Rows whose scores are there again with a little noise, in any order; and no draws."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.signs.noisy_copies import CLOSE, noisy_copies
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


def table_signs(
    at: Path, names: tuple[str, ...], x: np.ndarray, true: np.ndarray, said: np.ndarray
) -> list[str]:
    rng = np.random.default_rng(len(x))
    rows = [
        f"{rng.integers(16**7):07x}.png,{CLASSES[t]},{CLASSES[a]}," + ",".join(f"{v:.4f}" for v in row)
        for t, a, row in zip(true, said, x, strict=True)
    ]
    at.write_text("\n".join(["image,true,predicted," + ",".join(names), *rows]) + "\n")
    wanted = {"true": Label(), "predicted": Label()}
    read_table(at, wanted, intake=(intake := Intake()), role="predictions", draws=True)
    return [sign.name for sign in intake.signs]


NAMES = [
    CLASSES, ("Dock", "Buoy", "None"), ("s1", "s2", "s3"), ("a", "b", "c"), ("x1", "x2", "x3"), ("c0", "c1", "c2"),
    ("score", "second", "third"), ("P(dock)", "P(buoy)", "P(none)"), ("out0", "out1", "out2"), ("w", "x1", "zz"),
]  # fmt: skip


@pytest.mark.parametrize("names", NAMES, ids="-".join)
def test_shares_are_known_whatever_they_are_called(names: tuple[str, ...], tmp_path: Path) -> None:
    rng = np.random.default_rng(12)
    x, true = again(*answers(100, rng), 4, 0.0005, rng)
    assert table_signs(tmp_path / "p.csv", names, x, true, x.argmax(axis=1)) == ["sign-repeated-rows"]
    x, true = answers(400, rng)
    assert not table_signs(tmp_path / "q.csv", names, x, true, x.argmax(axis=1))


@pytest.mark.parametrize(("times", "noise"), [(2, 0.0005), (4, 0.001)])
def test_measured_columns_that_are_there_again(times: int, noise: float, tmp_path: Path) -> None:
    rng = np.random.default_rng(13)
    true = rng.integers(0, 3, 150)
    said = np.where(rng.random(150) < 0.05, (true + 1) % 3, true)
    x = np.stack([rng.uniform(0, 40, 150), rng.gamma(2, 1, 150), rng.normal(20, 4, 150)], axis=1)
    order = rng.permutation(times * 150)
    copies = np.concatenate([x * (1 + noise * rng.normal(size=x.shape)) for _ in range(times)])[order]
    names = ("range_m", "speed_ms", "depth_m")
    labels = np.tile(true, times)[order], np.tile(said, times)[order]
    assert table_signs(tmp_path / "p.csv", names, copies, *labels) == ["sign-repeated-rows"]
    assert not table_signs(tmp_path / "q.csv", names, x, true, said)


def measured_anew(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Three measured columns in groups that are no copies: set points, sessions, tracks, and what changes slowly."""
    r, n = int(rng.integers(2, 6)), 100
    places = np.stack(np.meshgrid(*[np.arange(5.0)] * 3), axis=-1).reshape(-1, 3)[rng.permutation(125)[:n]]
    free, speed = rng.normal(size=(n, 3)), rng.normal(size=(n, 1, 3))
    tracks = (free[:, None] + rng.choice([0.02, 0.2]) * speed * np.arange(r)[:, None]).reshape(-1, 3)
    slow = np.cumsum(rng.normal(size=(r * n, 3)), axis=0)
    noise = rng.normal(size=(r * n, 3))
    return {
        "set points": np.repeat(places, r, axis=0) + rng.choice([1e-4, 1e-3, 1e-2]) * noise,
        "sessions": np.repeat(free, r, axis=0) + rng.choice([0.01, 0.03]) * noise,
        "tracks": tracks,
        "slow": slow,
        "rounded": np.round(noise, 2),
        "on a curve": np.stack([np.sin(3 * noise[:, 0] + k) for k in range(3)], axis=1),
    }


@pytest.mark.parametrize("seed", range(20))
def test_measured_columns_in_groups_by_their_nature_are_none(seed: int) -> None:
    """None of 330 tables of each kind was doubted, in the order of the file or in any."""
    rng = np.random.default_rng([14, seed])
    for name, x in measured_anew(rng).items():
        labels = np.repeat(rng.integers(0, 4, 100), len(x) // 100).astype(np.uint64)
        order = rng.permutation(len(x))
        assert not noisy_copies(x, labels, CLOSE), name
        assert not noisy_copies(x[order], labels[order], CLOSE), name
