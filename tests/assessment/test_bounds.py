"""Bounds carried to the top event, and the way back: against enumeration and hand calculation."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casegen.assessment.allocation.breakdown import _several, break_down
from casegen.assessment.allocation.events import required_bound
from casegen.assessment.assess import Session
from casegen.assessment.bounds import top_range
from casegen.assessment.portable.assessment import portable
from casegen.assessment.requirements import _refutes_nothing
from casegen.assessment.trees import BoundTree, bind
from casegen.io import load
from casegen.model.case import Case
from casegen.model.diagnostic import InputError
from casegen.model.quantity import Estimate, MeasureKind
from casegen.model.results import EvidenceState, Freshness

Evidence = dict[str, dict[str, Estimate]]


def case_of(folder: Path, body: str) -> Case:
    (folder / "case.yaml").write_text("casegen: 1\ncase: {id: c, title: T}\n" + body)
    return load(folder)


def per_demand(value: float, upper: float, confidence: float = 0.975, lower: float = 0.0) -> Estimate:
    return Estimate(value=value, lower=lower, upper=upper, confidence=confidence, kind=MeasureKind.PER_DEMAND)


def measured_event(name: str, item: str, extra: str = "") -> str:
    return f"  - {{id: {name}, model: {{type: evidence, evidence: {item}, measure: m, exposure: {{demands: 4}}{extra}}}}}\n"


TWO = (
    "evidence_items: [{id: X, method: m}, {id: Y, method: m}]\nevents:\n"
    + measured_event("A", "X")
    + measured_event("B", "Y")
    + "  - {id: C, model: {type: constant, probability: 0.1}}\n"
    + "trees: [{id: T, top: G, gates: [{id: G, type: or, inputs: [{type: and, inputs: [A, C]}, B]}]}]\n"
)


def bound(case: Case, evidence: Evidence) -> BoundTree:
    return bind(case, "T", evidence, {})


def test_two_measured_inputs_hold_jointly_by_bonferroni(tmp_path: Path) -> None:
    case = case_of(tmp_path, TWO)
    tree = bound(case, {"X": {"m": per_demand(0.01, 0.02)}, "Y": {"m": per_demand(0.001, 0.003)}})
    estimate, problem = tree.estimate(case, 0.95)
    assert problem == ""
    a, b = 1 - 0.98**4, 1 - 0.997**4
    assert estimate.upper == pytest.approx(1 - (1 - a * 0.1) * (1 - b))
    assert estimate.confidence == pytest.approx(0.95)
    assert tree.estimate(case, None)[0].confidence == pytest.approx(0.95)
    refused, problem = tree.estimate(case, 0.96)
    assert refused.upper is None
    assert "hold jointly with 0.95 only" in problem


def test_one_input_in_two_events_counts_once(tmp_path: Path) -> None:
    case = case_of(tmp_path, TWO.replace("evidence: Y", "evidence: X"))
    tree = bound(case, {"X": {"m": per_demand(0.01, 0.02)}})
    assert tree.estimate(case, None)[0].confidence == pytest.approx(0.975)
    assert tree.estimate(case, 0.975)[1] == ""


def test_a_measure_without_a_bound_gives_none(tmp_path: Path) -> None:
    case = case_of(tmp_path, TWO)
    point = Estimate(value=0.01, kind=MeasureKind.PER_DEMAND)
    tree = bound(case, {"X": {"m": point}, "Y": {"m": per_demand(0.001, 0.003)}})
    estimate, problem = tree.estimate(case, 0.9)
    assert estimate.upper is None
    assert problem == "X.m has no confidence bound"


def test_complement_swaps_the_bounds(tmp_path: Path) -> None:
    body = TWO.replace(
        "evidence: X, measure: m, exposure: {demands: 4}", "evidence: X, measure: m, complement: true"
    )
    case = case_of(tmp_path, body)
    coverage = Estimate(value=0.9, lower=0.8, upper=0.95, confidence=0.975, kind=MeasureKind.FRACTION)
    tree = bound(case, {"X": {"m": coverage}, "Y": {"m": per_demand(0.0, 0.003)}})
    estimate, _ = tree.estimate(case, 0.95)
    b = 1 - 0.997**4
    assert estimate.upper == pytest.approx(1 - (1 - 0.2 * 0.1) * (1 - b))
    assert estimate.lower == pytest.approx(1 - (1 - 0.05 * 0.1) * 1)


def test_stated_distributions_share_what_remains(tmp_path: Path) -> None:
    body = (
        "parameters: [{id: q, value: {distribution: uniform, lower: 0.0, upper: 0.2}}]\nevents:\n"
        "  - {id: A, model: {type: constant, probability: {parameter: q}}}\n"
        "  - {id: B, model: {type: constant, probability: {parameter: q}}}\n"
        "trees: [{id: T, top: G, gates: [{id: G, type: and, inputs: [A, B]}]}]\n"
    )
    case = case_of(tmp_path, body)
    estimate, _ = bound(case, {}).estimate(case, 0.9)
    assert estimate.value == pytest.approx(0.01)
    assert estimate.upper == pytest.approx(0.18**2)  # one shared input, so its 0.9 quantile in both events
    assert estimate.confidence == pytest.approx(0.9)


XOR = (
    "evidence_items: [{id: X, method: m}, {id: Y, method: m}]\nevents:\n"
    + measured_event("A", "X")
    + measured_event("B", "Y")
    + "trees: [{id: T, top: G, gates: [{id: G, type: xor, inputs: [A, B]}]}]\n"
)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(0.0, 1.0), min_size=6, max_size=6))
def test_corners_enclose_a_tree_that_is_not_coherent(
    tmp_path_factory: pytest.TempPathFactory, x: list[float]
) -> None:
    case = case_of(tmp_path_factory.mktemp("c"), XOR)
    (a0, a, a1), (b0, b, b1) = sorted(x[:3]), sorted(x[3:])
    tree = bound(case, {"X": {"m": per_demand(a, a1, lower=a0)}, "Y": {"m": per_demand(b, b1, lower=b0)}})
    corners = tree.box(0.9)  # both sides of both inputs
    low, high = top_range(tree.compiled, tree.values, corners)
    grid = [np.linspace(corners.lower[i], corners.upper[i], 7) for i in range(2)]
    inner = [p * (1 - q) + q * (1 - p) for p, q in itertools.product(*grid)]
    assert low <= min(inner) + 1e-12
    assert high >= max(inner) - 1e-12
    exact = [p * (1 - q) + q * (1 - p) for p, q in itertools.product(*[(g[0], g[-1]) for g in grid])]
    assert (low, high) == (pytest.approx(min(exact)), pytest.approx(max(exact)))
    refused = tree.estimate(case, 0.95)
    assert refused[0].upper is None
    assert "both sides of X.m, Y.m" in refused[1]


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.floats(1e-6, 0.3), st.floats(1e-6, 0.05))
def test_the_required_bound_makes_the_target_just_hold(
    tmp_path_factory: pytest.TempPathFactory, target: float, other: float
) -> None:
    case = case_of(tmp_path_factory.mktemp("c"), TWO)
    evidence = {"X": {"m": per_demand(0.0, 0.02)}, "Y": {"m": per_demand(0.0, other)}}
    tree = bound(case, evidence)
    result = required_bound(case, tree, "A", target, 0.95)
    floor = 1 - (1 - other) ** 4
    if floor > target:
        assert "infeasible" in result.problem
        return
    if result.measure == 1.0:
        assert 1 - (1 - 0.1) * (1 - floor) <= target * (1 + 1e-9)
        return
    assert result.measure is not None
    evidence["X"] = {"m": per_demand(0.0, result.measure)}
    upper = bound(case, evidence).estimate(case, 0.95)[0].upper
    assert upper == pytest.approx(target, rel=1e-9)


@pytest.mark.slow
def test_events_of_one_measure_move_together(tmp_path: Path) -> None:
    case = case_of(tmp_path, TWO.replace("evidence: Y", "evidence: X"))
    tree = bound(case, {"X": {"m": per_demand(0.0, 0.02)}})
    result = required_bound(case, tree, "A", 0.05, 0.95)
    assert result.measure is not None
    p = 1 - (1 - result.measure) ** 4
    assert 1 - (1 - 0.1 * p) * (1 - p) == pytest.approx(0.05, rel=1e-9)


def test_a_part_of_a_common_cause_group_is_asked_for_in_the_kind_of_the_tree(tmp_path: Path) -> None:
    """Its group's measure, per demand, is not its own: it has a share of it."""
    body = """
evidence_items: [{id: X, method: m}]
events: [{id: A}, {id: B}]
common_cause: [{id: G, model: beta-factor, members: [A, B], factors: [0.1],
  total: {type: evidence, evidence: X, measure: m, exposure: {demands: 4}}}]
trees: [{id: T, top: G0, gates: [{id: G0, type: and, inputs: [A, B]}]}]
"""
    case = case_of(tmp_path, body)
    tree = bound(case, {"X": {"m": per_demand(0.01, 0.02)}})
    one = required_bound(case, tree, "[A B]", 0.005, 0.95)
    assert (one.kind, one.measure) == (MeasureKind.PER_MISSION, one.probability)
    single = 0.9 * (1 - 0.98**4)
    assert one.probability == pytest.approx((0.005 - single**2) / (1 - single**2))
    rows = _several(case, tree, 0.005, tuple(tree.values.events), "proportional").events
    assert len(rows) == 3
    for row in rows:
        assert (row.kind, row.measure_required) == (MeasureKind.PER_MISSION, row.required)


