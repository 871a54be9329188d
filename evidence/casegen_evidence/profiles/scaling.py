"""Two tables that were each scaled by themselves: whatever had shifted between them is gone.

Numbers of a sample hardly ever meet what a scaling makes of it (a mean of 0, a largest value of 1), and those of two
samples less: one column is enough where it has many digits, so that its ends are met by no chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.overlap import steps

Array = NDArray[np.float64]
EXACT = 1e-4
"""so near do mean and deviation of a standardised column come to 0 and 1, after rounding; those of a sample hardly do"""
LEAST_ROWS = 20
MOST_AT_AN_END = 0.3
"""rows at most that chance brings to a step of a column's last digit, from which on one column says something"""
MOST_COLUMNS = 100
"""wider rows are pictures, whose pixels end where their numbers do"""
ENDS = ((0.0, 1.0), (-1.0, 1.0), (0.0, 255.0), (0.0, 100.0))


class _Scaling(NamedTuple):
    """What a scaling makes of a column, and how many columns it takes to tell it from chance."""

    how: str
    made: Callable[[Array], bool]
    fewest: int = 1


def scaled_apart(one: Array, other: Array, names: Sequence[str]) -> str:
    """Why two tables (rows, columns) look scaled each by itself, in words; empty where they do not."""
    if min(len(one), len(other)) < LEAST_ROWS:
        return ""
    for scaling in (_STANDARDISED, _STRETCHED[0]):
        if all(scaling.made(column) for table in (one, other) for column in table.T):
            return _words("every column", scaling.how)
    if one.shape[1] > MOST_COLUMNS:
        return ""
    precise = [k for k in range(one.shape[1]) if _many_digits(one[:, k]) and _many_digits(other[:, k])]
    for scaling in (_BY_RANKS, _STANDARDISED, *_STRETCHED, _ROBUST, _BY_LARGEST):
        looked_at = range(one.shape[1]) if scaling is _BY_RANKS else precise
        at = [k for k in looked_at if scaling.made(one[:, k]) and scaling.made(other[:, k])]
        if len(at) >= scaling.fewest:
            more = f" (and {len(at) - 1} more)" if len(at) > 1 else ""
            return _words(f"column {names[at[0]]}{more}", scaling.how)
    numbered = [k for k in range(one.shape[1]) if _whole_ranks(one[:, k]) and _whole_ranks(other[:, k])]
    return _words(f"{len(numbered)} columns", "hold the ranks of their rows") if len(numbered) > 1 else ""


def _words(which: str, how: str) -> str:
    return (
        f"in both tables {which} {how}: each was scaled by itself, which takes out what operation differs by"
    )


def _many_digits(x: Array) -> bool:
    """Whether hardly any row meets a certain step of the last digit by chance."""
    width = float(np.ptp(x))
    return width > 0 and len(x) * float(steps(x[:, None])[0]) < MOST_AT_AN_END * width


def _standardised(x: Array) -> bool:
    return abs(float(x.mean())) < EXACT and any(abs(float(x.std(ddof=k)) - 1) < EXACT for k in (0, 1))


def _stretched(low: float, high: float) -> Callable[[Array], bool]:
    """One row at either end; columns that end there by nature have many."""

    def made(x: Array) -> bool:
        ends = float(x.min()), float(x.max())
        return ends == (low, high) and all(int((x == end).sum()) == 1 for end in ends)

    return made


def _robust(x: Array) -> bool:
    low, middle, high = np.quantile(x, [0.25, 0.5, 0.75])
    return abs(float(middle)) < EXACT and abs(float(high - low) - 1) < EXACT


def _by_largest(x: Array) -> bool:
    """The largest in size is 1, in one row; a share may reach 1 too, so that one such column says nothing."""
    size = np.abs(x)
    return float(size.max()) == 1 and int((size == 1).sum()) == 1 and float(x.min()) not in (-1.0, 0.0)


def _by_ranks(x: Array) -> bool:
    """Even steps from one end to the other, which are shares of the rows."""
    apart = np.diff(np.sort(x))
    even = float(np.ptp(apart)) < 0.1 * float(apart.mean())
    return even and any(abs(float(apart.mean()) * (len(x) + k) - 1) < 0.1 / len(x) for k in (-1, 0, 1))


def _whole_ranks(x: Array) -> bool:
    """The numbers of the rows from 0 or 1 on, in any order; one such column may count them."""
    first = float(x.min())
    return first in (0.0, 1.0) and bool(np.array_equal(np.sort(x), first + np.arange(len(x))))


_STANDARDISED = _Scaling("has mean 0 and standard deviation 1", _standardised)
_STRETCHED = tuple(
    _Scaling(f"goes from just {low:g} to just {high:g}", _stretched(low, high)) for low, high in ENDS
)
_ROBUST = _Scaling("has median 0 and quartiles that are 1 apart", _robust)
_BY_RANKS = _Scaling("has even steps from its least to its largest value, as ranks have", _by_ranks)
_BY_LARGEST = _Scaling("has 1 as its largest value", _by_largest, fewest=2)
