"""Gates held true or false keep their digits, against exact rational arithmetic by truth table."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import strategies as st

from casegen.fta import compile_tree, event_values, gate_importance
from casegen.fta.tree.conditioning import lost_gate_importance
from casegen.fta.tree.importance import EventImportance
from casegen.model.case import Case
from casegen.model.fault_tree import Gate
from tests.fta.small_trees import EVENTS, case_of, gate, holds, random_cases, worlds
from tests.fta.tree.test_exact_digits import typed
from tests.repetitions import tried

DIGITS, SEVEN = Fraction(1, 10**11), Fraction(1, 10**7)

few = st.one_of(
    st.builds(lambda m, k: float(f"{m}e-{k}"), st.integers(1, 9), st.integers(9, 30)),
    st.builds(lambda n: n / 1000.0, st.integers(1, 990)),
)


def measured(case: Case) -> tuple[dict[str, EventImportance], str]:
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    rows = gate_importance(tree, values.points)
    return {row.id: row for row in rows}, lost_gate_importance(tree, values.points, rows, values)


def true_measures(case: Case, name: str, p: dict[str, Fraction]) -> dict[str, Fraction]:
    """P(gate), P(top), P(top) with the gate held true and false, P(gate and top)."""
    total = dict.fromkeys(("gate", "top", "true", "false", "both"), Fraction(0))
    top = case.trees[0].top
    for world in worlds(list(p)):
        weight = math.prod((p[e] if state else 1 - p[e] for e, state in world.items()), start=Fraction(1))
        it, whole = holds(case, name, world), holds(case, top, world)
        states = {"gate": it, "top": whole, "both": it and whole}
        states |= {str(x).lower(): holds(case, top, {**world, name: x}) for x in (True, False)}
        for key, state in states.items():
            total[key] += weight * state
    return total


def right(shown: float, true: Fraction, digits: Fraction = DIGITS) -> bool:
    return abs(Fraction(shown) - true) <= digits * abs(true)


def check(case: Case, row: EventImportance, p: dict[str, Fraction], said: str) -> None:
    true = true_measures(case, row.id, p)
    if not true["top"]:
        return
    assert right(row.probability, true["gate"]), row
    assert right(row.raw, true["true"] / true["top"]), row
    assert right(row.dif, true["both"] / true["top"]), row
    if true["false"]:
        assert right(row.rrw, true["top"] / true["false"]), row
    else:
        assert math.isinf(row.rrw), row
    if "differences" not in said:
        assert right(row.birnbaum, true["true"] - true["false"], SEVEN), row
        assert right(row.criticality, (true["top"] - true["false"]) / true["top"], SEVEN), row


@pytest.mark.slow
@tried(random_cases(), st.lists(few, min_size=6, max_size=6), often=60)
def test_random_trees_of_all_gates_and_tiny_probabilities(case: Case, chances: list[float]) -> None:
    p = dict(zip(EVENTS, chances, strict=True))
    case = case_of(case.trees[0].gates, p, {"h0": False, "h1": True})
    rows, said = measured(case)
    exact = {e: typed(x) for e, x in p.items()}
    for row in rows.values():
        check(case, row, exact, said)


@pytest.mark.parametrize("tiny", [1e-12, 1e-15, 1e-18])
@pytest.mark.parametrize(
    "below",
    [
        [gate("n", "not", "b")],
        [gate("n", "nor", "b", "d")],
        [gate("n", "nand", "b", "d")],
        [gate("n", "atleast", "b", "e", "m", "o", k=2), gate("m", "nor", "e", "b"), gate("o", "nor", "e", "b")],
    ],
    ids=["not", "nor", "nand", "two-of"],
)  # fmt: skip
def test_what_a_gate_held_false_leaves_is_not_lost_beside_1(below: list[Gate], tiny: float) -> None:
    """``not b`` held false leaves 1e-18 of ``or(a, not b)``, which was 1 - (1 - 1e-18) = 0."""
    case = case_of([gate("y", "and", "x", "c"), gate("x", "or", "a", "n"), *below],
                   p := {"a": tiny, "b": 0.9, "c": 0.02, "d": 0.3, "e": 1e-9})  # fmt: skip
    rows, said = measured(case)
    assert said == ""
    for row in rows.values():
        check(case, row, {e: typed(x) for e, x in p.items()}, said)


def test_a_likely_module_s_complement_keeps_its_digits() -> None:
    """Seventeen events of 0.9 leave 1e-17 of their OR's complement: 0 as 1 - p."""
    likely = {f"e{i}": 0.9 for i in range(17)}
    gates = [gate("y", "and", "o", "n", "c"), gate("o", "nor", "m", "f"), gate("m", "or", *likely), gate("n", "and", "d", "e")]  # fmt: skip
    rows, said = measured(case_of(gates, {"c": 0.5, "f": 1e-3, "d": 0.1, "e": 0.2, **likely}))
    assert right(rows["n"].raw, Fraction(50)), rows["n"]
    assert right(rows["n"].birnbaum, Fraction(1, 10**17) * Fraction(999, 1000) / 2), rows["n"]
    assert right(rows["o"].probability, Fraction(1, 10**17) * Fraction(999, 1000)), rows["o"]
    assert said == ""


