"""Whether a sentence limits how often something happens, or whether it ever does in a mission.

It does so by a rate, a level that is one, a share of missions, or a stretch of time.

A sentence on a demand, a moment or an average speaks of a probability of being failed, and of no such number.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.frequencies.occurrences import counted_failures, in_a_time, times_behind, whether_ever
from casegen.texts.numbers.integrity_levels import LEVELS, SIL, is_by_the_hour
from casegen.texts.numbers.named_rates import rate_named_before
from casegen.texts.numbers.stated import READ, Stated, stated
from casegen.texts.times.counted_units import directly_per, of_periods
from casegen.texts.times.exposure import Period, counted, counts_missions, periods
from casegen.texts.unavailability.moments import is_at_a_moment, is_of_a_demand, names_a_mean

_MISSIONS = compiled(r"missions?|missionen|einsatz(?:es)?|einsätzen?", re.I)
_PER_MISSION = compiled(
    r"\b(?:per|each|every|any|one|a|pro|je|jede[mr]|eine[mr])\s+(?:mission|einsatz)\b", re.I
)
_RARE_RATE = 0.01
"""per hour: a larger number without a relation is one of work, not of failures"""
_HALF = 0.5
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
    claimed = [n for n in stated(text) if n.what != "confidence" and not n.condition]
    numbers = [of_periods(n, text) if max(n.readings) < _HALF else n for n in claimed]
    shares = [n for n in numbers if n.what != "rate" and n.what not in LEVELS and n.side]
    on_demand = is_of_a_demand(text)
    momentary = on_demand or is_at_a_moment(text)
    rates = [n for n in numbers if n.what == "rate" and (n.side or _is_rare(n, text))]
    if rates and not (shares and momentary):
        named = rate_named_before(text[: rates[0].at])
        return f"{named} … {rates[0].quote}" if named and rates[0].quote[-1:].isdigit() else rates[0].quote
    levels = [n for n in numbers if n.what in LEVELS and (n.what != SIL or is_by_the_hour(text))]
    if levels and not (shares and all(n.attribute for n in levels)):
        return levels[0].quote
    if (words := counted_failures(text)) and not (shares and momentary):
        return words
    limits = _limits(text)
    if limits and (words := whether_ever(text, on_demand)):
        return words
    if momentary:
        return ""
    of_times = next((words for n in limits if (words := times_behind(text, n))), "")
    return of_times or _of_missions(text, numbers, lasting, hours) or _within_a_time(text)


def _limits(text: str) -> list[Stated]:
    """The probabilities of a text: behind *with* only where they have a relation."""
    return [n for n in stated(text) if n.what in ("share", "decimal") and (n.side or not n.condition)]


def _is_rare(number: Stated, text: str) -> bool:
    of_time = re.search(r"/|\b(?:per|pro|je)\b", number.quote) or rate_named_before(text[: number.at])
    return bool(of_time) and max(number.readings) < _RARE_RATE


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
    return per[0] if per is not None and not names_a_mean(text) else ""


def _within_a_time(text: str) -> str:
    """The stretch of time in which something happens with a probability that the text limits."""
    if not _limits(text) or names_a_mean(text):
        return ""
    behind, unit = directly_per(text)
    if unit == "time":
        return behind
    return next((one.quote for one in periods(text) if not one.of_mission), "") or in_a_time(text)
