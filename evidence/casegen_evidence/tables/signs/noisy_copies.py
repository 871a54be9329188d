"""Rows of scores with few digits that are there again with a little noise, in any order.

Copies of a row lie nearer to one another than to the next other row of their label and answer.  Of independent draws the
k-th neighbour's distance over the next one's, to the power k, is at most uniform along a line, and smaller in more
dimensions.  Copies of one row say it together, so that they count as one in the test.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.overlap import deviations, steps
from casegen_evidence.tables.report import digests
from casegen_evidence.tables.signs.class_scores import SCORES
from casegen_evidence.tables.signs.copies import as_numbers
from casegen_evidence.tables.signs.cut import is_sureness
from casegen_evidence.tables.signs.marks import row_words
from casegen_evidence.tables.spec import NameColumn, Number

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

Array = NDArray[np.float64]
CHANCE = 1e-5
NEIGHBOURS = (1, 2, 3, 4, 5, 7, 9)
"""other copies of a row that are looked for"""
NEARER = (2.0, 3.0, 5.0, 10.0)
"""how many times nearer than the next neighbour they are"""
FEWEST_GROUPS = 8
"""groups of copies, beside one of each kind: rows that thin out towards a corner leave one by themselves"""
LEAST = 0.1
"""share of the rows that lie so beyond chance, from which on there are copies"""
FEWEST, SEARCHED = 40, 5000
"""rows of which neighbours are looked for"""
FINE = 200
"""steps of its last digit in the range of a column, at least"""
ROOM = 4.0
"""steps by which the next neighbour is apart at least: nearer ones lie on the places that rounding leaves"""
DIFFERENT = 0.5
"""share of different rows below which values pile up"""
MOST_COLUMNS = 50


def judge_noisy_copies(
    file: str, read: Sequence[Cells], beside: Sequence[Cells], rows: int, intake: Intake
) -> None:
    """Doubt rows whose scores lie in groups, each of one label and answer, unless a column `group` is read."""
    if any(cells.name == "group" for cells in read):
        return
    scores = [c.numbers() for c in read if isinstance(c.kind, Number) and _is_score(c)]
    scores += [v for c in beside if _is_score(c) and (v := as_numbers(c)) is not None]
    if len(scores) < 2:
        return
    kinds = digests([c for c in read if not isinstance(c.kind, Number | NameColumn)], rows)
    if again := noisy_copies(np.stack(scores, axis=1), kinds):
        intake.suspects(
            "repeated-rows",
            f"{file}: about {again:,} of {rows:,} rows lie in small groups of one label and answer whose {len(scores)} "
            "scores are far nearer to one another than to those of any other row: copies with a little noise are no "
            "independent draws",
            hint="keep one row of each; or say in the waiver why rows come so close",
        )


def _is_score(cells: Cells) -> bool:
    return bool(row_words(cells.spelled) & SCORES) or is_sureness(cells.spelled)


def noisy_copies(values: Array, kinds: NDArray[np.uint64]) -> int:
    """How many rows of ``values`` ``(n, d)`` are copies of others with noise; 0 if chance explains it.

    Copies are of one of ``kinds`` ``(n,)``, such as label and answer together.  One column says nothing: along a line
    neighbours of all distances are met.
    """
    from scipy.spatial import cKDTree

    step = steps(values)
    columns = np.flatnonzero(np.ptp(values, axis=0) > FINE * step)
    if not 2 <= len(columns) <= MOST_COLUMNS or len(values) < FEWEST:
        return 0
    x, step = (
        values[:, columns] / deviations(values[:, columns]),
        step[columns] / deviations(values[:, columns]),
    )
    chosen = np.random.default_rng([0x0153, len(x)]).permutation(len(x))[:SEARCHED]
    x, kinds = x[chosen], kinds[chosen]
    room, most = ROOM * float(np.linalg.norm(step)), max(NEIGHBOURS) + 1
    groups, rows, large = np.zeros((len(NEIGHBOURS), len(NEARER)), dtype=np.int64), 0, 0
    for kind in np.unique(kinds):
        own = np.unique(x[kinds == kind], axis=0)
        if len(own) > most:
            distance, neighbour = cKDTree(own).query(own, k=most + 1)
            groups += _groups(distance, neighbour, room)
            rows, large = rows + len(own), large + 1
    if rows < max(FEWEST, DIFFERENT * len(x)):
        return 0
    return round(_share(groups - large, rows) * rows * len(values) / len(x))


def _groups(distance: Array, neighbour: NDArray[np.int64], room: float) -> NDArray[np.int64]:
    """How many groups of rows are one another's nearest, by their size and by how many times farther the next row is."""
    result = np.zeros((len(NEIGHBOURS), len(NEARER)), dtype=np.int64)
    for at, k in enumerate(NEIGHBOURS):
        held = np.sort(neighbour[:, : k + 1], axis=1)
        _, group, often = np.unique(held, axis=0, return_inverse=True, return_counts=True)
        near, far = distance[:, k], distance[:, k + 1]
        for column, times in enumerate(NEARER):
            clear = (far > times * near) & (far > room)
            result[at, column] = int((np.bincount(group.reshape(-1), clear, len(often)) == k + 1).sum())
    return result


def _share(groups: NDArray[np.int64], rows: int) -> float:
    """The share of ``rows`` that lie in ``groups`` beyond chance; 0 where chance explains them."""
    from scipy.stats import binom

    best = 0.0
    for at, k in enumerate(NEIGHBOURS):
        for column, times in enumerate(NEARER):
            chance, most, seen = times**-k, rows // (k + 1), int(groups[at, column])
            if seen >= FEWEST_GROUPS and binom.sf(seen - 1, most, chance) * groups.size < CHANCE:
                best = max(best, seen / most - chance)
    return best if best > LEAST else 0.0
