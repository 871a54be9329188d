"""casegen called by ``runpy`` in a process that began otherwise: what is first on the module path is no working folder."""

from __future__ import annotations

import subprocess
import sys

import pytest

TWICE = """
import runpy, sys
before = list(sys.path)
for _ in range(2):
    sys.argv = ["casegen", "--version"]
    try:
        runpy.run_module("casegen", run_name="__main__", alter_sys=False)
    except SystemExit as done:
        assert not done.code, done.code
assert sys.path == before
"""


@pytest.mark.slow
def test_a_second_call_in_a_process_takes_nothing_from_the_module_path() -> None:
    done = subprocess.run([sys.executable, "-c", TWICE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
