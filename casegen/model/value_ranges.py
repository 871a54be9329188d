"""Where the numbers of event models can be: probabilities in [0, 1], rates and times from 0, what divides above 0."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from casegen.model.digits import in_full
from casegen.model.event_model import Constant, EventModel, Exponential, Glm, PeriodicTest, Value, Weibull
from casegen.model.quantity import Empirical, Histogram, MeasureKind, Uniform


@dataclass(frozen=True, slots=True)
class ValueRange:
    """Numbers from ``low`` to ``high``; ``low`` itself is none of them where the range is ``above`` it."""

    low: float = 0.0
    high: float = math.inf
    above: bool = False

    def excludes(self, x: Any) -> Any:
        """Whether a number, or each of an array, is outside."""
        return ((x <= self.low) if self.above else (x < self.low)) | (x > self.high)

    def problem(self, least: float, most: float) -> str:
        """What is wrong with numbers from ``least`` to ``most``, or an empty text."""
        if not math.isfinite(least) or not math.isfinite(most):
            return f"must be finite, found {most if math.isfinite(least) else least}"
        if not (self.excludes(least) or self.excludes(most)):
            return ""
        shown = in_full(least) if least == most else f"{in_full(least)} to {in_full(most)}"
        if math.isfinite(self.high):
            return f"must lie in [{in_full(self.low)}, {in_full(self.high)}], found {shown}"
        return f"must be {'above' if self.above else 'at least'} {in_full(self.low)}, found {shown}"

    def problem_of(self, value: Value) -> str:
        """As :meth:`problem`, of a number or of a distribution that has a least and a largest value."""
        match value:
            case int() | float():
                return self.problem(float(value), float(value))
            case Uniform():
                return self.problem(value.lower, value.upper)
            case Histogram():
                return self.problem(value.edges[0], value.edges[-1])
            case Empirical():
                return self.problem(min(value.samples), max(value.samples))
        return ""


FROM_ZERO = ValueRange()
ABOVE_ZERO = ValueRange(above=True)
SHARE = ValueRange(0.0, 1.0)

_OF_MODEL: dict[type, dict[str, ValueRange]] = {
    Exponential: {"rate": FROM_ZERO, "hours": FROM_ZERO},
    Weibull: {"scale": ABOVE_ZERO, "shape": ABOVE_ZERO, "hours": FROM_ZERO},
    Glm: {"on_demand": SHARE, "failure_rate": FROM_ZERO, "repair_rate": FROM_ZERO, "hours": FROM_ZERO},
    PeriodicTest: {
        "failure_rate": FROM_ZERO, "rate_in_test": FROM_ZERO, "repair_rate": FROM_ZERO, "interval": ABOVE_ZERO,
        "first": FROM_ZERO, "failure_at_test": SHARE, "test_duration": FROM_ZERO, "available_in_test": SHARE,
        "detection": SHARE, "failure_at_restart": SHARE, "hours": FROM_ZERO,
    },
}  # fmt: skip

_ARGUMENTS: dict[str, tuple[type, tuple[tuple[str, ...], ...]]] = {
    "exponential": (Exponential, (("rate", "hours"),)),
    "glm": (Glm, (("on_demand", "failure_rate", "repair_rate", "hours"),)),
    "weibull": (Weibull, (("scale", "shape", "location", "hours"),)),
    "periodic-test": (PeriodicTest, (
        ("failure_rate", "interval", "first", "hours"),
        ("failure_rate", "repair_rate", "interval", "first", "hours"),
        ("failure_rate", "rate_in_test", "repair_rate", "interval", "first", "failure_at_test", "test_duration",
         "available_in_test", "detection", "failure_at_restart", "hours"),
    )),
}  # fmt: skip


def ranges_of(model: EventModel) -> dict[str, ValueRange]:
    """The range of each parameter of a model that has one."""
    if isinstance(model, Constant):
        return {"probability": FROM_ZERO if model.kind is MeasureKind.PER_HOUR else SHARE}
    return model_ranges(type(model))


def model_ranges(model: type) -> dict[str, ValueRange]:
    """The range of each parameter of a model in time that has one."""
    return _OF_MODEL.get(model, {})


def arguments(op: str, count: int) -> tuple[str, ...]:
    """The parameters of the event model that an operation with ``count`` arguments is; none of other operations.

    >>> arguments("periodic-test", 4), arguments("add", 2)
    (('failure_rate', 'interval', 'first', 'hours'), ())
    """
    _, orders = _ARGUMENTS.get(op, (None, ()))
    return next((names for names in orders if len(names) == count), ())


def argument_ranges(op: str, count: int) -> dict[str, ValueRange]:
    """The ranges of :func:`arguments`."""
    return _OF_MODEL[_ARGUMENTS[op][0]] if op in _ARGUMENTS else {}
