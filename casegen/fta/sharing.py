"""Kernels that use what gates share: literals that always occur together, and literals known above.

Plain Python that numba compiles; a graph is (kinds, counts, start, arguments) as in :mod:`casegen.fta.preprocess`.
"""

from __future__ import annotations

from typing import Any

from casegen.fta.kernels import ints, slot_of, table_size
from casegen.fta.traversal import children_first

Ints = list[int]


def merge_twins(
    kinds: Ints, counts: Ints, start: Ints, arguments: Ints, first: int, top: int, variables: int
) -> Any:
    """Gather literals that always occur together: one new gate stands for them in every parent.

    Literals are twins when the same AND gates (two or more) name them, with the same sign each time.
    ``variables`` is one past the largest literal.  Returns (kinds, counts, start, arguments, merged).
    """
    # one pass over a hash table in flat arrays, which every step reads and writes
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
    # dominators, then one walk that uses them: both work on the same flat arrays
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
