"""Fussell-Vesely importance by its definition: a minimal cut set that holds the event has failed.

With modules the shares multiply: ``FV(e) = P(cut sets of the module with e) / P(module) * FV(module)``, because
a module shares no event with the rest of the tree.
"""

from __future__ import annotations

from collections.abc import Sequence

from casegen.fta.cutsets import Families
from casegen.fta.errors import TooLarge

_STEPS = 2_000_000
"""work after which the exact union is given up for the sum"""


def rare_event_shares(families: Families, p: Sequence[float], top: float) -> list[float]:
    """Sum of the probabilities of the cut sets that hold each event, over the top's; at most 1 (E,)."""
    total = families._sum(list(p))
    above: dict[int, float] = dict.fromkeys(families.schedule, 0.0)
    above[families.root] = 1.0
    found = [0.0] * families.events
    for n in reversed(families.schedule):
        a = above[n]
        v = families.var[n]
        below = a * total[families.high[n]]
        if v < families.events:
            found[v] += below * p[v]
            weight = p[v]
        else:
            module = families.modules[v - families.events]
            above[module] = above.get(module, 0.0) + below
            weight = total[module]
        above[families.low[n]] = above.get(families.low[n], 0.0) + a
        above[families.high[n]] = above.get(families.high[n], 0.0) + a * weight
    return [min(1.0, x / top) if top > 0.0 else 0.0 for x in found]


def exact_shares(families: Families, p: Sequence[float], top: float, max_nodes: int) -> list[float]:
    """Probability of the union of the cut sets that hold each event, over the top's (E,)."""
    return _Unions(families, p, min(max_nodes, _STEPS)).shares(top)


class _Unions:
    """Unions of cut sets as functions: the families reread as monotone diagrams under the same order."""

    def __init__(self, families: Families, p: Sequence[float], limit: int) -> None:
        self.families = families
        self.limit = limit
        self.rank = list(families.diagram.rank)
        self.var, self.low, self.high = [-1, -1], [0, 1], [0, 1]
        self.node: dict[tuple[int, int, int], int] = {}
        self.either: dict[tuple[int, int], int] = {}
        self.of_family: dict[int, int] = {0: 0, 1: 1}
        self.with_event: dict[tuple[int, int], int] = {}
        self.weight = list(p)
        self.value: list[float] = [0.0, 1.0]
        self.steps = 0

    def shares(self, top: float) -> list[float]:
        families = self.families
        found = [0.0] * families.events
        if top <= 0.0:
            return found
        roots = [*families.modules, families.root]
        members = [self._support(root) for root in roots]
        self.weight += [0.0] * len(families.modules)
        for m, root in enumerate(families.modules):
            self.weight[families.events + m] = self._probability(root)
        share = [0.0] * len(families.modules)
        for m in reversed(range(len(roots))):
            whole, scale = (top, 1.0) if m == len(families.modules) else (
                self.weight[families.events + m], share[m])  # fmt: skip
            if whole <= 0.0:
                continue
            for v in members[m]:
                part = self._probability_with(roots[m], v) / whole * scale
                if v < families.events:
                    found[v] = part
                else:
                    share[v - families.events] = part
        return found

    def _support(self, root: int) -> list[int]:
        seen: set[int] = set()
        stack = [root]
        while stack:
            n = stack.pop()
            if n > 1 and n not in seen:
                seen.add(n)
                stack += [self.families.low[n], self.families.high[n]]
        return sorted({self.families.var[n] for n in seen})

    def _probability(self, family: int) -> float:
        return self.value[self._union(family)]

    def _probability_with(self, family: int, v: int) -> float:
        return self.value[self._union_with(family, v)]

    def _make(self, v: int, low: int, high: int) -> int:
        if low == high:
            return low
        key = (v, low, high)
        n = self.node.get(key)
        if n is None:
            n = self.node[key] = len(self.var)
            self.var.append(v)
            self.low.append(low)
            self.high.append(high)
            p = self.weight[v]
            self.value.append(p * self.value[high] + (1.0 - p) * self.value[low])
            if n > self.limit:
                raise TooLarge("the union of cut sets", self.limit)
        return n

    def _union(self, root: int) -> int:
        families = self.families
        stack = [root]
        while stack:
            n = stack[-1]
            if n in self.of_family:
                stack.pop()
                continue
            waiting = [c for c in (families.low[n], families.high[n]) if c not in self.of_family]
            if waiting:
                stack += waiting
                continue
            low, high = self.of_family[families.low[n]], self.of_family[families.high[n]]
            self.of_family[n] = self._make(families.var[n], low, self._or(low, high))
            stack.pop()
        return self.of_family[root]

    def _union_with(self, root: int, v: int) -> int:
        families = self.families
        stack = [root]
        limit = self.rank[v]
        found = self.with_event
        while stack:
            n = stack[-1]
            if (n, v) in found:
                stack.pop()
                continue
            if n <= 1 or self.rank[families.var[n]] > limit:
                found[n, v] = 0
            elif families.var[n] == v:
                found[n, v] = self._make(v, 0, self._union(families.high[n]))
            else:
                waiting = [c for c in (families.low[n], families.high[n]) if (c, v) not in found]
                if waiting:
                    stack += waiting
                    continue
                low, high = found[families.low[n], v], found[families.high[n], v]
                found[n, v] = self._make(families.var[n], low, self._or(low, high))
            stack.pop()
        return found[root, v]

    def _or(self, f: int, g: int) -> int:
        stack = [(f, g)]
        done = self.either
        while stack:
            a, b = stack[-1]
            if a > b:
                a, b = b, a
            if self._simple(a, b) is not None or (a, b) in done:
                stack.pop()
                continue
            v, (a0, a1), (b0, b1) = self._split(a, b)
            low, high = self._known(a0, b0), self._known(a1, b1)
            if low is None:
                stack.append((a0, b0))
            if high is None:
                stack.append((a1, b1))
            if low is None or high is None:
                continue
            done[a, b] = self._make(v, low, high)
            self.steps += 1
            if self.steps > self.limit:
                raise TooLarge("the union of cut sets", self.limit)
            stack.pop()
        found = self._known(f, g)
        assert found is not None
        return found

    def _known(self, a: int, b: int) -> int | None:
        simple = self._simple(a, b)
        return simple if simple is not None else self.either.get((min(a, b), max(a, b)))

    @staticmethod
    def _simple(a: int, b: int) -> int | None:
        if a == 1 or b == 1:
            return 1
        if a == 0 or a == b:
            return b
        return a if b == 0 else None

    def _split(self, a: int, b: int) -> tuple[int, tuple[int, int], tuple[int, int]]:
        va, vb = self.var[a], self.var[b]
        ra, rb = self.rank[va], self.rank[vb]
        fa = (self.low[a], self.high[a]) if ra <= rb else (a, a)
        fb = (self.low[b], self.high[b]) if rb <= ra else (b, b)
        return (va if ra <= rb else vb), fa, fb
