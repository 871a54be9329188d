"""The journal of a review: ``CASE/review/F3/02-responded-1f0c9a2b.yaml``, one file per event, none ever edited.

Each event names the hash of the one before it in its record, and of the last ones of the whole review
(:mod:`casegen.review.chain`), so that a changed or removed one shows.  One that was signed ends with the key
and the signature of all lines above (:mod:`casegen.review.signatures`).
Writers take turns by a lock and write beside and rename: nothing is lost, nothing half-written.
"""

from __future__ import annotations

import datetime
import hashlib
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from casegen.io.atomic import remove_leftovers
from casegen.io.case_writer import dump
from casegen.io.model_file import read_model
from casegen.io.regular import as_written, read_bytes
from casegen.model.case import COMMAND_LINE, Location
from casegen.model.dates import latest_date
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.legible import first_control
from casegen.review import chain
from casegen.review.events import (
    AtBaseline,
    Decision,
    Discharged,
    Disposed,
    Event,
    EventFile,
    FindingStatus,
    Person,
    Raised,
    Read,
    Responded,
    Signed,
)
from casegen.review.manifest import REVIEW, own
from casegen.review.signatures import signed, signer_of
from casegen.review.turns import consistently, writing

_RECORD = re.compile(r"([FRS])([1-9][0-9]{0,8})")
_FILE = re.compile(r"([0-9]{2,6})-([a-z]+)-([0-9a-f]{8})\.yaml")

MAX_EVENT = 2**20
"""bytes of an event file: its longest texts are 20,000 characters"""


@dataclass(frozen=True, slots=True)
class ReviewFinding:
    """A finding as its record tells it; whether a change re-opens it is :mod:`casegen.review.reopening`'s."""

    raised: Raised
    events: tuple[Event, ...]
    files: tuple[str, ...] = ()
    """the file of each event, as a path inside the case folder"""
    signers: tuple[str | None, ...] = ()
    """SHA-256 of the raw public key that signed each event; None where the name is only what was typed"""

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
        last = self.events[-1]
        if isinstance(last, Disposed):
            return FindingStatus(last.status)
        return FindingStatus.ANSWERED if isinstance(last, Responded) else FindingStatus.OPEN

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

    @property
    def id(self) -> str:
        """``S1``."""
        return self.signed.sign_off

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
    """who signed an event: the name, and the SHA-256 of the raw public key"""
    problems: tuple[Diagnostic, ...] = ()
    heads: tuple[str, ...] = ()
    """hashes of the last events, which the next one follows"""
    hashes: Mapping[str, str] = field(default_factory=dict)
    """the file of every event by its SHA-256"""

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
            known = ", ".join(f.id for f in self.findings) or "none"
            raise InputError.call(f"there is no finding {id!r}", hint=f"findings: {known}")
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
    for path in [path for folder in _records(root) for path in _files(folder)]:
        name = path.relative_to(root).as_posix()
        try:
            known[hashlib.sha256(as_written(read_bytes(path, most=MAX_EVENT))).hexdigest()] = name
        except OSError as error:
            problems.append(_problem(name, f"cannot read the event: {error.strerror or error}"))
    for folder in _records(root):
        try:
            read = _read_record(root, folder, problems, links)
        except InputError as error:
            problems.extend(error.diagnostics)
            continue
        keys |= {(one.event.by.name, one.signer): None for one in read if one.signer is not None}
        for id, own_events in _apart(folder.name, read).items() if read else ():
            files, events, signers, _ = zip(*own_events, strict=True)
            first = events[0]
            if isinstance(first, Raised) and first.finding == folder.name:
                named = first.model_copy(update={"finding": id})
                findings.append(ReviewFinding(named, (named, *events[1:]), files, signers))
            elif isinstance(first, Signed) and first.sign_off == folder.name:
                met = tuple(event for event in events if isinstance(event, Discharged))
                sign_offs.append(SignOff(first.model_copy(update={"sign_off": id}), signers[0], met))
            elif isinstance(first, Read) and first.reading == folder.name:
                readings += [event for event in events if isinstance(event, Read)]
            else:
                problems.append(
                    _problem(f"{REVIEW}/{folder.name}", "the record does not start with its first event")
                )
    problems += [
        _problem(f"{REVIEW}/{gone}", "the record is gone: a later one exists") for gone in _gaps(root)
    ]
    problems += [_problem(at, message) for at, message in chain.broken(root, known, links)]
    heads = chain.heads(root, known, links)
    return Journal(
        tuple(findings), tuple(sign_offs), tuple(readings), tuple(keys), tuple(problems), heads, known
    )


class _Entry(NamedTuple):
    """An event as it stands in a record."""

    file: str
    event: Event
    signer: str | None
    digest: str


def _apart(record: str, entries: Sequence[_Entry]) -> dict[str, list[_Entry]]:
    """The events of a record by its id; of two branches that gave one number, each by the digits of its first event.

    What follows no event that is there is counted with the first: it is named as a problem of the chain.
    """
    threads: list[list[_Entry]] = []
    for entry in entries:
        own = [thread for thread in threads if any(one.digest == entry.event.after for one in thread)]
        if not threads or _begins(entry.event):
            threads.append([entry])
        else:
            (own or threads)[0].append(entry)
    if len(threads) == 1:
        return {record: threads[0]}
    return {f"{record}-{_digits(thread[0].file)}": thread for thread in threads}


