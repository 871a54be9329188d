"""Kernels for minimal cut sets, kept implicit in a zero-suppressed diagram (Minato 1993, Rauzy 1993).

Like :mod:`casegen.fta.kernels`, plain Python that numba compiles.  Family 0 is empty, family 1 holds the
empty set only; family ``n`` is ``low`` together with every set of ``high`` joined by ``var``.
"""

from __future__ import annotations

from typing import Any

from casegen.fta.kernels import grown, ints, refs, slot_of, table_size

Ints = Any
Floats = Any

FULL = -1
_FRAME = 4


def find_or_add_family(
    var: int, low: int, high: int, rank: Ints, family: Ints, table: Ints, size: Ints
) -> int:
    """The family (var, low, high); FULL when storage is full.  No set with ``var`` when high is empty."""
    if high == 0:
        return low
    slot = slot_of(var, low, high, len(table) - 1)
    n = table[slot]
    while n != 0:
        at = 4 * n
        if family[at] == var and family[at + 1] == low and family[at + 2] == high:
            return n
        n = family[at + 3]
    n = size[0]
    at = 4 * n
    if at >= len(family):
        return FULL
    family[at] = var
    family[at + 1] = low
    family[at + 2] = high
    family[at + 3] = table[slot]
    table[slot] = n
    size[0] = n + 1
    return n


def without(
    f: int, g: int, rank: Ints, family: Ints, table: Ints, cache: Ints, stack: Ints, size: Ints
) -> int:
    """The sets of ``f`` that contain no set of ``g`` (Rauzy's subsuming difference), or FULL.

    Both families are minimal (no set contains another).  ``stack`` has room for four numbers per level.
    """
    mask = len(cache) // 3 - 1
    depth = 0
    descend = True
    result = 0
    while True:
        if descend:
            while f > 1 and g > 1 and rank[family[4 * g]] < rank[family[4 * f]]:
                g = family[4 * g + 1]
            if f == 0 or g == 1 or f == g:
                result = 0
            elif g == 0 or f == 1:
                result = f
            else:
                slot = 3 * slot_of(f, g, 1, mask)
                if cache[slot] == f and cache[slot + 1] == g:
                    result = cache[slot + 2]
                else:
                    stack[depth] = f
                    stack[depth + 1] = g
                    stack[depth + 2] = 0
                    depth += _FRAME
                    if family[4 * g] == family[4 * f]:
                        g = family[4 * g + 1]
                    f = family[4 * f + 2]
                    continue
            descend = False
        else:
            if depth == 0:
                return result
            top = depth - _FRAME
            f = stack[top]
            g = stack[top + 1]
            same = family[4 * f] == family[4 * g]
            stage = stack[top + 2]
            if stage == 0 and same:
                stack[top + 2] = 1
                f = result
                g = family[4 * g + 2]
                descend = True
            elif stage <= 1:
                stack[top + 2] = 2
                stack[top + 3] = result
                f = family[4 * f + 1]
                if same:
                    g = family[4 * g + 1]
                descend = True
            else:
                result = find_or_add_family(family[4 * f], result, stack[top + 3], rank, family, table, size)
                if result < 0:
                    return FULL
                slot = 3 * slot_of(f, g, 1, mask)
                cache[slot] = f
                cache[slot + 1] = g
                cache[slot + 2] = result
                depth = top


def minimal_families(
    var: Ints, low: Ints, high: Ints, rank: Ints, levels: int, max_nodes: int, capacity: int
) -> Any:
    """Minimal solutions of every node of a diagram; returns (family, size, family of each node, status).

    A set of variables is a solution when the function holds with exactly these variables true; the
    minimal ones are the minimal cut sets.  Status FULL: more than ``max_nodes`` families.
    """
    of_node = refs(len(var))
    of_node[1] = 1
    stack = ints(_FRAME * (levels + 4))
    family = refs(4 * capacity)
    table = refs(table_size(capacity))
    cache = refs(3 * table_size(capacity))
    size = ints(1)
    size[0] = 2
    n = 2
    while n < len(var):
        zero = of_node[low[n]]
        one = without(of_node[high[n]], zero, rank, family, table, cache, stack, size)
        if one >= 0:
            one = find_or_add_family(var[n], zero, one, rank, family, table, size)
        if one < 0:
            if capacity >= max_nodes:
                return family, size[0], of_node, FULL
            capacity = min(max_nodes, 2 * capacity)
            family = grown(family, 4 * capacity)
            table = rehashed_families(family, size[0], table_size(capacity))
            cache = refs(3 * table_size(capacity))
            continue
        of_node[n] = one
        n += 1
    return family, size[0], of_node, 0


def rehashed_families(family: Ints, size: int, slots: int) -> Ints:
    """A new hash table over the first ``size`` families; chains are rebuilt."""
    table = refs(slots)
    for n in range(2, size):
        at = 4 * n
        slot = slot_of(family[at], family[at + 1], family[at + 2], slots - 1)
        family[at + 3] = table[slot]
        table[slot] = n
    return table
