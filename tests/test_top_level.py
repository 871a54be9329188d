"""Nothing lies at the top of the repository but what belongs there: no trial case, no output."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KNOWN = {
    ".ci", ".gitignore", "CHANGELOG.md", "LICENSE",
    "README.md", "benchmarks", "casegen", "docs", "evidence", "examples", "hatch_build.py", "pyproject.toml", "requirements.lock",
    "templates", "tests",
}  # fmt: skip


def test_the_top_of_the_repository_holds_what_it_should() -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no git repository")
    command = ["git", "-C", str(ROOT), "ls-files", "-z"]
    names = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split("\0")
    assert {name.split("/")[0] for name in names if name} <= KNOWN
