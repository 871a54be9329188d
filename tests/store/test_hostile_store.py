"""A store that comes from somebody else, or out of a merge: nothing planted counts, nothing is lost, nothing hangs."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from casegen.assessment.assess import assess
from casegen.assessment.checks.case import check
from casegen.io import load
from casegen.io.regular import IrregularFileError, open_regular, read_bytes, sha256
from casegen.model.diagnostic import InputError
from casegen.model.results import Freshness
from casegen.render.report import build_report
from casegen.store import methods, scratch
from casegen.store.entries import read_entry, results_of
from casegen.store.run import run
from casegen.store.store import Store
from tests.false_support import call
from tests.store.test_identity import edit
from tests.store.test_store import SMALL, computed, small, state

__all__ = ["small"]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own."""
    place = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(place))
    return place


def document(folder: Path) -> dict[str, object]:
    return dict(Store(load(folder)).states()["EV"].document or {})


@pytest.mark.slow
def test_planted_checkpoints_of_a_case_never_count(small: Path) -> None:
    case = load(small)
    wanted = Store(case).state(0)[1]
    assert wanted is not None
    list(run(case))
    honest = document(small)["measures"]
    for name in (wanted.key[:16], wanted.key):
        planted = small / ".casegen" / "scratch" / name
        planted.mkdir(parents=True)
        for block in range(40):
            for kind in ("balls", "cells", "tests", "blocks"):
                np.savez(planted / f"{kind}-{block}.npz", failures=np.zeros(9), n=np.ones(9))
    for force in (False, True):
        if not force:
            shutil.rmtree(small / "results")
        assert [o.what for o in run(load(small), force=force)] == ["computed"]
        assert document(small)["measures"] == honest


