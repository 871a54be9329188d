"""The logic of a fault tree without numbers: does a gate happen when certain events do, and no other?"""

from __future__ import annotations

from casegen.model.case import Case
from casegen.model.fault_tree import Formula


def happens(case: Case, name: str, given: frozenset[str]) -> bool | None:
    """Whether ``name`` (an event or a gate of the case) happens when exactly the ``given`` events and gates do.

    A given gate counts as having happened, whatever is below it.  None where a gate on the way is not monotone, or
    is its own cause.
    """
    known: dict[str, bool | None] = {}
    opened: set[str] = set()
    stack = [name]
    while stack:
        current = stack[-1]
        if current in known:
            stack.pop()
            continue
        gate = case.gate.get(current)
        if current in given:
            known[current] = True
        elif gate is None:
            house = case.house_event.get(current)
            known[current] = house.state if house is not None else False
        else:
            waiting = [n for n in _names(gate) if n not in known]
            if any(n in opened for n in waiting):
                return None  # opened and not known: on the way to this gate
            if waiting:
                opened.add(current)
                stack += waiting
                continue
            known[current] = _value(gate, known)
        stack.pop()
    return known[name]


def _names(formula: Formula) -> list[str]:
    names = [formula.condition] if formula.condition is not None else []
    for one in formula.inputs:
        names += [one] if isinstance(one, str) else _names(one)
    return names


def _value(formula: Formula, known: dict[str, bool | None]) -> bool | None:
    values = [known[one] if isinstance(one, str) else _value(one, known) for one in formula.inputs]
    if formula.condition is not None:
        values.append(known[formula.condition])
    if None in values or not formula.row.coherent:
        return None
    return formula.holds(sum(map(bool, values)))
