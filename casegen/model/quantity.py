"""Quantities that carry their meaning: measure kind, confidence, exposure, distribution.

Most mistakes in quantitative cases are mistakes of unit.  Here a number is never reinterpreted in
silence: a conversion is asked for by an :class:`Exposure`, and what cannot be converted is refused by
name.
"""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from casegen.model.part import Part
from casegen.model.sentence import NOTHING, worded

UNSIGNED_ZERO = AfterValidator(lambda number: number + 0.0)
"""-0.0 is 0.0, and would be printed with its sign"""
Probability = Annotated[float, Field(ge=0.0, le=1.0), UNSIGNED_ZERO]
NonNegative = Annotated[float, Field(ge=0.0, allow_inf_nan=False), UNSIGNED_ZERO]
Positive = Annotated[float, Field(gt=0.0, allow_inf_nan=False)]
Confidence = Annotated[float, Field(gt=0.0, lt=1.0)]


class MeasureKind(StrEnum):
    """What one unit of a number refers to."""

    PER_DEMAND = "probability-per-demand"
    PER_MISSION = "probability-per-mission"
    PER_HOUR = "rate-per-hour"
    FRACTION = "fraction"
    SCORE = "score"


PROBABILITY_KINDS = frozenset({MeasureKind.PER_DEMAND, MeasureKind.PER_MISSION, MeasureKind.FRACTION})


_ROUNDED = 1e-12
"""relative error of numbers that are called exact"""


class Comparison(StrEnum):
    """The side a requirement is on."""

    AT_MOST = "<="
    LESS = "<"
    AT_LEAST = ">="
    GREATER = ">"

    @property
    def is_upper(self) -> bool:
        """True when the requirement limits the measure from above."""
        return self in (Comparison.AT_MOST, Comparison.LESS)

    def holds(self, number: float, bound: float, *, decided: bool = False) -> bool:
        """Whether ``number (comparison) bound``; a strict one by more than rounding may have left of an equality.

        ``decided``: the number lies on the side of the bound on which it truly is, whatever rounding left.
        """
        apart = 0.0 if decided else _ROUNDED * abs(bound)
        match self:
            case Comparison.AT_MOST:
                return number <= bound
            case Comparison.LESS:
                return number < bound - apart
            case Comparison.AT_LEAST:
                return number >= bound
            case Comparison.GREATER:
                return number > bound + apart


class Uniform(Part):
    """Uniform between ``lower`` and ``upper``."""

    distribution: Literal["uniform"] = Field(description="the word `uniform`")
    lower: float = Field(description="smallest value")
    upper: float = Field(description="largest value")

    @model_validator(mode="after")
    def _ordered(self) -> Uniform:
        if not self.lower < self.upper:
            raise ValueError(f"uniform needs lower < upper, found {self.lower} and {self.upper}")
        return self


class Normal(Part):
    """Normal with ``mean`` and standard deviation ``sd``."""

    distribution: Literal["normal"] = Field(description="the word `normal`")
    mean: float = Field(description="mean")
    sd: Positive = Field(description="standard deviation")


class Lognormal(Part):
    """Lognormal given by its mean (or median) and error factor.

    The error factor is the ratio of the ``level`` quantile to the median (0.95 by convention).
    """

    distribution: Literal["lognormal"] = Field(description="the word `lognormal`")
    mean: Positive | None = Field(None, description="mean; or give the median")
    median: Positive | None = Field(None, description="median; or give the mean")
    error_factor: Annotated[float, Field(gt=1.0)] = Field(
        description="ratio of the quantile at `level` to the median"
    )
    level: Annotated[float, Field(gt=0.5, lt=1.0)] = Field(
        0.95, description="level of the quantile that the error factor speaks of"
    )

    @model_validator(mode="after")
    def _one_location(self) -> Lognormal:
        if (self.mean is None) == (self.median is None):
            raise ValueError("lognormal needs exactly one of mean and median")
        return self


class Gamma(Part):
    """Gamma with shape ``shape`` and scale ``scale`` (mean = shape * scale)."""

    distribution: Literal["gamma"] = Field(description="the word `gamma`")
    shape: Positive = Field(description="shape")
    scale: Positive = Field(description="scale; the mean is shape times scale")


class Beta(Part):
    """Beta with parameters ``alpha`` and ``beta``."""

    distribution: Literal["beta"] = Field(description="the word `beta`")
    alpha: Positive = Field(description="first parameter")
    beta: Positive = Field(description="second parameter")


