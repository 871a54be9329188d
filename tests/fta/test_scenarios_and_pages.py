"""Scenarios become trees; trees become pages."""

from __future__ import annotations

import dataclasses

import pytest

from casegen.fta import FaultTreeError, compile_tree, event_values
from casegen.fta.pages import pages
from casegen.fta.scenarios import scenario_tree, with_scenarios
from casegen.model.case import Case, Header
from casegen.model.fault_tree import BasicEvent, Constant
from casegen.model.hazard import HazardScenario, ScenarioStep
from tests.fta.small_trees import case_of, gate


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
    whole = with_scenarios(case, ["s1", "s2"], "t")
    compiled = compile_tree(whole, "t")
    p = event_values(whole, "t", {}, overrides={"slow": 0.2}).probability
    assert compiled.probability(p) == pytest.approx((1 - 0.9 * 0.8) * 0.1)


def test_different_ends_are_joined_by_or() -> None:
    whole = with_scenarios(_case(), ["s1", "s2", "s3"], "t")
    compiled = compile_tree(whole, "t")
    p = event_values(whole, "t", {}, overrides={"slow": 0.2}).probability
    assert compiled.probability(p) == pytest.approx(0.2 + 0.8 * 0.1 * 0.1)
    with pytest.raises(FaultTreeError, match="no hazard scenario 'x'"):
        scenario_tree(_case(), ["x"], "t")


def test_pages_draw_every_gate_once_and_refer_to_each_other() -> None:
    gates = [gate("top", "or", "shared", "left", "right")]
    gates += [gate("left", "and", "shared", "l1", "l2"), gate("right", "and", "r1", "r2", "a")]
    gates += [gate(f"{s}{i}", "or", "a", "b", "c", "d") for s in "lr" for i in (1, 2)]
    gates += [gate("shared", "or", "deep", "a"), gate("deep", "and", "b", "c")]
    case = case_of(gates, dict.fromkeys("abcd", 0.1))
    found = pages(case, "t", limit=8)
    drawn = [g for page in found for g in page.gates]
    assert sorted(drawn) == sorted(g.id for g in gates)
    assert found[0].top == "top"
    number = {page.top: page.number for page in found}
    for page in found:
        for name, target in page.transfers.items():
            assert target == number[name]
            assert page.number in found[target - 1].used_by
        symbols = 1 + sum(len(case.gate[g].inputs) for g in page.gates)
        assert symbols <= 8
    assert number["shared"] > 1
    assert len(pages(dataclasses.replace(case), "t", limit=400)) == 2
