"""A tree cut into pages for drawing: at modules and shared gates, with transfers between the pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from casegen.fta.errors import FaultTreeError
from casegen.model.case import Case
from casegen.model.fault_tree import FaultTree, Formula, Gate


@dataclass(frozen=True, slots=True)
class Page:
    """One page: the gate on top, every gate drawn in full, and the gates drawn as a transfer to another page.

    ``transfers`` maps each such gate to the number of its page (None: a gate of another tree);
    ``used_by`` lists the pages that transfer here.  Pages are numbered from 1, the top event's first.
    """

    number: int
    top: str
    gates: tuple[str, ...]
    transfers: dict[str, int | None]
    used_by: tuple[int, ...]


def pages(case: Case, tree_id: str, limit: int = 40) -> list[Page]:
    """Cut a tree into pages of at most ``limit`` symbols (gates and leaves), where it can be cut.

    A gate named twice starts a page of its own (it is drawn once); after that the largest subtrees move to
    their own pages until each page fits.  Gates reached by transfer into another tree stay there.  Raises
    :class:`FaultTreeError` for an unknown tree and ``ValueError`` for a limit below 3.
    """
    if limit < 3:
        raise ValueError(f"a page holds at least 3 symbols, found limit {limit}")
    tree = case.tree.get(tree_id)
    if tree is None:
        raise FaultTreeError(f"no fault tree {tree_id!r}", ("trees",))
    return _Cutter(tree, limit).cut()


def leaves_and_gates(formula: Formula) -> Iterator[str]:
    """Every name a gate refers to, nested formulae included, as often as it does."""
    for item in formula.inputs:
        if isinstance(item, str):
            yield item
        else:
            yield from leaves_and_gates(item)
    if formula.condition is not None:
        yield formula.condition


class _Cutter:
    def __init__(self, tree: FaultTree, limit: int) -> None:
        self.limit = limit
        self.top = tree.top
        self.gate: dict[str, Gate] = {}
        for gate in tree.gates:
            self.gate.setdefault(gate.id, gate)
        self.inputs = {g: list(leaves_and_gates(gate)) for g, gate in self.gate.items()}

    def cut(self) -> list[Page]:
        order = self._parents_first()
        named: dict[str, int] = {}
        for gate in order:
            for name in dict.fromkeys(self.inputs[gate]):
                named[name] = named.get(name, 0) + 1
        starts = dict.fromkeys([self.top])
        for gate in order:
            if named.get(gate, 0) > 1 and any(i in self.gate for i in self.inputs[gate]):
                starts[gate] = None
        for gate in reversed(order):
            self._shrink(gate, starts)
        numbers = {gate: i for i, gate in enumerate((g for g in order if g in starts), 1)}
        drawn = {gate: self._drawn(gate, starts) for gate in numbers}
        used: dict[str, list[int]] = {}
        for gate, (_, transfers) in drawn.items():
            for name in transfers:
                used.setdefault(name, []).append(numbers[gate])
        return [
            Page(
                number,
                gate,
                tuple(drawn[gate][0]),
                {t: numbers[t] for t in drawn[gate][1]},
                tuple(used.get(gate, ())),
            )
            for gate, number in numbers.items()
        ]

    def _parents_first(self) -> list[str]:
        done: dict[str, None] = {}
        stack = [(self.top, False)]
        while stack:
            gate, expanded = stack.pop()
            if expanded:
                done[gate] = None
            elif gate in self.gate and gate not in done:
                stack.append((gate, True))
                stack.extend((i, False) for i in reversed(self.inputs[gate]) if i not in done)
        return list(reversed(list(dict.fromkeys(done))))

    def _drawn(self, start: str, starts: dict[str, None]) -> tuple[list[str], list[str]]:
        gates: list[str] = []
        transfers: dict[str, None] = {}
        stack = [start]
        while stack:
            gate = stack.pop()
            gates.append(gate)
            for name in self.inputs[gate]:
                if name in starts:
                    transfers[name] = None
                elif name in self.gate:
                    stack.append(name)
        return gates, list(transfers)

    def _symbols(self, gate: str, starts: dict[str, None]) -> int:
        drawn, _ = self._drawn(gate, starts)
        return 1 + sum(len(self.inputs[g]) for g in drawn)

    def _shrink(self, gate: str, starts: dict[str, None]) -> None:
        """Move the largest subtrees of ``gate`` to their own pages until what hangs on it fits."""
        while self._symbols(gate, starts) > self.limit:
            below = [i for i in dict.fromkeys(self.inputs[gate]) if i in self.gate and i not in starts]
            sizes = {i: self._symbols(i, starts) for i in below}
            if not sizes or max(sizes.values()) <= 1:
                return
            starts[max(sizes, key=lambda i: sizes[i])] = None
