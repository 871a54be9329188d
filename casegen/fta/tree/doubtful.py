"""Which events' numbers, or whose complements, have lost digits to rounding, and where they lie."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from casegen.fta.core.diagram import Numbers

if TYPE_CHECKING:
    from casegen.fta.events.values import EventValues

WIDE = 1e-13
"""relative error of an event's probability, or of its complement, from which on it is enclosed"""
TINY = 1e-290
"""numbers below may have lost digits because products fell below the smallest number"""
_NEAR = 0.99
"""probabilities below leave their complements all digits"""
Cause = Literal["complement", "expression", "tiny", "test", "comparison"]
"""why digits are lost: a complement near 0, an expression that cancels, a number below the smallest, a test at the time,
a comparison that rounding leaves undecided"""
Spans = dict[int, tuple[float, float, Cause]]
"""where doubtful events lie, by place: lower and upper end, and why"""


def doubtful(p: Numbers, values: EventValues | None, signs: Callable[[], Sequence[int]]) -> Spans:
    """Events whose digits, or whose complement's, are lost: where each lies, and why.

    ``signs``: how what is asked moves with each event; not known if empty.
    """
    spans: Spans = {}
    if values is not None:
        for i, (low, high) in values.rounded.items():
            if p[i] == values.points[i] and high - low > WIDE * float(p[i]):
                spans[i] = low, high, _cause(values, i, high)
    near = [i for i, x in enumerate(p) if x > _NEAR and i not in spans]
    known = signs() if near else ()
    for i in near:
        if known and known[i] == 1:
            continue
        x = float(p[i])
        low, high = math.nextafter(x, 0.0), math.nextafter(x, 2.0)
        if values is not None and x == values.points[i]:
            low, high = values.rounded.get(i, (low, high))
        if min(1.0, high) - low > WIDE * (1.0 - min(1.0, high)):
            spans[i] = low, high, "complement"
    return spans


def _cause(values: EventValues, i: int, high: float) -> Cause:
    """Why the number of event ``i``, at most ``high``, has lost digits."""
    if i in values.beside_tests:
        return "test"
    if i in values.undecided:
        return "comparison"
    return "tiny" if high < TINY else "expression"


def apart(spans: Spans) -> float:
    """By how much the doubtful events may be off together."""
    return math.fsum(high - low for low, high, _ in spans.values())
