"""From a structure to its diagrams: the top's with full preprocessing, and all gates' under the same order."""

from __future__ import annotations

import contextlib
import math
from pathlib import Path
from typing import Any

from casegen.fta import speed
from casegen.fta.diagram import Diagram
from casegen.fta.errors import TooLarge
from casegen.fta.portfolio import LAST_RESORT
from casegen.fta.structure import FIRST_EVENT, Structure

DEFAULT_MAX_NODES = 20_000_000
BYTES_PER_NODE = 128
"""node, hash table, operation cache and the copies made while storage grows and when the diagram is written out"""
RESERVE = 0.8
"""share of the free memory that a diagram may take"""
SOON = 500_000
"""nodes built without looking at memory or at an interrupt: half a second, sixty megabytes"""
PLAIN_NODES = 20_000
"""diagram nodes after which a tree is given to compiled kernels"""
PLAIN_NODES_COLD = 200_000
"""the same while the kernels have yet to be compiled: a few seconds here against twenty there"""
PLAIN_GATES = 20_000


def nodes_within(memory: float) -> int:
    """The budget of nodes that keeps the diagram within ``memory`` bytes, and within what is free."""
    return max(1000, int(min(memory, RESERVE * free_memory()) / BYTES_PER_NODE))


def free_memory() -> float:
    """Bytes that can be taken now without swapping, as the system and its control group say; else infinite."""
    results = [math.inf]
    with contextlib.suppress(OSError, ValueError, IndexError):
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        results += [1024.0 * int(x.split()[1]) for x in lines if x.startswith("MemAvailable")]
    with contextlib.suppress(OSError, ValueError):
        group = Path("/sys/fs/cgroup")
        most, used = (int((group / name).read_text("ascii")) for name in ("memory.max", "memory.current"))
        cached = dict(line.split() for line in (group / "memory.stat").read_text("ascii").splitlines())
        results.append(max(0.0, float(most - used + int(cached.get("inactive_file", "0")))))
    return min(results)


def flat_arguments(structure: Structure) -> tuple[list[int], list[int]]:
    """Arguments of all gates in one list, and where each gate's begin."""
    start: list[int] = [0]
    arguments: list[int] = []
    for row in structure.arguments:
        arguments.extend(row)
        start.append(len(arguments))
    return start, arguments


def top_diagram(structure: Structure, max_nodes: int | None = None, only: int = -1) -> Diagram:
    """Diagram of the top event; raises :class:`TooLarge` beyond ``max_nodes`` nodes.

    Small trees are solved in plain Python; what passes its budget goes to the compiled kernels.
    """
    limit = max_nodes or DEFAULT_MAX_NODES
    start, arguments = flat_arguments(structure)
    graph = (list(structure.kinds), list(structure.counts), start, arguments)
    small = not speed.loaded() and (len(structure.kinds) <= PLAIN_GATES or not speed.available())
    if small:
        patience = PLAIN_NODES_COLD if speed.available() and speed.cold() else PLAIN_NODES
        plain_limit = min(limit, patience) if speed.available() else limit
        result = _solve(speed.plain(), graph, structure, plain_limit, only)
        if result is not None:
            return result
        if plain_limit >= limit:
            raise TooLarge(f"tree {structure.tree}", limit)
    result = _solve(speed.compiled(), graph, structure, min(limit, SOON), only)
    if result is None:
        limit = min(limit, nodes_within(math.inf))
        last = LAST_RESORT if only == -1 else only
        result = _solve(speed.compiled(), graph, structure, limit, last, patient=False)
    return _fitting(result, structure, limit)


def _fitting(result: Diagram | None, structure: Structure, limit: int) -> Diagram:
    if result is None:
        raise TooLarge(f"tree {structure.tree}", limit)
    return result


