"""Files that a run reads beside its inputs, and inputs that are others while they are measured."""

from __future__ import annotations

import ctypes
import dataclasses
import io
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from casegen_evidence.method import InputProblem

from casegen.io import load
from casegen.model.results import Freshness
from casegen.store import methods, reads
from casegen.store.reads import OpenedFiles, changed_reads, digests, stamps, undeclared, watched
from casegen.store.run import run
from casegen.store.store import Store
from tests.store.test_store import small, state

__all__ = ["small"]


def recorded(root: Path, read: Callable[[], object]) -> dict[str, str]:
    """What is recorded of a run of the case ``root`` that calls ``read``."""
    with watched() as seen:
        read()
    files = undeclared(seen.read, [], root / "no-scratch", [], root, seen.before)
    return digests(files, seen)


def database(path: Path, number: int) -> None:
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as opened:
        opened.execute("create table numbers (n)")
        opened.execute("insert into numbers values (?)", (number,))
    opened.close()


def loaded(path: Path) -> None:
    with pytest.raises(OSError, match="model"):  # no library: what is told of loading one is enough
        ctypes.CDLL(str(path))


WAYS: dict[str, Callable[[Path], object]] = {
    "model.bin": lambda path: io.FileIO(path).read(),
    "model.db": lambda path: sqlite3.connect(path).execute("select n from numbers").fetchall(),
    "uri.db": lambda path: sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute("select 1").fetchall(),
    "model.so": loaded,
    os.fsdecode(b"model-\xe9.txt"): lambda path: path.read_text(),
}


@pytest.mark.parametrize("name", WAYS)
def test_what_python_is_asked_to_open_counts_however_it_is_asked(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write: Callable[[int], object] = lambda n: path.write_text(f"{n}")  # noqa: E731
    if name.endswith(".db"):
        write = lambda n: database(path, n)  # noqa: E731
    write(1)
    read = recorded(tmp_path, lambda: WAYS[name](path))
    assert len(read) == 1
    next(iter(read)).encode()
    assert not changed_reads(read, tmp_path)
    write(2)
    assert len(changed_reads(read, tmp_path)) == 1


def test_the_record_of_a_package_is_no_file_that_a_run_reads(tmp_path: Path) -> None:
    """Whoever asks for a version opens it, and another installation writes another one."""
    (about := tmp_path / "some-1.dist-info").mkdir()
    (about / "METADATA").write_text("Name: some\n")
    assert recorded(tmp_path, (about / "METADATA").read_text) == {}


def test_a_database_in_memory_and_a_library_of_the_system_are_no_files(tmp_path: Path) -> None:
    assert recorded(tmp_path, lambda: sqlite3.connect(":memory:")) == {}
    assert recorded(tmp_path, lambda: ctypes.CDLL(None)) == {}


@pytest.mark.parametrize("kept", [False, True])
def test_a_change_that_stands_beside_its_database_counts(tmp_path: Path, kept: bool) -> None:
    """As while another program has it open, or after one that was killed."""
    database(tmp_path / "model.db", 1)
    writing = sqlite3.connect(tmp_path / "model.db", isolation_level=None)
    writing.execute("pragma journal_mode=wal")
    if kept:
        writing.execute("update numbers set n = 2")
    reading = sqlite3.connect(f"file:{tmp_path}/model.db?mode=ro", uri=True)
    read = recorded(tmp_path, lambda: WAYS["model.db"](tmp_path / "model.db"))
    assert len(read) == 1 + kept
    assert not changed_reads(read, tmp_path)
    writing.execute("update numbers set n = 3")
    assert len(changed_reads(read, tmp_path)) == 1
    writing.close()
    reading.close()


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="a system without /proc")
def test_a_file_named_by_the_working_folder_of_the_process_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.txt").write_text("1")
    read = recorded(tmp_path, Path("/proc/self/cwd/model.txt").read_text)
    assert list(read) == ["case:model.txt"]
    monkeypatch.chdir("/")
    assert not changed_reads(read, tmp_path)
    (tmp_path / "model.txt").write_text("2")
    assert len(changed_reads(read, tmp_path)) == 1


