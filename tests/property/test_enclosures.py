"""No value of an operation or event model leaves its enclosure, and none moves against its stated direction."""

from __future__ import annotations

import numpy as np
import pytest

from casegen.fta.events.enclosures import FUNCTIONS
from casegen.fta.events.expressions import NoEnclosure
from casegen.fta.events.models import INSTANT
from casegen.fta.events.orders import Order
from casegen.fta.events.timed import timed_model
from casegen.model.fault_tree import Exponential, Glm, PeriodicTest, Weibull

ARITY = {"pow": 2, "sub": 2, "div": 2, "lt": 2, "leq": 2, "gt": 2, "geq": 2, "eq": 2, "df": 2, "mod": 2, "ite": 3,
         "exponential": 2, "glm": 4, "weibull": 4}  # fmt: skip
MANY = {"add", "mul", "min", "max", "mean", "and", "or"}
MODELS = {
    "exponential": (Exponential, ("rate",)),
    "weibull": (Weibull, ("scale", "shape", "location")),
    "glm": (Glm, ("on_demand", "failure_rate", "repair_rate")),
    "tested": (PeriodicTest, ("failure_rate", "interval", "first")),
    "repaired": (PeriodicTest, ("failure_rate", "interval", "first", "repair_rate")),
}
SCALE = {"rate": 2e-3, "scale": 900.0, "shape": 3.0, "location": 50.0, "on_demand": 0.5, "failure_rate": 0.02,
         "repair_rate": 0.05, "interval": 300.0, "first": 200.0, "hours": 2000.0}  # fmt: skip
FIXED = {"interval", "first", "hours"}


def check(function: object, ranges: list[tuple[float, float]], draw: np.random.Generator) -> bool:
    """Samples within the box lie within the enclosure, and follow the signs; False where there is no enclosure."""
    try:
        low, high = function.enclose(ranges)  # type: ignore[attr-defined]
        signs = function.signs(ranges)  # type: ignore[attr-defined]
    except NoEnclosure:
        return False
    slack = 1e-9 * max(1.0, abs(low), abs(high))
    for _ in range(60):
        point = [float(draw.choice([a, b, draw.uniform(a, b)])) for a, b in ranges]
        value = float(function(list(point)))  # type: ignore[operator]
        assert low - slack <= value <= high + slack, (point, value, low, high)
        for i, sign in enumerate(signs):
            if sign:
                moved = list(point)
                moved[i] = float(draw.uniform(point[i], ranges[i][1]))
                gain = float(function(moved)) - value  # type: ignore[operator]
                assert sign * gain >= -slack, (i, point, moved, gain)
    return True


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_operations(name: str) -> None:
    draw = np.random.default_rng(sum(map(ord, name)))
    enclosed = 0
    with np.errstate(all="ignore"):
        for _ in range(60):
            count = ARITY.get(name, int(draw.integers(2, 4)) if name in MANY else 1)
            base = draw.choice([0.0, 1.0, -2.0])
            ends = np.sort(base + draw.uniform(0.0, 2.0, (count, 2)), axis=1)
            if name in ("asin", "acos"):
                ends = np.clip(ends / 4.0, -1.0, 1.0)
            if name in ("exponential", "glm", "weibull"):
                ends = np.abs(ends) / 4.0
                ends.sort(axis=1)
            enclosed += check(FUNCTIONS[name], [(float(a), float(b)) for a, b in ends], draw)
    assert enclosed or name in ("tan", "mod")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(MODELS))
def test_event_models_over_time(name: str) -> None:
    model, names = MODELS[name]
    draw, enclosed = np.random.default_rng(len(name)), 0
    function = timed_model(model, names)
    for n in range(80):
        ranges = []
        for part in (*names, "hours"):
            a, b = np.sort(draw.uniform(0.05, 1.0, 2) * SCALE[part])
            known = (part in FIXED and n % 4) or (
                part == "hours" and name in ("tested", "repaired") and n % 2
            )
            ranges.append((float(a), float(a) if known else float(b)))
        enclosed += check(function, ranges, draw)
    assert enclosed > 20


PHASES = ("failure_rate", "rate_in_test", "repair_rate", "interval", "first", "failure_at_test", "test_duration",
          "available_in_test", "detection", "failure_at_restart")  # fmt: skip
SCALE |= {"rate_in_test": 0.04, "failure_at_test": 0.3, "test_duration": 40.0, "available_in_test": 0.0, "detection": 0.9,
          "failure_at_restart": 0.2}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "names", [MODELS["tested"][1], MODELS["repaired"][1], PHASES], ids=["tested", "repaired", "phases"]
)
def test_periodic_tests_over_a_range_of_time(names: tuple[str, ...]) -> None:
    draw, narrow = np.random.default_rng(len(names)), 0
    function = timed_model(PeriodicTest, names)
    for n in range(120):
        ranges = []
        for part in names:
            a, b = np.sort(draw.uniform(0.5, 1.0, 2) * SCALE[part])
            ranges.append(
                (float(a), float(b if n % 3 == 0 and part == "failure_rate" and names != PHASES else a))
            )
        interval, first = ranges[names.index("interval")][0], ranges[names.index("first")][0]
        begin = first + int(draw.integers(0, 5)) * interval
        if n % 2:
            begin += draw.uniform(0.0, 0.9) * interval
        else:
            begin *= 1.0 + 4.0 * INSTANT
        end = begin + draw.uniform(0.001, 1.5 if n % 5 == 0 else 0.1) * interval
        ranges.append((float(begin), float(end)))
        assert check(function, ranges, draw)
        low, high = function.enclose(ranges)
        narrow += high - low < 0.5
    assert narrow > 40


@pytest.mark.parametrize("count", [2, 3])
def test_shares_of_orders(count: int) -> None:
    draw = np.random.default_rng(count)
    function = Order(tuple((Exponential, ("rate",)) for _ in range(count)), 1000.0)
    for _ in range(6):
        ends = np.sort(10 ** draw.uniform(-5, -2, (count, 2)), axis=1)
        low, high = function.enclose([(float(a), float(b)) for a, b in ends])
        rates = draw.uniform(ends[:, :1], ends[:, 1:], (count, 40))
        shares = function(list(rates))
        assert low - 1e-6 <= shares.min()
        assert shares.max() <= high + 1e-6


def test_shares_of_two_exponentials_have_a_closed_form() -> None:
    a, b, t = np.array([1e-3, 1e-5, 2e-2]), np.array([4e-4, 3e-3, 1e-2]), 1000.0
    exact = ((1 - np.exp(-b * t)) - b / (a + b) * (1 - np.exp(-(a + b) * t))) / (
        (1 - np.exp(-a * t)) * (1 - np.exp(-b * t))
    )
    function = Order(((Exponential, ("rate",)), (Exponential, ("rate",))), t)
    assert np.allclose(function([a, b]), exact, rtol=1e-5)
    for i in range(3):
        low, high = function.enclose([(float(a[i]), float(a[i])), (float(b[i]), float(b[i]))])
        assert low * (1 - 1e-14) <= exact[i] <= high * (1 + 1e-14)
        assert high - low <= 1e-15
