"""Break a top event's target down to its basic events: equally, by importance, or at least cost."""

from __future__ import annotations

import math
import numbers
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from casegen.fta.arrays import ArrayLike, NDArray, Vector, np
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.given_numbers import probabilities_of
from casegen.model.digits import in_full
from casegen.model.fault_tree import UNSTATED, AllocationBound

Method = Literal["equal", "proportional", "cost"]

LEAST_TARGET = 1e-300
"""below it a top event has no digits that hold: its parts come below the smallest normal number, 2.2e-308"""
_TINY = sys.float_info.min
"""smallest normal number: what is asked of an event is never between it and 0"""
_ROUNDED = 1e-9
"""decades of reduction, and shares of a target, that are rounding"""
_DECADES = -math.log10(_TINY)
"""from 1 down to the smallest normal number"""
_SENSIBLE = 1e-9
"""share of the target below which what one event would be asked for says that the method does not fit the tree"""


@dataclass(frozen=True, slots=True)
class EventShare:
    """One event's share: today's probability, the largest that is allowed, and whether today's meets it."""

    id: str
    current: float
    required: float
    meets: bool


@dataclass(frozen=True, slots=True)
class Allocation:
    """A target broken down.

    ``required``: largest allowed probability by event; ``achieved``: the top with every chosen event there.
    ``problem`` says why there is no solution; ``cost`` is the sum of decades of reduction times their price.
    """

    target: float
    method: str
    required: dict[str, float] = field(default_factory=dict)
    achieved: float | None = None
    cost: float | None = None
    events: tuple[EventShare, ...] = ()
    problem: str = ""


def allocate(
    tree: CompiledTree, p: ArrayLike, target: float, events: Sequence[str] = (), *, method: str = "equal",
    bounds: Mapping[str, AllocationBound] | None = None,
) -> Allocation:  # fmt: skip
    """Largest probabilities of ``events`` (default: all) for which the top event meets ``target``.

    ``p`` (E,) are today's probabilities; the other events keep theirs, and the inputs of a priority-AND that are asked of
    count as failing in order.  ``equal``: the same probability for
    all; ``proportional``: decades of reduction (or of relief) proportional to criticality; ``cost``: least
    total of decades times ``bounds[event].cost_per_decade``, none above today's, by SLSQP with the diagram's
    exact gradient.  ``bounds`` also limits what may be asked: no event is reduced below its ``at_least``, and one that is
    below it today keeps at least today's probability.  An unreachable target is a ``problem`` with
    the best that can be reached, and so is one below ``LEAST_TARGET``.  Raises ``ValueError`` for unknown events,
    methods or targets outside (0, 1], of a tree of rates targets from 0 down.
    """
    if not isinstance(target, numbers.Real):
        raise ValueError(f"a target probability is a number, found {target!r}")
    if not 0.0 < target <= tree.most:
        raise ValueError(f"a target probability lies in (0, 1], found {in_full(target)}")
    methods: dict[str, Callable[[_Task], Vector]] = {
        "equal": _equal,
        "proportional": _proportional,
        "cost": _least_cost,
    }
    if method not in methods:
        raise ValueError(f"no allocation method {method!r}; known: {', '.join(methods)}")
    orders = tree.structure.orders
    chosen = list(events) or [event for event in tree.events if event not in orders]
    unknown = [e for e in chosen if e not in tree.index]
    if unknown:
        raise ValueError(f"tree {tree.id} has no basic event {', '.join(unknown)}")
    today = np.array(p if tree.adds else probabilities_of(tree.events, p), dtype=float)
    for order, inputs in orders.items():
        if not {*inputs}.isdisjoint(chosen):
            today[tree.index[order]] = 1.0  # the order moves with its inputs' numbers, to at most 1
    if problem := below_resolution(target):
        return Allocation(target, method, problem=problem)
    task = _Task(tree, today, target, chosen, dict(bounds or {}))
    if not tree.coherent:
        return Allocation(
            target, method, problem="the tree is not coherent: less of an event can mean more of the top"
        )
    best = task.top(task.lowest)
    if best > target:
        return Allocation(target, method, achieved=best, problem=_out_of_reach(tree.id, chosen, best, target))
    q = task.just_met(methods[method](task)) if chosen else task.lowest
    problem = task.out_of_proportion(q) if method == "proportional" else ""
    return Allocation(target, method, problem=problem) if problem else task.result(method, q)


