"""Kernels that solve a whole graph: simplify, split into modules, try orders within a growing node budget."""

from __future__ import annotations

from typing import Any

from casegen.fta.force import force_order
from casegen.fta.kernels import extract, floats, grown, ints, refs
from casegen.fta.modules import build_module, local_gates, order_variables, set_keys, split_modules
from casegen.fta.preprocess import reduce_graph
from casegen.fta.sifted import build_sifted
from casegen.fta.traversal import children_first, count_parents

Ints = list[int]
Floats = list[float]

CANDIDATES = 4
FORCE_ROUNDS = 60
FIRST_RACE = 1 << 14
LAST_RESORT = -2
"""value of ``only`` that asks for sifting where no order fits"""
SIFT_WORK = 40_000_000
"""node visits after which sifting ends: some seconds"""
SIFT_FROM = 1 << 12
"""nodes in use below which an order stays as it is"""


def candidate(i: int) -> int:
    """The ``i``-th order to try: depth-first way, plus 16 where FORCE improves it.

    Chosen on the Aralia models: for each of them one of the four is among the best of two dozen.
    """
    if i == 0:
        return 10
    if i == 1:
        return 16
    if i == 2:
        return 9
    return 26


def survivors(budget: int) -> int:
    """How many of the candidates go on at a budget: the race narrows as it gets dear."""
    if budget <= 4 * FIRST_RACE:
        return 4
    return 3 if budget <= 16 * FIRST_RACE else 2


def find_order(
    way: int, start: Ints, arguments: Ints, first: int, root: int, module: Ints, gates: Ints, n: int, parents: Ints,
    key: Floats, seen: Ints, tag: int, stack: Ints, scratch: Ints, order: Ints,
) -> int:  # fmt: skip
    """One candidate order of a module's variables; returns how many there are."""
    dfs = way & 15
    set_keys(start, arguments, first, module, gates, n, parents, dfs, key)
    m = order_variables(start, arguments, first, root, module, dfs, key, seen, tag, stack, scratch, order)
    if way >= 16:
        force_order(start, arguments, first, gates, n, order, m, FORCE_ROUNDS)
    return m


def sift_leaders(
    kinds: Ints, counts: Ints, start: Ints, arguments: Ints, first: int, root: int, module: Ints, gates: Ints, n: int,
    parents: Ints, key: Floats, seen: Ints, tag: int, stack: Ints, scratch: Ints, order: Ints, row: Ints, flip: Ints,
    of: Ints, max_nodes: int, places: Ints,
) -> Any:  # fmt: skip
    """Build one module from the two best orders that did not fit, each mended on the way; returns as :func:`race`."""
    node = refs(4)
    table = refs(1)
    cache = refs(3)
    size = 0
    result = -1
    for place in range(2):
        tag += 1
        m = find_order(
            candidate(places[place]), start, arguments, first, root, module, gates, n, parents, key, seen, tag, stack,
            scratch, order,
        )  # fmt: skip
        node, table, cache, size, result = build_sifted(
            kinds, counts, start, arguments, first, gates, n, order, m, flip, of, scratch, row, max_nodes, SIFT_WORK,
            SIFT_FROM,
        )  # fmt: skip
        if result >= 0:
            break
    return node, table, cache, size, result


