"""Importance of events and gates.

With Q the top's probability and Q(1), Q(0) the top's given that the event holds or does not:
Birnbaum ``Q(1) - Q(0)``; criticality ``p (Q(1) - Q(0)) / Q``; DIF ``p Q(1) / Q``, the probability of the event
given the top; RAW ``Q(1) / Q``; RRW ``Q / Q(0)``, infinite where the top cannot happen without the event;
Fussell-Vesely ``P(some minimal cut set that holds the event has failed) / Q``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EventImportance:
    """Importance of one basic event, common-cause member or gate.

    ``fussell_vesely`` and ``occurrences`` (minimal cut sets that hold the event) are None where minimal cut
    sets are not available: for gates, and where they pass the node budget.  ``fussell_vesely_method`` is
    ``exact`` (probability of the union of the cut sets) or ``rare-event`` (their sum, an upper bound).
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


def measures(
    name: str, p: float, top: float, birnbaum: float, *, given_true: float | None = None,
    fussell_vesely: float | None = None, occurrences: int | None = None, method: str = "",
) -> EventImportance:  # fmt: skip
    """Every measure of one event from its Birnbaum importance (or from the top given that it holds)."""
    with_event = top + (1.0 - p) * birnbaum if given_true is None else given_true
    without_event = top - p * birnbaum
    # a top that needs the event leaves rounding noise where the truth is 0
    if abs(without_event) <= 1e-14 * top:
        without_event = 0.0
    return EventImportance(
        id=name, probability=p, birnbaum=birnbaum,
        criticality=_ratio(p * birnbaum, top), fussell_vesely=fussell_vesely,
        dif=_ratio(p * with_event, top), raw=_ratio(with_event, top), rrw=_ratio(top, without_event),
        occurrences=occurrences, fussell_vesely_method=method,
    )  # fmt: skip


def _ratio(a: float, b: float) -> float:
    """``a / b`` with the limits that mean something: x/0 is infinite, 0/0 undefined."""
    if b != 0.0:
        return a / b
    return math.nan if a == 0.0 else math.copysign(math.inf, a)
