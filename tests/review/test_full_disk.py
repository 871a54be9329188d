"""An act that a full disk refuses leaves no trace, and an event without its record is named."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casegen.review import add_finding, chain, create
from casegen.review.acts import respond
from casegen.review.chain import HEAD
from casegen.review.events import FindingSeverity
from casegen.review.journal import read_journal
from tests.review.conftest import ANN, BOB


@pytest.fixture
def reviewed(rover: Path) -> Path:
    """A case with a baseline and two findings."""
    create(rover, "v1", author="Dan Developer", reason="first")
    for target in ("C1", "C2"):
        raised(rover, target)
    return rover


def raised(at: Path, target: str = "C1") -> None:
    add_finding(at, target=target, severity=FindingSeverity.MINOR, text="Why is that so?", by=BOB)


def answered(at: Path) -> None:
    respond(at, "F1", text="the record of the wheels shows it", by=ANN)


def content(at: Path) -> dict[str, bytes]:
    tops = (at / "review", at / HEAD)
    return {
        str(p.relative_to(at)): p.read_bytes() if p.is_file() else b"" for top in tops for p in top.rglob("*")
    }


def full_at(monkeypatch: pytest.MonkeyPatch, number: int, where: Any, name: str) -> None:
    """The disk is full at the ``number``-th call of a function."""
    calls, real = iter(range(1, 1000)), getattr(where, name)

    def call(*arguments: Any) -> Any:
        if next(calls) == number:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*arguments)

    monkeypatch.setattr(where, name, call)


@pytest.mark.parametrize("act", [raised, answered])
@pytest.mark.parametrize(
    ("where", "name", "number"),
    [(os, "fsync", 1), (os, "fsync", 2), (Path, "replace", 1), (Path, "replace", 2)],
)
def test_an_act_that_a_full_disk_refuses_records_nothing(
    reviewed: Path,
    monkeypatch: pytest.MonkeyPatch,
    act: Callable[[Path], None],
    where: Any,
    name: str,
    number: int,
) -> None:
    before = content(reviewed)
    with monkeypatch.context() as here:
        full_at(here, number, where, name)
        with pytest.raises(OSError, match="No space left"):
            act(reviewed)
    assert content(reviewed) == before
    assert not read_journal(reviewed).problems
    act(reviewed)
    assert content(reviewed) != before
    assert not read_journal(reviewed).problems


@pytest.mark.parametrize("number", [1, 2, 5, 9])
def test_a_baseline_that_a_full_disk_refuses_is_not_there_and_the_file_is_named(
    rover: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    with monkeypatch.context() as here:
        full_at(here, number, os, "fsync")
        with pytest.raises(OSError, match="No space left") as caught:
            create(rover, "v1", author="Dan Developer", reason="first")
    assert Path(caught.value.filename).is_relative_to(rover)
    assert not list((rover / "baselines").glob("v*"))
    create(rover, "v1", author="Dan Developer", reason="first")


@pytest.mark.slow
def test_a_last_event_without_its_record_is_named_until_it_is_restored(
    reviewed: Path, casegen: Callable[..., Any]
) -> None:
    (record,) = (reviewed / HEAD).iterdir()
    earlier = next(d for d, name in read_journal(reviewed).hashes.items() if "/F1/" in name)
    text = record.read_bytes()
    record.rename(record.parent / earlier)
    words = [problem.message for problem in read_journal(reviewed).problems]
    assert any("has no record" in one for one in words), words
    for command in ("list", "status"):
        ran = casegen("review", command, reviewed, "--json")
        assert "has no record" in ran.out
    assert casegen("review", "list", reviewed).code == 1
    record.write_bytes(text)
    assert not read_journal(reviewed).problems


def test_of_two_branches_each_last_event_has_a_record(reviewed: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(reviewed, tmp_path / "other"))
    answered(reviewed)
    raised(other)
    for path in [*(other / "review" / "F3").iterdir(), *(other / HEAD).iterdir()]:
        target = reviewed / path.relative_to(other)
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(path, target)
    assert not read_journal(reviewed).problems
    (record,) = (other / HEAD).iterdir()
    (reviewed / HEAD / record.name).unlink()
    (problem,) = read_journal(reviewed).problems
    assert "has no record" in problem.message
    assert problem.location.file.startswith("review/F3/")


def test_a_record_that_a_killed_writer_left_beside_its_place_counts(reviewed: Path) -> None:
    answered(reviewed)
    (record,) = (reviewed / HEAD).iterdir()
    beside = record.rename(record.parent / f".{record.name}.ab_12xyz.part")
    earlier = next(d for d, name in read_journal(reviewed).hashes.items() if "/F2/" in name)
    (record.parent / earlier).write_bytes(b"F2\n")
    assert not read_journal(reviewed).problems
    chain.complete(reviewed, read_journal(reviewed).hashes)
    assert record.is_file()
    assert not beside.exists()
    assert not read_journal(reviewed).problems


@pytest.mark.parametrize("sent", ["list", "status"])
def test_a_writer_killed_at_the_first_act_of_a_review_leaves_it_whole(
    rover: Path, casegen: Callable[..., Any], sent: str
) -> None:
    create(rover, "v1", author="Dan Developer", reason="first")
    raised(rover)
    (record,) = (rover / HEAD).iterdir()
    record.rename(record.parent / f".{record.name}.ab_12xyz.part")
    assert not read_journal(rover).problems
    ran = casegen("review", sent, rover)
    assert "damaged" not in ran.out + ran.err
    answered(rover)
    assert not read_journal(rover).problems
    assert not [path for path in (rover / HEAD).iterdir() if path.name.endswith(".part")]


def test_a_record_of_another_event_beside_its_place_is_none(rover: Path) -> None:
    create(rover, "v1", author="Dan Developer", reason="first")
    raised(rover)
    (record,) = (rover / HEAD).iterdir()
    record.rename(record.parent / f".{'0' * 64}.ab_12xyz.part")
    (problem,) = read_journal(rover).problems
    assert "the record of the last event" in problem.message


def test_a_full_disk_names_the_target_of_a_pack_and_not_what_is_copied(
    reviewed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from casegen.audit.pack import write_pack

    target = tmp_path / "out" / "pack.zip"
    for number in (1, 2):
        with monkeypatch.context() as here:
            full_at(here, number, shutil, "copyfileobj")
            with pytest.raises(OSError, match="No space left") as caught:
                write_pack(reviewed, target, formats=())
        assert not str(caught.value.filename).startswith(str(reviewed))
        assert not target.exists()
