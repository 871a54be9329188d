"""Rows of the HAZOP table that stand beside a supported argument and that no supported claim answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from casegen.argument.reading.step import ReadingStep
from casegen.argument.view import CaseView
from casegen.model.argument import Claim


def unanswered_rows(view: CaseView, supported: Set[str]) -> Iterator[ReadingStep]:
    """Rows without an answer where a root is supported: named by no supported claim, or only by a whole whose parts
    answer other rows, or by a claim whose text names other rows."""
    if not supported & set(view.case.header.roots):
        return
    rows = [entry.id for entry in view.case.hazop]
    claims = [claim for claim in view.case.claims if claim.id in supported and claim.hazards]
    answered = {id for claim in claims for id in _answered_by(view, claim, rows)}
    for entry in view.case.hazop:
        if entry.id not in answered:
            named = next((claim.text for claim in claims if entry.id in claim.hazards), "")
            texts = (f"{entry.item}: {entry.guide_word} {entry.attribute}", entry.deviation, named)
            yield ReadingStep(entry.id, "row", tuple(filter(None, texts)), asks=True)


def rows_read(view: CaseView, supported: Set[str]) -> Iterator[ReadingStep]:
    """Each row that a supported claim names, with all that it says, and each scenario that explains one."""
    named = rows_named(view, supported)
    for entry in view.case.hazop:
        if entry.id in named:
            about = f"{entry.item}: {entry.guide_word} {entry.attribute}"
            measures = (measure.text for measure in entry.mitigations)
            said = (
                entry.deviation,
                *entry.causes,
                *entry.consequences,
                *measures,
                entry.severity,
                entry.note,
            )
            yield ReadingStep(entry.id, "hazard", tuple(dict.fromkeys(filter(None, (about, *said)))))
    for scenario in view.case.scenarios:
        if not named.isdisjoint(scenario.hazop):
            steps = (f"{step.event}: {step.text}" for step in scenario.chain if step.text)
            yield ReadingStep(scenario.id, "scenario", (scenario.title, *steps))


def rows_named(view: CaseView, supported: Set[str]) -> frozenset[str]:
    """The rows that supported claims name under ``hazards:``."""
    return frozenset(id for claim in view.case.claims if claim.id in supported for id in claim.hazards)


def _answered_by(view: CaseView, claim: Claim, rows: list[str]) -> set[str]:
    """The rows of a claim that its own words, or its parts where these are about rows, leave to it."""
    said = {id for id in rows if re.search(rf"(?<![\w-]){re.escape(id)}(?![\w-])", claim.text)}
    parts = {id for below in _below(view, claim.id) for id in below.hazards}
    return {id for id in claim.hazards if (not said or id in said) and (not parts or id in parts)}


def _below(view: CaseView, claim: str) -> Iterator[Claim]:
    """The claims that an argument of a claim has as premises, and those below them."""
    seen, waiting = {claim}, [claim]
    while waiting:
        for _, step in view.arguments_for.get(waiting.pop(), ()):
            for name in step.premises:
                part = view.repeated(name)
                if part is not None and part.id not in seen:
                    seen.add(part.id)
                    waiting.append(part.id)
                    yield part
