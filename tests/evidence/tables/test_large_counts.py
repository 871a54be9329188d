"""A count that is read as another number is not quoted as that one."""

from __future__ import annotations

from pathlib import Path

from tests.false_support import call, folder
from tests.false_support.bases import measured


def test_a_count_beyond_what_is_read_as_itself(tmp_path: Path) -> None:
    rows = "entry,demands,failures\nquay,9007199254740993,0\n"
    at = folder(tmp_path / "x", measured(), {}, {"record.csv": rows})
    said = " ".join(call("evidence", "run", at)[1:])
    assert "expected a count below 2^53" in said
    assert "found a larger one" in said
    assert "9007199254740992" not in said