@pytest.mark.parametrize("link", ["current", "side.txt"])
@pytest.mark.parametrize("leads_out", [False, True])
def test_a_link_that_leads_elsewhere_counts(tmp_path: Path, link: str, leads_out: bool) -> None:
    """Folder or file, in the case or out of it; and the folder may be moved or copied with its links."""
    root = tmp_path / "case"
    root.mkdir()
    holds = tmp_path if leads_out else root
    for version in "12":
        (holds / f"v{version}").mkdir()
        (holds / f"v{version}" / "side.txt").write_text(version)

    def lead(at: Path, version: str) -> None:
        where = Path("..") / f"v{version}" if leads_out else Path(f"v{version}")
        (at / link).unlink(missing_ok=True)
        (at / link).symlink_to(where if link == "current" else where / "side.txt")

    lead(root, "1")
    opened = root / link / "side.txt" if link == "current" else root / link
    read = recorded(root, opened.read_text)
    assert list(read) == ["case:" + opened.relative_to(root).as_posix()]
    assert not changed_reads(read, root)
    shutil.copytree(root, copy := tmp_path / "copy", symlinks=True)
    assert not changed_reads(read, copy)
    lead(root, "2")
    assert len(changed_reads(read, root)) == 1
    assert not changed_reads(read, copy)


def test_a_case_behind_a_link_names_its_files_as_ever(tmp_path: Path) -> None:
    (tmp_path / "case").mkdir()
    (tmp_path / "case" / "side.txt").write_text("1")
    (tmp_path / "behind").symlink_to("case")
    for root in (tmp_path / "case", tmp_path / "behind"):
        for opened in (tmp_path / "case", tmp_path / "behind"):
            assert list(recorded(root, (opened / "side.txt").read_text)) == ["case:side.txt"]


@pytest.mark.slow
@pytest.mark.parametrize("refused", [False, True])
def test_a_text_that_no_file_can_hold_is_written_as_code(
    small: Path, monkeypatch: pytest.MonkeyPatch, refused: bool
) -> None:
    """As when a method names a file whose name is not UTF-8."""
    value = type(methods.method("ram-low-dimensional"))
    honest = value.run

    def noted(self: Any, call: Any) -> Any:
        if refused:
            raise InputProblem("no such file: model-\udce9.txt")
        return dataclasses.replace(result := honest(self, call), notes=[*result.notes, "model-\udce9.txt"])

    monkeypatch.setattr(value, "run", noted)
    (one,) = run(load(small))
    assert one.what == ("failed" if refused else "computed")
    assert state(small)[0] is (Freshness.FAILED if refused else Freshness.FRESH)
    shown = state(small)[1] if refused else str(Store(load(small)).states()["EV"].document)
    assert ("[U+DCE9]" if refused else "\\udce9") in shown


def by_another_program(folder: Path, name: str, text: str) -> None:
    """What this process writes itself would be the run's own."""
    code = "import os, sys; open(sys.argv[1], 'w').write(sys.argv[2])"
    subprocess.run([sys.executable, "-I", "-S", "-c", code, str(folder / name), text], check=True)


