"""Which entries of a record have the largest estimate, in words for those who do not see its chart."""

from __future__ import annotations

from collections.abc import Sequence


def largest_in_words(entries: Sequence[str], estimates: Sequence[float]) -> str:
    """Whose estimate is the largest, or how many have it; empty where all are equal.

    >>> largest_in_words(["quay", "pier", "lock"], [0.0, 0.02, 0.01]), largest_in_words(["quay", "pier"], [0.0, 0.0])
    ('the largest is that of pier', '')
    >>> largest_in_words(["quay", "pier", "lock"], [0.0, 0.02, 0.02])
    '2 of 3 have the largest, the first of them pier'
    """
    highest = max(estimates)
    at = [k for k, estimate in enumerate(estimates) if estimate == highest]
    if len(at) == len(estimates):
        return ""
    if len(at) == 1:
        return f"the largest is that of {entries[at[0]]}"
    return f"{len(at):,} of {len(estimates):,} have the largest, the first of them {entries[at[0]]}"
