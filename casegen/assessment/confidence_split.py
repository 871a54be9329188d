"""How the error probability that a joint confidence leaves is shared out among measures at least total cost.

With the budget B = 1 − joint confidence − stated doubts − what cannot be moved (top events, measures that are no
counts), measure i may err with α_i, where Σ looks_i α_i ≤ B.  A smaller α_i asks for more units of its record before
the requirement holds: for rare failures about ln(1/α_i) / limit_i units, so that price_i / limit_i shares are close to
the cheapest (Lagrange).  From there and from the equal split, error probability moves between pairs while that saves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from casegen.assessment.assess import Session
from casegen.assessment.plan_record import MOST_MORE, OpenRecord
from casegen.assessment.plan_task import MeasureTask
from casegen.model.argument import Claim
from casegen.model.digits import round_outward
from casegen.model.ledger import Account, Spend
from casegen.model.results import Assessment
from casegen.model.safety_results import ConfidenceSplit, Share

STEPS = (0.5, 0.2, 0.1, 0.05, 0.02)
"""shares of a measure's error probability that are moved to another one"""
DIGITS = 4
"""of an allocated error probability, rounded down"""


@dataclass(frozen=True, slots=True)
class _Record:
    """A measure whose record can grow, with what its claims require of it."""

    spend: Spend
    record: OpenRecord
    met: Callable[[float], bool]
    limit: float

    def more(self, alpha: float) -> float:
        """The least number of whole units with which every requirement holds at ``alpha``; infinite where none does."""
        one = replace(self.record, one=replace(self.record.one, confidence=1.0 - alpha))
        if self.met(one.limit(0.0)):
            return 0.0
        if not self.met(one.limit(MOST_MORE)):
            return math.inf
        low, high = 0.0, 1.0
        while not self.met(one.limit(high)):
            low, high = high, 2.0 * high
        while high - low > 1.0:
            middle = math.floor(0.5 * (low + high))
            low, high = (low, middle) if self.met(one.limit(middle)) else (middle, high)
        return high

    def cost(self, alpha: float) -> float:
        """What these units cost."""
        return self.more(alpha) * self.record.price


def confidence_split(
    session: Session, assessed: Assessment, prices: Mapping[str, float] | None = None
) -> ConfidenceSplit | None:
    """The split of the case's joint confidence; None where it asks for none."""
    wanted = session.case.header.joint_confidence
    if wanted is None or assessed.ledger is None:
        return None
    account = assessed.ledger.account(session.case.header.roots)
    records = _records(session, assessed, account, prices or {})
    movable = {r.spend.source for r in records}
    kept = [spend for spend in account.spends if spend.source not in movable]
    budget = float(1 - Decimal(repr(wanted)) - sum((Decimal(repr(s.total)) for s in kept), Decimal(0)))
    fixed = tuple(Share(s.source, "", "", s.alpha, s.looks, kept=True) for s in kept)
    plan = ConfidenceSplit(wanted, max(0.0, budget), fixed)
    if account.by_value:
        return replace(plan, problem=f"{account.by_value[0]} is compared without confidence")
    if not records:
        enough = budget >= -1e-12
        return replace(plan, problem="" if enough else "what is spent cannot be moved, and is too much")
    if budget <= 0.0:
        return replace(
            plan, problem="stated doubts and what cannot be moved leave nothing to the other measures"
        )
    alphas, equal = _cheapest(records, budget)
    if math.isinf(_total(records, alphas)):
        return replace(
            plan,
            problem="out of reach: with endless records and no further failure a requirement still fails",
        )
    shares = tuple(_share(r, alpha) for r, alpha in zip(records, alphas, strict=True))
    before = _total(records, equal)
    return replace(
        plan, shares=(*shares, *fixed), cost=math.fsum(s.cost for s in shares),
        equal_cost=None if math.isinf(before) else before,
    )  # fmt: skip


def _records(
    session: Session, assessed: Assessment, account: Account, prices: Mapping[str, float]
) -> list[_Record]:
    """The spends of the account that are records of counts, each with all requirements on that side of the measure."""
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
        requirements = [c.requirement for c in claims if c.requirement is not None]
        limits = [assessed.requirements[c.id].bound for c in claims]
        if not spend.measured or not requirements:
            continue
        task = MeasureTask(session, numbers, requirements[0], prices, counts=True)
        stated = [limit for limit in limits if limit is not None]
        if not task.records or len(stated) < len(limits):
            continue
        pairs = [(r.comparison, limit) for r, limit in zip(requirements, stated, strict=True)]

        def met(bound: float, pairs: Sequence[tuple[Any, float]] = tuple(pairs)) -> bool:
            return all(comparison.holds(bound, limit) for comparison, limit in pairs)

        falls = task.records[0].falls
        strictest = min((1.0 - limit if falls else limit) for limit in stated)
        result.append(_Record(spend, task.records[0], met, max(strictest, 1e-15)))
    return result


def _cheapest(records: Sequence[_Record], budget: float) -> tuple[list[float], list[float]]:
    """Error probabilities at least total cost, and those of the equal split, which they are never dearer than."""
    equal = _rounded([1.0] * len(records), records, budget)
    weights = [r.record.price / r.limit * r.record.units for r in records]
    starts = [
        equal,
        _rounded(weights, records, budget),
        _rounded([math.sqrt(w) for w in weights], records, budget),
    ]
    best = min(starts, key=lambda alphas: _total(records, alphas))
    for step in STEPS:
        improved = True
        for _ in range(4 * len(records)):
            if not improved:
                break
            improved = False
            for give in range(len(records)):
                for take in range(len(records)):
                    trial = _moved(best, records, give, take, step)
                    if give != take and _total(records, trial) < _total(records, best):
                        best, improved = trial, True
    return best, equal


def _moved(
    alphas: Sequence[float], records: Sequence[_Record], give: int, take: int, step: float
) -> list[float]:
    """A share of one measure's error probability moved to another; what is rounded away is nobody's."""
    result = list(alphas)
    amount = _down(step * alphas[give])
    result[give] = _down(alphas[give] - amount)
    spent = amount * records[give].spend.looks / records[take].spend.looks
    result[take] = _down(alphas[take] + spent)
    return result


def _rounded(weights: Sequence[float], records: Sequence[_Record], budget: float) -> list[float]:
    """Error probabilities in proportion to the weights, which spend the budget at all looks together, rounded down."""
    total = math.fsum(w * r.spend.looks for w, r in zip(weights, records, strict=True))
    return [_down(budget * w / total) for w in weights]


def _down(alpha: float) -> float:
    return max(round_outward(alpha, upper=False, digits=DIGITS), 1e-300)


def _total(records: Sequence[_Record], alphas: Sequence[float]) -> float:
    return math.fsum(r.cost(a) for r, a in zip(records, alphas, strict=True))


def _share(record: _Record, alpha: float) -> Share:
    planned, looks = record.record.planned(record.more(alpha)), record.spend.looks
    item, measure = planned.evidence, planned.measure
    return Share(record.spend.source, item, measure, alpha, looks, planned.unit, planned.more, planned.cost)
