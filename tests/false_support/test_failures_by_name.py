"""A sentence that counts failures by that name alone counts those of its record; one that names others is asked about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import casegen
from casegen.model.diagnostic import InputError

RATE, DEMAND = "rate-per-hour", "probability-per-demand"
RECORDS = {
    RATE: ("operating-record", "rate", "hours"),
    DEMAND: ("demand-record", "probability", "demands"),
}
QUIET = [
    ("At most one failure in 500 hours", RATE),
    ("At most 1 failure in 500 h", RATE),
    ("At most 2 failures in 1000 hours", RATE),
    ("At most 2 failures per 1000 operating hours", RATE),
    ("Fewer than 2 failures in 1000 hours", RATE),
    ("There are at most 2 failures per 1000 h", RATE),
    ("The pump has at most 0.002 failures per hour", RATE),
    ("At most 0.002 failures per hour of operation", RATE),
    ("The rate of failures is at most 0.002 per hour", RATE),
    ("Höchstens 2 Ausfälle in 1000 Stunden", RATE),
    ("At most 2 failures in 1000 demands", DEMAND),
    ("At most 0.002 failures per demand", DEMAND),
]
OF_PRESSURE = [
    ("The pump loses pressure at most twice in 1000 hours", RATE),
    ("The pump loses pressure at most 0.002 times per hour", RATE),
    ("At most 0.002 losses of pressure per hour", RATE),
    ("At most 2 losses of pressure in 1000 hours", RATE),
]
ASKED = [
    ("At most 2 leaks in 1000 hours", "no pressure"),
    ("The pump leaks at most twice in 1000 hours", "no pressure"),
    ("At most 2 failures to close in 1000 hours", "no pressure"),
    ("At most 2 failures by leakage in 1000 hours", "no pressure"),
    ("At most 2 leak failures in 1000 hours", "no pressure"),
    ("The pump loses oil at most twice in 1000 hours", "no pressure"),
    ("At most 0.002 losses of oil per hour", "no pressure"),
    ("The pump keeps pressure at most twice in 1000 hours", "no pressure"),
]


def _questions(at: Path, text: str, kind: str, failure: str) -> list[str]:
    """What is asked of a claim on a record of 20,000 hours or demands without a failure."""
    method, measure, column = RECORDS[kind]
    at.mkdir()
    (at / "record.csv").write_text(f"entry,{column},failures\nA,8000,0\nB,7000,0\nC,5000,0\n", "utf-8")
    (at / "case.yaml").write_text(
        f"""casegen: 1
case: {{id: x, title: A pump, version: "1", date: 2026-11-01, authors: [Ann Author], system: A pump, roots: [C]}}
claims:
  - id: C
    text: {json.dumps(text)}
    owner: safety
    requirement: {{measure: {{evidence: EV, measure: {measure}}}, bound: 0.002, kind: {kind}, confidence: 0.95}}
  - {{id: W, text: Tests are like operation, owner: safety, assumed: Walked through, accepted_by: Rita Reviewer}}
arguments:
  - {{id: A, supports: C, block: evidence-incorporation, from: [N], side_claims: [W], text: Record}}
evidence:
  - {{id: N, evidence: EV, text: Record, owner: testing, version: "1", date: 2026-10-02}}
evidence_items:
  - id: EV
    title: Record of the pump
    method: {method}
    inputs: {{record: record.csv}}
    parameters: {{failure: {failure}}}
    confidence: 0.95
    owner: testing
""",
        "utf-8",
    )
    case = casegen.open(at)
    case.run()
    document = casegen.open(at).document()
    assert document["supported"]
    return [row["question"] for row in document["questions"] if row["id"] == "C"]


@pytest.mark.slow
@pytest.mark.parametrize("failure", ["no pressure", "does not stop within 2 s"])
@pytest.mark.parametrize(("text", "kind"), QUIET)
def test_failures_by_name_are_those_of_the_record(text: str, kind: str, failure: str, tmp_path: Path) -> None:
    assert not _questions(tmp_path / "c", text, kind, failure)


@pytest.mark.slow
@pytest.mark.parametrize(("text", "kind"), OF_PRESSURE)
def test_what_loses_pressure_has_none(text: str, kind: str, tmp_path: Path) -> None:
    assert not _questions(tmp_path / "c", text, kind, "no pressure")


@pytest.mark.slow
@pytest.mark.parametrize(("text", "failure"), ASKED)
def test_failures_of_another_name_are_asked_about(text: str, failure: str, tmp_path: Path) -> None:
    assert _questions(tmp_path / "c", text, RATE, failure)


@pytest.mark.slow
def test_losses_that_are_more_than_allowed_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="losses of pressure per hour"):
        _questions(tmp_path / "c", "At most 0.001 losses of pressure per hour", RATE, "no pressure")
