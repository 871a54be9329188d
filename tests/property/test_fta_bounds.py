"""Bounds bracket the truth, and the classical approximations lie above it for coherent trees."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from casegen.fta import compile_tree, event_values
from casegen.fta.bounds import bound, quantify
from casegen.model.case import Case
from tests.fta.small_trees import random_cases


@settings(max_examples=120, deadline=None)
@given(random_cases(), st.sampled_from([1, 2, 4, 1000]))
def test_pruned_functions_bracket_the_truth(case: Case, limit: int) -> None:
    tree = compile_tree(case, "t")
    p = event_values(case, "t", {}).probability
    exact = tree.probability(p)
    result = bound(tree.structure, p, limits=(limit,))
    assert result.lower is not None
    assert result.upper is not None
    assert result.lower <= exact + 1e-12
    assert exact <= result.upper + 1e-12
    if limit == 1000:
        assert result.upper - result.lower <= 1e-12


@settings(max_examples=80, deadline=None)
@given(random_cases(coherent=True))
def test_classical_approximations_are_upper_bounds(case: Case) -> None:
    tree = compile_tree(case, "t")
    p = event_values(case, "t", {}).probability
    exact = tree.probability(p)
    rare, mcub = quantify(tree, p, "rare-event"), quantify(tree, p, "mcub")
    assert exact <= mcub.probability + 1e-12
    assert mcub.probability <= rare.probability * (1 + 1e-12)
    rows = tree.cut_sets(p, top=None).rows
    survive = 1.0
    for row in rows:
        survive *= 1.0 - row.probability
    assert abs(mcub.probability - (1.0 - survive)) <= 1e-9
    assert not mcub.exact
    assert "bound" in mcub.label
    cut = quantify(tree, p, "cutoff", limit_order=1)
    assert cut.probability <= rare.probability + 1e-12
