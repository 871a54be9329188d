"""Evaluate requirements: a measured or computed number against its bound, at the confidence asked for."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce

from casegen import plugins
from casegen.argument.view import rests_on
from casegen.assessment.allocation.events import RequiredBound, required_bound, stated_limits
from casegen.assessment.compared import Compared, compared_with
from casegen.assessment.event_independence import assumed_of_events
from casegen.assessment.looks import looked_again
from casegen.assessment.requirement_text import describe, joint_note, subject
from casegen.assessment.tree_limits import TreeLimits, measure_limits, tree_limits
from casegen.assessment.trees import BoundTree
from casegen.io.sentences import because, enumerated, sentence
from casegen.model.argument import AllocatedBound, Requirement, TreeTarget
from casegen.model.case import Case
from casegen.model.digits import bound_and_limit, in_full
from casegen.model.quantity import PROBABILITY_KINDS, Estimate
from casegen.model.results import EvidenceState, Freshness, JointBound, RequirementResult
from casegen.model.sentence import NOTHING, Sentence, listed
from casegen.model.vital_sign import VitalSign

UNREACHABLE = "allocated: no value is small enough for the target"
"""where the bound comes from that nothing meets"""


@dataclass(frozen=True, slots=True)
class Numbers:
    """All numbers requirements may speak of; ``problems`` says why a tree has none."""

    evidence: Mapping[str, EvidenceState]
    trees: Mapping[str, BoundTree]
    problems: Mapping[str, str]
    limits: dict[str, TreeLimits] = field(default_factory=dict, compare=False, repr=False)
    """what limits each tree's top event, as far as it was asked for"""
    unargued: Mapping[str, str] = field(default_factory=dict)
    """claims that trees name for an independence and that do not stand, each with its status"""

    def of_tree(self, case: Case, tree: str) -> TreeLimits:
        """What bars the tree's top event from claims, and what it assumes."""
        if tree not in self.trees:
            return TreeLimits()
        if tree not in self.limits:
            self.limits[tree] = tree_limits(case, self.trees[tree], self.evidence)
        return self.limits[tree]


def evaluate(case: Case, requirement: Requirement, numbers: Numbers, holder: str = "") -> RequirementResult:
    """Hold the measure's bound (its value where no confidence is asked) against the requirement's bound.

    ``holder`` is the claim that states the requirement: a bound from records together needs a claim of their
    independence among what the holder rests on.  A tree's top is compared at the worst time of its mission, strictly
    where a level that is named ends at the bound, and not with a text of how often it happens where it comes and goes.
    """
    from casegen.assessment.how_often import held_at_moments
    from casegen.assessment.level_limits import held_below_level

    def judged(wanted: Requirement) -> RequirementResult:
        return _through_time(case, wanted, numbers, holder)

    result = held_below_level(case, requirement, holder, judged)
    return held_at_moments(case, requirement, _tree_of(requirement, numbers), holder, result)


def _through_time(case: Case, requirement: Requirement, numbers: Numbers, holder: str) -> RequirementResult:
    """The requirement as it is written, at the worst time of its tree's mission."""
    bound = numbers.trees.get(str(requirement.measure.tree))
    if bound is None or bound.prepared.rises:
        return _at_one_time(case, requirement, numbers, holder)
    from casegen.assessment.every_time import at_every_time

    text = case.node[holder].text if holder in case.node else ""

    def compare(given: Numbers) -> RequirementResult:
        return _at_one_time(case, requirement, given, holder)

    return at_every_time(requirement, numbers, text, compare)


