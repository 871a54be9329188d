"""Amounts that a text states: a number with a unit, in base units, and on which side of it something lies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.numbers.counts import NUMBER, SPELT, count_of, plain
from casegen.texts.numbers.number_relations import LOWER, UPPER
from casegen.texts.numbers.stated import READ

_PREFIXES = {"p": 1e-12, "n": 1e-9, "µ": 1e-6, "μ": 1e-6, "u": 1e-6, "m": 1e-3, "c": 1e-2, "d": 1e-1, "": 1.0,
             "h": 1e2, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}  # fmt: skip
_SCALED = {"m": (1.0, "m"), "g": (1.0, "g"), "s": (1.0, "s"), "A": (1.0, "A"), "mol": (1.0, "mol"), "cd": (1.0, "cd"),
           "Hz": (1.0, "Hz"), "N": (1.0, "N"), "Nm": (1.0, "Nm"), "Pa": (1.0, "Pa"), "bar": (1e5, "Pa"), "J": (1.0, "J"),
           "W": (1.0, "W"), "Wh": (3600.0, "J"), "V": (1.0, "V"), "VA": (1.0, "VA"), "F": (1.0, "F"), "Ω": (1.0, "Ω"),
           "Ohm": (1.0, "Ω"), "Wb": (1.0, "Wb"), "T": (1.0, "T"), "lm": (1.0, "lm"), "lx": (1.0, "lx"),
           "Bq": (1.0, "Bq"), "Gy": (1.0, "Gy"), "Sv": (1.0, "Sv"), "eV": (1.0, "eV"), "l": (1e-3, "m³"),
           "L": (1e-3, "m³"), "U": (1.0, "U"), "Ah": (1.0, "Ah"), "rad": (57.29577951308232, "°")}  # fmt: skip
_FIXED = {"min": (60.0, "s"), "h": (3600.0, "s"), "d": (86400.0, "s"), "%": (0.01, "share"), "‰": (0.001, "share"),
          "ppm": (1e-6, "share"), "ppb": (1e-9, "share"), "°C": (1.0, "°C"), "°F": (1.0, "°F"), "K": (1.0, "K"),
          "°": (1.0, "°"), "deg": (1.0, "°"), "dB": (1.0, "dB"), "dBA": (1.0, "dB"), "rpm": (1.0, "rpm"),
          "IU": (1.0, "IU"), "pH": (1.0, "pH"), "psi": (6894.757, "Pa"), "ft": (0.3048, "m"), "t": (1e6, "g"),
          "lb": (453.59237, "g"), "px": (1.0, "px"), "mph": (0.44704, "m/s"), "kn": (1852 / 3600, "m/s"),
          "kmh": (1 / 3.6, "m/s"), "kph": (1 / 3.6, "m/s")}  # fmt: skip
_WORDS = {
    r"milliseconds?|millisekunden?": "ms", r"seconds?|secs?|sekunden?": "s", r"minutes?|mins|minuten?": "min",
    r"hours?|stunden?": "h", r"days?|tage?n?": "d", r"met(?:er|re)s?n?": "m", r"(?:centi|zenti)met(?:er|re)s?n?": "cm",
    r"millimet(?:er|re)s?n?": "mm", r"kilomet(?:er|re)s?n?": "km", r"lit(?:er|re)s?n?": "l",
    r"millilit(?:er|re)s?n?": "ml", r"milligram(?:me)?s?|milligramm": "mg", r"gram(?:me)?s?|gramm": "g",
    r"kilogram(?:me)?s?|kilos?|kilogramm": "kg", r"tonn?e?s?|tonnen": "t", r"degrees?\s+celsius|grad\s+celsius": "°C",
    r"degrees?|grad": "°", r"volts?": "V", r"amp(?:ere)?s?": "A", r"watts?": "W", r"newtons?": "N",
    r"percent|per\s+cent|prozent": "%", r"feet|foot": "ft", r"pixels?": "px",
}  # fmt: skip
"""words of units, with their signs"""
_SIGN = (
    rf"(?-i:(?:[{''.join(_PREFIXES)}])?(?:{'|'.join(sorted(_SCALED, key=len, reverse=True))})|"
    rf"{'|'.join(sorted(map(re.escape, _FIXED), key=len, reverse=True))})"
)
_ONE = rf"(?:(?:{'|'.join(_WORDS)})(?![^\W\d_])|°\s(?-i:[CF])|{_SIGN}(?![^\W\d_²³]))[²³23]?(?!\d)"
UNIT = compiled(
    rf"[\s\u00a0\u202f-]?(?P<unit>{_ONE})(?:\s?(?:/|per\s|pro\s|je\s)\s?(?P<per>{_ONE}))?(?!\w)", re.I
)
"""behind a number: its unit"""
_AMOUNT = compiled(rf"(?<![\w.,])(?P<n>(?:minus\s+|[-−–](?=\d))?(?:{NUMBER}|{SPELT})){UNIT.pattern}", re.I)

_LESS = (
    r"clos|near|short|slow|small|low|earli|soon|light|thinn|cold|narrow|weak|näh|kürz|langsam|klein|niedrig|früh|"
    r"leicht|dünn|kält|schwäch"
)
_FILLER = r"(?:\s+(?:about|a|an|the|von|of|by|to))?\s*$"
_ABOVE = compiled(
    rf"(?:{LOWER}|\b(?:exceed(?:s|ed|ing)?|überschreitet|übersteigt|after|nach|longer|past)|"
    rf"\b(?!(?:{_LESS}|oth|rath|eith)er)[^\W\d]{{2,}}er\s+(?:than|als)){_FILLER}",
    re.I,
)
_BELOW = compiled(
    rf"(?:{UPPER}|\b(?:within|inside(?:\s+of)?|in\s+under|innerhalb(?:\s+von)?|binnen|before|vor|unterschreitet)|"
    rf"\b(?:{_LESS})er\s+(?:than|als)){_FILLER}",
    re.I,
)
_IN_TIME = compiled(r"\b(?:in|en|im)\s*$", re.I)
_BEHIND_ABOVE = compiled(
    r"\s*(?:or\s+(?:more|longer|later)|oder\s+(?:mehr|länger|später)|and\s+more|too\s+[^\W\d]+|zu\s+(?:viel|spät))\b",
    re.I,
)
_BEHIND_BELOW = compiled(r"\s*(?:or\s+(?:less|closer|nearer)|oder\s+(?:weniger|näher))\b", re.I)
_AFTER = compiled(
    r"\s*(?:after|later|behind\s+the\s+time|past|nach(?:dem)?|später|danach|too\s+late|zu\s+spät)\b", re.I
)
RELATIONS = compiled(
    rf"{LOWER}|{UPPER}|\b(?:within|innerhalb(?:\s+von)?|binnen)\b|\b[^\W\d]{{2,}}er\s+(?:than|als)\b", re.I
)
"""words before an amount, and before how often something happens"""


class Amount(NamedTuple):
    """A size in base units; ``sizes``: what it may be where separators are ambiguous."""

    sizes: tuple[float, ...]
    of: str
    """the base units (``m/s``)"""
    quote: str
    at: int
    end: int
    side: str
    """where that lies of which the text speaks: ``above``, ``below``; ``late``: what is so then; empty if not said"""


@lru_cache(maxsize=MOST_TEXTS)
def amounts(text: str) -> tuple[Amount, ...]:
    """Every number with a known unit.

    >>> [(a.sizes, a.of, a.side) for a in amounts("It comes closer than 10 cm, at more than 36 km/h")]
    [((0.1,), 'm', 'below'), ((10.0,), 'm/s', 'above')]
    """
    return tuple(_amounts(plain(text[:READ])))


def _amounts(text: str) -> Iterator[Amount]:
    for match in _AMOUNT.finditer(text):
        size, of = _unit(match["unit"])
        if match["per"]:
            per, below = _unit(match["per"])
            size, of = size / per, f"{of}/{below}"
        sign = re.match(r"minus\s+|[-−–]", match["n"], re.I)
        numbers = count_of(match["n"][sign.end() :] if sign else match["n"])
        sizes = tuple((-n if sign else n) * size for n in numbers)
        if of == "°F":
            of, sizes = "°C", tuple((n - 32.0) / 1.8 for n in sizes)
        if sizes:
            side = _side(text, match, of)
            yield Amount(sizes, of, match[0], match.start(), match.end(), side)


def _side(text: str, match: re.Match[str], of: str) -> str:
    before, after = text[: match.start()], text[match.end() :]
    if _ABOVE.search(before) or _BEHIND_ABOVE.match(after):
        return "above"
    if _BELOW.search(before) or _BEHIND_BELOW.match(after):
        return "below"
    if of == "s" and _AFTER.match(after):
        return "late"
    return "below" if of == "s" and _IN_TIME.search(before) else ""


@lru_cache(maxsize=512)
def _unit(written: str) -> tuple[float, str]:
    """The size of one, and its base unit."""
    power = {"²": 2, "³": 3, "2": 2, "3": 3}.get(written[-1], 1)
    sign = re.sub(r"(?<=°)\s", "", written if power == 1 else written[:-1])
    sign = next((s for words, s in _WORDS.items() if re.fullmatch(words, sign, re.I)), sign)
    size, of = _FIXED.get(sign, (0.0, ""))
    for prefix, factor in _PREFIXES.items() if not of else ():
        if sign.startswith(prefix) and sign[len(prefix) :] in _SCALED:
            one, of = _SCALED[sign[len(prefix) :]]
            size = factor * one
    return (size, of) if power == 1 else (size**power, f"{of}{'²³'[power - 2]}")
