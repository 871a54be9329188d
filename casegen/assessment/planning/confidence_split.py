"""How the error probability that a joint confidence leaves is shared out among evidence items at least total cost.

With the budget B = 1 − joint confidence − stated doubts − what cannot be moved (top events, measures that are no
counts), item i spends T_i, where Σ T_i ≤ B.  Left as it is it may err with T_i / looks_i in each of its bounds.  Further
units are another look, so that a record that grows may err with T_i / (looks_i + 1) only (with less where earlier looks
were at less confidence: they stay as they were), and its size is planned with
the limits of its own method, as that of a failing claim is.  A smaller T_i asks for more units before the requirement
holds: for rare failures about ln(1/α_i) / limit_i, so that price_i / limit_i shares are close to the cheapest
(Lagrange).  From there, from the equal split, from today's and from each that leaves some records as they are, error
probability moves between pairs while that saves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

from casegen.argument.graph import reachable
from casegen.argument.view import view_of
from casegen.assessment.assess import Session
from casegen.assessment.ledger import add_up
from casegen.assessment.level_limits import as_judged
from casegen.assessment.looks import once_grown
from casegen.assessment.planning.entry_signs import waiting_entries
from casegen.assessment.planning.split_item import BoundSide, SplitItem, rounded_down
from casegen.assessment.planning.task import USED_UP, MeasureTask
from casegen.io.sentences import sentence
from casegen.model.argument import Claim
from casegen.model.ledger import Account, Spend
from casegen.model.results import Assessment, Freshness
from casegen.model.safety_results import ConfidenceSplit, ErrorShare
from casegen.model.sentence import NOTHING, Sentence

STEPS = (0.5, 0.2, 0.1, 0.05, 0.02)
"""shares of an item's error probability that are moved to another one"""
MOVED = (0.2, 0.05, 0.02)
"""the same, where the sizes are by the items' own methods, which take a while"""
MOST_MOVED = 4
"""items up to which error probability is moved by the methods' own sizes"""
LEVELS = 50
"""halvings in the search for what every look may err with alike"""
MOST_CHOICES = 6
"""items up to which every choice of those that stay as they are is tried"""
SWEEPS = 8
"""over all pairs, at each step"""


def confidence_split(
    session: Session, assessed: Assessment, prices: Mapping[str, float] | None = None
) -> ConfidenceSplit | None:
    """The split of the case's joint confidence; None where it asks for none."""
    wanted = session.case.header.joint_confidence
    if wanted is None or assessed.ledger is None:
        return None
    return _Split(session, assessed, wanted, prices or {}).result()


