"""Records that can be continued, and a requirement's bound as a function of their growth."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from casegen.assessment.assess import Session
from casegen.assessment.requirements import Numbers
from casegen.model.argument import Requirement
from casegen.model.quantity import MeasureKind

if TYPE_CHECKING:
    from casegen_evidence.bounds.records import Counts

    from casegen.assessment.trees import BoundTree
    from casegen.fta.events.expressions import Input, Range

UNITS = {MeasureKind.PER_HOUR: "hour", MeasureKind.PER_MISSION: "mission", MeasureKind.PER_DEMAND: "demand"}

MOST_SECONDS = 20.0
"""of processor time that the searches for joint bounds of a claim's plan may take; a single one takes up to two"""


@dataclass(frozen=True, slots=True)
class PlannedRecord:
    """One record to be continued by ``more`` units; ``failures`` in ``now`` units today."""

    evidence: str
    measure: str
    unit: str
    now: float
    failures: int
    more: float
    cost: float
    approximate: bool = False
    """the measure is no plain count: planned as the record whose exact limit is the measure's"""


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """A record that can be continued.  ``falls``: a larger measure is better, and its successes are no failures."""

    key: str
    one: Input
    counts: Counts
    falls: bool
    price: float
    units: float = 1.0
    """units of the measure that stand for one of ``counts``: 1 of a plain record"""

    def limit(self, more: float, failures: int = 0) -> float:
        """The limit of the measure on its unfavourable side with ``more`` units and ``failures`` in them."""
        grown = _grown(self.counts, self.within(more), failures)
        bound = float(grown.upper(1.0 - (self.one.confidence or 0.0)))
        return 1.0 - bound if self.falls else bound

    def within(self, more: float) -> float:
        """Units of ``counts`` that ``more`` units of the measure stand for."""
        return more / self.units if self.units == 1.0 or self.counts.hours else float(int(more / self.units))

    def planned(self, more: float) -> PlannedRecord:
        assert self.one.measured is not None
        unit = UNITS.get(self.one.kind or MeasureKind.FRACTION, "case")
        c = self.counts
        exact = self.units == 1.0
        now = c.size if exact else float(self.one.n or 0)
        return PlannedRecord(*self.one.measured, unit, now, c.failures, more, more * self.price, not exact)

    def chance(self, more: float, most: int = 0) -> float:
        """Probability of at most ``most`` further failures in ``more`` units if today's estimate is exact."""
        share, more = self.counts.failures / self.counts.size, self.within(more)
        future = replace(self.counts, failures=0, size=more) if more > 0 else None
        return 1.0 if future is None else float(future.at_most(most, np.asarray(share)))

    def predictive(self, more: float, most: int = 0) -> float:
        """The same with the estimate's uncertainty: beta-binomial, or negative binomial for hours, Jeffreys' prior."""
        from scipy.special import betaln, gammaln

        k, n, more = self.counts.failures, self.counts.size, self.within(more)
        if self.counts.hours:
            shape = k + 0.5
            odds = n / (n + more)
            terms = (
                math.exp(gammaln(shape + j) - gammaln(shape) - gammaln(j + 1) + shape * math.log(odds)
                         + (j * math.log1p(-odds) if j else 0.0))
                for j in range(most + 1)
            )  # fmt: skip
            return float(min(1.0, math.fsum(terms)))
        a, b, m = k + 0.5, n - k + 0.5, int(more)
        chances = (
            math.exp(
                gammaln(m + 1) - gammaln(j + 1) - gammaln(m - j + 1) + betaln(a + j, b + m - j) - betaln(a, b)
            )
            for j in range(min(most, m) + 1)
        )
        return float(min(1.0, math.fsum(chances)))


def _grown(counts: Counts, more: float, failures: int) -> Counts:
    return replace(counts, size=counts.size + more, failures=counts.failures + failures)


