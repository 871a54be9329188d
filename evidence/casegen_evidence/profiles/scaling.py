"""Two tables that were each scaled by themselves: whatever had shifted between them is gone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
EXACT = 1e-4
"""so near do mean and deviation of a standardised column come to 0 and 1, after rounding; those of a sample hardly do"""
LEAST_ROWS = 20
REASON = (
    "in both tables every column {how}: each was scaled by itself, which takes out what operation differs by"
)


def scaled_apart(one: Array, other: Array) -> str:
    """Why two tables (rows, columns) look scaled each by itself, in words; empty where they do not."""
    if min(len(one), len(other)) < LEAST_ROWS:
        return ""
    for test, how in (
        (_standardised, "has mean 0 and standard deviation 1"),
        (_stretched, "goes from just 0 to just 1"),
    ):
        if test(one) and test(other):
            return REASON.format(how=how)
    return ""


def _standardised(x: Array) -> bool:
    near = [abs(float(x.std(axis=0, ddof=k).max()) - 1) < EXACT for k in (0, 1)]
    low = [abs(float(x.std(axis=0, ddof=k).min()) - 1) < EXACT for k in (0, 1)]
    return bool(np.all(np.abs(x.mean(axis=0)) < EXACT)) and any(
        a and b for a, b in zip(near, low, strict=True)
    )


def _stretched(x: Array) -> bool:
    """Each column has one row at 0 and one at 1; columns that end there by nature have many."""
    return bool(
        np.all(x.min(axis=0) == 0)
        and np.all(x.max(axis=0) == 1)
        and np.all((x == 0).sum(axis=0) == 1)
        and np.all((x == 1).sum(axis=0) == 1)
    )