class _Split:
    """The accounts of the roots, today and once items have grown, and the items whose records can."""

    def __init__(
        self, session: Session, assessed: Assessment, wanted: float, prices: Mapping[str, float]
    ) -> None:
        self.session, self.assessed, self.wanted = session, assessed, wanted
        self.growing = _planned_apart(session, assessed)
        self.today = self._account(frozenset())
        sides = _sides(session, assessed, self.today, prices)
        movable = {side.source for _, side in sides}
        self.kept = {spend.source for spend in self.today.spends} - movable
        names = tuple(dict.fromkeys(item for item, _ in sides))
        every = {spend.source: spend.looks for spend in self._account(frozenset(names)).spends}
        now = {spend.source: spend.looks for spend in self._account(self.growing).spends}
        read = frozenset().union(*(s.draws_on for s in self.today.spends if s.source in self.kept))
        self.items = [
            SplitItem(
                name,
                tuple(
                    replace(side, looks=now[side.source], after=every[side.source], beside=name in read)
                    for item, side in sides
                    if item == name
                ),
            )
            for name in names
        ]

    def result(self) -> ConfidenceSplit:
        """The cheapest split, or the reason why there is none."""
        none = self._plan(self.growing)
        if self.today.by_value:
            return replace(none, problem=sentence("further.by_value", value=self.today.by_value[0]))
        if missing := self._without_result():
            return replace(none, problem=sentence("further.no_result", item=missing))
        if not self.items:
            enough = none.budget > 0.0 or self._left(self.growing) >= -1e-12
            return replace(none, problem=NOTHING if enough else self._fixed())
        if self._is_met():
            return replace(
                none, shares=(*self._shares([i.today for i in self.items], grown=False), *none.shares),
                equal_cost=0.0, met=True,
            )  # fmt: skip
        least = [item.least_as_it_is for item in self.items]
        if math.fsum(least) <= none.budget:
            return self._priced(_all_as_they_are(self.items, none.budget), none)
        grown = self._plan(frozenset(item.name for item in self.items))
        if grown.budget <= 0.0:
            return replace(
                grown,
                problem=sentence("further.nothing_left"),
            )
        return self._priced(_cheapest(self.items, grown.budget), grown)

    def _fixed(self) -> Sentence:
        """That what is spent is too much: already today, or with the looks that plans of top events take."""
        today = sum((Decimal(repr(spend.total)) for spend in self.today.spends), Decimal(0))
        looked_at = sorted(
            {name for name in self.growing if any(name in spend.draws_on for spend in self.today.spends)}
        )
        if not looked_at or float(1 - Decimal(repr(self.wanted)) - today) < -1e-12:
            return sentence("further.fixed")
        return sentence("further.fixed_with_look", items=", ".join(looked_at))

    def _without_result(self) -> str:
        """The first evidence item that a requirement below the roots asks for, and that has no result."""
        case = self.session.case
        view = view_of(case)
        below = reachable([*case.header.roots], view.support)
        for claim in case.claims:
            item = claim.requirement.measure.evidence if claim.requirement is not None else None
            if item is not None and claim.id in below:
                state = self.assessed.evidence.get(item)
                if state is None or state.freshness in (Freshness.MISSING, Freshness.FAILED):
                    return item
        return ""

    def _is_met(self) -> bool:
        """Whether the roots hold together as asked for today, on items whose requirements are met."""
        account = (
            self.assessed.ledger.account(self.session.case.header.roots) if self.assessed.ledger else None
        )
        if account is None or not all(item.holds for item in self.items):
            return False
        return account.reaches(self.wanted) and not self.growing

    def _account(self, grown: frozenset[str]) -> Account:
        """What the roots spend once the items have grown: each has been looked at again, as the ledger will count."""
        evidence = {
            name: once_grown(state) if name in grown else state
            for name, state in self.assessed.evidence.items()
        }
        assessed = self.assessed
        trees = self.session.numbers().trees
        ledger = add_up(self.session.case, assessed.requirements, evidence, trees, assessed.reductions)
        return ledger.account(self.session.case.header.roots)

    def _kept(self, grown: frozenset[str]) -> list[Spend]:
        return [s for s in self._account(grown | self.growing).spends if s.source in self.kept]

    def _left(self, grown: frozenset[str]) -> float:
        spent = sum((Decimal(repr(spend.total)) for spend in self._kept(grown)), Decimal(0))
        return float(1 - Decimal(repr(self.wanted)) - spent)

    def _plan(self, grown: frozenset[str]) -> ConfidenceSplit:
        """What is spent whatever the items do, once ``grown`` have."""
        fixed = tuple(ErrorShare(s.source, "", "", s.alpha, s.looks, kept=True) for s in self._kept(grown))
        return ConfidenceSplit(self.wanted, max(0.0, self._left(grown)), fixed)

    def _priced(self, spent: Sequence[float], plan: ConfidenceSplit) -> ConfidenceSplit:
        """The split with its sizes, as the items' own methods have them: the cheapest by these of the equal one, of the
        cheapest as records of counts have it, and of both with each item left as it is; moved on while that saves.
        """
        equal = _equal(self.items, plan.budget)
        trials = [
            _as_it_is(start, k, item.least_as_it_is, plan.budget)
            for start in (spent, equal)
            for k, item in enumerate(self.items)
        ]
        starts = [spent, equal, *(trial for trial in trials if trial is not None)]
        best = min(starts, key=self._cost)
        if len(self.items) <= MOST_MOVED and not math.isinf(self._cost(best)):
            best = _improved(self.items, best, SplitItem.cost, MOVED)
        cost, equal_cost = self._cost(best), self._cost(equal)
        if math.isinf(cost):
            return replace(
                plan,
                problem=self._out_of_reach(plan.budget),
            )
        shares = self._shares(best)
        grown = (share.evidence for share in shares if share.more)
        chances = [item.chances(total) for item, total in zip(self.items, best, strict=True)]
        return replace(
            plan, shares=(*shares, *plan.shares), cost=cost, barred=waiting_entries(self.session, grown),
            equal_cost=None if math.isinf(equal_cost) else equal_cost,
            probability=math.prod(c for c, _ in chances), predictive=math.prod(c for _, c in chances),
        )  # fmt: skip

    def _cost(self, spent: Sequence[float]) -> float:
        return math.fsum(item.cost(total) for item, total in zip(self.items, spent, strict=True))

    def _out_of_reach(self, budget: float) -> str:
        if any(item.is_used_up for item in self.items) or _spent(self.items) >= budget:
            return sentence("further.unreachable", why=USED_UP)
        return sentence("further.unreachable", why=sentence("further.still_fails"))

    def _shares(self, spent: Sequence[float], *, grown: bool = True) -> list[ErrorShare]:
        return [
            share
            for item, total in zip(self.items, spent, strict=True)
            for share in (item.shares(total) if grown else item.shares_today())
        ]


