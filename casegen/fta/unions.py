"""Kernels for the union of cut sets as a function, which gives Fussell-Vesely importance by its definition."""

from __future__ import annotations

from typing import Any

from casegen.fta.kernels import LEAF_LEVEL, conjoin, find_or_add, ints, refs, table_size
from casegen.fta.minimal import FULL

Ints = list[int]
Floats = list[float]


def union_of(var: Ints, low: Ints, high: Ints, rank: Ints, root: int, capacity: int) -> Any:
    """The union of a family's sets as a function; returns (node, size, reference, status), status FULL as above."""
    node = refs(4 * capacity)
    table = refs(table_size(capacity))
    cache = refs(3 * table_size(capacity))
    stack = ints(6 * (len(rank) + 4))
    size = ints(1)
    size[0] = 1
    node[0] = LEAF_LEVEL
    whole = ints(len(var))
    whole[0] = 1
    for n in range(2, root + 1):
        either = conjoin(whole[low[n]] ^ 1, whole[high[n]] ^ 1, node, table, cache, stack, size)
        if either >= 0:
            either = find_or_add(rank[var[n]], whole[low[n]], either ^ 1, node, table, size)
        if either < 0:
            return node, size[0], 0, FULL
        whole[n] = either
    return node, size[0], whole[root], 0


def unions(
    var: Ints, low: Ints, high: Ints, roots: Ints, rank: Ints, variables: int, max_work: int, capacity: int
) -> Any:
    """Unions of cut sets as functions, in one diagram (see :mod:`casegen.fta.kernels`).

    ``roots`` are the families of the modules and, last, of the top.  Returns (node, size, union of each root,
    union of the sets with each variable, status); status FULL: more than ``max_work`` steps.
    """
    # one loop: storage, table and cache are shared by all unions and passed on at every step
    node = refs(4 * capacity)
    table = refs(table_size(capacity))
    cache = refs(3 * table_size(capacity))
    stack = ints(6 * (variables + 4))
    size = ints(1)
    size[0] = 1
    node[0] = LEAF_LEVEL
    whole = ints(len(var))
    whole[0] = 1
    with_v = ints(len(var))
    with_v[0] = 1
    with_v[1] = 1
    of_root = ints(len(roots))
    of_variable = ints(variables)
    for v in range(variables):
        of_variable[v] = 1
    inside = ints(len(var))
    member = ints(variables)
    listed = ints(len(var))
    work = 0
    for r in range(len(roots)):
        root = roots[r]
        inside[root] = r + 1
        count = 0
        for n in range(root, 1, -1):
            if inside[n] == r + 1:
                inside[low[n]] = r + 1
                inside[high[n]] = r + 1
                member[var[n]] = r + 1
                listed[count] = n
                count += 1
        for i in range(count - 1, -1, -1):
            n = listed[i]
            either = conjoin(whole[low[n]] ^ 1, whole[high[n]] ^ 1, node, table, cache, stack, size)
            if either >= 0:
                either = find_or_add(rank[var[n]], whole[low[n]], either ^ 1, node, table, size)
            if either < 0:
                return node, size[0], of_root, of_variable, FULL
            whole[n] = either
        of_root[r] = whole[root]
        work += count
        for v in range(variables):
            if member[v] != r + 1:
                continue
            for i in range(count - 1, -1, -1):
                n = listed[i]
                if rank[var[n]] > rank[v]:
                    with_v[n] = 1
                    continue
                work += 1
                if var[n] == v:
                    either = find_or_add(rank[v], 1, whole[high[n]], node, table, size)
                else:
                    either = conjoin(with_v[low[n]] ^ 1, with_v[high[n]] ^ 1, node, table, cache, stack, size)
                    if either >= 0:
                        either = find_or_add(rank[var[n]], with_v[low[n]], either ^ 1, node, table, size)
                if either < 0 or work > max_work:
                    return node, size[0], of_root, of_variable, FULL
                with_v[n] = either
            of_variable[v] = with_v[root]
    return node, size[0], of_root, of_variable, 0


def share_unions(
    value: Floats, with_variable: Ints, owner: Ints, modules: Ints, events: int, top: float, share: Floats
) -> None:
    """Fussell-Vesely of every event and module into ``share``; ``value`` by node of the unions' diagram.

    ``owner[v]`` is the module that variable ``v`` lies in, the number of modules for the top, -1 for nowhere; a module
    comes after those inside it.
    """
    count = len(modules)
    for k in range(count - 1, -events - 1, -1):
        v = events + k if k >= 0 else -1 - k
        m = owner[v]
        whole = 0.0
        scale = 1.0
        if m == count:
            whole = top
        elif m >= 0:
            whole = value[modules[m]]
            scale = share[events + m]
        share[v] = value[with_variable[v]] / whole * scale if whole > 0.0 else 0.0
