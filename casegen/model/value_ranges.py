"""Where the numbers of event models can be: probabilities in [0, 1], rates and times from 0, what divides above 0."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from casegen.model.digits import in_full
from casegen.model.event_model import Constant, EventModel, Exponential, Glm, PeriodicTest, Value, Weibull
from casegen.model.quantity import (
    Beta,
    Distribution,
    Empirical,
    Gamma,
    Histogram,
    Lognormal,
    MeasureKind,
    Normal,
    Uniform,
)
from casegen.model.sentence import NOTHING, Sentence, worded
from casegen.model.tails import excess_above, excess_below, mean_from_far, share_above, share_below


@dataclass(frozen=True, slots=True)
class Outside:
    """What of a number's distribution is outside its range: shares, and how far each of them moves the mean."""

    below: float = 0.0
    above: float = 0.0
    shortfall: float = 0.0
    excess: float = 0.0


@dataclass(frozen=True, slots=True)
class ValueRange:
    """Numbers from ``low`` to ``high``; ``low`` itself is none of them where the range is ``above`` it."""

    low: float = 0.0
    high: float = math.inf
    above: bool = False

    def excludes(self, x: Any) -> Any:
        """Whether a number, or each of an array, is outside."""
        return ((x <= self.low) if self.above else (x < self.low)) | (x > self.high)

    def problem(self, least: float, most: float) -> Sentence:
        """What is wrong with numbers from ``least`` to ``most``, or an empty text."""
        if not math.isfinite(least) or not math.isfinite(most):
            value = most if math.isfinite(least) else least
            return worded("tree_problem.finite", "must be finite, found {value}", value=value)
        if not (self.excludes(least) or self.excludes(most)):
            return NOTHING
        shown = in_full(least) if least == most else _span(least, most)
        low = in_full(self.low)
        if math.isfinite(self.high):
            return worded(
                "tree_problem.lie_in",
                "must lie in [{low}, {high}], found {value}",
                low=low,
                high=in_full(self.high),
                value=shown,
            )
        if self.above:
            return worded("tree_problem.above", "must be above {low}, found {value}", low=low, value=shown)
        return worded("tree_problem.at_least", "must be at least {low}, found {value}", low=low, value=shown)

    def problem_of(self, value: Value) -> Sentence:
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
        return NOTHING

    def problem_in_tails(self, value: Value) -> Sentence:
        """As :meth:`problem_of`, also of a distribution without ends of which more than is stated is outside."""
        problem = self.problem_of(value)
        if problem or not isinstance(value, Normal | Lognormal | Gamma | Beta | Histogram):
            return problem
        if (problem := problem_of_far(value)) or isinstance(value, Histogram):
            return problem
        outside = Outside(
            share_below(value, self.low),
            share_above(value, self.high),
            excess_below(value, self.low),
            excess_above(value, self.high) if math.isfinite(self.high) else 0.0,
        )
        # only a normal distribution falls short of its range
        mean = value.mean if isinstance(value, Normal) else self.low
        return self.problem_of_outside(outside, mean, _named(value))

    def problem_of_outside(self, outside: Outside, mean: float, what: str) -> Sentence:
        """What is wrong with ``what``, of that ``mean``, that lies outside the range so far, or an empty text.

        >>> SHARE.problem_of_outside(Outside(above=3e-5, excess=1e-5), 0.01, "the lognormal distribution")
        ''
        >>> SHARE.problem_of_outside(Outside(above=8e-5, excess=0.1), 0.1, "the gamma distribution").partition(";")[0]
        'leaves its range: what lies above 1 of the gamma distribution moves the mean by 0.1, where at most 0.0003 may'
        """
        for share, most, side, end in (
            (outside.below, MOST_BELOW, "below", self.low),
            (outside.above, MOST_ABOVE, "above", self.high),
        ):
            if share > most:
                return worded(
                    "tree_problem.share_outside",
                    "leaves its range: {share} of {what} lies {side} {end}, where at most {most} may "
                    "(the number at the mean ignores that); state a {instead} or a smaller spread",
                    share=f"{share:.2g}", what=what, side=_SIDES[side], end=in_full(end), most=f"{most:g}",
                    instead=self._instead(side),
                )  # fmt: skip
        for shift, most, side, end in (
            (outside.shortfall, MOST_SHORT * abs(mean - self.low), "below", self.low),
            (outside.excess, MOST_EXCESS, "above", self.high),
        ):
            if shift > most:
                return worded(
                    "tree_problem.mean_moved",
                    "leaves its range: what lies {side} {end} of {what} moves the mean by {shift}, where "
                    "at most {most} may; state a {instead} or a smaller spread",
                    side=_SIDES[side], end=in_full(end), what=what, shift=f"{shift:.2g}", most=f"{most:.2g}",
                    instead=self._instead(side),
                )  # fmt: skip
        return NOTHING

    def _instead(self, side: str) -> Sentence:
        """Distributions that stay on the right side of an end."""
        if side == "above":
            return worded("tree_problem.up_to_one", "beta, uniform or histogram")
        if math.isfinite(self.high):
            return worded("tree_problem.shares", "lognormal, beta, uniform or histogram")
        return worded("tree_problem.from_zero", "lognormal, gamma, uniform or histogram")


def _span(least: float, most: float) -> Sentence:
    return worded("tree_problem.span", "{least} to {most}", least=in_full(least), most=in_full(most))


def _named(d: Distribution) -> Sentence:
    return worded("tree_problem.distribution", "the {name} distribution", name=d.distribution)


_SIDES = {
    "below": worded("tree_problem.below_end", "below"),
    "above": worded("tree_problem.above_end", "above"),
}


MOST_BELOW = 1e-6
"""share of a distribution that may lie below its range"""
MOST_ABOVE = 1e-4
"""share that may lie above 1: lognormal ones of handbooks (mean 0.01, error factor 10) have 3e-5 there"""
MOST_SHORT = 1e-6
"""share of the mean by which what lies below the range may move it"""
MOST_EXCESS = 3e-4
"""by how much what lies above 1 may move the mean: lognormal ones of error factor 300 come near"""
MOST_FAR = 0.1
"""share of a mean that may lie beyond the quantile of 1 - 1e-6: lognormal ones of error factor 300 have 0.064 there"""
FROM_ZERO = ValueRange()
ABOVE_ZERO = ValueRange(above=True)
SHARE = ValueRange(0.0, 1.0)
FINITE = ValueRange(-math.inf)


def problem_of_far(d: Distribution) -> Sentence:
    """Why the mean of ``d`` is no use as a point value, whatever it stands for, or an empty text."""
    share = mean_from_far(d)
    if share <= MOST_FAR:
        return NOTHING
    return worded(
        "tree_problem.far_mean",
        "has no mean that stands for it: {share} of the mean of {what} lies beyond its "
        "quantile of 1 - 1e-6, where at most {most} may; state a smaller spread",
        share=f"{share:.2g}",
        what=_named(d),
        most=f"{MOST_FAR:g}",
    )


_OF_MODEL: dict[type, dict[str, ValueRange]] = {
    Exponential: {"rate": FROM_ZERO, "hours": FROM_ZERO},
    Weibull: {"scale": ABOVE_ZERO, "shape": ABOVE_ZERO, "location": FINITE, "hours": FROM_ZERO},
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
