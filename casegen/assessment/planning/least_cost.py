"""The cheapest growth of a plan's records: which of them grow, by how much, and what each further look may err with.

Every choice of records that grow is tried, and pays for the looks that it takes alone.  For two and more the units that
meet the limit and the error probabilities of their looks improve in turns: error probability moves between two records
whose limits stay as they are, and units move between two whose error probabilities do.  At a plan from which neither
saves, the conditions of a least cost hold for both together.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from casegen.assessment.planning.record import MOST_MORE, SIZES, OpenRecord
from casegen.assessment.planning.search import cheapest, least_of
from casegen.assessment.planning.task import PlanTask

MOST_TRIED = 4
"""records up to which every choice of those that grow is tried"""
ROUNDS = 8
"""of moves of error probability, and of units"""
SAVED = 2e-4
"""share of the cost that a round has to save for another one"""
NARROWED = 14
"""steps of the search for the best division between two records"""
FEW = 10
"""units up to which a record cannot grow by just what a new division of error probability leaves to it"""
SPAN = 5.0
"""of the logarithm of the ratio of two shares, or of two sizes, to either side of what they are"""

ENDLESS = 1e100
"""a cost that stands for one that no size ends"""

Holds = Callable[[float], bool]
_Growth = list[float]


@dataclass(frozen=True)
class Chosen:
    """A plan: the task at the confidences that it states, and the units of each record."""

    task: PlanTask
    more: _Growth

    @property
    def cost(self) -> float:
        """Of all units."""
        return math.fsum(m * r.price for m, r in zip(self.more, self.task.records, strict=True))


@dataclass
class Goal:
    """The limit that the bound of a task is to meet; what was asked is kept, since a joint limit takes half a second."""

    task: PlanTask
    holds: Holds
    paid: bool = True
    """whether the sizes pay for the looks; else they are those with which the number meets its limit"""
    thorough: bool = True
    undecided: bool = False
    """whether some answer was not searched for"""
    _known: dict[tuple[object, ...], bool] = field(default_factory=dict)

    def met(self, task: PlanTask, more: Sequence[float], failures: Sequence[int]) -> bool:
        """Whether the limit is known to be met by records that have grown."""
        return self.is_met(task, more, failures) is True

    def is_met(self, task: PlanTask, more: Sequence[float], failures: Sequence[int]) -> bool | None:
        """Whether the limit is met by records that have grown; None where that is not searched for any more.

        More failures than new units are no such record.
        """
        if any(k > r.within(m) for r, m, k in zip(task.records, more, failures, strict=True)):
            return False
        # a record that stays errs with what it states, whatever it would state once it grows
        asked = tuple(
            (m, k, r.error if m > 0.0 else None) for r, m, k in zip(task.records, more, failures, strict=True)
        )
        if asked not in self._known:
            task.effort.compared += task.size
            answer = task.holds(more, failures, self.holds)
            if answer is None:  # nothing to be kept: a check may search for it
                self.undecided = True
                return None
            self._known[asked] = answer
        return self._known[asked]

    def least(self, failures: Sequence[int]) -> Chosen | None:
        """The plan of least cost with these further failures; None where no growth meets the limit."""
        return _Search(self, failures).least()


@dataclass
class _Search:
    goal: Goal
    failures: Sequence[int]
    best: Chosen | None = None

    def least(self) -> Chosen | None:
        task = self.goal.task
        if not self.goal.paid or task.room is None:
            return self._grown(task.at(task.if_paid), range(len(task.records)))
        for members in self._choices():
            if (trial := self._with(members)) is not None:
                self._keep(trial)
        return self.best

    def _keep(self, trial: Chosen) -> None:
        if self.best is None or trial.cost < self.best.cost:
            self.best = trial

    def _choices(self) -> Iterator[tuple[int, ...]]:
        """The records that may grow: every choice, or of many records some."""
        n, effort = len(self.goal.task.records), self.goal.task.effort
        if n <= MOST_TRIED and not self.goal.task.is_joint:
            for size in range(1, n + 1):
                yield from itertools.combinations(range(n), size)
            return
        yield tuple(range(n))
        yield from itertools.combinations(range(n), 1)
        if n > 2:
            effort.limited = True
        while self.best is not None and n > 2:
            grown = tuple(i for i, m in enumerate(self.best.more) if m > 0.0)
            before = self.best.cost
            yield from itertools.combinations(grown, len(grown) - 1)
            if len(grown) < 3 or self.best.cost >= before:
                return

    def _with(self, members: tuple[int, ...]) -> Chosen | None:
        """The cheapest plan where ``members`` grow; None where none is cheaper than the best so far."""
        task = self.goal.task
        assert task.room is not None
        keys = [task.records[i].key for i in members]
        again = task.room.looked_at_again(keys)
        if again and task.room.left(keys) <= 0.0:
            return None
        beyond = task.room.proportional(keys)
        if not self._may_be_cheaper(members, again, sum(beyond.values())):
            return None
        errors = task.room.errors(beyond)
        if any(error <= 0.0 for error in errors.values()):
            return None
        start = self._grown(task.at(errors), members)
        if start is None or len(members) < 2:
            return start
        if not self.goal.thorough or task.is_joint or _shares_items(task.records) or task.effort.has_compared:
            task.effort.limited = task.effort.limited or len(again) > 1 or task.effort.has_compared
            return start
        if not all(_falls_with_size(task.records[i], self.failures[i]) for i in members):
            task.effort.limited = True  # sizes that meet the limit may lie between those that were tried
        return self._improved(start, members, beyond)

    def _grown(self, task: PlanTask, members: Sequence[int]) -> Chosen | None:
        """The cheapest sizes of ``members`` at the confidences of ``task``."""
        records = [task.records[i] for i in members]

        def whole(more: Sequence[float]) -> _Growth:
            result = [0.0] * len(task.records)
            for i, m in zip(members, more, strict=True):
                result[i] = m
            return result

        def met(more: Sequence[float]) -> bool:
            return self.goal.met(task, whole(more), self.failures)

        def furthest() -> list[float] | None:
            most = [r.endless(self.failures[i]) for r, i in zip(records, members, strict=True)]
            return most if met(most) else None

        if all(r.method is None for r in records) and furthest() is None:
            return None
        sizes = cheapest(records, met, furthest)
        return None if sizes is None else Chosen(task, whole(sizes))

    def _may_be_cheaper(self, members: tuple[int, ...], again: Sequence[str], left: float) -> bool:
        """Whether the limit were met if each member cost all that the best plan does, and erred with all that is left."""
        task = self.goal.task
        if self.best is None or task.room is None or task.is_joint:
            return True
        if not all(_falls_with_size(task.records[i], self.failures[i]) for i in members):
            return True
        most = task.at(task.room.errors(dict.fromkeys(again, left)))
        more = [0.0] * len(task.records)
        for i in members:
            more[i] = math.floor(self.best.cost / task.records[i].price)
        return self.goal.met(most, more, self.failures)

    def _improved(self, start: Chosen, members: tuple[int, ...], beyond: Mapping[str, float]) -> Chosen:
        """Error probability and units moved between pairs of records while that saves."""
        best, shares = start, dict(beyond)
        for _ in range(ROUNDS):
            before = best.cost
            for i, j in itertools.combinations(members, 2):
                if min(best.more[i], best.more[j]) > 0.0:
                    best, shares = self._errors_moved(best, shares, i, j)
                    for one, other in ((i, j), (j, i)):
                        if best.more[one] <= FEW:
                            best, shares = self._errors_moved_beside(best, shares, one, other)
                    best = self._units_moved(best, i, j)
            if before - best.cost <= SAVED * before:
                break
        return self._to_the_unit(best, members)

    def _errors_moved(
        self, plan: Chosen, beyond: dict[str, float], i: int, j: int
    ) -> tuple[Chosen, dict[str, float]]:
        """What two looks may err with divided anew, their limits as they are: what the sizes are then."""
        room, records = self.goal.task.room, plan.task.records
        pair = [(records[n], plan.more[n], self.failures[n]) for n in (i, j)]
        keys = [r.key for r, _, _ in pair]
        if room is None or any(key not in beyond for key in keys):
            return plan, beyond
        limits = [r.limit(m, k) for r, m, k in pair]

        def sizes(x: float) -> list[float]:
            errors = room.errors(_divided(beyond, keys, x))
            return [
                _size_at(_erring(r, errors[r.key]), m, k, limit)
                for (r, m, k), limit in zip(pair, limits, strict=True)
            ]

        def cost(x: float) -> float:
            return math.fsum(m * r.price for m, (r, _, _) in zip(sizes(x), pair, strict=True))

        x = _lowest(cost, *_around(beyond, keys))
        if cost(x) >= plan.more[i] * records[i].price + plan.more[j] * records[j].price:
            return plan, beyond
        more = list(plan.more)
        more[i], more[j] = sizes(x)
        shares = _divided(beyond, keys, x)
        trial = Chosen(self.goal.task.at(room.errors(shares)), more)
        return (trial, shares) if self._meets(trial) else (plan, beyond)

    def _errors_moved_beside(
        self, plan: Chosen, beyond: dict[str, float], i: int, j: int
    ) -> tuple[Chosen, dict[str, float]]:
        """What two looks may err with divided anew, the first record as it is: of few units none is a small change."""
        room, keys = self.goal.task.room, [plan.task.records[n].key for n in (i, j)]
        if room is None or any(key not in beyond for key in keys):
            return plan, beyond

        def with_shares(x: float) -> Chosen:
            task = self.goal.task.at(room.errors(_divided(beyond, keys, x)))
            return self._with_least(Chosen(task, plan.more), j)

        x = _lowest(lambda x: with_shares(x).cost, *_around(beyond, keys))
        trial = with_shares(x)
        better = trial.cost < plan.cost and self._meets(trial)
        return (trial, _divided(beyond, keys, x)) if better else (plan, beyond)

    def _with_least(self, plan: Chosen, j: int) -> Chosen:
        """The plan with the least units of one record that meet the limit beside the others."""

        def met(m: float) -> bool:
            return self._meets(Chosen(plan.task, [m if n == j else o for n, o in enumerate(plan.more)]))

        more = list(plan.more)
        more[j] = _least_met(met, plan.more[j])
        return Chosen(plan.task, more)

    def _meets(self, plan: Chosen) -> bool:
        return self.goal.met(plan.task, plan.more, self.failures)

    def _units_moved(self, plan: Chosen, i: int, j: int) -> Chosen:
        """The size of one record against the least of another that meets the limit with it."""
        records = plan.task.records

        def with_first(x: float) -> Chosen:
            more = list(plan.more)
            more[i] = float(max(1, round(math.exp(x))))
            return self._with_least(Chosen(plan.task, more), j)

        now = math.log(plan.more[i])
        # what the first costs is never more than what both do now
        most = math.log(plan.more[i] + plan.more[j] * records[j].price / records[i].price)
        x = _lowest(lambda x: with_first(x).cost, max(0.0, now - SPAN), most)
        trial = with_first(x)
        return trial if trial.cost < plan.cost and self._meets(trial) else plan

    def _to_the_unit(self, plan: Chosen, members: Sequence[int]) -> Chosen:
        """Each record in turn as small as the limit allows, the dearest first."""
        more = list(plan.more)
        for i in sorted(members, key=lambda n: -plan.task.records[n].price):
            more[i] = least_of(more, i, lambda m: self.goal.met(plan.task, m, self.failures))
        return Chosen(plan.task, more)


def _divided(beyond: Mapping[str, float], keys: Sequence[str], x: float) -> dict[str, float]:
    """What two looks may err with together, divided anew: ``x`` is the logarithm of the ratio of the two."""
    total, share = beyond[keys[0]] + beyond[keys[1]], 1.0 / (1.0 + math.exp(-x))
    return {**beyond, keys[0]: total * share, keys[1]: total * (1.0 - share)}


def _around(beyond: Mapping[str, float], keys: Sequence[str]) -> tuple[float, float]:
    """The range in which a better division is looked for."""
    now = math.log(beyond[keys[0]] / beyond[keys[1]])
    return now - SPAN, now + SPAN


def _shares_items(records: Sequence[OpenRecord]) -> bool:
    """Whether two measures are of one item, which states one confidence for both."""
    items = [r.one.measured[0] for r in records if r.one.measured]
    return len(set(items)) < len(items)


def _falls_with_size(record: OpenRecord, failures: int) -> bool:
    """Whether more units never make the limit worse: not where entries that differ in size are taken to differ."""
    return record.method is None or record.endless(failures) == SIZES[-1]


def _erring(record: OpenRecord, error: float) -> OpenRecord:
    return record if error == record.error else replace(record, error=error)


def _size_at(record: OpenRecord, near: float, failures: int, limit: float) -> float:
    """The least units with which the record's own limit is no worse than ``limit``; infinite where none is."""
    if (record.error or 0.0) <= 0.0 and record.error is not None:
        return math.inf

    def met(more: float) -> bool:
        if failures > record.within(more):
            return False
        if not record.falls:
            within = record.within_limit(more, failures, limit)
            if within is not None:
                return within
        now = record.limit(more, failures)
        return now >= limit if record.falls else now <= limit

    return _least_met(met, near)


def _least_met(met: Callable[[float], bool], near: float) -> float:
    """The least whole number, to a hundred-thousandth, for which ``met``, looked for from ``near`` on."""
    low, high = 0.0, max(1.0, near)
    while not met(high):
        low, high = high, 2.0 * high
        if high > MOST_MORE:
            return math.inf
    step = 0.5 * high
    while low < step and high > 1.0 and met(math.floor(step) or 1.0):
        high, step = float(math.floor(step) or 1.0), 0.5 * step
    low = max(low, step)
    while high - low > max(1.0, 1e-5 * high):
        middle = float(math.floor(0.5 * (low + high)))
        if middle <= low:
            break
        low, high = (low, middle) if met(middle) else (middle, high)
    return high


def _lowest(f: Callable[[float], float], low: float, high: float) -> float:
    """Where ``f``, which falls and then rises, is least (Brent's method)."""
    from scipy.optimize import minimize_scalar

    def finite(x: float) -> float:
        return min(f(x), ENDLESS)

    least = minimize_scalar(finite, bounds=(low, high), method="bounded", options={"maxiter": NARROWED})
    return float(least.x)
