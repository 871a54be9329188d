"""How often something is demanded, beside a limit on what it does then: ``with at most 10 demands per year``.

It says in which mode of operation the limit holds (IEC 61508-4, 3.5.16), and limits no failures.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import ABBREVIATION, PERIOD
from casegen.texts.numbers.counts import COUNT
from casegen.texts.numbers.number_relations import LOWER, UPPER
from casegen.texts.numbers.stated import READ, stated

_SO_MANY = (
    rf"(?:(?:{UPPER}|{LOWER}|about|around|etwa|rund)\s*)?(?:{COUNT}|an?|ein(?:e[rnm]?)?)\s+(?:[\w-]+\s+)?"
    r"(?:demands?|requests?|calls?|anforderung(?:en)?|abrufe?n?)\s+"
    rf"(?:(?:per|a|an|each|every|in\s+an?|in\s+each|pro|je|im|in\s+der)\s+(?:[\w-]+\s+)?(?:{PERIOD}|{ABBREVIATION})|/\s*{ABBREVIATION})\b"
)
_BESIDE = compiled(
    rf"^\s*(?:with|at|for|under|given|assuming|bei|mit)\s+{_SO_MANY}|\(\s*(?:(?:with|at|i\.e\.,?|bei|mit|d\.\s?h\.)\s+)?{_SO_MANY}\s*\)|"
    rf",\s*(?:with|at|for|given|assuming|bei|mit)\s+{_SO_MANY}|(?<=[\d%])\s+(?:with|at|for|bei|mit)\s+{_SO_MANY}|"
    rf"\b(?<!fails )(?<!fail )(?<!lost )(?<!versagt )with\s+{_SO_MANY}",
    re.I,
)


def without_demand_rate(text: str) -> str:
    """The sentence without how often something is demanded, where it states another limit.

    >>> without_demand_rate("With at most 10 demands per year, the PFD of the pump is at most 0.02")
    ', the PFD of the pump is at most 0.02'
    >>> without_demand_rate("It fails on at most 10 demands per year")
    'It fails on at most 10 demands per year'
    """
    rest = _BESIDE.sub(" ", text[:READ])
    if rest == text:
        return text
    limits = (n for n in stated(rest) if n.what in ("share", "decimal") and n.side)
    return rest.strip() if any(limits) else text
