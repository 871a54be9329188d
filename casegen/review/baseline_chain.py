"""Whether the baselines of a case folder are all there: each names the one before it, the review those it was held at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.review.baseline import ABOUT, in_order, read
from casegen.review.journal import Journal, read_journal
from casegen.review.manifest import BASELINES, own
from casegen.review.verification import Mismatch, frozen_mismatches, previous


def baseline_folders(root: Path) -> list[Path]:
    """Folders of the baselines, oldest first; unreadable ones first of all."""
    place = own(root, BASELINES)
    if not place.is_dir():
        return []
    folders = [
        f for f in sorted(place.iterdir()) if f.is_dir() and not f.is_symlink() and not f.name.startswith(".")
    ]
    readable, unreadable = [], []
    for folder in folders:
        try:
            readable.append(read(folder))
        except InputError:
            unreadable.append(folder)
    return [*unreadable, *(one.folder for one in in_order(readable))]


def named_and_gone(root: Path, journal: Journal | None = None) -> tuple[Mismatch, ...]:
    """Baselines that the review was held at and that are gone."""
    journal = journal if journal is not None else read_journal(root)
    events = [event for finding in journal.findings for event in finding.events]
    signed = [one.signed for one in journal.sign_offs]
    held = {at.name for one in (*events, *signed) if (at := getattr(one, "baseline", None)) is not None}
    there = {folder.name for folder in baseline_folders(root)}
    return tuple(
        Mismatch(
            "previous", f"{BASELINES}/{name}", f"the review was held at the baseline {name}, which is gone"
        )
        for name in sorted(held - there)
    )


def broken_chain(root: Path, journal: Journal | None = None) -> Iterator[Mismatch]:
    """What is missing among the baselines of a case folder, or is another than it was; their files are not read."""
    for folder in baseline_folders(root):
        try:
            links = list(previous(read(folder), root))
        except InputError as error:
            links = [Mismatch("changed", ABOUT, str(error))]
        yield from (_of(folder, one) for one in links)
    yield from named_and_gone(root, journal)


def with_baselines(root: Path, journal: Journal, *, files: bool = False) -> Journal:
    """``journal``; baselines that are gone, or are others than they were, join what is wrong with the history.

    Every file of them is read where ``files`` asks for it, and where a reading would count.
    """
    wrong = list(broken_chain(root, journal))
    if files or journal.readings:
        named = {one.path for one in wrong}
        wrong += [one for one in altered(root) if one.path not in named]
    return replace(journal, problems=(*journal.problems, *map(history_problem, wrong)))


def history_problem(one: Mismatch) -> Diagnostic:
    """What differs at a baseline, as a problem of the history of the review."""
    return Diagnostic("review-history", Severity.ERROR, one.message, Location(one.path))


def altered(root: Path) -> Iterator[Mismatch]:
    """Baselines of a case folder whose files are not those that were frozen, the first difference of each."""
    for folder in baseline_folders(root):
        first = next(frozen_mismatches(folder), None)
        if first is not None:
            yield _of(folder, first)


def _of(folder: Path, one: Mismatch) -> Mismatch:
    return Mismatch(
        one.kind, f"{BASELINES}/{folder.name}/{one.path}", f"baseline {folder.name}: {one.message}"
    )
