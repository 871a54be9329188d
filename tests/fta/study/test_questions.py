"""What is asked of a compiled tree: allocation, uncertainty, sensitivity, time."""

from __future__ import annotations

import dataclasses
import math
import warnings
from typing import Any

import numpy as np
import pytest

from casegen.assessment.allocation.events import required_bound
from casegen.assessment.trees import bind
from casegen.fta import (
    FaultTreeError,
    allocate,
    compile_tree,
    event_values,
    importance_samples,
    importance_uncertainty,
    tornado,
    uncertainty,
)
from casegen.model.case import Case, Header
from casegen.model.fault_tree import (
    AllocationBound,
    BasicEvent,
    CommonCauseGroup,
    Constant,
    Exponential,
    FaultTree,
    FromEvidence,
    Operation,
    Parameter,
    ParameterRef,
)
from casegen.model.quantity import Beta, Estimate, Lognormal, MeasureKind, Uniform
from tests.fta.small_trees import case_of, gate

P = {"a": 0.1, "b": 0.2, "c": 0.05}


def _tree() -> Case:
    return case_of([gate("g", "or", "h", "c"), gate("h", "and", "a", "b")], P)


@pytest.mark.parametrize("method", ["equal", "proportional", "cost"])
def test_an_allocation_just_meets_its_target(method: str) -> None:
    tree = compile_tree(_tree(), "t")
    p = event_values(_tree(), "t", {}).probability
    result = allocate(tree, p, 1e-3, ["a", "b", "c"], method=method)
    assert result.problem == ""
    assert result.achieved == pytest.approx(1e-3, rel=1e-6)
    assert result.achieved <= 1e-3
    q = np.array([result.required[e] for e in tree.events])
    assert tree.probability(q) == result.achieved
    if method == "equal":
        assert len(set(result.required.values())) == 1


def test_a_combination_of_many_members_is_asked_like_any_event() -> None:
    """Its name is the program's: it grows with the group, and no file's limit of names holds for it."""
    members = [f"BE-CONTROLLER-OF-THE-NORTHERN-STATION-{i:02}" for i in range(9)]
    group = {
        "id": "CC", "model": "beta-factor", "members": members, "factors": [0.1],
        "total": {"type": "constant", "probability": 1e-2},
    }  # fmt: skip
    case = case_of(
        [gate("g", "or", *members)], dict.fromkeys(members), common_cause=(CommonCauseGroup(**group),)
    )
    tree, p = compile_tree(case, "t"), event_values(case, "t", {}).probability
    assert max(map(len, tree.events)) > 200
    assert allocate(tree, p, 1e-3, method="equal").required.keys() == {*tree.events}


def test_least_cost_is_no_dearer_than_the_others_and_follows_prices() -> None:
    tree = compile_tree(_tree(), "t")
    p = event_values(_tree(), "t", {}).probability
    bounds = {
        "c": AllocationBound(event="c", cost_per_decade=1.0),
        "a": AllocationBound(event="a", cost_per_decade=9.0),
    }
    results = {m: allocate(tree, p, 1e-3, method=m, bounds=bounds) for m in ("equal", "proportional", "cost")}
    assert results["cost"].cost <= min(f.cost for f in results.values()) + 1e-9
    assert results["cost"].required["a"] == pytest.approx(0.1)
    # with b and c only: minimise log(.2/b) + log(.05/c) subject to 1 - (1 - .1 b)(1 - c) = 1e-3
    b = np.logspace(-5, math.log10(0.00999), 20001)
    c = 1 - (1 - 1e-3) / (1 - 0.1 * b)
    best = np.min(np.log10(0.2 / b) + np.log10(0.05 / c))
    assert results["cost"].cost == pytest.approx(best, rel=1e-5)


@pytest.mark.parametrize(
    ("target", "method"), [(0.05, "proportional"), (0.05, "equal"), (0.015, "proportional")]
)
def test_what_the_limit_of_one_event_leaves_goes_to_the_others(target: float, method: str) -> None:
    """In proportion to their criticality: the others hardly moved beside the critical one, and the target was not used up."""
    case = case_of([gate("g", "or", "a", "h"), gate("h", "and", "b", "c")], {"a": 0.01, "b": 1e-3, "c": 1e-3})
    tree, p = compile_tree(case, "t"), event_values(case, "t", {}).probability
    result = allocate(tree, p, target, method=method, bounds={"a": AllocationBound(event="a", at_most=0.012)})
    assert result.problem == ""
    assert result.required["a"] <= 0.012
    assert result.achieved == pytest.approx(target, rel=1e-9)
    assert result.achieved <= target
    assert result.required["b"] == pytest.approx(result.required["c"])


