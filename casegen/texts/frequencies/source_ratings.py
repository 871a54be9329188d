"""What a source says of how often something fails in other forms than a share or a rate: lives, categories, counts.

A closed table.  Counts of a period (*fails twelve times a year*) and mean times in German words are rates as they stand.
Of a life by which a tenth has failed (*B10*, *L10*; ISO 281, ISO 13849-1, annex C) and of a category (EN 954-1,
ISO 13849-1, annex K) no rate follows without the age, the wear and the use, so that they give only what is to be asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.numbers.counted_failures import FAILING
from casegen.texts.numbers.counts import COUNT, count_of

_TEST = compiled(
    r"test|inspect|check|calibrat|replac|servic|maint|clean|renew|adjust|survey|updat|review|visit|overhaul|train|drill|exercis|used|"
    r"prüf|wart|kalibr|ersetz|reinig|tausch|inspiz|schul|revision|kontroll|benutz",
    re.I,
)
_HOURS = {"hour": 1.0, "stun": 1.0, "day": 24.0, "tag": 24.0, "week": 168.0, "woch": 168.0, "mont": 730.0, "mona": 730.0,
          "year": 8760.0, "jahr": 8760.0}  # fmt: skip
_PERIOD = r"(?P<period>hour|day|week|month|year|stunde|tag|woche|monat|jahr)(?:e?s|e?n)?"
_COUNTED = compiled(
    rf"\b(?:(?P<n>{COUNT}|twice|thrice|once)(?:\s?(?:times|x))?|(?P<mal>[^\W\d]{{3,9}}|\d+(?=[\s-]?mal))[\s-]?mal)\s+"
    rf"(?:an?|per|each|every|in\s+a|im|am|in\s+der|in\s+einem|in\s+einer|pro|je|jede[nrs]?)\s+{_PERIOD}\b",
    re.I,
)
_ADVERB = {"once": 1.0, "twice": 2.0, "thrice": 3.0, "ein": 1.0, "zwei": 2.0}
_MEAN = compiled(
    r"\bmittlere[rn]?\s+(?:(?:ausfallfreie\s+)?(?:zeit|betriebszeit|betriebsdauer)\s+(?:bis\s+zum|zwischen(?:\s+zwei)?)\s+(?:ersten\s+)?ausf[aä]ll(?:en?)?|"
    r"ausfallfreie\s+(?:zeit|betriebszeit)|ausfallabstand)\s*(?:[:=≈]|von|ist|beträgt)?\s*"
    rf"(?P<n>{COUNT})\s*(?P<unit>h\b|std\.?|stunden|tagen?|wochen?|monaten?|jahren?)",
    re.I,
)
_LIFE = compiled(
    rf"\b(?:B|L)\s?10\s?[dhD]?\b[\s-]*(?:wert|value|life|lebensdauer)?\s*(?:[:=≈]|of|is|von|ist|beträgt)?\s*(?P<n>{COUNT})\s*"
    r"(?P<unit>h\b|hours?|stunden|years?|jahren?|cycles?|operations?|actuations?|demands?|zyklen|schaltspielen?|betätigungen)?",
    re.I,
)
_CATEGORY = compiled(
    r"\b(?:cat(?:egory)?|kat(?:egorie)?)\.?\s?(?P<n>B|1)(?![\w.]|\s?/)(?!\s*(?:customer|kunde|cable|kabel))",
    re.I,
)
_LEAST_OF_CATEGORY = {"b": 3.8e-6, "1": 1.14e-6}
"""PFH at the longest mean time that counts for the category: 30 and 100 years (ISO 13849-1:2015, table K.1)"""
_RELIABILITY = compiled(
    r"(?<![\w.])R\s?\(\s?[^()]{1,12}\)\s*(?:=|:|≈|≥|of|is|von)\s*(?P<n>0?[.,]\d+)(?![\d%]|\s?%|[.,]\d|\s*(?:confidence|konfidenz))",
    re.I,
)
"""``R(t) = 0.95``: how surely nothing fails in a time; in words it is read as a share"""
_LOGARITHM = compiled(
    r"\blog(?:10|₁₀)?\s?\(?\s?(?:P|PFD|Q|p)\b\s?\)?\s*(?:=|:|≈)\s*[-−–](?P<n>\d{1,2}(?:[.,]\d+)?)(?![\d]|[.,]\d)",
    re.I,
)
"""``log10 P = -1.5``"""
_CYCLES = ("cycle", "opera", "actua", "deman", "zykle", "schal", "betät")
_TENTH = 0.1


@dataclass(frozen=True, slots=True)
class Rating:
    """How often something fails by a form of its own: failures per hour, or per demand."""

    quote: str
    value: float
    per_hour: bool


@lru_cache(maxsize=MOST_TEXTS)
def counted_rates(source: str) -> tuple[Rating, ...]:
    """Rates that a source states as so many times a period, or as a mean time in German words [1/h].

    >>> [round(8760 * r.value) for r in counted_rates("maker: fails twelve times a year")]
    [12]
    >>> counted_rates("tested twelve times a year")
    ()
    """
    return (*_of_periods(source), *_of_mean_times(source))


def _of_periods(source: str) -> Iterator[Rating]:
    for match in _COUNTED.finditer(source):
        rest = f"{source[: match.start()]} {source[match.end() :]}"
        said = (match["n"] or match["mal"]).casefold()
        times = _ADVERB.get(said) or max(count_of(said, whole=True), default=0.0)
        alone = not re.search(r"\w", rest)
        if times > 0.0 and (alone or FAILING.search(rest)) and not _TEST.search(rest):
            yield Rating(match[0], times / _HOURS[match["period"].casefold()[:4]], True)


def _of_mean_times(source: str) -> Iterator[Rating]:
    for match in _MEAN.finditer(source):
        hours = _hours(match["unit"])
        yield from (
            Rating(match[0], 1.0 / (n * hours), True) for n in count_of(match["n"], whole=True)[:1] if n > 0.0
        )


def _hours(unit: str) -> float:
    return next((h for begin, h in _HOURS.items() if unit.casefold().startswith(begin)), 1.0)


@lru_cache(maxsize=MOST_TEXTS)
def ratings(source: str) -> tuple[Rating, ...]:
    """Lives and categories of a source, as the failures that they stand for on average over the life [1/h, 1/demand].

    >>> [(r.quote, r.per_hour) for r in ratings("B10 = 100 h")], [r.value for r in ratings("B10d 1,000 cycles")]
    ([('B10 = 100 h', True)], [0.0001])
    >>> [r.value for r in ratings("EN 954, Cat. 1")], ratings("Cat. 5e cable")
    ([1.14e-06], ())
    """
    result = []
    for match in _LIFE.finditer(source):
        unit = (match["unit"] or "").casefold()
        cycles = unit[:5] in _CYCLES
        n = max(count_of(match["n"], whole=True)[:1], default=0.0)
        if n > 1.0:
            result.append(
                Rating(match[0].strip(), _TENTH / (n * (1.0 if cycles else _hours(unit))), not cycles)
            )
    for match in _CATEGORY.finditer(source):
        result.append(Rating(match[0], _LEAST_OF_CATEGORY[match["n"].casefold()], True))
    return (*result, *_in_other_forms(source))


def _in_other_forms(source: str) -> Iterator[Rating]:
    """Reliabilities, and logarithms to the base of ten, as the probability that they stand for."""
    for match in _RELIABILITY.finditer(source):
        yield Rating(match[0], 1.0 - float(match["n"].replace(",", ".")), False)
    for match in _LOGARITHM.finditer(source):
        yield Rating(match[0], 10.0 ** -float(match["n"].replace(",", ".")), False)
