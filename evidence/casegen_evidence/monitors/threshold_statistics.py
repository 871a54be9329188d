"""A stated threshold that is a statistic of the evaluated scores: mean and deviations, quantiles, the best cut.

Each statistic is one number.  How seldom a threshold from elsewhere meets it by chance follows from its digits, and those
of the scores, in the spread of the scores.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.overlap import steps

Array = NDArray[np.float64]
Rows = NDArray[np.bool_]
FEWEST = 30
"""rows from which on their statistics are irregular numbers"""
DIGITS = 6
"""significant digits of a threshold from which on it is compared"""
NEAR, COARSE = 1e-5, 2e-4
"""standard deviations that a threshold's last digit is worth at most, and that a digit of the scores may be worth where a
statistic is made of one or two of them"""
EQUAL = 1e-9
"""standard deviations up to which two numbers are one, computed in another order"""
TIMES = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0)
NORMAL = (1.4826, 1.0)
"""by which a median absolute deviation is multiplied: as that of a normal distribution, or not at all"""
FENCES = (1.5, 3.0)
"""how many distances of the quartiles beyond them Tukey's fences are"""
QUANTILES = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.975, 0.98, 0.99, 0.995, 0.999)
ALL = np.unique(np.round([*QUANTILES, *(1 - np.array(QUANTILES))], 6))
"""shares at which quantiles are taken, from either end"""
HOW: tuple[Literal["linear", "lower", "higher", "median_unbiased"], ...] = (
    "linear",
    "lower",
    "higher",
    "median_unbiased",
)
BESIDE = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9)
"""how far beside a score people put a threshold that is to be just above or below it, added or as a share of it"""


def statistic_of(scores: Array, hazardous: Rows, threshold: float) -> str:
    """Which statistic of ``scores`` ``(n,)`` the ``threshold`` is to its last digit, in words; empty for none.

    ``hazardous`` ``(n,)`` says which rows the threshold is to part from the others.
    """
    spread, digit = float(np.std(scores)), _last_digit(threshold)
    if len(scores) < FEWEST or not spread > 0 or not 0 < digit <= NEAR * spread:
        return ""
    within = max(digit / 2 * (1 + 1e-6), EQUAL * spread)
    of_all = [(name, at) for name, at in _parts(hazardous) if at.sum() >= FEWEST]
    for name, at in of_all:
        for words, value in _moments(scores[at]):
            if abs(value - threshold) <= within:
                return f"{words} of the scores{name}"
    if float(steps(scores[:, None])[0]) > COARSE * spread or 2 * len(np.unique(scores)) < len(scores):
        return ""  # scores of few digits, and so their quantiles, meet those of other rows
    for name, at in of_all:
        for how in HOW:
            met = np.abs(np.quantile(scores[at], ALL, method=how) - threshold) <= within
            if met.any():
                return f"the {ALL[int(met.argmax())]:g} quantile of the scores{name}"
    for name, at in of_all:
        for words, value in _robust(scores[at]):
            if abs(value - threshold) <= within:
                return f"{words} of the scores{name}"
    for words, value in _cuts(scores, hazardous):
        if abs(value - threshold) <= within:
            return words
    return ""


def _last_digit(threshold: float) -> float:
    """What the last digit of ``threshold`` as it is written is worth; 0 where it has fewer than :data:`DIGITS`."""
    mantissa, _, exponent = f"{threshold:.14g}".partition("e")
    whole, _, behind = mantissa.lstrip("-").partition(".")
    if len((whole + behind).lstrip("0")) < DIGITS or not behind:
        return 0.0
    return float(10.0 ** (int(exponent or 0) - len(behind)))


def _parts(hazardous: Rows) -> Iterator[tuple[str, Rows]]:
    yield "", np.ones(len(hazardous), dtype=bool)
    yield " of the harmless rows", ~hazardous
    yield " of the hazardous rows", hazardous


def _moments(scores: Array) -> Iterator[tuple[str, float]]:
    mean = float(scores.mean())
    yield "the mean", mean
    for spread in (float(scores.std()), float(scores.std(ddof=1))):
        for times in TIMES:
            many = f"{times:g} standard {'deviation' if times == 1 else 'deviations'}"
            yield f"the mean plus {many}", mean + times * spread
            yield f"the mean minus {many}", mean - times * spread


def _robust(scores: Array) -> Iterator[tuple[str, float]]:
    """Medians and quartiles with multiples of how far the scores lie from or between them."""
    low, median, high = (float(q) for q in np.quantile(scores, (0.25, 0.5, 0.75)))
    apart = float(np.median(np.abs(scores - median)))
    for factor in NORMAL:
        for times in TIMES:
            many = f"{times:g} times {factor:g} median absolute deviations"
            yield f"the median plus {many}", median + times * factor * apart
            yield f"the median minus {many}", median - times * factor * apart
    for times in FENCES:
        yield (
            f"the upper quartile plus {times:g} times its distance to the lower one",
            high + times * (high - low),
        )
        yield (
            f"the lower quartile minus {times:g} times its distance to the upper one",
            low - times * (high - low),
        )


def _cuts(scores: Array, hazardous: Rows) -> Iterator[tuple[str, float]]:
    """Scores at which rows part best, and numbers next to them; those at the ends of the scores say nothing."""
    if not hazardous.any() or hazardous.all():
        return
    cuts = [
        ("the least score of a hazardous row", scores[hazardous].min()),
        ("the largest score of a harmless row", scores[~hazardous].max()),
        *_best(scores, hazardous),
    ]
    low, high = scores.min(), scores.max()
    for words, value in cuts:
        if not low < value < high:
            continue
        yield words, float(value)
        for apart in BESIDE:
            for other in (value - apart, value + apart, value * (1 - apart), value * (1 + apart)):
                yield f"next to {words}", float(other)
        yield f"next to {words}", float(value * 0.99)


def _best(scores: Array, hazardous: Rows) -> Iterator[tuple[str, float]]:
    """The two scores next to the best cut, and their middle, by Youden's index, the accuracy and F1."""
    order = np.argsort(scores, kind="stable")
    ordered, bad = scores[order], hazardous[order].astype(float)
    above, harmless_above = bad.sum() - np.cumsum(bad), (1 - bad).sum() - np.cumsum(1 - bad)
    total, others = bad.sum(), (1 - bad).sum()
    between = np.flatnonzero(np.diff(ordered) > 0)
    if not len(between):
        return
    merits = {
        "Youden's index": above / total - harmless_above / others,
        "the accuracy": above - harmless_above,
        "F1": 2 * above / (total + above + harmless_above),
    }
    for name, merit in merits.items():
        best = float(merit[between].max())
        for k in between[merit[between] >= best - 1e-12].tolist()[:5]:
            for value in (ordered[k], (ordered[k] + ordered[k + 1]) / 2, ordered[k + 1]):
                yield (
                    f"the score, or the middle of two, at which {name} of the evaluated rows is best",
                    float(value),
                )
