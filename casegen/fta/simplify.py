"""Kernels that simplify gates one by one: constants, chains of one type, equal gates.

Plain Python that numba compiles; a graph is (kinds, counts, start, arguments) as in :mod:`casegen.fta.preprocess`.
"""

from __future__ import annotations

from typing import Any

from casegen.fta.kernels import ints, slot_of, table_size
from casegen.fta.traversal import children_first, count_parents, gathered

Ints = list[int]

_LONGEST_HASHED = 64


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


def collect(
    j: int, start: Ints, arguments: Ints, first: int, absorbed: Ints, alias: Ints, stack: Ints, buffer: Ints, used: int
) -> Any:  # fmt: skip
    """Arguments of gate ``j`` through absorbed gates and aliases, behind ``buffer[:used]``.

    Returns (used, sign, changed); the sign gathers the complements of absorbed XOR gates.
    """
    sign = 1
    changed = 0
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
    return used, sign, changed


def reduce_at_least(count: int, base: int, used: int, buffer: Ints) -> Any:
    """An at-least gate without constants; returns (kind, count, used, sign): AND where it is one, or its complement."""
    write = base
    for a in range(base, used):
        if buffer[a] == 1:
            count -= 1
        elif buffer[a] != -1:
            buffer[write] = buffer[a]
            write += 1
    used = write
    if count <= 0:
        return 0, count, base, 1
    if count > used - base:
        return 0, count, base, -1
    if count == used - base:
        return 0, count, used, 1
    if count == 1:
        for a in range(base, used):
            buffer[a] = -buffer[a]
        return 0, count, used, -1
    return 2, count, used, 1


def reduce_and(j: int, base: int, used: int, buffer: Ints, stamp: Ints) -> Any:
    """Arguments of an AND once each; returns (used, false): with a literal and its complement it is false, and empty."""
    write = base
    tag = 2 * j + 2
    for a in range(base, used):
        literal = buffer[a]
        v = abs(literal)
        if literal == 1 or stamp[v] == tag + (literal > 0):
            continue
        if literal == -1 or stamp[v] == tag + (literal < 0):
            return base, 1
        stamp[v] = tag + (literal > 0)
        buffer[write] = literal
        write += 1
    return write, 0


def reduce_xor(base: int, used: int, buffer: Ints, stamp: Ints) -> Any:
    """Arguments of an XOR that occur an odd number of times, without complements; returns (used, sign)."""
    sign = 1
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
    return write, sign


def simplify(kinds: Ints, counts: Ints, start: Ints, arguments: Ints, first: int, top: int) -> Any:
    """One pass of constant propagation, coalescing and merging of equal gates.

    Returns (kinds, counts, start, arguments, top, changed): gates keep their numbers; gates that are no
    longer needed have no arguments.  (Longer than sixty lines: its parts share a dozen arrays that numba would
    have to pass one by one.)
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
        base = used
        used, sign, moved = collect(j, start, arguments, first, absorbed, alias, stack, buffer, used)
        changed |= moved
        if kind == 2:
            kind, count, used, flip = reduce_at_least(count, base, used, buffer)
            sign *= flip
            if kind == 0:
                changed = 1
        false = 0
        if kind == 0:
            used, false = reduce_and(j, base, used, buffer, stamp)
        elif kind == 1:
            used, flip = reduce_xor(base, used, buffer, stamp)
            sign *= flip
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
            same = -1
            if size <= _LONGEST_HASHED:
                same = find_equal(
                    j, kind, count, base, used, buffer, new_kinds, new_counts, begin, length, heads, chain
                )
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
    new_start, new_arguments = gathered(begin, length, buffer, gates, used)
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
