"""Empty and relative entries of PYTHONPATH put the working folder on the module path: no code of it runs in silence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

SCRIPT = ("-P", "-c", "from casegen.cli import main; main()")
"""as the script `casegen` starts, which Python looks for modules beside instead of in the working folder"""
MODULE = ("-P", "-m", "casegen")
HIDES = """
import sys
open({log!r}, "a").write(__name__ + " ")
sys.path[:] = [path for path in sys.path if path not in ("", {here!r})]
del sys.modules[__name__]
__import__(__name__)
"""
"""runs, takes itself away and gives what it stands in for: nothing would be seen of it"""
BEFORE = {"encodings", "importlib", "runpy", "sitecustomize", "usercustomize"}
"""what Python may import before a line of casegen runs"""


@pytest.fixture
def press(tmp_path: Path) -> Path:
    folder = tmp_path / "press"
    shutil.copytree(ROOT / "examples" / "press", folder, ignore=shutil.ignore_patterns(".casegen"))
    return folder


def called(
    folder: Path, ends: str, *words: str, own: Path = ROOT, **more: str
) -> subprocess.CompletedProcess[str]:
    """Python in ``folder`` with casegen's own packages and ``ends`` in PYTHONPATH."""
    path = f"{os.pathsep.join((str(own), str(own / 'evidence')))}{ends}"
    env = {**os.environ, "PYTHONPATH": path, **more}
    env.pop("PYTHONPYCACHEPREFIX", None)
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False
    )  # fmt: skip


def planted(folder: Path) -> Path:
    """A module in ``folder`` for all that can be imported; returns the list of those that ran."""
    log = folder.parent / "ran"
    names = {name for name in sys.stdlib_module_names if name != "_" and name not in sys.builtin_module_names}
    for name in names | {"numpy", "pydantic", "rich", "typer", "yaml", "scipy", "joblib", "click"}:
        if name not in BEFORE:
            (folder / f"{name}.py").write_text(HIDES.format(log=str(log), here=str(folder)))
    log.write_text("")
    return log


@pytest.mark.slow
@pytest.mark.parametrize("ends", [":", "::", ":.", ":./", ":./."])
@pytest.mark.parametrize("words", [SCRIPT, MODULE, MODULE[1:]], ids=["script", "-P -m", "-m"])
def test_an_empty_entry_of_the_path_brings_no_code(press: Path, words: tuple[str, ...], ends: str) -> None:
    """`export PYTHONPATH=/my/lib:$PYTHONPATH` leaves one where the variable was unset."""
    log = planted(press)
    ends = ends.replace(":", os.pathsep)
    nothing = press.parent / "elsewhere" / "nothing"
    nothing.mkdir(parents=True)
    (nothing / "__init__.py").write_text("")
    (nothing / "__main__.py").write_text("import os, sys")
    called(press, ends, *(word if word != "casegen" else "nothing" for word in words), own=nothing.parent)
    before = set(log.read_text().split()) if "-m" in words else set()  # what Python itself needs for `-m`
    log.write_text("")
    done = called(press, ends, *words, "check", ".")
    assert {*log.read_text().split()} <= before
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_processes_of_a_run_get_no_such_entry(press: Path) -> None:
    log = planted(press)
    done = called(press, os.pathsep, *SCRIPT, "evidence", "run", ".", "--force", "--jobs", "2")
    assert log.read_text() == ""
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", [SCRIPT, MODULE, MODULE[1:]], ids=["script", "-P -m", "-m"])
def test_modules_that_ran_before_casegen_end_it(tmp_path: Path, words: tuple[str, ...]) -> None:
    """They cannot be stopped, and are named."""
    here = tmp_path / "stranger"
    here.mkdir()
    (here / "sitecustomize.py").write_text("")
    done = called(here, os.pathsep, *words, "check", ".")
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        f"nothing done: Python has run code of the folder you are in: {str(here / 'sitecustomize.py')!r}"
        in done.stderr
    )
    assert "PYTHONPATH names that folder" in done.stderr


LEFT = (
    "import os, sys; from casegen.module_path import leave_out_working_folder as leave; leave();"
    " print(os.getcwd() in sys.path, os.environ.get('PYTHONPATH'))"
)


@pytest.mark.parametrize(
    ("ends", "left"),
    [
        (":", "False {own}"),
        (":/meant:.:", "False {own}:/meant"),
        (":lib:../lib:", "False {own}:lib:../lib"),
        ("::{here}", "True {own}:{here}"),
        (":sub/..", "False {own}"),
    ],
)
def test_entries_that_were_meant_stay(tmp_path: Path, ends: str, left: str) -> None:
    own = os.pathsep.join((str(ROOT), str(ROOT / "evidence")))
    ends, left = (
        text.replace(":", os.pathsep).format(own=own, here=tmp_path) if text else text
        for text in (ends, left)
    )
    assert called(tmp_path, ends, "-P", "-c", LEFT).stdout.strip() == left


def test_a_variable_of_nothing_else_is_removed(tmp_path: Path) -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); {LEFT}"
    env = os.environ | {"PYTHONPATH": os.pathsep}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.stdout.strip() == "False None", done.stderr


def test_the_folder_of_casegen_itself_stays() -> None:
    """As of a developer; processes that start in other folders find it there too."""
    own = os.pathsep.join((str(ROOT), str(ROOT / "evidence")))
    ends = os.pathsep + "."
    assert called(ROOT, ends, "-P", "-c", LEFT).stdout.strip() == f"True {own}{os.pathsep}{ROOT}"
    assert called(ROOT, ends, *MODULE, "--help").returncode == 0
