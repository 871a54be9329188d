"""Kernels that change the order of a finished diagram: sifting by swaps of neighbouring levels (Rudell 1993).

The builder's storage (:mod:`casegen.fta.kernels`) knows levels and keeps what nothing uses any more; a swap needs
variables that stay what they are, a list of each variable's nodes, and how often a node is used.  So a diagram is
taken over into storage of its own, sifted there, and written back under its new order.

Node ``n`` has ten numbers of its own: variable, low, high, next with the same hash, uses, and the nodes before and
after it in its variable's list.  References and complements are as in :mod:`casegen.fta.kernels`; a swap keeps the
high edge regular, so that the form stays canonical.
"""

from __future__ import annotations

from typing import Any

from casegen.fta.kernels import LEAF_LEVEL, ints, refs, slot_of, table_size

Ints = list[int]

GROWTH = 120
"""per cent of its size that a diagram may have on a variable's way through the levels"""

_VAR, _LOW, _HIGH, _CHAIN, _USES, _BEFORE, _AFTER = 0, 1, 2, 3, 4, 5, 6
_WIDTH = 7
_FREE, _LIVE, _WORK = 0, 1, 2


def mark_reachable(node: Ints, size: int, roots: Ints, count: int, mark: Ints) -> int:
    """Set ``mark`` to 1 for every node below ``roots[:count]``; returns how many there are, constants not counted."""
    for i in range(count):
        mark[roots[i] >> 1] = 1
    live = 0
    for n in range(size - 1, 0, -1):
        if mark[n]:
            live += 1
            mark[node[4 * n + 1] >> 1] = 1
            mark[node[4 * n + 2] >> 1] = 1
    return live


def hold(n: int, cell: Ints, table: Ints, head: Ints, many: Ints) -> None:
    """Enter a node into its hash chain and its variable's list."""
    at = _WIDTH * n
    x = cell[at]
    slot = slot_of(x, cell[at + 1], cell[at + 2], len(table) - 1)
    cell[at + 3] = table[slot]
    table[slot] = n
    cell[at + 5] = 0
    cell[at + 6] = head[x]
    if head[x] != 0:
        cell[_WIDTH * head[x] + 5] = n
    head[x] = n
    many[x] += 1


def release(n: int, cell: Ints, table: Ints, head: Ints, many: Ints) -> None:
    """Take a node out of its hash chain and its variable's list."""
    at = _WIDTH * n
    x = cell[at]
    slot = slot_of(x, cell[at + 1], cell[at + 2], len(table) - 1)
    k = table[slot]
    if k == n:
        table[slot] = cell[at + 3]
    else:
        while cell[_WIDTH * k + 3] != n:
            k = cell[_WIDTH * k + 3]
        cell[_WIDTH * k + 3] = cell[at + 3]
    before = cell[at + 5]
    after = cell[at + 6]
    if before == 0:
        head[x] = after
    else:
        cell[_WIDTH * before + 6] = after
    if after != 0:
        cell[_WIDTH * after + 5] = before
    many[x] -= 1


def make(x: int, low: int, high: int, cell: Ints, table: Ints, head: Ints, many: Ints, state: Ints) -> int:
    """The reference of (x, low, high), used once more; there is room for it."""
    if low == high:
        cell[_WIDTH * (low >> 1) + 4] += 1
        return low
    flip = high & 1
    low ^= flip
    high ^= flip
    n = table[slot_of(x, low, high, len(table) - 1)]
    while n != 0:
        at = _WIDTH * n
        if cell[at] == x and cell[at + 1] == low and cell[at + 2] == high:
            cell[at + 4] += 1
            return 2 * n + flip
        n = cell[at + 3]
    n = state[_FREE]
    at = _WIDTH * n
    state[_FREE] = cell[at + 3]
    state[_LIVE] += 1
    cell[at] = x
    cell[at + 1] = low
    cell[at + 2] = high
    cell[at + 4] = 1
    cell[_WIDTH * (low >> 1) + 4] += 1
    cell[_WIDTH * (high >> 1) + 4] += 1
    hold(n, cell, table, head, many)
    return 2 * n + flip


