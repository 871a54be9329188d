"""The difference of two cases with everything that follows from it, as one value and one JSON document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from casegen.assessment.documents import number
from casegen.model.case import Case
from casegen.model.legible import quoted
from casegen.model.results import Assessment
from casegen.review.added_parts import recorded_meanings, since_frozen
from casegen.review.change_text import part_name, sentence
from casegen.review.changes import Changes, compare
from casegen.review.events import FindingStatus
from casegen.review.impact import ClaimChange, EvidenceChange, Impact, impact
from casegen.review.journal import read_journal

if TYPE_CHECKING:
    from casegen.model.output.review import DifferenceDocument, ImpactDocument, MovedRow, OpenRow, SettledRow
    from casegen.review.baseline import Baseline
    from casegen.review.reopening import ReviewState


@dataclass(frozen=True, slots=True)
class SettledPoint:
    """A finding or sign-off that the change touches, and what differs from the baseline it was decided at."""

    id: str
    target: str
    was: str
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StillOpen:
    """A finding or sign-off that waits for somebody; ``changed`` names what of its target the change made different."""

    id: str
    target: str
    status: str
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What a change means for a review: what it opens again, and what is open whatever changed."""

    findings: tuple[SettledPoint, ...] = ()
    open_findings: tuple[StillOpen, ...] = ()
    sign_offs: tuple[SettledPoint, ...] = ()
    open_sign_offs: tuple[StillOpen, ...] = ()
    """those that do not accept: a rejection that stands, open conditions, no longer valid for another reason"""
    deleted: tuple[str, ...] = ()
    """events of the review of OLD that are not in that of NEW: none is ever edited or deleted"""


@dataclass(frozen=True, slots=True)
class Difference:
    """Two cases compared."""

    old: str
    new: str
    changes: Changes
    impact: Impact
    review: Reviewed = Reviewed()
    judged_otherwise: tuple[str, ...] = ()
    """rules and types of gates of installed packages that are not those which judged a frozen case; both cases are judged
    by what is installed"""

    def marks(self) -> dict[str, str]:
        """What a drawing marks: ids of the new case that are ``added`` or ``changed``, with which."""
        result = {change.key.id: "changed" for change in self.changes.changed}
        return result | {key.id: "added" for key in self.changes.added}

    def sentences(self) -> tuple[str, ...]:
        """What differs, one sentence per part or field, for people."""
        changes = self.changes
        words = [f"added: {part_name(key)} {key.id}" for key in changes.added]
        words += [f"removed: {part_name(key)} {key.id}" for key in changes.removed]
        words += [f"renamed: {part_name(a)} {a.id} is now {b.id}" for a, b in changes.renamed]
        words += [sentence(change) for change in changes.changed]
        words += [f"deleted from the review: {event}" for event in self.review.deleted]
        return tuple(
            words + [f"{one}: both states are judged by what is installed" for one in self.judged_otherwise]
        )

    def document(self) -> DifferenceDocument:
        """``diff --json``."""
        changes = self.changes
        return {
            "old": self.old,
            "new": self.new,
            "added": [key.id for key in changes.added],
            "removed": [key.id for key in changes.removed],
            "renamed": [{"old": a.id, "new": b.id, "part": part_name(a)} for a, b in changes.renamed],
            "changed": [
                {
                    "id": c.key.id, "field": c.field, "old": c.old, "new": c.new, "part": part_name(c.key),
                    "sentence": sentence(c),
                }
                for c in changes.changed
            ],
            "parts": {
                "added": [{"id": key.id, "part": part_name(key)} for key in changes.added],
                "removed": [{"id": key.id, "part": part_name(key)} for key in changes.removed],
            },
            "judged_otherwise": list(self.judged_otherwise),
            "impact": self._impact(),
            "supported": {"before": self.impact.supported[0], "after": self.impact.supported[1]},
            "questions_open": {"before": self.impact.questions_open[0], "after": self.impact.questions_open[1]},
        }  # fmt: skip

    def _impact(self) -> ImpactDocument:
        result, review = self.impact, self.review
        return {
            "stale_evidence": list(result.stale_evidence),
            "evidence": [_moved(one) for one in result.evidence],
            "trees": [
                {
                    "tree": t.tree, "before": t.before, "after": t.after, "ratio": number(t.ratio),
                    "before_upper": t.before_upper, "after_upper": t.after_upper, "problem": t.problem,
                    "at_worst": t.at_worst, "stale": {"before": list(t.stale[0]), "after": list(t.stale[1])},
                }
                for t in result.trees
            ],
            "claims": [_moved(one) for one in result.claims],
            "requirements": [
                {
                    "id": r.id, "bound_before": number(r.bound_before), "bound_after": number(r.bound_after),
                    "compared_before": r.compared_before, "compared_after": r.compared_after,
                }
                for r in result.requirements
            ],
            "findings": [_settled(one) for one in review.findings],
            "open_findings": [_open(one) for one in review.open_findings],
            "sign_offs": [_settled(one) for one in review.sign_offs],
            "open_sign_offs": [_open(one) for one in review.open_sign_offs],
            "deleted_events": list(review.deleted),
            "errors": [{"rule": d.rule, "message": d.message} for d in result.errors],
            "problem": result.problem,
        }  # fmt: skip


