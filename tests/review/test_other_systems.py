"""A case on another system, in another place, through version control: nothing is lost and no wolf is cried."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.argument import check
from casegen.assessment.assess import assess
from casegen.audit.inspection import inspect
from casegen.audit.pack import write_pack
from casegen.io import load
from casegen.io.regular import same_content, sha256
from casegen.model.diagnostic import InputError
from casegen.model.results import Freshness
from casegen.review import add_finding, baselines, create, decide, respond, verify
from casegen.review.changes import compare
from casegen.review.events import FindingSeverity
from casegen.review.journal import read_journal
from casegen.store.entries import results_of
from casegen.store.run import run
from casegen.store.store import Store
from casegen.store.verify import recompute
from tests.review.conftest import ANN, BOB, edit
from tests.review.test_signing import make_key


def freshness(folder: Path) -> Freshness:
    return Store(load(folder)).states()["EV"].freshness


def as_on_windows(folder: Path) -> None:
    """Every text below ``folder`` with the line ends that git gives it there."""
    for path in folder.rglob("*"):
        if path.is_file():
            path.chmod(0o644)
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))


def test_a_result_stays_fresh_where_line_ends_changed(rover: Path) -> None:
    as_on_windows(rover)
    assert freshness(rover) is Freshness.FRESH
    assert [o.what for o in run(load(rover))] == ["fresh"]
    assert all(one.holds for one in recompute(load(rover)))
    assert assess(load(rover)).diagnostics == ()
    edit(rover, "data/counts.csv", "0\n0\n", "0\n1\n")
    assert freshness(rover) is Freshness.STALE


def test_a_result_of_a_windows_checkout_is_fresh_elsewhere(rover: Path) -> None:
    data = rover / "data" / "counts.csv"
    lines = data.read_bytes()
    data.write_bytes(lines.replace(b"\n", b"\r\n"))
    list(run(load(rover), force=True))
    data.write_bytes(lines)
    assert freshness(rover) is Freshness.FRESH


def test_a_case_without_its_method_knows_line_ends_too(rover: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casegen.store.store.registered", lambda: ())
    as_on_windows(rover)
    assert freshness(rover) is Freshness.FRESH
    edit(rover, "data/counts.csv", "0\n0\n", "0\n1\n")
    assert freshness(rover) is Freshness.STALE


@pytest.mark.parametrize(
    ("name", "content", "same"),
    [
        ("a.csv", b"x,y\r\n1,2\r\n", True),
        ("a.csv", b"x,y\n1,2\r\n", True),
        ("a.csv", b"x,y\r\r\n1,2\n", False),
        ("a.csv", b"x,y\r1,2\n", False),
        ("a.csv", b"x,y\r\n1,2\r", False),
        ("a.csv", b"x,y\n1,2", False),
        ("a.csv", b"x,y\n\n1,2\n", False),
        ("a.npz", b"x,y\r\n1,2\r\n", False),
        ("a", b"x,y\r\n1,2\r\n", False),
    ],
)
def test_nothing_but_the_line_ends_of_a_text_may_differ(
    tmp_path: Path, name: str, content: bytes, same: bool
) -> None:
    path = tmp_path / name
    path.write_bytes(b"x,y\n1,2\n")
    recorded = sha256(path)
    path.write_bytes(content)
    assert same_content(path, recorded) is same


def test_bytes_that_are_no_text_are_compared_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"\x001\n")
    recorded = sha256(path)
    path.write_bytes(b"\x001\r\n")
    assert not same_content(path, recorded)


def test_line_ends_on_the_edge_of_what_is_read_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"a" * (2**18 - 1) + b"\nb\n")
    recorded = sha256(path)
    path.write_bytes(b"a" * (2**18 - 1) + b"\r\nb\r\n")
    assert same_content(path, recorded)


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    if "clone" not in words:
        who += ["-c", "core.autocrlf=false"]
    return subprocess.run(
        ["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.slow
def test_a_clone_with_other_line_ends_holds(rover: Path, tmp_path: Path) -> None:
    """What git on Windows makes of it: review, signatures, decisions and baselines hold there as well."""
    pytest.importorskip("cryptography", reason="signatures are an extra: pip install 'casegen[sign]'")
    private, public = make_key(tmp_path, "ann")
    create(rover, "v1", author="Ann", reason="first", key=private)
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB, key=private)
    respond(rover, "F1", text="Because the camera was cleaned.", by=ANN, evidence=["records/wheels.md"])
    decide(rover, "F1", status="accepted", by=BOB, text="seen", key=private)
    create(rover, "v2", author="Ann", reason="second", key=private)
    shutil.rmtree(rover / ".casegen")
    git(rover, "init", "-q", "-b", "main")
    git(rover, "add", ".")
    git(rover, "commit", "-qm", "0")
    there = tmp_path / "there"
    git(tmp_path, "clone", "-q", "-c", "core.autocrlf=true", str(rover), str(there))
    assert b"\r\n" in (there / "data" / "counts.csv").read_bytes()
    assert b"\r\n" in next((there / "review" / "F1").iterdir()).read_bytes()
    assert freshness(there) is Freshness.FRESH
    journal = read_journal(there)
    assert journal.problems == ()
    assert [one.recorded for one in journal.findings] == [
        one.recorded for one in read_journal(rover).findings
    ]
    for baseline in baselines(there):
        assert verify(baseline.folder, public_key=public).holds
    assert verify(there / "baselines" / "v2", there).holds
    assert compare(load(rover), load(there)) == compare(load(rover), load(rover))
    add_finding(there, target="C2", severity=FindingSeverity.MINOR, text="and this?", by=BOB)
    assert read_journal(there).problems == ()
    create(there, "v3", author="Ann", reason="third", key=private)
    pack = write_pack(there, tmp_path / "pack.zip", formats=(), key=private)
    assert inspect(pack.path, public_key=public)[0].holds


def test_a_baseline_whose_line_ends_changed_says_so(rover: Path) -> None:
    create(rover, "v1", author="Ann", reason="first")
    as_on_windows(rover / "baselines" / "v1")
    [*problems] = verify(rover / "baselines" / "v1").frozen
    assert "core.autocrlf" in problems[0].message


def test_a_moved_folder_and_one_behind_a_link_are_the_same_case(rover: Path, tmp_path: Path) -> None:
    create(rover, "v1", author="Ann", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB)
    there = tmp_path / "ü b" / "case of Ann"
    shutil.copytree(rover, there)
    shutil.rmtree(rover)
    (tmp_path / "home").symlink_to(tmp_path / "ü b")
    for folder in (there, tmp_path / "home" / "case of Ann"):
        assert freshness(folder) is Freshness.FRESH
        assert read_journal(folder).problems == ()
        assert verify(folder / "baselines" / "v1", folder).holds
        assert all(one.holds for one in recompute(load(folder)))


READ = """
import sys
from pathlib import Path
from casegen import documents_of
from casegen.assessment.assess import assess
from casegen.io import load
from casegen.store.store import Store
folder = Path(sys.argv[1])
try:
    (folder / "x").write_text("x")