def _at_one_time(
    case: Case, requirement: Requirement, numbers: Numbers, holder: str = ""
) -> RequirementResult:
    """The same with every tree at the one time that its numbers are of."""
    limit, source, problem = _bound(case, requirement, numbers, holder)
    estimate, estimate_problem = _estimate(case, requirement, numbers)
    problem = problem or _refutes_nothing(requirement, limit) or estimate_problem
    compared, held = None, Compared(None)
    if estimate is not None and not problem:
        held = compared_with(requirement, estimate, _tree_of(requirement, numbers), limit)
        compared, problem = held.number, held.problem
    joint = _joint(case, requirement, numbers) if compared is not None and not problem else None
    together = joint is not None and joint.upper is not None and rests_on(case, holder, joint.claim)
    alone, missing = compared, _unargued(joint, numbers)
    if joint is not None and together:
        compared = joint.upper
    holds = None
    if compared is not None and limit is not None and not problem:
        holds = requirement.comparison.holds(compared, limit, decided=held.decided)
    elif source == UNREACHABLE:
        holds = False
    if missing is not None:
        if together and holds and alone is not None and not requirement.comparison.holds(alone, limit or 0.0):
            holds, problem = None, f"only the records together meet the limit, and {missing.problem}"
        joint, together, compared = missing, False, alone
    assumes = _assumptions(case, requirement, numbers)
    notes = [_taken(requirement, numbers), _assuming(assumes)]
    if held.undecided:
        notes.append(sentence("undecided"))
    if requirement.measure.tree in numbers.trees:
        tree = str(requirement.measure.tree)
        notes.append(assumed_of_events(case, tree, holder, numbers.unargued))
    if joint is not None:
        notes.append(joint_note(joint, together, () if limit is None else (limit,)))
    notes = [note for note in notes if note]
    return RequirementResult(
        text=enumerated([describe(requirement, limit, compared), *notes]),
        comparison=requirement.comparison,
        bound=limit,
        kind=requirement.kind,
        confidence=requirement.confidence,
        estimate=estimate,
        compared=compared,
        holds=holds,
        problem=problem,
        bound_source=source,
        signs=(
            *_signs(case, requirement, numbers, limit),
            *(_doubts_below(case, requirement, numbers, limit, together=together) if holds else ()),
        ),
        headroom=_headroom(requirement, compared, limit),
        subject=subject(case, requirement),
        notes=tuple(notes),
        assumes=assumes,
        joint=joint,
    )


def _doubts_below(
    case: Case, requirement: Requirement, numbers: Numbers, limit: float | None, *, together: bool
) -> tuple[VitalSign, ...]:
    """The signs of inputs of the requirement's trees with whose other limits it would not hold.

    Of an earlier run only each measure's own limit is kept.  Where the bound from records together decides
    (``together``), and that of then does not follow from these, the sign says that what was judged then is not known.
    """
    from casegen.assessment.earlier_joint import earlier_met
    from casegen.assessment.other_limits import asked_of, doubts

    asked = asked_of(case, requirement, numbers)

    def unmet(worse: Numbers) -> str:
        why = _unmet_with(case, requirement, worse)
        if not why or not together:
            return why
        if earlier_met(case, requirement, numbers, worse, limit):
            return ""
        return (
            f"it is not known whether {subject(case, requirement)} met its limit, which the records meet together: of an"
            " earlier run only the limit of each record by itself is kept"
        )

    return doubts(case, asked, numbers, unmet)


def _unmet_with(case: Case, requirement: Requirement, worse: Numbers) -> str:
    """Why the requirement is not met by these numbers; empty where it is, or nobody can tell."""
    limit, _, problem = _bound(case, requirement, worse)
    estimate, missing = _estimate(case, requirement, worse)
    if estimate is None or missing:
        return ""
    held = compared_with(requirement, estimate, _tree_of(requirement, worse), limit)
    compared = held.number
    if problem or held.problem or compared is None or limit is None:
        return f"the requirement is not evaluated ({problem or held.problem})"
    if requirement.comparison.holds(compared, limit, decided=held.decided):
        return ""
    upper = requirement.comparison.is_upper
    is_bound = requirement.confidence is not None or compared != estimate.value
    ends = bound_and_limit(compared, limit, upper=upper, is_bound=is_bound)
    sign = "exceeds" if upper else "falls short of"
    return f"{subject(case, requirement)} is {ends[0]}, which {sign} {ends[1]}"


def _joint(case: Case, requirement: Requirement, numbers: Numbers) -> JointBound | None:
    """The tree's limit from its independent records together, where the requirement asks for an upper bound."""
    bound = numbers.trees.get(str(requirement.measure.tree))
    if bound is None or not requirement.comparison.is_upper or not bound.measured:
        return None
    from casegen.assessment.joint import joint_bound

    return joint_bound(case, bound, numbers.evidence, requirement.confidence)


def _unargued(joint: JointBound | None, numbers: Numbers) -> JointBound | None:
    """The joint bound without its number, where the claim that the records are independent does not stand."""
    if joint is None or joint.upper is None or joint.claim not in numbers.unargued:
        return None
    from casegen.assessment.joint import without_claim

    return without_claim(joint, numbers.unargued[joint.claim])


