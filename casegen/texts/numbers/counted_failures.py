"""Failures counted of occasions, of failures, or over a time, as descriptions say it: ``out of 1,000 missions 5``.

Texts of claims are read by :mod:`casegen.texts.numbers.stated`, which leaves less freedom of words: here only
sentences that speak of failing are read, in either order of the two numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.numbers.calendar_periods import HOUR_OF, UNIT, hours_of
from casegen.texts.numbers.counts import COUNT, NUMBER, ORDINAL, count_of, ordinal_of, plain
from casegen.texts.numbers.occasions import FAILURES, OCCASION, SINGLE

FAILURE = (
    rf"(?:[^\W\d_]+[\s-])?(?:{FAILURES}|ausfall|stopp|unfall|störung|versager[ns]?|breakdowns?|malfunctions?|defects?|misses|dropouts?|"
    r"trips|schäden|schadensfälle[n]?|pannen|aussetzer[ns]?|defekte[n]?)"
)
"""one failure, or several"""
FAILING = compiled(
    r"\b(?:fail\w*|lost|lose[s]?|stuck|stick[s]?|jam\w*|dr[oi]p\w*\s+out|broke\w*|break[s]?|missed|misses|wrong\w*|struck|strikes?|hit[s]?|"
    r"(?:go(?:es)?|went)\s+(?:down|out|too|with)|takes?\s+\w+\s+out|down|dead|cease\w*|stall\w*|trip[s]?|"
    r"versag\w*|fehl|schl[au]g\w*|cripple\w*|defeat\w*|propagat\w*|fällt|fallen|fiel\w*|klemm\w*|reißt|bricht|brach\w*|misslingt|misslang\w*|ausgefallen|ausfallen|verloren|trifft|treffen|lahm)\b|"
    rf"\b(?:{FAILURE})\b",
    re.I,
)
_MANY = rf"(?P<m>{COUNT})\s+(?:[^\W\d_]+[\s-]){{0,3}}?"
_OF = (
    r"(?:out\s+of|of|from|among|in|on|for|over|during|across|within|per|von|aus|bei|auf|unter|während|pro|je|"
    r"innerhalb\s+von)"
)
_WORDS = r"(?:(?!(?:and|und|but|aber)\b)[^\W\d_]+,?[\s-]+)"
_NOUN = rf"(?:(?P<failed>{FAILURE})|(?:(?:{HOUR_OF})\s+)?{UNIT}|(?:{OCCASION}|{SINGLE}))\b"
_ALL = (
    r"(?:(?:the|all|every|each|den|der|allen|insgesamt|last|past|first|letzten|ersten|just|about|some)\s+)*"
)
_FORWARD = compiled(rf"(?P<n>{COUNT})\s+(?P<what>{_WORDS}{{0,6}}?)(?:{_OF}|/)\s+{_ALL}{_MANY}{_NOUN}", re.I)
"""``three failures were seen over six hundred demands``"""
_BACKWARD = compiled(
    rf"\b{_OF}\s+{_ALL}{_MANY}{_NOUN},?\s+(?:(?!(?:of|von)\b)[^\W\d_]+,?\s+){{0,7}}?"
    rf"(?P<n>(?:an?|eine?[mnrs]?)(?=\s+(?:{FAILURE})\b)|(?!(?:an?|eine?[mnrs]?)\b){COUNT})(?=\s*(?:$|[.,;()])|\s+(?!of\b|in\b|von\b|hours?\b|%)[^\W\d_]+)",
    re.I,
)
"""``of 100 valve failures 8 involved both``"""
_LISTED = compiled(rf"{_MANY}{_NOUN}[,:]?\s+{_WORDS}{{0,3}}?(?P<n>{COUNT})\s+(?:{FAILURE})\b", re.I)
"""``2,000 trials, 5 failures``"""
_AFTER = compiled(
    rf"(?P<n>{COUNT})\s+(?:{FAILURE}|failed|fehlschläge)\s*[,/]\s*{_ALL}{_MANY}(?:{OCCASION}|{SINGLE})\b",
    re.I,
)
"""``5 failures, 2,000 trials``"""
_OF_WHICH = compiled(
    rf"{_MANY}{_NOUN}[^.;:]{{0,40}}?\b(?P<n>{COUNT})\s+of\s+(?:which|them|these)\b|"
    rf"(?P<k>{COUNT})\s+(?:{OCCASION})\b[^.;:]{{0,40}}?\bdavon\s+(?P<few>{COUNT})",
    re.I,
)
"""``4,000 operations were logged, 5 of which failed``"""
_RATE = compiled(
    rf"(?<![\w.,])(?P<n>{NUMBER})\s?(?:(?P<percent>%|percent\b|per\s+cent\b|prozent\b)|(?:{FAILURE})\b)(?:\s+(?:of\s+(?:them|all)|fail|ausfälle?))?\s+"
    rf"(?:an?|per|each|every|in\s+(?:an?|one|einem)|im|pro|je)\s+{UNIT}",
    re.I,
)
"""``0.04 failures a year``, ``4 % per year fail``"""
_BETWEEN = compiled(
    rf"(?P<m>{COUNT})\s?{UNIT}\s+(?:between|to|until|zwischen|bis\s+zum)\s+(?:two\s+|zwei\s+)?(?:{FAILURE})\b",
    re.I,
)
_NTH = compiled(
    rf"\b(?:every|each|jede[rnms]?)\s+(?P<m>{ORDINAL})\s+(?:[^\W\d_]+\s+)?(?:(?P<failed>{FAILURE})|{OCCASION}|{SINGLE})\b",
    re.I,
)
_ORDINAL = compiled(ORDINAL.replace(r"\.(?=\s)", r"\."), re.I)
_RECURRING = compiled(
    rf"(?:{FAILING.pattern})\s+{_WORDS}{{0,3}}?(?:every|each|alle)\s+(?P<m>{COUNT})\s+(?:(?:(?:{HOUR_OF})\s+)?{UNIT}|(?:{OCCASION})\b)|"
    rf"\b(?:every|each|alle)\s+(?P<k>{COUNT})\s+(?:(?:{HOUR_OF})\s+)?{UNIT.replace('unit', 'long')}\s+"
    rf"{_WORDS}{{0,3}}?(?:{FAILING.pattern})",
    re.I,
)
"""``fails every 57 years``"""
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10, "twelfth": 12,
          "fifteenth": 15, "sixteenth": 16, "twentieth": 20, "fiftieth": 50,
          "hälfte": 2, "drittel": 3, "viertel": 4, "fünftel": 5, "sechstel": 6, "achtel": 8, "zehntel": 10,
          "zwanzigstel": 20,
          "fünfzigstel": 50, "hundredth": 100, "hundertstel": 100, "thousandth": 1000, "tausendstel": 1000}  # fmt: skip
_PART = compiled(
    rf"\b(?P<n>an?|one|two|three|ein(?:e[mnrs]?)?|zwei|drei|die|the)\s+(?P<m>{'|'.join(_PARTS)})s?\s+(?:of|der|aller|von|dessen)\s+"
    rf"(?:(?:the|all|its|these|den|what|was)\s+)*(?:[^\W\d_]+\s+)?(?:(?P<failed>{FAILURE}|fails|ausfällt|versagt)|{OCCASION})\b",
    re.I,
)
_SUCCEEDING = (
    r"(?:worked|works|functioned|succeeded|passed|opened|closed|started|survived|held|funktionier\w+|gelang(?:en)?|"
    r"bestand(?:en)?)"
)
_WORKED = compiled(rf"\b{_SUCCEEDING}\b", re.I)
_FAILED = FAILING.pattern
_ANY = r"(?:(?!(?:and|und|but|aber|pages?|seiten)\b)[^\W\d_]+\s+)"
_OF_ANY = compiled(
    rf"(?P<n>{COUNT})\s+(?:out\s+of|of|in|von|aus)\s+{_ALL}(?P<m>{COUNT})\s+{_ANY}{{0,3}}?"
    rf"(?:(?P<good>{_SUCCEEDING}\b)|(?:{_FAILED}))",
    re.I,
)
"""``2 out of 90 failed``, ``98 of 100 locks worked``: whatever is counted"""
_ANY_OF = compiled(
    rf"\b(?:of|out\s+of|von|aus)\s+{_ALL}(?P<m>{COUNT})\s+{_ANY}{{1,2}}?(?:(?:{_FAILED})\s+)?(?P<n>(?!an?\b|eine?\b){COUNT})"
    rf"(?=\s+(?:(?:have|has|were|was|sind|ist)\s+)?(?:{_FAILED})|\W*$)",
    re.I,
)
"""``of 90 locks two jammed``"""
_FAILURES_OF = compiled(
    rf"(?P<n>{COUNT})\s+(?:{_FAILED})\s+(?:in|on|of|out\s+of|among|over|at|per|bei|an|auf|aus|von)\s+{_ALL}(?P<m>{COUNT})\s+"
    rf"(?!{UNIT.replace('?P<unit>', '?:')}|%)[^\W\d_]{{3,}}",
    re.I,
)
"""``2 jams on 90 locks``"""
_TRIPS = compiled(r"trips|fahrten", re.I)
_FAILURE_ALONE = compiled(rf"\b(?:{FAILURE})\b", re.I)
_MANY_THINGS = 10.0
"""of fewer, a count without an occasion is one of parts: ``2 of 4 pumps fail``"""
_REPEATED = compiled(
    r"\btest(?:ed|ing)\b|inspect|check|calibrat|replac|servic|maint|clean|renew|overhaul|geprüft|prüf(?:en|t|ung\s+alle)\b|wartung|gewartet|kalibr|ersetz|reinig|"
    r"tausch|kontroll",
    re.I,
)
_SENTENCE = compiled(r"[;:]\s|(?<!\d)[.]\s+(?=[^\W\d_])|$")
_PERCENT = 0.01
_MOST_WORDS = 60
"""of a sentence that is tried at length"""


@dataclass(frozen=True, slots=True)
class Counted:
    """``n`` of ``m`` as a sentence has it."""

    quote: str
    at: int
    value: float
    of: str
    """``occasions``, ``failures`` (a share of them) or ``hours`` (a rate)"""


@lru_cache(maxsize=MOST_TEXTS)
def counted(text: str) -> tuple[Counted, ...]:
    """What a description counts, of sentences that speak of failing; none is read twice.

    >>> [(c.value, c.of) for c in counted("Of 100 valve failures 8 involved both; 3 cameras over 600 missions")]
    [(0.08, 'failures')]
    """
    text = plain(text)
    read: list[Counted] = []
    for one in (one for at, sentence in _sentences(text) for one in _read(sentence, at)):
        if not overlaps(one, ((other.at, other.quote) for other in read)):
            read.append(one)
    return tuple(read)


def overlaps(one: Counted, others: Iterable[tuple[int, str]]) -> bool:
    """Whether a count is of what other quotes, by where they begin, say."""
    return any(at < one.at + len(one.quote) and one.at < at + len(quote) for at, quote in others)


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for end in _SENTENCE.finditer(text):
        sentence = text[at : end.start()]
        if (
            (FAILING.search(sentence) or _WORKED.search(sentence))
            and not _REPEATED.search(sentence)
            and len(sentence.split()) <= _MOST_WORDS
        ):
            yield at, sentence
        at = end.end()


def _read(sentence: str, start: int) -> Iterator[Counted]:
    for pattern in (
        _RATE,
        _BETWEEN,
        _BACKWARD,
        _FORWARD,
        _LISTED,
        _AFTER,
        _OF_WHICH,
        _NTH,
        _PART,
        _RECURRING,
    ):
        for match in pattern.finditer(sentence):
            for value, of in _value(match):
                yield Counted(match[0], start + match.start(), value, of)
    for pattern in (_OF_ANY, _ANY_OF, _FAILURES_OF):
        for match in pattern.finditer(sentence):
            few, many = _number(match["n"]), _number(match["m"])
            if many >= _MANY_THINGS and 0.0 < few < many:
                good = bool(match.groupdict().get("good"))
                yield Counted(
                    match[0], start + match.start(), (many - few if good else few) / many, "occasions"
                )


def _value(match: re.Match[str]) -> Iterator[tuple[float, str]]:
    groups = match.groupdict()
    if groups.get("what") and not groups.get("failed") and not FAILING.search(groups["what"]):
        return  # 3 cameras over 600 missions
    hours = hours_of(groups.get("unit") or groups.get("long"))
    many = _number(groups.get("m") or groups.get("k") or "1")
    few = _number(groups.get("n") or groups.get("few") or "1") * (_PERCENT if groups.get("percent") else 1.0)
    if not many or few <= 0.0:
        return
    if hours is not None:
        yield few / (many * hours), "hours"
    elif few < many:
        failed = groups.get("failed") or ""
        # trips of a vehicle, of which some failed; trips of a breaker are failures
        of_trips = _TRIPS.fullmatch(failed) and _FAILURE_ALONE.search(match[0].replace(failed, " "))
        yield few / many, "failures" if failed and not of_trips else "occasions"


def _number(text: str) -> float:
    low = text.casefold()
    if low in _PARTS:
        return float(_PARTS[low])
    if low in ("die", "the"):
        return 1.0
    return max(ordinal_of(text) if _ORDINAL.fullmatch(text) else count_of(text, whole=True), default=0.0)
