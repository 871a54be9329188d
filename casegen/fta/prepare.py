"""Kernels that simplify a graph before its diagram is built: plain Python that numba compiles.

A graph is (kinds, counts, start, arguments) as in :mod:`casegen.fta.structure`: gate ``j`` has literal
``first + j`` and arguments ``arguments[start[j]:start[j + 1]]``; gates need not be in order.
"""

from __future__ import annotations

from typing import Any

from casegen.fta.kernels import ints, slot_of, table_size

Ints = list[int]

_LONGEST_HASHED = 64


def children_first(start: Ints, arguments: Ints, first: int, top: int) -> Any:
    """Gates below literal ``top``, children before parents; returns (gates, how many)."""
    gates = len(start) - 1
    order = ints(gates + 1)
    at = ints(gates + 1)
    state = ints(gates + 1)
    stack = ints(gates + 2)
    n = 0
    depth = 0
    if abs(top) >= first:
        stack[0] = abs(top) - first
        state[stack[0]] = 1
        at[stack[0]] = start[stack[0]]
        depth = 1
    while depth > 0:
        j = stack[depth - 1]
        if at[j] == start[j + 1]:
            order[n] = j
            n += 1
            depth -= 1
        else:
            child = abs(arguments[at[j]]) - first
            at[j] += 1
            if child >= 0 and state[child] == 0:
                state[child] = 1
                at[child] = start[child]
                stack[depth] = child
                depth += 1
    return order, n


def count_parents(start: Ints, arguments: Ints, order: Ints, n: int, variables: int, top: int) -> Ints:
    """How many arguments name each variable (literal without sign); the top counts once more."""
    parents = ints(variables)
    parents[abs(top)] += 1
    for i in range(n):
        j = order[i]
        for a in range(start[j], start[j + 1]):
            parents[abs(arguments[a])] += 1
    return parents


def mark_absorbed(
    kinds: Ints, start: Ints, arguments: Ints, first: int, order: Ints, n: int, parents: Ints
) -> Ints:
    """Gates whose single parent is of the same type, so that their arguments can be its own."""
    absorbed = ints(len(kinds) + 1)
    for i in range(n):
        j = order[i]
        for a in range(start[j], start[j + 1]):
            literal = arguments[a]
            child = abs(literal) - first
            if child < 0 or parents[abs(literal)] != 1 or kinds[child] != kinds[j]:
                continue
            if (kinds[j] == 0 and literal > 0) or kinds[j] == 1:
                absorbed[child] = 1
    return absorbed


