"""What a plan is made for: a requirement's bound as a function of the growth of the records behind it."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casegen.assessment.assess import Session
from casegen.assessment.looks import once_grown
from casegen.assessment.planning.record import OpenRecord, open_records, share_of
from casegen.assessment.planning.sharing import Room, Share
from casegen.assessment.requirements import Numbers
from casegen.assessment.tree_spending import is_paid
from casegen.io.sentences import sentence
from casegen.model.argument import Requirement
from casegen.model.ledger import error_probability

if TYPE_CHECKING:
    from casegen_evidence.bounds.records import Counts

    from casegen.assessment.trees import BoundTree
    from casegen.fta.events.expressions import Range

MOST_SEARCHES = 800
"""joint bounds that a claim's plan may search for: a count, so that no plan depends on how busy the machine is"""
MOST_COMPARED = 60_000
"""bounds of a small tree that moves of units of a claim's plan may take"""
FEW_EVENTS = 50
"""events of a small tree; the bound of a larger one counts as so many of them"""
CHECKED = 30
"""joint bounds kept for each row of a plan, to see with which numbers of failures the limit is met"""
USED_UP, UNPAID, NO_CONFIDENCE = map(sentence, ("further.used_up", "further.unpaid", "further.no_confidence"))
"""why a further look cannot be paid for"""


@dataclass
class Effort:
    """What a search has taken so far, and whether it left something out.  It is counted, never timed."""

    patience: float
    """factor of :data:`MOST_SEARCHES` and :data:`MOST_COMPARED`"""
    searches: int = 0
    """joint bounds that were searched for"""
    compared: int = 0
    """bounds that moves of units took, in those of a small tree"""
    limited: bool = False
    """whether not every plan was tried that may be cheaper"""
    kept: int = 0
    """searches beyond those of :data:`MOST_SEARCHES`, for a check"""

    @property
    def has_searched(self) -> bool:
        """Whether as many joint bounds were searched for as may be."""
        return self.searches >= self.patience * MOST_SEARCHES + self.kept

    @property
    def has_compared(self) -> bool:
        """Whether as many bounds were compared as may be."""
        return self.compared >= self.patience * MOST_COMPARED

    @contextmanager
    def check(self) -> Iterator[None]:
        """Within, :data:`CHECKED` joint bounds may be searched for, whatever was spent before."""
        self.kept = CHECKED + max(0, self.searches - math.floor(self.patience * MOST_SEARCHES))
        try:
            yield
        finally:
            self.kept = 0


class PlanTask(ABC):
    """What a plan is made for: the records that can grow, and the bound as a function of their growth."""

    records: list[OpenRecord]
    problem: str = ""
    room: Room | None = None
    """what the limits may err with together; None where that is not known"""
    is_look: bool = False
    """whether growing is a further look, which has to be paid for"""
    unpaid: str = ""
    """why no look can be paid for, where none can"""
    patience: float = 1.0
    """factor of what searches may take: 0 leaves them out"""

    def __init__(self) -> None:
        self.records = []
        self.effort = Effort(self.patience)

    @abstractmethod
    def bound(self, more: Sequence[float], failures: Sequence[int]) -> float:
        """The bound once each record has grown by ``more`` units with ``failures`` failures."""

    def alone(self, more: Sequence[float], failures: Sequence[int]) -> float:
        """The same with each record's limit by itself."""
        return self.bound(more, failures)

    @property
    def is_joint(self) -> bool:
        """Whether the bound is from records together."""
        return False

    @property
    def size(self) -> int:
        """What one bound takes, in those of a small tree."""
        return 1

    def _rest(self, budget: float, shares: Mapping[str, Share]) -> None:
        """Sets what further looks may err with, from what all limits may err with together."""
        self.room = Room(budget, shares)
        self.is_look = any(one.is_looked_at_again for one in shares.values())

    def holds(
        self, more: Sequence[float], failures: Sequence[int], holds: Callable[[float], bool]
    ) -> bool | None:
        """Whether the bound meets a limit; None where that is not searched for any more."""
        return holds(self.bound(more, failures))


class MeasureTask(PlanTask):
    """A requirement on a measure itself.  ``most``: its upper limit, where that is what it is."""

    most: float | None = None

    def __init__(
        self, session: Session, numbers: Numbers, requirement: Requirement, prices: Mapping[str, float]
    ) -> None:
        from casegen.fta.events.expressions import Input

        super().__init__()
        m = requirement.measure
        item, name = str(m.evidence), str(m.measure)
        state = numbers.evidence.get(item)
        estimate = state.measures.get(name) if state is not None else None
        if estimate is None or requirement.confidence is None:
            self.problem = "the measure has no result, or the requirement no confidence"
            return
        one = Input(
            f"evidence {item}/{name}", estimate.value, (0.0, 1.0), None, (item, name), estimate.lower,
            estimate.upper, estimate.confidence, estimate.kind, estimate.n,
        )  # fmt: skip
        falls = not requirement.comparison.is_upper
        budget = error_probability(requirement.confidence)
        self._rest(budget, {one.key: share_of(session, one)})
        self.records = open_records(session, [(one, falls)], prices)
        if not self.records:
            self.problem = (
                f"{item}.{name} is no plain count of failures: its method says what more data would do"
            )

    def bound(self, more: Sequence[float], failures: Sequence[int]) -> float:
        return self.records[0].limit(more[0], failures[0])

    def holds(
        self, more: Sequence[float], failures: Sequence[int], holds: Callable[[float], bool]
    ) -> bool | None:
        if self.most is not None:
            within = self.records[0].within_limit(more[0], failures[0], self.most)
            if within is not None:
                return within
        return super().holds(more, failures, holds)


