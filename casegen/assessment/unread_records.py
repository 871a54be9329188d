"""Steps that cite a measured item which no event reads once events have numbers of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from casegen.argument.view import CaseView, view_of
from casegen.model.argument import Argument
from casegen.model.case import Case
from casegen.model.event_model import Constant
from casegen.model.fault_tree import FromEvidence


def unheld_items(case: Case) -> Iterator[tuple[Argument, str]]:
    """Steps with the items that they cite and of which nothing says what they must show."""
    view = CaseView(case)
    for _, step in view.arguments():
        for item in view.held.unheld(step):
            yield step, item


def without_measures(case: Case, subjects: Collection[str]) -> Case:
    """The case in which these events, and totals of common-cause groups, have a number of their own."""
    number = Constant(probability=0.0)
    return replace(
        case,
        events=tuple(e.model_copy(update={"model": number}) if e.id in subjects else e for e in case.events),
        common_cause=tuple(
            g.model_copy(update={"total": number}) if g.id in subjects else g for g in case.common_cause
        ),
    )


def left_unread(case: Case) -> Iterator[tuple[str, frozenset[str]]]:
    """Claims with events and groups: once all of these are set, an item that a step of the claim cites is not read.

    Tried are single readers of an item, those of one tree, and all of them.
    """
    known = {(step.id, item) for step, item in unheld_items(case)}
    for item in case.evidence_item:
        for some in sorted(_readers(case, item), key=lambda some: (len(some), sorted(some))):
            for step, unread in unheld_items(without_measures(case, some)):
                if unread == item and (step.id, item) not in known:
                    yield step.supports, some


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
