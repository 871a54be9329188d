"""Periods in the names of entries, in columns of dates and in descriptions of data, that lie before a release."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from casegen.model.expressions import compiled

if TYPE_CHECKING:
    from casegen_evidence.field_data.calendar_readings import Reading

_OF_A_THING = compiled(
    r"\b(?:models?|modell|types?|typ|series|serial|baureihe|baujahr|lot|batch|charge|iso|iec|en|din|standard|norm|edition|version|"
    r"built|made|manufactured|produced|delivered|installed|commissioned|calibrated|gebaut|hergestellt|geliefert|eingebaut|kalibriert)\b|"
    r"[^\W\d_]-(?:19|20)\d\d-\d",
    re.I,
)
"""words of a text whose year is that of a thing, not of its use"""
_USE = (
    r"(?:trials?|tests?|tested|operated|operations?|operating|in\s+(?:use|service)|used|runs?|driven|campaigns?|season|recorded|measured|observed|"
    r"versuche?|prüfungen|geprüft|betrieben|betrieb|eingesetzt|einsatz|kampagne|saison|gemessen|erfasst)"
)
_OF_USE = compiled(rf"\b{_USE}\b", re.I)
_DATED_YEAR = compiled(
    rf"(?:[,;(:]\s*|\b(?:in|of|during|im|von|year|jahr|{_USE})\s+)(?:19|20)\d\d\W*$|^\W*(?:19|20)\d\d\s+{_USE}\b",
    re.I,
)
"""a year of use; ``rig 2025`` is a name"""
_OPEN_PERIOD = compiled(r"^\W*(?:up\s+to|until|till|bis|since|seit|from|ab)\s+", re.I)
_RANGE = compiled(
    r"[^\W_]\W{0,2}\s*(?:[–—]|\b(?:to|bis|until|through|thru)\b|\.\.+|\s-\s)\s*[^\W_]|[^\W\d_]{3,}\.?\s*[-/]\s*[^\W\d_]{3,}",
    re.I,
)
_PIECES = compiled(
    r"[,;()]|\b(?:in|during|from|of|im|von|between|zwischen)\s+|(?=\b(?:since|seit|until)\b)", re.I
)
_MOMENT = compiled(r"(?P<day>(?:19|20)\d\d-\d\d-\d\d)(?:[T ][\d:.,+Z-]*)?")
_MONTH_AND_NUMBER = "number behind a month"
_YEARS_BACK = 3
"""years before the release of which ``Dec 25`` is taken to be a month, and not a day of each year"""


_AGO = compiled(
    r"\b(?P<trailing>(?:over|during|within|for|throughout|über|während)\s+(?:the\s+|d(?:as|es|en)\s+)?)?"
    r"(?:(?:last|previous|past|letzte[nsmr]?|vorige[nsmr]?|vergangene[nsmr]?)\s+(?P<unit>year|month|week|jahr(?:es)?|monats?|woche)|"
    r"(?P<before>vorjahr|vormonat|vorwoche)(?:e?s)?)\b(?!['’]s|\s+(?:of|before|der|des|vor)\b)",
    re.I,
)
"""a period that counts back from when the text was written; ``last year's model`` and ``the last year of use`` do not"""


def of_before_as_written(text: str, released: datetime.date, written: datetime.date) -> Iterator[str]:
    """Periods such as *last year* that lie before ``released``, seen from when the text was ``written``.

    The year or month before that one; of *over the last year* what goes back from that day, which may begin before
    ``released``.

    >>> seen, released = datetime.date(2026, 3, 1), datetime.date(2026, 2, 10)
    >>> [list(of_before_as_written(t, released, seen)) for t in ("trials of last year", "tested last month", "rig 2")]
    [['last year'], [], []]
    """
    for match in _AGO.finditer(text):
        unit = (match["unit"] or match["before"]).casefold()
        days = 7 if "w" in unit else 30 if "mon" in unit else 365
        if match["trailing"]:
            over = written - datetime.timedelta(days) < released
        elif days == 365:
            over = written.year - 1 < released.year
        elif days == 30:
            over = written.replace(day=1) <= released
        else:
            over = written - datetime.timedelta(written.weekday()) <= released
        if over:
            yield match[0].removeprefix(match["trailing"] or "")


