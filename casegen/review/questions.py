"""What only a reader can judge: every part whose words no program checks, and the questions where something was noticed
there that may deny what is shown.  Both stay open until a person has read them.

A reading counts for what the reader had before them (:mod:`casegen.review.reading_digest`).  Who answers for a part
does not tick off its questions, and a review whose history is not whole ticks off none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

from casegen.argument.reading.answers import no_ground, says_nothing
from casegen.argument.reading.step import ReadingStep
from casegen.assessment.assess import assess
from casegen.assessment.points import reading_steps
from casegen.io import load
from casegen.model.case import Case, Location
from casegen.model.plural import counted
from casegen.model.results import Assessment
from casegen.model.suggestions import nearest
from casegen.review.baseline_chain import with_baselines
from casegen.review.dependencies import Upstream
from casegen.review.eligibility import (
    ANOTHER,
    checkable,
    checked,
    now,
    owner_above,
    owner_of,
    plausible,
    refused,
    settles,
    signer_of_key,
)
from casegen.review.events import Person, Read
from casegen.review.journal import Journal, append, read_journal
from casegen.review.persons import KnownPersons, known_persons
from casegen.review.reading_digest import ReadingDigests
from casegen.review.settlements import is_settlement, settlement_steps
from casegen.texts.acceptances.person import includes
from casegen.texts.acceptances.reasons import no_reason


@dataclass(frozen=True, slots=True)
class Question:
    """A part of an assessment to be read, and who has read it: nobody while it is open."""

    step: ReadingStep
    read_by: str = ""
    text: str = ""
    """what the reader said"""


def readings_of(
    assessed: Assessment, journal: Journal | None = None, digests: ReadingDigests | None = None
) -> tuple[Question, ...]:
    """Every part to be read of an assessed case, in the order of the file; ``journal``: unless given, of its folder."""
    case = assessed.case
    known = journal if journal is not None else _history(case.root)
    steps = (*reading_steps(assessed), *settlement_steps(known))
    if not steps:
        return ()
    readings = () if known.problems else known.readings
    persons = known_persons(case.root, known) if readings else KnownPersons()
    answers = {
        (event.target, digest): event
        for event in readings
        if not _answers_for(case, event.target, persons.every(event.by, None))
        for digest in event.questions
    }
    if not answers:
        return tuple(map(Question, steps))
    digests = digests or ReadingDigests(assessed)
    return tuple(_answered(step, answers.get((step.id, digests.digest(step)))) for step in steps)


def _history(root: Path) -> Journal:
    """The journal of a case folder; without readings nothing depends on whether its baselines are all there."""
    journal = read_journal(root)
    return with_baselines(root, journal) if journal.readings else journal


def readings_void(assessed: Assessment) -> str:
    """Why no reading counts, in words: the history of the review is damaged, or not checked; empty where they count."""
    journal = _history(assessed.case.root)
    if len(journal.unchecked) < len(journal.problems):
        return "the review's history is damaged"
    return "signatures of the review are not checked" if journal.unchecked and journal.readings else ""


def questions_of(assessed: Assessment, journal: Journal | None = None) -> tuple[Question, ...]:
    """Of :func:`readings_of` those at which something was noticed that may deny what is shown."""
    return tuple(one for one in readings_of(assessed, journal) if one.step.asks)


def _answered(step: ReadingStep, event: Read | None) -> Question:
    if event is None or _is_own(step, (event.by,)):
        return Question(step)
    return Question(step, event.by.name, event.text)


def _is_own(step: ReadingStep, persons: Iterable[Person]) -> bool:
    """Whether a part to be read is what one of these names settled something with: who wrote it does not judge it."""
    return is_settlement(step) and any(includes(by.name, step.by) for by in persons)


def unread_parts(assessed: Assessment | None, journal: Journal | None = None) -> int:
    """How many parts nobody has read, asked about or not; 0 of a case that could not be assessed."""
    readings = readings_of(assessed, journal) if assessed is not None else ()
    return sum(not one.read_by for one in readings)


def unread(assessed: Assessment, journal: Journal | None = None) -> tuple[Question, ...]:
    """The questions that nobody has answered."""
    return tuple(one for one in questions_of(assessed, journal) if not one.read_by)


def open_in_both(before: Assessment | None, after: Assessment | None) -> tuple[int, int]:
    """How many questions nobody has answered in two states of a case; 0 of one that could not be assessed."""
    return (len(unread(before)) if before else 0), (len(unread(after)) if after else 0)


def unread_below(assessed: Assessment, target: str) -> tuple[Question, ...]:
    """The questions of a part, and of what it rests on, that nobody has answered."""
    return tuple(_concerning(assessed.case, target, unread(assessed)))


def steps_read(assessed: Assessment) -> list[tuple[ReadingStep, str]]:
    """Every part to be read, those of the review too, and who has read it: nobody while it is open."""
    return [(one.step, one.read_by) for one in readings_of(assessed)]


def unread_of(assessed: Assessment, target: str, journal: Journal) -> str:
    """Why ``target`` may not be accepted as read, in words: what is asked of it, or of what it rests on; or nothing."""
    open_ones = list(_concerning(assessed.case, target, unread(assessed, journal)))
    if not open_ones:
        return ""
    ids = ", ".join(dict.fromkeys(one.step.id for one in open_ones))
    return f"{counted(len(open_ones), 'question')} to be read: {ids}"


def _concerning(case: Case, target: str, asked: Sequence[Question]) -> Iterator[Question]:
    """All of them for the case, its documents and its roots; of another part those below it."""
    header, graph = case.header, Upstream(case)
    if target == header.id or target in header.roots or target.startswith("document:"):
        yield from asked
        return
    below = {key.id for key in graph.below(graph.find(target))}
    yield from (one for one in asked if one.step.id in below)


def read(
    root: Path, targets: Sequence[str], *, by: Person, text: str, key: Path | None = None
) -> tuple[Read, ...]:
    """Record that a person has read what is open of each target and found that it denies nothing, one event a target.

    Raises:
        InputError: nothing is to be read of one of them, the person answers for it, or the text says nothing or denies
            it.  Then nothing is recorded.
    """
    case = load(root)
    plausible(by, case)
    targets = tuple(dict.fromkeys(targets))
    names = list(known_persons(root, read_journal(root)).every(by, signer_of_key(key)))
    for target in targets:
        _may_read(case, target, names, text)
    assessed = assess(case)

    def open_parts(target: str, written: Journal) -> tuple[str, ...]:
        journal = with_baselines(root, written, files=True)
        checkable(journal, "a reading")
        if journal.problems:
            problem = journal.problems[0]
            message = f"the history of the review is not whole: {problem.message}"
            raise refused(message, "restore CASE/review and CASE/baselines as they were", problem.location)
        digests = ReadingDigests(assessed)
        asked = readings_of(assessed, journal, digests)
        if any(one.step.id == target and _is_own(one.step, (person for person, _ in names)) for one in asked):
            raise refused(f"{by.name} settled {target}: somebody else reads whether that does", ANOTHER)
        here = tuple(digests.digest(one.step) for one in asked if one.step.id == target and not one.read_by)
        if not here:
            raise refused(*_nothing_asked(target, asked))
        return here

    def event_of(target: str, record: str, last: str | None, written: Journal) -> Read:
        here = open_parts(target, written)
        return checked(
            Read, at=now(), by=by, after=last, reading=record, target=target, questions=here, text=text
        )

    if len(targets) > 1:  # the last of them may be refused: before the first is recorded
        written = read_journal(root)
        for target in targets:
            open_parts(target, written)
    return tuple(cast(Read, append(root, "R", partial(event_of, target), key)) for target in targets)


def _may_read(case: Case, target: str, names: Sequence[tuple[Person, str]], text: str) -> None:
    """Refuse who answers for the part, and a text that says nothing or denies what is shown."""
    nothing = "say with --because why it denies nothing"
    if no_reason(text):
        raise refused(f"`{text.strip()}` is no answer", nothing)
    settles(text, "reading", "raise a finding instead: `casegen review add`")
    if says_nothing(text) or no_ground(text):
        raise refused(f"`{text.strip()}` is no answer", nothing)
    if owner := _answers_for(case, target, names):
        message = f"{owner[0]}: an author does not answer questions about it"
        raise refused(message, ANOTHER, owner[1])


def _answers_for(case: Case, target: str, names: Iterable[tuple[Person, str]]) -> tuple[str, Location] | None:
    """What of the part, below it or above it a person answers for under some name, in words, and where it says so."""
    for by, named in names:
        if owner := owner_of(case, target, by) or owner_above(case, target, by):
            return f"{named} answers for {owner[0]}", owner[1]
    return None


def _nothing_asked(target: str, asked: Sequence[Question]) -> tuple[str, str]:
    """Message and hint where nothing is left to be read of a part."""
    left = list(dict.fromkeys(one.step.id for one in asked if not one.read_by))
    if by := next((one.read_by for one in asked if one.step.id == target), ""):
        return f"{by} has read {target}", "`casegen assess CASE --all` lists what is left"
    hint = f"to be read: {', '.join(left)}" if left else "every part has been read"
    return f"nothing is to be read of {target!r}{nearest(target, left)}", hint
