"""A what-if that moves a tree's bounds and leaves its number is a change of the tree."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran

CASE = """
casegen: 1
case: {id: w, title: W, roots: [TOP]}
events:
  - {id: A, text: pump a fails, source: judged in session 1, model: {type: MODEL}}
trees:
  - {id: FT, title: The pump does not start, top: G, target: {probability: 0.002, confidence: 0.95},
     gates: [{id: G, type: or, text: The pump does not start, inputs: [A]}]}
claims:
  - {id: TOP, text: The pump does not start in at most 2 of 1000 missions, undeveloped: true,
     requirement: {measure: {tree: FT}, bound: {target_of: FT}, kind: probability-per-mission, confidence: 0.95}}
"""
TYPED = "constant, probability: 0.001"
WIDE = "constant, probability: {distribution: lognormal, mean: 0.001, error_factor: 5}"


@pytest.mark.parametrize(
    ("model", "changed", "ends"),
    [
        (TYPED, "{distribution: lognormal, mean: 0.001, error_factor: 5}", "none 0.003098"),
        (WIDE, "{distribution: lognormal, mean: 0.001, error_factor: 2}", "0.003098 0.001831"),
        (WIDE, "0.001", "0.003098 none"),
    ],
)
def test_a_tree_whose_bound_alone_moves_is_shown(
    tmp_path: Path, casegen: Callable[..., Ran], model: str, changed: str, ends: str
) -> None:
    (tmp_path / "case.yaml").write_text(CASE.replace("MODEL", model), "utf-8")
    shown = " ".join(casegen("whatif", tmp_path, "--set", f"A={changed}").out.split())
    assert f"FT 0.001 0.001 1 {ends}" in shown, shown
    assert "not change" not in shown


def test_a_tree_that_keeps_number_and_bounds_does_not_change(
    tmp_path: Path, casegen: Callable[..., Ran]
) -> None:
    (tmp_path / "case.yaml").write_text(CASE.replace("MODEL", TYPED), "utf-8")
    assert "1 tree does not change" in casegen("whatif", tmp_path, "--set", "A=0.001").out
