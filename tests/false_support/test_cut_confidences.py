"""Answers of which only the confident ones are in the table: the shares cannot be those of all inputs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.test_answers import base

ROWS = 2000
NAMES = ("dock", "buoy", "none")


def case(limit: float) -> dict[str, Any]:
    """A claim that the answers of the table are right as often as ``limit`` says."""
    wrong = {"severities": {"dock": {"none": 1}}, "default": 1}
    whole = base(
        "nn-weighted-confusion", {"predictions": "p.csv"}, "accuracy", limit, wrong, "fraction", ">="
    )
    return edited(whole, {"claims.C1.text": "The network answers right often enough for its use"})


def network() -> tuple[np.ndarray, list[str], list[str]]:
    """The shares of a calibrated network, the labels drawn from them, and its answers."""
    rng = np.random.default_rng(11)
    logits = rng.normal(size=(ROWS, 3))
    logits[np.arange(ROWS), rng.integers(0, 3, ROWS)] += np.abs(rng.normal(5, 2.5, ROWS))
    shares = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    true = [NAMES[rng.choice(3, p=p)] for p in shares]
    return shares, true, [NAMES[k] for k in shares.argmax(1)]


def table(least: float, columns: str = "confidence") -> str:
    """The rows whose largest share is ``least`` or more, with that share, or with all three of them."""
    shares, true, said = network()
    whole = columns == "all"
    head = ",".join(("true", "predicted", *((f"p_{name}" for name in NAMES) if whole else (columns,))))
    lines = [head]
    for p, label, answer in zip(shares, true, said, strict=True):
        if p.max() >= least:
            lines.append(",".join((label, answer, *(f"{v:.4f}" for v in (p if whole else [p.max()])))))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("columns", ["confidence", "score", "softmax", "max_prob", "all"])
def test_only_the_confident_answers(columns: str, tmp_path: Path) -> None:
    must_not_hold(folder(tmp_path / "x", case(0.95), {}, {"p.csv": table(0.9, columns)}), "sign-cut-by-score")


@pytest.mark.parametrize("columns", ["confidence", "all"])
def test_all_answers(columns: str, tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "x", case(0.85), {}, {"p.csv": table(0.0, columns)}))
