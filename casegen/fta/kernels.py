"""The decision-diagram kernels, written once and run at two speeds.

Plain Python over lists for small trees (they answer at once), and the same source compiled by numba for
large ones (:mod:`casegen.fta.speed`).  So this module keeps to what both understand: integers, loops and
indexable storage from :func:`ints` and :func:`floats`; no dictionary, no slice, no exception.

References: ``2*n`` is node ``n``, ``2*n + 1`` its complement; node 0 is the constant true, so that 0 is
true and 1 is false.  The high edge of a node is never complemented, which makes the form canonical
(Brace, Rudell & Bryant 1990): equal functions have equal references.  A node holds four numbers: level,
low, high, next node with the same hash.
"""

from __future__ import annotations

from typing import Any

Ints = list[int]
Floats = list[float]

LEAF_LEVEL = 1 << 30
NO_ROOM = -1

_FRAME = 6


def ints(n: int) -> Ints:
    """``n`` integers, all 0."""
    return [0] * n


def refs(n: int) -> Ints:
    """``n`` references, all 0: half as wide as :func:`ints` once compiled."""
    return [0] * n


def floats(n: int) -> Floats:
    """``n`` floating-point numbers, all 0."""
    return [0.0] * n


def slot_of(a: int, b: int, c: int, mask: int) -> int:
    """Hash of three references (multiplicative, folded)."""
    mixed = a * 12582917 + b * 4256249 + c * 741457
    return (mixed ^ (mixed >> 15)) & mask


def find_or_add(level: int, low: int, high: int, node: Ints, table: Ints, size: Ints) -> int:
    """The reference of the node (level, low, high), with high made regular; NO_ROOM when storage is full."""
    if low == high:
        return low
    flip = high & 1
    low ^= flip
    high ^= flip
    slot = slot_of(level, low, high, len(table) - 1)
    n = table[slot]
    while n != 0:
        at = 4 * n
        if node[at] == level and node[at + 1] == low and node[at + 2] == high:
            return 2 * n + flip
        n = node[at + 3]
    n = size[0]
    at = 4 * n
    if at >= len(node):
        return NO_ROOM
    node[at] = level
    node[at + 1] = low
    node[at + 2] = high
    node[at + 3] = table[slot]
    table[slot] = n
    size[0] = n + 1
    return 2 * n + flip


def conjoin(f: int, g: int, node: Ints, table: Ints, cache: Ints, stack: Ints, size: Ints) -> int:
    """Reference of ``f AND g``, or NO_ROOM.  ``stack`` has room for six numbers per level."""
    # the innermost loop of all, over its own stack: a call in it would pass ten numbers at every node
    cache_mask = len(cache) // 3 - 1
    depth = 0
    descend = True
    result = 0
    while True:
        if descend:
            if f > g:
                f, g = g, f
            if f == 0 or f == g:
                result = g
            elif f == 1 or f ^ 1 == g:
                result = 1
            else:
                slot = 3 * slot_of(f, g, 0, cache_mask)
                if cache[slot] == f and cache[slot + 1] == g:
                    result = cache[slot + 2]
                else:
                    at_f = 4 * (f >> 1)
                    at_g = 4 * (g >> 1)
                    level = node[at_f]
                    level_g = node[at_g]
                    if level <= level_g:
                        f_low = node[at_f + 1] ^ (f & 1)
                        f_high = node[at_f + 2] ^ (f & 1)
                    else:
                        f_low = f
                        f_high = f
                    if level_g <= level:
                        g_low = node[at_g + 1] ^ (g & 1)
                        g_high = node[at_g + 2] ^ (g & 1)
                        level = level_g
                    else:
                        g_low = g
                        g_high = g
                    stack[depth] = f
                    stack[depth + 1] = g
                    stack[depth + 2] = level
                    stack[depth + 3] = f_low
                    stack[depth + 4] = g_low
                    stack[depth + 5] = -1
                    depth += _FRAME
                    f = f_high
                    g = g_high
                    continue
            descend = False
        else:
            if depth == 0:
                return result
            top = depth - _FRAME
            if stack[top + 5] < 0:
                stack[top + 5] = result
                f = stack[top + 3]
                g = stack[top + 4]
                descend = True
            else:
                result = find_or_add(stack[top + 2], result, stack[top + 5], node, table, size)
                if result < 0:
                    return NO_ROOM
                slot = 3 * slot_of(stack[top], stack[top + 1], 0, cache_mask)
                cache[slot] = stack[top]
                cache[slot + 1] = stack[top + 1]
                cache[slot + 2] = result
                depth = top