def drop(ref: int, cell: Ints, table: Ints, head: Ints, many: Ints, state: Ints) -> None:
    """One use less; a node without uses is given back.  Its children are in use elsewhere (see :func:`swap`)."""
    n = ref >> 1
    at = _WIDTH * n
    cell[at + 4] -= 1
    if cell[at + 4] == 0:
        release(n, cell, table, head, many)
        cell[_WIDTH * (cell[at + 1] >> 1) + 4] -= 1
        cell[_WIDTH * (cell[at + 2] >> 1) + 4] -= 1
        cell[at + 3] = state[_FREE]
        state[_FREE] = n
        state[_LIVE] -= 1


def swap(level: int, at: Ints, cell: Ints, table: Ints, head: Ints, many: Ints, state: Ints) -> None:
    """Exchange the variables of ``level`` and the one below.

    A node of the upper variable x that uses the lower one y is rewritten in its place, so that what points to it
    keeps its function: ``x ? (y ? f11 : f10) : (y ? f01 : f00)`` is ``y ? (x ? f11 : f01) : (x ? f10 : f00)``.
    What a node of y loses in uses its children win by the new nodes of x.
    """
    x = at[level]
    y = at[level + 1]
    state[_WORK] += many[x] + 1
    n = head[x]
    while n != 0:
        here = _WIDTH * n
        after = cell[here + 6]
        low = cell[here + 1]
        high = cell[here + 2]
        below = _WIDTH * (low >> 1)
        above = _WIDTH * (high >> 1)
        if cell[below] == y or cell[above] == y:
            low_low = low
            low_high = low
            high_low = high
            high_high = high
            if cell[below] == y:
                low_low = cell[below + 1] ^ (low & 1)
                low_high = cell[below + 2] ^ (low & 1)
            if cell[above] == y:
                high_low = cell[above + 1]
                high_high = cell[above + 2]
            release(n, cell, table, head, many)
            cell[here + 1] = make(x, low_low, high_low, cell, table, head, many, state)
            cell[here + 2] = make(x, low_high, high_high, cell, table, head, many, state)
            cell[here] = y
            hold(n, cell, table, head, many)
            drop(low, cell, table, head, many, state)
            drop(high, cell, table, head, many, state)
            state[_WORK] += 4
        n = after
    at[level] = y
    at[level + 1] = x


def room_to_swap(level: int, at: Ints, many: Ints, cell: Ints, state: Ints) -> bool:
    """Whether the storage holds all nodes that a swap can make, and those that taking it back can make."""
    return state[_LIVE] + 3 * many[at[level]] + many[at[level + 1]] + 2 < len(cell) // _WIDTH


def sift_one(x: int, m: int, at: Ints, cell: Ints, table: Ints, head: Ints, many: Ints, state: Ints) -> None:
    """Move a variable through all levels, the nearer end first, and leave it where the diagram was smallest."""
    level = 0
    while at[level] != x:
        level += 1
    least = state[_LIVE]
    best = level
    most = least * GROWTH // 100 + 2
    down = 2 * level >= m
    for _ in range(2):
        while True:
            if down:
                if level + 1 >= m or not room_to_swap(level, at, many, cell, state):
                    break
                swap(level, at, cell, table, head, many, state)
                level += 1
            else:
                if level == 0 or not room_to_swap(level - 1, at, many, cell, state):
                    break
                level -= 1
                swap(level, at, cell, table, head, many, state)
            if state[_LIVE] < least:
                least = state[_LIVE]
                best = level
                most = least * GROWTH // 100 + 2
            elif state[_LIVE] > most:
                break
        down = not down
    while level < best:
        swap(level, at, cell, table, head, many, state)
        level += 1
    while level > best:
        level -= 1
        swap(level, at, cell, table, head, many, state)