def simplify(kinds: Ints, counts: Ints, start: Ints, arguments: Ints, first: int, top: int) -> Any:
    """One pass of constant propagation, coalescing and merging of equal gates.

    Returns (kinds, counts, start, arguments, top, changed): gates keep their numbers; gates that are no
    longer needed have no arguments.
    """
    gates = len(kinds)
    order, n = children_first(start, arguments, first, top)
    parents = count_parents(start, arguments, order, n, first + gates, top)
    absorbed = mark_absorbed(kinds, start, arguments, first, order, n, parents)
    alias = ints(gates + 1)
    new_kinds = ints(gates)
    new_counts = ints(gates)
    length = ints(gates + 1)
    begin = ints(gates + 1)
    buffer = ints(len(arguments) + 1)
    used = 0
    stack = ints(len(arguments) + 2)
    stamp = ints(first + gates)
    heads = ints(table_size(gates + 1))
    chain = ints(gates + 1)
    changed = 0
    for i in range(n):
        j = order[i]
        if absorbed[j]:
            changed = 1
            continue
        kind = kinds[j]
        count = counts[j]
        sign = 1
        base = used
        # collect the arguments through absorbed gates and aliases; for XOR the signs go to `sign`
        depth = 0
        for a in range(start[j + 1] - 1, start[j] - 1, -1):
            stack[depth] = arguments[a]
            depth += 1
        while depth > 0:
            depth -= 1
            literal = stack[depth]
            child = abs(literal) - first
            if child >= 0 and absorbed[child]:
                if literal < 0:
                    sign = -sign
                for a in range(start[child + 1] - 1, start[child] - 1, -1):
                    stack[depth] = arguments[a]
                    depth += 1
                continue
            if child >= 0:
                target = alias[child] if literal > 0 else -alias[child]
                if target != literal:
                    changed = 1
                literal = target
            buffer[used] = literal
            used += 1
        if kind == 2:
            write = base
            for a in range(base, used):
                if buffer[a] == 1:
                    count -= 1
                elif buffer[a] != -1:
                    buffer[write] = buffer[a]
                    write += 1
            used = write
            if count <= 0:
                used = base
                kind = 0
            elif count > used - base:
                used = base
                kind = 0
                sign = -1
            elif count == used - base:
                kind = 0
            elif count == 1:
                kind = 0
                sign = -1
                for a in range(base, used):
                    buffer[a] = -buffer[a]
            if kind == 0:
                changed = 1
        false = 0
        if kind == 0:
            write = base
            for a in range(base, used):
                literal = buffer[a]
                v = abs(literal)
                tag = 2 * j + 2
                if literal == 1:
                    continue
                if literal == -1:
                    false = 1
                elif stamp[v] == tag + (literal > 0):
                    continue
                elif stamp[v] == tag + (literal < 0):
                    false = 1
                else:
                    stamp[v] = tag + (literal > 0)
                    buffer[write] = literal
                    write += 1
            used = base if false else write
        elif kind == 1:
            for a in range(base, used):
                if buffer[a] < 0:
                    sign = -sign
                    buffer[a] = -buffer[a]
                stamp[buffer[a]] = 0
            for a in range(base, used):
                stamp[buffer[a]] += 1
            write = base
            for a in range(base, used):
                v = buffer[a]
                odd = stamp[v] & 1
                stamp[v] = 0
                if v == 1:
                    if odd:
                        sign = -sign
                elif odd:
                    buffer[write] = v
                    write += 1
            used = write
        size = used - base
        if size == 0:
            # an empty AND is true, an empty XOR false
            alias[j] = -sign if (false or kind == 1) else sign
            changed = 1
        elif size == 1 and kind != 2:
            alias[j] = sign * buffer[base]
            changed = 1
            used = base
        else:
            if size <= _LONGEST_HASHED:
                same = find_equal(
                    j, kind, count, base, used, buffer, new_kinds, new_counts, begin, length, heads, chain
                )
            else:
                same = -1
            if same >= 0:
                alias[j] = sign * (first + same)
                changed = 1
                used = base
            else:
                alias[j] = sign * (first + j)
                new_kinds[j] = kind
                new_counts[j] = count
                begin[j] = base
                length[j] = size
    new_top = top
    if abs(top) >= first:
        new_top = alias[abs(top) - first] if top > 0 else -alias[abs(top) - first]
    new_start = ints(gates + 1)
    new_arguments = ints(used + 1)
    total = 0
    for j in range(gates):
        new_start[j] = total
        for a in range(begin[j], begin[j] + length[j]):
            new_arguments[total] = buffer[a]
            total += 1
    new_start[gates] = total
    return new_kinds, new_counts, new_start, new_arguments, new_top, changed


def find_equal(
    j: int, kind: int, count: int, base: int, end: int, buffer: Ints, kinds: Ints, counts: Ints, begin: Ints,
    length: Ints, heads: Ints, chain: Ints,
) -> int:  # fmt: skip
    """A gate already seen with the same type and arguments, or -1 after noting this one; sorts the arguments."""
    code = 7 * kind + count
    for a in range(base + 1, end):
        literal = buffer[a]
        b = a - 1
        while b >= base and buffer[b] > literal:
            buffer[b + 1] = buffer[b]
            b -= 1
        buffer[b + 1] = literal
    for a in range(base, end):
        code = (code * 1000003 + buffer[a]) & 0xFFFFFFFFFF
    slot = slot_of(code, end - base, kind, len(heads) - 1)
    other = heads[slot]
    while other != 0:
        g = other - 1
        if kinds[g] == kind and length[g] == end - base and (kind != 2 or counts[g] == count):
            same = True
            for a in range(end - base):
                if buffer[begin[g] + a] != buffer[base + a]:
                    same = False
                    break
            if same:
                return g
        other = chain[g]
    chain[j] = heads[slot]
    heads[slot] = j + 1
    return -1


