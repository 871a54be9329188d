"""Lengths of time of several words as a number and a unit: ``half a day``, ``a full week``, ``anderthalb Tage``."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from casegen.model.expressions import compiled
from casegen.texts.numbers.counts import COUNT
from casegen.texts.numbers.quantity_words import CARDINAL, FEW, PARTS, denominator, value_of

_UNIT = (
    r"(?:(?:(?<![^\W\d])(?:s|min|h)|seconds?|sekunden?|minutes?|minuten?|hours?|hrs?|stunden?|days?|tage[ns]?|weeks?|wochen?|months?|"
    r"monat(?:e[ns]?|s)?|years?|jahr(?:e[ns]?|s)?|decades?|jahrzehnte?[ns]?|fortnights?|century|centuries|"
    r"jahrhunderte?[ns]?)\b|(?:minütig|stündig|tägig|wöchig|monatig|jährig))"
)
_ONE = r"(?:an?|one|ein(?:e[nrms]?)?)"
_HALF = r"hal(?:f|ves|b(?:e[nrms]?)?)"
_PART = "|".join(
    sorted((word for word in PARTS if word not in ("half", "halves", "hälfte")), key=len, reverse=True)
)
_TEL = "|".join(sorted((word for word in PARTS if word.endswith("tel")), key=len, reverse=True))
_LENGTH = compiled(
    r"(?<![\w.,/-])(?:"
    rf"(?P<all>{_ONE}\s+(?:full|whole|entire|ganze[nrms]?|volle[nrms]?))|"
    rf"(?:(?P<whole>{CARDINAL})[\s-]+(?:and|und)[\s-]+)?(?:(?P<n>{CARDINAL}|{_ONE})[\s-]*)?"
    rf"(?:(?P<half>{_HALF})(?:\s+of)?(?:[\s-]+{_ONE})?(?P<dozen>[\s-]+(?:dozen|dutzend))?|(?P<near>quarters?|{_TEL})|"
    rf"(?P<part>{_PART})s?\s+(?:of|von|eine[rs])(?:\s+{_ONE})?(?<!\sof)(?<!\svon))|"
    rf"(?P<over>(?:\d+\s+)?\d+\s?[/⁄]\s?\d+)|(?P<sign>(?:\d+\s?)?{FEW})(?:\s+(?:of\s+)?{_ONE})?|"
    rf"(?P<many>{CARDINAL}))(?P<blank>[\s-]*)(?={_UNIT})",
    re.I,
)
"""A fraction that is also an ordinal is one before ``of a`` only: *a third day* is a whole one."""
_AND_A_HALF = compiled(
    rf"(?<![\w.,/-])(?P<n>{CARDINAL}|{_ONE})\s+(?P<unit>{_UNIT})\s+(?:and\s+a\s+half|und\s+eine?n?\s+halbe[nrs]?)\b",
    re.I,
)
"""``a day and a half``"""
_THOUSANDS = 3
_NEAR = 0.01
_DOZEN = 12
_COUNTED = compiled(COUNT, re.I)
"""what is read as a count without being rewritten"""


def lengths_in_digits(text: str) -> str:
    """Lengths of time of several words with their number in digits, each in as many characters.

    What has no value, or no room for one, stays.

    >>> " ".join(lengths_in_digits("missions of half a day, or of three quarters of an hour").split())
    'missions of 0.5 day, or of 0.75 hour'
    >>> lengths_in_digits("on a third day")
    'on a third day'
    """
    return _LENGTH.sub(_in_digits, _AND_A_HALF.sub(_with_half, text))


def _with_half(match: re.Match[str]) -> str:
    value = _cardinal(match["n"])
    number = "" if value is None else _decimal(value + Fraction(1, 2))
    return f"{number} {match['unit'].rjust(len(match[0]) - len(number) - 1)}" if number else match[0]


def _in_digits(match: re.Match[str]) -> str:
    if match["many"] and _COUNTED.fullmatch(match["many"]):
        return match[0]
    value = _value(match)
    if value is None:
        return match[0]
    behind = match.string[: match.start()].rstrip()[-1:].isdigit()  # "1,000 120" would be one number
    number, room = " " * behind + _decimal(value), len(match[0])
    if len(number) > room and not behind:
        number = number.removeprefix("0")
    return number.ljust(room) if number.strip() and len(number) <= room else match[0]


def _decimal(value: Fraction) -> str:
    """In four decimals, never in three, which might be thousands; empty where these do not tell it."""
    if value.denominator == 1:
        return str(value.numerator)
    text = f"{float(value):.4f}".rstrip("0")
    text += "0" * (len(text.partition(".")[2]) == _THOUSANDS)
    return text if abs(float(text) / float(value) - 1.0) < _NEAR else ""


def _value(match: re.Match[str]) -> Fraction | None:
    if match["all"]:
        return Fraction(1)
    if (cardinal := value_of(match[0].strip(" -"))) is not None:
        return cardinal
    if match["many"]:
        return None
    if match["sign"]:
        digits, sign = match["sign"][:-1].strip(), match["sign"][-1]
        return Fraction(unicodedata.numeric(sign)).limit_denominator(10) + int(digits or 0)
    if match["over"]:
        *whole, over, under = map(int, re.findall(r"\d+", match["over"]))
        return sum(whole) + Fraction(over, under) if under else None
    many = _cardinal(match["n"] or "one")
    whole_part = _cardinal(match["whole"]) if match["whole"] else Fraction(0)
    divisor = _divisor(match["half"], match["near"] or match["part"])
    if many is None or whole_part is None or divisor is None:
        return None
    return (whole_part + many / divisor) * (_DOZEN if match["dozen"] else 1)


def _divisor(half: str | None, part: str) -> int | None:
    if half:
        return 2
    stem = part.lower().removesuffix("s")
    return denominator(stem) if stem in PARTS else None


def _cardinal(words: str) -> Fraction | None:
    if re.fullmatch(_ONE, words, re.I):
        return Fraction(1)
    value = value_of(words)
    return value if value is not None else value_of(re.sub(rf"^{_ONE}\s+", "", words, flags=re.I))
