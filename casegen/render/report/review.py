"""Document control, findings, sign-offs and the compliance matrix as rows of the document."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.render.language import counted, in_words, key_of, translate
from casegen.render.report.changes import baseline_row
from casegen.render.report.links import Links
from casegen.render.views.audit import (
    ActView,
    ApprovalView,
    ComplianceView,
    ControlView,
    FindingView,
    ReviewView,
)
from casegen.render.wording import anchor
from casegen.review.dossier import ClauseCoverage, ComplianceMatrix, Dossier, FindingState, SignOffState
from casegen.review.events import Decision, FindingSeverity, FindingStatus

FINDING_CLASS = {
    "open": "challenged", "answered": "stale", "accepted": "assumed", "rejected": "challenged", "closed": "supported",
}  # fmt: skip
DECISION_CLASS = {"accept": "supported", "accept with conditions": "assumed", "reject": "challenged"}
COVERAGE_CLASS = {
    ClauseCoverage.COVERED: "supported", ClauseCoverage.PARTLY: "stale", ClauseCoverage.NOT_COVERED: "challenged",
    ClauseCoverage.NOT_APPLICABLE: "unknown",
}  # fmt: skip

FEW_CANDIDATES = 6
"""Nodes shown that look related to a clause that is not mapped; they count for nothing."""


def control_row(dossier: Dossier, case: str) -> ControlView:
    """Which frozen state the document shows, which there are, and who approved the case ``case``."""
    shown, last = dossier.shown, dossier.baselines[-1] if dossier.baselines else None
    if shown is not None:
        state = translate("control.shown", name=shown.name)
    elif last is not None:
        state = translate("control.working", name=last.name)
    else:
        state = translate("control.unfrozen")
    return {
        "state": state,
        "damaged": damage(dossier),
        "frozen": shown is not None,
        "baseline": baseline_row(shown) if shown is not None else None,
        "baselines": [baseline_row(one) for one in dossier.baselines],
        "approvals": [_approval(one) for one in dossier.review.sign_offs if one.sign_off.target == case],
    }


def damage(dossier: Dossier) -> str:
    """That nothing that was decided counts as it stands, because the history is not whole, or not checked; else empty."""
    problems, unchecked = dossier.review.problems, dossier.review.journal.unchecked
    if len(problems) > len(unchecked):
        return translate("review.damaged")
    return translate("review.unchecked") if unchecked else ""


def open_findings(dossier: Dossier) -> str:
    """How many findings of the review are open, the most severe first; empty where none is."""
    findings = dossier.review.findings
    left = [one for one in findings if one.status is not FindingStatus.CLOSED]
    if not left:
        return ""
    counts = (
        (severity, sum(one.finding.raised.severity is severity for one in left))
        for severity in FindingSeverity
    )
    by = ", ".join(f"{review_word(severity.value)}: {n}" for severity, n in counts if n)
    return translate("verdict.findings", open=len(left), count=len(findings), severities=by)


def review_word(value: str) -> str:
    """A severity, status, decision or independence in the language of the document."""
    return translate(f"review_word.{key_of(value)}")


def _who(name: str, signer: str | None) -> str:
    """A name, with the key that signed where there is one: else it is only what somebody typed."""
    return translate("review.with_key", who=name, signer=f"{signer[:16]}…") if signer else name


def _approval(one: SignOffState) -> ApprovalView:
    signed = one.sign_off.signed
    return {
        "id": signed.sign_off,
        "name": _who(signed.by.name, one.sign_off.signer),
        "role": signed.by.role,
        "organisation": signed.by.organisation,
        "independence": signed.by.independence.value,
        "decision": signed.decision.value,
        "decision_words": review_word(signed.decision.value),
        "independence_words": review_word(signed.by.independence.value),
        "class": _class(one),
        "conditions": [
            _condition(text, who, said, undone)
            for text, who, said, undone in zip(
                signed.conditions, one.discharged, one.said, one.undone, strict=True
            )
        ],
        "open_conditions": list(one.open_conditions) if one.stands and not one.superseded_by else [],
        "text": " ".join(filter(None, (signed.text, _although(one)))),
        "date": signed.at[:10],
        "baseline": signed.baseline.name,
        "root": signed.baseline.root,
        "stands": one.stands,
        "state": _standing(one),
        "why": [*map(in_words, one.reopened)],
    }


def _class(one: SignOffState) -> str:
    """A good sign only at what counts, accepts, and was accepted as it held."""
    if one.superseded_by:
        return "unknown"
    if not one.stands:
        return "stale"
    signed = one.sign_off.signed
    accepts = signed.decision is not Decision.REJECT
    return "undeveloped" if accepts and signed.override else DECISION_CLASS[signed.decision.value]


def _condition(text: str, who: str, said: str, undone: tuple[str, str]) -> str:
    """A condition, and who has found it met, in what words; or who had, and why that counts no longer."""
    if who and said:
        return translate("review.condition_met_as", condition=text, who=who, said=said)
    if who:
        return translate("review.condition_met", condition=text, who=who)
    before, why = undone
    return translate("review.condition_undone", condition=text, who=before, why=why) if why else text


def _standing(one: SignOffState) -> str:
    if one.superseded_by:
        return translate("control.superseded", by=one.superseded_by)
    if not one.stands:
        return translate("control.fallen")
    if one.sign_off.decision is Decision.REJECT:
        return translate("control.rejects")
    words = translate("control.overridden" if one.sign_off.signed.override else "control.stands")
    if not one.open_conditions:
        return words
    left = counted("control.conditions_open", len(one.discharged), open=len(one.open_conditions))
    return f"{words}, {left}"


def _although(one: SignOffState) -> str:
    """That the target did not hold when it was accepted, and the reason that was given."""
    signed = one.sign_off.signed
    if not signed.override:
        return ""
    return translate("review.although", verdict=signed.verdict, reason=signed.override)


def review_row(dossier: Dossier, links: Links) -> ReviewView:
    """Findings with their dispositions, and sign-offs of the whole case and of parts."""
    result = dossier.review
    return {
        "settled": result.settled and all(point.done for point in dossier.points),
        "points": [
            {
                "kind": p.kind,
                "subject": p.subject,
                "what": p.what,
                "state": p.state,
                "left": p.left,
                "done": p.done,
            }
            for p in dossier.points
        ],
        "findings": [_finding(one, links) for one in result.findings],
        "sign_offs": [
            {
                **_approval(one),
                "anchor": anchor("sign-off", one.sign_off.id),
                "target": links.reference(one.sign_off.target),
            }
            for one in result.sign_offs
        ],
        "problems": [{"place": str(d.location), "message": d.message} for d in result.problems],
    }


def _finding(one: FindingState, links: Links) -> FindingView:
    raised = one.finding.raised
    return {
        "id": one.finding.id,
        "anchor": anchor("finding", one.finding.id),
        "target": links.reference(raised.target),
        "baseline": raised.baseline.name,
        "severity": raised.severity.value,
        "severity_words": review_word(raised.severity.value),
        "category": raised.category,
        "clause": raised.clause,
        "text": raised.text,
        "by": _who(raised.by.name, one.finding.signers[0]),
        "independence": raised.by.independence.value,
        "independence_words": review_word(raised.by.independence.value),
        "raised": raised.at[:10],
        "status": one.status.value,
        "status_words": review_word(one.status.value),
        "recorded_words": review_word(one.finding.recorded.value),
        "class": FINDING_CLASS[one.status.value],
        "reopened": [*map(in_words, one.reopened)],
        "history": list(_history(one)),
    }


def _history(one: FindingState) -> Iterator[ActView]:
    for event, signer in list(zip(one.finding.events, one.finding.signers, strict=True))[1:]:
        what = getattr(event, "status", "") or event.event
        yield {
            "date": event.at[:10],
            "what": what,
            "what_words": review_word(what),
            "who": _who(event.by.name, signer),
            "role": event.by.role,
            "text": getattr(event, "text", ""),
            "evidence": list(getattr(event, "evidence", ())),
        }


def compliance_rows(dossier: Dossier, links: Links) -> list[ComplianceView]:
    """Each standard of which the case maps a clause: covered, partly covered, not covered, with the nodes."""
    return [_matrix(one, links) for one in dossier.matrices]


def _matrix(matrix: ComplianceMatrix, links: Links) -> ComplianceView:
    about = matrix.standard
    return {
        "id": about.id,
        "anchor": anchor("standard", about.id),
        "title": about.title,
        "edition": about.edition,
        "source": about.source,
        "available": about.available,
        "compared": about.compared,
        "not_available": about.not_available,
        "counts": [
            {
                "word": c.value,
                "words": translate(f"coverage.{key_of(c.value)}"),
                "class": COVERAGE_CLASS[c],
                "count": n,
            }
            for c in ClauseCoverage
            if (n := matrix.count(c))
        ],
        "clauses": [
            {
                "clause": row.clause.id,
                "topic": row.clause.topic,
                "ask": row.clause.ask,
                "coverage": row.coverage.value,
                "words": translate(f"coverage.{key_of(row.coverage.value)}"),
                "class": COVERAGE_CLASS[row.coverage],
                "nodes": links.references(row.nodes),
                "why": [*map(in_words, row.why)],
                "candidates": links.references(row.candidates[:FEW_CANDIDATES]),
                "more_candidates": max(0, len(row.candidates) - FEW_CANDIDATES),
                "note": row.note,
            }
            for row in matrix.rows
        ],
    }
