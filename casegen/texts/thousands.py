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
    digits = match[0].replace(match["sign"], "")
    return readings, f"{digits} or {float(match[0].replace(',', '.')):g}"
