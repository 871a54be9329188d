"""Texts of the safety study that leave open what they should say: rows of the HAZOP table, steps of scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import NamedTuple

from casegen.argument.reading.row_pointers import leads_nowhere
from casegen.argument.reading.step import ReadingStep
from casegen.argument.view import CaseView
from casegen.model.case import Case
from casegen.model.hazard import HazardScenario, HazopEntry
from casegen.texts.acceptances.reasons import is_unwritten, no_reason
from casegen.texts.reservations.undecided import left_open_in, undecided

OPEN_RULE = "hazop-placeholder"
_OF_STATES = ("open", "offen")
"""what a deviation may say of a door or a valve"""
_NO_CAUSE = ("none", "no cause", "no causes", "keine", "nothing", "nichts")
"""a deviation without a cause needs no row; a row of one has not been thought through"""

_Place = tuple[str | int, ...]


class OpenText(NamedTuple):
    """A text of a row or a scenario that is still open: where it stands in its part, what it is, and what it lacks."""

    place: _Place
    field: str
    text: str
    lack: str


def open_in_row(case: Case, entry: HazopEntry) -> Iterator[OpenText]:
    """Texts of a row that say nothing yet, point to nothing, or leave a part of what they say open."""
    texts: list[tuple[_Place, str, str]] = [(("deviation",), "deviation", entry.deviation)]
    for field in ("causes", "consequences"):
        texts += [((field, k), field, text) for k, text in enumerate(getattr(entry, field))]
    for place, field, text in texts:
        state = field == "deviation" and text.casefold() in _OF_STATES
        none = field == "causes" and text.casefold().strip(" .") in _NO_CAUSE
        if text and (none or is_unwritten(text) or (undecided(text) and not state)):
            yield OpenText(place, field, text, " says nothing yet")
        elif lost := leads_nowhere(case, text, entry):
            yield OpenText(place, field, text, f": {lost}")
        elif words := left_open_in(text):
            yield OpenText(place, field, text, f" leaves something open: {words!r}")
    for k, mitigation in enumerate(entry.mitigations):
        text, at = mitigation.text, ("mitigations", k, "text")
        if is_unwritten(text) or no_reason(text) or undecided(text):
            yield OpenText(at, "mitigation", text, " says nothing yet")
        elif words := left_open_in(text):
            yield OpenText(at, "mitigation", text, f" leaves something open: {words!r}")
    if words := left_open_in(entry.note):
        yield OpenText(("note",), "note", entry.note, f" leaves something open: {words!r}")


def open_in_scenario(scenario: HazardScenario) -> Iterator[OpenText]:
    """Title and steps of a scenario that say nothing yet, or leave a part of what they say open."""
    texts: list[tuple[_Place, str, str]] = [(("title",), "title", scenario.title)]
    texts += [(("chain", k, "text"), "step", step.text) for k, step in enumerate(scenario.chain)]
    for place, field, text in texts:
        if text and text.casefold() not in _OF_STATES and (is_unwritten(text) or undecided(text)):
            yield OpenText(place, field, text, " says nothing yet")
        elif words := left_open_in(text):
            yield OpenText(place, field, text, f" leaves something open: {words!r}")


def open_rows(view: CaseView, supported: Set[str]) -> Iterator[ReadingStep]:
    """Rows and scenarios beside a supported root that are still open: the study is less complete than it looks."""
    if not supported & set(view.case.header.roots):
        return
    for entry in view.case.hazop:
        texts = [one.text for one in open_in_row(view.case, entry)]
        if texts and all(waiver.rule != OPEN_RULE for waiver in entry.waive):
            about = f"{entry.item}: {entry.guide_word} {entry.attribute}"
            yield ReadingStep(entry.id, "row-open", (about, *dict.fromkeys(texts)), asks=True)
    for scenario in view.case.scenarios:
        if texts := [one.text for one in open_in_scenario(scenario)]:
            yield ReadingStep(
                scenario.id, "row-open", tuple(dict.fromkeys((scenario.title, *texts))), asks=True
            )