class TreeTask(PlanTask):
    """A requirement on a top event: the box, or the joint limit where the claim uses that."""

    def __init__(
        self, session: Session, numbers: Numbers, tree: BoundTree, requirement: Requirement, claim: str,
        prices: Mapping[str, float],
    ) -> None:  # fmt: skip
        from casegen.argument.view import rests_on
        from casegen.assessment.joint import joint_bound

        super().__init__()
        self.tree, self.corners = tree, tree.box(requirement.confidence)
        moves = tree.moves
        wanted = [
            (one, moves[key] < 0) for key, one in tree.values.uncertain.items() if one.measured and moves[key]
        ]
        self.problem = self.corners.problem

        budget = error_probability(requirement.confidence or 0.0)
        shares = {one.key: share_of(session, one) for one, _ in wanted}
        self._rest(budget, shares)
        if len(shares) < len(tree.values.uncertain):  # what other inputs err with is not known
            self.room, self.unpaid = None, UNPAID if self.is_look else ""
        elif requirement.confidence is None:
            self.room, self.unpaid = None, NO_CONFIDENCE if self.is_look else ""
        self.records = [] if self.problem else open_records(session, wanted, prices)
        joint = joint_bound(session.case, tree, session.evidence, requirement.confidence)
        used = joint is not None and joint.upper is not None and joint.claim not in numbers.unargued
        used = used and joint is not None and rests_on(session.case, claim, joint.claim)
        self.joint = set(joint.records) if joint is not None and used else set()
        self.plain = {r.key: r.stays_plain() for r in self.records if self._joined(r)}
        if self.joint and self.is_look and self.room is not None and not self._pays(session, requirement):
            self.room, self.unpaid = None, USED_UP

    def _pays(self, session: Session, requirement: Requirement) -> bool:
        """Whether the confidences pay for a further look at each record."""
        grown = {
            item: once_grown(session.evidence[item])
            for item in dict.fromkeys((r.one.measured or ("", ""))[0] for r in self.records)
        }
        return is_paid(self.tree, requirement.confidence, {**session.evidence, **grown})

    @property
    def is_joint(self) -> bool:
        return bool(self.joint)

    @property
    def size(self) -> int:
        return 1 + len(self.tree.values.events) // FEW_EVENTS

    def _joined(self, record: OpenRecord) -> bool:
        return ".".join(record.one.measured or ()) in self.joint

    def _together(self, record: OpenRecord, more: float) -> bool:
        """Whether the record is one of those together, once it has grown."""
        return self._joined(record) and (more <= 0.0 or self.plain[record.key])

    def bound(self, more: Sequence[float], failures: Sequence[int]) -> float:
        return self.together(more, failures) if self.joint else self.alone(more, failures)

    def holds(
        self, more: Sequence[float], failures: Sequence[int], holds: Callable[[float], bool]
    ) -> bool | None:
        """Whether the bound meets a limit: by each record alone where that decides, else by the records together.

        The joint bound is never above the one of the records alone, and never below what one of them leaves while the
        others cannot fail.  None where neither decides after :data:`MOST_SEARCHES` searches for it.
        """
        if not self.joint:
            return super().holds(more, failures, holds)
        if holds(self.alone(more, failures)):
            return True
        if not holds(self.least(more, failures)):
            return False
        if self.effort.has_searched:
            self.effort.limited = True
            return None
        self.effort.searches += 1
        return holds(self.together(more, failures, holds))

    def least(self, more: Sequence[float], failures: Sequence[int]) -> float:
        """No joint bound is smaller: one record at the limit that all the error probability gives it, the others at 0.

        Outcomes without a failure elsewhere, and no more here than there are, come before today's in every ordering that
        does not fall with failures, so that this value is not excluded.
        """
        ranges, joined, shares = self._ranges(more, failures)
        alpha = math.fsum(shares.values())
        result = 0.0
        for one in (r for r in self.records if r.key in joined):
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
        if math.inf in upper:  # entries that bound no rate bound no sum of rates either
            return math.inf
        moved = replace(self.corners, inputs=ranges, lower=lower, upper=upper)
        return top_range(self.tree.compiled, self.tree.values, moved)[1]

    def together(
        self, more: Sequence[float], failures: Sequence[int], enough: Callable[[float], bool] | None = None
    ) -> float:
        """The top's bound from the independent records together, the others by themselves; see :func:`joint_limit`."""
        from casegen.assessment.joint import joint_limit

        ranges, counts, shares = self._ranges(more, failures)
        if len(counts) < 2:
            return self.alone(more, failures)
        return joint_limit(self.tree, self.tree.values.enclosures(ranges)[1], counts, shares, enough).upper

    def _ranges(
        self, more: Sequence[float], failures: Sequence[int]
    ) -> tuple[dict[str, Range], dict[str, Counts], dict[str, float]]:
        """Ranges of the inputs that are bounded by themselves; of the others the grown records, and what each spends."""
        ranges: dict[str, Range] = dict(self.corners.inputs)
        counts: dict[str, Counts] = {}
        shares: dict[str, float] = {}
        for r, m, k in zip(self.records, more, failures, strict=True):
            if self._together(r, m):
                counts[r.key] = r.grown(m, k) if m > 0.0 else r.counts
                shares[r.key] = 1.0 - r.confidence
            else:
                limit = r.limit(m, k)
                low, high = ranges[r.key]
                ranges[r.key] = (limit, max(limit, high)) if r.falls else (min(low, limit), limit)
        return ranges, counts, shares
