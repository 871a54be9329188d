"""Shares put the other way round: ``of a million demands at most ten fail``, ``at least 1,000 demands per failure``."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import UNIT
from casegen.texts.numbers.counts import COUNT
from casegen.texts.numbers.number_relations import LOWER, UPPER
from casegen.texts.numbers.occasions import FAILURES, OCCASION

_COUNTED = (
    r"(?!(?:hours?|days?|nights?|weeks?|months?|years?|stunden?|tagen?|n[aä]chten?|wochen?|monaten?|jahren?)\b)"
    rf"(?:{OCCASION})"
)
_WORDS = r"(?:,?\s+(?!(?:in|of|per|out)\b)[^\W\d]+){0,8}?"
AMONG = compiled(
    rf"\b(?:(?:out\s+)?of|in|among|von|unter|bei)\s+(?P<m>{COUNT})\s+(?:[^\W\d]+\s+)?{_COUNTED}\b{_WORDS}\s+"
    rf"(?:(?:in|bei)\s+)?(?:{UPPER})\s+(?:(?:in|bei)\s+)?(?P<n>{COUNT})(?:\s+(?:times|mal))?"
    r"(?=[^\w%‰‱]*$|\s*[,;.](?!\d)|\s+(?:fails?|failed|times|mal|versagen|versagt)\b)",
    re.I,
)
"""so many of a number of demands that stands first"""
_GAP = rf"(?:\s+(?!(?:{LOWER}|{UPPER})\b)[^\W\d]+){{0,3}}?"
CHANCE_PER_TIME = compiled(
    rf"(?<![\w.,:/])(?P<n>one|1|an?|eine?[rmn]?)(?:\s+(?:in|out\s+of|of|zu|to|von)\s+|\s?[:/]\s?)(?:(?:an?|eine?[rmn]?)\s+)?"
    rf"(?P<m>{COUNT})\s?(?:/\s?|(?:per|pro|je|a|an|each|every)\s+){UNIT}",
    re.I,
)
"""``1 in 10,000 per year``: a rate, and no 10,000 a year"""
DEMANDS_TO_FAILURE = compiled(
    rf"\b(?:mean\s+|average\s+|mittlere\s+)?(?:number|anzahl|zahl)\s+(?:of\s+|der\s+)?(?:[^\W\d]+\s+)?{_COUNTED}\s+"
    rf"(?:to|between|before|until|bis|zwischen|per|je)\s+(?:[^\W\d]+\s+){{0,2}}?(?:{FAILURES}){_GAP}\s+(?:{LOWER})\s+(?P<n>{COUNT})(?!\s*%)|"
    rf"(?:{LOWER})\s+(?P<of>{COUNT})\s+(?:[^\W\d]+\s+)?{_COUNTED}\s+"
    rf"(?:per|to|for\s+(?:each|every|one)|between|je|pro|zwischen)\s+(?:an?\s+|one\s+|two\s+|jede[mns]?\s+)?(?:[^\W\d]+\s+)?(?:{FAILURES})(?![\w-])",
    re.I,
)
"""at least so many demands for each failure"""
_GOES_WRONG = compiled(
    r"\b(?:fail|miss|los[et]|wrong|err(?:s|ed|ors?)?\b|not\b|unable|fault|crash|collid|hits?\b|leak|jam|stick|stuck|break|undetected|unnoticed|versag|verfehl|"
    r"nicht\b|ausfall|ausfäll|fällt|fallen|übers|falsch|unerkannt)",
    re.I,
)


def goes_wrong(text: str) -> bool:
    """Whether what is counted fails: ``of 100 missions at most 4 carry persons`` is no share of failures.

    >>> goes_wrong("Of a million demands the brake fails in at most ten"), goes_wrong("It turns at most 4 times")
    (True, False)
    """
    return _GOES_WRONG.search(text) is not None
