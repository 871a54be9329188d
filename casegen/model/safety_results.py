"""What computed studies give: measures against risk, and shares of a joint confidence."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING

from casegen.model.decimals import in_own_context
from casegen.model.digits import bound_and_limit, outward
from casegen.model.safety import Alarp

if TYPE_CHECKING:
    from casegen.model.output.case import SplitDocument


class ReductionDecision(StrEnum):
    """What comes out for one measure."""

    TAKEN = "taken"
    OUT_OF_PROPORTION = "out of proportion"
    MUST_BE_TAKEN = "must be taken"
    NOT_EVALUATED = "not evaluated"


@dataclass(frozen=True, slots=True)
class OppositeLimit:
    """A limit of an input that the upper bound of its tree's top event does not use; of evidence, the measure it is of.

    ``end``: 1 for the upper limit, -1 for the lower one; ``error``: what it errs with.
    """

    input: str
    end: int
    error: float
    measured: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class TreeChange:
    """A top event as the case has it, and with the measure's changes.

    ``confidence``: of the joint set in which the change is the largest, ``opposite`` limits left out; None where nothing
    has a bound.
    """

    tree: str
    now: float
    changed: float
    loss: float
    confidence: float | None = None
    opposite: tuple[OppositeLimit, ...] = ()


@dataclass(frozen=True, slots=True)
class ReductionResult:
    """One measure: ``harm`` removed at the estimates, ``harm_at_bounds`` the most over the joint set of the inputs.

    ``ratio`` is cost over the larger of the two, which the disproportion factor is compared with.
    """

    id: str
    title: str
    cost: float
    decision: ReductionDecision
    trees: tuple[TreeChange, ...] = ()
    harm: float | None = None
    harm_at_bounds: float | None = None
    ratio: float | None = None
    problem: str = ""

    @property
    def removed(self) -> float | None:
        """The harm that counts: the larger of the two."""
        known = [harm for harm in (self.harm, self.harm_at_bounds) if harm is not None]
        return max(known) if len(known) == 2 else None

    def shown(self, factor: float) -> tuple[str, str]:
        """Harm removed and cost by harm as every table prints them: the harm rounded up, the ratio down.

        Four digits, or as many as tell the ratio from the disproportion ``factor``.
        """
        harm = "" if self.removed is None else outward(self.removed, upper=True)
        ratio = "" if self.ratio is None else bound_and_limit(self.ratio, factor, upper=False, digits=4)[0]
        return harm, ratio


@dataclass(frozen=True, slots=True)
class AlarpResult:
    """Every measure against the criterion, as the case stands."""

    criterion: Alarp
    measures: tuple[ReductionResult, ...]

    @property
    def holds(self) -> bool | None:
        """Whether each measure left out is out of proportion; None where one is not evaluated, or none is listed."""
        decisions = {m.decision for m in self.measures}
        if ReductionDecision.MUST_BE_TAKEN in decisions:
            return False
        if (
            ReductionDecision.NOT_EVALUATED in decisions
            or ReductionDecision.OUT_OF_PROPORTION not in decisions
        ):
            return None
        return True


@dataclass(frozen=True, slots=True)
class ErrorShare:
    """What one measure may err with, ``alpha`` at each of ``looks``; ``more`` units at ``cost`` are then needed.

    ``kept``: it cannot be moved, and stays as it is.
    """

    source: str
    evidence: str
    measure: str
    alpha: float
    looks: int
    unit: str = ""
    more: float = 0.0
    cost: float = 0.0
    kept: bool = False
    entry: bool = False
    """the units are planned as one further entry of the record"""

    @property
    @in_own_context
    def confidence(self) -> float:
        """To be stated for the item: at least this."""
        return float(1 - Decimal(repr(self.alpha)))


@dataclass(frozen=True, slots=True)
class ConfidenceSplit:
    """The shares of all measures below the roots, and what the equal split would cost.

    ``problem`` says why there is none.  Looks of a record that has to grow include that one.
    """

    wanted: float
    budget: float
    """error probability that measures may spend together"""
    shares: tuple[ErrorShare, ...] = ()
    cost: float = 0.0
    equal_cost: float | None = None
    problem: str = ""
    met: bool = False
    """what is measured today leaves room for it"""
    probability: float | None = None
    """of no further failure, today's estimates taken as exact; ``predictive`` with their uncertainty"""
    predictive: float | None = None
    barred: tuple[str, ...] = ()
    """what keeps the roots from holding whatever is collected: signs that its entries bring"""

    def document(self) -> SplitDocument:
        """As JSON has it."""
        return {
            "wanted": self.wanted, "budget": self.budget, "cost": self.cost, "equal_cost": self.equal_cost,
            "problem": self.problem, "met": self.met, "probability": self.probability, "predictive": self.predictive,
            "barred": list(self.barred),
            "shares": [
                {
                    "source": s.source, "evidence": s.evidence, "measure": s.measure, "alpha": s.alpha, "looks": s.looks,
                    "unit": s.unit, "more": s.more, "cost": s.cost, "kept": s.kept, "confidence": s.confidence,
                    "entry": s.entry,
                }
                for s in self.shares
            ],
        }  # fmt: skip
