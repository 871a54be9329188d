"""Mean times between failures beside a record, and the failures that they were worked out from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.copies import as_numbers

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

Array = NDArray[np.float64]
_SHORT = {"mtbf", "mttf", "mtbo", "mttff", "mcbf"}
"""names of the mean time, or number of demands, between failures"""
_LONG = ({"mean", "between", "failures"}, {"mean", "time", "to", "failure"}, {"average", "between", "failures"},
         {"mittlere", "zwischen", "ausfällen"}, {"mittlere", "zwischen", "ausfälle"})  # fmt: skip
_PLANNED = {
    "design", "designed", "spec", "specified", "specification", "sheet", "datasheet", "predicted", "required",
    "requirement", "target", "goal", "rated", "nominal", "manufacturer", "catalogue", "catalog", "guaranteed", "claimed",
    "assumed", "expected", "handbook", "soll", "ziel", "datenblatt", "hersteller", "theoretical", "calculated",
}  # fmt: skip
"""words of a mean time that nobody observed"""
LEVELS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 0.95, 0.975, 0.99)
"""confidences of lower limits of a mean time that are customary"""
CERTAIN = 1e-4
"""chance of as few failures as were counted, or of as many means that fit by accident, below which a sign stands"""
CALENDAR = (10, 24)
"""sizes that are multiples of one of these are round, or days: a mean that divides them may be of a data sheet"""


def names_mean_time(name: str) -> bool:
    """Whether a column's name says that it holds a mean time, or number of demands, between failures.

    >>> [names_mean_time(name) for name in ("mtbf_h", "Mean time between failures [h]", "time between failures")]
    [True, True, False]
    """
    words = set(parts(name))
    return bool(words & _SHORT) or any(long <= words for long in _LONG)


def planned(name: str) -> bool:
    """Whether a mean time is one of a design or a data sheet by its name."""
    return bool(set(parts(name)) & _PLANNED)


def mean_times(cells: Cells) -> Array | None:
    """The column's mean times between failures, above 0; None where it holds anything else."""
    values = as_numbers(cells)
    return None if values is None or not names_mean_time(cells.spelled) or np.any(values <= 0) else values


def divided(values: Array, half: Array, sizes: Array) -> Array | None:
    """Failures ``(n,)`` by which ``sizes`` may have been divided to give the mean times ``values``; None where by none.

    Size over a whole number is the mean, within ``half`` a unit of its last digit, in all rows.
    """
    whole = np.rint(sizes / values)
    fits = np.all(whole >= 1) and np.all(np.abs(sizes / np.maximum(whole, 1) - values) <= half * (1 + 1e-9))
    return whole if fits else None


def by_accident(values: Array, half: Array, sizes: Array, whole: Array) -> bool:
    """Whether mean times may divide their sizes by accident: round ones, and sizes of whole days, tell nothing."""
    telling = ~np.any([sizes % step == 0 for step in CALENDAR], axis=0)
    chance = np.where(telling, np.minimum(1.0, 2 * whole * half / values), 1.0)
    return float(np.prod(chance)) >= CERTAIN


def more_than(counts: Array, whole: Array) -> bool:
    """Whether means were worked out from more failures, ``whole``, than the ``counts`` of their rows.

    One more in each row is none: ``size / (failures + 1)`` is an estimate, and ``size / 1`` that without failures.

    >>> [more_than(np.array([0, 2]), np.array(w)) for w in ([1, 2], [1, 3], [2, 2], [1, 4])]
    [False, False, True, True]
    """
    failed = counts > 0
    plain = bool(np.any(failed & (whole == counts)))
    return bool(np.any(whole > np.where(failed & plain, counts, counts + 1)))


def lower_limits(values: Array, half: Array, sizes: Array, counts: Array) -> bool:
    """Whether the mean times are lower limits at a customary confidence, by the chi-squared distribution."""
    from scipy.stats import chi2

    limits = [2 * sizes / chi2.ppf(level, 2 * counts + 2) for level in LEVELS]
    return any(bool(np.all(np.abs(limit - values) <= half * (1 + 1e-9))) for limit in limits)


def halves(cells: Cells) -> Array:
    """Half a unit of the last digit that is written and not 0, of each row."""
    codes, words = cells.words()
    return np.array([0.5 * _unit(word) for word in words])[codes]


def _unit(word: str) -> float:
    """The place of the last digit of a number as it is written that is not 0: the rounding that it shows.

    >>> [_unit(word) for word in ("6400", "6437", "6436.50", "6.4e3")]
    [100.0, 1.0, 0.1, 100.0]
    """
    head, _, power = word.strip().casefold().partition("e")
    digits = head.lstrip("+-")
    whole, _, behind = digits.partition(".")
    behind = behind.rstrip("0")
    place = -len(behind) if behind else len(whole) - len(whole.rstrip("0"))
    return float(f"1e{place + int(power or 0)}")
