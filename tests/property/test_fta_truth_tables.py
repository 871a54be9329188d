"""Random trees with every gate type against truth tables, finite differences and enumeration."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings

from casegen.fta import CompiledTree, compile_tree, event_values
from casegen.model.case import Case
from tests.fta.small_trees import EVENTS, holds, random_cases, truth, weight, worlds
from tests.repetitions import tried


def _compiled(case: Case) -> tuple[CompiledTree, dict[str, float]]:
    tree = compile_tree(case, "t")
    values = event_values(case, "t", {})
    return tree, dict(zip(values.events, values.probability.tolist(), strict=True))


def _vector(tree: CompiledTree, p: dict[str, float]) -> np.ndarray:
    return np.array([p[e] for e in tree.events])


@pytest.mark.slow
@tried(random_cases(), often=200)
def test_every_gate_has_its_truth_table_probability(case: Case) -> None:
    tree, p = _compiled(case)
    gates = tree.gate_probabilities(_vector(tree, p))
    for name, probability in gates.items():
        assert probability == pytest.approx(truth(case, name, p), rel=1e-9, abs=1e-14)
    assert tree.probability(_vector(tree, p)) == pytest.approx(gates[case.trees[0].top], rel=1e-12)


@pytest.mark.slow
@tried(random_cases(), often=100)
def test_birnbaum_is_the_derivative(case: Case) -> None:
    tree, p = _compiled(case)
    vector = _vector(tree, p)
    slope = tree.birnbaum(vector)
    for i in range(len(tree.events)):
        high, low = vector.copy(), vector.copy()
        high[i], low[i] = 1.0, 0.0
        assert slope[i] == pytest.approx(tree.probability(high) - tree.probability(low), abs=1e-12)
        h = 0.005
        high[i], low[i] = vector[i] + h, vector[i] - h
        difference = (tree.probability(high) - tree.probability(low)) / (2 * h)
        assert slope[i] == pytest.approx(difference, abs=1e-10)


def _minimal_solutions(case: Case, events: tuple[str, ...]) -> set[frozenset[str]]:
    sets = [frozenset(e for e in events if w[e]) for w in worlds(events) if holds(case, case.trees[0].top, w)]
    return {s for s in sets if not any(o < s for o in sets)}


@pytest.mark.slow
@tried(random_cases(), often=200)
def test_cut_sets_are_the_minimal_solutions(case: Case) -> None:
    tree, p = _compiled(case)
    expected = _minimal_solutions(case, tree.events)
    result = tree.cut_sets(_vector(tree, p), top=None)
    assert {frozenset(r.events) for r in result.rows} == expected
    assert (
        len(result.rows)
        == len(expected)
        == result.count
        == tree.cut_set_count()
        == sum(result.by_order.values())
    )
    assert result.complete
    listed = [r.probability for r in result.rows]
    assert all(a >= b * (1 - 1e-12) for a, b in itertools.pairwise(listed))
    for row in result.rows:
        assert row.probability == pytest.approx(math.prod(p[e] for e in row.events))


@pytest.mark.slow
@tried(random_cases(coherent=True), often=100)
def test_importance_is_what_its_definition_says(case: Case) -> None:
    tree, p = _compiled(case)
    assert tree.coherent
    vector = _vector(tree, p)
    top = tree.probability(vector)
    cuts = _minimal_solutions(case, tree.events)
    for e in tree.importance(vector):
        given_true = tree.conditional(vector, {e.id: True})
        given_false = tree.conditional(vector, {e.id: False})
        assert e.birnbaum == pytest.approx(given_true - given_false, abs=1e-12)
        assert e.raw == pytest.approx(given_true / top)
        assert e.dif == pytest.approx(p[e.id] * given_true / top)
        if given_false == 0.0:
            assert e.rrw == math.inf
        else:
            assert e.rrw == pytest.approx(top / given_false)
        mine = [c for c in cuts if e.id in c]
        union = sum(weight(w, p) for w in worlds(list(p)) if any(all(w[x] for x in c) for c in mine))
        assert e.occurrences == len(mine)
        assert e.fussell_vesely == pytest.approx(union / top, rel=1e-9)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(random_cases())
def test_coherence_is_monotony(case: Case) -> None:
    tree, _ = _compiled(case)
    top = case.trees[0].top
    monotone = all(
        holds(case, top, w) <= holds(case, top, {**w, e: True})
        for w in worlds(tree.events)
        for e in tree.events
    )
    assert tree.coherent == monotone


@pytest.mark.slow
@tried(random_cases(), often=200)
def test_how_the_top_moves_with_each_event_is_what_the_truth_table_says(case: Case) -> None:
    """An event may be reached through a complement and still only ever cause the top: more of it is more of the top."""
    tree, _ = _compiled(case)
    all_worlds = worlds(EVENTS)
    at = {
        tuple(world.values()): holds(case, case.trees[0].top, {**world, "h0": False, "h1": True})
        for world in all_worlds
    }
    for event, sign in zip(tree.events, tree.signs, strict=True):
        i = EVENTS.index(event)
        moves = {
            at[(*world[:i], True, *world[i + 1 :])] - at[(*world[:i], False, *world[i + 1 :])] for world in at
        } - {0}
        assert sign == (moves.pop() if len(moves) == 1 else 0 if moves else sign)
        assert moves or sign in (-1, 1)
