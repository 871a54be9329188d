"""Importance as it is shown: the rows that are known, and which of their numbers have lost digits."""

from __future__ import annotations

from typing import NamedTuple

from casegen.fta.events.values import EventValues
from casegen.fta.tree.close_differences import event_importance
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.conditioning import (
    known_importance,
    lost_digits,
    lost_gate_importance,
    lost_importance,
)
from casegen.fta.tree.held_gates import gate_importance
from casegen.fta.tree.importance import EventImportance, beyond_range


class RankedImportance(NamedTuple):
    """Rows, most critical first; ``lost``: whose numbers have lost digits, ``beyond``: whose are too large to be kept."""

    rows: list[EventImportance]
    lost: str
    beyond: str

    def rounding(self, of_top: str) -> str:
        """What rounding leaves of the numbers, behind ``of_top``: of the top's; empty where all digits stand."""
        return "; ".join(words for words in (of_top, self.lost, self.beyond) if words)


def ranked_importance(tree: CompiledTree, values: EventValues, *, gates: bool = False) -> RankedImportance:
    """Importance of every event, or of every gate, at the events' values."""
    points = values.points
    if gates:
        rows = gate_importance(tree, values.probability)
        lost = lost_gate_importance(tree, points, rows, values)
    else:
        measured = event_importance(tree, values.probability)
        rows, lost = list(measured.table), lost_importance(tree, points, values, measured)
    known = known_importance(rows, lost_digits(tree, points, values))
    return RankedImportance(known, lost, beyond_range(known))
