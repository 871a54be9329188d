"""Times of a claim, and of the claims that show its number, that are longer than what the number is for."""

from __future__ import annotations

from collections.abc import Iterator, Set

from casegen.argument.reading.exposures import equates, mission_hours, shown_above
from casegen.argument.reading.step import ReadingStep
from casegen.argument.view import CaseView
from casegen.model.argument import Claim
from casegen.model.quantity import MeasureKind
from casegen.texts.frequencies.agreement import events_of
from casegen.texts.times.unplaced_times import unplaced_times
from casegen.texts.unavailability.moments import is_of_a_demand


def unplaced(view: CaseView, claim: Claim, text: str) -> tuple[str, ...]:
    """Times of a text, of the claim or of one that shows its number, that may be what a number is claimed for.

    Not where a context above says that the mission is as long: that is compared (``text-time``).
    """
    wanted = claim.requirement
    if wanted is None or wanted.kind not in (MeasureKind.PER_MISSION, MeasureKind.PER_DEMAND):
        return ()
    if wanted.kind is MeasureKind.PER_DEMAND and is_of_a_demand(text):
        return ()
    tree = view.case.tree.get(wanted.measure.tree or "")
    per_mission = tree is not None and wanted.kind is MeasureKind.PER_MISSION
    hours = mission_hours(view, tree) if tree is not None and per_mission else None
    if hours is not None and equates(view, claim.id, hours):
        return ()
    return unplaced_times(text, hours, "; ".join(events_of(view.case, wanted)))


def unplaced_above(view: CaseView, supported: Set[str]) -> Iterator[ReadingStep]:
    """Claims without a requirement that name such a time and show the number of one below."""
    asked: set[str] = set()
    for claim in view.case.claims:
        if claim.id not in supported or claim.requirement is None:
            continue
        for one in shown_above(view, claim.id):
            if one.id in supported - asked and (left := unplaced(view, claim, one.text)):
                asked.add(one.id)
                yield ReadingStep(one.id, "number", (one.text, *left), asks=True)