class PlanTask(ABC):
    """What a plan is made for: the records that can grow, and the bound as a function of their growth."""

    records: list[OpenRecord]
    problem: str = ""
    seconds: float = 0.0
    """of processor time that joint bounds took so far"""
    limited: bool = False
    """whether more of them would have been needed to find the least price"""

    @abstractmethod
    def bound(self, more: Sequence[float], failures: Sequence[int]) -> float:
        """The bound once each record has grown by ``more`` units with ``failures`` failures."""

    def holds(self, more: Sequence[float], failures: Sequence[int], holds: Callable[[float], bool]) -> bool:
        """Whether the bound meets a limit."""
        return holds(self.bound(more, failures))


class MeasureTask(PlanTask):
    """A requirement on a measure itself."""

    def __init__(
        self, session: Session, numbers: Numbers, requirement: Requirement, prices: Mapping[str, float]
    ) -> None:
        from casegen.fta.events.expressions import Input

        m = requirement.measure
        item, name = str(m.evidence), str(m.measure)
        state = numbers.evidence.get(item)
        estimate = state.measures.get(name) if state is not None else None
        self.records = []
        if estimate is None or requirement.confidence is None:
            self.problem = "the measure has no result, or the requirement no confidence"
            return
        one = Input(
            f"evidence {item}/{name}", estimate.value, (0.0, 1.0), None, (item, name), estimate.lower,
            estimate.upper, estimate.confidence, estimate.kind, estimate.n,
        )  # fmt: skip
        falls = not requirement.comparison.is_upper
        self.records = _continued(session, [(one, falls)], prices)
        if not self.records:
            self.problem = (
                f"{item}.{name} is no plain count of failures: its method says what more data would do"
            )

    def bound(self, more: Sequence[float], failures: Sequence[int]) -> float:
        return self.records[0].limit(more[0], failures[0])


class TreeTask(PlanTask):
    """A requirement on a top event: the box, or the joint limit where the claim uses that."""

    def __init__(
        self, session: Session, tree: BoundTree, requirement: Requirement, claim: str,
        prices: Mapping[str, float],
    ) -> None:  # fmt: skip
        from casegen.assessment.bounds import directions
        from casegen.assessment.independence import rests_on
        from casegen.assessment.joint import joint_bound

        self.tree, self.corners = tree, tree.box(requirement.confidence)
        moves = directions(tree.compiled, tree.values)
        wanted = [
            (one, moves[key] < 0) for key, one in tree.values.uncertain.items() if one.measured and moves[key]
        ]
        self.records = [] if self.corners.problem else _continued(session, wanted, prices)
        self.problem = self.corners.problem
        joint = joint_bound(session.case, tree, session.evidence, requirement.confidence)
        used = joint is not None and joint.upper is not None and rests_on(session.case, claim, joint.claim)
        self.joint = set(joint.records) if joint is not None and used else set()

    def bound(self, more: Sequence[float], failures: Sequence[int]) -> float:
        return self.together(more, failures) if self.joint else self.alone(more, failures)

    def holds(self, more: Sequence[float], failures: Sequence[int], holds: Callable[[float], bool]) -> bool:
        """Whether the bound meets a limit: by each record alone where that decides, else by the records together.

        The joint bound is never above the one of the records alone, and never below what one of them leaves while the
        others cannot fail.  After :data:`MOST_SECONDS` of searches for it the records alone decide, on the safe side.
        """
        if not self.joint:
            return super().holds(more, failures, holds)
        if holds(self.alone(more, failures)):
            return True
        if not holds(self.least(more, failures)):
            return False
        if self.seconds >= MOST_SECONDS:
            self.limited = True
            return False
        begun = time.process_time()
        bound = self.together(more, failures)
        self.seconds += time.process_time() - begun
        return holds(bound)

    def least(self, more: Sequence[float], failures: Sequence[int]) -> float:
        """No joint bound is smaller: one record at the limit that all the error probability gives it, the others at 0.

        Outcomes without a failure elsewhere, and no more here than there are, come before today's in every ordering that
        does not fall with failures, so that this value is not excluded.
        """
        together = [".".join(r.one.measured or ()) in self.joint for r in self.records]
        alpha = math.fsum(
            1.0 - (r.one.confidence or 0.0) for r, used in zip(self.records, together, strict=True) if used
        )
        ranges, joined = self._ranges(more, failures)
        result = 0.0
        for one in (r for r, used in zip(self.records, together, strict=True) if used):
            tried = dict(ranges)
            for key, counts in joined.items():
                value = float(counts.upper(alpha)) if key == one.key else 0.0
                tried[key] = (value, value)
            result = max(result, self._top(tried))
        return result

    def alone(self, more: Sequence[float], failures: Sequence[int]) -> float:
        """The top's bound with each record's limit by itself."""
        ranges: dict[str, Range] = dict(self.corners.inputs)
        for r, m, k in zip(self.records, more, failures, strict=True):
            limit = r.limit(m, k)
            low, high = ranges[r.key]
            ranges[r.key] = (limit, max(limit, high)) if r.falls else (min(low, limit), limit)
        return self._top(ranges)

    def _top(self, ranges: Mapping[str, Range]) -> float:
        from casegen.assessment.bounds import top_range

        lower, upper = self.tree.values.enclosures(ranges)
        moved = replace(self.corners, inputs=ranges, lower=lower, upper=upper)
        return top_range(self.tree.compiled, self.tree.values, moved)[1]

    def together(self, more: Sequence[float], failures: Sequence[int]) -> float:
        """The top's bound from the independent records together, the others by themselves."""
        from casegen.assessment.joint import joint_limit

        ranges, counts = self._ranges(more, failures)
        return joint_limit(self.tree, self.tree.values.enclosures(ranges)[1], counts).upper

    def _ranges(
        self, more: Sequence[float], failures: Sequence[int]
    ) -> tuple[dict[str, Range], dict[str, Counts]]:
        """The ranges of the inputs that are bounded by themselves, and the grown records of the others."""
        ranges: dict[str, Range] = dict(self.corners.inputs)
        counts: dict[str, Counts] = {}
        for r, m, k in zip(self.records, more, failures, strict=True):
            if ".".join(r.one.measured or ()) in self.joint:
                counts[r.key] = _grown(r.counts, r.within(m), k)
            else:
                limit = r.limit(m, k)
                low, high = ranges[r.key]
                ranges[r.key] = (limit, max(limit, high)) if r.falls else (min(low, limit), limit)
        return ranges, counts


