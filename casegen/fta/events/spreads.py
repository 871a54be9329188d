"""Stated distributions that leave the range of what they stand for: their mean would be a number that no trial has."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import astuple
from functools import cache, lru_cache

from casegen.fta.arrays import Vector, np
from casegen.fta.events import distributions
from casegen.fta.events.conversion import Conversion
from casegen.fta.events.enclosures import Limits, Monotone, Ruled
from casegen.fta.events.expressions import (
    Apply,
    Expression,
    Given,
    Input,
    NoEnclosure,
    Ranges,
    inputs_in,
    support,
)
from casegen.fta.events.impossible import of_number, point
from casegen.fta.events.sampling import uniform_samples
from casegen.fta.events.values import EventValues
from casegen.model.quantity import Distribution, MeasureKind
from casegen.model.sentence import NOTHING, Sentence, worded
from casegen.model.value_ranges import (
    FROM_ZERO,
    MOST_ABOVE,
    MOST_BELOW,
    SHARE,
    Outside,
    ValueRange,
    problem_of_far,
)

_TRIALS = 1 << 16
"""trials of several inputs at once"""
_CELLS = 6400
_COARSE = 10
_REACH = 8.0
"""one input alone is followed through this many cells, each of several through a tenth, up to so many standard
deviations of a normal variable"""


def problem_of_spread(values: EventValues, i: int, what: str) -> Sentence:
    """What is wrong with the first number of event ``i`` whose stated distributions leave its range, or an empty text.

    ``what``: what the events' numbers are.  Measures stand at their points: those are estimates of their own, not means
    of a distribution.
    """
    expression = values.expression(i)
    for name, limits, number in _limited(expression, ValueRange(0.0, values.most), what):
        if problem := _problem(number, limits):
            return of_number(name, problem)
    problem = _far(_stated(expression))
    return of_number(what, problem) if problem else NOTHING


def _far(stated: dict[str, Distribution]) -> Sentence:
    """Why the mean of one of the distributions is no use as a point value, or an empty text."""
    return next(filter(None, map(problem_of_far, stated.values())), NOTHING)


def _limited(
    expression: Expression, whole: ValueRange, what: str
) -> Iterator[tuple[str, ValueRange, Expression]]:
    """Every number that has a range, with its name; the event itself unless its arguments keep it in its range."""
    own = True
    for part in expression.parts():
        if not isinstance(part, Apply):
            continue
        if isinstance(part.function, Conversion):
            own = own and part is not expression
            rate = part.function.kind is MeasureKind.PER_HOUR
            yield "rate" if rate else "probability", FROM_ZERO if rate else SHARE, part.arguments[0]
        elif isinstance(part.function, Monotone | Ruled) and part.function.limits:
            own = own and (part is not expression or not _keeps_range(part.function.limits))
            for (name, limits), argument in zip(part.function.limits, part.arguments, strict=False):
                if limits is not None:
                    yield name, limits, argument
    if own:
        yield what, whole, expression


def _keeps_range(limits: Limits) -> bool:
    """Whether arguments in their ranges make a probability: those of event models, and shares of a share."""
    return limits[-1][0] == "hours" or all(x is not None and x.high == SHARE.high for _, x in limits)


def _stated(expression: Expression) -> dict[str, Distribution]:
    """The distributions at their means in ``expression``, by key."""
    return {
        key: x.distribution
        for key, x in inputs_in(expression).items()
        if x.measured is None and x.distribution is not None
    }


def _problem(expression: Expression, limits: ValueRange) -> Sentence:
    stated = _stated(expression)
    if not stated:
        return NOTHING
    if isinstance(expression, Input):
        return limits.problem_in_tails(stated[expression.key])
    if problem := _far(stated):
        return problem
    if _surely_inside(expression, _ends(stated), limits):
        return NOTHING
    number = point(expression)
    outside = _outside(expression, stated, limits)
    given = worded("tree_problem.given", "what its distributions give")
    return limits.problem_of_outside(outside, math.nan if number is None else number, given)


def _surely_inside(expression: Expression, ranges: Ranges, limits: ValueRange) -> bool:
    """Whether nothing lies outside the limits while the inputs lie in ``ranges``, as their enclosure proves."""
    try:
        least, most = expression.enclose(ranges)
    except (NoEnclosure, ArithmeticError):
        return False
    return not (limits.excludes(least) or limits.excludes(most))


def _ends(stated: dict[str, Distribution]) -> Ranges:
    """Each input over all that it can be."""
    return {key: support(d) for key, d in stated.items()}


def _between(stated: dict[str, Distribution], share: float) -> Ranges:
    """Each input between its quantiles, outside which at most ``share`` lies of all of them together."""
    tail = share / (2.0 * len(stated))
    ends = ((key, distributions.quantile(d, np.array([tail, 1.0 - tail]))) for key, d in stated.items())
    return {key: (float(low), float(high)) for key, (low, high) in ends}


def _outside(expression: Expression, stated: dict[str, Distribution], limits: ValueRange) -> Outside:
    """What is outside: of one input through its cells; of several each through its cells, the others at their means.

    Where their quantiles do not prove that the shares are small, also of all inputs at once, by trials with a fixed
    seed.  Far out hardly ever two inputs are far out together: what the trials cannot see, the cells of each show.
    """
    step = 1 if len(stated) == 1 else _COARSE
    _, weights = _cells(step)
    alone = [_measured_at(expression, {key: _at_cells(d, step)}, weights, limits)
             for key, d in stated.items()]  # fmt: skip
    result = _sum(alone)
    if len(stated) == 1:
        return result
    if _shares_proved(expression, stated, limits):
        return Outside(0.0, 0.0, result.shortfall, result.excess)
    drawn = {key: distributions.quantile(d, u)
             for (key, d), u in zip(stated.items(), _trials(len(stated)), strict=True)}  # fmt: skip
    seen = _measured_at(expression, drawn, np.full(_TRIALS, 1.0 / _TRIALS), limits)
    return Outside(*(max(a, b) for a, b in zip(astuple(result), astuple(seen), strict=True)))


def _shares_proved(expression: Expression, stated: dict[str, Distribution], limits: ValueRange) -> bool:
    """Whether quantiles of the inputs prove that no more lies outside than may."""
    below, above = ValueRange(limits.low, math.inf, limits.above), ValueRange(-math.inf, limits.high)
    return _surely_inside(expression, _between(stated, MOST_BELOW), below) and _surely_inside(
        expression, _between(stated, MOST_ABOVE), above
    )


def _measured_at(
    expression: Expression, drawn: dict[str, Vector], weights: Vector, limits: ValueRange
) -> Outside:
    """What is outside of the numbers at inputs ``drawn`` (N,), each standing for a share of ``weights`` (N,)."""
    with np.errstate(all="ignore"):
        numbers = np.broadcast_to(np.asarray(expression.value(Given(drawn)), dtype=float), weights.shape)
        below = numbers <= limits.low if limits.above else numbers < limits.low
        above = numbers > limits.high
        short = np.where(below, limits.low - numbers, 0.0)
        excess = np.where(above, numbers - limits.high, 0.0)
        parts = (weights[below], weights[above], weights * short, weights * excess)
    return Outside(*(float(x.sum()) for x in parts))


def _sum(parts: Sequence[Outside]) -> Outside:
    return Outside(*map(sum, zip(*map(astuple, parts), strict=True)))


@cache
def _cells(step: int) -> tuple[Vector, Vector]:
    """Levels in the middle of narrow cells, finer in the tails than even steps would be, and the cells' shares.

    ``step``: how many of the narrowest cells are one.
    """
    from scipy.special import ndtr

    edges = np.linspace(-_REACH, _REACH, _CELLS // step + 1)
    return ndtr(0.5 * (edges[1:] + edges[:-1])), np.diff(ndtr(edges))


@lru_cache(maxsize=256)
def _at_cells(d: Distribution, step: int) -> Vector:
    """Quantiles at the cells' levels (N,)."""
    return distributions.quantile(d, _cells(step)[0])


def _trials(inputs: int) -> Sequence[Vector]:
    return list(uniform_samples(inputs, _TRIALS, 0, "latin-hypercube"))
