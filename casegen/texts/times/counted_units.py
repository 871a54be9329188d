"""A share of stretches of time as a rate (one year in 1,000), and what a probability is for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import UNIT, hours_of
from casegen.texts.numbers.counted_periods import kind_of_period
from casegen.texts.numbers.shares_of_time import is_duration
from casegen.texts.numbers.stated import Stated, stated
from casegen.texts.numbers.total_first import ONE_IN
from casegen.texts.wording.event_words import words_of

_DAY = 24.0
_FAILING = 0.5
_OTHER = {"lower": "upper", "upper": "lower", "": ""}
_OF_PERIODS = compiled(
    r"\s*(?:of|der|aller|von)\s+(?:(?:the|all|these|den)\s+)?(?P<unit>hours|days|weeks|months|years|stunden|tagen?|wochen|monaten?|jahren?)\b"
    r"(?!\s+(?:of|von|after|nach|before|vor)\b)",
    re.I,
)
_PERIODS_INSIDE = compiled(
    r"\s(?P<unit>hours|days|weeks|months|years|stunden|tagen?|wochen|monaten?|jahren?)$", re.I
)
_ONE = (
    r"(?:(?:an?|one|any|each|every|the\s+course\s+of\s+an?|eine[rmn]?s?|jede[rmns]?|der|dem)\s+)"
    r"(?:(?:single|whole|full|ganzen?)\s+)?"
)
_PER = rf"\s*(?:in|during|within|over|throughout|on|at|per|pro|je|während|innerhalb|bei)\s+(?:{_ONE})?"
_MISSION_BEHIND = compiled(rf"{_PER}(?P<of>missions?|missionen?|einsatz(?:es)?)\b", re.I)
_DEMAND_BEHIND = compiled(rf"(?:{_PER}|\s*(?:upon|auf|bei)\s+)(?P<of>demand|request|anforderung)\b", re.I)
_OF_ALL = r"\s*(?:of|der|aller|von)\s+(?:(?:the|all|its|these|den|allen|seinen|ihren)\s+)*"
_OF_MISSIONS = compiled(rf"{_OF_ALL}(?P<of>missions|missionen|einsätzen?)\b", re.I)
_OF_DEMANDS = compiled(rf"{_OF_ALL}(?P<of>demands|requests|anforderungen)\b", re.I)
"""behind a part: ``0.005 of the demands``, ``a hundredth of all missions``"""
_TIME_BEHIND = compiled(
    rf"\s*(?:(?:in|during|within|over|throughout|während|innerhalb)\s+{_ONE}|(?:am|im|in\s+der)\s+){UNIT}"
    r"(?!\s+(?:of|von|und|oder|and|or|after|nach)\b)",
    re.I,
)


_PARTS = (("missions", _OF_MISSIONS), ("demands", _OF_DEMANDS))
_BEHIND = (("missions", _MISSION_BEHIND), ("demands", _DEMAND_BEHIND), ("time", _TIME_BEHIND))


def of_periods(number: Stated, text: str, about: str = "") -> Stated:
    """A share of stretches of time (``one year in 1,000``, ``0.1 % of the days``) as a rate per hour; else as it is.

    One of half of them and more is of those without failure: what is left is the rate.
    ``about``: what is measured; where it speaks of such a stretch, one may be what is counted there.

    >>> from casegen.texts.numbers.stated import stated
    >>> text = "It fails in at most one day in 1,000"
    >>> of_periods(stated(text)[0], text).of_hours
    24.0
    >>> text = "It does not fail in at least 99 of 100 days"
    >>> [(f"{n.readings[0]:.2g}", n.side) for n in (of_periods(stated(text)[0], text),)]
    [('0.00042', 'upper')]
    """
    if is_duration(number.quote):
        return number
    works = min(number.readings) >= _FAILING
    if number.what != "share" or (not works and (number.side == "lower" or max(number.readings) >= _FAILING)):
        return number
    match = ONE_IN.match(text, number.at)
    unit = match["noun"] if match else ""
    end = number.at + len(number.quote)
    if not match and (behind := _OF_PERIODS.match(text, end)):
        unit, end = behind["unit"], behind.end()
    elif not match and (inside := _PERIODS_INSIDE.search(number.quote)):
        unit, end = inside["unit"], number.at + len(number.quote)
    elif not match and (kind := kind_of_period(text, end)):
        unit, end = kind.unit, kind.end
    hours = hours_of(unit) if unit else None
    if hours is None or words_of(unit) <= words_of(about):
        return number
    readings = tuple((1.0 - n if works else n) / hours for n in number.readings)
    return replace(
        number,
        side=_OTHER[number.side] if works else number.side,
        quote=text[number.at : end],
        readings=readings,
        what="rate",
        of_hours=hours if hours >= _DAY else 0.0,
    )


def all_of_periods(numbers: Sequence[Stated], text: str, about: str = "") -> list[Stated]:
    """The numbers of a text, each as of :func:`of_periods`; without a relation before it, one is an upper limit.

    >>> texts = ("In 98 of 100 years it does not fail", "One year in 50 at most sees it fail")
    >>> [n.side for text in texts for n in all_of_periods(stated(text), text)]
    ['upper', 'upper']
    """
    result = [of_periods(n, text, about) for n in numbers]
    if any(n.side for n in result):
        return result
    return [
        replace(new, side="upper") if new.what != old.what else new
        for old, new in zip(numbers, result, strict=True)
    ]


def directly_per(text: str) -> tuple[str, str]:
    """What stands directly behind a probability that is for it, with its class: ``missions``, ``demands`` or ``time``.

    >>> directly_per("It fails with a probability of 0.001 in an hour"), directly_per("It fails in 1 of 9 runs on demand")
    (('in an hour', 'time'), ('', ''))
    >>> directly_per("On average it fails in at most 0.005 of the demands")
    ('of the demands', 'demands')
    """
    for number in stated(text):
        end = number.at + len(number.quote)
        if number.condition or number.what not in ("decimal", "share"):
            continue
        whole = number.what == "decimal" or number.quote.rstrip().endswith("%")
        for name, pattern in (*_PARTS, *(_BEHIND if whole else ())):
            if match := pattern.match(text, end):
                return match[0].strip(), name
    return "", ""
