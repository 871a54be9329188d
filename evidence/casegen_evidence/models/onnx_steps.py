"""How many operations an ONNX network takes at most: loops in loops, and functions of its own that call each other.

Fields of onnx.proto3 as in :mod:`casegen_evidence.models.onnx_graph`: of ModelProto 25 the functions; of FunctionProto
1 the name, 7 the nodes, 10 the domain; of NodeProto 4 the operation, 5 the attributes, 7 the domain; of AttributeProto
6 and 11 the graphs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from casegen_evidence.method import InputProblem

MOST_STEPS = 1_000_000
"""operations of one answer, turns of loops and calls of functions counted; a large network has some thousands"""
_DEEPEST = 50
"""graphs and functions within each other"""

Parts = Callable[[bytes, int], Iterable[bytes]]


def refuse_endless(model: bytes, turns: Mapping[str, int], parts: Parts) -> None:
    """Raise :class:`InputProblem` for a network of more than :data:`MOST_STEPS` operations.

    ``turns`` are the constant turns of loops by the name of the value; ``parts`` gives the fields of a message.
    """
    graph = b"".join(parts(model, 7))
    if _Steps(model, turns, parts).of_graph(graph, 0) > MOST_STEPS:
        raise InputProblem(
            f"expected a network of at most {MOST_STEPS:,} operations, turns of loops and calls of functions counted; "
            "this one has more: it might never end. Export it with LSTM, GRU or Scan in place of loops in loops, and "
            "with its functions written out"
        )


class _Steps:
    """Operations of each graph and function, no more than one above :data:`MOST_STEPS`."""

    def __init__(self, model: bytes, turns: Mapping[str, int], parts: Parts) -> None:
        self.turns, self.parts = turns, parts
        self.functions: dict[tuple[str, str], list[bytes]] = {}
        for function in parts(model, 25):
            key = self._called(function, 10, 1)
            # of two by one name the longer counts
            self.functions.setdefault(key, []).append(function)
        self.known: dict[tuple[str, str], int] = {}

    def of_graph(self, graph: bytes, depth: int) -> int:
        """Operations of a graph, those of the graphs and functions within it included."""
        return self._sum(self._of_node(node, depth) for node in self.parts(graph, 1))

    def _of_node(self, node: bytes, depth: int) -> int:
        if depth > _DEEPEST:
            return MOST_STEPS + 1
        key = self._called(node, 7, 4)
        inner = self._sum(
            self.of_graph(b"".join(self.parts(attribute, field)) if field == 6 else graph, depth + 1)
            for attribute in self.parts(node, 5)
            for field in (6, 11)
            for graph in ((b"",) if field == 6 else self.parts(attribute, field))
        )
        if key[1] == "Loop":
            name = next(iter(self.parts(node, 1)), b"").decode("utf-8", "replace")
            inner *= max(self.turns.get(name, MOST_STEPS), 1)
        return min(1 + inner + self._of_function(key, depth), MOST_STEPS + 1)

    def _of_function(self, key: tuple[str, str], depth: int) -> int:
        if key not in self.functions:
            return 0
        if key not in self.known:
            self.known[key] = MOST_STEPS + 1  # while it is counted: what calls itself has no end
            self.known[key] = max(
                self._sum(self._of_node(node, depth + 1) for node in self.parts(function, 7))
                for function in self.functions[key]
            )
        return self.known[key]

    def _called(self, message: bytes, domain: int, name: int) -> tuple[str, str]:
        where, what = (
            b"".join([*self.parts(message, field)][-1:]).decode("utf-8", "replace")
            for field in (domain, name)
        )
        return ("" if where == "ai.onnx" else where, what)

    @staticmethod
    def _sum(counts: Iterable[int]) -> int:
        total = 0
        for count in counts:
            total += count
            if total > MOST_STEPS:
                return MOST_STEPS + 1
        return total
