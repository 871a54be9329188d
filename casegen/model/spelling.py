"""Words as they are read: without marks that are not seen, in one alphabet, in one piece at the end of a line."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from re import Match

from casegen.model.expressions import compiled
from casegen.model.legible import BLANK
from casegen.model.limits import MOST_TEXTS
from casegen.model.spelled_out import in_whole_words

_FOLDED = str.maketrans(
    "АВЕКМНОРСТУХІЈЅаеорсухіјѕԁһԛԝɡıΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυ",
    "ABEKMHOPCTYXIJSaeopcyxijsdhqwgiABEZHIKMNOPTYXaiknoptu",
)
"""letters of other alphabets that are drawn like a Latin one"""
_UNDERLINES = "\u0331\u0332\u0333\u0347"
"""drawn below a letter, which stays what it is"""
_WORD = compiled(r"[^\W\d_]+")
_LATIN = compiled(r"[A-Za-z]")
_GREEK = compiled(r"[\u0370-\u03ff]")
_FILLED = compiled(rf"(?<=[A-Za-z])[{BLANK}\ufe00-\ufe0f]+(?=[A-Za-z])")
"""signs of which nothing is drawn, within a word"""
_CUT = compiled(
    r"(?P<start>[^\W\d_]+)(?P<hyphen>[-\u2010\u2011\u00ad])[ \t]*\r?\n[ \t>]*(?P<rest>[^\W\d_]+)(?P<mark>[.,;:!?]?)"
)
"""a word that goes on in the next line"""
_AND = frozenset(["and", "or", "to", "und", "oder", "bis", "sowie"])
"""``Prüf-`` and, in the next line, ``und Messmittel``: the hyphen stands for a part of the word"""
_WHOLE = compiled(
    r"(?:fail|pass|reject|accept|approv|test|check|measur|verif|done|met|not?\b|free|versag|bestanden|geprüft|erfüllt)",
    re.I,
)
"""what is a word of its own: ``brake-`` and, in the next line, ``failed``"""
_PREFIX = compiled(r"(?:un|non|in|re|dis|mis|be|ge|ver|con|pre|ab|an|er|nach|über)", re.I)


@lru_cache(maxsize=MOST_TEXTS)
def plainly_spelled(text: str) -> str:
    """``text`` as it is read for its meaning; what is shown stays as it is written.

    Words of verdicts are put together whose letters are set apart (:mod:`casegen.model.spelled_out`).
    Numbers and signs are not touched: ``10⁻⁶`` and ``µm`` stay.

    >>> [plainly_spelled(t) for t in ("fai\\u00adled", "f\\u0430iled", "\\uff46ailed", "It fai-\\nled.", "10⁻⁶ µm")]
    ['failed', 'failed', 'failed', 'It failed.\\n', '10⁻⁶ µm']
    """
    joined = in_whole_words(_CUT.sub(_in_one_piece, text) if "\n" in text else text)
    if joined.isascii():
        return joined
    seen = "".join(
        c
        for c in unicodedata.normalize("NFC", joined)
        if unicodedata.category(c) != "Cf" and c not in _UNDERLINES
    )
    return _WORD.sub(_in_latin, _FILLED.sub("", seen))


def _in_one_piece(match: Match[str]) -> str:
    start, rest = match["start"], match["rest"]
    if rest.casefold() in _AND:
        return match[0]
    apart = match["hyphen"] != "\u00ad" and _WHOLE.match(rest) and not _PREFIX.fullmatch(start)
    return f"{start}{'-' if apart else ''}{rest}{match['mark']}\n"


def _in_latin(match: Match[str]) -> str:
    """A word in Latin letters, where all of its others are drawn like them."""
    word = match[0]
    if word.isascii() or len(word) == 1 or (len(word) == 2 and _GREEK.search(word)):
        return word  # `ℓ` and `ρN` are signs of formulas
    plain = "".join(_of_width(c) for c in word)
    if not _LATIN.search(plain):
        return plain
    folded = plain.translate(_FOLDED)
    return folded if re.fullmatch(r"[A-Za-z\u00c0-\u024f]+", folded) else plain


def _of_width(letter: str) -> str:
    """A full-width letter, one of a mathematical alphabet or a ligature as the plain ones; others as they are."""
    plain = unicodedata.normalize("NFKC", letter)
    kind = unicodedata.decomposition(letter).partition(" ")[0]
    return (
        plain if kind in ("<wide>", "<font>", "<compat>") and plain.isascii() and plain.isalpha() else letter
    )
