"""Labels that stay the same from row to row: frames of a film, or a block of one class among rows in no order.

Sorted rows say nothing: a label that stays because another column does, or because a list goes through the classes in
their order, is no sign of a film.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.signs.copies import as_numbers
from casegen_evidence.tables.signs.cut import is_sureness
from casegen_evidence.tables.spec import Number

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.data_table import DataTable
    from casegen_evidence.tables.signs.beside import Beside, Rows

Codes = NDArray[np.int64]
FEWEST_ROWS, FEWEST_RUNS = 100, 10
LONGER = 3.0
"""times as long as in rows in any order, from which on runs of a label look like a film"""
MOST_PARTS = 50
"""parts of a sorted column, such as conditions; what has more of them is measured, or names rows"""
IN_ORDER = 1.1
"""runs for each class in lists that go through all classes in one order, at most"""
LEAST_BLOCK = 20
CHANCE = 1e-6
"""that some run of a label in rows in any order is as long as a block"""
_FILM_HINT = "keep one row of each scene, or state in the waiver how the rows were drawn"
_BLOCK_HINT = "give the rows as operation has them; or say in the waiver why these belong among the others"


def judge_label_runs(table: DataTable, read: Sequence[Cells], wrong: Rows, look: Beside) -> None:
    """Doubt rows whose labels follow each other as in a film, or of which a block is filled up with one class.

    ``wrong``: rows in which label and answer differ ``(rows,)``.
    """
    labels = table.names("true").codes.astype(np.int64)
    if len(labels) < FEWEST_ROWS or "group" in table.cells:
        return
    columns = [c for c in (*read, *look.columns) if c.name != "true"]
    if any(_goes_one_way(cells) for cells in columns if is_sureness(cells.spelled)):
        return
    starts = run_starts(labels)
    if as_in_a_film(labels) and not _sorted(labels, columns):
        look.intake.suspects(
            "rows-in-sequence",
            f"{table.file}: the label stays the same for {len(labels) / len(starts):.0f} rows on average, "
            f"{len(labels) / expected_runs(labels):.1f} if they were in any order: frames of a film, or steps of a run, "
            "are no independent draws",
            hint=_FILM_HINT,
        )
        return
    block = block_among_others(labels)
    if block is None or wrong[block].mean() > np.delete(wrong, block).mean() or _has_a_name(block, columns):
        return
    rows = np.zeros(len(labels), dtype=bool)
    rows[block] = True
    look.doubt(
        "padded-rows",
        rows,
        f"{{count}} rows in sequence have the label {table.names('true').words[labels[block.start]]!r}, from here on, "
        "and the others are in no order: was the table filled up with them?",
        _BLOCK_HINT,
    )


def run_starts(codes: Codes) -> Codes:
    """First row of each run of equal ``codes`` ``(rows,)``.

    >>> run_starts(np.array([4, 4, 1, 1, 1, 4])).tolist()
    [0, 2, 5]
    """
    return np.flatnonzero(np.r_[True, codes[1:] != codes[:-1]])


def expected_runs(codes: Codes) -> float:
    """Runs that ``codes`` have on average if their rows are put in any order.

    >>> expected_runs(np.array([0, 0, 1, 1]))
    3.0
    """
    counts = np.bincount(codes).astype(float)
    return float(1 + len(codes) - (counts**2).sum() / len(codes))


def as_in_a_film(labels: Codes) -> bool:
    """Whether runs of ``labels`` are far longer than chance makes them, and are not lists of one class after another."""
    order = labels[run_starts(labels)]
    runs, classes = len(order), len(np.unique(labels))
    if (
        runs < FEWEST_RUNS
        or runs <= 2 * classes
        or expected_runs(labels) < max(3 * FEWEST_RUNS, LONGER * runs)
    ):
        return False
    _, first, code = np.unique(order, return_index=True, return_inverse=True)
    place = first.argsort().argsort()[code]  # of the class among those that were met, in their order
    lists = 1 + int((np.diff(place) < 0).sum())
    return classes == 2 or lists * classes > IN_ORDER * runs


def _goes_one_way(cells: Cells) -> bool:
    numbers = cells.numbers() if isinstance(cells.kind, Number) else as_numbers(cells)
    return numbers is not None and bool(np.all(np.diff(numbers) >= 0) or np.all(np.diff(numbers) <= 0))


def _sorted(labels: Codes, columns: Sequence[Cells]) -> bool:
    """Whether the runs are those of rows that were sorted by other columns, or by them and then by the label."""
    runs, block = len(run_starts(labels)), np.zeros(len(labels), dtype=np.int64)
    for part in sorted(_parts(columns), key=lambda codes: len(run_starts(codes))):
        _, block = np.unique(block * (int(part.max()) + 1) + part, return_inverse=True)
        starts = run_starts(block)
        if len(starts) > len(np.unique(block)):
            return False  # not sorted by these columns, and by no others before them
        pairs = block * (int(labels.max()) + 1) + labels
        within = sum(expected_runs(rows) for rows in np.split(labels, starts[1:]))
        if len(run_starts(pairs)) == len(np.unique(pairs)) or LONGER * runs >= within:
            return True
    return False


def _parts(columns: Sequence[Cells]) -> Iterator[Codes]:
    """The parts of the rows by each column: its words, or the folders and stems of names."""
    for codes, words in (cells.words() for cells in columns if not isinstance(cells.kind, Number)):
        stems = list(words) if len(words) <= MOST_PARTS else [re.sub(r"\d+", "#", word) for word in words]
        known = {stem: k for k, stem in enumerate(dict.fromkeys(stems))}
        if 1 < len(known) <= MOST_PARTS:
            yield np.array([known[stem] for stem in stems], dtype=np.int64)[codes]


def block_among_others(labels: Codes) -> slice | None:
    """The one run that is too long for chance in rows that else are in no order; None where there is none, or where every
    class has one, as in a sorted list.

    >>> block_among_others(np.r_[np.arange(300) * 7 % 5 % 2, np.ones(200, dtype=int)])
    slice(298, 500, None)
    """
    starts = run_starts(labels)
    ends = np.r_[starts[1:], len(labels)]
    share = (np.bincount(labels) / len(labels))[labels[starts]]
    lengths = ends - starts
    long = (lengths >= LEAST_BLOCK) & (np.log(len(labels)) + lengths * np.log(share) < np.log(CHANCE))
    if not long.any() or set(labels[starts[long]].tolist()) == set(labels.tolist()):
        return None
    at = int(np.argmax(np.where(long, lengths, 0)))
    others = np.delete(labels, slice(int(starts[at]), int(ends[at])))
    if len(others) < FEWEST_ROWS or 2 * len(run_starts(others)) < expected_runs(others):
        return None
    return slice(int(starts[at]), int(ends[at]))


def _has_a_name(block: slice, columns: Sequence[Cells]) -> bool:
    """Whether the rows of a block are those of one word of a column, such as an empty road among other scenes."""
    for part in _parts([c for c in columns if c.name != "predicted"]):
        words, counts = np.unique(part[block], return_counts=True)
        word = words[counts.argmax()]
        if counts.max() >= 0.9 * (block.stop - block.start) and (part == word).sum() <= 1.1 * counts.max():
            return True
    return False
