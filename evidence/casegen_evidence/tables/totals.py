"""Rows that add up the others: a total in a table of counts would be counted twice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled

_WHOLE = compiled(
    r"\W*((grand|sub|over\s?all|running|fleet)[\s-]*)?"
    r"(totals?|sum|summe|gesamt(summe)?|insgesamt|totale?s?|suma|overall|∑|σ)"
    r"(\W+(\d+|general|général|générale|all|of all))?\W*"
    r"|\W*(all|alle|both|beide)(\s+(of them|units?|rows|entries|vehicles|sites|campaigns"
    r"|shifts|depots|lines|days|weeks|months|years|machines|pumps|robots|teams"
    r"|einheiten|fahrzeuge|together|zusammen))?\W*"
    r"|\W*(together|combined|zusammen|everything)\W*",
    re.IGNORECASE,
)
_PART = compiled(
    r"(?<!\w)(sub[\s-]?totals?|grand total|zwischensummen?|gesamtsumme|teilsumme|sous-total|summe|somme|∑|Σ)(?!\w)"
    r"|(?<!\w)(sum|total|totals|gesamt)\W*$|^\W*sum(?=\W)",
    re.IGNORECASE,
)

_STATISTIC = compiled(
    r"\W*(means?|averages?|avg|ø|mittel(wert)?|durchschnitt|schnitt|median|max(imum)?|min(imum)?|std(\W*dev)?|stdev|sd|"
    r"standard ?deviation|standardabweichung|variance|varianz|moyenne|m[ée]diane|media|25 ?%|50 ?%|75 ?%)"
    r"(\W+(value|of all|all|per \w+|over all|wert))?\W*",
    re.IGNORECASE,
)


def is_statistic(name: str) -> bool:
    """Whether a row's name says that it is a mean, median, largest or smallest of others.

    >>> [is_statistic(n) for n in ("Mean", "Ø", "Mittelwert:", "Std. dev.", "max speed tests", "Maxine", "Median island")]
    [True, True, True, True, False, False, False]
    """
    return _STATISTIC.fullmatch(name) is not None


def is_total(name: str) -> bool:
    """Whether a row's name says that it adds up others.

    >>> [is_total(n) for n in ("Total", "Grand total", "Σ", "H1 total", "Total station 4", "unit 3", "Sumatra")]
    [True, True, True, True, False, False, False]
    """
    return _WHOLE.fullmatch(name) is not None or _PART.search(name) is not None


def adds_up(columns: Mapping[str, NDArray[np.float64]]) -> int | None:
    """Index of a last row that is, in every column, the sum of the rows above it, two or more; else None."""
    values: Sequence[NDArray[np.float64]] = list(columns.values())
    if not values or len(values[0]) < 3:
        return None
    last = len(values[0]) - 1
    above = [float(v[:last].sum()) for v in values]
    same = all(abs(float(v[last]) - a) <= 1e-9 * max(1.0, abs(a)) for v, a in zip(values, above, strict=True))
    telling = all(a > 0 for a in above) if last == 2 else any(a > 0 for a in above)
    return last if same and telling else None


_DOTS = compiled(r"\s*(?:\.{2,}|…|⋮|\[\.{3}\])\s*")


def row_of_dots(words: Sequence[tuple[NDArray[np.integer[Any]], Sequence[str]]]) -> int | None:
    """The first row that holds dots in every column, as a table that was cut for print; None where there is none.

    ``words`` are the codes of the rows of each column and what they stand for.

    >>> row_of_dots([(np.array([0, 1]), ["dock", "..."]), (np.array([0, 1]), ["buoy", "..."])])
    1
    """
    if not words:
        return None
    dots = np.all(
        [np.array([bool(_DOTS.fullmatch(w)) for w in held])[codes] for codes, held in words], axis=0
    )
    return int(np.flatnonzero(dots)[0]) if dots.any() else None


def row_of_names(words: Sequence[tuple[str, NDArray[np.integer[Any]], Sequence[str]]]) -> int | None:
    """The first row that holds each column's own name, as where two files were put together; None where there is none.

    ``words`` are each column's name, the codes of its rows and what they stand for.

    >>> row_of_names([("true", np.array([0, 1]), ["dock", "true"]), ("said", np.array([0, 1]), ["dock", "said"])])
    1
    """
    if len(words) < 2:
        return None
    again = np.all([np.array([w == name for w in held])[codes] for name, codes, held in words], axis=0)
    return int(np.flatnonzero(again)[0]) if again.any() else None
