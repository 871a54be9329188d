"""Joint upper limits of a monotone function of several probabilities or rates, from independent records of counts.

For an ordering T of the outcomes that the sample sizes fix before the counts are seen, Buehler's limit (1957; Lloyd &
Kabaila 1997) is ``B(t) = sup { f(p) : P_p(T <= t) >= alpha }``: no limit that is nondecreasing in T is smaller and
valid.  Here ``T(x) = f(u(x))`` with u the exact limits of each record at its share of alpha (the box).  Then B is never
above the box: where f(p) > T(x) some p_i lies above u_i(x_i), and that has a probability below alpha.

Records that enter through a union only are merged beforehand (:mod:`casegen_evidence.bounds.records`); T takes the
limits of the merged ones, which are never above the union of the limits of each, so that neither is B.

What is returned is the upper end of a branch and bound, never an optimum that was merely found.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.bounds.records import Array, Counts, MergedRecords, groups_of

Function = Callable[[Array], Array]
"""nondecreasing in every row of an array of shape (records, S); returns (S,)"""

MERGED_RATIO = 1.1
"""records whose sizes differ by no more are merged under a union: a rule that looks at sizes only"""
MOST_SEARCHED = 5
"""records after merging; beyond, the limit is that of the box"""
MOST_PREFIXES = 20_000
"""rows of the table of outcomes"""
TOLERANCE = 0.005
"""relative distance from the supremum at which the search ends"""
MOST_WORK = 5_000_000
"""outcomes weighed (rows times points) after which the search ends: about a second, the same end on every machine"""
ROUNDS = 400
_BATCH = 48
_SLACK = 1e-9
_BISECTIONS = 22
_ENDLESS = 1 << 40


@dataclass(frozen=True, slots=True)
class JointLimit:
    """``upper`` holds with the confidence asked for; ``box`` is the limit with every record's limit by itself.

    ``method``: ``exact`` (one record after merging), ``buehler`` (within ``gap`` of the smallest limit for its ordering)
    or ``box`` (after merging; ``reason`` says why nothing smaller).
    """

    upper: float
    box: float
    method: str
    gap: float = 0.0
    reason: str = ""


def joint_upper(
    records: Sequence[Counts],
    function: Function,
    confidence: float,
    unions: Sequence[Sequence[int]] = (),
    shares: Sequence[float] | None = None,
    enough: Callable[[float], bool] | None = None,
) -> JointLimit:
    """Upper limit of ``function`` at ``confidence`` from independent ``records``; never above ``box``.

    ``function`` takes an array of shape (records, S), one column for each point, and returns (S,).
    ``unions``: disjoint sets of records of which ``function`` depends on ``1 - prod(1 - p_i)`` only (of hours: on the
    sum of the rates).  ``shares``: error probability of each record's own limit in the box, equal parts if left out.
    ``enough``: whether a limit will do, as every smaller one then does; the search ends once that is decided, and it is
    decided alike for the limit returned and for the closest one.
    Raises ``ValueError`` for a confidence outside (0, 1), no record, or shares that do not add up to ``1 - confidence``.
    """
    if not 0.0 < confidence < 1.0:
        raise ValueError(f"confidence must lie in (0, 1), found {confidence}")
    if not records:
        raise ValueError("a joint limit needs a record")
    alpha = 1.0 - confidence
    parts = [alpha / len(records)] * len(records) if shares is None else list(shares)
    if len(parts) != len(records) or min(parts) <= 0.0 or abs(math.fsum(parts) - alpha) > 1e-9:
        raise ValueError(f"shares of {len(records)} records add up to {alpha:g}, found {parts}")
    box = _value(function, [float(r.upper(a)) for r, a in zip(records, parts, strict=True)])
    merged, expand = merge(records, unions, parts)
    inner: Function = lambda q: function(expand(q))  # noqa: E731
    reduced = min(box, _value(inner, [m.limit for m in merged])) if len(merged) < len(records) else box
    if len(merged) == 1:
        return JointLimit(reduced, box, "exact")
    if len(merged) > MOST_SEARCHED:
        reason = f"{len(merged)} records that cannot be merged; up to {MOST_SEARCHED} are searched"
        return JointLimit(reduced, box, "box", reason=reason)
    outcome = _lower_set(merged, inner, reduced)
    if outcome is None:
        reason = f"more than {MOST_PREFIXES:,} rows of outcomes"
        return JointLimit(reduced, box, "box", reason=reason)
    upper, lower = _Search([m.sum for m in merged], inner, alpha, outcome).run(enough)
    if not 0.0 < lower <= upper < reduced:
        return JointLimit(reduced, box, "box", reason="the search did not get below it")
    return JointLimit(upper, box, "buehler", upper / lower - 1.0)


def _value(function: Function, parameters: Sequence[float]) -> float:
    return float(function(np.array(parameters)[:, None])[0])


def merge(
    records: Sequence[Counts], unions: Sequence[Sequence[int]], shares: Sequence[float]
) -> tuple[list[MergedRecords], Callable[[Array], Array]]:
    """Records of one union and of about one size as one, and how its probability enters in their place.

    The first of the merged ones takes the probability of the union, the others 0.
    """
    groups = groups_of(records, unions, MERGED_RATIO)

    def expand(q: Array) -> Array:
        result = np.zeros((len(records), q.shape[1]))
        for row, group in zip(q, groups, strict=True):
            result[group[0]] = row
        return result

    merged = [MergedRecords(tuple(records[i] for i in g), tuple(shares[i] for i in g)) for g in groups]
    return merged, expand


@dataclass(frozen=True, slots=True)
class _LowerSet:
    """The outcomes with T <= t as rows: ranges of each count but the last, and the largest last count."""

    first: NDArray[np.int64]
    """(rows, records - 1): from"""
    end: NDArray[np.int64]
    """(rows, records - 1): to, inclusive"""
    last: NDArray[np.int64]
    """(rows,)"""
    order: tuple[int, ...]
    """records in the order of the columns, the last one last"""


def _lower_set(records: Sequence[MergedRecords], function: Function, box: float) -> _LowerSet | None:
    """All outcomes that the ordering may put at or below ``box`` (with slack, so that rounding splits no ties)."""
    most = box * (1.0 + _SLACK) + 1e-300
    zero = np.array([float(r.least(0)) for r in records])

    def largest(row: int, base: Array) -> NDArray[np.int64]:
        """The largest count of record ``row`` with T <= t, for limits ``base`` (records, S) of the others; -1: none."""
        record, count = records[row], base.shape[1]
        cap = int(record.sum.size) if not record.hours else _cap(record, function, base, row, most)
        low, high = np.full(count, -1), np.full(count, cap + 1)
        while np.any(high - low > 1):
            middle = (low + high) // 2
            point = base.copy()
            point[row] = record.least(np.maximum(middle, 0))
            inside = (function(point) <= most) | (middle < 0)
            low, high = np.where(inside, middle, low), np.where(inside, high, middle)
        if record.hours:
            # where no count passes t the table may not be cut
            low = np.where(low >= cap, _ENDLESS, low)
        return low.astype(np.int64)

    tops = [int(largest(i, zero[:, None])[0]) for i in range(len(records))]
    if min(tops) < 0:
        return None
    order = tuple(int(i) for i in np.argsort(tops, kind="stable"))
    *heads, final = order
    if math.prod(tops[i] + 1 for i in heads) > MOST_PREFIXES:
        return None
    rows = np.array(list(itertools.product(*(range(tops[i] + 1) for i in heads))), dtype=np.int64)
    base = np.repeat(zero[:, None], len(rows), axis=1)
    for column, i in enumerate(heads):
        base[i] = records[i].least(rows[:, column])
    last = largest(final, base)
    kept = last >= 0
    return _compressed(rows[kept], last[kept], order)


def _cap(record: MergedRecords, function: Function, base: Array, row: int, most: float) -> int:
    """A number of failures in hours beyond which T > t for every column, or a large one where there is none."""
    count = 16
    while count < 1 << 22:
        point = base.copy()
        point[row] = record.least(count)
        if bool(np.all(function(point) > most)):
            return count
        count *= 4
    return count


def _compressed(rows: NDArray[np.int64], last: NDArray[np.int64], order: tuple[int, ...]) -> _LowerSet:
    """Neighbouring rows that differ in the last of their columns only, and end alike, as one range."""
    end = rows.copy()
    keep: list[int] = []
    for i in range(len(rows)):
        same = (
            keep
            and np.array_equal(rows[keep[-1], :-1], rows[i, :-1])
            and end[keep[-1], -1] + 1 == rows[i, -1]
            and last[keep[-1]] == last[i]
        )
        if same:
            end[keep[-1], -1] = rows[i, -1]
        else:
            keep.append(i)
    return _LowerSet(rows[keep], end[keep], last[keep], order)


_Table = tuple[int, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64] | None]


class _Search:
    """Branch and bound over the parameters of all records but the last, whose largest value follows by bisection."""

    def __init__(
        self, records: Sequence[Counts], function: Function, alpha: float, outcome: _LowerSet
    ) -> None:
        self.records, self.function, self.outcome = records, function, outcome
        self.alpha = alpha * (1.0 - _SLACK)
        self.work = 0
        self.tables = list(self._tables())
        self.ends = np.array([self._alone(i) for i in range(len(records))])

    def _products(self, tables: Sequence[_Table], p: Array) -> Array:
        """Probability of each row's counts of the records of ``tables`` (rows, S)."""
        result: Array | float = 1.0
        for i, counts, upto, before in tables:
            known = self.records[i].at_most(counts[:, None], p[i][None, :])
            result = result * (known[upto] if before is None else known[upto] - known[before])
        return np.asarray(result)

    def _weights(self, heads: Array) -> Array:
        """Probability of the counts of all records but the last, by the last one's largest count (counts, S)."""
        _, counts, place, _ = self.tables[-1]
        order = np.argsort(place, kind="stable")
        starts = np.searchsorted(place[order], np.arange(len(counts)))
        return np.asarray(np.add.reduceat(self._products(self.tables[:-1], heads)[order], starts, axis=0))

    def _tables(self) -> Iterator[_Table]:
        """By record: the counts whose probabilities are needed, and where each row finds its own."""
        o = self.outcome
        for column, i in enumerate(o.order[:-1]):
            counts, place = np.unique(
                np.concatenate([o.end[:, column], o.first[:, column] - 1]), return_inverse=True
            )
            yield i, counts, place[: len(o.last)], place[len(o.last) :]
        counts, place = np.unique(o.last, return_inverse=True)
        yield o.order[-1], counts, place, None

    def _alone(self, i: int) -> float:
        """The largest parameter of record ``i`` that is feasible with the others at 0, rounded up."""
        nothing = np.zeros((len(self.records), 1))
        others = self._products([t for t in self.tables if t[0] != i], nothing)
        own = [t for t in self.tables if t[0] == i]

        def feasible(value: float) -> bool:
            self.work += len(self.outcome.last)
            p = nothing.copy()
            p[i] = value
            return bool((others * self._products(own, p)).sum() >= self.alpha)

        high = 1.0
        if self.records[i].hours:
            while feasible(high) and high < 1e12:
                high *= 4.0
        elif feasible(1.0):
            return 1.0
        low = 0.0
        for _ in range(60):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if feasible(middle) else (low, middle)
        return high

    def _last(self, heads: Array) -> tuple[Array, Array]:
        """Largest feasible parameter of the last record for the others at ``heads`` (records, S): below and above."""
        i, counts, _, _ = self.tables[-1]
        weights = self._weights(heads)

        def inside(last: Array) -> NDArray[np.bool_]:
            self.work += len(self.outcome.last) * len(last)
            known = self.records[i].at_most(counts[:, None], last[None, :])
            return np.asarray((weights * known).sum(axis=0) >= self.alpha)

        low, high = np.zeros(heads.shape[1]), np.full(heads.shape[1], self.ends[i])
        possible = inside(low)
        for _ in range(_BISECTIONS):
            middle = 0.5 * (low + high)
            within = inside(middle)
            low, high = np.where(within, middle, low), np.where(within, high, middle)
        return np.where(possible, low, -1.0), high

    def run(self, enough: Callable[[float], bool] | None = None) -> tuple[float, float]:
        """A value that the supremum does not exceed, and one that it reaches: close, or so that ``enough`` is decided."""
        heads, final = list(self.outcome.order[:-1]), self.outcome.order[-1]
        a = np.zeros((len(self.records), 1))
        b = self.ends[:, None].copy()
        reach, taken, limit = self._bounds(a, b)
        for _ in range(ROUNDS):
            worst = float(reach.max())
            if worst <= taken * (1.0 + TOLERANCE) or self.work > MOST_WORK:
                break
            if enough is not None and taken > 0.0 and (enough(max(worst, taken)) or not enough(taken)):
                break
            chosen = np.argsort(-reach, kind="stable")[:_BATCH]
            rest = np.setdiff1d(np.arange(len(reach)), chosen)
            lower, upper = self._split(a[:, chosen], b[:, chosen], limit[chosen], heads, final)
            new_reach, new_taken, new_limit = self._bounds(lower, upper)
            # a part reaches no further than the whole, whatever rounding says
            parent = np.concatenate([reach[chosen], reach[chosen]])
            new_reach = np.minimum(new_reach, parent)
            taken = max(taken, new_taken)
            a, b = np.hstack([a[:, rest], lower]), np.hstack([b[:, rest], upper])
            reach, limit = np.concatenate([reach[rest], new_reach]), np.concatenate([limit[rest], new_limit])
            kept = reach > taken
            if not kept.any():
                return taken * (1.0 + TOLERANCE), taken
            a, b, reach, limit = a[:, kept], b[:, kept], reach[kept], limit[kept]
        return max(float(reach.max()), taken), taken

    def _bounds(self, a: Array, b: Array) -> tuple[Array, float, Array]:
        """For cells from ``a`` to ``b``: how far f reaches at most, the largest value taken, and the last parameter."""
        below, above = self._last(a)
        i = self.outcome.order[-1]
        at, far = a.copy(), b.copy()
        at[i], far[i] = np.maximum(below, 0.0), above
        possible = below >= 0.0
        reach, taken = (np.where(possible, values, -np.inf) for values in self._values(far, at))
        return reach, float(taken.max()), above

    def _split(self, a: Array, b: Array, last: Array, heads: list[int], final: int) -> tuple[Array, Array]:
        """Each cell in two, across the side that moves f most over it (its own move and what it costs the last)."""
        far = b.copy()
        far[final] = last
        nearer = [far.copy() for _ in heads]
        for near, i in zip(nearer, heads, strict=True):
            near[i] = a[i]
        whole, *moved = self._values(far, *nearer)
        gains = [
            (whole - one) + (b[i] - a[i]) / self.ends[i] * whole * 1e-3
            for i, one in zip(heads, moved, strict=True)
        ]
        side = np.array(heads)[np.argmax(np.array(gains), axis=0)]
        columns = np.arange(a.shape[1])
        middle = 0.5 * (a[side, columns] + b[side, columns])
        left_end, right_start = b.copy(), a.copy()
        left_end[side, columns] = middle
        right_start[side, columns] = middle
        return np.hstack([a, right_start]), np.hstack([left_end, b])

    def _values(self, *points: Array) -> list[Array]:
        """f at each of the ``points`` (records, S), in one call."""
        return np.split(self.function(np.hstack(points)), len(points))
