"""No digit is called exact that the rounding of a nearly certain event has taken."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext

import pytest

from casegen.fta import compile_tree, event_values, quantify
from casegen.fta.tree.conditioning import lost_digits
from tests.fta.small_trees import case_of, gate


def test_the_complement_of_a_nearly_certain_event_is_not_exact() -> None:
    p = -math.expm1(-20.0)
    tree = compile_tree(case_of([gate("t", "not", "A")], {"A": p}), "t")
    result = quantify(tree, [p])
    assert not result.exact
    assert result.lower is not None
    assert result.upper is not None
    assert result.lower < math.exp(-20.0) < result.upper
    assert "A is within rounding of 1" in result.label


def test_a_top_event_that_rounding_made_impossible_is_not_exact() -> None:
    gates = [gate("t", "and", "n", "B"), gate("n", "not", "A")]
    result = quantify(compile_tree(case_of(gates, {"A": 1.0, "B": 0.5}), "t"), [1.0, 0.5])
    assert result.probability == 0.0
    assert not result.exact
    assert result.upper is not None
    assert result.upper > 9.6e-23


@pytest.mark.parametrize("kind", ["nand", "nor", "xor"])
def test_other_gates_with_complements(kind: str) -> None:
    p = 1.0 - 1e-13
    tree = compile_tree(case_of([gate("t", kind, "A", "B")], {"A": p, "B": p}), "t")
    assert not quantify(tree, [p, p]).exact


def test_ordinary_complements_and_coherent_trees_stay_exact() -> None:
    tree = compile_tree(case_of([gate("t", "not", "A")], {"A": 0.9}), "t")
    assert quantify(tree, [0.9]).exact
    either = compile_tree(case_of([gate("t", "or", "A", "B")], {"A": 1.0 - 1e-15, "B": 0.5}), "t")
    assert lost_digits(either, [1.0 - 1e-15, 0.5]) is None
    beside = compile_tree(
        case_of([gate("t", "or", "B", "n"), gate("n", "not", "A")], {"A": 0.999999, "B": 0.5}), "t"
    )
    assert quantify(beside, [0.999999, 0.5]).exact


@pytest.mark.slow
@pytest.mark.parametrize(("length", "exact"), [(500, True), (4000, False)])
def test_the_rounding_of_a_long_chain_adds_up(length: int, exact: bool) -> None:
    """The top of 50,000 XORs was called exact, with an error of more than 1e-12."""
    gates = [gate(f"g{i}", "xor", f"e{i}", f"g{i + 1}" if i + 1 < length else "last") for i in range(length)]
    numbers = {f"e{i}": 7e-5 for i in range(length)} | {"last": 7e-5}
    case = case_of(gates, numbers)
    result = quantify(compile_tree(case, "t"), event_values(case, "t", {}).points)
    with localcontext(prec=60):
        truth = (1 - (1 - 2 * Decimal("7e-5")) ** (length + 1)) / 2
    assert result.exact is exact
    assert result.lower is not None
    assert result.upper is not None
    assert result.lower * (1 - 1e-12) <= float(truth) <= result.upper * (1 + 1e-12)
    assert ("one below the other" in result.label) is not exact
