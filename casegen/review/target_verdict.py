"""Whether what is signed off holds, as computed from the frozen case."""

from __future__ import annotations

from casegen.assessment.assess import assess
from casegen.assessment.check import check
from casegen.model.case import Case
from casegen.model.diagnostic import Severity
from casegen.model.results import Assessment, Status
from casegen.review.dependencies import DOCUMENT

HOLDS = "holds"
_BAD = (Severity.ERROR, Severity.INPUT)


def target_verdict(case: Case, target: str) -> str:
    """:data:`HOLDS`, or why ``target`` (the case, a document section, or a part) does not hold, in words.

    A part that has no status of its own, such as an event, holds where the case has no rule error.
    """
    errors = sum(row.severity in _BAD for row in check(case))
    if errors:
        return f"{errors} rule error{'s' if errors > 1 else ''}, so that nothing is assessed"
    return assessed_verdict(assess(case), target)


def assessed_verdict(result: Assessment, target: str) -> str:
    """As :func:`target_verdict`, of an assessment that there is already."""
    case = result.case
    if target == case.header.id or target.startswith(DOCUMENT):
        return HOLDS if result.supported else _why(result)
    if target in case.header.roots and target in result.claims:
        status = result.claims[target].status
        return HOLDS if status is Status.SUPPORTED else f"{target} is {status.value}"
    if target in result.claims:
        status, claim = result.claims[target].status, case.claim[target]
        taken = status is Status.ASSUMED and bool(claim.accepted_by)
        return HOLDS if status is Status.SUPPORTED or taken else f"{target} is {status.value}"
    if target in result.nodes:
        status = result.nodes[target].status
        return HOLDS if status in (Status.SUPPORTED, Status.ASSUMED) else f"{target} is {status.value}"
    if target in result.evidence and result.evidence[target].freshness.value != "fresh":
        return f"evidence {target} is {result.evidence[target].freshness.value}"
    if target in result.trees:
        tree = result.trees[target]
        return tree.problem or ("it rests on stale evidence" if tree.stale else HOLDS)
    return HOLDS


def _why(result: Assessment) -> str:
    """What of the roots does not hold, and how much stands in the way."""
    roots = [
        f"{root} is {result.claims[root].status.value}"
        for root in result.case.header.roots
        if root in result.claims and result.claims[root].status is not Status.SUPPORTED
    ]
    n = len(result.weakest)
    points = f" ({n} point{'s' if n != 1 else ''} prevent{'s' if n == 1 else ''} support)" if n else ""
    return (", ".join(roots) or "it has no root claim") + points