def texts_of_before(texts: Sequence[str], released: datetime.date) -> Iterator[str]:
    """Those of the periods of one column that are over before ``released``, or begin before it and go on.

    >>> day = datetime.date(2026, 3, 1)
    >>> list(texts_of_before(["autumn 2025", "Jan-Mar 2026", "since 2024", "March 2026", "rig 2025"], day))
    ['autumn 2025', 'Jan-Mar 2026', 'since 2024']
    """
    read = {text: _readings(text) for text in texts if not _OF_A_THING.search(text)}
    years = _are_years([r for said in read.values() for r in said], released)
    for text, said in read.items():
        dated = [r for r in said if years or r.choice is None or r.choice[0] != _MONTH_AND_NUMBER]
        if dated and all(_is_before(text, reading, released) for reading in dated):
            yield text


def texts_of_use_before(
    text: str, released: datetime.date, written: datetime.date | None = None
) -> Iterator[str]:
    """Periods of use before ``released`` that a title or a population states; ``written``: what *last year* counts from.

    >>> list(texts_of_use_before("four curtains, operated from May 2024 to June 2025", datetime.date(2026, 3, 1)))
    ['May 2024 to June 2025']
    """
    if _OF_USE.search(text) and not _OF_A_THING.search(text):
        pieces = (piece.strip(" .") for piece in _PIECES.split(text))
        yield from texts_of_before(
            [one for one in pieces if any(not r.rest for r in _readings(one))], released
        )
        if written is not None:
            yield from of_before_as_written(text, released, written)


def _readings(text: str) -> list[Reading]:
    """What a text may mean, with the year; what names a thing, or is a day of any year, is left out."""
    from casegen_evidence.field_data.calendar_readings import readings

    text = text.strip()
    if (moment := _MOMENT.fullmatch(text)) is not None:
        text = moment["day"]
    said = readings(_OPEN_PERIOD.sub("", text))
    by_number = [r for r in said if r.choice and r.choice[0] == _MONTH_AND_NUMBER]
    if by_number and any(r.year is None for r in by_number):
        said = tuple(by_number)
        return [r for r in said if r.year is not None] if any(r.year for r in said) else []
    sure = all(reading.year and (reading.sure or _is_taken(reading)) for reading in said)
    return [] if not sure or _is_a_name(text, said) else list(said)


def _is_taken(reading: Reading) -> bool:
    """Whether what a spelling may mean otherwise is no period at all, which a column of periods does not hold."""
    return reading.kind in ("season", "week") or (reading.kind == "months" and not reading.rest)


def _is_a_name(text: str, said: Sequence[Reading]) -> bool:
    """Whether a bare year stands behind a word as a number of it: ``rig 2025``."""
    years = [r for r in said if r.rest and r.kind == "months" and (d := r.days()) and d[1] - d[0] > 360]
    return bool(years) and _DATED_YEAR.search(text) is None and _RANGE.search(text) is None


def _are_years(said: Sequence[Reading], released: datetime.date) -> bool:
    """Whether the numbers behind months of a column are years: all are near that of the release."""
    years = [r.year for r in said if r.choice and r.choice[0] == _MONTH_AND_NUMBER]
    return all(year and released.year - _YEARS_BACK <= year <= released.year + 1 for year in years)


def _is_before(text: str, reading: Reading, released: datetime.date) -> bool:
    days = reading.days()
    if days is None:
        return False
    if days[1] <= released.toordinal():
        return True
    if reading.kind in ("season", "business year"):
        return days[0] < datetime.date(released.year, 1, 1).toordinal()
    if _RANGE.search(text) is None:
        return False
    first = released if reading.kind == "days" else released.replace(day=1)
    return days[0] < first.toordinal()
