"""The share of an order of failures, enclosed: sums over short spans of time of what each failure may do within one.

Until the end of a span, ``1, ..., k`` have failed in their order if the first ``i`` had at its beginning, and the others
fail within it in theirs, for some ``i``: ``G_k(b) = sum of G_i(a) I_{i+1..k}``.  No term is negative, so that lower and
upper values of the ``I`` give lower and upper values of ``G``.  In the logarithm of the time since the last location the
densities of exponential and Weibull failures are analytic.  Within a span each is its Taylor polynomial times a number
near 1, by Cauchy's estimate on a circle around the span's beginning (any text on complex analysis; for verified
quadrature: Petras 2002), and the integral of a product of polynomials is known.  Where a density changes too fast, the
``I`` lies between 0 and the product of what can happen: the sums of Riemann and Stieltjes from below and above.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from casegen.fta.arrays import Vector, np

_DEGREE = 18
_RADIUS = 8.0
"""radius of Cauchy's circle, in widths of the span"""
_STEP = 0.25
"""change of the logarithm of a density within a span, about"""
_WIDEST = 0.19
"""width of a span where another failure's location is earlier: the circle stays to the right of that location"""
_NEGLIGIBLE = 1e-15
"""hazard up to which a density is a power of the time"""
_SATURATED = 45.0
"""cumulative hazard from which on no span is made shorter for a failure"""
_LEAST = -600.0
"""least logarithm of a cumulative hazard, and its negative the largest"""
_MOST_SPANS = 6_000
_MESH = 2_000
_CRUDE = 0.05
"""error of a polynomial from which on it is not used"""
_UNIT = 2.0**-53
_SMALLEST = 1e-280
"""more than what falls below the smallest number that a computer holds adds up to"""

Range = tuple[float, float]


class Lifetime(NamedTuple):
    """A time to failure with ``F(t) = 1 - exp(-exp(log_hazard) ((t - location) / (hours - location))**shape)``.

    ``log_hazard`` is the logarithm of the cumulative hazard at the end, ``hours``.
    """

    log_hazard: float
    shape: float
    location: float


class _Spans(NamedTuple):
    """Of short spans of time, along the last axis (N,): what may happen within them."""

    mass: Vector
    """of each failure, its probability within the span over that by the end, (k, N)"""
    shape: Any
    """of each run of failures, by first and last, the order's least and largest share of its masses' product, (2, N)"""
    near: Vector
    """of each failure, the factor by which its density may be above or below what was integrated, (k, N)"""


def enclosed_share(lives: Sequence[Lifetime], hours: float) -> Range:
    """Least and largest probability that failures occur in the order listed, given that all occur by ``hours``.

    ``lives``: two or more, each with its location before ``hours``.  The bounds are proved, rounding included.
    """
    starts = sorted({life.location for life in lives})
    with np.errstate(all="ignore"):
        parts = [
            part
            for begin, end in zip(starts, [*starts[1:], hours], strict=True)
            for part in _segment(lives, begin, end, hours)
        ]
        low, high = _chained(parts, len(lives), 0), _chained(parts, len(lives), 1)
    spans = sum(part.mass.shape[1] for part in parts)
    sums = 8.0 * spans * len(lives) * float(np.finfo(np.longdouble).eps)
    single = 128.0 * (8.0 + max(0.0, *(life.log_hazard for life in lives))) * _UNIT
    slack = sums + single + 16.0 * len(lives) ** 2 * _UNIT
    low = low * (1.0 - slack) if low > 0.0 else 0.0
    return max(0.0, low), (min(1.0, high * (1.0 + slack) + _SMALLEST) if high >= 0.0 else 1.0)


def _chained(parts: Sequence[_Spans], count: int, side: int) -> float:
    """The sums over all spans, of the lower (``side`` 0) or upper values."""
    runs = [_runs(part, side) for part in parts]
    before: list[Any] = [np.ones(sum(part.mass.shape[1] for part in parts), dtype=np.longdouble)]
    total = 1.0
    for last in range(count):
        gain: Any = 0.0
        for first in range(last + 1):
            gain = gain + before[first] * np.concatenate([run[first, last] for run in runs])
        reached = np.cumsum(gain)
        before.append(np.concatenate([[0.0], reached[:-1]]))
        total = float(reached[-1])
    return total


def _runs(part: _Spans, side: int) -> dict[tuple[int, int], Vector]:
    """Least or largest probability that a run of failures occurs within a span in order, over those by the end."""
    result: dict[tuple[int, int], Vector] = {}
    for first in range(len(part.mass)):
        result[first, first] = product = part.mass[first]
        factor = part.near[first]
        for last in range(first + 1, len(part.mass)):
            product, factor = product * part.mass[last], factor * part.near[last]
            close = part.shape[first, last][side] * product * (factor if side else 1.0 / factor)
            crude = result[first, last - 1] * part.mass[last] if side else np.zeros(len(product))
            known = np.isfinite(factor) & np.isfinite(close)
            # what occurs in order within a span is no more than the run without its last one, which then occurs too
            result[first, last] = np.where(known, np.minimum(close, crude) if side else close, crude)
    return result


