"""Kernels that hold gates true and false, one after the other, in one diagram of all gates.

Only what lies above a held gate is built anew, and only where it changes: operations that were done for the gates as
they are, or for another held gate, are found in the tables.  Every node has its probability and its complement's,
both sums of non-negative terms, so that small probabilities keep their digits.
"""

from __future__ import annotations

from casegen.fta.kernels import (
    LEAF_LEVEL,
    NO_ROOM,
    combine,
    conjoin,
    find_or_add,
    floats,
    grown,
    ints,
    refs,
    rehashed,
    table_size,
)

Ints = list[int]
Floats = list[float]

_FRAME = 6


def weigh_nodes(node: Ints, size: int, p: Floats, weight: Floats) -> None:
    """Probability of every reference to the first ``size`` nodes; ``p`` is by level."""
    weight[0] = 1.0
    weight[1] = 0.0
    for n in range(1, size):
        q = p[node[4 * n]]
        low = node[4 * n + 1]
        high = node[4 * n + 2]
        weight[2 * n] = q * weight[high] + (1.0 - q) * weight[low]
        weight[2 * n + 1] = q * weight[high ^ 1] + (1.0 - q) * weight[low ^ 1]


def gate_dominators(start: Ints, arguments: Ints, first: int, n: int, top: int) -> Ints:
    """The nearest gate that lies on all paths from gate ``top`` to each gate (the top: itself), -1 where none leads.

    Gates are in order, children first.
    """
    dominator = ints(n)
    height = ints(n)
    for j in range(n):
        dominator[j] = -1
    dominator[top] = top
    for j in range(top, -1, -1):
        if dominator[j] < 0:
            continue
        if j != top:
            height[j] = height[dominator[j]] + 1
        for a in range(start[j], start[j + 1]):
            c = abs(arguments[a]) - first
            if c < 0:
                continue
            if dominator[c] < 0:
                dominator[c] = j
            else:
                x = dominator[c]
                y = j
                while x != y:
                    if height[x] >= height[y]:
                        x = dominator[x]
                    else:
                        y = dominator[y]
                dominator[c] = x
    return dominator


def unite(f: int, g: int, node: Ints, table: Ints, cache: Ints, stack: Ints, size: Ints) -> int:
    """The reference of ``f OR g``, or NO_ROOM where storage is full or one of the two was NO_ROOM."""
    if f < 0 or g < 0:
        return NO_ROOM
    found = conjoin(f ^ 1, g ^ 1, node, table, cache, stack, size)
    return NO_ROOM if found < 0 else found ^ 1


def pass_on(
    one: int, two: int, above: Ints, d: int, j: int, node: Ints, table: Ints, cache: Ints, stack: Ints,
    size: Ints,
) -> int:  # fmt: skip
    """What gate ``j`` does to the top, from what its dominator ``d`` does; 0, or NO_ROOM.

    ``one`` and ``two`` are d with j held true and held false.  Four functions a gate in ``above``: where the top follows
    the gate, where it follows the gate's complement, and what is added to where it happens either way, in two parts.
    """
    follows = above[4 * d]
    opposes = above[4 * d + 1]
    always = conjoin(one, two, node, table, cache, stack, size)
    up = conjoin(one, two ^ 1, node, table, cache, stack, size)
    down = conjoin(one ^ 1, two, node, table, cache, stack, size)
    never = conjoin(one ^ 1, two ^ 1, node, table, cache, stack, size)
    if always < 0 or up < 0 or down < 0 or never < 0:
        return NO_ROOM
    up_follows = conjoin(up, follows, node, table, cache, stack, size)
    up_opposes = conjoin(up, opposes, node, table, cache, stack, size)
    down_follows = conjoin(down, follows, node, table, cache, stack, size)
    down_opposes = conjoin(down, opposes, node, table, cache, stack, size)
    above[4 * j] = unite(up_follows, down_opposes, node, table, cache, stack, size)
    above[4 * j + 1] = unite(down_follows, up_opposes, node, table, cache, stack, size)
    above[4 * j + 2] = conjoin(always, follows, node, table, cache, stack, size)
    above[4 * j + 3] = conjoin(never, opposes, node, table, cache, stack, size)
    for k in range(4):
        if above[4 * j + k] < 0:
            return NO_ROOM
    return 0


def build_above(
    kinds: Ints, counts: Ints, start: Ints, arguments: Ints, first: int, of: Ints, changed: Ints, tag: int, new: Ints,
    begin: int, end: int, operands: Ints, row: Ints, node: Ints, table: Ints, cache: Ints, stack: Ints, size: Ints,
) -> int:  # fmt: skip
    """Gates ``begin`` to ``end`` with what is ``changed`` (to ``new``) below them; the last one's function, or NO_ROOM.

    Gates are in order, children first.  One whose function stays what it was is not changed.
    """
    result = of[first + end]
    for j in range(begin, end + 1):
        count = 0
        touched = False
        for a in range(start[j], start[j + 1]):
            literal = arguments[a]
            v = abs(literal)
            ref = of[v]
            if changed[v] == tag:
                touched = True
                ref = new[v]
            operands[count] = ref ^ (1 if literal < 0 else 0)
            count += 1
        if touched:
            result = combine(kinds[j], counts[j], operands, count, row, node, table, cache, stack, size)
            if result < 0:
                return NO_ROOM
            if result != of[first + j]:
                changed[first + j] = tag
                new[first + j] = result
    return new[first + end] if changed[first + end] == tag else of[first + end]


