"""Killed at any moment: nothing that was finished is lost, nothing is half-written, the next run completes."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.audit.pack import write_pack
from casegen.io import load
from casegen.model.results import Freshness
from casegen.review import add_finding, baselines, create, verify
from casegen.review.events import FindingSeverity
from casegen.review.journal import read_journal
from casegen.store.run import run
from casegen.store.store import Store
from tests.review.conftest import BOB

KILLS = 100
"""of each operation, at moments up to a little after its end: most strike while it is at work"""


def killed_while(work: Callable[[], object], after: float) -> bool:
    """Fork, do the work, kill it after so many seconds; whether it was still at it."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    _, how = os.waitpid(child, 0)
    return os.WIFSIGNALED(how)


def duration(work: Callable[[], object]) -> float:
    """The shortest of three runs in a process of its own, in seconds."""
    taken = []
    for _ in range(3):
        start = time.perf_counter()
        child = os.fork()
        if child == 0:
            try:
                work()
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        taken.append(time.perf_counter() - start)
    return min(taken)


def moments(shortest: float, seed: int) -> list[float]:
    """Random moments over the length of the work."""
    draw = random.Random(seed)
    return [draw.uniform(0.0, 1.1 * shortest) for _ in range(KILLS)]


def no_open_lock(folder: Path) -> None:
    """A dead process holds no lock: the next one does not wait."""
    start = time.perf_counter()
    assert next(iter(run(load(folder)))).what in ("fresh", "computed")
    assert time.perf_counter() - start < 120


@pytest.mark.slow
def test_killed_while_evidence_is_computed(rover: Path) -> None:
    def work() -> None:
        for _ in range(5):
            list(run(load(rover), force=True))

    hit = 0
    for after in moments(duration(work), 1):
        hit += killed_while(work, after)
        state = Store(load(rover)).states()["EV"]
        assert state.freshness is Freshness.FRESH, state.why
        assert json.loads((rover / "results" / "EV.lock").read_text())["key"]
    assert hit >= KILLS // 5, hit
    no_open_lock(rover)
    assert [o.what for o in run(load(rover), force=True)] == ["computed"]


@pytest.mark.slow
def test_killed_while_a_baseline_is_made(rover: Path) -> None:
    create(rover, "v0", author="Ann", reason="first")
    numbers = iter(range(1, 10_000))

    def work() -> None:
        create(rover, f"v{number}", author="Ann", reason="next")

    number = 0
    shortest = duration(lambda: create(rover, f"t{os.getpid()}", author="Ann", reason="next"))
    hit = 0
    for after in moments(shortest, 2):
        number = next(numbers)
        before = [b.name for b in baselines(rover)]
        cut = killed_while(work, after)
        hit += cut
        names = [b.name for b in baselines(rover)]
        assert names in (before, [*before, f"v{number}"])
        assert cut or names != before
        if names != before:
            assert verify(rover / "baselines" / names[-1], rover).holds
    assert hit >= KILLS // 5, hit
    number = next(numbers)
    work()
    assert all(verify(b.folder, rover).holds for b in baselines(rover))
    assert not [p for p in (rover / "baselines").iterdir() if p.name.endswith(".part")]


@pytest.mark.slow
def test_killed_while_a_finding_is_added(rover: Path) -> None:
    create(rover, "v1", author="Ann", reason="first")
    texts = iter(range(1, 10_000))

    def work() -> None:
        add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text=f"finding {text}", by=BOB)

    text = 0
    shortest = duration(work)
    known = {f.id: f.raised.text for f in read_journal(rover).findings}
    hit = 0
    for after in moments(shortest, 3):
        text = next(texts)
        cut = killed_while(work, after)
        hit += cut
        journal = read_journal(rover)
        assert journal.problems == ()
        result = {f.id: f.raised.text for f in journal.findings}
        assert known.items() <= result.items()
        new = {k: v for k, v in result.items() if k not in known}
        assert list(new.values()) in ([], [f"finding {text}"])
        assert cut or new
        known = result
    assert hit >= KILLS // 5, hit
    text = next(texts)
    work()
    assert f"finding {text}" in {f.raised.text for f in read_journal(rover).findings}


@pytest.mark.slow
def test_killed_while_a_pack_is_written(rover: Path, tmp_path: Path) -> None:
    from casegen.audit.inspection import inspect

    create(rover, "v1", author="Ann", reason="first")
    target = tmp_path / "packs" / "pack.zip"

    def work() -> None:
        write_pack(rover, target, formats=())

    whole = duration(work)
    expected = target.read_bytes()
    hit = 0
    for after in moments(whole, 4):
        hit += killed_while(work, after)
        assert target.read_bytes() == expected
    assert hit >= KILLS // 5, hit
    work()
    assert inspect(target)[0].holds


@pytest.mark.slow
def test_killed_while_documents_are_built(
    rover: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from casegen import documents_of
    from casegen.assessment.assess import assess

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    list(run(load(rover)))
    assessed, folder = assess(load(rover)), tmp_path / "out"

    def work() -> None:
        # not the PDF: its compiler keeps threads, which a fork does not take along; it is written by the same writer
        documents_of(assessed, folder, ("html", "svg"))

    work()
    whole = {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    assert {p.suffix for p in whole} >= {".html", ".svg"}
    hit = 0
    for after in moments(duration(work), 5)[
        : KILLS // 3
    ]:  # a build takes seconds where the others take a tenth
        for path in whole:
            if random.Random(str(after) + str(path)).random() < 0.5:
                (folder / path).unlink(missing_ok=True)
        hit += killed_while(work, after)
        for path, content in whole.items():
            if (folder / path).exists():
                assert (folder / path).read_bytes() == content, path
    assert hit >= KILLS // 15, hit
    work()
    assert {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()} == whole


@pytest.mark.slow
def test_killed_while_a_case_is_imported(rover: Path, tmp_path: Path) -> None:
    from casegen.cli.exchange import import_
    from casegen.io.exchange import exchange_format

    write = exchange_format("sacm").write
    assert write is not None
    source = tmp_path / "case.xml"
    source.write_bytes(next(iter(write(load(rover), "case").files.values())))
    numbers = iter(range(1, 10_000))
    number = 0

    def work() -> None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        import_(tmp_path / f"new{number}", [source], "sacm")

    shortest = duration(lambda: import_(tmp_path / f"timed{os.getpid()}", [source], "sacm"))
    import_(tmp_path / "new0", [source], "sacm")
    whole = {p.name: p.read_bytes() for p in (tmp_path / "new0").rglob("*.yaml")}
    assert "case.yaml" in whole
    hit = 0
    for after in moments(shortest, 6):
        number = next(numbers)
        hit += killed_while(work, after)
        made = tmp_path / f"new{number}"
        if made.exists() and any(made.iterdir()):
            assert {p.name: p.read_bytes() for p in made.rglob("*.yaml")} == whole
    assert hit >= KILLS // 20, hit  # an import is over in milliseconds
