"""Importance of events and gates.

With Q the top's probability, Q(1) and Q(0) the top's given that the event holds or does not:
Birnbaum ``Q(1) - Q(0)``; criticality ``p (Q(1) - Q(0)) / Q``; DIF ``p Q(1) / Q``, the probability of the event
given the top; RAW ``Q(1) / Q``; RRW ``Q / Q(0)``, infinite where the top cannot happen without the event, and
:data:`LARGEST` where it is larger than any number that is kept;
Fussell-Vesely ``P(some minimal cut set that holds the event has failed) / Q``.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import repeat
from typing import NamedTuple, overload

from casegen.fta.arrays import Vector, np
from casegen.model.arithmetic import computes_by_itself
from casegen.model.plural import some

Shares = tuple[Sequence[float] | None, Sequence[int] | None, str]
"""Fussell-Vesely and minimal cut sets by event, and how the first was found; None beyond the budget"""


LARGEST = sys.float_info.max
"""the largest number (IEEE 754, binary64): a finite ratio may be larger"""
DIFFERENCE = 1e-5
"""share of a probability below which a difference of two of its size may have fewer than ten digits"""


class EventImportance(NamedTuple):
    """Importance of one basic event, common-cause member or gate.

    ``fussell_vesely`` and ``occurrences`` (minimal cut sets that hold the event) are None where minimal cut
    sets are not available: occurrences for gates, and both where they pass the node budget.
    ``fussell_vesely_method`` is ``exact`` (probability of the union of the cut sets) or ``rare-event`` (their sum, or DIF
    where that is less and the tree coherent: an upper bound; None where the sum is as large as the top).
    """

    id: str
    probability: float
    birnbaum: float
    criticality: float
    fussell_vesely: float | None
    dif: float
    raw: float
    rrw: float
    occurrences: int | None
    fussell_vesely_method: str = ""


@computes_by_itself
class ImportanceTable(Sequence[EventImportance]):
    """Importance of every event: columns at once, rows (most critical first) and cut-set measures when looked at.

    The columns ``probability``, ``birnbaum``, ``criticality``, ``dif``, ``raw``, ``rrw`` and, where minimal cut sets
    are within the budget, ``fussell_vesely`` have shape (E,), in the order of ``events``.
    """

    def __init__(
        self, events: Sequence[str], top: float, columns: Sequence[Vector], shares: Callable[[], Shares]
    ) -> None:
        self.events, self.top, self._shares = events, top, shares
        self.probability, self.birnbaum, self.criticality, self.dif, self.raw, self.rrw = columns

    @cached_property
    def shares(self) -> Shares:
        """Fussell-Vesely (E,), minimal cut sets with each event (E,), and the method; None beyond the budget."""
        return self._shares()

    @property
    def fussell_vesely(self) -> Vector | None:
        """Fussell-Vesely of every event (E,), None where the minimal cut sets pass the budget."""
        return None if self.shares[0] is None else np.asarray(self.shares[0], dtype=float)

    @cached_property
    def _rows(self) -> list[EventImportance]:
        shares, occurrences, method = self.shares
        known = repeat(None) if shares is None else [None if math.isnan(x) else x for x in shares]
        columns = [
            np.asarray(c).tolist()
            for c in (self.probability, self.birnbaum, self.criticality, self.dif, self.raw, self.rrw)
        ]
        p, birnbaum, criticality, dif, raw, rrw = columns
        made = map(
            EventImportance._make,
            zip(self.events, p, birnbaum, criticality, known, dif, raw, rrw,
                occurrences or repeat(None), repeat(method), strict=False),
        )  # fmt: skip
        return sorted(made, key=lambda e: (-e.criticality, e.id))

    def __len__(self) -> int:
        return len(self.events)

    def __iter__(self) -> Iterator[EventImportance]:
        return iter(self._rows)

    @overload
    def __getitem__(self, i: int) -> EventImportance: ...
    @overload
    def __getitem__(self, i: slice) -> list[EventImportance]: ...
    def __getitem__(self, i: int | slice) -> EventImportance | list[EventImportance]:
        return self._rows[i]


def ratio(a: float, b: float) -> float:
    """``a / b`` with the limits that mean something: x/0 is infinite, 0/0 undefined; :data:`LARGEST` at most."""
    if b != 0.0:
        return max(-LARGEST, min(LARGEST, a / b))
    return math.nan if a == 0.0 else math.copysign(math.inf, a)


def beyond_range(rows: Iterable[EventImportance]) -> str:
    """In words that an RRW is larger than any number, though the top can happen without; empty where none is."""
    names = [row.id for row in rows if row.rrw == LARGEST]
    return f"the RRW of {some(names)} is larger than {LARGEST:.2g}, and not infinite" if names else ""


def share_of_top(top: float, p: Vector, factor: Vector) -> Vector:
    """``p factor / top``, of which nothing falls below the smallest number on the way."""
    small, large = np.minimum(p, np.abs(factor)), np.maximum(p, np.abs(factor))
    return np.asarray(np.copysign(small / top * large, factor))


def unmultiplied_shares(top: float, p: Vector, columns: Vector) -> Vector:
    """Birnbaum, criticality, DIF, RAW, RRW (5, E) with shares divided by the top before they are multiplied."""
    birnbaum, _, _, raw, rrw = columns
    with_event = np.minimum(1.0, raw * top)
    return np.array([birnbaum, share_of_top(top, p, birnbaum), share_of_top(top, p, with_event), raw, rrw])


def without_shares(rows: Iterable[EventImportance]) -> list[EventImportance]:
    """Of a top whose digits are lost below the smallest number: what is divided by it is not known."""
    lost = math.nan
    return [
        row._replace(
            criticality=lost, dif=lost, raw=lost, rrw=lost, fussell_vesely=None, fussell_vesely_method=""
        )
        for row in rows
    ]
