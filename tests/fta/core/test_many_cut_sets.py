"""Trees with more minimal cut sets than floating-point numbers count: how many, and how much they weigh."""

from __future__ import annotations

import itertools

import pytest

from casegen.fta import compile_tree, gate_importance
from casegen.fta.core import cutsets
from casegen.fta.core import fussell_vesely as shares
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.model.plural import in_digits
from casegen.render.report.trees import _count
from tests.fta.small_trees import case_of, gate


def _and_of_ors(ors: int, inputs: int, p: float = 0.3) -> CompiledTree:
    events = {f"E{i}_{j}": p for i in range(ors) for j in range(inputs)}
    gates = [gate(f"g{i}", "or", *(f"E{i}_{j}" for j in range(inputs))) for i in range(ors)]
    return compile_tree(case_of([gate("top", "and", *(g.id for g in gates)), *gates], events), "t")


@pytest.mark.parametrize(
    ("ors", "inputs"), [(3, 2), (33, 3), (40, 3), (200, 3), pytest.param(700, 3, marks=pytest.mark.slow)]
)
def test_cut_sets_with_an_event_are_counted_exactly(ors: int, inputs: int) -> None:
    """From 2**53 on in steps of hundreds, and above the largest floating-point number an internal error."""
    tree = _and_of_ors(ors, inputs)
    rows = tree.importance([0.3] * len(tree.events))
    assert {row.occurrences for row in rows} == {inputs ** (ors - 1)}
    assert tree.cut_set_count() == inputs**ors


def test_exact_counts_are_those_of_small_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    gates = [gate("top", "or", "m", "s"), gate("m", "and", "n", "a"), gate("n", "or", "b", "c"),
             gate("s", "atleast", "d", "e", "f", "c", k=2)]  # fmt: skip
    tree = compile_tree(case_of(gates, dict.fromkeys("abcdef", 0.1)), "t")
    quick = list(tree.families.occurrences)
    monkeypatch.setattr(cutsets, "_WHOLE", 0.0)
    del tree.families.__dict__["occurrences"]
    assert tree.families.occurrences == quick
    assert sum(quick) == sum(order * n for order, n in tree.families.count_by_order().items())


@pytest.mark.slow
def test_the_sum_of_cut_sets_is_bounded_by_what_the_event_can_do() -> None:
    """A sum far above the top's probability was cut to 1, and said nothing of an event with a share of 0.645."""
    tree = _and_of_ors(1000, 2, 0.45)
    rows = tree.importance([0.45] * 2000)
    assert {row.fussell_vesely_method for row in rows} == {"rare-event"}
    assert [row.fussell_vesely for row in rows] == pytest.approx([0.45 / (1 - 0.55**2)] * 2000)


def _bridges(
    monkeypatch: pytest.MonkeyPatch, kind: str, inputs: int, chance: float
) -> tuple[CompiledTree, list[float], list[float]]:
    """Exact shares, and those that are taken where the union is too much work."""
    pairs = [gate(f"g{i}", kind, *names) for i, names in enumerate(itertools.combinations("abcde", inputs))]
    case = case_of([gate("top", "or", *(g.id for g in pairs)), *pairs], dict.fromkeys("abcde", chance))
    p = [chance] * 5
    exact = compile_tree(case, "t").importance(p).fussell_vesely
    monkeypatch.setattr(shares, "_MOST_WORK", 0)
    tree = compile_tree(case, "t")
    tree.__dict__.pop("_unions", None)
    quick = tree.importance(p).fussell_vesely
    assert exact is not None
    assert quick is not None
    return tree, exact.tolist(), quick.tolist()


def test_the_bound_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    tree, exact, quick = _bridges(monkeypatch, "and", 3, 0.6)
    assert {row.fussell_vesely_method for row in tree.importance([0.6] * 5)} == {"rare-event"}
    assert all(x <= y + 1e-12 < 1.0 for x, y in zip(exact, quick, strict=True))
    gates = gate_importance(tree, [0.6] * 5)
    assert all(row.fussell_vesely is None or row.fussell_vesely <= row.dif + 1e-12 for row in gates)


def test_a_sum_that_bounds_nothing_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    tree, _, quick = _bridges(monkeypatch, "xor", 2, 0.99)
    assert not tree.coherent
    assert all(x != x for x in quick)
    assert {row.fussell_vesely for row in tree.importance([0.99] * 5)} == {None}


def test_counts_are_written_out_as_far_as_they_are_read() -> None:
    assert in_digits(3**39) == "4,052,555,153,018,976,267"
    assert in_digits(3**700) == "about 9.66e+333"
    assert _count(3**700) == "9.66\u202f×\u202f10³³³"
    assert _count(1440) == "1\u202f440"