@pytest.mark.slow
def test_garbage_in_the_user_s_own_checkpoints_only_costs_time(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    list(run(load(small)))
    honest = document(small)["measures"]
    before = scratch.user_folder

    def planted() -> Path | None:
        home = before()
        assert home is not None
        for folder in home.iterdir():
            if folder.is_dir():
                for name in ("cells-0.npz", "balls-0.npz", "blocks-0.npz", "profile-0.npz"):
                    (folder / name).write_bytes(b"PK\x03\x04 garbage")
        return home

    monkeypatch.setattr(scratch, "user_folder", planted)
    assert [o.what for o in run(load(small), force=True)] == ["computed"]
    assert document(small)["measures"] == honest


@pytest.mark.slow
def test_two_runs_at_once_both_end_well(small: Path) -> None:
    code = f"from casegen import load\nfrom casegen.store.run import run\nprint([o.what for o in run(load({str(small)!r}))])"
    children = [
        subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    reported = [child.communicate(timeout=120) for child in children]
    assert [child.returncode for child in children] == [0, 0, 0], reported
    assert sorted(out.strip() for out, _ in reported) == ["['computed']", "['fresh']", "['fresh']"]


CONFLICT = "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n"
COUNTED = f'{{"format": 2, "id": "EV", "key": "{"a" * 64}", "result": "{"b" * 64}", %s}}'


@pytest.mark.parametrize(
    ("name", "text", "reported"),
    [
        ("EV.lock", CONFLICT, "results/EV.lock:1:1: a merge conflict: <<<<<<< HEAD"),
        ("EV.lock", '{"format": 3, "id": "EV"}', "found format 3"),
        ("EV.lock", COUNTED.replace("EV", "EV-OLD") % '"looks": 1', "expected the id EV, found 'EV-OLD'"),
        (
            "EV.lock",
            '{"format": 2, "id": "EV", "key": "k", "result": "../../x"}',
            "expected the key of a recipe",
        ),
        ("EV.lock", "[" * 100_000, "expected JSON"),
        (
            "EV.lock",
            '{"id": "EV", "result": "a", "result": "b"}',
            "expected JSON: the key 'result' is duplicated",
        ),
        ("EV.lock", COUNTED % ('"looks": 1' + "0" * 400), "expected `looks` and `seeds` as whole numbers"),
        ("EV.lock", COUNTED % ('"looks": 1' + "0" * 6000), "value has 6001 digits"),
        ("EV.lock", COUNTED % '"looks": 2, "seeds": 0', "expected `looks` and `seeds` as whole numbers"),
        (
            "EV.lock",
            COUNTED % ('"earlier": {"r": [0, 1' + "0" * 400 + "]}"),
            "expected `earlier` as the least",
        ),
        ("lock.json", CONFLICT, "results/lock.json:1:1: a merge conflict"),
        ("lock.json", '{"format": 2, "items": {}}', "found format 2"),
    ],
)
def test_an_unreadable_entry_is_an_error_and_is_never_written(
    small: Path, name: str, text: str, reported: str
) -> None:
    computed(small)
    kept = sorted(p.name for p in (small / "results").glob("*.json"))
    (small / "results" / "EV.lock").unlink()
    (small / "results" / name).write_text(text)
    freshness, why = state(small)
    assert freshness is Freshness.FAILED
    assert reported in why
    assert [d for d in check(load(small)) if d.rule == "result-entry" and d.severity == "input"]
    for force in (False, True):
        with pytest.raises(InputError):
            list(run(load(small), force=force))
    assert (small / "results" / name).read_text() == text
    assert [p for p in kept if not (small / "results" / p).exists()] == []


@pytest.mark.parametrize("name", ["EV-OLD.lock", "EV.lock.lock", ".lock", "lock.json"])
@pytest.mark.parametrize("text", [CONFLICT, CONFLICT.replace("<<<<<<< HEAD\n", ""), "{", "\xff"])
def test_an_entry_of_no_item_is_an_error_where_it_cannot_be_read(small: Path, name: str, text: str) -> None:
    """A rename or a merge left it behind; the item itself stays fresh."""
    computed(small)
    (small / "results" / name).write_text(text, encoding="latin-1")
    said = [d for d in check(load(small)) if d.rule == "result-entry"]
    assert [(d.severity, d.location.file) for d in said] == [("input", f"results/{name}")]
    assert said[0].location.line == (2 if text.startswith("{}\n=") else 1)
    assert state(small) == (Freshness.FRESH, "")


def test_entries_of_no_item_that_can_be_read_are_no_matter(small: Path) -> None:
    computed(small)
    text = (small / "results" / "EV.lock").read_text()
    (small / "results" / "EV-OLD.lock").write_text(text.replace('"EV"', '"EV-OLD"'))
    (small / "results" / "lock.json").write_text('{"format": 1, "items": {}}')
    (small / "results" / "notes.txt").write_text(CONFLICT)
    assert not [d for d in check(load(small)) if d.rule == "result-entry"]
    for n in range(300):
        (small / "results" / f"OLD-{n}.lock").write_text(CONFLICT)
    assert len([d for d in check(load(small)) if d.rule == "result-entry"]) == 100


@pytest.mark.slow
def test_a_result_that_no_entry_names_is_never_fresh(small: Path) -> None:
    """Somebody may have edited it and named it after its new content."""
    computed(small)
    (small / "results" / "EV.lock").unlink()
    freshness, why = state(small)
    assert freshness is Freshness.STALE
    assert "results/EV.lock is gone" in why
    assert not (small / "results" / "EV.lock").exists(), "reading never writes"
    assert [o.what for o in run(load(small))] == ["computed"]
    assert read_entry(small, "EV") is not None
    assert state(small) == (Freshness.FRESH, "")
    (small / "results" / "EV.lock").unlink()
    (small / "case.yaml").write_text(SMALL.replace("seed: 3", "seed: 4"))
    assert state(small)[0] is Freshness.MISSING


def test_an_orphan_that_was_edited_is_not_used(small: Path) -> None:
    computed(small)
    (small / "results" / "EV.lock").unlink()
    (path,) = results_of(small, "EV")
    path.write_text(path.read_text().replace('"value": ', '"value": 0', 1))
    assert state(small)[0] is Freshness.MISSING


@pytest.mark.slow
def test_results_of_two_people_merge_in_git(small: Path) -> None:
    text = SMALL + SMALL.split("evidence_items:\n")[1].replace("id: EV", "id: EV2").replace(
        "seed: 3", "seed: 5"
    )

    def git(*words: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", *who, *words], cwd=small, check=True, capture_output=True)

    (small / "case.yaml").write_text(text)
    (small / ".gitignore").write_text(".casegen/\n")
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-qm", "0")
    for branch, item in (("one", "EV"), ("two", "EV2")):
        git("checkout", "-q", "-b", branch, "main")
        list(run(load(small), [item]))
        git("add", ".")
        git("commit", "-qm", branch)
    git("merge", "-q", "--no-edit", "one")
    assert {s.freshness for s in Store(load(small)).states().values()} == {Freshness.FRESH}


def in_time(*arguments: str | Path) -> tuple[int, str, str]:
    """``casegen ARGUMENTS``; the test fails where it waits for what never comes."""

    def hangs(*_: object) -> None:
        raise AssertionError("it hangs")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(60)
    try:
        return call(*arguments)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _circle(path: Path) -> None:
    path.symlink_to(path.name)


def _hollow(path: Path) -> None:
    """Claims 128 GiB and holds nothing."""
    with path.open("wb") as stream:
        stream.truncate(2**37)


@pytest.mark.parametrize("plant", [_circle, _hollow])
@pytest.mark.parametrize("name", ["results/EV.lock", "points.csv", "results", "review", "baselines"])
def test_links_in_a_circle_and_hollow_files_end_at_once(
    small: Path, name: str, plant: Callable[[Path], None]
) -> None:
    computed(small)
    path = small / name
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    plant(path)
    for command in (["assess", small], ["evidence", "run", small], ["review", "status", small],
                    ["baseline", "create", small, "v1", "--author", "Ann", "--reason", "r"]):  # fmt: skip
        code, _, err = in_time(*command)  # internal errors are refused by `call`
        assert code in (0, 1, 2), err
    if plant is _hollow and name != "baselines":
        assert code == 2
        assert "sparse" in err
        assert not list((small / "baselines").glob("[!.]*"))


def test_from_1_gib_on_a_hollow_file_is_refused_before_a_byte_is_read(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    for size, words in ((2**30, "a sparse file"), (2**30 - 1, "")):
        with path.open("wb") as stream:
            stream.write(b"entry,demands\n")
            stream.truncate(size)
        with contextlib.nullcontext() if not words else pytest.raises(OSError, match=words):
            open_regular(path).close()


@pytest.mark.parametrize("plant", [_fifo, _endless])
@pytest.mark.parametrize("name", ["results/EV.lock", "results/lock.json", "result", "input", ".casegen/lock"])
def test_a_pipe_or_a_device_in_place_of_a_file_ends_at_once(
    small: Path, name: str, plant: Callable[[Path], None]
) -> None:
    computed(small)
    if name == "result":
        (path,) = results_of(small, "EV")
    else:
        path = small / {"input": "points.csv"}.get(name, name)
    if name == "results/lock.json":
        (small / "results" / "EV.lock").unlink()
    path.unlink(missing_ok=True)
    plant(path)
    code, _, err = in_time("evidence", "run", small, "--force")
    expected = (0, 2) if name == "result" else (2,)
    assert code in expected, err
    assert "Traceback" not in err


@pytest.mark.slow
@pytest.mark.parametrize("name", ["results", pytest.param(".casegen", marks=pytest.mark.slow)])
def test_nothing_is_written_through_a_link_out_of_the_case(small: Path, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (small / name).symlink_to(outside)
    done = subprocess.run(
        [sys.executable, "-m", "casegen", "evidence", "run", str(small)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert "link" in done.stderr
    assert list(outside.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("options", [["-P"], pytest.param([], marks=pytest.mark.slow)])
def test_the_working_folder_brings_no_code(small: Path, options: list[str]) -> None:
    """Without -P, Python itself takes `warnings` and such from there, before a line of casegen runs."""
    for name in ("yaml.py", "rich.py", "numpy.py", *(["warnings.py", "types.py"] if options else [])):
        (small / name).write_text("raise SystemExit(77)\n")
    about = small / "evil-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[casegen.evidence_methods]\nevil = yaml:X\n")
    done = subprocess.run(
        [sys.executable, *options, "-m", "casegen", "evidence", "list", "--json", "."],
        cwd=small, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["evidence"]
    (small / "case.yaml").write_text(SMALL.replace("ram-low-dimensional", "evil"))
    done = subprocess.run(
        [sys.executable, *options, "-m", "casegen", "check", "."],
        cwd=small,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "no method 'evil' is registered" in done.stdout + done.stderr


@pytest.mark.slow
def test_modules_of_the_folder_that_ran_before_casegen_end_it(small: Path) -> None:
    """Python takes them before a line of casegen runs; results of such a process are worth nothing."""
    command = ["-m", "casegen", "evidence", "list", "."]

    def call(*options: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [sys.executable, *options, *command], cwd=small, capture_output=True, text=True, timeout=60, check=False
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr

    planted = small / "warnings.py"
    real = Path(warnings.__file__).read_text()
    planted.write_text(real + "\n")  # works as Python's own does, whatever else it did
    code, out, err = call()
    assert (code, out) == (2, "")
    assert repr(str(planted)) in err
    assert "`casegen`, or `python -P -m casegen`" in err
    assert call("-P")[0] == 0
    planted.unlink()
    package = small / "warnings"
    package.mkdir()
    (package / "notes.py").write_text("raise SystemExit(77)\n")  # a folder without __init__ hides no module
    assert call()[0] == 0
    (package / "__init__.py").write_text(real)
    code, out, err = call()
    assert (code, out) == (2, "")
    assert "warnings" in err


def test_a_table_that_claims_a_terabyte_is_refused(small: Path) -> None:
    header = io.BytesIO()
    shape = {"descr": "<f8", "fortran_order": False, "shape": (2**44,)}
    np.lib.format.write_array_header_1_0(header, shape)  # type: ignore[arg-type]
    with zipfile.ZipFile(small / "huge.npz", "w") as archive:
        archive.writestr("x1.npy", header.getvalue() + bytes(1000))
    (small / "case.yaml").write_text(SMALL.replace("points.csv", "huge.npz"))
    (one,) = run(load(small))
    assert one.what == "failed"
    assert one.message


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["package:this.part/file", "/proc/kmsg", "/proc/self/mem", "/" + "a" * 300, "package:casegen//etc/passwd",
     "//server/share", "points.csv", "link"],
)  # fmt: skip
def test_what_a_result_says_it_read_is_neither_imported_nor_waited_for(
    small: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """`this` prints when it is imported, as other modules open a browser; /proc/kmsg never ends."""
    computed(small)
    if name == "link":
        (small / "link").symlink_to("/proc/kmsg")
        name = str(small / "link")
    edit(small, lambda d: d["provenance"].update(also_read={name: hashlib.sha256(b"").hexdigest()}))
    sys.modules.pop("this", None)
    for command in ("list", "run"):
        code, out, err = in_time("evidence", command, small)
        assert code == 0, err
        if command == "list":
            assert "stale" in out
    assert "this" not in sys.modules
    assert "Zen" not in capfd.readouterr().out


@pytest.mark.parametrize(
    "name", ["casegen_evidence./", "casegen_evidence.**", "casegen_evidence." + "a" * 300]
)
def test_names_of_modules_that_are_none_are_reported(small: Path, name: str) -> None:
    computed(small)
    edit(small, lambda d: d["provenance"]["code"]["modules"].update({name: "0" * 64}))
    code, out, err = in_time("evidence", "list", small)
    assert code == 0, err
    assert "stale" in out


@pytest.mark.parametrize("value", [None, [], "x", 1, [None], {"a": None}])
@pytest.mark.parametrize(
    "part", ["provenance", "provenance.inputs", "provenance.code", "provenance.code.modules",
             "provenance.code.distribution", "provenance.also_read", "provenance.stated", "recipe",
     "signs", "tables", "figures", "notes", "read"],
)  # fmt: skip
def test_a_result_of_another_form_is_no_internal_error(small: Path, part: str, value: object) -> None:
    computed(small)

    def change(document: dict[str, Any]) -> None:
        *path, last = part.split(".")
        for name in path:
            document = document[name]
        document[last] = value

    edit(small, change)
    for command in (["evidence", "list"], ["assess"], ["evidence", "show", "EV"]):
        code, _, err = in_time(*command[:2], small, *command[2:])
        assert code in (0, 1, 2), err


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["read"][0]["columns"][0].update(least=None),
        lambda d: d["read"][0]["columns"][0].update(most="high"),
        lambda d: d["read"][0]["columns"].append({"name": "z", "least": 0.0}),
        lambda d: d["read"][0]["columns"][0].update(least=-(10**400)),
        lambda d: d["read"][0].update(columns=[1], first_rows=7),
        lambda d: d["tables"][0].update(rows=[1]),
        lambda d: d["figures"][0].update(data=[]),
        lambda d: d["provenance"].update(seconds=""),
        lambda d: next(iter(d["measures"].values())).update(n=10**400),
        lambda d: next(iter(d["measures"].values())).update(n="9" * 400),
    ],
)
def test_parts_of_a_result_that_documents_show_are_of_their_form(
    small: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    computed(small)
    edit(small, change)
    assert state(small)[0] is Freshness.FAILED
    build_report(assess(load(small)))


def test_a_number_duplicated_in_a_result_is_none(small: Path) -> None:
    """One reader would take the first, another the last."""
    computed(small)
    (path,) = results_of(small, "EV")
    text = path.read_text("utf-8")
    edit(small, lambda d: None, text.replace('"upper":', '"upper": 1e-9, "upper":', 1))
    freshness, why = state(small)
    assert freshness is Freshness.FAILED
    assert "the key 'upper' is duplicated" in why


@pytest.mark.parametrize("read", [read_bytes, sha256])
def test_a_file_that_keeps_its_readers_waiting_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, read: Callable[[Path], object]
) -> None:
    """/proc/kmsg is a regular file by its mode, and gives a reader that does not wait nothing, again and again."""
    path = tmp_path / "kmsg"
    path.write_bytes(b"x")
    state = path.stat()
    here, there = os.pipe()  # answers alike; only root may open the other
    os.set_blocking(here, False)
    with monkeypatch.context() as replaced:
        replaced.setattr("casegen.io.regular.os.open", lambda *_: here)
        replaced.setattr("casegen.io.regular.os.fstat", lambda _: state)
        signal.alarm(20)
        try:
            with pytest.raises(IrregularFileError, match="waiting"):
                read(path)
        finally:
            signal.alarm(0)
    os.close(there)


def test_a_case_file_outside_the_folder_is_not_read(small: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    (small / "case.yaml").rename(outside)
    (small / "case.yaml").symlink_to(outside)
    with pytest.raises(InputError, match="leaves the case folder"):
        load(small)


@pytest.mark.slow
def test_worker_processes_import_nothing_from_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """joblib starts its processes by `python -m` and `python -c`, which look into the working folder first."""
    for name in ("pickle", "signal", "joblib", "numpy", "warnings", "multiprocessing"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')\n")
    code = """
import os, sys, types
import joblib
from joblib.externals.loky import get_reusable_executor
from casegen.store.measuring import measured
from casegen_evidence.method import Result, Run
os.chdir(sys.argv[1])
class Spread:
    name, measures = "spread", {}
    def run(self, call):
        answers = joblib.Parallel(n_jobs=2)(joblib.delayed(os.getpid)() for _ in range(4))
        assert os.getpid() not in answers
        get_reusable_executor().shutdown(kill_workers=True)
        return Result({}, [], [], [])
call = types.SimpleNamespace(intake=types.SimpleNamespace(signs=[], read=[]), scratch=None)
measured(Spread(), call)
assert "PYTHONSAFEPATH" not in os.environ
"""
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, str(tmp_path)],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "sprung").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "other"), [("证据一", "证据二"), ("a b", "a_b"), ("x" * 200, "x" * 199 + "y")]
)
def test_ids_that_no_file_can_bear_stay_apart(small: Path, one: str, other: str) -> None:
    head, item = SMALL.split("evidence_items:\n")
    items = [item.replace("id: EV", f"id: {name}") for name in (one, other)]
    text = f"{head}evidence_items:\n{items[0]}{items[1].replace('seed: 3', 'seed: 4')}"
    (small / "case.yaml").write_text(text, "utf-8")
    assert [o.what for o in run(load(small))] == ["computed", "computed"]
    states = Store(load(small)).states()
    assert {name: s.freshness for name, s in states.items()} == dict.fromkeys((one, other), Freshness.FRESH)


@pytest.mark.slow
def test_an_input_that_changes_during_the_run_gives_no_result(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its hash was taken before: the result would be about a file that nobody measured."""
    value = type(methods.method("ram-low-dimensional"))
    honest = value.run

    def exchanged(self: Any, call: Any) -> Any:
        with (small / "points.csv").open("a") as stream:
            stream.write("0.1,0.1,0\n")
        return honest(self, call)

    monkeypatch.setattr(value, "run", exchanged)
    (one,) = run(load(small))
    assert (one.what, "points.csv changed while it was computed" in one.message) == ("failed", True)
    assert state(small)[0] is Freshness.MISSING


@pytest.mark.parametrize("half", ["\\ud800", "\ud800"], ids=["escaped", "as bytes"])
def test_half_of_a_surrogate_pair_is_no_text_of_a_result(small: Path, half: str) -> None:
    computed(small)
    edit(small, lambda d: d["notes"].append("HALF"))
    (path,) = results_of(small, "EV")
    edit(small, lambda d: None, path.read_text("utf-8").replace("HALF", half))
    assert state(small)[0] is Freshness.FAILED
