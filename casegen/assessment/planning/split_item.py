"""An evidence item that shares in a joint confidence: what it may err with, and how many units it then needs."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

from casegen.assessment.looks import Spending, earlier_end, once_grown, spending, spending_of
from casegen.assessment.planning.record import MOST_MORE, OpenRecord
from casegen.assessment.planning.search import cheapest
from casegen.model.argument import Requirement
from casegen.model.decimals import in_own_context
from casegen.model.digits import round_outward
from casegen.model.ledger import error_probability
from casegen.model.quantity import Comparison
from casegen.model.results import EvidenceState
from casegen.model.safety_results import ErrorShare

DIGITS = 4
"""of an allocated error probability, rounded down"""
LEAST = 1e-9
"""error probability below which nothing is left to err with: a confidence so close to 1 is stated by nobody"""
LEAST_LEFT = 1e-6
"""the least that a record which meets its limits with much room is left with"""
HALVINGS = 20
"""of the logarithm, in the search for the least error probability at which today's bound meets its limits"""
GROWTH, DOUBLINGS = 1.5, 8
"""steps from the size of a record of counts to that by the measure's own method"""


@dataclass(frozen=True, slots=True)
class BoundSide:
    """A bound of a measure, upper or lower, with the requirements on it and their limits."""

    source: str
    record: OpenRecord
    requirements: tuple[tuple[Requirement, float], ...]
    state: EvidenceState
    looks: int = 1
    after: int = 1
    """looks at it once the record has grown"""
    beside: bool = False
    """a top event reads the item as well: its bound may not get worse"""

    def met(self, bound: float) -> bool:
        """Whether every requirement holds at ``bound``."""
        held = all(wanted.comparison.holds(bound, limit) for wanted, limit in self.requirements)
        today = self.today
        return held and (
            not self.beside or today is None or (bound >= today if self.record.falls else bound <= today)
        )

    def met_with(self, record: OpenRecord, more: float) -> bool:
        """Whether every requirement holds at the limit that ``record`` has with ``more`` units."""
        limits = [limit for wanted, limit in self.requirements if wanted.comparison is Comparison.AT_MOST]
        if limits and len(limits) == len(self.requirements):
            kept = [self.today] if self.beside and self.today is not None else []
            within = record.within_limit(more, 0, min(*limits, *kept, math.inf))
            if within is not None:
                return within
        return self.met(record.limit(more))

    @property
    def today(self) -> float | None:
        """The bound as it is measured."""
        return self.record.one.lower if self.record.falls else self.record.one.upper

    @property
    def holds(self) -> bool:
        """Whether the bound as it is measured meets every requirement."""
        return self.today is not None and self.met(self.today)

    @property
    def strictest(self) -> float:
        """The smallest limit on the share of failures."""
        limits = [1.0 - limit if self.record.falls else limit for _, limit in self.requirements]
        return max(min(limits), 1e-15)

    def most(self, *, grown: bool) -> float:
        """The largest error probability of a look that the claims themselves allow.

        Looks are to be paid for where an earlier run did not meet a requirement; so it is of today's once the record
        has to grow.
        """
        failed = any(
            (end := earlier_end(wanted, self.state, lowered=True)) is not None
            and not wanted.comparison.holds(end, limit)
            for wanted, limit in self.requirements
        )
        allowed = min(error_probability(wanted.confidence or 0.0) for wanted, _ in self.requirements)
        if grown or failed:
            allowed = self.spending(grown=grown).affordable(allowed)
        # nothing is gained by stating less confidence afterwards
        return min(error_probability(self.record.one.confidence or 0.0), allowed)

    def spending(self, *, grown: bool) -> Spending:
        """What the looks spend, the one that is planned among them; that one alone where the limits pay for all."""
        if (self.after if grown else self.looks) == 1:
            return Spending()
        state = once_grown(self.state) if grown else self.state
        return spending(state, (self.record.one.measured or ("", ""))[1])


