"""Places that recur along a feature, each piece too small for windows: nights of a time stamp, every second channel."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.profiles.permutations import PERMUTATIONS, Labels, p_value
from casegen_evidence.profiles.two_sample import SAME

Array = NDArray[np.float64]
Index = NDArray[np.int64]
FEWEST_VALUES = 6
"""Columns of fewer values have nothing that recurs and windows do not see."""
BINS = 8192
"""Bins of a column between its outer rows; a period is at least four of them."""
OUTER = 1e-3
"""Share of the rows at each end whose distance does not count: one far row leaves the others a bin."""
PADDED = 2
"""Times the bins: periods that do not divide a column's range are not blurred."""
MOST_DECIMALS = 6
ON_GRID = 0.99
"""Share of a sample's values with so many decimals from which on it counts as rounded to them."""
LONG = BINS // 4
"""Periods in a column's range from which on only named ones are looked at."""
CALENDAR = (60, 1440, 10080)
"""An hour, a day and a week in minutes: what recurs in a long record of time stamps."""
MINUTES = (1 / 1440, 1 / 60, 1.0, 60.0, 6e4, 6e7, 6e10)
"""A minute in days, hours, minutes, seconds, and thousandths, millionths and billionths of a second."""
MOST_RESIDUES = 24
"""Whole numbers of a wide range are looked at by every number of steps up to this."""
MOST_WHOLE = 2.0**53
"""Whole numbers up to this are exact."""
HARMONICS = (1, 2, 4)
"""Numbers of harmonics that are summed: one for a half of each period, more for a small part of it."""
ENOUGH = 3
"""Permutations that reach the statistic after which no more are drawn: it rejects no more."""
CERTAIN = 1e-3
"""A bound of the p-value below which no permutation is drawn."""
TOGETHER = 16
"""Permutations that are transformed at once."""
ATOM, ATOM_OFTEN = 0.02, 5.0
"""A value is an atom that so large a share of the rows have, and so many times as many as have a value in the mean: a
chance difference of its share would raise the powers of all periods at once."""


@dataclass(frozen=True, slots=True)
class Recurring:
    """The period at which two samples differ most: ``p_value`` over all periods of all ``columns`` together."""

    p_value: float
    column: int
    period: float

    def difference(self, names: tuple[str, ...]) -> str:
        """The difference, in a sentence."""
        return (
            f"The largest difference: labelled points and operation differ in places that recur every "
            f"{self.period:.4g} of {names[self.column]}."
        )


def compare_recurring(
    first: Array, second: Array, rng: np.random.Generator, strata: tuple[Index, Index]
) -> tuple[Recurring, Recurring] | None:
    """Permutation tests that ``first`` (n, a) and ``second`` (N, a) share phases at every period; also in ``strata``.

    The statistic is the largest power of the difference of the two empirical characteristic functions over a column's
    frequencies, with their harmonics summed; rows at atoms (values that a large share of the rows have) are left out.
    The level is exact for strata fixed without these rows.  None where no column takes several values once it has no more
    decimals than either sample: what differs by rounding alone is one value.
    """
    coarse = {k: as_coarse(first[:, k], second[:, k]) for k in range(first.shape[1])}
    places = [_Column.of(x, k) for k, x in coarse.items() if len(np.unique(x)) >= FEWEST_VALUES]
    if not places:
        return None
    rows = len(first) + len(second)
    own = np.arange(rows) < len(first)
    none = np.zeros(rows, dtype=np.int64)
    apart, within = (_tested(places, own, stratum, rng) for stratum in (none, np.concatenate(strata)))
    return apart, within


