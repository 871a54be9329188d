"""Common-cause groups of every model and total, converted to Open-PSA and Galileo, are read back with the same number."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casegen.cli.fta_files import convert_to_galileo, convert_to_openpsa
from casegen.cli.fta_open import OpenedModel
from casegen.fta import compile_tree, event_values
from casegen.io.galileo.read import read_galileo
from casegen.io.openpsa.read import read_openpsa
from casegen.model.case import Case
from casegen.model.fault_tree import CommonCauseGroup, Constant, EventModel, Exponential, FromEvidence
from casegen.model.quantity import Estimate, Exposure, MeasureKind
from tests.fta.small_trees import case_of, gate

EVIDENCE = {"e": {"m": Estimate(value=2e-3, kind=MeasureKind.PER_DEMAND)}}
TOTALS: dict[str, EventModel] = {
    "measured": FromEvidence(type="evidence", evidence="e", measure="m", exposure=Exposure(demands=3)),
    "typed": Constant(probability=7e-3),
    "exponential": Exponential(type="exponential", rate=1e-5, hours=100.0),
    "exponential of the mission": Exponential(type="exponential", rate=1e-4),
}
PHI = (0.014, 0.453, 0.533)


def group_case(model: str, factors: tuple[float, ...], total: str, used: tuple[str, ...], size: int) -> Case:
    members = tuple(f"m{i}" for i in range(size))
    group: Any = CommonCauseGroup(id="g", model=model, members=members, factors=factors, total=TOTALS[total])
    top = gate("top", "atleast", *used, k=2) if len(used) > 2 else gate("top", "and", *used)
    return case_of([top], dict.fromkeys(members), common_cause=(group,), mission_time=10.0)


def probability(case: Case, evidence: dict[str, dict[str, Estimate]]) -> float:
    tree = case.trees[0].id
    values = event_values(case, tree, evidence, mission_time=10.0)
    return compile_tree(case, tree).probability(values.points)


def assert_same_when_read_back(case: Case) -> None:
    opened = OpenedModel(case, EVIDENCE)
    expected = probability(case, EVIDENCE)
    with tempfile.TemporaryDirectory() as folder:
        convert_to_openpsa(opened, xml := Path(folder) / "m.xml", None)
        assert probability(read_openpsa(xml), {}) == pytest.approx(expected, rel=1e-12, abs=0.0)
        convert_to_galileo(opened, "t", dft := Path(folder) / "m.dft", None)
        assert probability(read_galileo(dft), {}) == pytest.approx(expected, rel=1e-12, abs=0.0)


@pytest.mark.parametrize("total", TOTALS)
@pytest.mark.parametrize("used", [("m0", "m1", "m2"), ("m1", "m2")])
@pytest.mark.parametrize(
    ("model", "factors"),
    [("phi-factor", PHI), ("beta-factor", (0.1,)), ("mgl", (0.1, 0.27)), ("alpha-factor", (0.9, 0.07, 0.03))],
)
def test_groups_of_three(model: str, factors: tuple[float, ...], used: tuple[str, ...], total: str) -> None:
    assert_same_when_read_back(group_case(model, factors, total, used, 3))


@st.composite
def group_cases(draw: st.DrawFn) -> Case:
    size = draw(st.integers(2, 8))
    model = draw(st.sampled_from(["beta-factor", "mgl", "alpha-factor", "phi-factor"]))
    count = {"beta-factor": 1, "mgl": size - 1}.get(model, size)
    factors = [w / 100.0 for w in draw(st.lists(st.integers(1, 99), min_size=count, max_size=count))]
    if model in ("alpha-factor", "phi-factor"):
        factors = [f / sum(factors) for f in factors]
    used = draw(st.lists(st.sampled_from(range(size)), min_size=2, unique=True))
    names = tuple(f"m{i}" for i in sorted(used))
    return group_case(model, tuple(factors), draw(st.sampled_from(sorted(TOTALS))), names, size)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(group_cases())
def test_random_groups(case: Case) -> None:
    assert_same_when_read_back(case)
