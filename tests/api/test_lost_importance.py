"""Importance whose digits are lost says so in Python and in rows, in the words of the command."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.api import CaseBuilder, OpenCase
from tests.conftest import Ran


def _case(first: float, kind: str = "nand") -> OpenCase:
    case = CaseBuilder("r", title="R")
    tree = case.tree("FT", top="G", title="Pump stops")
    for event, number in {"E0": 0.5, "E1": first, "E2": first * 1e-60}.items():
        tree.event(event, number, text=event)
    tree.gate("G1", kind, "E1", "E2", text="x")
    tree.gate("G", "and", "G1", "E0", text="x")
    return case.open()


@pytest.mark.parametrize("gates", [False, True])
@pytest.mark.parametrize("first", [1e-100, 1e-3])
@pytest.mark.parametrize("kind", ["nand", "or"])
def test_what_the_command_says_python_says(
    casegen: Callable[..., Ran], tmp_path: Path, gates: bool, first: float, kind: str
) -> None:
    case = _case(first, kind)
    case.save(tmp_path / "case")
    ran = casegen("fta", "importance", tmp_path / "case", "--json", *(["--gates"] if gates else []))
    assert case.tree("FT").importance(gates=gates).rounding == json.loads(ran.out)["rounding"]


def test_rows_and_copies_keep_the_words() -> None:
    """Criticality of 0.0, for -1e-460, stood in a frame without a sign."""
    tree = _case(1e-200).tree("FT")
    rows = tree.importance()
    assert rows["E2"].birnbaum == pytest.approx(-5e-201, rel=1e-12, abs=0.0)
    assert tree.rounding == ""  # of the top
    assert "the importance of E1, E2 has lost digits" in rows.rounding
    for one in (copy.deepcopy(rows), pickle.loads(pickle.dumps(rows))):
        assert (one, one.rounding, one["E1"]) == (rows, rows.rounding, rows["E1"])
    assert {row["rounding"] for row in _case(1e-200).rows("events")} == {rows.rounding}
    assert {row["rounding"] for row in _case(0.1, "or").rows("events")} == {""}


@pytest.mark.parametrize("first", [1e-200, 1e-100, 1e-3, 0.0])
def test_each_row_has_every_measure_that_the_command_shows(
    casegen: Callable[..., Ran], tmp_path: Path, first: float
) -> None:
    """Fussell-Vesely of a top below the smallest normal number was no key of the row, and null in the command."""
    case = _case(first, "and")
    case.save(tmp_path / "case")
    ran = casegen("fta", "importance", tmp_path / "case", "--json")
    said = {row["id"]: row for row in json.loads(ran.out)["events"]}
    for row in case.rows("events"):
        for measure in ("birnbaum", "criticality", "fussell_vesely", "raw", "rrw"):
            shown = said[row["event"]][measure]
            assert row[measure] == (float(shown) if shown == "inf" else shown), (measure, row)


def test_what_is_not_known_is_no_0_in_a_notebook() -> None:
    page = _case(1e-200, "and").tree("FT")._repr_html_()
    assert page.count("<td>–</td>") == 3
    assert "<td>–</td>" not in _case(0.1, "or").tree("FT")._repr_html_()
