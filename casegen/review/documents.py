"""The review as JSON documents, for ``--json`` and the pack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from casegen.review.compliance import ComplianceMatrix
from casegen.review.points import ReviewPoint
from casegen.review.reopening import FindingState, ReviewState, SignOffState

if TYPE_CHECKING:
    from casegen.model.output.review import (
        ChecklistDocument,
        FindingDocument,
        PersonRow,
        PointRow,
        ProblemRow,
        ReviewDocument,
        SignOffDocument,
    )


def finding_document(one: FindingState) -> FindingDocument:
    """A finding with its status, history and what has opened it again."""
    raised = one.finding.raised
    return {
        "id": one.finding.id,
        "target": raised.target,
        "baseline": raised.baseline.name,
        "severity": raised.severity.value,
        "category": raised.category,
        "clause": raised.clause,
        "text": raised.text,
        "by": cast("PersonRow", raised.by.model_dump(mode="json")),
        "raised": raised.at,
        "status": one.status.value,
        "recorded": one.finding.recorded.value,
        "reopened": list(one.reopened),
        "history": [
            event.model_dump(mode="json", exclude_none=True) | {"signer": signer}
            for event, signer in zip(one.finding.events, one.finding.signers, strict=True)
        ],
    }


def sign_off_document(one: SignOffState) -> SignOffDocument:
    """A sign-off, and whether it stands."""
    signed = one.sign_off.signed
    data = signed.model_dump(mode="json", exclude_none=True)
    return cast("SignOffDocument", {
        "id": signed.sign_off, **data, "signer": one.sign_off.signer,
        "stands": one.stands, "reopened": list(one.reopened), "superseded_by": one.superseded_by,
        "discharged": [
            {"condition": text, "by": who}
            for text, who in zip(signed.conditions, one.discharged, strict=True)
        ],
    })  # fmt: skip


def problem_rows(state: ReviewState) -> list[ProblemRow]:
    """What is wrong with the history of the review."""
    return [{"file": d.location.file, "message": d.message} for d in state.problems]


def point_row(point: ReviewPoint) -> PointRow:
    """A thing that a review looks at, and what is left to do of it."""
    return {
        "subject": point.subject, "what": point.what, "state": point.state, "left": point.left, "done": point.done,
    }  # fmt: skip


def review_document(
    state: ReviewState, points: Sequence[ReviewPoint], unread: int, last: Sequence[str] = ()
) -> ReviewDocument:
    """``review status --json``; ``unread``: how many parts nobody has read."""
    return {
        "settled": all(point.done for point in points),
        "points": [point_row(point) for point in points],
        "findings": [finding_document(one) for one in state.findings],
        "sign_offs": [sign_off_document(one) for one in state.sign_offs],
        "problems": problem_rows(state),
        "unread": unread,
        "last": list(last),
    }


def matrix_document(matrix: ComplianceMatrix) -> ChecklistDocument:
    """One standard of ``review checklist --json``."""
    about = matrix.standard
    return {
        "standard": about.id,
        "title": about.title,
        "edition": about.edition,
        "source": about.source,
        "available": about.available,
        "compared": about.compared,
        "not_available": about.not_available,
        "clauses": [
            {
                "clause": row.clause.id, "topic": row.clause.topic, "ask": row.clause.ask,
                "coverage": row.coverage.value, "nodes": list(row.nodes), "why": list(row.why),
                "candidates": list(row.candidates), "note": row.note,
            }
            for row in matrix.rows
        ],
    }  # fmt: skip
