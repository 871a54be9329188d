"""Periods of the calendar in English and German: one table of their lengths, and the forms in which texts name them.

Whatever reads or asks about a stretch of time takes its words from here: nouns (``quarter``, ``Kalenderjahr``), adverbs
(``yearly``, ``vierteljährlich``) and what may stand before a noun (``calendar``, ``ganzen``).
"""

from __future__ import annotations

import re
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS

_DAY, _WEEK, _MONTH, _YEAR = 24.0, 168.0, 730.0, 8760.0
_NOUNS = {
    "h": 1.0, "hr": 1.0, "hour": 1.0, "stunde": 1.0,
    "day": _DAY, "tag": _DAY, "week": _WEEK, "woche": _WEEK, "fortnight": 2 * _WEEK, "month": _MONTH, "monat": _MONTH,
    "quarter": _YEAR / 4, "quartal": _YEAR / 4, "vierteljahr": _YEAR / 4, "trimester": _YEAR / 4,
    "semester": _YEAR / 2, "halbjahr": _YEAR / 2, "half-year": _YEAR / 2, "half year": _YEAR / 2,
    "year": _YEAR, "jahr": _YEAR, "annum": _YEAR, "twelvemonth": _YEAR, "biennium": 2 * _YEAR,
    "decade": 10 * _YEAR, "jahrzehnt": 10 * _YEAR, "century": 100 * _YEAR, "centurie": 100 * _YEAR,
    "jahrhundert": 100 * _YEAR, "millennium": 1000 * _YEAR, "millennia": 1000 * _YEAR, "jahrtausend": 1000 * _YEAR,
}  # fmt: skip
"""hours of a period by its noun in the singular"""
_ABBREVIATED = {
    "hrs": 1.0, "Std": 1.0, "kh": 1e3, "Mh": 1e6, "wk": _WEEK, "wks": _WEEK, "mo": _MONTH, "mos": _MONTH,
    "mth": _MONTH, "mths": _MONTH, "yr": _YEAR, "yrs": _YEAR, "kyr": 1e3 * _YEAR, "Myr": 1e6 * _YEAR,
}  # fmt: skip
_LETTERS = {"d": _DAY, "a": _YEAR, "y": _YEAR}
"""hours of a period by its abbreviation, as it is written (NIST SP 811, tables 6 and 8; ISO 80000-3): no ``mh``"""
ABBREVIATION = rf"(?-i:{'|'.join((*_ABBREVIATED, *_LETTERS, 'h', 'hr'))})"
_ADVERBS = {
    "hourly": 1.0, "stündlich": 1.0, "daily": _DAY, "täglich": _DAY, "weekly": _WEEK, "wöchentlich": _WEEK,
    "fortnightly": 2 * _WEEK, "zweiwöchentlich": 2 * _WEEK, "monthly": _MONTH, "monatlich": _MONTH,
    "quarterly": _YEAR / 4, "vierteljährlich": _YEAR / 4, "quartalsweise": _YEAR / 4,
    "half-yearly": _YEAR / 2, "semiannually": _YEAR / 2, "semi-annually": _YEAR / 2, "halbjährlich": _YEAR / 2,
    "yearly": _YEAR, "annually": _YEAR, "jährlich": _YEAR, "alljährlich": _YEAR, "biennially": 2 * _YEAR,
    "nightly": _DAY, "nächtlich": _DAY, "14-täglich": 2 * _WEEK, "vierzehntäglich": 2 * _WEEK,
    "triennially": 3 * _YEAR, "quadrennially": 4 * _YEAR, "quinquennially": 5 * _YEAR, "decennially": 10 * _YEAR,
    "centennially": 100 * _YEAR, "millennially": 1000 * _YEAR,
    **{f"{word}jährlich": n * _YEAR for word, n in (("zwei", 2), ("drei", 3), ("vier", 4), ("fünf", 5), ("zehn", 10))},
}  # fmt: skip
"""hours between two occasions by the adverb"""
_OF_WORK = (
    "kalender|betriebs|arbeits|werk|dienst|einsatz|flug|fahr|geschäfts|nutzungs|produktions|schul|wirtschafts|haushalts|"
    "rechnungs|schalt|sonnen|maschinen"
)
_YEAR_OF_A_THING = r"(?!bau|früh|vor|lebens|lehr|halb|viertel)"
"""``Baujahr``: no stretch of time"""
_COMPOUND = compiled(
    rf"(?:(?:{_OF_WORK})(?P<of>stunde|tag|woche|monat|quartal|halbjahr)|{_YEAR_OF_A_THING}[^\W\d]{{3,}}?(?P<year>jahr))"
    r"(?:en|es|e|n|s)?"
)
_ENDINGS = ("", "s", "n", "e", "en", "es")
_GERMAN = (
    rf"(?:{_OF_WORK})?(?:stunden?|tage?[ns]?|wochen?|monate?[ns]?|quartale?[ns]?|halbjahre?[ns]?)|"
    rf"vierteljahre?[ns]?|trimestern?|semestern?|{_YEAR_OF_A_THING}[^\W\d]{{3,}}?jahre?[ns]?|jahre?[ns]?|"
    r"jahrzehnte?[ns]?|jahrhunderte?[ns]?|jahrtausende?[ns]?"
)
_QUARTER = r"quarters?(?!\s+(?:of|turns?|pounds?|inch)\b)"
_ENGLISH_LONG = (
    rf"days?|weeks?|fortnights?|months?|{_QUARTER}|trimesters?|semesters?|half[\s-]years?|years?|annum|twelvemonths?|"
    r"bienni(?:um|a|ums)|decades?|centur(?:y|ies)|millenni(?:um|a|ums)"
)
_SUPER = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_BEHIND_NUMBER = (
    rf"(?:(?<=[\d{_SUPER})])|(?<=[\d{_SUPER})][\s\u00a0\u202f-])|"
    r"(?<=/)|(?<=/\s)|(?<=\bper\s)|(?<=\bpro\s)|(?<=\bje\s))"
)
_GOES_ON = (
    r"(?:with|at|on|in|of|and|or|if|when|is|are|for|from|under|by|to|each|mit|bei|am|im|von|und|oder|wenn|ist|sind|für|je|"
    r"nicht|not|fails?|versagt)\b"
)
_ARTICLE = rf"(?:(?<=/)|(?<=/\s)|(?![\s-]+(?!{_GOES_ON})\w))"
"""``at most 3 a day``: no three years"""
_BY_LETTER = rf"{_BEHIND_NUMBER}(?-i:[dy]|{_ARTICLE}a)(?!['’.](?!\s)\w)"
_HOURS = r"(?-i:kh|Mh|Std)"
_SHORT_LONG = rf"(?-i:wks?|mos?|mths?|[kM]?yrs?)|{_BY_LETTER}"
"""abbreviations of a day and more"""
PERIOD = rf"(?:hours?|hrs?|h|{_HOURS}|{_ENGLISH_LONG}|{_GERMAN}|{_SHORT_LONG})"
"""a period of the calendar, in the singular or the plural"""
UNIT = rf"(?P<unit>{PERIOD})\b"
"""as :data:`PERIOD`, in a group of its name"""
HOURS = rf"(?:hours?|hrs?|h|stunden?|{_HOURS})"
"""hours, and thousands and millions of them"""
LONG = rf"(?:{_ENGLISH_LONG}|{_GERMAN.replace('stunden?|', '')}|{_SHORT_LONG})"
"""a period of a day and more"""
ADVERB = rf"(?:{'|'.join(sorted(_ADVERBS, key=len, reverse=True))})"
HOUR_OF = (
    "flight|flying|operating|operational|driving|running|working|service|duty|engine|machine|vehicle|train|pump|fleet|calendar|"
    "financial|fiscal|business|leap|academic|civil|solar|whole|full|entire|single|given|consecutive|successive|normal|average"
)
"""what may stand between a number and an English period"""


