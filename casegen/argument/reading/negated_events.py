"""Events of a tree by the side on which they make its top event more likely."""

from __future__ import annotations

from casegen.model.case import Case
from casegen.model.fault_tree import FaultTree, Formula, GateType

_FLIPS = (GateType.NOT, GateType.NOR, GateType.NAND)
_BOTH = (GateType.XOR, GateType.IFF, GateType.CARDINALITY)


def negated_events(case: Case, tree: FaultTree) -> frozenset[str]:
    """Events whose not happening may bring the top event about: below an odd number of negations, or an XOR."""
    seen: set[tuple[str | int, bool]] = set()
    waiting: list[tuple[str | Formula, bool]] = [(tree.top, False)]
    while waiting:
        part, negated = waiting.pop()
        formula: Formula | None
        # a gate without a name by itself: both sides of each level below would otherwise double
        known = (part if isinstance(part, str) else id(part), negated)
        if known in seen:
            continue
        seen.add(known)
        formula = case.gate.get(part) if isinstance(part, str) else part
        if formula is None:
            continue
        sides = (False, True) if formula.type in _BOTH else (negated != (formula.type in _FLIPS),)
        waiting += [(below, side) for below in formula.inputs for side in sides]
        if formula.condition:
            waiting.append((formula.condition, negated))
    return frozenset(
        name for name, negated in seen if negated and isinstance(name, str) and name in case.event
    )
