"""What closed a finding or met a condition, as a part to be read: no program judges whether it settles that."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.reading.step import ReadingStep
from casegen.review.events import Disposed, FindingStatus
from casegen.review.journal import Journal, ReviewFinding, SignOff
from casegen.review.reopening import superseding

_KINDS = ("closing", "discharge")


def settlement_steps(journal: Journal) -> Iterator[ReadingStep]:
    """A part to be read for each finding that was closed, and each condition that was met and counts, with the words.

    Texts: what was asked, what was said, and what was named as evidence.
    """
    for finding in journal.findings:
        yield from _closing(finding)
    for one in journal.sign_offs:
        if not superseding(one, journal.sign_offs):
            yield from _discharges(one)


def is_settlement(step: ReadingStep) -> bool:
    """Whether a part to be read is what somebody settled a finding or a condition with."""
    return step.kind in _KINDS


def _closing(finding: ReviewFinding) -> Iterator[ReadingStep]:
    last = finding.events[-1]
    if finding.recorded is FindingStatus.CLOSED and isinstance(last, Disposed):
        yield _step("closing", finding.id, finding.raised.text, last.text, last.evidence, last.by.name)


def _discharges(one: SignOff) -> Iterator[ReadingStep]:
    conditions = one.signed.conditions
    for event in {event.condition: event for event in one.discharged}.values():
        if event.condition <= len(conditions):
            wanted = conditions[event.condition - 1]
            yield _step("discharge", one.id, wanted, event.text, event.evidence, event.by.name)


def _step(kind: str, id: str, asked: str, said: str, evidence: tuple[str, ...], by: str) -> ReadingStep:
    texts = (text for text in (asked, said.strip(), *evidence) if text)
    return ReadingStep(id, kind, tuple(texts), by)