def test_an_infeasible_target_is_said_plainly() -> None:
    tree = compile_tree(_tree(), "t")
    p = event_values(_tree(), "t", {}).probability
    result = allocate(tree, p, 1e-3, ["a", "b"])
    assert "infeasible" in result.problem
    assert "0.05" in result.problem
    limited = allocate(tree, p, 1e-3, bounds={"c": AllocationBound(event="c", at_least=0.01)})
    assert "infeasible" in limited.problem
    with pytest.raises(ValueError, match="no basic event x"):
        allocate(tree, p, 1e-3, ["x"])


@pytest.mark.parametrize("method", ["equal", "proportional", "cost"])
@pytest.mark.parametrize("target", [1e-3, 4e-4])
def test_an_event_below_its_least_today_may_stay_where_it_is(method: str, target: float) -> None:
    case = case_of([gate("g", "or", "a", "b")], {"a": 1e-4, "b": 1e-2})
    tree, p = compile_tree(case, "t"), event_values(case, "t", {}).probability
    bounds = {"a": AllocationBound(event="a", at_least=5e-4)}
    result = allocate(tree, p, target, method=method, bounds=bounds)
    assert result.problem == ""
    assert result.achieved <= target
    assert result.achieved == pytest.approx(target, rel=1e-6)
    assert result.required["a"] >= 1e-4
    assert {e.id: e.meets for e in result.events} == {"a": True, "b": False}
    if method == "cost":
        assert result.required["a"] == 1e-4
        assert result.required["b"] == pytest.approx(1 - (1 - target) / (1 - 1e-4), rel=1e-6)
    # what lies above its limit is still reduced to it at most
    least = {"b": AllocationBound(event="b", at_least=2e-3)}
    assert "infeasible" in allocate(tree, p, target, method=method, bounds=least).problem


@pytest.mark.parametrize("target", [0.1009, 0.1008])
def test_least_cost_asks_nothing_of_events_that_it_leaves_alone(target: float) -> None:
    p = {"a": 0.1, "b": 0.001, "d": 0.435, "e": 0.00294, "f": 0.000654}
    case = case_of([gate("g", "or", "a", "b", "k", "f"), gate("k", "and", "d", "e")], p)
    tree, today = compile_tree(case, "t"), event_values(case, "t", {}).probability
    result = allocate(tree, today, target, method="cost")
    assert {event: p[event] for event in "bdef"} == {event: result.required[event] for event in "bdef"}
    assert [event.id for event in result.events if not event.meets] == ["a"]
    assert result.achieved is not None
    assert result.achieved <= target
    assert result.achieved == pytest.approx(target, rel=1e-6)


@pytest.mark.parametrize("target", [5e-5, 1e-20])
def test_no_method_asks_nothing_of_an_event_without_saying_so(target: float) -> None:
    case = case_of([gate("g", "or", "a", "b")], {"a": 0.05, "b": 1e-4})
    tree, p = compile_tree(case, "t"), event_values(case, "t", {}).probability
    results = {m: allocate(tree, p, target, method=m) for m in ("equal", "proportional", "cost")}
    assert "a less critical event has to be reduced, too" in results.pop("proportional").problem
    for result in results.values():
        assert result.problem == ""
        assert min(result.required.values()) == pytest.approx(target / 2, rel=1e-4)


@pytest.mark.parametrize("method", ["equal", "proportional", "cost"])
def test_a_tree_of_house_events_has_nothing_to_allocate(method: str) -> None:
    for state, problem in ((True, "no basic event to ask anything of"), (False, "")):
        case = case_of([gate("g", "or", "h")], {}, {"h": state})
        result = allocate(compile_tree(case, "t"), [], 0.5, method=method)
        assert problem in result.problem
        assert bool(result.problem) == state
        assert result.achieved == float(state)