@pytest.mark.parametrize("dependence", ["independent", "any"])
def test_any_rate_will_do_where_the_event_may_be_certain(tmp_path: Path, dependence: str) -> None:
    """A rate of 0.1 for 10 hours was asked for, though a certain event meets the target too."""
    exposure = f"{{hours: 10, dependence: {dependence}}}"
    body = f"""
evidence_items: [{{id: X, method: m}}]
events: [{{id: A, model: {{type: evidence, evidence: X, measure: m, exposure: {exposure}}}}},
  {{id: B, model: {{type: constant, probability: 0.001}}}}]
trees: [{{id: T, top: G, gates: [{{id: G, type: and, inputs: [A, B]}}]}}]
claims: [{{id: C, text: A is rare, undeveloped: true, requirement: {{measure: {{evidence: X, measure: m}},
  bound: {{allocated: {{tree: T, event: A}}}}, kind: rate-per-hour, confidence: 0.99}}}}]
"""
    case = case_of(tmp_path, body)
    rate = Estimate(value=0.01, upper=0.2, lower=0.0, confidence=0.99, kind=MeasureKind.PER_HOUR)
    tree = bound(case, {"X": {"m": rate}})
    one = required_bound(case, tree, "A", 0.01, 0.95)
    assert (one.probability, one.measure, one.problem) == (1.0, float("inf"), "")
    (row, *_) = _several(case, tree, 0.01, ("A", "B"), "equal").events
    assert row.measure_required is not None
    requirement = case.claims[0].requirement
    assert requirement is not None
    assert "nothing could refute it" in _refutes_nothing(requirement, one.measure)
    short = required_bound(case, tree, "A", 0.0005, 0.95)
    assert short.probability == pytest.approx(0.5)
    assert short.measure == pytest.approx(0.05 if dependence == "any" else 0.0693147, rel=1e-5)


