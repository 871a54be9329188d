"""Rows that add up the others: a total in a table of counts would be counted twice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

_TOTAL = re.compile(
    r"\W*((grand|sub|over\s?all|running)[\s-]*)?(totals?|sum|summe|gesamt(summe)?|insgesamt|totale?s?|suma|overall|∑|σ)"
    r"(\W+(\d+|general|général|générale))?\W*",
    re.IGNORECASE,
)


def is_total(name: str) -> bool:
    """Whether a row's name says that it adds up others.

    >>> [is_total(n) for n in ("Total", "Grand total", "Σ", "Total station 4", "unit 3")]
    [True, True, True, False, False]
    """
    return _TOTAL.fullmatch(name) is not None


def adds_up(columns: Mapping[str, NDArray[np.float64]]) -> int | None:
    """Index of a last row that is, in every column, the sum of the rows above it, two or more; else None."""
    values: Sequence[NDArray[np.float64]] = list(columns.values())
    if not values or len(values[0]) < 3:
        return None
    last = len(values[0]) - 1
    above = [float(v[:last].sum()) for v in values]
    same = all(abs(float(v[last]) - a) <= 1e-9 * max(1.0, abs(a)) for v, a in zip(values, above, strict=True))
    telling = all(a > 0 for a in above) if last == 2 else any(a > 0 for a in above)
    return last if same and telling else None
