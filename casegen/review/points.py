"""The end of a review as one table: verdict, evidence, findings, sign-offs, history, and what is left to do.

A review is settled when every point is done: the case holds as it is now, its evidence is fresh, no finding
waits for anybody, somebody accepted the case as a whole, and no sign-off that counts speaks against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from casegen.argument.leaf_status import overdue
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic
from casegen.model.legible import quoted
from casegen.model.plural import counted
from casegen.model.results import Assessment, Freshness
from casegen.review.events import Decision, FindingStatus
from casegen.review.journal import Journal
from casegen.review.questions import questions_of, unread_parts
from casegen.review.reopening import FindingState, ReviewState, SignOffState
from casegen.review.target_verdict import HOLDS, assessed_verdict

_WAITS = {
    FindingStatus.OPEN: "the author owes an answer: review respond",
    FindingStatus.ANSWERED: "the reviewer owes a decision: review close",
    FindingStatus.ACCEPTED: "do the work, then: review close",
    FindingStatus.REJECTED: "the author owes another answer: review respond",
}


class PointKind(StrEnum):
    """What a point of a review is about."""

    VERDICT = "verdict"
    EVIDENCE = "evidence"
    QUESTION = "question"
    OVERDUE = "overdue"
    HISTORY = "history"
    FINDING = "finding"
    SIGN_OFF = "sign-off"
    ACCEPTANCE = "acceptance"


@dataclass(frozen=True, slots=True)
class ReviewPoint:
    """One thing a review looks at: ``subject`` (its id), ``what`` it is, its ``state``, what is ``left`` to do."""

    kind: PointKind
    subject: str
    what: str
    state: str
    left: str = ""

    @property
    def done(self) -> bool:
        """Nothing is left to do."""
        return not self.left


def settlement(
    case: Case, state: ReviewState, assessed: Assessment | None, errors: int = 0
) -> tuple[ReviewPoint, ...]:
    """Every point of the review of ``case``, what prevents its end first.

    ``assessed`` is None where ``errors`` of the rules keep the case from being assessed.
    """
    points = [
        *_verdict(case, assessed, errors, state),
        *_questions(assessed, state),
        *_overdue(case),
        *(_problem(p, state.journal) for p in state.problems),
        *(_finding(one) for one in state.findings),
        *(_sign_off(one) for one in state.sign_offs),
        *_acceptance(case, state),
    ]
    return tuple(sorted(points, key=lambda point: point.done))


def _problem(problem: Diagnostic, journal: Journal) -> ReviewPoint:
    left = "install the package" if problem in journal.unchecked else "restore it as it was"
    return ReviewPoint(PointKind.HISTORY, "history", str(problem.location), problem.message, left)


def _verdict(
    case: Case, assessed: Assessment | None, errors: int, state: ReviewState
) -> Iterator[ReviewPoint]:
    if assessed is None:
        words = f"{counted(errors, 'rule error')}: nothing is assessed"
        yield ReviewPoint(PointKind.VERDICT, "verdict", case.header.id, words, "casegen check")
        return
    verdict = assessed_verdict(assessed, case.header.id)
    shown, unread = verdict, unread_parts(assessed, state.journal) if verdict == HOLDS else 0
    if unread:
        shown = f"{HOLDS} by its numbers, {counted(unread, 'part')} unread"
    left = "" if verdict == HOLDS else "casegen assess"
    yield ReviewPoint(PointKind.VERDICT, "verdict", case.header.id, shown, left)
    for item in assessed.evidence.values():
        if item.freshness is not Freshness.FRESH:
            why = f": {'; '.join(item.main_reasons)}" if item.why else ""
            state_now = f"{item.freshness.value}{why}"
            yield ReviewPoint(PointKind.EVIDENCE, item.id, "evidence", state_now, "casegen evidence run")


def _questions(assessed: Assessment | None, state: ReviewState) -> Iterator[ReviewPoint]:
    """What no program answers, each with who has read it."""
    for one in questions_of(assessed, state.journal) if assessed is not None else ():
        compared = " ← ".join(quoted(text) for text in one.step.texts)
        what = f"question: {one.step.question} {compared}"
        said = f"read by {quoted(one.read_by)}: {quoted(one.text)}" if one.read_by else "nobody has read it"
        left = "" if one.read_by else f"casegen review read CASE {one.step.id}"
        yield ReviewPoint(PointKind.QUESTION, one.step.id, what, said, left)


def _overdue(case: Case) -> Iterator[ReviewPoint]:
    """Parts of the argument whose own date of review has passed."""
    for _, _, node in case.nodes():
        if overdue(node):
            what, state = "part to be reviewed again", f"was due on {node.review_by}"
            left = "review it, and state the next `review_by`"
            yield ReviewPoint(PointKind.OVERDUE, node.id, what, state, left)


def _finding(one: FindingState) -> ReviewPoint:
    raised, kind = one.finding.raised, PointKind.FINDING
    what = f"{raised.severity} on {raised.target}"
    if one.reopened:
        state = f"was {one.finding.recorded}, is open again: {one.reopened[0]}"
        more = f" (and {len(one.reopened) - 1} more)" if len(one.reopened) > 1 else ""
        left = "look again at a new baseline: review close"
        return ReviewPoint(kind, one.finding.id, what, state + more, left)
    return ReviewPoint(kind, one.finding.id, what, one.status.value, _WAITS.get(one.status, ""))


def _sign_off(one: SignOffState) -> ReviewPoint:
    state, left = standing(one)
    signed = one.sign_off.signed
    what = f"{signed.decision} of {signed.target} by {quoted(signed.by.name)}"
    what += ", although it did not hold" if signed.override else ""
    return ReviewPoint(PointKind.SIGN_OFF, signed.sign_off, what, state, left)


def standing(one: SignOffState) -> tuple[str, str]:
    """The state of a sign-off, and what is left to do."""
    signed = one.sign_off.signed
    if one.superseded_by:
        return f"superseded by {one.superseded_by}", ""
    if not one.stands:
        return f"no longer valid: {one.reopened[0]}", "sign again at a new baseline: review sign"
    if signed.decision is Decision.REJECT:
        return "stands", "remove the reason, then the same person signs again"
    if one.open_conditions:
        numbers = ", ".join(map(str, one.open_conditions))
        conditions = counted(len(signed.conditions), "condition")
        state = f"{len(one.open_conditions)} of {conditions} open: {numbers}"
        return state, "meet them, then: review discharge"
    return "stands", ""


def _acceptance(case: Case, state: ReviewState) -> Iterator[ReviewPoint]:
    """Whether somebody accepted the case, or each of its root claims."""
    accepted = {one.sign_off.target for one in state.sign_offs if one.accepts}
    roots = set(case.header.roots)
    if case.header.id not in accepted and not (roots and roots <= accepted):
        state_now, left = "nobody has accepted the case", "casegen review sign"
        yield ReviewPoint(PointKind.ACCEPTANCE, "sign-off", case.header.id, state_now, left)
