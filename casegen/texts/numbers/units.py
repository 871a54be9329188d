"""What a number is per: the nouns behind ``1 of 1,000 …`` and ``per …``, and which of them are another unit.

A noun is not looked up: whatever is counted is a noun.  Distances, amounts and frames are known as units of their own.
"""

from __future__ import annotations

import re
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.model.quantity import MeasureKind
from casegen.texts.numbers.counts import COUNT, plain
from casegen.texts.numbers.recurrences import WORK
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.numbers.total_first import total_first

_WORD = r"[^\W\d][^\W\d_-]*"
_LONG = r"(?:\d[\d.,]*[\s-]?[^\W\d]{1,12}[\s-](?:long\s+|lange[nrsm]?\s+)?)?"
"""``30-day`` before what is counted"""
_PHRASES = (
    compiled(
        rf"(?<![\w.,])(?:{COUNT})\s+(?:[^\W\d]+\s+){{0,2}}?(?:out\s+of|of|in|von|aus|per|pro|je|auf|every|each|alle|sur|su|de\s+cada)"
        rf"\s+(?:(?:an?|every|each|the|ein(?:e[rmn]?)?|den|der)\s+)?(?:{COUNT})\s+{_LONG}(?P<of>{_WORD}(?:\s+{_WORD}){{0,2}})",
        re.I,
    ),
    compiled(
        rf"(?:%|percent|per\s+cent|prozent|‰|promille|ppm)\s+(?:of\s+|der\s+|aller\s+|von\s+)?(?:(?:the|all|its|these)\s+)*{_LONG}"
        rf"(?P<of>{_WORD}(?:\s+{_WORD}){{0,2}})",
        re.I,
    ),
    compiled(
        rf"(?:^\W*(?:out\s+)?(?:of|in|von|auf|bei)|\b(?:per|every|each|alle|auf|je|pro))\s+(?:{COUNT})\s+{_LONG}"
        rf"(?P<of>{_WORD}(?:\s+{_WORD}){{0,2}})",
        re.I,
    ),
    compiled(
        rf"(?!(?<=\d\s)1\s?/\s?(?:min|s|sec)\b)(?:{COUNT})\s?(?:/\s?|(?:per|pro|je|for\s+each|in\s+(?:each|any|every))\s+){_LONG}(?P<of>{_WORD})",
        re.I,
    ),
    compiled(
        rf"\b(?:in|during|per|bei|während|pro|je|for|on)\s+(?:an?|one|any|each|every|eine[rmn]?|jede[rmn]?)\s+(?:single\s+)?"
        rf"(?P<of>{_WORD})(?=,?\s+(?:of|lasting|that\s+lasts|von|each)\s+(?:up\s+to\s+|about\s+|bis\s+zu\s+)?(?:\d|(?:{COUNT})\s))",
        re.I,
    ),
)
_STOP = compiled(
    r"of|with|that|which|in|on|at|by|for|from|and|or|but|per|lasting|each|is|are|ends?|to|the|an?|as|its?|if|when|while|where|"
    r"without|under|over|than|not|no|since|through|throughout|across|along|between|among|seit|ab|bis|während|durch|zwischen|does|do|has|have|can|will|may|must|until|after|before|during|within|once|twice|most|least|"
    r"von|mit|die|der|das|den|dem|auf|und|oder|bei|je|im|am|als|wenn|ist|sind|wird|endet|ohne|unter|nach|vor|aus|zu|einmal|"
    r"höchstens|mindestens|confidence|certainty|konfidenz|vertrauen\w*",
    re.I,
)
"""words behind what is counted"""
_OF_TIME = compiled(
    r"hours?|h|hrs?|days?|weeks?|fortnights?|months?|years?|decades?|centur(?:y|ies)|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|"
    r"jahrzehnte?n?|jahrhunderte?n?|period|interval|time|space|window|delay|deadline|warning|notice|zeitraum|frist|"
    r"million|thousand|hundred|billion|milliarden?|millionen|tausend|hundert|percent|cent|mille",
    re.I,
)
STRETCH = compiled(
    r"nights?|evenings?|mornings?|weekends?|shifts?|watches|seasons?|springs?|summers?|autumns?|winters?|terms?|semesters?|trimesters?|"
    r"moons?|lustr(?:um|a|ums)|generations?|life(?:time)?s|lives|careers?|eras?|epochs?|millenni(?:um|a|ums)|quarters?|"
    r"n[aä]chten?|schicht(?:en)?|saisons?|jahreszeit(?:en)?|sommern?|wintern?|semestern?|generation(?:en)?|lebensdauern?|leben",
    re.I,
)
"""times whose length their word does not say"""
_DAYS = compiled(r"days?|tage?n?", re.I)
_AGED = compiled(
    r"patients?|patienten|persons?|people|personen|children|kinder|men|women|adults?|users?|drivers?|passengers?|residents?",
    re.I,
)
"""``patients of 80 years``: an age"""
_OF_SPACE = compiled(
    r"km|kilomet(?:er|re)s?n?|m|met(?:er|re)s?n?|mi|miles?|meilen?|nm|nmi|feet|ft|yards?|yd|acres?|hectares?|hektar|"
    r"lit(?:er|re)s?n?|gallons?|tonn?e?n?s?|kg|kilograms?|kwh|mwh|gwh|minutes?|min|seconds?|sec|s|minuten|sekunden",
    re.I,
)
"""distances, areas, amounts and short times: units of their own"""
OF_SIZE = compiled(rf"^\s*(?:(?:per|pro|je)\s+)?(?:{_OF_SPACE.pattern}|h|hours?|stunden?)\b", re.I)
"""behind a number: it is one of a size, or per one"""
_OF_DATA = compiled(
    r"frames?|images?|pictures?|photos?|pixels?|bilder[n]?|einzelbilder[n]?|inputs?|eingaben?|samples?|stichproben|"
    r"data\s?points?|packets?|telegrams?|messages?|nachrichten|bits?|bytes?|lines?\s+of\s+code",
    re.I,
)
"""of which a mission has many"""
_PER_OTHER = compiled(
    rf"(?:{COUNT}|%)\s?(?:(?:out\s+of|of|in|von|aus|auf|per|pro|je|every|each|alle)\s+(?:(?:an?|every|each|ein(?:e[rmn]?)?)\s+)?(?:{COUNT})|"
    rf"per|pro|je|/|of(?:\s+(?:the|all))?|der|aller)\s*(?:(?!of\b){_WORD}\s+)?(?P<unit>(?:{_OF_SPACE.pattern})|(?:{_OF_DATA.pattern}))(?![\w-])",
    re.I,
)
_COUNTS = compiled(r"\b(?:of|in|von|aus|auf|der|aller)\b|%", re.I)
_OWN = {
    MeasureKind.PER_MISSION: r"missions?|missionen|einsatz|einsätzen?",
    MeasureKind.PER_DEMAND: r"demands?|requests?|anforderung(?:en)?|anfragen?",
    MeasureKind.FRACTION: r"inputs?|images?|pictures?|frames?|samples?|eingaben?|bilder[n]?|cases?|fällen?|rows?",
}


