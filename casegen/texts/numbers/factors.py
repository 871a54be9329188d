"""Factors beside a number: ``ten times less often than 1 of 1,000``, ``half as often as in 1 of 1,000``."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from casegen.model.expressions import compiled
from casegen.texts.numbers.counts import COUNT, WORD, count_of
from casegen.texts.numbers.quantity_words import PARTS
from casegen.texts.numbers.stated import Stated

_RARER = (
    r"(?:(?:safer|rarer|smaller|lower|better|less(?:\s+[^\W\d]+)?|more\s+(?:rarely|seldom|unlikely)|below|under|beneath|fewer|"
    r"seltener|sicherer|kleiner|weniger|unter)\s+)+"
)
_RARE = r"(?:rare(?:ly)?|seldom|unlikely|improbable|infrequent(?:ly)?|selten|unwahrscheinlich)"
_OFTEN = (
    r"(?:often|frequent(?:ly)?|likely|probable|common(?:ly)?|high|large|oft|häufig|wahrscheinlich|hoch|groß)"
)
_END = r"(?:(?:than|as|als|wie|of|in|on|bei|the|its|a|their|only|target|limit|dem|den|der|ziel|grenzwert)\s+){0,6}$"
_FACTOR = compiled(
    rf"(?<![\w.,])(?:(?P<n>{COUNT})(?:\s+(?:times|mal)|[\s-]?(?:fold|fach))|(?P<w>{WORD})[\s-]?(?:fold|fach|mal)|"
    rf"(?P<o>{COUNT})\s+(?:orders?\s+of\s+magnitude|decades?|größenordnung(?:en)?))\s+{_RARER}{_END}|"
    rf"\b(?:(?P<t>twice|doppelt)|(?P<k>{COUNT})\s+(?:times|mal))\s+(?:as|so)\s+{_RARE}\s+{_END}|"
    rf"\b(?:half|halb|(?:an?|one|ein(?:e[mnrs]?)?)\s+(?P<p>{'|'.join(sorted(PARTS, key=len, reverse=True))}))\s+"
    rf"(?:as|so)\s+{_OFTEN}\s+{_END}",
    re.I,
)
WITHOUT_NUMBER = compiled(
    r"\b(?:many|several|some|a\s+few|multiple|various|far|much|considerably|significantly|mehrere|einige|viele|weit|deutlich|viel)\s+"
    rf"(?:(?:times|orders?\s+of\s+magnitude|mal|größenordnungen)\s+)?{_RARER}(?:than|als)\b",
    re.I,
)
"""``several orders of magnitude less often than``: of no number"""
_LARGEST = 30.0
"""orders of magnitude; more are beyond every number"""


def with_factors(numbers: list[Stated], text: str) -> Iterator[Stated]:
    """Numbers with the factors before them; the factors themselves are no numbers of their own.

    >>> from casegen.texts.numbers.stated import stated
    >>> text = "A tenth as often as in 1 of 1,000 runs"
    >>> [n.readings for n in with_factors(list(stated(text)), text)]
    [(0.0001,)]
    """
    factors = {number.at: _FACTOR.search(text[: number.at]) for number in numbers}
    spans = [match.span() for match in factors.values() if match]
    for number in numbers:
        if any(start <= number.at < end for start, end in spans):
            continue
        match = factors[number.at]
        factor = _value(match) if match and number.what in ("share", "decimal", "rate") else 1.0
        readings = tuple(reading / factor for reading in number.readings)
        yield replace(number, readings=readings, side=number.side or "upper") if factor > 1.0 else number


def _value(match: re.Match[str]) -> float:
    if match["p"]:
        return float(PARTS[match["p"].casefold()])
    if match["o"]:
        return math.pow(10.0, min(max(count_of(match["o"], whole=True), default=0.0), _LARGEST))
    written = match["n"] or match["w"] or match["k"]
    return max(count_of(written, whole=True), default=1.0) if written else 2.0
