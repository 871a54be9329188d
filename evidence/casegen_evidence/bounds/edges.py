"""The end of what a test excludes, on its far side: limits that are found by tests of single numbers."""

from __future__ import annotations

from collections.abc import Callable


def edge(
    excluded: Callable[[float], bool], inside: float, outside: float, steps: int, *, ratios: bool = True
) -> float:
    """The side of ``outside``, which is excluded, of where that begins, coming from ``inside``, which is not.

    The interval is halved ``steps`` times; with ``ratios`` between numbers of other magnitudes by their geometric mean.
    """
    for _ in range(steps):
        wide = ratios and inside > 0 and outside > 0 and max(inside, outside) > 4 * min(inside, outside)
        middle = (inside * outside) ** 0.5 if wide else (inside + outside) / 2
        if excluded(middle):
            outside = middle
        else:
            inside = middle
    return outside