def test_a_criticality_far_below_1_keeps_its_digits() -> None:
    """It was 0: the top less the top with the gate held false, 1e-20 of it apart."""
    case = case_of(
        [gate("y", "or", "c", "n"), gate("n", "and", "a", "b")], {"c": 0.5, "a": 1e-10, "b": 1e-10}
    )
    rows, said = measured(case)
    assert rows["n"].criticality == pytest.approx(1e-20, rel=1e-12, abs=0.0)
    assert said == ""


def test_a_gate_that_changes_nothing_has_0_and_no_note() -> None:
    case = case_of([gate("y", "or", "n", "m"), gate("n", "and", "a", "b"), gate("m", "and", "a", "b")],
                   {"a": 0.1, "b": 0.2})  # fmt: skip
    rows, said = measured(case)
    assert rows["n"].criticality == 0.0
    assert said == ""


def test_a_difference_of_gain_and_loss_that_cancel_is_named() -> None:
    """Holding h true causes as much as it prevents: what is left is rounding."""
    case = case_of([gate("g", "or", "x", "c"), gate("x", "xor", "h", "b"), gate("h", "and", "a", "d")],
                   {"a": 0.2, "d": 0.5, "b": 0.5, "c": 0.1})  # fmt: skip
    rows, said = measured(case)
    assert abs(rows["h"].birnbaum) < 1e-15
    assert "of h are differences that have lost digits" in said


@pytest.mark.slow
def test_modules_thousands_deep_have_their_importance() -> None:
    """A module in a module in a module, 2,000 of them: one call inside another ended the run."""
    n = 2000
    gates = [
        gate(f"g{i}", "or" if i % 2 else "and", f"e{i}", *([f"g{i + 1}"] if i < n - 1 else []))
        for i in range(n)
    ]
    p = {f"e{i}": 1e-6 if i % 2 else 1.0 - 1e-6 for i in range(n)}
    tree = compile_tree(case_of(gates, p), "t")
    values = event_values(case_of(gates, p), "t", {})
    rows = {row.id: row for row in gate_importance(tree, values.points, [f"g{n - 1}", "g0", "g1000"])}
    below = math.prod(p[f"e{i}"] if i % 2 == 0 else 1.0 - p[f"e{i}"] for i in range(n - 1))
    assert rows[f"g{n - 1}"].birnbaum == pytest.approx(below, rel=1e-9)
    assert rows["g0"].birnbaum == 1.0
    assert 0.9 < rows["g1000"].birnbaum < 1.0


def test_a_gate_that_changes_nothing_has_importance_zero_without_a_sign() -> None:
    """A top that is certain: -0 in the table."""
    gates = [
        gate("g", "or", "h", "i"),
        gate("h", "or", "a", gate("n", "not", "a")),
        gate("i", "xor", "a", gate("m", "not", "b")),
    ]
    tree = compile_tree(case_of(gates, {"a": 0.3, "b": 0.7}), "t")
    for row in gate_importance(tree, [0.3, 0.7]):
        assert math.copysign(1.0, row.birnbaum) == math.copysign(1.0, row.criticality) == 1.0, row
