"""Which digits of a top event are lost where a tree uses the complement of an event that is nearly certain.

A probability near 1 is a rounded number, and its complement has as many digits less.  Nothing else loses digits: a
tree in which an event occurs only uncomplemented has a relative error of a few units in the last place.
"""

from __future__ import annotations

from dataclasses import dataclass

from casegen.fta.arrays import np
from casegen.fta.diagram import Numbers
from casegen.fta.tree import CompiledTree

RELATIVE = 1e-12
"""error of the top, relative to it, from which on its digits are not called exact"""


@dataclass(frozen=True, slots=True)
class LostDigits:
    """``error`` is how far the top may lie from the number shown, for the rounding of ``events``."""

    error: float
    events: tuple[str, ...]

    def __str__(self) -> str:
        names = ", ".join(self.events[:3]) + (" and others" if len(self.events) > 3 else "")
        return f"the probability of {names} is within rounding of 1: its complement has lost digits"


def lost_digits(tree: CompiledTree, p: Numbers) -> LostDigits | None:
    """What rounding of event probabilities ``p`` (E,) may change in the top; None where its digits stand.

    First order: the sum of Birnbaum importance times the distance to the next floating-point number, over the events
    that the top needs not to occur.
    """
    near = [i for i, sign in enumerate(tree.signs) if sign != 1 and p[i] > 0.5]
    if not near:
        return None
    table = {row.id: row.birnbaum for row in tree.importance(p)}
    parts = {tree.events[i]: abs(table[tree.events[i]]) * float(np.spacing(p[i])) for i in near}
    error = sum(parts.values())
    if error <= RELATIVE * tree.probability(p):
        return None
    return LostDigits(error, tuple(sorted((e for e in parts if parts[e] > 0), key=lambda e: -parts[e])))
