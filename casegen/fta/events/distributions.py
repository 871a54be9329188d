"""Means, quantiles and densities' inverses of the model's distributions, vectorised, without scipy.stats."""

from __future__ import annotations

import math
from collections.abc import Callable

from casegen.fta.arrays import ArrayLike, Vector, np
from casegen.model.quantity import Beta, Distribution, Empirical, Gamma, Histogram, Lognormal, Normal, Uniform
from casegen.model.tails import lognormal_parameters

_FEW = 100


def _normal_quantile(u: Vector) -> Vector:
    """Standard normal quantiles; of a few numbers without scipy, whose import takes longer (Wichura 1988, 1e-16)."""
    if u.size > _FEW or not np.all((u > 0.0) & (u < 1.0)):
        from scipy.special import ndtri

        return np.asarray(ndtri(u))
    from statistics import NormalDist

    inverse = NormalDist().inv_cdf
    return np.array([inverse(float(x)) for x in u.ravel()]).reshape(u.shape)


def mean(d: Distribution) -> float:
    """Expected value of a distribution, exact."""
    match d:
        case Uniform():
            return (d.lower + d.upper) / 2.0
        case Normal():
            return d.mean
        case Lognormal():
            mu, sigma = lognormal_parameters(d)
            return math.exp(mu + sigma * sigma / 2.0)
        case Gamma():
            return d.shape * d.scale
        case Beta():
            return d.alpha / (d.alpha + d.beta)
        case Histogram():
            total = sum(d.weights)
            return (
                sum(w * (a + b) / 2.0 for w, a, b in zip(d.weights, d.edges, d.edges[1:], strict=False))
                / total
            )
        case Empirical():
            return sum(d.samples) / len(d.samples)


def quantile(d: Distribution, level: ArrayLike) -> Vector:
    """Quantiles at ``level`` in (0, 1), any shape."""
    u = np.asarray(level, dtype=float)
    match d:
        case Uniform():
            return np.asarray(d.lower + u * (d.upper - d.lower))
        case Normal():
            return np.asarray(d.mean + d.sd * _normal_quantile(u))
        case Lognormal():
            mu, sigma = lognormal_parameters(d)
            return np.asarray(np.exp(mu + sigma * _normal_quantile(u)))
        case Gamma():
            from scipy.special import gammaincinv

            return np.asarray(d.scale * gammaincinv(d.shape, u))
        case Beta():
            from scipy.special import betaincinv

            return np.asarray(betaincinv(d.alpha, d.beta, u))
        case Histogram():
            steps = np.concatenate([[0.0], np.cumsum(d.weights)]) / sum(d.weights)
            return np.asarray(np.interp(u, steps, d.edges))
        case Empirical():
            ordered = np.sort(np.asarray(d.samples, dtype=float))
            place = np.minimum((u * len(ordered)).astype(int), len(ordered) - 1)
            return np.asarray(ordered[place])


_NODES = 2049
_REACH = 8.5


def over_normal(d: Gamma | Beta) -> Callable[[Vector, Vector], Vector]:
    """The quantile of ``d`` as a function of the standard normal one (and of the level), for many samples.

    Cubic Hermite interpolation, over 2,049 points within 8.5 standard deviations, of the logarithm (gamma) or logit
    (beta) of the quantile, both smooth there; relative error below 1e-9 (``tests/fta/events/test_sampling.py``).  A
    distribution whose quantiles leave the floating-point range is inverted sample by sample.
    """
    grid = np.linspace(-_REACH, _REACH, _NODES)
    value, slope = _log_gamma(d, grid) if isinstance(d, Gamma) else _logit_beta(d, grid)
    if not (np.isfinite(value).all() and np.isfinite(slope).all()):
        return lambda _z, u: quantile(d, u)
    step = grid[1] - grid[0]
    slope = slope * step

    def at(z: Vector, _u: Vector) -> Vector:
        x = (z + _REACH) / step
        i = np.clip(x.astype(np.int64), 0, _NODES - 2)
        x -= i
        low, rise = value[i], value[i + 1] - value[i]
        below, above = slope[i], slope[i + 1]
        y = low + x * (below + x * (3.0 * rise - 2.0 * below - above + x * (below + above - 2.0 * rise)))
        if isinstance(d, Gamma):
            return np.asarray(np.exp(y))
        with np.errstate(over="ignore"):  # what is too small for a number becomes 0, as it should
            return np.asarray(1.0 / (1.0 + np.exp(-y)))

    return at


def _log_gamma(d: Gamma, z: Vector) -> tuple[Vector, Vector]:
    """Logarithm of the quantile at normal quantiles ``z``, and its derivative."""
    from scipy.special import gammainccinv, gammaincinv, gammaln, ndtr

    with np.errstate(all="ignore"):
        low, x = z < 0.0, np.empty_like(z)
        x[low], x[~low] = gammaincinv(d.shape, ndtr(z[low])), gammainccinv(d.shape, ndtr(-z[~low]))
        y = np.log(x)
        slope = np.exp(-0.5 * z * z - 0.5 * math.log(2.0 * math.pi) - d.shape * y + x + gammaln(d.shape))
    return y + math.log(d.scale), slope


def _logit_beta(d: Beta, z: Vector) -> tuple[Vector, Vector]:
    """Logit of the quantile at normal quantiles ``z``, and its derivative."""
    from scipy.special import betaincinv, betaln, ndtr

    with np.errstate(all="ignore"):
        below = betaincinv(d.alpha, d.beta, ndtr(z))
        above = betaincinv(d.beta, d.alpha, ndtr(-z))
        x = np.log(np.where(z < 0.0, below, 1.0 - above))
        rest = np.where(z < 0.0, np.log1p(-below), np.log(above))
        x = np.where(z < 0.0, x, np.log1p(-above))
        slope = np.exp(-0.5 * z * z - 0.5 * math.log(2.0 * math.pi) - d.alpha * x - d.beta * rest
                       + betaln(d.alpha, d.beta))  # fmt: skip
    return x - rest, slope
