"""Operation that tests did not look like, in the other methods: many features, units, scenarios, rare hazards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold, parameters
from tests.false_support.bases import measured
from tests.false_support.test_profiles import DRAWN, STUMP, drawn_at_random, near_border, ram, table, wavy
from tests.false_support.test_scenario_tables import base, rows, worded
from tests.false_support.test_scenario_tables import table as scenarios

ITEM = "evidence_items.EV"
Made = tuple[dict[str, Any], dict[str, str]]
Array = np.ndarray[Any, Any]


def balls(bound: float, **parameters: Any) -> dict[str, Any]:
    """A claim on pmi by norm balls; needs ``points.csv``."""
    chosen = {"classifier": STUMP, "balls": 700, "samples": 20, "radius": 0.002, **parameters}
    return edited(ram(bound), {f"{ITEM}.method": "ram-high-dimensional", f"{ITEM}.parameters": chosen})


def many(sd: float, features: int = 8) -> Callable[[], Made]:
    """Labelled points fill the cube; operation does too (``sd`` 0), or lies near the border that the model misses."""

    def make() -> Made:
        rng = np.random.default_rng(31)
        points, inputs = rng.random((1500, features)), rng.random((3000, features))
        if sd:
            inputs[:, :2] = near_border(3000, sd, rng)
        made = balls(0.08)
        made["evidence_items"][0]["inputs"]["operation"] = "operation.csv"
        return made, {"points.csv": table(points, wavy(points)), "operation.csv": table(inputs)}

    return make


def behind_codes(moved: float) -> Callable[[], Made]:
    """50 features, compared by two latent codes: one that the codes leave out decides where the model fails."""

    def make() -> Made:
        rng = np.random.default_rng(37)
        spread = np.append([3.0, 2.0], np.full(48, 0.3))
        points, inputs = (rng.normal(size=(n, 50)) * spread for n in (800, 1500))
        inputs[:, 20] += moved
        labels = (points[:, 0] > 0) ^ (points[:, 20] > 0.9)
        made = balls(0.2, balls=400, samples=10, latent=2, radius=0.001)
        made["evidence_items"][0]["inputs"]["operation"] = "operation.csv"
        return made, {"points.csv": table(points, labels.astype(int)), "operation.csv": table(inputs)}

    return make


def units(factor: float, bound: float = 0.2, **parameters: Any) -> Callable[[], Made]:
    """One radius for all features, of which the second is in a unit ``factor`` times smaller."""

    def make() -> Made:
        rng = np.random.default_rng(32)
        points = rng.random((1400, 3))
        labels = (points[:, 1] > 0.5).astype(int)
        made = balls(bound, radius=0.02, **parameters)
        return made, {"points.csv": table(points * [1, factor, 1], labels)}

    return make


def driven(narrow: bool) -> Callable[[], Made]:
    """A record of operation: like the tests, or in a corner of one voxel where harm is certain."""

    def make() -> Made:
        rng = np.random.default_rng(33)
        x, modes = rows(seed=3)
        low, high = ([9.6, 47.5], [9.9, 49.5]) if narrow else ([0, 0], [10, 50])
        corner = (x[:, 0] > 9.6) & (x[:, 1] > 47.5)
        modes = np.where(corner, 2, modes) if narrow else modes
        record = rng.uniform(low, high, (1500, 2))
        made = edited(base(operating=None), {"claims.C1.requirement.bound": 0.012})
        made["evidence_items"][0]["inputs"]["operation"] = "operation.csv"
        made["evidence_items"][0]["waive"] = drawn_at_random("" if narrow else DRAWN)
        lines = "v,y\n" + "".join(f"{v:.6f},{y:.6f}\n" for v, y in record.tolist())
        return made, {"tests.csv": scenarios(x, worded(modes)), "operation.csv": lines}

    return make


def joined(correlation: float) -> Callable[[], Made]:
    """Fast and far out together is where harm lies: seldom if the two are independent, the rule if they go together."""

    def make() -> Made:
        x, modes = rows(seed=4, harm=0.0)
        modes = np.where((x[:, 0] > 9) & (x[:, 1] > 45), 2, modes)
        pairs = [{"between": ["v", "y"], "value": correlation}] if correlation else []
        made = edited(
            base(correlation=pairs, partition={"kind": "grid", "cells": 10}),
            {"claims.C1.requirement.bound": 0.03},
        )
        return made, {"tests.csv": scenarios(x, worded(modes))}

    return make


def hazards(count: int, missed: int) -> Callable[[], Made]:
    """A monitor in 4,000 frames of which ``count`` are errors: none of ten missed says little of the share it misses."""

    def make() -> Made:
        frames = [(1, int(k >= missed)) for k in range(count)] + [
            (0, int(k % 50 == 0)) for k in range(4000 - count)
        ]
        made = edited(measured(), {
            f"{ITEM}.method": "monitor-evaluation", f"{ITEM}.inputs": {"outcomes": "outcomes.csv"},
            f"{ITEM}.parameters": {"scheme": "detector-errors"},
            "claims.C1.text": "The monitor misses few of the errors",
            "claims.C1.requirement.measure.measure": "miss_rate", "claims.C1.requirement.bound": 0.1,
            "claims.C1.requirement.kind": "fraction",
        })  # fmt: skip
        order = np.random.default_rng(35).permutation(len(frames)).tolist()
        return made, {
            "outcomes.csv": "error,alarm\n" + "".join(f"{frames[k][0]},{frames[k][1]}\n" for k in order)
        }

    return make


FALSE: dict[str, Callable[[], Made]] = {
    "many-features-at-the-border": many(0.05),
    "one-feature-in-mg": units(1000.0),
    "one-feature-in-kg": units(0.001),
    "record-in-a-corner-of-a-voxel": driven(narrow=True),
    "conditions-that-go-together": joined(0.9),
    "feature-behind-the-codes": behind_codes(0.9),
    "ten-hazards": hazards(10, 0),
}
TRUE: dict[str, Callable[[], Made]] = {
    "many-features-alike": many(0.0),
    "units-alike": units(1.0),
    "units-scaled": units(1000.0, scale="range"),
    "record-like-the-tests": driven(narrow=False),
    "conditions-apart": joined(0.0),
    "features-alike-behind-the-codes": behind_codes(0.0),
    "four-hundred-hazards": hazards(400, 4),
}
SLOW = (
    "many-features-at-the-border",
    "many-features-alike",
    "feature-behind-the-codes",
    "features-alike-behind-the-codes",
)


@pytest.mark.slow
@pytest.mark.parametrize("name", parameters(FALSE, SLOW))
def test_what_tests_do_not_say_of_operation_is_not_supported(name: str, tmp_path: Path) -> None:
    case, files = FALSE[name]()
    result = must_not_hold(folder(tmp_path / name, case, {}, files))
    assert result.claims, result.text
    assert "no result" not in result.text


@pytest.mark.slow
@pytest.mark.parametrize("name", parameters(TRUE, SLOW))
def test_what_they_do_say_is_supported(name: str, tmp_path: Path) -> None:
    case, files = TRUE[name]()
    must_hold(folder(tmp_path / name, case, {}, files))
