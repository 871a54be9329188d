"""First and last day of a period, as names and columns write it."""

from __future__ import annotations

import re
from typing import NamedTuple

from casegen_evidence.expressions import compiled

_MONTHS = (
    ("jan", "jän"), ("feb", "fév", "fev"), ("mar", "mär", "mae", "mrz"), ("apr", "avr"), ("may", "mai"), ("jun", "juin"),
    ("jul", "juil"), ("aug", "aoû", "aout"), ("sep",), ("oct", "okt"), ("nov",), ("dec", "dez", "déc"),
)  # fmt: skip
_LONG = (
    "january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|maerz|"
    "mai|juni|juli|oktober|dezember|sept|jänner|janvier|janv|février|fevrier|févr|mars|avril|juillet|août|septembre|"
    "octobre|novembre|décembre|decembre"
)
MONTH_NAMES = f"{_LONG}|{'|'.join(m for names in _MONTHS for m in names)}"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_YEAR = r"(?:19|20)\d\d"
_FORMS = (
    rf"(?P<y{{k}}>{_YEAR})[-./](?P<m{{k}}>\d{{{{1,2}}}})[-./](?P<d{{k}}>{_DAY})",
    rf"(?P<d{{k}}>{_DAY})[-./](?P<m{{k}}>\d{{{{1,2}}}})(?:[-./](?P<y{{k}}>{_YEAR})|\.)",
    rf"(?P<d{{k}}>{_DAY})(?:\.|st|nd|rd|th)?\s*(?:of\s+)?(?:(?P<m{{k}}>{MONTH_NAMES})\b\.?,?(?:\s*(?P<y{{k}}>{_YEAR}))?)",
    rf"(?P<m{{k}}>{MONTH_NAMES})\.?\s+(?P<d{{k}}>{_DAY})(?:st|nd|rd|th)?\b(?:,?\s+(?P<y{{k}}>{_YEAR}))?",
    rf"(?P<d{{k}}>{_DAY})(?:\.|st|nd|rd|th)?",
)
"""one day: 2026-03-04, 4.3.2026, 4 March 2026, March 4, 2026; a bare number takes its month from the other end"""
_TO = r"\s*(?:\.\.+|–|—|/|-|\bto\b|\bbis\b|\buntil\b|\bthrough\b)\s*"
_ENDS = ((0, 0), (1, 1), (2, 2), (3, 3), (4, 1), (4, 2), (3, 4))
"""which forms of the first and of the last day go together"""
_SPANS = tuple(
    compiled(rf"(?<![\w.,]){_FORMS[i].format(k=1)}{_TO}{_FORMS[j].format(k=2)}(?!\w)", re.IGNORECASE)
    for i, j in _ENDS
)


class Span(NamedTuple):
    """What a name says besides its first and last day, and these days as (year, month, day); year 0 if unsaid."""

    rest: str
    first: tuple[int, int, int]
    last: tuple[int, int, int]


def month_number(word: str) -> int:
    """1 to 12 for a month in words, 0 for any other word."""
    return next((k for k, names in enumerate(_MONTHS, 1) if word.casefold().startswith(names)), 0)


def day_span(name: str) -> Span | None:
    """The period that a name states by its days; None where it states none.

    >>> day_span("rig 3 (15 Dec - 14 Jan 2026)")
    Span(rest='rig 3', first=(2025, 12, 15), last=(2026, 1, 14))
    >>> [day_span(n)[1:] for n in ("1-31 Jan 2026", "3.3.-9.3.2026", "March 3 to 9")]
    [((2026, 1, 1), (2026, 1, 31)), ((2026, 3, 3), (2026, 3, 9)), ((0, 3, 3), (0, 3, 9))]
    >>> day_span("pump 1-2"), day_span("03/04/2026-03/15/2026").last
    (None, (2026, 3, 15))
    """
    for form in _SPANS:
        if match := form.search(name):
            span = _days(match.groupdict(), name.replace(match[0], " "))
            if span is not None:
                return span
    return None


def _days(spelled: dict[str, str | None], around: str) -> Span | None:
    month = [spelled.get(f"m{k}") for k in (1, 2)]
    months = [_month(m or month[1 - k] or "") for k, m in enumerate(month)]
    year = [spelled.get(f"y{k}") for k in (1, 2)]
    last_year = int(year[1] or year[0] or 0)
    first_year = int(year[0] or (last_year - (months[0] > months[1]) if last_year else 0))
    days = [int(spelled[f"d{k}"] or 0) for k in (1, 2)]
    if max(months) > 12:  # 03/15/2026
        days, months = months, days
    first, last = (first_year, months[0], days[0]), (last_year, months[1], days[1])
    if not all(1 <= m <= 12 for m in months) or first > last:
        return None
    return Span(" ".join(re.findall(r"\w+", around.casefold())), first, last)


def _month(word: str) -> int:
    return int(word) if word.isdigit() else month_number(word) if word else 0
