"""A command that computes nothing counts what ``check`` counts: errors and warnings alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.false_support import folder
from tests.false_support.bases import measured


def test_warnings_beside_errors_are_counted(tmp_path: Path, casegen: Callable[..., Any]) -> None:
    case = measured()
    case["arguments"][0]["text"] = "The night cases are left out"
    case["claims"].append({"id": "C9", "text": "The guard is quiet", "owner": "A. Author"})
    at = folder(tmp_path, case)
    counts = casegen("check", at).out.splitlines()[-1]
    assert "1 error, " in counts
    assert not counts.endswith(" 0 warnings")
    for command in ("assess", "plan"):
        assert f"casegen: {counts}: nothing was computed" in casegen(command, at).err