def _uncertain() -> Case:
    spread = Lognormal(distribution="lognormal", mean=1e-2, error_factor=5)
    wide = Uniform(distribution="uniform", lower=0.1, upper=0.3)
    models = {name: Constant(probability=x) for name, x in (("a", spread), ("b", wide), ("c", 0.001))}
    return Case(
        header=Header(id="c", title="c"),
        events=tuple(BasicEvent(id=e, model=m) for e, m in models.items()),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", "or", "h", "c"), gate("h", "and", "a", "b"))),),
    )


@pytest.mark.parametrize("method", ["monte-carlo", "latin-hypercube", "sobol"])
def test_the_mean_of_independent_inputs_is_exact_within_its_error(method: str) -> None:
    case = _uncertain()
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    result = uncertainty(tree, values, trials=2**14, seed=3, method=method)
    exact = 1 - (1 - 1e-2 * 0.2) * (1 - 0.001)
    assert result.point == pytest.approx(exact)
    assert abs(result.mean - exact) < 5 * result.std / math.sqrt(result.trials)
    assert result.quantiles[0.05] < result.quantiles[0.5] < result.quantiles[0.95]
    assert result.fixed == ("c",)
    assert (result.mean_error is None) == (method != "monte-carlo")
    if method != "monte-carlo":
        assert abs(result.mean - exact) < 0.5 * result.std / math.sqrt(result.trials)


def test_a_shared_parameter_is_one_input() -> None:
    shared = Parameter(id="q", value=Uniform(distribution="uniform", lower=0.0, upper=1.0))
    case = Case(
        header=Header(id="c", title="c"),
        parameters=(shared,),
        events=tuple(BasicEvent(id=e, model=Constant(probability=ParameterRef(parameter="q"))) for e in "ab"),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", "and", "a", "b"),)),),
    )
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    result = uncertainty(tree, values, trials=20_000, seed=1)
    # E[q^2] = 1/3, not E[q]^2 = 1/4
    assert result.mean == pytest.approx(1 / 3, abs=0.01)
    rows = tornado(tree, values, level=0.9)
    assert len(rows) == 1
    assert rows[0].events == ("a", "b")
    assert rows[0].high == pytest.approx(0.81)


def test_evidence_brings_its_own_distribution() -> None:
    case = Case(
        header=Header(id="c", title="c"),
        events=(BasicEvent(id="m", model=FromEvidence(type="evidence", evidence="e", measure="pmi")),),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", "or", "m"),)),),
    )
    estimate = Estimate(
        value=0.01, upper=0.03, confidence=0.95, kind=MeasureKind.PER_MISSION,
        distribution=Beta(distribution="beta", alpha=2, beta=198),
    )  # fmt: skip
    tree, values = compile_tree(case, "t"), event_values(case, "t", {"e": {"pmi": estimate}})
    result = uncertainty(tree, values, trials=20_000, seed=1)
    assert result.mean == pytest.approx(0.01, rel=0.03)
    assert result.std == pytest.approx(math.sqrt(0.01 * 0.99 / 201), rel=0.03)
    assert tornado(tree, values)[0].basis == "bounds at 0.95"


def test_uncertainty_of_importance_names_the_leader() -> None:
    case = _uncertain()
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    rows = {r.id: r for r in importance_uncertainty(tree, values, trials=400, seed=2)}
    assert sum(r.first for r in rows.values()) == pytest.approx(1.0)
    assert rows["a"].quantiles["birnbaum"][0.05] == pytest.approx(0.11 * 0.999, rel=0.05)
    assert rows["c"].mean["raw"] > 1


def test_samples_of_importance_are_each_trials_own_importance() -> None:
    case = _uncertain()
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    result = importance_samples(tree, values, trials=5, seed=4)
    for s in range(5):
        expected = {r.id: r for r in tree.importance(result.probability[:, s])}
        for i, name in enumerate(tree.events):
            for measure, m in result.measures.items():
                assert m[i, s] == pytest.approx(getattr(expected[name], measure))
    assert set(result.measures) == {"birnbaum", "criticality", "fussell_vesely", "dif", "raw", "rrw"}


