"""Answers that are all right below a confidence and not above it, as those are that a person corrected there.

A confidence says how likely an answer is right, well or badly; among answers of one class wrong ones are no rarer below.
If errors of each class lie among its rows in any order, the chance that the least confidence of all wrong answers is as
high as it is follows from the numbers of rows alone, whatever the confidences are.  There is no cut to search for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.copies import as_numbers

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.data_table import DataTable
    from casegen_evidence.tables.signs.beside import Beside, Rows

Array = NDArray[np.float64]
CHANCE = 1e-5
SHARES = (1.0, 0.7, 0.5, 0.35, 0.25, 0.15)
"""shares of the rows, those of the least confidence, in which the errors are looked at"""
FEWEST, FEWEST_WRONG = 20, 8
"""rows below the least confidence of a wrong answer, and wrong answers above it"""
RISING = 0.01
"""chance at which errors above the cut are said to lie at lower confidences than right answers there"""
IN_RUNS = 0.5
"""of the runs of errors that rows in any order have: fewer are stretches of a film, which are few draws"""
PILE = 0.05
"""share of the rows from which on one value stands for something else than a confidence"""
_SURENESS = {
    "confidence", "confidences", "conf", "score", "prob", "proba", "probability", "certainty", "softmax", "msp",
    "konfidenz",
}  # fmt: skip
_DOUBT = {"uncertainty", "unsicherheit", "unsureness"}


def judge_corrected_below(table: DataTable, wrong: Rows, look: Beside) -> None:
    """Doubt answers of which none is wrong below a confidence, beside many wrong ones above it."""
    said = table.names("predicted")
    classes = len({*said.words, *table.names("true").words})
    for cells in look.columns:
        values = _confidence(cells, classes)
        if values is None:
            continue
        least = right_below(values, said.codes.astype(np.int64), wrong)
        if least is None:
            continue
        below = values < least
        name = cells.spelled
        where = "above" if set(parts(name)) & _DOUBT else "below"
        shown = 1 - least if where == "above" else least
        look.doubt(
            "corrected-answers",
            below,
            f"none of the {{count}} answers with a {name!r} {where} {shown:.4g} is wrong, and "
            f"{int(wrong.sum()):,} of the others are: were those corrected, or their labels?",
            "give the answers and labels as they were before anybody looked at the confidence; or say in the waiver who "
            "answers these inputs in operation",
        )
        return


def right_below(values: Array, answers: NDArray[np.int64], wrong: Rows) -> float | None:
    """The least confidence of a wrong answer, where chance does not leave the rows below without one; else None.

    ``values`` ``(n,)`` are confidences, ``answers`` ``(n,)`` codes of the answers, ``wrong`` ``(n,)`` which are wrong.

    >>> rng = np.random.default_rng(0)
    >>> sure = rng.uniform(0.4, 1, 600)
    >>> wrong = rng.random(600) > sure
    >>> right_below(sure, np.zeros(600, int), wrong) is None
    True
    >>> right_below(sure, np.zeros(600, int), wrong & (sure > 0.6)) > 0.6
    True
    """
    from scipy.stats import mannwhitneyu

    if wrong.sum() < FEWEST_WRONG:
        return None
    least = float(values[wrong].min())
    below = values < least
    if below.sum() < FEWEST or len(np.unique(values[below])) < FEWEST / 2 or _in_runs(wrong):
        return None
    ordered = np.sort(values)
    chance = 1.0
    for share in SHARES:
        at = values <= ordered[max(0, int(share * len(ordered)) - 1)]
        if (at & wrong).sum() >= FEWEST_WRONG:
            chance = min(chance, len(SHARES) * _chance(below[at], answers[at], wrong[at]))
    if chance > CHANCE:
        return None
    above = ~below
    trend = mannwhitneyu(values[wrong], values[above & ~wrong], alternative="less").pvalue
    return least if trend < RISING else None


def _chance(below: Rows, answers: NDArray[np.int64], wrong: Rows) -> float:
    """Chance that no error is among the rows ``below``, if those of each answer lie among its rows in any order."""
    from scipy.stats import hypergeom

    result = 1.0
    for code in np.unique(answers):
        own = answers == code
        result *= float(hypergeom.pmf(0, int(own.sum()), int(wrong[own].sum()), int(below[own].sum())))
    return result


def _in_runs(wrong: Rows) -> bool:
    """Whether wrong answers come in stretches of the table."""
    rate, many = float(wrong.mean()), int(wrong.sum())
    runs = int((wrong & ~np.r_[False, wrong[:-1]]).sum())
    return runs < IN_RUNS * many * (1 - rate)


def _confidence(cells: Cells, classes: int) -> Array | None:
    """How sure the system was of each answer, from 1/K to 1; None for a column of something else."""
    words = set(parts(cells.spelled))
    if not words & (_SURENESS | _DOUBT) or classes < 2:
        return None
    values = as_numbers(cells)
    if values is None or len(values) < 2 * FEWEST:
        return None
    values = values / 100 if 1.5 < values.max() <= 100 and values.min() >= 0 else values
    values = 1 - values if words & _DOUBT else values
    if values.max() > 1 or values.min() < 1 / classes - 0.005:
        return None  # the score of one class, or of no known scale
    _, often = np.unique(values[values < values.max()], return_counts=True)
    return None if len(often) and often.max() > PILE * len(values) else values
