"""How the error probability that a joint confidence leaves is shared out among evidence items at least total cost.

With the budget B = 1 − joint confidence − stated doubts − what cannot be moved (top events, measures that are no
counts), item i spends T_i, where Σ T_i ≤ B.  Left as it is it may err with T_i / looks_i in each of its bounds.  Further
units are another look, so that a record that grows spends looks_i + 1 times what it errs with today, since no confidence
that is stated after the data pays for it (one whose limits hold at any time is looked at once, and may err with T_i), and
its size is planned with the limits of its own method, as that of a failing claim is.
A smaller T_i asks for more units before the requirement
holds: for rare failures about ln(1/α_i) / limit_i, so that price_i / limit_i shares are close to the cheapest
(Lagrange).  From there, from the equal split, from today's and from each that leaves some records as they are, error
probability moves between pairs while that saves.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from casegen.argument.graph import reachable
from casegen.argument.view import view_of
from casegen.assessment.assess import Session
from casegen.assessment.ledger import add_up
from casegen.assessment.level_limits import as_judged
from casegen.assessment.looks import once_grown
from casegen.assessment.planning.entry_signs import waiting_entries
from casegen.assessment.planning.split_item import BoundSide, SplitItem
from casegen.assessment.planning.split_search import (
    all_as_they_are,
    cheapest_split,
    equal_split,
    improved,
    one_as_it_is,
)
from casegen.assessment.planning.task import USED_UP, MeasureTask
from casegen.io.sentences import sentence
from casegen.model.argument import Claim
from casegen.model.ledger import Account, Spend, added, remainder
from casegen.model.results import Assessment, Freshness
from casegen.model.safety_results import ConfidenceSplit, ErrorShare
from casegen.model.sentence import NOTHING, Sentence

MOVED = (0.2, 0.05, 0.02)
"""steps of a move where the sizes are by the items' own methods, which take a while"""
MOST_MOVED = 4
"""items up to which error probability is moved by the methods' own sizes"""


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
            enough = none.budget > 0.0 or self._left(self.growing) >= 0.0
            return replace(none, problem=NOTHING if enough else self._fixed())
        if self._is_met():
            return replace(
                none, shares=(*self._shares([i.today for i in self.items], grown=False), *none.shares),
                equal_cost=0.0, met=True,
            )  # fmt: skip
        least = [item.least_as_it_is for item in self.items]
        if added(least) <= none.budget:
            return self._priced(all_as_they_are(self.items, none.budget), none)
        grown = self._plan(frozenset(item.name for item in self.items))
        if grown.budget <= 0.0:
            return replace(
                grown,
                problem=sentence("further.nothing_left"),
            )
        return self._priced(cheapest_split(self.items, grown.budget), grown)

    def _fixed(self) -> Sentence:
        """That what is spent is too much: already today, or with the looks that plans of top events take."""
        left = remainder(1.0, (self.wanted, *(spend.total for spend in self.today.spends)))
        looked_at = sorted(
            {name for name in self.growing if any(name in spend.draws_on for spend in self.today.spends)}
        )
        if not looked_at or left < 0.0:
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
        return remainder(1.0, (self.wanted, *(spend.total for spend in self._kept(grown))))

    def _plan(self, grown: frozenset[str]) -> ConfidenceSplit:
        """What is spent whatever the items do, once ``grown`` have."""
        fixed = tuple(ErrorShare(s.source, "", "", s.alpha, s.looks, kept=True) for s in self._kept(grown))
        return ConfidenceSplit(self.wanted, max(0.0, self._left(grown)), fixed)

    def _priced(self, spent: Sequence[float], plan: ConfidenceSplit) -> ConfidenceSplit:
        """The split with its sizes, as the items' own methods have them: the cheapest by these of the equal one, of the
        cheapest as records of counts have it, and of both with each item left as it is; moved on while that saves.
        """
        equal = equal_split(self.items, plan.budget)
        trials = [
            one_as_it_is(start, k, item.least_as_it_is, plan.budget)
            for start in (spent, equal)
            for k, item in enumerate(self.items)
        ]
        starts = [spent, equal, *(trial for trial in trials if trial is not None)]
        best = min(starts, key=self._cost)
        if len(self.items) <= MOST_MOVED and not math.isinf(self._cost(best)):
            best = improved(self.items, best, plan.budget, SplitItem.cost, MOVED)
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
        least = added(min(item.least_as_it_is, item.least_grown) for item in self.items)
        if any(item.is_used_up for item in self.items) or least > budget:
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
