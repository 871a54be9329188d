"""The cheapest further evidence that would make failing claims hold, and how likely it is to.

Evidence that is a record of counts can be continued.  With ``more`` units and no further failure its limit falls; a
plan is the least total price at which the requirement then holds, on the bound that the claim itself uses.  The
probability is that of no further failure: with today's estimate as if it were exact, and with the estimate's own
uncertainty (predictive, Jeffreys' prior), which is the honest one where nothing failed yet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, cast

from casegen.argument.outcome_text import outcome
from casegen.assessment.assess import Session
from casegen.assessment.documents import number
from casegen.assessment.level_limits import as_judged
from casegen.assessment.planning.confidence_split import confidence_split
from casegen.assessment.planning.entry_signs import waiting_entries
from casegen.assessment.planning.further_failures import (
    FEW,
    MOST_UNEVEN,
    FurtherFailures,
    further_failures,
    is_borne,
    most_expected,
    priced,
)  # fmt: skip
from casegen.assessment.planning.least_cost import Goal
from casegen.assessment.planning.record import PlannedRecord
from casegen.assessment.planning.task import USED_UP, MeasureTask, PlanTask, TreeTask
from casegen.assessment.requirements import Numbers
from casegen.assessment.stale_parts import stale_items
from casegen.assessment.tree_limits import measure_limits
from casegen.io.sentences import enumerated, sentence
from casegen.model.argument import Claim, Requirement
from casegen.model.digits import outward_beside
from casegen.model.quantity import Comparison
from casegen.model.results import RequirementResult

if TYPE_CHECKING:
    from casegen.model.output.studies import ClaimPlanRow, PlanDocument
    from casegen.model.safety_results import ConfidenceSplit

FURTHER = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584, 4181, 6765, 10946)
"""numbers of further failures for which a plan says what it would take, up to a probability of
:data:`~casegen.assessment.planning.further_failures.LIKELY`"""
BRIEF = (1, 3, 13, 55, 233, 987, 4181)
"""those of a document"""
MOST_PLANNED = 12
"""claims of a document that are planned"""
LARGEST_PLANNED = 2_000
"""basic events of a tree that a document plans for"""
STEPS = 12
"""of the curve of a plan up to one and a half times its growth"""
LEAST_CHANCE = 1e-4
"""chances below it are alike for a plan"""
NOTE = (
    "Settle the size before the first new unit, and judge the record when it is reached: judging it again and again is a"
    " further look each time, and each look spends confidence."
)


@dataclass(frozen=True, slots=True)
class ClaimPlan:
    """The plan of one failing claim.

    Where no growth of its records meets ``limit`` the claim is out of their reach; then ``best`` is the least bound that
    they come to without a further failure.  ``problem`` says what stands in the way.  ``probability`` takes today's
    estimate as exact, ``predictive`` its uncertainty into account; of several records, one of them with further
    failures, both are those of these outcomes, and others may do as well.
    Where ``barred`` is not empty they are the chances that the limit is met, which is not enough for the claim.
    """

    claim: str
    text: str
    limit: float
    today: float | None
    best: float | None = None
    records: tuple[PlannedRecord, ...] = ()
    cost: float | None = None
    probability: float | None = None
    predictive: float | None = None
    further: tuple[FurtherFailures, ...] = ()
    problem: str = ""
    doubtful: bool = False
    """today's estimate itself does not meet the limit: more evidence will rather show that than support the claim"""
    limited: bool = False
    """the search was cut short, or shares error probability over looks at all records although fewer may do: the plan
    makes the claim hold, and a cheaper one may do so too"""
    barred: tuple[str, ...] = ()
    """what keeps the number from supporting the claim however small it gets"""
    outcome: str = ""
    """the requirement as evaluated, in a sentence: today's bound beside the limit"""
    curve: tuple[tuple[float, float], ...] = ()
    """cost of further evidence without a failure, shared out as planned, and the bound with it; of documents only"""

    def conditions(self) -> tuple[str, ...]:
        """What has to be done, or known, beside collecting the units."""
        every = {(r.evidence, r.measure): r for row in self.further for r in row.records}
        every |= {(r.evidence, r.measure): r for r in self.records}
        rows = list(every.values())
        lines = []
        if self.further and not self.records:
            lines.append(sentence("further.differing"))
        lines += [sentence("further.not_settled", reason=reason) for reason in self.barred]
        lines += [sentence("further.by_a_person")] if USED_UP in self.barred else []
        lines += [sentence("further.one_entry", item=r.evidence) for r in rows if r.entry]
        lines += [
            sentence("further.approximate", item=r.evidence, measure=r.measure) for r in rows if r.approximate
        ]
        return tuple(dict.fromkeys(lines))

    @property
    def reachable(self) -> bool:
        """Whether further evidence of these records can make the requirement hold."""
        return bool(self.records or self.further)

    def rows(self) -> tuple[FurtherFailures, ...]:
        """What is to be collected, from no further failure on."""
        if not self.records:
            return self.further
        first = FurtherFailures(
            0, self.records, self.cost or 0.0, self.probability or 0.0, self.predictive or 0.0
        )
        return (first, *self.further)


