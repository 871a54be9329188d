"""Tilted starts for rare failures in norm balls: where to draw the first particles from.

Within a ball a network's margins are nearly linear.  For a linear margin the best product density to draw
from is an exponential along its gradient, cut to the ball, of such strength that half of the draws fail.  A
ball's start is a mixture of such densities, one for each of the classes that are easiest to reach, and of the
uniform density, whose share keeps every weight below ``1/uniform``.  Gradients come from the model, or from
regression on draws where it has none.  All this is learnt from draws of its own, so that what is estimated
afterwards with the weights is unbiased whatever was learnt (Siegmund 1976; Owen & Zhou 2000 on mixtures).

Coordinates are shares ``u`` of the ball's extent, in [0, 1] for each dimension.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating]
Indices = NDArray[np.int64]
Score = Callable[[Array, Indices], Array]
"""``score(points (m, d), ball (m,))``: margins ``(m, ways)`` or ``(m,)``; a point of that ball is a failure
where the largest is at least 0."""
Slope = Callable[[Array, Indices, Indices], Array]
"""``slope(points (m, d), ball (m,), way (m,))``: gradients ``(m, d)`` of one margin at each point."""

STEEPEST = 20.0
"""Largest exponent over the extent of one dimension."""
PLENTY = 0.1
"""Share of failures among uniform draws from which on no tilt is needed."""
CANDIDATES = 16
"""Ways with the largest mean margins, whose gradients are looked at."""
LEAST = 0.03
"""Least share of each direction within the tilted part."""
BARRED = float(np.finfo(np.float32).min) / 16
"""Margins below this stand for classes that are no failure in a ball."""
CENTRE_DRAWS, STEP_DRAWS, BLIND_DRAWS = 32, 8, 100
STEPS, BLIND_STEPS = 3, 4


@dataclass(frozen=True, slots=True)
class Start:
    """Per ball a mixture over [0, 1]^d: ``rate`` (balls, ways + 1, d), the last of them 0, ``share`` (balls,
    ways + 1) and ``log_norm``, natural log of each component's normalisation about the centre."""

    rate: Array
    share: NDArray[np.float64]
    log_norm: NDArray[np.float64]

    def part(self, which: NDArray[np.bool_]) -> Start:
        return Start(self.rate[which], self.share[which], self.log_norm[which])

    def draw(self, n: int, rng: np.random.Generator) -> Array:
        """``n`` independent draws per ball, ``(balls, n, d)``."""
        ball = np.arange(len(self.share))[:, None]
        edge = np.cumsum(self.share, axis=1)[:, None, :-1]
        component = (rng.random((len(self.share), n, 1)) > edge).sum(axis=2)
        return exponential(self.rate[ball, component], rng)

    def density(self, u: Array) -> NDArray[np.float64]:
        """Density at ``u`` (balls, n, d) relative to the uniform one, ``(balls, n)``."""
        exponent = (u - 0.5) @ self.rate.swapaxes(1, 2) - self.log_norm[:, None, :]
        return np.asarray((np.exp(exponent, dtype=np.float64) * self.share[:, None, :]).sum(axis=2))


def uniform(balls: int, dimension: int) -> Start:
    """The start without a tilt: every density is 1."""
    return Start(np.zeros((balls, 1, dimension), np.float32), np.ones((balls, 1)), np.zeros((balls, 1)))


def exponential(rate: Array, rng: np.random.Generator) -> Array:
    """Draws from the density ∝ exp(rate · u) on [0, 1], one for each entry of ``rate``."""
    v = rng.random(rate.shape, dtype=np.float32)
    steep = np.abs(rate)
    safe = np.maximum(steep, 1e-2)
    u = np.where(steep < 1e-2, v, np.log1p(v * np.expm1(safe)) / safe)
    return np.asarray(np.clip(np.where(rate < 0, 1 - u, u), 0, 1), dtype=np.float32)


def log_normalisation(rate: Array) -> Array:
    """log of sinh(a/2)/(a/2), the integral of exp(a (u - ½)) over [0, 1]."""
    half = np.maximum(np.abs(rate) / 2, 1e-3)
    return np.asarray(half + np.log(-np.expm1(-2 * half)) - np.log(2 * half))


def mean_shift(rate: Array) -> tuple[Array, Array]:
    """Mean of u - ½ under the density ∝ exp(rate · u), and its derivative (the variance of u)."""
    small = np.abs(rate) < 0.05
    a = np.where(small, 1.0, rate)
    coth = 1 / np.tanh(a / 2)
    mean = np.where(small, rate / 12, coth / 2 - 1 / a)
    variance = np.where(small, 1 / 12, 1 / a**2 - (coth**2 - 1) / 4)
    return mean, np.maximum(variance, 1e-8)


