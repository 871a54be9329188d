"""What a table shows of rows that are not in it: numbers of rows that are missing, scores that stop at a value.

Rows that were taken out and leave no trace cannot be seen in a file.  Often they leave one: the rows keep their
numbers, or the confidence by which they were chosen ends where it should thin out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.copies import as_numbers
from casegen_evidence.tables.marks import names_rows, row_words
from casegen_evidence.tables.spec import Entry, Flag, Number

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

Array = NDArray[np.float64]
_NUMBER = re.compile(r"(\d{1,9})(?!.*\d)")
FEWEST = 20
"""numbered rows from which a gap says something"""
MOST_MISSING = 0.5
"""share of the rows that may be missing between the first and the last: a random part of a table has larger gaps"""
_SURENESS = {
    "confidence",
    "conf",
    "score",
    "prob",
    "proba",
    "probability",
    "certainty",
    "softmax",
    "confidences",
    "konfidenz",
    "iou",
    "overlap",
}
_DOUBT = {"uncertainty", "unsicherheit"}
STEPS = 20.0
"""scores are chosen by a multiple of one in so many"""
EDGE = 0.05
"""share of the range of scores next to their least"""
AT_EDGE = 0.02
"""share of the rows there from which the scores stop instead of thinning out"""


class Gaps(NamedTuple):
    """Numbers of rows that rise, with some missing: the column, how many, and the first of them."""

    column: str
    missing: int
    first: int


def gaps(columns: Sequence[Cells]) -> Gaps | None:
    """The first column whose numbers rise with the rows and leave some out; None where none does."""
    for cells in columns:
        named = isinstance(cells.kind, Entry) or names_rows(cells.spelled) or not cells.spelled
        if not named or isinstance(cells.kind, Number | Flag):
            continue
        codes, words = cells.words()
        numbers = numbered([words[k] for k in codes.tolist()]) if len(words) == len(codes) else None
        gap = None if numbers is None else missing(cells.spelled or "the first one", numbers)
        if gap is not None:
            return gap
    return None


def missing(column: str, numbers: NDArray[np.int64]) -> Gaps | None:
    """Numbers that ``numbers`` leave out, where these rise and few are missing."""
    if len(numbers) < FEWEST or np.any(np.diff(numbers) <= 0):
        return None
    count = int(numbers[-1] - numbers[0]) + 1 - len(numbers)
    if not 0 < count <= MOST_MISSING * len(numbers):
        return None
    return Gaps(column, count, int(numbers[int(np.flatnonzero(np.diff(numbers) > 1)[0])]) + 1)


def numbered(words: Sequence[str]) -> NDArray[np.int64] | None:
    """The last number in each name, where all names differ in it only; None where they do not."""
    matches = [_NUMBER.search(word) for word in words]
    if len(set(words)) != len(words) or not all(matches):
        return None
    frames = {word[: m.start()] + "#" + word[m.end() :] for word, m in zip(words, matches, strict=True) if m}
    return None if len(frames) > 1 else np.array([int(m.group(1)) for m in matches if m], dtype=np.int64)


def judge_left_out(file: str, seen: Gaps | None, wrong: int, what: str, intake: Intake) -> None:
    """Doubt a file of which no row is ``wrong`` and whose rows leave numbers out."""
    if wrong or seen is None:
        return
    intake.suspects(
        "left-out-rows",
        f"{file}: no row has {what}, and column {seen.column!r} leaves out {seen.missing:,} numbers, the first of "
        f"them {seen.first}: were rows taken out?",
        hint="give all rows, or state in the waiver why these are missing",
    )


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
        if not row_words(cells.spelled) & (_SURENESS | _DOUBT):
            continue
        values = as_numbers(cells)
        if values is None or len(values) < 100:
            continue
        values = values / 100 if 1.5 < values.max() <= 100 and values.min() >= 0 else values
        values = 1 - values if row_words(cells.spelled) & _DOUBT else values
        least = cut_at(values, max(2, len(answers)))
        if least:
            intake.suspects(
                "cut-by-score",
                f"{file}: column {cells.spelled!r} stops at {least:g}, with "
                f"{_at_edge(values):.0%} of the rows next to it: were answers below left out?",
                hint="give the answers to all inputs, or state in the waiver what the system does with those below",
            )


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
    return near if _at_edge(values) > AT_EDGE else 0.0


def _at_edge(values: Array) -> float:
    low, high = float(values.min()), float(values.max())
    return float((values < low + EDGE * (high - low)).mean())
