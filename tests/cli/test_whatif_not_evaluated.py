"""A what-if of a tree without a number says that it cannot be evaluated, and why: not that nothing changes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import casegen
from tests.assessment.test_safety import studied
from tests.cli.test_build_checks import MEASURED_EVENT
from tests.false_support import call, folder
from tests.false_support.bases import RECORD

WHY = "event E1: evidence EV has no result"


@pytest.fixture
def at(tmp_path: Path) -> Path:
    """A case with one tree, of which one event waits for its record, and a what-if of the other."""
    folder(tmp_path / "case", studied(), MEASURED_EVENT, {"record.csv": RECORD})
    shutil.rmtree(tmp_path / "case/results", ignore_errors=True)
    (tmp_path / "case/whatif.yaml").write_text("scenarios:\n  typed: {E2: 0.5}\n")
    return tmp_path / "case"


def test_the_command_says_that_the_tree_cannot_be_evaluated(at: Path) -> None:
    said = " ".join(call("whatif", at, "--set", "E2=0.5")[1].split())
    assert f"FT cannot be evaluated: {WHY}" in said
    assert "no claim that can be evaluated changes its status" in said
    document = json.loads(call("whatif", at, "--set", "E2=0.5", "--json")[1])
    assert document["not_evaluated"] == {"FT": WHY}


def test_a_number_for_what_is_missing_makes_it_evaluable(at: Path) -> None:
    said = " ".join(call("whatif", at, "--set", "E1=0.1")[1].split())
    assert f"FT cannot be evaluated without the change: {WHY}" in said
    assert "0.1002" in said
    assert json.loads(call("whatif", at, "--set", "E1=0.1", "--json")[1])["not_evaluated"] == {}


def test_python_has_the_reason(at: Path) -> None:
    what_if = casegen.open(at).what_if({"E2": 0.5})
    assert what_if.top("FT") is None
    assert dict(what_if.not_evaluated) == {"FT": WHY}
    assert "1 not evaluated" in repr(what_if)


@pytest.mark.parametrize(
    ("language", "says", "not_said"),
    [("en", "cannot be evaluated", "No top event changes"),
     ("de", "lässt sich nicht auswerten", "Kein Top-Ereignis bewegt sich")],
)  # fmt: skip
def test_the_documents_say_it(at: Path, tmp_path: Path, language: str, says: str, not_said: str) -> None:
    (at / "document.yaml").write_text(f"document: {{language: {language}}}\n")
    code, _, err = call("build", at, "--no-run", "--markdown", "--html", "-o", tmp_path / "out")
    assert code == 0, err
    report = next((tmp_path / "out").glob("*.md")).read_text("utf-8")
    page = next((tmp_path / "out").glob("*.html")).read_text("utf-8")
    chapter = report[report.index("# typed") :]
    assert says in chapter
    assert not_said not in report
    assert "<q>typed</q>: <a" in page
    assert says in page


def test_a_tree_that_can_be_evaluated_and_stays_is_said_to_stay(at: Path, tmp_path: Path) -> None:
    (at / "whatif.yaml").write_text("scenarios:\n  typed: {E2: 2.0e-4}\n")
    call("evidence", "run", at)
    assert json.loads(call("whatif", at, "--set", "E2=0.5", "--json")[1])["not_evaluated"] == {}
    call("build", at, "--no-run", "--markdown", "-o", tmp_path / "out")
    report = next((tmp_path / "out").glob("*.md")).read_text("utf-8")
    assert "No top event changes" in report
    assert "No claim changes status" in report


HOUSE = """
casegen: 1
case: {id: h, title: Two lines, roots: [TOP]}
events:
  - {id: A, text: Pump one stops, source: handbook, model: {type: constant, probability: SPREAD}}
  - {id: B, text: Pump two stops, source: handbook, model: {type: constant, probability: 0.003}}
house_events:
  - {id: HE, state: STATE, text: The plant runs on one line}