def strength(slope: Array, needed: Array, steps: int = 8) -> Array:
    """θ >= 0 with Σ slope · mean_shift(θ slope) = ``needed``, by Newton from below; ``slope`` (k, d).

    The sum is concave in θ, so that no step overshoots; where it cannot reach, the largest rate becomes
    ``STEEPEST``.
    """
    most = STEEPEST / np.maximum(np.abs(slope).max(axis=1), 1e-12)
    theta = np.clip(12 * needed / np.maximum((slope**2).sum(axis=1), 1e-12), 0, most)
    for _ in range(steps):
        mean, variance = mean_shift(theta[:, None] * slope)
        lacking = needed - (slope * mean).sum(axis=1)
        theta = np.clip(theta + lacking / np.maximum((slope**2 * variance).sum(axis=1), 1e-12), 0, most)
    return np.asarray(theta)


@dataclass(frozen=True, slots=True)
class _Tilts:
    """Directions of several balls, flattened: ``ball``, ``way``, ``rate`` (k, d), predicted ``log_p``."""

    ball: Indices
    way: Indices
    rate: Array
    log_p: Array


def learn(
    low: Array,
    span: Array,
    score: Score,
    slope: Slope | None,
    rng: np.random.Generator,
    share: float = 0.25,
    most: int = 4,
) -> tuple[Start, int]:
    """A start per box ``low`` to ``low + span`` (balls, d), and the number of points scored.

    ``share`` is that of the uniform density, ``most`` the number of ways.  Balls of which a tenth fails stay
    uniform.
    """
    balls, dimension = low.shape
    draws = CENTRE_DRAWS if slope is not None else 2 * BLIND_DRAWS
    u = rng.random((balls, draws, dimension), dtype=np.float32)
    margins = margins_at(u, low, span, score, np.arange(balls))
    calls = balls * draws
    rare = (margins.max(axis=2) >= 0).mean(axis=1) < PLENTY
    start = Start(
        np.zeros((balls, most + 2, dimension), np.float32),
        np.eye(most + 2)[[-1] * balls],
        np.zeros((balls, most + 2)),
    )
    if not rare.any():
        return start, calls
    where = np.flatnonzero(rare)
    average = margins[where].mean(axis=1, dtype=np.float64)
    near = np.argsort(-average, axis=1)[:, :CANDIDATES]
    average = np.take_along_axis(average, near, axis=1)
    if slope is None:
        some = np.take_along_axis(margins[where], near[:, None, :], axis=2)
        slopes = _regressed(some, u[where] - 0.5, np.full((), 1 / 12))
    else:
        slopes = _at_centre(low, span, slope, where, near)
        calls += near.size
    row, column, side = _easiest(average, slopes, most)
    if not len(row):
        return start, calls
    direction = slopes[row, column].astype(np.float64) * side[:, None]
    tilt = _towards(direction, np.zeros_like(direction), average[row, column])
    first = _Tilts(where[row], near[row, column], *tilt)
    tilts, more = _refined(first, direction, low, span, score, slope, rng)
    return _mixture(start, tilts, share), calls + more


def margins_at(u: Array, low: Array, span: Array, score: Score, balls: Indices) -> Array:
    """Margins ``(k, n, ways)`` at ``u`` (k, n, d), coordinates of the boxes ``balls`` (k,)."""
    count, n, dimension = u.shape
    x = u * span[balls][:, None, :]
    x += low[balls][:, None, :]
    result = score(x.reshape(-1, dimension), np.repeat(balls, n))
    return result.reshape(count, n, 1 if result.ndim == 1 else result.shape[1])


def _at_centre(low: Array, span: Array, slope: Slope, where: Indices, near: Indices) -> Array:
    """Gradients of the margins ``near`` (balls, ways) at the balls' centres, in units of the extent."""
    ball = np.repeat(where, near.shape[1])
    result = slope(low[ball] + span[ball] / 2, ball, near.reshape(-1)) * span[ball]
    return result.reshape(*near.shape, -1)


def _regressed(margins: Array, centred: Array, variance: Array) -> Array:
    """Slopes by least squares for independent coordinates: covariances (k, ways, d) over variances."""
    margins = np.where(margins > BARRED, margins, 0)
    rest = margins - margins.mean(axis=1, keepdims=True)
    covariance = rest.swapaxes(1, 2) @ (centred - centred.mean(axis=1, keepdims=True)) / margins.shape[1]
    return np.asarray(covariance / variance, dtype=np.float32)


