"""What helps where casegen's own folder of a case cannot be written, or holds what is none of its files."""

from __future__ import annotations

import errno
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.io.file_errors import fix_of
from casegen.io.regular import IrregularFileError
from casegen.model.diagnostic import MethodDefectError
from casegen.serve.acts import perform
from casegen.store.item_process import _portable
from tests.conftest import ROOT, Ran

LOCKS = ("lock", "baselines.lock", "review.lock", "editing.lock", "together.lock")
ADVICE = "fix: copy the case to where you may write; `assess` and `build --no-run -o FOLDER` only read it"
BY = ("--by", "Ann")


@pytest.fixture
def press(tmp_path: Path) -> Path:
    folder = tmp_path / "press"
    shutil.copytree(ROOT / "examples" / "press", folder, ignore=shutil.ignore_patterns(".casegen"))
    (folder / ".casegen").mkdir()
    (tmp_path / "d.csv").write_text("demands,failures\n100,0\n")
    return folder


@pytest.fixture
def reviewed(press: Path, casegen: Callable[..., Ran]) -> Path:
    for words in (
        ("baseline", "create", press, "v1", "--author", "Ann", "--reason", "first"),
        (
            "review",
            "add",
            press,
            "--target",
            "C-CURTAIN",
            "--severity",
            "minor",
            "--by",
            "Rita",
            "--text",
            "which curtain?",
        ),
    ):
        ran = casegen(*words)
        assert ran.code == 0, ran.err
    shutil.rmtree(press / ".casegen")
    (press / ".casegen").mkdir()
    return press


@pytest.mark.slow
@pytest.mark.parametrize("locks", [LOCKS, ()], ids=["once-run", "new"])
def test_a_folder_that_may_only_be_read_is_reported_with_what_helps(
    reviewed: Path, locks: tuple[str, ...]
) -> None:
    press = reviewed
    for name in locks:
        (press / ".casegen" / name).touch()
    for path in [*press.rglob("*"), press]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    calls: tuple[tuple[str, ...], ...] = (
        ("evidence", "run", ".", "--force"),
        ("evidence", "run", ".", "--force", "--jobs", "2"),
        ("baseline", "create", ".", "v9", "--author", "Ann", "--reason", "more runs"),
        ("review", "respond", ".", "F1", *BY, "--text", "the relay was replaced in May"),
        ("review", "read", ".", "C-CURTAIN", *BY, "--because", "it names the part as a whole"),
        ("evidence", "add", ".", "../d.csv", "--as", "demands"),
    )
    root = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    try:
        for words in calls:
            done = subprocess.run([*root, sys.executable, "-P", "-m", "casegen", *words], cwd=press,
                                  capture_output=True, text=True, check=False)  # fmt: skip
            assert done.returncode == 2, (words, done.stdout)
            assert ADVICE in done.stderr, (words, done.stderr)
            assert "Errno" not in done.stdout + done.stderr, words
    finally:
        for path in [press, *press.rglob("*")]:
            path.chmod(0o755)


@pytest.mark.parametrize("code", [errno.EACCES, errno.EPERM, errno.EROFS])
@pytest.mark.parametrize("name", [".casegen", *(f".casegen/{name}" for name in LOCKS), ".casegen/together/0"])
def test_every_lock_has_the_same_advice(name: str, code: int) -> None:
    assert f"fix: {fix_of(OSError(code, 'no', f'case/{name}'))}" == ADVICE


def test_other_files_have_none() -> None:
    for name in ("case/results/EV.lock", "case/casegen/lock", "case.casegen"):
        assert fix_of(PermissionError(errno.EACCES, "no", name)) == ""
    assert "free some space" in fix_of(OSError(errno.ENOSPC, "full", "case/.casegen/lock"))


@pytest.mark.parametrize(
    ("name", "words"), [("evidence run", "lock"), ("evidence add", "editing.lock"), ("evidence run", "")]
)
@pytest.mark.parametrize("target", ["../elsewhere", "data", "lock"])
def test_a_link_in_place_of_a_lock_is_named_with_what_helps(
    casegen: Callable[..., Ran], press: Path, name: str, words: str, target: str
) -> None:
    place = press / ".casegen" / words
    if not words:
        place.rmdir()
        if target == "lock":  # a circle
            target = ".casegen"
    place.symlink_to(target)
    more = (
        ("--force", "--jobs", "1") if name == "evidence run" else (press.parent / "d.csv", "--as", "demands")
    )
    ran = casegen(*name.split(), press, *more)
    assert ran.code == 2
    assert "a link" in ran.err
    assert "fix: remove it; casegen makes what belongs there" in ran.err
    assert "YAML" not in ran.err


@pytest.mark.slow
def test_a_page_says_what_helps_too(reviewed: Path) -> None:
    (reviewed / ".casegen" / "review.lock").symlink_to("nowhere")
    body = b'{"act": "respond", "finding": "F1", "text": "the one at the front", "by": "Ann"}'
    (error,) = perform(reviewed, body)["errors"]
    assert error["hint"] == "remove it; casegen makes what belongs there"


class LateError(Exception):
    """As of packages whose errors cannot be made again from their words."""

    def __init__(self, *, seconds: int) -> None:
        super().__init__(f"no answer for {seconds} s")


def test_errors_travel_between_processes_without_a_traceback() -> None:
    here = IrregularFileError(Path("case/.casegen/lock"), "expected a lock file, found a link")
    assert str(pickle.loads(pickle.dumps(here))) == str(here)
    for error in (here, TimeoutError("late"), LateError(seconds=5)):
        there = pickle.loads(pickle.dumps(_portable(error)))
        assert "Traceback" not in str(there)
        assert str(error) in str(there)
    assert isinstance(there, MethodDefectError)
    assert str(there) == "LateError: no answer for 5 s"
    assert "LateError" in there.__notes__[0]
