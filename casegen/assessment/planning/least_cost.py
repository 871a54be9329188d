"""The cheapest growth of a plan's records: which of them grow, and by how much.

Every choice of records that grow is tried, and pays for the looks that it takes alone, at the confidences that are
stated.  For two and more, units move between two records while that saves.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from casegen.assessment.planning.record import MOST_MORE, SIZES, OpenRecord
from casegen.assessment.planning.search import cheapest, least_of
from casegen.assessment.planning.task import PlanTask

MOST_TRIED = 4
"""records up to which every choice of those that grow is tried"""
ROUNDS = 8
"""of moves of units"""
SAVED = 2e-4
"""share of the cost that a round has to save for another one"""
NARROWED = 14
"""steps of the search for the best division between two records"""
SPAN = 5.0
"""of the logarithm of the ratio of two sizes, below what they are"""

ENDLESS = 1e100
"""a cost that stands for one that no size ends"""

Holds = Callable[[float], bool]
_Growth = list[float]


@dataclass(frozen=True)
class Chosen:
    """A plan: the task, and the units of each record."""

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
        asked = tuple(zip(more, failures, strict=True))
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
            return self._grown(range(len(task.records)))
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
        if not task.room.pays([task.records[i].key for i in members]) or not self._may_be_cheaper(members):
            return None
        start = self._grown(members)
        if start is None or len(members) < 2:
            return start
        if not self.goal.thorough or task.is_joint or _shares_items(task.records) or task.effort.has_compared:
            task.effort.limited = task.effort.limited or task.effort.has_compared
            return start
        if not all(_falls_with_size(task.records[i], self.failures[i]) for i in members):
            task.effort.limited = True  # sizes that meet the limit may lie between those that were tried
        return self._improved(start, members)

    def _grown(self, members: Sequence[int]) -> Chosen | None:
        """The cheapest sizes of ``members``."""
        task = self.goal.task
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

    def _may_be_cheaper(self, members: tuple[int, ...]) -> bool:
        """Whether the limit were met if each member cost all that the best plan does."""
        task = self.goal.task
        if self.best is None or task.is_joint:
            return True
        if not all(_falls_with_size(task.records[i], self.failures[i]) for i in members):
            return True
        more = [0.0] * len(task.records)
        for i in members:
            more[i] = math.floor(self.best.cost / task.records[i].price)
        return self.goal.met(task, more, self.failures)

    def _improved(self, start: Chosen, members: tuple[int, ...]) -> Chosen:
        """Units moved between pairs of records while that saves."""
        best = start
        for _ in range(ROUNDS):
            before = best.cost
            for i, j in itertools.combinations(members, 2):
                if min(best.more[i], best.more[j]) > 0.0:
                    best = self._units_moved(best, i, j)
            if before - best.cost <= SAVED * before:
                break
        return self._to_the_unit(best, members)

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


def _shares_items(records: Sequence[OpenRecord]) -> bool:
    """Whether two measures are of one item, which states one confidence for both."""
    items = [r.one.measured[0] for r in records if r.one.measured]
    return len(set(items)) < len(items)


def _falls_with_size(record: OpenRecord, failures: int) -> bool:
    """Whether more units never make the limit worse: not where entries that differ in size are taken to differ."""
    return record.method is None or record.endless(failures) == SIZES[-1]


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
