"""Kernel that builds a module's diagram while its order changes: sifting whenever what is in use has doubled.

The last resort of the portfolio (:mod:`casegen.fta.portfolio`): an order that fits none of the early gates' diagrams
is mended before the later ones are built.
"""

from __future__ import annotations

from typing import Any

from casegen.fta.kernels import (
    LEAF_LEVEL,
    conjoin,
    find_or_add,
    grown,
    ints,
    refs,
    rehashed,
    table_size,
)
from casegen.fta.sifting import mark_reachable, reorder

Ints = list[int]

_FRAME = 6


def apply_one(
    kind: int, count: int, ref: int, i: int, held: Ints, node: Ints, table: Ints, cache: Ints, stack: Ints, size: Ints
) -> bool:  # fmt: skip
    """Bring one more operand, the ``i``-th, into a gate's partial results ``held``; False when storage is full.

    Done again after it failed it changes nothing: partial results of an at-least gate go from the last to the first.
    """
    if kind == 0:
        result = conjoin(held[0], ref, node, table, cache, stack, size)
        if result < 0:
            return False
        held[0] = result
        return True
    if kind == 1:
        left = conjoin(held[0], ref ^ 1, node, table, cache, stack, size)
        if left < 0:
            return False
        right = conjoin(held[0] ^ 1, ref, node, table, cache, stack, size)
        if right < 0:
            return False
        result = conjoin(left ^ 1, right ^ 1, node, table, cache, stack, size)
        if result < 0:
            return False
        held[0] = result ^ 1
        return True
    for j in range(min(count, i + 1), 0, -1):
        both = conjoin(held[j - 1], ref, node, table, cache, stack, size)
        if both < 0:
            return False
        either = conjoin(held[j] ^ 1, both ^ 1, node, table, cache, stack, size)
        if either < 0:
            return False
        held[j] = either ^ 1
    return True


def sort_arguments(begin: int, end: int, arguments: Ints, of: Ints, node: Ints, todo: Ints) -> int:
    """A gate's literals into ``todo``, the deepest level first; returns how many."""
    n = 0
    for a in range(begin, end):
        literal = arguments[a]
        level = node[4 * (of[abs(literal)] >> 1)]
        k = n
        while k > 0 and node[4 * (of[abs(todo[k - 1])] >> 1)] < level:
            todo[k] = todo[k - 1]
            k -= 1
        todo[k] = literal
        n += 1
    return n


def build_sifted(
    kinds: Ints, counts: Ints, start: Ints, arguments: Ints, first: int, gates: Ints, n: int, order: Ints, m: int,
    flip: Ints, of: Ints, todo: Ints, held: Ints, max_nodes: int, work: int, smallest: int,
) -> Any:  # fmt: skip
    """As :func:`casegen.fta.modules.build_module`, with ``order`` changed on the way; returns what it returns.

    Where storage is full, what is not used any more is dropped; what is left is sifted when it has doubled, from
    ``smallest`` nodes on, until ``work`` node visits are spent.  Storage grows only where that was not enough.
    """
    # one loop over gates that share their storage
    capacity = min(max_nodes, 4 * smallest + 8 * m + 8)
    node = refs(4 * capacity)
    table = refs(table_size(capacity))
    cache = refs(3 * table_size(capacity))
    stack = ints(_FRAME * (m + 4))
    size = ints(1)
    size[0] = 1
    if m + 1 > capacity:
        return node, table, cache, size[0], -1
    node[0] = LEAF_LEVEL
    of[1] = 0
    waiting = ints(len(of))
    for i in range(n):
        j = gates[i]
        of[first + j] = 0
        for a in range(start[j], start[j + 1]):
            waiting[abs(arguments[a])] += 1
    for level in range(m):
        v = order[level]
        of[v] = find_or_add(level, 1, 0, node, table, size) ^ flip[v]
    roots = ints(n + m + len(held) + 8)
    sifted = smallest // 2
    spent = 0
    failed = -1
    for i in range(n):
        j = gates[i]
        kind = kinds[j]
        length = sort_arguments(start[j], start[j + 1], arguments, of, node, todo)
        results = counts[j] + 1 if kind == 2 else 1
        held[0] = 1 if kind == 1 else 0
        for k in range(1, results):
            held[k] = 1
        done = 0
        while done < length:
            literal = todo[done]
            ref = of[abs(literal)] ^ (1 if literal < 0 else 0)
            if apply_one(kind, counts[j], ref, done, held, node, table, cache, stack, size):
                done += 1
                continue
            # what later gates use, and what this one has so far
            count = 0
            for k in range(i):
                if waiting[first + gates[k]] > 0:
                    roots[count] = of[first + gates[k]]
                    count += 1
            for k in range(results):
                roots[count] = held[k]
                count += 1
            mark = refs(size[0])
            live = mark_reachable(node, size[0], roots, count, mark)
            effort = 0
            if live >= 2 * sifted and spent < work:
                effort = work - spent
            used, cost = reorder(node, table, size[0], roots, count, live, mark, order, m, effort)
            spent += cost
            if effort > 0:
                sifted = max(smallest // 2, used)
            size[0] = used
            count = 0
            for k in range(i):
                if waiting[first + gates[k]] > 0:
                    of[first + gates[k]] = roots[count]
                    count += 1
            for k in range(results):
                held[k] = roots[count]
                count += 1
            # a step that failed before, and for which nothing was gained, needs more room
            again = failed == i * len(of) + done and effort == 0
            failed = i * len(of) + done
            # every variable keeps a node of its own beside what the gates use
            kept = used + m
            if 4 * kept > 3 * capacity or again or (capacity < max_nodes and 4 * kept > capacity):
                if capacity >= max_nodes:
                    return node, table, cache, size[0], -1 - i
                capacity = min(max_nodes, 2 * capacity)
                if kept > capacity:
                    return node, table, cache, size[0], -1 - i
                node = grown(node, 4 * capacity)
                table = rehashed(node, size[0], table_size(capacity))
                cache = refs(3 * table_size(capacity))
            else:
                for k in range(len(cache)):
                    cache[k] = 0
            for level in range(m):
                v = order[level]
                of[v] = find_or_add(level, 1, 0, node, table, size) ^ flip[v]
        result = held[counts[j]] if kind == 2 else held[0]
        of[first + j] = result
        for a in range(start[j], start[j + 1]):
            waiting[abs(arguments[a])] -= 1
    return node, table, cache, size[0], result
