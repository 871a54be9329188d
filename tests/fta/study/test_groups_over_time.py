"""Common-cause groups that move through the mission: groups of which the tree uses some members, factors of the time."""

from __future__ import annotations

from typing import Any

import pytest

from casegen.fta import compile_tree, structure_values, time_curve
from casegen.fta.study.mission import mission_of, plainly_rises
from casegen.model.case import Case
from casegen.model.fault_tree import (
    CommonCauseGroup,
    Constant,
    Exponential,
    Glm,
    MissionTime,
    Operation,
    PeriodicTest,
    Weibull,
)
from tests.fta.small_trees import case_of, gate

_END = 100.0
_EXPONENTIAL = Exponential(type="exponential", rate=1e-3)
_SHARE = Operation(op="div", args=(MissionTime(time="mission"), 1000.0))
"""of the total, growing"""
_REST = Operation(op="sub", args=(0.5, _SHARE))
TOTALS = [
    _EXPONENTIAL,
    Exponential(type="exponential", rate=1e-3, hours=5.0),
    Weibull(type="weibull", scale=1000.0, shape=2.0),
    Glm(type="glm", on_demand=0.0, failure_rate=1e-3, repair_rate=0.1),
    Glm(type="glm", on_demand=0.01, failure_rate=1e-3, repair_rate=0.1),
    PeriodicTest(type="periodic-test", failure_rate=1e-4, interval=30.0, first=30.0),
    Constant(probability=Operation(op="mul", args=(1e-4, MissionTime(time="mission")))),
]


def grouped(
    total: Any, model: str, factors: tuple[Any, ...], used: tuple[str, ...], kind: str = "or"
) -> Case:
    members = ("a", "b", "c")
    group = CommonCauseGroup(id="cc", model=model, members=members, total=total, factors=factors)  # type: ignore[arg-type]
    events = {**dict.fromkeys(members), "x": 0.1}
    return case_of([gate("g", kind, *used)], events, common_cause=(group,), mission_time=_END)


@pytest.mark.parametrize("total", TOTALS, ids=repr)
@pytest.mark.parametrize(
    ("model", "factors"),
    [
        ("beta-factor", (0.1,)),
        ("beta-factor", (0.0,)),
        ("beta-factor", (1.0,)),
        ("mgl", (0.1, 0.5)),
        ("alpha-factor", (0.9, 0.05, 0.05)),
        ("phi-factor", (0.9, 0.02, 0.01)),
    ],
)
def test_a_tree_may_use_some_members_of_a_group_over_time(
    total: Any, model: str, factors: tuple[float, ...]
) -> None:
    """A part that stands for the members left out is no event of the tree: it ended in a KeyError."""
    case = grouped(total, model, factors, ("a", "x"))
    tree = compile_tree(case, "t")
    assert set(tree.groups["cc"]) <= set(tree.events)
    mission = mission_of(case, tree, {}, {})
    rises = mission.direction == 1
    assert not plainly_rises(case, tree) or rises
    top = [
        tree.probability(structure_values(case, tree.structure, {}, mission_time=t).points)
        for t in (0.0, 1.0, 29.9, 31.0, 99.0, _END)
    ]
    assert not rises or top == sorted(top)
    assert time_curve(case, tree, {}, [0.0, 50.0, _END]).probability[-1] == top[-1]


@pytest.mark.parametrize(
    ("factor", "kind", "direction"),
    [(_SHARE, "and", 1), (_REST, "and", -1), (_SHARE, "or", -1), (_REST, "or", 1), (0.1, "and", 1)],
)
def test_factors_of_the_mission_time_move_a_group_whose_total_stands_still(
    factor: Any, kind: str, direction: int
) -> None:
    """The top was judged at the end of the mission alone, though it was five times as large at the beginning."""
    case = grouped(Constant(probability=0.01), "beta-factor", (factor,), ("a", "b", "c"), kind)
    tree = compile_tree(case, "t")
    mission = mission_of(case, tree, {}, {})
    at = [
        tree.probability(structure_values(case, tree.structure, {}, mission_time=t).points)
        for t in (1e-3, _END)
    ]
    if factor == 0.1:
        assert at[0] == at[1]
        assert plainly_rises(case, tree)
        assert mission.direction == 1
        return
    assert not plainly_rises(case, tree)
    assert mission.direction in (0, direction)
    assert (at[1] > at[0]) == (direction == 1)
    curve = time_curve(case, tree, {}, [1e-3, 50.0, _END])
    assert (curve.probability[-1] > curve.probability[0]) == (direction == 1)
    assert min(at) < curve.average < max(at)
