"""Kernels for trees too large to solve: a function from below and one from above, both pruned to a size.

``L <= f <= U`` is kept for every gate.  Pruning a lower function replaces nodes that carry little probability
by false; the upper function is pruned as the complement's lower.  Both probabilities are then exact, so that the
bounds are rigorous whatever was pruned.
"""

from __future__ import annotations

from typing import Any

from casegen.fta.kernels import (
    LEAF_LEVEL,
    NO_ROOM,
    conjoin,
    find_or_add,
    floats,
    ints,
    refs,
    sort_by_level,
    table_size,
)

Ints = list[int]
Floats = list[float]


def gather(root: int, node: Ints, stamp: Ints, tag: int, stack: Ints, post: Ints, most: int) -> int:
    """Nodes below a reference, children first, into ``post``; returns how many, or ``most + 1`` when more."""
    count = 0
    depth = 1
    stack[0] = (root >> 1) * 2
    while depth > 0:
        depth -= 1
        entry = stack[depth]
        n = entry >> 1
        if entry & 1:
            if count >= most:
                return most + 1
            post[count] = n
            count += 1
            continue
        if n == 0 or stamp[n] == tag:
            continue
        stamp[n] = tag
        if depth + 3 > len(stack):
            return most + 1
        stack[depth] = entry + 1
        stack[depth + 1] = (node[4 * n + 1] >> 1) * 2
        stack[depth + 2] = (node[4 * n + 2] >> 1) * 2
        depth += 3
    return count


def value_of(ref: int, value: Floats) -> float:
    """Probability of a reference from its node's."""
    return 1.0 - value[ref >> 1] if ref & 1 else value[ref >> 1]


def prune_below(
    root: int, limit: int, node: Ints, table: Ints, size: Ints, p: Floats, value: Floats, reach: Floats, changed: Ints,
    stamp: Ints, tags: Ints, stack: Ints, post: Ints,
) -> int:  # fmt: skip
    """A function of at most ``limit`` nodes that implies the one given, or NO_ROOM.

    The nodes whose probability of being reached and then holding is least become false; the threshold grows
    tenfold until the rest fits.  ``p`` is by level.
    """
    tags[0] += 1
    count = gather(root, node, stamp, tags[0], stack, post, len(post) - 1)
    if count >= len(post):
        return NO_ROOM
    for i in range(count):
        n = post[i]
        if value[n] < 0.0:
            q = p[node[4 * n]]
            low = value_of(node[4 * n + 1], value)
            value[n] = low + q * (value_of(node[4 * n + 2], value) - low)
    if count <= limit:
        return root
    whole = value_of(root, value)
    scale = min(whole, 1.0 - whole)
    threshold = 1e-12 * scale
    while True:
        for i in range(count):
            reach[2 * post[i]] = 0.0
            reach[2 * post[i] + 1] = 0.0
        reach[root] = 1.0
        kept = 0
        for i in range(count - 1, -1, -1):
            n = post[i]
            q = p[node[4 * n]]
            here = 0
            for c in range(2):
                r = reach[2 * n + c]
                if r > 0.0 and r * value_of(2 * n + c, value) >= threshold:
                    here = 1
                    reach[node[4 * n + 1] ^ c] += r * (1.0 - q)
                    reach[node[4 * n + 2] ^ c] += r * q
            kept += here
        if kept <= limit or threshold > scale:
            break
        threshold *= 4.0
    changed[0] = 0
    changed[1] = 1
    for i in range(count):
        n = post[i]
        for c in range(2):
            ref = 2 * n + c
            changed[ref] = 1
            if reach[ref] > 0.0 and reach[ref] * value_of(ref, value) >= threshold:
                new = find_or_add(
                    node[4 * n], changed[node[4 * n + 1] ^ c], changed[node[4 * n + 2] ^ c], node, table, size
                )
                if new < 0:
                    return NO_ROOM
                changed[ref] = new
    return changed[root]