except PermissionError:
    assessed = assess(load(folder))
    print(Store(load(folder)).states()["EV"].freshness, [p.name for p in documents_of(assessed, Path(sys.argv[2]), ("html",))])
"""


@pytest.mark.slow
def test_a_folder_that_may_only_be_read_is_read(rover: Path, tmp_path: Path) -> None:
    shutil.rmtree(rover / ".casegen", ignore_errors=True)
    for path in [*rover.rglob("*"), rover]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    root = ["setpriv", "--bounding-set=-dac_override,-fowner"] if os.geteuid() == 0 else []
    try:
        done = subprocess.run([*root, sys.executable, "-c", READ, rover, tmp_path / "out"],
                              capture_output=True, text=True, check=False)  # fmt: skip
    finally:
        for path in [rover, *rover.rglob("*")]:
            path.chmod(0o755)
    assert done.returncode == 0, done.stderr
    assert "fresh" in done.stdout
    assert ".html" in done.stdout


def test_a_colleague_s_results_count_only_with_the_entry_and_the_same_case(
    rover: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "mine"
    shutil.copytree(rover, mine)
    shutil.rmtree(mine / "results")
    assert freshness(mine) is Freshness.MISSING
    shutil.copytree(rover / "results", mine / "results")
    assert freshness(mine) is Freshness.FRESH
    (mine / "results" / "EV.lock").unlink()
    assert freshness(mine) is Freshness.STALE
    shutil.copyfile(rover / "results" / "EV.lock", mine / "results" / "EV.lock")
    edit(mine, "data/counts.csv", "0\n0\n", "0\n1\n")
    assert freshness(mine) is Freshness.STALE


@pytest.mark.slow
def test_two_results_of_one_item_meet_in_a_merge(
    rover: Path, command: Callable[..., tuple[int, str]]
) -> None:
    """Both results are still there; taking one side of the entry is all it needs."""
    shutil.rmtree(rover / ".casegen")
    git(rover, "init", "-q", "-b", "main")
    (rover / ".gitignore").write_text(".casegen/\n")
    git(rover, "add", ".")
    git(rover, "commit", "-qm", "0")
    shown = {}
    for branch, scale in (("one", "0.5"), ("two", "0.25")):
        git(rover, "checkout", "-q", "-b", branch, "main")
        edit(rover, "case.yaml", "scale: 1.0", f"scale: {scale}")
        list(run(load(rover)))
        (shown[branch],) = results_of(rover, "EV")
        git(rover, "add", ".")
        git(rover, "commit", "-qm", branch)
    with pytest.raises(subprocess.CalledProcessError):
        git(rover, "merge", "one")
    git(rover, "checkout", "--ours", "case.yaml")
    state = Store(load(rover)).states()["EV"]
    assert state.freshness is Freshness.FAILED
    assert "results/EV.lock:" in state.why[0]
    assert all(path.exists() for path in shown.values())
    code, said = command("evidence", "run", rover, "--force")
    assert code == 2
    assert "keep one side" in said
    assert "<<<<<<<" in (rover / "results" / "EV.lock").read_text()
    git(rover, "checkout", "--ours", "results/EV.lock")
    assert freshness(rover) is Freshness.FRESH
    git(rover, "checkout", "--theirs", "results/EV.lock")
    assert freshness(rover) is Freshness.STALE
    git(rover, "checkout", "--theirs", "case.yaml")
    assert freshness(rover) is Freshness.FRESH


def test_items_whose_ids_differ_in_case_alone_are_an_error(rover: Path) -> None:
    assert "id-look-alike" not in {d.rule for d in check(load(rover))}
    edit(
        rover,
        "case.yaml",
        "  - {id: EV,",
        "  - {id: ev, method: counting, inputs: {counts: data/counts.csv}}\n  - {id: EV,",
    )
    [finding] = [d for d in check(load(rover)) if d.rule == "id-look-alike"]
    assert "upper and lower case" in finding.message


def test_an_unfinished_merge_of_the_case_itself_is_named_with_its_line(rover: Path) -> None:
    edit(rover, "case.yaml", "include:", "<<<<<<< HEAD\ninclude:")
    with pytest.raises(InputError) as refused:
        load(rover)
    assert json.dumps(str(refused.value)).find("case.yaml:") >= 0


@pytest.mark.parametrize("how", ["merge", "copy"])
def test_a_result_that_another_wrote_over_is_no_lost_look(rover: Path, how: str) -> None:
    """`git merge -X ours` writes our result under the name of theirs, so that their look would be gone."""
    shutil.rmtree(rover / ".casegen")
    git(rover, "init", "-q", "-b", "main")
    (rover / ".gitignore").write_text(".casegen/\n")
    git(rover, "add", ".")
    git(rover, "commit", "-qm", "0")
    shown = {}
    for branch, scale in (("one", "0.5"), ("two", "0.25")):
        git(rover, "checkout", "-q", "-b", branch, "main")
        edit(rover, "case.yaml", "scale: 1.0", f"scale: {scale}")
        list(run(load(rover)))
        (shown[branch],) = results_of(rover, "EV")
        git(rover, "add", ".")
        git(rover, "commit", "-qm", branch)
    if how == "merge":
        with pytest.raises(subprocess.CalledProcessError):
            git(rover, "merge", "-q", "-X", "ours", "one")
    shutil.copyfile(shown["two"], shown["one"])  # as git leaves it, of any version
    state = Store(load(rover)).states()["EV"]
    assert state.freshness is Freshness.FAILED
    assert shown["one"].name in state.why[0]
    list(run(load(rover), force=True))
    assert freshness(rover) is Freshness.FAILED, "a new run makes no earlier one"
    git(rover, "checkout", "-q", "one", "--", f"results/{shown['one'].name}")
    state = Store(load(rover)).states()["EV"]
    assert (state.freshness, state.looks) == (Freshness.FRESH, 3)  # with that of before the branches


def test_an_altered_result_is_replaced_by_a_new_run_and_kept_aside(rover: Path) -> None:
    (path,) = results_of(rover, "EV")
    path.write_text(path.read_text("utf-8").replace("\n", " \n", 1), "utf-8")
    assert freshness(rover) is Freshness.FAILED
    list(run(load(rover)))
    assert freshness(rover) is Freshness.FRESH
    assert (rover / ".casegen" / "altered" / path.name).is_file() or path.is_file()
