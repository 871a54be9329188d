"""Columns whose values stop where they should thin out: only answers above a confidence, or near ones, are there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.copies import as_numbers
from casegen_evidence.tables.signs.marks import names_rows, row_words
from casegen_evidence.tables.signs.sharp_edge import ends_apart, entropy_edge, margin_edge, sharp_edge

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

Array = NDArray[np.float64]
Truths = NDArray[np.bool_]
_SURENESS = {
    "confidence", "conf", "score", "prob", "proba", "probability", "certainty", "softmax", "confidences", "konfidenz",
    "iou", "overlap",
}  # fmt: skip
_OVERLAPS = {"iou", "overlap"}
_DOUBT = {"uncertainty", "unsicherheit", "unsureness"}
_ENTROPIES = {"entropy", "entropies", "entropie", "entropien"}
_MARGINS = {"margin", "margins"}
_ALSO_SCORES = {"scores", "anomaly", "logit"} | _ENTROPIES | _MARGINS
STEPS = 20.0
"""scores are chosen by a multiple of one in so many"""
EDGE = 0.05
"""share of the range of scores next to their least"""
AT_EDGE = 0.02
"""share of the rows there from which the scores stop instead of thinning out"""
WINDOW = 0.2
"""share of the range in which the form of a beginning is looked at"""
AT_TENTHS, ELSEWHERE = 2.5, 5.5
"""logarithm of a ratio of likelihoods: people cut at a half or at tenths above it; elsewhere more has to speak for it"""


def is_sureness(name: str) -> bool:
    """Whether a column holds by its name how sure a network or a monitor is."""
    return bool(row_words(name) & (_SURENESS | _DOUBT | _ALSO_SCORES))


def judge_cut(file: str, read: Sequence[Cells], beside: Sequence[Cells], intake: Intake) -> None:
    """Doubt answers of which only those above a confidence are there: its values stop where they should thin out.

    The largest of k probabilities is no less than 1/k; what stops there was not chosen by it.
    """
    answers = {word for cells in read if cells.name in ("true", "predicted") for word in cells.words()[1]}
    if not {"predicted", "correct"} & {cells.name for cells in read} or {"score", "alarm"} & {
        c.name for c in read
    }:
        return
    for cells in beside:
        if not is_sureness(cells.spelled):
            continue
        values = as_numbers(cells)
        if values is None or len(values) < 100:
            continue
        stop = _stop(row_words(cells.spelled), values, max(2, len(answers)))
        if stop is not None:
            intake.suspects(
                "cut-by-score",
                f"{file}: column {cells.spelled!r} stops at {stop.at:g}, with "
                f"{stop.near:.0%} of the rows next to it: were answers {stop.side} left out?",
                hint="give the answers to all inputs, or state in the waiver what the system does with those "
                f"{stop.side}",
            )


class _Stop(NamedTuple):
    """Where a column stops, the share of the rows next to it, and on which side of it none are."""

    at: float
    near: float
    side: str = "below"


def _stop(words: set[str], values: Array, classes: int) -> _Stop | None:
    """Where a column with these words in its name stops instead of thinning out; None where it does not."""
    if words & _ENTROPIES:
        most = entropy_edge(values, classes)
        return _Stop(most, _at_edge(-values), "above") if most else None
    values = values / 100 if 1.5 < values.max() <= 100 and values.min() >= 0 else values
    if words & _MARGINS:
        least = margin_edge(values)
    elif words & (_SURENESS | _DOUBT):
        values = 1 - values if words & _DOUBT else values
        least = cut_at(values, classes)
        if not least and not words & _OVERLAPS:  # matched objects have one above a half by definition
            least = sharp_edge(values, classes)
    else:
        return None
    if not least:
        return None
    return _Stop(1 - least, _at_edge(values), "above") if words & _DOUBT else _Stop(least, _at_edge(values))


def cut_at(values: Array, classes: int) -> float:
    """The round value at which ``values`` from 0 to 1 stop; 0 where they thin out, or stop by their nature."""
    low, high = float(values.min()), float(values.max())
    if low <= 0 or high > 1 or high - low < 0.01 or len(np.unique(values)) < 30:
        return 0.0
    near = np.floor(low * STEPS + 1e-9) / STEPS
    if low >= 0.9:
        near = max(near, float(np.floor(low * 100 + 1e-9)) / 100)
    ends = low - near < EDGE * (high - low) / 2
    if near <= 0 or not ends or abs(near - 1 / classes) < 0.02:
        return 0.0
    return near if _at_edge(values) > AT_EDGE and _stops(values, near) else 0.0


def _stops(values: Array, near: float) -> bool:
    """Whether ``values`` stop at ``near``, far more likely than that they thin out towards a place below it by chance.

    Twenty per cent of their range above ``near`` are looked at.  A density that stops is a straight line there; one that
    thins out is a power of the distance from its end, and leaves none between that end and ``near``.  The logarithm of
    the ratio of both likelihoods, each at its best, has to be above :data:`AT_TENTHS`, or :data:`ELSEWHERE`.
    """
    low = float(values.min())
    end = low + WINDOW * (float(values.max()) - low)
    u = (values[values < end] - near) / (end - near)
    stops = max(float(np.log(1 + slope * (u - 0.5)).sum()) for slope in np.linspace(-1, 1.9, 30))
    thins = -np.inf
    for apart in (0.0, *np.geomspace(0.01, 20, 40).tolist()):
        for power in (0.5, 1.0, 2.0):
            whole = (1 + apart) ** (power + 1) - apart ** (power + 1)
            below = len(u) * apart ** (power + 1) / whole
            density = (power + 1) * (u + apart + 1e-4) ** power / whole
            thins = max(thins, float(np.log(density).sum()) - below)
    at_tenth = near >= 0.9 or (near >= 0.5 and abs(10 * near - round(10 * near)) < 1e-6)
    return stops - thins > (AT_TENTHS if at_tenth else ELSEWHERE)


def _at_edge(values: Array) -> float:
    low, high = float(values.min()), float(values.max())
    return float((values < low + EDGE * (high - low)).mean())


FEWEST = 200
DISTINCT = 30
LAST = 0.02
"""share of the rows that are the last before an end"""
SHARP = 1.6
"""the last rows take up no more room than so many times that of as many before them: a tail takes up more"""
BY_CHANCE = 0.02
"""chance that the last rows of one of all columns take up so little room in an exponential tail, up to which it stops; as
many rows before them say how wide the tail is"""
FILLED = 0.1
"""share of the rows of one value at an end, from which on it stands for rows in which nothing was measured"""
NATURAL = (0.0, 1.0, -1.0, 100.0, 255.0, 360.0, 180.0, -180.0, 90.0, -90.0, 24.0, 60.0)
"""ends of shares, per cent, grey values, angles and times"""
NEAR = 0.03
"""share of the range within which an end is such a number"""
SHARES = 0.1
"""distance from 0 and 1 within which values that may be shares end by their nature"""
ROUND, AS_ROUND = 0.005, 0.2
"""share of the range within which an end is a round number, and the chance that one of all columns ends so near to one,
up to which it tells"""
DESCRIBED = 0.9
"""share of wrong rows next to the end from which on the column describes what went wrong"""
TREND = 1e-4
UNIFORM = 1e-3


def judge_edges(
    file: str,
    wrong: Truths,
    beside: Sequence[Cells],
    classes: int,
    intake: Intake,
    of_classes: Collection[str] = (),
) -> None:
    """Doubt rows of which a column stops sharply just where ``wrong`` ones become many: what lies beyond was left out.

    Where (nearly) none is wrong, the end has to be a round number.  Columns drawn evenly between two ends are a design.
    Scores ``of_classes`` rise where one class is the answer, and none chooses rows by one of them.
    """
    if len(wrong) < FEWEST:
        return
    candidates = list(_free_columns(wrong, beside, classes, of_classes))
    for cells, values, among in candidates:
        ends = ((values, 1.0), (-values, -1.0))
        end = next((e for v, e in ends if stops_at_errors(v, among, e, len(candidates))), 0.0)
        if end:
            place = float(values.max() if end > 0 else values.min())
            intake.suspects(
                "cut-by-score",
                f"{file}: column {cells.spelled!r} stops at {place:g} instead of thinning out, and towards it more "
                "answers are wrong: were rows beyond left out?",
                hint="give all rows, or state in the waiver why operation has none beyond",
            )


def _free_columns(
    wrong: Truths, beside: Sequence[Cells], classes: int, of_classes: Collection[str]
) -> Iterator[tuple[Cells, Array, Truths]]:
    """Columns whose ends say something, their values where something was measured, and which of these rows are wrong."""
    for cells in beside:
        if names_rows(cells.spelled) or row_words(cells.spelled) & (_SURENESS | _DOUBT):
            continue
        values = as_numbers(cells) if len(cells.words()[1]) >= DISTINCT else None
        if values is None or cells.spelled in of_classes or np.all(np.diff(values) >= 0):
            continue
        named = row_words(cells.spelled)
        if named & _ENTROPIES and not ends_apart(values, classes):
            continue
        if named & _MARGINS and values.min() >= 0 and values.max() <= 1:
            continue  # near 0, more are wrong by nature
        measured = values != _filled(values)
        if int(measured.sum()) >= FEWEST:
            yield cells, values[measured], wrong[measured]


def _filled(values: Array) -> float:
    """The value of rows in which nothing was measured, such as the delay where no alarm came; NaN if there is none.

    It is the least or the largest of all, and has many rows to itself.
    """
    for end, others in ((values.min(), values > values.min()), (values.max(), values < values.max())):
        if others.any() and 1 - others.mean() > FILLED:
            return float(end)
    return float("nan")


def _ends_of_a_share(values: Array, sign: float) -> bool:
    """Whether ``values`` between 0 and 1 come near 1, or 0 where the least is asked about: few are next to it."""
    low, high = float(values.min()), float(values.max())
    return low >= 0 and high <= 1 and (high > 1 - SHARES if sign > 0 else low < SHARES)


def stops_at_errors(values: Array, wrong: Truths, sign: float = 1.0, columns: int = 1) -> bool:
    """Whether ``values`` (n,) stop sharply at their largest, and ``wrong`` rows gather there.

    ``sign`` is -1 where the values are turned round, so that natural ends are compared as they are.  Of more ``columns``
    that are looked at, one of which may stop by chance, a sharper end and a clearer trend are asked for.
    """
    from scipy.stats import kstest, mannwhitneyu

    ordered = np.sort(values)
    last = max(10, round(LAST * len(ordered)))
    top, inner, before = (float(ordered[-1 - k]) for k in (0, last, 2 * last))
    size = top - float(ordered[0])
    room, same = top - inner, max(inner - before, 0.0)
    if inner >= top or room > SHARP * same or np.mean(ordered == top) > LAST / 2:
        return False
    if columns > 1 and columns * (1 - 0.5 ** (room / same)) ** last > BY_CHANCE:
        return False
    if any(abs(sign * top - n) <= NEAR * size for n in NATURAL) or _ends_of_a_share(sign * ordered, sign):
        return False
    if kstest((ordered - ordered[0]) / size, "uniform").pvalue > UNIFORM:
        return False
    if wrong[values > inner].mean() >= DESCRIBED:
        return False  # it says what went wrong, as a depth of contact below zero does
    if wrong.sum() >= 5:
        return bool(
            mannwhitneyu(values[wrong], values[~wrong], alternative="greater").pvalue * columns < TREND
        )
    digits = np.floor(np.log10(abs(top)))
    step = 10.0 ** (digits - 1) * 5 if top else 1.0
    if 2 * ROUND * size * columns > AS_ROUND * step:
        return False  # too many values are as near to a round number
    return bool(abs(top - np.round(top / step) * step) <= ROUND * size)
