"""Thirty small folders as people of many trades write them from the documentation: no error, no warning, and they hold."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.false_support import call, must_hold

FOLDERS = Path(__file__).parent / "sensible"
NAMES = sorted(folder.name for folder in FOLDERS.iterdir())


@pytest.mark.parametrize("name", NAMES)
def test_a_sensible_folder_is_clean(tmp_path: Path, name: str) -> None:
    at = Path(shutil.copytree(FOLDERS / name, tmp_path / name))
    call("evidence", "run", at)
    must_hold(at)


def test_there_are_thirty() -> None:
    assert len(NAMES) >= 30