def _assumptions(case: Case, requirement: Requirement, numbers: Numbers) -> tuple[str, ...]:
    """What the numbers assume besides independent draws: a measure's own assumption, a tree's through its inputs."""
    m, bound = requirement.measure, requirement.bound
    assumed = [*measure_limits(numbers.evidence.get(str(m.evidence)), str(m.measure)).assumes]
    for tree in (m.tree, bound.allocated.tree if isinstance(bound, AllocatedBound) else None):
        assumed += numbers.of_tree(case, tree).assumes if tree else ()
    return tuple(dict.fromkeys(assumed))


def _signs(
    case: Case, requirement: Requirement, numbers: Numbers, limit: float | None
) -> tuple[VitalSign, ...]:
    """The vital signs of the measure, or of every measure below the tree; there :func:`_doubts_below` weighs those that
    depend on the limit.
    """
    m = requirement.measure
    if m.tree is not None:
        return tuple(sign for sign in numbers.of_tree(case, m.tree).signs if not sign.possible)
    state, name = numbers.evidence.get(str(m.evidence)), str(m.measure)
    own = (s for s in measure_limits(state, name).signs if s.counts(name, requirement.comparison, limit))
    again = looked_again(requirement, state, limit)
    return (*own, *([again] if again is not None else []))


def _assuming(assumes: Sequence[str]) -> Sentence:
    """The assumptions as a part of the requirement's sentence; empty without one."""
    several = (
        reduce(lambda one, other: sentence("and_that", one=one, other=other), assumes) if assumes else ""
    )
    return sentence("assuming", that=several) if several else NOTHING


def _taken(requirement: Requirement, numbers: Numbers) -> Sentence:
    """What of a tree is neither measured nor uncertain: a confidence says nothing of it."""
    bound = numbers.trees.get(str(requirement.measure.tree))
    exact = len(bound.values.exact) if bound is not None else 0
    return sentence("exact_inputs", n=f"{exact:,}") if exact else NOTHING


def _bound(
    case: Case, requirement: Requirement, numbers: Numbers, holder: str = ""
) -> tuple[float | None, str, str]:
    """The bound, where it comes from, and why there is none."""
    wanted = requirement.bound
    if isinstance(wanted, TreeTarget):
        tree = case.tree.get(wanted.target_of)
        if tree is None or tree.target is None:
            return None, "", f"tree {wanted.target_of} states no target"
        return (
            tree.target.probability,
            because(sentence("limit.target", tree=tree.id), tree.target.source),
            "",
        )
    if isinstance(wanted, AllocatedBound):
        return _allocated(case, requirement, wanted, numbers, holder)
    return float(wanted), sentence("limit.stated"), ""


def _allocated(
    case: Case, requirement: Requirement, wanted: AllocatedBound, numbers: Numbers, holder: str
) -> tuple[float | None, str, str]:
    tree_id, event = wanted.allocated.tree, wanted.allocated.event
    tree, bound = case.tree.get(tree_id), numbers.trees.get(tree_id)
    if tree is None or tree.target is None:
        return None, "", f"tree {tree_id} states no target to allocate"
    if bound is None:
        return None, "", numbers.problems.get(tree_id, f"tree {tree_id} could not be quantified")
    if event not in bound.values.events and event not in bound.compiled.groups:
        return None, "", f"event {event} is not in tree {tree_id}"
    barred = numbers.of_tree(case, tree_id).barred
    if barred:
        return None, "", sentence("of_limit", tree=tree_id, problem=listed(barred))
    result = required_bound(case, bound, event, tree.target.probability, tree.target.confidence)
    joint = allocated_together(case, wanted, numbers, holder)
    result = joint or result
    if result.is_unreachable:
        return None, UNREACHABLE, result.problem
    if result.problem or result.measure is None:
        return None, "", result.problem
    if result.kind is not requirement.kind:
        return (
            None,
            "",
            f"the allocated bound is a {result.kind}, the requirement asks for a {requirement.kind}",
        )
    target = in_full(tree.target.probability)
    source = sentence("limit.allocated", target=target, tree=tree_id, event=event)
    granted = stated_limits(tree, event).at_most
    if result.probability == granted < 1.0:
        source = sentence("limit.granted", source=source, most=in_full(granted))
    if joint and tree.independent:
        source = sentence("limit.together", source=source, claim=tree.independent.claim)
    return result.measure, source, ""


