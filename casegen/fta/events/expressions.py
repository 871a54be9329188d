"""Numbers of events as functions of their inputs: evaluated at points and samples, enclosed over sets.

Every source of values (evidence, distribution, common-cause group, ordered gate, exposure, periodic test, …) is an
:class:`Expression`.  The same expression gives the point value, the samples and a verified enclosure over a set of its
inputs, so that sampling and bounds cannot disagree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

from casegen.fta.events import distributions
from casegen.model.quantity import Distribution, MeasureKind

Draw = Callable[[str, Distribution], Any]
Range = tuple[float, float]
Ranges = Mapping[str, Range]
Signs = tuple[int, ...]
"""+1 or -1 where a function rises or falls with an argument whatever the others are, 0 where neither is known"""


def mean_draw(_key: str, distribution: Distribution) -> float:
    """The draw of point values: every stated distribution at its mean."""
    return distributions.mean(distribution)


@dataclass(frozen=True, slots=True)
class Given:
    """A draw that states inputs by key, measures too; what it does not state stands at its point."""

    values: Mapping[str, Any]

    def __call__(self, key: str, distribution: Distribution) -> Any:
        return self.values.get(key, distributions.mean(distribution))


class NoEnclosure(ValueError):
    """A function cannot be enclosed over a set of its arguments: says which, and why."""


class Expression(Protocol):
    """A number that follows from inputs."""

    def value(self, draw: Draw) -> Any:
        """The number for one draw of the inputs, or an array for an array of draws."""
        ...

    def enclose(self, ranges: Ranges) -> Range:
        """Least and largest number at most, over all inputs in ``ranges``; inputs not named stand at their point.

        Raises :class:`NoEnclosure`.
        """
        ...

    def signs(self) -> Mapping[str, int]:
        """How the number moves with each input over its whole support, by key: 1 up, -1 down, 0 unknown."""
        ...

    def parts(self) -> Iterator[Expression]:
        """The expression and all it is made of."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Fixed:
    """A number without uncertainty; ``name`` is empty unless a person typed it, and the key of a ``parameter``.

    A parameter may be moved by its key, as an input: it enters whatever names it.
    """

    number: float
    name: str = ""
    parameter: bool = False

    def value(self, draw: Draw) -> Any:
        if self.parameter and isinstance(draw, Given):
            return draw.values.get(self.name, self.number)
        return self.number

    def enclose(self, ranges: Ranges) -> Range:
        return self.number, self.number

    def signs(self) -> Mapping[str, int]:
        return {}

    def parts(self) -> Iterator[Expression]:
        yield self


