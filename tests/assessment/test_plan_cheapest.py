"""No plan on a grid is cheaper than the one that is advised, and that one holds when it is followed."""

from __future__ import annotations

import itertools
import math
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from scipy.special import betainc, betaincinv

from casegen.assessment.assess import Session
from casegen.assessment.planning.plan import ClaimPlan
from casegen.assessment.planning.task import USED_UP
from casegen.io import load
from casegen.model.results import Status
from tests.assessment.test_plan_followed import follow, planned
from tests.false_support import folder
from tests.false_support.test_propagation import measured, record, tree_case

NAMES = "RSTU"
GATES: dict[str, dict[str, Any]] = {
    "or": {"type": "or"},
    "and": {"type": "and"},
    "2oo3": {"type": "atleast", "k": 2},
}
GRID = 40
"""sizes of a record"""
CLOSE = 1.004
"""of the cost of a plan that is the cheapest, to that of one on a grid"""


@dataclass(frozen=True)
class Small:
    """A tree over a few records, which have been looked at once."""

    gate: str
    sizes: tuple[int, ...]
    failures: tuple[int, ...]
    prices: tuple[float, ...]
    claimed: float
    own: float
    stricter: float
    """today's bound of the top to the limit"""

    @property
    def n(self) -> int:
        return len(self.sizes)

    def top(self, limits: Any) -> Any:
        """The top event of these probabilities."""
        if self.gate == "or":
            return 1.0 - math.prod(1.0 - u for u in limits)
        if self.gate == "and":
            return math.prod(limits)
        a, b, c = limits
        return a * b + a * c + b * c - 2 * a * b * c

    def last(self, others: Any) -> Any:
        """The largest probability of one event with which the top meets its limit beside ``others``."""
        if self.gate == "or":
            kept = math.prod(1.0 - u for u in others)
            return 1.0 - (1.0 - self.limit) / kept
        if self.gate == "and":
            return self.limit / math.prod(others)
        a, b = others
        return (self.limit - a * b) / (a + b - 2 * a * b)

    @property
    def limit(self) -> float:
        every = zip(self.failures, self.sizes, strict=True)
        now = self.top([_limit(k, n, 1.0 - self.own) for k, n in every])
        return float(f"{now / self.stricter:.3g}")

    def folder(self, at: Path) -> Path:
        events = {f"B{name}": measured(name) for name in NAMES[: self.n]}
        gate = {"id": "TOP", "text": "It fails", **GATES[self.gate], "inputs": list(events)}
        records = [
            record(name, self.own, n, k) for name, n, k in zip(NAMES, self.sizes, self.failures, strict=False)
        ]
        for (item, _), price in zip(records, self.prices, strict=True):
            item["unit_cost"] = price
        kind = "probability-per-mission"
        case, files = tree_case(events, [gate], self.limit, *records, confidence=self.claimed, kind=kind)
        return folder(at, case, files=files)

    def least(self) -> float:
        """The least cost on a grid: of records that grow, as far as their looks are paid for, and sizes.

        Infinite where the confidences pay for none that meets the limit.
        """
        return min((self.sized(members) for members in self.choices()), default=math.inf)

    def choices(self) -> Iterator[tuple[int, ...]]:
        """The records that may grow: each that does has a second look, at the confidence of the first."""
        for size in range(1, self.n + 1):
            if (1.0 - self.own) * (self.n + size) <= (1.0 - self.claimed) * (1 + 1e-9):
                yield from itertools.combinations(range(self.n), size)

    def sized(self, members: tuple[int, ...]) -> float:
        """The least cost where these grow, the last record as large as the others ask for."""
        *others, last = members
        axes = [
            np.unique(np.round(np.geomspace(1, 40 * self.sizes[i], GRID if self.n < 4 else GRID // 3)))
            for i in others
        ]
        grids = np.meshgrid(*axes, indexing="ij") if others else []
        shape = grids[0].shape if others else ()
        more = dict(zip(others, grids, strict=True))
        beside = [
            _limit(self.failures[i], self.sizes[i] + more.get(i, 0.0), 1.0 - self.own)
            for i in range(self.n)
            if i != last
        ]
        wanted = np.broadcast_to(np.asarray(self.last(beside), float), shape)
        size = _least_size(self.failures[last], self.sizes[last], 1.0 - self.own, wanted)
        cost = size * self.prices[last] + sum(m * self.prices[i] for i, m in more.items())
        return float(np.min(cost))


def _limit(failures: int, size: Any, error: float) -> Any:
    """The exact limit."""
    return betaincinv(failures + 1.0, size - failures, 1.0 - error)


def _least_size(failures: int, size: int, error: float, wanted: Any) -> Any:
    """The least further units with which the exact limit is at most ``wanted``; infinite where none is."""
    low, high = np.zeros(wanted.shape), np.full(wanted.shape, 1e7)
    at = np.clip(wanted, 0.0, 1.0)
    for _ in range(25):
        middle = np.floor(0.5 * (low + high))
        enough = betainc(failures + 1.0, size + middle - failures, at) >= 1.0 - error
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return np.where(high >= 1e7, np.inf, np.maximum(high, 1.0))


@st.composite
def small(draw: st.DrawFn) -> Small:
    gate = draw(st.sampled_from(["or", "or", "and", "2oo3"]))
    n = 3 if gate == "2oo3" else draw(st.integers(1 if gate == "or" else 2, 2))
    claimed = draw(st.sampled_from([0.9, 0.95]))
    part = draw(st.sampled_from([1.15, 1.5, 2.0, 4.0]))

    def each(values: Any) -> tuple[Any, ...]:
        return tuple(draw(st.lists(st.sampled_from(values), min_size=n, max_size=n)))

    return Small(
        gate, each([150, 200, 500, 1000, 2000]), each([0, 0, 1, 2]), each([1.0, 2.0, 5.0]), claimed,
        round(1.0 - (1.0 - claimed) / n / part, 4), draw(st.sampled_from([1.2, 1.5, 2.0, 3.0])),
    )  # fmt: skip


def check(case: Small, at: Path) -> ClaimPlan:
    """The plan, which is followed."""
    row = planned(case.folder(at))
    paid = math.isfinite(case.least())
    assert row.records, row
    assert row.barred == (() if paid else (USED_UP,))
    assert row.limited is False
    follow(at, row, row.records, {})
    assert (Session.open(load(at)).assess().claims["C1"].status is Status.SUPPORTED) == paid
    return row


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(small())
@example(
    Small("2oo3", (2000, 500, 2000), (0, 0, 0), (1.0, 1.0, 1.0), 0.9, 0.9917, 2.0)
)  # one record grows by one unit
def test_no_plan_on_a_grid_is_cheaper_and_the_advice_holds(case: Small) -> None:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as at:
        patch.setattr("casegen.assessment.planning.plan.FURTHER", ())
        row = check(case, Path(at) / "c")
    assert row.cost is not None
    assert row.cost <= CLOSE * case.least() + max(case.prices), [(r.evidence, r.more) for r in row.records]


FOUR = [
    Small("or", (500, 1000, 1000, 2000), (0, 0, 1, 0), (1.0, 2.0, 1.0, 5.0), 0.9, 0.9875, 1.3),
    Small("or", (200, 200, 500, 2000), (0, 0, 0, 1), (1.0, 1.0, 5.0, 1.0), 0.95, 0.9938, 2.0),
]


@pytest.mark.slow
@pytest.mark.parametrize("case", FOUR, ids=["alike", "uneven"])
def test_four_records_that_share_what_is_left(
    case: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casegen.assessment.planning.plan.FURTHER", ())
    row = check(case, tmp_path / "c")
    assert row.cost is not None
    assert row.cost <= CLOSE * case.least() + max(case.prices), [(r.evidence, r.more) for r in row.records]
