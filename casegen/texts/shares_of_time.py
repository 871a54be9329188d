"""Shares of the time that something is in a state: ``down for at most 2 % of the time``, ``for at most 18 days a year``.

That they stand behind *for* makes no circumstance of them: what is down so long is what the sentence limits.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.calendar_periods import PERIOD, hours_of
from casegen.texts.counts import COUNT, count_of
from casegen.texts.number_relations import LOWER, UPPER

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
    rf"(?:an?|per|each|every|in\s+(?:an?|each|every|the)|of\s+(?:the|each|every|an?)|im|am|in\s+der|pro|je)\s+(?P<of>{PERIOD})\b",
    re.I,
)
"""``18 days a year``; a share where it is how long something is in a state"""


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
    unit = hours_of(match["unit"]) or _MINUTES.get(match["unit"][0].casefold())
    if not hours or not unit or not is_in_state(before, after):
        return ()
    lengths = (hours, _MONTH_OF_30_DAYS) if hours == _MONTH else (hours,)
    return tuple(n * unit / one for one in lengths for n in count_of(match["n"]) if n * unit <= one)
