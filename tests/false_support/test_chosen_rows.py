"""Rows that were chosen or put in order so that claims hold: each beside a true twin."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.test_answers import WANTED, confusion

R = np.random.default_rng(17)
N = 1200
NAMES = ("pedestrian", "vehicle", "background")
TRUE = R.integers(0, 3, N)
MIXED = R.permutation(N)
AT = [datetime(2026, 5, 1, 8) + timedelta(minutes=11 * k) for k in range(N)]


def accuracy(bound: float) -> dict[str, Any]:
    """A claim that the classifier is right at least this often."""
    return edited(confusion(), {f"{WANTED}.measure.measure": "accuracy", f"{WANTED}.comparison": ">=",
                                f"{WANTED}.bound": bound, f"{WANTED}.kind": "fraction"})  # fmt: skip


def file(true: Any, said: Any, **columns: Any) -> dict[str, str | bytes]:
    head = ",".join([*columns, "true", "predicted"])
    named = [[NAMES[k] for k in codes] for codes in (true, said)]
    rows = zip(*columns.values(), *named, strict=True)
    return {"p.csv": "\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n"}


def slips(rows: Any) -> Any:
    """The labels, with other answers in ``rows``."""
    said = TRUE.copy()
    said[rows] = (said[rows] + 1) % 3
    return said


def dated(wrong: Any, form: str) -> dict[str, str | bytes]:
    return file(TRUE[MIXED], slips(wrong)[MIXED], captured_at=[AT[k].strftime(form) for k in MIXED])


def unsure(least: float) -> dict[str, str | bytes]:
    logits = 1.5 * R.normal(size=(5000, 3))
    true = R.integers(0, 3, 5000)
    logits[np.arange(5000), true] += 3.2 * np.where(R.random(5000) < 0.85, 1, 0.35)
    shares = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    entropy = -(shares * np.log(shares)).sum(1)
    kept = entropy <= least
    return file(true[kept], shares.argmax(1)[kept], pred_entropy=[f"{v:.4f}" for v in entropy[kept]])


def numbered(part: Any, step: int) -> dict[str, str | bytes]:
    return file(TRUE[: len(part)], TRUE[: len(part)], image=[f"img{step * k + 1:05d}.png" for k in part])


def kept_in_folders(changed: float) -> dict[str, str | bytes]:
    shown = np.where(R.random(N) < changed, (TRUE + 1) % 3, TRUE)
    return file(TRUE, TRUE, image=[f"test/{NAMES[c]}/{k:05d}.png" for k, c in enumerate(shown)])


LEANING = np.where(R.random(N) < 0.2, np.maximum(TRUE - 1, 0), TRUE)
BY_LABEL = np.argsort(TRUE, kind="stable")
CASES: dict[str, tuple[float, dict[str, str | bytes], dict[str, str | bytes], str]] = {
    "sorted-by-code": (
        0.85,
        file(np.sort(TRUE), np.sort(LEANING)),
        file(TRUE[BY_LABEL], slips(R.permutation(N)[:60])[BY_LABEL]),
        "sign-sorted-apart",
    ),
    "wrong-at-the-end": (
        0.9,
        dated(1000 + R.permutation(200)[:50], "%d.%m.%Y %H:%M"),
        dated(R.permutation(N)[:50], "%d.%m.%Y %H:%M"),
        "sign-parted-rows",
    ),
    "below-an-entropy": (0.8, unsure(0.5), unsure(9.0), "sign-cut-by-score"),
    "every-second-picture": (
        0.99,
        numbered(R.permutation(N)[: N - 250], 2),
        numbered(R.permutation(5 * N)[:N], 2),
        "sign-left-out-rows",
    ),
    "labels-after-the-answers": (
        0.99,
        kept_in_folders(0.24),
        kept_in_folders(0.0),
        "sign-answers-contradict",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_rows_that_were_chosen(name: str, tmp_path: Path) -> None:
    bound, chosen, all_rows, sign = CASES[name]
    must_not_hold(folder(tmp_path / "c", accuracy(bound), {}, chosen), sign)
    must_hold(folder(tmp_path / "twin", accuracy(bound), {}, all_rows))
