"""Labelled points drawn one way, accepted so that they are draws of a known operational profile."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.bounds import chernoff_upper
from casegen_evidence.method import InputProblem
from casegen_evidence.ram.latent import log_density
from casegen_evidence.ram.stated import KnownProfile

Array = NDArray[np.float64]
FEWEST = 30


@dataclass(frozen=True, slots=True)
class Matched:
    """Which points were accepted, and the operational mass that the accepted ones cannot speak for.

    A point x is accepted with probability min(w(x), cap)/cap, w the ratio of the profile's density to the
    points'.  Where w exceeds the cap too few points lie; ``missing`` is an upper limit of that mass, which
    counts as failing.
    """

    accepted: NDArray[np.bool_]
    missing: float
    cap: float


def match(
    profile: KnownProfile,
    design: Array,
    points: Array,
    bandwidth: Array,
    rng: np.random.Generator,
    confidence: float,
    draws: int = 20_000,
) -> Matched:
    """Accept among ``points`` (n, d); the points' own density is the kernel estimate from ``design``.

    ``bandwidth`` (d,) is in the features' units.  The cap trades the mass left out against points accepted:
    it is the one for which a run without failures would have the least bound, by half of ``draws`` from the
    profile.  The other half bounds the mass left out, at ``confidence`` (Chernoff–Hoeffding).
    """
    spots = profile.sample(draws, rng)
    at_points = _ratio(profile, design, points, bandwidth)
    choosing, judging = np.array_split(_ratio(profile, design, spots, bandwidth), 2)
    finite = choosing[np.isfinite(choosing)]
    if not len(finite):
        raise InputProblem(_too_few(0, len(points)))
    caps = np.quantile(finite, np.linspace(0.02, 1.0, 50))
    lost = [float(_beyond(cap, choosing).mean()) for cap in caps]
    cap = float(caps[int(np.argmin(np.array(lost) + 3.7 * caps / len(points)))])
    missing = chernoff_upper(_beyond(cap, judging), confidence, 1.0)
    accepted = rng.random(len(points)) * cap < at_points
    if accepted.sum() < FEWEST:
        raise InputProblem(_too_few(int(accepted.sum()), len(points)))
    return Matched(accepted, missing, cap)


def _beyond(cap: float, ratio: Array) -> Array:
    """Share of the profile's density that the cap cuts off, at draws with this ``ratio``."""
    return np.asarray(np.maximum(1 - cap / ratio, 0.0))


def _too_few(accepted: int, points: int) -> str:
    return (
        f"expected at least {FEWEST} evaluation points that could be draws of the stated profile; found "
        f"{accepted} of {points}. Collect labelled points where the profile has its mass"
    )


def _ratio(profile: KnownProfile, design: Array, points: Array, bandwidth: Array) -> Array:
    """Density of the profile over that of the points, at ``points``."""
    own = log_density(design / bandwidth, points / bandwidth, 1.0) - float(np.log(bandwidth).sum())
    with np.errstate(over="ignore", divide="ignore"):
        return np.asarray(profile.density(points) * np.exp(-own))
