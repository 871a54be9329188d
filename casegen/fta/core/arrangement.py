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
    depth = [0] * (structure.first_gate + len(structure.arguments))
    for gate, row in enumerate(structure.arguments, start=structure.first_gate):
        depth[gate] = 1 + max((depth[abs(x)] for x in row), default=0)
    rows = tuple(tuple(sorted(row, key=lambda x: depth[abs(x)])) for row in structure.arguments)
    return _depth_first(replace(structure, arguments=rows))


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
