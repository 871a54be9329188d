"""A limit on failures in order is compared with a proved end of their integral, not with an estimate of its error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.test_propagation import gate, tree_case

IN_ORDER = [gate("T", "priority-and", "A", "B", "D")]


def early(*scales: float, shape: float) -> dict[str, dict[str, Any]]:
    """Failures of a Weibull shape below 1, of which some come at once."""
    names = ("A", "B", "D")
    return {
        name: {"type": "weibull", "scale": scale, "shape": shape}
        for name, scale in zip(names, scales, strict=True)
    }


FALSE = {
    # the truth, from the closed form of exponential failures in t**shape: .0042427, .0040576, .0050389, .0015909
    "four-of-a-thousand": (early(1e-8, 1e3, 1e-6, shape=0.25), 0.0040, 0.0043),
    "a-slower-first": (early(2e-8, 1e3, 1e-6, shape=0.25), 0.0039, 0.0041),
    "a-faster-second": (early(1e-8, 500.0, 1e-6, shape=0.25), 0.0048, 0.0051),
    "a-larger-shape": (early(1e-8, 1e3, 1e-6, shape=0.3), 0.0015, 0.0016),
}


@pytest.mark.parametrize("name", FALSE)
def test_failures_in_order(tmp_path: Path, name: str) -> None:
    events, below, above = FALSE[name]
    false, _ = tree_case(events, IN_ORDER, below, mission_time=100)
    must_not_hold(folder(tmp_path / "false", false), "challenged")
    true, _ = tree_case(events, IN_ORDER, above, mission_time=100)
    must_hold(folder(tmp_path / "true", true))
