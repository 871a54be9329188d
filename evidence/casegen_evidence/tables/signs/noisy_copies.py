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
from casegen_evidence.tables.signs.copies import measured
from casegen_evidence.tables.signs.score_columns import score_columns
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
FEWEST_MEASURED = 3
"""columns of other numbers than scores that are looked at: draws meet by chance in fewer"""
CLOSE = 0.005
"""of their spread, in the mean of the columns, within which copies of measured numbers lie: what is measured again at one
place differs by more"""
SUCCESSION = 5
"""times the rows of a group between its first and its last in the file, up to which they are in succession"""
SET = 3.0
"""times as many rows of different groups that are as near in a column as copies are, as further apart: the column was set
to levels, as in a plan"""


def judge_noisy_copies(
    file: str, read: Sequence[Cells], beside: Sequence[Cells], rows: int, intake: Intake
) -> None:
    """Doubt rows whose scores lie in groups, each of one label and answer, unless a column `group` is read."""
    if any(cells.name == "group" for cells in read):
        return
    kinds = digests([c for c in read if not isinstance(c.kind, Number | NameColumn)], rows)
    scores = score_columns(read, beside)
    again, how = 0, f"{len(scores)} scores are far nearer to one another than to those of any other row"
    if len(scores) > 1:
        again = noisy_copies(np.stack(list(scores.values()), axis=1), kinds)
    if not again:
        others = [c for c in beside if c.spelled not in scores]
        numbers = [v for v in measured([c for c in read if c.spelled not in scores], others) if _measured(v)]
        if len(numbers) >= FEWEST_MEASURED:
            again = noisy_copies(np.stack(numbers, axis=1), kinds, CLOSE)
            how = f"{len(numbers)} numbers agree within {CLOSE:.1%} of their spread, and with no other row's"
    if again:
        intake.suspects(
            "repeated-rows",
            f"{file}: about {again:,} of {rows:,} rows lie in small groups of one label and answer whose {how}: "
            "copies with a little noise are no independent draws",
            hint="keep one row of each; or say in the waiver why rows come so close",
        )


def _measured(values: Array) -> bool:
    """Whether a column holds no whole numbers, as counts and numbers of rows are."""
    return bool(np.any(values != np.round(values)))


def noisy_copies(values: Array, kinds: NDArray[np.uint64], within: float = np.inf) -> int:
    """How many rows of ``values`` ``(n, d)`` are copies of others with noise; 0 if chance explains it.

    Copies are of one of ``kinds`` ``(n,)``, such as label and answer together.  One column says nothing: along a line
    neighbours of all distances are met.  Copies of measured values lie ``within`` so many standard deviations, in the
    mean of the columns; rows of a plan, which sets each column to levels, are none then.
    """
    from scipy.spatial import cKDTree

    step = steps(values)
    columns = np.flatnonzero(np.ptp(values, axis=0) > FINE * step)
    fewest = 2 if within == np.inf else FEWEST_MEASURED
    if not fewest <= len(columns) <= MOST_COLUMNS or len(values) < FEWEST:
        return 0
    scale = deviations(values[:, columns])
    x, step = values[:, columns] / scale, step[columns] / scale
    chosen = np.random.default_rng([0x0153, len(x)]).permutation(len(x))[:SEARCHED]
    x, kinds = x[chosen], kinds[chosen]
    room, reach = ROOM * float(np.linalg.norm(step)), within * len(columns) ** 0.5
    groups, rows, large = np.zeros((len(NEIGHBOURS), len(NEARER)), dtype=np.int64), 0, 0
    most = max(NEIGHBOURS) + 1
    for kind in np.unique(kinds):
        own, first = np.unique(x[kinds == kind], axis=0, return_index=True)
        if len(own) > most:
            distance, neighbour = cKDTree(own).query(own, k=most + 1)
            place = chosen[kinds == kind][first] if within < np.inf else None
            groups += _groups(distance, neighbour, room, reach, place)
            rows, large = rows + len(own), large + 1
    if rows < max(FEWEST, DIFFERENT * len(x)):
        return 0
    again = round(_share(groups - large, rows) * rows * len(values) / len(x))
    return 0 if again and within < np.inf and _set_to_levels(x, step, reach) else again


def _set_to_levels(x: Array, step: Array, reach: float) -> bool:
    """Whether rows of different groups, each within ``reach``, are as near in every column as those of one group."""
    from scipy.spatial import cKDTree

    distance, nearest = cKDTree(x).query(x, k=2)
    near = np.flatnonzero(distance[:, 1] <= reach)
    together = len(cKDTree(x).query_pairs(reach, output_type="ndarray"))
    for column, unit in zip(x.T, step, strict=True):
        apart = SET * max(float(np.median(np.abs(column[near] - column[nearest[near, 1]]))), unit)
        ordered = np.sort(column)
        pairs = [int(np.searchsorted(ordered, ordered + k * apart, "right").sum()) for k in (1, 3, 5)]
        by_chance = (pairs[2] - pairs[1]) / 2
        as_near = pairs[0] - len(x) * (len(x) + 1) // 2 - together
        if as_near <= SET * max(by_chance, 1.0):
            return False
    return True


def _groups(
    distance: Array, neighbour: NDArray[np.int64], room: float, reach: float, place: NDArray[np.int64] | None
) -> NDArray[np.int64]:
    """How many groups of rows are one another's nearest, by their size and by how many times farther the next row is.

    The next row is farther than ``room``, and all others of the group within ``reach``.  Rows next to one another in the
    file, by their ``place``, are none: what is measured in succession changes slowly.
    """
    result = np.zeros((len(NEIGHBOURS), len(NEARER)), dtype=np.int64)
    for at, k in enumerate(NEIGHBOURS):
        held = np.sort(neighbour[:, : k + 1], axis=1)
        _, group, often = np.unique(held, axis=0, return_inverse=True, return_counts=True)
        near, far = distance[:, k], distance[:, k + 1]
        scattered = np.True_ if place is None else np.ptp(place[held], axis=1) > SUCCESSION * (k + 1)
        for column, times in enumerate(NEARER):
            clear = (far > times * near) & (far > room) & (near <= reach) & scattered
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
