"""What sheets, outline and tables show of objections and assumptions: only what is settled looks settled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.model.results import Assessment
from casegen.render.diagrams import all_diagrams
from casegen.render.report.argument import outline_rows
from casegen.render.report.doubts import assumption_rows
from casegen.render.report.links import Links
from tests.false_support import edited, folder
from tests.false_support.bases import RECORD, calculation, measured
from tests.render.test_assumptions_and_objections import ANSWER, CARRIED, doubtful

AGAINST = {"id": "DD", "text": "The drawing is of another door", "kind": "undercutting", "target": "D",
           "owner": "E. Else", "state": "open"}  # fmt: skip
REFUTED = doubtful(state="refuted", response=ANSWER, refuted_by="J. Judge")


def drawn(result: Assessment) -> str:
    """The bodies of the sheets of the argument."""
    return "".join(one.body for one in all_diagrams(result) if one.kind == "argument")


def assessed(at: Path, edits: dict[str, Any]) -> Assessment:
    return assess(load(folder(at, edited(calculation(), edits))))


@pytest.mark.parametrize(
    ("edits", "settled", "words"),
    [
        (doubtful(state="open"), False, "state: open, challenged"),
        (doubtful(state="accepted"), False, "state: conceded, challenged"),
        (doubtful(state="accepted", doubt={**CARRIED, "accepted_by": "TBD"}), False, "state: conceded, challenged"),
        (doubtful(state="refuted", response=ANSWER), False, "state: refuted, not evaluated"),
        ({"defeaters": [*REFUTED["defeaters"], AGAINST]}, False, "state: open, challenged"),
        (REFUTED, True, "state: refuted<"),
        (doubtful(state="accepted", doubt=CARRIED), True, "state: conceded<"),
    ],
)  # fmt: skip
def test_only_what_is_settled_is_drawn_as_settled(
    tmp_path: Path, edits: dict[str, Any], settled: bool, words: str
) -> None:
    body = drawn(assessed(tmp_path / "case", edits))
    assert ('class="attack"' not in body) == settled
    assert words in body


def test_what_hangs_on_an_objection_is_drawn_below_it(tmp_path: Path) -> None:
    doubted = {**CARRIED, "id": "RR", "target": "DD"}
    edits = {"defeaters": [*REFUTED["defeaters"], AGAINST], "residual_doubts": [doubted]}
    body = drawn(assessed(tmp_path / "case", edits))
    for name in ("#node-D", "#node-DD", "#node-RR"):
        assert f'href="{name}"' in body


def test_the_outline_gives_the_judged_status_of_an_objection(tmp_path: Path) -> None:
    for edits, word in ((doubtful(state="refuted", response=ANSWER), "Not evaluated"), (REFUTED, "")):
        result = assessed(tmp_path / (word or "settled"), edits)
        (row,) = (row for row in outline_rows(result, Links(result.case), {}) if row["id"] == "D")
        assert row["status"] == word


def test_a_falsified_assumption_carries_its_judged_status(tmp_path: Path) -> None:
    contexts = [
        {"id": name, "text": "Failures are rare", "kind": "assumption", "state": "valid", "owner": "O. Owner",
         "accepted_by": "J. Judge", "requirement": {
             "measure": {"evidence": "EV", "measure": "probability"}, "bound": bound,
             "kind": "probability-per-demand"}}
        for name, bound in (("X1", 1e-9), ("X2", 0.9))
    ]  # fmt: skip
    case = {**measured(), "contexts": contexts}
    result = assess(load(folder(tmp_path / "case", case, files={"record.csv": RECORD})))
    rows = {row["id"]: row for row in assumption_rows(result, Links(result.case))}
    for name in ("X1", "X2"):
        judged = result.nodes[name].status
        assert rows[name]["state"] == "valid"
        assert rows[name]["status"].lower() == judged.value.replace("_", " ")
    assert rows["X1"]["class"] != rows["X2"]["class"]


def test_an_assumed_claim_carries_its_judged_status_where_it_is_another(tmp_path: Path) -> None:
    edits = {**doubtful(state="open"), "defeaters.D.target": "C2"}
    for name, changes, shown in (
        ("attacked", edits, ("assumed", "Challenged")),
        ("accepted", {}, ("", "Assumed")),
    ):
        result = assessed(tmp_path / name, changes)
        row = next(row for row in assumption_rows(result, Links(result.case)) if row["id"] == "C2")
        assert (row["state"], row["status"]) == shown
