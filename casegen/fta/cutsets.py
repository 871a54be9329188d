"""Minimal cut sets kept implicit: counted, weighed, listed from the most probable on."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from casegen.fta import speed
from casegen.fta.diagram import Diagram, Numbers
from casegen.fta.errors import TooLarge
from casegen.fta.speed import plain

_EXACT = 2.0**62
_MOST_COUNTERS = 200_000_000
_MOST_TERMS = 4000
_PATIENCE = 5000
"""nodes of a diagram above which the search for its cut sets can be interrupted"""


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

    ``var[n]``, ``low[n]``, ``high[n]``: family ``n``; 0 is empty, 1 holds the empty set.  ``modules[m]`` is
    the family of proxy ``m``.  Children and modules come before parents.
    """

    def __init__(self, diagram: Diagram, max_nodes: int) -> None:
        self.diagram = diagram
        self.events = diagram.events
        self.kernels = diagram.kernels
        capacity = min(max_nodes, 4 * len(diagram) + 1024)
        kernel = self.kernels.minimal_families
        if self.kernels.compiled and len(diagram) > _PATIENCE:
            kernel = speed.interruptible(kernel)
        family, _, of_node, status = kernel(
            diagram.var, diagram.low, diagram.high, diagram.rank, len(diagram.rank), max_nodes, capacity
        )
        if status != 0:
            raise TooLarge("the minimal cut sets", max_nodes)
        self.var, self.low, self.high, self.modules, self.root = self.kernels.compact(
            family, int(of_node[diagram.root]), of_node, diagram.proxies, self.events
        )
        self.root = int(self.root)
        self.modules = self.modules[: len(diagram.proxies)]

    @classmethod
    def of(
        cls, diagram: Diagram, events: int, var: Any, low: Any, high: Any, root: int
    ) -> Families:  # fmt: skip
        """Families built elsewhere, as lists or as compiled kernels' arrays, without modules."""
        made = cls.__new__(cls)
        made.diagram, made.events = diagram, events
        made.kernels = plain() if isinstance(var, list) else diagram.kernels
        made.var, made.low, made.high, made.root = var, low, high, root
        made.modules = made.kernels.array([])
        return made

    def __len__(self) -> int:
        return len(self.var)

    @property
    def _arrays(self) -> tuple[Any, Any, Any, Any]:
        return self.var, self.low, self.high, self.modules

    def sums(self, weight: Numbers) -> Any:
        """Sum over each family's sets of the product of their events' weights."""
        total = self.kernels.floats(len(self))
        self.kernels.weigh(*self._arrays, self.kernels.array([float(w) for w in weight] or [0.0]), total)
        return total

    def count(self) -> int:
        """Number of minimal cut sets, exact."""
        return int(self.counts()[self.root])

    def counts(self) -> list[int]:
        """Number of sets in every family, exact."""
        if float(self.sums([1.0] * self.events)[self.root]) < _EXACT:
            total = self.kernels.ints(len(self))
            self.kernels.count_sets(*self._arrays, self.events, total)
            return [int(x) for x in total]
        big = [0] * len(self)
        plain().count_sets(*(_listed(a) for a in self._arrays), self.events, big)
        return big

    def orders(self) -> tuple[Any, Any]:
        """Largest and smallest order in every family."""
        most, least = self.kernels.ints(len(self)), self.kernels.ints(len(self))
        self.kernels.longest_sets(*self._arrays, self.events, most, least)
        return most, least

    def count_by_order(self) -> dict[int, int]:
        """Number of minimal cut sets of each order, exact."""
        most, _ = self.orders()
        place = [0]
        for n in range(len(self)):
            place.append(place[-1] + max(0, int(most[n])) + 1)
        kernels: Any = self.kernels
        arrays: tuple[Any, ...] = self._arrays
        if float(self.sums([1.0] * self.events)[self.root]) >= _EXACT:
            kernels, arrays, most = plain(), tuple(_listed(a) for a in arrays), _listed(most)
        if place[-1] > _MOST_COUNTERS:
            raise TooLarge("the number of cut sets by order", _MOST_COUNTERS)
        table = kernels.ints(place[-1])
        kernels.count_orders(*arrays, self.events, most, kernels.array(place), table)
        at = place[self.root]
        return {k: int(table[at + k]) for k in range(int(most[self.root]) + 1) if table[at + k]}

    def rare_event_sum(self, p: Numbers) -> float:
        """Sum of the minimal cut sets' probabilities: an upper bound of the top event's for coherent trees."""
        return float(self.sums(p)[self.root])

    def upper_bound(self, p: Numbers) -> float:
        """Min-cut upper bound ``1 - prod(1 - P(C))``, without listing the sets.

        ``-log prod(1 - P) = sum_k (sum of P**k) / k``, each inner sum one sweep with probabilities ``p**k``;
        what is left out after term k is at most ``sum_k P_max / (1 - P_max)`` and is added, so that it
        stays an upper bound.
        """
        largest = float(self.best(p)[self.root])
        if largest >= 1.0:
            return 1.0
        exponent = 0.0
        power = 0.0
        for k in range(1, _MOST_TERMS + 1):
            power = float(self.sums([x**k for x in p])[self.root])
            exponent += power / k
            if power * largest / (1.0 - largest) / (k + 1) <= 1e-14 * exponent:
                break
        exponent += power * largest / (1.0 - largest) / (k + 1)
        return min(-math.expm1(-exponent), self.rare_event_sum(p))

    def shares(self, p: Numbers) -> list[float]:
        """Summed probability of the minimal cut sets that hold each event (E,)."""
        weight = self.kernels.array([float(x) for x in p] or [0.0])
        above, result = self.kernels.floats(len(self)), self.kernels.floats(max(1, self.events))
        self.kernels.share_sets(*self._arrays, weight, self.sums(p), self.root, above, result)
        return [float(x) for x in result][: self.events]

    @cached_property
    def occurrences(self) -> list[int]:
        """In how many minimal cut sets each event occurs (E,): exact below 2**53, to 15 digits above."""
        return [round(x) for x in self.shares([1.0] * self.events)]

    def best(self, p: Numbers) -> Any:
        """Probability of the most probable set in each family."""
        most = self.kernels.floats(len(self))
        self.kernels.best_sets(*self._arrays, self.kernels.array([float(x) for x in p] or [0.0]), most)
        return most

    def descending(self, p: Numbers, limit_order: int | None = None) -> Iterator[tuple[float, list[int]]]:
        """Every minimal cut set once, the most probable first, without building the others.

        Best-first search: the bound of a partial set is its probability times the best completion of what
        is still open, which is exact, so that nothing is expanded in vain (but under an order limit).
        """
        if self.root == 0:
            return
        most, least = self.best(p), self.orders()[1]
        limit = 1 << 29 if limit_order is None else limit_order
        if least[self.root] > limit:
            return
        serial = 0
        # entry: (-bound, serial, probability so far, chosen events as a linked list, open families as a linked list)
        heap: list[tuple[float, int, float, Any, int, Any, int]] = [
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


def _listed(numbers: Any) -> list[int]:
    return [int(x) for x in numbers]


def _unlink(chain: Any) -> list[int]:
    results: list[int] = []
    while chain:
        value, chain = chain
        results.append(value)
    return results


def list_cut_sets(
    families: Families, names: Sequence[str], p: Numbers, top: int | None, limit_order: int | None,
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
