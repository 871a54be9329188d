"""Kernel that prepares a graph before its diagram is built: plain Python that numba compiles.

A graph is (kinds, counts, start, arguments) as in :mod:`casegen.fta.structure`: gate ``j`` has literal
``first + j`` and arguments ``arguments[start[j]:start[j + 1]]``; gates need not be in order.
"""

from __future__ import annotations

from typing import Any

from casegen.fta.sharing import assume, merge_twins
from casegen.fta.simplify import simplify

Ints = list[int]


def reduce_graph(kinds: Ints, counts: Ints, start: Ints, arguments: Ints, first: int, top: int) -> Any:
    """Simplify, assume and merge twins until nothing changes; returns (kinds, counts, start, arguments, top)."""
    for _ in range(30):
        kinds, counts, start, arguments, top, changed = simplify(kinds, counts, start, arguments, first, top)
        if changed == 0:
            arguments, changed = assume(kinds, start, arguments, first, top)
        if changed == 0:
            kinds, counts, start, arguments, changed = merge_twins(
                kinds, counts, start, arguments, first, top, first + len(kinds)
            )
        if changed == 0:
            break
    return kinds, counts, start, arguments, top
