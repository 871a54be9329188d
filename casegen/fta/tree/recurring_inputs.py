"""Inputs that a gate counts twice, and events whose effect cancels, proved on diagrams.

A gate that counts, or takes the parity, of two inputs of the same Boolean function counts one thing twice: ``xor`` of
[A, A, B] is B.  Two that are complements of each other count as one whatever happens.  What is the same is asked of
reduced diagrams (Bryant 1986), in which a function has one node, however it is written.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from casegen.fta.core.diagram import DecisionDiagram
from casegen.fta.core.engine import all_gates_diagram
from casegen.fta.errors import TooLarge
from casegen.fta.gates.structure import AND, ATLEAST, FIRST_EVENT, TRUE, XOR, Structure

MOST_NODES = 100_000
"""nodes of the diagram of the inputs of one gate after which they are taken for different"""


def repeated_inputs(structure: Structure, top: DecisionDiagram) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Gates that count an input twice: the named gate that holds it, and the literals of these inputs.

    Inputs that always or never hold are left out: two trains that a house event takes away are no copies.
    """
    rows = _counting_rows(structure)
    if not rows:
        return ()
    below, owners = _Supports(structure), _owners(structure)
    results: dict[tuple[str, tuple[int, ...]], None] = {}
    for j in rows:
        inputs = structure.arguments[j]
        shared = [] if below.apart(inputs) else [
            pair for pair in combinations(range(len(inputs)), 2)
            if below(inputs[pair[0]]) & below(inputs[pair[1]])
        ]  # fmt: skip
        if shared and (same := _same(structure, top, inputs, shared)):
            results[owners.get(j, structure.tree), same] = None
    return tuple(results)


def _counting_rows(structure: Structure) -> list[int]:
    """Gates in which it matters how often an input holds: neither one of them nor all."""
    kinds, counts, arguments = structure.kinds, structure.counts, structure.arguments
    return [
        j
        for j, kind in enumerate(kinds)
        if (kind == XOR and len(arguments[j]) > 1) or (kind == ATLEAST and 1 < counts[j] < len(arguments[j]))
    ]


def _same(
    structure: Structure, top: DecisionDiagram, inputs: tuple[int, ...], pairs: list[tuple[int, int]]
) -> tuple[int, ...]:
    """Inputs of which two are one function, or complements."""
    places = sorted({place for pair in pairs for place in pair})
    names = {f"{sign}{place}": sign * inputs[place] for place in places for sign in (1, -1)}
    try:
        roots = all_gates_diagram(replace(structure, names=names), top, [MOST_NODES]).roots
    except TooLarge:
        return ()
    same = [
        pair
        for pair in pairs
        if roots[f"1{pair[0]}"] > 1 and roots[f"1{pair[0]}"] in (roots[f"1{pair[1]}"], roots[f"-1{pair[1]}"])
    ]
    return tuple(dict.fromkeys(inputs[place] for pair in same for place in pair))


class _Supports:
    """Events below each literal, as bits."""

    def __init__(self, structure: Structure) -> None:
        self.first = structure.first_gate
        self.gates: list[int] = []
        for row in structure.arguments:
            bits = 0
            for literal in row:
                bits |= self(literal)
            self.gates.append(bits)

    def __call__(self, literal: int) -> int:
        size = abs(literal)
        if size < FIRST_EVENT:
            return 0
        return 1 << (size - FIRST_EVENT) if size < self.first else self.gates[size - self.first]

    def apart(self, literals: tuple[int, ...]) -> bool:
        """Whether no event stands below two of them."""
        known = 0
        for bits in map(self, literals):
            if known & bits:
                return False
            known |= bits
        return True


def _owners(structure: Structure) -> dict[int, str]:
    """To each gate the named one that it is, or within whose formula it stands."""
    first = structure.first_gate
    named = {abs(literal) - first: name for name, literal in structure.names.items() if abs(literal) >= first}
    owners = dict(named)
    for j in range(len(structure.arguments) - 1, -1, -1):
        for literal in structure.arguments[j] if j in owners else ():
            if abs(literal) >= first:
                owners.setdefault(abs(literal) - first, owners[j])
    return owners


def without_cancelling(structure: Structure) -> Structure:
    """The structure in which nothing that happens prevents the top: the least rising function that its gates bound.

    Complements of events count as true, and parities as OR.  It holds wherever the top holds.
    """
    return _Rising(structure).structure


class _Rising:
    """Each gate twice: bounded from above, and its complement bounded from above."""

    def __init__(self, structure: Structure) -> None:
        self.old, self.base = structure, structure.first_gate
        self.kinds: list[int] = []
        self.counts: list[int] = []
        self.arguments: list[tuple[int, ...]] = []
        self.bounds: list[tuple[int, int]] = []
        for kind, count, row in zip(structure.kinds, structure.counts, structure.arguments, strict=True):
            self.bounds.append(self._both(kind, count, row))
        self.structure = replace(
            structure, kinds=tuple(self.kinds), counts=tuple(self.counts), arguments=tuple(self.arguments),
            top=self._bound(structure.top), names={}, priority=(),
        )  # fmt: skip

    def _both(self, kind: int, count: int, row: tuple[int, ...]) -> tuple[int, int]:
        yes, no = [self._bound(x) for x in row], [self._bound(-x) for x in row]
        if kind == AND:
            return self._add(AND, 0, yes), self._any(no)
        if kind == XOR:
            return self._any(yes), self._any([*no[:1], *yes[1:]])
        return self._add(ATLEAST, count, yes), self._add(ATLEAST, len(row) - count + 1, no)

    def _bound(self, literal: int) -> int:
        size = abs(literal)
        if size == TRUE:
            return literal
        if size < self.base:
            return literal if literal > 0 else TRUE
        return self.bounds[size - self.base][0 if literal > 0 else 1]

    def _any(self, inputs: list[int]) -> int:
        return -self._add(AND, 0, [-x for x in inputs])

    def _add(self, kind: int, count: int, inputs: list[int]) -> int:
        self.kinds.append(kind)
        self.counts.append(max(0, count))
        self.arguments.append(tuple(inputs))
        return self.base + len(self.kinds) - 1
