"""What people may do about findings, and what is refused: raise, respond, decide.

The rules: who answers for a part does not settle findings on it; who answered a finding does not decide on it; a
decision needs at least the independence of the finding; a major one is closed with evidence only.  Where acts
are signed, the rules on who hold for keys as for names: one key under two names is one person.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from casegen.io import load
from casegen.model.case import Case
from casegen.review.baseline import find
from casegen.review.eligibility import (
    ANOTHER,
    at_baseline,
    checkable,
    checked,
    key_of_raiser,
    needed,
    not_in_question,
    not_of_own_case,
    now,
    other_key,
    owner_of,
    part_named,
    plausible,
    refused,
    says_what,
    settles,
    shows_something,
    signer_of_key,
)
from casegen.review.events import Disposed, FindingSeverity, FindingStatus, Person, Raised, Responded
from casegen.review.evidence_hashes import grounds
from casegen.review.journal import Journal, ReviewFinding, append, place, read_journal
from casegen.review.persons import known_persons
from casegen.review.reopening import review_state
from casegen.review.target_verdict import parts_hold
from casegen.texts.acceptances.person import includes
from casegen.texts.acceptances.reasons import is_placeholder, is_unwritten

Status = Literal["open", "accepted", "rejected", "closed"]

_NO_ANSWER = "`casegen review respond` gives an answer; `--as closed` needs none"


def add_finding(
    root: Path,
    *,
    target: str,
    severity: FindingSeverity,
    text: str,
    by: Person,
    category: str = "",
    clause: str = "",
    baseline: str = "",
    key: Path | None = None,
) -> Raised:
    """Raise a finding on ``target`` (node, link, event, gate, tree, HAZOP row, evidence, the case itself).

    ``baseline`` is the frozen state looked at: the latest, unless named.  ``key``, here and in every act:
    an Ed25519 private key to sign the event with.

    Raises:
        InputError: no baseline, no such target in it, no text, or a person whose independence is not so.
    """
    seen = find(root, baseline)
    case = seen.load()
    target = part_named(case, target)
    plausible(by, case)
    if is_unwritten(text):
        raise refused("a finding needs its text", "say with --text what is wrong, or what you ask")

    def make(record: str, last: str | None, journal: Journal) -> Raised:
        return checked(
            Raised,
            at=now(), by=by, after=last, finding=record, baseline=at_baseline(seen), target=target,
            severity=severity, category=category, clause=clause, text=text,
        )  # fmt: skip

    result = append(root, "F", make, key)
    assert isinstance(result, Raised)
    return result


def respond(
    root: Path,
    finding: str,
    *,
    text: str,
    by: Person,
    evidence: Sequence[str] = (),
    key: Path | None = None,
) -> Responded:
    """Answer a finding that is open or whose last answer was rejected.

    Raises:
        InputError: no such finding, it is settled, its reviewer would answer it, or the text says nothing.
    """
    needed(text, "a response needs its text")
    _says_something(text)

    def make(record: str, last: str | None, journal: Journal) -> Responded:
        result = journal.finding(finding)
        if _status(root, journal, result) is FindingStatus.CLOSED:
            raise refused(
                f"{finding} is closed",
                f"open it again: `casegen review close CASE {finding} --as open`",
                place(root, result, result.events[-1], "status"),
            )
        other_key(root, signer, result, [result.raised], "raised")
        persons = known_persons(root, journal)
        if named := persons.is_called(by, signer, result.raised.by.name):
            where = place(root, result, result.raised, "name")
            raise refused(f"{named} raised {finding}: somebody else answers it", ANOTHER, where)
        return checked(
            Responded,
            at=now(), by=by, after=last, finding=finding, text=text, evidence=tuple(evidence), sha256=hashes,
        )  # fmt: skip

    read_journal(root).finding(finding)  # refuse an unknown one before its folder would be made
    signer = signer_of_key(key)
    hashes = grounds(root, load(root), evidence) or None
    event = append(root, finding, make, key)
    assert isinstance(event, Responded)
    return event


def decide(
    root: Path,
    finding: str,
    *,
    status: Status,
    by: Person,
    text: str = "",
    evidence: Sequence[str] = (),
    baseline: str = "",
    key: Path | None = None,
) -> Disposed:
    """Decide on a finding at a baseline: accept or reject the answer, close it, or open it again.

    Raises:
        InputError: a rule of this module speaks against it.
        MissingDependencyError: an act of the review is signed, or a key is given, and ``cryptography`` is not installed.
    """
    seen = find(root, baseline)
    case = seen.load()
    plausible(by, case)

    def make(record: str, last: str | None, journal: Journal) -> Disposed:
        checkable(journal, "a decision")
        result = journal.finding(finding)
        other_key(root, signer, result, [e for e in result.events if isinstance(e, Responded)], "answered")
        key_of_raiser(root, signer, result, by)
        names = list(known_persons(root, journal).every(by, signer))
        _no_other_role(root, result, status, names, case)
        _may_decide(root, result, _status(root, journal, result), status, by, text, evidence)
        return checked(
            Disposed,
            at=now(), by=by, after=last, finding=finding, baseline=at_baseline(seen), status=status, text=text,
            evidence=tuple(evidence), sha256=hashes,
        )  # fmt: skip

    known = read_journal(root)
    known.finding(finding)  # refuse an unknown one before its folder would be made
    checkable(known, "a decision")
    signer = signer_of_key(key)
    hashes = grounds(root, case, evidence) or None
    if status == "closed":
        settles(text, "closing", "say what was done; `--as open` keeps it open")
        not_of_own_case(root, case, evidence)
        raised = known.finding(finding).raised
        not_in_question(root, case, raised.target, raised.baseline, evidence)
        shows_something(root, evidence)
        if failing := parts_hold(case, evidence):
            raise refused(f"what is named as evidence does not hold at the baseline {seen.name}: {failing}")
    event = append(root, finding, make, key)
    assert isinstance(event, Disposed)
    return event


def _says_something(text: str) -> None:
    """Refuse a text that stands for an answer still to come; a bracket or `<` within a sentence is none."""
    if is_placeholder(text):
        raise refused(
            f"the response {text.strip()!r} says nothing", "say with --text what was done, or why not"
        )


def _status(root: Path, journal: Journal, result: ReviewFinding) -> FindingStatus:
    """Where the finding stands now: open again where what it rests on has changed."""
    return next(s.status for s in review_state(load(root), journal).findings if s.finding.id == result.id)


def _no_other_role(
    root: Path, finding: ReviewFinding, status: Status, names: Sequence[tuple[Person, str]], case: Case
) -> None:
    """Refuse who answered the finding or, unless it is opened again, answers for a part of its target.

    ``names`` are those of the person, each with what to call them then.
    """
    for by, named in names:
        for event in finding.events:
            if isinstance(event, Responded) and includes(by.name, event.by.name):
                where = place(root, finding, event, "name")
                raise refused(f"{named} answered {finding.id}: somebody else decides on it", ANOTHER, where)
        if status != "open" and (owner := owner_of(case, finding.target, by)):
            message = f"{named} answers for {owner[0]}: an author does not settle findings on it"
            raise refused(message, ANOTHER, owner[1])


def _may_decide(
    root: Path,
    finding: ReviewFinding,
    status_now: FindingStatus,
    status: Status,
    by: Person,
    text: str,
    evidence: Sequence[str],
) -> None:
    last = finding.events[-1]
    if status in ("open", "rejected"):
        needed(text, f"to say `{status}` needs a reason")
    if status in ("accepted", "rejected") and finding.recorded is not FindingStatus.ANSWERED:
        where = place(root, finding, last, "status" if isinstance(last, Disposed) else "event")
        raise refused(f"{finding.id} is {status_now}: only an answer can be {status}", _NO_ANSWER, where)
    if status == "open":
        return
    if by.independence.rank < finding.raised.by.independence.rank:
        raise refused(
            f"{finding.id} was raised with the independence `{finding.raised.by.independence}`;"
            f" a decision on it needs at least that, found `{by.independence}`",
            "give --independence, or let somebody of that independence decide",
            place(root, finding, finding.raised, "independence"),
        )
    if status == "closed" and status_now is FindingStatus.CLOSED:
        raise refused(
            f"{finding.id} is closed already",
            "see `casegen review list CASE`",
            place(root, finding, last, "status"),
        )
    if status == "closed" and finding.raised.severity is FindingSeverity.MAJOR and not evidence:
        raise refused(f"{finding.id} is a major non-conformity: closing it needs evidence", "give --evidence")
    if status == "closed" and finding.raised.severity is FindingSeverity.MAJOR:
        says_what(text, "closing")
