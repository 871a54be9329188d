"""The worst time of a tree whose inputs are split: a bounded search, and no number below what is reached."""

from __future__ import annotations

import math
from typing import Any

import pytest

from casegen.api import CaseBuilder
from casegen.assessment import bounds
from casegen.model.event_model import Parameter

MOST_SEARCHES = 400
"""box searches of one assessment; there were more than 10,000, of 28 enclosures each"""


def _true_top(p: float, hours: float) -> float:
    """XOR of three events that depend on one parameter."""
    chances = (-math.expm1(-p / 10.0 * hours), -math.expm1(-((hours / (50.0 + 100.0 * p)) ** 2)), p)
    return 0.5 * (1.0 - math.prod(1.0 - 2.0 * x for x in chances))


def test_a_parameter_in_opposite_directions_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[int] = []
    search = bounds._furthest

    def counted(*of: Any) -> float:
        searches.append(1)
        return search(*of)

    monkeypatch.setattr(bounds, "_furthest", counted)
    built = CaseBuilder("x", title="X", version="1")
    edges, weights = [0.0726, 0.145, 0.225, 0.261], [1.0, 5.0, 3.0]
    built.add(
        "parameters",
        Parameter.model_validate(
            {"id": "P", "value": {"distribution": "histogram", "edges": edges, "weights": weights}}
        ),
    )
    tree = built.tree("FT", top="G", title="T", mission_time=100.0)
    scale = {"op": "add", "args": [50.0, {"op": "mul", "args": [100.0, {"parameter": "P"}]}]}
    events = [
        tree.event("A", {"type": "exponential", "rate": {"op": "div", "args": [{"parameter": "P"}, 10.0]}}),
        tree.event("B", {"type": "weibull", "scale": scale, "shape": 2.0}),
        tree.event("C", {"type": "constant", "probability": {"parameter": "P"}}),
    ]
    tree.gate("G", "xor", *events)
    result = built.open().tree("FT").result
    assert len(searches) <= MOST_SEARCHES
    assert result.worst is not None
    mean = 0.17
    assert result.worst.upper is not None
    assert result.worst.upper >= max(_true_top(mean, t) for t in range(1, 101))
    # within the 2.5 % and 97.5 % quantiles of P, which the bound covers
    inside = [0.0726 + 0.0724 * 0.24, 0.145, mean, 0.225, 0.261 - 0.036 * 0.08]
    assert result.worst.upper >= max(_true_top(p, t) for p in inside for t in range(1, 101))
    assert "at most" in result.worst_unknown
