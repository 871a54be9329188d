"""Sub-cases in other words than their claim: a person reads whether they say no more."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.reading.step import ReadingStep
from casegen.argument.view import CaseView
from casegen.texts.events.absolutes import wider
from casegen.texts.reservations.repeated_otherwise import says_more


def repetitions(view: CaseView) -> Iterator[ReadingStep]:
    """Sub-cases worded otherwise than their claim; one that adds *every*, or exchanges a deciding word, asks."""
    for sub in view.case.sub_cases:
        claim = view.case.claim.get(sub.claim)
        if claim is not None and sub.text and sub.text != claim.text:
            more = wider(sub.text, claim.text) or says_more(sub.text, claim.text)
            yield ReadingStep(
                sub.id, "sub-case", (sub.text, claim.text, *([more] if more else [])), asks=bool(more)
            )