def test_a_constant_with_an_exposure_is_asked_for_in_its_own_kind(tmp_path: Path) -> None:
    body = """
events: [{id: A, model: {type: constant, probability: 0.001, kind: probability-per-demand, exposure: {demands: 10}}},
  {id: B, model: {type: constant, probability: 0.001, kind: rate-per-hour, exposure: {hours: 5}}}]
trees: [{id: T, top: G, gates: [{id: G, type: or, inputs: [A, B]}]}]
"""
    case = case_of(tmp_path, body)
    tree = bound(case, {})
    left = (0.02 - (low := 1 - math.exp(-0.005))) / (1 - low)
    one = required_bound(case, tree, "A", 0.02, None)
    assert one.kind is MeasureKind.PER_DEMAND
    assert one.probability == pytest.approx(left)
    assert one.measure == pytest.approx(1 - (1 - left) ** 0.1)
    rows = _several(case, tree, 0.02, ("A", "B"), "equal").events
    assert [row.kind for row in rows] == [MeasureKind.PER_DEMAND, MeasureKind.PER_HOUR]
    for row, back in zip(rows, (lambda m: 1 - (1 - m) ** 10, lambda m: 1 - math.exp(-5 * m)), strict=True):
        assert row.measure_required is not None
        assert back(row.measure_required) == pytest.approx(row.required)


@pytest.mark.parametrize(
    ("model", "factors"),
    [("beta-factor", "[0.1]"), ("mgl", "[0.1, 0.3]"), ("alpha-factor", "[0.9, 0.07, 0.03]"), ("phi-factor", "[0.8, 0.1, 0.1]"),
     ("beta-factor", "[{distribution: uniform, lower: 0.05, upper: 0.2}]")],
)  # fmt: skip
@pytest.mark.parametrize("total", ["0.01", "{distribution: uniform, lower: 0.005, upper: 0.02}"])
def test_a_common_cause_group_is_asked_for_by_its_total(
    tmp_path: Path, model: str, factors: str, total: str
) -> None:
    body = f"""
events: [{{id: A}}, {{id: B}}, {{id: C}}, {{id: D, model: {{type: constant, probability: 0.002}}}}]
common_cause: [{{id: G, model: {model}, members: [A, B, C], factors: {factors}, total: {{type: constant, probability: {total}}}}}]
trees: [{{id: T, top: TOP, target: {{probability: 0.006, confidence: 0.95, source: s}}, gates: [
  {{id: TOP, type: or, inputs: [D, K]}}, {{id: K, type: atleast, k: 2, inputs: [A, B, C]}}]}}]
"""
    case = case_of(tmp_path, body)
    result = break_down(Session(case, {}), "T", 0.006, ("G",), "proportional")
    (row,) = result.events
    assert row.current == pytest.approx(0.01 if total == "0.01" else 0.0125)
    assert row.bound == pytest.approx(0.01 if total == "0.01" else 0.02, rel=0.05)
    assert row.required is not None
    there = bind(case, "T", {}, {"G": row.required})
    upper = there.estimate(case, 0.95)[0].upper or there.estimate(case, None)[0].value
    assert result.achieved == pytest.approx(0.006, rel=2e-3)
    assert upper <= 0.006 * (1 + 1e-9)
    assert upper == pytest.approx(0.006, rel=2e-3 if "uniform" not in factors else 0.05)
    refused = [("G", "D"), ("G", "[A]"), ("A",)]
    for events in refused:
        with pytest.raises(InputError):
            break_down(Session(case, {}), "T", 0.006, events, "equal")


