"""The top event over time: its mean, its rate per hour, and the safety integrity levels of both."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from casegen.fta import compile_tree, structure_values, time_curve
from casegen.fta.study import curve
from casegen.model.case import Case, Header
from casegen.model.fault_tree import (
    BasicEvent,
    Constant,
    EventModel,
    Exponential,
    FaultTree,
    Formula,
    Glm,
    MissionTime,
    Operation,
    Parameter,
    ParameterRef,
    PeriodicTest,
    Weibull,
)
from casegen.model.quantity import Dependence, Exposure, MeasureKind, Uniform
from tests.fta.small_trees import case_of, gate


def test_a_time_curve_follows_the_models() -> None:
    case = Case(
        header=Header(id="c", title="c"),
        events=tuple(BasicEvent(id=e, model=Exponential(type="exponential", rate=1e-6)) for e in "ab"),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", "or", "a", "b"),)),),
    )
    tree = compile_tree(case, "t")
    times = np.linspace(0, 8760, 201)
    result = time_curve(case, tree, {}, times)
    assert result.probability[-1] == pytest.approx(1 - math.exp(-2e-6 * 8760))
    rate = 2e-6 * 8760
    assert result.average == pytest.approx(1 - (1 - math.exp(-rate)) / rate, rel=1e-4)
    assert result.per_hour == pytest.approx(2e-6)
    assert (result.sil_demand, result.sil_hourly) == (2, 1)
    assert sum(result.share.values()) == pytest.approx(1.0)


def inspected(interval: Any, hours: float) -> Any:
    """The curve, at points that miss the tests, of one event of 1e-3 an hour that is tested every ``interval`` hours."""
    case = case_of([gate("g", "or", "p")], {"p": None}, mission_time=hours)
    model = PeriodicTest(type="periodic-test", failure_rate=1e-3, interval=interval, first=interval)
    parameter = Parameter(id="every", value=50.0)
    case = dataclasses.replace(
        case, events=(case.events[0].model_copy(update={"model": model}),), parameters=(parameter,)
    )
    return time_curve(case, compile_tree(case, "t"), {}, [hours * k / 20 for k in range(21)])


@pytest.mark.slow
@pytest.mark.parametrize("hours", [1000.0, 1001.0, 1010.0])
def test_the_average_follows_every_periodic_test(hours: float) -> None:
    """Points that fall right after the tests made an average 49 times too low, two safety integrity levels."""
    ends = [*np.arange(0.0, hours, 50.0), hours]
    truth = sum(b - a - (1 - math.exp(-1e-3 * (b - a))) / 1e-3 for a, b in itertools.pairwise(ends)) / hours
    result = inspected(50.0, hours)
    assert result.average == pytest.approx(truth, rel=2e-3)
    assert (result.sil_demand, result.sil_hourly) == (1, 0)
    assert sum(result.share.values()) == pytest.approx(1.0)


def moving() -> Operation:
    """50 h, which no value says without the time."""
    return Operation(op="max", args=(50.0, Operation(op="mul", args=(0.01, MissionTime(time="mission")))))


@pytest.mark.parametrize(
    "interval",
    [ParameterRef(parameter="every"), Uniform(distribution="uniform", lower=40.0, upper=60.0),
     Operation(op="mul", args=(ParameterRef(parameter="every"), 1.0))],
)  # fmt: skip
def test_tests_at_known_times_are_followed_whatever_states_them(interval: Any) -> None:
    """An interval that is no plain number left the average to the points shown, from which it was far."""
    result, plain = inspected(interval, 1010.0), inspected(50.0, 1010.0)
    assert result.average == pytest.approx(plain.average, rel=1e-6)
    assert result.sil_demand == plain.sil_demand == 1
    assert "average" not in result.note


def in_test(duration: Any) -> Any:
    """The curve, at points that are all out of test, of an event that is tested every 100 hours."""
    model = PeriodicTest(type="periodic-test", failure_rate=1e-6, interval=100.0, first=100.0, repair_rate=1.0, rate_in_test=0.0,
                         failure_at_test=0.0, test_duration=duration, available_in_test=0.0, detection=1.0,
                         failure_at_restart=0.0)  # fmt: skip
    return over_time({"p": model}, 1000.0, points=5)


def test_an_uncertain_length_of_tests_counts_in_the_average_with_its_mean() -> None:
    """The mean was that of five times between the tests: 5e-5 for 0.018."""
    result = in_test(Uniform(distribution="uniform", lower=1.0, upper=3.0))
    assert result.average == pytest.approx(in_test(2.0).average, rel=1e-6)
    assert result.average == pytest.approx(0.018, rel=0.01)
    assert result.sil_demand == 1


def test_the_start_of_a_test_of_uncertain_length_is_a_known_time() -> None:
    """500 h and 1,000 h were shown as `before or after a test`: what is uncertain is when it ends."""
    assert in_test(Uniform(distribution="uniform", lower=1.0, upper=3.0)).lost == (None,) * 5


@pytest.mark.parametrize("interval", [1.0, moving()])
def test_no_level_is_given_where_the_average_cannot_follow_the_tests(interval: Any) -> None:
    result = inspected(interval, 1000.0)
    assert (result.sil_demand, result.sil_hourly, dict(result.share)) == (0, 0, {})
    assert "no SIL is given" in result.note


def over_time(models: Mapping[str, Any], hours: float, kind: str = "or", points: int = 21) -> Any:
    """The curve of one gate over events of these models."""
    case = case_of([gate("g", kind, *models)], dict.fromkeys(models), mission_time=hours)
    case = dataclasses.replace(
        case, events=tuple(e.model_copy(update={"model": models[e.id]}) for e in case.events)
    )
    return time_curve(case, compile_tree(case, "t"), {}, list(np.linspace(0.0, hours, points)))


def repaired(rate: float) -> Glm:
    return Glm(type="glm", on_demand=0.0, failure_rate=rate, repair_rate=1.0)


@pytest.mark.parametrize("points", [2, 3, 21, 200])
def test_the_average_does_not_hang_on_the_points_shown(points: int) -> None:
    """By the points shown alone this mean of 1.01e-4 was 9.85e-5, a safety integrity level better."""
    result = over_time({"p": repaired(1.01e-4)}, 1e4, points=points)
    assert result.average == pytest.approx(1.01e-4 / 1.000101 * (1 - 1e-4), rel=1e-4)
    assert result.sil_demand == 3
    assert over_time({"p": repaired(9.9e-5)}, 1e4, points=points).sil_demand == 4


@pytest.mark.parametrize(
    ("models", "average"),
    [
        # soon over, late, and all at once
        ({"p": Exponential(type="exponential", rate=1.0), "q": Constant(probability=1.02e-4)}, 1.02e-4 * 0.999),
        ({"p": Weibull(type="weibull", scale=1, shape=1, location=801), "q": Constant(probability=0.1)}, 0.0198),
        ({"p": Weibull(type="weibull", scale=777, shape=200), "q": Constant(probability=0.1)}, 0.0225218),
        ({"p": Weibull(type="weibull", scale=1e4, shape=0.2), "q": Constant(probability=0.1)}, 0.0406493),
    ],
)  # fmt: skip
def test_the_average_finds_where_events_move(models: Any, average: float) -> None:
    assert over_time(models, 1000.0, "and", points=3).average == pytest.approx(average, rel=1e-3)


@pytest.mark.slow
def test_a_test_that_takes_time_counts_for_as_long_as_it_takes() -> None:
    model = PeriodicTest(type="periodic-test", failure_rate=0.0, interval=100.0, first=50.0, repair_rate=1.0, rate_in_test=0.0,
                         failure_at_test=0.0, test_duration=2.0, available_in_test=0.0, detection=1.0,
                         failure_at_restart=0.0)  # fmt: skip
    result = over_time({"p": model}, 1000.0)
    assert result.average == pytest.approx(0.02, rel=1e-3)
    assert result.per_hour is None


@pytest.mark.slow
def test_what_tests_renew_fails_as_often_as_its_rate_says() -> None:
    """The largest probability divided by the time made 5e-7 an hour, SIL 2, of a component that fails 1e-4 times an hour."""
    model = PeriodicTest(type="periodic-test", failure_rate=1e-4, interval=0.5, first=0.5)
    result = over_time({"p": model}, 100.0)
    assert result.per_hour == pytest.approx(1e-4, rel=1e-4)
    assert (result.sil_demand, result.sil_hourly) == (4, 0)
    rare = over_time({"p": model, "q": Constant(probability=2e-4)}, 100.0, "and")
    assert rare.per_hour == pytest.approx(2e-8, rel=1e-4)
    assert rare.sil_hourly == 3


def test_no_rate_is_given_where_the_top_may_begin_again() -> None:
    """An unavailability of 1e-4 at 10,000 hours is no rate of 1e-8 an hour: repaired, it fails 1e-4 times an hour."""
    result = over_time({"p": repaired(1e-4)}, 1e4)
    assert (result.per_hour, result.sil_hourly) == (None, 0)
    assert "p is repaired" in result.note
    failing = Exponential(type="exponential", rate=1e-3)
    back = over_time({"p": failing, "q": failing}, 1e6, "xor")
    assert (back.per_hour, back.sil_hourly) == (None, 0)
    assert "begin again" in back.note


@pytest.mark.slow
def test_a_rate_is_given_where_what_fails_stays() -> None:
    unrepaired = Glm(type="glm", on_demand=1e-5, failure_rate=1e-7)
    order = {
        "p": Exponential(type="exponential", rate=1e-4),
        "q": Weibull(type="weibull", scale=1e4, shape=2),
    }
    still = {"p": Glm(type="glm", on_demand=0, failure_rate=1e-4, repair_rate=1, hours=8.0)}
    line = Constant(probability=Operation(op="mul", args=(1e-8, MissionTime(time="mission"))))
    for models, kind in (
        ({"p": unrepaired}, "or"),
        (order, "priority-and"),
        (still, "or"),
        ({"p": line}, "or"),
    ):
        result = over_time(models, 100.0, kind)
        assert result.per_hour == pytest.approx(-math.log1p(-result.probability[-1]) / 100.0)
        assert not result.note


@pytest.mark.parametrize("points", [2, 3, 11])
@pytest.mark.parametrize("hours", [10.0, 100.0, 1000.0])
@pytest.mark.parametrize(("level", "end"), [(4, 1e-8), (3, 1e-7), (2, 1e-6), (1, 1e-5)])
def test_a_rate_on_the_end_of_a_band_is_of_the_level_below(
    level: int, end: float, hours: float, points: int
) -> None:
    """The bands of IEC 61508-1, table 3, do not hold their upper ends, whatever rounding leaves of the number."""
    for share in (0.3, 1.0):
        parts = (share * end, (1.0 - share) * end)
        failing = {f"e{i}": Exponential(type="exponential", rate=r) for i, r in enumerate(parts) if r}
        assert over_time(failing, hours, points=points).sil_hourly == level - 1
    below = {"e": Exponential(type="exponential", rate=end * (1.0 - 1e-6))}
    assert over_time(below, hours, points=points).sil_hourly == level


@pytest.mark.slow
def test_no_level_is_given_of_an_expression_that_may_jump_between_the_times() -> None:
    jump = Operation(op="ite", args=(Operation(op="gt", args=(MissionTime(time="mission"), 77.0)), 0.5, 1e-6))
    result = over_time({"p": Constant(probability=jump)}, 100.0)
    assert (result.per_hour, result.sil_demand, result.sil_hourly) == (None, 0, 0)
    assert "may jump" in result.note


@pytest.mark.slow
@pytest.mark.parametrize("points", [2, 3, 21])
@pytest.mark.parametrize("beside", [[], ["q"]])
def test_no_rate_is_given_of_an_event_that_rises_and_ends_between_the_times_shown(
    points: int, beside: list[str]
) -> None:
    """2e-6 t (1000 - t): 0 at both ends, .5 in the middle."""
    time = MissionTime(time="mission")
    hump = Operation(op="mul", args=(2e-6, time, Operation(op="sub", args=(1000.0, time))))
    models = {"p": Constant(probability=hump)} | {
        name: Exponential(type="exponential", rate=1e-9) for name in beside
    }
    result = over_time(models, 1000.0, "or", points=points)
    assert result.average == pytest.approx(1 / 3, rel=1e-4)
    assert (result.per_hour, result.sil_hourly, dict(result.share)) == (None, 0, {})
    assert "rise and fall" in result.note


def _op(name: str, *args: Any) -> Operation:
    return Operation(op=name, args=args)


NOW = MissionTime(time="mission")
HUMPS = {
    "exponential": _op("exp", _op("neg", _op("pow", _op("div", _op("sub", NOW, 3333.3), 8), 2))),
    "triangle": _op("max", 1e-5, _op("sub", 0.9, _op("abs", _op("div", _op("sub", NOW, 3290), 60)))),
    "weibull": _op("sub", _op("weibull", 3330, 1e4, 0, NOW), _op("weibull", 3350, 1e4, 0, NOW)),
}
"""between 3230 and 3350 hours"""


@pytest.mark.slow
@pytest.mark.parametrize("points", [4, 21])
@pytest.mark.parametrize("name", HUMPS)
def test_no_level_is_given_of_an_expression_that_may_rise_and_fall(name: str, points: int) -> None:
    """The mean of numbers up to .9 was 1e-5, SIL 4: no time that was looked at fell into the hump."""
    result = over_time({"p": Constant(probability=HUMPS[name])}, 1e4, points=points)
    assert (result.per_hour, result.sil_demand, result.sil_hourly, dict(result.share)) == (None, 0, 0, {})
    assert result.average > 1e-4
    assert "is an estimate" in result.note


@pytest.mark.slow
@pytest.mark.parametrize("name", HUMPS)
def test_no_level_is_given_of_a_model_or_group_that_such_an_expression_moves(name: str) -> None:
    rate = _op("mul", 1e-4, HUMPS[name])
    result = over_time({"p": Exponential(type="exponential", rate=rate)}, 1e4)
    assert (result.sil_demand, result.sil_hourly) == (0, 0)


@pytest.mark.slow
def test_no_level_is_given_where_steps_between_the_times_may_cancel() -> None:
    """Each event only rises, at a time that no table holds; the top is there between the two alone."""
    steps = {n: Constant(probability=_op("weibull", at, 1e4, 0, NOW)) for n, at in (("p", 3330), ("q", 3350))}
    result = over_time(steps, 1e4, "xor")
    assert (result.sil_demand, dict(result.share)) == (0, {})
    rising = over_time(steps, 1e4, "and", points=3)
    assert rising.average == pytest.approx(0.665, rel=1e-3)
    assert rising.share == pytest.approx({4: 0.332, 0: 0.666}, abs=4e-3)
    begins = Parameter(id="begins", value=3330.0)
    wear = {n: Weibull(type="weibull", scale=ParameterRef(parameter=n), shape=1e4) for n in "pq"}
    case = case_of([gate("g", "xor", *wear)], dict.fromkeys(wear), mission_time=1e4)
    case = dataclasses.replace(
        case, events=tuple(e.model_copy(update={"model": wear[e.id]}) for e in case.events),
        parameters=(begins.model_copy(update={"id": "p"}), begins.model_copy(update={"id": "q", "value": 3350.0})),
    )  # fmt: skip
    assert time_curve(case, compile_tree(case, "t"), {}, [0.0, 1e4]).note == result.note


@pytest.mark.parametrize(
    "rising",
    [
        _op("mul", 1e-8, NOW),
        _op("sub", 1, _op("exp", _op("neg", _op("mul", 1e-8, NOW)))),
        _op("min", 0.5, _op("pow", _op("div", NOW, 1e6), 2)),
        _op("exponential", 1e-8, NOW),
        _op("weibull", 1e6, 2, 0, NOW),
    ],
)
def test_a_level_is_given_of_an_expression_that_only_rises(rising: Operation) -> None:
    result = over_time(
        {"p": Constant(probability=rising), "q": Exponential(type="exponential", rate=1e-9)}, 1e4
    )
    assert result.sil_demand > 0
    assert result.per_hour is not None
    assert not result.note


@pytest.mark.slow
def test_no_level_is_given_where_the_order_of_such_events_is_not_followed() -> None:
    rate = _op("mul", 1e-8, NOW)
    models: dict[str, EventModel] = {n: Exponential(type="exponential", rate=rate) for n in "pq"}
    assert (
        over_time(models, 1e4, "priority-and").note
        == over_time({"p": Constant(probability=HUMPS["weibull"])}, 1e4).note
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("models", "kind"),
    [
        ({"p": Exponential(type="exponential", rate=1e-4), "q": Exponential(type="exponential", rate=2e-6)}, "or"),
        ({"p": Weibull(type="weibull", scale=2e4, shape=3.0)}, "or"),
        ({"p": PeriodicTest(type="periodic-test", failure_rate=2e-5, interval=4150.0, first=1300.0)}, "or"),
        ({"p": PeriodicTest(type="periodic-test", failure_rate=2e-4, interval=953.3, first=641.7)}, "or"),
    ],
)  # fmt: skip
def test_the_share_of_the_time_in_each_band_is_right_to_three_digits(models: Any, kind: str) -> None:
    """Between two times of different bands the whole piece counted as the band of their middle."""
    shown, fine = over_time(models, 20000.0, kind, points=3), over_time(models, 20000.0, kind, points=8001)
    bands: dict[int, float] = {}
    for p in fine.probability:
        level = next((n for n, high in ((4, 1e-4), (3, 1e-3), (2, 1e-2), (1, 0.1)) if p < high), 0)
        bands[level] = bands.get(level, 0.0) + 1 / 8001
    assert shown.share == pytest.approx(bands, abs=6e-4)
    assert sum(shown.share.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("hours", [[0.0, 0.0], [-1.0, 0.0], [0.0, math.nan]])
def test_times_that_do_not_increase_from_0_are_refused(hours: list[float]) -> None:
    case = case_of([gate("g", "or", "p")], {"p": 0.1})
    with pytest.raises(ValueError, match="at least two times from 0 up that increase"):
        time_curve(case, compile_tree(case, "t"), {}, hours)


@pytest.mark.parametrize(
    ("models", "kind"),
    [
        ({"p": Constant(probability=1e-5, kind="probability-per-demand")}, "probability-per-demand"),
        ({"p": Constant(probability=1e-5, kind="fraction")}, "fraction"),
        ({"p": Exponential(type="exponential", rate=1e-5, hours=2.0)}, "probability-per-mission"),
        ({"p": Glm(type="glm", on_demand=1e-5, failure_rate=1e-9)}, "probability-per-mission"),
    ],
)  # fmt: skip
def test_no_rate_is_given_of_what_holds_from_the_beginning(models: Any, kind: str) -> None:
    """Over 10^6 hours 1e-5 a demand was 1e-11 an hour, SIL 4, and 1e-5 an hour for 2 hours 2e-11."""
    case = case_of([gate("g", "or", *models)], dict.fromkeys(models), kind=kind, mission_time=2.0)
    case = dataclasses.replace(
        case, events=tuple(e.model_copy(update={"model": models[e.id]}) for e in case.events)
    )
    result = time_curve(case, compile_tree(case, "t"), {}, [0.0, 1e6])
    assert (result.per_hour, result.sil_hourly) == (None, 0)
    assert "from the beginning" in result.note
    assert result.sil_demand > 0


def test_what_holds_from_the_beginning_counts_once_a_mission() -> None:
    """Within the mission that the tree states, and only where it is the top's own beginning."""
    failing = {"p": Exponential(type="exponential", rate=1e-5), "q": Constant(probability=1e-3)}
    assert over_time(failing, 100.0).per_hour == pytest.approx(2e-5, rel=1e-3)
    assert over_time(failing, 100.0, "and").per_hour == pytest.approx(1e-8, rel=1e-3)
    case = case_of([gate("g", "and", "p", "q")], {"p": None, "q": 1e-3})
    case = dataclasses.replace(
        case, events=(case.events[0].model_copy(update={"model": failing["p"]}), case.events[1])
    )
    curve = time_curve(case, compile_tree(case, "t"), {}, [0.0, 1e4])
    assert curve.per_hour == pytest.approx(1e-8, rel=0.1)


