"""Whether the words of a sentence's subject are those by which a fault tree names what may fail.

A moment or a state of a component has no end of names (*at the proof test*, *the overdue shutdown*), so it is not looked
for: the subject may hold function words, a few names of components in general, and words of the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.wording.event_words import words_of


class Names(NamedTuple):
    """Texts that name what a tree is about: of its ``top`` and title, and of the ``parts`` below it."""

    top: tuple[str, ...]
    parts: tuple[str, ...] = ()


_WORDS = {
    "article": """
the a an this its their our one der die das des dem den ein eine einer eines einem einen seine seiner ihre ihrer
""",
    "of": """
of s und and or oder von that is are be has have can will ist sind wird werden hat haben kann
""",
    "with": """
for to with against from into through für mit gegen vom zum
""",
    "at": """
at in on upon by under over out during within across along near around per im am ans auf aus bei beim zu zur zum um unter
über durch entlang ab seit pro je
""",
    "general": """
it they es sie er function safety system subsystem component device element unit part equipment machine plant protection
protective safeguard guard barrier interlock loop channel circuit stop trip shutdown controller control sensor actuator
valve final top event sif sis failure fail fault loss lose lost dangerous unavailable unavailability rare seldom low
demand requested mission do does so occur happen respond work operate act perform probability protecting instrumented
funktion sicherheit sicherheitsfunktion system teilsystem komponente gerät element bauteil teil anlage maschine schutz
sicherung einrichtung
schutzfunktion schutzeinrichtung schutzsystem kanal kreis steuerung regler sensor aktor ventil ereignis ausfall versagen
versagt fehler verlust verloren gefährlich gefährliche gefährlicher gefährlichen selten gering anforderung einsatz
eintritt eintreten tritt ein fällt aus ausfallen wahrscheinlichkeit abschaltung nicht verfügbar
""",
}
_ARTICLES, _OF, _WITH, _AT, _GENERAL = (frozenset(words.split()) for words in _WORDS.values())
"""``with``: prepositions that seldom name a time; ``at``: only where the tree has them before the same word"""
_PHRASES = compiled(
    r"\b(?:(?:on|per|upon)(?: an?| one)? (?:demand|request)|(?:in|during)(?: an?| one| the)? (?:missions?|low demand)|"
    r"bei(?: einer)? anforderung|(?:in|während)(?: einem| eines| dem)? einsatz(?:es)?)\b"
)
"""circumstances that are those of every tree"""
_MOMENT = compiled(
    r"(?:(?:un|re|pre|post|after|vor|nach)?(?:proof|function|full|partial|funktions|wiederholungs|voll|teil)?test|proof|(?:re|un)?inspe[ck]t|"
    r"(?:un|re)?check|overhaul|servic|(?:un)?maint|(?:un)?(?:ge)?wart|\w*prüf|revision|retir|(?:de|re|pre)?commission|"
    r"deliver|\w*liefer|(?:un|re)?install|startup|anlauf|age(?:s|d|ing)?$|aging|alt(?:e[nrms]?)?$|\w*altert|alter|old|new|neu(?:e[nrms]?)?$|worn|wear|"
    r"verschl|abgenutzt|(?:over)?due|(?:über)?fällig|stale|expir|abgelauf|abl[aä]uf|long|lang|renew|erneuer|replac|ersatz|ersetz|"
    r"austausch|repa[ir]|instand|turnaround|interval|calibrat|kalibr|accept|abnahme|\w*betriebnahme|(?:de)?mont|audit|outage|stillstand|"
    r"campaign|cycle|zykl|season|(?:un)?detect|unreveal|hidden|(?:un)?entdeckt|found|gefunden|day|night|tag|nacht|shift|schicht|"
    r"purchase|kauf|build|built|manufactur|herstell|fertig|scrap|verschrott|ausmuster|außerdienst|stilllegung|handover|übergabe|"
    r"begin|end(?:s|e|ing)?$|last|letzt|first|erst|final|spät|late|early|früh|before|after|vor|nach|bevor)"
)
"""beginnings of words of times and states: of the parts of a tree they are not taken over"""
_SUFFIXES = frozenset(["", "ion", "ation", "or", "er", "iv", "ment", "al", "ung", "s", "t", "em", "er", "n"])
_LEAST_BASE = 5
"""letters that two words share at least where one is derived of the other"""
_LEAST_PART = 4
"""letters of each part of a compound"""


def foreign_words(texts: Iterable[str], names: Names) -> str:
    """The first words of the texts by which the tree names nothing; empty where all are words of it.

    >>> tree = Names(("The shutdown does not close the valve",))
    >>> foreign_words(["the closing of the valve by the shutdown"], tree), foreign_words(["the shutdown function"], tree)
    ('by the shutdown', '')
    >>> foreign_words(["the overdue shutdown"], tree), foreign_words(["the shutdown at the proof test"], tree)
    ('overdue', 'at the proof test')
    """
    known = _known(names)
    return next((words for text in texts for words in _foreign(text, known)), "")


def is_foreign_unit(word: str, names: Names) -> bool:
    """Whether what a share is counted in are moments, as tests are, that the top is not named after.

    >>> is_foreign_unit("tests", Names(("The valve sticks",))), is_foreign_unit("trips", Names(("The valve sticks",)))
    (True, False)
    """
    word = word.casefold()
    return _MOMENT.match(word) is not None and _stem(word) not in _known(names).stems


class _Known(NamedTuple):
    """What the texts of a tree consist of."""

    stems: frozenset[str]
    written: frozenset[str]
    """words of the top as they are written"""
    pairs: frozenset[tuple[str, str]]
    """prepositions, and the stem of the next word without an article"""


@lru_cache(maxsize=MOST_TEXTS)
def _known(names: Names) -> _Known:
    top = [_words(text) for text in names.top]
    parts = [[word for word in _words(text) if not _MOMENT.match(word)] for text in names.parts]
    stems = {_stem(word) for words in (*top, *parts) for word in words}
    stems |= {_stem(_stem(one) + other) for words in (*top, *parts) for one, other in pairwise(words)}
    pairs = {
        (one, _stem(other))
        for text in (*names.top, *names.parts)
        for one, other in pairwise(word for word in _words(text) if word not in _ARTICLES)
        if one in _AT
    }
    written = {word for words in top for word in words}
    return _Known(frozenset(stems), frozenset(written), frozenset(pairs))


def _foreign(text: str, known: _Known) -> Iterator[str]:
    """What of one text is not known: a word, or a preposition with the words behind it."""
    words = _words(_PHRASES.sub(" ", " ".join(re.split(r"\s+", text.casefold()))))
    for i, word in enumerate(words):
        if word in _AT or word in _WITH:
            yield from _foreign_circumstance(words[i:], known)
        elif word not in _ARTICLES | _OF and not _is_known(words, i, known):
            yield word


def _foreign_circumstance(words: list[str], known: _Known) -> Iterator[str]:
    """A preposition and the words behind it, unless it is one of the tree, or stands before the limit itself."""
    behind = next((k for k, word in enumerate(words) if k and word not in _ARTICLES), None)
    if behind is None:
        return
    is_moment = _MOMENT.match(words[behind]) is not None
    if is_moment or (words[0] in _AT and (words[0], _stem(words[behind])) not in known.pairs):
        yield " ".join(words[: behind + 1 + is_moment])


def _is_known(words: list[str], i: int, known: _Known) -> bool:
    word = words[i]
    if _MOMENT.match(word) and word not in _GENERAL:
        return word in known.written
    stem = _stem(word)
    if stem in known.stems or stem in _GENERAL_STEMS:
        return True
    around = [words[i - 1] + word] if i else []
    around += [word + words[i + 1]] if i + 1 < len(words) else []
    if any(_stem(pair) in known.stems for pair in around):
        return True
    return _is_compound(word, known) or any(_is_derived(stem, other) for other in known.stems)


def _is_compound(word: str, known: _Known) -> bool:
    """Whether a word is two known ones in one: ``Kesselschutz``."""
    parts = ((word[:k], _stem(word[k:])) for k in range(_LEAST_PART, len(word) - _LEAST_PART + 1))
    stems = known.stems | _GENERAL_STEMS
    return any(
        behind in stems and (_stem(before) in stems or any(_is_derived(before, one) for one in known.stems))
        for before, behind in parts
    )


def _is_derived(one: str, other: str) -> bool:
    """Whether two stems differ by an ending: ``protect`` and ``protection``."""
    same = next(
        (k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return same >= _LEAST_BASE and one[same:] in _SUFFIXES and other[same:] in _SUFFIXES


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


def _stem(word: str) -> str:
    """The stem of a word; of a name with digits, or a short word, itself."""
    return word if re.search(r"\d", word) else min(words_of(word), default=word)


_GENERAL_STEMS = frozenset(map(_stem, _GENERAL))
