"""What all tests share: the examples as copies, the reference data, the command line as a process."""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent

_WRITES_NONE = sys.dont_write_bytecode
sys.dont_write_bytecode = False
"""Compiled forms of what is imported to collect the tests are kept even where the environment asks for none: the next run,
and each process that a test starts, would compile all of casegen again, half a second each."""

gc.disable()
"""What collecting makes stays: searching it for garbage takes an eighth of the time that collecting takes."""


def pytest_configure() -> None:
    """Property tests have no time limit for an example.

    A busy machine is no counter-example.  A merge gate tries the same examples each time; whoever works tries new ones.
    hypothesis is compiled anew, two seconds, where it is imported before compiled forms are kept.
    """
    from hypothesis import settings

    settings.register_profile("casegen", deadline=None, derandomize="CI" in os.environ)
    settings.load_profile("casegen")


def pytest_collection_finish() -> None:
    """What collecting made lives as long as this process: it is not searched for garbage again and again."""
    sys.dont_write_bytecode = _WRITES_NONE
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _nothing_waits_for_the_disk() -> Iterator[None]:
    """A test's power does not fail: files are written and renamed as ever, and not forced to the disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def _modules_of_other_tests_are_no_matter() -> Iterator[None]:
    """Tests write packages, import them and delete them: for every run after it this process would be out of date."""
    import casegen.store.run

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(casegen.store.run, "outdated", list)
        yield


@pytest.fixture(scope="session")
def reference_data() -> Path:
    """The folder of reference data that may not be redistributed; skips where it is not given."""
    folder = Path(os.environ.get("CASEGEN_REFERENCE_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip("reference data not found: set CASEGEN_REFERENCE_DATA")
    return folder


@pytest.fixture
def auv(tmp_path: Path) -> Path:
    """A copy of the vehicle example, with its computed evidence."""
    folder = tmp_path / "auv"
    shutil.copytree(ROOT / "examples" / "inspection", folder, ignore=shutil.ignore_patterns(".casegen"))
    return folder


class Ran:
    """A finished call of the command line."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err
        assert "Traceback" not in err, err
        assert "internal error" not in err, err

    @property
    def json(self) -> Any:
        """Standard output as one JSON document."""
        return json.loads(self.out)


@pytest.fixture
def casegen(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Call ``casegen`` in this process: a second cheaper than one of its own."""

    def call(*arguments: str | Path, cwd: Path | None = None) -> Ran:
        from casegen.cli import main

        out, err, code = io.StringIO(), io.StringIO(), 0
        with monkeypatch.context() as here:
            here.setattr(sys, "argv", ["casegen", *map(str, arguments)])
            if cwd is not None:
                here.chdir(cwd)
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                try:
                    main()
                except SystemExit as done:
                    code = done.code if isinstance(done.code, int) else int(done.code is not None)
        return Ran(code, out.getvalue(), err.getvalue())

    return call


@pytest.fixture
def casegen_process() -> Callable[..., Ran]:
    """Call ``casegen`` as a user does, in a process of its own."""

    def call(*arguments: str | Path, cwd: Path | None = None) -> Ran:
        command = [sys.executable, "-c", "from casegen.cli import main; main()", *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=cwd, check=False)
        return Ran(done.returncode, done.stdout, done.stderr)

    return call
