"""Rows of a record that hold other rows, by their names or by columns beside: a site and then its units."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.signs.column_names import parts

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

Array = NDArray[np.float64]
_PARENT = {"parent", "belongs", "part", "übergeordnet", "superior", "owner", "within"}
_LEVEL = {"level", "ebene", "hierarchy", "granularity", "aggregation", "tier"}
LEVELS = 3
MOST = 300
"""rows whose names are compared in pairs"""
SLACK = 0.01
"""relative difference of the totals of two levels of one hierarchy: some units are not assigned to a site"""


def row_of_rows(
    entries: Sequence[str], sizes: Array, counts: Array, beside: Sequence[Cells]
) -> tuple[int, str] | None:
    """A row that holds others, with the words for why; None where there is none.

    Names alone say little: ``pier`` beside ``pier 2`` may be the first of both, so that the numbers have to add up.
    """
    return _by_name(entries, sizes, counts) or _by_column(entries, sizes, counts, beside)


def _by_name(entries: Sequence[str], sizes: Array, counts: Array) -> tuple[int, str] | None:
    for k, name in enumerate(entries if len(entries) <= MOST else ()):
        of = [j for j, other in enumerate(entries) if j != k and is_part(name, other)]
        if len(of) > 1 and sizes[of].sum() == sizes[k] and counts[of].sum() == counts[k]:
            return k, f"the sum of {len(of)} rows that are named as its parts, such as {entries[of[0]]!r}"
    return None


def is_part(whole: str, part: str) -> bool:
    """Whether ``part`` is named as a part of ``whole``.

    >>> [is_part(*pair) for pair in (("Site A", "A1"), ("1", "1.2"), ("Plant North", "North 2"), ("Site A", "Site B"))]
    [True, True, True, False]
    """
    name, other = whole.casefold().strip(), part.casefold().strip()
    if re.match(re.escape(name) + r"[\W_]+\w", other):
        return True
    last = re.findall(r"[^\W_]+", name)[-1:]
    if not last or last[0].isdigit() or other.endswith(last[0]):
        return False
    return re.search(rf"(?<![^\W_]){re.escape(last[0])}(?=\d|[\W_])", other) is not None


def _by_column(
    entries: Sequence[str], sizes: Array, counts: Array, beside: Sequence[Cells]
) -> tuple[int, str] | None:
    known = {name.casefold().strip(): k for k, name in enumerate(entries)}
    for cells in beside:
        codes, words = cells.words()
        named = set(parts(cells.spelled))
        for value, word in enumerate(words):
            k = known.get(word.casefold().strip(), -1)
            if k < 0:
                continue
            of = np.flatnonzero(codes == value)
            of = of[of != k]
            adds = len(of) > 1 and sizes[of].sum() == sizes[k] and counts[of].sum() == counts[k]
            if len(of) and (adds or named & _PARENT):
                return k, f"what column {cells.spelled!r} gives for {entries[int(of[0])]!r}"
        if named & _LEVEL and 1 < len(words) <= LEVELS and len(words) < len(entries):
            totals = np.bincount(codes, weights=sizes)
            if float(np.ptp(totals)) <= SLACK * float(totals.max()):
                least = int(np.bincount(codes).argmin())
                row = int(np.flatnonzero(codes == least)[0])
                return row, f"{words[least]!r} by column {cells.spelled!r}, whose levels have the same total"
    return None