trees:
  - id: FT
    title: No water
    top: G
    target: {probability: 0.01, confidence: 0.9, source: criteria}
    gates: [{id: G, type: and, inputs: [A, HE], text: Water stops}]
  - id: FU
    title: No power
    top: H
    target: {probability: 0.01, source: criteria}
    gates: [{id: H, type: or, inputs: [B], text: Power stops}]
claims:
  - {id: TOP, text: Water stops flowing in at most 1 of 100 missions, owner: o,
     requirement: {measure: {tree: FT}, bound: {target_of: FT}, kind: probability-per-mission, confidence: 0.9}}
  - {id: POWER, text: Power stops flowing in at most 1 of 100 missions, owner: o,
     requirement: {measure: {tree: FU}, bound: {target_of: FU}, kind: probability-per-mission}}
  - {id: W, text: The trees have every path, owner: o, assumed: walked, accepted_by: R. V}
  - {id: P, text: The pumps are built as drawn, owner: o, assumed: seen, accepted_by: R. V}
arguments:
  - {id: AA, supports: TOP, block: calculation, tree: FT, from: [POWER], side_claims: [W], text: Tree}
  - {id: AB, supports: POWER, block: calculation, tree: FU, from: [P], side_claims: [W], text: Tree}
"""
SPREAD = "{distribution: lognormal, mean: 0.003, error_factor: 3}"
IMPOSSIBLE = "cannot happen as the tree is modelled"


def _lines(at: Path, *, state: bool) -> Path:
    at.mkdir()
    text = HOUSE.replace("STATE", str(state).lower()).replace("SPREAD", SPREAD)
    (at / "case.yaml").write_text(text, "utf-8")
    return at


def _asked(at: Path, setting: str) -> tuple[dict[str, Any], dict[str, Any], str]:
    """The document, the row of FT in it, and what the command prints."""
    document = json.loads(call("whatif", at, "--set", setting, "--json")[1])
    printed = " ".join(call("whatif", at, "--set", setting)[1].split())
    return document, next(row for row in document["trees"] if row["tree"] == "FT"), printed


def test_a_number_that_the_change_gives_comes_with_its_bound(tmp_path: Path) -> None:
    document, row, printed = _asked(_lines(tmp_path / "case", state=False), "HE=true")
    twin, same, _ = _asked(_lines(tmp_path / "twin", state=True), "B=0.002")
    assert [claim["after"] for claim in document["claims"]][:1] == ["supported"]
    assert row["before"] is row["before_upper"] is row["ratio"] is None
    assert (row["after"], row["after_upper"]) == (same["after"], same["after_upper"])
    assert row["after_upper"] is not None
    assert row["problem"] == same["problem"] == same["before_problem"] == ""
    assert IMPOSSIBLE in row["before_problem"]
    assert document["not_evaluated"] == twin["not_evaluated"] == {}
    assert "FT not evaluated 0.003 – – 0.00565" in printed
    assert "FT cannot be evaluated without the change" in printed


def test_a_number_that_the_change_takes_is_said_with_its_reason(tmp_path: Path) -> None:
    document, row, printed = _asked(_lines(tmp_path / "case", state=True), "HE=false")
    assert IMPOSSIBLE in row["problem"]
    assert row["before_problem"] == ""
    assert row["before_upper"] is not None
    assert row["after_upper"] is row["after"] is None
    assert row["importance"] == []
    assert {*document["not_evaluated"]} == {"FT"}
    assert "FT 0.003 not evaluated – 0.00565 –" in printed


def test_a_tree_without_a_number_is_named_whatever_is_set(tmp_path: Path) -> None:
    """The other tree's claim keeps its status, and that is known."""
    at = _lines(tmp_path / "case", state=False)
    document, row, printed = _asked(at, "B=0.002")
    assert {*document["not_evaluated"]} == {"FT"}
    assert row["problem"] == row["before_problem"] == document["not_evaluated"]["FT"]
    assert f"FT cannot be evaluated: {document['not_evaluated']['FT']}" in printed
    assert "no claim changes its status" in printed
    assert {*casegen.open(at).what_if({"B": 0.002}).not_evaluated} == {"FT"}
