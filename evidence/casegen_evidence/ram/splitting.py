"""Adaptive multilevel splitting for the unastuteness of norm balls, many balls at once.

After Webb, Rainforth, Teh & Kumar (2019): the chance that a uniform point of a ball has score s(x) >= 0 is a
product of conditional chances of rising levels.  A level is the best score among the (1-ρ) N worst particles;
those above it survive, are copied, and move by a random walk that stays above it.  (With the level at the
worst survivor, as published, the estimate is too large by about m (1-ρ)/(ρ N), a third at 200 particles and
seven levels; with the level at the best of those killed it is not, Bréhier et al. 2016.)  The walk is
reflected at the ball's faces, so that it keeps the uniform distribution; widths adapt to 30 % acceptance;
scores are kept; one model call moves all balls that are not finished, and those that are leave the batch.

Particles may start from a tilted density q instead of the uniform one (:mod:`casegen_evidence.ram.tilting`).  Levels
then split q, the walk keeps q (Metropolis), and those that fail count with the weight 1/q.  The expectation
of any function of the final particles is estimated without bias by splitting (Bréhier et al. 2016), that of
the weight among them.  Where a tenth of the draws from q fail, no level is needed: importance sampling.  A ball
is given up as soon as the uniform chance to be above its present level, the weight among those above, is below
the floor: failures lie above all levels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.ram.tilting import Array, Indices, Score, Slope, Start, learn, margins_at, uniform


@dataclass(frozen=True, slots=True)
class Splitting:
    """Settings: particles per ball, share ρ kept per level, moves per level, and the log of the smallest
    probability of interest, below which a ball is given up; ``start`` from the uniform density or a tilted one.
    """

    particles: int = 200
    keep: float = 0.1
    moves: int = 20
    log_floor: float = float(np.log(1e-9))
    adapt_every: int = 10
    acceptance: float = 0.3
    start: Literal["tilted", "uniform"] = "tilted"


@dataclass(frozen=True, slots=True)
class Levels:
    """Natural log of each ball's probability, ``(balls,)``.

    ``stopped`` marks balls that were given up: their probability is at most ``exp(log_probability)``, which
    is then the floor.  ``relative_variance`` is the usual approximation of independent moves,
    ``[m (1-ρ)/ρ + v] / N`` with m full levels and the last one's squared coefficient of variation v, (1-r)/r
    for a share r without weights.  ``levels`` counts the last one; ``calls`` the points scored.
    """

    log_probability: NDArray[np.float64]
    stopped: NDArray[np.bool_]
    relative_variance: NDArray[np.float64]
    levels: Indices
    calls: int


@in_own_arithmetic
def split(
    low: Array,
    high: Array,
    score: Score,
    settings: Splitting,
    rng: np.random.Generator,
    slope: Slope | None = None,
) -> Levels:
    """Probability of a largest margin >= 0 for uniform points of each box ``low`` to ``high``, ``(balls, d)``.

    ``slope`` gives the gradients of margins, for the tilted start; without, they come from regression.
    """
    balls, dimension = low.shape
    low, span = low.astype(np.float32), (high - low).astype(np.float32)
    start, calls = uniform(balls, dimension), 0
    if settings.start == "tilted":
        start, calls = learn(low, span, score, slope, rng)
    cloud = _Cloud(low, span, score, start, np.arange(balls), settings, rng)
    log_p, stopped = np.zeros(balls), np.zeros(balls, dtype=bool)
    levels, last = np.zeros(balls, dtype=np.int64), np.zeros(balls)
    killed = settings.particles - max(1, int(settings.keep * settings.particles))
    while len(cloud.balls):
        level = np.partition(cloud.s, killed - 1, axis=1)[:, killed - 1]
        done = level >= 0
        above = np.where(done[:, None], cloud.s >= 0, cloud.s > level[:, None])
        weight = above / cloud.q
        mean = weight.mean(axis=1)
        open_ = cloud.balls
        with np.errstate(divide="ignore"):
            reached = log_p[open_] + np.log(mean)
            log_p[open_] = np.where(done, reached, log_p[open_] + np.log(above.mean(axis=1)))
        levels[open_] += 1
        last[open_[done]] = _relative_variance(weight[done])
        given_up = ~done & (reached < settings.log_floor)
        stopped[open_[given_up]] = True
        going = ~(done | given_up)
        cloud.keep(going)
        if len(cloud.balls):
            cloud.resample(level[going])
            calls += cloud.move(level[going])
    log_p[stopped] = settings.log_floor
    relative = ((levels - 1) * (1 - settings.keep) / settings.keep + last) / settings.particles
    result = np.minimum(log_p, 0.0)
    return Levels(result, stopped, np.where(stopped, np.nan, relative), levels, calls + cloud.first_calls)


def _relative_variance(weight: Array) -> Array:
    """Squared coefficient of variation of each row; scaled first, since squares of tiny weights would be 0."""
    largest = weight.max(axis=1, keepdims=True)
    scaled = weight / np.where(largest > 0, largest, 1.0)
    mean = scaled.mean(axis=1)
    return np.asarray(scaled.var(axis=1) / np.where(mean > 0, mean, 1.0) ** 2)


class _Cloud:
    """Particles of the balls that are not finished: positions ``u`` (k, N, d) as shares of each ball's extent,
    scores ``s`` and densities ``q`` (k, N)."""

    def __init__(
        self,
        low: Array,
        span: Array,
        score: Score,
        start: Start,
        balls: Indices,
        settings: Splitting,
        rng: np.random.Generator,
    ) -> None:
        self.low, self.span, self.score = low, span, score
        self.start, self.balls, self.settings, self.rng = start, balls, settings, rng
        self.u = start.draw(settings.particles, rng)
        self.s = self._scored(self.u)
        self.q = start.density(self.u)
        self.width = np.full(len(balls), 0.25)
        self.first_calls = self.s.size

    def _scored(self, u: Array) -> Array:
        margins = margins_at(u, self.low, self.span, self.score, self.balls)
        return np.asarray(margins.max(axis=2))

    def keep(self, going: NDArray[np.bool_]) -> None:
        """Leave the balls that are finished."""
        if going.all():
            return
        self.u, self.s, self.q = self.u[going], self.s[going], self.q[going]
        self.balls, self.width, self.start = self.balls[going], self.width[going], self.start.part(going)

    def resample(self, level: Array) -> None:
        """Replace particles at or below the level by copies of survivors."""
        alive = self.s > level[:, None]
        order = np.argsort(~alive, axis=1, kind="stable")
        count = alive.sum(axis=1)
        drawn = (self.rng.random(self.s.shape) * count[:, None]).astype(np.int64)
        source = np.take_along_axis(order, np.minimum(drawn, count[:, None] - 1), axis=1)
        source = np.where(alive, np.arange(self.s.shape[1])[None], source)
        self.u = np.take_along_axis(self.u, source[:, :, None], axis=1)
        self.s = np.take_along_axis(self.s, source, axis=1)
        self.q = np.take_along_axis(self.q, source, axis=1)

    def move(self, level: Array) -> int:
        """Reflected random walk above the level that keeps q; returns the number of points scored."""
        settings, rng = self.settings, self.rng
        accepted: Array = np.zeros(len(self.balls))
        proposal = np.empty(self.u.shape, dtype=np.float32)
        tilted = bool(np.any(self.start.share[:, -1] < 1))
        for move in range(settings.moves):
            rng.random(out=proposal, dtype=np.float32)
            proposal -= 0.5
            proposal *= (2 * self.width[:, None, None]).astype(np.float32)
            proposal += self.u
            _reflect(proposal)
            scores = self._scored(proposal)
            good = scores > level[:, None]
            if tilted:
                density = self.start.density(proposal)
                good &= rng.random(good.shape) * self.q < density
                np.copyto(self.q, density, where=good)
            np.copyto(self.u, proposal, where=good[:, :, None])
            np.copyto(self.s, scores, where=good)
            accepted += good.mean(axis=1)
            if (move + 1) % settings.adapt_every == 0:
                ratio = accepted / settings.adapt_every / settings.acceptance
                self.width *= np.clip(ratio, 0.5, 1.5)
                np.clip(self.width, 1e-6, 1.0, out=self.width)
                accepted[:] = 0
        return settings.moves * self.s.size


def _reflect(u: Array) -> None:
    """Fold points back at the faces of the unit box, in place; steps are no longer than the box."""
    np.abs(u, out=u)
    np.subtract(1, u, out=u)
    np.abs(u, out=u)
    np.subtract(1, u, out=u)
    np.clip(u, 0, 1, out=u)
