"""Columns of a record that look like totals so far: readings of a meter, or what came since the first row.

Exposures of a fleet that grows are ordinary: only what these hardly do is doubted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.field_data.periods import in_order, months, numbered
from casegen_evidence.signs import Intake
from casegen_evidence.tables.data_table import DataTable

Array = NDArray[np.float64]
_SO_FAR = compiled(r"(?i)cumul|kumul|\bcum\b|\brunning|to date|so far|odometer|reading|zähler")
_UP_TO = compiled(
    r"(?i)^(?:up )?(?:to|until|till|through|bis)\b|\bytd\b|\b(?:so far|to date|cumul\w*|kumul\w*)\b"
)
FEWEST = 8
"""periods, shorter than quarters, from which on exposures that grow evenly or little by little look like readings"""
QUARTER = 3
"""months"""
LEVEL = 0.01
"""probability that failures of rows by themselves only grow, below which they look like totals so far"""
MOST_FAILURES = 10_000


def judge_so_far(
    table: DataTable, exposure: str, entries: Sequence[str], sizes: Array, counts: Array, intake: Intake
) -> None:
    """Doubt exposures that only grow from period to period, evenly as a meter does, or with the failures."""
    n, grown = len(sizes), np.diff(sizes)
    if not (n >= 3 and (np.all(grown >= 0) or np.all(grown <= 0)) and np.any(grown != 0)):
        return
    backwards = bool(np.any(grown < 0))
    at = slice(None, None, -1 if backwards else 1)
    names = list(entries)[at]
    named = [name for name in (table.spelled(exposure), table.spelled("failures")) if _SO_FAR.search(name)]
    if 2 * sum(1 for entry in entries if _UP_TO.search(entry)) >= n:
        named.append(table.spelled("entry"))
    named += [c.spelled for c in table.beside if all(w and _UP_TO.search(w) for w in c.words()[1])]
    even = n >= FEWEST and in_order(names) and not long_periods(names) and like_a_meter(sizes[at])
    both = (in_order(names) or numbered(names)) and only_grow(sizes[at], counts[at]) < LEVEL
    if not (named or even or both):
        return
    what = (
        f"column {named[0]!r} speaks of one"
        if named
        else f"{exposure} only {'fall' if backwards else 'grow'}"
    )
    what += " from row to row, and so do failures" if both else " from row to row"
    intake.suspects(
        "running-total",
        f"{table.file}: {what}: is it a total so far, such as the reading of a meter? Every row counts by itself",
        hint="write what came in each period; state in the waiver if the rows are what came in each already",
    )


def long_periods(entries: Sequence[str]) -> bool:
    """Whether entries are quarters or years, in which fleets grow by like amounts.

    >>> long_periods(["2021", "2022"]), long_periods(["rig Q1 2021", "rig Q2 2021"]), long_periods(["2021-01"])
    (True, True, False)
    """
    return all(len(months(name)[1]) >= QUARTER for name in entries)


def like_a_meter(sizes: Array) -> bool:
    """Whether exposures (n,) that grow in each step do so evenly, or by little of what they are.

    What each period has by itself varies around its growth; of a fleet that varies by 3 % or less the two look alike.
    """
    grown = np.diff(sizes)
    if not np.all(grown > 0):
        return False
    evenly = float(grown.std()) < 0.3 * float(grown.mean())
    return evenly or float(sizes.max() / sizes.min()) < 1.5


def only_grow(exposure: Array, failures: Array) -> float:
    """Probability that failures (n,) never fall from row to row if they are Poisson's with one rate; 1 if they do fall.

    >>> round(only_grow(np.ones(3), np.array([0.0, 0, 1])), 2), only_grow(np.ones(2), np.array([1.0, 0]))
    (0.58, 1.0)
    """
    if np.any(np.diff(failures) < 0) or not failures.any() or failures.max() > MOST_FAILURES:
        return 1.0
    means = failures.sum() * exposure / exposure.sum()
    most = int(means.max() + 12 * math.sqrt(means.max()) + 12)
    k = np.arange(most + 1)
    log_factorials = np.concatenate(([0.0], np.cumsum(np.log(k[1:]))))
    up_to = np.ones(most + 1)
    for mean in means.tolist():
        chance = np.exp(k * math.log(mean) - mean - log_factorials)
        below = chance * up_to
        up_to = np.cumsum(below)
    return float(up_to[-1])