def as_coarse(first: Array, second: Array) -> Array:
    """Both samples in one row, with no more decimals than either: another resolution is no other place.

    >>> as_coarse(np.array([0.1, 0.2]), np.array([0.1234, 0.16])).tolist()
    [0.1, 0.2, 0.1, 0.2]
    """
    pooled = np.concatenate([first, second])
    slack = min(1e-9, 1e-6 * float(np.ptp(pooled)))  # in a small unit all values are near 0
    for decimals in range(MOST_DECIMALS):
        if any(np.mean(np.isclose(x, x.round(decimals), 1e-6, slack)) >= ON_GRID for x in (first, second)):
            return np.asarray(pooled.round(decimals))
    return pooled


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of both samples: the bin of each row, the width of all bins, and ``waves`` (rows, f) of periods ``named``
    (f,) that are shorter than the bins show.  ``free`` (rows,) are those whose value is no atom."""

    number: int
    bins: Index
    width: float
    named: Array
    waves: NDArray[np.complex64]
    free: NDArray[np.bool_]

    @classmethod
    def of(cls, values: Array, number: int) -> _Column:
        low, high = np.quantile(values, [OUTER, 1 - OUTER], method="nearest")
        if low == high:
            low, high = values.min(), values.max()
        at = np.rint(np.clip((values - low) / ((high - low) or 1.0), 0.0, 1.0) * (BINS - 1))
        named = np.array([p for p in _named(values - values.min()) if (high - low) / p > LONG])
        angles = 2 * np.pi * np.mod(np.divide.outer(values - values.min(), named), 1.0)
        waves = np.exp(1j * angles).astype(np.complex64)
        width = float(high - low) * BINS / (BINS - 1)
        return cls(number, at.astype(np.int64), width, named, waves, ~_atoms(values))

    def residuals(self, flags: NDArray[np.bool_], labels: Labels) -> Array:
        """``flags`` (k, rows) of the first sample less what chance lets expect, given how many it has at each atom."""
        if self.free.all():
            return np.asarray(flags - labels.share)
        own: Array = flags.astype(float)
        for rows in labels.groups:
            free = rows[self.free[rows]]
            own[:, free] -= own[:, free].mean(axis=1, keepdims=True) if len(free) else 0.0
        own[:, ~self.free] = 0.0
        return own

    def surprise(self, flags: NDArray[np.bool_], labels: Labels) -> Array:
        """How improbable ``flags`` (k, rows) of the first sample are by chance at each period, in nats, the named ones
        last."""
        residuals = self.residuals(flags, labels)
        variance: Array = np.where(self.free, labels.share * (1 - labels.share), 0.0)
        if variance.sum() <= 0:
            return np.full((len(flags), 1), -np.inf)
        binned = _surprise(self.power(residuals) / variance.sum())
        spread = variance.sum() + np.abs(variance @ self.waves**2)  # every second step has one part, not two
        return np.concatenate([binned, np.abs(residuals @ self.waves) ** 2 / spread], axis=1)

    def power(self, residuals: Array) -> Array:
        """Squared moduli of the transforms of ``residuals`` (k, rows), ``(k, frequencies)``, of one cycle and more."""
        binned = np.zeros((len(residuals), BINS))
        for row, values in zip(binned, residuals, strict=True):
            row[:] = np.bincount(self.bins, weights=values, minlength=BINS)
        return np.asarray(np.abs(np.fft.rfft(binned, PADDED * BINS, axis=1)[:, PADDED:]) ** 2)

    def period(self, surprise: Array) -> float:
        """The period of the largest ``surprise`` (frequencies,)."""
        at, binned = int(surprise.argmax()), len(surprise) - len(self.named)
        return float(self.named[at - binned]) if at >= binned else self.width * PADDED / (at + PADDED)


def _tested(
    places: list[_Column], own: NDArray[np.bool_], stratum: Index, rng: np.random.Generator
) -> Recurring:
    labels = Labels(own, stratum, rng)
    if (labels.share * (1 - labels.share)).sum() <= 0:
        return Recurring(1.0, places[0].number, places[0].width)
    seen = [place.surprise(own[None], labels)[0] for place in places]
    largest = [float(s.max()) for s in seen]
    worst = int(np.argmax(largest))
    reached = largest[worst] - SAME

    chance = sum(s.size for s in seen) * len(HARMONICS) * float(np.exp(-reached))
    if chance >= CERTAIN:
        chance = p_value(
            (
                bool(value >= reached)
                for flags in labels.batches(PERMUTATIONS, TOGETHER)
                for value in np.max([place.surprise(flags, labels).max(axis=1) for place in places], axis=0)
            ),
            ENOUGH,
        )
    return Recurring(chance, places[worst].number, places[worst].period(seen[worst]))


def _atoms(values: Array) -> NDArray[np.bool_]:
    """Which rows ``(n,)`` have a value that a large share of them have, such as a sensor's end."""
    _, inverse, count = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray(
        (count > max(ATOM * len(values), ATOM_OFTEN * float(count.mean())))[inverse.reshape(-1)]
    )


def _named(values: Array) -> list[float]:
    """Periods that a column of ``values`` from 0 on may have, however many of them its range holds."""
    calendar = {minutes * unit / h for unit in MINUTES for minutes in CALENDAR for h in (1, 2)}
    whole = np.rint(values).astype(np.int64) if values.max() < MOST_WHOLE else np.zeros(0, np.int64)
    if not np.array_equal(whole, values):
        return sorted(calendar)
    turns = {Fraction(n, k) for n in range(2, MOST_RESIDUES + 1) for k in range(1, n // 2 + 1)}
    return sorted(calendar | {float(np.gcd.reduce(whole) * turn) for turn in turns})


def _surprise(power: Array) -> Array:
    """How improbable ``power`` (k, frequencies) of chance is, in nats: the most over sums of harmonics.

    Of chance each power is exponential with mean 1, and a sum of h of them has a gamma distribution.
    """
    from scipy.special import gammaincc

    # of one cycle and more: frequency f stands at f - PADDED, its harmonic h at h f - PADDED
    frequencies = np.arange(PADDED, power.shape[1] // 2 + PADDED)
    total = np.zeros((len(power), len(frequencies)))
    most = np.full_like(total, -np.inf)
    for h in range(1, max(HARMONICS) + 1):
        at = h * frequencies - PADDED
        inside = at < power.shape[1]
        total[:, inside] += power[:, at[inside]]
        if h in HARMONICS:
            nats = total if h == 1 else -np.log(np.maximum(gammaincc(h, total), 1e-300))
            most = np.maximum(most, np.where(inside, nats, -np.inf))
    return most
