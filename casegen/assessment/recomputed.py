"""Recomputed evidence against the verdict: numbers that agree within a tolerance may still stand on two sides of a limit.

How far an item may differ depends on the processor that its result names, and whoever writes a result writes that too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from casegen.assessment.assess import BREAKING, Session
from casegen.assessment.checks.case import checked
from casegen.assessment.requirement_text import describe
from casegen.model.case import Case
from casegen.model.digits import bound_and_limit
from casegen.model.results import Assessment, EvidenceState, RequirementResult
from casegen.store.stored_result import estimate
from casegen.store.verify import DIFFERENT, WITHIN, Recomputed


def held_to_verdict(case: Case, outcomes: Sequence[Recomputed]) -> list[Recomputed]:
    """``outcomes``, of which those within tolerance are *different* that change what the case is judged as.

    All of them stand in place of what is stored, together: a tree adds up what each leaves.  Named are those that change
    the verdict by themselves; where none does, all of them.
    """
    within = [one for one in outcomes if one.outcome == WITHIN]
    findings, session = checked(case) if within else ((), None)
    if session is None or any(one.severity in BREAKING for one in findings):
        return list(outcomes)  # nothing differs, or no command judges the case
    together = tuple(_changes(session, within))
    if not together:
        return list(outcomes)
    alone = {one.id: words for one in within if (words := tuple(_changes(session, [one])))}
    named = alone or {one.id: together for one in within}
    return [
        replace(one, outcome=DIFFERENT, differences=(*named[one.id], *one.differences))
        if one.id in named
        else one
        for one in outcomes
    ]


def _changes(session: Session, outcomes: Collection[Recomputed]) -> Iterator[str]:
    """What is judged otherwise with these numbers in place of the stored ones: requirements, else claims."""
    states = {one.id: _recomputed(session.evidence[one.id], one) for one in outcomes}
    before, after = session.assess(), session.on({**session.evidence, **states}).assess()
    limits = [id for id, was in before.requirements.items() if was.holds is not after.requirements[id].holds]
    for id in limits:
        yield _limit(session.case, id, before, after)
    if limits:
        return
    for id, claim in before.claims.items():
        now = after.claims[id].status
        if claim.status is not now:
            yield f"claim {id}: {claim.status.value} with what is stored, {now.value} with what is recomputed"


def _recomputed(state: EvidenceState, outcome: Recomputed) -> EvidenceState:
    measures = {name: estimate(measure) for name, measure in outcome.result["measures"].items()}
    return replace(state, measures=measures, document={**(state.document or {}), **outcome.result})


def _limit(case: Case, id: str, before: Assessment, after: Assessment) -> str:
    """The requirement of a claim or context, and on which side of its limit each of the numbers is."""
    was, now = before.requirements[id], after.requirements[id]
    requirement = getattr(case.node[id], "requirement", None)
    limit = describe(requirement, was.bound, was.compared) if requirement else was.text
    return f"{id}: {limit} is {_side(was)} with what is stored, {_side(now)} with what is recomputed"


def _side(result: RequirementResult) -> str:
    if result.holds is None or result.compared is None or result.bound is None:
        return f"not evaluated ({result.problem})"
    upper = result.comparison.is_upper
    number = bound_and_limit(result.compared, result.bound, upper=upper, is_bound=not result.is_value)[0]
    return f"{'met' if result.holds else 'not met'} ({number})"