def _continued(
    session: Session, wanted: Sequence[tuple[Input, bool]], prices: Mapping[str, float]
) -> list[OpenRecord]:
    """The measures that are records of counts, with the price of a unit."""
    from casegen.assessment.joint import counts_of, successes_of

    result = []
    for one, falls in wanted:
        counts, units = successes_of(one) if falls else counts_of(one), 1.0
        if counts is None:
            counts, units = _equivalent(one, falls)
        if counts is None or one.measured is None:
            continue
        item = one.measured[0]
        stated = session.case.evidence_item[item].unit_cost if item in session.case.evidence_item else None
        result.append(OpenRecord(one.key, one, counts, falls, prices.get(item) or stated or 1.0, units))
    return result


def _equivalent(one: Input, falls: bool) -> tuple[Counts | None, float]:
    """The record whose exact limit is that of a measure with the same estimate, and the measure's inputs per unit of it.

    For plans only: how the bound of a method that is no count of failures shrinks is known to the method alone.
    """
    from casegen_evidence.bounds.records import Counts
    from scipy.optimize import brentq
    from scipy.special import betaincinv

    value, limit = (1.0 - one.point, one.lower) if falls else (one.point, one.upper)
    if limit is None or not one.n or one.confidence is None or one.kind is MeasureKind.PER_HOUR:
        return None, 1.0
    limit = 1.0 - limit if falls else limit
    if not 0.0 <= value < limit < 1.0:
        return None, 1.0

    def gap(log_size: float) -> float:
        n = math.exp(log_size)
        return float(betaincinv(value * n + 1.0, n - value * n, one.confidence)) - limit

    if not gap(0.0) > 0.0 > gap(math.log(1e12)):
        return None, 1.0
    size = math.ceil(math.exp(float(brentq(gap, 0.0, math.log(1e12), xtol=1e-10))))
    return Counts(math.ceil(value * size - 1e-9), float(size)), one.n / size
