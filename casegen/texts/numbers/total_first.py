"""A share whose noun stands before the total: ``one year in 1,000``."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.counts import COUNT

_UNITS = (
    r"years?|months?|weeks?|fortnights?|days?|nights?|hours?|shifts?|winters?|summers?|seasons?|jahr\w{0,2}|monat\w{0,2}|wochen?|tag\w{0,2}|"
    r"n[aä]cht\w{0,2}|stunden?|missions?|flights?|voyages?|trips?|demands?|requests?|einsatz\w{0,2}|einsätzen?|fl[uü]ge?|fahrt|"
    r"anforderung|frames?|images?|pictures?|photos?|pixels?|samples?|inputs?|bild\w{0,2}|messages?|packets?|kilomet(?:er|re)s?|miles?|"
    r"met(?:er|re)s?|minutes?|seconds?|minuten?|sekunden?"
)
_STOPS = (
    r"(?=\s*(?:$|[.,;:)])|\s+(?:of|in|on|at|by|with|and|or|but|if|when|where|during|for|per|is|are|the|an?|to|that|which|und|oder|bei|"
    r"mit|im|am|auf|wenn|der|die|das|nicht|not|fails?|versagt)\b)"
)
ONE_IN = compiled(
    rf"(?<![\w.,-])(?P<one>one(?:\s+single)?|1|a\s+single|eine?[rmns]?)\s+(?P<noun>{_UNITS})\s+"
    rf"(?P<total>(?:in|out\s+of|of|von|aus|auf)\s+(?:(?:a|ein(?:e[rmn]?)?)\s+)?(?:{COUNT}))(?!\s?%|[.,]?\d){_STOPS}",
    re.I,
)


def total_first(text: str) -> str:
    """``one year in 1,000`` as ``one in 1,000 year``, in as many characters, so that its noun stands behind the total.

    >>> total_first("It fails in one year in 1,000, at most")
    'It fails in one in 1,000 year, at most'
    """
    return ONE_IN.sub(lambda match: _swapped(match, text), text)


def _swapped(match: re.Match[str], text: str) -> str:
    gap = text[match.end("noun") : match.start("total")]
    before = text[match.end("one") : match.start("noun")]
    return f"{match['one']}{before}{match['total']}{gap}{match['noun']}"