@pytest.mark.slow
def test_an_input_that_is_another_one_only_while_it_is_measured_gives_no_result(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when another version is checked out and the first one again: at the end all hashes are as before."""
    (small / "data").mkdir()
    (small / "points.csv").rename(small / "data" / "points.csv")
    case = small / "case.yaml"
    case.write_text(case.read_text().replace("points: points.csv", "points: data/points.csv"))
    shutil.copytree(small / "data", small / "other")
    text = (small / "data" / "points.csv").read_text()
    by_another_program(small / "other", "points.csv", text[: text.rindex("\n", 0, -1) + 1])
    value = type(methods.method("ram-low-dimensional"))
    honest = value.run

    def folders(self: Any, call: Any) -> Any:
        (small / "data").rename(small / "kept")
        (small / "other").rename(small / "data")
        result = honest(self, call)
        (small / "data").rename(small / "other")
        (small / "kept").rename(small / "data")
        return result

    def rewritten(self: Any, call: Any) -> Any:
        by_another_program(small / "data", "points.csv", text[: text.rindex("\n", 0, -1) + 1])
        result = honest(self, call)
        by_another_program(small / "data", "points.csv", text)
        return result

    def dated_back(self: Any, call: Any) -> Any:
        """As copies that keep the one date of an archive: the same inode, size and date at every moment."""
        path = small / "data" / "points.csv"
        was, results = path.stat(), []
        for content in (text[:-2] + ("1" if text[-2] == "0" else "0") + "\n", text):
            by_another_program(small / "data", "points.csv", content)
            os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
            results.append(honest(self, call))
        return results[0]

    for exchange in folders, rewritten, dated_back:
        monkeypatch.setattr(value, "run", exchange)
        (one,) = run(load(small))
        assert (one.what, "data/points.csv changed while it was computed" in one.message) == ("failed", True)
        assert state(small)[0] is Freshness.MISSING
    monkeypatch.setattr(value, "run", honest)
    assert [one.what for one in run(load(small))] == ["computed"]


def test_an_input_that_a_library_opened_may_be_another_by_its_date_alone(tmp_path: Path) -> None:
    (path := tmp_path / "a.txt").write_text("1")
    stood, seen = stamps([path]), OpenedFiles()
    assert seen.exchanged_among(stood) == set()
    by_another_program(tmp_path, "a.txt", "2")
    assert seen.exchanged_among(stood) == {path}


def test_another_link_to_an_input_and_other_rights_of_it_leave_its_content(tmp_path: Path) -> None:
    """A package manager shares files by hard links, a backup too: hours of computing are not lost to that."""
    (path := tmp_path / "a.txt").write_text("1")
    stood, seen = stamps([path]), OpenedFiles()
    seen.note(str(path), os.O_RDONLY)
    (tmp_path / "b.txt").hardlink_to(path)
    seen.note(str(path), os.O_RDONLY)
    path.chmod(0o400)
    assert seen.exchanged_among(stood) == set()
    assert not seen.exchanged(str(path))


def test_a_file_that_is_another_one_when_it_is_opened_again_is_exchanged(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    for name in "ab":
        (path := tmp_path / name / "model.txt").write_text(name)
    path = tmp_path / "a" / "model.txt"
    with watched() as seen:
        path.read_text()
        path.read_text()
        assert not seen.exchanged(str(path))
        for exchange in (("a", "kept"), ("b", "a")), (("a", "b"), ("kept", "a")):
            path.read_text()
            for old, new in exchange:
                (tmp_path / old).rename(tmp_path / new)
        assert path.read_text() == "a"
    assert seen.exchanged(str(path))


def counted_on(path: Path) -> None:
    path.write_text(str(int(path.read_text()) + 1))


def read_again(path: Path) -> None:
    with path.open("r+") as stream:
        stream.read()
        stream.write("and on")


def taken(path: Path) -> None:
    path.read_text()
    path.unlink()


def moved_and_back(path: Path) -> None:
    other = path.with_name("moved.txt")
    path.rename(other)
    other.read_text()
    other.rename(path)


def moved_twice(path: Path) -> None:
    for name in ("one.txt", "two.txt"):
        path = path.rename(path.with_name(name))
    path.read_text()


def linked(path: Path) -> None:
    other = path.with_name("linked.txt")
    os.link(path, other)
    other.read_text()
    other.unlink()


@pytest.mark.parametrize("use", [moved_and_back, moved_twice, linked])
def test_a_file_that_is_read_under_another_name_is_the_one_that_was_there(
    tmp_path: Path, use: Callable[[Path], None]
) -> None:
    path = tmp_path / "state.txt"
    path.write_text("300")
    kept = recorded(tmp_path, lambda: use(path))
    path.write_text("300")
    assert "state.txt" not in str(changed_reads(kept, tmp_path))
    path.write_text("301")
    assert [words for words in changed_reads(kept, tmp_path) if words.startswith("state.txt")]


def test_a_file_that_is_moved_and_never_read_is_none(tmp_path: Path) -> None:
    """As a log that is begun anew."""
    log = tmp_path / "log"
    log.write_text("of yesterday")

    def use() -> None:
        log.rename(tmp_path / "log.1")
        log.write_text("of today")

    assert recorded(tmp_path, use) == {}


@pytest.mark.parametrize("use", [counted_on, read_again, taken])
def test_a_file_that_a_run_reads_and_then_writes_itself_is_recorded_as_it_was_read(
    tmp_path: Path, use: Callable[[Path], None]
) -> None:
    path = tmp_path / "state.txt"
    path.write_text("300")
    kept = recorded(tmp_path, lambda: use(path))
    assert changed_reads(kept, tmp_path)
    path.write_text("300")
    assert changed_reads(kept, tmp_path) == ()


def test_a_file_that_a_run_writes_before_it_reads_it_is_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    path.write_text("of an earlier run")

    def use() -> None:
        with path.open("w+") as stream:
            stream.write("300")
        path.read_text()

    assert changed_reads(recorded(tmp_path, use), tmp_path) == ()


def test_every_file_counts_and_too_many_are_never_fresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(5):
        (tmp_path / f"{n}.txt").write_text("1")

    def read() -> None:
        for path in tmp_path.iterdir():
            path.read_text()

    monkeypatch.setattr(reads, "MOST", 5)
    kept = recorded(tmp_path, read)
    assert changed_reads(kept, tmp_path) == ()
    (tmp_path / "4.txt").write_text("3")
    assert changed_reads(kept, tmp_path)
    monkeypatch.setattr(reads, "MOST", 3)
    kept = recorded(tmp_path, read)
    assert changed_reads(kept, tmp_path) == (
        "the run read more than 3 files that are no inputs of the item: not all are held",
    )
