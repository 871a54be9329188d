"""What a change does: to evidence, trees, claims, and to what reviewers have settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from casegen.assessment.limits_of import tree_limits
from casegen.io.sentences import sentence
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.digits import same, times
from casegen.model.plural import counted
from casegen.model.results import Assessment, EvidenceState, Freshness, Reason
from casegen.review.questions import open_in_both
from casegen.store.recipe import recipe


@dataclass(frozen=True, slots=True)
class EvidenceChange:
    """An evidence item whose state differs, or whose recipe does."""

    id: str
    before: str | None
    after: str | None
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TopChange:
    """A top event whose probability or bound differs, as it is judged."""

    tree: str
    before: float | None
    after: float | None
    before_upper: float | None
    after_upper: float | None
    problem: str = ""
    at_worst: bool = False
    """whether one of the two is of a time before the end of the mission, at which the top event is largest"""
    limits: tuple[float, ...] = ()
    """what the top event is compared with, before and after"""
    stale: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """stale evidence items that the number comes from, before and after"""

    @property
    def ratio(self) -> float | None:
        """after / before, 1 where they are equal up to rounding; None where either is missing or before is 0."""
        return times(self.after, self.before)


@dataclass(frozen=True, slots=True)
class ClaimChange:
    """A claim of both cases whose status differs, with the reasons it has now."""

    id: str
    before: str
    after: str
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RequirementChange:
    """A claim of both cases whose bound, or the bound used, differs."""

    id: str
    bound_before: float | None
    bound_after: float | None
    compared_before: float | None
    compared_after: float | None
    upper: bool = True
    """the bound is from above"""

    @property
    def limits(self) -> tuple[float, ...]:
        """Both bounds, as far as there are any."""
        return tuple(one for one in (self.bound_before, self.bound_after) if one is not None)


@dataclass(frozen=True, slots=True)
class Impact:
    """What follows from the difference of two cases.

    ``problem`` says why statuses and trees could not be compared: then ``claims`` and ``trees`` are empty.
    """

    evidence: tuple[EvidenceChange, ...]
    trees: tuple[TopChange, ...]
    claims: tuple[ClaimChange, ...]
    supported: tuple[bool | None, bool | None]
    errors: tuple[Diagnostic, ...]
    """rule errors of the new case that the old one has not"""
    problem: str = ""
    requirements: tuple[RequirementChange, ...] = ()
    questions_open: tuple[int, int] = (0, 0)
    """questions that nobody has answered, of the old and the new case"""

    @property
    def stale_evidence(self) -> tuple[str, ...]:
        """Items that the change made stale."""
        return tuple(one.id for one in self.evidence if one.after == Freshness.STALE.value)


def impact(old: Case, new: Case, assessed: Assessment | None = None) -> Impact:
    """Assess both cases on the results they hold and compare; no evidence is computed.

    ``assessed`` is the assessment of ``new``, where there is one already.
    """
    from casegen.assessment.checks.case import checked

    findings, then = checked(old)
    before = _errors(findings)
    if assessed is not None and assessed.diagnostics:  # those of a check: nothing has to be found again
        findings, evidence_now, now = assessed.diagnostics, assessed.evidence, None
    else:
        findings, now = checked(new)
        evidence_now = now.evidence
    after = _errors(findings)
    known = {(d.rule, d.message) for d in before}
    errors = tuple(d for d in after if (d.rule, d.message) not in known)
    evidence = tuple(_evidence(old, then.evidence, new, evidence_now))
    broken = [name for name, result in (("old", before), ("new", after)) if result]
    first = then.assess() if not before else None
    second = None if after else assessed if assessed is not None or now is None else now.assess()
    verdicts = (first.supported if first else None, second.supported if second else None)
    if first is None or second is None:
        counts = {"old": len(before), "new": len(after)}
        words = " and ".join(f"the {name} case has {counted(counts[name], 'rule error')}" for name in broken)
        return Impact(evidence, (), (), verdicts, errors, f"{words}: trees and statuses are not compared")
    return Impact(
        evidence, tuple(_trees(first, second)), tuple(_claims(first, second)), verdicts, errors,
        requirements=tuple(_requirements(first, second)), questions_open=open_in_both(first, second),
    )  # fmt: skip


def _errors(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    return [d for d in findings if d.severity in (Severity.ERROR, Severity.INPUT)]


def _evidence(
    old: Case, before: Mapping[str, EvidenceState], new: Case, after: Mapping[str, EvidenceState]
) -> Iterator[EvidenceChange]:
    keys_before, keys_after = _recipes(old), _recipes(new)
    for item in (*before, *(i for i in after if i not in before)):
        a, b = before.get(item), after.get(item)
        state_a, state_b = _state(a), _state(b)
        if state_a != state_b or keys_before.get(item) != keys_after.get(item):
            yield EvidenceChange(item, state_a, state_b, b.why if b else ())


def _state(state: EvidenceState | None) -> str | None:
    return state.freshness.value if state else None


def _recipes(case: Case) -> Mapping[str, str]:
    result: dict[str, str] = {}
    for index, item in enumerate(case.evidence_items):
        wanted, _ = recipe(case, index)
        result.setdefault(item.id, wanted.key if wanted else "")
    return result


def _trees(before: Assessment, after: Assessment) -> Iterator[TopChange]:
    for tree in (name for name in after.trees if name in before.trees):
        a, b = before.trees[tree], after.trees[tree]
        was, now = a.judged, b.judged
        one = TopChange(
            tree,
            a.judged_value,
            b.judged_value,
            was.upper if was else None,
            now.upper if now else None,
            b.problem or b.worst_unknown or a.worst_unknown,
            a.is_worst_before_the_end or b.is_worst_before_the_end,
            (*tree_limits(before, tree), *tree_limits(after, tree)),
            (a.stale_items, b.stale_items),
        )
        equal = same(one.before, one.after) and same(one.before_upper, one.after_upper)
        if not equal or a.problem != b.problem:
            yield one


def _claims(before: Assessment, after: Assessment) -> Iterator[ClaimChange]:
    for claim, was in before.claims.items():
        now = after.claims.get(claim)
        if now is not None and now.status is not was.status:
            yield ClaimChange(claim, was.status.value, now.status.value, _why(was.reasons, now.reasons))


def _why(was: Sequence[Reason], now: Sequence[Reason]) -> tuple[str, ...]:
    """What made the status another: the reasons that are new, else those that are gone, else all there are."""
    known, left = {(r.target, r.message) for r in was}, {(r.target, r.message) for r in now}
    new = tuple(r.message for r in now if (r.target, r.message) not in known)
    gone = tuple(sentence("no_longer", reason=r.message) for r in was if (r.target, r.message) not in left)
    return new or gone or tuple(r.message for r in now)


def _requirements(before: Assessment, after: Assessment) -> Iterator[RequirementChange]:
    for claim, was in before.claims.items():
        now = after.claims.get(claim)
        if now is None or was.requirement is None or now.requirement is None:
            continue
        a, b = was.requirement, now.requirement
        if not (same(a.bound, b.bound) and same(a.compared, b.compared)):
            yield RequirementChange(claim, a.bound, b.bound, a.compared, b.compared, b.comparison.is_upper)
