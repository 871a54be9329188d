"""Bounds bracket the truth, and the classical approximations lie above it for coherent trees."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import strategies as st

from casegen.fta import compile_tree, event_values
from casegen.fta.tree.bounds import bound, quantify
from casegen.model.case import Case
from casegen.model.fault_tree import BasicEvent, Constant, Parameter
from tests.fta.small_trees import case_of, gate, holds, random_cases, worlds
from tests.repetitions import tried


@pytest.mark.slow
@tried(random_cases(), st.sampled_from([1, 2, 4, 1000]), often=120)
def test_pruned_functions_bracket_the_truth(case: Case, limit: int) -> None:
    tree = compile_tree(case, "t")
    p = event_values(case, "t", {}).probability
    result = bound(tree.structure, p, limits=(limit,))
    assert result.lower is not None
    assert result.upper is not None
    near = 4e-16 if result.exact else 0.0  # an exact number is the nearest that a computer holds
    assert result.lower * (1.0 - near) <= rational(case) <= result.upper * (1.0 + near)
    if limit == 1000:
        assert result.upper - result.lower <= 1e-12


def rational(case: Case) -> Fraction:
    """The top by enumeration of all outcomes, without rounding: the numbers as the computer holds them."""
    events = {e.id: Fraction(e.model.probability) for e in case.events if isinstance(e.model, Constant)}
    total = Fraction(0)
    for world in worlds(list(events)):
        if holds(case, case.trees[0].top, world):
            total += math.prod((p if world[e] else 1 - p for e, p in events.items()), start=Fraction(1))
    return total


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


@pytest.mark.parametrize("seed", range(6))
def test_more_nodes_never_give_wider_bounds_than_no_diagram(seed: int) -> None:
    case = mixed(seed, 60, 50)
    structure, p = compile_tree(case, "t").structure, event_values(case, "t", {}).points
    plain, pruned = bound(structure, p, limits=()), bound(structure, p, limits=(2,), ratio=1.0)
    assert "one pass" in plain.label
    for one in (plain, pruned):
        assert one.lower is not None
        assert one.upper is not None
        assert one.lower <= compile_tree(case, "t").probability(p) * (1.0 + 4e-15)
    assert (pruned.lower or 0.0) >= (plain.lower or 0.0)
    assert (pruned.upper or 1.0) <= (plain.upper or 1.0)


@pytest.mark.slow
@tried(random_cases(coherent=True), often=80)
def test_classical_approximations_are_upper_bounds(case: Case) -> None:
    tree = compile_tree(case, "t")
    p = event_values(case, "t", {}).probability
    exact = rational(case)
    rare, mcub = quantify(tree, p, "rare-event"), quantify(tree, p, "mcub")
    assert exact <= mcub.probability
    assert exact <= rare.probability
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
    assert cut.upper is not None
    assert exact <= cut.upper


def test_an_upper_bound_is_rounded_upward() -> None:
    """1 - .9 .8 .3 is a last place below .784 when it is computed to the nearest."""
    case = case_of([gate("g", "or", "a", "b", "c")], {"a": 0.1, "b": 0.2, "c": 0.7})
    tree = compile_tree(case, "t")
    p = event_values(case, "t", {}).points
    for method in ("mcub", "rare-event"):
        result = quantify(tree, p, method)
        assert result.upper is not None
        assert result.upper >= min(Fraction(784, 1000), Fraction(1)), method
        assert result.upper <= 0.784 * (1 + 1e-12) or method == "rare-event"


def test_what_inputs_and_products_lose_is_in_every_bound() -> None:
    """``1 - (1 - q)`` is 0 in floating point, and two events of 1e-200 are not impossible."""
    cancels = Constant.model_validate(
        {"probability": {"op": "sub", "args": [1.0, {"op": "sub", "args": [1.0, {"parameter": "q"}]}]}}
    )
    case = replace(
        case_of([gate("g", "or", "x")], {}),
        parameters=(Parameter(id="q", value=1e-18),),
        events=(BasicEvent(id="x", model=cancels),),
    )
    tiny = case_of([gate("g", "and", "a", "b")], {"a": 1e-200, "b": 1e-200})
    never = case_of([gate("g", "and", "a", "b")], {"a": 0.0, "b": 1e-200})
    for one, truth in ((case, 1e-18), (tiny, 5e-324), (never, 0.0)):
        tree, values = compile_tree(one, "t"), event_values(one, "t", {})
        results = [quantify(tree, values.points, m, values=values) for m in ("mcub", "rare-event", "cutoff")]
        results.append(bound(tree.structure, values.points, rounded=values.rounded))
        for result in results:
            assert result.upper is not None
            assert (truth <= result.upper) if truth else result.upper == 0.0, result
            assert not result.lower or result.lower <= truth
    absent = replace(case, trees=case_of([gate("g", "not", "x")], {}).trees)
    values = event_values(absent, "t", {})
    result = bound(compile_tree(absent, "t").structure, values.points, rounded=values.rounded)
    assert result.lower is not None
    assert result.lower < 1.0 <= (result.upper or 0.0)
