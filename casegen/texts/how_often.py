"""Whether a sentence limits how often something happens, or whether it ever does in a mission.

It does so by a rate, a level that is one, a share of missions, or a stretch of time.

A sentence on a demand, a moment or an average speaks of a probability of being failed, and of no such number.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.counted_units import directly_per, of_periods
from casegen.texts.integrity_levels import LEVELS, SIL, is_by_the_hour
from casegen.texts.numbers import READ, Stated, stated
from casegen.texts.times import Period, counted, counts_missions, periods

_MOMENT = compiled(
    r"(?<!high )(?<!high-)\bdemand(?:s|ed)?\b(?!\s+mode)|\brequests?\b|\blow[\s-]demand\b|"
    r"\b(?:when(?:ever)?|if|as)\s+(?:it\s+is\s+|they\s+are\s+)?(?:needed|required|called|demanded|requested|asked)\b|"
    r"\b(?:is|are|be|being|stands?|lies?)\s+(?:found\s+)?(?:failed|unavailable|defective|faulty|broken|down|stuck|out\s+of\s+(?:service|order))\b|"
    r"\bun-?availab\w+|\b(?:is|are|not)\s+available\b|\bpfd\w*|\bmoments?\b|"
    r"\bat\s+(?:any|every|each|no|one|a|some|all)\s+(?:given\s+|single\s+)?(?:times?|instants?|points?)\b|"
    r"\bAnforderung(?:en|sfall|s?wahrscheinlichkeit)?\b|\b(?:wenn|falls|sobald|sofern)\b[^.;]{0,60}\b(?:gebraucht|benötigt|nötig|"
    r"gefordert|angefordert|verlangt|erforderlich)\b|\bim\s+(?:Bedarfs|Anforderungs)fall\b|\bbei\s+Bedarf\b|\b(?:unverfügbar|"
    r"nichtverfügbarkeit)\w*|\bnicht\s+verfügbar\b|\b(?:ist|sind)\b[^.;]{0,60}\b(?:defekt|gestört|verfügbar)\b|"
    r"\bzu\s+(?:jede[mr]|eine[mr]|keine[mr])\s+(?:zeitpunkt|zeit)\b|\bjederzeit\b",
    re.I,
)
"""``on demand``, ``when needed``, ``is unavailable``, ``at any moment``; not ``high demand mode``"""
_MEAN = compiled(
    r"\b(?:mean|average|averaged)\b|\bim\s+(?:zeitlichen\s+)?(?:mittel|durchschnitt)\b|\b(?:mittlere|durchschnittliche|gemittelte)\w*",
    re.I,
)
_MISSIONS = compiled(r"missions?|missionen|einsatz(?:es)?|einsätzen?", re.I)
_PER_MISSION = compiled(
    r"\b(?:per|each|every|any|one|a|pro|je|jede[mr]|eine[mr])\s+(?:mission|einsatz)\b", re.I
)
_RARE_RATE = 0.01
"""per hour: a larger number without a relation is one of work, not of failures"""
_SAME_TIME = 0.05
"""share by which a mission and the time that a text names may differ and be one"""


def words_of_how_often(text: str, lasting: tuple[Period, ...] = (), hours: float | None = None) -> str:
    """The words by which a sentence limits how often something happens, or that it does in a time; else empty.

    ``lasting``: what the texts beside it say that a mission lasts; ``hours``: how long it does [h].

    >>> words_of_how_often("It fails to close at most once a year"), words_of_how_often("It meets PL d")
    ('once a year', 'PL d')
    >>> words_of_how_often("It fails in at most 2 of 100 missions")
    '2 of 100 missions'
    >>> words_of_how_often("It is failed in at most 2 of 100 missions"), words_of_how_often("It meets SIL 2")
    ('', '')
    """
    text = text[:READ]
    numbers = [of_periods(n, text) for n in stated(text) if n.what != "confidence" and not n.condition]
    shares = [n for n in numbers if n.what != "rate" and n.what not in LEVELS and n.side]
    momentary = _MOMENT.search(text) is not None
    rates = [n for n in numbers if n.what == "rate" and (n.side or _is_rare(n))]
    if rates and not (shares and momentary):
        return rates[0].quote
    levels = [n for n in numbers if n.what in LEVELS and (n.what != SIL or is_by_the_hour(text))]
    if levels and not (shares and all(n.attribute for n in levels)):
        return levels[0].quote
    if momentary:
        return ""
    return _of_missions(text, numbers, lasting, hours) or _within_a_time(text)


def _is_rare(number: Stated) -> bool:
    return re.search(r"/|\b(?:per|pro|je)\b", number.quote) is not None and max(number.readings) < _RARE_RATE


def _of_missions(text: str, numbers: list[Stated], lasting: tuple[Period, ...], hours: float | None) -> str:
    """The share of missions that a text states, or the probability for one."""
    noun, (behind, unit) = counted(text), directly_per(text)
    if unit == "missions":
        return behind
    named = _MISSIONS.fullmatch(noun) is not None
    if not named and counts_missions(text):
        named = any(hours and abs(one.hours - hours) <= _SAME_TIME * hours for one in lasting)
    if named:
        share = next((n for n in numbers if n.what == "share"), None)
        end = text.casefold().find(noun, share.at) if share is not None else -1
        return text[share.at : end + len(noun)] if share is not None and end > 0 else noun
    per = _PER_MISSION.search(text)
    return per[0] if per is not None and not _MEAN.search(text) else ""


def _within_a_time(text: str) -> str:
    """The stretch of time in which something happens with a probability that the text limits."""
    limited = any(n.what in ("share", "decimal") and n.side for n in stated(text))
    if not limited or _MEAN.search(text):
        return ""
    behind, unit = directly_per(text)
    if unit == "time":
        return behind
    return next((one.quote for one in periods(text) if not one.of_mission), "")
