"""Means, quantiles and densities' inverses of the model's distributions, vectorised, without scipy.stats."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from casegen.model.quantity import Beta, Distribution, Empirical, Gamma, Histogram, Lognormal, Normal, Uniform

Vector = NDArray[np.float64]


def lognormal_parameters(d: Lognormal) -> tuple[float, float]:
    """Mean and standard deviation of the logarithm: ``sigma = ln(EF) / z(level)``, ``mu = ln(median)``."""
    from scipy.special import ndtri

    sigma = math.log(d.error_factor) / float(ndtri(d.level))
    if d.median is not None:
        return math.log(d.median), sigma
    assert d.mean is not None
    return math.log(d.mean) - sigma * sigma / 2.0, sigma


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
    from scipy.special import betaincinv, gammaincinv, ndtri

    u = np.asarray(level, dtype=float)
    match d:
        case Uniform():
            return np.asarray(d.lower + u * (d.upper - d.lower))
        case Normal():
            return np.asarray(d.mean + d.sd * ndtri(u))
        case Lognormal():
            mu, sigma = lognormal_parameters(d)
            return np.asarray(np.exp(mu + sigma * ndtri(u)))
        case Gamma():
            return np.asarray(d.scale * gammaincinv(d.shape, u))
        case Beta():
            return np.asarray(betaincinv(d.alpha, d.beta, u))
        case Histogram():
            steps = np.concatenate([[0.0], np.cumsum(d.weights)]) / sum(d.weights)
            return np.asarray(np.interp(u, steps, d.edges))
        case Empirical():
            ordered = np.sort(np.asarray(d.samples, dtype=float))
            place = np.minimum((u * len(ordered)).astype(int), len(ordered) - 1)
            return np.asarray(ordered[place])
