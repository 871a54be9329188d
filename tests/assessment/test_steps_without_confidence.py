"""The step for a failing requirement without a confidence: that of the number that was compared, a bound or a value."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.assessment.points import PreventingPoint, next_steps, preventing
from casegen.io import load
from casegen.model.results import Assessment
from tests.false_support import DROP, edited, folder
from tests.false_support.bases import RECORD, calculation, measured

NONE = "entry,demands,failures\nquay,3000,0\n"


def of_tree(at: Path, gate: dict[str, Any], target: float, stated: float = 1e-6, **more: Any) -> Assessment:
    """A tree of one or two measured events (0 failures of 3,000 demands each) and a stated one."""
    case = calculation()
    case["evidence_items"] = [
        measured()["evidence_items"][0]
        | {"id": name, "inputs": {"record": f"{name}.csv"}, "confidence": 0.975}
        for name in ("EV", "EW")
    ]
    read = {"type": "evidence", "measure": "probability"}
    edits = {
        "events.E1.model": {**read, "evidence": "EV", "exposure": {"demands": 1}},
        "events.E2.model": {"type": "constant", "probability": stated},
        "events.+": {
            "id": "E3",
            "text": "The bolt sticks",
            "model": {**read, "evidence": "EW", "exposure": {"demands": 1}},
        },
        "trees.FT.gates.TOP": {"id": "TOP", "text": "The lift starts", **gate},
        "trees.FT.target": {"probability": target, "source": "lift standard"},
        "claims.C1.text": "The lift does not start with an open door",
        **more,
    }
    files = {"EV.csv": NONE, "EW.csv": NONE.replace("quay", "pier")}
    return assess(load(folder(at, edited(case, edits), files=files)))


def point(assessed: Assessment) -> PreventingPoint:
    [one] = [p for p in preventing(assessed) if p.target == "C1"]
    return one


OR = {"type": "or", "inputs": ["E1", "E2"]}
BOTH = {"type": "or", "inputs": ["E1", "E2", "E3"]}


@pytest.mark.parametrize(
    ("gate", "target"),
    [
        (OR, 5e-4),
        (BOTH, 5e-4),
        ({"type": "and", "inputs": ["E1", "E3"]}, 1e-7),
        ({"type": "atleast", "k": 2, "inputs": ["E1", "E2", "E3"]}, 1e-7),
    ],
)
@pytest.mark.parametrize("together", [False, True])
def test_more_is_measured_where_only_the_bound_exceeds_the_limit(
    tmp_path: Path, gate: dict[str, Any], target: float, together: bool
) -> None:
    declared = {"evidence": ["EV", "EW"], "claim": "W1"}
    more = {"trees.FT.independent": declared} if together and "E3" in gate["inputs"] else {}
    assessed = of_tree(tmp_path, gate, target, **more)
    assert (point(assessed).kind, point(assessed).narrow) == ("requirement", True)
    assert "C1: improve what is measured, or measure more (casegen plan CASE)" in next_steps(assessed)


@pytest.mark.parametrize(("stated", "kind"), [(1e-3, "design"), (4e-4, "requirement")])
def test_the_design_is_changed_where_what_is_stated_exceeds_the_limit(
    tmp_path: Path, stated: float, kind: str
) -> None:
    assert point(of_tree(tmp_path, BOTH, 5e-4, stated)).kind == kind


def test_of_stated_numbers_alone_the_step_is_to_measure_them(tmp_path: Path) -> None:
    edits = {
        "trees.FT.target.probability": 1e-4,
        "claims.C1.text": "The lift does not start with an open door",
    }
    assert (
        point(assess(load(folder(tmp_path, edited(calculation(), edits), files={"a": ""})))).kind == "stated"
    )


def test_a_value_that_exceeds_its_limit_is_not_planned(tmp_path: Path) -> None:
    """1 failure of 8,000 demands: no number of demands that ``plan`` could name makes this value less."""
    edits = {"claims.C1.requirement.bound": 1e-5, "claims.C1.requirement.confidence": DROP}
    assessed = assess(load(folder(tmp_path, edited(measured(), edits), files={"record.csv": RECORD})))
    assert (point(assessed).kind, point(assessed).narrow) == ("value", False)
    assert next_steps(assessed)[0] == "C1: improve what is measured: the value itself does not meet the limit"