def sift(m: int, at: Ints, cell: Ints, table: Ints, head: Ints, many: Ints, state: Ints, work: int) -> None:
    """Sift every variable once, those with most nodes first, until ``work`` node visits are spent."""
    todo = ints(m)
    for i in range(m):
        x = at[i]
        k = i
        while k > 0 and many[todo[k - 1]] < many[x]:
            todo[k] = todo[k - 1]
            k -= 1
        todo[k] = x
    for i in range(m):
        if state[_WORK] >= work:
            return
        if many[todo[i]] > 0:
            sift_one(todo[i], m, at, cell, table, head, many, state)


def take_over(
    node: Ints, size: int, roots: Ints, count: int, mark: Ints, capacity: int, cell: Ints, table: Ints, head: Ints,
    many: Ints, state: Ints,
) -> None:  # fmt: skip
    """Fill the storage of swaps with the marked nodes; the roots are in use. ``mark`` becomes the new number of each."""
    cell[0] = -1
    cell[4] = 1 << 30
    mark[0] = 0
    used = 1
    for n in range(1, size):
        if mark[n]:
            here = _WIDTH * used
            low = node[4 * n + 1]
            high = node[4 * n + 2]
            cell[here] = node[4 * n]
            cell[here + 1] = 2 * mark[low >> 1] + (low & 1)
            cell[here + 2] = 2 * mark[high >> 1] + (high & 1)
            cell[_WIDTH * mark[low >> 1] + 4] += 1
            cell[_WIDTH * mark[high >> 1] + 4] += 1
            hold(used, cell, table, head, many)
            mark[n] = used
            used += 1
    for i in range(count):
        roots[i] = 2 * mark[roots[i] >> 1] + (roots[i] & 1)
        cell[_WIDTH * (roots[i] >> 1) + 4] += 1
    state[_LIVE] = used
    state[_FREE] = used if used < capacity else 0
    for n in range(used, capacity):
        cell[_WIDTH * n + 3] = n + 1 if n + 1 < capacity else 0


def write_back(
    m: int, at: Ints, cell: Ints, head: Ints, roots: Ints, count: int, node: Ints, table: Ints, number: Ints
) -> int:
    """The sifted diagram as the builder's: children first, levels by the new order; returns the number of nodes."""
    for i in range(len(table)):
        table[i] = 0
    node[0] = LEAF_LEVEL
    used = 1
    for level in range(m - 1, -1, -1):
        n = head[at[level]]
        while n != 0:
            here = _WIDTH * n
            low = cell[here + 1]
            high = cell[here + 2]
            to = 4 * used
            node[to] = level
            node[to + 1] = 2 * number[low >> 1] + (low & 1)
            node[to + 2] = 2 * number[high >> 1] + (high & 1)
            slot = slot_of(level, node[to + 1], node[to + 2], len(table) - 1)
            node[to + 3] = table[slot]
            table[slot] = used
            number[n] = used
            used += 1
            n = cell[here + 6]
    for i in range(count):
        roots[i] = 2 * number[roots[i] >> 1] + (roots[i] & 1)
    return used


def reorder(
    node: Ints, table: Ints, size: int, roots: Ints, count: int, live: int, mark: Ints, order: Ints, m: int, work: int
) -> Any:  # fmt: skip
    """Sift what is below ``roots[:count]``; nodes, roots and ``order`` are rewritten; returns (nodes, work done).

    ``mark`` (of ``size`` nodes) comes from :func:`mark_reachable` with ``live``.  ``work`` of 0 only drops what is
    not used.
    """
    # with what is held beside it this stays below the bytes a node that the engine counts on
    capacity = 2 * live + 1024
    cell = refs(_WIDTH * capacity)
    slots = refs(table_size(capacity))
    head = ints(m)
    many = ints(m)
    state = ints(3)
    at = ints(m)
    for level in range(m):
        at[level] = level
    take_over(node, size, roots, count, mark, capacity, cell, slots, head, many, state)
    if work > 0:
        sift(m, at, cell, slots, head, many, state, work)
    used = write_back(m, at, cell, head, roots, count, node, table, refs(capacity))
    old = ints(m)
    for level in range(m):
        old[level] = order[level]
    for level in range(m):
        order[level] = old[at[level]]
    return used, state[_WORK]
