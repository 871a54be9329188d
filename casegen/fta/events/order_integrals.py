"""The probability that events occur in a given order: integrals over their distribution functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from casegen.fta.arrays import Vector, np


def in_order(
    distributions: Sequence[Callable[[Vector], Vector]], hours: float, *, smooth: bool = True
) -> tuple[float, float]:
    """Probability that events with the given distribution functions occur in the order listed, by ``hours``; its error.

    ``G_1 = F_1``, ``G_k(t) = integral of G_{k-1} dF_k`` (Fussell, Aber & Rahl 1976); Stieltjes sums on a grid
    that is finer toward 0, extrapolated from two steps, so that the error falls with its fourth power.

    The error is not exceeded.  Where three grids show the second-order convergence that the extrapolation counts on, it
    is a multiple of the distance of two extrapolated values; else, and where a function is not smooth within the time,
    the distance of the lower from the upper Stieltjes sums, which enclose the integral whatever the functions.
    """
    if hours <= 0.0:
        return 0.0, 0.0
    rough, coarse, fine = (_ordered_sum(distributions, _grid(hours, n)) for n in (2000, 4000, 8000))
    value = max(0.0, float(fine + (fine - coarse) / 3.0))
    error = abs(float(fine - coarse))
    if smooth and error <= 0.3 * abs(float(coarse - rough)) + 1e-13 * value:
        # of any order of convergence above 1 the extrapolated values differ by more than the last one's error
        apart = abs(value - float(coarse + (coarse - rough) / 3.0))
        return value, min(error, 4.0 * apart) + 1e-13 * value
    low, high = (float(_ordered_sum(distributions, _grid(hours, 8000), end)) for end in (0.0, 1.0))
    return min(max(value, low), high), high - low


def order_shares(distributions: Sequence[Callable[[Vector], Vector]], hours: float) -> Vector:
    """Share of the order listed among the trials in which all occur by ``hours``, for arrays of parameters (S,)."""
    together: Any = 1.0
    for distribution in distributions:
        together = together * np.asarray(distribution(np.array([[hours]])), dtype=float)[0]
    coarse, fine = (_ordered_sum(distributions, _grid(hours, n)[:, None]) for n in (200, 400))
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (fine + (fine - coarse) / 3.0) / together
    return np.asarray(np.where(together > 0.0, np.clip(share, 0.0, 1.0), 1.0))


def _grid(hours: float, steps: int) -> Vector:
    return np.asarray(hours * (np.arange(steps + 1) / steps) ** 2)


def _ordered_sum(distributions: Sequence[Callable[[Vector], Vector]], times: Vector, end: float = 0.5) -> Any:
    """Stieltjes sum over ``times``: trapezoidal, or from below (``end`` 0) or above (1)."""
    reached = np.asarray(distributions[0](times), dtype=float)
    for distribution in distributions[1:]:
        gain = np.diff(np.asarray(distribution(times), dtype=float), axis=0)
        steps = np.cumsum((end * reached[1:] + (1.0 - end) * reached[:-1]) * gain, axis=0)
        reached = np.concatenate([np.zeros((1, *reached.shape[1:])), steps])
    return reached[-1]
