"""Minimal cut sets kept implicit: counted, weighed, listed from the most probable on."""

from __future__ import annotations

import heapq
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from casegen.fta.core import any_size, kernels
from casegen.fta.core.diagram import DecisionDiagram, Numbers
from casegen.fta.core.kernels import Nodes, Sets
from casegen.fta.errors import TooLarge
from casegen.model.plural import counted

_EXACT = 2.0**62
_WHOLE = 2.0**53
"""whole numbers below are exact as floating-point numbers"""
_PRINTABLE_BITS = 14_000
"""size of the largest number that Python prints unasked: 4,300 digits"""
_MOST_COUNTERS = 200_000_000
_MOST_TERMS = 4000
_SLACK = 1e-12
"""rounding of so many terms of a series that is taken from its sum, relative to this"""
_MOST_UNLISTED = 5_000
"""sets above a cut-off that are counted one by one though they are not listed: some tenths of a second"""


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

    ``count`` is the number of all minimal cut sets within ``limit_order`` and the probability cut-off, listed or not
    (None where more than some thousands lie above the cut-off); ``complete`` is False when an order limit or a
    cut-off left any out, or may have, and ``truncation`` says what.  ``by_order`` counts every order that was kept, of
    all within ``limit_order`` where ``count`` is None; ``rows`` are the most probable ones first.
    """

    count: int | None
    complete: bool
    by_order: dict[int, int]
    rows: tuple[CutSetRow, ...]
    truncation: str
    rare_event_sum: float
    vanished: int = 0
    """rows whose probability is below the smallest number, and has lost digits, or all"""

    @property
    def rounding(self) -> str:
        """What rounding leaves of the rows' probabilities; empty where all digits stand."""
        if not self.vanished:
            return ""
        return (
            f"the probability of {counted(self.vanished, 'cut set')} has lost digits to rounding: it is below the"
            f" smallest number that a computer holds"
        )