def _planned_apart(session: Session, assessed: Assessment) -> frozenset[str]:
    """Items below top events that miss their limit: the claim's own plan lets them grow, which is a look at each."""
    below: set[str] = set()
    for claim in session.case.claims:
        wanted = claim.requirement
        tree = wanted.measure.tree if wanted is not None else None
        if tree is not None and assessed.requirements[claim.id].holds is not True:
            models = session.numbers().trees.get(tree)
            inputs = models.values.uncertain.values() if models is not None else ()
            below |= {one.measured[0] for one in inputs if one.measured is not None}
    return frozenset(below)


def _sides(
    session: Session, assessed: Assessment, account: Account, prices: Mapping[str, float]
) -> list[tuple[str, BoundSide]]:
    """The spends of the account that are records of counts, by item, each with all requirements on that bound."""
    numbers = session.numbers()
    holders: dict[str, list[Claim]] = {}
    for claim in session.case.claims:
        wanted = claim.requirement
        if wanted is None or wanted.measure.evidence is None or wanted.confidence is None:
            continue
        side = "upper" if wanted.comparison.is_upper else "lower"
        source = f"{side} bound of {wanted.measure.evidence} {wanted.measure.measure}"
        holders.setdefault(source, []).append(claim)
    result = []
    for spend in account.spends:
        claims = holders.get(spend.source, [])
        limits = [assessed.requirements[c.id].bound for c in claims]
        requirements = [
            as_judged(session.case, c.requirement, c.id, limit)
            for c, limit in zip(claims, limits, strict=True)
            if c.requirement is not None
        ]
        stated = [limit for limit in limits if limit is not None]
        if not spend.measured or not requirements or len(stated) < len(limits):
            continue
        task = MeasureTask(session, numbers, requirements[0], prices)
        if task.records:
            state = assessed.evidence[str(requirements[0].measure.evidence)]
            pairs = tuple(zip(requirements, stated, strict=True))
            result.append((state.id, BoundSide(spend.source, task.records[0], pairs, state)))
    return result


def _equal(items: Sequence[SplitItem], budget: float) -> list[float]:
    """What each item spends where every look at every bound may err alike."""
    return _scaled([item.looks for item in items], budget)


def _scaled(weights: Sequence[float], budget: float) -> list[float]:
    """The budget in proportion to the weights, rounded down."""
    total = math.fsum(weights)
    return [rounded_down(budget * w / total) for w in weights]


