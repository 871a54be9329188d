"""A command that computes nothing counts what ``check`` counts: errors and warnings alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.false_support import folder
from tests.false_support.bases import calculation


def test_warnings_beside_errors_are_counted(tmp_path: Path, casegen: Callable[..., Any]) -> None:
    case = calculation()
    case["arguments"][0]["text"] = "The night cases are left out"
    del case["claims"][-1]["accepted_by"]
    at = folder(tmp_path, case)
    counts = casegen("check", at).out.splitlines()[-1]
    assert counts == "1 error, 1 warning"
    for command in ("assess", "plan"):
        assert f"casegen: {counts}: nothing was computed" in casegen(command, at).err
