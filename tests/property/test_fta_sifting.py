"""Sifting changes the order of a diagram and nothing else; where no order fits it finds one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casegen.fta import build_structure, compile_tree, event_values, speed
from casegen.fta.engine import _solve, flat_arguments
from casegen.fta.kernels import LEAF_LEVEL
from casegen.fta.portfolio import LAST_RESORT
from casegen.fta.structure import FIRST_EVENT
from casegen.model.case import Case
from tests.fta.small_trees import case_of, gate, holds, random_cases, worlds

kernels = speed.plain()


def _holds(node: list[int], ref: int, order: list[int], state: dict[int, bool]) -> bool:
    """Value of a reference where literals have the given states."""
    while ref > 1:
        at = 4 * (ref >> 1)
        ref = node[at + (2 if state[order[node[at]]] else 1)] ^ (ref & 1)
    return ref == 0


@settings(max_examples=150, deadline=None)
@given(random_cases(), st.randoms(use_true_random=False), st.integers(0, 3))
def test_a_diagram_built_while_it_is_sifted_is_the_tree(case: Case, draw: Any, smallest: int) -> None:
    structure = build_structure(case, "t")
    if abs(structure.top) < structure.first_gate:
        return
    start, arguments = flat_arguments(structure)
    first, gates, m = structure.first_gate, len(structure.kinds), len(structure.events)
    order = list(range(FIRST_EVENT, first))
    draw.shuffle(order)
    of, width = [0] * (first + gates), len(arguments) + 8
    node, _, _, _, last = kernels.build_sifted(
        list(structure.kinds), list(structure.counts), start, arguments, first, list(range(gates)), gates, order, m,
        [0] * (first + gates), of, [0] * width, [0] * width, 10_000, 10_000, smallest,
    )  # fmt: skip
    assert sorted(order) == list(range(FIRST_EVENT, first))
    root = of[abs(structure.top)] if abs(structure.top) < first + gates - 1 else last
    for world in worlds(structure.events):
        state = {FIRST_EVENT + i: world[e] for i, e in enumerate(structure.events)}
        result = _holds(node, root ^ (structure.top < 0), order, state)
        assert result == holds(case, case.trees[0].top, world)


def _pairs(pairs: int) -> tuple[list[int], list[int], list[int], int]:
    """``x0 y0 or x1 y1 or ...`` under the order x0, x1, ..., y0, y1, ...; (nodes, table, order, root)."""
    m = 2 * pairs
    node, table, size = [0] * (4 << pairs + 3), [0] * (1 << pairs + 3), [1]
    node[0] = LEAF_LEVEL
    cache, stack = [0] * (3 << pairs + 3), [0] * (6 * (m + 4))
    literal = [kernels.find_or_add(level, 1, 0, node, table, size) for level in range(m)]
    result = 0
    for i in range(pairs):
        both = kernels.conjoin(literal[i], literal[pairs + i], node, table, cache, stack, size)
        result = kernels.conjoin(result, both ^ 1, node, table, cache, stack, size)
    return [*node[: 4 * size[0]]], table, list(range(m)), result ^ 1


def test_sifting_finds_that_pairs_belong_together() -> None:
    node, table, order, root = _pairs(7)
    roots, size = [root], len(node) // 4
    mark = [0] * size
    live = kernels.mark_reachable(node, size, roots, 1, mark)
    assert live == 2**8 - 2
    before = (list(node), list(order), root)
    used, spent = kernels.reorder(node, table, size, roots, 1, live, mark, order, 14, 10**9)
    assert used - 1 == 14
    assert spent > 0
    assert sorted(order) == list(range(14))
    for number in range(0, 2**14, 37):
        state = {v: bool(number >> v & 1) for v in range(14)}
        assert _holds(node, roots[0], order, state) == _holds(before[0], before[2], before[1], state)


def test_what_fits_no_order_is_solved_by_the_last_resort() -> None:
    """Voting gates over neighbouring events, and one over all of them."""
    n = 14
    gates = [gate("top", "atleast", *(f"v{i}" for i in range(n)), k=5)]
    gates += [
        gate(f"v{i}", "atleast", *(f"e{(i + d) % n}" for d in (0, 1, 3, 6)), k=2 + i % 2) for i in range(n)
    ]
    case = case_of(gates, {f"e{i}": 0.01 * (i + 1) for i in range(n)})
    p = event_values(case, "t", {}).probability.tolist()
    exact = compile_tree(case, "t").probability(p)
    structure = build_structure(case, "t")
    graph = (list(structure.kinds), list(structure.counts), *flat_arguments(structure))
    limit = 100
    while (_solve(kernels, graph, structure, limit, LAST_RESORT)) is None:
        limit += limit // 10
    result = _solve(kernels, graph, structure, limit, LAST_RESORT)
    assert _solve(kernels, graph, structure, limit, -1) is None
    assert result is not None
    assert result.values(p)[result.root] == pytest.approx(exact, rel=1e-12)
