"""Days as texts write them: ``2027-01-03``, ``3 January 2027``, ``January 3, 2027``, ``03.01.2027``, ``Jan 2027``."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from typing import NamedTuple

from casegen.model.dates import latest_date
from casegen.model.expressions import compiled

_MONTHS = (
    "jan", "feb", "mar", "mär", "mae", "apr", "may", "mai", "jun", "jul", "aug", "sep", "oct", "okt", "nov", "dec", "dez",
)  # fmt: skip
_NUMBERS = (1, 2, 3, 3, 3, 4, 5, 5, 6, 7, 8, 9, 10, 10, 11, 12, 12)
_MONTH_OF = dict(zip(_MONTHS, _NUMBERS, strict=True))
_NAME = (
    r"(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|mär(?:z)?|maerz|apr(?:il)?|may|mai|june?|juni?|july?|juli?|aug(?:ust)?|sept?(?:ember)?|"
    r"o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\.?"
)
_YEAR = r"(?:19|20)\d\d(?![\d-])"
DAY = (
    r"(?<![\w.,/-])(?:(?P<y>(?:19|20)\d\d)-(?P<m>0[1-9]|1[0-2])(?:-(?P<d>0[1-9]|[12]\d|3[01]))?(?![\d-])|"
    rf"(?P<dn>\d{{1,2}})(?:\.|st|nd|rd|th)?\s*(?:of\s+)?(?P<mn>{_NAME}),?\s*(?P<yn>{_YEAR})|"
    rf"(?P<ma>{_NAME})\s+(?:(?P<da>\d{{1,2}})(?:st|nd|rd|th)?,?\s+)?(?P<ya>{_YEAR})|"
    rf"(?P<one>\d{{1,2}})(?P<sign>[./])\s?(?P<two>\d{{1,2}})(?P=sign)\s?(?P<yd>{_YEAR}))"
)
"""a day or a month with its year"""
_DAY = compiled(DAY, re.I)
_UNTIL = compiled(
    r"\b(?:until|till|through|thru|bis(?:\s+zum)?|to|zum|expir\w+|next|nächste\w*|due|fällig\w*|planned|geplant)\s+(?:the\s+)?$",
    re.I,
)


class WrittenDay(NamedTuple):
    """A day, and where a text writes it."""

    first: datetime.date
    """the earliest day that it can mean: of ``Jan 2027`` the first, of ``03/04/2027`` the one in March"""
    last: datetime.date
    """the latest one"""
    start: int


def written_days(text: str) -> Iterator[WrittenDay]:
    """The days that a text writes; those that do not exist are none.

    >>> [str(day.first) for day in written_days("B. Judge, 3 January 2027; 03.04.2026, Jan 2025, 31 June 2026")]
    ['2027-01-03', '2026-04-03', '2025-01-01']
    """
    for match in _DAY.finditer(text):
        if possible := list(_possible(match)):
            yield WrittenDay(min(possible), max(possible), match.start())


def ahead(text: str) -> bool:
    """Whether a text writes a day that is still to come, unless it is one until which something holds.

    >>> ahead("B. Judge, 3 January 2094"), ahead("B. Judge, appointed until 3 January 2094"), ahead("3.1.2024")
    (True, False, False)
    """
    return any(
        day.first > latest_date() and not _UNTIL.search(text[: day.start]) for day in written_days(text)
    )


_ON = compiled(r"\W*(?:(?:signed|accepted|approved|dated|on|am|vom|unterschrieben|akzeptiert|den)\s+)*", re.I)
_APART = compiled(r"[(;]|(?<=[^\W\d]),\s|(?<=\.),\s")


def days_alone(text: str) -> Iterator[WrittenDay]:
    """The days that stand alone behind a name: on which it was signed, and not those of minutes or certificates.

    >>> [len(list(days_alone(t))) for t in ("R. Reviewer, 3 January 2020", "R. Reviewer, minutes of 3 January 2020")]
    [1, 0]
    """
    for piece in _APART.split(text)[1:]:
        day = next(written_days(piece), None)
        if day is not None and _ON.fullmatch(piece[: day.start]):
            yield day


def _possible(match: re.Match[str]) -> Iterator[datetime.date]:
    if match["one"] is not None:
        year, one, two = int(match["yd"]), int(match["one"]), int(match["two"])
        pairs = {(two, one)} if match["sign"] == "." else {(two, one), (one, two)}
        yield from (day for month, d in pairs for day in _days(year, month, d))
        return
    year = int(match["y"] or match["yn"] or match["ya"])
    named = match["mn"] or match["ma"]
    month = _MONTH_OF[named[:3].casefold()] if named else int(match["m"])
    day = match["d"] or match["dn"] or match["da"]
    yield from _days(year, month, int(day) if day else None)


def _days(year: int, month: int, day: int | None) -> Iterator[datetime.date]:
    """The day, or the first and last one of the month; none where there is no such day."""
    try:
        if day is not None:
            yield datetime.date(year, month, day)
            return
        yield datetime.date(year, month, 1)
        yield datetime.date(year + month // 12, month % 12 + 1, 1) - datetime.timedelta(days=1)
    except ValueError:
        return
