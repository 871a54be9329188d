"""Which sign separates thousands in a text: a comma in English, a point in German.

A number that has the other one may be a thousand times as much.
"""

from __future__ import annotations

import re
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS

_GERMAN_WORDS = """
der die das den dem des ein eine einer einem einen und oder ist sind war wird werden nicht kein keine mit von vom für
bei beim im am auf aus nach zu zum zur je pro höchstens mindestens weniger als alle aller jede jeder fällt versagt
laut gemäß seite ausfälle ausfallrate fahrten fahrt stunde stunden datenblatt hersteller protokoll
"""
_ENGLISH_WORDS = """
the of and or is are was with from for by at on per each every most least than fails failure failures to its it that
no not an a all any run runs hours hour page sheet record report data rate demands missions
"""
_GERMAN, _ENGLISH = frozenset(_GERMAN_WORDS.split()), frozenset(_ENGLISH_WORDS.split())
_GROUPED = compiled(r"(?<![\d.,])[1-9]\d{0,2}(?P<sign>[.,])\d{3}(?![\d.,]*[\d⁰¹²³⁴⁵⁶⁷⁸⁹^]|\s?[eE×·*])")

_WHOLE = compiled(r"[1-9]\d{0,2}(?:[.,]\d{3})+")
_SIGNS = compiled(r"[.,]")


@lru_cache(maxsize=MOST_TEXTS)
def thousands_sign(text: str) -> str:
    """The sign that separates thousands in a text, by its language: English where it shows none.

    >>> thousands_sign("in höchstens 1.000 Fahrten"), thousands_sign("in 1,000 runs"), thousands_sign("R-7: 100 FIT")
    ('.', ',', ',')
    """
    words = re.findall(r"[^\W\d_]+", text.casefold())
    german = sum(word in _GERMAN for word in words) + sum(bool(re.search("[äöüß]", word)) for word in words)
    return "." if german > sum(word in _ENGLISH for word in words) else ","


def settled(written: str, readings: tuple[float, ...], text: str) -> tuple[tuple[float, ...], str]:
    """The readings of a number with one group of three digits, as its text writes thousands, and what is doubtful of it.

    >>> settled("50,000 ppm", (0.05, 5e-5), "in 50,000 ppm of the runs")
    ((0.05,), '')
    >>> settled("1.000 ppm", (1e-3, 1e-6), "in 1.000 ppm of the runs")
    ((0.001, 1e-06), '1000 or 1')
    """
    match = _GROUPED.search(written)
    if match is None:
        return readings, ""
    if match["sign"] == thousands_sign(text):
        return (max(readings),), ""
    return readings, _either(match[0])


_ONE_GROUP = r"(?<![\d.,])(?P<n>[1-9]\d{0,2}(?P<sign>[.,])\d{3})(?![\d.,]*\d)"
_BEFORE_POWER = compiled(rf"{_ONE_GROUP}\s?[×·*x]\s?10")
_BEFORE_WORD = compiled(
    rf"{_ONE_GROUP}(?:[kM]\b|\s(?:k|thousand|million(?:en)?|milliarden?|billion(?:en)?|tausend)\b)"
)
_GROUP = compiled(r"(?<![\d.,])[1-9]\d{0,2}(?:[.,]\d{3})+(?![\d.,]*\d|[eE])")


def in_doubt(written: str, text: str) -> str:
    """Why the separators of a quantity leave open how large it is; empty where they do not.

    >>> in_doubt("2.500 of 10,000", "in 2.500 of 10,000 missions"), in_doubt("1,000 of 10,000", "in 1,000 of 10,000")
    ('2.500 beside 10,000', '')
    >>> in_doubt("1.500 million", "once in 1.500 million hours"), in_doubt("1,000 × 10⁻⁶", "1,000 × 10⁻⁶ per hour")
    ('1500 or 1.5', '1000 or 1')
    """
    groups = _GROUP.findall(written)
    if len({sign for group in groups for sign in _SIGNS.findall(group)}) > 1:
        return " beside ".join(groups)
    thousands = thousands_sign(text)
    match = _BEFORE_POWER.search(written)
    match = match if match is not None and match["sign"] == thousands else None
    other = _BEFORE_WORD.search(written)
    match = other if other is not None and other["sign"] != thousands else match
    return _either(match["n"]) if match else ""


def _either(number: str) -> str:
    return f"{re.sub('[.,]', '', number)} or {float(number.replace(',', '.')):g}"


def is_of_thousands(written: str, text: str) -> bool:
    """Whether a whole number is written in thousands as its text writes them; another sign may be that of decimals.

    >>> is_of_thousands("1,000", "after at least 1,000 runs"), is_of_thousands("1.000", "at least 1.000 of the runs")
    (True, False)
    """
    return _WHOLE.fullmatch(written) is not None and {*_SIGNS.findall(written)} == {thousands_sign(text)}
