"""Units of columns: a method says what it counts in, the item what the file holds."""

from __future__ import annotations

import re

from casegen_evidence.tables.spec import Problems, Reading

COUNT = "count"
"""The unit of a column of whole numbers of something: demands, missions, failures."""
HOURS = {
    "ms": 1 / 3.6e6, "s": 1 / 3600, "min": 1 / 60, "h": 1.0, "d": 24.0, "week": 168.0, "kh": 1000.0, "1000 h": 1000.0,
    "y": 8766.0,
}  # fmt: skip
_SPELLED = {
    "sec": "s", "secs": "s", "second": "s", "seconds": "s", "sek": "s", "sekunde": "s", "sekunden": "s", "secondes": "s",
    "msec": "ms", "millis": "ms", "milliseconds": "ms", "minute": "min", "minutes": "min", "mins": "min",
    "minuten": "min", "hour": "h", "hours": "h", "hr": "h", "hrs": "h", "std": "h", "stunden": "h", "heures": "h",
    "day": "d",
    "days": "d", "tag": "d", "tage": "d", "tagen": "d", "jours": "d", "weeks": "week", "wk": "week", "wochen": "week",
    "woche": "week", "year": "y", "years": "y", "yr": "y", "yrs": "y", "a": "y", "jahr": "y", "jahre": "y", "ans": "y",
    "kilohours": "kh", "month": "month", "months": "month", "monat": "month", "monate": "month", "mo": "month",
    "km": "km", "kilometers": "km", "kilometres": "km", "kilometer": "km", "mile": "mile", "miles": "mile",
    "thousand": "thousands", "thousands": "thousands", "tausend": "thousands", "tsd": "thousands", "million": "millions",
    "millions": "millions", "mio": "millions", "percent": "%", "prozent": "%", "cycles": "cycle", "missions": "mission",
    "demands": "demand",
}  # fmt: skip
"""Spellings of units; those without a number of hours need a factor."""
_NAMED = {*_SPELLED.values(), *HOURS, "%", "k"}
_COUNTED = {"cycle", "mission", "demand"}
_SHORT = {"a", "d", "y", "k", "s", "h", "mo", "ans"}
"""Units that are too short to be one in the middle of a name: only after ``_``, or within brackets."""
_IN_NAME = re.compile(r"[\[(/]\s*([^\])/]+?)\s*[\])]?\s*$")
_SCALED = re.compile(r"(?i)(?:[x×*]|\bin\b|\bper\b|/)\s*(10+\^?\d*|1e\d+|10\*\*\d+)\b")


def factor(name: str, spelled: str, unit: str, reading: Reading, problems: Problems) -> float:
    """What a cell is multiplied with to be in ``unit`` (hours, or a count); 1 where nothing is declared.

    A unit or a factor in the column's own name that is another than ``unit`` has to be declared.
    """
    declared = reading.units.get(name)
    if declared is not None:
        return _declared(name, declared, unit, problems)
    written = stated_unit(spelled, unit)
    if written is None or written == unit:
        return 1.0
    wanted = "a plain count" if unit == COUNT else unit
    if unit != COUNT and written in HOURS:
        hint = f"declare `units: {{{name}: {written}}}`, and it is converted"
    else:
        hint = f"declare what one of it is as a number, such as `units: {{{name}: 1000}}`, or name the right column"
    problems.add(f"{problems.file}: the column {spelled!r} is in {written}, {wanted} is expected; {hint}")
    return 1.0


def _declared(name: str, declared: str, unit: str, problems: Problems) -> float:
    try:
        number = float(declared)
    except ValueError:
        number = 0.0
    if 0 < number < float("inf"):
        return number
    known = _plain(declared)
    if unit == COUNT or known not in HOURS:
        expected = "a number above 0" if unit == COUNT else f"a number, or one of {', '.join(HOURS)}"
        problems.add(f"{problems.file}: unknown unit {declared!r} of {name}; expected {expected}")
        return 1.0
    return HOURS[known] / HOURS[unit]


def stated_unit(spelled: str, unit: str = "h") -> str | None:
    """The unit or factor that the name of a column states beside ``unit``; None where it states none.

    >>> [stated_unit(n) for n in ("minutes", "run [min]", "run_time_s", "t (days)", "hours of year 2", "a")]
    ['min', 'min', 's', 'd', None, None]
    >>> [stated_unit(n, COUNT) for n in ("demands (x1000)", "operating hours", "failures in year 2", "cycles")]
    ['1000', 'h', None, None]
    """
    match = _IN_NAME.search(spelled)
    if match and (inner := _plain(match[1])) in _NAMED and inner not in _COUNTED:
        return None if inner == unit else inner
    if scaled := _SCALED.search(spelled):
        return scaled[1]
    words = re.findall(r"[^\W\d_]+|%", re.sub(r"(?<=[a-zäöü])(?=[A-Z])", " ", spelled))
    known = [_plain(word) for word in reversed(words)]
    if unit in known:
        return None
    for k, (name, word) in enumerate(zip(known, reversed(words), strict=True)):
        last = (
            k == 0 and len(words) > 1 and re.search(rf"[_\[(/.]\s*{re.escape(word)}\W*$", spelled) is not None
        )
        if name in _NAMED and (word.lower() not in _SHORT or last):
            return name if _counts_otherwise(name, spelled, unit) else None
    return None


def _counts_otherwise(name: str, spelled: str, unit: str) -> bool:
    """For a count, times in a name that say when or where it was counted are no unit: failures in year 2."""
    if unit != COUNT:
        return True
    return name not in _COUNTED and (
        name not in {*HOURS, "month"}
        or not re.search(r"(?i)\b(in|since|of|during|after|im|seit|am)\b", spelled)
    )


def _plain(text: str) -> str:
    word = text.strip().lower()
    return _SPELLED.get(word, word)