class Families:
    """The minimal cut sets of a diagram as a zero-suppressed diagram with modules.

    ``var[n]``, ``low[n]``, ``high[n]``: family ``n``; 0 is empty, 1 holds the empty set.  ``modules[m]`` is
    the family of proxy ``m``.  Children and modules come before parents.  ``sets``: families made elsewhere.
    """

    def __init__(self, diagram: DecisionDiagram, max_nodes: int, sets: Sets | None = None) -> None:
        if sets is None:
            capacity = min(max_nodes, 4 * len(diagram) + 1024)
            sets = kernels.minimal_families(diagram.nodes, diagram.rank, diagram.root, max_nodes, capacity)
        if sets is None:
            raise TooLarge("the minimal cut sets", max_nodes)
        self.diagram = diagram
        self.nodes, self.root = sets
        self.var, self.low, self.high, self.modules, self.events = self.nodes

    def __len__(self) -> int:
        return len(self.var)

    def sums(self, weight: Numbers) -> Any:
        """Sum over each family's sets of the product of their events' weights."""
        return kernels.weigh(self.nodes, weight)

    def count(self) -> int:
        """Number of minimal cut sets, exact."""
        return int(self.counts()[self.root])

    @cached_property
    def _countable(self) -> bool:
        """Whether the number of sets fits 64 bits."""
        return float(self.sums([1.0] * self.events)[self.root]) < _EXACT

    def counts(self) -> Sequence[int]:
        """Number of sets in every family, exact."""
        if self._countable:
            return kernels.count_sets(self.nodes)
        total = [0, 1]
        for n in range(2, len(self)):
            v = self.var[n]
            inside = 1 if v < self.events else total[self.modules[v - self.events]]
            total.append(total[self.low[n]] + inside * total[self.high[n]])
        if total[self.root].bit_length() > _PRINTABLE_BITS:
            # Python refuses to print such numbers, as a guard against numbers that others send; this one is a result
            sys.set_int_max_str_digits(0)
        return total

    def orders(self) -> tuple[Any, Any]:
        """Largest and smallest order in every family."""
        return kernels.longest_sets(self.nodes)

    def count_by_order(self) -> dict[int, int]:
        """Number of minimal cut sets of each order, exact."""
        most, least = self.orders()
        place = [0]
        for n in range(len(self)):
            place.append(place[-1] + max(0, most[n]) + 1)
        if self._countable and place[-1] <= _MOST_COUNTERS:
            table = kernels.count_orders(self.nodes, most, place)
            at = place[self.root]
            return {k: table[at + k] for k in range(most[self.root] + 1) if table[at + k]}
        if sum(max(0, int(m) - int(n) + 1) for m, n in zip(most, least, strict=True)) > _MOST_COUNTERS:
            raise TooLarge("the number of cut sets by order", _MOST_COUNTERS)
        self.counts()  # allows large numbers to be printed
        counts = count_many_orders(self.nodes, least)[self.root]
        return {int(least[self.root]) + k: c for k, c in enumerate(counts) if c}

    def rare_event_sum(self, p: Numbers) -> float:
        """Sum of the minimal cut sets' probabilities: an upper bound of the top event's for coherent trees."""
        return float(self.sums(p)[self.root])

    def upper_bound(self, p: Numbers) -> float:
        """Min-cut upper bound ``1 - prod(1 - P(C))``, without listing the sets.

        ``-log prod(1 - P) = sum_k (sum of P**k) / k``, each inner sum one sweep with probabilities ``p**k``;
        what is left out after term k is at most ``sum_k / P_max**k`` times what the series of ``-log(1 - P_max)`` leaves,
        and is added, so that it stays an upper bound.
        """
        largest = float(self.best(p)[self.root])
        if largest >= 1.0:
            return 1.0
        exponent = power = 0.0
        rest = -math.log1p(-largest)
        slack = _SLACK * rest
        for k in range(1, _MOST_TERMS + 1):
            power = float(self.sums([x**k for x in p])[self.root])
            exponent += power / k
            rest -= largest**k / k
            if power * largest / (1.0 - largest) / (k + 1) <= 1e-14 * exponent:
                break
        left_out = power * largest / (1.0 - largest) / (k + 1)
        if largest**k > 0.0:
            left_out = min(left_out, power / largest**k * (max(0.0, rest) + slack))
        exponent += left_out
        return min(-math.expm1(-exponent), self.rare_event_sum(p))

    def shares(self, p: Numbers) -> list[float]:
        """Summed probability of the minimal cut sets that hold each event (E,)."""
        return list(kernels.share_sets(self.nodes, p, self.sums(p), self.root))

    @cached_property
    def occurrences(self) -> list[int]:
        """In how many minimal cut sets each event occurs (E,), exact."""
        ones = [1.0] * self.events
        if float(self.sums(ones)[self.root]) < _WHOLE:
            return [round(x) for x in self.shares(ones)]
        counts, within = self.counts(), [0] * self.events
        around = [0] * len(self)
        around[self.root] = 1
        for n in range(len(self) - 1, 1, -1):
            if outer := around[n]:
                v, low, high = self.var[n], self.low[n], self.high[n]
                around[low] += outer
                if v < self.events:
                    around[high] += outer
                    within[v] += outer * counts[high]
                else:
                    module = self.modules[v - self.events]
                    around[high] += outer * counts[module]
                    around[module] += outer * counts[high]
        return within

    def best(self, p: Numbers) -> Any:
        """Probability of the most probable set in each family."""
        return kernels.best_sets(self.nodes, p)

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
        # of entries with one bound the latest goes first: sets of equal probability are finished one by one
        # entry: (-bound, -serial, probability so far, chosen events as a linked list, open families as a linked list)
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
            others, share = rest - least[n], most[n]
            branches = self._branches(p, most, least, n, sofar, chosen, order, tail)
            for family, best, need, *entry, size, after in branches:
                if family == 0 or size + need + others > limit:
                    continue
                bound = -negative * (best / share) if share > 0.0 else 0.0
                serial += 1
                heapq.heappush(heap, (-bound, -serial, *entry, size, after, need + others))

    def _branches(
        self, p: Numbers, most: Sequence[float], least: Sequence[int], n: int,
        sofar: float, chosen: Any, order: int, tail: Any,
    ) -> Iterator[tuple[int, float, int, float, Any, int, Any]]:  # fmt: skip
        """A partial set without the variable of node ``n``, and with it: an event, or a module that is still open.

        Each: family, best completion in it, least order, probability so far, chosen events, how many, open families.
        """
        v, low, high = self.var[n], self.low[n], self.high[n]
        yield low, most[low], least[low], sofar, chosen, order, (low, tail)
        if v < self.events:
            yield high, p[v] * most[high], least[high], sofar * p[v], (v, chosen), order + 1, (high, tail)
        else:
            module = self.modules[v - self.events]
            best, need = most[module] * most[high], least[module] + least[high]
            yield high, best, need, sofar, chosen, order, (module, (high, tail))


