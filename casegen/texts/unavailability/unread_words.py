"""Words of a sentence on an unavailability of which no rule knows what they say of its number.

What is known is taken out: the forms of such a sentence, its number, the words of its subject, and words that change
nothing (articles, verbs of probability, adjectives of the field as of IEC 60050-192, standards).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import PERIOD
from casegen.texts.numbers.counts import COUNT
from casegen.texts.numbers.number_relations import LOWER, UPPER
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.unavailability.moments import is_of_a_demand, is_of_an_action
from casegen.texts.unavailability.plain_words import CHANGES_NOTHING

_LASTING = frozenset(("stay", "stays", "remain", "remains", "keep", "keeps", "kept", "bleibt", "bleiben"))
_STATE_NOUN = compiled(
    r"availabilit(?:y|ies)\b|\bPFD\w*|verfügbarkeit\b|\bprobability\s+of\b|\bausfallwahrscheinlichkeit", re.I
)
"""of which it may be said that it stays below a limit; of the thing itself it would be said that it lasts"""
_COUNTED_EVENTS = frozenset(
    """
    failures outages stops trips breakdowns interruptions stoppages shutdowns standstills incidents losses accidents
    malfunctions ausfälle ausfällen störungen unterbrechungen stillstände stillständen
    """.casefold().split()
)
"""asked about beside a state or a mean, though the tree names them; on demand they are what it is about"""
_WORD = compiled(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SIDE = compiled(rf"(?<![^\W\d_])(?:{LOWER}|{UPPER})(?![^\W\d_])", re.I)
_COUNTED = compiled(rf"(?<![\w.,])(?:{COUNT})(?![\w])", re.I)
_CITED = compiled(r"\b(?:IEC|ISO|EN|DIN|VDI|VDE|IEEE|ANSI|ISA|API|NIST|NASA|MIL)[-/\s][\w./: -]*\d", re.I)
_CONDITION = compiled(
    r"\b(?:when(?:ever)?|if|as|once)\s+(?:the|an?|its|their)\s+(?:[\w-]+\s+){1,3}?(?:trips|stops|fails|breaks|leaks|overheats|opens|closes|comes|arrives)\b|"
    r"\bin\s+(?:the\s+)?case\s+of\s+(?:an?\s+)?(?!need\b)[\w-]+|\bfire\b|\b(?:prüf|test|wartungs|inspektions)\w*intervall\w*\s+von\s+(?:[\d.,]+|\w+)\s+\w+",
    re.I,
)
"""on what occasion it is asked for, and how often it is tested"""
_SO_LONG = compiled(
    rf"(?<![\w.,])(?:{COUNT}|an?)\s+(?:seconds?|minutes?|min|{PERIOD}|sekunden?|minuten?)\b", re.I
)
"""how long it takes to answer a demand, or is down"""
_IS_DOWNTIME = compiled(
    r"\b(?:dead|down|up)-?\s?times?\b|\b\w*(?:ausfall|still?stands?|tot)zeit(?:en)?\b", re.I
)
_ENGLISH = compiled(r"\b(?:the|an?|is|are|of|at|on|with|and|does|not|its?|by|from|to)\b", re.I)
_GERMAN = compiled(
    r"\b(?:der|die|das|den|dem|des|eine?[nmrs]?|ist|sind|mit|und|nicht|bei|von|zu|aus|kein\w*|wird|werden)\b",
    re.I,
)
_SHORT = 2
"""letters of what is taken for a letter or a unit"""
_LONG = 4
"""letters of a stem from which a word is taken for a part of a compound: *Pumpe* in *Kühlpumpe*"""


def words_left(text: str, known: Iterable[str], forms: Iterable[re.Pattern[str]] = ()) -> tuple[str, ...]:
    """The words of a sentence that are none of its forms, its number, its subject, or plain; in its order.

    ``known``: texts whose words are those of the subject; ``forms``: what is taken out first.

    >>> words_left("The pump is available nonstop with a probability of at least 98 %", ["The pump stops"])
    ('nonstop',)
    >>> words_left("The pump is unavailable at any time with at most 2 %", ["The pump stops"])
    ()
    """
    rest = text[:READ]
    long = (_SO_LONG,) if is_of_a_demand(text) or _IS_DOWNTIME.search(text) else ()
    for form in (_CITED, *forms, _CONDITION, *long):
        rest = form.sub(" · ", rest)
    for number in sorted(stated(rest), key=lambda n: -n.at):
        rest = f"{rest[: number.at]} · {rest[number.at + len(number.quote) :]}"
    for form in (_SIDE, _COUNTED):
        rest = form.sub(" · ", rest)
    subject = {word for one in known for word in _words(one)}
    plain = set() if is_of_a_demand(text) or is_of_an_action(text) else set(_COUNTED_EVENTS)
    plain = plain if _STATE_NOUN.search(text) else plain | _LASTING
    words = [match[0] for match in _WORD.finditer(rest)]
    return tuple(
        dict.fromkeys(one for one in words if one.casefold() in plain or not _is_known(one, subject))
    )


def in_another_language(text: str, known: Iterable[str]) -> bool:
    """Whether a sentence is in English or German, and those on its subject are all in the other one.

    >>> in_another_language("Die Pumpe ist mit 2 % nicht bereit", ["The pump stops", "Pump 1"])
    True
    >>> in_another_language("Die Pumpe ist mit 2 % nicht bereit", ["The pump stops", "Die Pumpe fällt aus"])
    False
    """
    own, others = _language(text), {_language(one) for one in known} - {""}
    return bool(own and others) and own not in others


def _language(text: str) -> str:
    english, german = (len(pattern.findall(text[:READ])) for pattern in (_ENGLISH, _GERMAN))
    return "" if english == german else "en" if english > german else "de"


def _words(text: str) -> set[str]:
    return {part for match in _WORD.finditer(text[:READ]) for part in _parts(match[0])}


def _parts(word: str) -> tuple[str, ...]:
    """A word and the parts of it that a hyphen joins, by their stems."""
    low = word.casefold()
    return tuple(_stem(one) for one in (low, *low.split("-")))


def _stem(word: str) -> str:
    bare = re.sub(r"(?<=\w{3})(?:ing|ed|es|en|er|em|et|n|s|e|t)$", "", word)
    return re.sub(r"ie$|y$", "i", bare)


def _is_known(word: str, subject: set[str]) -> bool:
    low = word.casefold()
    if len(low) <= _SHORT or low in CHANGES_NOTHING or low in _LASTING or word.isupper():
        return True
    if all(part in CHANGES_NOTHING or len(part) <= _SHORT for part in low.split("-")):
        return True
    whole, *parts = _parts(word)
    if any(one in subject for one in (whole, *parts[1:])):
        return True
    return word[0].isupper() and len(whole) >= _LONG and any(_is_compound(whole, one) for one in subject)


def _is_compound(word: str, other: str) -> bool:
    """Whether one word is the end of another one: *Pumpe* of *Kühlpumpe*; German nouns are asked for, not *nonstop*."""
    return len(other) >= _LONG and word != other and (word.endswith(other) or other.endswith(word))
