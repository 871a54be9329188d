"""From a structure to its diagrams: the top's with full preprocessing, and all gates' under the same order."""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Sequence
from pathlib import Path

from casegen.fta.core import kernels
from casegen.fta.core.arrangement import arranged, is_deep, is_wide, nearest_first, shallow_first
from casegen.fta.core.diagram import DecisionDiagram
from casegen.fta.core.kernels import ANY_ORDER, ANY_ORDER_THEN_REORDERING, GateGraph
from casegen.fta.errors import TooLarge
from casegen.fta.gates.structure import FIRST_EVENT, Structure
from casegen.model.sentence import worded

DEFAULT_MAX_NODES = 20_000_000
_FIRST_NODES = 1 << 16
"""nodes beyond which the arguments of very wide gates are put into another order, where one is better"""
NODES_OF_A_CHAIN = 8
"""nodes of a diagram for each event up to which its order is kept without looking for another"""
BYTES_PER_NODE = 128
"""node, hash table, operation cache and the copies made while storage grows and when the diagram is written out"""
RESERVE = 0.8
"""share of the free memory that a diagram may take"""


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


def top_diagram(structure: Structure, max_nodes: int | None = None, only: int = ANY_ORDER) -> DecisionDiagram:
    """Diagram of the top event; raises :class:`TooLarge` beyond ``max_nodes`` nodes, or beyond the memory free."""
    limit = min(max_nodes or DEFAULT_MAX_NODES, nodes_within(math.inf))
    last = ANY_ORDER_THEN_REORDERING if only == ANY_ORDER else only
    solved, graph = None, GateGraph.of(structure)
    if only == ANY_ORDER and (chain := _along_a_chain(structure, graph, limit)) is not None:
        return chain
    if only == ANY_ORDER and limit > _FIRST_NODES and is_wide(structure):
        solved = kernels.solve(graph, _FIRST_NODES, ANY_ORDER)
        closer = arranged(structure) if solved is None else None
        graph = graph if closer is None else GateGraph.of(closer)
    if solved is None:
        solved = kernels.solve(graph, limit, last)
    if solved is None:
        raise TooLarge(worded("tree_problem.a_tree", "tree {tree}", tree=structure.tree), limit)
    return DecisionDiagram(*solved)


def _along_a_chain(structure: Structure, graph: GateGraph, limit: int) -> DecisionDiagram | None:
    """The top's diagram with the nearest events first, of gates far below each other; None where it is not small so."""
    few = NODES_OF_A_CHAIN * len(structure.events)
    if not is_deep(structure):
        return None
    order = nearest_first(structure)
    made = kernels.build_all(graph, order, [structure.top], min(limit, max(_FIRST_NODES, few)))
    if made is None or len(made.nodes.var) > few:
        return None
    return _of_whole(structure, made, order)


def _of_whole(structure: Structure, made: kernels.JointDiagram, order: Sequence[int]) -> DecisionDiagram:
    """A diagram without modules: of the first literal that was asked for, and of the named gates behind it, if any."""
    rank = kernels.ints([0] * len(structure.events))
    for level, v in enumerate(order):
        rank[v - FIRST_EVENT] = level
    root, *others = made.ids
    return DecisionDiagram(
        made.nodes, root, rank, dict(zip(structure.names, others, strict=True)) if others else {}
    )


def event_order(diagram: DecisionDiagram) -> list[int]:
    """Event literals in the order of the top's diagram, each module's at the place of its proxy."""
    members: dict[int, set[int]] = {}
    owners = [*diagram.proxies, diagram.root]
    for owner in owners:
        stack, seen = [owner], set()
        while stack:
            n = stack.pop()
            if n > 1 and n not in seen:
                seen.add(n)
                stack += [diagram.low[n], diagram.high[n]]
        members[owner] = {diagram.var[n] for n in seen}
    order: list[int] = []
    agenda = [diagram.events + len(diagram.proxies)]
    while agenda:
        v = agenda.pop()
        if v < diagram.events:
            order.append(v + FIRST_EVENT)
        else:
            inside = sorted(members[owners[v - diagram.events]], key=lambda u: -diagram.rank[u])
            agenda.extend(inside)
    return order


def all_events_order(structure: Structure, top: DecisionDiagram) -> list[int]:
    """Event literals in the order of the top's diagram, those it does not depend on behind them."""
    order = event_order(top)
    known = set(order)
    return order + [v for v in range(FIRST_EVENT, structure.first_gate) if v not in known]


def all_gates_diagram(
    structure: Structure, top: DecisionDiagram, budgets: Sequence[int] = (DEFAULT_MAX_NODES,)
) -> DecisionDiagram:
    """Diagram of every named gate at once; raises :class:`TooLarge` beyond the last of the ``budgets``.

    Each is tried under the order found for the top, with the shallowest events first, and under the reverse of the first:
    gates of which each uses the one before share almost nothing if its events come first, and all if they come last.
    """
    by_top, graph = all_events_order(structure, top), GateGraph.of(structure)
    orders = (by_top, list(dict.fromkeys((*shallow_first(structure), *by_top))), by_top[::-1])
    wanted = [structure.top, *structure.names.values()]
    for limit, tried in itertools.product(dict.fromkeys(budgets), orders):
        made = kernels.build_all(graph, tried, wanted, limit)
        if made is not None:
            return _of_whole(structure, made, tried)
    what = worded("tree_problem.all_gates", "all gates of tree {tree}", tree=structure.tree)
    raise TooLarge(what, max(budgets))
