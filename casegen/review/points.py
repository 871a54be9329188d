"""The end of a review as one table: verdict, evidence, findings, sign-offs, history, and what is left to do.

A review is settled when every point is done: the case holds as it is now, its evidence is fresh, no finding
waits for anybody, somebody accepted the case as a whole, and no sign-off that counts speaks against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from casegen.argument.leaf_status import overdue
from casegen.model.case import Case
from casegen.model.plural import counted
from casegen.model.results import Assessment, Freshness
from casegen.review.events import Decision, FindingStatus
from casegen.review.questions import questions_of, unread_parts
from casegen.review.reopening import FindingState, ReviewState, SignOffState
from casegen.review.target_verdict import HOLDS, assessed_verdict

_WAITS = {
    FindingStatus.OPEN: "the author owes an answer: review respond",
    FindingStatus.ANSWERED: "the reviewer owes a decision: review close",
    FindingStatus.ACCEPTED: "do the work, then: review close",
    FindingStatus.REJECTED: "the author owes another answer: review respond",
}


@dataclass(frozen=True, slots=True)
class ReviewPoint:
    """One thing a review looks at: ``subject`` (its id), ``what`` it is, its ``state``, what is ``left`` to do."""

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
        *(ReviewPoint("history", str(p.location), p.message, "restore it as it was") for p in state.problems),
        *(_finding(one) for one in state.findings),
        *(_sign_off(one) for one in state.sign_offs),
        *_acceptance(case, state),
    ]
    return tuple(sorted(points, key=lambda point: point.done))


def _verdict(
    case: Case, assessed: Assessment | None, errors: int, state: ReviewState
) -> Iterator[ReviewPoint]:
    if assessed is None:
        words = f"{counted(errors, 'rule error')}: nothing is assessed"
        yield ReviewPoint("verdict", case.header.id, words, "casegen check")
        return
    verdict = assessed_verdict(assessed, case.header.id)
    shown, unread = verdict, unread_parts(assessed, state.journal) if verdict == HOLDS else 0
    if unread:
        shown = f"{HOLDS} by its numbers, {counted(unread, 'part')} unread"
    yield ReviewPoint("verdict", case.header.id, shown, "" if verdict == HOLDS else "casegen assess")
    for item in assessed.evidence.values():
        if item.freshness is not Freshness.FRESH:
            why = f": {item.why[0]}" if item.why else ""
            yield ReviewPoint(item.id, "evidence", f"{item.freshness.value}{why}", "casegen evidence run")


def _questions(assessed: Assessment | None, state: ReviewState) -> Iterator[ReviewPoint]:
    """What no program answers, each with who has read it."""
    for one in questions_of(assessed, state.journal) if assessed is not None else ():
        quoted = " ← ".join(f'"{text}"' for text in one.step.texts)
        what = f"question: {one.step.question} {quoted}"
        if one.read_by:
            yield ReviewPoint(one.step.id, what, f"read by {one.read_by}: {one.text}")
        else:
            yield ReviewPoint(
                one.step.id, what, "nobody has read it", f"casegen review read CASE {one.step.id}"
            )


def _overdue(case: Case) -> Iterator[ReviewPoint]:
    """Parts of the argument whose own date of review has passed."""
    for _, _, node in case.nodes():
        if overdue(node):
            what = "part to be reviewed again"
            yield ReviewPoint(
                node.id, what, f"was due on {node.review_by}", "review it, and state the next `review_by`"
            )


def _finding(one: FindingState) -> ReviewPoint:
    raised = one.finding.raised
    what = f"{raised.severity} on {raised.target}"
    if one.reopened:
        state = f"was {one.finding.recorded}, is open again: {one.reopened[0]}"
        more = f" (and {len(one.reopened) - 1} more)" if len(one.reopened) > 1 else ""
        return ReviewPoint(one.finding.id, what, state + more, "look again at a new baseline: review close")
    return ReviewPoint(one.finding.id, what, one.status.value, _WAITS.get(one.status, ""))


def _sign_off(one: SignOffState) -> ReviewPoint:
    signed = one.sign_off.signed
    what = f"{signed.decision} of {signed.target} by {signed.by.name}"
    what += ", although it did not hold" if signed.override else ""
    if one.superseded_by:
        return ReviewPoint(signed.sign_off, what, f"superseded by {one.superseded_by}")
    if not one.stands:
        state = f"no longer valid: {one.reopened[0]}"
        return ReviewPoint(signed.sign_off, what, state, "sign again at a new baseline: review sign")
    if signed.decision is Decision.REJECT:
        return ReviewPoint(
            signed.sign_off, what, "stands", "remove the reason, then the same person signs again"
        )
    if one.open_conditions:
        numbers = ", ".join(map(str, one.open_conditions))
        state = (
            f"{len(one.open_conditions)} of {counted(len(signed.conditions), 'condition')} open: {numbers}"
        )
        return ReviewPoint(signed.sign_off, what, state, "meet them, then: review discharge")
    return ReviewPoint(signed.sign_off, what, "stands")


def _acceptance(case: Case, state: ReviewState) -> Iterator[ReviewPoint]:
    """Whether somebody accepted the case, or each of its root claims."""
    accepted = {one.sign_off.target for one in state.sign_offs if one.accepts}
    roots = set(case.header.roots)
    if case.header.id not in accepted and not (roots and roots <= accepted):
        yield ReviewPoint("sign-off", case.header.id, "nobody has accepted the case", "casegen review sign")