def test_an_event_that_is_always_needed_has_infinite_worth_in_every_trial() -> None:
    spread = Uniform(distribution="uniform", lower=0.1, upper=0.3)
    case = Case(
        header=Header(id="c", title="c"),
        events=tuple(BasicEvent(id=e, model=Constant(probability=spread)) for e in "ab"),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", "and", "a", "b"),)),),
    )
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    for row in importance_uncertainty(tree, values, trials=50):
        assert row.mean["rrw"] == math.inf
        assert set(row.quantiles["rrw"].values()) == {math.inf}


def test_the_tornado_is_sorted_and_its_gradient_exact() -> None:
    case = _tree()
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    rows = tornado(tree, values, factor=2.0)
    assert [r.id for r in rows] == ["c", "a", "b"]
    assert rows[0].high == pytest.approx(1 - 0.98 * 0.9)
    assert rows[0].gradient == pytest.approx(0.98)
    assert rows[0].elasticity == pytest.approx(0.98 * 0.05 / (1 - 0.98 * 0.95))
    with pytest.raises(ValueError, match="factor"):
        tornado(tree, values, factor=1.0)


def of_parameters(*models: Any) -> Case:
    """Events a, b, … of these numbers over two uncertain parameters q and r, in an XOR."""
    names = "abcd"[: len(models)]
    return Case(
        header=Header(id="c", title="c"),
        parameters=(
            Parameter(id="q", value=Uniform(distribution="uniform", lower=0.1, upper=0.3)),
            Parameter(id="r", value=Uniform(distribution="uniform", lower=0.2, upper=0.6)),
        ),
        events=tuple(
            BasicEvent(id=e, model=Constant(probability=m)) for e, m in zip(names, models, strict=True)
        ),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", "xor", *names),)),),
    )


def computed(op: str, *args: Any) -> Operation:
    return Operation(op=op, args=args)  # type: ignore[arg-type]


Q, R = (ParameterRef(parameter=name) for name in "qr")


def test_the_gradient_of_a_shared_parameter_is_the_top_s_derivative_by_it() -> None:
    """It was the sum over the events: -.08 for .28, with an elasticity of another sign."""
    case = of_parameters(Q, computed("sub", 1.0, computed("pow", Q, 2.0)))
    (row,) = tornado(compile_tree(case, "t"), event_values(case, "t", {}))
    assert row.id == "parameter q"
    # Q = q q² + (1 - q)(1 - q²) = 1 - q - q² + 2 q³
    assert row.gradient == pytest.approx(-1 - 2 * 0.2 + 6 * 0.04, rel=1e-9)
    assert row.elasticity == pytest.approx(row.gradient * 0.2 / (1 - 0.2 - 0.04 + 2 * 0.008), rel=1e-9)


def test_a_parameter_moves_every_event_that_it_enters() -> None:
    """An event of two parameters was an input of its own, and stood while its parameters moved."""
    case = of_parameters(Q, computed("mul", Q, R))
    rows = {row.id: row for row in tornado(compile_tree(case, "t"), event_values(case, "t", {}), level=0.9)}
    assert {name: row.events for name, row in rows.items()} == {
        "parameter q": ("a", "b"),
        "parameter r": ("b",),
    }

    def top(q: float, r: float) -> float:
        return q * (1 - q * r) + (1 - q) * q * r

    assert rows["parameter q"].low == pytest.approx(top(0.12, 0.4))
    assert rows["parameter q"].high == pytest.approx(top(0.28, 0.4))
    assert rows["parameter r"].low == pytest.approx(top(0.2, 0.24))
    assert rows["parameter r"].gradient == pytest.approx(0.2 * (1 - 0.4), rel=1e-9)


def test_an_event_that_falls_with_its_parameter_is_low_where_it_is_rare() -> None:
    case = of_parameters(computed("sub", 1.0, Q), 0.25)
    rows = tornado(compile_tree(case, "t"), event_values(case, "t", {}), level=0.9)
    row = next(row for row in rows if row.id == "a")
    assert row.gradient == pytest.approx(0.5)
    assert (row.low, row.high) == (pytest.approx(0.25 + 0.72 * 0.5), pytest.approx(0.25 + 0.88 * 0.5))