def sort_by_level(refs: Ints, n: int, node: Ints) -> None:
    """Sort the first ``n`` references so that the deepest come first (insertion sort, in place)."""
    for i in range(1, n):
        ref = refs[i]
        level = node[4 * (ref >> 1)]
        j = i - 1
        while j >= 0 and node[4 * (refs[j] >> 1)] < level:
            refs[j + 1] = refs[j]
            j -= 1
        refs[j + 1] = ref


def combine(
    kind: int, count: int, refs: Ints, n: int, row: Ints,
    node: Ints, table: Ints, cache: Ints, stack: Ints, size: Ints,
) -> int:  # fmt: skip
    """Reference of a gate (0 AND, 1 XOR, 2 ATLEAST ``count``) over ``refs[:n]``, or NO_ROOM.

    ``row`` is scratch of ``n + 2`` integers.
    """
    sort_by_level(refs, n, node)
    if kind == 0:
        result = 0
        for i in range(n):
            result = conjoin(result, refs[i], node, table, cache, stack, size)
            if result < 0 or result == 1:
                break
        return result
    if kind == 1:
        result = 1
        for i in range(n):
            left = conjoin(result, refs[i] ^ 1, node, table, cache, stack, size)
            if left < 0:
                return NO_ROOM
            right = conjoin(result ^ 1, refs[i], node, table, cache, stack, size)
            if right < 0:
                return NO_ROOM
            result = conjoin(left ^ 1, right ^ 1, node, table, cache, stack, size)
            if result < 0:
                return NO_ROOM
            result ^= 1
        return result
    row[0] = 0
    for j in range(1, count + 1):
        row[j] = 1
    for i in range(n):
        for j in range(min(count, i + 1), 0, -1):
            both = conjoin(row[j - 1], refs[i], node, table, cache, stack, size)
            if both < 0:
                return NO_ROOM
            either = conjoin(row[j] ^ 1, both ^ 1, node, table, cache, stack, size)
            if either < 0:
                return NO_ROOM
            row[j] = either ^ 1
    return row[count]


def table_size(capacity: int) -> int:
    """The power of two at or above ``capacity``."""
    size = 64
    while size < capacity:
        size *= 2
    return size


def grown(old: Ints, n: int) -> Ints:
    """A copy of ``old`` with room for ``n`` references."""
    new = refs(n)
    for i in range(len(old)):
        new[i] = old[i]
    return new


def rehashed(node: Ints, size: int, slots: int) -> Ints:
    """A new hash table over the first ``size`` nodes; chains are rebuilt."""
    table = refs(slots)
    for n in range(1, size):
        at = 4 * n
        slot = slot_of(node[at], node[at + 1], node[at + 2], slots - 1)
        node[at + 3] = table[slot]
        table[slot] = n
    return table


def extract(node: Ints, size: int, roots: Ints, level_var: Ints) -> Any:
    """Nodes reachable from ``roots`` without complement edges; returns (var, low, high, ids of the roots).

    Node 0 is false and node 1 true; the others come after their children, with ``var`` taken from
    ``level_var``.  A node that is used both ways becomes two.
    """
    used = refs(2 * size)
    for i in range(len(roots)):
        used[roots[i]] = 1
    count = 2
    for ref in range(2 * size - 1, 1, -1):
        if used[ref]:
            at = 4 * (ref >> 1)
            used[node[at + 1] ^ (ref & 1)] = 1
            used[node[at + 2] ^ (ref & 1)] = 1
            count += 1
    var = refs(count)
    low = refs(count)
    high = refs(count)
    var[0] = -1
    var[1] = -1
    low[1] = 1
    high[1] = 1
    used[0] = 1
    used[1] = 0
    n = 2
    for ref in range(2, 2 * size):
        if used[ref]:
            at = 4 * (ref >> 1)
            var[n] = level_var[node[at]]
            low[n] = used[node[at + 1] ^ (ref & 1)]
            high[n] = used[node[at + 2] ^ (ref & 1)]
            used[ref] = n
            n += 1
    ids = ints(len(roots))
    for i in range(len(roots)):
        ids[i] = used[roots[i]]
    return var, low, high, ids
