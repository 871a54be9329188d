"""A what-if that moves a tree's bounds and leaves its number is a change of the tree."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran
from tests.false_support import edited, folder
from tests.false_support.bases import calculation, measured

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


def test_a_bound_that_is_printed_the_same_is_not_said_to_fall(
    tmp_path: Path, casegen: Callable[..., Ran]
) -> None:
    """A measured event whose bound is a billionth: taken as exact it changes no digit that is shown."""
    case = edited(calculation(), {"evidence_items": measured()["evidence_items"]})
    spread = {"distribution": "lognormal", "median": 5e-4, "error_factor": 3, "level": 0.95}
    edits = {
        "evidence_items.EV.confidence": 0.975,
        "events.E1.model": {
            "type": "evidence",
            "evidence": "EV",
            "measure": "probability",
            "exposure": {"demands": 1},
        },
        "events.E2.model": {"type": "constant", "probability": spread},
        "trees.FT.target": {"probability": 0.01, "confidence": 0.95, "source": "lift standard"},
        "claims.C1.requirement.confidence": 0.95,
        "claims.C1.text": "The lift does not start with an open door",
    }
    at = folder(
        tmp_path, edited(case, edits), files={"record.csv": "entry,demands,failures\nquay,1000000000,0\n"}
    )
    assert "falls" not in casegen("whatif", at, "--set", "EV.probability=0").out
    moved = casegen("whatif", at, "--set", "E1=0").out  # with nothing spent on E1 more is left to E2
    assert "taken as exact, so that the upper bound of FT falls" in moved
