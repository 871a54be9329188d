"""The probability that events occur in a given order: integrals over their distribution functions."""

from __future__ import annotations

import decimal
import functools
import itertools
import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from casegen.fta.arrays import Vector, np
from casegen.fta.events.models import weibull
from casegen.fta.events.order_enclosure import Lifetime, Range, enclosed_share

_DIGITS = (50, 100, 200, 400, 800, 1600)
"""numbers of digits tried until enough are left"""
_KEPT = 25
"""digits that are enough"""


class Failure(NamedTuple):
    """An exponential or Weibull failure: its cumulative hazard is ``((t - location) / scale)**shape``, or ``rate t``."""

    scale: float
    """the characteristic life [h], or a rate [1/h] where ``is_rate``"""
    shape: float = 1.0
    location: float = 0.0
    is_rate: bool = False

    def has_begun(self, hours: float) -> bool:
        """Whether ``hours`` are behind its beginning."""
        return hours > 0.0 and hours > self.location

    def never_fails(self) -> bool:
        """Whether its rate is 0, or its scale infinite."""
        return self.scale == (0.0 if self.is_rate else math.inf)

    def is_immediate(self) -> bool:
        """Whether it fails as soon as it may, or is no failure at all: an infinite rate, or one or a scale below 0."""
        return not (0.0 <= self.scale < math.inf if self.is_rate else self.scale > 0.0)

    def log_hazard(self, hours: float) -> float:
        """Logarithm of the cumulative hazard at ``hours``, which are behind the location."""
        if self.never_fails():
            return -math.inf
        if self.is_rate:
            return math.log(self.scale) + math.log(hours)
        return self.shape * (math.log(hours - self.location) - math.log(self.scale))

    def hazard(self, hours: float) -> Decimal:
        """The cumulative hazard at ``hours``, to the digits of the context."""
        if self.is_rate:
            return Decimal(self.scale) * Decimal(hours)
        power = (Decimal(hours) - Decimal(self.location)) / Decimal(self.scale)
        return power if self.shape == 1.0 else (power.ln() * Decimal(self.shape)).exp()


def share_in_order(failures: Sequence[Failure], hours: float) -> Range:
    """Where the probability lies that failures occur in the order listed by ``hours``, given that all occur.

    ``hours`` are behind every location.  Failures of one shape and location are exponential in the power of the time,
    which has a closed form; of others the integrals ``G_1 = F_1``, ``G_k(t) = integral of G_{k-1} dF_k`` (Fussell, Aber
    & Rahl 1976) are enclosed (:mod:`casegen.fta.events.order_enclosure`).  Either range holds the share.
    """
    if len(failures) == 1:
        return 1.0, 1.0
    if len({(failure.shape, failure.location) for failure in failures}) == 1:
        known = _closed_form(failures, hours)
        if known is not None:
            return math.nextafter(known, 0.0), min(1.0, math.nextafter(known, math.inf))
    return _enclosed(tuple(Lifetime(f.log_hazard(hours), f.shape, f.location) for f in failures), hours)


@functools.lru_cache(maxsize=4096)
def _enclosed(lives: tuple[Lifetime, ...], hours: float) -> Range:
    """As :func:`enclosed_share`, once: a tree's probability, digits and bounds ask for the same orders again."""
    return enclosed_share(lives, hours)


def _closed_form(failures: Sequence[Failure], hours: float) -> float | None:
    """The share where every failure is exponential in one power of the time; None where too many digits cancel.

    With ``x_i`` the hazard of the ``i``-th and ``s_i`` the sum of its own and all later ones, the failures follow each
    other at exponential distances of rates ``s_1 > ... > s_k``: the order has the probability of their product of
    ``x_i / s_i`` times the hypoexponential distribution function at 1 (Ross, Introduction to Probability Models, 5.2.4).
    """
    for digits in _DIGITS:
        with decimal.localcontext(decimal.Context(prec=digits, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)):
            x = [failure.hazard(hours) for failure in failures]
            if not all(one > 0 for one in x):
                return None
            s = list(itertools.accumulate(reversed(x)))[::-1]
            terms = [Decimal(1)]
            for i, own in enumerate(s):
                # the difference of two of these sums is the sum of what stands between them: nothing cancels
                others = (s[j] / (sum(x[j:i]) if j < i else -sum(x[i:j])) for j in range(len(s)) if j != i)
                terms.append(-(-own).exp() * math.prod(others, start=Decimal(1)))
            value = sum(terms)
            # each term is rounded some times; an exponential loses the digits before the point of its argument
            lost = max(map(abs, terms)) * len(terms) * (64 * len(terms) + 8 * max(s)).scaleb(1 - digits)
            if value > 0 and lost.scaleb(_KEPT) <= value:
                together = math.prod((1 - (-one).exp() for one in x), start=Decimal(1))
                return float(math.prod(map(Decimal.__truediv__, x, s), start=value) / together)
    return None


class Failures(NamedTuple):
    """As :class:`Failure`, of arrays of parameters (S,), one number per trial."""

    scale: Vector
    shape: Any = 1.0
    location: Any = 0.0

    def distribution(self, times: Vector) -> Vector:
        """The distribution function at times (n, S)."""
        return np.asarray(weibull(self.scale, self.shape, self.location, times))

    def quantiles(self, levels: Vector, hours: float) -> Vector:
        """Times (n, S) at which the distribution function has these shares (n, 1) of what it has at ``hours``."""
        end = self.distribution(np.array([[hours]]))
        times = self.location + self.scale * np.power(-np.log1p(-levels * end), 1.0 / self.shape)
        return np.asarray(np.clip(times, min(0.0, hours), hours))


def order_shares(failures: Sequence[Failures], hours: float) -> Vector:
    """Share of the order listed among the trials in which all occur by ``hours``, for arrays of parameters (S,).

    Trapezoidal Stieltjes sums over the quantiles of all failures together, so that no distribution function rises much
    from one time to the next, however steep, extrapolated from two steps: an estimate.
    """
    even = np.arange(1, _LEVELS + 1) / _LEVELS
    ends = even[0] * 0.5 ** np.arange(_HALVINGS, 0, -1)
    levels = np.sort(np.concatenate([[0.0], ends, even, 1.0 - ends]))[:, None]
    with np.errstate(all="ignore"):
        grids = [failure.quantiles(levels, hours) for failure in failures]
        coarse = np.sort(np.concatenate(grids), axis=0)
        times = np.repeat(coarse, 2, axis=0)[:-1]
        times[1::2] = 0.5 * (coarse[1:] + coarse[:-1])
        shares = []
        for failure in failures:
            reached = failure.distribution(times)
            shares.append(reached / reached[-1])
        known = np.all([np.isfinite(share[-1]) for share in shares], axis=0)
        rough, fine = _ordered_sum([share[::2] for share in shares]), _ordered_sum(shares)
        result = np.clip(fine + (fine - rough) / 3.0, 0.0, 1.0)
    return np.asarray(np.where(known, result, 1.0))


_LEVELS = 60
_HALVINGS = 12
"""halvings of the least level, toward the beginning and the end"""


def _ordered_sum(distributions: Sequence[Vector]) -> Vector:
    """Trapezoidal Stieltjes sum over times, of distribution functions at them (n, S)."""
    reached = distributions[0]
    for distribution in distributions[1:]:
        steps = np.cumsum(0.5 * (reached[1:] + reached[:-1]) * np.diff(distribution, axis=0), axis=0)
        reached = np.concatenate([np.zeros((1, *reached.shape[1:])), steps])
    return np.asarray(reached[-1])
