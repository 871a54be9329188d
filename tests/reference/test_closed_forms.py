"""Trees of every size whose top-event probability has a closed form or a short recurrence.

Each number comes from dynamic programming over the events in a line, in floating point with only additions and
products of non-negative numbers, so that it is correct to a few units in the last place whatever the size.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from casegen.fta import build_structure, compile_tree
from casegen.fta.core.engine import top_diagram
from casegen.model.case import Case
from tests.fta.small_trees import case_of, gate

SIZES = (500, 511, 512, 513, 600, 1_100)
LARGE = (5_000, 20_000)


def path(n: int, p: float) -> tuple[Case, float]:
    """OR of ``e_i AND e_{i+1}``: the complement has no two neighbours that both fail."""
    pairs = [gate(f"g{i}", "and", f"e{i}", f"e{i + 1}") for i in range(n - 1)]
    case = case_of([gate("top", "or", *(g.id for g in pairs)), *pairs], {f"e{i}": p for i in range(n)})
    holds, failed, pair = 1.0 - p, p, 0.0  # no pair so far, and the last event holds or has failed; a pair
    for _ in range(n - 1):
        holds, failed, pair = (holds + failed) * (1.0 - p), holds * p, pair + failed * p
    return case, pair


def ring(n: int, p: float) -> tuple[Case, float]:
    """As :func:`path`, with the last event a neighbour of the first."""
    pairs = [gate(f"g{i}", "and", f"e{i}", f"e{(i + 1) % n}") for i in range(n)]
    case = case_of([gate("top", "or", *(g.id for g in pairs)), *pairs], {f"e{i}": p for i in range(n)})
    total = 0.0
    for first_failed in (False, True):
        holds, failed, pair = (0.0, p, 0.0) if first_failed else (1.0 - p, 0.0, 0.0)
        for _ in range(n - 1):
            holds, failed, pair = (holds + failed) * (1.0 - p), holds * p, pair + failed * p
        total += pair + (failed if first_failed else 0.0)
    return case, total


def at_least(k: int) -> Callable[[int, float], tuple[Case, float]]:
    """``k`` or more of ``n``: a binomial tail."""

    def family(n: int, p: float) -> tuple[Case, float]:
        case = case_of(
            [gate("top", "atleast", *(f"e{i}" for i in range(n)), k=k)], {f"e{i}": p for i in range(n)}
        )
        exactly = [1.0] + [0.0] * k  # exactly[k] collects k or more
        for _ in range(n):
            exactly[k] += p * exactly[k - 1]
            for j in range(k - 1, 0, -1):
                exactly[j] = exactly[j] * (1.0 - p) + exactly[j - 1] * p
            exactly[0] *= 1.0 - p
        return case, exactly[k]

    return family


def parity(n: int, p: float) -> tuple[Case, float]:
    """An odd number of events, by a chain of gates with two inputs each."""
    gates = [gate("g1", "xor", "e0", "e1")]
    for i in range(2, n):
        gates.append(gate(f"g{i}", "xor", gates[-1].id, f"e{i}"))
    gates.reverse()
    return case_of(gates, {f"e{i}": p for i in range(n)}), -math.expm1(n * math.log1p(-2.0 * p)) / 2.0


def series_parallel(n: int, p: float) -> tuple[Case, float]:
    """Chain ``h_i = e_i AND (h_{i-1} OR e_{i-1})``: each event in two places, so that no part is a module."""
    gates = [gate("h1", "and", "e1", "e0")]
    for i in range(2, n):
        gates += [gate(f"o{i}", "or", gates[-1].id if i == 2 else f"h{i - 1}", f"e{i - 1}")]
        gates += [gate(f"h{i}", "and", f"e{i}", f"o{i}")]
    gates.reverse()
    # h_{i-1} implies e_{i-1}, so that h_i is e_i AND e_{i-1}
    return case_of(gates, {f"e{i}": p for i in range(n)}), p * p


FAMILIES = {
    "path": (path, 0.01),
    "ring": (ring, 0.01),
    "1 of n": (at_least(1), 0.001),
    "3 of n": (at_least(3), 0.01),
    "10 of n": (at_least(10), 0.01),
    "parity": (parity, 0.0001),
    "series-parallel": (series_parallel, 0.03),
}


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("name", FAMILIES)
def test_the_probability_is_the_closed_form(name: str, n: int) -> None:
    family, p = FAMILIES[name]
    case, exact = family(n, p)
    value = compile_tree(case, "t").probability([p] * n)
    assert value == pytest.approx(exact, rel=1e-12)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("candidate", range(4))
def test_every_order_gives_the_closed_form(candidate: int, n: int) -> None:
    for name in ("path", "ring", "3 of n"):
        family, p = FAMILIES[name]
        case, exact = family(n, p)
        diagram = top_diagram(build_structure(case, "t"), only=candidate)
        assert diagram.values([p] * n)[diagram.root] == pytest.approx(exact, rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("n", LARGE)
@pytest.mark.parametrize("name", FAMILIES)
def test_large_families_are_the_closed_form(name: str, n: int) -> None:
    family, p = FAMILIES[name]
    case, exact = family(n, p / 20.0)
    value = compile_tree(case, "t").probability([p / 20.0] * n)
    assert value == pytest.approx(exact, rel=1e-12)
