"""How a budget of error probability is split among evidence items: where the search starts, and what it moves.

All sums are of numbers as they are written: what 0.02 and 0.05 leave of 0.07 is nothing, and no less.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations

from casegen.assessment.planning.split_item import SplitItem, rounded_down
from casegen.model.ledger import added, remainder

STEPS = (0.5, 0.2, 0.1, 0.05, 0.02, 0.005)
"""shares of an item's error probability that are moved to another one"""
LEVELS = 50
"""halvings in the search for what every look may err with alike"""
MOST_CHOICES = 6
"""items up to which every choice of those that stay as they are is tried"""
SWEEPS = 8
"""over all pairs, at each step"""


def equal_split(items: Sequence[SplitItem], budget: float) -> list[float]:
    """What each item spends where every look at every bound may err alike."""
    return _scaled([item.looks for item in items], budget)


def _scaled(weights: Sequence[float], budget: float) -> list[float]:
    """The budget in proportion to the weights, rounded down."""
    total = math.fsum(weights) or 1.0
    return [rounded_down(budget * w / total) for w in weights]


def all_as_they_are(items: Sequence[SplitItem], budget: float) -> list[float]:
    """What each item spends where none has to grow: what it needs, and of the rest the same for each look.

    None more than it has a use for, so that an item keeps the confidence that it states where there is room for it.
    """

    def filled(level: float) -> list[float]:
        wanted = (min(rounded_down(level * item.looks), item.most_as_it_is) for item in items)
        return [max(item.least_as_it_is, total) for item, total in zip(items, wanted, strict=True)]

    low, high = 0.0, 1.0
    for _ in range(LEVELS):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if added(filled(middle)) <= budget else (low, middle)
    return filled(low)


def cheapest_split(items: Sequence[SplitItem], budget: float) -> list[float]:
    """What each item spends at least total cost, as records of counts have it."""
    weights = [item.slope for item in items]
    starts = [
        equal_split(items, budget),
        _scaled(weights, budget),
        _scaled([math.sqrt(w) for w in weights], budget),
    ]
    today = [item.today for item in items]
    if added(today) <= budget:
        starts.append(today)
    starts += _with_some_as_they_are(items, budget)
    starts += _with_one_at_its_most(items, budget)
    first = min(starts, key=lambda spent: _total(items, spent))
    return improved(items, first, budget, SplitItem.rough_cost, STEPS)


def _with_some_as_they_are(items: Sequence[SplitItem], budget: float) -> list[list[float]]:
    """For each choice of items that stay as they are: what they need, and for the others what a further look takes, or
    a part of the rest where growing is none; by the price of further units, its root, and alike.

    Where the budget is tight, these are the only splits with which all requirements hold: no step from another one
    reaches them.  Of many items only the choices of those that need least beside what they would spend otherwise.
    """
    names = range(len(items))
    if len(items) <= MOST_CHOICES:
        choices = [kept for n in range(len(items)) for kept in combinations(names, n)]
    else:
        order = sorted(names, key=lambda k: items[k].least_as_it_is - items[k].least_grown)
        choices = [tuple(order[:n]) for n in range(len(items))]
    splits = []
    for kept in choices:
        others = [k for k in names if k not in kept]
        used = added((*(items[k].least_as_it_is for k in kept), *(items[k].least_grown for k in others)))
        for power in (1.0, 0.5, 0.0) if used <= budget else ():
            weights = [0.0 if items[k].least_grown else items[k].slope ** power for k in others]
            parts = _scaled(weights, remainder(budget, (used,)))
            split = [item.least_as_it_is for item in items]
            for k, part in zip(others, parts, strict=True):
                split[k] = max(items[k].least_grown, part)
            splits.append(split)
    return splits


def _with_one_at_its_most(items: Sequence[SplitItem], budget: float) -> list[list[float]]:
    """Each item in turn has all that it has a use for, the others the rest, each by its price."""
    every = range(len(items))
    splits = []
    for k in every if len(items) > 1 else ():
        rest = remainder(budget, (items[k].most_used,))
        if rest > 0.0:
            others = iter(_scaled([items[j].slope for j in every if j != k], rest))
            splits.append([items[k].most_used if j == k else next(others) for j in every])
    return splits


def one_as_it_is(spent: Sequence[float], k: int, least: float, budget: float) -> list[float] | None:
    """One item is given what it needs to be left as it is, the others the rest in proportion."""
    if least >= budget:
        return None
    others = math.fsum(total for j, total in enumerate(spent) if j != k) or 1.0
    return [
        least if j == k else rounded_down(total * (budget - least) / others) for j, total in enumerate(spent)
    ]


def improved(
    items: Sequence[SplitItem],
    spent: Sequence[float],
    budget: float,
    cost: Callable[[SplitItem, float], float],
    steps: Sequence[float],
) -> list[float]:
    """Error probability moved between pairs of items while that saves, with what nobody uses of the budget.

    An item is also given as much as it has a use for, by which a budget is used to its end.
    """
    best = [min(total, item.used(total)) for item, total in zip(items, spent, strict=True)]
    for step in steps:
        for _ in range(SWEEPS):
            saved = False
            for give in range(len(items)):
                for take in range(len(items)):
                    for amount in _amounts(items[take], best[give], best[take], step, give == take):
                        saved |= _moved(items, best, budget, cost, (give, take, amount))
            if not saved:
                break
    return best


def _amounts(item: SplitItem, given: float, own: float, step: float, alone: bool) -> tuple[float, ...]:
    """How much is moved to an item: a step, and what it has a use for; nothing but the rest where it is ``alone``."""
    wanted = remainder(item.most_used, (own,))
    return (0.0,) if alone else (step * given, *((wanted,) if 0.0 < wanted < given else ()))


def _moved(
    items: Sequence[SplitItem],
    best: list[float],
    budget: float,
    cost: Callable[[SplitItem, float], float],
    move: tuple[int, int, float],
) -> bool:
    """Whether a move, and the rest of the budget with it, saves; then it is made in ``best``."""
    give, take, amount = move
    others = [total for k, total in enumerate(best) if k not in (give, take)]
    less = [] if give == take else [rounded_down(remainder(best[give], (amount,)))]
    more = rounded_down(min(remainder(budget, (*others, *less)), 1.0))
    before = cost(items[take], best[take]) + (cost(items[give], best[give]) if less else 0.0)
    if cost(items[take], more) + math.fsum(cost(items[give], total) for total in less) < before:
        best[take] = min(more, items[take].used(more))
        if less:
            best[give] = min(less[0], items[give].used(less[0]))
        return True
    return False


def _total(items: Sequence[SplitItem], spent: Sequence[float]) -> float:
    return math.fsum(item.rough_cost(total) for item, total in zip(items, spent, strict=True))