@pytest.mark.parametrize(
    "total", ["probability: 0.01", "probability: {distribution: uniform, lower: 0.005, upper: 0.02}"]
)
def test_a_group_with_a_member_outside_the_tree_is_asked_for_by_its_total(tmp_path: Path, total: str) -> None:
    body = f"""
events: [{{id: A}}, {{id: B}}, {{id: C}}]
common_cause: [{{id: G, model: beta-factor, members: [A, B, C], factors: [0.1], total: {{type: constant, {total}}}}}]
trees: [{{id: T, top: TOP, target: {{probability: 1e-4, source: s}}, gates: [{{id: TOP, type: and, inputs: [A, B]}}]}}]
"""
    result = break_down(Session(case_of(tmp_path, body), {}), "T", 1e-4, ("G",), "equal")
    required = result.events[0].required
    assert required is not None
    single, all_of_them = 0.9 * required, 0.1 * required
    assert single**2 + all_of_them - single**2 * all_of_them == pytest.approx(1e-4, rel=1e-6)


def test_a_measured_total_is_asked_for_in_its_own_kind(tmp_path: Path) -> None:
    body = """
evidence_items: [{id: X, method: m}]
events: [{id: A}, {id: B}]
common_cause: [{id: G, model: beta-factor, members: [A, B], factors: [0.1],
  total: {type: evidence, evidence: X, measure: m, exposure: {demands: 4}}}]
trees: [{id: T, top: TOP, gates: [{id: TOP, type: and, inputs: [A, B]}]}]
"""
    case = case_of(tmp_path, body)
    tree = bound(case, {"X": {"m": per_demand(0.01, 0.02)}})
    one = required_bound(case, tree, "G", 0.005, 0.95)
    assert one.kind is MeasureKind.PER_DEMAND
    assert one.measure is not None
    assert one.probability == pytest.approx(1 - (1 - one.measure) ** 4)
    single, both = 0.9 * one.probability, 0.1 * one.probability
    assert single**2 + both - single**2 * both == pytest.approx(0.005, rel=1e-9)


def test_a_claim_on_a_measured_total_is_held_against_what_its_group_is_left(tmp_path: Path) -> None:
    """The page leaves the share to the command once the tree is changed: it has no inverse of a group."""
    body = """
evidence_items: [{id: X, method: m}]
events: [{id: A}, {id: B}]
common_cause: [{id: G, model: beta-factor, members: [A, B], factors: [0.1], total: {type: evidence, evidence: X, measure: m}}]
trees: [{id: T, top: TOP, kind: probability-per-demand, target: {probability: 0.005, confidence: 0.95},
  gates: [{id: TOP, type: and, inputs: [A, B]}]}]
claims: [{id: C, text: A pump stops rarely, undeveloped: true, requirement: {measure: {evidence: X, measure: m},
  bound: {allocated: {tree: T, event: G}}, kind: probability-per-demand, confidence: 0.95}}]
"""
    case = case_of(tmp_path, body)
    for upper, holds in ((0.02, True), (0.08, False)):
        state = EvidenceState(
            "X", Freshness.FRESH, (), {"m": per_demand(0.01, upper)}, {"measures": {"m": {}}}
        )
        session = Session(case, {"X": state})
        result = session.assess().requirements["C"]
        assert result.holds is holds
        assert result.bound is not None
        single, both = 0.9 * result.bound, 0.1 * result.bound
        assert single**2 + both - single**2 * both == pytest.approx(0.005, rel=1e-9)
        shown = portable(session.assess(), session)["requirements"]["C"]["bound"]
        assert (shown["kept"], shown["together"]) == (result.bound, True)