@dataclass(frozen=True, slots=True)
class Plan:
    """Plans of all claims whose requirement fails, in the order of the case.

    ``joint``: what makes the roots hold together, where the case asks for a joint confidence.
    """

    claims: tuple[ClaimPlan, ...]
    joint: ConfidenceSplit | None = None
    note: str = NOTE
    stale: tuple[str, ...] = ()
    """evidence items that are stale: their numbers, with which the plans begin, are out of date"""

    @property
    def reachable(self) -> bool:
        """Whether something is to be collected."""
        return any(claim.reachable for claim in self.claims) or bool(self.joint and self.joint.cost)

    def document(self) -> PlanDocument:
        """``plan --json``."""
        rows = [
            cast(
                "ClaimPlanRow", {**asdict(claim), "limit": number(claim.limit), "reachable": claim.reachable}
            )
            for claim in self.claims
        ]
        return {
            "claims": rows, "stale": list(self.stale), "note": self.note if self.reachable else "",
            "joint_confidence": self.joint.document() if self.joint is not None else None,
        }  # fmt: skip


def plan(
    session: Session,
    prices: Mapping[str, float] | None = None,
    begun: Callable[[str], None] = lambda stage: None,
) -> Plan:
    """Plan every claim whose requirement on a measure or a top event does not hold today.

    ``prices``: price of one more unit by evidence item, before what the case states (``unit_cost``), else 1.
    ``begun`` is called with each stage as it begins.
    """
    numbers = session.argued(session.numbers())
    results = session.requirements(numbers)
    asked = _Asked(session, numbers, prices or {})
    claims: list[ClaimPlan] = []
    stale = tuple(sorted(stale_items(session.evidence)))
    for n, c in enumerate(failing := _failing(session, results), 1):
        begun(f"claim {c.id}, {n} of {len(failing)}")
        claims += [_claim(asked, c.id, c.requirement, results[c.id])] if c.requirement else []
    if session.case.header.joint_confidence is None:
        return Plan(tuple(claims), stale=stale)
    begun("the joint confidence")
    return Plan(tuple(claims), confidence_split(session, session.assess(), prices), stale=stale)


