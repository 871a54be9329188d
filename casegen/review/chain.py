"""The review as one chain: each event names the last ones before it, and the last one is kept elsewhere too.

``CASE/baselines/.review-head/HASH`` holds one small file per event that no later one follows: its name is the
SHA-256 of the event, its text the event's path.  It stands outside ``CASE/review``, so that a review whose
last event, or whose whole folder, is gone does not look like one that never said it.  Every baseline holds a
copy of the review as it was, which counts in the same way.  Two branches that each add an event merge without
conflict; the next event follows both.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from casegen.io.atomic import write_beside, write_bytes
from casegen.io.regular import as_written, open_regular, read_bytes
from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.review.manifest import BASELINES, REVIEW, own

HEAD = f"{BASELINES}/.review-head"
_DIGEST = re.compile(r"[0-9a-f]{64}")
_BESIDE = re.compile(r"\.([0-9a-f]{64})\.[a-z0-9_]{8}\.part")
_GONE = "was changed or is gone; restore it from version control, or from whoever has a copy"

LEAST_DIGITS = 16
"""of a hash by which an event is named"""


@dataclass(frozen=True, slots=True)
class ChainLink:
    """An event as a link of the chain: its file, and what it follows (None: written before there was a chain)."""

    name: str
    after: str | None
    follows: tuple[str, ...] | None


_LOOKS = 20
"""at a head that writers replace meanwhile"""


def heads(root: Path, known: Mapping[str, str], links: Sequence[ChainLink]) -> tuple[str, ...]:
    """Hashes that the next event follows: the last events, and those that were last and are gone.

    ``known`` are the files of all events by hash.
    """
    followed = {digest for link in links for digest in (*(link.follows or ()), link.after)}
    return tuple(sorted({*_kept(root), *known} - (followed & known.keys())))


def broken(root: Path, known: Mapping[str, str], links: Sequence[ChainLink]) -> Iterator[tuple[str, str]]:
    """Where the chain is broken: a file, and what is wrong there; each event that is gone once."""
    gone: dict[str, tuple[str, str]] = {}
    for link in links:
        for digest in link.follows or ():
            gone.setdefault(digest, (link.name, "which came before this one,"))
    kept = _kept(root)
    for digest, name in kept.items():
        gone.setdefault(digest, (name, "the last of the review,"))
    for digest, name, baseline in _frozen(root):
        gone.setdefault(digest, (name, f"which the baseline {baseline} holds,"))
    for digest, (name, what) in gone.items():
        if digest not in known:
            yield name, f"the event {digest[:12]}…, {what} {_GONE}"
    chained = any(link.follows is not None for link in links)
    recorded = bool(kept) or not known.keys().isdisjoint(_unfinished(own(root, HEAD)))
    if chained and not recorded and (root / BASELINES).is_dir():
        yield HEAD, f"the record of the last event of the review {_GONE}"
    elif recorded and gone.keys() <= known.keys():
        # what came before an event that is gone is not expected to have a record
        yield from _without_record(root, known, links, kept)


def deleted(journal_hashes: Mapping[str, str], claimed: str) -> Diagnostic | None:
    """What is wrong where an event that the reader knows, by its SHA-256 or the start of it, is not there.

    Raises:
        InputError: ``claimed`` is no hash.
    """
    wanted = claimed.strip().lower().rstrip("…")
    if not re.fullmatch(rf"[0-9a-f]{{{LEAST_DIGITS},64}}", wanted):
        raise InputError.call(
            f"expected {LEAST_DIGITS} to 64 hexadecimal digits of the hash of an event, found {claimed!r}",
        )
    if any(digest.startswith(wanted) for digest in journal_hashes):
        return None
    message = f"the event {wanted[:16]}…, which you named, is not in this review: it was changed or deleted"
    return Diagnostic("review-history", Severity.ERROR, message, Location(REVIEW))


def unnoticed(last: Sequence[str]) -> str:
    """What this folder alone cannot show, and what to keep elsewhere, in words."""
    if not last:
        return (
            "no event of a review is here; a review deleted together with its record and every baseline that holds it "
            "leaves no trace in this folder: check with --last and the hash of an event that you hold"
        )
    return (
        f"last event: {', '.join(digest[:LEAST_DIGITS] for digest in last)}. Keep this elsewhere, for --last: a review "
        "deleted together with its record and every baseline that holds it leaves no trace in this folder"
    )


def _frozen(root: Path) -> Iterator[tuple[str, str, str]]:
    """Events that baselines hold: hash, path inside the case folder, baseline."""
    for path in sorted(own(root, BASELINES).glob(f"*/files/{REVIEW}/[FRS]*/[0-9]*.yaml")):
        if path.is_file() and not path.is_symlink():
            baseline = path.relative_to(root / BASELINES).parts[0]
            name = path.relative_to(root / BASELINES / baseline / "files").as_posix()
            yield hashlib.sha256(as_written(read_bytes(path))).hexdigest(), name, baseline


def add(root: Path, event: Path, content: bytes, before: Sequence[str], known: Mapping[str, str]) -> None:
    """Write an event and the record of it as the last one: both or, where a disk is full, neither.

    The record is written beside its place before the event is, so that a kill in between leaves it to be found there.
    Those of ``before`` that are there need no record any more.
    """
    place = own(root, HEAD)
    digest, folder_there = hashlib.sha256(content).hexdigest(), event.parent.is_dir()
    beside = write_beside(place / digest, f"{event.relative_to(root / REVIEW).as_posix()}\n".encode())
    try:
        write_bytes(event, content)
        beside.replace(place / digest)
    except BaseException:
        for path in (event, beside):
            with contextlib.suppress(OSError):
                path.unlink()
        if not folder_there:
            with contextlib.suppress(OSError):
                event.parent.rmdir()
        raise
    for old in before:
        if old in known and old != digest:
            with contextlib.suppress(OSError):  # one too many says nothing wrong
                (place / old).unlink()


def complete(root: Path, known: Mapping[str, str]) -> None:
    """Put the records into their place that killed writers left beside it, whose events are there; under the lock."""
    place = own(root, HEAD)
    for digest, beside in _unfinished(place).items():
        if digest in known:
            beside.replace(place / digest)


def _unfinished(place: Path) -> dict[str, Path]:
    """Records of events beside their place, by hash."""
    if not place.is_dir():
        return {}
    matches = ((_BESIDE.fullmatch(path.name), path) for path in place.iterdir())
    return {match[1]: path for match, path in matches if match and path.is_file() and not path.is_symlink()}


def _without_record(
    root: Path, known: Mapping[str, str], links: Sequence[ChainLink], kept: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Last events of the chain that have no record: whoever removed them next would leave no trace."""
    chained = {link.name for link in links if link.follows is not None}
    followed = {digest for link in links for digest in (*(link.follows or ()), link.after)}
    last = {digest: name for digest, name in known.items() if digest not in followed and name in chained}
    recorded = set(kept)
    if not recorded.issuperset(last):  # a writer is at work, or was killed
        recorded |= {*_unfinished(own(root, HEAD)), *_kept(root)}
    for digest, name in last.items():
        if digest not in recorded:
            yield name, f"the last event of the review, {digest[:12]}…, has no record in {HEAD}: it {_GONE}"


def is_record(name: str) -> bool:
    """Whether ``name`` is that of a record of an event in ``HEAD``."""
    return _DIGEST.fullmatch(name) is not None


def _kept(root: Path) -> dict[str, str]:
    """The last events by hash, each with its path inside the case folder.

    A writer replaces the head while others read: whoever finds it gone looks again.
    """
    place = own(root, HEAD)
    for _ in range(_LOOKS):
        try:
            return _heads(place)
        except FileNotFoundError:
            continue
    return _heads(place)


def _heads(place: Path) -> dict[str, str]:
    if not place.is_dir():
        return {}
    results = {}
    for path in sorted(place.iterdir()):
        if is_record(path.name) and path.is_file() and not path.is_symlink():
            with open_regular(path) as stream:
                message = stream.read(300).decode("utf-8", "replace").strip()
            results[path.name] = f"{REVIEW}/{message}" if message.isprintable() and message else REVIEW
    return results
