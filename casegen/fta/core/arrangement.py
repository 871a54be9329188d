"""Arguments in another order: that of a walk from event to event that gates bring together.

Depth-first orders of variables follow the arguments of gates.  Where a gate has very many, the order in which these stand
says nothing of what belongs together: neighbouring pairs, written in any order under one OR, make a diagram without end,
and written along the line one of three nodes a pair.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from casegen.fta.gates.structure import FIRST_EVENT, Structure

WIDE = 48
"""arguments of a gate from which on their order is looked at"""
DEEP = 200
"""gates one below the other from which on the events nearest to the top are tried first"""
_HUB = 16
"""arguments of a gate above which it brings nothing together"""
_NARROWER = 0.5
"""share of the gates' spans that another order has to leave at most"""


def is_wide(structure: Structure) -> bool:
    """Whether a gate has so many arguments that their order may decide the size of the diagram."""
    return max(map(len, structure.arguments), default=0) >= WIDE


def arranged(structure: Structure) -> Structure | None:
    """The structure with every gate's arguments along the walk; None where that brings its gates no closer together."""
    now, walked = _depth_first(structure), _walk(structure)
    if _span(structure, walked) > _NARROWER * _span(structure, now):
        return None
    ends = _ends(structure, walked)
    arguments = tuple(tuple(sorted(row, key=lambda x: ends[abs(x)])) for row in structure.arguments)
    return replace(structure, arguments=arguments)


def _depth_first(structure: Structure) -> list[int]:
    """Events in the order in which they are met from the top."""
    first, order = structure.first_gate, []
    seen, agenda = {1}, [abs(structure.top)]
    while agenda:
        v = agenda.pop()
        if v in seen:
            continue
        seen.add(v)
        if v < first:
            order.append(v)
        else:
            agenda.extend(abs(x) for x in reversed(structure.arguments[v - first]))
    return order


def shallow_first(structure: Structure) -> list[int]:
    """Events in the order in which they are met from the top, of each gate's arguments the shallowest first."""
    depth = _depths(structure)
    rows = tuple(tuple(sorted(row, key=lambda x: depth[abs(x)])) for row in structure.arguments)
    return _depth_first(replace(structure, arguments=rows))


def _depths(structure: Structure) -> list[int]:
    """How many gates stand one below the other under each literal, itself included."""
    depth = [0] * (structure.first_gate + len(structure.arguments))
    for gate, row in enumerate(structure.arguments, start=structure.first_gate):
        depth[gate] = 1 + max((depth[abs(x)] for x in row), default=0)
    return depth


def is_deep(structure: Structure) -> bool:
    """Whether so many gates stand one below the other that each may be made of the ones below it, and of all of these."""
    return max(_depths(structure), default=0) >= DEEP


def nearest_first(structure: Structure) -> list[int]:
    """All events, those that fewest gates part from the top first.

    Where each gate adds events to the one below it, as along a ladder, these then stand above what is there already, and
    what is there stays as it is.  From below each gate would make everything anew.
    """
    first = structure.first_gate
    met: dict[int, None] = {}
    agenda = deque([abs(structure.top)])
    while agenda:
        v = agenda.popleft()
        if v not in met:
            met[v] = None
            below = structure.arguments[v - first] if v >= first else ()
            agenda.extend(abs(x) for x in below)
    order = [v for v in met if FIRST_EVENT <= v < first]
    return [*order, *(v for v in range(FIRST_EVENT, first) if v not in met)]


def _walk(structure: Structure) -> list[int]:
    """Events breadth first through gates of few arguments, each connected part from one of its far ends."""
    first = structure.first_gate
    beside: list[list[int]] = [[] for _ in range(first + len(structure.arguments))]
    for gate, row in enumerate(structure.arguments, start=first):
        for v in {abs(x) for x in row} - {1} if len(row) <= _HUB else ():
            beside[gate].append(v)
            beside[v].append(gate)
    order: list[int] = []
    done: set[int] = set()
    for event in _depth_first(structure):
        if event not in done:
            far = [v for v in _reached(beside, event) if v < first][-1]
            part = _reached(beside, far)
            done.update(part)
            order += [v for v in part if v < first]
    return order


def _reached(beside: Sequence[Sequence[int]], start: int) -> list[int]:
    """What can be reached from ``start``, the nearest first."""
    reached, agenda = {start: None}, deque([start])
    while agenda:
        for v in beside[agenda.popleft()]:
            if v not in reached:
                reached[v] = None
                agenda.append(v)
    return list(reached)


def _ends(structure: Structure, order: Sequence[int]) -> list[tuple[int, int]]:
    """First and last place in ``order`` of what each literal depends on; constants, and what is unused, at 0."""
    ends = [(0, 0)] * (structure.first_gate + len(structure.arguments))
    for place, event in enumerate(order):
        ends[event] = place, place
    for gate, row in enumerate(structure.arguments, start=structure.first_gate):
        below = [ends[abs(x)] for x in row if abs(x) >= FIRST_EVENT]
        if below:
            ends[gate] = min(low for low, _ in below), max(high for _, high in below)
    return ends


def _span(structure: Structure, order: Sequence[int]) -> int:
    """How far apart the events of each gate of few arguments are, in all."""
    ends = _ends(structure, order)[structure.first_gate :]
    return sum(
        high - low for (low, high), row in zip(ends, structure.arguments, strict=True) if len(row) <= _HUB
    )
