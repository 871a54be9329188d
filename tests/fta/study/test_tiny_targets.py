"""Allocation of targets down to the last that can be resolved, against water-filling and closed forms of our own."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest

from casegen.fta import Allocation, allocate, compile_tree, event_values
from casegen.model.fault_tree import AllocationBound
from tests.fta.small_trees import case_of, gate

METHODS = ("equal", "proportional", "cost")
TARGETS = (1e-12, 1e-18, 1e-20, 1e-30, 1e-100, 1e-200, 1e-300)
LAMP = {"bulb": 0.01, "spare": 0.01, "fuse": 2e-4}


def _asked(
    p: dict[str, float], groups: Sequence[Sequence[str]], target: float, method: str,
    price: dict[str, float] | None = None,
) -> Allocation:  # fmt: skip
    """Of an OR of the ``groups``, each an AND of its events."""
    ands = [gate("-".join(group), "and", *group) for group in groups if len(group) > 1]
    case = case_of([gate("top", "or", *("-".join(group) for group in groups)), *ands], p)
    tree, today = compile_tree(case, "t"), event_values(case, "t", {}).probability
    bounds = {e: AllocationBound(event=e, cost_per_decade=c) for e, c in (price or {}).items()}
    return allocate(tree, today, target, method=method, bounds=bounds)


def _least_cost(
    p: dict[str, float], groups: Sequence[Sequence[str]], target: float, price: dict[str, float]
) -> float:
    """Water-filling: the cheapest event of each group pays; the groups' products are a common level times that price.

    Lagrange: the price per decade over each share of the sum is the same.  The sum stands for the OR, whose products of
    two are below 1e-9 of a target of 1e-9.
    """
    products = [math.log10(math.prod(p[e] for e in group)) for group in groups]
    prices = [min(price[e] for e in group) for group in groups]

    def shares(level: float) -> list[float]:
        return [min(q, level + math.log10(c)) for q, c in zip(products, prices, strict=True)]

    low, high, wanted = -330.0, 10.0, math.log10(target)
    for _ in range(200):
        middle = 0.5 * (low + high)
        total = math.log10(math.fsum(10.0 ** (x - wanted) for x in shares(middle) if x - wanted < 300)) if all(
            x - wanted < 300 for x in shares(middle)
        ) else math.inf  # fmt: skip
        low, high = (middle, high) if total <= 0.0 else (low, middle)
    return sum(c * (q - x) for q, x, c in zip(products, shares(low), prices, strict=True))


@pytest.mark.parametrize("seed", range(24))
def test_the_least_cost_is_that_of_water_filling(seed: int) -> None:
    draw = random.Random(seed)
    names = list("abcdef"[: draw.randint(2, 6)])
    p = {e: float(f"{10 ** draw.uniform(-5, -0.5):.3g}") for e in names}
    price = {e: draw.choice([0.3, 1.0, 1.0, 2.0, 5.0]) for e in names}
    cut = draw.randint(1, len(names) - 1)
    groups = [names[:cut], *([e] for e in names[cut:])]
    target = min(10 ** -draw.uniform(9, 299.9), 1e-3 * math.prod(p.values()))
    result = _asked(p, groups, target, "cost", price)
    assert result.problem == ""
    assert result.cost == pytest.approx(_least_cost(p, groups, target, price), rel=1e-7, abs=1e-4)
    paid = sum(price[e] * math.log10(p[e] / result.required[e]) for e in names)
    assert paid == pytest.approx(result.cost, rel=1e-9)
    assert target * (1 - 1e-6) <= (result.achieved or 0.0) <= target


@pytest.mark.parametrize("target", TARGETS)
def test_two_parts_of_one_price_share_a_small_target(target: float) -> None:
    result = _asked(LAMP, [["bulb", "spare"], ["fuse"]], target, "cost")
    assert result.required["fuse"] == pytest.approx(target / 2, rel=1e-5)
    assert result.required["bulb"] * result.required["spare"] == pytest.approx(target / 2, rel=1e-5)


@pytest.mark.parametrize("target", TARGETS)
def test_equal_events_have_the_target_s_root(target: float) -> None:
    result = _asked(LAMP, [["bulb", "spare"], ["fuse"]], target, "equal")
    assert [*result.required.values()] == pytest.approx([target] * 3, rel=1e-9)
    root = _asked(LAMP, [["bulb", "spare", "fuse"], ["bulb", "spare"]], target, "equal")
    assert [*root.required.values()] == pytest.approx([math.sqrt(target)] * 3, rel=1e-9)


@pytest.mark.parametrize("target", TARGETS)
def test_reductions_of_a_small_target_are_in_proportion(target: float) -> None:
    result = _asked(LAMP, [["bulb", "spare"], ["fuse"]], target, "proportional")
    assert result.problem == ""
    decades = {e: math.log10(LAMP[e] / q) for e, q in result.required.items()}
    critical = {"bulb": 1e-4 * (1 - 2e-4), "spare": 1e-4 * (1 - 2e-4), "fuse": 2e-4 * (1 - 1e-4)}
    assert decades["bulb"] / decades["fuse"] == pytest.approx(critical["bulb"] / critical["fuse"], rel=1e-9)
    assert decades["bulb"] == pytest.approx(decades["spare"])
    assert result.achieved == pytest.approx(target, rel=1e-9)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("target", [9e-301, 1e-307, 1e-310, 5e-324])
def test_a_target_without_digits_is_a_problem(method: str, target: float) -> None:
    result = _asked(LAMP, [["bulb", "spare"], ["fuse"]], target, method)
    assert "too small to be broken down: below 1e-300" in result.problem
    assert result.required == {}
    assert result.achieved is None


@pytest.mark.parametrize("method", ["proportional", "cost"])
def test_an_event_that_cannot_happen_today_is_left_so(method: str) -> None:
    """Required of it was 1e-18, more than today and than the target."""
    result = _asked({"a": 0.1, "b": 0.0}, [["a"], ["b"]], 1e-20, method)
    assert result.required["b"] == 0.0
    assert result.required["a"] == pytest.approx(1e-20, rel=1e-9)