@pytest.mark.parametrize("kind", ["or", "and"])
def test_no_rate_is_given_where_the_top_is_certain_within_rounding(kind: str) -> None:
    """1e-4 an hour was 3.7e-8 an hour, SIL 3, over 10^9 hours."""
    failing = Exponential(type="exponential", rate=1e-4)
    for hours in (1e6, 1e9, 1e308):
        result = over_time({"p": failing, "q": failing}, hours, kind, points=2)
        assert (result.per_hour, result.sil_hourly) == (None, 0)
        assert "shorter time" in result.note
    assert over_time({"p": failing}, 1.3e5, points=2).per_hour == pytest.approx(1e-4, rel=1e-9)


ANY_DEMANDS = Constant(
    probability=1e-4, kind=MeasureKind.PER_DEMAND, exposure=Exposure(demands=20, dependence=Dependence.ANY)
)


def two_of(model: EventModel, top: float) -> Case:
    """An event beside the absence of another: the top is least where the other is most probable."""
    inputs = ("a", Formula(type="not", inputs=("n",)))
    case = case_of([gate("g", "and", *inputs)], {"a": top}, mission_time=1000.0)
    return dataclasses.replace(case, events=(*case.events, BasicEvent(id="n", model=model)))


def test_the_level_of_a_range_is_that_of_its_unsafe_end() -> None:
    case = two_of(ANY_DEMANDS, 0.01001)
    result = time_curve(case, compile_tree(case, "t"), {}, [0.0, 500.0, 1000.0])
    assert result.average < 0.01
    assert result.average_range is not None
    low, high = result.average_range
    assert low <= result.average < 0.01 < 0.01001 * (1 - 1e-4) <= high
    assert result.sil_demand == 1
    assert result.share == {1: 1.0}
    assert all(span is not None and span[0] <= p < span[1] for p, span in zip(result.probability, result.ranges, strict=True))  # fmt: skip


