"""One state in two words: *the valve stays open* and *the valve does not close*; English and German.

A sentence and the top event that it limits are compared word for word.  What stays as it is, and what does not go over to
its contrary, is the same; what stays in the contrary is not.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS


class _Side(NamedTuple):
    """A side of two: words of the state, verbs that lead there, their participles, the German denial of going there."""

    state: str
    verb: str
    done: str
    german: str


_END = (
    r"(?=\s*(?:$|[,.;:)–—]|(?:in|at|with|for|on|when|if|during|after|while|and|or|bei|mit|im|am|wenn|nach|während|und|"
    r"oder)\b))"
)
"""behind a short word: ``stays on in``, and not ``stays on its line``"""
_WERDEN = r"|(?:wird|werden)\s+nicht\s+"
_PAIRS = {
    "opening": (
        _Side(
            "open(?:ed)?|offen|geöffnet",
            "open",
            "opened",
            rf"öffne[tn]\s+(?:sich\s+)?nicht|geh(?:t|en)\s+nicht\s+auf{_WERDEN}geöffnet",
        ),
        _Side(
            rf"closed|shut(?!\s+(?:off|down))|geschlossen|verschlossen|zu{_END}",
            r"close|shut(?!\s+(?:off|down))",
            r"closed|shut(?!\s+(?:off|down))",
            rf"schlie(?:ß|ss)(?:t|en)\s+(?:sich\s+)?nicht|geh(?:t|en)\s+nicht\s+zu{_WERDEN}geschlossen",
        ),
    ),
    "working": (
        _Side(
            rf"(?:on|an){_END}|running|moving|in\s+motion|energi[sz]ed|active|(?:switched|turned)\s+on|eingeschaltet|in\s+(?:Betrieb|Bewegung)",
            r"start(?:\s+up)?|(?:switch|turn|come|power)\s+(?:on|up)|activate",
            r"started|activated|(?:switched|turned|powered)\s+(?:on|up)",
            r"starte[tn]\s+nicht|(?:schalte[tn]|spring(?:t|en)|läuft|laufen)\s+(?:sich\s+)?nicht\s+(?:an|ein)"
            rf"{_WERDEN}(?:gestartet|eingeschaltet)",
        ),
        _Side(
            rf"(?:off|aus){_END}|at\s+rest|stopped|inactive|de-?energi[sz]ed|(?:switched|turned|shut)\s+(?:off|down)|ausgeschaltet|abgeschaltet",
            r"stop|halt|(?:switch|turn|power|shut)\s+(?:off|down)|come\s+to\s+(?:rest|a\s+(?:stop|standstill|halt))",
            r"stopped|halted|(?:switched|turned|powered|shut)\s+(?:off|down)",
            r"stopp(?:t|en)\s+nicht|(?:schalte[tn]|stell(?:t|en))\s+(?:sich\s+)?nicht\s+(?:ab|aus)|h(?:ält|alten)\s+nicht\s+an"
            rf"{_WERDEN}(?:gestoppt|abgeschaltet|ausgeschaltet|angehalten)",
        ),
    ),
    "locking": (
        _Side(
            "locked|verriegelt", "lock", "locked", rf"verriegel[nt]\s+(?:sich\s+)?nicht{_WERDEN}verriegelt"
        ),
        _Side(
            "unlocked|entriegelt",
            "unlock",
            "unlocked",
            rf"entriegel[nt]\s+(?:sich\s+)?nicht{_WERDEN}entriegelt",
        ),
    ),
    "engaging": (
        _Side(
            "engaged|applied|angezogen",
            "engage|apply",
            "engaged|applied",
            r"zieh(?:t|en)\s+nicht\s+an|f(?:ällt|allen)\s+nicht\s+ein",
        ),
        _Side(
            "released|disengaged|gelöst|gelüftet",
            "release|disengage",
            "released|disengaged",
            r"(?:lös(?:t|en)|lüfte[tn])\s+(?:sich\s+)?nicht",
        ),
    ),
    "sounding": (
        _Side("sounding", "sound|ring", "sounded", r"(?:ertön(?:t|en)|läute[tn])\s+nicht"),
        _Side("silent|quiet|mute|stumm", r"fall\s+silent", "silenced|muted", r"verstumm(?:t|en)\s+nicht"),
    ),
    "lighting": (
        _Side("lit|alight|hell", r"light(?:\s+up)?|glow", "lit", r"leuchte[tn]\s+nicht(?:\s+auf)?"),
        _Side("dark|unlit|dunkel", r"go\s+(?:out|dark)", "extinguished", r"(?:erlischt|erlöschen)\s+nicht"),
    ),
}
_NOT = (
    r"(?:(?:does|do|did|will|would|can|could)\s+not|(?:does|do|did|wo|ca|could|would)n['’]t|cannot|never|fails?\s+to|refuses?\s+to|"
    r"(?:is|are)\s+unable\s+to)\s+"
)
_IS_NOT = r"(?:(?:is|are|was|were)(?:\s+not|n['’]t)|(?:cannot|can\s+not|does\s+not|do\s+not|fails?\s+to)\s+(?:be|get))\s+"
_STAYS = (
    r"(?:stays?|remains?|(?:is|are|gets?)\s+(?:stuck|left|jammed|frozen)|sticks?|hangs?|keeps?(?:\s+on)?|bleib(?:t|en)|"
    r"klemm(?:t|en)|h[äa]ng(?:t|en))\s+(?:(?:still|permanently|weiter(?:hin)?|immer\s+noch|dauerhaft)\s+)?"
)
_GOES_ON = (
    r"(?:runs?|moves?|goes|go)\s+on(?!\s+(?!in\b|with\b|at\b|for\b)\w)|continues?\s+(?:running|moving|to\s+(?:run|move))|"
    r"(?:läuft|laufen|fährt|fahren)\s+weiter"
)
_UNNOTICED = compiled(
    r"\b(?:(?P<german>bleib(?:t|en)|ist|sind)|goes|stays|remains|is|(?P<many>go|stay|remain|are))\s+"
    r"un(?P<done>detected|noticed|seen|recogni[sz]ed|answered|heard|reported|announced|entdeckt|bemerkt|erkannt|gemeldet|beantwortet)\b",
    re.I,
)


def _form(pair: str, side: int) -> re.Pattern[str]:
    """That something stays on a side, or does not go over to the other."""
    here, there = _PAIRS[pair][side], _PAIRS[pair][1 - side]
    goes_on = rf"|{_GOES_ON}" if (pair, side) == ("working", 0) else ""
    return compiled(
        rf"\b(?:(?<!not )(?<!n['’]t )(?<!to )(?<!never ){_STAYS}(?:{here.state})|{_NOT}(?:{there.verb})|"
        rf"{_IS_NOT}(?:{there.done})|{there.german}{goes_on})(?![\w-])",
        re.I,
    )


_FORMS = {(pair, side): _form(pair, side) for pair in _PAIRS for side in (0, 1)}


class _Kept(NamedTuple):
    pair: str
    side: int
    quote: str


@lru_cache(maxsize=MOST_TEXTS)
def _kept(text: str) -> tuple[_Kept, ...]:
    """The states that something stays in; none where a text names two of one pair."""
    return tuple(_Kept(pair, side, m[0]) for (pair, side), form in _FORMS.items() if (m := form.search(text)))


_IS = (
    r"(?:is|are|was|were|gets?|stands?|lies?|ist|sind|steht|stehen|wird|werden)\s+(?:(?:still|already|noch|schon)\s+)?"
    r"(?P<not>(?:not|nicht)\s+)?"
)
_MORE_STATES = {("opening", 1): r"|locked|bolted|sealed|verriegelt|abgeschlossen"}
"""what is locked is closed"""


def _now(pair: str, side: int) -> re.Pattern[str]:
    """That something is on a side, or goes there."""
    here = _PAIRS[pair][side]
    state = f"{here.state}{_MORE_STATES.get((pair, side), '')}"
    return compiled(
        rf"\b(?:{_IS}(?:{state})|(?P<goes>(?P<base>{here.verb})(?:e?s)))(?![\w-])",
        re.I,
    )


_NOW = {(pair, side): _now(pair, side) for pair in _PAIRS for side in (0, 1)}


@lru_cache(maxsize=MOST_TEXTS)
def _is_now(text: str) -> tuple[_Kept, ...]:
    """The states that a text says something is in, or is not, or goes to: of these both sides."""
    states: list[_Kept] = []
    for (pair, side), form in _NOW.items():
        if (match := form.search(text)) is None:
            continue
        sides = (0, 1) if match["goes"] else (1 - side if match["not"] else side,)
        states += (_Kept(pair, one, match[0]) for one in sides)
    return tuple(states)


def noticed(text: str) -> str:
    """The text with *goes undetected* as *is not detected*.

    >>> noticed("The fire goes undetected"), noticed("Der Brand bleibt unentdeckt")
    ('The fire is not detected', 'Der Brand wird nicht entdeckt')
    """
    return _UNNOTICED.sub(
        lambda m: f"{'wird nicht' if m['german'] else 'are not' if m['many'] else 'is not'} {m['done']}", text
    )


def in_words_of(text: str, top: str) -> str:
    """The text with its words of a state as ``top`` has them, where both say the same of it.

    >>> in_words_of("The valve stays open in 1 of 9 runs", "The valve does not close")
    'The valve does not close in 1 of 9 runs'
    >>> in_words_of("Die Lampe bleibt dunkel", "Die Lampe leuchtet nicht")
    'Die Lampe leuchtet nicht'
    >>> in_words_of("The valve stays shut", "The valve does not close")
    'The valve stays shut'
    """
    text = noticed(text)
    for one in _kept(text):
        for other in _kept(noticed(top)):
            if one[:2] == other[:2]:
                return text.replace(one.quote, other.quote, 1)
    return text


def as_denial_of(text: str, top: str) -> str:
    """The text with its words of a state as a denial of what ``top`` says, where that is to leave this state.

    >>> as_denial_of("The fan keeps running in 999 of 1,000 runs", "The fan stops")
    'The fan does not stop in 999 of 1,000 runs'
    """
    for one in _kept(text):
        match = _NOW[one.pair, 1 - one.side].search(top)
        if match is not None and match["goes"]:
            return text.replace(one.quote, f"does not {match['base']}", 1)
    return text


def contrary_states(text: str, top: str) -> str:
    """What a text says of a state and what ``top`` says, where these are contraries; else empty.

    >>> contrary_states("The motor stays off in 1 of 9 runs", "The motor does not stop")
    'stays off, does not stop'
    >>> contrary_states("The door is closed", "The door stays open"), contrary_states("It is open", "The door stays open")
    ('is closed, stays open', '')
    """
    said = _kept(top)
    same = {other[:2] for other in said}
    kept = _kept(text)
    pairs = {one.pair for one in kept}
    for one in (*kept, *(now for now in _is_now(text) if now.pair not in pairs)):
        for other in said if one[:2] not in same else ():
            whole = one in kept or top.rstrip(" .").endswith(other.quote)  # "does not stop before the line"
            if one.pair == other.pair and whole:
                return f"{one.quote}, {other.quote}"
    return ""