@lru_cache(maxsize=MOST_TEXTS)
def phrases(text: str) -> tuple[str, ...]:
    """What the numbers of a text are per, up to three words each, none twice.

    >>> phrases("It fails in at most 1 of 1,000 autonomous runs of 2,000 h")
    ('autonomous runs',)
    >>> phrases("It fails at most once per 1,000 km, with 1e-4 per run"), phrases("It stops within 2 s")
    (('km', 'run'), ())
    """
    result: dict[str, None] = {}
    for pattern in _PHRASES:
        for match in pattern.finditer(plain(total_first(text[:READ]))):
            words: list[str] = []
            for word in match["of"].split():
                if _STOP.fullmatch(word) or (words and _behind_german_noun(words[-1], word, match[0])):
                    break
                words.append(word)
            if words:
                result.setdefault(" ".join(words).casefold())
    return tuple(result)


_GERMAN = compiled(r"\b(?:von|aus|auf|der|aller|alle|je)\b", re.I)


def _behind_german_noun(noun: str, word: str, quote: str) -> bool:
    """Whether a word is not counted any more: ``bleibt in 1 von 1.000 Kurven offen``."""
    return noun[:1].isupper() and word[:1].islower() and _GERMAN.search(quote) is not None


def nouns(text: str) -> tuple[str, ...]:
    """Words that may be the noun that a number is per: how long one lasts is how long the number is for."""
    words = dict.fromkeys(word for phrase in phrases(text) for word in phrase.split())
    none = (_OF_TIME, _AGED, WORK)  # "every 6 months serviced"
    return tuple(w for w in words if len(w) > 2 and not any(form.fullmatch(w) for form in none))