def brief_plan(session: Session, results: Mapping[str, RequirementResult]) -> tuple[ClaimPlan, ...]:
    """The plan as documents tell it: the first dozen failing claims, with a curve each, and without long searches.

    Bounds of records together are left to the command: with each bound by itself the plan is on the safe side.
    """
    numbers = session.argued(session.numbers())
    asked = _Asked(session, numbers, {}, brief=True)
    failing = [c for c in _failing(session, results) if not _large(numbers, c.requirement)]
    return tuple(
        _claim(asked, c.id, c.requirement, results[c.id]) for c in failing[:MOST_PLANNED] if c.requirement
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    session: Session
    numbers: Numbers
    prices: Mapping[str, float]
    brief: bool = False


def _failing(session: Session, results: Mapping[str, RequirementResult]) -> list[Claim]:
    return [
        claim for claim in session.case.claims
        if claim.requirement is not None and results[claim.id].holds is not True
    ]  # fmt: skip


def _large(numbers: Numbers, requirement: Requirement | None) -> bool:
    tree = numbers.trees.get(requirement.measure.tree or "") if requirement is not None else None
    return tree is not None and len(tree.values.events) > LARGEST_PLANNED


def _claim(asked: _Asked, claim: str, requirement: Requirement, result: RequirementResult) -> ClaimPlan:
    limit = result.bound if result.bound is not None else math.nan
    requirement, estimate = as_judged(asked.session.case, requirement, claim, result.bound), result.estimate
    doubtful = estimate is not None and not requirement.comparison.holds(estimate.value, limit)
    row = ClaimPlan(
        claim, result.text, limit, result.compared, doubtful=doubtful, barred=_barred(asked, requirement),
        outcome=outcome(result),
    )  # fmt: skip
    if result.bound is None or (result.problem and result.compared is None):
        return replace(row, problem=result.problem or "there is no limit to meet")
    m = requirement.measure
    if m.tree is not None:
        tree = asked.numbers.trees[m.tree]
        task: PlanTask = TreeTask(asked.session, asked.numbers, tree, requirement, claim, asked.prices)
    else:
        task = MeasureTask(asked.session, asked.numbers, requirement, asked.prices)
        task.most = limit if requirement.comparison is Comparison.AT_MOST else None
    row = replace(row, barred=(*row.barred, *([task.unpaid] if task.unpaid else ())))
    if not task.records:
        return replace(row, problem=task.problem or "no record of counts enters: nothing to be continued")
    counts: Sequence[int] = FURTHER
    if asked.brief:
        task.patience = task.effort.patience = 0.0
        counts = BRIEF if all(r.method is None for r in task.records) else ()
    row = _planned(row, task, requirement, counts)
    signs = waiting_entries(asked.session, (r.evidence for one in row.rows() for r in one.records))
    row = replace(row, barred=(*row.barred, *signs))
    return _with_curve(row, task) if asked.brief else row


def _barred(asked: _Asked, requirement: Requirement) -> tuple[str, ...]:
    m = requirement.measure
    if m.tree is not None:
        return asked.numbers.of_tree(asked.session.case, m.tree).barred
    return measure_limits(asked.numbers.evidence.get(str(m.evidence)), str(m.measure)).barred


def _with_curve(row: ClaimPlan, task: PlanTask) -> ClaimPlan:
    """The bound for shares of the planned growth, each record alone; what is no number any more is left out."""
    if not row.records:
        return row
    wanted = {(r.evidence, r.measure): r for r in row.records}
    grown = [wanted.get(r.one.measured or ("", "")) for r in task.records]
    points = []
    for step in range(STEPS + 1):
        more = [math.ceil(1.5 * step / STEPS * r.more) if r is not None else 0.0 for r in grown]
        bound = task.alone(more, [0] * len(more))
        if math.isfinite(bound):
            points.append((math.fsum(m * r.price for m, r in zip(more, task.records, strict=True)), bound))
    return replace(row, curve=tuple(points))


def _planned(row: ClaimPlan, task: PlanTask, requirement: Requirement, counts: Sequence[int]) -> ClaimPlan:
    none = [0] * len(task.records)
    goal = Goal(task, lambda v: requirement.comparison.holds(v, row.limit), thorough=task.patience > 0.0)
    even, first = all(r.method is None for r in task.records), goal.least(none)
    place = most_expected(task.records, first.more if first is not None else None)
    if first is None and _is_used_up(task) and not is_borne(goal, place, counts):
        row, goal.paid = replace(row, barred=(*row.barred, USED_UP)), False
        first = goal.least(none)
        place = most_expected(task.records, first.more if first is not None else None)
    if first is None and even:
        return _out_of_reach(row, goal)
    further = further_failures(goal, place, counts, FEW if row.doubtful else len(counts))
    if first is None:
        if not further:
            return _out_of_reach(row, goal, max((n for n in counts if n <= MOST_UNEVEN), default=0))
        return replace(row, further=tuple(further), limited=task.effort.limited)
    records, cost, probability, predictive = priced(first, none)
    return replace(
        row, records=records, cost=cost, probability=probability, predictive=predictive, further=tuple(further),
        limited=task.effort.limited,
    )  # fmt: skip


def _is_used_up(task: PlanTask) -> bool:
    """Whether a look at every record is more than what the looks so far leave."""
    return task.room is not None and not task.room.pays([r.key for r in task.records])


def _out_of_reach(row: ClaimPlan, goal: Goal, tried: int = 0) -> ClaimPlan:
    """``tried``: the most further failures that were tried, of entries that may differ."""
    task, names = goal.task, ", ".join(".".join(r.one.measured or ()) for r in goal.task.records)
    if goal.undecided:  # what was not searched for may meet the limit
        return replace(row, problem=sentence("further.not_searched", names=names), limited=True)
    best = task.bound([r.endless(0) for r in task.records], [0] * len(task.records))
    key = "further.endless" if all(r.method is None for r in task.records) else "further.any_size"
    still = outward_beside(best, [row.limit], upper=best > row.limit, digits=4)
    why = sentence(key, names=names, still=still)
    if tried:
        why = enumerated([why, sentence("further.none_tried", most=f"{tried}")])
    problem = sentence("further.unreachable", why=why)
    return replace(row, best=best, problem=problem)