def count_many_orders(sets: Nodes, least: Sequence[int]) -> list[list[int]]:
    """Number of sets of each order from ``least[n]`` on, by family: as :func:`casegen.fta.core.kernels.count_orders`, for
    numbers of any size and for long sets of nearly one length."""
    tables: list[list[int]] = [[], [1]]
    for n in range(2, len(sets.var)):
        v, low, high = sets.var[n], sets.low[n], sets.high[n]
        f = sets.proxies[v - sets.events] if v >= sets.events else None
        inner, first = ([1], 1) if f is None else (tables[f], least[f])
        own: list[int] = []
        _add(own, tables[low], least[low] - least[n])
        for i, some in enumerate(inner):
            _add(own, tables[high], first + i + least[high] - least[n], some)
        tables.append(own)
    return tables


def _add(counts: list[int], more: Sequence[int], place: int, times: int = 1) -> None:
    """Add ``times * more`` to the counts from ``place`` on."""
    if not more or not times:
        return
    counts.extend([0] * (place + len(more) - len(counts)))
    for k, x in enumerate(more, place):
        counts[k] += times * x


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
    kept = {o: c for o, c in by_order.items() if limit_order is None or o <= limit_order}
    total, within = sum(by_order.values()), sum(kept.values())
    rare = families.rare_event_sum(p)
    if cutoff is not None and cutoff <= 0.0:
        cutoff = None
    rows: list[CutSetRow] = []
    above: Counter[int] = Counter()  # sets above the cut-off by order, those beyond `top` included
    cut, counted_all, vanished = False, True, 0
    for _, chosen in families.descending(p, limit_order):
        listed = top is None or len(rows) < top
        if not listed and (cutoff is None or above.total() > len(rows) + _MOST_UNLISTED):
            counted_all = cutoff is None
            break
        probability = math.prod(p[v] for v in sorted(chosen))
        if cutoff is not None and probability < cutoff:
            cut = True
            break
        above[len(chosen)] += 1
        if listed:
            share = probability / rare if rare > 0.0 else 0.0
            if probability < any_size.SMALLEST and len(chosen) > 1 and all(p[v] > 0.0 for v in chosen):
                vanished += 1
                if rare >= any_size.SMALLEST:
                    share = any_size.product_over([p[v] for v in chosen], rare)
            rows.append(CutSetRow(tuple(sorted(names[v] for v in chosen)), len(chosen), probability, share))
    reasons = []
    if within < total:
        reasons.append(f"{counted(total - within, 'cut set')} above order {limit_order} left out")
    if cut:
        reasons.append(f"{counted(within - above.total(), 'cut set')} below probability {cutoff:g} left out")
        kept = dict(sorted(above.items()))
    if not counted_all:
        reasons.append(
            f"those below probability {cutoff:g} left out, not counted, since more than "
            f"{_MOST_UNLISTED:,} lie above it"
        )
    count = None if not counted_all else above.total() if cut else within
    return CutSetResult(count, not reasons, kept, tuple(rows), "; ".join(reasons), rare, vanished)
