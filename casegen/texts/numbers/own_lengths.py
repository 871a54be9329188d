"""Periods shorter than those of the calendar: ``working days of 8 h``, ``years of 4,000 operating hours``."""

from __future__ import annotations

import re
from typing import NamedTuple

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import HOUR_OF, HOURS, PERIOD, hours_of
from casegen.texts.numbers.counts import COUNT, count_of

_UNIT_LAST = compiled(rf"(?:^|[\s\d/-])(?P<unit>{PERIOD})\W*$", re.I)
_LENGTH = compiled(
    rf"\s*(?:,\s*each\s+(?:of|with)|of|with|à|zu|von|mit|\()\s*(?:(?:each|je(?:weils)?|about|up\s+to|rund|bis\s+zu)\s+)*(?P<n>{COUNT})\s?-?"
    rf"(?:(?:{HOUR_OF})\s+)?(?:(?P<unit>{HOURS}|days|tagen)|betriebsstunden)\b(?:\s+(?:of\s+(?:operation|use|work|service)|each|je|betrieb)\b)?\)?",
    re.I,
)


class OwnLength(NamedTuple):
    """Hours of a period that a text states, in parts of what the calendar gives it, and where their words end."""

    hours: float
    share: float
    end: int


def own_length(text: str, start: int, end: int) -> OwnLength | None:
    """The length that stands behind a period of the calendar which ends ``text[start:end]``; None without a shorter one.

    >>> text = "once in 100 working days of 8 h each"
    >>> own_length(text, 0, len("once in 100 working days"))
    OwnLength(hours=8.0, share=0.3333333333333333, end=36)
    """
    unit, match = _UNIT_LAST.search(text[start:end]), _LENGTH.match(text, end)
    period = hours_of(unit["unit"]) if unit else None
    numbers = count_of(match["n"], whole=True) if match else ()
    if match is None or period is None or not numbers:
        return None
    hours = numbers[0] * (hours_of(match["unit"]) or 1.0)
    return OwnLength(hours, hours / period, match.end()) if 0.0 < hours < period else None
