"""Common-cause groups written as Open-PSA are read back with the same numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.fta import compile_tree, event_values
from casegen.io.openpsa.read import read_openpsa
from casegen.io.openpsa.write import openpsa_text
from casegen.model.case import Case
from casegen.model.fault_tree import CommonCauseGroup, Constant, EventModel, Exponential, Value
from casegen.model.quantity import Uniform
from tests.fta.small_trees import case_of, gate

MEMBERS = ("a", "b", "c")


def grouped(factors: tuple[Value, ...], total: EventModel, kind: str = "atleast") -> Case:
    group = CommonCauseGroup(id="g", model="phi-factor", members=MEMBERS, factors=factors, total=total)
    k = {"k": 2} if kind == "atleast" else {}
    return case_of(
        [gate("top", kind, *MEMBERS, **k)], dict.fromkeys(MEMBERS), common_cause=(group,), mission_time=10.0
    )


def probability(case: Case) -> float:
    tree = case.trees[0].id
    return compile_tree(case, tree).probability(event_values(case, tree, {}).points)


@pytest.mark.parametrize("factors", [(0.8, 0.05, 0.1), (0.9, 0.4, 0.2), (0.0, 0.0, 0.0)])
@pytest.mark.parametrize(
    "total", [Constant(probability=0.3), Exponential(type="exponential", rate=1e-3, hours=50.0)]
)
@pytest.mark.parametrize("kind", ["or", "and", "atleast"])
def test_phi_factors_that_do_not_sum_to_1_are_read_back(
    factors: tuple[float, ...], total: EventModel, kind: str, tmp_path: Path
) -> None:
    case = grouped(factors, total, kind)
    text, changed = openpsa_text(case)
    (file := tmp_path / "m.xml").write_text(text)
    assert any("phi factors sum to" in line for line in changed)
    assert probability(read_openpsa(file)) == pytest.approx(probability(case), rel=1e-13)


def test_phi_factors_that_sum_to_1_are_written_as_they_are(tmp_path: Path) -> None:
    case = grouped((0.85, 0.05, 0.1), Constant(probability=0.3))
    text, changed = openpsa_text(case)
    (file := tmp_path / "m.xml").write_text(text)
    assert "mul" not in text
    assert not any("phi" in line for line in changed)
    assert read_openpsa(file).common_cause[0].factors == (0.85, 0.05, 0.1)


def test_phi_factors_with_a_distribution_are_said_to_be_as_they_are() -> None:
    factors = (0.33, Uniform(distribution="uniform", lower=0.1, upper=0.25), 0.1)
    changed = openpsa_text(grouped(factors, Constant(probability=0.3)))[1]
    assert any("need their means to sum to 1" in line for line in changed)


@pytest.mark.parametrize("condition", ["a", "given"])
def test_a_condition_of_a_group_is_no_conditional_event(condition: str) -> None:
    """What others call an inhibit gate has one basic event that is conditional; a member of a group is a formula."""
    group = CommonCauseGroup(
        id="g", model="phi-factor", members=MEMBERS, factors=(1.0,), total=Constant(probability=0.3)
    )
    gates = [gate("top", "inhibit", "other", condition=condition)]
    case = case_of(gates, {**dict.fromkeys(MEMBERS), "other": 0.1, "given": 0.2}, common_cause=(group,))
    text, changed = openpsa_text(case)
    assert ("inhibit written as and" in "".join(changed)) == (condition == "a")
    assert ('"inhibit"' in text) == (condition == "given")
