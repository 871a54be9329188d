"""The order of a priority-AND's inputs as a function of the time: enclosed, followed, and its worst time found."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

from casegen.api import CaseBuilder
from casegen.assessment.trees import BoundTree, bind
from casegen.fta.events.expressions import Apply, Fixed, Input
from casegen.fta.events.order_integrals import Failure, share_in_order
from casegen.fta.events.orders import InOrder
from casegen.fta.events.over_time import TIME
from casegen.fta.study.motions import motion
from casegen.model.event_model import Exponential, Weibull

END = 8760.0
CLOCK = Input(TIME, END, (0.0, END))
PRIORITY = ("P", "priority-and", "P1", "P2")
RISING: dict[str, dict[str, Any]] = {
    "P1": {"type": "exponential", "rate": 4e-4},
    "P2": {"type": "weibull", "scale": 5000.0, "shape": 2.0},
}
BESIDE: dict[str, dict[str, Any]] = {
    "tested": {"type": "periodic-test", "failure_rate": 2e-4, "interval": 730, "first": 730},
    "tested-and-repaired": {
        "type": "periodic-test", "failure_rate": 2e-4, "interval": 730, "first": 730, "repair_rate": 0.01,
    },
    "repaired": {"type": "glm", "on_demand": 0.3, "failure_rate": 1e-4, "repair_rate": 1e-3},
    "growing": {"type": "exponential", "rate": 1e-4},
}  # fmt: skip
GATES: dict[str, list[tuple[str, ...]]] = {
    "and": [("G", "and", "P", "E"), PRIORITY],
    "or": [("G", "or", "P", "E"), PRIORITY],
    "xor": [("G", "xor", "P", "E"), PRIORITY],
    "and-not": [("G", "and", "E", "N"), ("N", "not", "P"), PRIORITY],
    "not-and": [("G", "and", "P", "N"), ("N", "not", "E"), PRIORITY],
}


def tree_of(
    events: dict[str, dict[str, Any]], gates: list[tuple[str, ...]], mission: float = END
) -> BoundTree:
    case = CaseBuilder("t", title="t", version="1")
    tree = case.tree("FT", top="G", mission_time=mission)
    for name, own in events.items():
        tree.event(name, own)
    for name, gate, *inputs in gates:
        tree.gate(name, gate, *inputs)
    return bind(case.model(), "FT", {}, {})


@pytest.mark.slow
@pytest.mark.parametrize("beside", BESIDE)
@pytest.mark.parametrize("gates", GATES)
def test_the_worst_time_beside_an_order_is_found(gates: str, beside: str) -> None:
    """Over a span of time the order was anything: after 200 pieces the worst time was left open."""
    tree = tree_of({**RISING, "E": BESIDE[beside]}, GATES[gates])
    through = tree.through
    at = [END * k / 16 for k in range(17)] + [730.0 * k + s for k in (1, 4, 11) for s in (0.0, 1e-6)]
    most = max(tree.at(t).span[1] for t in at)
    if through.is_worst_at_the_end(upper=True):
        assert tree.span[1] == pytest.approx(most, rel=1e-9)
        return
    peak = through.peak(None, 1)
    assert peak.is_known
    assert peak.seen >= most * (1 - 1e-9)
    assert tree.at(peak.hours).span[1] == pytest.approx(peak.seen, rel=1e-9)


def drawn(rng: random.Random, count: int) -> tuple[tuple[tuple[type, tuple[str, ...]], ...], list[float]]:
    shapes, numbers = [], []
    for _ in range(count):
        if rng.random() < 0.5:
            shapes.append((Exponential, ("rate",)))
            numbers.append(10 ** rng.uniform(-5, -3))
        else:
            shapes.append((Weibull, ("scale", "shape", "location")))
            numbers += [10 ** rng.uniform(3, 4), rng.choice([1.0, 2.0, 3.5]), 0.0]
    return tuple(shapes), numbers


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_an_order_grows_no_faster_than_its_slopes_say(seed: int) -> None:
    rng = random.Random(seed)
    shapes, numbers = drawn(rng, rng.choice([2, 3]))
    function = InOrder(shapes)
    event = Apply(function, (*map(Fixed, numbers), CLOCK))
    begin = rng.uniform(100.0, 8000.0)
    width = 10 ** rng.uniform(1, 2.5)
    own = motion(event, {TIME: (begin, begin + width)})
    p = [float(function([*numbers, begin + width * k / 10])) for k in range(11)]
    slack = 1e-9 * p[-1]
    assert own.number[0] <= min(p)
    assert max(p) <= own.number[1]
    slopes = [(b - a) / width * 10 for a, b in itertools.pairwise(p)]
    assert own.first[0] - slack * 10 / width <= min(slopes)
    assert max(slopes) <= own.first[1] + slack * 10 / width
    bends = [(b - a) / width * 10 for a, b in itertools.pairwise(slopes)]
    assert own.second[0] - slack * 400 / width**2 <= min(bends)
    assert max(bends) <= own.second[1] + slack * 400 / width**2


@pytest.mark.parametrize("seed", range(3))
def test_an_order_of_uncertain_rates_is_enclosed(seed: int) -> None:
    rng = random.Random(seed)
    rates = [sorted(10 ** rng.uniform(-5, -3) for _ in range(2)) for _ in range(2)]
    begin, until = sorted(rng.uniform(100.0, END) for _ in range(2))
    function = InOrder(((Exponential, ("rate",)),) * 2)
    low, high = function.enclose([*((a, b) for a, b in rates), (begin, until)])
    for _ in range(20):
        one, other = (rng.uniform(a, b) for a, b in rates)
        t = rng.uniform(begin, until)
        share = share_in_order([Failure(rate, is_rate=True) for rate in (one, other)], t)
        assert low <= share[0] * np.expm1(-one * t) * np.expm1(-other * t) <= high
    assert low > 0.0
    assert high < 1.0


def test_an_order_set_by_hand_or_of_shared_inputs_stays_anything() -> None:
    """The gate counts as AND: nothing is known of its order, at any time."""
    shared = tree_of({**RISING, "E": BESIDE["tested"]}, [("G", "and", "E", "P", "P1"), PRIORITY])
    i = shared.values.events.index("P in order")
    assert shared.through.values.is_set(i)
    tree = tree_of({**RISING, "E": BESIDE["tested"]}, GATES["and"])
    assert not tree.through.values.is_set(i)
    by_hand = bind(tree.case, "FT", {}, {"P1": 0.5}, tree.prepared)
    assert by_hand.through.values.is_set(i)
