"""Which bound of a top event counts: the one that a claim compares."""

from __future__ import annotations

from casegen.model.results import Assessment, JointBound


def joint_bound(assessment: Assessment, tree: str) -> JointBound | None:
    """The bound from independent records together, where a claim compares it instead of the one of each by itself."""
    for claim in assessment.case.claims:
        result = assessment.claims.get(claim.id)
        used = result.requirement if result is not None else None
        if used is None or claim.requirement is None or claim.requirement.measure.tree != tree:
            continue
        joint = used.joint
        if joint is None or joint.upper is None or joint.confidence is None or used.compared != joint.upper:
            continue
        return joint
    return None
