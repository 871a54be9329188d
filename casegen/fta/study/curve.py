"""The top event over time, its mission average, and IEC 61508 safety integrity bands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from casegen.fta.arrays import np
from casegen.fta.events.valuation import structure_values
from casegen.fta.events.values import Evidence
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.conditioning import LostDigits, lost_digits
from casegen.model.case import Case

# IEC 61508-1:2010, tables 2 and 3: lower ends of the bands SIL 4 to SIL 1
_ON_DEMAND = ((4, 1e-5, 1e-4), (3, 1e-4, 1e-3), (2, 1e-3, 1e-2), (1, 1e-2, 1e-1))
_PER_HOUR = ((4, 1e-9, 1e-8), (3, 1e-8, 1e-7), (2, 1e-7, 1e-6), (1, 1e-6, 1e-5))


@dataclass(frozen=True, slots=True)
class TimeCurve:
    """Top-event probability at ``hours``; ``average`` is its mean over the mission (PFDavg, trapezoidal rule).

    ``per_hour`` is the mean rate of its growth, ``-log(1 - Q(T))/T`` (PFH); ``sil_demand`` and ``sil_hourly`` are
    the bands of these numbers, 0 below SIL 1; ``share`` is the fraction of the mission in each demand band.  The top of
    a tree of rates is a rate already: ``per_hour`` is its average, and there are no bands on demand.
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


def time_curve(
    case: Case, tree: CompiledTree, evidence: Evidence, hours: Sequence[float], *,
    overrides: Mapping[str, float] | None = None,
) -> TimeCurve:  # fmt: skip
    """Evaluate the tree at each mission time of ``hours`` (increasing, at least two).

    Events whose models state their own hours, and constants, do not change.  Raises as
    :func:`casegen.fta.events.values.event_values` does, and ``ValueError`` for times that do not increase.
    """
    times = [float(h) for h in hours]
    if len(times) < 2 or times[0] < 0.0 or any(b <= a for a, b in pairwise(times)):
        raise ValueError("a time curve needs at least two times from 0 up that increase")
    columns = [
        structure_values(case, tree.structure, evidence, mission_time=t, overrides=overrides) for t in times
    ]
    top = np.array([tree.probability(column.points) for column in columns])
    lost = tuple(lost_digits(tree, column.points, column) for column in columns)
    span = times[-1] - times[0]
    average = float(np.trapezoid(top, times) / span)
    if tree.adds:
        return TimeCurve(
            tuple(times),
            tuple(float(x) for x in top),
            average,
            average,
            0,
            band(average, _PER_HOUR),
            {},
            lost,
        )
    per_hour = float(-np.log1p(-min(top[-1], 1.0 - 1e-16)) / times[-1])
    return TimeCurve(
        tuple(times), tuple(float(x) for x in top), average, per_hour, band(average, _ON_DEMAND),
        band(per_hour, _PER_HOUR), _shares(times, top), lost,
    )  # fmt: skip


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