def bound_gates(
    kinds: Ints, counts: Ints, start: Ints, arguments: Ints, first: int, gates: Ints, n: int, order: Ints, m: int,
    p: Floats, limit: int, capacity: int, widest: int, top: int,
) -> Any:  # fmt: skip
    """Lower and upper probability of literal ``top``; returns (status, lower, upper, nodes used).

    ``order`` lists the variables, ``p`` their probabilities by level.  Status NO_ROOM: ``capacity`` nodes were not
    enough at this ``limit`` of nodes per function.
    """
    # one loop over gates that share their storage: parts of it would hand on twenty arrays
    if m + 1 > capacity:
        return NO_ROOM, 0.0, 1.0, 0
    node = refs(4 * capacity)
    table = refs(table_size(capacity))
    cache = refs(3 * table_size(capacity // 4))
    size = ints(1)
    size[0] = 1
    node[0] = LEAF_LEVEL
    value = floats(capacity)
    for i in range(capacity):
        value[i] = -1.0
    value[0] = 1.0
    reach = floats(2 * capacity)
    changed = refs(2 * capacity)
    stamp = refs(capacity)
    tags = ints(1)
    frames = ints(6 * (m + 4))
    stack = ints(capacity // 2 + 16)
    post = ints(capacity // 4)
    lower = ints(first + len(kinds))
    upper = ints(first + len(kinds))
    row = ints(widest + 3)
    operands = ints(widest + 3)
    for level in range(m):
        v = order[level]
        lower[v] = find_or_add(level, 1, 0, node, table, size)
        upper[v] = lower[v]
    for i in range(n):
        j = gates[i]
        for side in range(2):
            # side 0: the gate from below; side 1: its complement from below, which is the gate from above
            count = 0
            for a in range(start[j], start[j + 1]):
                literal = arguments[a]
                v = abs(literal)
                if (literal > 0) == (side == 0):
                    operands[count] = lower[v]
                else:
                    operands[count] = upper[v]
                if literal < 0:
                    operands[count] ^= 1
                count += 1
            sort_by_level(operands, count, node)
            if kinds[j] == 0:
                result = 0 if side == 0 else 1
                for a in range(count):
                    if side == 0:
                        result = conjoin(result, operands[a], node, table, cache, frames, size)
                    else:
                        # from above: prune the complement of the growing conjunction
                        if a == 0:
                            result = operands[0] ^ 1
                        else:
                            result = conjoin(result ^ 1, operands[a], node, table, cache, frames, size)
                            if result >= 0:
                                result ^= 1
                    if result < 0:
                        return NO_ROOM, 0.0, 1.0, size[0]
                    result = prune_below(
                        result, limit, node, table, size, p, value, reach, changed, stamp, tags, stack, post
                    )
                    if result < 0:
                        return NO_ROOM, 0.0, 1.0, size[0]
            else:
                row[0] = 0
                for k in range(1, counts[j] + 1):
                    row[k] = 1
                for a in range(count):
                    for k in range(min(counts[j], a + 1), 0, -1):
                        both = conjoin(row[k - 1], operands[a], node, table, cache, frames, size)
                        if both < 0:
                            return NO_ROOM, 0.0, 1.0, size[0]
                        either = conjoin(row[k] ^ 1, both ^ 1, node, table, cache, frames, size)
                        if either < 0:
                            return NO_ROOM, 0.0, 1.0, size[0]
                        flip = 1 if side == 0 else 0
                        pruned = prune_below(
                            either ^ flip,
                            limit,
                            node,
                            table,
                            size,
                            p,
                            value,
                            reach,
                            changed,
                            stamp,
                            tags,
                            stack,
                            post,
                        )
                        if pruned < 0:
                            return NO_ROOM, 0.0, 1.0, size[0]
                        row[k] = pruned if side == 0 else pruned ^ 1
                result = row[counts[j]] if side == 0 else row[counts[j]] ^ 1
            if side == 0:
                lower[first + j] = result
            else:
                upper[first + j] = result ^ 1
    below = lower[abs(top)]
    above = upper[abs(top)]
    for ref in (below, above):
        if (
            prune_below(ref, capacity, node, table, size, p, value, reach, changed, stamp, tags, stack, post)
            < 0
        ):
            return NO_ROOM, 0.0, 1.0, size[0]
    if top < 0:
        below, above = above ^ 1, below ^ 1
    return 0, value_of(below, value), value_of(above, value), size[0]
