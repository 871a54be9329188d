"""Stretches of time that a share counts, with a word before them: ``1 of 1,000 reactor years``, ``Sommermonate``."""

from __future__ import annotations

import re
from typing import NamedTuple

from casegen.model.expressions import compiled

PERIODS = (
    r"hours|days|nights|weeks|fortnights|months|years|decades|"
    r"[^\W\d]*(?:stunden|(?<!mon)(?<!sabo)(?<!repor)(?<!e)tagen|n[aä]chten|wochen|monaten?|jahren?)"
)
"""periods in the plural, and German ones with a word joined to them"""
NO_KIND = (
    r"(?!(?:in|on|at|by|for|from|and|or|but|per|is|are|was|with|without|to|if|when|while|where|that|which|during|after|before|between|over|"
    r"under|within|than|as|its?|once|twice|not|no|lasting|each|every|fails?|und|oder|bei|im|am|auf|mit|ohne|zu|je|pro|wenn|"
    r"ist|sind|nach|vor|nicht|aus|durch|über|unter)\b)"
)
"""not these words: they go on with the sentence"""
OF_ALL = (
    r"(?:(?:(?:out\s+)?of|der|aller|von)\s+)?(?:(?:the|all|its|their|these|those|such|any|den|allen|seinen|ihren|diesen|solchen|"
    r"solcher)\s+)*"
)
"""between a share and what it counts"""
_KIND_OF_PERIOD = compiled(
    rf"\s+{OF_ALL}(?P<kind>(?:{NO_KIND}(?!of\b|von\b|missions?\b|missionen\b|demands?\b)[^\W\d_]+(?:-[^\W\d_]+)*,?\s+){{0,2}}?)"
    rf"(?P<unit>(?:[^\W\d_]+-)?(?:{PERIODS}))(?![\w-])(?!\s+(?:of|von|after|nach|before|vor|later|earlier|old|alt)\b)",
    re.I,
)
_LAST = compiled(
    r"(?:hours|days|weeks|fortnights|months|years|decades|stunden|tagen|wochen|monaten?|jahren?)$", re.I
)


class Kind(NamedTuple):
    """A unit of time that is counted, without the words before it, and where it ends in its text."""

    unit: str
    end: int


def kind_of_period(text: str, end: int) -> Kind | None:
    """The stretch of time that is counted behind ``text[:end]``, with words before it; None without one.

    >>> text = "1 of 1,000 reactor years"
    >>> kind_of_period(text, len("1 of 1,000"))
    Kind(unit='years', end=24)
    """
    match = _KIND_OF_PERIOD.match(text, end)
    last = _LAST.search(match["unit"]) if match is not None else None
    return Kind(last[0], match.end()) if match is not None and last is not None else None
