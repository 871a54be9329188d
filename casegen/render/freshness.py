"""Whether the numbers that a requirement compares are those of the case as it stands."""

from __future__ import annotations

from casegen.model.results import Assessment, ClaimResult, Freshness, Status


def out_of_date(assessment: Assessment, claim: ClaimResult) -> bool:
    """Whether a claim's requirement was met, or missed, by numbers whose inputs changed since."""
    stated = assessment.case.claim.get(claim.id)
    measure = stated.requirement.measure if stated is not None and stated.requirement is not None else None
    state = assessment.evidence.get(measure.evidence or "") if measure else None
    tree = assessment.trees.get(measure.tree or "") if measure else None
    old = (state is not None and state.freshness is not Freshness.FRESH) or (tree is not None and tree.stale)
    return old or claim.status is Status.STALE
