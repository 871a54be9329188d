"""Kernels for minimal cut sets, kept implicit in a zero-suppressed diagram (Minato 1993, Rauzy 1993).

Like :mod:`casegen.fta.kernels`, plain Python that numba compiles.  Family 0 is empty, family 1 holds the
empty set only; family ``n`` is ``low`` together with every set of ``high`` joined by ``var``.
"""

from __future__ import annotations

from typing import Any

from casegen.fta.kernels import grown, ints, refs, slot_of, table_size

Ints = list[int]
Floats = list[float]

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
    # the innermost loop of minimal solutions, over its own stack: a call in it would pass ten numbers at every node
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


def lost_families(
    var: Ints, low: Ints, high: Ints, rank: Ints, levels: int, max_nodes: int, capacity: int, f: int, g: int
) -> Any:  # fmt: skip
    """Minimal solutions of node ``f`` that hold no solution of node ``g``.

    Returns (family, family of each node, the family asked for, status); status FULL: more than ``max_nodes``.
    """
    family, used, of_node, status = minimal_families(var, low, high, rank, levels, max_nodes, capacity)
    if status != 0:
        return family, of_node, 0, FULL
    stack = ints(_FRAME * (levels + 4))
    size = ints(1)
    size[0] = used
    while True:
        slots = table_size(len(family) // 4)
        table = rehashed_families(family, size[0], slots)
        cache = refs(3 * slots)
        root = without(of_node[f], of_node[g], rank, family, table, cache, stack, size)
        if root >= 0:
            return family, of_node, root, 0
        if len(family) >= 4 * max_nodes:
            return family, of_node, 0, FULL
        family = grown(family, min(4 * max_nodes, 2 * len(family)))


def rehashed_families(family: Ints, size: int, slots: int) -> Ints:
    """A new hash table over the first ``size`` families; chains are rebuilt."""
    table = refs(slots)
    for n in range(2, size):
        at = 4 * n
        slot = slot_of(family[at], family[at + 1], family[at + 2], slots - 1)
        family[at + 3] = table[slot]
        table[slot] = n
    return table


def compact(family: Ints, root: int, of_node: Ints, proxies: Ints, events: int) -> Any:
    """Families below ``root`` and below the modules they use; returns (var, low, high, modules, root).

    Children and modules come before parents; ``modules[m]`` is the family of proxy ``m`` (0 where unused).
    """
    used = refs(root + 2)
    used[root] = 1
    count = 2
    for n in range(root, 1, -1):
        if used[n]:
            count += 1
            used[family[4 * n + 1]] = 1
            used[family[4 * n + 2]] = 1
            v = family[4 * n]
            if v >= events:
                used[of_node[proxies[v - events]]] = 1
    var = refs(count)
    low = refs(count)
    high = refs(count)
    used[0] = 0
    used[1] = 1
    i = 2
    for n in range(2, root + 1):
        if used[n]:
            var[i] = family[4 * n]
            low[i] = used[family[4 * n + 1]]
            high[i] = used[family[4 * n + 2]]
            used[n] = i
            i += 1
    modules = refs(len(proxies) + 1)
    for m in range(len(proxies)):
        f = of_node[proxies[m]]
        modules[m] = used[f] if f <= root else 0
    return var, low, high, modules, used[root]


def weigh(var: Ints, low: Ints, high: Ints, modules: Ints, weight: Floats, total: Floats) -> None:
    """Sum over each family's sets of the product of their events' weights (E,), into ``total``."""
    events = len(weight)
    total[0] = 0.0
    total[1] = 1.0
    for n in range(2, len(var)):
        v = var[n]
        w = weight[v] if v < events else total[modules[v - events]]
        total[n] = total[low[n]] + w * total[high[n]]


def count_sets(var: Ints, low: Ints, high: Ints, modules: Ints, events: int, total: Ints) -> None:
    """Number of sets in each family, into ``total``; exact below 2**63 (compare :func:`weigh`)."""
    total[1] = 1
    for n in range(2, len(var)):
        v = var[n]
        w = 1 if v < events else total[modules[v - events]]
        total[n] = total[low[n]] + w * total[high[n]]


def longest_sets(
    var: Ints, low: Ints, high: Ints, modules: Ints, events: int, most: Ints, least: Ints
) -> None:
    """Largest and smallest order in each family, into ``most`` and ``least``."""
    most[0] = -1
    least[0] = 1 << 29
    for n in range(2, len(var)):
        v = var[n]
        up = 1
        down = 1
        if v >= events:
            up = most[modules[v - events]]
            down = least[modules[v - events]]
        most[n] = max(most[low[n]], up + most[high[n]])
        least[n] = min(least[low[n]], down + least[high[n]])


def count_orders(
    var: Ints, low: Ints, high: Ints, modules: Ints, events: int, most: Ints, place: Ints, table: Ints
) -> None:
    """Number of sets of each order: ``table[place[n] + k]`` for family ``n`` and order ``k <= most[n]``."""
    table[place[1]] = 1
    for n in range(2, len(var)):
        v = var[n]
        at = place[n]
        below = place[low[n]]
        for k in range(most[low[n]] + 1):
            table[at + k] += table[below + k]
        above = place[high[n]]
        if v < events:
            for k in range(most[high[n]] + 1):
                table[at + k + 1] += table[above + k]
        else:
            f = modules[v - events]
            inner = place[f]
            for i in range(most[f] + 1):
                if table[inner + i] != 0:
                    for k in range(most[high[n]] + 1):
                        table[at + i + k] += table[inner + i] * table[above + k]


def best_sets(var: Ints, low: Ints, high: Ints, modules: Ints, weight: Floats, most: Floats) -> None:
    """Weight of the heaviest set in each family, -1 where it is empty."""
    events = len(weight)
    most[0] = -1.0
    most[1] = 1.0
    for n in range(2, len(var)):
        v = var[n]
        w = weight[v] if v < events else most[modules[v - events]]
        most[n] = max(most[low[n]], w * most[high[n]])


def share_sets(
    var: Ints, low: Ints, high: Ints, modules: Ints, weight: Floats, total: Floats, root: int, above: Floats,
    result: Floats,
) -> None:  # fmt: skip
    """Weight of the sets that hold each event, into ``result`` (E,); ``total`` comes from :func:`weigh`."""
    events = len(weight)
    above[root] = 1.0
    for n in range(root, 1, -1):
        a = above[n]
        if a == 0.0:
            continue
        v = var[n]
        below = a * total[high[n]]
        if v < events:
            w = weight[v]
            result[v] += below * w
        else:
            w = total[modules[v - events]]
            above[modules[v - events]] += below
        above[low[n]] += a
        above[high[n]] += a * w
