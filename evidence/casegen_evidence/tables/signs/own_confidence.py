"""Numbers of each row that say how sure the system was of the true class, too little for it to have been the answer.

Of K classes the likeliest has a share of 1/K or more, so that its cross-entropy is at most ln K; it lies above every
other one, so that its margin is positive and its score is the one of the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.signs.class_scores import NOT_OF_THESE, ROUNDED, SCORES
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.copies import as_numbers
from casegen_evidence.tables.signs.judged_answers import FEWEST, ONE_SIDED, follows_from
from casegen_evidence.tables.signs.meaning import TRUTHS, names_a_truth, names_an_answer

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.data_table import DataTable
    from casegen_evidence.tables.signs.beside import Beside, Rows

Array = NDArray[np.float64]
MOSTLY = 0.8
"""share of the right answers at which numbers agree, from which on they are to agree there"""
SOMETIMES = 0.05
"""the same for scores that are named as the true class's and the answer's, of a system that is right so seldom"""
MOST_COLUMNS = 40
LOSSES = {"loss", "nll", "xent", "ce", "crossentropy", "logloss", "verlust", "kreuzentropie"}
_OTHER_LOSSES = {"total", "box", "reg", "obj", "mean", "batch", "train", "epoch", "sum"}
_LOGITS = {"logit", "logits"}
_SHARES = SCORES | {"logp", "logprob"}
_HINT = "give the system's own answers; or say in the waiver of how many classes it chose, or what the column adds up"


def judge_confidence(table: DataTable, wrong: Rows, look: Beside) -> list[Cells]:
    """Doubt answers that count as right, and of which a number says that another class was likelier; its columns."""
    numbers = {k: v for k, c in enumerate(look.columns) if (v := as_numbers(c)) is not None}
    classes = sorted({*table.names("true").words, *table.names("predicted").words})
    for k, values in numbers.items():
        name = look.columns[k].spelled
        below = None if set(parts(name)) & set(classes) else _below(name, values, len(classes))
        if below is None or not (_is_named(name) or _speaks_of(below, wrong)):
            continue
        if _doubt(table, below & ~wrong, wrong, k, look):
            return [look.columns[k]]
    for k, other in _lower(numbers, wrong, look):
        if _doubt(table, (numbers[k] < numbers[other]) & ~wrong, wrong, k, look):
            return [look.columns[k], look.columns[other]]
    return []


def _below(name: str, values: Array, classes: int) -> Rows | None:
    """Rows in which the true class cannot have been the likeliest; None for a column of something else."""
    words, least, most = set(parts(name)), values.min(), values.max()
    if words & {"margin", "marge"} and not names_an_answer(name):
        return values < 0
    if ("cross" in words and "entropy" in words) or (words & LOSSES and not words & _OTHER_LOSSES):
        return np.exp(-values) < ROUNDED / classes if least >= 0 else None
    if not (names_a_truth(name) and words & _SHARES) or words & _LOGITS:
        return None
    if most <= 0:
        values = np.exp(values)
    elif least < 0 or most > 100 or 1 < most < 50:
        return None  # a score without a scale
    elif most > 1:
        values = values / 100
    return values < ROUNDED / classes


def _is_named(name: str) -> bool:
    """Whether the name leaves no doubt that a number says how likely the true class was; a margin may be a distance."""
    words = set(parts(name))
    return not words & {"margin", "marge"} or words <= {"margin", "marge", *_SHARES, *TRUTHS}


def _speaks_of(below: Rows, wrong: Rows) -> bool:
    """Whether the rows ``below`` are few, and wrong answers among them more often than others are."""
    share = below[~wrong].mean() if (~wrong).any() else 1.0
    return bool(share < 1 - MOSTLY and (not wrong.any() or below[wrong].mean() > share))


def _lower(numbers: Mapping[int, Array], wrong: Rows, look: Beside) -> Iterator[tuple[int, int]]:
    """Pairs of columns: never above the other, below it at wrong answers, and the same where answers are right."""
    chosen = [k for k, v in numbers.items() if len(v) and np.any(v % 1)][:MOST_COLUMNS]
    for k, other in ((a, b) for pair in combinations(chosen, 2) for a, b in (pair, pair[::-1])):
        one, two = numbers[k], numbers[other]
        named = names_a_truth(look.columns[k].spelled) and names_an_answer(look.columns[other].spelled)
        enough = (one < two)[wrong].sum() >= max(ONE_SIDED * wrong.sum(), 0 if named else FEWEST)
        same = MOSTLY
        if named and set(parts(look.columns[k].spelled)) & set(parts(look.columns[other].spelled)) & _SHARES:
            enough, same = True, SOMETIMES  # whatever part of the answers the two numbers contradict
        if enough and not (one > two).any() and (one == two)[~wrong].mean() >= same:
            yield k, other


def _doubt(table: DataTable, rows: Rows, wrong: Rows, k: int, look: Beside) -> bool:
    """Doubt the ``rows``; many of them are no mark of a class, and contradict the answers the more."""
    right = int((~wrong).sum())
    many = rows.sum() > (1 - MOSTLY) * right
    said = f"{{count}} of {right:,} answers count as right where by column {{column}}, {{word}}, another class was "
    said += "likelier"
    return (
        rows.sum() >= FEWEST
        and (many or not follows_from(table, rows))
        and look.doubt(
            "answers-contradict",
            rows,
            said + (NOT_OF_THESE if many else ""),
            _HINT,
            look.columns[k],
        )
    )
