"""The compared end of a mean over the mission is no smaller than the mean, however suddenly the top moves."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from casegen.assessment.mean import _Search
from casegen.assessment.over_mission import OverMission
from casegen.assessment.trees import bind
from casegen.model.case import Case, Header
from casegen.model.event_model import EventModel
from casegen.model.fault_tree import (
    BasicEvent,
    Constant,
    FaultTree,
    Formula,
    Gate,
    GateType,
    PeriodicTest,
    Weibull,
)

STAYS = Weibull(type="weibull", scale=1e5, shape=1.0)


def on_test(interval: float, **more: Any) -> PeriodicTest:
    """Tested from the end of the first interval on."""
    return PeriodicTest(
        **{"type": "periodic-test", "failure_rate": 1e-4, "interval": interval, "first": interval, **more}
    )


def long_test(interval: float, lasts: float, repair: float) -> PeriodicTest:
    """Out during its tests, each of which takes ``lasts``; a failure that is seen is repaired at the rate ``repair``."""
    return on_test(interval, repair_rate=repair, rate_in_test=0.00984, failure_at_test=0.0, test_duration=lasts,
                   available_in_test=0.0, detection=1.0, failure_at_restart=0.04)  # fmt: skip


def unless(one: EventModel, other: EventModel, mission: float, kind: str = "and") -> OverMission:
    """``c and not (a and b)``, or ``c xor (a and b)``, over a mission."""
    models = {"a": one, "b": other, "c": Constant(probability=0.001)}
    both = Formula(type=GateType.AND, inputs=("a", "b"))
    inner: Any = Formula(type=GateType.NOT, inputs=(both,)) if kind == "and" else both
    case = Case(
        header=Header(id="c", title="case"),
        events=tuple(BasicEvent(id=e, model=model) for e, model in models.items()),
        trees=(FaultTree(id="t", top="g", gates=(Gate(id="g", type=GateType(kind), inputs=("c", inner)),), mission_time=mission),),
    )  # fmt: skip
    return bind(case, "t", {}, {}).through


def mean_of(over: OverMission) -> float:
    """The mean, by Gauss's rule on pieces that halve 45 times toward what each jump leaves behind it."""
    corners, jumps = over.tree.box(None), sorted({0.0, *over.mission.jumps, over.mission.end})
    nodes, weights = np.polynomial.legendre.leggauss(8)
    area = 0.0
    for low, high in pairwise(jumps):
        cuts = [low, *(low + (high - low) * 2.0**-k for k in range(45, -1, -1))]
        for begin, until in pairwise(sorted({*cuts})):
            half = 0.5 * (until - begin)
            area += half * sum(
                w * over.ends(corners, (t, t))[1]
                for w, t in zip(weights, begin + half * (nodes + 1.0), strict=True)
            )
    return area / over.mission.end


def check(over: OverMission) -> None:
    """Both ends enclose the mean, within the tolerance, and the integrated number is near it."""
    exact, corners = mean_of(over), over.tree.box(None)
    most, least = over.average(corners, 1), over.average(corners, -1)
    assert most is not None
    assert least is not None
    assert least.end <= exact * (1.0 + 1e-9)
    assert exact <= most.end * (1.0 + 1e-9)
    assert most.end - least.end <= 2.5e-4 * exact
    assert most.integrated == pytest.approx(exact, rel=3e-5)


@pytest.mark.slow
@pytest.mark.parametrize("repair", [0.1, 10.0, 1000.0])
def test_a_repair_that_is_soon_over_is_not_left_out(repair: float) -> None:
    """With a repair rate of 10 per hour the number compared was 8.6e-5 of itself below the mean: a false claim held."""
    check(unless(long_test(720.0, 216.0, repair), STAYS, 5_000.0))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_tests_of_any_kind_have_a_mean_within_its_ends(seed: int) -> None:
    draw = random.Random(seed)
    mission = draw.uniform(1500.0, 4000.0)
    models: list[EventModel] = []
    for _ in range(2):
        interval = draw.choice([219.0, 500.0, 720.0, 999.5])
        repair = 10.0 ** draw.uniform(-2.0, 3.0)
        kinds: list[EventModel] = [
            on_test(interval), on_test(interval, repair_rate=repair), long_test(interval, draw.uniform(0.01, 0.4) * interval, repair), STAYS,
        ]  # fmt: skip
        models.append(draw.choice(kinds))
    if models == [STAYS, STAYS]:
        models[0] = on_test(500.0)
    check(unless(models[0], models[1], mission, draw.choice(["and", "xor"])))


def test_longer_hours_of_one_event_do_not_dilute_the_mean_of_the_mission() -> None:
    """The mean over ten years of a sensor was .0004 where that over the year of the mission is .0036."""
    sensor = Weibull(type="weibull", scale=1e9, shape=1.0, hours=87_600.0)
    pump = on_test(730.0, failure_rate=1e-5)
    models: dict[str, EventModel] = {"a": pump, "b": sensor}
    for hours in (87_600.0, None):
        models["b"] = sensor.model_copy(update={"hours": hours})
        case = Case(
            header=Header(id="c", title="case"),
            events=tuple(BasicEvent(id=e, model=model) for e, model in models.items()),
            trees=(FaultTree(id="t", top="g", gates=(Gate(id="g", type=GateType.OR, inputs=("a", "b")),), mission_time=8765.0),),
        )  # fmt: skip
        over = bind(case, "t", {}, {}).through
        mean = over.average(over.tree.box(None), 1)
        assert mean is not None
        # a sensor that only adds to the top stands at its number after all of its hours
        after = 0.0 if hours is None else 8.76e-5
        assert mean.integrated == pytest.approx(0.003639 + after, rel=3e-3)
        assert mean.hours == 8765.0


@pytest.mark.parametrize("shape", [0.5, 0.8])
@pytest.mark.parametrize("begin", [0.0, 100.0, 3000.0])
def test_a_slope_without_a_limit_is_halved_until_it_is_close(shape: float, begin: float) -> None:
    """What the first piece left open was infinite, and the search ended with its last piece only: 8 s a claim."""
    wear = Weibull(type="weibull", scale=2e4, shape=shape, location=begin)
    over = unless(on_test(720.0), wear, 8760.0, kind="xor")
    corners = over.tree.box(None)
    for side in (1, -1):
        search = _Search(over, corners, side, 8760.0)
        while len(search.pieces) < 400 and not search.is_close():
            search.halve()
        assert search.is_close()
    check(over)
