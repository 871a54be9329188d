"""The paper's estimators by equation number, for reproduction; their bounds do not cover.

Eqn 12 takes the cells' operational probabilities as independent (Assumption 6), which understates the
standard deviation; smoothing bias, votes and cells without failures are not in it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evidence.ram.grid import Grid, Points

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Assembly:
    """Eqns 11–13 and 16: ``mean``, standard deviation ``sd`` and ``upper`` limit of λ, and ``acu``.

    ``mass_inside`` is the share of the kernel mass in the domain before renormalising (midpoint rule).
    """

    mean: float
    sd: float
    upper: float
    acu: float
    mass_inside: float


def centre_profile(grid: Grid, points: Points, bandwidth: float) -> tuple[Array, Array]:
    """Op_i and its variance at cell centres (Eqns 5–8), flat; ``bandwidth`` in units of the box.

    The variance is the closed form ``(mean W² − (mean W)²)/n`` that the bootstrap of appendix A estimates.
    """
    n = len(points)
    kernels, squares = [], []
    for k in range(grid.dimension):
        h = bandwidth * grid.width[k]
        centres = grid.edges(k)[:-1] + grid.side[k] / 2
        w = np.exp(-0.5 * ((centres[None, :] - points[:, k, None]) / h) ** 2) / (h * np.sqrt(2 * np.pi))
        kernels.append(w)
        squares.append(w * w)
    volume = float(np.prod(grid.side))
    mean, square = _joint(kernels) / n, _joint(squares) / n
    return volume * mean, volume**2 * (square - mean**2) / n


def _joint(factors: list[Array]) -> Array:
    n = len(factors[0])
    joint = factors[0]
    for axis in factors[1:-1]:
        joint = (joint[:, :, None] * axis[:, None, :]).reshape(n, -1)
    return np.asarray((joint.T @ factors[-1]).reshape(-1) if len(factors) > 1 else joint.sum(axis=0))


def assemble(
    profile: Array, profile_variance: Array, unastuteness: Array, variance: Array, confidence: float
) -> Assembly:
    """Eqns 11–13 and 16 from per-cell means and variances; the profile is renormalised to sum to 1."""
    from scipy.special import ndtri

    inside = float(profile.sum())
    op, op_variance = profile / inside, profile_variance / inside**2
    mean = float(op @ unastuteness)
    spread = unastuteness**2 @ op_variance + op**2 @ variance + op_variance @ variance
    sd = float(np.sqrt(spread))
    return Assembly(mean, sd, mean + float(ndtri(confidence)) * sd, float(unastuteness.mean()), inside)
