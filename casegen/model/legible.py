"""Characters that are not seen and change what is read, and how a document shows them: as their code points.

Joiners and soft hyphens are no part in words: those of many languages are written with them.  In a number they are, and
whatever else is not drawn is within Latin words too.  Marks of the right-to-left direction
are none beside words that run so; among numbers alone they turn 10 / 1000 into 1000 / 10.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from re import Match

from casegen.model.expressions import compiled

_UNSEEN = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb"
)
_TURNS = "\u061c\u200f"
_FILLING = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\uffa0\ufe00-\ufe0f"
    "\U00013441\U00013442\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""fillers, choices between drawings, tags: nothing of a Latin word or a number"""
_JOINING = "\u00ad\u200c\u200d"
_DIGIT, _LATIN = r"0-9", r"0-9A-Za-z\u00c0-\u024f"
_WITHIN = (
    rf"(?<=[{_DIGIT}])[{_FILLING}{_JOINING}]|[{_FILLING}{_JOINING}](?=[.,'’]?[{_DIGIT}])|"
    rf"(?<=[{_LATIN}])[{_FILLING}]|[{_FILLING}](?=[{_LATIN}])"
)
_HIDDEN = compiled(f"[{_UNSEEN}{_TURNS}]|{_WITHIN}")
_RIGHT_TO_LEFT = compiled(
    "[\u05d0-\u05f4\u0620-\u064a\u066e-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
JOINERS = "\u200c\u200d"
_FIRST_JOINED = "\u0590"
"""from this letter on are alphabets that are written with joiners: not Latin, Greek, Cyrillic"""
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0"
"""letters and signs of which nothing is drawn"""
UNUSUAL_BLANKS = "\u1680"
"""a space of which most fonts draw a line"""
_APART = compiled(r"[<>\n]")
NEAR = 200
"""characters on each side of a mark among which a word of its direction stands"""
_OF_NO_TEXT = r"\r\x85\u2028\u2029\ud800-\udfff\ufffe\uffff"
"""ends of lines that only some programs know, and what XML has no place for"""
_LEFT_TO_RIGHT = "\u200e"
_SHOWN_BY_CODE = compiled(f"[{_UNSEEN}{_TURNS}{_LEFT_TO_RIGHT}{_OF_NO_TEXT}]|{_WITHIN}")
_PERHAPS_SHOWN = compiled(f"[{_UNSEEN}{_TURNS}{_LEFT_TO_RIGHT}{_OF_NO_TEXT}{_FILLING}{_JOINING}]")
"""any sign that the former may match: one set of signs is looked for many times faster than what stands around it"""
_NOT_DRAWN = compiled(f"[{_FILLING}]")
_OF_ONE_SCRIPT = (
    (
        "\u115f\u1160\u3164\uffa0",
        compiled("[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff\uffa1-\uffdc]"),
    ),
    ("\u17b4\u17b5", compiled("[\u1780-\u17ff]")),
    ("\u180b\u180c\u180d\u180f", compiled("[\u1820-\u18af\ua840-\ua877]")),
    ("\u2800", compiled("[\u2801-\u28ff]")),
)
"""fillers, and the signs beside which they are written: Hangul, Khmer, Mongolian, Braille"""
_KEYCAP = "\u20e3"
_TAKES_A_CHOICE = frozenset({"So", "Sm", "Sk", "Mn", "Mc", "Lo", "Po"})
"""categories of signs of which one drawing of several can be chosen: pictures, mathematics, Chinese characters"""


def legible(text: str) -> str:
    """``text``, or a whole document, with each such character written as its code point.

    >>> legible("a\\x1b[2Jb\\u202ec")
    'a[U+001B][2Jb[U+202E]c'
    """
    if text.isascii() and text.isprintable():
        return text
    return _PERHAPS_SHOWN.sub(_by_code, text)


def joins(text: str, at: int) -> bool:
    """Whether the sign at ``at`` is a joiner between two letters of an alphabet that is written with them.

    There it says how both are drawn, as in Persian, and needs no sign of its own.

    >>> joins("\u0645\u06cc\u200c\u062e", 2), joins("a\u200cb", 1), joins("\u0645\u200c", 1)
    (True, False, False)
    """
    if text[at] not in JOINERS:
        return False
    sides = (text[max(0, at - 1) : at], text[at + 1 : at + 2])
    return all(side >= _FIRST_JOINED and unicodedata.category(side)[0] in "LM" for side in sides)


def belongs(text: str, at: int) -> bool:
    """Whether the joiner or the sign that is not drawn at ``at`` is written with the signs beside it.

    A joiner beside a letter of an alphabet that is written with them, or within a picture of several; a filler beside
    its own script; a choice between drawings behind a sign that has several.

    >>> belongs("\U0001f469\u200d\U0001f680", 1), belongs("a\u200db", 1), belongs("a \u3164 b", 2)
    (True, False, False)
    """
    sign, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if sign in JOINERS:
        beside = (before, after)
        if any(
            c >= _FIRST_JOINED and c not in BLANK and unicodedata.category(c)[0] in "LM" for c in beside if c
        ):
            return True
        return sign == "\u200d" and all(c and unicodedata.category(c) in ("So", "Sk") for c in beside)
    before, after = _next_drawn(text, at, -1), _next_drawn(text, at, 1)
    for fillers, script in _OF_ONE_SCRIPT:
        if sign in fillers:
            return any(c and script.match(c) for c in (before, after))
    if after == _KEYCAP:
        return True
    return bool(before) and not before.isascii() and unicodedata.category(before) in _TAKES_A_CHOICE


def _next_drawn(text: str, at: int, step: int) -> str:
    """The nearest sign before (-1) or behind (1) that is no joiner and is drawn; empty where there is none."""
    at += step
    while 0 <= at < len(text) and (text[at] in JOINERS or _NOT_DRAWN.match(text, at)):
        at += step
    return text[at] if 0 <= at < len(text) else ""


def is_all_drawn(text: str) -> bool:
    """Whether each sign of ``text`` is drawn, or a blank or an end of a line."""
    return text.isascii() or _NOT_DRAWN.search(text) is None


def one_line(text: str) -> str:
    """``text`` in one line: each end of a line, of whatever alphabet, is a blank, so that no text makes lines of its own.

    >>> one_line("  no fault\\r\\n\\n  signed by key\\u2028of nobody\\n")
    '  no fault signed by key of nobody'
    """
    if text.isprintable():
        return text
    first, *others = text.splitlines() or [""]
    rest = [line.strip() for line in others]
    return " ".join([first.rstrip() if any(rest) else first, *filter(None, rest)])


_QUOTES = compiled('["\u201c-\u201f\u275d\u275e\u2033\u2036\u301d-\u301f\uff02\u00ab\u00bb]')
"""what closes a quote, or looks like it"""


def quoted(text: str) -> str:
    """A text that somebody wrote, in one line and in quotes that only their end closes: no words of the program.

    >>> print(quoted("Seen\\n” signed by key 1f3c…"))
    “Seen ' signed by key 1f3c…”
    """
    return f"“{_QUOTES.sub(chr(39), one_line(text))}”"


def _by_code(hit: Match[str]) -> str:
    """The sign itself where it may stand, else its code point."""
    text, at, sign = hit.string, hit.start(), hit[0]
    if _SHOWN_BY_CODE.match(text, at) is not None:
        is_shown = _is_of_words(hit)
    else:
        is_shown = sign == "\u00ad" or belongs(text, at) or _separates(text, at)
    return sign if is_shown else f"[U+{ord(sign):04X}]"


def _separates(text: str, at: int) -> bool:
    """Whether the sign keeps two letters apart that would be drawn as one, as in a German word."""
    return text[at] == "\u200c" and text[at - 1 : at].isalpha() and text[at + 1 : at + 2].isalpha()


def hidden(text: str) -> Iterator[str]:
    """What a text of a case may not hold: controls, marks that turn the order of others, spaces without width."""
    return (hit[0] for hit in _HIDDEN.finditer(text) if not _is_of_words(hit))


def first_control(text: str) -> str:
    """The first control character besides tabs and ends of lines, by name; empty where there is none.

    >>> first_control("rung\\x07")
    'U+0007 (a control character)'
    """
    first = next((c for c in text if unicodedata.category(c) == "Cc" and c not in "\t\n\r\x85"), "")
    return character_name(first) if first else ""


def first_beyond_a_line(text: str) -> str:
    """The first character that a name in one line does not hold, by name: an end of a line, a tab, one that is not seen.

    >>> [first_beyond_a_line(name) for name in ("Rita Reviewer", "Rita\\tReviewer")]
    ['', 'U+0009 (a control character)']
    """
    ends = (c for c in text if c == "\t" or len(f"a{c}a".splitlines()) > 1)
    first = next(ends, "") or next(hidden(text), "")
    return character_name(first) if first else ""


def character_name(character: str) -> str:
    """A character that is not seen, by its code point and name."""
    return f"U+{ord(character):04X} ({unicodedata.name(character, 'a control character').lower()})"


def _is_of_words(hit: Match[str]) -> bool:
    """Whether a mark of the right-to-left direction stands beside words that run so, in one line of one element."""
    if hit[0] not in _TURNS and hit[0] != _LEFT_TO_RIGHT:
        return False
    before = _APART.split(hit.string[max(0, hit.start() - NEAR) : hit.start()])[-1]
    after = _APART.split(hit.string[hit.end() : hit.end() + NEAR])[0]
    return _RIGHT_TO_LEFT.search(before) is not None or _RIGHT_TO_LEFT.search(after) is not None