def race(
    kinds: Ints, counts: Ints, start: Ints, arguments: Ints, first: int, root: int, module: Ints, gates: Ints, n: int,
    m: int, parents: Ints, key: Floats, seen: Ints, tag: int, stack: Ints, scratch: Ints, order: Ints, row: Ints,
    flip: Ints, of: Ints, max_nodes: int, only: int, node: Ints, table: Ints, cache: Ints,
) -> Any:  # fmt: skip
    """Build one module under the first of several orders that fits a growing budget.

    A small budget goes to two plain depth-first orders; then all candidates race at four times as much each round.
    Those that built fewest gates drop out, and the last has all of ``max_nodes``.  Returns what
    :func:`casegen.fta.modules.build_module` returns; ``order`` holds the order that won.
    """
    # one loop: budget, places and storage change together each round, and most lines hand arrays on
    if len(node) > 64 * FIRST_RACE:
        node = refs(4 * 512)
        table = refs(512)
        cache = refs(3 * 512)
    places = ints(CANDIDATES)
    built = ints(CANDIDATES)
    for c in range(CANDIDATES):
        places[c] = c
    budget = min(max_nodes, 2048 + 8 * m)
    entrants = 2
    size = 0
    result = -1
    first_round = True
    while True:
        for place in range(entrants):
            c = places[place]
            way = 9 * place if first_round else candidate(c)
            if only >= 0:
                way = candidate(only)
            tag += 1
            find_order(
                way,
                start,
                arguments,
                first,
                root,
                module,
                gates,
                n,
                parents,
                key,
                seen,
                tag,
                stack,
                scratch,
                order,
            )
            node, table, cache, size, result = build_module(
                kinds, counts, start, arguments, first, gates, n, order, m, flip, of, scratch, row, budget, node, table,
                cache,
            )  # fmt: skip
            if result >= 0:
                return node, table, cache, size, result
            if not first_round:
                built[c] = -1 - result
        if budget >= max_nodes and not first_round:
            if only == LAST_RESORT:
                # given back before as much is asked for again
                node = refs(4)
                table = refs(1)
                cache = refs(3)
                return sift_leaders(
                    kinds, counts, start, arguments, first, root, module, gates, n, parents, key, seen, tag, stack,
                    scratch, order, row, flip, of, max_nodes, places,
                )  # fmt: skip
            return node, table, cache, size, -1
        budget = 4 * budget
        if first_round:
            budget = max(budget, FIRST_RACE)
            first_round = False
        for i in range(1, CANDIDATES):
            k = i
            while k > 0 and built[places[k]] > built[places[k - 1]]:
                places[k], places[k - 1] = places[k - 1], places[k]
                k -= 1
        entrants = 1 if only >= 0 else survivors(budget)
        if entrants == 2 and budget > 64 * FIRST_RACE:
            # the race is over: the leader may use everything, the second is tried should it fail
            budget = max_nodes
        budget = min(budget, max_nodes)


def room_for(out: Ints, used: int, more: int) -> Ints:
    """``out`` with room for ``more`` nodes (three numbers each) behind ``used``."""
    if 3 * (used + more) <= len(out):
        return out
    return grown(out, 6 * (used + more))


def solve(
    kinds: Ints, counts: Ints, start: Ints, arguments: Ints, first: int, top: int, max_nodes: int, only: int
) -> Any:
    """Diagram of literal ``top``; returns (status, out, nodes, proxies, modules, root, rank).

    ``out`` holds (var, low, high) of each node, without complement edges; ``proxies[:modules]`` are the roots
    of the modules below; ``rank`` orders the variables.  Status 0: done; otherwise the number of gates of the
    module that passed ``max_nodes``.  ``only`` is -1, the one candidate to use, or LAST_RESORT.
    """
    # half of it is storage, made once for all modules: numba has no objects that cost nothing to keep it in
    kinds, counts, start, arguments, top = reduce_graph(kinds, counts, start, arguments, first, top)
    variables = first + len(kinds)
    if abs(top) < first:
        return trivial(top, first)
    kinds, counts, start, arguments, module = split_modules(kinds, counts, start, arguments, first, top)
    variables = first + len(kinds)
    schedule, n = children_first(start, arguments, first, top)
    parents = count_parents(start, arguments, schedule, n, variables, top)
    proxy_of = ints(variables)
    flip = ints(variables)
    of = ints(variables)
    key = floats(variables)
    seen = ints(variables)
    marks = ints(variables)
    stack = ints(2 * variables + 2 * len(arguments) + 8)
    scratch = ints(len(arguments) + 8)
    row = ints(len(arguments) + 8)
    gates = ints(variables)
    inside = ints(variables)
    order = ints(variables)
    rank = ints(variables)
    proxies = ints(variables)
    modules = 0
    next_rank = 0
    out = refs(3 * 1024)
    out[3] = -1
    out[0] = -1
    out[4] = 1
    out[5] = 1
    used = 2
    events = first - 2
    tag = 0
    root = 0
    node = refs(4 * 512)
    table = refs(512)
    cache = refs(3 * 512)
    for i in range(n):
        j = schedule[i]
        if not module[j]:
            continue
        tag += 1
        local, m = local_gates(start, arguments, first, j, module, seen, tag, stack, gates, inside)
        if local == 1 and kinds[j] == 0:
            # a plain AND (or OR) of variables is a chain
            out = room_for(out, used, m)
            wanted = -1 if i < n - 1 else (1 if top < 0 else 0)
            root, used, flipped = chain_of(
                j, start, arguments, first, flip, proxy_of, events, out, used, wanted
            )
            for a in range(start[j], start[j + 1]):
                rank[variable_of(abs(arguments[a]), first, proxy_of, events)] = (
                    next_rank + start[j + 1] - 1 - a
                )
        else:
            node, table, cache, size, result = race(
                kinds, counts, start, arguments, first, j, module, gates, local, m, parents, key, marks, 1000 * tag,
                stack, scratch, order, row, flip, of, max_nodes, only, node, table, cache,
            )  # fmt: skip
            if result < 0:
                return local, out, used, proxies, modules, 0, rank
            flipped = holds_nowhere(node, result) ^ 1
            if i == n - 1:
                flipped = 1 if top < 0 else 0
            result ^= flipped
            if result < 2 and i < n - 1:
                # the module is a constant after all: its gate becomes one, and no variable stands for it
                module[j] = 0
                for a in range(start[j], start[j + 1]):
                    arguments[a] = 1 if result ^ flipped == 0 else -1
                kinds[j] = 0
                continue
            out, used, root = append_module(node, size, result, order, m, first, proxy_of, events, out, used)
            for level in range(m):
                rank[variable_of(order[level], first, proxy_of, events)] = next_rank + level
        next_rank += m
        flip[first + j] = flipped
        if i < n - 1:
            proxies[modules] = root
            proxy_of[first + j] = modules
            modules += 1
    return 0, out, used, proxies, modules, root, rank


