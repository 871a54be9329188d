"""What it takes to bear further failures: the records are grown so far that the limit is met with some more of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from casegen.assessment.planning.least_cost import Chosen, Goal
from casegen.assessment.planning.record import OpenRecord, PlannedRecord

LIKELY = 0.8
"""probability of working from which on no more failures are tried"""
MOST_UNEVEN = 89
"""further failures of a record whose own method is asked for each number of them"""
LITTLE = 1.01
"""factor of probability by bearing more failures below which no more of them are tried"""
FEW = 2
"""further failures of a record whose estimate does not meet the limit itself: more of them help no better"""


@dataclass(frozen=True, slots=True)
class FurtherFailures:
    """What it takes, and how likely it works, to bear up to ``failures`` more in the record where most are expected.

    ``least``: with fewer the entries of the record would differ by more than is stated of them, and the bound be none.
    ``within``: of several records, ``evidence.measure`` of the one in which they are borne; none are in the others.
    ``probability`` and ``predictive`` are None where it was not searched further with which fewer failures it works.
    """

    failures: int
    records: tuple[PlannedRecord, ...]
    cost: float
    probability: float | None
    predictive: float | None
    least: int = 0
    within: str = ""


def is_borne(goal: Goal, place: int, counts: Sequence[int]) -> bool:
    """Whether the limit is met with some of the further failures, though not without one."""
    even = all(r.method is None for r in goal.task.records)
    asked = [] if even else [count for count in counts if count <= MOST_UNEVEN]
    return any(goal.least(_in_place(goal, place, count)) is not None for count in asked)


def further_failures(goal: Goal, place: int, counts: Sequence[int], most: int) -> list[FurtherFailures]:
    """What it takes to bear further failures, up to numbers that are likely enough; at most so many rows.

    Where entries may differ too much with few further failures, more of them may do.
    """
    even = all(r.method is None for r in goal.task.records)
    further: list[FurtherFailures] = []
    for count in counts:
        if len(further) >= most or (not even and count > MOST_UNEVEN):
            break
        one = _bearing(goal, place, count)
        if one is None and even:
            break
        further += [one] if one is not None else []
        chances = [f.predictive for f in further if f.predictive is not None]
        if chances and (chances[-1] >= LIKELY or _no_gain(chances)):
            break
    return further


def most_expected(records: Sequence[OpenRecord], more: Sequence[float] | None) -> int:
    """The record where most further failures are expected, of as many units as are planned or as there are."""

    def expected(i: int) -> float:
        c = records[i].counts
        return c.failures if more is None else more[i] * c.failures / c.size

    return max(range(len(records)), key=expected)


def priced(
    plan: Chosen, failures: Sequence[int], least: Sequence[int] | None = None
) -> tuple[tuple[PlannedRecord, ...], float, float, float]:
    """The growth with its price; how likely it works with from ``least`` to ``failures`` more, and the predictive one."""
    fewest = least or [0] * len(plan.more)
    every = zip(plan.task.records, plan.more, failures, fewest, strict=True)
    grown = [(r, m, k, j) for r, m, k, j in every if m > 0]
    rows = tuple(r.planned(m) for r, m, _, _ in grown)
    return (
        rows, math.fsum(row.cost for row in rows), math.prod(r.chance(m, k, j) for r, m, k, j in grown),
        math.prod(r.predictive(m, k, j) for r, m, k, j in grown),
    )  # fmt: skip


def _bearing(goal: Goal, place: int, count: int) -> FurtherFailures | None:
    """The cheapest growth with which ``count`` failures more in one record are borne; None where there is none."""
    grown = goal.least(_in_place(goal, place, count))
    if grown is None:
        return None
    records = grown.task.records
    least, fewer = (0 if all(r.method is None for r in records) else count), None
    with grown.task.effort.check():
        while least and (fewer := goal.is_met(grown.task, grown.more, _in_place(goal, place, least - 1))):
            least -= 1
    within = ".".join(records[place].one.measured or ()) if count and len(records) > 1 else ""
    grown_by = priced(grown, _in_place(goal, place, count), _in_place(goal, place, least))
    row = FurtherFailures(count, *grown_by, least, within)
    return replace(row, probability=None, predictive=None) if least and fewer is None else row


def _in_place(goal: Goal, place: int, count: int) -> list[int]:
    return [count if i == place else 0 for i in range(len(goal.task.records))]


def _no_gain(chances: Sequence[float]) -> bool:
    """Whether the last few are no more than those before."""
    return len(chances) > 2 * FEW and max(chances[-FEW:]) < LITTLE * max(chances[:-FEW])
