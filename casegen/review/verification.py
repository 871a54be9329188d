"""Is a baseline still what was frozen, and is the case folder still at it?  Every difference by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from casegen.io.folder import left_by_file_manager
from casegen.io.regular import read_bytes, same_content, sha256
from casegen.model.case import Location
from casegen.model.diagnostic import InputError
from casegen.model.file_path import is_of_file_manager
from casegen.review.baseline import (
    ABOUT,
    FILES,
    ROOT,
    SIGNATURE,
    SIGNER,
    SUMS,
    Baseline,
    find,
    read,
    root_line,
)
from casegen.review.events import SETTLED
from casegen.review.file_managers import left_by_file_managers, not_covered
from casegen.review.manifest import BASELINES, REVIEW, everything, members, read_listing

if TYPE_CHECKING:
    from casegen.model.output.review import VerifiedRow

_CHUNK = 2**16


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One thing that is not what was frozen.

    ``kind``: missing, added, changed, renamed, signature, root, history, previous or evidence (that settled
    a finding).
    """

    kind: str
    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Verified:
    """The outcome for one baseline.  ``frozen``: in the baseline itself; ``working``: in the case folder."""

    name: str
    root: str
    """the root hash that ``ROOT`` states; empty when it is gone"""
    frozen: tuple[Mismatch, ...]
    working: tuple[Mismatch, ...]
    signature: str
    """what can be said of the signature, in words"""
    notes: tuple[str, ...] = ()
    """what else is to be known, such as what could not be compared here"""

    @property
    def holds(self) -> bool:
        """Nothing differs."""
        return not self.frozen and not self.working

    def document(self) -> VerifiedRow:
        """As JSON data."""
        rows = [("baseline", one) for one in self.frozen] + [("case", one) for one in self.working]
        return {
            "baseline": self.name,
            "root": self.root,
            "holds": self.holds,
            "signature": self.signature,
            "notes": list(self.notes),
            "differences": [
                {"where": where, "kind": one.kind, "path": one.path, "message": one.message}
                for where, one in rows
            ],
        }


def find_verified(root: Path, name: str = "") -> Baseline:
    """The baseline ``name`` of a case folder (the latest, unless named); :class:`InputError` where it is not whole."""
    baseline = find(root, name)
    if wrong := verify(baseline.folder).frozen:
        raise InputError.at(
            Location(f"{BASELINES}/{baseline.name}/{wrong[0].path}"),
            f"the baseline {baseline.name} does not verify: {wrong[0].message}",
            hint=f"`casegen baseline verify CASE {baseline.name}` names every difference; ask for the baseline again",
        )
    return baseline


def verify(
    folder: Path,
    working: Path | None = None,
    *,
    beside: Path | None = None,
    expected_root: str | None = None,
    public_key: Path | None = None,
    known_key: Path | None = None,
) -> Verified:
    """Compare the baseline in ``folder`` with its hashes, and the case folder ``working`` with the baseline.

    ``beside`` (``working``, unless given) is the case folder whose baselines this one stands among: it names
    the one before it.  ``expected_root`` and ``public_key`` are what the assessor holds from elsewhere:
    without one of them a baseline that was made anew as a whole cannot be distinguished from the original.
    ``known_key`` need not have signed it, and is named where it did.

    Raises:
        InputError: ``public_key`` or ``known_key`` is no key.
        MissingDependencyError: it is signed, or a key is given, and ``cryptography`` is not installed.
    """
    frozen = list(frozen_mismatches(folder, working))
    signature = "unknown"
    name, root = folder.name, stated_root(folder)
    try:
        baseline = read(folder)
    except InputError as error:
        known = {one.path for one in frozen}
        if ABOUT not in known and (root or ROOT not in known):  # a root that is gone is named, and it alone
            frozen.append(Mismatch("changed", ABOUT, str(error)))
    else:
        name = baseline.name
        frozen += _named(baseline, expected_root)
        signature, problems = _signature(baseline, public_key, known_key)
        frozen += problems
        around = beside if beside is not None else working
        if around is not None:
            frozen += previous(baseline, around)
    differ = [*_working(folder, working), *_evidence(working)] if working is not None else []
    return Verified(
        name, root, tuple(frozen), tuple(differ), signature, not_covered(left_by_file_managers(folder))
    )


def unchanged(baseline: Baseline, working: Path) -> bool:
    """Whether the case folder ``working`` is byte for byte what ``baseline`` froze; the review may have gone on."""
    return next(_working(baseline.folder, working), None) is None


def stated_root(folder: Path) -> str:
    """The root hash that ``ROOT`` states; empty when it cannot be read."""
    try:
        return read_bytes(folder / ROOT).decode("ascii", "replace")[:64]
    except OSError:
        return ""


