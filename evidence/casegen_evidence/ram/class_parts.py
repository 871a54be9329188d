"""Features of whole numbers that stand for parts of the classes: codes of parts, and numbers of blocks of sorted rows.

A measurement that separates classes does so at thresholds.  Whole numbers that each belong to one class, in an order that
thresholds do not give, are codes.  Where one class lies between two parts of another, a measurement may do so, too, such
as a number of floors; a person has to say which it is.
"""

from __future__ import annotations

from math import comb, prod

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
EACH = 10
"""rows that each number of a code has on average"""
FEW_PARTS = (4, 6)
"""different numbers at least and at most of which one class between two parts of another is a doubt: weekdays, months and
hours have more, and low, good and high are three"""
FEWEST_OF_CLASS = 10
"""rows of each class, and in each number half of them, below which chance may keep the numbers apart"""
FEWEST_BLOCKS = 4
CHANCE = 1e-4
"""that blocks of values as they were measured are equally long, of which each two are so with about .3 over the root of
their length"""
LEVELS = 40
"""blocks up to which they may be the levels of a plan, if all are equally long and each is of one class"""
ORDERS = 20.0
"""orders of the rows of a block of two classes, of which one is sorted by class, from which on this is no chance"""


def parts_of_classes(values: Array, labels: Labels) -> str:
    """Codes of parts of the classes: few whole numbers, each of one class, in no order that a measurement would have."""
    owner = _owners(values, labels)
    if owner is None:
        return ""
    classes = int(labels.max()) + 1
    if len(owner) < classes or int((np.diff(owner) != 0).sum()) < classes + 1:
        return ""
    return f"has {len(owner)} whole numbers, each of which stands for one class"


def parts_around(values: Array, labels: Labels) -> str:
    """The same of few numbers, where one class lies between two parts of another: a doubt; empty where there is none.

    Numbers on both sides of zero have a sign: a class may be what is near zero.
    """
    owner = _owners(values, labels)
    classes = int(labels.max()) + 1
    if owner is None or not FEW_PARTS[0] <= len(owner) <= FEW_PARTS[1] or values.min() < 0:
        return ""
    rows = np.unique(values, return_counts=True)[1]
    few = min(int(np.bincount(labels, minlength=classes).min()), 2 * int(rows.min())) < FEWEST_OF_CLASS
    if few or int((np.diff(owner) != 0).sum()) != classes:
        return ""
    return f"has {len(owner)} whole numbers, each of one class, and those of one class lie on both sides of another's"


def blocks_of_rows(values: Array, labels: Labels) -> str:
    """Why a feature numbers blocks of the rows, which are sorted by class, in whole numbers; empty where it does not.

    The blocks are equally long, except those at the ends of the rows of a class.  Up to :data:`LEVELS` blocks that are
    all equally long, each of one class, may be the levels of a plan.
    """
    n, classes = len(values), int(labels.max()) + 1
    turns = np.flatnonzero(np.diff(labels)) + 1
    if n < 20 or classes < 2 or len(turns) != classes - 1 or not bool(np.all(values == np.round(values))):
        return ""
    starts = np.r_[0, np.flatnonzero(np.diff(values)) + 1]
    blocks = len(starts)
    followed = np.ptp(values) + 1 == blocks == len(np.unique(values))  # in any order of the blocks
    if not followed or blocks < FEWEST_BLOCKS or 2 * blocks > n:
        return ""
    rows = np.diff(np.r_[starts, n])
    full, most = rows == rows.max(), int(rows.max())
    ends = np.r_[0, turns, n]
    at_an_end = np.isin(starts, ends) | np.isin(starts + rows, ends)
    inside = [turns[(turns > s) & (turns < s + m)] - s for s, m in zip(starts, rows, strict=True)]
    pure = np.array([not len(one) for one in inside])
    if (0.3 * most**-0.5) ** (int(full.sum()) - 1) > CHANCE or not bool(np.all(full | (at_an_end & pure))):
        return ""
    orders = prod(comb(most, int(turn)) for one in inside for turn in one)
    if full.all() and orders < ORDERS and blocks <= LEVELS:
        return ""
    return f"numbers {blocks} blocks of {most} rows in the order of the rows, which are sorted by class"


def _owners(values: Array, labels: Labels) -> Labels | None:
    """The class of each of few whole numbers, ascending; None where some are no whole numbers or of several classes."""
    distinct, index = np.unique(values, return_inverse=True)
    if (
        len(distinct) < 2
        or len(values) < EACH * len(distinct)
        or not bool(np.all(values == np.round(values)))
    ):
        return None
    own = np.zeros((len(distinct), int(labels.max()) + 1), dtype=np.int64)
    np.add.at(own, (index.reshape(-1), labels), 1)
    return None if np.any((own > 0).sum(axis=1) > 1) else own.argmax(axis=1)
