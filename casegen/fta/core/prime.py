"""Prime implicants of a tree that is not coherent (Coudert & Madre 1993), kept implicit.

``PI(f) = PI(f0 f1) + x (PI(f1) - PI(f0 f1)) + x' (PI(f0) - PI(f0 f1))``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from casegen.fta.core.cutsets import Families
from casegen.fta.core.diagram import DecisionDiagram
from casegen.fta.core.kernels import Nodes, Sets, ints
from casegen.fta.errors import TooLarge, TooManyEvents

MOST_EVENTS = 1000
"""events of a tree whose prime implicants are worked out: the recursion goes four calls deep for each"""


def prime_families(diagram: DecisionDiagram, max_nodes: int) -> Families:
    """Prime implicants of a diagram without modules; literal ``e`` is event ``e``, ``events + e`` its absence.

    Raises :class:`TooLarge` beyond ``max_nodes``, :class:`TooManyEvents` beyond :data:`MOST_EVENTS`.
    """
    if diagram.events > MOST_EVENTS:
        raise TooManyEvents(
            "the prime implicants of a tree that is not coherent", diagram.events, MOST_EVENTS
        )
    work = _Primes(diagram, max_nodes)
    with _recursing(4 * diagram.events):
        root = work.primes(diagram.root)
    nodes = Nodes(ints(work.z_var), ints(work.z_low), ints(work.z_high), ints(), 2 * diagram.events)
    return Families(diagram, max_nodes, Sets(nodes, root))


@contextmanager
def _recursing(deeper: int) -> Iterator[None]:
    """Room for so many calls more than Python allows by itself; they take no room of the machine's own stack."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + deeper)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class _Primes:
    def __init__(self, diagram: DecisionDiagram, max_nodes: int) -> None:
        self.limit = max_nodes
        self.events = diagram.events
        self.rank = [int(r) for r in diagram.rank]
        self.var = [int(v) for v in diagram.var]
        self.low = [int(n) for n in diagram.low]
        self.high = [int(n) for n in diagram.high]
        self.node = {(self.var[n], self.low[n], self.high[n]): n for n in range(2, len(self.var))}
        self.both: dict[tuple[int, int], int] = {}
        self.z_var, self.z_low, self.z_high = [-1, -1], [0, 1], [0, 1]
        self.family: dict[tuple[int, int, int], int] = {}
        self.less: dict[tuple[int, int], int] = {}
        self.done: dict[int, int] = {0: 0, 1: 1}

    def primes(self, f: int) -> int:
        """Family of the prime implicants of node ``f``."""
        if f in self.done:
            return self.done[f]
        v, low, high = self.var[f], self.low[f], self.high[f]
        shared = self.primes(self._and(low, high))
        absent = self._minus(self.primes(low), shared)
        present = self._minus(self.primes(high), shared)
        result = self._family(v, self._family(self.events + v, shared, absent), present)
        self.done[f] = result
        return result

    def _and(self, f: int, g: int) -> int:
        if f > g:
            f, g = g, f
        if f == 0 or g == 0:
            return 0
        if f == 1 or f == g:
            return g
        key = (f, g)
        if key not in self.both:
            v = min(self.var[f], self.var[g], key=lambda u: self.rank[u])
            f0, f1 = (self.low[f], self.high[f]) if self.var[f] == v else (f, f)
            g0, g1 = (self.low[g], self.high[g]) if self.var[g] == v else (g, g)
            low, high = self._and(f0, g0), self._and(f1, g1)
            self.both[key] = low if low == high else self._node(v, low, high)
        return self.both[key]

    def _node(self, v: int, low: int, high: int) -> int:
        key = (v, low, high)
        if key not in self.node:
            self.node[key] = len(self.var)
            self.var.append(v)
            self.low.append(low)
            self.high.append(high)
            self._check(len(self.var))
        return self.node[key]

    def _family(self, v: int, low: int, high: int) -> int:
        if high == 0:
            return low
        key = (v, low, high)
        if key not in self.family:
            self.family[key] = len(self.z_var)
            self.z_var.append(v)
            self.z_low.append(low)
            self.z_high.append(high)
            self._check(len(self.z_var))
        return self.family[key]

    def _check(self, size: int) -> None:
        if size > self.limit:
            raise TooLarge("the prime implicants", self.limit)

    def _place(self, n: int) -> int:
        if n <= 1:
            return 1 << 30
        v = self.z_var[n]
        return 2 * self.rank[v] if v < self.events else 2 * self.rank[v - self.events] + 1

    def _minus(self, f: int, g: int) -> int:
        if f == 0 or f == g:
            return 0
        if g == 0:
            return f
        key = (f, g)
        if key not in self.less:
            at_f, at_g = self._place(f), self._place(g)
            if at_f < at_g:
                result = self._family(self.z_var[f], self._minus(self.z_low[f], g), self.z_high[f])
            elif at_g < at_f:
                result = self._minus(f, self.z_low[g])
            else:
                result = self._family(
                    self.z_var[f],
                    self._minus(self.z_low[f], self.z_low[g]),
                    self._minus(self.z_high[f], self.z_high[g]),
                )
            self.less[key] = result
        return self.less[key]
