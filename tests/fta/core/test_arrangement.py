"""Arguments of very wide gates in an order that keeps the diagram small, and the same number from any order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings

from casegen.fta import compile_tree
from casegen.fta.core import arrangement
from casegen.fta.core.arrangement import arranged, is_wide
from casegen.fta.core.engine import top_diagram
from casegen.fta.gates.structure import build_structure
from casegen.model.case import Case
from tests.fta.small_trees import case_of, gate, random_cases

P = 0.01


def shuffled(n: int, sets: Sequence[Sequence[int]], seed: int | None = 1) -> Case:
    """OR over AND of these events, written in any order, of events whose names say nothing; as they stand without a seed."""
    names, sets, draw = [f"e{i}" for i in range(n)], list(sets), random.Random(seed)
    if seed is not None:
        draw.shuffle(names)
        draw.shuffle(sets)
    gates: list[Any] = [gate("top", "or", *(f"g{k}" for k in range(len(sets))))]
    gates += [gate(f"g{k}", "and", *(names[i] for i in one)) for k, one in enumerate(sets)]
    return case_of(gates, dict.fromkeys(sorted(names), P))


def no_two_in_a_row(n: int) -> float:
    """Probability that of n events in a line no two neighbours hold."""
    free, taken = 1.0, 0.0
    for _ in range(n):
        free, taken = (free + taken) * (1 - P), free * P
    return free + taken


@pytest.mark.parametrize("n", [100, 500, 2000])
def test_neighbouring_pairs_are_solved_in_whatever_order_they_are_written(n: int) -> None:
    """500 of them passed 20 million nodes, and ended in bounds after minutes."""
    tree = compile_tree(shuffled(n, [(i, i + 1) for i in range(n - 1)]), "t", max_nodes=300_000)
    assert tree.bdd_nodes <= 3 * n
    assert tree.probability([P] * n) == pytest.approx(1.0 - no_two_in_a_row(n), rel=1e-12)


@pytest.mark.parametrize("reach", [2, 3])
def test_rings_and_longer_runs_too(reach: int) -> None:
    n = 300
    sets = [[(i + k) % n for k in range(reach)] for i in range(n)]
    written = top_diagram(build_structure(shuffled(n, sets, None), "t"), 300_000)
    assert len(top_diagram(build_structure(shuffled(n, sets), "t"), 300_000)) <= 2 * len(written)


def test_what_is_written_in_order_stays_as_it_is() -> None:
    line = build_structure(shuffled(100, [(i, i + 1) for i in range(99)], None), "t")
    assert is_wide(line)
    assert arranged(line) is None
    few = build_structure(shuffled(20, [(i, i + 1) for i in range(19)]), "t")
    assert not is_wide(few)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(random_cases())
def test_another_order_is_the_same_tree(case: Case) -> None:
    structure = build_structure(case, "t")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrangement, "_NARROWER", 1e9)
        other = arranged(structure)
    assert other is not None
    assert [sorted(row) for row in other.arguments] == [sorted(row) for row in structure.arguments]
    p = [0.3] * len(structure.events)
    a, b = top_diagram(structure), top_diagram(other)
    assert a.values(p)[a.root] == pytest.approx(b.values(p)[b.root], rel=1e-12)