def below_resolution(target: float) -> str:
    """Why a target is too small to be broken down, or nothing."""
    if target > LEAST_TARGET * (1 - _ROUNDED):  # the verdict's rounding may take a little off the one stated
        return ""
    return (
        f"a target of {in_full(target)} is too small to be broken down: below {in_full(LEAST_TARGET)} the digits of the"
        f" top event do not hold"
    )


def _out_of_reach(tree: str, chosen: Sequence[str], best: float, target: float) -> str:
    """Why the target cannot be met, whatever is asked of the ``chosen`` events."""
    if not chosen:
        return f"tree {tree} has no basic event to ask anything of, and its top event is {best:.4g}"
    names = ", ".join(chosen) if len(chosen) <= 5 else f"{len(chosen)} events"
    return (
        f"infeasible: with {names} at their best the top event is still {best:.4g},"
        f" above the target {target:.4g}"
    )


class _Task:
    """One allocation: the chosen events' positions, limits, prices and today's values."""

    def __init__(
        self,
        tree: CompiledTree,
        p: Vector,
        target: float,
        chosen: list[str],
        bounds: dict[str, AllocationBound],
    ) -> None:
        self.tree, self.p, self.target, self.chosen = tree, p, target, chosen
        self.at = np.array([tree.index[e] for e in chosen], dtype=int)
        stated = [bounds.get(e) or UNSTATED for e in chosen]
        self.most = max(1.0, target) if tree.adds else 1.0
        """the largest number of an event: a rate is never asked to be above the whole"""
        self.highest = np.array([b.at_most if b.at_most < 1.0 else self.most for b in stated])
        self.price = np.array([b.cost_per_decade for b in stated])
        self.today = p[self.at]
        # what is below its limit today is not raised to it: it may stay where it is
        self.lowest: Vector = np.minimum([b.at_least for b in stated], self.today)

    def full(self, q: Vector) -> Vector:
        """All events with the chosen ones at ``q``."""
        vector = self.p.copy()
        vector[self.at] = q
        return vector

    def top(self, q: Vector) -> float:
        """Top event with the chosen ones at ``q``."""
        return self.tree.probability(self.full(q))

    def limited(self, q: Vector) -> Vector:
        """``q`` brought within the limits."""
        return np.clip(q, self.lowest, self.highest)

    def largest(self, path: Callable[[float], Vector]) -> Vector:
        """The last point of an increasing path over [0, 1] at which the target is met."""
        if self.top(path(1.0)) <= self.target:
            return path(1.0)
        low, high = 0.0, 1.0
        for _ in range(200):
            middle = 0.5 * (low + high)
            if middle in (low, high):
                break
            if self.top(path(middle)) <= self.target:
                low = middle
            else:
                high = middle
        return path(low)

    def just_met(self, q: Vector) -> Vector:
        """``q``, pulled toward the lowest limits as far as rounding of the optimiser left it above the target."""
        if self.top(q) <= self.target:
            return q
        return self.largest(lambda s: self.lowest + s * (q - self.lowest))

    def out_of_proportion(self, q: Vector) -> str:
        """Which event is asked for next to nothing because another, less critical one passes the target; or nothing.

        Decades in proportion to criticality have no sensible answer then.
        """
        asked = (q < _SENSIBLE * self.target) & (q < self.today) & ((q > self.lowest) | (self.lowest <= 0.0))
        if not asked.any():
            return ""
        worst = int(np.argmin(np.where(asked, q, np.inf)))
        return (
            f"reductions in proportion to criticality would leave {self.chosen[worst]} {q[worst]:.2g}: a less critical"
            f" event has to be reduced, too; use the method equal or cost, or state what may be asked of an event"
        )

    def result(self, method: str, q: Vector) -> Allocation:
        """The answer for required probabilities ``q``."""
        decades = _decades(self.today, q)
        rows = tuple(
            EventShare(e, float(c), float(r), bool(c <= r * (1 + 1e-12)))
            for e, c, r in zip(self.chosen, self.today, q, strict=True)
        )
        return Allocation(
            self.target, method, {e: float(r) for e, r in zip(self.chosen, q, strict=True)}, self.top(q),
            float(np.sum(np.maximum(decades, 0.0) * self.price)), rows,
        )  # fmt: skip


def _decades(above: Vector, below: Vector) -> Vector:
    """Decades from ``below`` to ``above``; 0 is as far down as the smallest normal number."""
    return np.asarray(np.log10(np.maximum(above, _TINY)) - np.log10(np.maximum(below, _TINY)))


