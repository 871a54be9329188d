"""What was read, as plain data: it is stored with the result and shown beside it."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.tables.columns import Cells, first_rows
from casegen_evidence.tables.signs.marks import (
    names_made_rows,
    only_names_rows,
    only_names_where,
    only_names_which,
    only_names_who,
    row_words,
)
from casegen_evidence.tables.signs.meaning import sense
from casegen_evidence.tables.spec import NameColumn, Number
from casegen_evidence.tables.truth_words import WORDS
from casegen_evidence.tables.units import COUNT, of_surroundings

if TYPE_CHECKING:
    from casegen_evidence.tables.data_table import DataTable

CLASSES = 30
COMPARED = 2_000_000
"""Tables with more rows are not searched for rows that occur twice."""


def report(
    role: str,
    table: DataTable,
    columns: Sequence[Cells],
    unread: Sequence[str],
    known: Collection[str],
    notes: Sequence[str],
    elsewhere: Sequence[str],
) -> Mapping[str, Any]:
    """Rows, columns with ranges or classes, duplicates, and the first rows of a table.

    ``unread``: names of the columns that are not read; ``known``: those of them that say nothing new; ``elsewhere``: what
    the file holds outside the table.
    """
    more = [name for name in asked(unread, table.beside) if name not in known]
    return {
        "input": role,
        "file": table.file,
        "rows": table.rows,
        "columns": [_column(cells) for cells in columns],
        "not_read": list(unread),
        "asked": [*_time_that_passed(columns), *_remarks_as_names(columns, table.first_line), *more],
        "duplicates": repeated(columns, table.rows),
        "first_rows": first_rows(columns),
        "notes": list(notes),
        **({"elsewhere": list(elsewhere)} if elsewhere else {}),
    }


ENTRIES = 6
"""entries of a column that is not read that are shown"""
FREQUENT = 2
"""of them those that occur most often"""
LONG = 160
"""characters of an entry that are shown"""
COLUMNS = 20
"""columns that are not read of which the entries are shown"""


def remarks(
    first_line: int, beside: Sequence[Cells], named: Mapping[str, str] = MappingProxyType({})
) -> list[str]:
    """A note for each column that is not read: its range, its classes with their rows, or its entries.

    ``named``: what columns say beside the classes of `labels`, by their names.
    """
    notes = []
    for cells in beside[:COLUMNS]:
        if _numbers_rows(cells):
            continue
        codes, words = cells.words()
        head = f"Column {cells.spelled!r} is not read; it"
        numbers = [value for word in words if (value := _number(word)) is not None]
        filled = [k for k, word in enumerate(words) if word.strip()]
        if named.get(cells.spelled):
            notes.append(f"{head} says {named[cells.spelled]}.")
        elif numbers and len(numbers) == len(filled):
            notes.append(f"{head} holds {min(numbers):g} to {max(numbers):g}.")
        elif filled and all(map(_DATED.fullmatch, words)):
            notes.append(f"{head} goes from {min(words).strip()} to {max(words).strip()}.")
        elif filled:
            notes.append(f"{head} says {_entries(first_line, codes, words, filled)}.")
    return notes


_PASSED = {
    "since", "age", "aged", "life", "lifetime", "service", "ownership", "warranty", "delivery", "commissioning",
    "installation", "seit", "alter", "lebensdauer", "auslieferung", "inbetriebnahme", "garantie", "depuis",
}  # fmt: skip
"""words of a column of time that passed, whether or not its units ran"""
_OF_THE_CALENDAR = 24.0
"""hours of the shortest unit by which nothing is said of how long its units ran a day"""


_YEARS = {24.0 * days for days in (365, 366)}
_PERIODS = _YEARS | {24.0 * days for days in (28, 29, 30, 31, 90, 91, 92, 181, 182, 183, 184)}
"""hours of months, quarters, half-years and years"""
_MOST_YEARS = 20


def _of_years(hours: float) -> bool:
    """Whether an exposure is all hours of several years, leap years among them or not.

    >>> _of_years(17520.0), _of_years(26304.0), _of_years(17000.0)
    (True, True, False)
    """
    days, rest = divmod(hours, 24.0)
    years = round(days / 365.25)
    return not rest and 1 < years <= _MOST_YEARS and 0 <= days - 365 * years <= (years + 3) // 4


def _time_that_passed(columns: Sequence[Cells]) -> list[str]:
    """Columns that are read as hours of operation and are of the calendar, by their names or their units."""
    hours = [c for c in columns if isinstance(c.kind, Number) and c.kind.unit == "h"]
    whole = [
        f"{cells.name} holds in every row all hours of a day, month or year, or of several years: {held.min():g} to "
        f"{held.max():g}"
        for cells in hours
        if len(held := cells.numbers())
        and (
            set(held.tolist()) <= (_PERIODS if len(held) > 1 else _YEARS)
            or (len(held) > 1 and held.max() == held.min() and _of_years(float(held[0])))
        )
    ]
    return whole + [
        f"{cells.name} is read from column {cells.spelled!r}, {cells.scale:g} h of operation for each of it"
        for cells in hours
        if row_words(cells.spelled) & _PASSED or cells.scale >= _OF_THE_CALENDAR
    ]


_REMARK = 6
"""words from which on the name of an entry is a remark"""
_SAID = compiled(r"\d+\s+([^\W\d_]+)")
_VERSION = compiled(r"(?<=[^\w.])v\d+(?:\.\d+)*(?![\w.])")
"""of a system, behind other words; capital letters number vehicles"""


def _remarks_as_names(columns: Sequence[Cells], first_line: int) -> list[str]:
    """Names of entries that say more than a name: sentences, counts of what went wrong, versions of the system."""
    said = []
    for cells in (c for c in columns if isinstance(c.kind, NameColumn)):
        for k, word in enumerate(cells.words()[1]):
            counts = any(sense(noun) in ("bad", "harm") for noun in _SAID.findall(word))
            if counts or len(word.split()) >= _REMARK:
                row = int(np.argmax(cells.words()[0] == k))
                said.append(f"line {first_line + row} is called {word[:LONG]!r}")
        versions = sorted({hit for word in cells.words()[1] for hit in _VERSION.findall(word)})
        if len(versions) > 1:
            said.append(f"entries name {' and '.join(versions[:5])}")
    return said


def asked(unread: Sequence[str], beside: Sequence[Cells]) -> list[str]:
    """Columns that are not read and that only a person can judge.

    Not those that name, place or time their rows, are empty, or hold a quantity measured in every row; one that was not
    looked at is judged by its name alone.
    """
    seen = {cells.spelled: cells for cells in beside}
    return [
        name
        for name in unread
        if (_says_more(seen[name]) if name in seen else not (only_names_rows(name) or only_names_who(name)))
    ]


_MANY = 30
"""rows, or values, from which on numbers are measured ones and distinct words names: fewer are counts, codes, classes"""
_SETTINGS = 5
"""values up to which decimal numbers of many rows are settings, not measured ones"""
_DISTINCT = 0.9
"""share of the rows in which the words of a column that names them differ"""
_MISSING = 0.1
"""share of rows without a time from which on the times are of events, such as `muted until`, and not of the rows"""
_YEAR = compiled(r"(?i)year|jahr|année|año")
_TIME = compiled(
    r"\d{4}-\d{2}(-\d{2})?([ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?|"
    r"\d{1,2}[./]\d{1,2}[./]\d{2,4}"
)


_DATED = compiled(r"\s*(?:19|20)\d\d-\d\d-\d\d(?:[T ][\d:.,+Z-]*)?\s*")


def is_time(word: str) -> bool:
    """Whether a word is a date, a time of day, or both; time zones and fractions of seconds may follow."""
    return _TIME.fullmatch(word) is not None


def _says_more(cells: Cells) -> bool:
    """Whether a column holds something else than names, times, or a quantity of its rows."""
    codes, words = cells.words()
    filled = [word.strip() for word in words if word.strip()]
    if not filled:
        return False
    if all(map(is_time, filled)):
        return _share_of_blanks(codes, words) > _MISSING
    if _numbers_rows(cells) or (len(filled) == 1 and set(row_words(cells.spelled)) in _SIDES):
        return False
    if only_names_who(cells.spelled) and not any(word.casefold() in WORDS for word in filled):
        return False
    if only_names_where(cells.spelled, filled) or only_names_which(cells.spelled, filled):
        return False
    around = of_surroundings(cells.spelled) and len(filled) > 1
    names, many = only_names_rows(cells.spelled), len(codes) >= _MANY
    numbers = [value for word in filled if (value := _number(word)) is not None]
    if len(numbers) == len(filled):
        whole = all(value == math.floor(value) for value in numbers if math.isfinite(value))
        if _YEAR.search(cells.spelled) and all(1900 <= value <= 2100 for value in numbers):
            return False
        if whole and not names and many and _share_of_blanks(codes, words) > _MISSING:
            return True  # numbers of some rows only, such as the epoch in which they were seen
        return not (names or around) and (not many or len(filled) <= (_MANY if whole else _SETTINGS))
    if around or (names and names_made_rows(filled)):
        return not around
    return len(filled) < _DISTINCT * len(codes) or not (many or names) or any(" " in word for word in filled)


_SIDES = [{"width"}, {"height"}, {"w"}, {"h"}, {"channels"}, {"image", "width"}, {"image", "height"}]
"""names of columns that say how large every picture is"""
_INDEX = compiled(r"(?i)|unnamed: ?0|level_0|index")


def _numbers_rows(cells: Cells) -> bool:
    """Whether a column without a name counts the rows one by one, as tables of pandas have it."""
    codes, words = cells.words()
    if not _INDEX.fullmatch(cells.spelled.strip()) or len(words) != len(codes) or not len(codes):
        return False
    first = words[int(codes[0])].strip()
    return first in ("0", "1") and all(
        words[k].strip() == str(n) for n, k in enumerate(codes.tolist(), int(first))
    )


def _share_of_blanks(codes: NDArray[np.integer[Any]], words: Sequence[str]) -> float:
    return float(np.array([not word.strip() for word in words])[codes].mean())


def _entries(
    first_line: int, codes: NDArray[np.integer[Any]], words: Sequence[str], filled: Sequence[int]
) -> str:
    """Words of a column, each with its rows or its line: the most frequent, then the rarest, sentences first."""
    counts = np.bincount(codes, minlength=len(words))
    often = sorted((k for k in filled if counts[k] > 1), key=lambda k: -counts[k])[:FREQUENT]
    rare = sorted((k for k in filled if k not in often), key=lambda k: (counts[k], *_says_little(words[k])))
    shown = []
    for k in [*often, *rare][:ENTRIES]:
        where = f"{counts[k]:,} rows" if counts[k] > 1 else f"line {first_line + int(np.argmax(codes == k))}"
        text = words[k].strip()
        shown.append(f"{text[:LONG] + '…' * (len(text) > LONG)!r} ({where})")
    more = len(filled) - len(shown)
    return ", ".join(shown) + (f", and {more:,} more" if more else "")


def _says_little(word: str) -> tuple[bool, bool]:
    """Sorts sentences that state numbers before others, and these before single words."""
    sentence = " " in word.strip()
    return not (sentence and any(sign.isdigit() for sign in word)), not sentence


def _number(word: str) -> float | None:
    try:
        return float(word)
    except ValueError:
        return None


def _column(cells: Cells) -> dict[str, Any]:
    shown: dict[str, Any] = {"name": cells.name, "in_file": cells.spelled}
    if isinstance(cells.kind, Number):
        values = cells.numbers()
        if cells.kind.unit and cells.kind.unit != COUNT:
            shown["unit"] = cells.kind.unit
        return shown | {
            "least": float(values.min()),
            "most": float(values.max()),
            "mean": float(values.mean()),
        }
    counts = cells.counts()
    shown["distinct"] = len(counts)
    if len(counts) <= CLASSES:
        shown["classes"] = dict(sorted(counts.items()))
    return shown


def repeated(columns: Sequence[Cells], rows: int) -> int | None:
    """Number of rows that occur before already; None where the table is too long to say."""
    if rows > COMPARED or not columns:
        return None
    return rows - len(np.unique(digests(columns, rows)))


def digests(columns: Sequence[Cells], rows: int) -> NDArray[np.uint64]:
    """A number of 64 bits per row, the same for rows that are equal in all ``columns``."""
    digest = np.zeros(rows, dtype=np.uint64)
    with np.errstate(over="ignore"):
        for k, cells in enumerate(columns):
            raw = cells.numbers() if isinstance(cells.kind, Number) else cells.words()[0]
            value = np.ascontiguousarray(raw, dtype=np.float64).view(np.uint64)
            value = (value ^ (value >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9 + 2 * k)
            digest = (digest ^ (value ^ (value >> np.uint64(32)))) * np.uint64(0x94D049BB133111EB)
    return digest


def fine(values: NDArray[np.float64]) -> bool:
    """Whether most values have five significant digits or more."""
    head = values[:: max(1, len(values) // 500)]
    with np.errstate(all="ignore"):
        scale = 10.0 ** (3 - np.floor(np.log10(np.abs(head))))
        coarse = ~np.isfinite(scale) | (np.abs(head * scale - np.round(head * scale)) < 1e-6)
    return bool(coarse.mean() <= 0.5)
