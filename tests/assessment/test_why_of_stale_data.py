"""``assess --why`` on stale data: no line says that the number supports the claim."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.false_support import call, folder, must_hold
from tests.false_support.bases import RECORD, measured


@pytest.mark.slow
def test_no_line_of_stale_data_says_supported(tmp_path: Path) -> None:
    at = folder(tmp_path / "x", measured(), {}, {"record.csv": RECORD})
    must_hold(at)
    (ground,) = _of_requirement(at)
    assert (ground["status"], " holds: " in ground["message"]) == ("supported", True)
    (at / "record.csv").write_text(RECORD + "pier,10,0\n")
    (ground,) = _of_requirement(at)
    assert ground["status"] == "stale"
    assert "is not judged: it rests on stale data (before: " in ground["message"]


def _of_requirement(at: Path) -> list[dict[str, str]]:
    document = json.loads(call("assess", at, "--why", "C1", "--json")[1])
    lines = document.get("lines") or document["why"]["lines"]
    return [g for line in lines for g in line["grounds"] if g["rule"] == "requirement"]
