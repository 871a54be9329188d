"""Kernels that find modules, order their variables and build one diagram per module.

A module is a gate that shares no variable with the rest of the graph (Dutuit & Rauzy 1996), so that it
stands as one variable in its parent.
"""

from __future__ import annotations

from typing import Any

from casegen.fta.kernels import LEAF_LEVEL, combine, find_or_add, grown, ints, refs, rehashed, table_size
from casegen.fta.traversal import children_first, gathered

Ints = list[int]
Floats = list[float]

ORDERS = 12
_FRAME = 6


def visit_times(start: Ints, arguments: Ints, first: int, top: int, variables: int) -> Any:
    """Depth-first visit times; returns (entry, leave, low, high) by variable.

    ``entry`` is the first visit, ``leave`` the end of a gate's traversal (an event: its first visit);
    ``low`` and ``high`` span every visit of the variable and of all below it.
    """
    gates = len(start) - 1
    entry = ints(variables)
    leave = ints(variables)
    low = ints(variables)
    high = ints(variables)
    at = ints(gates + 1)
    stack = ints(gates + 2)
    time = 1
    depth = 0
    top = abs(top)
    entry[top] = leave[top] = high[top] = 1
    if top >= first:
        stack[0] = top
        at[top - first] = start[top - first]
        depth = 1
    while depth > 0:
        v = stack[depth - 1]
        j = v - first
        time += 1
        if at[j] == start[j + 1]:
            leave[v] = time
            high[v] = time
            depth -= 1
        else:
            child = abs(arguments[at[j]])
            at[j] += 1
            if entry[child] == 0:
                entry[child] = time
                leave[child] = time
                if child >= first:
                    stack[depth] = child
                    at[child - first] = start[child - first]
                    depth += 1
            high[child] = time
    for v in range(variables):
        low[v] = entry[v]
    order, n = children_first(start, arguments, first, top)
    for i in range(n):
        j = order[i]
        for a in range(start[j], start[j + 1]):
            child = abs(arguments[a])
            low[first + j] = min(low[first + j], low[child])
            high[first + j] = max(high[first + j], high[child])
    return entry, leave, low, high


def split_modules(kinds: Ints, counts: Ints, start: Ints, arguments: Ints, first: int, top: int) -> Any:
    """Give every group of a gate's arguments that nothing else shares its own gate.

    Returns (kinds, counts, start, arguments, module): ``module[j]`` is 1 for gates that are modules.
    """
    # one pass whose counters every step reads: numba has no objects that cost nothing to keep them in
    gates = len(kinds)
    variables = first + gates
    entry, leave, low, high = visit_times(start, arguments, first, top, variables)
    order, n = children_first(start, arguments, first, top)
    room = 0
    for i in range(n):
        room += start[order[i] + 1] - start[order[i]]
    new_kinds = ints(gates + room)
    new_counts = ints(gates + room)
    begin = ints(gates + room + 1)
    length = ints(gates + room + 1)
    buffer = ints(3 * room + 1)
    module = ints(gates + room + 1)
    widest = 1
    for i in range(n):
        widest = max(widest, start[order[i] + 1] - start[order[i]])
    args = ints(widest)
    begins = ints(widest)
    ends = ints(widest)
    within = ints(widest)
    total = gates
    used = 0
    for i in range(n):
        j = order[i]
        v = first + j
        new_kinds[j] = kinds[j]
        new_counts[j] = counts[j]
        entered = entry[v]
        left = leave[v]
        private = True
        m = 0
        for a in range(start[j], start[j + 1]):
            literal = arguments[a]
            child = abs(literal)
            least = low[child]
            most = high[child]
            inside = 1
            if least <= entered or most >= left:
                private = False
                inside = 0
                # what it may share with its siblings shows in its own traversal, if that is here
                least = entry[child]
                most = leave[child]
                if least <= entered:
                    least = 0
                    most = 0
            b = m - 1
            while b >= 0 and begins[b] > least:
                args[b + 1] = args[b]
                begins[b + 1] = begins[b]
                ends[b + 1] = ends[b]
                within[b + 1] = within[b]
                b -= 1
            args[b + 1] = literal
            begins[b + 1] = least
            ends[b + 1] = most
            within[b + 1] = inside
            m += 1
        if private:
            module[j] = 1
        if kinds[j] == 2 or m < 3:
            begin[j] = used
            length[j] = m
            for a in range(m):
                buffer[used] = args[a]
                used += 1
            continue
        used, total = split_gate(
            j, kinds[j], m, args, begins, ends, within, first, module, new_kinds, begin, length, buffer, used,
            total,
        )  # fmt: skip
    new_start, new_arguments = gathered(begin, length, buffer, total, used)
    return new_kinds[:total], new_counts[:total], new_start, new_arguments, module[:total]