def merge_twins(
    kinds: Ints, counts: Ints, start: Ints, arguments: Ints, first: int, top: int, variables: int
) -> Any:
    """Gather literals that always occur together: one new gate stands for them in every parent.

    Literals are twins when the same AND gates (two or more) name them, with the same sign each time.
    ``variables`` is one past the largest literal.  Returns (kinds, counts, start, arguments, merged).
    """
    gates = len(kinds)
    order, n = children_first(start, arguments, first, top)
    parents = ints(variables + 1)
    code = ints(variables)
    literal_of = ints(variables)
    for i in range(n):
        j = order[i]
        for a in range(start[j], start[j + 1]):
            literal = arguments[a]
            v = abs(literal)
            parents[v] += 1
            code[v] = (code[v] + slot_of(j + 1, 3, 5, 0xFFFFFFFFFF)) & 0xFFFFFFFFFF
            if kinds[j] != 0 or (literal_of[v] != 0 and literal_of[v] != literal):
                literal_of[v] = 1
            elif literal_of[v] == 0:
                literal_of[v] = literal
    # the parents of every variable, in one order for all
    place = ints(variables + 1)
    for v in range(variables):
        place[v + 1] = place[v] + parents[v]
    listed = ints(place[variables] + 1)
    fill = ints(variables)
    for i in range(n):
        j = order[i]
        for a in range(start[j], start[j + 1]):
            v = abs(arguments[a])
            listed[place[v] + fill[v]] = j
            fill[v] += 1
    group_of = ints(variables)
    members = ints(variables)
    groups = 0
    heads = ints(table_size(variables))
    chain = ints(variables)
    for v in range(2, variables):
        if parents[v] < 2 or abs(literal_of[v]) != v:
            continue
        slot = slot_of(code[v], parents[v], 0, len(heads) - 1)
        u = heads[slot]
        while u != 0:
            same = code[u] == code[v] and parents[u] == parents[v]
            if same:
                for a in range(parents[v]):
                    if listed[place[u] + a] != listed[place[v] + a]:
                        same = False
                        break
            if same:
                break
            u = chain[u]
        if u == 0:
            chain[v] = heads[slot]
            heads[slot] = v
        else:
            if group_of[u] == 0:
                groups += 1
                group_of[u] = groups
                members[groups - 1] = 1
            group_of[v] = group_of[u]
            members[group_of[u] - 1] += 1
    if groups == 0:
        return kinds, counts, start, arguments, 0
    total = gates + groups
    new_kinds = ints(total)
    new_counts = ints(total)
    new_start = ints(total + 1)
    extra = 0
    for g in range(groups):
        extra += members[g]
    new_arguments = ints(len(arguments) + extra + groups + 1)
    seen = ints(groups + 1)
    used = 0
    for j in range(gates):
        new_kinds[j] = kinds[j]
        new_counts[j] = counts[j]
        new_start[j] = used
        for a in range(start[j], start[j + 1]):
            g = group_of[abs(arguments[a])]
            if g == 0:
                new_arguments[used] = arguments[a]
                used += 1
            elif seen[g] != j + 1:
                seen[g] = j + 1
                new_arguments[used] = first + gates + g - 1
                used += 1
    for g in range(groups):
        new_start[gates + g] = used
        fill[g] = used
        used += members[g]
    new_start[total] = used
    for v in range(2, variables):
        g = group_of[v]
        if g != 0:
            new_arguments[fill[g - 1]] = literal_of[v]
            fill[g - 1] += 1
    return new_kinds, new_counts, new_start, new_arguments, groups


def assume(kinds: Ints, start: Ints, arguments: Ints, first: int, top: int) -> Any:
    """Within ``AND(v, F)`` take ``v`` as true wherever only this gate leads; returns (arguments, replaced).

    ``AND(v, F(v)) = AND(v, F(true))``.  A gate leads alone to every gate that it dominates (lies on all paths
    from the top), found by meeting dominators of parents, parents first.
    """
    gates = len(kinds)
    order, n = children_first(start, arguments, first, top)
    dominator = ints(gates + 1)
    height = ints(gates + 1)
    for i in range(n):
        dominator[order[i]] = -1
    if n == 0:
        return arguments, 0
    dominator[order[n - 1]] = order[n - 1]
    parents = ints(first + gates)
    for i in range(n - 1, -1, -1):
        j = order[i]
        if i < n - 1:
            height[j] = height[dominator[j]] + 1
        for a in range(start[j], start[j + 1]):
            v = abs(arguments[a])
            parents[v] += 1
            c = v - first
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
    # the AND gates that name each variable more than once named
    place = ints(first + gates + 1)
    for v in range(first + gates):
        place[v + 1] = place[v] + (parents[v] if parents[v] > 1 else 0)
    owner = ints(place[first + gates] + 1)
    where = ints(place[first + gates] + 1)
    fill = ints(first + gates)
    for i in range(n):
        j = order[i]
        for a in range(start[j], start[j + 1]):
            v = abs(arguments[a])
            if parents[v] > 1:
                owner[place[v] + fill[v]] = j
                where[place[v] + fill[v]] = a
                fill[v] += 1
    result = ints(len(arguments))
    for a in range(len(arguments)):
        result[a] = arguments[a]
    holds = ints(gates + 1)
    replaced = 0
    for v in range(2, first + gates):
        if parents[v] < 2:
            continue
        for e in range(place[v], place[v + 1]):
            if kinds[owner[e]] == 0:
                holds[owner[e]] = 1 if arguments[where[e]] > 0 else -1
        for e in range(place[v], place[v + 1]):
            j = owner[e]
            while dominator[j] != j:
                j = dominator[j]
                if holds[j] != 0:
                    positive = 1 if arguments[where[e]] > 0 else -1
                    result[where[e]] = holds[j] * positive
                    replaced += 1
                    break
        for e in range(place[v], place[v + 1]):
            holds[owner[e]] = 0
    return result, replaced


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