def _all_as_they_are(items: Sequence[SplitItem], budget: float) -> list[float]:
    """What each item spends where none has to grow: what it needs, and of the rest the same for each look.

    None more than it has a use for, so that an item keeps the confidence that it states where there is room for it.
    """

    def filled(level: float) -> list[float]:
        wanted = (min(rounded_down(level * item.looks), item.most_as_it_is) for item in items)
        return [max(item.least_as_it_is, total) for item, total in zip(items, wanted, strict=True)]

    low, high = 0.0, 1.0
    for _ in range(LEVELS):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if math.fsum(filled(middle)) <= budget else (low, middle)
    return filled(low)


def _spent(items: Sequence[SplitItem]) -> float:
    """What the looks so far have spent once every item grows."""
    return math.fsum(item.spent for item in items)


def _cheapest(items: Sequence[SplitItem], budget: float) -> list[float]:
    """What each item spends at least total cost, as records of counts have it."""
    weights = [item.slope for item in items]
    starts = [
        _equal(items, budget),
        _scaled(weights, budget),
        _scaled([math.sqrt(w) for w in weights], budget),
    ]
    rest = budget - _spent(items)
    if rest > 0.0:
        starts.append([i.spent + s for i, s in zip(items, _scaled(weights, rest), strict=True)])
    today = [item.today for item in items]
    if math.fsum(today) <= budget:
        starts.append(today)
    starts += _with_some_as_they_are(items, budget)
    return _improved(items, min(starts, key=lambda spent: _total(items, spent)), SplitItem.rough_cost, STEPS)


def _with_some_as_they_are(items: Sequence[SplitItem], budget: float) -> list[list[float]]:
    """For each choice of items that stay as they are: what they need, and for the others their looks so far and a part
    of the rest; by the price of further units, its root, and alike.

    Where the budget is tight, these are the only splits with which all requirements hold: no step from another one
    reaches them.  Of many items only the choices of those that need least beside what they would spend otherwise.
    """
    names = range(len(items))
    if len(items) <= MOST_CHOICES:
        choices = [kept for n in range(1, len(items)) for kept in combinations(names, n)]
    else:
        order = sorted(names, key=lambda k: items[k].least_as_it_is - items[k].spent)
        choices = [tuple(order[:n]) for n in range(1, len(items))]
    splits = []
    for kept in choices:
        others = [k for k in names if k not in kept]
        used = math.fsum(items[k].least_as_it_is for k in kept) + math.fsum(items[k].spent for k in others)
        for power in (1.0, 0.5, 0.0) if used < budget else ():
            parts = _scaled([items[k].slope ** power for k in others], budget - used)
            split = [item.least_as_it_is for item in items]
            for k, part in zip(others, parts, strict=True):
                split[k] = items[k].spent + part
            splits.append(split)
    return splits


def _as_it_is(spent: Sequence[float], k: int, least: float, budget: float) -> list[float] | None:
    """One item is given what it needs to be left as it is, the others the rest in proportion."""
    if least >= budget:
        return None
    others = math.fsum(total for j, total in enumerate(spent) if j != k) or 1.0
    return [
        least if j == k else rounded_down(total * (budget - least) / others) for j, total in enumerate(spent)
    ]


def _improved(
    items: Sequence[SplitItem],
    spent: Sequence[float],
    cost: Callable[[SplitItem, float], float],
    steps: Sequence[float],
) -> list[float]:
    """Error probability moved between pairs of items while that saves; what is rounded away is nobody's."""
    best = list(spent)
    for step in steps:
        for _ in range(SWEEPS):
            improved = False
            for give in range(len(items)):
                for take in range(len(items)):
                    amount = rounded_down(step * best[give])
                    less, more = rounded_down(best[give] - amount), rounded_down(best[take] + amount)
                    if give == take:
                        continue
                    before = cost(items[give], best[give]) + cost(items[take], best[take])
                    if cost(items[give], less) + cost(items[take], more) < before:
                        best[give], best[take], improved = less, more, True
            if not improved:
                break
    return best


def _total(items: Sequence[SplitItem], spent: Sequence[float]) -> float:
    return math.fsum(item.rough_cost(total) for item, total in zip(items, spent, strict=True))