class Histogram(Part):
    """Piecewise uniform: ``edges`` has one more entry than ``weights``; weights need not be normalised."""

    distribution: Literal["histogram"] = Field(description="the word `histogram`")
    edges: Annotated[tuple[float, ...], Field(min_length=2)] = Field(
        description="limits of the intervals, increasing; one more than weights"
    )
    weights: Annotated[tuple[NonNegative, ...], Field(min_length=1)] = Field(
        description="mass of each interval, on any scale"
    )

    @model_validator(mode="after")
    def _shapes(self) -> Histogram:
        if len(self.edges) != len(self.weights) + 1:
            raise ValueError(
                f"histogram needs one more edge than weights, found {len(self.edges)} edges "
                f"and {len(self.weights)} weights"
            )
        if any(b <= a for a, b in zip(self.edges, self.edges[1:], strict=False)):
            raise ValueError("histogram edges must increase")
        if not 0.0 < sum(self.weights) < math.inf:
            raise ValueError(f"histogram weights sum to {sum(self.weights):g}, expected a number above 0")
        return self


class Empirical(Part):
    """Equally likely samples."""

    distribution: Literal["empirical"] = Field(description="the word `empirical`")
    samples: Annotated[tuple[float, ...], Field(min_length=1)] = Field(description="values, equally likely")


Distribution = Annotated[
    Uniform | Normal | Lognormal | Gamma | Beta | Histogram | Empirical, Field(discriminator="distribution")
]


def in_words(spread: Distribution) -> str:
    """A distribution and its parameters; of a list, how many it has.

    >>> in_words(Lognormal(distribution="lognormal", mean=1e-4, error_factor=3.0))
    'lognormal(mean=0.0001, error_factor=3)'
    """
    parts = spread.model_dump(exclude_defaults=True, exclude={"distribution"})
    shown = (f"{k}={v:.4g}" if isinstance(v, float) else f"{len(v)} {k}" for k, v in parts.items())
    return f"{spread.distribution}({', '.join(shown)})"


def out_of_range(number: float, kind: MeasureKind) -> str:
    """Why ``number`` cannot be a number of ``kind``, to follow its name; empty where it can.

    >>> out_of_range(1.2, MeasureKind.PER_DEMAND)
    'of a probability-per-demand must lie in [0, 1], found 1.2'
    """
    if not math.isfinite(number):
        return f"must be finite, found {number}"
    if kind in PROBABILITY_KINDS and not 0.0 <= number <= 1.0:
        return f"of a {kind} must lie in [0, 1], found {number}"
    if kind is MeasureKind.PER_HOUR and number < 0.0:
        return f"of a {kind} must be at least 0, found {number}"
    return ""


class Estimate(Part):
    """A measured or computed number with what is known of its uncertainty.

    ``confidence`` is the one-sided confidence of each bound by itself: the truth is at most ``upper``
    with that confidence, and at least ``lower`` with that confidence.  Both hold together with at least
    ``2 * confidence - 1``.
    """

    value: float
    lower: float | None = None
    upper: float | None = None
    confidence: Confidence | None = None
    kind: MeasureKind
    distribution: Distribution | None = None
    n: Annotated[int, Field(ge=0)] | None = None
    note: str | None = None

    @model_validator(mode="after")
    def _consistent(self) -> Estimate:
        for name in ("value", "lower", "upper"):
            number = getattr(self, name)
            problem = out_of_range(number, self.kind) if number is not None else ""
            if problem:
                raise ValueError(f"{name} {problem}")
        if self.lower is not None and self.upper is not None and self.lower > self.upper:
            raise ValueError(f"interval is upside down: lower {self.lower} > upper {self.upper}")
        if self.upper is not None and self.value > self.upper:
            raise ValueError(f"value {self.value} lies above its upper bound {self.upper}")
        if self.lower is not None and self.value < self.lower:
            raise ValueError(f"value {self.value} lies below its lower bound {self.lower}")
        if (self.lower is not None or self.upper is not None) and self.confidence is None:
            raise ValueError("a bound needs its confidence")
        return self


class Dependence(StrEnum):
    """What is known of how the demands of one mission depend on each other."""

    INDEPENDENT = "independent"
    ANY = "any"


