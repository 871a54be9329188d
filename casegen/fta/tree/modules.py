"""Modules of a structure: gates that share nothing with the rest of the tree, and what each of them holds."""

from __future__ import annotations

from casegen.fta.core import kernels
from casegen.fta.core.kernels import GateGraph
from casegen.fta.gates.structure import AND, TRUE, XOR, Structure


def polarity(structure: Structure, *, coherent: bool) -> list[int]:
    """1 for gates to be taken as they are, -1 for those to be taken as complements, by what is false with no event.

    Of a constant gate in a coherent tree the true literal is taken, which has a minimal cut set, the empty one.
    """
    constant = constants(structure) if coherent else set()
    none = _states(structure, False)
    return [(1 if low else -1) if j in constant else -1 if low else 1 for j, low in enumerate(none)]


def constants(structure: Structure) -> set[int]:
    """Gates of a coherent tree that have one value with no event and with all, and so always."""
    none, every = _states(structure, False), _states(structure, True)
    return {j for j, low in enumerate(none) if low == every[j]}


def _states(structure: Structure, event: bool) -> list[bool]:
    """Every gate with all events in one state."""
    first = structure.first_gate
    state: list[bool] = []
    for kind, count, row in zip(structure.kinds, structure.counts, structure.arguments, strict=True):
        held = sum(
            (state[abs(x) - first] if abs(x) >= first else event or abs(x) == TRUE) == (x > 0) for x in row
        )
        state.append(held == len(row) if kind == AND else held % 2 == 1 if kind == XOR else held >= count)
    return state


def owners(structure: Structure) -> tuple[dict[int, int], set[int]]:
    """The smallest module that properly holds each gate or event below the top, by its literal, and the modules.

    Modules are gates by number.
    """
    first = structure.first_gate
    if abs(structure.top) < first:
        return {}, set()
    entry, leave, low, high, order = kernels.visits(GateGraph.of(structure))
    modules = {
        j for j in order
        if all(low[abs(x)] > entry[first + j] and high[abs(x)] < leave[first + j]
               for x in structure.arguments[j] if abs(x) != TRUE)
    }  # fmt: skip
    owner: dict[int, int] = {}
    for j in reversed(order):
        for x in structure.arguments[j]:
            if abs(x) != TRUE:
                owner.setdefault(abs(x), j if j in modules else owner[first + j])
    return owner, modules