def variable_of(v: int, first: int, proxy_of: Ints, events: int) -> int:
    """Number of a literal's variable in the diagram: event, or proxy behind the events."""
    return v - 2 if v < first else events + proxy_of[v]


def trivial(top: int, first: int) -> Any:
    """A graph that is a constant or one literal."""
    out = refs(9)
    out[0] = -1
    out[3] = -1
    out[4] = 1
    out[5] = 1
    root = 0
    used = 2
    if top == 1:
        root = 1
    elif top != -1:
        out[6] = abs(top) - 2
        out[7] = 0 if top > 0 else 1
        out[8] = 1 if top > 0 else 0
        used = 3
        root = 2
    return 0, out, used, ints(1), 0, root, ints(first)


def chain_of(
    j: int, start: Ints, arguments: Ints, first: int, flip: Ints, proxy_of: Ints, events: int, out: Ints, used: int,
    wanted: int,
) -> Any:  # fmt: skip
    """Append an AND of literals as a chain; returns (root, nodes used, 1 where complemented).

    ``wanted`` says whether to complement; -1: where the AND would hold with nothing true.
    """
    flipped = wanted
    if wanted < 0:
        flipped = 1
        for a in range(start[j], start[j + 1]):
            if (arguments[a] > 0) != (flip[abs(arguments[a])] == 1):
                flipped = 0
    root = 1 - flipped
    stop = flipped
    for a in range(start[j], start[j + 1]):
        v = abs(arguments[a])
        positive = (arguments[a] > 0) != (flip[v] == 1)
        out[3 * used] = variable_of(v, first, proxy_of, events)
        out[3 * used + 1] = stop if positive else root
        out[3 * used + 2] = root if positive else stop
        root = used
        used += 1
    return root, used, flipped


def holds_nowhere(node: Ints, ref: int) -> int:
    """1 where the function is false with every variable false, 0 where it is true."""
    while ref > 1:
        ref = node[4 * (ref >> 1) + 1] ^ (ref & 1)
    return ref


def append_module(
    node: Ints, size: int, result: int, order: Ints, m: int, first: int, proxy_of: Ints, events: int, out: Ints,
    used: int,
) -> Any:  # fmt: skip
    """Append the nodes below ``result`` to ``out``; returns (out, nodes used, root)."""
    roots = ints(1)
    roots[0] = result
    names = ints(m)
    for level in range(m):
        names[level] = variable_of(order[level], first, proxy_of, events)
    var, low, high, ids = extract(node, size, roots, names)
    more = len(var) - 2
    out = room_for(out, used, more)
    shift = used - 2
    for i in range(2, len(var)):
        at = 3 * (i + shift)
        out[at] = var[i]
        out[at + 1] = low[i] if low[i] < 2 else low[i] + shift
        out[at + 2] = high[i] if high[i] < 2 else high[i] + shift
    root = ids[0] if ids[0] < 2 else ids[0] + shift
    return out, used + more, root
