"""A column of failures that holds marks, 0 and 1: a row of several failures would count as one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.signs import Intake
from casegen_evidence.tables.data_table import DataTable
from casegen_evidence.tables.signs.column_names import parts

Array = NDArray[np.float64]
LEVEL = 0.001
"""probability that no row of counts has a second failure, below which a column of 0 and 1 is taken for marks"""
_ASKS = {"any", "has", "had", "is", "was"}
_FAILED = {"failed", "faulty", "fail"}
_MODE = compiled(r"\bfail(?:ed)? to \w")
"""a mode of failure, as data books name it, each with its count: `failed to open`"""


def judge_marks(table: DataTable, exposure: str, sizes: Array, counts: Array, intake: Intake) -> None:
    """Doubt rows of many demands with a failure or none: by a name that asks, or by so many ones that counts had a two.

    `failed` is an ordinary name of a count beside the demands; few failures seldom fall in one row.
    """
    name = table.spelled("failures")
    words = set(parts(name))
    if name == "failures" or len(counts) < 2 or counts.max() != 1 or np.median(sizes) <= 1:
        return
    named = words & _FAILED and not any(map(_counted, words)) and not _MODE.search(" ".join(parts(name)))
    if words & _ASKS or (named and all_apart(sizes, int(counts.sum())) < LEVEL):
        intake.suspects(
            "mark-not-count",
            f"{table.file}: column {name!r} has 0 and 1 in rows of many {exposure}: does 1 mean at least one failure?",
            hint="give the number of failures, or say in the waiver that no row can have more than one",
        )


def all_apart(sizes: Array, failures: int) -> float:
    """Probability that ``failures`` independent failures all fall in different rows (n,) of these exposures.

    Failures come in proportion to the exposure; rows that fail unlike make it smaller.

    >>> round(all_apart(np.full(365, 1.0), 23), 4)  # birthdays
    0.4927
    """
    if failures > len(sizes):
        return 0.0
    share = sizes / sizes.sum()
    apart = np.zeros(failures + 1)
    apart[0] = 1.0
    for one in share.tolist():
        apart[1:] += np.arange(1, failures + 1) * one * apart[:-1]
    return float(apart[failures])


def _counted(word: str) -> bool:
    """Whether a word of a column's name is one of things that are counted: failed stops, number of failed."""
    return word in ("n", "num", "number", "count", "anzahl") or (
        word.endswith("s") and word not in ("fails", "status")
    )


SIGNS = {"mark-not-count": "marks of rows with failures, read as counts of failures"}
