"""The journal of a review: ``CASE/review/F3/02-responded-1f0c9a2b.yaml``, one file per event, none ever edited.

Each event names the hash of the one before it in its record, and of the last ones of the whole review
(:mod:`casegen.review.chain`), so that a changed or removed one shows.  One that was signed ends with the key
and the signature of all lines above (:mod:`casegen.review.signatures`).
Writers take turns by a lock and write beside and rename: nothing is lost, nothing half-written.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from casegen.io.atomic import remove_leftovers
from casegen.io.case_writer import dump
from casegen.io.regular import as_written, read_bytes
from casegen.model.case import COMMAND_LINE, Location
from casegen.model.diagnostic import Diagnostic, InputError
from casegen.model.legible import first_control, quoted
from casegen.review import chain
from casegen.review.events import (
    AtBaseline,
    Decision,
    Discharged,
    Disposed,
    Event,
    FindingStatus,
    Person,
    Raised,
    Read,
    Responded,
    Signed,
)
from casegen.review.manifest import REVIEW, own
from casegen.review.order import order_of, status_after
from casegen.review.records import MAX_EVENT, UNCHECKED, Entry, apart, files_of, problem, read_record, records
from casegen.review.signatures import signed
from casegen.review.signing import INSTALL
from casegen.review.turns import consistently, writing


@dataclass(frozen=True, slots=True)
class ReviewFinding:
    """A finding as its record tells it; whether a change re-opens it is :mod:`casegen.review.reopening`'s."""

    raised: Raised
    events: tuple[Event, ...]
    files: tuple[str, ...] = ()
    """the file of each event, as a path inside the case folder"""
    signers: tuple[str | None, ...] = ()
    """SHA-256 of the raw public key that signed each event; None where the name is only what was typed"""
    claimed: tuple[str | None, ...] = ()
    """the key that each event names, where its signature could not be checked"""

    @property
    def id(self) -> str:
        """``F3``."""
        return self.raised.finding

    @property
    def target(self) -> str:
        """What it is about."""
        return self.raised.target

    @property
    def recorded(self) -> FindingStatus:
        """The status after the last event."""
        return status_after(self.events[-1])

    @property
    def baseline(self) -> AtBaseline:
        """The frozen state of the last decision, or of the finding itself."""
        disposed = [e for e in self.events if isinstance(e, Disposed)]
        return disposed[-1].baseline if disposed else self.raised.baseline


@dataclass(frozen=True, slots=True)
class SignOff:
    """A sign-off as recorded."""

    signed: Signed
    signer: str | None = None
    """SHA-256 of the raw public key that signed it; None where the name is only what was typed"""
    discharged: tuple[Discharged, ...] = ()
    """conditions that were met, in order"""
    digest: str = ""
    """SHA-256 of the event"""
    before: frozenset[str] = frozenset()
    """SHA-256 of every act of the review before it"""
    claimed: str | None = None
    """the key that it names, where its signature could not be checked"""
    unchecked: bool = False
    """a signature in its record could not be checked: its own, or one of a discharge"""

    @property
    def id(self) -> str:
        """``S1``."""
        return self.signed.sign_off

    def is_after(self, earlier: SignOff) -> bool:
        """Whether it was signed with the other one known; by the clock if it was written before acts named each other."""
        if self.signed.follows is None:
            return self.signed.at > earlier.signed.at
        return earlier.digest in self.before

    @property
    def target(self) -> str:
        """What was signed."""
        return self.signed.target

    @property
    def decision(self) -> Decision:
        """What was decided."""
        return self.signed.decision

    @property
    def by(self) -> Person:
        """Who signed."""
        return self.signed.by


