"""Which claims are stale by the date of a review alone: the evidence is fresh, and is not to be called old."""

from __future__ import annotations

from casegen.argument.status import REASON_LIMIT
from casegen.assessment.next_steps import key_of
from casegen.model.results import Assessment, ClaimResult, Freshness, Status


def review_overdue(assessment: Assessment, claim: ClaimResult) -> bool:
    """Whether a claim is stale by nothing but parts whose review is overdue: no number that it rests on is old."""
    if claim.status is not Status.STALE or numbers_out_of_date(assessment, claim):
        return False
    if not _anything_stale(assessment):
        return True
    stale = [reason for reason in claim.reasons if reason.status is Status.STALE]
    # of a claim with more reasons than are kept, those that are left out may be of stale evidence
    known = len(claim.reasons) < REASON_LIMIT
    return known and bool(stale) and all(key_of(reason.message) == "overdue" for reason in stale)


def numbers_out_of_date(assessment: Assessment, claim: ClaimResult) -> bool:
    """Whether the inputs of the numbers that the requirement compares changed since, or were never measured."""
    stated = assessment.case.claim.get(claim.id)
    measure = stated.requirement.measure if stated is not None and stated.requirement is not None else None
    state = assessment.evidence.get(measure.evidence or "") if measure else None
    tree = assessment.trees.get(measure.tree or "") if measure else None
    return (state is not None and state.freshness is not Freshness.FRESH) or (tree is not None and tree.stale)


def _anything_stale(assessment: Assessment) -> bool:
    """Whether the case has evidence, or a fault tree, whose numbers are not of the case as it stands."""
    states = assessment.evidence.values()
    return any(state.freshness is Freshness.STALE for state in states) or any(
        tree.stale for tree in assessment.trees.values()
    )