def _easiest(average: Array, slopes: Array, most: int) -> tuple[Indices, Indices, Array]:
    """The ways with the fewest standard deviations between their mean margin and 0: row, column, and the side
    to start from, 1 along the gradient; the easiest once more from the far side, -1."""
    deviation = np.sqrt((slopes.astype(np.float64) ** 2).sum(axis=2) / 12)
    possible = (average > BARRED) & (deviation > 0)
    away = np.where(possible, -average / np.maximum(deviation, 1e-12), np.inf)
    way = np.argsort(away, axis=1)[:, :most]
    side = np.repeat([[1.0] * way.shape[1] + [-1.0]], len(way), axis=0)
    way = np.concatenate([way, way[:, :1]], axis=1)
    row = np.repeat(np.arange(len(way)), way.shape[1])
    keep = np.isfinite(away[row, way.reshape(-1)])
    return row[keep], way.reshape(-1)[keep], side.reshape(-1)[keep]


def _refined(
    tilts: _Tilts,
    direction: Array,
    low: Array,
    span: Array,
    score: Score,
    slope: Slope | None,
    rng: np.random.Generator,
) -> tuple[_Tilts, int]:
    """Tilt until half of the draws fail, with gradients where the draws are; scored points are counted."""
    ball, way, rate, log_p = tilts.ball, tilts.way, tilts.rate, tilts.log_p
    draws, steps = (STEP_DRAWS, STEPS) if slope is not None else (BLIND_DRAWS, BLIND_STEPS)
    for step in range(steps):
        u = exponential(np.repeat(rate[:, None, :], draws, axis=1).astype(np.float32), rng)
        at = np.repeat(way, draws).reshape(len(way), draws, 1)
        margins = np.take_along_axis(margins_at(u, low, span, score, ball), at, axis=2)
        if slope is None:
            shift, variance = mean_shift(rate)
            new = _regressed(margins, u - 0.5 - shift[:, None, :], variance[:, None, :])[:, 0]
            direction = new if step == 0 else direction + (new - direction) / (step + 1)
        else:
            direction = _mean_slope(u, low, span, slope, ball, way)
        rate, log_p = _towards(direction, rate, margins.mean(axis=(1, 2), dtype=np.float64))
    per_draw = 1 if slope is None else 3
    return _Tilts(ball, way, rate, log_p), len(ball) * draws * steps * per_draw


def _mean_slope(u: Array, low: Array, span: Array, slope: Slope, ball: Indices, way: Indices) -> Array:
    count, n, dimension = u.shape
    x = (u * span[ball][:, None, :] + low[ball][:, None, :]).reshape(-1, dimension)
    result = slope(x, np.repeat(ball, n), np.repeat(way, n)).reshape(count, n, dimension)
    return np.asarray(result.mean(axis=1, dtype=np.float64) * span[ball])


def _towards(direction: Array, rate: Array, margin: Array) -> tuple[Array, Array]:
    """New rates along ``direction`` that bring the mean margin, ``margin`` at ``rate``, to 0; log chance."""
    needed = (direction * mean_shift(rate)[0]).sum(axis=1) - margin
    theta = strength(direction, needed)
    new = theta[:, None] * direction
    return new, log_normalisation(new).sum(axis=1) - theta * needed


def _mixture(start: Start, tilts: _Tilts, share: float) -> Start:
    """Fill in the directions, with shares that go with the root of their predicted chance."""
    rate, weight = start.rate.copy(), np.zeros_like(start.share)
    norm = start.log_norm.copy()
    slot = np.zeros(len(weight), dtype=np.int64)
    for i, ball in enumerate(tilts.ball):
        k = slot[ball]
        rate[ball, k] = tilts.rate[i]
        norm[ball, k] = log_normalisation(rate[ball, k].astype(np.float64)).sum()
        weight[ball, k] = tilts.log_p[i]
        slot[ball] += 1
    used = np.arange(weight.shape[1])[None] < slot[:, None]
    weight = np.where(used, weight, -np.inf)
    best = np.where(slot > 0, weight.max(axis=1), 0.0)
    weight = np.where(used, np.maximum(np.exp((weight - best[:, None]) / 2), LEAST), 0)
    total = weight.sum(axis=1, keepdims=True)
    mixed = (1 - share) * weight / np.maximum(total, 1e-12)
    mixed[:, -1] = np.where(slot > 0, share, 1.0)
    return Start(rate, mixed, norm)
