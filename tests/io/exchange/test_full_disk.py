"""A file that cannot grow ends a command with its name, and leaves nothing behind."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

LIMITED = (
    "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    "resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512)); from casegen.cli import main; sys.exit(main())"
)


def limited(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    # without -B, Python would keep what it compiles, cut off at the limit, for whoever imports it next
    command = [sys.executable, "-B", "-c", LIMITED, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def files(case: Path) -> list[Path]:
    return sorted(path for path in case.rglob("*") if ".casegen" not in path.parts)


@pytest.mark.slow
def test_a_workbook_that_cannot_grow_is_named(tmp_path: Path) -> None:
    """The writer of workbooks uses temporary files, and has words of its own for a full one."""
    done = limited("export", "examples/press", "--format", "xlsx", "-o", tmp_path / "h.xlsx")
    assert done.returncode == 2
    assert "File too large: " in done.stderr
    assert not (tmp_path / "h.xlsx").exists()


@pytest.mark.slow
def test_data_of_an_item_that_could_not_be_written_are_taken_back(tmp_path: Path) -> None:
    case = tmp_path / "press"
    shutil.copytree("examples/press", case)
    (tmp_path / "rec.csv").write_text("entry,demands,failures\na,4000,0\nb,3000,1\n")
    before = files(case)
    done = limited("evidence", "add", case, tmp_path / "rec.csv", "--id", "NEW", "--set", "failure=no stop")
    assert done.returncode == 2
    assert "File too large" in done.stderr
    assert files(case) == before
