"""Minimal cut sets kept implicit: counted, weighed, listed from the most probable on."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casegen.fta import minimal
from casegen.fta.diagram import Diagram
from casegen.fta.errors import TooLarge


@dataclass(frozen=True, slots=True)
class CutSetRow:
    """One minimal cut set: events by id, order, probability, share of the rare-event sum."""

    events: tuple[str, ...]
    order: int
    probability: float
    contribution: float


@dataclass(frozen=True, slots=True)
class CutSetResult:
    """Minimal cut sets as asked for.

    ``count`` is the number of all minimal cut sets within ``limit_order`` (None when a probability cut-off
    makes it unknown); ``complete`` is False when an order limit or a cut-off left any out, and ``truncation``
    says what.  ``by_order`` counts every order that was kept; ``rows`` are the most probable ones first.
    """

    count: int | None
    complete: bool
    by_order: dict[int, int]
    rows: tuple[CutSetRow, ...]
    truncation: str
    rare_event_sum: float


class Families:
    """The minimal cut sets of a diagram as a zero-suppressed diagram with modules.

    ``var[n]``, ``low[n]``, ``high[n]``: family ``n``; 0 is empty, 1 holds the empty set.  ``modules[m]`` is the
    family of proxy ``m``.
    """

    def __init__(self, diagram: Diagram, max_nodes: int) -> None:
        self.diagram = diagram
        self.events = diagram.events
        capacity = min(max_nodes, 4 * len(diagram) + 1024)
        family, size, of_node, status = minimal.minimal_families(
            diagram.var, diagram.low, diagram.high, diagram.rank, len(diagram.rank), max_nodes, capacity
        )
        if status != 0:
            raise TooLarge("the minimal cut sets", max_nodes)
        self.size = int(size)
        self.var = [int(family[4 * n]) for n in range(self.size)]
        self.low = [int(family[4 * n + 1]) for n in range(self.size)]
        self.high = [int(family[4 * n + 2]) for n in range(self.size)]
        self.root = int(of_node[diagram.root])
        self.modules = [int(of_node[r]) for r in diagram.proxies]
        self.schedule = self._schedule()

    def _schedule(self) -> list[int]:
        """Families reachable from the root, children and modules before parents."""
        done = [False] * self.size
        order: list[int] = []
        stack: list[tuple[int, bool]] = [(self.root, False)]
        while stack:
            n, expanded = stack.pop()
            if expanded:
                order.append(n)
            elif n > 1 and not done[n]:
                done[n] = True
                stack.append((n, True))
                stack.append((self.low[n], False))
                stack.append((self.high[n], False))
                if self.var[n] >= self.events:
                    stack.append((self.modules[self.var[n] - self.events], False))
        return order

    def count_by_order(self) -> dict[int, int]:
        """Number of minimal cut sets of each order, exact."""
        table: dict[int, dict[int, int]] = {0: {}, 1: {0: 1}}
        for n in self.schedule:
            v = self.var[n]
            high = table[self.high[n]]
            joined: dict[int, int] = {}
            if v < self.events:
                joined = {order + 1: c for order, c in high.items()}
            else:
                for a, x in table[self.modules[v - self.events]].items():
                    for b, y in high.items():
                        joined[a + b] = joined.get(a + b, 0) + x * y
            for order, c in table[self.low[n]].items():
                joined[order] = joined.get(order, 0) + c
            table[n] = joined
        return dict(sorted(table[self.root].items()))

    def count(self) -> int:
        """Number of minimal cut sets, exact."""
        return int(self._sum([1] * self.events)[self.root])

    def _sum(self, weight: Sequence[float]) -> dict[int, float]:
        total: dict[int, float] = {0: 0, 1: 1}
        for n in self.schedule:
            v = self.var[n]
            w = weight[v] if v < self.events else total[self.modules[v - self.events]]
            total[n] = total[self.low[n]] + w * total[self.high[n]]
        return total

    def rare_event_sum(self, p: Sequence[float]) -> float:
        """Sum of the minimal cut sets' probabilities: an upper bound of the top event's for coherent trees."""
        return float(self._sum(p)[self.root])

    def occurrences(self) -> list[int]:
        """In how many minimal cut sets each event occurs, exact (E,)."""
        total = self._sum([1] * self.events)
        above: dict[int, int] = dict.fromkeys(self.schedule, 0)
        above[self.root] = 1
        found = [0] * self.events
        for n in reversed(self.schedule):
            a = above[n]
            v = self.var[n]
            with_v = a * int(total[self.high[n]])
            weight = 1
            if v < self.events:
                found[v] += with_v
            else:
                module = self.modules[v - self.events]
                above[module] = above.get(module, 0) + with_v
                weight = int(total[module])
            above[self.low[n]] = above.get(self.low[n], 0) + a
            above[self.high[n]] = above.get(self.high[n], 0) + a * weight
        return found

    def shortest(self) -> dict[int, int]:
        """Order of the smallest set in each family."""
        least: dict[int, int] = {0: 1 << 30, 1: 0}
        for n in self.schedule:
            v = self.var[n]
            one = 1 if v < self.events else least[self.modules[v - self.events]]
            least[n] = min(least[self.low[n]], one + least[self.high[n]])
        return least

    def best(self, p: Sequence[float]) -> dict[int, float]:
        """Probability of the most probable set in each family."""
        most: dict[int, float] = {0: -1.0, 1: 1.0}
        for n in self.schedule:
            v = self.var[n]
            w = p[v] if v < self.events else most[self.modules[v - self.events]]
            most[n] = max(most[self.low[n]], w * most[self.high[n]])
        return most

    def descending(
        self, p: Sequence[float], limit_order: int | None = None
    ) -> Iterator[tuple[float, list[int]]]:
        """Every minimal cut set once, the most probable first, without building the others.

        Best-first search: the bound of a partial set is its probability times the best completion of what
        is still open, which is exact, so that nothing is expanded in vain (but under an order limit).
        """
        if self.root == 0:
            return
        most, least = self.best(p), self.shortest()
        limit = 1 << 29 if limit_order is None else limit_order
        if least[self.root] > limit:
            return
        serial = 0
        # entry: (-bound, serial, probability so far, chosen events as a linked list, open families as a linked list)
        heap: list[tuple[float, int, float, tuple, int, tuple, int]] = [
            (-most[self.root], 0, 1.0, (), 0, (self.root, ()), least[self.root])
        ]
        while heap:
            negative, _, sofar, chosen, order, agenda, rest = heapq.heappop(heap)
            while agenda and agenda[0] == 1:
                agenda = agenda[1]
            if not agenda:
                yield -negative, _unlink(chosen)
                continue
            n, tail = agenda
            v = self.var[n]
            others = rest - least[n]
            share = most[n]
            for take in (False, True):
                if not take:
                    family, extra = self.low[n], 0
                    new_sofar, new_chosen, new_agenda = sofar, chosen, (family, tail)
                    bound_part = most[family]
                    need = least[family]
                else:
                    family = self.high[n]
                    if v < self.events:
                        extra, new_sofar, new_chosen = 1, sofar * p[v], (v, chosen)
                        new_agenda = (family, tail)
                        bound_part = p[v] * most[family]
                        need = least[family]
                    else:
                        module = self.modules[v - self.events]
                        extra, new_sofar, new_chosen = 0, sofar, chosen
                        new_agenda = (module, (family, tail))
                        bound_part = most[module] * most[family]
                        need = least[module] + least[family]
                if family == 0 or order + extra + need + others > limit:
                    continue
                bound = -negative * (bound_part / share) if share > 0.0 else 0.0
                serial += 1
                heapq.heappush(
                    heap, (-bound, serial, new_sofar, new_chosen, order + extra, new_agenda, need + others)
                )


def _unlink(chain: tuple) -> list[int]:
    found = []
    while chain:
        value, chain = chain
        found.append(value)
    return found


def list_cut_sets(
    families: Families, names: Sequence[str], p: Sequence[float], top: int | None, limit_order: int | None,
    cutoff: float | None,
) -> CutSetResult:  # fmt: skip
    """The minimal cut sets as asked for; see :class:`CutSetResult`."""
    by_order = families.count_by_order()
    total = sum(by_order.values())
    kept = {o: c for o, c in by_order.items() if limit_order is None or o <= limit_order}
    within = sum(kept.values())
    rare = families.rare_event_sum(p)
    rows: list[CutSetRow] = []
    cut = False
    for _, chosen in families.descending(p, limit_order):
        if top is not None and len(rows) >= top:
            break
        probability = math.prod(p[v] for v in sorted(chosen))
        if cutoff is not None and probability < cutoff:
            cut = True
            break
        share = probability / rare if rare > 0.0 else 0.0
        rows.append(CutSetRow(tuple(sorted(names[v] for v in chosen)), len(chosen), probability, share))
    reasons = []
    if within < total:
        reasons.append(f"{total - within:,} cut sets above order {limit_order} left out")
    if cut:
        reasons.append(f"{within - len(rows):,} cut sets below probability {cutoff:g} left out")
        kept = {o: sum(r.order == o for r in rows) for o in sorted({r.order for r in rows})}
    count = len(rows) if cut else within
    known = None if cutoff is not None and not cut and len(rows) < within else count
    return CutSetResult(known, not reasons and known is not None, kept, tuple(rows), "; ".join(reasons), rare)
