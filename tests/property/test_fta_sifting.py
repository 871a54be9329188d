"""Sifting changes the order of a diagram and nothing else; where no order fits it finds one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

from casegen.fta import build_structure, compile_tree, event_values
from casegen.fta.core import kernels
from casegen.fta.core.kernels import GateGraph, Nodes
from casegen.fta.gates.structure import FIRST_EVENT
from casegen.model.case import Case
from tests.fta.small_trees import case_of, gate, holds, random_cases, worlds
from tests.repetitions import tried


def _holds(nodes: Nodes, n: int, state: list[bool]) -> bool:
    """Value of a node where events have the given states."""
    while n > 1:
        n = nodes.high[n] if state[nodes.var[n]] else nodes.low[n]
    return n == 1


@pytest.mark.slow
@tried(random_cases(), st.randoms(use_true_random=False), st.integers(0, 3), often=150)
def test_a_diagram_built_while_it_is_reordered_is_the_tree(case: Case, draw: Any, smallest: int) -> None:
    structure = build_structure(case, "t")
    order = list(range(FIRST_EVENT, structure.first_gate))
    draw.shuffle(order)
    made = kernels.build_all(
        GateGraph.of(structure), order, [structure.top], 10_000, work=10_000, smallest=smallest
    )
    assert made is not None
    assert sorted(made.order) == list(range(FIRST_EVENT, structure.first_gate))
    for world in worlds(structure.events):
        result = _holds(made.nodes, made.ids[0], [world[e] for e in structure.events])
        assert result == holds(case, case.trees[0].top, world)


def test_sifting_finds_that_pairs_belong_together() -> None:
    """``x0 y0 or x1 y1 or ...`` under the order x0, x1, ..., y0, y1, ...: 2^(n+1) nodes, and 2n in the best order."""
    pairs = 7
    gates = [gate(f"g{i}", "and", f"x{i}", f"y{i}") for i in range(pairs)]
    events = {f"{side}{i}": 0.1 for side in "xy" for i in range(pairs)}
    structure = build_structure(case_of([gate("top", "or", *(g.id for g in gates)), *gates], events), "t")
    order = [FIRST_EVENT + structure.events.index(e) for e in events]
    graph = GateGraph.of(structure)
    plain = kernels.build_all(graph, order, [structure.top], 10_000)
    assert plain is not None
    assert len(plain.nodes.var) - 2 == 2 ** (pairs + 1) - 2
    reordered = kernels.build_all(graph, order, [structure.top], 10_000, work=10**9, smallest=2)
    assert reordered is not None
    assert len(reordered.nodes.var) - 2 < 2 ** (pairs + 1) - 2
    assert sorted(reordered.order) == sorted(order)
    for number in range(0, 2 ** (2 * pairs), 37):
        state = [bool(number >> v & 1) for v in range(2 * pairs)]
        assert _holds(reordered.nodes, reordered.ids[0], state) == _holds(plain.nodes, plain.ids[0], state)


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
    graph = GateGraph.of(structure)
    limit = 100
    while (result := kernels.solve(graph, limit, kernels.ANY_ORDER_THEN_REORDERING)) is None:
        limit += limit // 10
    assert kernels.solve(graph, limit) is None
    assert kernels.evaluate(result.nodes, p)[result.root] == pytest.approx(exact, rel=1e-12)