def frozen_mismatches(folder: Path, working: Path | None = None) -> Iterator[Mismatch]:
    """How the files of the baseline in ``folder`` differ from its own hashes, and these from its root.

    ``working`` is a folder whose files may still be what was frozen: then the changed byte is named.
    """
    try:
        sums = read_bytes(folder / SUMS)
        listed = read_listing(sums, SUMS)
    except FileNotFoundError:
        yield Mismatch("missing", SUMS, "the list of hashes is gone")
        return
    except OSError as error:
        yield Mismatch("changed", SUMS, f"{SUMS}: {error.strerror}")
        return
    except InputError as error:
        yield Mismatch("changed", SUMS, str(error))
        return
    try:
        stated = read_bytes(folder / ROOT)
    except FileNotFoundError:
        yield Mismatch("missing", ROOT, "the root hash is gone")
        stated = root_line(sums)
    except OSError:
        stated = root_line(sums)  # named below as no plain file
    if stated != root_line(sums):
        order = "" if list(listed) == sorted(listed) else "; the lines are not in order"
        yield Mismatch(
            "changed", SUMS, f"{SUMS} is not what {ROOT} states: one of the two was changed{order}"
        )
        yield Mismatch(
            "changed", ROOT, f"{ROOT} does not state the hash of {SUMS}: one of the two was changed"
        )
    beside = {SUMS, ROOT} | ({SIGNATURE} if SIGNER in listed else set())
    yield from compared(folder, listed, beside, working)


def compared(
    folder: Path, listed: Mapping[str, str], beside: set[str], original: Path | None = None
) -> Iterator[Mismatch]:
    """How the files below ``folder`` differ from the ``listed`` hashes; ``beside`` are not in the list.

    ``original`` is a folder whose files may still be what was frozen: then the changed byte is named.
    """
    results: dict[str, str] = {}
    for path, strange in everything(folder):
        if strange:
            yield Mismatch("changed" if path in listed else "added", path, f"{path} is no plain file")
            results[path] = ""
        elif path not in beside and (path in listed or not left_by_file_manager(folder / path)):
            results[path] = sha256(folder / path)
    gone = {path: digest for path, digest in listed.items() if path not in results}
    for path in sorted(results.keys() - listed.keys()):
        if not results[path]:
            continue
        old = next((name for name, digest in gone.items() if digest == results[path]), None)
        if old is not None:
            del gone[old]
            yield Mismatch("renamed", path, f"{path} was {old} when it was frozen")
        else:
            yield Mismatch("added", path, f"{path} was not there when it was frozen")
    for path in sorted(gone):
        yield Mismatch("missing", path, f"{path} is gone")
    for path in sorted(results.keys() & listed.keys()):
        if results[path] and results[path] != listed[path]:
            yield Mismatch("changed", path, _change(folder / path, listed[path], path, original))


def _change(now: Path, recorded: str, path: str, original: Path | None) -> str:
    words = f"{path} has changed: its SHA-256 is not {recorded[:12]}…"
    name = path.removeprefix(f"{FILES}/")
    if original is None or name == path or not (original / name).is_file():
        return words
    if sha256(original / name) != recorded:
        return words
    return f"{path} has changed: {first_difference(original / name, now)}"


def first_difference(old: Path, new: Path) -> str:
    """Where two files first differ, in words."""
    at, line = 0, 1
    with old.open("rb") as before, new.open("rb") as after:
        while (a := before.read(_CHUNK)) == (b := after.read(_CHUNK)) and a:
            at, line = at + len(a), line + a.count(b"\n")
    here = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    line += a.count(b"\n", 0, here)
    was = f"0x{a[here]:02x}" if here < len(a) else "the end"
    now = f"0x{b[here]:02x}" if here < len(b) else "the end"
    sizes = f"{old.stat().st_size} bytes were frozen, {new.stat().st_size} are there"
    return f"byte {at + here + 1} (line {line}) was {was}, is {now}; {sizes}"


def _named(baseline: Baseline, expected: str | None) -> Iterator[Mismatch]:
    wanted = baseline.root if expected is None else root_hash(expected)
    if wanted != baseline.root:
        message = f"the root is {baseline.root}, expected {wanted}: this is not the baseline that you named"
        yield Mismatch("root", ROOT, message)
    if baseline.folder.name != baseline.name and baseline.folder.parent.name == "baselines":
        message = f"the folder is called {baseline.folder.name}, the baseline in it {baseline.name}"
        yield Mismatch("renamed", ABOUT, message)


def root_hash(given: str) -> str:
    """A root hash as a person gives it.

    Raises:
        InputError: it is none; an empty one would check nothing.
    """
    wanted = given.strip().lower()
    if not re.fullmatch(r"[0-9a-f]{64}", wanted):
        raise InputError.call(f"expected a root of 64 hexadecimal digits, found {given!r}")
    return wanted


