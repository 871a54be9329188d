"""Rows that are pictures of one moment: names with times that are seconds apart, runs of numbers with gaps between them.

Ten frames of one scene show one thing ten times, whatever they are called.  Numbers that go on without a gap are an index
and say nothing, nor do numbers drawn from a larger set.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled

Times = NDArray[np.float64]
MOMENT = 2.0
"""seconds within which two pictures show one scene"""
FEWEST = 20
SHARE = 0.5
"""share of the rows that have to follow the one before within a moment"""
LONGEST = 100
"""rows of a run beyond which it is more likely a part of an index"""
_NUMBER = compiled(r"(\d{1,9})(?!.*\d)")
_STAMP = compiled(r"(?<!\d)(\d{10}|\d{13}|\d{16}|\d{19})(?!\d)")
_UNIX = (946_684_800, 4_102_444_800)
"""seconds from 2000 to 2100"""
_CALENDAR = compiled(
    r"(?<!\d)((?:19|20)\d\d)[-_]?(\d\d)[-_]?(\d\d)[-_T ]?(\d\d)[-_:]?(\d\d)[-_:]?(\d\d)(?!\d{4})"
)


def moments(names: Sequence[str]) -> int:
    """Number of moments of which ``names`` are several pictures each; 0 where they are not.

    >>> moments([f"IMG_{1000 + 137 * (k // 5) + k % 5}.jpg" for k in range(100)])
    20
    >>> moments([f"IMG_{k}.jpg" for k in range(100)]), moments([f"{k * k % 9973:05d}.png" for k in range(100)])
    (0, 0)
    """
    if len(names) < FEWEST:
        return 0
    times = _times(names)
    if times is not None:
        steps = np.diff(np.sort(times))
        near = steps < MOMENT
        return int((~near).sum()) + 1 if near.mean() > SHARE and np.median(steps[near]) <= MOMENT / 2 else 0
    numbers = numbered(names)
    if numbers is None:
        return 0
    steps = np.diff(np.sort(numbers))
    runs = int((steps > 1).sum()) + 1
    length = len(numbers) / runs
    apart = steps[steps > 1]
    few = runs >= 5 and 3 <= length <= LONGEST
    return runs if few and float(np.median(apart)) > length else 0


def _times(names: Sequence[str]) -> Times | None:
    """The times in names, in seconds; None where not every name has one."""
    stamps = [_STAMP.search(name) for name in names]
    if all(stamps):
        seconds = np.array([int(m[1]) / 10.0 ** (len(m[1]) - 10) for m in stamps if m])
        return seconds if _UNIX[0] < seconds.min() and seconds.max() < _UNIX[1] else None
    dated = [_CALENDAR.search(name) for name in names]
    try:
        days = [
            datetime.strptime("".join(m.groups()), "%Y%m%d%H%M%S").replace(tzinfo=UTC) for m in dated if m
        ]
    except ValueError:  # digits that are no date
        return None
    return np.array([day.timestamp() for day in days]) if len(days) == len(names) else None


def numbered(words: Sequence[str]) -> NDArray[np.int64] | None:
    """The last number in each name, where all names differ in it only; None where they do not."""
    matches = [_NUMBER.search(word) for word in words]
    if len(set(words)) != len(words) or not all(matches):
        return None
    frames = {word[: m.start()] + "#" + word[m.end() :] for word, m in zip(words, matches, strict=True) if m}
    return None if len(frames) > 1 else np.array([int(m.group(1)) for m in matches if m], dtype=np.int64)
