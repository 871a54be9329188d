"""How far a top event reaches in rational arithmetic, with every number as it was typed or within its rounding.

A floating-point sweep ends a rounding or two from the number that the decimals give.  Where the top lies that near to a
limit, only this tells on which side of it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from casegen.fta.events.decimals import typed
from casegen.fta.tree.compiled_tree import CompiledTree

if TYPE_CHECKING:
    from casegen.fta.events.values import EventValues

Reach = tuple[Fraction, Fraction]
"""least and largest that a number may be"""
_MOST_FREE = 4
"""uncertain events of unknown direction, of which both ends are tried"""
_ENCLOSED = 2.0**-48
"""relative error of the enclosure of an event that is known as a set, generously"""


def as_read(number: float) -> Reach:
    """What may have been typed for ``number``: one decimal of up to 15 digits, or all that are read as it."""
    decimal = typed(number)
    if decimal is not None:
        return decimal, decimal
    at = Fraction(number)
    below, above = (Fraction(math.nextafter(number, toward)) for toward in (-math.inf, math.inf))
    return (at + below) / 2, (at + above) / 2


def _event_as_read(number: float) -> Reach:
    """As :func:`as_read`, of an event: more nines than are kept are read as 1, of which then too little is left."""
    return (Fraction(math.nextafter(1.0, 0.0)), Fraction(1)) if number == 1.0 else as_read(number)


def event_reaches(values: EventValues, changed: Mapping[int, float]) -> list[Reach]:
    """Where each event's number lies, with these (by position) ``changed`` to numbers that are read."""
    lower, upper = values.enclosures({})
    most = Fraction(values.most) if math.isfinite(values.most) else None
    reaches: list[Reach] = []
    for i, exact in enumerate(values.typed):
        if i in changed:
            low, high = _event_as_read(changed[i])
        elif values.is_set(i):
            wide = Fraction(_ENCLOSED)
            low = Fraction(float(lower[i])) * (1 - wide)
            high = Fraction(float(upper[i])) * (1 + wide) if exact is None else exact
        elif exact is not None:
            low = high = exact
        elif i in values.rounded:
            low, high = (Fraction(end) for end in values.rounded[i])
        else:
            low, high = _event_as_read(float(values.probability[i]))
        reaches.append((low, high if most is None else min(high, most)))
    return reaches


def exact_reach(tree: CompiledTree, reaches: Sequence[Reach], side: int) -> Fraction | None:
    """The largest (``side`` 1) or least (-1) top over the events' ``reaches``; None where the tree is too large."""
    ends = [
        (reach[0],) if reach[0] == reach[1] else (reach[1 if sign == side else 0],) if sign else reach
        for sign, reach in zip(_signs(tree, reaches), reaches, strict=True)
    ]
    if sum(len(both) > 1 for both in ends) > _MOST_FREE:
        return None
    tops = [tree.exactly(corner) for corner in itertools.product(*ends)]
    known = [top for top in tops if top is not None]
    if len(known) < len(tops):
        return None
    return max(known) if side > 0 else min(known)


def _signs(tree: CompiledTree, reaches: Sequence[Reach]) -> Sequence[int]:
    """How the top moves with each event; not looked for where every number is one."""
    return (1,) * len(reaches) if all(low == high for low, high in reaches) else tree.signs
