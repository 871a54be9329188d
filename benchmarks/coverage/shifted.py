"""Labelled points drawn otherwise than operation: how often a bound is wrong while a claim may use it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from casegen_evidence.blocks import Workers
from casegen_evidence.bounds import clopper_pearson
from casegen_evidence.profiles.restatement import DensityRatio, KnownShares, restate
from numpy.typing import NDArray

Array = NDArray[np.float64]
Fails = Callable[[Array], NDArray[np.bool_]]
BORDER = 0.5
BLOCK = 5
"""Repetitions per block."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Labelled points uniform on the unit square, but for what ``sample`` leaves out; operation by ``operate``."""

    name: str
    sample: Callable[[np.random.Generator, int], Array]
    operate: Callable[[np.random.Generator, int], Array]
    fails: Fails
    truth: float
    known: Callable[[Array], KnownShares | DensityRatio]
    """What labelled points (n, 2) say of operation to somebody who knows both densities."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Over the repetitions: coverage, share barred by the tests, share wrong and not barred; for both bounds.

    ``silent``: also not in doubt at the claim, whatever limit that the bound meets it states.
    """

    covered: float
    barred: float
    wrong: float
    silent: float
    simple_covered: float
    simple_barred: float
    simple_wrong: float
    width: float
    """Median of the restated limit over the simple one."""
    price: float
    """The same over that of somebody who knows both densities."""
    room: float
    """Median of what pmi may be, as far as tests cannot see thin places, over the restated limit."""


def _uniform(rng: np.random.Generator, n: int) -> Array:
    return rng.random((n, 2))


def _cube(rng: np.random.Generator, n: int) -> Array:
    return rng.random((n, 3))


def _border(sd: float) -> Callable[[np.random.Generator, int], Array]:
    return lambda rng, n: np.column_stack([np.clip(rng.normal(BORDER, sd, n), 0, 1), rng.random(n)])


Draw = Callable[[np.random.Generator, int], Array]


def _thinned(place: Fails, kept: float, everywhere: Draw) -> Draw:
    def draw(rng: np.random.Generator, n: int) -> Array:
        x = everywhere(rng, 2 * n)
        return x[~place(x) | (rng.random(2 * n) < kept)][:n]

    return draw


def _strip(width: float) -> Fails:
    return lambda x: (x[:, 0] > 0.3) & (x[:, 0] < 0.3 + width)


def _disc(mass: float) -> Fails:
    return lambda x: np.hypot(x[:, 0] - 0.4, x[:, 1] - 0.6) < np.sqrt(mass / np.pi)


def _diagonal(mass: float) -> Fails:
    return lambda x: np.abs(x[:, 0] - x[:, 1]) < 1 - np.sqrt(1 - mass)


def _ring(mass: float, part: float = 1.0) -> Fails:
    """About the middle at .3; ``part`` of it: a crescent."""

    def inside(x: Array) -> NDArray[np.bool_]:
        radius, angle = np.hypot(x[:, 0] - 0.5, x[:, 1] - 0.5), np.arctan2(x[:, 0] - 0.5, x[:, 1] - 0.5)
        return np.asarray(
            (np.abs(radius - 0.3) < mass / (1.2 * np.pi * part)) & (np.abs(angle) < np.pi * part)
        )

    return inside


def _two_discs(mass: float) -> Fails:
    def inside(x: Array) -> NDArray[np.bool_]:
        near = [np.hypot(x[:, 0] - a, x[:, 1] - b) for a, b in ((0.25, 0.3), (0.7, 0.75))]
        return np.asarray(np.minimum(*near) < np.sqrt(mass / (2 * np.pi)))

    return inside


def _slab(x: Array) -> NDArray[np.bool_]:
    return np.asarray(np.abs(x.sum(axis=1) - 1.5) < 1 / 30)


def _dependent(rng: np.random.Generator, n: int) -> Array:
    """Two normal features of correlation .9."""
    one, other = rng.normal(size=(2, n))
    return np.column_stack([one, 0.9 * one + np.sqrt(0.19) * other])


def _apart(x: Array) -> NDArray[np.bool_]:
    return np.asarray(np.abs(x[:, 0] - x[:, 1] - 0.3) < 1 / 30)


def _ball(mass: float) -> Fails:
    return lambda x: np.linalg.norm(x - 0.5, axis=1) < np.cbrt(0.75 * mass / np.pi)


def _near(width: float) -> Fails:
    return lambda x: np.abs(x[:, 0] - BORDER) < width


def _mass(sd: float, width: float) -> float:
    from scipy.special import ndtr

    return float(2 * ndtr(width / sd) - 1)


