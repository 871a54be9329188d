"""What an independent assessor does: freeze, verify, compare, find, decide, sign.

Importing this package loads nothing but itself; each name is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casegen.lazy_names import lazy_names

if TYPE_CHECKING:
    from casegen.review.acceptance import discharge, sign_off
    from casegen.review.acts import add_finding, decide, respond
    from casegen.review.baseline import Baseline, baselines, create, find, latest
    from casegen.review.compliance import ClauseCoverage, ComplianceMatrix, matrix
    from casegen.review.difference import Difference, diff
    from casegen.review.points import ReviewPoint, settlement
    from casegen.review.reopening import FindingState, ReviewState, SignOffState, review_state
    from casegen.review.resolve import opened
    from casegen.review.verification import verify

_HOMES = {
    "add_finding": "acts", "decide": "acts", "respond": "acts", "sign_off": "acceptance",
    "discharge": "acceptance", "ReviewPoint": "points", "settlement": "points",
    "Baseline": "baseline", "baselines": "baseline", "create": "baseline", "find": "baseline",
    "latest": "baseline", "ClauseCoverage": "compliance", "ComplianceMatrix": "compliance", "matrix": "compliance",
    "Difference": "difference", "diff": "difference",
    "FindingState": "reopening", "ReviewState": "reopening", "SignOffState": "reopening",
    "review_state": "reopening", "opened": "resolve", "verify": "verification",
}  # fmt: skip

__all__ = [
    "Baseline", "ClauseCoverage", "ComplianceMatrix", "Difference", "FindingState", "ReviewPoint", "ReviewState",
    "SignOffState", "add_finding", "baselines", "create", "decide", "diff", "discharge", "find", "latest",
    "matrix", "opened", "respond", "review_state", "settlement", "sign_off", "verify",
]  # fmt: skip

__getattr__, __dir__ = lazy_names(__name__, _HOMES, __all__)
