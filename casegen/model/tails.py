"""How much of a distribution lies below or above a number, without scipy where that is not needed."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from functools import lru_cache

from casegen.model.quantity import Beta, Distribution, Empirical, Gamma, Histogram, Lognormal, Normal, Uniform


def lognormal_parameters(d: Lognormal) -> tuple[float, float]:
    """Mean and standard deviation of the logarithm: ``sigma = ln(EF) / z(level)``, ``mu = ln(median)``."""
    from statistics import NormalDist

    sigma = math.log(d.error_factor) / NormalDist().inv_cdf(d.level)
    if d.median is not None:
        return math.log(d.median), sigma
    assert d.mean is not None
    return math.log(d.mean) - sigma * sigma / 2.0, sigma


@lru_cache(maxsize=4096)
def share_below(d: Distribution, x: float) -> float:
    """Probability of less than ``x``.

    >>> round(share_below(Normal(distribution="normal", mean=0.01, sd=0.01), 0.0), 4)
    0.1587
    """
    match d:
        case Uniform():
            return min(1.0, max(0.0, (x - d.lower) / (d.upper - d.lower)))
        case Normal():
            return _normal_below((x - d.mean) / d.sd)
        case Lognormal():
            mu, sigma = lognormal_parameters(d)
            return _normal_below((math.log(x) - mu) / sigma) if x > 0.0 else 0.0
        case Gamma():
            return 1.0 - share_above(d, x)
        case Beta():
            return 1.0 - share_above(d, x)
        case Histogram():
            return _histogram_below(d, x)
        case Empirical():
            return bisect_left(sorted(d.samples), x) / len(d.samples)


@lru_cache(maxsize=4096)
def share_above(d: Distribution, x: float) -> float:
    """Probability of more than ``x``; of a gamma distribution far below 1e-4, an upper bound of it."""
    match d:
        case Normal():
            return _normal_below((d.mean - x) / d.sd)
        case Lognormal():
            mu, sigma = lognormal_parameters(d)
            return _normal_below((mu - math.log(x)) / sigma) if x > 0.0 else 1.0
        case Gamma():
            return _gamma_above(d, x)
        case Beta():
            return 0.0 if x >= 1.0 else 1.0 if x <= 0.0 else _beta_above(d, x)
        case Empirical():
            return (len(d.samples) - bisect_right(sorted(d.samples), x)) / len(d.samples)
    return 1.0 - share_below(d, x)


def excess_above(d: Distribution, x: float) -> float:
    """Mean of what exceeds ``x``, 0 where nothing does: what a mean loses if numbers above ``x`` are set to it.

    In closed form of normal, lognormal and gamma distributions; 0 of others, which are limited by their ends.

    >>> round(excess_above(Normal(distribution="normal", mean=0.0, sd=1.0), 0.0), 4)
    0.3989
    """
    match d:
        case Normal():
            return d.sd * _normal_excess((x - d.mean) / d.sd)
        case Lognormal():
            mu, sigma = lognormal_parameters(d)
            mean = math.exp(mu + sigma * sigma / 2.0)
            if x <= 0.0:
                return mean - x
            z = (mu - math.log(x)) / sigma if math.isfinite(x) else -math.inf
            return mean * _normal_below(z + sigma) - (x * _normal_below(z) if math.isfinite(x) else 0.0)
        case Gamma():
            return _gamma_excess(d, x)
    return 0.0


def excess_below(d: Distribution, x: float) -> float:
    """Mean of what is short of ``x``, as :func:`excess_above`; 0 of all but normal distributions for ``x`` up to 0."""
    if not isinstance(d, Normal) or math.isinf(x):
        return 0.0
    return d.sd * _normal_excess((d.mean - x) / d.sd)


def mean_from_far(d: Distribution) -> float:
    """Share of the mean that lies beyond the 1 - 1e-6 quantile: what almost no trial sees; 0 where it is no matter.

    >>> round(mean_from_far(Lognormal(distribution="lognormal", mean=0.01, error_factor=300)), 3)
    0.064
    """
    match d:
        case Lognormal():
            _, sigma = lognormal_parameters(d)
            z = _FAR_Z
            if sigma > 50.0:  # nothing else is left of such a mean, and the exponential below overflows
                return 1.0
            return max(0.0, _normal_below(sigma - z) - math.exp(sigma * z - sigma * sigma / 2.0) * _FAR)
        case Gamma() if d.shape < _FEW_JUMPS:
            from scipy.special import gammainccinv

            return _gamma_excess(d, float(gammainccinv(d.shape, _FAR)) * d.scale) / (d.shape * d.scale)
        case Beta() if d.alpha < _FEW_JUMPS:
            from scipy.special import betainc, betaincinv

            far = 1.0 - float(betaincinv(d.beta, d.alpha, _FAR))
            if not (mean := d.alpha / (d.alpha + d.beta)):
                return 1.0
            return max(0.0, float(betainc(d.beta, d.alpha + 1.0, 1.0 - far)) - far * _FAR / mean)
        case Histogram() if d.edges[0] >= 0.0:
            return _histogram_from_far(d)
    return 0.0


def _histogram_from_far(d: Histogram) -> float:
    """Of a piecewise uniform distribution from 0 up: from the last interval down, as far as the quantile lies."""
    parts = [(w, a, b) for w, a, b in zip(d.weights, d.edges, d.edges[1:], strict=False) if w > 0.0]
    whole = math.fsum(d.weights)
    mean = math.fsum(w / whole * (0.5 * a + 0.5 * b) for w, a, b in parts)
    if not mean:
        return 0.0
    above, far = 0.0, parts[-1][2]
    moments: list[float] = []
    for w, a, b in reversed(parts):
        share = min(w / whole, _FAR - above)
        far = b - (b - a) * (share * whole / w)
        moments.append(share * (0.5 * far + 0.5 * b))
        above += share
        if above >= _FAR:
            break
    return max(0.0, (math.fsum(moments) - far * above) / mean)


def _normal_excess(z: float) -> float:
    """Mean of what a standard normal variable exceeds ``z`` by."""
    density = math.exp(-0.5 * z * z) / math.sqrt(2.0 * math.pi)
    return max(0.0, density - z * _normal_below(-z))


def _normal_below(z: float) -> float:
    return 0.5 * math.erfc(-z / math.sqrt(2.0))


_FAR = 1e-6
"""a share below is not computed more closely"""
_FAR_Z = 4.753424308822899
"""standard normal quantile of 1 - 1e-6"""
_FEW_JUMPS = 1e-3
"""shape of gamma and alpha of beta distributions from which on less than 0.3 % of the mean lies beyond that quantile"""


def _gamma_above(d: Gamma, x: float) -> float:
    if x <= 0.0:
        return 1.0
    if math.isinf(x):
        return 0.0
    times = x / d.scale
    if times > d.shape:
        # Chernoff's bound; most distributions of rates and probabilities end here, without the import of scipy
        bound = math.exp(max(-745.0, d.shape - times + d.shape * math.log(times / d.shape)))
        if bound < _FAR:
            return bound
    from scipy.special import gammaincc

    return float(gammaincc(d.shape, times))


def _gamma_excess(d: Gamma, x: float) -> float:
    mean = d.shape * d.scale
    if x <= 0.0:
        return mean - x
    times = x / d.scale
    # the mean's own tail is that of the distribution with a shape of one more, and bounds the excess
    bound = mean * _gamma_above(d.altered(update={"shape": d.shape + 1.0}), x)
    if bound <= _FAR * mean:
        return bound
    from scipy.special import gammaincc

    return float(mean * gammaincc(d.shape + 1.0, times) - x * gammaincc(d.shape, times))


def _beta_above(d: Beta, x: float) -> float:
    from scipy.special import betainc

    return float(betainc(d.beta, d.alpha, 1.0 - x))


def _histogram_below(d: Histogram, x: float) -> float:
    parts = (
        w * min(1.0, max(0.0, (x - a) / (b - a)))
        for w, a, b in zip(d.weights, d.edges, d.edges[1:], strict=False)
    )
    return sum(parts) / sum(d.weights)