def test_the_range_of_an_unknown_order_is_shown() -> None:
    order = Formula(type="not", inputs=(Formula(type="priority-and", inputs=("c", "d")),))
    case = case_of([gate("g", "and", "a", order)], {"a": 0.010003, "c": 0.02, "d": 0.02}, mission_time=1000.0)
    result = time_curve(case, compile_tree(case, "t"), {}, [0.0, 1000.0])
    assert result.probability[0] < 0.01
    assert result.average_range is not None
    assert result.average_range[1] >= 0.010003
    assert result.sil_demand == 1


def test_a_rate_whose_top_is_known_as_a_range_has_one() -> None:
    """Of demands of any dependence that only cause it; its level is that of the unsafe end."""
    case = two_of(Exponential(type="exponential", rate=1e-7), 0.5)
    case = dataclasses.replace(
        case,
        events=(BasicEvent(id="a", model=ANY_DEMANDS), case.events[1]),
        trees=(case.trees[0].model_copy(update={"gates": (gate("g", "and", "a", "n"),)}),),
    )
    result = time_curve(case, compile_tree(case, "t"), {}, [0.0, 500.0, 1000.0])
    assert result.per_hour is not None
    assert result.per_hour_range is not None
    assert result.per_hour_range[0] < result.per_hour_range[1]
    assert result.per_hour_range[0] <= result.per_hour <= result.per_hour_range[1] * (1 + 1e-12)


def test_a_tree_of_known_numbers_has_no_range() -> None:
    case = two_of(Constant(probability=1e-4), 0.01001)
    result = time_curve(case, compile_tree(case, "t"), {}, [0.0, 1000.0])
    assert (result.average_range, result.per_hour_range, result.ranges) == (None, None, (None, None))


def test_a_tree_that_does_not_depend_on_time_is_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    case = case_of([gate("g", "or", "a", "b")], {"a": 0.1, "b": 0.2})
    tree = compile_tree(case, "t")
    times: list[float] = []

    def counted(*args: Any, mission_time: float, **more: Any) -> Any:
        times.append(mission_time)
        return structure_values(*args, mission_time=mission_time, **more)

    monkeypatch.setattr(curve, "structure_values", counted)
    result = time_curve(case, tree, {}, [0.0, 50.0, 100.0])
    assert result.probability == pytest.approx((0.28,) * 3)
    assert result.average == pytest.approx(0.28)
    assert len(times) == 1
