"""Tables of events: ids stand whole on a line, which has at most 100 characters while ids let it."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.cli import output
from tests.docs.blocks import ROOT
from tests.false_support import call, folder
from tests.false_support.bases import calculation


def test_no_cell_is_broken_and_columns_move_closer(capsys: pytest.CaptureFixture[str]) -> None:
    long = "BE-THE-GUARD-OF-THE-THIRD-DOCK"  # with eight numbers more than 100 at any distance
    for name, widest in (("A", 100), (long, 104), (long * 3, 200)):
        output.rows_of_names("", ["event", *(f"c{k}" for k in range(8))], [[name, *["1.23e-05"] * 8]])
        lines = capsys.readouterr().out.splitlines()
        assert any(line.split()[:1] == [name] and line.split()[-1] == "1.23e-05" for line in lines)
        assert max(map(len, lines)) <= widest


@pytest.mark.slow
def test_the_vehicle_s_trees_fit(tmp_path: Path) -> None:
    at = ROOT / "examples" / "auv"
    for command in (("fta", "quantify"), ("fta", "importance")):
        code, out, _ = call(*command, at)
        assert code == 0
        assert max(map(len, out.splitlines())) <= 100
    assert "any 3 of 8 (BE-T1 …)" in out


def test_importance_says_how_all_rows_are_shown(tmp_path: Path) -> None:
    events = [f"E{k}" for k in range(23)]
    typed = [
        {"id": e, "model": {"type": "constant", "probability": 1e-3 + 1e-5 * k}} for k, e in enumerate(events)
    ]
    edits = {"events": typed, "trees.FT.gates.TOP.inputs": events}
    at = folder(tmp_path / "x", calculation(), edits)
    short = call("fta", "importance", at)[1]
    assert "… and 3 more rows: --all" in short
    whole = call("fta", "importance", at, "--all")[1]
    assert "more row" not in whole
    assert all(f" {event} " in whole for event in events)
