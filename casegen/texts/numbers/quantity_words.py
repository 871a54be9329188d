"""Quantities of several words: ``a quarter of a percent``, ``ten to the power of four``, ``two and a half thousand``.

Each is written as one number, in as many characters, for the forms of numbers to read.  What stays beside a number and
is a quantity too (:func:`left_out`) makes it another number than the one that was read.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import PERIOD

EN_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
       "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen",
       "sixteen", "seventeen", "eighteen", "nineteen"]  # fmt: skip
_DE = ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun",
       "zehn", "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn",
       "sechzehn", "siebzehn", "achtzehn", "neunzehn"]  # fmt: skip
EN_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_DE_TENS = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
_SMALL = {word: n for words in (EN_WORDS, _DE) for n, word in enumerate(words)} | {"zwo": 2}
_TENS = {word: n for words in (EN_TENS, _DE_TENS) for n, word in enumerate(words, 2)}
_ONES = {"a": 1, "an": 1, "ein": 1, "eine": 1, "einem": 1, "einer": 1, "einen": 1, "eines": 1}
SCALES = {"dozen": 12, "dutzend": 12, "hundred": 100, "hundert": 100, "thousand": 1_000, "tausend": 1_000,
           "million": 10**6, "millionen": 10**6, "billion": 10**9, "milliarde": 10**9, "milliarden": 10**9,
           "lakh": 10**5, "crore": 10**7, "trillion": 10**12, "billionen": 10**12}  # fmt: skip
_VALUES = _SMALL | {word: 10 * n for word, n in _TENS.items()}
_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth",
             "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"]  # fmt: skip
PARTS = {"half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
          "eighth": 8, "ninth": 9, "tenth": 10, "twelfth": 12, "fifteenth": 15, "sixteenth": 16, "twentieth": 20,
          "fiftieth": 50, "hundredth": 100, "thousandth": 1_000, "millionth": 10**6, "hälfte": 2,
          "drittel": 3, "siebtel": 7,
          **{f"{word}tel": n for n, word in enumerate(_DE) if n >= 4 and n not in (7, 8)}, "achtel": 8,
          **{f"{word}stel": 10 * n for word, n in _TENS.items() if word in _DE_TENS},
          "hundertstel": 100, "tausendstel": 1_000, "millionstel": 10**6}  # fmt: skip
IN_DIGITS = r"(?<![\d.,'])[1-9][\d.,']{0,18}(?:st|nd|rd|th)"
"""an ordinal, or a part of one: ``20,000th``"""
FEW = r"[¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]"
_PART = "|".join(sorted(PARTS, key=len, reverse=True))
_DENOMINATOR = rf"(?:(?:(?:ten|hundred|zehn|hundert)[\s-]?)?(?:{_PART})s?|{IN_DIGITS})"
_HALVED = r"hal(?:f|b(?:e[nrms]?)?)"
_WORD = "|".join(sorted((*_VALUES, *SCALES), key=len, reverse=True))
_STEMS = (*_DE, "ein", "zwo", *_DE_TENS, "hundert", "tausend", "und", "anderthalb", "einhalb")
STEM = "|".join(sorted(_STEMS, key=len, reverse=True))
_ANY = rf"(?:(?:{STEM})+|{_WORD}|\d+(?:\.\d+)?)"
CARDINAL = rf"(?:(?:{'|'.join(_ONES)})[\s-]+)?(?:{_ANY})(?:[\s-]+(?:and[\s-]+)?(?:{_WORD}))*"
_PERCENT = r"(?:%|‰|(?:per\s?cent|pct|prozents?|promilles?|per\s?milles?|basis\s+points?)\b)"
_ARTICLE = r"(?:an?|one|ein(?:e[nrms]?)?|the|de[rmns])"
_OF = rf"(?:[\s-]+(?:of|von|vom))?(?:[\s-]+(?:{_ARTICLE}|1))?"
_FRACTION = compiled(
    rf"(?<![\w./])(?:(?:(?P<whole>{CARDINAL})[\s-]+(?:and|und)[\s-]+)?"
    rf"(?:(?:(?P<n>{CARDINAL}|{_ARTICLE})[\s-]*)?(?P<m>{_DENOMINATOR}|{_HALVED})|(?P<over>\d+)\s?[/⁄]\s?(?P<under>\d+)|"
    rf"(?P<wholes>\d+\s?)?(?P<sign>{FEW})))"
    rf"(?P<of>{_OF})(?P<scale>(?:[\s-]+(?:{'|'.join(SCALES)}))*)(?=(?P<part>[\s-]*{_PERCENT})|(?<=\w)(?!\w))",
    re.I,
)
_POINT = compiled(
    rf"\b(?P<n>{'|'.join(_SMALL)}|\d+)\s+(?:point|komma)\s+(?P<d>(?:{'|'.join(_SMALL)}|\d+)(?:\s+(?:{'|'.join(_SMALL)}))*)\b",
    re.I,
)
_EXPONENT = (
    rf"(?P<n>\d{{1,2}}|{'|'.join(sorted((*_SMALL, *_ORDINALS), key=len, reverse=True))})(?:th|st|nd|rd)?\b"
    r"(?:\s+power\b)?"
)
_POWER = compiled(
    rf"(?<![\w.,])(?:(?P<by>\d+(?:[.,]\d+)?|{'|'.join(_SMALL)})[\s-]*(?:times|by|mal|x|×|·|\*)\s*)?(?:ten|10|zehn)\s+(?:raised\s+)?"
    rf"(?:(?:to\s+(?:the\s+)?power(?:\s+of)?|to\s+the|hoch)\s+(?P<sign>(?:minus|negative)\s+|[-−]\s?)?|to\s+(?P<less>minus\s+|[-−]))"
    rf"{_EXPONENT}",
    re.I,
)
_RAISED = compiled(r"\b(?:ten|zehn)\s?(?P<n>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}|(?:\^|\*\*)\s?[-−]?\d{1,2}(?!\d))", re.I)
"""``ten²``"""
_RUN = compiled(rf"(?<![\w.,/-]){CARDINAL}(?!\w)", re.I)
_KNOWN = compiled(
    rf"(?:{'|'.join((*_ONES, *_WORD.split('|')))}|\d[\d.]*)(?:[\s-]+(?:hundred|thousand|million|billion))*"
)


@lru_cache(maxsize=1024)
def value_of(words: str) -> Fraction | None:
    """A cardinal in words, English or German; None for what is none.

    >>> [str(value_of(w)) for w in ("twenty-five thousand", "zweitausendfünfhundert", "anderthalb", "two five")]
    ['25000', '2500', '3/2', 'None']
    """
    total, group = Fraction(0), Fraction(0)
    for word in re.split(r"[\s-]+", words.lower().replace("dreiss", "dreiß")):
        if word == "and":
            continue
        if word in SCALES:
            size = SCALES[word]
            if size <= 100:
                group = (group or Fraction(1)) * size
            else:
                total, group = (
                    ((group or Fraction(1)) * size + total, Fraction(0))
                    if group or not total
                    else (total * size, group)
                )
            continue
        n = Fraction(word) if re.fullmatch(r"\d+(\.\d+)?", word) else one_word(word)
        if n is None or (group and not (n < 10 <= group % 100 and group % 10 == 0 and group % 100 >= 20)
                         and not (n < 100 and group % 100 == 0)):  # fmt: skip
            return None
        group += n
    return total + group


def one_word(word: str) -> Fraction | None:
    """One word, small letters: ``fünfundzwanzigtausend``; None for what is no cardinal."""
    if word in _ONES or word in _VALUES:
        return Fraction(_ONES.get(word) or _VALUES[word])
    if word == "anderthalb":
        return Fraction(3, 2)
    for stem, size in (("million", 10**6), ("tausend", 1000), ("hundert", 100)):
        if stem in word:
            head, _, tail = word.partition(stem)
            many = one_word(head) if head else Fraction(1)
            rest = one_word(tail.removeprefix("und")) if tail else Fraction(0)
            return None if many is None or rest is None else many * size + rest
    if word.endswith("einhalb"):
        whole = one_word(word.removesuffix("einhalb"))
        return None if whole is None else whole + Fraction(1, 2)
    ones, und, tens = word.rpartition("und")
    if und and tens in _TENS and (ones == "ein" or ones in _SMALL):
        return Fraction(10 * _TENS[tens] + (_SMALL.get(ones) or 1))
    return None


def _put(value: Fraction | None, match: re.Match[str]) -> str:
    """A number in as many characters as what it stands for, which stays where there is no room or no value."""
    if value is None:
        return match[0]
    if value.denominator == 1:
        return str(value.numerator).rjust(len(match[0])) if len(str(value)) <= len(match[0]) else match[0]
    for digits in range(12, 0, -1):
        text = f"{float(value):.{digits}f}".rstrip("0")
        text += "0" * (len(text.partition(".")[2]) == 3)  # 1.125 may be a thousand and more
        text = text.removeprefix("0") if len(text) > len(match[0]) else text
        if len(text) <= len(match[0]) and abs(Fraction(text) / value - 1) < Fraction(1, 10**6):
            return text.rjust(len(match[0]))
    return match[0]


def _fraction(match: re.Match[str]) -> str:
    """A fraction of a percent or of a scale (``half a million``), and what has a whole number before it."""
    if not (match["part"] or match["scale"] or match["whole"]) or (
        match["of"].strip() and not (match["part"] or match["scale"])
    ):
        return match[0]
    value: Fraction | None
    if match["sign"]:
        value = Fraction(unicodedata.numeric(match["sign"])).limit_denominator(10) + int(match["wholes"] or 0)
    elif match["over"]:
        value = Fraction(int(match["over"]), int(match["under"])) if int(match["under"]) else None
    else:
        many = Fraction(1) if re.fullmatch(_ARTICLE, match["n"] or "a", re.I) else value_of(match["n"])
        value = None if many is None else many / denominator(match["m"])
    whole = value_of(match["whole"]) if match["whole"] else Fraction(0)
    if value is None or whole is None:
        return match[0]
    scale = value_of(match["scale"].strip()) if match["scale"] else Fraction(1)
    return _put(None if scale is None else (whole + value) * scale, match)


def denominator(word: str) -> int:
    """What ``quarter``, ``ten-thousandths``, ``20,000th`` or ``halb`` divides by."""
    low = word.lower()
    if low[0].isdigit():
        return int(re.sub(r"\D", "", low))
    if re.fullmatch(_HALVED, low):
        return 2
    stem = max((w for w in PARTS if low.removesuffix("s").endswith(w) or low.endswith(w)), key=len)
    times = re.sub(r"[\s-]", "", low.removesuffix("s").removesuffix(stem))
    return PARTS[stem] * {"ten": 10, "zehn": 10, "hundred": 100, "hundert": 100}.get(times, 1)


def _point(match: re.Match[str]) -> str:
    digits = [str(_SMALL.get(w, w)) for w in match["d"].lower().split()]
    whole = str(_SMALL.get(match["n"].lower(), match["n"]))
    return _put(Fraction(f"{whole}.{''.join(digits)}"), match)


def _power(match: re.Match[str]) -> str:
    low = match["n"].lower()
    n = int(low) if low.isdigit() else _SMALL.get(low, _ORDINALS.index(low) + 1 if low in _ORDINALS else 0)
    by = str(_SMALL.get((match["by"] or "1").lower(), match["by"] or 1)).replace(",", ".")
    return f"{by}e{'-' if match['sign'] or match['less'] else ''}{n}".rjust(len(match[0]))


def _raised(match: re.Match[str]) -> str:
    exponent = unicodedata.normalize("NFKC", match["n"]).lstrip("^* ").replace("−", "-")
    return f"1e{exponent}".rjust(len(match[0]))


def _run(match: re.Match[str]) -> str:
    return match[0] if _KNOWN.fullmatch(match[0].lower()) else _put(value_of(match[0]), match)


_WRITTEN = (
    (_POWER, _power), (_RAISED, _raised), (_POINT, _point), (_FRACTION, _fraction), (_RUN, _run),
)  # fmt: skip


def written_out(text: str) -> str:
    """Quantities of several words as numbers, each in as many characters.

    >>> " ".join(written_out("one in ten to the fourth, three quarters of a percent").split())
    'one in 1e4, 0.75 percent'
    """
    for pattern, write in _WRITTEN:
        text = pattern.sub(write, text)
    return text


_BEFORE = compiled(
    rf"(?:(?:(?:\b(?:{_DENOMINATOR}|{_HALVED})|{FEW}|\d\s?[/⁄]\s?\d+)(?:\s+(?:of|von|vom|an?|eine[sr]))?)|"
    rf"\b(?!one\b|eins\b)(?:{_WORD})|\b(?:point|komma|times|mal|hoch|double|triple|twice)|[\^×·*⁄/]|(?<![\w.-])\d+|"
    rf"{_PERCENT}\s+(?:of|von)(?:\s+{_ARTICLE})?)[\s-]*$",
    re.I,
)
_NEXT = rf"(?:{_ANY}|{FEW})"
_BEHIND = compiled(
    rf"(?:[\s-]+(?:(?!one\b|eins\b|und\b|1\s?/\s?(?:min|s|sec|h)\b){_ANY}(?!\w|-(?:{PERIOD}|minutes?|seconds?|minuten?|sekunden?)\b|[\s-](?:{PERIOD}|min|minutes?|minuten?)\s(?:[^\W\d]{{3}}|on-call\b)|-(?:minütig|stündig|tägig|wöchig|monatig|jährig))|(?:{_DENOMINATOR}|{_HALVED})\b(?!-(?:{PERIOD})\b)|(?:dozens?|gross|scores?|myriads?|(?-i:[KMG](?=\s+[^\W\d])))\b)|\s*(?:{FEW}|[⁰¹²³⁴⁵⁶⁷⁸⁹⁻^×·])|"
    rf"\s*(?:raised|hoch|squared|cubed|quadrat)\b|\s*to\s+(?:the|power|minus|[-−])\s*(?:power\b|minus\b|negative\b|[-−\d]|{_EXPONENT})|"
    rf"\s*(?:times|mal|x|\*)\s*(?:an?\s+)?{_NEXT}(?!\w)|\s+(?:point|komma)\s+{_NEXT}|"
    rf"\s+(?:and|und)\s+(?:{_ARTICLE}\s+|{_ANY}\s+)?(?:{_DENOMINATOR}|{_HALVED})\b|"
    rf"\s+(?:of|von|eines)\s+(?:{_ARTICLE}\s+)?(?:{_ANY}\s*)?{_PERCENT})",
    re.I,
)


def left_out(before: str, after: str) -> str:
    """The quantity directly before or behind a number that was read without it; empty where there is none.

    >>> left_out("in at most a fifth of ", ""), left_out("at most ", " to the power of 4")
    ('fifth of', 'to the power')
    """
    match = _BEFORE.search(before[-60:]) or _BEHIND.match(after[:80])
    return match[0].strip() if match else ""


_LEFT = compiled(rf"\d?{FEW}\s?(?:{_PERCENT})?|\b(?:{_DENOMINATOR}|{_HALVED}){_OF}[\s-]*{_PERCENT}", re.I)


def not_written_out(text: str) -> list[str]:
    """Fractions that stay in a text written out: for ``½ ‰`` and ``third percent`` there is no room for a number."""
    return _LEFT.findall(text)
