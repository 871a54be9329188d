"""Ordinals and parts of several words: ``every twenty thousandth``, ``one five thousandth``, ``ein Fünftausendstel``.

A cardinal before a singular multiplies what it divides by; before a plural it counts the parts (``five thousandths``).
Each is written in digits, ``20000th``, in as many characters, for the forms of numbers to read.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.quantity_words import EN_TENS, EN_WORDS, PARTS, SCALES, STEM, one_word, value_of

_LAST = {f"{word}th": word for word in (*EN_WORDS[4:], "hundred", "thousand", "million", "billion")} | {
    "first": "one", "second": "two", "third": "three", "fifth": "five", "eighth": "eight", "ninth": "nine",
    "twelfth": "twelve", **{f"{word[:-1]}ieth": word for word in EN_TENS},
}  # fmt: skip
_CARDINAL = "|".join(
    sorted((*EN_WORDS, *EN_TENS, *(s for s in SCALES if s.islower() and not s.endswith("en"))), key=len)[::-1]
)
_ENGLISH = compiled(
    rf"(?<![\w.,-])(?P<run>(?:(?:{_CARDINAL}|\d{{1,3}})[\s-]+(?:and[\s-]+)?)+)(?P<last>{'|'.join(_LAST)})(?P<plural>s?)\b",
    re.I,
)
_GERMAN = compiled(
    rf"(?<![\w-])(?:(?P<one>ein(?:e[nrms]?)?\s+)(?P<run>(?:{STEM})+)\s+)?(?P<stem>(?:{STEM}|million)+)"
    r"(?P<end>s?te[nrms]?|s?tel[sn]?)\b",
    re.I,
)
_EVERY = compiled(r"\b(?:every|each|jede[nrms]?)\s+(?:single\s+)?$", re.I)
_OF = compiled(r"\s+(?:of|von|der|aller)\b", re.I)
_GROUPED = compiled(r"(?<![\d.,])\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?=(?:st|nd|rd|th)\b)")
_OF_DIGITS = compiled(r"(?<![\d.,])(?P<n>\d{1,3}(?:\.\d{3})+|\d+)\s?-?ste[nrms]?\b")
"""``jede 1.000ste Fahrt``"""
_OVER = compiled(r"(?<=\d)(?P<under>\s?[/⁄]\s?\d[\d.,]*)(?:st|nd|rd|th)\b")
EITHER = compiled(rf"\b(?:{_CARDINAL})\s+hundred\s+(?:thousand|million)ths\b", re.I)
"""``five hundred thousandths`` are a half, or five of a hundred thousand"""
_LARGE = 100
"""a smaller one names a place in a row, such as a century, unless it is of something or behind *every*"""


def ordinals_in_digits(text: str) -> str:
    """Ordinals of several words in digits.

    >>> " ".join(ordinals_in_digits("every twenty thousandth start, one five-thousandth, five thousandths").split())
    'every 20000th start, one 5000th, five thousandths'
    """
    text = _ENGLISH.sub(_english, text)
    text = _GERMAN.sub(_german, text)
    text = _GROUPED.sub(lambda m: re.sub(r"\D", "", m[0]).rjust(len(m[0])), text)
    text = _OF_DIGITS.sub(lambda m: f"{m['n'].replace('.', '')}th".ljust(len(m[0])), text)
    return _OVER.sub(lambda m: m["under"].ljust(len(m[0])), text)


def _english(match: re.Match[str]) -> str:
    every = _EVERY.search(match.string[: match.start()]) is not None
    spaced = re.split(r"(\s+)", match["run"])  # "three twenty-five-"
    if match["plural"]:
        counted = bool(spaced[-1]) and len(spaced) > 1
        start = len(match["run"]) - len(spaced[-1]) if counted else -1
    else:
        first = re.match(r"(?:one|1)\s+", match["run"], re.I)
        start = first.end() if first and not every else 0
    while 0 <= start < len(match["run"]):
        words = f"{match['run'][start:]}{_LAST[match['last'].lower()]}"
        value = value_of(re.sub(r"[\s-]+and[\s-]+", " ", words))
        if value is not None and value.denominator == 1:
            own = every or value >= _LARGE or _OF.match(match.string[match.end() :])
            return f"{match[0][:start]}{_digits(int(value), match[0][start:])}" if own else match[0]
        skipped = re.compile(r"[\s-]+").search(match["run"], start)  # "three five thousandth"
        start = skipped.end() if skipped else -1
    return match[0]


def _german(match: re.Match[str]) -> str:
    end, stem = match["end"].lower(), match["stem"].lower()
    part = end.startswith(("tel", "stel"))
    known = f"{stem}{end.rstrip('n')}" in PARTS
    many = one_word(stem)
    of = one_word(match["run"].lower()) if match["run"] else 1
    if many is None or of is None:
        return match[0]
    start = len(match["one"] or "")
    value = many * of
    every = _EVERY.search(match.string[: match.start()]) is not None
    if (part and known and not match["run"]) or not (part or every or value >= _LARGE):
        return match[0][:-1] + " " if known and end.endswith("n") else match[0]
    return f"{match[0][:start]}{_digits(int(value), match[0][start:])}"


def _digits(value: int, words: str) -> str:
    text = f"{value}th"
    return text.rjust(len(words)) if len(text) <= len(words) else words
