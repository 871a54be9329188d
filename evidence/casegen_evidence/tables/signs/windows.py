"""Rows that are windows of one recording: those that overlap hold the same moments, and are no draws of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.copies import as_numbers
from casegen_evidence.tables.signs.marks import row_words
from casegen_evidence.tables.signs.time_columns import ENDS, NAMES_TIMES, STARTS, seconds_of

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

Array = NDArray[np.float64]
FEWEST = 20
"""rows from which windows that overlap say something"""
MOST_APART = 0.7
"""share of the rows that windows without an overlap are at least, or the rows are doubted"""
SLACK = 0.02
"""share of its length by which a window may reach into the next one: ends are rounded"""
_LENGTHS = {"window", "duration", "length", "len", "width", "fenster", "dauer", "fensterlänge", "länge"}
_UNITS = {"s", "sec", "seconds", "ms", "min", "minutes", "h", "us", "ns", "frames", "samples"}
_OF_RANGES = {
    "frames", "frame", "window", "segment", "range", "clip", "slice", "samples", "rows", "interval", "span", "chunk",
    "bilder", "fenster", "abschnitt", "time", "seconds",
}  # fmt: skip
_TIMED = (
    NAMES_TIMES
    | _LENGTHS
    | _UNITS
    | _OF_RANGES
    | {"sample", "index", "idx", "tick", "ticks", "video", "offset"}
)
"""words of columns that place a row in a recording"""
_RANGE = compiled(r"(.*?)(\d+(?:\.\d+)?)\s*(?:-|–|\.\.+|\bto\b|\bbis\b|_to_)\s*(\d+(?:\.\d+)?)(\D*)")
_RECORDINGS = {
    "video", "scene", "sequence", "clip", "episode", "patient", "subject", "recording", "session", "track", "drive",
    "file", "filename", "path", "camera", "cam", "sensor", "run", "device", "vehicle", "robot", "unit", "channel", "log",
    "bag", "flight", "mission", "trip", "machine", "group", "image", "object", "szene", "datei", "fahrt", "kamera",
    "date", "day",
}  # fmt: skip
"""words of columns that name what a window is of"""


class Windows(NamedTuple):
    """First and last moment, and recording, of each row's window ``(rows,)``; the columns as a text names them."""

    columns: str
    first: Array
    last: Array
    recording: NDArray[np.int64]


def judge_windows(
    file: str, read: Sequence[Cells], beside: Sequence[Cells], rows: int, intake: Intake
) -> None:
    """Note rows whose windows overlap: as a failing sign where all windows are equally long, as sliding ones are."""
    if rows < FEWEST or any(cells.name == "group" for cells in read):
        return
    for windows in _windows(beside, rows):
        apart = without_overlap(windows)
        if apart > MOST_APART * rows:
            continue
        lengths = windows.last - windows.first
        sliding = float(np.ptp(lengths)) <= SLACK * float(lengths.max())
        note = intake.fails if sliding else intake.suspects
        note(
            "overlapping-windows",
            f"{file}: by {windows.columns} the {rows:,} rows are windows that overlap, of which at most {apart:,} share "
            "nothing: what is in several of them counts several times",
            hint="keep windows that do not overlap, or name the recording of each row in a column",
        )
        return


def without_overlap(windows: Windows) -> int:
    """The largest number of windows of which no two of one recording overlap."""
    order = np.lexsort((windows.last, windows.recording))
    count, reach, recording = 0, -np.inf, None
    for k in order.tolist():
        first, last, of = windows.first[k], windows.last[k], windows.recording[k]
        if of != recording or first >= reach - SLACK * (last - first):
            count, reach, recording = count + 1, last, of
    return count


def _windows(columns: Sequence[Cells], rows: int) -> Iterator[Windows]:
    """Each pair of columns, or column of ranges, that gives the rows windows of more than one place."""
    numbers = {k: held for k, cells in enumerate(columns) if (held := _moments(cells)) is not None}
    for a in numbers:
        for b in numbers:
            last = None if a == b else _last(columns[a], columns[b], numbers[a], numbers[b])
            if last is not None:
                named = f"columns {columns[a].spelled!r} and {columns[b].spelled!r}"
                yield from _usable(named, numbers[a], last, _recordings(columns, (a, b), rows))
    for k, cells in enumerate(columns):
        ranges = _ranges(cells)
        if ranges is not None:
            first, last, prefix = ranges
            of = _recordings(columns, (k,), rows) * (int(prefix.max()) + 1) + prefix
            yield from _usable(f"column {cells.spelled!r}", first, last, of)


def _usable(named: str, first: Array, last: Array, of: NDArray[np.int64]) -> Iterator[Windows]:
    """Windows that go forwards, and begin at more than a few moments."""
    if np.all(last > first) and len(np.unique(first)) > len(first) / 4:
        yield Windows(named, first, last, np.unique(of, return_inverse=True)[1])


def _moments(cells: Cells) -> Array | None:
    if not row_words(cells.spelled) & (STARTS | ENDS | NAMES_TIMES | _LENGTHS | {"t0", "t"}):
        return None
    held = as_numbers(cells)
    held = seconds_of(cells) if held is None else held
    return held if held is not None and bool(np.isfinite(held).all()) else None


def _last(one: Cells, other: Cells, first: Array, held: Array) -> Array | None:
    """The ends of the windows that begin at column ``one``, by a column of ends or of lengths; None for any other."""
    a, b = row_words(one.spelled), row_words(other.spelled)
    if not a - STARTS <= _TIMED or not b - ENDS <= _TIMED:
        return None  # an extent in space
    numbered = one.spelled.replace("0", "1", 1) == other.spelled and a == b
    if numbered or (a & STARTS and b & ENDS and a - STARTS == b - ENDS):
        return held
    begins = a & (STARTS | NAMES_TIMES) and not a & _LENGTHS
    if begins and b & _LENGTHS and not b & (STARTS | ENDS) and len(np.unique(held)) == 1:
        units = [words & _UNITS for words in (a, b)]
        return first + held if units[0] == units[1] or not all(units) else None
    return None


def _ranges(cells: Cells) -> tuple[Array, Array, NDArray[np.int64]] | None:
    """A column of ranges such as `drive1_20-69`: first, last, and a number for what stands before."""
    if not row_words(cells.spelled) & _OF_RANGES:
        return None
    codes, words = cells.words()
    hits = [_RANGE.fullmatch(word.strip()) for word in words]
    if not all(hits):
        return None
    held = [(hit[1] + "|" + hit[4], float(hit[2]), float(hit[3])) for hit in hits if hit]
    prefix = np.unique([name for name, _, _ in held], return_inverse=True)[1].astype(np.int64)
    first, last = (np.array([one[k] for one in held]) for k in (1, 2))
    return first[codes], last[codes], prefix[codes]


def _recordings(columns: Sequence[Cells], taken: Sequence[int], rows: int) -> NDArray[np.int64]:
    """A number for what each row's window is of, by all columns that name recordings."""
    result = np.zeros(rows, dtype=np.int64)
    for k, cells in enumerate(columns):
        if k not in taken and row_words(cells.spelled) & _RECORDINGS:
            codes, words = cells.words()
            result = np.unique(result * len(words) + codes, return_inverse=True)[1].astype(np.int64)
    return result