def build_all(
    kinds: Ints, counts: Ints, start: Ints, arguments: Ints, first: int, begin: int, n: int, of: Ints, operands: Ints,
    row: Ints, node: Ints, table: Ints, cache: Ints, stack: Ints, size: Ints,
) -> int:  # fmt: skip
    """Gates from ``begin`` on as they are, into ``of``; returns the first that storage is too small for, or ``n``."""
    for j in range(begin, n):
        count = 0
        for a in range(start[j], start[j + 1]):
            operands[count] = of[abs(arguments[a])] ^ (1 if arguments[a] < 0 else 0)
            count += 1
        of[first + j] = combine(kinds[j], counts[j], operands, count, row, node, table, cache, stack, size)
        if of[first + j] < 0:
            return j
    return n


def write_found(
    first: int, n: int, last: int, of: Ints, dominator: Ints, above: Ints, top: int, wanted: Ints, many: int, p: Floats,
    found: Floats, node: Ints, table: Ints, cache: Ints, stack: Ints, size: Ints,
) -> None:  # fmt: skip
    """The numbers of :func:`held_gates` from the functions of :func:`pass_on`."""
    both = ints(many)
    whole = of[first + last] ^ (1 if top < 0 else 0)
    for i in range(many):
        ref = of[abs(wanted[i])] ^ (1 if wanted[i] < 0 else 0)
        both[i] = conjoin(ref, whole, node, table, cache, stack, size)
    weight = floats(2 * size[0])
    weigh_nodes(node, size[0], p, weight)
    either = floats(n)
    for j in range(last - 1, -1, -1):
        if above[4 * j] >= 0:
            either[j] = either[dominator[j]] + weight[above[4 * j + 2]] + weight[above[4 * j + 3]]
    for i in range(many):
        v = abs(wanted[i])
        j = v - first
        sign = 1 if wanted[i] < 0 else 0
        for k in range(4):
            found[4 * i + k] = -1.0
        if above[4 * j] >= 0 and both[i] >= 0:
            found[4 * i] = weight[of[v] ^ sign]
            found[4 * i + 1] = either[j] + weight[above[4 * j + sign]]
            found[4 * i + 2] = either[j] + weight[above[4 * j + 1 - sign]]
            found[4 * i + 3] = weight[both[i]]


def held_gates(
    kinds: Ints, counts: Ints, start: Ints, arguments: Ints, first: int, n: int, order: Ints, m: int, p: Floats,
    top: int, wanted: Ints, many: int, widest: int, max_nodes: int, found: Floats,
) -> int:  # fmt: skip
    """What the literal ``top`` is with each of ``wanted[:many]`` (gates' literals) held.

    A gate changes the top through its dominator alone, so gates are taken from the top down: where the top follows the
    gate, it follows the dominator, and that the gate (see :func:`pass_on`).  ``order`` lists all variables, ``p`` (m,)
    their probabilities by level.  Four numbers a gate into ``found``: P(gate), P(top) with it held true and held false,
    P(gate and top); -1 where ``max_nodes`` are not enough.  Returns how many nodes were made, or NO_ROOM where all gates
    as they are do not fit.
    """
    # one loop over gates that share their storage
    capacity = min(max_nodes, 4096 + 4 * m)
    node = refs(4 * capacity)
    table = refs(table_size(capacity))
    cache = refs(3 * table_size(capacity))
    stack = ints(_FRAME * (m + 4))
    size = ints(1)
    size[0] = 1
    node[0] = LEAF_LEVEL
    of = ints(first + n)
    new = ints(first + n)
    changed = ints(first + n)
    operands = ints(widest + 3)
    row = ints(widest + 3)
    last = abs(top) - first
    flip = 1 if top < 0 else 0
    dominator = gate_dominators(start, arguments, first, n, last)
    above = ints(4 * n)
    above[4 * last] = flip
    above[4 * last + 1] = flip ^ 1
    above[4 * last + 2] = 1
    above[4 * last + 3] = 1
    needed = ints(n)
    for i in range(many):
        j = abs(wanted[i]) - first
        while j != last and needed[j] == 0:
            needed[j] = 1
            j = dominator[j]
    for level in range(m):
        of[order[level]] = find_or_add(level, 1, 0, node, table, size)
    tag = 0
    built = 0
    ends = ints(2)
    j = last - 1
    while built < n or j >= 0:
        full = False
        if built < n:
            built = build_all(
                kinds,
                counts,
                start,
                arguments,
                first,
                built,
                n,
                of,
                operands,
                row,
                node,
                table,
                cache,
                stack,
                size,
            )
            full = built < n
        elif needed[j] == 0 or above[4 * dominator[j]] < 0:
            above[4 * j] = NO_ROOM
            j -= 1
        else:
            for side in range(2):
                tag += 1
                changed[first + j] = tag
                new[first + j] = side
                ends[side] = build_above(
                    kinds, counts, start, arguments, first, of, changed, tag, new, j + 1, dominator[j], operands, row,
                    node, table, cache, stack, size,
                )  # fmt: skip
            full = (
                min(ends[0], ends[1]) < 0
                or pass_on(ends[0], ends[1], above, dominator[j], j, node, table, cache, stack, size) < 0
            )
            if full and capacity >= max_nodes:
                above[4 * j] = NO_ROOM
                full = False
            if not full:
                j -= 1
        if full:
            if capacity >= max_nodes:
                return NO_ROOM
            capacity = min(max_nodes, 4 * capacity)
            node = grown(node, 4 * capacity)
            table = rehashed(node, size[0], table_size(capacity))
            cache = refs(3 * table_size(capacity))
    write_found(
        first, n, last, of, dominator, above, top, wanted, many, p, found, node, table, cache, stack, size
    )
    return size[0]