class Exposure(Part):
    """How often, or how long, one mission exposes the system to the event.

    ``demands`` per mission converts a probability per demand by ``1-(1-p)**demands``; ``hours`` per
    mission converts a rate per hour by ``1-exp(-rate*hours)``.  Both hold for independent demands; with ``dependence:
    any`` the mission counts with ``min(1, n*p)``, which is never too small.  ``share`` restates an average over a
    profile for the part of it that the mission meets: given a part with that share, p is at most ``p / share``.
    """

    demands: Positive | None = Field(
        None, description="demands in one mission: p becomes 1-(1-p)^demands [per mission]"
    )
    hours: Positive | None = Field(
        None, description="hours in one mission: a rate becomes 1-exp(-rate hours) [h]"
    )
    dependence: Dependence = Field(
        Dependence.INDEPENDENT,
        description="independent demands, or any: p becomes min(1, n p), which holds whatever their dependence",
    )
    share: Annotated[float, Field(gt=0.0, le=1.0)] | None = Field(
        None,
        description="share of the measure's profile that the demands come from: given it, p is at most p / share",
    )

    @model_validator(mode="after")
    def _one(self) -> Exposure:
        if (self.demands is None) == (self.hours is None):
            raise ValueError("exposure needs exactly one of demands and hours")
        return self


class UnitMismatch(ValueError):
    """A number of one measure kind was offered where another is needed."""


def convert(number: float, kind: MeasureKind, target: MeasureKind, exposure: Exposure | None) -> float:
    """Convert ``number`` of ``kind`` to ``target``, or raise :class:`UnitMismatch` naming both ends.

    With ``dependence: any``, or a share, the result is the upper end of what is possible.

    >>> round(convert(0.01, MeasureKind.PER_DEMAND, MeasureKind.PER_MISSION, Exposure(demands=12)), 6)
    0.113615
    """
    repeated = kind in (MeasureKind.PER_DEMAND, MeasureKind.FRACTION) and target is MeasureKind.PER_MISSION
    counted = repeated and exposure is not None and exposure.demands is not None
    if (kind is target or (kind is MeasureKind.FRACTION and target in PROBABILITY_KINDS)) and not counted:
        if exposure is not None:
            raise UnitMismatch(
                worded(
                    "tree_problem.needless_exposure",
                    "{kind} needs no exposure to become {target}, but one is stated",
                    kind=kind,
                    target=target,
                )
            )
        return number
    if target is MeasureKind.PER_MISSION and exposure is not None:
        x = number if exposure.share is None else number / exposure.share
        size = exposure.demands if counted else exposure.hours
        if size is not None and (counted or kind is MeasureKind.PER_HOUR):
            if exposure.dependence is Dependence.ANY:
                return min(1.0, size * x)
            if kind is MeasureKind.PER_HOUR:
                return -math.expm1(-x * size)
            return -math.expm1(size * math.log1p(-x)) if x < 1.0 else 1.0
    needed = {MeasureKind.PER_DEMAND: "exposure: {demands: …}", MeasureKind.PER_HOUR: "exposure: {hours: …}"}
    hint = NOTHING
    if target is MeasureKind.PER_MISSION and kind in needed:
        hint = worded("tree_problem.state", "; state {what}", what=needed[kind])
    raise UnitMismatch(
        worded(
            "tree_problem.other_kind",
            "a {kind} cannot stand where a {target} is needed{hint}",
            kind=kind,
            target=target,
            hint=hint,
        )
    )


def invert(number: float, kind: MeasureKind, target: MeasureKind, exposure: Exposure | None) -> float:
    """The largest number of ``kind`` that :func:`convert` takes to ``number`` of ``target``.

    >>> p = 0.113615128
    >>> round(invert(p, MeasureKind.PER_DEMAND, MeasureKind.PER_MISSION, Exposure(demands=12)), 8)
    0.01
    """
    convert(0.0, kind, target, exposure)  # refuses a mismatch with the same message
    if kind is target or exposure is None:
        return number  # a fraction counted by demands has an exposure, and goes on
    if number >= 1.0:  # whatever the number of ``kind`` is
        return 1.0 if exposure.demands is not None else math.inf
    share = 1.0 if exposure.share is None else exposure.share
    if exposure.dependence is Dependence.ANY:
        size = exposure.demands if exposure.demands is not None else exposure.hours
        assert size is not None
        result = number * share / size
        return min(1.0, result) if exposure.demands is not None else result
    if exposure.demands is not None:
        return share * -math.expm1(math.log1p(-number) / exposure.demands)
    assert exposure.hours is not None
    return share * -math.log1p(-number) / exposure.hours
