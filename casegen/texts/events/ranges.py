"""Ranges of sizes that a text states: ``up to 10 m/s``, ``-20 to 40 °C``, ``at most four persons``."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from casegen.model.expressions import compiled
from casegen.texts.events.subjects import stems
from casegen.texts.numbers.counts import NO_THING, NUMBER, SPELT, count_of, plain
from casegen.texts.numbers.number_relations import LOWER, UPPER
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.numbers.units import stem

_WITHIN = r"within|in\s+under|innerhalb(?:\s+von)?"
_N = rf"(?:(?:minus\s+|[-−–](?=\d))?(?:{NUMBER}|{SPELT}))"
_UNIT = r"°\s?C|degrees?(?:\s+celsius)?\b|grad\b|%|[^\W\d_]+(?:/[hs])?(?![^\W_])"
_RANGE = compiled(
    rf"(?<![\w.,])(?P<side>(?:{LOWER}|{UPPER}|{_WITHIN}|from|between|von|zwischen)\s+)?(?P<n>{_N})"
    rf"(?:(?:\s?(?:°\s?C|%|k?m(?:/[hs])?|kg))?\s?(?:to|and|bis|und|–|\.\.\.?)\s?(?P<m>{_N}))?\s?-?(?P<unit>{_UNIT})",
    re.I,
)
_CLAUSE = compiled(r"[;:()]|,(?!\d)|\.(?!\d)")
_AT_MOST = compiled(rf"{UPPER}|{_WITHIN}", re.I)
_NO_UNIT = compiled(NO_THING, re.I)
_ARTICLE = compiled(r"an?|eine?[nmrs]?|once|einmal", re.I)


class Range(NamedTuple):
    """Sizes of one thing, in the unit of its kind."""

    low: float
    high: float
    of: str
    """kind of quantity (``speed``), or the stem of what is counted (``person``)"""
    words: frozenset[str]
    """what else the clause speaks of"""
    quote: str
    counts: bool
    """whether ``of`` is what is counted, so that no other word has to say what is meant"""


def ranges(text: str, *, times: bool = False) -> Iterator[Range]:
    """Ranges of a text; a number without a relation is a range of its own.  ``times``: of times as well.

    >>> [(r.low, r.high, r.of) for r in ranges("Speeds up to 36 km/h, at most four persons, -20 to 40 °C")]
    [(-inf, 10.0, 'speed'), (-inf, 4.0, 'person'), (-20.0, 40.0, '°c')]
    """
    for clause in _CLAUSE.split(plain(text[:READ])):
        if stated(clause):
            continue
        for match in _RANGE.finditer(clause):
            unit, of, scale = unit_of(match["unit"])
            if (
                of == "share"
                or (of == "time" and not times)
                or _ARTICLE.fullmatch(match["n"])
                or (not scale and _NO_UNIT.fullmatch(unit))
                or _is_any_one(clause, match)
            ):
                continue
            sizes = [(scale or 1.0) * n for key in ("n", "m") if match[key] for n in _sizes(match[key])]
            low, high = (min(sizes), max(sizes)) if sizes else (math.nan, math.nan)
            side = (match["side"] or "").strip()
            if side and not match["m"] and _AT_MOST.fullmatch(side):
                low = -math.inf
            elif side and not match["m"] and not _counted_between(match, scale):
                high = math.inf
            words = stems(clause) - stems(match["unit"])
            yield Range(low, high, of, words, " ".join(match[0].split()), not scale and "°" not in of)


_BETWEEN = compiled(r"between|zwischen", re.I)
_FROM = compiled(r"from|von", re.I)


def _counted_between(match: re.Match[str], scale: float) -> bool:
    """Whether a number counts what something lies between, or starts from: ``between two floors``, ``from one floor``."""
    side = match["side"].strip()
    spelt = not scale and not re.search(r"\d", match["n"])
    return _BETWEEN.fullmatch(side) is not None or (spelt and _FROM.fullmatch(side) is not None)


_ONE = compiled(r"one|eine?[nmrs]?", re.I)
_ALONE = compiled(r"\b(?:only|just|exactly|nur|genau)\s*$", re.I)


def _is_any_one(clause: str, match: re.Match[str]) -> bool:
    """Whether ``one`` is some one of several, and no size: ``from one floor to another``, ``a test in one hall``."""
    side = (match["side"] or "").strip()
    if match["m"] or _ONE.fullmatch(match["n"]) is None:
        return False
    return _FROM.fullmatch(side) is not None or (not side and not _ALONE.search(clause[: match.start()]))


def _sizes(number: str) -> tuple[float, ...]:
    sign = re.match(r"minus\s+|[-−–]", number, re.I)
    rest = number[sign.end() :] if sign else number
    return tuple(-n if sign else n for n in count_of(rest)[:1])


def unit_of(written: str) -> tuple[str, str, float]:
    """A unit as written, its kind, and the size of one in the unit of the kind; 0 where it is of no known kind."""
    from casegen_evidence.tables.units import QUANTITIES, known, quantity

    if re.match(r"°|degree|grad", written, re.I):
        return written, "°c", 0.0
    unit = known(written)
    kind = quantity(unit) if unit else ""
    return written, kind or stem(written), QUANTITIES[kind][unit] if kind else 0.0


def same_thing(one: Range, other: Range) -> bool:
    """Whether two ranges are of one thing: what is counted, or a quantity that both clauses name alike."""
    if one.of != other.of:
        return False
    return one.counts or bool(one.words & other.words) or not one.words or not other.words


def limits_of(text: str) -> Iterator[Range]:
    """Sizes that a text limits from one side, times included.

    >>> [(r.low, r.high) for r in limits_of("The door closes within 2 s, at 5 m/s")]
    [(-inf, 0.0005555555555555556)]
    """
    return (one for one in ranges(text, times=True) if math.isinf(one.low) or math.isinf(one.high))
