"""Documents that are written side by side share a process: what they need is loaded before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from casegen.render.formats import DOCUMENTS

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import builtins, pathlib, sys, threading
real, late = builtins.__import__, set()

def by_statement(*given, **named):
    before = set(sys.modules)
    result = real(*given, **named)
    if threading.current_thread() is not threading.main_thread():
        late.update(name for name in set(sys.modules) - before if name.startswith("casegen.render"))
    return result

from casegen import assess, documents_of, load
builtins.__import__ = by_statement
documents_of(assess(load("examples/press")), pathlib.Path(sys.argv[1]), sys.argv[2:])
print(sorted(late))
"""


@pytest.mark.parametrize(
    "formats", [("html", "svg", "text"), pytest.param(tuple(DOCUMENTS), marks=pytest.mark.slow)]
)
def test_no_thread_imports_what_another_one_may_be_importing(
    tmp_path: Path, formats: tuple[str, ...]
) -> None:
    """Modules that need each other, imported by two threads at once, end in an internal error now and then."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path), *formats],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr
