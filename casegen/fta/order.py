"""Variable orders and the diagram of a whole structure without preprocessing (all gates at once)."""

from __future__ import annotations

from casegen.fta import kernels
from casegen.fta.diagram import Diagram
from casegen.fta.errors import TooLarge
from casegen.fta.structure import FIRST_EVENT, Structure

DEFAULT_MAX_NODES = 20_000_000


def depth_first_order(structure: Structure, roots: list[int]) -> list[int]:
    """Event literals from first to last: depth first, gates before events, most shared gates first."""
    parents = [0] * (structure.first_gate + len(structure.kinds))
    for arguments in structure.arguments:
        for literal in arguments:
            parents[abs(literal)] += 1
    seen = [False] * len(parents)
    order: list[int] = []
    stack = [abs(r) for r in reversed(roots)]
    first = structure.first_gate
    while stack:
        v = stack.pop()
        if seen[v] or v == 1:
            continue
        seen[v] = True
        if v < first:
            order.append(v)
            continue
        arguments = sorted(
            (abs(a) for a in structure.arguments[v - first]), key=lambda a: (a < first, -parents[a])
        )
        stack.extend(reversed(arguments))
    return order


def whole_diagram(structure: Structure, max_nodes: int | None) -> Diagram:
    """The diagrams of all gates of a structure under one order; raises :class:`TooLarge`."""
    first = structure.first_gate
    order = depth_first_order(structure, [structure.top, *structure.names.values()])
    level_of = [-1] * (first + len(structure.kinds))
    level_var = [0] * len(order)
    rank = [0] * len(structure.events)
    for level, v in enumerate(order):
        level_of[v] = level
        level_var[level] = v - FIRST_EVENT
        rank[v - FIRST_EVENT] = level
    start = [0]
    arguments: list[int] = []
    for row in structure.arguments:
        arguments.extend(row)
        start.append(len(arguments))
    refs = [0] * len(level_of)
    limit = max(max_nodes or DEFAULT_MAX_NODES, 4 * len(level_of))
    node, size, status = kernels.build(
        list(structure.kinds), list(structure.counts), start, arguments, first, [], level_of, len(order), refs,
        limit, min(limit, 4 * len(level_of) + 1024),
    )  # fmt: skip
    if status != 0:
        raise TooLarge(f"tree {structure.tree}", limit)
    names = list(structure.names)
    wanted = [refs[abs(v)] ^ (v < 0) for v in (structure.top, *structure.names.values())]
    var, low, high, ids = kernels.extract(node, size, wanted, level_var)
    return Diagram(
        events=len(structure.events), var=var, low=low, high=high, proxies=[], root=ids[0], rank=rank,
        roots=dict(zip(names, ids[1:], strict=True)),
    )  # fmt: skip
