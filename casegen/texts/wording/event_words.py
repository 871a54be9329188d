"""The words of an event, compared with those of another: the same, its contrary, or one word another."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.wording.denials import negations, without_negations

_COMMON = """
the and for are was were not nor but its his her our any all can may has had have who how one two per been being with
that this these those from into onto over under about between more most least than then does did will shall must should
would could too very still ever even stay stays stayed remain remains remained keep keeps kept get gets become becomes
again does itself them they there their when while because since upon after before within during without
von der die das den dem des ein eine einer einem einen und mit bei aus auf nur ist war als sich nicht noch bleibt bleiben
wird werden wurde sind vor nach zum zur eines hat haben
"""
_GENERIC = """
value reading result display measurement output system device unit product equipment item machine instrument weight
temperature pressure speed level flow position distance dose volume current voltage
wert anzeige ergebnis messwert ausgabe gerät anlage gewicht temperatur druck
"""
"""words that stand for whatever a sentence is about"""
_STATES = {
    "opening": (
        r"open(?:s|ed|ing)?|öffnet|öffnen|offen|geöffnet",
        r"clos(?:e|es|ed|ing)|shuts?|shutting|schließt|schließen|geschlossen",
    ),
    "moving": (
        r"mov(?:e|es|ed|ing)|(?:runs?|goe?s?|going)\s+on|keeps\s+(?:running|moving)|continues?|bewegt|läuft\s+weiter|fährt\s+weiter",
        r"stop(?:s|ped|ping)?|halt(?:s|ed)?|(?:at|to)\s+(?:rest|a\s+standstill|a\s+halt)|stands?\s+still|hält\b(?=.*\ban\b)|"
        r"stillsteht|steht\s+still|stoppt|anhält",
    ),
    "locking": (r"locked|locks?|verriegelt", r"unlocked|unlocks?|entriegelt"),
    "sounding": (r"sound(?:s|ed)?", r"silent"),
    "seeing": (
        r"detect(?:s|ed)?|see[ns]?|notice[sd]?|erkennt|erkannt",
        r"overlook(?:s|ed)?|miss(?:es|ed)|übersieht|übersehen",
    ),
}
"""states of one thing, and their contraries"""
_STATE = {
    name: (compiled(rf"\b(?:{one})\b", re.I), compiled(rf"\b(?:{other})\b", re.I))
    for name, (one, other) in _STATES.items()
}
_PAIRS = (
    "left right", "upper lower", "up down", "front rear", "front back", "inside outside", "inner outer", "early late",
    "high low", "forward backward", "forwards backwards", "start stop", "first last", "links rechts", "linke rechte",
    "linker rechter", "obere untere", "oberer unterer", "vordere hintere", "vorderer hinterer", "innen außen",
    "day night", "north south", "east west", "entry exit", "inlet outlet", "green red", "above below", "hoch runter",
)  # fmt: skip
_FAILS = compiled(
    r"\b(?:fail(?:s|ed|ing)?|failures?|refus(?:e|es|ed))\s+to\b|\bis\s+unable\s+to\b|\bversäumt\b", re.I
)
_DENIED = compiled(r"\b(?:not|never|n't|nicht|nie)\b", re.I)
_WITHOUT = compiled(r"\b(?:without|ohne)\b", re.I)
_THING = compiled(
    r"\b(?:the|an?|no|of|by|with|before|through|der|die|das|den|dem|des|eine?[nmrs]?|keine?[nmrs]?)\s+(?P<of>[^\W\d_]{3,})"
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_IRREGULAR = {"came": "come", "struck": "strike", "ran": "run", "held": "hold", "lost": "lose", "stood": "stand",
              "left": "left", "went": "go", "gave": "give", "fell": "fall", "broke": "break", "broken": "break",
              "persons": "person", "people": "person"}  # fmt: skip


class Event(NamedTuple):
    """What an event is about, and whether it denies it."""

    words: frozenset[str]
    denied: bool
    negated: bool
    """the same without states: by its words of negation alone"""
    behind: frozenset[str]
    """words behind the first denial: what is denied of the subject"""
    things: frozenset[str]
    """words behind an article or a preposition"""


@lru_cache(maxsize=MOST_TEXTS)
def event_of(text: str) -> Event:
    """The words of an event by their stems, states by the name of the first of both.

    >>> event_of("The guard fails to stop the press").denied, event_of("The press stops").denied
    (False, True)
    """
    count = len(_FAILS.findall(text)) + negations(_WITHOUT.sub(" ", text))
    negated = count % 2 == 1
    match = _FAILS.search(text) or _DENIED.search(text)
    behind = text[match.end() :] if match else ""
    plain, behind = (_FAILS.sub(" ", without_negations(_WITHOUT.sub(" ", one))) for one in (text, behind))
    for name, (state, opposed) in _STATE.items():
        count += len(opposed.findall(plain))
        plain, behind = (opposed.sub(f" {name} ", state.sub(f" {name} ", one)) for one in (plain, behind))
    things = frozenset(_stem(match["of"]) for match in _THING.finditer(text.casefold()))
    return Event(words_of(plain), count % 2 == 1, negated, words_of(behind), things)


@lru_cache(maxsize=MOST_TEXTS)
def words_of(text: str) -> frozenset[str]:
    """Words of three letters and more that carry a subject, by their stems.

    >>> sorted(words_of("The pumps have stopped")) == sorted(words_of("pump stops"))
    True
    """
    words = (word for word in _WORD.findall(text.casefold()) if word not in _FUNCTION)
    return frozenset(_stem(word) for word in words)


def _stem(word: str) -> str:
    word = _IRREGULAR.get(word, word)
    bare = re.sub(r"(?<=\w{3})(?:ing|ed|es|en|et|(?<!s)s|e)$", "", word)
    bare = re.sub(r"([bdfglmnprt])\1$", r"\1", bare)
    return re.sub(r"ies?$|y$", "i", bare)


_FUNCTION = frozenset(_COMMON.split())
_ANY = frozenset(map(_stem, _GENERIC.split()))
_OPPOSITE = frozenset(frozenset(map(_stem, pair.split())) for pair in _PAIRS)


def contrary(claimed: Event, counted: Event) -> bool:
    """Whether one event denies what the other says, in its words, except for a subject that only acts on it.

    >>> contrary(event_of("The guard fails to stop the press"), event_of("The press stops"))
    True
    >>> contrary(event_of("The pump does not start"), event_of("The pump starts too late"))
    False
    """
    if claimed.denied == counted.denied or len(claimed.words) < 2 or len(counted.words) < 2:
        return False
    if claimed.words == counted.words:
        return True
    return bool(claimed.behind) and claimed.behind <= counted.words < claimed.words


def replaced(claimed: Event, counted: Event) -> tuple[str, str] | None:
    """The one thing, or side of it, of an event that is another in the other one; None where more differs.

    >>> replaced(event_of("The detector misses a person"), event_of("The detector misses a car"))
    ('person', 'car')
    """
    one, other = claimed.words - counted.words, counted.words - claimed.words
    if (
        claimed.denied != counted.denied
        or len(one) != 1
        or len(other) != 1
        or not claimed.words & counted.words
    ):
        return None
    first, second = min(one), min(other)
    if first in _ANY or second in _ANY:
        return None
    named = first in claimed.things and second in counted.things
    return (first, second) if named or are_opposite(first, second) else None


def are_opposite(first: str, second: str) -> bool:
    """Whether two words, by their stems, name the two sides of one thing: left and right."""
    return frozenset((first, second)) in _OPPOSITE


def same_event(claimed: Event, counted: Event) -> bool:
    """Whether an event counts all that the other names: its words, or fewer of them, and as often denied.

    >>> same_event(event_of("The analyser is off by more"), event_of("The value is off by more"))
    True
    """
    if claimed.denied != counted.denied or not counted.words:
        return False
    named = counted.words - _ANY
    whole = len(named) >= 2 or named == claimed.words - _ANY or named < counted.words
    return named <= claimed.words and whole