def test_a_measure_without_failures_has_a_gradient_and_moves_both_of_its_events() -> None:
    case = case_of([gate("g", "or", "a", "b")], {"a": None, "b": None})
    part = FromEvidence(type="evidence", evidence="e", measure="m")
    events = (BasicEvent(id="a", model=part), BasicEvent(id="b", model=part))
    estimate = Estimate(value=0.0, lower=0.0, upper=0.1, confidence=0.95, kind=MeasureKind.PER_MISSION)
    case = dataclasses.replace(case, events=events)
    (row,) = tornado(compile_tree(case, "t"), event_values(case, "t", {"e": {"m": estimate}}))
    assert (row.id, row.events, row.basis) == ("evidence e/m", ("a", "b"), "bounds at 0.95")
    assert row.high == pytest.approx(0.19)
    assert row.gradient == pytest.approx(2.0)


def test_swings_take_one_check_of_the_tree_however_many_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each end was checked by itself: 3,000 chained modules did not end in 300 s."""
    names = [f"e{i}" for i in range(300)]
    case = case_of([gate("g", "or", *names)], dict.fromkeys(names, 1e-3))
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    calls = []
    monkeypatch.setattr(type(tree), "probability", lambda *_: calls.append(1) or 0.0)
    rows = tornado(tree, values)
    assert len(rows) == 300
    assert rows[0].high == pytest.approx(1 - 0.999**299 * 0.99)
    assert not calls


@pytest.mark.parametrize(("op", "args"), [("div", (1.0, 0.0)), ("exp", (1e6,)), ("log", (0.0,))])
def test_an_operation_without_a_value_is_an_error_and_prints_no_warning(op: Any, args: Any) -> None:
    a = BasicEvent(id="a", model=Constant(probability=Operation(op=op, args=args)))
    case = dataclasses.replace(case_of([gate("top", "or", "a")], {}), events=(a,))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(FaultTreeError, match=r"outside \[0, 1\]"):
            event_values(case, "t", {})


def test_the_order_of_a_priority_and_moves_with_what_is_asked_of_its_inputs() -> None:
    case = case_of([gate("g", "priority-and", "x", "y")], {"x": None, "y": None}, mission_time=10.0)
    model = Exponential(type="exponential", rate=0.05)
    case = dataclasses.replace(case, events=tuple(e.model_copy(update={"model": model}) for e in case.events))
    tree, p = compile_tree(case, "t"), event_values(case, "t", {}).probability
    result = allocate(tree, p, 0.05)
    assert set(result.required) == {"x", "y"}
    assert math.prod(result.required.values()) == pytest.approx(0.05)  # in any order
    alone = required_bound(case, bind(case, "t", {}, {}), "y", 0.05, None)
    assert alone.probability == pytest.approx(0.05 / (1 - math.exp(-0.5)))


def test_a_typed_rate_of_a_tree_of_rates_gets_what_the_others_leave() -> None:
    case = case_of([gate("g", "or", "x", "y")], {"x": 1e-5, "y": 2e-5}, kind=MeasureKind.PER_HOUR)
    model = {n: Constant(probability=r, kind=MeasureKind.PER_HOUR) for n, r in (("x", 1e-5), ("y", 2e-5))}
    case = dataclasses.replace(
        case, events=tuple(e.model_copy(update={"model": model[e.id]}) for e in case.events)
    )
    bound = bind(case, "t", {}, {})
    assert required_bound(case, bound, "y", 1.5e-5, None).probability == pytest.approx(5e-6)
    assert "infeasible" in required_bound(case, bound, "y", 1e-6, None).problem


@pytest.mark.parametrize(("d", "met"), [(0.7, True), (0.70000000000001, False)])
def test_one_event_at_a_tie_of_decimals_is_decided_as_a_claim_is(d: float, met: bool) -> None:
    """1 - .6 * .3 is .82, in floating-point numbers a little more: "infeasible: still 0.821" of a target that holds."""
    case = case_of(
        [gate("g", "or", "h", "i", "d"), gate("h", "and", "b", "b"), gate("i", "and", "c", "a")],
        {"a": 1e-20, "b": 0.4, "c": 0.999, "d": d},
    )
    bound = bind(case, "t", {}, {})
    result = required_bound(case, bound, "c", 0.82, None)
    assert ("infeasible" in result.problem) is not met
    if met:
        assert result.probability == 0.0
        assert result.achieved == 0.82
    assert "infeasible" in required_bound(case, bound, "c", 0.8199999, None).problem
