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


@pytest.mark.parametrize("rare", [1e-12, 1e-16])
def test_few_digits_or_none_are_left(rare: float, tmp_path: Path) -> None:
    case = _case(rare, tmp_path)
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    assert "criticality of b are differences" in lost_importance(tree, values.points, values)
    assert [row.id for row in tornado(tree, values) if row.note == LOST_GRADIENT] == ["b"]


def test_enough_digits_are_left(tmp_path: Path) -> None:
    case = _case(1e-6, tmp_path)
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    assert [row.note for row in tornado(tree, values)] == [""] * 4
    (slope,) = [row.gradient for row in tornado(tree, values) if row.id == "b"]
    assert slope == pytest.approx((1 - 0.05) * 0.06 * 1e-6, rel=1e-4)
