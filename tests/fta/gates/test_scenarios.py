"""Hazard scenarios become fault trees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from casegen.fta import FaultTreeError, compile_tree, event_values
from casegen.fta.gates.scenarios import scenario_tree
from casegen.model.case import Case, Header
from casegen.model.fault_tree import BasicEvent, Constant
from casegen.model.hazard import HazardScenario, ScenarioStep


def _case() -> Case:
    def chain(*steps: ScenarioStep) -> tuple[ScenarioStep, ...]:
        return steps

    return Case(
        header=Header(id="c", title="c"),
        events=tuple(BasicEvent(id=e, model=Constant(probability=0.1)) for e in ("noise", "no-alarm")),
        scenarios=(
            HazardScenario(id="s1", title="miss", chain=chain(
                ScenarioStep(event="noise"), ScenarioStep(event="misclassified"),
                ScenarioStep(event="collision", gate="and", joined_by=("no-alarm",)))),
            HazardScenario(id="s2", title="late", chain=chain(
                ScenarioStep(event="slow"), ScenarioStep(event="misclassified"),
                ScenarioStep(event="collision", gate="and", joined_by=("no-alarm",)))),
            HazardScenario(id="s3", title="other end", chain=chain(
                ScenarioStep(event="slow"), ScenarioStep(event="lost"))),
        ),
    )  # fmt: skip


def test_chains_merge_into_one_tree() -> None:
    case = _case()
    tree, missing = scenario_tree(case, ["s1", "s2"], "t")
    assert tree.top == "collision"
    assert [e.id for e in missing] == ["slow"]
    whole = replace(case, trees=(tree,), events=(*case.events, *missing))
    compiled = compile_tree(whole, "t")
    p = event_values(whole, "t", {}, overrides={"slow": 0.2}).probability
    assert compiled.probability(p) == pytest.approx((1 - 0.9 * 0.8) * 0.1)


def test_different_ends_are_joined_by_or() -> None:
    case = _case()
    tree, missing = scenario_tree(case, ["s1", "s2", "s3"], "t")
    whole = replace(case, trees=(tree,), events=(*case.events, *missing))
    compiled = compile_tree(whole, "t")
    p = event_values(whole, "t", {}, overrides={"slow": 0.2}).probability
    assert compiled.probability(p) == pytest.approx(0.2 + 0.8 * 0.1 * 0.1)
    with pytest.raises(FaultTreeError, match="no hazard scenario 'x'"):
        scenario_tree(_case(), ["x"], "t")
