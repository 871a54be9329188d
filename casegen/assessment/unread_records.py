"""Steps that cite a measured item which no event reads once events have numbers of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from casegen.argument.status import status
from casegen.argument.view import rests_on, view_of
from casegen.assessment.assess import joined
from casegen.model.argument import Argument
from casegen.model.case import Case
from casegen.model.event_model import Constant
from casegen.model.fault_tree import FromEvidence
from casegen.model.results import Assessment, Reason, Status
from casegen.model.sentence import Sentence


def unheld_items(case: Case) -> Iterator[tuple[Argument, str]]:
    """Steps with the items that they cite and of which nothing says what they must show."""
    view = view_of(case)
    for _, step in view.arguments():
        for item in view.held.unheld(step):
            yield step, item


def without_measures(case: Case, subjects: Collection[str]) -> Case:
    """The case in which these events, and totals of common-cause groups, have a number of their own."""
    number = Constant(probability=0.0)
    return replace(
        case,
        events=tuple(e.altered(update={"model": number}) if e.id in subjects else e for e in case.events),
        common_cause=tuple(
            g.altered(update={"total": number}) if g.id in subjects else g for g in case.common_cause
        ),
    )


def newly_unheld(case: Case, subjects: Collection[str]) -> Iterator[tuple[str, str]]:
    """Claims with the items that a step of theirs cites and nothing holds to anything once ``subjects`` have numbers."""
    known = {(step.id, item) for step, item in unheld_items(case)}
    for step, item in unheld_items(without_measures(case, subjects)):
        if (step.id, item) not in known:
            yield step.supports, item


def not_evaluated(claims: Collection[str]) -> dict[str, tuple[Reason, ...]]:
    """A reason for each of the claims that leaves it not evaluated."""
    return {claim: (Reason(claim, Sentence(""), Status.NOT_EVALUATED),) for claim in claims}


def resting_on(after: Assessment, unheld: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Supported claims above those of ``unheld`` that fall with these, with the ones that each rests on."""
    judgements = joined(after.judgements, not_evaluated(unheld))
    then = status(after.case, after.requirements, after.evidence, after.trees, judgements)
    fallen = [
        claim
        for claim, result in after.claims.items()
        if result.status is Status.SUPPORTED and then.claims[claim].status is not Status.SUPPORTED
    ]
    below = {claim: tuple(c for c in unheld if rests_on(after.case, claim, c)) for claim in fallen}
    return {claim: below[claim] for claim in fallen if claim not in unheld}


def left_unread(case: Case) -> Iterator[tuple[str, frozenset[str]]]:
    """Claims with events and groups: once all of these are set, an item that a step of the claim cites is not read.

    Tried are single readers of an item, those of one tree, and all of them.
    """
    for item in case.evidence_item:
        for some in sorted(_readers(case, item), key=lambda some: (len(some), sorted(some))):
            for claim, unread in newly_unheld(case, some):
                if unread == item:
                    yield claim, some


def _readers(case: Case, item: str) -> set[frozenset[str]]:
    """What reads the item, together and apart; a common-cause group stands for its members."""
    models = {event.id: event.model for event in case.events} | {g.id: g.total for g in case.common_cause}
    every = {name for name, m in models.items() if isinstance(m, FromEvidence) and m.evidence == item}
    parts = view_of(case).parts_of
    of_tree = (
        {name for name in every if name in parts[tree] or any(p in parts[tree] for p in _members(case, name))}
        for tree in parts
    )
    return {frozenset(some) for some in (every, *of_tree, *({name} for name in every)) if some}


def _members(case: Case, name: str) -> tuple[str, ...]:
    return next((tuple(g.members) for g in case.common_cause if g.id == name), ())
