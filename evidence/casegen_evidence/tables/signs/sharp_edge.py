"""Confidences that stop at a round value although those above it let expect many below: a test with a stated chance.

So do margins of the two largest probabilities, and entropies above which the rows are missing.

The density of a confidence goes on below any value above 1/K, the least that the largest of K probabilities can be.  How
many rows lie below is extrapolated from those just above, with the steepest slope that these allow; none below is then
as likely as a Poisson variable of that mean is 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
CHANCE = 1e-6
"""chance of no row below from which on the rows below were left out"""
STEEPER = 2.0
"""standard errors that are added to the slope of the density"""
FEWEST_ROWS, GROWTH = 12, 1.5
"""rows of the first window above the edge, and how many times more each next one has"""
ROOM = 0.5
"""a window is no wider than this share of the room between 1/K and the edge, else it says nothing of that room"""
EMPTY = 3.0
"""rows expected between the edge and the least value from which on the values do not stop at that edge"""
DISTINCT, MOST_DIGITS = 8, 6
NEAREST = 0.02
"""distance above 1/K below which an edge is the natural end"""
SCALES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4)
"""parts of the range next to the end that are held against the same part before it"""
WIDEST, GATHERED = 4.0, 2.5
"""units of the last digit that such a part has at least; standard deviations more from which on rows gather at the end"""
FAR = 0.1
"""share of the largest entropy within which the end of sharp networks lies below that of equal probabilities"""
PARTS = ((0.25, 1.0), (0.1, 1.0))
"""parts of a window next to the edge, with the standard deviations by which fewer rows than expected may be there"""


def sharp_edge(values: Array, classes: int) -> float:
    """The round value at which ``values`` ``(rows,)`` from 0 to 1 stop though many are expected below; 0 for none.

    >>> rng = np.random.default_rng(0)
    >>> sure = 1 - 0.5 * rng.beta(0.5, 2, 4000)
    >>> sharp_edge(sure, 2), float(round(sharp_edge(sure[sure > 0.8], 2), 3))
    (0.0, 0.8)
    """
    return _edge_above(values, 1 / classes)


def margin_edge(margins: Array) -> float:
    """The round value at which ``margins`` ``(rows,)`` of the two largest probabilities stop; 0 for none.

    >>> near = np.random.default_rng(0).beta(1, 0.7, 4000)
    >>> margin_edge(near), margin_edge(near[near > 0.3])
    (0.0, 0.3)
    """
    return _edge_above(margins, 0.0)


def _edge_above(values: Array, end: float) -> float:
    low, high = float(values.min()), float(values.max())
    if low <= 0 or high > 1 or high == low:
        return 0.0
    edge = _round_value_below(low)
    if edge <= end + NEAREST:
        return 0.0
    return edge if expected_below(values, edge, end) > -np.log(CHANCE) else 0.0


def entropy_edge(entropies: Array, classes: int) -> float:
    """The round value above which ``entropies`` ``(rows,)`` of ``classes`` probabilities were left out; 0 for none.

    Their unit is not known: the largest entropy possible is the least of those of a share, of nats and of bits that they
    do not exceed.  Where they end at that of some equal probabilities, such as ln 2, or gather at their end, they may end
    there by themselves.

    >>> rng = np.random.default_rng(0)
    >>> unsure = 1.08 * rng.beta(0.5, 1, 4000)
    >>> entropy_edge(unsure, 3), entropy_edge(unsure[unsure < 0.6], 3), entropy_edge(unsure[unsure < 0.69], 3)
    (0.0, 0.6, 0.0)
    """
    high, low = float(entropies.max()), float(entropies.min())
    largest = [m for m in (1.0, np.log(classes), np.log2(classes)) if m >= high]
    edge = float(np.ceil(high * 20 - 1e-9)) / 20
    if low < 0 or high == low or not largest or edge > min(largest) - NEAREST:
        return 0.0
    if ends_naturally(high, edge, classes) or _gathers(entropies):
        return 0.0
    above = float(np.ceil(min(largest)))  # a whole number keeps the digits
    many = expected_below(above - entropies, above - edge, above - float(min(largest)))
    return edge if many > -np.log(CHANCE) else 0.0


def ends_apart(entropies: Array, classes: int) -> bool:
    """Whether entropies end far from those of equal probabilities, and do not gather at their end."""
    high = float(entropies.max())
    natural = _natural(classes)
    return not bool(np.any((natural > high - NEAREST) & (natural < high + FAR * high))) and not _gathers(
        entropies
    )


def ends_naturally(high: float, edge: float, classes: int) -> bool:
    """Whether the entropy of some equal probabilities lies between the largest entropy and an ``edge`` above it."""
    natural = _natural(classes)
    return bool(np.any((natural > high - NEAREST) & (natural < edge + NEAREST)))


def _natural(classes: int) -> Array:
    equal = np.log(np.arange(2, classes + 1))
    return np.concatenate([equal, equal / np.log(2), equal / np.log(classes)])


def _gathers(values: Array) -> bool:
    """Whether the largest ``values`` gather at their end, as entropies of a few classes that are nearly as likely do."""
    high, low, width = float(values.max()), float(values.min()), _step(values)
    for part in SCALES:
        near = part * (high - low)
        last = int((values > high - near).sum())
        before = int((values > high - 2 * near).sum()) - last
        if near >= WIDEST * width and last - before > GATHERED * (last + before) ** 0.5:
            return True
    return False


def _round_value_below(low: float) -> float:
    """The largest multiple of a twentieth at or below ``low``; of a hundredth from .9 on, of a thousandth from .99 on."""
    steps = [20] + [100] * (low >= 0.9) + [1000] * (low >= 0.99)
    return max(float(np.floor(low * step + 1e-9)) / step for step in steps)


def expected_below(values: Array, edge: float, end: float) -> float:
    """The most rows that any window above ``edge`` lets expect between ``end`` and ``edge``, by a log-linear density.

    A window in which the rows next to the edge are fewer than its density says counts for nothing: they thin out.
    """
    width = _step(values)
    above = _spread(np.sort(values), width) - edge
    most, rows = 0.0, FEWEST_ROWS
    while rows <= len(above):
        window = float((above[rows - 1] + above[rows]) / 2 if rows < len(above) else above[-1])
        if window > ROOM * (edge - end):
            break
        u = above[:rows] / window
        rows_here, rows = rows, int(rows * GROWTH)
        if window < DISTINCT * width:
            continue
        slope, information = slope_of(float(u.mean()))
        steepest = max(slope, 0.0) + STEEPER / float(np.sqrt(information * rows_here))
        at_edge = rows_here * steepest / np.expm1(steepest)
        halved = (
            0.5 * at_edge * width / window
        )  # the lowest value may stand for half of the room of the others
        expected = [at_edge / steepest * np.expm1(steepest * part) - halved for part, _ in PARTS]
        if all(
            (u < part).sum() >= many - slack * np.sqrt(max(many, 0.0))
            for (part, slack), many in zip(PARTS, expected, strict=True)
        ):
            most = max(most, float(at_edge / steepest * -np.expm1(-steepest * (edge - end) / window)))
    return most


def _step(values: Array) -> float:
    """The unit of the last digit in which ``values`` are written; 0 beyond :data:`MOST_DIGITS` digits."""
    for digits in range(1, MOST_DIGITS + 1):
        if np.allclose(values, np.round(values, digits), rtol=0, atol=1e-9):
            return float(10.0**-digits)
    return 0.0


def _spread(ordered: Array, width: float) -> Array:
    """Sorted values, those that were rounded to the same one spread evenly over the ``width`` above it."""
    if not width:
        return ordered
    _, first, counts = np.unique(ordered, return_index=True, return_counts=True)
    place = (np.arange(len(ordered)) - np.repeat(first, counts) + 0.5) / np.repeat(counts, counts)
    spread: Array = ordered + width * place
    return spread


def slope_of(mean: float) -> tuple[float, float]:
    """The slope b of a density proportional to exp(b u) on 0 to 1 with this ``mean``, and the information of one row.

    >>> [round(v, 3) for v in slope_of(0.5)], round(slope_of(0.6)[0], 2)
    ([0.0, 0.083], 1.23)
    """
    slope, information = 12 * (mean - 0.5), 1 / 12
    for _ in range(40):
        if abs(slope) < 1e-3:
            at, information = 0.5 + slope / 12, 1 / 12
        else:
            fall = np.exp(-abs(slope))
            at = 1 / (1 - fall) - 1 / abs(slope)
            at = at if slope > 0 else 1 - at
            information = 1 / slope**2 - fall / (1 - fall) ** 2
        slope = float(np.clip(slope - np.clip((at - mean) / information, -5, 5), -60, 60))
    return slope, float(information)
