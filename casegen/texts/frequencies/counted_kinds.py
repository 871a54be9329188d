"""What kind of missions, demands or stretches of time a number counts: ``rainy days``, ``double missions``.

Nouns that count are known, what may stand before them is not: words are listed that leave one of them what it is.
Whatever else stands there is another unit (``reactor years``), a part of them (``rainy days``) or several.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import HOUR_OF, hours_of_word
from casegen.texts.numbers.counted_periods import NO_KIND, OF_ALL, PERIODS
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.times.exposure import periods

_COUNTED = (
    rf"(?:[^\W\d_]+-)*(?:missions?|demands?|shifts?|{PERIODS}|"
    r"[^\W\d]*(?:missionen|einsätzen|anforderung(?:en)?|schichten))"
)
_PER_ONE = (
    r"(?:per|pro|je|(?:in|during|for|bei|während)\s+(?=(?:an?|one|each|every|any|eine[rmn]?|jede[rmns]?)\s))\s+"
    r"(?:(?:an?|one|each|every|any|eine[rmn]?|jede[rmns]?)\s+)?"
)
_BEHIND = compiled(
    rf"\s*(?:{_PER_ONE}|{OF_ALL})"
    rf"(?P<kind>(?:{NO_KIND}[^\W\d_]+(?:-[^\W\d_]+)*,?\s+(?:(?:of|von)\s+(?:the\s+)?)?){{0,4}}?)(?P<noun>{_COUNTED})(?![\w-])",
    re.I,
)
_MORE = """
double twin triple treble quadruple paired multiple consecutive successive combined linked joined back-to-back long longer
extended prolonged doppelten doppelte dreifachen mehrfachen langen längeren verlängerten aufeinanderfolgenden verbundenen
"""
_HARMLESS = """
mission demand whole full entire single given individual separate independent similar comparable equal identical normal
ordinary regular usual typical standard nominal planned scheduled actual real true genuine valid future further new
different other random randomly chosen possible average mean autonomous safety process emergency protection protective
trip shutdown calendar operational operating service duty working commanded required requested such received incoming
arising occurring correct legitimate justified own consumer customer field practical daily
ganzen ganzer vollen einzelnen gegebenen unabhängigen gleichen gleichartigen ähnlichen vergleichbaren normalen
gewöhnlichen üblichen typischen geplanten tatsächlichen echten wirklichen gültigen künftigen weiteren neuen anderen
zufälligen möglichen autonomen berechtigten betrieblichen auftretenden eingehenden solchen
"""
_PLAIN = frozenset((*_HARMLESS.split(), *HOUR_OF.split("|"))) - {"consecutive", "successive"}
_SEVERAL = frozenset(_MORE.split())
_PREFIX = compiled(
    r"(?P<of>[^\W\d_]*?)-?(?:missions?|demands?|missionen|einsätzen|anforderung(?:en)?|shifts?|schichten|days|tagen|nights|n[aä]chten|hours|stunden|weeks|wochen|months|monaten?|years|jahren?)$",
    re.I,
)
_PLAIN_PREFIX = compiled(
    r"(?:(?:kalender|betriebs|arbeits|werk|dienst|flug|fahr|nutzungs|sicherheits|schutz|not|prozess|brems|start|stopp|halte|abschalt|"
    r"einsatz|test|prüf)s?)?",
    re.I,
)
_SHARE = ("share", "decimal", "rate")


def other_kinds(text: str, subject: str) -> tuple[str, ...]:
    """What the numbers of a text count, with words that may make a mission, demand or stretch of time another one.

    ``subject``: what the case says of missions and demands: words that it has are of them.

    >>> other_kinds("It stops in at most 1 of 1,000 double missions", "missions of a day")
    ('double missions',)
    >>> other_kinds("It stops in at most 1 of 1,000 planned missions", ""), other_kinds("in 0.1 % of the rainy days", "")
    ((), ('rainy days',))
    """
    text = text[:READ]
    result: dict[str, None] = {}
    for number in stated(text):
        if number.what not in _SHARE or (number.condition and number.what != "share"):
            continue
        match = _BEHIND.match(text, number.at + len(number.quote))
        if match is None or (_says_how_long(match, text) and not _SEVERAL & _words(match)):
            continue
        if _is_other(match, subject):
            result.setdefault(f"{match['kind']}{match['noun']}")
    return tuple(result)


def _words(match: re.Match[str]) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", match["kind"].casefold()))


def _says_how_long(match: re.Match[str], text: str) -> bool:
    """Whether the text says beside what is counted how long one lasts: ``multi-day missions``, ``shifts of 8 h``."""
    quotes = (period.quote for period in periods(text) if period.of_mission)
    starts = ((text.find(quote), len(quote)) for quote in quotes)
    return any(0 <= at < match.end() and match.start("kind") < at + length for at, length in starts)


def _is_other(match: re.Match[str], subject: str) -> bool:
    said, noun = subject.casefold(), match["noun"].casefold()
    words = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", match["kind"].casefold())
    if any(word in _SEVERAL for word in words):
        return f"{' '.join(words)} {noun.rstrip('s')}" not in " ".join(said.split())
    prefix = _PREFIX.match(noun)
    before = prefix["of"] if prefix is not None else ""
    known = (
        bool(_PLAIN_PREFIX.fullmatch(before))
        or noun.rstrip("s") in said
        or (len(before) > 2 and hours_of_word(noun))
    )
    return not known or any(word not in _PLAIN and not _speaks_of(said, word) for word in words)


def _speaks_of(said: str, word: str) -> bool:
    """Whether a text has a word, or one that begins with all of it but its ending."""
    begin = word if len(word) < 5 else word[: max(4, len(word) - 2)]
    return re.search(rf"(?<![^\W\d_]){re.escape(begin)}", said) is not None
