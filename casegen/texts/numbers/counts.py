"""Counts and periods as texts write them, in English and German: ``1,000``, ``10⁻⁵``, ``a hundred``, ``Jahr``."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.numbers.calendar_periods import ABBREVIATION
from casegen.texts.numbers.ordinal_words import ordinals_in_digits
from casegen.texts.numbers.quantity_words import written_out

_SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")
_WORDS = {
    "once": 1, "einmal": 1, "one": 1, "a": 1, "an": 1, "ein": 1, "eine": 1, "einem": 1, "einer": 1, "einen": 1,
    "eines": 1, "two": 2, "zwei": 2, "three": 3, "drei": 3, "four": 4, "vier": 4, "five": 5, "fünf": 5, "six": 6,
    "sechs": 6, "seven": 7, "sieben": 7, "eight": 8, "acht": 8, "nine": 9, "neun": 9, "ten": 10, "zehn": 10, "twelve": 12,
    "zwölf": 12, "twenty": 20, "zwanzig": 20, "fifty": 50, "fünfzig": 50, "hundred": 100, "hundert": 100,
    "thousand": 1_000, "tausend": 1_000, "million": 1_000_000, "millionen": 1_000_000,
    "lakh": 100_000, "lakhs": 100_000, "crore": 10_000_000, "crores": 10_000_000, "trillion": 10**12, "billionen": 10**12,
    "billion": 1_000_000_000, "milliarde": 1_000_000_000, "twice": 2, "zweimal": 2, "eleven": 11, "elf": 11,
    "fifteen": 15, "fünfzehn": 15,
    "sixteen": 16, "sechzehn": 16, "thirty": 30, "dreißig": 30, "forty": 40, "vierzig": 40, "sixty": 60, "sechzig": 60,
    "seventy": 70, "siebzig": 70, "eighty": 80, "achtzig": 80, "ninety": 90, "neunzig": 90, "einhundert": 100,
    "une": 1, "un": 1, "una": 1, "uno": 1, "mille": 1_000, "mil": 1_000,
    "eintausend": 1_000, "zehntausend": 10_000, "hunderttausend": 100_000, "einhunderttausend": 100_000,
}  # fmt: skip
_TIMES = {"hundred": 100, "hundert": 100, "thousand": 1_000, "tausend": 1_000, "million": 1_000_000,
          "millionen": 1_000_000, "billion": 1_000_000_000, "milliarden": 1_000_000_000,
          "lakh": 100_000, "lakhs": 100_000, "crore": 10_000_000, "crores": 10_000_000, "trillion": 10**12,
          "billionen": 10**12,
          "mille": 1_000, "mil": 1_000}  # fmt: skip
_SINGLE_WORDS = tuple(_WORDS)
_HUNDREDS = "hundert|tausend"
_MULTIPLES = "zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig|dreißig|fünfzig"
_WORDS |= {f"{n}{of}": _WORDS[n] * _WORDS[of] for n in _MULTIPLES.split("|") for of in _HUNDREDS.split("|")}
"""``zweihundert``"""
_SUFFIXES = {"k": 1e3, "K": 1e3, "M": 1e6}
DIGITS = (
    r"\d{1,3}(?:[ \u00a0\u2009\u202f,.'’]\d{3})+(?![\d])(?:[.,]\d+)?|\d+(?:[.,]\d+)?|(?<![\w.,)\]])[.,]\d+"
)
POWER = r"(?:10|(?<![\d.,])2)(?:\s?(?:\^|\*\*)\s?\(?[-+−]?\d+\)?|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
NUMBER = rf"(?:{POWER}|(?:{DIGITS})(?:[eE][-+−]?\d+|\s?[×·*x]\s?(?:{POWER}))?)"
WORD = "|".join((f"(?:{_MULTIPLES})(?:{_HUNDREDS})", *sorted(_SINGLE_WORDS, key=len, reverse=True)))
_TIMES_WORD = "|".join(_TIMES)
_ORDINALS = {
    ordinal: n
    for word, n in _WORDS.items()
    if n > 2
    for ordinal in (f"{word[:-1]}ieth" if word.endswith("y") else f"{word}th", f"{word}te", f"{word}ste")
}
"""``fiftieth``, ``fünfzigste``: also words that no language has"""
ORDINAL = rf"(?:\d[\d.,']*(?:st|nd|rd|th)\b|\d[\d.,']*\.(?=\s)|(?:{'|'.join(_ORDINALS)})[nrms]?\b)"
SPELT = rf"\b(?:{WORD})\b(?:[\s-]+(?:{_TIMES_WORD})\b)*"
COUNT = rf"(?:{POWER}|{NUMBER}(?:(?-i:[kKM])\b|\s(?-i:k)\b|\s(?:{_TIMES_WORD})\b)?|{SPELT})"
NO_THING = (
    r"(?:of|in|out|per|von|aus|to|zu|and|or|und|oder|a|hundred|thousand|million|billion|hundert|tausend|tenths?|"
    r"hundredths?|thousandths?|zehntel|hundertstel|tausendstel|percent|per\s+cent|prozent|promille|ppm|seconds?|minutes?|hours?|"
    r"days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|h|s|ms|min|m|mm|cm|km|met(?:er|re)s?|kg)\b"
)
"""behind a number: what makes it a share, a time or a length, not a count"""
SMALL = compiled(r"[eE][-−]\d|10\s?(?:(?:\^|\*\*)\s?\(?[-−]|⁻)|2\s?(?:(?:\^|\*\*)\s?\(?[-−]|⁻)")
"""powers that make a number small: ``9e-1``, ``10⁻¹``"""


def _per_unit(match: re.Match[str]) -> str:
    """``5e-3 1/h`` and ``5e-3 h^-1`` as ``5e-3/h``, in as many characters."""
    return f"/{match['of']}".ljust(len(match[0]))


_TIME = rf"hours?|days?|weeks?|months?|years?|stunden?|tage?|wochen?|monate?|jahre?|{ABBREVIATION}"
_WRITTEN = (
    (compiled(r"(?<=\d)[-\s]?mal\b", re.I), lambda m: " " * len(m[0])),
    (compiled(rf"\b(?!ein|zwei)(?P<n>{WORD})mal\b", re.I), lambda m: m["n"].ljust(len(m[0]))),
    (
        compiled(r"(?<=\d)\s?[x×·*]\s?10\s?[-−‐‑‒–]\s?(?P<n>\d{1,2})(?![\d.,])"),
        lambda m: f"e-{m['n']}".ljust(len(m[0])),
    ),
    (compiled(r"(?<=\d)(?P<e>[eE])[‐‑‒–](?=\d)"), lambda m: f"{m['e']}-"),
    (
        compiled(r"(?<=\d)\s(?P<e>[eE])\s?(?P<sign>[-−+])\s?(?P<n>\d{1,2})(?![\w.,]*\d)"),
        lambda m: f"{m['e']}{m['sign']}{m['n']}".ljust(len(m[0])),
    ),
    (compiled(r"[％﹪٪⁒]"), lambda m: "%"),
    (compiled(r"\bat\s+once\b", re.I), lambda m: re.sub(r"\s", "_", m[0])),
    (compiled(r"(?<=\d)_(?=\d{3})"), lambda m: "'"),
    (
        compiled(
            rf"(?<=[\d⁰¹²³⁴⁵⁶⁷⁸⁹)])\s+[\[(]?1\s?/\s?(?P<of>{_TIME})\b[\])]?",
            re.I,
        ),
        _per_unit,
    ),
    (
        compiled(
            rf"(?<=[\d⁰¹²³⁴⁵⁶⁷⁸⁹)])\s?[·*]?\s?(?P<of>{_TIME})\s?(?:\^?[({{]?[-−]\s?1[)}}]?|⁻¹)(?!\w|[.,]\d)",
            re.I,
        ),
        _per_unit,
    ),
    (compiled(r"\^\{([-+−]?\d+)\}"), lambda m: f"^({m[1]})"),
    (
        compiled(r"(?<=\w)-(?:in|of)-(?:an?-)?(?=\d|hundred|thousand|million|ten\b)", re.I),
        lambda m: m[0].replace("-", " "),
    ),
)


@lru_cache(maxsize=MOST_TEXTS)
def plain(text: str) -> str:
    """Numbers as other rules read them, each in as many characters: ``1_000``, ``10^{-4}``, ``1-in-10,000``, ``1-mal``.

    >>> plain("1_000 or 10^{-4} or 1-in-10,000")
    "1'000 or 10^(-4) or 1 in 10,000"
    """
    text = written_out(ordinals_in_digits(text))
    for pattern, written in _WRITTEN:
        text = pattern.sub(written, text)
    return text


def as_written(raw: str, text: str, start: int, end: int) -> tuple[int, int]:
    """Start and end in ``raw`` of what ``text = plain(raw)`` has from ``start`` to ``end``, without blanks at the ends.

    Blanks beside a number in digits stand for the words that it was written in.
    """
    while start < end and text[start] == " ":
        start += 1
    while end > start and text[end - 1] == " ":
        end -= 1
    first, last = start, end
    while first > 0 and text[first - 1] == " ":
        first -= 1
        start = first if raw[first] != " " else start
    while last < len(text) and text[last] == " ":
        last += 1
        end = last if raw[last - 1] != " " else end
    return start, end


def count_of(text: str, whole: bool = False) -> tuple[float, ...]:
    """What a number may mean: ``1.000`` is one in English and a thousand in German; before a power of ten it is one.

    >>> count_of("1.000"), count_of("1.000e-4"), count_of("1,250 · 10⁻⁴")
    ((1000.0, 1.0), (0.0001,), (0.000125,))
    """
    text = text.strip()
    low = text.lower()  # "ß" stays one letter
    spelt = _spelt(low)
    if spelt is not None:
        return (spelt,)
    if text[-1] in _SUFFIXES:
        return tuple(n * _SUFFIXES[text[-1]] for n in count_of(text[:-1], whole))
    digits, _, word = low.rpartition(" ")
    if word in _TIMES:
        return tuple(n * _TIMES[word] for n in count_of(digits, whole))
    low = re.sub(
        r"\s?\*\*\s?|\s?\^\s?", "^", low.translate(_SUPER) if "^" not in low and "**" not in low else low
    )
    power = re.fullmatch(
        r"(?:(?P<d>.*?)\s?[×·*x]\s?)?(?P<b>10|2)\^?\(?(?P<e>[-+−]?\d+)\)?", low.replace("−", "-")
    )
    scaled = re.search(r"[⁰¹²³⁴⁵⁶⁷⁸⁹^]", text) or "**" in text
    if power and scaled and (power["d"] or low.startswith(("10", "2"))):
        factors = _mantissa(power["d"], whole) if power["d"] else (1.0,)
        scale = _power(power["b"], power["e"])
        return tuple(d * scale for d in factors) if scale is not None else ()
    mantissa, sign, exponent = low.replace("−", "-").partition("e")
    if not sign or not exponent:
        return _plain(mantissa, whole)
    scale = _power("10", exponent)
    return tuple(d * scale for d in _mantissa(mantissa, whole)) if scale is not None else ()


_THREE_DECIMALS = compiled(r"[1-9]\d{0,2}[.,]\d{3}", re.A)


def _mantissa(digits: str, whole: bool) -> tuple[float, ...]:
    """What is before a power of ten: three digits behind one sign are decimals, not thousands."""
    if _THREE_DECIMALS.fullmatch(digits):
        return (float(digits.replace(",", ".")),)
    return _plain(digits, whole)


def ordinal_of(text: str) -> tuple[float, ...]:
    """Number of an ordinal: ``50th``, ``50.``, ``fünfzigsten``.

    >>> ordinal_of("50th"), ordinal_of("fiftieth"), ordinal_of("tausendsten")
    ((50.0,), (50.0,), (1000.0,))
    """
    low = text.lower()
    for form in (low, low[:-1]):
        if form in _ORDINALS:
            return (float(_ORDINALS[form]),)
    return count_of(re.sub(r"(?:st|nd|rd|th|\.)$", "", low), whole=True)


def _spelt(text: str) -> float | None:
    """``a hundred thousand`` is 100000; None where a word is no number."""
    first, *more = re.split(r"[\s-]+", text)
    if first not in _WORDS or not all(word in _TIMES for word in more):
        return None
    return float(math.prod((_WORDS[first], *(_TIMES[word] for word in more))))


def _power(base: str, exponent: str) -> float | None:
    """A power of 2 or 10; None for one beyond every number, and for what is none."""
    try:
        return math.exp2(int(exponent)) if base == "2" else 10.0 ** int(exponent)
    except (OverflowError, ValueError):  # beyond every number, or a word that ends in digits of a power
        return None


def _plain(digits: str, whole: bool) -> tuple[float, ...]:
    digits = re.sub(r"[ \u00a0\u2009\u202f'’]", "", digits)
    groups = re.fullmatch(r"[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*", digits)
    if groups is None:
        if "," in digits and "." in digits:  # the later one is the decimal sign
            comma = digits.rfind(",") > digits.rfind(".")
            digits = digits.replace("." if comma else ",", "")
        digits = digits.replace(",", ".")
        # 1.2.10 is a version, or a section; a word is no number
        return (float(digits),) if re.fullmatch(r"\d+\.?\d*|\.\d+", digits, re.ASCII) else ()
    grouped = float(re.sub(r"[.,]", "", digits))
    ambiguous = digits.count(groups[1]) == 1 and not whole
    return (grouped, float(digits.replace(",", "."))) if ambiguous else (grouped,)