@dataclass(frozen=True, slots=True)
class Journal:
    """Every record of a review.  ``problems`` name what is wrong with its files."""

    findings: tuple[ReviewFinding, ...] = ()
    sign_offs: tuple[SignOff, ...] = ()
    readings: tuple[Read, ...] = ()
    """answers to questions that no program answers, in order"""
    signed: tuple[tuple[str, str], ...] = ()
    """who signed an event, or says so where that could not be checked: the name, and the SHA-256 of the raw key"""
    problems: tuple[Diagnostic, ...] = ()
    heads: tuple[str, ...] = ()
    """hashes of the last events, which the next one follows"""
    hashes: Mapping[str, str] = field(default_factory=dict)
    """the file of every event by its SHA-256"""
    ends: Mapping[str, str] = field(default_factory=dict)
    """the SHA-256 of the last event of each record by its id"""

    @property
    def unchecked(self) -> tuple[Diagnostic, ...]:
        """Those of the problems that are signatures which cannot be checked here: a package is missing."""
        return tuple(one for one in self.problems if one.rule == UNCHECKED)

    @property
    def last(self) -> tuple[str, ...]:
        """Hashes of the last events that are there."""
        return tuple(digest for digest in self.heads if digest in self.hashes)

    def sign_off(self, id: str) -> SignOff:
        """The sign-off ``id``; raises :class:`InputError` where there is none."""
        result = next((s for s in self.sign_offs if s.id == id), None)
        if result is None:
            known = ", ".join(s.id for s in self.sign_offs) or "none"
            raise InputError.call(f"there is no sign-off {id!r}", hint=f"sign-offs: {known}")
        return result

    def finding(self, id: str) -> ReviewFinding:
        """The finding ``id``; raises :class:`InputError` where there is none."""
        result = next((f for f in self.findings if f.id == id), None)
        if result is None:
            known = [f.id for f in self.findings]
            if meant := [name for name in known if name.startswith(f"{id}-")]:
                message = f"there are {len(meant)} findings {id}, of two sides that were merged: {' and '.join(meant)}"
                raise InputError.call(message, hint="name one of them in full")
            raise InputError.call(
                f"there is no finding {id!r}", hint=f"findings: {', '.join(known) or 'none'}"
            )
        return result


def read_journal(root: Path) -> Journal:
    """Read every record below ``root/review``, as it is at one moment, also beside writers.

    What cannot be read is named, the rest is used.
    """
    return consistently(root, lambda: _read_once(root))


def _read_once(root: Path) -> Journal:
    findings: list[ReviewFinding] = []
    sign_offs: list[SignOff] = []
    readings: list[Read] = []
    problems: list[Diagnostic] = []
    keys: dict[tuple[str, str], None] = {}
    links: list[chain.ChainLink] = []
    known: dict[str, str] = {}
    ends: dict[str, str] = {}
    for path in [path for folder in records(root) for path in files_of(folder)]:
        name = path.relative_to(root).as_posix()
        try:
            known[hashlib.sha256(as_written(read_bytes(path, most=MAX_EVENT))).hexdigest()] = name
        except OSError as error:
            problems.append(problem(name, f"cannot read the event: {error.strerror or error}"))
    entries: dict[Path, list[Entry]] = {}
    for folder in records(root):
        try:
            entries[folder] = read_record(root, folder, problems, links)
        except InputError as error:
            problems.extend(error.diagnostics)
    order = order_of([one for read in entries.values() for one in read])
    for folder, read in entries.items():
        keys |= {(one.event.by.name, key): None for one in read if (key := one.signer or one.claimed)}
        for id, own_events in apart(folder.name, read).items() if read else ():
            files, events, signers, digests, claimed = zip(*order.arranged(own_events), strict=True)
            ends[id] = digests[-1]
            first = events[0]
            if isinstance(first, Raised) and first.finding == folder.name:
                named = first.altered(update={"finding": id})
                findings.append(ReviewFinding(named, (named, *events[1:]), files, signers, claimed))
            elif isinstance(first, Signed) and first.sign_off == folder.name:
                met = tuple(event for event in events if isinstance(event, Discharged))
                named_so = first.altered(update={"sign_off": id})
                before = order.before(digests[0])
                sign_offs.append(
                    SignOff(named_so, signers[0], met, digests[0], before, claimed[0], any(claimed))
                )
            elif isinstance(first, Read) and first.reading == folder.name:
                readings += [event for event in events if isinstance(event, Read)]
            else:
                problems.append(
                    problem(f"{REVIEW}/{folder.name}", "the record does not start with its first event")
                )
    problems += [
        problem(f"{REVIEW}/{gone}", "the record is gone: a later one exists") for gone in _gaps(root)
    ]
    problems += [problem(at, message) for at, message in chain.broken(root, known, links)]
    heads = chain.heads(root, known, links)
    return Journal(
        tuple(findings), tuple(sign_offs), tuple(readings), tuple(keys), tuple(problems), heads, known, ends
    )