def split_gate(
    j: int, kind: int, m: int, args: Ints, begins: Ints, ends: Ints, within: Ints, first: int, module: Ints,
    kinds: Ints, begin: Ints, length: Ints, buffer: Ints, used: int, total: int,
) -> Any:  # fmt: skip
    """Split the arguments of one gate (sorted by first visit) into private groups; returns (used, total).

    Arguments whose spans of visits overlap share something; a group all of whose spans lie ``within`` the
    gate's own is shared by nothing outside.  All arguments that stand alone become one group.
    """
    # one pass whose counters every step reads: numba has no objects that cost nothing to keep them in
    groups = 0
    closed_groups = 0
    single = 0
    a = 0
    group_of = ints(m)
    closed = ints(m + 1)
    size = ints(m + 1)
    while a < m:
        b = a
        end = ends[a]
        inside = within[a]
        while b + 1 < m and begins[b + 1] <= end:
            b += 1
            end = max(end, ends[b])
            inside = min(inside, within[b])
        groups += 1
        for c in range(a, b + 1):
            group_of[c] = groups
        size[groups] = b - a + 1
        if inside:
            closed[groups] = 1
            if size[groups] == 1:
                single += 1
            else:
                closed_groups += 1
        a = b + 1
    lone = 0
    if single >= 2 and single < m:
        lone = total
        kinds[lone] = kind
        module[lone] = 1
        begin[lone] = used
        for c in range(m):
            if closed[group_of[c]] and size[group_of[c]] == 1:
                buffer[used] = args[c]
                used += 1
        length[lone] = used - begin[lone]
        total += 1
    made = ints(m + 1)
    if closed_groups > 0:
        for g in range(1, groups + 1):
            if closed[g] and 1 < size[g] < m:
                made[g] = total
                kinds[total] = kind
                module[total] = 1
                begin[total] = used
                for c in range(m):
                    if group_of[c] == g:
                        buffer[used] = args[c]
                        used += 1
                length[total] = used - begin[total]
                total += 1
    begin[j] = used
    if lone > 0:
        buffer[used] = first + lone
        used += 1
    for c in range(m):
        g = group_of[c]
        if made[g] != 0:
            if made[g] > 0:
                buffer[used] = first + made[g]
                used += 1
                made[g] = -1
        elif not (lone > 0 and closed[g] and size[g] == 1):
            buffer[used] = args[c]
            used += 1
    length[j] = used - begin[j]
    return used, total


def local_gates(
    start: Ints, arguments: Ints, first: int, root: int, module: Ints, seen: Ints, tag: int, stack: Ints,
    gates: Ints, variables: Ints,
) -> Any:  # fmt: skip
    """Gates and variables of the module ``root``; returns (number of gates, number of variables).

    ``gates`` receives them children first, ``variables`` events and modules below in order of first visit.
    """
    n = 0
    m = 0
    stack[0] = root
    stack[1] = start[root]
    depth = 2
    seen[first + root] = tag
    while depth > 0:
        j = stack[depth - 2]
        a = stack[depth - 1]
        if a == start[j + 1]:
            gates[n] = j
            n += 1
            depth -= 2
            continue
        stack[depth - 1] = a + 1
        v = abs(arguments[a])
        if seen[v] == tag or v == 1:
            continue
        seen[v] = tag
        if v < first or module[v - first]:
            variables[m] = v
            m += 1
        else:
            stack[depth] = v - first
            stack[depth + 1] = start[v - first]
            depth += 2
    return n, m


