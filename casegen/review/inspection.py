"""Verify whatever an assessor holds: a case folder, one baseline's folder, or an audit pack."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from casegen.io.folder import find_root
from casegen.io.regular import read_bytes
from casegen.model.case import Location
from casegen.model.diagnostic import InputError
from casegen.review.archive import extract
from casegen.review.baseline import ABOUT, FILES, SUMS, find
from casegen.review.journal import read_journal
from casegen.review.manifest import BASELINES, REVIEW, everything, listing, own, read_listing
from casegen.review.verification import Difference, Verified, compared, root_hash, verify


def inspect(
    place: Path,
    name: str = "",
    *,
    frozen_only: bool = False,
    expected_root: str | None = None,
    public_key: Path | None = None,
) -> tuple[Verified, ...]:
    """Verify the baseline ``name`` of a case folder, or each of them, oldest first.

    The case folder itself is compared with the one named, or the latest, unless ``frozen_only``; root and
    key are compared with the same one, which vouches for those before it.  A baseline's folder, and a pack, are
    verified alone.

    Raises:
        InputError: nothing there that could be verified, or the key is none.
        OutsidePartMissing: something is signed and ``cryptography`` is not installed.
    """
    if expected_root is not None:
        root_hash(expected_root)
    if place.is_file() and place.suffix == ".zip":
        return (_pack(place, expected_root, public_key),)
    if (place / ABOUT).is_file() or (place / FILES / "case.yaml").is_file():
        return (verify(place, expected_root=expected_root, public_key=public_key),)
    root = find_root(place)
    if name:
        return (_one(root, name, frozen_only, expected_root, public_key),)
    folders = _folders(root)
    if not folders:
        find(root)  # says that there is none, and how to make one
    last = folders[-1]
    return tuple(
        verify(
            folder,
            None if frozen_only or folder != last else root,
            beside=root,
            expected_root=expected_root if folder == last else None,
            public_key=public_key if folder == last else None,
        )
        for folder in folders
    )


def _one(
    root: Path, name: str, frozen_only: bool, expected_root: str | None, public_key: Path | None
) -> Verified:
    folder = root / BASELINES / name
    if not _is_name(name) or not folder.is_dir():
        folder = find(root, name).folder
    working = None if frozen_only else root
    return verify(folder, working, beside=root, expected_root=expected_root, public_key=public_key)


def _is_name(name: str) -> bool:
    from casegen.review.baseline import NAME

    return NAME.fullmatch(name) is not None


def _folders(root: Path) -> list[Path]:
    """Folders of the baselines, oldest first; unreadable ones first of all."""
    from casegen.review.baseline import read

    def created(folder: Path) -> str:
        try:
            return read(folder).about.created
        except InputError:
            return ""

    place = own(root, BASELINES)
    if not place.is_dir():
        return []
    return sorted(
        (f for f in place.iterdir() if f.is_dir() and not f.is_symlink() and not f.name.startswith(".")),
        key=created,
    )


def _pack(place: Path, expected_root: str | None, public_key: Path | None) -> Verified:
    with tempfile.TemporaryDirectory(prefix="casegen-pack-") as scratch:
        extract(place, Path(scratch))
        tops = sorted(Path(scratch).iterdir())
        if len(tops) != 1 or not (tops[0] / "baseline").is_dir():
            raise InputError.at(
                Location(str(place)), "expected an audit pack: one folder with a baseline in it"
            )
        result = verify(tops[0] / "baseline", expected_root=expected_root, public_key=public_key)
        outer = (*_outer(tops[0]), *_history(tops[0]))
        return Verified(result.name, result.root, (*outer, *result.frozen), (), result.signature)


def _history(top: Path) -> Iterator[Difference]:
    """The review of a pack against the events that its baseline froze: events may be added, never changed."""
    frozen = top / "baseline" / FILES / REVIEW
    for path, strange in everything(frozen):
        now = top / REVIEW / path
        if strange:
            continue  # told by the baseline itself
        if not now.is_file():
            yield Difference(
                "history", f"{REVIEW}/{path}", f"{REVIEW}/{path} is in the baseline and gone from the review"
            )
        elif read_bytes(now) != read_bytes(frozen / path):
            yield Difference("history", f"{REVIEW}/{path}", f"{REVIEW}/{path} has changed since the baseline")
    for problem in read_journal(top).problems:
        yield Difference("history", problem.location.file, f"{problem.location.file}: {problem.message}")


def _outer(top: Path) -> tuple[Difference, ...]:
    try:
        raw = read_bytes(top / SUMS)
        listed = read_listing(raw, SUMS)
    except OSError:
        return (Difference("missing", SUMS, "the pack's list of hashes is gone"),)
    except InputError as error:
        return (Difference("changed", SUMS, str(error)),)
    result = list(compared(top, listed, {SUMS}))
    if listing(listed) != raw:
        result.append(Difference("changed", SUMS, "the pack's list of hashes is not as it was written"))
    return tuple(result)