def stem(noun: str) -> str:
    """A noun without its plural: ``runs`` and ``run``, ``batches`` and ``batch``, ``Fahrten`` and ``Fahrt``."""
    low = noun.casefold()
    for ending in ("ies", "es", "en", "s", "n", "e", "y"):
        if low.endswith(ending) and len(low) - len(ending) >= 2 and not low.endswith("ss"):
            return low[: -len(ending)]
    return low


def other_unit(text: str, kind: MeasureKind, subject: str) -> str:
    """The unit that a number is per although its requirement is per something else; empty where there is none.

    ``subject``: what the measure, its tree and the definitions say of a mission, a demand or an input.
    """
    if kind not in _OWN:
        return ""
    numbers = [n for n in stated(text) if n.what != "confidence"]
    claimed = [n for n in numbers if not n.condition]
    decisive = [n for n in claimed if n.side] or claimed
    for match in _PER_OTHER.finditer(plain(total_first(text[:READ]))):
        unit = match["unit"]
        each = decisive if _COUNTS.search(match[0]) else numbers  # "with at most 1e-3 per kilometre"
        of_it = any(n.at < match.end() and match.start() < n.at + len(n.quote) for n in each)
        known = _OF_DATA.fullmatch(unit) and kind is not MeasureKind.PER_MISSION
        if of_it and not known and not speaks_of(subject, unit):
            return unit
    return ""


def unknown(text: str, kind: MeasureKind, subject: str) -> tuple[str, ...]:
    """Phrases of what the numbers are per, of which neither the measure's kind nor its subject speaks."""
    if kind not in _OWN:
        return ()
    return tuple(
        phrase
        for phrase in phrases(text)
        if not any(
            _OF_TIME.fullmatch(word) or re.fullmatch(_OWN[kind], word, re.I) or speaks_of(subject, word)
            for word in phrase.split()
        )
    )


def stretches(text: str, kind: MeasureKind, subject: str) -> tuple[str, ...]:
    """Of what the numbers are per, a stretch of time: nothing says that a mission or a demand is one.

    Of days, a mission may be one, where the subject speaks of them.

    >>> stretches("At most 1 of 1,000 winters", MeasureKind.PER_MISSION, "doors of the hall")
    ('winters',)
    """
    days = (
        [p for p in phrases(text) if _DAYS.fullmatch(p.split()[-1])]
        if kind is MeasureKind.PER_MISSION
        else []
    )
    left = (
        p for p in days if not any(speaks_of(subject, word) for word in ("day", "daily", "Tag", "täglich"))
    )
    return (*left, *(p for p in unknown(text, kind, subject) if STRETCH.fullmatch(p.split()[-1])))


def speaks_of(subject: str, word: str) -> bool:
    """Whether a text has a word, in the singular or the plural."""
    return (
        re.search(rf"(?<![^\W\d_]){re.escape(stem(word))}[^\W\d]{{0,3}}(?![^\W\d])", subject, re.I)
        is not None
    )
