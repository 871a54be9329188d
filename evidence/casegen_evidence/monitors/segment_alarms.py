"""Alarms that fill whole labelled segments: those of one frame, spread over all of its segment when they were evaluated.

A monitor that decides frame by frame misses some frames of a segment and finds others; one that keeps an alarm for some
time also keeps it outside of the label.  Alarms that are all or none in each segment, begin and end with its label, and
are single frames elsewhere, know the label: point adjustment as in Xu et al. 2018 (doi:10.1145/3178876.3185996).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

Rows = NDArray[np.bool_]
Codes = NDArray[np.int64]
CHANCE = 1e-5
"""chance of segments that are all or none, for a monitor that decides on each frame"""
MISSED, FILLED, SINGLE = 3, 5, 5
"""segments without any alarm and with all of them, and false alarms, at least"""
MOSTLY = 0.6
"""share of the false alarms that are single frames, at least"""
SILENT = 0.8
"""false alarms expected in the segments without any, at least: else one that never sees their kind is silent too"""
ON_TOP = 3.0
"""times as often as false alarms begin, up to which those next to a filled segment are chance"""
KINDS = 10
"""different words at most of a column that may say which kind of threat a segment is of"""


class Filled(NamedTuple):
    """Segments whose alarms are all set, those without one, and the alarms ``(n,)`` if each had been one frame's."""

    filled: int
    missed: int
    least: Rows


def segments_filled(
    hazardous: Rows, alarm: Rows, group: Codes | None, beside: Sequence[Cells] = ()
) -> Filled | None:
    """Segments of ``hazardous`` rows ``(n,)`` whose every ``alarm`` ``(n,)`` is set or none, where all are so; else None.

    Rows of a ``group`` follow one another in the order of the table.  Columns ``beside`` may explain it: kinds of threats
    of which a monitor sees some always and others never.
    """
    rows = len(hazardous)
    order = np.arange(rows) if group is None else np.argsort(group, kind="stable")
    kept = np.zeros(rows, dtype=np.int64) if group is None else group[order]
    bad, said = hazardous[order], alarm[order]
    new = np.r_[True, (np.diff(kept) != 0) | (np.diff(bad.astype(int)) != 0)]
    start = np.flatnonzero(new)
    length = np.diff(np.r_[start, rows])
    alarms = np.add.reduceat(said.astype(int), start)
    chosen = bad[start] & (length > 1)
    all_set, none = chosen & (alarms == length), chosen & (alarms == 0)
    filled, missed = int(all_set.sum()), int(none.sum())
    if filled + missed < int(chosen.sum()) or filled < FILLED or missed < MISSED:
        return None
    if bad.all():
        return None
    recall = float(alarms[chosen].sum() / length[chosen].sum())
    pure = np.log(recall ** length[chosen] + (1 - recall) ** length[chosen]).sum()
    if pure > np.log(CHANCE) or said[~bad].mean() * length[none].sum() < SILENT:
        return None
    if not _scattered(bad, said, kept, start[all_set], length[all_set]):
        return None
    for cells in beside:
        codes, words = cells.words()
        if 1 < len(words) <= KINDS and _explains(codes[order][start].astype(np.int64), all_set, none):
            return None
    least = said & ~bad
    least[start[all_set]] = True
    result = np.zeros(rows, dtype=bool)
    result[order] = least
    return Filled(filled, missed, result)


def _scattered(bad: Rows, said: Rows, group: Codes, start: Codes, length: Codes) -> bool:
    """Whether false alarms are single frames mostly, and no more frequent next to the filled segments than elsewhere."""
    false = said & ~bad
    together = (group[1:] == group[:-1]) & ~bad[1:] & ~bad[:-1]
    begins = false & np.r_[True, ~(together & false[:-1])]
    goes_on = false & np.r_[together & false[1:], False]
    runs, single = int(begins.sum()), int((begins & ~goes_on).sum())
    if single < SINGLE or single < MOSTLY * runs:
        return False
    rate = false.sum() / max(1, (~bad).sum())
    before, after = start - 1, start + length
    before = before[(before >= 0) & (group[np.maximum(before, 0)] == group[start])]
    after = after[after < len(bad)]
    after = after[group[after] == group[after - 1]]
    next_to = np.r_[before, after]
    next_to = next_to[~bad[next_to]]
    if len(next_to) < FILLED:
        return False  # the label nearly always lasts as long as the group
    expected = rate * len(next_to)
    return bool(false[next_to].sum() <= expected + ON_TOP * np.sqrt(expected + 1))


def _explains(kinds: Codes, all_set: Rows, none: Rows) -> bool:
    """Whether each kind of segment is seen always or never, and more than one segment is of it."""
    seen, unseen = np.unique(kinds[all_set]), np.unique(kinds[none])
    return not np.intersect1d(seen, unseen).size and len(unseen) < max(2, int(none.sum()))