def _equal(task: _Task) -> Vector:
    n = len(task.chosen)
    return task.largest(
        lambda s: task.limited(np.full(n, 0.0 if s <= 0.0 else task.most * 10.0 ** (-_DECADES * (1.0 - s))))
    )


def _proportional(task: _Task) -> Vector:
    share = _shares(task, task.today)
    start = np.where(share > 0.0, np.maximum(task.today, _TINY), task.today)

    def path(s: float) -> Vector:
        if s <= 0.0:
            return task.lowest
        # from no limit downward to a factor of 1e300 upward: an event of little criticality needs many decades of others
        decades = 36.0 * (s - 0.5) / s if s < 0.5 else 2.0 * _DECADES * (s - 0.5)
        with np.errstate(over="ignore", under="ignore"):
            return task.limited(np.minimum(task.most, start * 10.0 ** (decades * share)))

    return _used_up(task, task.largest(path))


def _used_up(task: _Task, q: Vector) -> Vector:
    """``q``, with what the limits keep from some events given to the others, in proportion to their criticality."""
    for _ in task.chosen:
        free = q < np.minimum(task.highest, task.most)
        if not free.any() or task.top(q) >= task.target * (1.0 - _ROUNDED):
            break
        share, start = _shares(task, q, free), np.where(free, np.maximum(q, _TINY), q)
        q = task.largest(partial(_relieved, task, start, share))
    return q


def _relieved(task: _Task, start: Vector, share: Vector, s: float) -> Vector:
    """``start``, with decades in proportion to ``share`` on top."""
    with np.errstate(over="ignore"):
        return np.maximum(start, task.limited(np.minimum(task.most, start * 10.0 ** (_DECADES * s * share))))


def _shares(task: _Task, q: Vector, free: NDArray[np.bool_] | None = None) -> Vector:
    """The criticality of the chosen events at ``q``, as shares of the largest: of those that are ``free``."""
    top, slope = task.tree.gradient(task.full(q))
    criticality = q * slope[task.at] / top if top > 0.0 else np.ones(len(task.at))
    if free is not None:
        criticality = np.where(free, criticality, 0.0)
    if criticality.max() > 0.0:
        return np.asarray(criticality / criticality.max())
    return np.ones(len(task.at)) if free is None else np.asarray(free, dtype=float)


def _least_cost(task: _Task) -> Vector:
    from scipy.optimize import minimize

    start = np.maximum(np.minimum(task.today, task.highest), _TINY)
    if task.top(start) <= task.target:
        return np.asarray(start)
    most = _decades(start, task.lowest)
    log_target = math.log10(task.target)

    def reduced(x: Vector) -> Vector:
        return np.asarray(np.minimum(start * 10.0**-x, task.today))  # what is 0 today stays 0

    def margin(x: Vector) -> float:
        return log_target - math.log10(max(task.top(reduced(x)), 1e-300))

    def margin_slope(x: Vector) -> Vector:
        q = reduced(x)
        top, slope = task.tree.gradient(task.full(q))
        return np.asarray(slope[task.at] * q / max(top, 1e-300))

    candidates = []
    for guess in (_equal(task), _proportional(task), task.lowest):
        x0 = np.clip(_decades(start, guess), 0.0, most)
        result = minimize(
            lambda x: float(task.price @ x), x0, jac=lambda x: task.price, method="SLSQP",
            bounds=list(zip(np.zeros_like(most), most, strict=True)), options={"maxiter": 500, "ftol": 1e-12},
            constraints=[{"type": "ineq", "fun": margin, "jac": margin_slope}],
        )  # fmt: skip
        for x in (result.x, x0):
            x = np.where(
                x > _ROUNDED, np.minimum(x, most), 0.0
            )  # what the optimiser leaves of no reduction is none
            q = _pulled(task, reduced(x), x > 0.0)
            candidates.append((float(task.price @ _decades(start, q)), q))
    return min(candidates, key=lambda c: c[0])[1]


def _pulled(task: _Task, q: Vector, moved: NDArray[Any]) -> Vector:
    """``q``, whose ``moved`` events are reduced as far as rounding left it above the target; if need be all are."""
    lowest = np.where(moved, task.lowest, q)
    if task.top(q) > task.target and task.top(lowest) <= task.target:
        return task.largest(lambda s: lowest + s * (q - lowest))
    return task.just_met(q)
