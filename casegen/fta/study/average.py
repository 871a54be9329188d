"""The mean of a function of time: as many points as it takes, from jump to jump."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

TOLERANCE = 1e-4
"""error of the mean, relative, at which no more points are taken"""
MOST_POINTS = 20_000
"""points after which none are added"""
AFTER = 1e-6
"""share of the time from jump to jump between a jump and the number that is taken for what follows it"""
_PARTS = 6
"""parts into which the time from jump to jump is cut at first"""
_OCTAVES = 20
"""halvings toward the beginning, where what begins there may be over soon"""
_BEHIND_JUMPS = 4_000
"""points of these halvings in all: beside hundreds of jumps there are fewer halvings behind each"""
_ROUNDS = 6
"""times that the neighbourhood of the largest number is cut in parts"""
_CUTS = 8
_SAME = 1e-12
"""relative distance of numbers that may be rounding alone"""


@dataclass(frozen=True, slots=True)
class Followed:
    """A function over time: its values ``at`` times, its mean with the mean's error, and its rise from jump to jump."""

    at: Mapping[float, float]
    average: float
    error: float
    rise: float
    """the sum of how much it grew between one jump and the next"""


def follow(
    values: Callable[[Sequence[float]], Sequence[float]], start: float, end: float, jumps: Sequence[float],
    seeds: Sequence[float] = (),
) -> Followed:  # fmt: skip
    """Follow ``values`` (of many times at once) from ``start`` to ``end``; what it is at a jump is what led to it.

    Simpson's rule on pieces that are halved where its distance from the trapezoidal rule is largest.  Twice that
    distance is taken as the error, which it is where the values step at one end of a piece; it is an estimate, no
    bound.  ``seeds`` are times that are looked at whatever the values.  Pieces within which no other number lies, as from
    a test to the next number, are taken by the trapezoidal rule.
    """
    spans = _spans(start, end, jumps)
    octaves = min(_OCTAVES, max(3, _BEHIND_JUMPS // len(spans)))
    grids = [_grid(low, high, octaves) for low, high in spans]
    times = sorted({*(t for grid in grids for t in grid), *(t for t in seeds if start <= t <= end)})
    at = dict(zip(times, values(times), strict=True))
    rise = sum(at[grid[-1]] - at[grid[0]] for grid in grids)
    todo, narrow = _divisible(pairwise(times))
    settled, lost = sum((b - a) * (at[a] + at[b]) / 2.0 for a, b in narrow), 0.0
    while todo:
        middles = [(a + b) / 2.0 for a, b in todo]
        at |= zip(middles, values(middles), strict=True)
        rules = [_rules(at[a], at[m], at[b], b - a) for (a, b), m in zip(todo, middles, strict=True)]
        area = settled + sum(area for area, _ in rules)
        error = lost + sum(error for _, error in rules)
        if error <= TOLERANCE * abs(area) or len(at) >= MOST_POINTS:
            settled, lost = area, error
            break
        least = TOLERANCE * abs(area) / len(at)
        settled += sum(area for area, error in rules if error <= least)
        lost += sum(error for _, error in rules if error <= least)
        rough = [
            (a, m, b) for (a, b), m, (_, error) in zip(todo, middles, rules, strict=True) if error > least
        ]
        todo, narrow = _divisible(half for a, m, b in rough for half in ((a, m), (m, b)))
        settled += sum((b - a) * (at[a] + at[b]) / 2.0 for a, b in narrow)
    return Followed(at, settled / (end - start), lost / (end - start), rise)


def largest(
    values: Callable[[Sequence[float]], Sequence[float]], at: Mapping[float, float]
) -> tuple[float, float]:
    """The largest of ``values`` that is found around the largest of those known, ``at`` times: its time, and itself.

    Of times with the same value up to rounding, the last.
    """
    known = dict(at)
    for _ in range(_ROUNDS):
        times = sorted(known)
        i = times.index(_last(known))
        low, high = times[max(0, i - 1)], times[min(len(times) - 1, i + 1)]
        between = {low + (high - low) * k / _CUTS for k in range(1, _CUTS)}
        new = sorted(t for t in between - known.keys() if low < t < high)
        known |= zip(new, values(new), strict=True)
    time = _last(known)
    return time, known[time]


def _last(known: Mapping[float, float]) -> float:
    most = max(known.values())
    return max(t for t, x in known.items() if x >= most * (1.0 - _SAME))


def _divisible(
    pieces: Iterable[tuple[float, float]],
) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """The pieces with a number between their ends, and those without."""
    known: tuple[list[tuple[float, float]], list[tuple[float, float]]] = ([], [])
    for a, b in pieces:
        known[not a < (a + b) / 2.0 < b].append((a, b))
    return known


def _spans(start: float, end: float, jumps: Sequence[float]) -> list[tuple[float, float]]:
    """From jump to jump, each beginning just after the last."""
    ends = sorted({start, *(t for t in jumps if start < t < end), end})
    return [
        (low if low == start else low + AFTER * (high - low), high) for low, high in pairwise(ends)
    ]  # fmt: skip


def _grid(low: float, high: float, octaves: int) -> list[float]:
    width = high - low
    shares = {k / _PARTS for k in range(1, _PARTS)} | {2.0**-k for k in range(1, octaves)}
    return [low, *(low + width * share for share in sorted(shares)), high]


def _rules(first: float, middle: float, last: float, width: float) -> tuple[float, float]:
    """Simpson's rule, and twice its distance from the trapezoidal rule."""
    simpson = width * (first + 4.0 * middle + last) / 6.0
    return simpson, 2.0 * abs(simpson - width * (first + 2.0 * middle + last) / 4.0)
