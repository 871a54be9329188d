"""Shares of the time that something is in a state: ``down for at most 2 % of the time``, ``for at most 18 days a year``.

That they stand behind *for* makes no circumstance of them: what is down so long is what the sentence limits.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import PERIOD, hours_of
from casegen.texts.numbers.counts import COUNT, count_of
from casegen.texts.numbers.number_relations import LOWER, UPPER

_RELATION = rf"(?:(?:{UPPER}|{LOWER}|only|nur|about|etwa|rund)\s*){{0,2}}"
DOWN = (
    r"(?:(?:un-?)?available|not\s+(?:available|ready|operational|operable|working|running|in\s+(?:service|operation))|down|up|"
    r"out\s+of\s+(?:service|order|action|operation)|in\s+(?:service|operation)|(?:in)?operative|inoperable|operational|failed|"
    r"ready|lost|off-?line)"
)
DOWN_IN_GERMAN = (
    r"(?:ausgefallen|(?:un|nicht\s+)?verfügbar|(?:nicht\s+)?(?:betriebs|einsatz)?bereit|nicht\s+(?:in\s+betrieb|betriebsfähig)|"
    r"außer\s+(?:betrieb|funktion)|gestört|in\s+betrieb|still)"
)
"""states that something is in, in English and German"""
_IS = r"(?:is|are|remains?|stays?|be|been|ist|sind|bleibt|bleiben|steht|stehen)"
_IN_STATE = compiled(
    rf"\b{_IS}\s+(?:[a-z]+\s+)??(?:{DOWN}\s+(?:(?:for|during)\s+)?|(?P<german>)(?:(?:für|während|an)\s+)?){_RELATION}$|"
    rf"\b(?:{_IS}\s+(?:[a-z]+\s+)??without\s+(?:[a-z]+\s+){{1,2}}|do(?:es)?\s+not\s+(?:[a-z]+\s+){{1,3}}?)(?:for|during)\s+{_RELATION}$",
    re.I,
)
_STATE_BEHIND = compiled(rf"[^.,;:]*?\b{DOWN_IN_GERMAN}\b", re.I)
_ASIDE = compiled(
    r"\b(?:that|which|who|whose|when(?:ever)?|while|if|where|although|because|unless|wenn|falls|während\s+de[rs]|weil|obwohl)\b|"
    r",\s*(?:die|der|das|welche[rs]?)\b",
    re.I,
)
_CLAUSE = compiled(r"[;:]|[.,]\s")
_TIME = r"(?:operating\s+|operational\s+|service\s+|mission\s+|total\s+|whole\s+|betriebs)?(?:time|zeit)"
_OF_TIME = compiled(
    rf"\s*(?:of\s+(?:(?:the|its|their|all)\s+)?|de[rs]\s+|ihrer\s+|seiner\s+){_TIME}\b(?!\s+(?:of|between|to|zwischen)\b)",
    re.I,
)
_MONTH, _MONTH_OF_30_DAYS = 730.0, 720.0
"""hours"""
_MINUTES = {"m": 1.0 / 60.0, "s": 1.0 / 3600.0}
OF_PERIOD = compiled(
    rf"(?<![\w.,])(?P<n>{COUNT})[\s-]?(?P<unit>seconds?|sekunden?|minutes?|minuten?|min|hours?|h|stunden?|days?|tagen?|weeks?|wochen?)\s+"
    rf"(?:an?|per|each|every|in\s+(?:an?|each|every|the)|of\s+(?:the|each|every|an?)|im|am|in\s+der|pro|je|"
    rf"(?:in|per|of|out\s+of|von|aus|auf|pro|je)\s+(?P<m>{COUNT}))\s+(?P<of>{PERIOD})\b",
    re.I,
)
"""``18 days a year``, ``20 days in 1000 days``; a share where it is how long something is in a state"""
LASTING = compiled(
    r"(?<![\w.,])(?P<n>"
    + COUNT
    + r")[\s-]?(?P<unit>seconds?|sekunden?|minutes?|minuten?|min|hours?|h|stunden?|days?|tagen?|weeks?|wochen?)"
    r"(?![\w-])(?!\s+(?:an?|per|each|every|in|of|im|am|pro|je)\b)",
    re.I,
)
"""a time, as of ``the annual downtime is at most 180 hours``"""
DOWNTIME = (
    r"(?:(?P<each>annual|yearly|monthly|weekly|daily|(?:jähr|monat|wöchent|täg)lich)(?:e[nrms]?)?\s+)?(?:[^\W\d]+\s+)?"
    r"(?:(?:down|dead|outage)-?\s?times?|\w*(?:ausfall|still?stands?)zeit(?:en)?)"
)
NAMES_DOWNTIME = compiled(DOWNTIME, re.I)
_OF_DOWNTIME = compiled(
    rf"\b{DOWNTIME}\b(?:(?!\b(?:and|or|but|which|that|und|oder|aber)\b)[^.;:,\d]){{0,60}}?{_RELATION}$", re.I
)
_EACH = {"annual": 8760.0, "yearly": 8760.0, "jähr": 8760.0, "month": _MONTH, "monat": _MONTH, "week": 168.0,
         "wöchent": 168.0, "daily": 24.0, "täg": 24.0}  # fmt: skip
"""hours by the adjective of a downtime"""


def is_share_of_time(before: str, after: str) -> bool:
    """Whether a share between two parts of a sentence is of the time that its subject is in a state.

    >>> is_share_of_time("It is down for at most ", " of the time")
    True
    >>> is_share_of_time("Overloaded for at most ", " of the time, it fails")
    False
    """
    return _OF_TIME.match(after) is not None and is_in_state(before, after)


def is_in_state(before: str, after: str) -> bool:
    """Whether what stands between two parts of a sentence is how long its subject is in a state; English and German.

    >>> is_in_state("It is unavailable for at most ", ""), is_in_state("A pump that is down for at most ", " fails")
    (True, False)
    >>> is_in_state("Sie ist für höchstens ", " ausgefallen")
    True
    """
    clause = _CLAUSE.split(before)[-1]
    match = _IN_STATE.search(clause)
    if match is None or _ASIDE.search(before):
        return False
    return match["german"] is None or _STATE_BEHIND.match(after) is not None


def share_of_period(match: re.Match[str], before: str, after: str) -> tuple[float, ...]:
    """The shares that a match of :data:`OF_PERIOD` may mean; none where it is not how long something is in a state.

    >>> text = "It is down for at most 73 hours a year"
    >>> match = OF_PERIOD.search(text)
    >>> [round(n, 5) for n in share_of_period(match, text[: match.start()], "")]
    [0.00833]
    """
    hours = hours_of(match["of"])
    if not hours or not (is_in_state(before, after) or _OF_DOWNTIME.search(before)):
        return ()
    lengths = (hours, _MONTH_OF_30_DAYS) if hours == _MONTH else (hours,)
    many = count_of(match["m"], whole=True) if match["m"] else (1.0,)
    return tuple(share for one in lengths for m in many for share in _shares(match, m * one))


def is_duration(quote: str) -> bool:
    """Whether a share is stated as how long in a time, or as how long alone: ``18 days a year``, ``175 hours``.

    >>> is_duration("18 days a year"), is_duration("98 of 100 years")
    (True, False)
    """
    return any(form.fullmatch(quote) for form in (OF_PERIOD, LASTING))


def share_of_named_period(match: re.Match[str], before: str) -> tuple[float, ...]:
    """The shares that a match of :data:`LASTING` may mean, where the sentence is of the downtime in a period; else none.

    >>> text = "The annual downtime is at most 73 hours"
    >>> match = LASTING.search(text)
    >>> [round(n, 5) for n in share_of_named_period(match, text[: match.start()])]
    [0.00833]
    """
    period = _OF_DOWNTIME.search(before)
    each = period["each"] if period is not None else None
    hours = next((h for stem, h in _EACH.items() if each.casefold().startswith(stem)), 0.0) if each else 0.0
    return _shares(match, hours) if hours else ()


def _shares(match: re.Match[str], hours: float) -> tuple[float, ...]:
    """Shares of a time [h] that a number of a unit of time may mean."""
    unit = hours_of(match["unit"]) or _MINUTES[match["unit"][0].casefold()]
    return tuple(n * unit / hours for n in count_of(match["n"]) if n * unit <= hours)
