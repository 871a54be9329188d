"""Features that hold the class in a code: its tens, its remainder, its last digit, two of them, or a sum of several.

A measurement may separate classes; it does not do so by its digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
FEW = 10
"""values that a feature takes at most to be looked at together with another one"""
EACH = 10
"""rows that every value of a code has at least on average"""
MODULI = (*range(2, 17), 20, 32, 50, 64, 100, 128, 256, 1000)
MOST_PAIRS = 200
NOTHING_WITHIN = 1e-3
"""share of the variance of a sum of features within the classes below which the sum is the class, rounded"""
MOST_SUMMED = 40
HEAD = 100
"""rows of which a few nearly always show that a feature is no code"""


def coded(values: Array, labels: Labels) -> str:
    """Why the digits of a feature are a code of the class; empty where they are none."""
    n, classes = len(values), int(labels.max()) + 1
    distinct = np.unique(values)
    if n < EACH * classes or classes < 2 or len(distinct) < 2 * classes:
        return ""
    whole = bool(np.all(values == np.round(values)))
    for unit in (10.0, 100.0, 1000.0, 10_000.0):
        parts: Array = np.floor(values / unit)
        if (whole or classes > 2) and _one_to_one(parts, labels) and np.ptp(parts) <= 2 * classes:
            return f"has one whole number of {unit:g}s for each class"
    step = _step(distinct)
    if not step:
        return ""
    counted: Array = np.round(values / step)
    for modulus in MODULI:
        rest = np.mod(counted, modulus)
        if (
            len(distinct) >= 2 * modulus
            and _tells(rest, labels)
            and not _tells(np.floor(counted / modulus), labels)
        ):
            return f"has remainders by {modulus * step:g} that tell the class"
    return ""


def coded_together(points: Array, labels: Labels, names: Sequence[str]) -> str:
    """Which features of few values, two or three, tell the class together and fewer do not; empty where none do."""
    few = {k: v for k in range(points.shape[1]) if 1 < len(v := np.unique(points[:, k])) <= FEW}
    kinds = {k: np.searchsorted(v, points[:, k]).astype(np.float64) for k, v in few.items()}
    single = [k for k in kinds if not _tells(kinds[k], labels)]
    for size in (2, 3):
        for chosen in list(combinations(single, size))[:MOST_PAIRS]:
            joint: Array = np.zeros(len(labels))
            for k in chosen:
                joint = joint * (FEW + 1.0) + kinds[k]
            if _tells(joint, labels):
                said = ", ".join(names[k] for k in chosen)
                return f"{said}, of few values each, tell the class together and none of them by itself"
    return ""


def summed(points: Array, labels: Labels, names: Sequence[str]) -> str:
    """Which features have a weighted sum that is constant within every class, though none of them is; empty if none do.

    So are an answer and its residual, or the scores of a principal component analysis that had the label among its
    columns.  The sum is the linear discriminant (Fisher 1936) with the least variance within the classes.
    """
    n, free = len(labels), np.flatnonzero(np.ptp(points, axis=0) > 0)
    classes = int(labels.max()) + 1
    if not 2 <= len(free) <= MOST_SUMMED or n < 2 * EACH * (len(free) + classes):
        return ""
    z: Array = (points[:, free] - points[:, free].mean(axis=0)) / points[:, free].std(axis=0)
    counts = np.maximum(np.bincount(labels, minlength=classes), 1)
    means = np.stack([np.bincount(labels, column, classes) / counts for column in z.T], axis=1)
    inside = z - means[labels]
    size, axes = np.linalg.eigh(z.T @ z / n)
    kept = size > 1e-8 * size[-1]  # a feature that is the sum of others adds no direction
    whitened: Array = axes[:, kept] / np.sqrt(size[kept])
    within, directions = np.linalg.eigh(whitened.T @ (inside.T @ inside / n) @ whitened)
    if within[0] > NOTHING_WITHIN:
        return ""
    weights = np.abs(whitened @ directions[:, 0])
    summands = free[np.flatnonzero(weights > 0.02 * weights.max())]
    if len(summands) < 2:
        return ""
    said = ", ".join(names[k] for k in summands[:4].tolist()) + (", …" if len(summands) > 4 else "")
    return f"{said} have a weighted sum that takes one value in each class, and none of them does by itself"


def _step(distinct: Array) -> float:
    """The decimal step of which all values are multiples, where they take a good part of its multiples; else 0."""
    for digits in range(7):
        scaled = distinct * 10.0**digits
        if bool(np.all(np.abs(scaled - np.round(scaled)) < 1e-6)):
            return float(10.0**-digits)
    return 0.0


def _tells(kinds: Array, labels: Labels) -> bool:
    """Whether every one of ``kinds`` has rows of one class only, in number enough that this is no chance."""
    if not _pure(kinds[:HEAD], labels[:HEAD]):
        return False
    distinct = len(np.unique(kinds))
    return distinct > 1 and len(labels) >= EACH * distinct and _pure(kinds, labels)


def _pure(kinds: Array, labels: Labels) -> bool:
    order = np.lexsort((labels, kinds))
    same = np.diff(kinds[order]) == 0
    return not bool(np.any(np.diff(labels[order])[same]))


def _one_to_one(kinds: Array, labels: Labels) -> bool:
    return len(np.unique(kinds)) == int(labels.max()) + 1 and _tells(kinds, labels)
