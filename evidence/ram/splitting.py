"""Adaptive multilevel splitting for the unastuteness of norm balls, many balls at once.

After Webb, Rainforth, Teh & Kumar (2019): the chance that a uniform point of a ball has score s(x) >= 0 is a
product of conditional chances of rising levels.  A level is the best score among the (1-ρ) N worst particles;
those above it survive, are copied, and move by a random walk that stays above it.  (With the level at the
worst survivor, as published, the estimate is too large by about m (1-ρ)/(ρ N), a third at 200 particles and
seven levels; with the level at the best of those killed it is not, Bréhier et al. 2016.)  The walk is
reflected at the ball's faces, so that it keeps the uniform distribution; widths adapt to 30 % acceptance;
scores are kept; one model call moves all balls that are not finished, and those that are leave the batch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating]
Score = Callable[[Array, NDArray[np.int64]], Array]
"""``score(points (m, d), ball (m,))``: at least 0 where the point of that ball is a failure."""


@dataclass(frozen=True, slots=True)
class Splitting:
    """Settings: particles per ball, share ρ kept per level, moves per level, and the log of the smallest
    probability of interest, below which a ball is given up."""

    particles: int = 200
    keep: float = 0.1
    moves: int = 100
    log_floor: float = float(np.log(1e-9))
    adapt_every: int = 10
    acceptance: float = 0.3


@dataclass(frozen=True, slots=True)
class Levels:
    """Natural log of each ball's probability, ``(balls,)``.

    ``stopped`` marks balls that were given up: their probability is at most ``exp(log_probability)``, which
    is then the floor.  ``relative_variance`` is the usual approximation of independent moves,
    ``[m (1-ρ)/ρ + (1-r)/r] / N`` with m full levels and a last one of share r.
    """

    log_probability: NDArray[np.float64]
    stopped: NDArray[np.bool_]
    relative_variance: NDArray[np.float64]
    levels: NDArray[np.int64]
    calls: int


def split(low: Array, high: Array, score: Score, settings: Splitting, rng: np.random.Generator) -> Levels:
    """Probability of ``score >= 0`` for uniform points of each box ``low`` to ``high``, both ``(balls, d)``."""
    balls, dimension = low.shape
    n = settings.particles
    log_p, stopped = np.zeros(balls), np.zeros(balls, dtype=bool)
    levels, last = np.zeros(balls, dtype=np.int64), np.ones(balls)
    open_ = np.arange(balls)
    width = np.full(balls, 0.25)
    x: Array = (
        low[:, None, :] + rng.random((balls, n, dimension), dtype=np.float32) * (high - low)[:, None, :]
    )
    s = _scores(score, x, open_)
    calls = balls * n
    killed = n - max(1, int(settings.keep * n))
    while len(open_):
        level = np.partition(s, killed - 1, axis=1)[:, killed - 1]
        done = level >= 0
        above = np.where(done[:, None], s >= 0, s > level[:, None])
        share = above.mean(axis=1)
        with np.errstate(divide="ignore"):
            log_p[open_] += np.log(share)
        levels[open_] += 1
        last[open_[done]] = share[done]
        given_up = ~done & (log_p[open_] < settings.log_floor)
        stopped[open_[given_up]] = True
        going = ~(done | given_up)
        x, s, open_, level, width = x[going], s[going], open_[going], level[going], width[going]
        if len(open_):
            _resample(x, s, level, rng)
            calls += _move(x, s, level, low[open_], high[open_], width, open_, score, settings, rng)
    log_p[stopped] = settings.log_floor
    relative = ((levels - 1) * (1 - settings.keep) / settings.keep + (1 - last) / last) / n
    return Levels(log_p, stopped, np.where(stopped, np.nan, relative), levels, calls)


def _scores(score: Score, x: Array, balls: NDArray[np.int64]) -> Array:
    count, n, dimension = x.shape
    return score(x.reshape(-1, dimension), np.repeat(balls, n)).reshape(count, n)


def _resample(x: Array, s: Array, level: Array, rng: np.random.Generator) -> None:
    """Replace particles below the level by copies of survivors, in place."""
    alive = s > level[:, None]
    order = np.argsort(~alive, axis=1, kind="stable")
    count = alive.sum(axis=1)
    drawn = (rng.random(s.shape) * count[:, None]).astype(np.int64)
    source = np.take_along_axis(order, np.minimum(drawn, count[:, None] - 1), axis=1)
    source = np.where(alive, np.arange(s.shape[1])[None], source)
    x[:] = np.take_along_axis(x, source[:, :, None], axis=1)
    s[:] = np.take_along_axis(s, source, axis=1)


def _move(
    x: Array,
    s: Array,
    level: Array,
    low: Array,
    high: Array,
    width: Array,
    balls: NDArray[np.int64],
    score: Score,
    settings: Splitting,
    rng: np.random.Generator,
) -> int:
    """Reflected random walk above the level, in place; returns the number of points scored."""
    span = (high - low)[:, None, :].astype(x.dtype)
    bottom, top = low[:, None, :].astype(x.dtype), high[:, None, :].astype(x.dtype)
    accepted: Array = np.zeros(len(balls))
    proposal = np.empty(x.shape, dtype=np.float32)
    for move in range(settings.moves):
        rng.random(out=proposal, dtype=np.float32)
        proposal -= 0.5
        proposal *= (2 * width[:, None, None]).astype(x.dtype) * span
        proposal += x
        _reflect(proposal, bottom, top)
        scores = _scores(score, proposal, balls)
        good = scores > level[:, None]
        np.copyto(x, proposal, where=good[:, :, None])
        np.copyto(s, scores, where=good)
        accepted += good.mean(axis=1)
        if (move + 1) % settings.adapt_every == 0:
            ratio = accepted / settings.adapt_every / settings.acceptance
            width *= np.clip(ratio, 0.5, 1.5)
            np.clip(width, 1e-6, 1.0, out=width)
            accepted[:] = 0
    return settings.moves * s.size


def _reflect(x: Array, low: Array, high: Array) -> None:
    """Fold points back at the faces of the box, in place; steps are no longer than the box."""
    x -= low
    np.abs(x, out=x)
    x += low
    np.subtract(high, x, out=x)
    np.abs(x, out=x)
    np.subtract(high, x, out=x)
    np.clip(x, low, high, out=x)