def allocated_together(
    case: Case, wanted: AllocatedBound, numbers: Numbers, holder: str
) -> RequiredBound | None:
    """What the target leaves by the limit from records together, where the holder rests on their independence.

    None where the bounds by themselves decide, which leave less.
    """
    tree, bound = case.tree.get(wanted.allocated.tree), numbers.trees.get(wanted.allocated.tree)
    if tree is None or tree.target is None or tree.independent is None or bound is None or not holder:
        return None
    if tree.independent.claim in numbers.unargued:
        return None
    from casegen.assessment.allocation.joint import required_together, verdict_joint

    if not verdict_joint(case, bound, numbers.evidence, holder)[1]:
        return None
    return required_together(
        case, bound, wanted.allocated.event, tree.target.probability, tree.target.confidence
    )


def _estimate(case: Case, requirement: Requirement, numbers: Numbers) -> tuple[Estimate | None, str]:
    m = requirement.measure
    if m.tree is not None:
        bound = numbers.trees.get(m.tree)
        if bound is None:
            return None, numbers.problems.get(m.tree, f"tree {m.tree} could not be quantified")
        limits = numbers.of_tree(case, m.tree)
        if limits.impossible:
            return None, listed(limits.barred)
        estimate, problem = bound.estimate(case, requirement.confidence)
        problem = problem if requirement.confidence is not None or bound.measured else ""
        problem = listed(limits.barred) or problem
    else:
        state = numbers.evidence.get(str(m.evidence))
        if state is None or m.measure not in state.measures:
            return None, without_number(case, str(m.evidence), str(m.measure), state)
        estimate, problem = state.measures[str(m.measure)], ""
        problem = listed(measure_limits(state, str(m.measure)).barred)
    if estimate.kind is not requirement.kind:
        return estimate, f"the measure is a {estimate.kind}, the requirement asks for a {requirement.kind}"
    return estimate, problem


def without_number(case: Case, item: str, measure: str, state: EvidenceState | None) -> str:
    """Why an item gives no number for a measure that it does not have; names the package of a method that left it out."""
    if state is None or state.document is None or state.freshness is Freshness.FAILED:
        why = "; ".join(state.why) if state is not None else ""
        return f"evidence {item} has no result" + (f": {why}" if why else "")
    has = ", ".join(state.measures) or "none"
    message = f"evidence {item}: its result has no measure {measure!r}; it has: {has}"
    spec = case.evidence_item.get(item)
    point = plugins.points(plugins.METHODS).get(spec.method) if spec is not None else None
    if spec is None or point is None or not plugins.foreign(point.module):
        return message
    return f"{message}; the method {spec.method!r} of the package {plugins.owner_of(point.module)} did not give it"


def _tree_of(requirement: Requirement, numbers: Numbers) -> BoundTree | None:
    return numbers.trees.get(str(requirement.measure.tree))


def _refutes_nothing(requirement: Requirement, limit: float | None) -> str:
    """Why no number could fail the requirement: an upper limit of 1, or a lower one of 0, on a probability."""
    if limit is None or not (requirement.kind in PROBABILITY_KINDS or math.isinf(limit)):
        return ""
    comparison = requirement.comparison
    if comparison.holds(0.0, limit) and comparison.holds(1.0, limit):
        if isinstance(requirement.bound, AllocatedBound):
            one = requirement.bound.allocated
            return (
                f"nothing could refute it: the rest of the tree is so good that the target of {one.tree} is met whatever"
                f" {one.event} is; state a bound of its own, or argue {one.event} without a requirement"
            )
        return f"nothing could refute it: every probability is {comparison.value} {in_full(limit)}"
    return ""


def _headroom(requirement: Requirement, compared: float | None, limit: float | None) -> float | None:
    """How many times worse the number may get until it just meets the limit.

    Of probabilities and fractions against a limit above one half, the errors (complements) are compared: .984
    against at least .98 leaves 1.25 times the error.  A limit of 1 from above refutes nothing and leaves no room.
    """
    if compared is None or limit is None:
        return None
    upper = requirement.comparison.is_upper
    if requirement.kind in PROBABILITY_KINDS and limit > 0.5:
        if limit >= 1.0 and upper:
            return None
        compared, limit, upper = 1.0 - compared, 1.0 - limit, not upper
    # a ratio says how far only on a scale whose zero is its least: scores may be negative
    if limit < 0.0 or compared < 0.0:
        return None
    over, under = (limit, compared) if upper else (compared, limit)
    return over / under if under else None
