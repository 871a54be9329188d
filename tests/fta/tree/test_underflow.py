"""Numbers below the smallest that a computer holds: what can happen is never exactly 0."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from decimal import Context, Decimal, localcontext
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casegen.fta import bound, build_structure, compile_tree, event_values, gate_importance, quantify
from casegen.fta.events import models
from casegen.fta.tree.conditioning import lost_gates
from casegen.fta.tree.importance import LARGEST, beyond_range
from casegen.model import number_text
from casegen.model.case import Case
from casegen.model.fault_tree import (
    BasicEvent,
    CommonCauseGroup,
    Constant,
    EventModel,
    Exponential,
    Gate,
    Glm,
    PeriodicTest,
    Weibull,
)
from casegen.model.quantity import Exposure, MeasureKind
from tests.fta.small_trees import case_of, gate, random_cases


def glm(on_demand: float, failure: float, repair: float) -> Glm:
    return Glm(type="glm", on_demand=on_demand, failure_rate=failure, repair_rate=repair)


def weibull(scale: float, shape: float, location: float = 0.0) -> Weibull:
    return Weibull(type="weibull", scale=scale, shape=shape, location=location)


def periodic(rate: float, **more: float) -> PeriodicTest:
    return PeriodicTest(
        type="periodic-test", failure_rate=rate, **{"interval": 100.0, "first": 100.0, **more}
    )


IN_PHASES = {
    "rate_in_test": 0.0, "failure_at_test": 0.0, "test_duration": 1.0, "available_in_test": 1.0, "detection": 1.0,
    "failure_at_restart": 0.0, "repair_rate": 1.0,
}  # fmt: skip


def of_model(model: EventModel, hours: float) -> Case:
    case = case_of([gate("g", "or", "A")], {}, mission_time=hours)
    return replace(case, events=(BasicEvent(id="A", model=model),))


VANISHING: list[tuple[EventModel, float]] = [
    (glm(0.5, 0.0, 3.0), 1000.0),
    (glm(0.0, 1e-300, 1e30), 1000.0),
    (glm(1e-310, 0.0, 3.0), 10.0),
    (weibull(1e6, 100.0), 1.0),
    (weibull(1e6, 100.0, 0.5), 1.5),
    (Exponential(type="exponential", rate=1e-200), 1e-200),
    (periodic(1e-200, interval=1e-150, first=1e-150), 1e-140),
    (periodic(1e-200, **{**IN_PHASES, "interval": 1e-130, "first": 1e-130, "test_duration": 1e-140}), 1e-125),
    (Constant(probability=1e-200, kind=MeasureKind.PER_HOUR, exposure=Exposure(hours=1e-200)), 1.0),
]


@pytest.mark.parametrize(("model", "hours"), VANISHING)
@pytest.mark.parametrize("method", ["bdd", "mcub", "rare-event", "cutoff", "bounds"])
def test_a_model_that_falls_below_the_smallest_number_is_not_exactly_zero(
    model: EventModel, hours: float, method: Any
) -> None:
    case = of_model(model, hours)
    values = event_values(case, "t", {})
    if method == "bounds":
        result = bound(build_structure(case, "t"), values.points, rounded=values.rounded)
    else:
        result = quantify(compile_tree(case, "t"), values.points, method, values=values)
    assert not result.exact
    assert not result.lower
    assert result.upper is not None
    assert 0.0 < result.upper <= 1e-299
    if method == "bdd":
        assert "A is below the smallest number" in result.label


@pytest.mark.parametrize(
    ("model", "hours"),
    [
        (glm(0.0, 0.0, 3.0), 1000.0),
        (glm(0.0, 0.5, 3.0), 0.0),
        (weibull(1e6, 100.0, 2.0), 1.0),
        (Exponential(type="exponential", rate=0.0), 1000.0),
        (Exponential(type="exponential", rate=0.5), 0.0),
        (periodic(0.0), 1000.0),
        (periodic(0.5), 0.0),
        (periodic(0.0, repair_rate=0.5), 1000.0),
        (periodic(0.0, **IN_PHASES), 1000.0),
        (periodic(0.0, **{**IN_PHASES, "failure_at_test": 0.5}), 50.0),
        (Constant(probability=0.0, kind=MeasureKind.PER_HOUR, exposure=Exposure(hours=8760.0)), 1.0),
    ],
)
def test_what_cannot_happen_is_exactly_zero(model: EventModel, hours: float) -> None:
    case = of_model(model, hours)
    values = event_values(case, "t", {})
    result = quantify(compile_tree(case, "t"), values.points, values=values)
    assert (result.probability, result.exact) == (0.0, True)


@pytest.mark.parametrize(
    ("model", "total", "factors", "exact"),
    [
        ("beta-factor", 1e-200, (1e-200,), False),
        ("beta-factor", 1e-200, (0.0,), True),
        ("beta-factor", 0.0, (0.1,), True),
        ("mgl", 1e-200, (1e-200,), False),
        ("mgl", 1e-200, (0.0,), True),
        ("alpha-factor", 1e-200, (0.9, 1e-200), False),
        ("alpha-factor", 1e-200, (0.9, 0.0), True),
        ("phi-factor", 1e-200, (0.9, 1e-200), False),
        ("phi-factor", 1e-200, (0.9, 0.0), True),
    ],
)
def test_a_common_cause_that_falls_below_the_smallest_number(
    model: Any, total: float, factors: tuple[float, ...], exact: bool
) -> None:
    """All members together, beside an event that keeps them from failing one by one."""
    gates = [gate("g", "and", "A", "B", "never"), gate("h", "or", "g", "g")]
    case = case_of(gates, {"A": None, "B": None, "never": 1.0})
    group = CommonCauseGroup(
        id="G", model=model, members=("A", "B"), total=Constant(probability=total), factors=factors
    )
    case = replace(case, common_cause=(group,))
    values = event_values(case, "t", {})
    together = next(i for i, name in enumerate(values.events) if "A" in name and "B" in name)
    assert values.points[together] == 0.0
    assert (values.rounded[together][1] == 0.0) == exact


@pytest.mark.parametrize("count", [2, 30, 400])
@pytest.mark.parametrize("kind", ["and", "nor"])
def test_a_product_of_many_small_events(count: int, kind: str) -> None:
    names = [f"e{i}" for i in range(count)]
    p = 1e-200 if count == 2 else 1e-15 if count == 30 else 0.1
    inputs: list[Any] = names
    gates = [gate("g", "and", *inputs)]
    if kind == "nor":
        gates = [gate("g", "nor", *names)]
        p = 1.0 - 2.0**-40
        if count * 12 < 324:
            return
    case = case_of(gates, dict.fromkeys(names, p))
    values = event_values(case, "t", {})
    compiled = compile_tree(case, "t")
    for method in ("bdd", "mcub", "rare-event") if kind == "and" else ("bdd",):
        result = quantify(compiled, values.points, method, values=values)  # type: ignore[arg-type]
        assert not result.exact
        assert result.upper is not None
        assert 0.0 < result.upper < 1e-290
    result = bound(build_structure(case, "t"), values.points)
    assert not result.exact
    assert result.upper


@pytest.mark.parametrize("never", [0.0, 1e-200])
def test_a_gate_below_the_top_is_named_too(never: float) -> None:
    case = case_of(
        [gate("g", "or", "h", "B"), gate("h", "and", "A", "C")], {"A": 1e-200, "B": 0.1, "C": never}
    )
    values = event_values(case, "t", {})
    lost = lost_gates(compile_tree(case, "t"), values.probability, values)
    assert lost == (frozenset({"h"}) if never else frozenset())


@pytest.mark.parametrize(
    ("scale", "shape", "hours"),
    [
        (1e100, 0.01, 1e-300), (1e-300, 1e-3, 1e20), (5e-324, 0.01, 1e300), (1e300, 1e-3, 5e-324),
        (1e6, 2.0, 1e-200), (1e300, 0.5, 1e-20),
    ],
)  # fmt: skip
def test_a_quotient_below_the_smallest_number_may_have_a_power_that_is_not(
    scale: float, shape: float, hours: float
) -> None:
    """10^-400 to the power 0.01 is 10^-4, and was 0."""
    with localcontext(Context(prec=400, Emin=-(10**8), Emax=10**8)):
        x = ((Decimal(hours) / Decimal(scale)).ln() * Decimal(shape)).exp()
        exact = 1 - (-x).exp()
        assert float(models.weibull(scale, shape, 0.0, hours)) == pytest.approx(
            float(exact), rel=1e-12, abs=5e-324
        )


def test_the_chance_of_many_steps_of_a_chain_keeps_its_digits() -> None:
    """The product of two tiny numbers fell below the smallest before it was divided by one of them."""
    assert models.settled(0.0, 100, 1e-200, 0.0) == pytest.approx(1e-198, rel=1e-13)


def test_shares_of_a_top_below_the_smallest_number_are_not_known() -> None:
    tree = compile_tree(case_of([gate("g", "and", "A", "B", "C")], dict.fromkeys("ABC", 0.5)), "t")
    for p, known in (([1e-110, 1e-110, 1e-110], False), ([1e-103] * 3, False), ([1e-100] * 3, True)):
        for row in (*tree.importance(p), *gate_importance(tree, p)):
            assert math.isnan(row.raw) != known
            assert math.isnan(row.dif) != known
            assert (row.fussell_vesely is None) != known
            assert row.fussell_vesely_method == ("exact" if known else "")
    assert [row.occurrences for row in tree.importance([1e-110] * 3)] == [1, 1, 1]


def test_of_a_top_that_cannot_happen_the_risk_achievement_is_infinite() -> None:
    tree = compile_tree(case_of([gate("g", "and", "A", "B")], dict.fromkeys("AB", 0.5)), "t")
    assert {row.id: row.raw for row in tree.importance([0.0, 1e-200])}["A"] == math.inf
    assert tree.importance([0.0, 1e-200])[0].fussell_vesely == 0.0


def _rrw(p: dict[str, float], *gates: Gate) -> dict[str, float]:
    tree = compile_tree(case_of(gates, p), "t")
    return {row.id: row.rrw for row in tree.importance([p[event] for event in tree.events])}


def test_a_risk_reduction_is_infinite_only_where_the_top_needs_the_event() -> None:
    """Q(0) of 1e-309, or of 1e-400, which is no number, is not 0: without the event the top can still happen."""
    assert _rrw({"a": 0.9, "b": 1e-309}, gate("TOP", "or", "a", "b")) == {"a": LARGEST, "b": 1.0}
    beside = gate("TOP", "or", "a", "G"), gate("G", "and", "b", "c")
    assert _rrw({"a": 1e-4, "b": 1e-200, "c": 1e-200}, *beside)["a"] == LARGEST
    assert _rrw({"a": 1e-4, "b": 1e-200, "c": 0.0}, *beside)["a"] == math.inf
    assert _rrw({"a": 1e-4, "b": 0.5, "c": 0.5}, *beside)["a"] == pytest.approx(1.0003)
    both = gate("TOP", "and", "a", "G"), gate("G", "or", "b", "c")
    worth = _rrw({"a": 1e-4, "b": 1e-200, "c": 1e-200}, *both)
    assert worth == {"a": math.inf, "b": pytest.approx(2.0), "c": pytest.approx(2.0)}
    without = gate("TOP", "or", "a", "G"), gate("G", "and", "b", "N"), gate("N", "not", "c")
    assert _rrw({"a": 1e-4, "b": 1e-320, "c": 0.5}, *without)["a"] == LARGEST
    tree = compile_tree(case_of(beside, {"a": 1e-4, "b": 1e-200, "c": 1e-200}), "t")
    said = beyond_range(tree.importance([1e-4 if event == "a" else 1e-200 for event in tree.events]))
    assert said == "the RRW of a is larger than 1.8e+308, and not infinite"
    assert number_text.number(LARGEST) == ">\u202f1.79\u202f×\u202f10³⁰⁸"


@settings(max_examples=100, deadline=None)
@given(random_cases(), st.randoms(use_true_random=False))
def test_the_events_that_a_top_needs(case: Case, rng: random.Random) -> None:
    """Of a random tree with numbers that vanish, some of its events certain or impossible."""
    tree = compile_tree(case, "t")
    p = [rng.choice((0.0, 1.0, 1e-200, 1e-300, 0.5)) for _ in tree.events]
    likely = [q if q in (0.0, 1.0) else 0.5 for q in p]
    rows = {row.id: row.rrw for row in tree.importance(p)}
    for i, event in enumerate(tree.events):
        without = tree.probability([*likely[:i], 0.0, *likely[i + 1 :]])
        if not math.isnan(rows[event]):
            assert math.isinf(rows[event]) == (without == 0.0), event