def _ratio(sd: float) -> Callable[[Array], DensityRatio]:
    """Weights by the normal density of :func:`_border`; what it clips at the ends counts as failing."""
    from scipy.stats import norm

    return lambda x: DensityRatio(
        norm.pdf(x[:, 0], BORDER, sd), float(norm.pdf(0, scale=sd)), float(2 * norm.cdf(-BORDER / sd)), 0.0
    )


def _shares(place: Fails, mass: float) -> Callable[[Array], KnownShares]:
    return lambda x: KnownShares(place(x).astype(np.int64), np.array([1 - mass, mass]))


def _seldom(name: str, place: Fails, mass: float, kept: float, everywhere: Draw = _uniform) -> Situation:
    """Operation is uniform; a place of this ``mass`` fails, and labelled points meet it ``kept`` times as often."""
    return Situation(name, _thinned(place, kept, everywhere), everywhere, place, mass, _shares(place, mass))


SITUATIONS = (
    Situation("matched", _uniform, _uniform, _near(0.01), 0.02, _shares(_strip(0.0), 0.0)),
    Situation("mild shift", _uniform, _border(0.15), _near(0.02), _mass(0.15, 0.02), _ratio(0.15)),
    Situation("sharp shift", _uniform, _border(0.03), _near(0.007), _mass(0.03, 0.007), _ratio(0.03)),
    *(_seldom(f"gap {w:.0%}".replace("%", " %"), _strip(w), w, 0.0) for w in (0.01, 0.02, 0.05)),
    *(
        _seldom(f"ten times thinner on {w:.0%}".replace("%", " %"), _strip(w), w, 0.1)
        for w in (0.01, 0.02, 0.05)
    ),
    _seldom("2.5 times thinner on 5 %", _strip(0.05), 0.05, 0.4),
    *(
        _seldom(f"ten times thinner on a disc of {w:.0%}".replace("%", " %"), _disc(w), w, 0.1)
        for w in (0.05, 0.1)
    ),
    _seldom("ten times thinner on a diagonal of 5 %", _diagonal(0.05), 0.05, 0.1),
    _seldom("ten times thinner on a ball of 10 %, three features", _ball(0.1), 0.1, 0.1, _cube),
    _seldom("ten times thinner on a ring of 5 %", _ring(0.05), 0.05, 0.1),
    _seldom("ten times thinner on a crescent of 5 %", _ring(0.05, 0.5), 0.05, 0.1),
    _seldom("ten times thinner on two discs of 2.5 %", _two_discs(0.05), 0.05, 0.1),
    _seldom("ten times thinner on a slab of 5 %, three features", _slab, 0.049975, 0.1, _cube),
    _seldom("ten times thinner on a band of 5 %, correlated features", _apart, 0.047464, 0.1, _dependent),
)


def repeat(
    situation: Situation,
    n: int,
    inputs: int,
    repetitions: int,
    confidence: float = 0.975,
    workers: Workers | None = None,
) -> Shares:
    """``n`` labelled points for evaluation and as many for design, ``inputs`` of operation."""

    def work(number: int) -> dict[str, Array]:
        mine = range(number * BLOCK, min((number + 1) * BLOCK, repetitions))
        return {"rows": np.array([_one(situation, n, inputs, r, confidence) for r in mine], dtype=float)}

    blocks = range(-(-repetitions // BLOCK))
    parts = (workers or Workers()).run("coverage", blocks, work, "repetitions")
    table = np.concatenate([part["rows"] for part in parts])
    return Shares(*table[:, :7].mean(axis=0), *(float(v) for v in np.median(table[:, 7:], axis=0)))


def _one(situation: Situation, n: int, inputs: int, r: int, confidence: float) -> tuple[float, ...]:
    """Repetition ``r``: what :class:`Shares` counts, and the width."""
    rng = np.random.default_rng([r, n])
    labelled, operation = situation.sample(rng, 2 * n), situation.operate(rng, inputs)
    failed = situation.fails(labelled[n:]).astype(float)
    names = ("x1", "x2", "x3")[: labelled.shape[1]]
    likeness = restate(labelled[n:], labelled[:n], operation, names, r)
    upper = likeness.limits(failed, 1.0, confidence)[2]
    simple = float(clopper_pearson(failed.sum(), n, confidence)[1])
    known = situation.known(labelled[n:]).limits(failed, 1.0, confidence)[2]
    good, plain = upper >= situation.truth, simple >= situation.truth
    possible, barred = max(upper, likeness.possible(failed, 1.0, confidence)), likeness.unlike_within
    return (good, barred, not good and not barred, possible < situation.truth and not barred, plain, likeness.unlike,
            not plain and not likeness.unlike, upper / simple, upper / known, possible / upper)  # fmt: skip