def _begins(event: Event) -> bool:
    """Whether an event is the first of a record."""
    return event.after is None and isinstance(event, Raised | Signed | Read)


def _digits(name: str) -> str:
    """The random digits in the name of an event's file."""
    return name.removesuffix(".yaml")[-8:]


def _gaps(root: Path) -> list[str]:
    """Records that must have existed: they are numbered without gaps."""
    results = []
    for letter in "FRS":
        numbers = {int(f.name[1:]) for f in _records(root) if f.name[0] == letter and _files(f)}
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
            numbers = [int(f.name[1:]) for f in _records(root) if f.name[0] == record and _files(f)]
            record = f"{record}{max(numbers, default=0) + 1}"
        folder = own(root, f"{REVIEW}/{record.partition('-')[0]}")
        chain.complete(root, journal.hashes)
        remove_leftovers(own(root, chain.HEAD), folder, *_records(root))
        files = _files(folder)
        before = _apart(folder.name, _read_record(root, folder, [], [])).get(record) if files else None
        last = before[-1].digest if before else None
        event = make(record, last, journal).model_copy(update={"follows": journal.heads})
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


def _records(root: Path) -> list[Path]:
    place = own(root, REVIEW)
    if not place.is_dir():
        return []
    results = [
        (m, f)
        for f in place.iterdir()
        if (m := _RECORD.fullmatch(f.name)) and f.is_dir() and not f.is_symlink()
    ]
    return [f for m, f in sorted(results, key=lambda pair: (pair[0][1], int(pair[0][2])))]


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    results = [(m, f) for f in folder.iterdir() if (m := _FILE.fullmatch(f.name)) and _plain(f)]
    return [f for _, f in sorted(results, key=lambda pair: (int(pair[0][1]), pair[1].name))]


def _plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _read_record(
    root: Path, folder: Path, problems: list[Diagnostic], links: list[chain.ChainLink]
) -> list[_Entry]:
    """The events of a record in order.

    A broken chain or signature becomes a problem, an unreadable event an error.
    """
    digests: list[str] = []
    results: list[_Entry] = []
    for path in _files(folder):
        name = path.relative_to(root).as_posix()
        file = _read_event(path, name)
        raw = as_written(read_bytes(path, most=MAX_EVENT))
        digest = hashlib.sha256(raw).hexdigest()
        if digest in digests:
            problems.append(
                _problem(name, "the event is duplicated: a copy of an older one says nothing new")
            )
            continue
        event = file.entry
        links.append(chain.ChainLink(name, event.after, event.follows))
        if not (_begins(event) if event.after is None else event.after in digests):
            problems.append(
                _problem(name, "the event before this one is not what it was: changed, or removed")
            )
        if _day(event.at) > latest_date():
            problems.append(_problem(name, f"the event is dated {event.at[:10]}, which lies in the future"))
        signer, wrong = signer_of(raw, file.key, file.signature)
        if wrong:
            problems.append(_problem(name, wrong))
        digests.append(digest)
        results.append(_Entry(name, event, signer, digest))
    strange = [
        p
        for p in sorted(folder.iterdir())
        if not p.name.startswith(".") and not (_FILE.fullmatch(p.name) and _plain(p))
    ]
    problems.extend(_problem(p.relative_to(root).as_posix(), "no event of the journal") for p in strange)
    return results


def _day(at: str) -> datetime.date:
    """The day of an event; one that cannot be read is the last there is."""
    try:
        return datetime.datetime.fromisoformat(at).date()
    except ValueError:
        return datetime.date.max


def _read_event(path: Path, name: str) -> EventFile:
    if path.stat().st_size > MAX_EVENT:
        raise InputError([_problem(name, f"an event is smaller than {MAX_EVENT // 2**20} MiB")])
    return read_model(path, name, EventFile)[0]


def _problem(place: str, message: str) -> Diagnostic:
    return Diagnostic("review-history", Severity.ERROR, message, Location(place))


def history(finding: ReviewFinding) -> Iterator[str]:
    """One line per event, for people."""
    for event, signer in zip(finding.events, finding.signers, strict=True):
        who = f"{event.by.name} ({event.by.role})" if event.by.role else event.by.name
        what = event.status if isinstance(event, Disposed) else event.event
        text = f": {event.text}" if event.text else ""
        key = f", signed by key {signer[:16]}…" if signer else ""
        yield f"{event.at[:16]} {what} by {who}{key}{text}{_named(event)}"


def _named(event: Event) -> str:
    """The evidence an event names, files with the start of their hash."""
    if not isinstance(event, Responded | Disposed) or not event.evidence:
        return ""
    digests = event.sha256 or {}
    words = [f"{name} (sha256 {digests[name][:12]}…)" if name in digests else name for name in event.evidence]
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
