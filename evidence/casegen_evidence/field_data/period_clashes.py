"""Entries of one thing whose periods share days, whichever way each of them is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import product
from typing import NamedTuple

from casegen_evidence.field_data.calendar_readings import NOMINAL_YEAR, Days, Reading, placed, readings

Read = Mapping[int, tuple[Reading, ...]]


class Clash(NamedTuple):
    """Two entries by their numbers, and the days in both as a text.

    ``sure``: by every reading of both, one holds the other.
    """

    outer: int
    inner: int
    days: str
    sure: bool


def clash(entries: Sequence[str]) -> Clash | None:
    """Two entries of the same thing that share days: a sure pair if there is one, else one by some reading.

    >>> clash(["Mar 2026", "03/2026"])
    Clash(outer=0, inner=1, days='2026-03-01 to 2026-03-31', sure=True)
    >>> clash(["rig A Mar 2026", "rig B Mar 2026"]), clash(["week 10", "2026-W10"]).sure
    (None, False)
    """
    readable = {k: read for k, name in enumerate(entries) if (read := readings(name))}
    groups: dict[tuple[str, ...], dict[int, tuple[Reading, ...]]] = {}
    for k, read in readable.items():
        groups.setdefault(read[0].rest, {})[k] = read
    free = _answered_in_many_ways(readable)
    possible: Clash | None = None
    for group in groups.values():
        for k, j in _neighbours(group) if len(group) > 1 else ():
            met = _met(k, j, group, free)
            if met is not None and met.sure:
                return met
            possible = possible or met
    return possible


def _answered_in_many_ways(readable: Read) -> frozenset[str]:
    """Questions to which no one answer fits all entries: 13/02/2026 and 02/13/2026 do not have one order."""
    left: dict[str, set[str]] = {}
    for read in readable.values():
        answers: dict[str, set[str]] = {}
        for reading in read:
            if reading.choice:
                answers.setdefault(reading.choice[0], set()).add(reading.choice[1])
        for question, given in answers.items():
            left[question] = left.get(question, given) & given
    return frozenset(question for question, given in left.items() if not given)


def _neighbours(group: Read) -> Iterator[tuple[int, int]]:
    """Pairs of entries that share a day in some reading, each once: by a sweep over the days."""
    years = sorted(
        {
            date.fromordinal(d[0]).year
            for read in group.values()
            for r in read
            if r.year
            for d in placed(r, ())
        }
    )
    for nominal in (True, False):  # those without a year among each other; then with those that have one
        at = [NOMINAL_YEAR] if nominal else years
        stays = sorted(
            {
                (*days, k)
                for k, read in group.items()
                for r in read
                if not (nominal and r.year)
                for days in placed(r, at)
            }
        )
        yielded = set[tuple[int, int]]()
        active: list[tuple[int, int, int]] = []
        for first, end, k in stays:
            active = [one for one in active if one[1] > first]
            for _, _, j in active:
                pair = (min(j, k), max(j, k))
                if j != k and pair not in yielded:
                    yielded.add(pair)
                    yield pair
            active.append((first, end, k))


def _met(k: int, j: int, group: Read, free: frozenset[str]) -> Clash | None:
    """What two entries share under every pair of readings that one table may mean."""
    shared: list[tuple[Days, bool, bool] | None] = [
        _shared(a, b)
        for a, b in product(group[k], group[j])
        if not (
            a.choice
            and b.choice
            and a.choice[0] == b.choice[0]
            and a.choice[0] not in free
            and a.choice != b.choice
        )
    ]
    hits = [one for one in shared if one is not None]
    if not hits:
        return None
    days, _, holds = hits[0]
    sure = len(hits) == len(shared) and all(certain for _, certain, _ in hits)
    read = [r for at in (k, j) for r in group[at]]
    text = _text(days, any(r.year for r in read), all(r.kind == "week" for r in read))
    return Clash(k if holds else j, j if holds else k, text, sure)


def _shared(a: Reading, b: Reading) -> tuple[Days, bool, bool] | None:
    """The days of both, whether that is certain and one holds the other, and whether it is the first that does."""
    same_kind = a.kind == b.kind
    if "week" in (a.kind, b.kind) and not same_kind and not (a.year and b.year):
        return None  # which week of which year?
    for year in _years(a, b):
        one, other = a.days(year), b.days(year)
        if one is None or other is None:
            continue
        both = max(one[0], other[0]), min(one[1], other[1])
        single = 1 in (one[1] - one[0], other[1] - other[0])
        if both[1] - both[0] < (1 if single else 2):
            continue
        certain = (a.sure and b.sure) or (same_kind and a.kind in ("week", "season", "business year"))
        certain = certain and (a.year is None) == (b.year is None)
        holds = one[0] <= other[0] and other[1] <= one[1]
        inside = other[0] <= one[0] and one[1] <= other[1]
        return both, certain and (holds or inside or (same_kind and a.kind == "days")), holds
    return None


def _years(a: Reading, b: Reading) -> list[int]:
    if (a.year and b.year) or not (a.year or b.year):
        return [NOMINAL_YEAR]
    dated = (a if a.year else b).days()
    if dated is None:
        return []
    return list(range(date.fromordinal(dated[0]).year, date.fromordinal(dated[1] - 1).year + 1))


def _text(days: Days, dated: bool, weeks: bool) -> str:
    ends = [date.fromordinal(days[0]), date.fromordinal(days[1] - 1)]
    if dated:
        texts = [f"{day:%Y-%m-%d}" for day in ends]
    elif weeks:  # of the nominal year, whose days say nothing
        texts = [f"week {day.isocalendar().week}" for day in ends]
    else:
        texts = [f"{day.day} {day:%B}" for day in ends]
    return " to ".join(dict.fromkeys(texts))
