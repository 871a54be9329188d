"""Columns of times: known by their names where they hold numbers, by what they hold where they hold dates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.tables.signs.marks import row_words

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

Seconds = NDArray[np.float64]
"""time of each row, not a number where it has none ``(rows,)``"""
NAMES_TIMES = {
    "time", "timestamp", "stamp", "t", "ts", "unix", "epoch", "date", "datetime", "utc", "clock", "zeit", "zeitstempel",
    "datum",
}  # fmt: skip
"""words of columns that hold times, also as numbers of a clock"""
STARTS = {
    "start", "started", "begin", "begins", "beginn", "from", "von", "first", "begun", "open", "opened", "anfang",
}  # fmt: skip
ENDS = {
    "end", "ended", "ends", "ende", "finish", "finished", "to", "bis", "last", "stop", "stopped", "close", "closed",
}  # fmt: skip
RECORDED = {
    "captured", "capture", "recorded", "acquired", "acquisition", "exposure", "exposed", "aufgenommen", "aufnahme",
    "aufnahmezeit",
}  # fmt: skip
"""words of columns that say when an input came to be"""
_MADE = {
    "taken",
    "created",
    "logged",
    "observed",
    "received",
    "sent",
    "saved",
    "stored",
    "erstellt",
    "erfasst",
}
_BESIDE_TIMES = {
    "at", "on", "am", "um", "of", "s", "sec", "secs", "second", "seconds", "ms", "us", "ns", "min", "h", "local", "gps",
    "image", "frame", "row", "sample", "record", "recording", "start",
}  # fmt: skip
"""further words of columns that hold times as numbers"""
_OF_THINGS = {
    "ablauf", "baujahr", "birth", "birthday", "born", "built", "calibrated", "calibration", "commissioned",
    "commissioning", "delivered", "delivery", "dob", "due", "einbau", "eingebaut", "expiration", "expires", "expiry",
    "garantie", "geboren", "geburt", "geburtsdatum", "geburtstag", "hergestellt", "herstellung", "inbetriebnahme",
    "installation", "installed", "lieferung", "maintained", "maintenance", "manufacture", "manufactured",
    "manufacturing", "next", "produced", "production", "purchase", "purchased", "service", "serviced", "valid",
    "warranty", "wartung",
}  # fmt: skip
"""words of dates of the thing that a row shows, or of what is to come: no times of the row"""
FORMS = (
    "%d.%m.%Y", "%d.%m.%Y %H:%M", "%d.%m.%Y %H:%M:%S", "%Y/%m/%d", "%d/%m/%Y", "%m/%d/%Y", "%d.%m.%y",
)  # fmt: skip
"""dates as records of operation hold them"""
_CLOCKS = (
    " %H:%M",
    " %H:%M:%S",
    " %H:%M:%S.%f",
    ", %H:%M",
    ", %H:%M:%S",
    "T%H:%M:%S",
    " %I:%M %p",
    " %I:%M:%S %p",
)
_DAYS = (
    "%d.%m.%Y",
    "%Y/%m/%d",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d.%m.%y",
    "%Y.%m.%d",
    "%d-%m-%Y",
    "%m-%d-%Y",
    "%Y-%m-%d",
)
_TOGETHER = (
    "%Y%m%dT%H%M%S",
    "%Y%m%d_%H%M%S",
    "%Y%m%d-%H%M%S",
    "%Y%m%d %H%M%S",
    "%Y%m%dT%H%M",
    "%Y%m%d %H:%M:%S",
)
_NAMED_DAYS = ("%d %m %Y", "%m %d %Y", "%Y %m %d")
"""days with a month by its name, for which its number was put"""
_MONTHS = {
    name: k
    for k, names in enumerate(
        (
            "jan january januar jän jänner", "feb february februar", "mar march mär mrz märz", "apr april",
            "may mai", "jun june juni", "jul july juli", "aug august", "sep sept september", "oct october okt oktober",
            "nov november", "dec december dez dezember",
        ), 1)
    for name in names.split()
}  # fmt: skip
_WORD = compiled(r"[^\W\d_]+")
_WEEKDAY = compiled(r"(?i)^(?:mon?|tue|wed|thu|fri?|sat?|sun|die?|mit?|don?|fre|sam?|son?)[^\W\d_]*\.?,?\s+")
_ZONE = compiled(r"\s*(?:UTC|GMT|Z|[+-]\d\d:?\d\d)$")
_DATED = compiled(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}")
_WRITTEN_TOGETHER = compiled(r"(?:19|20)\d{6}[T_ -]\d\d")
_UNIX = compiled(r"(\d{10})(\d{3}|\d{6}|\d{9})?(?:\.\d*)?")
_NUMBER = compiled(r"(?i)[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?")
MOST = 200_000
"""different times of a column that are read, at most"""


def times_of(words: Sequence[str]) -> list[list[datetime]]:
    """The words as dates, without a zone in UTC, in each form that fits them all; two where day and month may change."""
    if not all(map(_DATED.match, words)):
        return []
    return _in_iso(words) or _in_forms(words, FORMS)


def readings_of(cells: Cells) -> list[Seconds]:
    """A column of dates, or of seconds since 1970 by its name, as times of the rows; one for each form that fits it.

    The list is empty for any other column.
    """
    codes, words = cells.words()
    filled = [k for k, word in enumerate(words) if word.strip()]
    if not filled or len(filled) > MOST:
        return []
    held = [words[k].strip() for k in filled]
    result = []
    for seconds in _seconds(held, row_words(cells.spelled)):
        values = np.full(len(words), np.nan)
        values[filled] = seconds
        result.append(values[codes])
    return result


def earliest(readings: Sequence[Seconds]) -> Seconds:
    """The first of the times that each row may have."""
    result: Seconds = np.min(np.stack(readings), axis=0)
    return result


def latest(readings: Sequence[Seconds]) -> Seconds:
    """The last of the times that each row may have."""
    result: Seconds = np.max(np.stack(readings), axis=0)
    return result


def seconds_of(cells: Cells) -> Seconds | None:
    """A column of dates, or of seconds since 1970 where its name speaks of a time; None for any other."""
    readings = readings_of(cells)
    return earliest(readings) if readings else None


def orders_of(cells: Cells) -> list[Seconds]:
    """The times of the rows in any unit, by each form that fits; empty where a row has none, or they are those of things.

    A column of plain numbers holds times where its name says so: `t`, `start_s`, `captured at`, no `first` or `exposure`.
    """
    words = row_words(cells.spelled)
    if words & _OF_THINGS:
        return []
    readings = readings_of(cells)
    codes, names = cells.words()
    if not readings and all(map(_NUMBER.fullmatch, names)) and _names_numbers(words):
        readings = [np.array([float(name) for name in names])[codes]]
    return [seconds for seconds in readings if np.isfinite(seconds).all()]


def _names_numbers(words: set[str]) -> bool:
    """Whether all words of a name say that its numbers are times, or one says so that needs no other."""
    if words & NAMES_TIMES:
        return True
    return bool(words & (RECORDED | _MADE | {"start"}) and words & {"at", "on", "s", "ms", "us", "ns"}) and (
        words <= RECORDED | _MADE | _BESIDE_TIMES
    )


def _seconds(held: Sequence[str], name: set[str]) -> list[list[float]]:
    if name & (NAMES_TIMES | RECORDED | _MADE | STARTS | ENDS | {"at"}):
        stamps = [_UNIX.fullmatch(word) for word in held]
        if all(stamps):
            return [[float(m[1]) for m in stamps if m]]
    if not any(character.isdigit() for character in held[0]):
        return []
    dated = _in_iso(held) if all(map(_DATED.match, held)) else []
    return [[t.replace(tzinfo=UTC).timestamp() for t in form] for form in dated or _in_any_form(held)]


def _in_iso(words: Sequence[str]) -> list[list[datetime]]:
    try:
        held = [datetime.fromisoformat(word) for word in words]
        return [[t.astimezone(UTC).replace(tzinfo=None) if t.tzinfo else t for t in held]]
    except (ValueError, OverflowError):
        return []


def _in_any_form(words: Sequence[str]) -> list[list[datetime]]:
    """The words as dates and times of a day, each also with a month by its name, a weekday or a zone of UTC."""
    plain = [_ZONE.sub("", _WEEKDAY.sub("", word)) for word in words]
    if all(map(_WRITTEN_TOGETHER.match, plain)):
        return _in_forms(plain, _TOGETHER)
    days: tuple[str, ...] = _DAYS
    if not _DATED.match(plain[0]):
        numbered = [_with_numbers(word) for word in plain] if _with_numbers(plain[0]) else []
        plain, days = [word for word in numbered if word], _NAMED_DAYS
        if not numbered or len(plain) < len(numbered):
            return []
    elif not all(map(_DATED.match, plain)):
        return []
    return _in_forms(plain, [day + clock for day in days for clock in ("", *_CLOCKS)])


def _with_numbers(word: str) -> str:
    """A date with the number of its month in place of the name, without points and commas; empty for any other."""
    names = [m for m in _WORD.finditer(word) if m[0].casefold() in _MONTHS]
    if len(names) != 1:
        return ""
    at, rest = names[0], word[names[0].end() :]
    day, *clock = re.split(
        r"(?<=\d{4})[ ,T]+(?=\d\d?:)", f"{word[: at.start()]} {_MONTHS[at[0].casefold()]} {rest}"
    )
    return " ".join([*re.sub(r"[.,\s-]+", " ", day).split(), *clock])


def _in_forms(words: Sequence[str], forms: Sequence[str]) -> list[list[datetime]]:
    fits: list[list[datetime]] = []
    for form in forms:
        try:
            fits.append([datetime.strptime(word, form) for word in words])
        except ValueError:
            continue
    return fits