def _moved(change: EvidenceChange | ClaimChange) -> MovedRow:
    return {"id": change.id, "before": change.before, "after": change.after, "why": list(change.why)}


def _open(one: StillOpen) -> OpenRow:
    return {"id": one.id, "target": one.target, "status": one.status, "changed": list(one.changed)}


def _settled(one: SettledPoint) -> SettledRow:
    return {"id": one.id, "target": one.target, "was": one.was, "why": list(one.why)}


def diff(
    old: Case,
    new: Case,
    *,
    labels: tuple[str, str] = ("old", "new"),
    reviewed: Path | None = None,
    assessed: Assessment | None = None,
    state: ReviewState | None = None,
    changes: Changes | None = None,
    frozen: Sequence[Baseline] = (),
) -> Difference:
    """Compare two cases.

    ``reviewed`` is the case folder that holds review and baselines, ``assessed`` the assessment of ``new`` and
    ``state`` that of its review where there is one already, ``changes`` what differs if that is known.  ``frozen``:
    the baselines that one or both of the cases are of.
    """
    if changes is None:
        changes = compare(old, new, None, (recorded_meanings(frozen, old), recorded_meanings(frozen, new)))
    review = Reviewed() if reviewed is None else _reviewed(reviewed, old, new, changes, state)
    otherwise = dict.fromkeys(words for one in frozen for words in since_frozen(one))
    return Difference(*labels, changes, impact(old, new, assessed), review, tuple(otherwise))


def _reviewed(reviewed: Path, old: Case, new: Case, changes: Changes, state: ReviewState | None) -> Reviewed:
    """What ``new`` opens again of what was settled, and what is open anyway.

    A finding or sign-off is compared with the baseline it was decided at, never with ``old``; it counts
    as touched where the change from ``old`` has a part in that, as open where it was so already.
    """
    from casegen.review.points import standing
    from casegen.review.reopening import review_state, touches

    state = state or review_state(new, folder=reviewed)
    moved = touches(old, new, changes)
    moved_signed = touches(old, new, changes, signed=True)
    findings, still, signed, waiting = [], [], [], []
    for one in state.findings:
        result, here = one.finding, moved(one.finding.target)
        if one.reopened and here:
            findings.append(SettledPoint(result.id, result.target, result.recorded.value, one.reopened))
        elif one.status is not FindingStatus.CLOSED:
            still.append(StillOpen(result.id, result.target, one.status.value, here))
    for sign_off in state.sign_offs:
        by, here = sign_off.sign_off, moved_signed(sign_off.sign_off.target)
        if sign_off.reopened and here:
            signed.append(SettledPoint(by.id, by.target, by.decision.value, sign_off.reopened))
        elif not (sign_off.accepts or sign_off.superseded_by):
            words = f"{by.decision} by {quoted(by.by.name)}: {standing(sign_off)[0]}"
            waiting.append(StillOpen(by.id, by.target, words, here))
    deleted = tuple(_deleted(old.root, reviewed))
    return Reviewed(tuple(findings), tuple(still), tuple(signed), tuple(waiting), deleted)


def _deleted(old: Path, new: Path) -> Iterator[str]:
    """Events of the review below ``old`` that are not below ``new``, each in words."""
    before, after = read_journal(old), read_journal(new).hashes
    words = {one.id: f"{one.raised.severity} on {one.target}, {one.recorded}" for one in before.findings}
    words |= {one.id: f"{one.decision} of {one.target} by {one.by.name}" for one in before.sign_offs}
    for digest, name in before.hashes.items():
        if digest not in after:
            record = name.split("/")[1]
            yield f"{name}" + (f" ({record}: {words[record]})" if record in words else "")
