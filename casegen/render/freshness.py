"""Whether the numbers that a requirement compares are those of the case as it stands."""

from __future__ import annotations

from casegen.assessment.overdue_reviews import numbers_out_of_date, review_overdue
from casegen.model.results import Assessment, ClaimResult, Status


def out_of_date(assessment: Assessment, claim: ClaimResult) -> bool:
    """Whether a claim's requirement was met, or missed, by numbers that do not count as the case stands.

    Their inputs changed since, or the claim rests on what is stale or overdue
    (:func:`casegen.assessment.overdue_reviews.review_overdue` tells which).
    """
    return numbers_out_of_date(assessment, claim) or claim.status is Status.STALE


def by_old_numbers(assessment: Assessment, claim: ClaimResult) -> bool:
    """The same where numbers are old, and not by the date of a review alone."""
    return out_of_date(assessment, claim) and not review_overdue(assessment, claim)