@dataclass(frozen=True)
class SplitItem:
    """An item with the bounds that the roots rest on; all err with one probability, the item's."""

    name: str
    sides: tuple[BoundSide, ...]
    _rough: dict[float, float] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def looks(self) -> int:
        """Looks at all bounds, as they are."""
        return sum(side.looks for side in self.sides)

    @property
    def holds(self) -> bool:
        """Whether every requirement is met as it is measured."""
        return all(side.holds for side in self.sides)

    @property
    def is_used_up(self) -> bool:
        """Whether the looks so far leave another one nothing to err with, and it is not good as it is."""
        return math.isinf(self.least_as_it_is) and any(side.most(grown=True) < LEAST for side in self.sides)

    @property
    def alpha(self) -> float:
        """What each bound errs with today."""
        return error_probability(self.sides[0].record.one.confidence or 0.0)

    @property
    def today(self) -> float:
        """What the item spends today."""
        return self._spends(self.alpha)

    def _spends(self, alpha: float) -> float:
        """What the item spends as it is where each bound errs with ``alpha`` now."""
        return self._spending(grown=False).at(alpha)

    @cached_property
    def _is_fixed(self) -> bool:
        """Whether the item was looked at before, so that another confidence pays for nothing."""
        return self._spending(grown=False).fixed is not None

    def _spending(self, *, grown: bool) -> Spending:
        return spending_of(side.spending(grown=grown) for side in self.sides)

    @property
    def spent(self) -> float:
        """What its looks so far have spent once it grows."""
        return self._spending(grown=True).before

    @property
    def least_grown(self) -> float:
        """The least that it spends once it grows, where that is a further look."""
        return self._spending(grown=True).at(self._spending(grown=True).fixed or 0.0)

    def _left(self, total: float, *, grown: bool) -> float:
        """What each bound may err with where the item spends ``total``, its earlier looks included."""
        return self._spending(grown=grown).affordable(total)

    @property
    def slope(self) -> float:
        """Cost of further evidence by ln(1/α), for rare failures."""
        return max(s.record.price / s.strictest * s.record.units for s in self.sides)

    def as_it_is(self, total: float) -> float | None:
        """The error probability at which ``total`` lets the item stay as it is; None where it has to grow."""
        if total < self.least_as_it_is:
            return None
        most = min(self._left(total, grown=False), *(side.most(grown=False) for side in self.sides))
        return self.alpha if self.holds and self.alpha <= most * (1 + 1e-12) else rounded_down(most)

    @cached_property
    def least_as_it_is(self) -> float:
        """The least that the item spends without growing; infinite where it has to grow."""
        allowed = min(side.most(grown=False) for side in self.sides)
        if self._is_fixed:
            return self.today if self.holds and self.alpha <= allowed * (1 + 1e-12) else math.inf
        most = high = rounded_down(allowed)
        if most < LEAST:
            return math.inf
        if not self._meets(high):
            return math.inf
        low = min(LEAST_LEFT, high)
        if self._meets(low):
            high = low
        for _ in range(HALVINGS if low < high else 0):
            middle = math.sqrt(low * high)
            low, high = (low, middle) if self._meets(middle) else (middle, high)
        least = min(most, round_outward(high, upper=True, digits=DIGITS))
        return self.today if self.holds and self.alpha <= least else self._spends(least)

    @cached_property
    def most_as_it_is(self) -> float:
        """The most that the item spends without growing: what it states today, where it may."""
        alpha = self.as_it_is(math.inf)
        return math.inf if alpha is None else self._spends(alpha)

    def _meets(self, alpha: float) -> bool:
        return all(side.met(side.record.at(_confidence(alpha)).limit(0.0)) for side in self.sides)

    def grown(self, total: float) -> float:
        """The error probability of each bound once the item has grown: as it was where that is a further look."""
        most = min(self._left(total, grown=True), *(side.most(grown=True) for side in self.sides))
        fixed = self._spending(grown=True).fixed
        if fixed is None:
            return rounded_down(most)
        return fixed if fixed <= most * (1 + 1e-12) else 0.0

    def used(self, total: float) -> float:
        """What of ``total`` the item spends: nothing is gained by more than its limits can err with."""
        left = self.as_it_is(total)
        return self._spends(left) if left is not None else self._grown_spends(self.grown(total))

    @cached_property
    def most_used(self) -> float:
        """The most that the item has a use for once it grows."""
        return self._grown_spends(self.grown(1.0))

    def _grown_spends(self, alpha: float) -> float:
        """What the item spends once it has grown; its looks so far where none can be paid for."""
        return self._spending(grown=True).at(alpha) if alpha > 0.0 else self.spent

    def rough_cost(self, total: float) -> float:
        """What the further units cost, as records of counts have it."""
        if total not in self._rough:
            alpha = self.grown(total)
            more = (
                0.0 if self.as_it_is(total) is not None else max(_plain(side, alpha) for side in self.sides)
            )
            self._rough[total] = more * self._price
        return self._rough[total]

    def cost(self, total: float) -> float:
        """What the further units cost."""
        return self.more(total) * self._price

    @cached_property
    def _price(self) -> float:
        return self.sides[0].record.price

    @cached_property
    def _sizes(self) -> dict[float, float]:
        return {}

    def more(self, total: float) -> float:
        """The least number of further units with which every requirement holds; infinite where none does."""
        if total not in self._sizes:
            alpha = self.grown(total)
            as_it_is = self.as_it_is(total) is not None
            self._sizes[total] = 0.0 if as_it_is else max(_size(side, alpha) for side in self.sides)
        return self._sizes[total]

    def chances(self, total: float) -> tuple[float, float]:
        """Probabilities of no further failure: today's estimate taken as exact, and with its uncertainty."""
        more, record = self.more(total), self.sides[0].record
        return (record.chance(more, 0), record.predictive(more, 0)) if more else (1.0, 1.0)

    def shares(self, total: float) -> list[ErrorShare]:
        """A row for each bound; the cost of the units stands at the first."""
        more, left = self.more(total), self.as_it_is(total)
        alpha = self.grown(total) if left is None else left
        rows = [
            self._share(side, alpha, side.looks if left is not None else side.after, more)
            for side in self.sides
        ]
        return [rows[0], *(_without_cost(row) for row in rows[1:])]

    def shares_today(self) -> list[ErrorShare]:
        """The rows of an item that stays as it is."""
        return [self._share(side, self.alpha, side.looks, 0.0) for side in self.sides]

    def _share(self, side: BoundSide, alpha: float, looks: int, more: float) -> ErrorShare:
        row = side.record.planned(more)
        return ErrorShare(
            side.source,
            row.evidence,
            row.measure,
            alpha,
            looks,
            row.unit,
            more,
            row.cost,
            entry=row.entry and more > 0,
        )


