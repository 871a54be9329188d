"""Claims that are supported only because a record counts as the source of a number that a what-if sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from casegen.argument.reading.event_sources import taken
from casegen.argument.status import StatusResult, status
from casegen.argument.view import CaseView, rests_on
from casegen.assessment.assess import Change, joined
from casegen.assessment.edited import edited
from casegen.io.sentences import enumerated, sentence
from casegen.model.argument import AllocatedBound, Claim
from casegen.model.case import Case
from casegen.model.results import Assessment, Reason, Status
from casegen.model.safety_results import ReductionDecision


@dataclass(frozen=True, slots=True)
class WithoutSource:
    """Supported claims that the case edited so only assumes."""

    events: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """claims that use a tree, with its events whose number has no source then"""
    above: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """claims above these, with the ones that each rests on"""

    @property
    def claims(self) -> frozenset[str]:
        """All of them."""
        return frozenset({*self.events, *self.above})

    def lines(self, before: Assessment) -> tuple[str, ...]:
        """A line for each; ``before`` tells which were supported without the changes."""
        own = [
            f"{claim} {stays_or_becomes(before, claim)} supported with {_number_of(events)} no source of "
            f"{'its' if len(events) == 1 else 'their'} own: the record counts as it; in the case edited so the claim is "
            "at best assumed until a source is stated"
            for claim, events in self.events.items()
        ]
        above = [
            f"{claim} rests on {enumerated(below)}; in the case edited so it is at best assumed too"
            for claim, below in self.above.items()
        ]
        return (*own, *above)


def stays_or_becomes(before: Assessment, claim: str) -> str:
    """The verb of a claim that is supported with the changes: whether it was without them, in ``before``."""
    return "stays" if before.claims[claim].status is Status.SUPPORTED else "becomes"


def _number_of(events: Sequence[str]) -> str:
    return (
        f"a number of {events[0]} that has"
        if len(events) == 1
        else f"numbers of {enumerated(events)} that have"
    )


def without_source(case: Case, after: Assessment, changes: Sequence[Change]) -> WithoutSource:
    """Claims that ``after`` supports, and that the case edited so assumes, since events have no source there."""
    lost = _lost(case, after, changes)
    if not lost:
        return WithoutSource()
    then, judgements = _then(after, lost, {})
    fallen = [
        claim
        for claim, result in after.claims.items()
        if result.status is Status.SUPPORTED and then.claims[claim].status is not Status.SUPPORTED
    ]
    used = {claim: _events(case, claim, lost, judgements) for claim in fallen}
    own = {claim: events for claim, events in used.items() if events}
    above = {
        claim: tuple(below for below in own if rests_on(case, claim, below))
        for claim in fallen
        if claim not in own
    }
    return WithoutSource(own, above)


def edited_statuses(
    case: Case, after: Assessment, changes: Sequence[Change], reasons: Mapping[str, tuple[Reason, ...]]
) -> dict[str, Status]:
    """Status of each claim in the case edited so; ``reasons``: of claims that are not evaluated there."""
    lost = _lost(case, after, changes)
    result = after if not lost and not reasons else _then(after, lost, reasons)[0]
    return {claim: one.status for claim, one in result.claims.items()}


def _then(
    after: Assessment, lost: Mapping[str, tuple[str, ...]], reasons: Mapping[str, tuple[Reason, ...]]
) -> tuple[StatusResult, Mapping[str, tuple[Reason, ...]]]:
    """What follows where the events ``lost`` of each tree have no source; with the judgements that say so of claims."""
    trees = {
        id: replace(tree, unsourced=(*tree.unsourced, *lost.get(id, ()))) for id, tree in after.trees.items()
    }
    judgements = joined(after.judgements, _left_out(after, lost), reasons)
    return status(after.case, after.requirements, after.evidence, trees, judgements), judgements


def _lost(case: Case, after: Assessment, changes: Sequence[Change]) -> dict[str, tuple[str, ...]]:
    """Events without a source once the changes are written into the case, and not in the what-if, by tree."""
    if not any(change.event for change in changes):
        return {}
    view = CaseView(edited(case, changes))
    result: dict[str, tuple[str, ...]] = {}
    for id, tree in after.trees.items():
        events = tuple(event.id for event in taken(view, id) if event.id not in tree.unsourced)
        result |= {id: events} if events else {}
    return result


def _left_out(after: Assessment, lost: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[Reason, ...]]:
    """What the comparison of measures against risk takes without a source, of the claim that names it."""
    study = after.reductions
    if study is None or study.criterion.claim is None or not study.holds:
        return {}
    trees = {
        change.tree
        for measure in study.measures
        if measure.decision is ReductionDecision.OUT_OF_PROPORTION
        for change in measure.trees
    }
    reasons = tuple(
        Reason(event, sentence("unsourced", tree=tree, event=event), Status.ASSUMED)
        for tree, events in lost.items()
        if tree in trees
        for event in events
    )
    return {study.criterion.claim: reasons} if reasons else {}


def _events(
    case: Case,
    claim: str,
    lost: Mapping[str, tuple[str, ...]],
    judgements: Mapping[str, tuple[Reason, ...]],
) -> tuple[str, ...]:
    """Events without a source of the trees that the claim or a step to it uses."""
    names = [event for tree in _trees(case, case.claim[claim]) for event in lost.get(tree, ())]
    every = {event for events in lost.values() for event in events}
    names += [reason.target for reason in judgements.get(claim, ()) if reason.target in every]
    return tuple(dict.fromkeys(names))


def _trees(case: Case, claim: Claim) -> Iterator[str]:
    wanted = claim.requirement
    if wanted is not None:
        bound = wanted.bound
        yield from filter(None, (wanted.measure.tree,))
        yield from (bound.allocated.tree,) if isinstance(bound, AllocatedBound) else ()
    yield from (a.tree for a in case.arguments if a.supports == claim.id and a.tree is not None)
