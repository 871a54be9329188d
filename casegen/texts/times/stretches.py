"""Stretches of time behind a probability whose length no word says: ``over a shift``, ``all winter``, ``overnight``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.model.expressions import compiled
from casegen.model.quantity import MeasureKind
from casegen.texts.numbers.calendar_periods import PERIOD
from casegen.texts.numbers.counts import plain
from casegen.texts.numbers.occasions import FAILURES
from casegen.texts.numbers.shares_of_time import is_duration
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.numbers.units import STRETCH, nouns, phrases, speaks_of, stem
from casegen.texts.numbers.units import stretches as counted_stretches
from casegen.texts.times.exposure import periods

_NAMED = rf"(?:{STRETCH.pattern}|weekends?|tides?|days?|wochenende[ns]?|tag(?:es)?|arbeitstag(?:es)?)"
_OVER = compiled(
    r"\b(?:(?:over|during|throughout|within|through|across|in|on|per|während|innerhalb|über|an|pro|je|im\s+(?:laufe|verlauf)|"
    r"(?:in|over)\s+the\s+course\s+of)\s+"
    r"(?:(?:the|der|des|dem|die|das)\s+(?:whole|entire|full|ganzen?|gesamten?)|an?|one|any|each|every|eine[rmns]?|jede[rmns]?)\s+"
    rf"(?:[^\W\d]+\s+)?(?P<of>{_NAMED})|(?:all|each|every|jede[nrs]?)\s+(?P<each>{_NAMED})|"
    r"(?P<night>overnight|over\s+night|über\s+nacht)|(?:over|über)\s+(?:the|das|ein)\s+(?P<end>weekend|wochenende))"
    r"(?![\w-])(?!\s+(?:shift|light|mode|watch|guard|nurse|of|von)\b)",
    re.I,
)
_PER_OTHER = compiled(
    rf"\s*(?:(?P<failed>{FAILURES})\s*)?(?:/\s?|(?:per|pro|je|an?|each|every|jede[rmns]?)\s+)(?!(?:{PERIOD})\b)[^\W\d_]+",
    re.I,
)
_NUMBERED = compiled(r"\d\s*(?:%|percent\b|prozent\b|‰)?\s+(?:of|in|der|aller|von)\b", re.I)


def counts_occasions(text: str) -> bool:
    """Whether a sentence says itself what its number is per: ``1 of 1,000 lifts during a shift``."""
    return bool(phrases(text) and _NUMBERED.search(plain(text)))


def stretches(text: str, kind: MeasureKind, subject: str) -> tuple[str, ...]:
    """Of a text, every stretch of time that its numbers are per or for; ``subject`` as of :func:`over_stretches`.

    Those whose length the text states are compared with the mission time as it is: ``1 of 1,000 shifts of 8 h``.
    """
    other = tuple(per_other(text)) if kind is MeasureKind.PER_HOUR else ()
    lasting = [
        period.quote.casefold()
        for period in periods(text, nouns(text))
        if period.of_mission
        or period.quote in text[: len(period.quote) + 4]  # "In 30 days of operation it stops …"
    ]
    lasting += [n.quote.casefold() for n in stated(text) if is_duration(n.quote)]  # 20 days in 1000 days
    counted = (
        phrase
        for phrase in counted_stretches(text, kind, subject)
        if not any(stem(word) in quote for word in phrase.split() for quote in lasting)
    )
    return (*other, *over_stretches(text, kind, subject), *counted)


def per_other(text: str) -> Iterator[str]:
    """What a number is per that is no period, where a rate per hour is required: ``0.5 per batch``, ``10⁻⁴/min``."""
    for number in stated(text):
        if number.what in ("decimal", "share") and number.side:
            match = _PER_OTHER.match(text, number.at + len(number.quote))
            if match and (match["failed"] or not number.condition):
                yield text[number.at : match.end()]


def over_stretches(text: str, kind: MeasureKind, subject: str) -> Iterator[str]:
    """Stretches that a probability of nothing that is counted may be for; those of the calendar are read as times.

    ``subject``: what is said of missions and demands; where it speaks of such a stretch, one may be a mission.

    >>> text = "It fails with a probability of at most 0.001 over a night shift"
    >>> list(over_stretches(text, MeasureKind.PER_MISSION, "the pump"))
    ['over a night shift']
    >>> list(over_stretches(text, MeasureKind.PER_MISSION, "a mission is a shift"))
    []
    """
    text = text[:READ]
    if counts_occasions(text) or kind not in (MeasureKind.PER_MISSION, MeasureKind.PER_DEMAND):
        return
    spans = [period.quote for period in periods(text)]
    for match in _OVER.finditer(text):
        word = match["of"] or match["each"] or match["end"] or "night"
        if not any(match[0] in span or span in match[0] for span in spans) and not speaks_of(subject, word):
            yield match[0]
