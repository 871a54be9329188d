"""Whether a sentence speaks of an average over time, as the probability of failure on demand of a SIL is one."""

from __future__ import annotations

import re
from itertools import pairwise

from casegen.model.expressions import compiled
from casegen.texts.counts import NUMBER
from casegen.texts.integrity_levels import SIL_WORDS, is_attribute, is_by_the_hour

_OF = (
    r"(?:probabilit(?:y|ies)|unavailabilit(?:y|ies)|value|frequency|wahrscheinlichkeit\w*|nichtverfügbarkeit|"
    r"unverfügbarkeit|ausfallwahrscheinlichkeit|versagenswahrscheinlichkeit|häufigkeit)"
)
_AVERAGE = compiled(
    r"(?i)\bon\s+(?:the\s+)?average\b|\baveraged\s+over\b|"
    rf"\b(?:average|mean|(?:time[\s-])?averaged|mittlere[rnms]?|durchschnittliche[rnms]?|gemittelte[rnms]?)\s+(?:\w+\s+)?{_OF}\b|"
    r"\bPFD(?:[\s_]?avg)?\b(?!\s?\()|\bim\s+(?:zeitlichen\s+)?(?:Mittel|Durchschnitt)\b|\bgemittelt\b"
)
_ANY_TIME = compiled(
    r"(?i)\bat\s+(?:any|all|every|each)\s+(?:\w+\s+)?(?:times?|moments?|instants?|points?)\b|\bworst[\s-](?:time|case|moment|instant)\b|"
    rf"\b(?:maximum|maximal|largest|highest|greatest|peak|instantaneous|momentary|maximale[rnms]?|größte[rnms]?|höchste[rnms]?|"
    rf"momentane[rnms]?)\s+(?:\w+\s+)?(?:PFD\b|{_OF}\b)|\bPFD\s?\(t\)|\bzu\s+jede[rm]\s+(?:Zeit|Zeitpunkt)\b|\bjederzeit\b"
)
"""the worst time is meant, whatever else is said of an average"""
_DENIED = compiled(
    r"(?i)\b(?:not|nicht|kein\w*|rather\s+than|instead\s+of|statt)\s+(?:(?:only|just|merely|nur|bloß|the|der|die|das|a)\s+)*$"
)
_LIMIT = compiled(
    r"(?i)\b(?:at\s+most|(?:no|not)\s+more\s+than|less\s+than|fewer\s+than|below|up\s+to|exceeds?|höchstens|maximal|weniger\s+als|nicht\s+mehr\s+als)\b|[<≤]"
)
_CLAUSES = compiled(r"(?<!\d)[,;]|[,;](?!\d)")
_CONTINUES = compiled(r"(?i)\s*(?:is|are|was|were|stays?|remains?|lies|ist|sind|liegt|bleibt|beträgt)\b")
"""a clause that goes on with what was said before an insertion"""
_ADDED = compiled(
    rf"\s*(?:{_LIMIT.pattern.removeprefix('(?i)')})\s*{NUMBER}(?:\s?%)?(?:\s+(?:of|in|per|pro|je|von|aller)\s+(?:the\s+|all\s+)?[\w.,]+){{0,2}}"
    r"(?:\s+[^\W\d]+)?\s*[.,;]?\s*$",
    re.I,
)
"""a clause that is nothing but the limit: ``rare on average, at most 5e-4 per mission``"""
_ALONE = compiled(
    rf"(?i)\s*(?:and\s+|und\s+)?(?:{_AVERAGE.pattern.removeprefix('(?i)')})"
    r"(?:(?:(?<=over)|\s+(?:over|of|über|je))\s+[^\d,;]*(?:\d[\d,. ]*\s*\w+)?)?\s*[.,;]?\s*$"
)
"""a clause that is nothing but the average"""
_BESIDE = compiled(
    r"(?i)\b(?:although|though|because|since|while|where|whose|which|that|with|as|if|obwohl|weil|während|dessen|deren|wobei|mit|da)\b"
)


def is_on_average(text: str) -> bool:
    """Whether what the sentence limits is an average over the mission: by its words, or by a SIL that is not per hour.

    Not where it speaks of any time or of a largest probability, where the average is denied, or where it is that of
    something else, in another clause than the limit.

    >>> is_on_average("It fails with 1 % on average"), is_on_average("The stop meets SIL 2"), is_on_average("It fails")
    (True, True, False)
    >>> is_on_average("With on average 3 tests a year, it fails in at most 1 of 5,000 missions")
    False
    """
    if _ANY_TIME.search(text):
        return False
    limits = [m.start() for m in _LIMIT.finditer(text)]
    clauses = _clauses(text)
    for said in _AVERAGE.finditer(text):
        if _DENIED.search(text[: said.start()]):
            continue
        own = next(span for span in clauses if span[0] <= said.start() < span[1])
        if (
            not limits
            or _ALONE.match(text[own[0] : own[1]])
            or any(_is_of(at, own, clauses, text) for at in limits)
        ):
            return True
    return not is_by_the_hour(text) and any(
        not is_attribute(text[level.end() :])
        and (not limits or level.start() < limits[0])
        and not _BESIDE.search(text[_begin(level.start(), clauses) : level.start()])
        for level in SIL_WORDS.finditer(text)
    )


def _clauses(text: str) -> list[tuple[int, int]]:
    cuts = [0, *(m.end() for m in _CLAUSES.finditer(text)), len(text) + 1]
    return list(pairwise(cuts))


def _begin(at: int, clauses: list[tuple[int, int]]) -> int:
    return next(begin for begin, end in clauses if begin <= at < end)


def _is_of(at: int, own: tuple[int, int], clauses: list[tuple[int, int]], text: str) -> bool:
    """Whether the limit at a place is one of the clause ``own``: in it, added to it, or where the first goes on."""
    if own[0] <= at < own[1]:
        return True
    begin, end = next(span for span in clauses if span[0] <= at < span[1])
    if begin == own[1] and _ADDED.match(text[begin:end]):
        return True
    return own == clauses[0] and _CONTINUES.match(text[begin:]) is not None
