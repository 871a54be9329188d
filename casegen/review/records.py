"""The files of a review's records: each a folder of events, in the order of their numbers."""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from casegen.io.model_file import read_model
from casegen.io.regular import as_written, read_bytes
from casegen.model.case import Location
from casegen.model.dates import latest_date
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.file_path import is_of_file_manager
from casegen.review import chain
from casegen.review.events import Event, EventFile, Raised, Read, Signed
from casegen.review.manifest import REVIEW, own
from casegen.review.signatures import signer_of
from casegen.review.signing import INSTALL

_RECORD = re.compile(r"([FRS])([1-9][0-9]{0,8})")
_FILE = re.compile(r"([0-9]{2,6})-([a-z]+)-([0-9a-f]{8})\.yaml")

UNCHECKED = "review-unchecked"
"""rule of the problem that a signature cannot be checked here"""
NOT_CHECKED = f"the signature is not checked: that needs the Python package 'cryptography' ({INSTALL})"

MAX_EVENT = 2**20
"""bytes of an event file: its longest texts are 20,000 characters"""


class Entry(NamedTuple):
    """An event as it stands in a record."""

    file: str
    event: Event
    signer: str | None
    digest: str
    claimed: str | None = None
    """the key that the event names, where its signature could not be checked"""


def apart(record: str, entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The events of a record by its id; of two branches that gave one number, each by the digits of its first event.

    What follows no event that is there is counted with the first: it is named as a problem of the chain.
    """
    threads: list[list[Entry]] = []
    for entry in entries:
        followed = [thread for thread in threads if any(one.digest == entry.event.after for one in thread)]
        if not threads or _begins(entry.event):
            threads.append([entry])
        else:
            (followed or threads)[0].append(entry)
    if len(threads) == 1:
        return {record: threads[0]}
    return {f"{record}-{_digits(thread[0].file)}": thread for thread in threads}


def _begins(event: Event) -> bool:
    """Whether an event is the first of a record."""
    return event.after is None and isinstance(event, Raised | Signed | Read)


def _digits(name: str) -> str:
    """The random digits in the name of an event's file."""
    return name.removesuffix(".yaml")[-8:]


def records(root: Path) -> list[Path]:
    """Folders of the records below ``root/review``, by letter and number; no links."""
    place = own(root, REVIEW)
    if not place.is_dir():
        return []
    results = [
        (m, f)
        for f in place.iterdir()
        if (m := _RECORD.fullmatch(f.name)) and f.is_dir() and not f.is_symlink()
    ]
    return [f for m, f in sorted(results, key=lambda pair: (pair[0][1], int(pair[0][2])))]


def files_of(folder: Path) -> list[Path]:
    """Files of a record's events in the order of their numbers."""
    if not folder.is_dir():
        return []
    results = [(m, f) for f in folder.iterdir() if (m := _FILE.fullmatch(f.name)) and _plain(f)]
    return [f for _, f in sorted(results, key=lambda pair: (int(pair[0][1]), pair[1].name))]


def _plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def read_record(
    root: Path, folder: Path, problems: list[Diagnostic], links: list[chain.ChainLink]
) -> list[Entry]:
    """The events of a record in order.

    A broken chain or signature becomes a problem, an unreadable event an error.
    """
    digests: list[str] = []
    acts: list[Event] = []
    results: list[Entry] = []
    for path in files_of(folder):
        name = path.relative_to(root).as_posix()
        file = _read_event(path, name)
        raw = as_written(read_bytes(path, most=MAX_EVENT))
        digest = hashlib.sha256(raw).hexdigest()
        event = file.entry
        if event in acts:  # whatever the file adds to it: a comment, another spelling, or a key less
            problems.append(problem(name, "the event is duplicated: a copy of an older one says nothing new"))
            digests.append(digest)
            continue
        acts.append(event)
        links.append(chain.ChainLink(name, event.after, event.follows))
        if not (_begins(event) if event.after is None else event.after in digests):
            problems.append(
                problem(name, "the event before this one is not what it was: changed, or removed")
            )
        if _day(event.at) > latest_date():
            problems.append(problem(name, f"the event is dated {event.at[:10]}, which lies in the future"))
        signer = signer_of(raw, file.key, file.signature)
        if signer.wrong:
            problems.append(problem(name, signer.wrong))
        if signer.unchecked is not None:
            problems.append(Diagnostic(UNCHECKED, Severity.ERROR, NOT_CHECKED, Location(name)))
        digests.append(digest)
        results.append(Entry(name, event, signer.key, digest, signer.unchecked))
    strange = [
        p
        for p in sorted(folder.iterdir())
        if not (p.name.startswith(".") or is_of_file_manager(p.name))
        and not (_FILE.fullmatch(p.name) and _plain(p))
    ]
    problems.extend(problem(p.relative_to(root).as_posix(), "no event of the journal") for p in strange)
    return results


def _day(at: str) -> datetime.date:
    """The day of an event; one that cannot be read is the last there is."""
    try:
        return datetime.datetime.fromisoformat(at).date()
    except ValueError:
        return datetime.date.max


def _read_event(path: Path, name: str) -> EventFile:
    if path.stat().st_size > MAX_EVENT:
        raise InputError([problem(name, f"an event is smaller than {MAX_EVENT // 2**20} MiB")])
    return read_model(path, name, EventFile)[0]


def problem(place: str, message: str) -> Diagnostic:
    """What is wrong with the history of a review, at a file or folder inside the case folder."""
    return Diagnostic("review-history", Severity.ERROR, message, Location(place))
