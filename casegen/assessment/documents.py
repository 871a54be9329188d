"""Results as the JSON documents of the interface; the same values the pages are drawn from."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, cast

from casegen.assessment.joint import smaller_limit
from casegen.assessment.points import reading_steps
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.quantity import Estimate
from casegen.model.results import Assessment, ClaimResult, EvidenceState, RequirementResult
from casegen.model.vital_sign import VitalSign

if TYPE_CHECKING:
    from casegen.argument.reading.step import ReadingStep
    from casegen.assessment.whatif import WhatIfComparison
    from casegen.model.ledger import Account, Ledger
    from casegen.model.output.case import (
        AccountDocument,
        AssessmentDocument,
        CheckDocument,
        ClaimRow,
        EstimateRow,
        EvidenceDocument,
        EvidenceRow,
        JointRow,
        Number,
        ReadingRow,
        RequirementRow,
        SignRow,
    )
    from casegen.model.output.studies import MovedTree, WhatIfDocument


def number(value: float | None) -> Number:
    """A number JSON can hold: infinities become the text ``"inf"`` or ``"-inf"``."""
    if value is None or math.isnan(value):
        return None
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


def estimate(result: Estimate | None) -> EstimateRow | None:
    """An estimate with value, bounds, confidence and kind."""
    return None if result is None else cast("EstimateRow", result.model_dump(mode="json", exclude_none=True))


def requirement(result: RequirementResult | None) -> RequirementRow | None:
    """A requirement as evaluated."""
    if result is None:
        return None
    return {
        "text": result.text,
        "comparison": result.comparison.value,
        "bound": number(result.bound),
        "bound_source": result.bound_source,
        "kind": result.kind.value,
        "confidence": result.confidence,
        "compared": result.compared,
        "compared_confidence": result.level,
        "holds": result.holds,
        "headroom": number(result.headroom),
        "joint": None if result.joint is None else cast("JointRow", asdict(result.joint)),
        "problem": result.problem,
        "signs": [sign(s) for s in result.signs],
    }


def sign(result: VitalSign) -> SignRow:
    """A vital sign, with its waiver."""
    return {
        "name": result.name,
        "evidence": result.evidence,
        "severity": "fails" if result.fails else "suspicious",
        "message": result.message,
        "measures": list(result.measures),
        "hint": result.hint,
        "waived_by": result.waived_by,
        "reason": result.reason,
        "possible": dict(result.possible),
    }


def diagnostics(result: Iterable[Diagnostic]) -> CheckDocument:
    """``check --json``."""
    rows = list(result)
    bad = (Severity.ERROR, Severity.INPUT)
    return {
        "errors": sum(row.severity in bad for row in rows),
        "warnings": sum(row.severity is Severity.WARNING for row in rows),
        "diagnostics": [
            {
                "rule": row.rule,
                "severity": row.severity.value,
                "message": row.message,
                "file": row.location.file,
                "line": row.location.line,
                "column": row.location.column,
                "source": row.source,
                "hint": row.hint,
            }
            for row in rows
        ],
    }


def account(result: Account, *, holds: bool, independent: bool = False) -> AccountDocument:
    """What a claim spends; a confidence only where it ``holds`` and nothing is compared by its value."""
    value = result.if_independent if independent else result.confidence
    return {
        "statistical": result.statistical,
        "doubts": result.doubts,
        "confidence": value if holds and result.spends and not result.by_value else None,
        "spends": [
            {"source": s.source, "alpha": s.alpha, "looks": s.looks, "total": s.total, "measured": s.measured}
            for s in result.spends
        ],
        "compared_by_value": list(result.by_value),
        "leaves_without_doubt": result.unstated,
        "independence_argued_by": result.argued or None,
    }


def _claim(claim: ClaimResult, ledger: Ledger | None) -> ClaimRow:
    spent = ledger.account(claim.id) if ledger is not None else None
    return {
        "id": claim.id,
        "status": claim.status.value,
        "requirement": requirement(claim.requirement),
        "estimate": estimate(claim.requirement.estimate) if claim.requirement else None,
        "reasons": [
            {"target": r.target, "message": r.message, "status": r.status.value} for r in claim.reasons
        ],
        "spent": None if spent is None else {"statistical": spent.statistical, "doubts": spent.doubts},
    }


def assessment(
    result: Assessment, readings: Iterable[tuple[ReadingStep, str]] | None = None
) -> AssessmentDocument:
    """``assess --json``.  ``readings``: every part to be read, with its reader; unless given, those of the case alone.

    A review adds parts of its own: what settled a finding or a condition.
    """
    read = [(step, "") for step in reading_steps(result)] if readings is None else list(readings)
    return {
        "supported": result.supported,
        "questions_open": sum(step.asks and not by for step, by in read),
        "unread": sum(not by for _, by in read),
        "claims": [_claim(claim, result.ledger) for claim in result.claims.values()],
        "ledger": None
        if result.ledger is None
        else account(result.ledger.account(result.case.header.roots), holds=result.supported),
        "joint_confidence": result.split.document() if result.split is not None else None,
        "evidence": [evidence_row(state) for state in result.evidence.values()],
        "trees": [
            {
                "tree": tree.id,
                "top": estimate(tree.top),
                "problem": tree.problem,
                "exact": tree.exact,
                "stale": list(tree.stale_items),
                "rounding": tree.rounding,
                "independence": tree.independence,
            }
            for tree in result.trees.values()
        ],
        "weakest": [
            {"target": r.target, "message": r.message, "status": r.status.value} for r in result.weakest
        ],
        "to_be_read": [_reading(step, by) for step, by in read],
        "questions": [_reading(step, by) for step, by in read if step.asks],
    }


def _reading(step: ReadingStep, by: str) -> ReadingRow:
    return {"id": step.id, "question": step.question, "texts": list(step.texts), "read_by": by}


def evidence_row(state: EvidenceState) -> EvidenceRow:
    """One line of ``evidence list --json``."""
    return {
        "id": state.id,
        "status": state.freshness.value,
        "why": list(state.why),
        "versions": list(state.versions),
    }


def evidence(state: EvidenceState) -> EvidenceDocument:
    """``evidence show --json``: the stored document with its freshness."""
    return {
        "id": state.id,
        "method": (state.document or {}).get("method"),
        "measures": (state.document or {}).get("measures", {}),
        "provenance": (state.document or {}).get("provenance", {}),
        "reading": (state.document or {}).get("recipe", {}).get("reading", {}),
        "looks": state.looks,
        "assumptions": (state.document or {}).get("assumptions", []),
        "tables": (state.document or {}).get("tables", []),
        "notes": (state.document or {}).get("notes", []),
        "signs": [sign(s) for s in state.signs],
        "read": (state.document or {}).get("read", []),
        "status": state.freshness.value,
        "why": list(state.why),
        "versions": list(state.versions),
    }


def _moved_tree(result: WhatIfComparison, tree: str) -> MovedTree:
    before, after = result.before.trees[tree], result.after.trees[tree]
    was, now = before.judged, after.judged
    together = [smaller_limit(one.case, one.requirements, tree) for one in (result.before, result.after)]
    rows = after.events.values() if now is not None else ()
    return {
        "tree": tree,
        "before": before.judged_value,
        "after": after.judged_value,
        "at_worst": before.is_worst_before_the_end or after.is_worst_before_the_end,
        "problem": result.worst_unknown(tree) if now is not None else result.not_evaluated[tree],
        "before_problem": "" if was is not None else result.lacking_before(tree),
        "ratio": number(result.ratio(tree)),
        "before_upper": was.upper if was is not None else None,
        "after_upper": now.upper if now is not None else None,
        "before_together": together[0].upper if together[0] else None,
        "after_together": together[1].upper if together[1] else None,
        "rounding": after.rounding if now is not None else "",
        "importance": [{"event": e.id, **{k: number(v) for k, v in e.importance.items()}} for e in rows],
    }


def comparison(result: WhatIfComparison, open_questions: tuple[int, int]) -> WhatIfDocument:
    """``whatif --json``: changes, trees and claims before and after; ``open_questions``: of both, by nobody answered."""
    flipped, unread = set(result.flipped()), result.doubtful
    document: WhatIfDocument = {
        "changes": [
            {
                "set": c.subject,
                "to": c.distribution.model_dump(exclude_none=True) if c.distribution else c.number,
            }
            for c in result.changes
        ],
        "unchanged": list(result.unchanged),
        "set_aside": list(result.set_aside),
        "barred": {tree: list(reasons) for tree, reasons in result.barred.items()},
        "not_evaluated": dict(result.not_evaluated),
        "stale": {tree: list(items) for tree, items in result.stale.items()},
        "unread": list(result.unread),
        "trees": [_moved_tree(result, tree) for tree in result.before.trees],
        "claims": [
            {
                "id": claim,
                "before": before.status.value,
                "after": result.after.claims[claim].status.value,
                "flipped": claim in flipped,
                "unread": claim in unread,
                "edited": result.edited[claim].value,
            }
            for claim, before in result.before.claims.items()
        ],
        "supported": {"before": result.before.supported, "after": result.supported},
        "questions_open": {"before": open_questions[0], "after": open_questions[1]},
    }
    if result.name:
        document["scenario"] = result.name
    return document
