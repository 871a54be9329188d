"""Sentences that limit from above how often something does what it is for: `the pump starts in at most 1 of 100 demands`.

Only plain sentences are read, of subject and verb: `starts by itself`, `opens only half` and `runs hot` say what goes
wrong.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.events.polarity import names_harm
from casegen.texts.numbers.number_relations import DENIAL, LOWER, UPPER
from casegen.texts.numbers.stated import CLAUSE, READ, stated
from casegen.texts.wording.denials import negations, without_negations
from casegen.texts.wording.event_words import event_of, words_of

_VERBS = {
    "running": r"starts?|runs?|works?|operates?|functions?|responds?|reacts?|answers?|startet|starten|läuft|laufen|"
    r"anläuft|anlaufen|"
    r"arbeitet|arbeiten|reagiert|reagieren|anspringt|springt|funktioniert|anspricht",
    "delivering": r"delivers?|supply|supplies|provides?|comes?|arrives?|flows?|feeds?|liefert|liefern|fördert|"
    r"fördern|kommt|kommen|"
    r"fließt|fließen|versorgt",
    "opening": r"opens?|öffnet|öffnen",
    "closing": r"closes?|shuts?|schließt|schließen",
    "stopping": r"stops?|brakes?|halts?|stoppt|stoppen|bremst|bremsen",
    "noticing": r"detects?|notices?|sees?|sounds?|warns?|alerts?|erkennt|erkennen|meldet|melden|warnt|warnen|ertönt",
}
"""what a part is for, by verbs that say so of one kind of it"""
_VERB = {name: compiled(rf"(?<![^\W\d_])(?:{verbs})(?![^\W\d_])", re.I) for name, verbs in _VERBS.items()}
_OBJECT = {"delivering": "?", "noticing": "?", "stopping": ""}
"""verbs with an object, that may be left out or not"""
_ARTICLE = r"(?:the|an?|its|their|this|every|each|der|die|das|den|dem|eine?[nmr]?|ihre?n?|seine?n?)"
_HOW = r"(?:late|early|slow|wrong|half|[^\W\d_]+ly|spät|verspätet|früh|langsam|falsch|halb|unvollständig)"
"""no object: ``arrives late``"""
_PLAIN = {
    name: compiled(
        rf"(?:{_ARTICLE}\s+)?(?P<subject>(?:(?!(?:and|or|not|no|und|oder|nicht|kein\w*)\b)[^\W\d_]+(?:\s+\d+)?\s+){{1,4}}?)(?:{verbs})"
        rf"(?:\s+(?:up|open|an|auf|ein|ab))?"
        + (
            rf"(?P<object>\s+(?!{_HOW}\b)(?:{_ARTICLE}\s+)?[^\W\d_]+){_OBJECT[name]}"
            if name in _OBJECT
            else r"(?P<object>)"
        ),
        re.I,
    )
    for name, verbs in _VERBS.items()
}
_RELATION = compiled(rf"(?:\b(?:in|on|at|for|bei|auf|with)\s+)?(?:{UPPER})\s*$", re.I)
_COUNTED = compiled(
    rf"^\s*(?:(?:of|der|aller|von)\s+)?(?:(?:the|all|den)\s+)?(?!{DENIAL}\b)[^\W\d_]+\s*,?\s*", re.I
)
_IN_TIME = compiled(
    r"\b(?:within|in\s+(?:less|under|fewer)(?:\s+than)?|innerhalb(?:\s+von)?|binnen)\s+(?:\d[\d.,]*|an?|one|two|three|five|ten|eine[rm]?)\s*[^\W\d_]+",
    re.I,
)
_ASKED = compiled(
    r",?\s*\b(?:(?:up)?on|when|whenever|if|at)\s+(?:(?:it\s+is|they\s+are)\s+)?(?:demand(?:ed)?|request(?:ed)?|call(?:ed)?|command(?:ed)?|needed|"
    r"required|asked|triggered)\b|\b(?:auf|bei|nach)\s+(?:anforderung|bedarf|befehl)\b",
    re.I,
)
_HALF = 0.5
_STAYS = compiled(r"\b(?:stays?|remains?|sticks?|stuck|left|bleib(?:t|en))\b", re.I)
_WITHOUT = compiled(r"\b(?:without|ohne)\b", re.I)
"""says with what something does it: ``the pump without a filter starts``"""
_LOWER = compiled(rf"(?<![^\W\d_])(?:{LOWER})(?![^\W\d_])", re.I)


class Function(NamedTuple):
    """What something is for, by its verb, with the words of who does it and to what."""

    kind: str
    words: frozenset[str]
    quote: str
    """how often it does at most"""


@lru_cache(maxsize=MOST_TEXTS)
def limited_function(text: str) -> Function | None:
    """The function that a plain sentence limits from above; None where it says something else.

    >>> limited_function("The pump starts within 2 s in at most 1 of 100 demands").kind
    'running'
    >>> limited_function("The pump starts by itself in at most 1 of 100 demands")
    >>> limited_function("Die Pumpe fördert bei höchstens 1 von 100 Anforderungen nicht")
    """
    text = text[:READ]
    limits = [n for n in stated(text) if n.what in ("share", "decimal", "rate") and not n.condition]
    if len(limits) != 1 or limits[0].side != "upper" or max(limits[0].readings) > _HALF:
        return None
    at, end = limits[0].at, limits[0].at + len(limits[0].quote)
    before = _RELATION.sub("", text[:at])
    rest = f"{before} {_COUNTED.sub('', text[end:])}"
    sentence = " ".join(_ASKED.sub(" ", _IN_TIME.sub(" ", rest)).strip(" ,.").split())
    if _LOWER.search(sentence) or names_harm(sentence) or len(CLAUSE.split(sentence)) > 1:
        return None
    if negations(_WITHOUT.sub(" ", sentence)) % 2:
        return None  # "cannot deliver", "fördert nicht", "neither pump starts": what goes wrong
    for kind, plain in _PLAIN.items():
        if match := plain.fullmatch(sentence):
            if _STAYS.search(match["subject"]):
                return None  # "the valve stays open"
            words = words_of(f"{match['subject']} {match['object'] or ''}")
            return Function(kind, words, limits[0].quote) if words else None
    return None


def denied_in(function: Function, text: str) -> bool:
    """Whether a text says that the function fails: its verb, or all that it brings, denied.

    >>> starts = limited_function("The pump starts in at most 1 of 100 demands")
    >>> denied_in(starts, "The pump does not start within 2 s"), denied_in(starts, "The pump starts by itself")
    (True, False)
    """
    event = event_of(text)
    if not event.negated or not function.words & event.words:
        return False
    named = _VERB[function.kind].search(without_negations(text)) is not None
    return named or (function.kind == "delivering" and event.words <= function.words)


def named_in(function: Function, text: str) -> bool:
    """Whether a text says, and does not deny, that the function happens."""
    return not event_of(text).negated and _VERB[function.kind].search(text) is not None