def _column(values: Iterable[float]) -> Vector:
    return np.array(list(values), dtype=float)[:, None]


class _Clock:
    """The failures on the scale ``s = log(t - begin)``, in columns (k, 1)."""

    def __init__(self, lives: Sequence[Lifetime], begin: float, hours: float) -> None:
        self.shape = _column(life.shape for life in lives)
        self.since = _column(begin - life.location for life in lives)
        self.active = self.since >= 0.0
        self.fresh = self.since == 0.0
        self.since = np.maximum(self.since, 0.0)
        self.age = _column(math.log(hours - life.location) for life in lives)
        # of a failure that has hardly begun, and of one that is long over, nothing changes beyond these limits
        self.hazard_at_end = np.maximum(_LEAST, _column(life.log_hazard for life in lives))
        self.whole = -np.expm1(-np.exp(self.hazard_at_end))

    def hazard(self, s: Vector) -> Vector:
        """Cumulative hazards at ``s`` (n,)."""
        age = np.where(self.fresh, s, np.log(self.since + np.exp(s)))
        hazard = np.exp(np.minimum(-_LEAST, self.hazard_at_end + self.shape * (age - self.age)))
        return np.where(self.active, hazard, 0.0)

    def weight(self, s: Vector) -> Vector:
        """Time since the beginning over the age, at most 1, at ``s`` (n,)."""
        time = np.exp(s)
        return np.where(self.fresh, 1.0, time / (self.since + time))


def _segment(lives: Sequence[Lifetime], begin: float, end: float, hours: float) -> list[_Spans]:
    """The spans between two locations: one first, in which densities are powers of the time, and the others."""
    clock, until = _Clock(lives, begin, hours), math.log(end - begin)
    # there fresh failures have hardly begun, and others hardly change their density
    fresh = clock.age + (math.log(_NEGLIGIBLE) - clock.hazard_at_end) / clock.shape
    hazard = clock.hazard(np.array([-math.inf]))
    other = np.log(_NEGLIGIBLE * clock.since / (1.0 + np.abs(clock.shape - 1.0) + clock.shape * hazard))
    ripe = clock.active & ~((hazard > _SATURATED) & ~clock.fresh)
    limits = np.where(clock.fresh, fresh, other)[ripe]
    start = min(until, float(limits.min()) if limits.size else until)
    first = _first_span(clock, start)
    if start >= until:
        return [first]
    return [first, _polynomials(clock, _edges(clock, start, until))]


def _first_span(clock: _Clock, start: float) -> _Spans:
    """The span from the last location to ``start``: ``f = m rho exp(rho (s - start))``, times a number near 1."""
    at, origin = np.array([start]), np.array([-math.inf])
    a, b = clock.hazard(origin), clock.hazard(at)
    grown = np.where(clock.fresh, b, a * np.expm1(clock.shape * np.log1p(np.exp(start) / clock.since)))
    grown = np.where(clock.active, grown, 0.0)
    mass = np.exp(-a) * -np.expm1(-grown) / clock.whole
    turn = np.exp(start) / clock.since * (np.abs(clock.shape - 1.0) + clock.shape * (a + grown))
    near = np.exp(np.where(clock.fresh, b, np.where(clock.active, turn, 0.0)))
    near = np.where(near < 1.0 + _CRUDE, near, np.inf)
    power = np.where(clock.fresh, clock.shape, 1.0)[:, 0]
    shape = {
        (i, j): np.full((2, 1), np.prod(power[i : j + 1] / np.cumsum(power[i : j + 1])))
        for i in range(len(power))
        for j in range(i, len(power))
    }
    return _Spans(mass, shape, near)


def _edges(clock: _Clock, start: float, until: float) -> Vector:
    """Ends of spans in each of which every density that still matters changes by about the same."""
    mesh = np.linspace(
        start, until, _MESH + int(min(4.0 * (until - start) * clock.shape.max(), 10.0 * _MESH))
    )
    hazard, weight = clock.hazard(mesh), clock.weight(mesh)
    ahead = np.maximum(1.0, clock.shape * clock.weight(mesh + _RADIUS * _WIDEST))
    power = np.where(clock.fresh, clock.shape, ahead)
    steep = 0.6 * power + clock.shape * hazard * weight
    steep = np.where(clock.active & (hazard <= _SATURATED), steep, 0.0)
    rate = np.maximum(steep.max(axis=0), _STEP / 100.0)
    if not clock.fresh.all():
        rate = np.maximum(rate, _STEP / _WIDEST * 1.01)
    passed = np.concatenate([[0.0], np.cumsum(0.5 * (rate[1:] + rate[:-1]) * np.diff(mesh))])
    count = int(min(_MOST_SPANS, math.ceil(passed[-1] / _STEP) + 1))
    edges = np.interp(np.linspace(0.0, passed[-1], count + 1), passed, mesh)
    edges[0], edges[-1] = start, until
    return np.unique(edges)