def _signature(
    baseline: Baseline, public_key: Path | None, known_key: Path | None
) -> tuple[str, list[Mismatch]]:
    from casegen.review.signing import WorthlessKeyError, fingerprint, holds, in_one_spelling, read_key

    signer, folder = baseline.about.signer, baseline.folder
    if signer is None:
        if public_key is None:
            return "not signed", []
        return "not signed", [Mismatch("signature", SIGNATURE, "a key was given, and nothing is signed")]
    try:
        signature, root = read_bytes(folder / SIGNATURE), read_bytes(folder / ROOT)
        stated = read_bytes(folder / SIGNER)
    except OSError as error:
        name = Path(str(error.filename)).name
        return "signature incomplete", [Mismatch("missing", name, f"{name} is gone: it was signed")]
    problems = []
    name = str(public_key or SIGNER)
    try:
        trusted = read_key(public_key) if public_key is not None else in_one_spelling(stated, SIGNER)
        known = fingerprint(trusted, name)
        good = holds(trusted, root, signature, name)
    except InputError as error:
        if public_key is not None:
            raise
        words = "does not hold" if isinstance(error, WorthlessKeyError) else "unreadable"
        return f"signature {words}", [Mismatch("signature", SIGNER, str(error))]
    if known != signer:
        message = f"signed with the key {signer[:16]}…, expected the key {known[:16]}…"
        problems.append(Mismatch("signature", SIGNATURE, message))
    if not good:
        message = f"{SIGNATURE} is no signature of {ROOT} under the key {known[:16]}…"
        problems.append(Mismatch("signature", SIGNATURE, message))
    given = public_key is not None or (
        known_key is not None and fingerprint(read_key(known_key), str(known_key)) == known
    )
    trust = "the key you gave" if given else "a key that the baseline itself brings"
    return ("signature does not hold" if problems else f"signed by {signer[:16]}…, {trust}"), problems


def previous(baseline: Baseline, working: Path) -> Iterator[Mismatch]:
    """What is wrong with the baseline before one of the case folder ``working``: gone, or with another root."""
    before = baseline.about.previous
    if before is None or baseline.folder.parent.resolve() != (working / "baselines").resolve():
        return
    folder = baseline.folder.parent / before.name
    path = f"../{before.name}"
    try:
        result = read(folder)
    except InputError:
        yield Mismatch(
            "previous", path, f"the baseline before this one, {before.name}, is gone or unreadable"
        )
        return
    if result.root != before.root:
        message = f"the baseline before this one, {before.name}, has another root than it had"
        yield Mismatch("previous", path, message)


def _evidence(root: Path) -> Iterator[Mismatch]:
    """Evidence of settled findings that is not what it was when they were settled."""
    from casegen.review.evidence_hashes import moved
    from casegen.review.journal import read_journal

    for finding in read_journal(root).findings:
        if finding.recorded in SETTLED:
            for path, words in moved(root, finding).items():
                yield Mismatch(
                    "evidence", path, f"{finding.id} was {finding.recorded} on other grounds: {words}"
                )


def _working(folder: Path, root: Path) -> Iterator[Mismatch]:
    """The case folder against the frozen copy; review records may be added, never changed."""
    try:
        listed = read_listing(read_bytes(folder / SUMS), SUMS)
    except (OSError, InputError):
        return
    wanted = {
        path.removeprefix(f"{FILES}/"): digest
        for path, digest in listed.items()
        if path.startswith(f"{FILES}/") and not is_of_file_manager(path)
    }
    paths, _ = members(root)
    gone = {path: digest for path, digest in wanted.items() if path not in paths}
    for path in paths:
        history = path.startswith(f"{REVIEW}/")
        if path not in wanted:
            if history:
                continue
            digest = sha256(root / path)
            old = next((name for name, known in gone.items() if known == digest), None)
            if old is None:
                yield Mismatch("added", path, f"{path} is not in the baseline")
            else:
                del gone[old]
                yield Mismatch("renamed", path, f"{path} is {old} in the baseline")
        elif not same_content(root / path, wanted[path]):
            frozen = folder / FILES / path
            where = ""
            if frozen.is_file() and sha256(frozen) == wanted[path]:
                where = f": {first_difference(frozen, root / path)}"
            kind = "history" if history else "changed"
            yield Mismatch(kind, path, f"{path} has changed since the baseline{where}")
    for path in sorted(gone):
        kind = "history" if path.startswith(f"{REVIEW}/") else "missing"
        yield Mismatch(kind, path, f"{path} is in the baseline and gone from the case folder")
