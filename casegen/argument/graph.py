"""Order and cycles of a directed graph given as ``{node: [successors]}``."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping

Graph = Mapping[str, Collection[str]]

_CYCLES_PER_COMPONENT = 20


def bottom_up(graph: Graph) -> tuple[list[str], set[str]]:
    """Nodes so that successors come first, and the nodes left over: those in or above a cycle.

    Linear in nodes and edges, without recursion.  Successors that are no node of ``graph`` are ignored.
    """
    waiting: dict[str, int] = {}
    above: dict[str, list[str]] = {}
    for node, successors in graph.items():
        count = 0
        for successor in successors:
            if successor in graph:
                above.setdefault(successor, []).append(node)
                count += 1
        waiting[node] = count
    ready = deque(node for node, count in waiting.items() if count == 0)
    order: list[str] = []
    while ready:
        node = ready.popleft()
        order.append(node)
        for parent in above.get(node, ()):
            waiting[parent] -= 1
            if waiting[parent] == 0:
                ready.append(parent)
    if len(order) == len(waiting):
        return order, set()
    return order, {node for node, count in waiting.items() if count > 0}


def strongly_connected_components(graph: Graph) -> list[set[str]]:
    """The strongly connected parts that hold a cycle (self-loops included), in order of ``graph``."""
    rest = bottom_up(graph)[1]
    if not rest:
        return []
    import networkx as nx  # loaded only where there is a cycle to name

    loops: nx.DiGraph = nx.DiGraph()
    loops.add_edges_from((a, b) for a in graph if a in rest for b in graph[a] if b in rest)
    parts = [
        part for part in nx.strongly_connected_components(loops)
        if len(part) > 1 or loops.has_edge(next(iter(part)), next(iter(part)))
    ]  # fmt: skip
    position = {node: k for k, node in enumerate(graph)}
    return sorted(parts, key=lambda part: min(position[node] for node in part))


def cycles(graph: Graph) -> list[list[str]]:
    """Cycles that together pass through every node that lies on one, each as its nodes in order.

    Each is a shortest cycle through its first node.  A component of many nodes gets at most
    20 of them: its elementary cycles may be exponentially many.
    """
    results: list[list[str]] = []
    for component in strongly_connected_components(graph):
        covered: set[str] = set()
        named = 0
        for node in sorted(component):
            if node not in covered and named < _CYCLES_PER_COMPONENT:
                cycle = _shortest_cycle(graph, node, component)
                covered.update(cycle)
                results.append(cycle)
                named += 1
    return results


def _shortest_cycle(graph: Graph, start: str, within: set[str]) -> list[str]:
    came: dict[str, str] = {}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for successor in graph[node]:
            if successor == start:
                path = [node]
                while path[-1] != start:
                    path.append(came[path[-1]])
                return path[::-1]
            if successor in within and successor not in came:
                came[successor] = node
                queue.append(successor)
    raise ValueError(f"{start!r} lies on no cycle")


def reachable(starts: Iterable[str], *graphs: Mapping[str, Iterable[str]]) -> set[str]:
    """Everything that can be reached from ``starts`` along the edges of any of ``graphs``."""
    seen = set(starts)
    stack = list(seen)
    while stack:
        node = stack.pop()
        for graph in graphs:
            for successor in graph.get(node, ()):
                if successor not in seen:
                    seen.add(successor)
                    stack.append(successor)
    return seen
