"""Bounds bracket the truth, and the classical approximations lie above it for coherent trees."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casegen.fta import compile_tree, event_values
from casegen.fta.tree.bounds import bound, quantify
from casegen.model.case import Case
from tests.fta.small_trees import case_of, gate, random_cases


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


def mixed(seed: int, events: int, gates: int) -> Case:
    """Gates of every type over events of 1 to 1e-6 and over later gates."""
    draw = random.Random(seed)
    made = []
    for j in range(gates):
        pool = [f"g{k}" for k in range(j + 1, min(gates, j + 12))]
        size = draw.randint(2, 5)
        inputs = [
            draw.choice(pool) if pool and draw.random() < 0.55 else f"e{draw.randrange(events)}"
            for _ in range(size)
        ]
        kind = draw.choice(
            ["and", "or", "or", "and", "atleast", "xor", "nand", "nor", "not", "iff", "cardinality"]
        )
        inputs = inputs[: 1 if kind == "not" else 2 if kind == "iff" else size]
        more = {"k": draw.randint(1, size)} if kind in ("atleast", "cardinality") else {}
        if kind == "cardinality":
            more["k_max"] = draw.randint(more["k"], size)
        made.append(gate(f"g{j}", kind, *inputs, **more))
    return case_of(made, {f"e{i}": 10.0 ** -draw.uniform(0, 6) for i in range(events)})


@pytest.mark.parametrize("seed", range(30))
def test_bounds_of_small_probabilities_lie_on_their_side_of_the_exact_value(seed: int) -> None:
    """To the last place: a lower bound above the truth by 2e-9 is none."""
    case = mixed(seed, 150, 120)
    tree, p = compile_tree(case, "t"), event_values(case, "t", {}).points
    exact, result = tree.probability(p), bound(tree.structure, p)
    assert result.lower is not None
    assert result.upper is not None
    assert result.lower <= exact * (1.0 + 4e-15)
    assert exact * (1.0 - 4e-15) <= result.upper


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
