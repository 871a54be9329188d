"""The top event over time, its mission average, and IEC 61508 safety integrity bands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from casegen.fta.arrays import np
from casegen.fta.events.valuation import structure_values
from casegen.fta.events.values import EventValues, Evidence
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.conditioning import LostDigits, lost_digits
from casegen.model.case import Case
from casegen.model.event_model import PeriodicTest

MOST_TESTS = 500
"""tests within the time shown that the average follows one by one"""
PARTS = 6
"""parts of the time from test to test over which the average is taken"""
UNFOLLOWED = (
    "periodic tests fall between the times: the average is that of the points shown, and no SIL is given"
)
RENEWED = "per hour: of the largest probability, since tests renew what has failed"
AFTER = 1e-6
"""share of that time between a test and the first, or last, number that is taken"""
_INCREASING = "a time curve needs at least two times from 0 up that increase"
# IEC 61508-1:2010, tables 2 and 3: lower ends of the bands SIL 4 to SIL 1
_ON_DEMAND = ((4, 1e-5, 1e-4), (3, 1e-4, 1e-3), (2, 1e-3, 1e-2), (1, 1e-2, 1e-1))
_PER_HOUR = ((4, 1e-9, 1e-8), (3, 1e-8, 1e-7), (2, 1e-7, 1e-6), (1, 1e-6, 1e-5))


@dataclass(frozen=True, slots=True)
class TimeCurve:
    """Top-event probability at ``hours``; ``average`` is its mean over the mission (PFDavg, trapezoidal rule).

    ``per_hour`` is the mean rate of its growth, ``-log(1 - Q(T))/T`` (PFH); ``sil_demand`` and ``sil_hourly`` are
    the bands of these numbers, 0 below SIL 1; ``share`` is the fraction of the mission in each demand band.  The top of
    a tree of rates is a rate already: ``per_hour`` is its average, and there are no bands on demand.  ``note`` says why
    there are no bands where a periodic test falls between the times and the average cannot follow it.
    """

    hours: tuple[float, ...]
    probability: tuple[float, ...]
    average: float
    per_hour: float
    sil_demand: int
    sil_hourly: int
    share: Mapping[int, float]
    lost: tuple[LostDigits | None, ...] = ()
    """at each time, what rounding leaves of the number's digits; None where they stand"""
    note: str = ""


def time_curve(
    case: Case, tree: CompiledTree, evidence: Evidence, hours: Sequence[float], *,
    overrides: Mapping[str, float] | None = None,
) -> TimeCurve:  # fmt: skip
    """Evaluate the tree at each mission time of ``hours`` (increasing, at least two).

    Events whose models state their own hours, and constants, do not change.  Raises as
    :func:`casegen.fta.events.values.event_values` does, and ``ValueError`` for times that do not increase.
    """
    if len(hours) < 2:
        raise ValueError(_INCREASING)
    times, columns = _columns(case, tree, evidence, hours, overrides)
    top = np.array([tree.probability(column.points) for column in columns])
    lost = tuple(lost_digits(tree, column.points, column) for column in columns)
    tests = _tests(case, tree, times[-1])
    fine = _finer(times, tests) if tests else times
    at = dict(zip(times, top.tolist(), strict=True))
    between = [t for t in fine if t not in at]
    if between:
        _, more = _columns(case, tree, evidence, between, overrides)
        at |= {t: tree.probability(column.points) for t, column in zip(between, more, strict=True)}
    course = np.array([at[t] for t in fine])
    average = float(np.trapezoid(course, fine) / (times[-1] - times[0]))
    shown = tuple(times), tuple(top.tolist()), average
    if tree.adds:
        return TimeCurve(*shown, average, 0, band(average, _PER_HOUR), {}, lost)
    # of what tests renew, the top at the end alone says nothing of how often it failed before
    per_hour = float(-np.log1p(-min(max(course), 1.0 - 1e-16)) / times[-1])
    if tests is None:
        return TimeCurve(*shown, per_hour, 0, 0, {}, lost, UNFOLLOWED)
    bands = band(average, _ON_DEMAND), band(per_hour, _PER_HOUR)
    return TimeCurve(*shown, per_hour, *bands, _shares(fine, course), lost, RENEWED if tests else "")


def points(
    case: Case, tree: CompiledTree, evidence: Evidence, hours: Sequence[float]
) -> list[tuple[float, float]] | None:
    """The curve alone, without its average: time and top; None where rounding takes digits of any number."""
    times, columns = _columns(case, tree, evidence, hours, None)
    if any(lost_digits(tree, column.points, column) is not None for column in columns):
        return None
    return [(t, tree.probability(column.points)) for t, column in zip(times, columns, strict=True)]


def _columns(
    case: Case,
    tree: CompiledTree,
    evidence: Evidence,
    hours: Sequence[float],
    overrides: Mapping[str, float] | None,
) -> tuple[list[float], list[EventValues]]:
    """The times, checked, and the events' values at each of them."""
    times = [float(h) for h in hours]
    if times[0] < 0.0 or any(b <= a for a, b in pairwise(times)):
        raise ValueError(_INCREASING)
    return times, [
        structure_values(case, tree.structure, evidence, mission_time=t, overrides=overrides) for t in times
    ]


def _tests(case: Case, tree: CompiledTree, end: float) -> tuple[float, ...] | None:
    """Times of the periodic tests of the tree's events before ``end``; None where they are no plain numbers, or many."""
    models = [case.event[name].model for name in tree.events if name in case.event]
    models += [group.total for group in case.common_cause if group.id in tree.groups]
    results: set[float] = set()
    for model in models:
        if not isinstance(model, PeriodicTest):
            continue
        first, interval = model.first, model.interval
        if not isinstance(first, int | float) or not isinstance(interval, int | float) or interval <= 0.0:
            return None
        if (end - first) / interval > MOST_TESTS:
            return None
        results |= {first + k * interval for k in range(int(max(0.0, (end - first) / interval)) + 1)}
    return None if len(results) > MOST_TESTS else tuple(sorted(t for t in results if 0.0 < t < end))


def _finer(times: Sequence[float], tests: tuple[float, ...]) -> list[float]:
    """Times that follow every test, from just before it to just after."""
    ends = sorted({times[0], times[-1], *tests})
    fine = set(times) - set(tests)
    for low, high in pairwise(ends):
        width = high - low
        fine |= {low + width * share for share in (AFTER, *(k / PARTS for k in range(1, PARTS)), 1.0 - AFTER)}
    return sorted(fine | {times[0], times[-1]})


def band(number: float, bands: Sequence[tuple[int, float, float]] = _ON_DEMAND) -> int:
    """Safety integrity level of a probability of failure on demand: 4 also for less than its band, 0 for none."""
    for level, _, high in bands:
        if number < high:
            return level
    return 0


def _shares(times: Sequence[float], top: Any) -> dict[int, float]:
    middle = (np.asarray(top)[1:] + np.asarray(top)[:-1]) / 2.0
    width = np.diff(times)
    results: dict[int, float] = {}
    for x, w in zip(middle, width, strict=True):
        level = band(float(x))
        results[level] = results.get(level, 0.0) + float(w)
    return {level: w / float(width.sum()) for level, w in sorted(results.items())}


def evenly(end: float, steps: int = 100) -> list[float]:
    """Times from 0 to ``end`` in equal steps."""
    chosen: Callable[..., Any] = np.linspace
    return [float(x) for x in chosen(0.0, end, steps + 1)]
