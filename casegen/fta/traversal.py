"""Kernels that walk a graph: children before parents, and how many parents each has.

Plain Python that numba compiles; a graph is (kinds, counts, start, arguments) as in :mod:`casegen.fta.preprocess`.
"""

from __future__ import annotations

from typing import Any

from casegen.fta.kernels import ints

Ints = list[int]


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


def gathered(begin: Ints, length: Ints, buffer: Ints, gates: int, used: int) -> Any:
    """Arguments out of the buffer in the order of their gates; returns (start, arguments)."""
    start = ints(gates + 1)
    arguments = ints(used + 1)
    total = 0
    for j in range(gates):
        start[j] = total
        for a in range(begin[j], begin[j] + length[j]):
            arguments[total] = buffer[a]
            total += 1
    start[gates] = total
    return start, arguments
