"""What people may do in a review, and what is refused: raise, respond, decide, sign off.

The rules: who answers for a part neither settles findings on it nor signs it off; who answered a finding
does not decide on it; a decision needs at least the independence of the finding; a major one is closed
with evidence only; nobody accepts a case over an open major finding.  Where acts are signed, the rules on who
hold for keys as for names: one key under two names is one person.
"""

from __future__ import annotations

import datetime
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import ValidationError

from casegen.io import load
from casegen.io.explain import nearest
from casegen.model.case import ARGUMENT_SECTIONS, COMMAND_LINE, Case, Location
from casegen.model.diagnostic import InputError
from casegen.review.baseline import ABOUT, Baseline, find
from casegen.review.dependencies import Upstream
from casegen.review.events import (
    AtBaseline,
    Decision,
    Disposed,
    Event,
    FindingSeverity,
    FindingStatus,
    Independence,
    Person,
    Raised,
    Responded,
    Signed,
)
from casegen.review.evidence_hashes import grounds
from casegen.review.journal import Journal, ReviewFinding, append, place, read_journal
from casegen.review.manifest import BASELINES
from casegen.review.reopening import review_state
from casegen.review.verification import verify

Status = Literal["open", "accepted", "rejected", "closed"]

_OWNED = ("hazop", "evidence_items", *ARGUMENT_SECTIONS)
"""sections whose parts say who answers for them"""
_HERE = Location(COMMAND_LINE)
_ANOTHER = "another person, with --by"
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

    ``baseline`` is the frozen state looked at: the youngest, unless named.  ``key``, here and in every act:
    an Ed25519 private key to sign the event with.

    Raises:
        InputError: no baseline, no such target in it, no text, or a person whose independence is not so.
    """
    seen = find(root, baseline)
    case = seen.load()
    _known(case, target)
    _plausible(by, case)
    _said(text, "a finding needs its text")

    def make(record: str, last: str | None, journal: Journal) -> Raised:
        return _checked(
            Raised,
            at=_now(), by=by, after=last, finding=record, baseline=_at(seen), target=target,
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
        InputError: no such finding, it is settled, or its reviewer would answer it.
    """
    _said(text, "a response needs its text")

    def make(record: str, last: str | None, journal: Journal) -> Responded:
        result = journal.finding(finding)
        if _status(root, journal, result) is FindingStatus.CLOSED:
            raise _refused(
                f"{finding} is closed",
                f"open it again: `casegen review close CASE {finding} --as open`",
                place(root, result, result.events[-1], "status"),
            )
        if _same(by, result.raised.by):
            where = place(root, result, result.raised, "name")
            raise _refused(f"{by.name} raised {finding}: somebody else answers it", _ANOTHER, where)
        _other_key(root, signer, result, [result.raised], "raised")
        return _checked(
            Responded,
            at=_now(), by=by, after=last, finding=finding, text=text, evidence=tuple(evidence), sha256=hashes,
        )  # fmt: skip

    read_journal(root).finding(finding)  # refuse an unknown one before its folder would be made
    signer = _signer(key)
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
    """
    seen = find(root, baseline)
    case = seen.load()
    _plausible(by, case)

    def make(record: str, last: str | None, journal: Journal) -> Disposed:
        result = journal.finding(finding)
        _other_key(root, signer, result, [e for e in result.events if isinstance(e, Responded)], "answered")
        _may_decide(root, result, _status(root, journal, result), status, by, case, text, evidence)
        return _checked(
            Disposed,
            at=_now(), by=by, after=last, finding=finding, baseline=_at(seen), status=status, text=text,
            evidence=tuple(evidence), sha256=hashes,
        )  # fmt: skip

    read_journal(root).finding(finding)  # refuse an unknown one before its folder would be made
    signer = _signer(key)
    hashes = grounds(root, case, evidence) or None
    event = append(root, finding, make, key)
    assert isinstance(event, Disposed)
    return event


def sign_off(
    root: Path,
    *,
    target: str,
    decision: Decision,
    by: Person,
    conditions: Sequence[str] = (),
    text: str = "",
    baseline: str = "",
    key: Path | None = None,
) -> Signed:
    """Sign off ``target`` (empty: the whole case) at a baseline that is verified first.

    Raises:
        InputError: the baseline does not verify, the person answers for something in it or claims no
            independence, conditions are missing or superfluous, or major findings are open.
    """
    seen = find(root, baseline)
    wrong = verify(seen.folder).frozen
    if wrong:
        raise _refused(
            f"the baseline {seen.name} does not verify: {wrong[0].message}",
            f"`casegen baseline verify CASE {seen.name}` names every difference; ask for the baseline again",
            Location(f"{BASELINES}/{seen.name}/{wrong[0].path}"),
        )
    case = seen.load()
    wanted = target or case.header.id
    _known(case, wanted)
    _plausible(by, case)
    _may_sign(case, seen, wanted, by, _signer(key))
    if (decision is Decision.CONDITIONS) != bool(conditions):
        raise _refused("conditions belong to, and are needed by, the decision `accept with conditions`")

    def make(record: str, last: str | None, journal: Journal) -> Signed:
        if decision is Decision.ACCEPT:
            _no_major(case, root, wanted, journal)
        return _checked(
            Signed,
            at=_now(), by=by, after=last, sign_off=record, baseline=_at(seen), target=wanted,
            decision=decision, conditions=tuple(conditions), text=text,
        )  # fmt: skip

    event = append(root, "S", make, key)
    assert isinstance(event, Signed)
    return event


def _status(root: Path, journal: Journal, result: ReviewFinding) -> FindingStatus:
    """Where the finding stands now: open again where what it rests on has changed."""
    return next(s.status for s in review_state(load(root), journal).findings if s.finding.id == result.id)


def _may_decide(
    root: Path,
    finding: ReviewFinding,
    now: FindingStatus,
    status: Status,
    by: Person,
    case: Case,
    text: str,
    evidence: Sequence[str],
) -> None:
    for event in finding.events:
        if isinstance(event, Responded) and _same(by, event.by):
            where = place(root, finding, event, "name")
            raise _refused(f"{by.name} answered {finding.id}: somebody else decides on it", _ANOTHER, where)
    last = finding.events[-1]
    if status in ("open", "rejected"):
        _said(text, f"to say `{status}` needs a reason")
    if status in ("accepted", "rejected") and finding.recorded is not FindingStatus.ANSWERED:
        where = place(root, finding, last, "status" if isinstance(last, Disposed) else "event")
        raise _refused(f"{finding.id} is {now}: only an answer can be {status}", _NO_ANSWER, where)
    if status == "open":
        return
    if owner := _owner(case, finding.target, by):
        told = f"{by.name} answers for {owner[0]}: an author does not settle findings on it"
        raise _refused(told, _ANOTHER, owner[1])
    if by.independence.rank < finding.raised.by.independence.rank:
        raise _refused(
            f"{finding.id} was raised with the independence `{finding.raised.by.independence}`;"
            f" a decision on it needs at least that, found `{by.independence}`",
            "give --independence, or let somebody of that independence decide",
            place(root, finding, finding.raised, "independence"),
        )
    if status == "closed" and now is FindingStatus.CLOSED:
        raise _refused(
            f"{finding.id} is closed already",
            "see `casegen review list CASE`",
            place(root, finding, last, "status"),
        )
    if status == "closed" and finding.raised.severity is FindingSeverity.MAJOR and not evidence:
        raise _refused(
            f"{finding.id} is a major non-conformity: closing it needs evidence", "give --evidence"
        )


def _may_sign(case: Case, seen: Baseline, target: str, by: Person, signer: str | None) -> None:
    if by.independence is Independence.NONE:
        raise _refused(
            "a sign-off needs independence of at least `person`",
            f"--independence, one of: {', '.join(Independence)}",
        )
    where = Location(f"{BASELINES}/{seen.name}/{ABOUT}")
    if signer is not None and signer == seen.about.signer:
        told = f"the key {signer[:16]}… signed the baseline {seen.name}, frozen by {seen.about.author}"
        raise _refused(f"{told}: an author does not sign off", _ANOTHER, where)
    if _name(by.name) == _name(seen.about.author):
        raise _refused(
            f"{by.name} froze the baseline {seen.name}: an author does not sign off", _ANOTHER, where
        )
    if owner := _owner(case, target, by):
        told = f"{by.name} answers for {owner[0]}: an author does not sign it off"
        raise _refused(told, _ANOTHER, owner[1])


def _owner(case: Case, target: str, by: Person) -> tuple[str, Location] | None:
    """The part of what ``target`` rests on that this person, or this role, answers for, and where it says so."""
    mine = {_name(by.name), _name(by.role)} - {""}
    if mine & {_name(author) for author in case.header.authors}:
        return "the case", case.locate("case", "authors")
    graph = Upstream(case)
    for key in graph.below(graph.find(target)):
        if key.section not in _OWNED:
            continue
        parts = enumerate(getattr(case, key.section))
        index, part = next((i, p) for i, p in parts if p.id == key.id)
        if _name(part.owner) in mine:
            return key.id, case.locate(key.section, index, "owner")
    return None


def _no_major(case: Case, root: Path, target: str, journal: Journal) -> None:
    graph = Upstream(case)
    scope = graph.below(graph.find(target))
    for state in review_state(load(root), journal).findings:
        grave = (
            state.finding.raised.severity is FindingSeverity.MAJOR
            and state.status is not FindingStatus.CLOSED
        )
        if grave and any(key in scope for key in graph.find(state.finding.target)):
            raise _refused(
                f"{state.finding.id} on {state.finding.target} is {state.status}: a major non-conformity"
                f" stands against {target}",
                "close it first, sign `accept with conditions`, or reject",
                place(root, state.finding, state.finding.raised, "severity"),
            )


def _known(case: Case, target: str) -> None:
    graph = Upstream(case)
    if not graph.find(target):
        raise InputError.at(
            Location(COMMAND_LINE),
            f"the baseline has no part {target!r}{nearest(target, graph.keys)}",
            hint="give the id of a node, link (ARGUMENT:NODE), event, gate, tree, HAZOP row, evidence item,"
            " the case itself, or `document:SECTION`",
        )


def _plausible(by: Person, case: Case) -> None:
    """Independence of another organisation needs that organisation, and that it is another one."""
    if by.independence is not Independence.ORGANISATION:
        return
    if not by.organisation:
        raise _refused("independence `organisation` needs the organisation", "give --organisation")
    if _name(by.organisation) == _name(case.header.organisation):
        raise _refused(f"{by.organisation} is the organisation of the case: that is no independent one")


def _same(one: Person, other: Person) -> bool:
    return _name(one.name) == _name(other.name)


def _name(text: str) -> str:
    """A name for comparison: case, blanks and the ways to write an accent do not make another person."""
    return unicodedata.normalize("NFKC", " ".join(text.split())).casefold()


def _signer(key: Path | None) -> str | None:
    """SHA-256 of the public key that belongs to ``key``."""
    if key is None:
        return None
    from casegen.review.signing import fingerprint, sign

    return fingerprint(sign(key, b"")[1])


def _other_key(
    root: Path, signer: str | None, finding: ReviewFinding, events: Iterable[Event], did: str
) -> None:
    """Refuse a key that signed one of ``events`` of ``finding`` already."""
    for event, known in zip(finding.events, finding.signers, strict=True):
        if signer is not None and known == signer and any(event is one for one in events):
            told = f"the key {signer[:16]}… {did} {finding.id}, in the name of {event.by.name}"
            raise _refused(
                f"{told}: somebody else, with another key, goes on",
                _ANOTHER,
                place(root, finding, event, "name"),
            )


def _said(text: str, message: str) -> None:
    if not text.strip():
        raise _refused(message, "give --text")


def _at(baseline: Baseline) -> AtBaseline:
    return AtBaseline(name=baseline.name, root=baseline.root)


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


E = TypeVar("E", Raised, Responded, Disposed, Signed)


def _checked(event: type[E], **fields: Any) -> E:
    """Build an event; what its model refuses becomes a message."""
    try:
        return event(**fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(step) for step in first["loc"])
        raise _refused(f"{where}: {first['msg'][:1].lower()}{first['msg'][1:]}") from None


def _refused(message: str, hint: str = "", where: Location = _HERE) -> InputError:
    return InputError.at(where, message, rule="review", hint=hint)