def order_variables(
    start: Ints, arguments: Ints, first: int, root: int, module: Ints, way: int, key: Floats, seen: Ints, tag: int,
    stack: Ints, scratch: Ints, order: Ints,
) -> int:  # fmt: skip
    """Depth-first order of a module's variables into ``order``; returns how many.

    ``way``: bit 0 puts variables before gates; ``key`` sorts a gate's arguments, smallest first.
    """
    m = 0
    stack[0] = first + root
    depth = 1
    late = 1.0e300 if way & 1 == 0 else -1.0e300
    while depth > 0:
        depth -= 1
        v = stack[depth]
        if seen[v] == tag:
            continue
        seen[v] = tag
        if v < first or (module[v - first] and v != first + root):
            order[m] = v
            m += 1
            continue
        j = v - first
        n = 0
        for a in range(start[j], start[j + 1]):
            u = abs(arguments[a])
            if seen[u] == tag or u == 1:
                continue
            k = late if (u < first or module[u - first]) else key[u]
            b = n - 1
            while b >= 0:
                w = scratch[b]
                k_w = late if (w < first or module[w - first]) else key[w]
                if k_w <= k:
                    break
                scratch[b + 1] = w
                b -= 1
            scratch[b + 1] = u
            n += 1
        for a in range(n - 1, -1, -1):
            stack[depth] = scratch[a]
            depth += 1
    return m


def set_keys(
    start: Ints,
    arguments: Ints,
    first: int,
    module: Ints,
    gates: Ints,
    n: int,
    parents: Ints,
    way: int,
    key: Floats,
) -> None:
    """Sorting keys of a module's gates: by ``way >> 1`` none, parents down, size up, size down, depth up, down."""
    rule = way >> 1
    for i in range(n):
        j = gates[i]
        if rule == 0:
            key[first + j] = 0.0
        elif rule == 1:
            key[first + j] = -1.0 * parents[first + j]
        else:
            total = 0.0
            for a in range(start[j], start[j + 1]):
                u = abs(arguments[a])
                below = 1.0
                if u >= first and not module[u - first]:
                    below = abs(key[u])
                if rule <= 3:
                    total += below
                else:
                    total = max(total, below + 1.0)
            key[first + j] = total if rule == 2 or rule == 4 else -total


def build_module(
    kinds: Ints, counts: Ints, start: Ints, arguments: Ints, first: int, gates: Ints, n: int, order: Ints, m: int,
    flip: Ints, of: Ints, operands: Ints, row: Ints, max_nodes: int, node: Ints, table: Ints, cache: Ints,
) -> Any:  # fmt: skip
    """Diagram of one module under one order; returns (node, table, cache, size, reference of the root).

    ``of[v]`` receives the reference of every literal; ``flip[v]`` is 1 where module literal ``v`` is the
    complement of its proxy.  ``node``, ``table`` and ``cache`` are storage to use, cleared here and grown up to
    ``max_nodes``; where that is not enough the last value is -1 less the number of gates that were built.
    """
    for i in range(len(table)):
        table[i] = 0
    for i in range(len(cache)):
        cache[i] = 0
    stack = ints(_FRAME * (m + 4))
    size = ints(1)
    size[0] = 1
    if m + 1 > max_nodes:
        return node, table, cache, size[0], -1
    if 4 * (m + 1) > len(node):
        # every variable has a node before the first gate is built, so room for them is never a matter of growth
        capacity = min(max_nodes, 4 * (m + 1))
        node = refs(4 * capacity)
        table = refs(table_size(capacity))
        cache = refs(3 * table_size(capacity))
    node[0] = LEAF_LEVEL
    of[1] = 0
    for level in range(m):
        v = order[level]
        of[v] = find_or_add(level, 1, 0, node, table, size) ^ flip[v]
    result = 0
    for i in range(n):
        j = gates[i]
        while True:
            count = 0
            for a in range(start[j], start[j + 1]):
                literal = arguments[a]
                operands[count] = of[abs(literal)] ^ (1 if literal < 0 else 0)
                count += 1
            result = combine(kinds[j], counts[j], operands, count, row, node, table, cache, stack, size)
            if result >= 0:
                of[first + j] = result
                break
            capacity = len(node) // 4
            if capacity >= max_nodes:
                return node, table, cache, size[0], -1 - i
            capacity = min(max_nodes, 4 * capacity)
            node = grown(node, 4 * capacity)
            table = rehashed(node, size[0], table_size(capacity))
            cache = refs(3 * table_size(capacity))
    return node, table, cache, size[0], result