def _gaps(root: Path) -> list[str]:
    """Records that must have existed: they are numbered without gaps."""
    results = []
    for letter in "FRS":
        numbers = {int(f.name[1:]) for f in records(root) if f.name[0] == letter and files_of(f)}
        results += [
            f"{letter}{n}" for n in range(1, min(max(numbers, default=0), 10_000)) if n not in numbers
        ]
    return results


def append(
    root: Path,
    record: str,
    make: Callable[[str, str | None, Journal], Event],
    key: Path | None = None,
) -> Event:
    """Add an event to a record, or start one (``record`` is ``F``, ``R`` or ``S``); returns it.

    ``make`` is called under the lock with the record's name, the hash of its last event and the journal
    as it is now, so that it can refuse what another writer's event has made wrong.  With ``key``, an
    Ed25519 private key, the event is signed.

    Raises:
        InputError: whatever ``make`` refuses, or no such key.
        MissingDependencyError: a key is given and ``cryptography`` is not installed.
    """
    with writing(root):
        journal = read_journal(root)
        if record in ("F", "R", "S"):
            numbers = [int(f.name[1:]) for f in records(root) if f.name[0] == record and files_of(f)]
            record = f"{record}{max(numbers, default=0) + 1}"
        folder = own(root, f"{REVIEW}/{record.partition('-')[0]}")
        chain.complete(root, journal.hashes)
        remove_leftovers(own(root, chain.HEAD), folder, *records(root))
        files = files_of(folder)
        event = make(record, journal.ends.get(record), journal).altered(update={"follows": journal.heads})
        _refuse_controls(event.model_dump())
        number = int(files[-1].name.split("-", 1)[0]) + 1 if files else 1
        name = f"{number:02d}-{event.event}-{secrets.token_hex(4)}.yaml"
        text = dump(
            {"casegen_review": 1, "entry": event.model_dump(mode="json", exclude_none=True)}, block=True
        )
        content = signed(text, key) if key is not None else text.encode("utf-8")
        chain.add(root, folder / name, content, journal.heads, journal.hashes)
    return event


def _refuse_controls(values: Mapping[str, Any]) -> None:
    """Refuse texts with control characters: an event stands for ever, and no document can show them."""
    for name, value in values.items():
        for text in value.values() if isinstance(value, dict) else (value,):
            if isinstance(text, str) and (control := first_control(text)):
                raise InputError.call(
                    f"{name}: holds {control}", hint="type the text anew instead of pasting it"
                )


def history(finding: ReviewFinding) -> Iterator[str]:
    """One line per event, for people: who is known by a key stands before the text; what somebody wrote is quoted."""
    for event, signer, claimed in zip(finding.events, finding.signers, finding.claimed, strict=True):
        who = quoted(f"{event.by.name} ({event.by.role})" if event.by.role else event.by.name)
        what = event.status if isinstance(event, Disposed) else event.event
        text = f": {quoted(event.text)}" if event.text else ""
        key = f", {said_of_key(signer, claimed)}"
        yield f"{event.at[:16]} {what} by {who}{key}{text}{_named(event)}"


def said_of_key(signer: str | None, claimed: str | None) -> str:
    """Whether the name of who acted is vouched for by a key, in words; ``claimed``: a key that nothing has checked."""
    if signer:
        return f"signed by key {signer[:16]}…"
    return f"signature not checked (key {claimed[:16]}…; {INSTALL})" if claimed else "name not authenticated"


def _named(event: Event) -> str:
    """The evidence an event names, files with the start of their hash."""
    if not isinstance(event, Responded | Disposed) or not event.evidence:
        return ""
    digests = event.sha256 or {}
    words = [
        f"{quoted(name)} (sha256 {digests[name][:12]}…)" if name in digests else quoted(name)
        for name in event.evidence
    ]
    return f" [evidence: {', '.join(words)}]"


def place(root: Path, finding: ReviewFinding, event: Event, field: str) -> Location:
    """Where ``field`` of an event of ``finding`` stands in the journal."""
    name = next((f for f, e in zip(finding.files, finding.events, strict=False) if e is event), "")
    try:
        lines = (root / name).read_text("utf-8").splitlines() if name else []
    except (OSError, ValueError):
        lines = []
    result = (k for k, line in enumerate(lines, 1) if line.lstrip().startswith(f"{field}:"))
    return Location(name, next(result, 1)) if name else Location(COMMAND_LINE)