def _solve(
    kernels: Any, graph: Any, structure: Structure, limit: int, only: int, *, patient: bool = True
) -> Diagram | None:
    arrays = [kernels.array(a) for a in graph]
    call = kernels.solve if patient else speed.interruptible(kernels.solve)
    status, out, used, proxies, modules, root, rank = call(
        *arrays, structure.first_gate, structure.top, limit, only
    )
    if status != 0:
        return None
    if kernels.compiled:
        table = out[: 3 * used].reshape(-1, 3)
        var, low, high = (table[:, i].copy() for i in range(3))
        below = proxies[:modules].copy()
    else:
        var, low, high = out[0 : 3 * used : 3], out[1 : 3 * used : 3], out[2 : 3 * used : 3]
        below = proxies[:modules]
    return Diagram(
        events=len(structure.events), var=var, low=low, high=high, proxies=below, root=int(root),
        rank=rank, roots={},
    )  # fmt: skip


def event_order(diagram: Diagram) -> list[int]:
    """Event literals in the order of the top's diagram, each module's at the place of its proxy."""
    members: dict[int, set[int]] = {}
    owners = [*(int(r) for r in diagram.proxies), diagram.root]
    for owner in owners:
        stack, seen = [owner], set()
        while stack:
            n = stack.pop()
            if n > 1 and n not in seen:
                seen.add(n)
                stack += [int(diagram.low[n]), int(diagram.high[n])]
        members[owner] = {int(diagram.var[n]) for n in seen}
    order: list[int] = []
    agenda = [diagram.events + len(diagram.proxies)]
    while agenda:
        v = agenda.pop()
        if v < diagram.events:
            order.append(v + FIRST_EVENT)
        else:
            inside = sorted(members[owners[v - diagram.events]], key=lambda u: -int(diagram.rank[u]))
            agenda.extend(inside)
    return order


def all_events_order(structure: Structure, top: Diagram) -> list[int]:
    """Event literals in the order of the top's diagram, those it does not depend on behind them."""
    order = event_order(top)
    known = set(order)
    return order + [v for v in range(FIRST_EVENT, structure.first_gate) if v not in known]


def all_gates_diagram(structure: Structure, top: Diagram, max_nodes: int | None = None) -> Diagram:
    """Diagram of every named gate at once, under the order found for the top; raises :class:`TooLarge`."""
    limit = max_nodes or DEFAULT_MAX_NODES
    first = structure.first_gate
    compiled = not isinstance(top.var, list)
    kernels = speed.compiled() if compiled else speed.plain()
    order = all_events_order(structure, top)
    start, arguments = flat_arguments(structure)
    n, v_count = len(structure.kinds), first + len(structure.kinds)
    a = kernels.array
    of = a([0] * v_count)
    widest = max((len(row) for row in structure.arguments), default=0) + 3
    capacity = 1024
    room = (kernels.refs(4 * capacity), kernels.refs(capacity), kernels.refs(3 * capacity))
    build = speed.interruptible(kernels.build_module) if compiled else kernels.build_module
    node, _, _, size, status = build(
        a(structure.kinds), a(structure.counts), a(start), a(arguments), first, a(range(n)), n, a(order), len(order),
        a([0] * v_count), of, a([0] * widest), a([0] * widest), limit, *room,
    )  # fmt: skip
    if status < 0:
        raise TooLarge(f"all gates of tree {structure.tree}", limit)
    names = list(structure.names)
    wanted = [int(of[abs(v)]) ^ (v < 0) for v in (structure.top, *structure.names.values())]
    var, low, high, ids = kernels.extract(node, size, a(wanted), a([v - FIRST_EVENT for v in order]))
    rank = [0] * len(structure.events)
    for level, v in enumerate(order):
        rank[v - FIRST_EVENT] = level
    return Diagram(
        events=len(structure.events), var=var, low=low, high=high, proxies=a([]), root=int(ids[0]),
        rank=a(rank), roots={name: int(i) for name, i in zip(names, ids[1:], strict=True)},
    )  # fmt: skip