@lru_cache(maxsize=MOST_TEXTS)
def hours_of(unit: str | None) -> float | None:
    """Length of a period [h] by its noun or abbreviation; None for any other word, and for none.

    >>> hours_of("years"), hours_of("Kalenderjahres"), hours_of("Baujahr"), hours_of("metre")
    (8760.0, 8760.0, None, None)
    >>> hours_of("a"), hours_of("d"), hours_of("kh"), hours_of("mo")
    (8760.0, 24.0, 1000.0, 730.0)
    """
    if unit is None:
        return None
    if unit in _ABBREVIATED or unit in _LETTERS:
        return _ABBREVIATED.get(unit) or _LETTERS[unit]
    return hours_of_word(unit)


def hours_of_word(word: str) -> float | None:
    """As :func:`hours_of`, of any word of a text, where ``a`` is no year.

    >>> hours_of_word("years"), hours_of_word("yrs"), hours_of_word("a"), hours_of_word("an")
    (8760.0, 8760.0, None, None)
    """
    if word in _ABBREVIATED:
        return _ABBREVIATED[word]
    low = re.sub(r"\s+", " ", word.casefold())
    for ending in _ENDINGS:
        if low.endswith(ending) and (hours := _NOUNS.get(low.removesuffix(ending) if ending else low)):
            return hours
    if low in ("centuries", "millenniums", "biennia"):
        return {"c": 100, "m": 1000, "b": 2}[low[0]] * _YEAR
    if match := _COMPOUND.fullmatch(low):
        return _NOUNS[match["of"] or match["year"]]
    return None


def hours_between(adverb: str) -> float | None:
    """Time between two occasions [h] by its adverb; None for any other word.

    >>> hours_between("quarterly"), hours_between("Monatlich"), hours_between("often")
    (2190.0, 730.0, None)
    """
    return _ADVERBS.get(adverb.casefold())
