"""The verdict names the top claims that fail, and not those that are supported."""

from __future__ import annotations

from pathlib import Path

from tests.false_support import call, folder
from tests.false_support.bases import calculation


def test_a_supported_root_is_not_called_unsupported(tmp_path: Path) -> None:
    case = calculation()
    case["claims"].append(
        {"id": "C9", "text": "The crane is parked at night", "owner": "safety", "undeveloped": True}
    )
    case["case"]["roots"] = [*case["case"]["roots"], "C9"]
    code, shown, _ = call("assess", folder(tmp_path / "case", case))
    assert code == 1
    assert "The case does not hold: C9 not supported" in shown
