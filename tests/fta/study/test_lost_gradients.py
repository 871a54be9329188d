"""A gradient that rounding left few digits of, or none, is said to be so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from casegen.fta import compile_tree, event_values
from casegen.fta.study.sensitivity import LOST_GRADIENT, tornado
from casegen.fta.tree.conditioning import lost_importance
from casegen.io import load
from casegen.model.case import Case
from tests.fta.small_trees import case_of, gate


def _case(rare: float, folder: Path) -> Case:
    """b matters only where e has happened, which the rest of the tree does not need."""
    chances = {"a": 0.06, "b": 0.06, "c": 0.05, "e": rare}
    gates = {
        "T": ("nand", ["A", "M"]),
        "A": ("or", ["a", "c"]),
        "M": ("nand", ["B", "e"]),
        "B": ("or", ["b", "c"]),
    }
    written = {
        "casegen": 1, "case": {"id": "t", "title": "T"},
        "events": [
            {"id": x, "text": x, "source": "sheet", "model": {"type": "constant", "probability": p}} for x, p in chances.items()
        ],
        "trees": [{"id": "t", "top": "T", "gates": [
            {"id": g, "type": kind, "inputs": inputs} for g, (kind, inputs) in gates.items()]}],
    }  # fmt: skip
    (folder / "case.yaml").write_text(json.dumps(written), encoding="utf-8")
    return load(folder)


@pytest.mark.parametrize("rare", [1e-6, 1e-12, 1e-16])
def test_a_small_difference_keeps_its_digits(rare: float, tmp_path: Path) -> None:
    """It was a difference of numbers near 1, named as one that has lost digits."""
    case = _case(rare, tmp_path)
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    assert lost_importance(tree, values.points, values) == ""
    assert [row.note for row in tornado(tree, values)] == [""] * 4
    (slope,) = [row.gradient for row in tornado(tree, values) if row.id == "b"]
    assert slope == pytest.approx((1 - 0.05) * 0.06 * rare, rel=1e-12, abs=0.0)


def test_a_gradient_of_which_nothing_is_left_is_named() -> None:
    case = case_of([gate("g", "or", "x", "c"), gate("x", "xor", "a", "b")], {"a": 0.2, "b": 0.5, "c": 0.1})
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    assert "criticality of a are differences" in lost_importance(tree, values.points, values)
    assert [row.id for row in tornado(tree, values) if LOST_GRADIENT in row.note] == ["a"]
