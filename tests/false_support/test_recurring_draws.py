"""Inputs that recur by declared draws support a claim; near copies of them, and a model that fails there, do not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.test_profiles import BORDER, ram, table


def made(noise: float = 0.0, wrong: bool = False) -> Callable[[], tuple[dict[str, Any], dict[str, str]]]:
    """Points of which two in five are one of 20 inputs; all are there again with ``noise``, or labels of these ``wrong``."""

    def make() -> tuple[dict[str, Any], dict[str, str]]:
        rng = np.random.default_rng(12)
        points, again = rng.random((800, 2)), rng.random(800) < 0.4
        points[again] = rng.random((20, 2))[rng.integers(0, 20, int(again.sum()))]
        labels = ((points[:, 0] > BORDER) ^ (again & wrong)).astype(int)
        if noise:
            points = np.concatenate([points, points + noise * rng.normal(size=points.shape)])
            labels = np.tile(labels, 2)
        return ram(0.05, repeats="draws"), {"points.csv": table(points, labels)}

    return make


@pytest.mark.parametrize("case", [made(noise=1e-4), made(wrong=True)], ids=["near-copies", "wrong-there"])
def test_near_copies_and_failures_of_recurring_inputs_support_nothing(case: Any, tmp_path: Path) -> None:
    base, files = case()
    result = must_not_hold(folder(tmp_path, base, {}, files))
    assert result.claims, result.text


def test_recurring_inputs_support_a_claim(tmp_path: Path) -> None:
    base, files = made()()
    must_hold(folder(tmp_path, base, {}, files))
