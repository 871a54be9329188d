"""`true` is no number, wherever one belongs."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.api import CaseBuilder
from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.store.recipe import recipe

CASE = """casegen: 1
case: {id: c, title: C}
claims:
  - {id: C1, text: Holds, requirement: {measure: {evidence: EV, measure: probability}, bound: 0.5, kind: probability-per-demand}}
house_events: [{id: H, text: On, state: true}]
evidence_items:
  - {id: EV, method: demand-record, inputs: {record: r.csv}, seed: 3, parameters: {failure: f, looks: 2}}
"""


@pytest.mark.parametrize(
    ("number", "place"),
    [("casegen: 1", "casegen"), ("seed: 3", "seed"), ("bound: 0.5", "bound"), ("looks: 2", "looks")],
)
def test_a_truth_value_is_no_number(tmp_path: Path, number: str, place: str) -> None:
    (tmp_path / "case.yaml").write_text(CASE.replace(number, f"{place}: true"))
    try:
        said = "; ".join(problem.message for problem in recipe(load(tmp_path), 0)[1])
    except InputError as error:
        said = str(error)
    assert f"{place}: expected a" in said
    assert "number, found true" in said


def test_numbers_and_truth_values_where_they_belong_are_taken(tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text(CASE)
    (tmp_path / "r.csv").write_text("entry,demands,failures\na,100,0\n")
    case = load(tmp_path)
    assert case.house_events[0].state is True
    assert recipe(case, 0)[1] == []


def test_a_truth_value_is_no_number_in_python() -> None:
    with pytest.raises(InputError, match="expected a whole number, found true"):
        CaseBuilder("c", title="C").measured("EV", "demand-record", inputs={"record": "r"}, seed=True)
