"""What a claim says beside what its item counts, and beside other claims on the same number, as a person compares it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.argument.reading.records import MOST_BYTES, record_of
from casegen.argument.reading.same_data import recorded_again
from casegen.argument.reading.step import ReadingStep
from casegen.argument.reading.used_numbers import Used
from casegen.argument.view import CaseView
from casegen.model.argument import Claim, Requirement
from casegen.model.case import Case
from casegen.model.number_text import in_full
from casegen.texts.events.counted_by_name import counts_failures_alone, fails_in_any_way, says_the_same
from casegen.texts.events.failure_definitions import counted_otherwise
from casegen.texts.frequencies.agreement import failure_of
from casegen.texts.frequencies.agreement import words_of as words_of_item
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.wording.event_words import words_of

_LETTER = re.compile(r"\b(?:[A-Z]|[A-Z]?\d{1,2})\b(?![.,/]?\d)")
_ANY_FAILURE = words_of("fails failed failing failure fault error goes wrong versagt ausfall fehler")
_ASKED = ("narrower", "unclear")


def counts_otherwise(case: Case, claim: Claim) -> str:
    """What the item of a claim states as failure, where a person has to compare it with what the claim counts."""
    counted = failure_of(case, claim.requirement) if claim.requirement is not None else ""
    if not counted:
        return ""
    difference = counted_otherwise(claim.text, counted)
    if difference.kind in _ASKED:
        return difference.words
    if difference.kind:
        return ""
    any_failure = counts_failures_alone(claim.text) or fails_in_any_way(claim.text)
    return "" if any_failure or says_the_same(counted, claim.text) else counted


def assumptions_measured(view: CaseView, used: Used) -> Iterator[ReadingStep]:
    """Assumptions beside the number that is required of them, and what their items count as failure."""
    for context in view.case.contexts:
        wanted = context.requirement
        names = (*used.items.values(), *used.trees.values())
        if wanted is None or not any(context.id in holders for holders in names):
            continue
        counted = failure_of(view.case, wanted)
        difference = counted_otherwise(context.text, counted)
        apart = counted and not words_of(counted) & words_of(context.text)
        limit = wanted.bound if isinstance(wanted.bound, float | int) else None
        number = f"{wanted.comparison} {in_full(float(limit))}" if limit is not None else ""
        texts = tuple(filter(None, (context.text, counted, number)))
        yield ReadingStep(context.id, "sentence", texts, asks=bool(apart or difference.kind in _ASKED))


def of_another_thing(view: CaseView, claim: Claim) -> str:
    """The text of another claim on one measure of one record, where this names what neither that nor the item does.

    ``The valve stays shut in 1 of 1,000 start-ups`` and ``… shut-downs`` on one record of start-ups.
    """
    if claim.requirement is None or claim.requirement.measure.evidence is None:
        return ""
    own = _named(claim.text) - _named(words_of_item(view.case, claim.requirement))
    for other in view.case.claims if own else ():
        if other.id == claim.id or other.requirement is None or other.text == claim.text:
            continue
        one, rest = _named(claim.text), _named(other.text)
        if own - rest and rest - one and _one_measure(view.case, claim.requirement, other.requirement):
            return other.text
    return ""


def _one_measure(case: Case, one: Requirement, other: Requirement) -> bool:
    """Whether two requirements hold the same measure of one item, or of two whose records are one."""
    first, second = one.measure.evidence or "", other.measure.evidence or ""
    if one.measure.measure != other.measure.measure or not {first, second} <= case.evidence_item.keys():
        return False
    if first == second:
        return True
    records = record_of(case, first, MOST_BYTES), record_of(case, second, MOST_BYTES)
    return records[0] is not None and records[1] is not None and recorded_again(records[0], records[1])


def _named(text: str) -> frozenset[str]:
    """Words of a text, letters and small numbers by which parts are called among them, without how often it is so."""
    text = text[:READ]
    for number in reversed(stated(text)):
        text = f"{text[: number.at]} {text[number.at + len(number.quote) :]}"
    return (words_of(text) - _ANY_FAILURE) | {letter.casefold() for letter in _LETTER.findall(text[1:])}
