"""Lengths of time beside a mission in a text that says in no known form how long one lasts."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import UNIT, hours_of
from casegen.texts.numbers.counts import COUNT, count_of
from casegen.texts.numbers.stated import READ
from casegen.texts.times.exposure import periods

_MISSION = compiled(r"\b(?:missions?|missionen|einsatz(?:es)?|einsätzen?)\b", re.I)
_SENTENCE = compiled(r"[;.](?=\s|$)")
_AMOUNT = compiled(rf"(?<![\w.,])(?P<n>{COUNT})[\s-]*{UNIT}", re.I)
_APART = compiled(
    r"\b(?:between|before|after|since|until|every|each|within|per|ago|old|interval|ahead|later|earlier|rest|planned|stored|followed|preceded|tested|inspected|serviced|maintained|checked|"
    r"charged|repaired|replaced|data|records?|recorded|observed|measured|zwischen|vor|nach|seit|bis|alle|jede[rns]?|innerhalb|"
    r"pro|je|später|früher|geplant|gelagert|gefolgt|getestet|geprüft|gewartet|repariert|ersetzt|daten|aufgezeichnet|beobachtet)\b",
    re.I,
)
"""words by which a time may be another one than that of a mission"""
_DAY = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend"
)
_WEEKDAYS = compiled(
    rf"\b(?:from\s+|von\s+)?(?:{_DAY})s?(?:\s+[\w.:]+){{0,3}}?\s*(?:to|till|until|through|bis|–|-)\s*(?:[\w.:]+\s+){{0,4}}?(?:{_DAY})s?\b",
    re.I,
)
_SAME = 1.05


def longer_beside(text: str, hours: float) -> str:
    """A length of time of more than ``hours`` [h] beside a mission, in a sentence that may be of how long one is.

    Empty where there is none, and where the text says in a known form how long missions last: that is compared.

    >>> longer_beside("Every mission needs two days", 24.0), longer_beside("Mission: Monday to Friday", 24.0)
    ('two days', 'Monday to Friday')
    >>> longer_beside("A mission lasts 48 h", 24.0), longer_beside("It is tested every 90 days of missions", 24.0)
    ('', '')
    """
    text = text[:READ]
    if any(period.of_mission for period in periods(text)):
        return ""
    for part in _SENTENCE.split(text):
        mission = _MISSION.search(part)
        if mission is None:
            continue
        if days := _WEEKDAYS.search(part):
            return days[0]
        rest = part[mission.end() :]
        if _APART.search(rest) or _APART.search(
            part[: mission.start()].rpartition(",")[2].replace("Every", "")
        ):
            continue
        for match in _AMOUNT.finditer(part):
            length = hours_of(match["unit"])
            if length and any(n * length > hours * _SAME for n in count_of(match["n"], whole=True)):
                return match[0]
    return ""