def _polynomials(clock: _Clock, edges: Vector) -> _Spans:
    a, width = edges[:-1], np.diff(edges)
    hazard, weight = clock.hazard(a), clock.weight(a)
    grown = hazard * np.expm1(clock.shape * np.log1p(weight * np.expm1(width)))
    mass = np.where(clock.active, np.exp(-hazard) * -np.expm1(-grown) / clock.whole, 0.0)
    density = _density(clock.shape, hazard, weight, width)
    density /= np.sum(density / np.arange(1, _DEGREE + 2)[:, None, None], axis=0)
    error = _error(clock, a, width)
    near = np.where(error < _CRUDE, (1.0 + error) / (1.0 - error), np.inf)
    near = np.where(clock.active, near, 1.0)
    density = np.where(clock.active, density, 0.0)
    density[0] = np.where(clock.active[:, 0, None], density[0], 1.0)
    return _Spans(mass, _ordered(density), near)


def _density(shape: Vector, hazard: Vector, weight: Vector, width: Vector) -> Vector:
    """Taylor coefficients (n, k, N) of each density within the span, its width and the survival before it being 1."""
    n = _DEGREE + 2
    orders = np.arange(n)[:, None, None]
    power, survival = _power(shape, weight, width), np.zeros((n, *weight.shape))
    survival[0] = 1.0
    rises = orders * power
    for i in range(1, n):
        survival[i] = -np.einsum("jkn,jkn->kn", rises[1 : i + 1], survival[i - 1 :: -1]) * hazard / i
    return np.asarray(-survival[1:] * orders[1:])


def _power(shape: Vector, weight: Vector, width: Vector) -> Vector:
    """Taylor coefficients (n, k, N) of the age to the power ``shape``, both being 1 at the span's beginning.

    Since the location the age is an exponential, and so is its power: written out, for by the recursion nearly all
    digits would cancel where a span is wide.
    """
    n, fresh = _DEGREE + 2, weight == 1.0
    age, power = np.empty((n, *weight.shape)), np.zeros((n, *weight.shape))
    age[0] = power[0] = 1.0
    for i in range(1, n):
        age[i] = (age[i - 1] if i > 1 else weight) * width / i
        power[i] = power[i - 1] * shape * width / i
    if fresh.all():
        return power
    chained = np.zeros_like(power)
    chained[0] = 1.0
    for i in range(1, n):
        j = np.arange(1, i + 1)[:, None, None]
        chained[i] = np.sum((shape * j - (i - j)) * age[1 : i + 1] * chained[i - 1 :: -1], axis=0) / i
    return np.where(fresh, power, chained)


def _error(clock: _Clock, a: Vector, width: Vector) -> Vector:
    """How far each polynomial may be from its density, relative to it, anywhere in the span (k, N)."""
    radius = _RADIUS * width
    hazard, outer = clock.hazard(a), clock.hazard(a + radius)
    reach = np.where(clock.fresh, 1.0, np.minimum(1.0, np.exp(a + radius) / clock.since))
    turn = clock.shape * outer * reach
    # it falls with the hazard only: the hazard's own logarithm, and the weight's, rise in equal steps or slower
    falls = clock.shape * clock.hazard(a + width) * clock.weight(a + width)
    least = clock.shape * hazard * clock.weight(a) * np.exp(-width * falls)
    rest = _RADIUS ** -(_DEGREE + 1) / (1.0 - 1.0 / _RADIUS)
    error = turn * np.exp(radius * turn) * rest / least
    # a failure with an earlier location: the circle must stay to the right of it
    beside = ~clock.fresh & (radius >= 1.57)
    return np.asarray(np.where(np.isfinite(error) & ~beside, error, np.inf))


def _ordered(density: Vector) -> dict[tuple[int, int], Vector]:
    """Least and largest integral (2, N) of products of polynomials over ordered times, by first and last of a run.

    Powers that hardly count are cut off: what they are at most is the integral's error.
    """
    result: dict[tuple[int, int], Vector] = {}
    terms, count = density.shape[:2]
    size = np.sum(np.abs(density), axis=0)
    for first in range(count):
        inner, error = np.ones((1, density.shape[2])), np.zeros(density.shape[2])
        for last in range(first, count):
            product = np.zeros((len(inner) + terms, density.shape[2]))
            for n in range(terms):
                product[n + 1 : n + 1 + len(inner)] += density[n, last] * inner
            whole = product / np.maximum(1, np.arange(len(product)))[:, None]
            inner = whole[: terms + 1 + last - first]
            error = error * size[last] + np.sum(np.abs(whole[len(inner) :]), axis=0)
            integral = inner.sum(axis=0)
            result[first, last] = np.array([np.maximum(0.0, integral - error), integral + error])
    return result