class Moment(Fixed):
    """A time at which a tree is looked at, and no number of the case."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, eq=False)
class Input:
    """An uncertain input: a measure of an evidence item, or a stated distribution.

    ``point`` enters the point value.  ``limits`` and ``confidence`` are those of a measure (None: it has none on that
    side); a stated distribution has neither.
    """

    key: str
    point: float
    support: Range
    distribution: Distribution | None = None
    measured: tuple[str, str] | None = None
    lower: float | None = None
    upper: float | None = None
    confidence: float | None = None
    kind: MeasureKind | None = None
    n: int | None = None

    def value(self, draw: Draw) -> Any:
        if isinstance(draw, Given):
            return draw.values.get(self.key, self.point)
        # the point value of a measure is the estimate's own, not its distribution's mean
        if self.distribution is None or draw is mean_draw:
            return self.point
        return draw(self.key, self.distribution)

    def enclose(self, ranges: Ranges) -> Range:
        return ranges.get(self.key, (self.point, self.point))

    def signs(self) -> Mapping[str, int]:
        return {self.key: 1}

    def parts(self) -> Iterator[Expression]:
        yield self


class Function(Protocol):
    """What an :class:`Apply` computes, and how it is enclosed."""

    def __call__(self, a: list[Any]) -> Any: ...

    def enclose(self, ranges: Sequence[Range]) -> Range: ...

    def signs(self, ranges: Sequence[Range]) -> Signs: ...


@dataclass(frozen=True, slots=True, eq=False)
class Apply:
    """A function of other expressions."""

    function: Function
    arguments: tuple[Expression, ...]

    def value(self, draw: Draw) -> Any:
        return self.function([a.value(draw) for a in self.arguments])

    def enclose(self, ranges: Ranges) -> Range:
        return self.function.enclose([a.enclose(ranges) for a in self.arguments])

    def signs(self) -> Mapping[str, int]:
        result: dict[str, int] = {}
        try:
            own = self.function.signs([over_support(a) for a in self.arguments])
        except NoEnclosure:
            own = (0,) * len(self.arguments)
        for sign, argument in zip(own, self.arguments, strict=True):
            for key, inner in argument.signs().items():
                move = sign * inner
                result[key] = move if result.get(key, move) == move else 0
        return result

    def parts(self) -> Iterator[Expression]:
        yield self
        for argument in self.arguments:
            yield from argument.parts()


DOUBTFUL = 1e-12
"""relative width from which on what rounding leaves of a known number is enclosed"""


@dataclass(frozen=True, eq=False)
class Settled:
    """An operation on known numbers: ``exact`` is what it gives of the decimals as typed, None where that is not known.

    Conditions and remainders turn on the last digit: where it is in doubt, the number lies anywhere in its ``span``.
    """

    made: Apply
    exact: Fraction | None

    @cached_property
    def number(self) -> float:
        return float(self.made.value(mean_draw) if self.exact is None else self.exact)

    @cached_property
    def span(self) -> Range:
        """Where the number lies, for the rounding of every step."""
        from casegen.fta.events.rounding import outward, rounded

        if self.exact is None:
            return rounded(self.made)
        return outward(self.exact, -math.inf), outward(self.exact, math.inf)

    @cached_property
    def parameters(self) -> frozenset[str]:
        """The keys of the parameters among the known numbers."""
        return frozenset(p.name for p in self.made.parts() if isinstance(p, Fixed) and p.parameter)

    def value(self, draw: Draw) -> Any:
        if isinstance(draw, Given) and not self.parameters.isdisjoint(draw.values):
            return self.made.value(draw)
        return self.number

    def enclose(self, ranges: Ranges) -> Range:
        low, high = self.span
        doubtful = high - low > DOUBTFUL * max(abs(low), abs(high))
        return (low, high) if doubtful else (self.number, self.number)

    def signs(self) -> Mapping[str, int]:
        return {}

    def parts(self) -> Iterator[Expression]:
        return self.made.parts()


def over_support(expression: Expression) -> Range:
    """The enclosure with every input anywhere in its support."""
    return expression.enclose({p.key: p.support for p in expression.parts() if isinstance(p, Input)})


def inputs_in(expression: Expression) -> dict[str, Input]:
    """The uncertain inputs by key."""
    return {p.key: p for p in expression.parts() if isinstance(p, Input)}


def parameters_in(expression: Expression) -> dict[str, Fixed]:
    """The parameters without uncertainty by key."""
    return {p.name: p for p in expression.parts() if isinstance(p, Fixed) and p.parameter}


def with_input(expression: Expression, key: str, number: float) -> Expression:
    """The expression with an uncertain input, or a parameter without uncertainty, at another point."""
    match expression:
        case Input() if expression.key == key:
            return replace(expression, point=number)
        case Fixed() if expression.parameter and expression.name == key:
            return replace(expression, number=number)
        case Settled():
            return with_input(expression.made, key, number) if key in expression.parameters else expression
        case Apply():
            return replace(
                expression, arguments=tuple(with_input(a, key, number) for a in expression.arguments)
            )
    return expression


def support(distribution: Distribution) -> Range:
    """Least and largest value a stated distribution can take."""
    from casegen.model.quantity import Beta, Empirical, Gamma, Histogram, Lognormal, Uniform

    match distribution:
        case Uniform():
            return distribution.lower, distribution.upper
        case Lognormal() | Gamma():
            return 0.0, float("inf")
        case Beta():
            return 0.0, 1.0
        case Histogram():
            return distribution.edges[0], distribution.edges[-1]
        case Empirical():
            return min(distribution.samples), max(distribution.samples)
    return float("-inf"), float("inf")
