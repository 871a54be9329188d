"""Who reads a review while another writes to it sees one state of it, whole."""

from __future__ import annotations

import multiprocessing
import multiprocessing.synchronize
from pathlib import Path
from typing import Any

import pytest

from casegen.io import atomic
from casegen.review import add_finding, chain, create, journal, turns
from casegen.review.events import FindingSeverity
from casegen.review.journal import read_journal
from tests.review.conftest import BOB
from tests.review.test_findings import finding

READINGS = 60


@pytest.fixture
def reviewed(rover: Path) -> Path:
    """A case with a baseline."""
    create(rover, "v1", author="Dan Developer", reason="first")
    return rover


def _beside(monkeypatch: pytest.MonkeyPatch, folder: Path, events: int) -> list[int]:
    """An event arrives between the reading of the events and that of their last ones, so many times."""
    calls: list[int] = []
    broken = chain.broken

    def late(*args: Any) -> Any:
        calls.append(len(calls))
        if len(calls) <= events:
            monkeypatch.setattr(chain, "broken", broken)
            finding(folder)
            monkeypatch.setattr(chain, "broken", late)
        return broken(*args)

    monkeypatch.setattr(chain, "broken", late)
    return calls


def test_an_event_that_arrives_while_the_review_is_read_is_read_too(
    reviewed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finding(reviewed)
    calls = _beside(monkeypatch, reviewed, 1)
    result = read_journal(reviewed)
    assert result.problems == ()
    assert [one.id for one in result.findings] == ["F1", "F2"]
    assert len(calls) == 2


def test_a_reader_that_never_meets_a_still_moment_takes_its_turn(
    reviewed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finding(reviewed)
    calls = _beside(monkeypatch, reviewed, turns.UNLOCKED)
    held: list[Path] = []
    locked = atomic.locked

    def counted(path: Path) -> Any:
        held.append(path)
        return locked(path)

    monkeypatch.setattr(turns, "locked", counted)
    result = read_journal(reviewed)
    assert result.problems == ()
    assert len(calls) == turns.UNLOCKED + 1
    assert len(held) == turns.UNLOCKED + 1, "each writer once, and the reader"


def test_a_reader_without_a_lock_looks_again_until_it_is_still(
    reviewed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finding(reviewed)
    _beside(monkeypatch, reviewed, 7)
    locked = atomic.locked
    mine: list[int] = []

    def only_for_writers(path: Path) -> Any:
        if writers:
            return locked(path)
        mine.append(1)
        raise PermissionError

    writers: list[int] = []
    append = journal.append

    def writing_now(*args: Any, **options: Any) -> Any:
        writers.append(1)
        try:
            return append(*args, **options)
        finally:
            writers.pop()

    monkeypatch.setattr(turns, "locked", only_for_writers)
    monkeypatch.setattr("casegen.review.acts.append", writing_now)
    assert read_journal(reviewed).problems == ()
    assert mine


def test_a_damaged_history_is_named_at_once(reviewed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finding(reviewed)
    next((reviewed / "review" / "F1").iterdir()).unlink()
    calls = _beside(monkeypatch, reviewed, 0)
    assert read_journal(reviewed).problems
    assert len(calls) == 1


def test_who_holds_the_lock_reads_without_waiting_for_itself(reviewed: Path) -> None:
    read: list[int] = []

    def changing() -> None:
        read.append(1)
        (reviewed / "review" / f"F{len(read)}").mkdir(parents=True)

    with turns.writing(reviewed):
        turns.consistently(reviewed, changing)
    assert len(read) == turns.TRIES


def _keep_writing(folder: Path, stop: multiprocessing.synchronize.Event) -> None:
    number = 0
    while not stop.is_set():
        number += 1
        text = f"the record of season {number} is missing"
        add_finding(folder, target="C1", severity=FindingSeverity.MINOR, text=text, by=BOB)


@pytest.mark.slow
def test_readers_beside_a_writer_never_see_damage(reviewed: Path) -> None:
    finding(reviewed)
    context = multiprocessing.get_context("fork")
    stop = context.Event()
    writer = context.Process(target=_keep_writing, args=(reviewed, stop))
    writer.start()
    try:
        readings = [read_journal(reviewed) for _ in range(READINGS)]
    finally:
        stop.set()
        writer.join(120)
    assert writer.exitcode == 0
    assert [one.problems for one in readings] == [()] * READINGS
    counts = [len(one.findings) for one in readings]
    assert counts == sorted(counts)
    assert counts[-1] > counts[0]
