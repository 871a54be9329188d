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
    parts = [
        part for part in _components({node: [b for b in graph[node] if b in rest] for node in graph if node in rest})
        if len(part) > 1 or any(node in graph[node] for node in part)
    ]  # fmt: skip
    position = {node: k for k, node in enumerate(graph)}
    return sorted(parts, key=lambda part: min(position[node] for node in part))


def _components(graph: Graph) -> list[set[str]]:
    """All strongly connected components after Tarjan (1972), without recursion."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    open_nodes: list[str] = []
    placed: set[str] = set()
    results: list[set[str]] = []
    for start in graph:
        path = [] if start in number else [(start, iter(graph[start]))]
        while path:
            node, successors = path[-1]
            if node not in number:
                number[node] = low[node] = len(number)
                open_nodes.append(node)
            for successor in successors:
                if successor not in number:
                    path.append((successor, iter(graph[successor])))
                    break
                if successor not in placed:
                    low[node] = min(low[node], number[successor])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == number[node]:
                    part: set[str] = set()
                    while node not in part:
                        part.add(open_nodes.pop())
                    placed |= part
                    results.append(part)
    return results


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
