"""Importance measures compared with those in rational arithmetic, of the decimals as typed.

Where an event lies within rounding of 1, a measure may have lost digits; whether it has depends on what the decimal's
rounding happened to be.  A small tree of decimals tells.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from casegen.fta.core.diagram import Numbers
from casegen.fta.events.decimals import typed
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.importance import ImportanceTable

if TYPE_CHECKING:
    from casegen.fta.events.values import EventValues

_MOST = 2_000
"""nodes of the top's diagram, for each measured event, that are evaluated: some tenths of a second"""


def wrong_measures(
    tree: CompiledTree, p: Numbers, values: EventValues | None, table: ImportanceTable, columns: Iterable[str],
    doubted: Sequence[int], error: float,
) -> list[int]:  # fmt: skip
    """Those of the ``doubted`` events, by position, that are not proved right.

    Right is: each measure of ``columns`` off by at most ``error``, relative to it.
    """
    known = _decimals(p, values)
    if not doubted or None in known or len(doubted) * tree.bdd_nodes > _MOST:
        return list(doubted)
    top = tree.exactly(known)
    return [i for i in doubted if not _is_right(tree, known, top, table, columns, i, Fraction(error))]


def _decimals(p: Numbers, values: EventValues | None) -> list[Fraction | None]:
    """The events' numbers as typed; None of what is computed otherwise, and of 1, which more nines may have been."""
    if values is not None and list(p) == values.points:
        return list(values.typed)
    return [None if x == 1.0 else typed(float(x)) for x in p]


def _is_right(
    tree: CompiledTree, known: Sequence[Fraction | None], top: Fraction | None, table: ImportanceTable,
    columns: Iterable[str], i: int, error: Fraction,
) -> bool:  # fmt: skip
    given, without = (
        tree.exactly([Fraction(state) if j == i else x for j, x in enumerate(known)]) for state in (1, 0)
    )
    x = known[i]
    if top is None or given is None or without is None or x is None:
        return False
    truth = {
        "birnbaum": (given - without, Fraction(1)), "criticality": (x * (given - without), top),
        "dif": (x * given, top), "raw": (given, top), "rrw": (top, without),
    }  # fmt: skip
    for column in columns:
        (part, whole), shown = truth[column], float(getattr(table, column)[i])
        if whole == 0:
            # nothing is divided by a 0: no number, or an infinite one
            if math.isfinite(shown):
                return False
        elif not math.isfinite(shown) or abs(Fraction(shown) * whole - part) > error * abs(part):
            return False
    return True