def rounded_down(alpha: float) -> float:
    """An error probability with few digits; 0 where nothing is left."""
    return max(0.0, round_outward(alpha, upper=False, digits=DIGITS)) if alpha > 0.0 else 0.0


@in_own_context
def _confidence(alpha: float) -> float:
    """1 − ``alpha`` as it is written."""
    return float(1 - Decimal(repr(alpha)))


def _without_cost(row: ErrorShare) -> ErrorShare:
    from dataclasses import replace

    return replace(row, cost=0.0)


def _plain(side: BoundSide, alpha: float) -> float:
    """The units as a record of counts has them, which is quick, and close."""
    from dataclasses import replace

    if alpha < LEAST:
        return math.inf
    record = replace(side.record.at(_confidence(alpha)), method=None)
    if not side.met(record.limit(MOST_MORE)):
        return math.inf
    return _last(record, side, 0.0, MOST_MORE)


def _size(side: BoundSide, alpha: float) -> float:
    """The units by the measure's own method, as a plan has them, to the last unit."""
    if alpha < LEAST:
        return math.inf
    record = side.record.at(_confidence(alpha))
    if record.method is None:
        return _plain(side, alpha)
    high = _plain(side, alpha)
    if math.isinf(high):
        return math.inf
    low = (
        high - 2.0
    )  # no size below it is enough; a search from further away asks the method, which takes a while
    for _ in range(DOUBLINGS):
        if side.met_with(record, high):
            return _last(record, side, low, high)
        low, high = high, math.ceil(GROWTH * high)
    least = cheapest([record], lambda more: side.met_with(record, more[0]))
    return math.inf if least is None else _last(record, side, 0.99 * least[0], least[0])


def _last(record: OpenRecord, side: BoundSide, low: float, high: float) -> float:
    """The least whole number of units that meets the limits, between one that is expected not to and one that does."""
    low, high = math.floor(low), math.ceil(high)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if side.met_with(record, float(middle)) else (middle, high)
    return float(max(high, 1))
