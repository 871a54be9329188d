"""Texts of every item and tree that a supported claim rests on count, whatever the way from the claim to the number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.assessment.test_safety import MATRIX, ROW, studied
from tests.false_support import call, edited, folder, must_hold, must_not_hold, verdict
from tests.false_support.bases import RECORD, calculation, measured

pytestmark = pytest.mark.slow


def listed(at: Path, words: str, kind: str = "") -> list[str]:
    """Parts to be read of which a text has the words."""
    rows = json.loads(call("assess", at, "--json")[1])["to_be_read"]
    asked = (row for row in rows if any(words in text for text in row["texts"]) and kind in row["question"])
    return [row["id"] for row in asked]


def item(**fields: Any) -> dict[str, Any]:
    parameters = {"stopping": "planned", "failure": "the contact sticks", "population": "two contacts"}
    own: dict[str, Any] = {
        "id": "EV", "title": "Closings of the contact", "method": "demand-record", "inputs": {"record": "record.csv"},
        "parameters": {**parameters, "spread": 0.5}, "confidence": 0.95, "owner": "T. Tester",
    }  # fmt: skip
    own["parameters"] |= fields.pop("parameters", {})
    return {**own, **fields}


def bound_to_an_event(**fields: Any) -> dict[str, Any]:
    """The contact is measured, and no evidence node cites the record."""
    confident = {"claims.C1.requirement.confidence": 0.9, "trees.FT.target.confidence": 0.9}
    model = {"type": "evidence", "evidence": "EV", "measure": "probability", "exposure": {"demands": 1}}
    edits = {"events.E1.model": model, "trees.FT.target.probability": 1e-2, **confident,
             "claims.C1.text": "The lift starts with an open door in at most 1 of 100 missions",
             "evidence_items.+": item(**fields)}  # fmt: skip
    return edited(calculation(), edits)


@pytest.mark.parametrize(
    "words",
    ["Tests not run yet", "Failed test", "Withdrawn", "superseded by EV2", "Not valid for this contact"],
)
@pytest.mark.parametrize("field", ["title", "text"])
def test_an_item_of_an_event_that_denies_itself(tmp_path: Path, field: str, words: str) -> None:
    at = folder(tmp_path / "c", bound_to_an_event(**{field: words}), {}, {"record.csv": RECORD})
    must_not_hold(at, "evidence-opposite")


def test_an_item_of_an_event_is_listed(tmp_path: Path) -> None:
    fields = {"title": "Closings of May", "text": "Contact of another lift",
              "parameters": {"failure": "the brake squeals", "population": "two carts of another type"}}  # fmt: skip
    at = folder(tmp_path / "c", bound_to_an_event(**fields), {}, {"record.csv": RECORD})
    must_hold(at)
    for words in ("Closings of May", "another lift", "brake squeals", "another type", "quay"):
        assert listed(at, words) == ["EV"], words


ASSUMPTION = {
    "id": "AS", "kind": "assumption", "text": "The lamp lights within 1 s", "owner": "A. Author",
    "requirement": {"measure": {"evidence": "EV", "measure": "probability"}, "bound": 0.01,
                    "kind": "probability-per-demand", "confidence": 0.95},
}  # fmt: skip


def with_assumption(failure: str, assumed: str = "The lamp lights", **fields: Any) -> dict[str, Any]:
    edits = {"contexts.+": {**ASSUMPTION, "text": assumed}, "claims.C1.context": ["AS"],
             "evidence_items.+": item(parameters={"failure": failure}, **fields)}  # fmt: skip
    return edited(calculation(), edits)


@pytest.mark.parametrize(
    ("failure", "text", "rule"),
    [
        ("the lamp is dark after 60 s", "Starts of the lamp", "failure-counted-otherwise"),
        ("the lamp stays dark", "Tests not run yet", "evidence-opposite"),
    ],
)
def test_what_measures_an_assumption(tmp_path: Path, failure: str, text: str, rule: str) -> None:
    at = folder(
        tmp_path / "c",
        with_assumption(failure, "The lamp lights within 1 s", text=text),
        {},
        {"record.csv": RECORD},
    )
    must_not_hold(at, rule)


def test_an_assumption_that_its_record_does_not_count(tmp_path: Path) -> None:
    files = {"record.csv": RECORD}
    at = folder(tmp_path / "c", with_assumption("the lamp stays dark", text="Lamp of May"), {}, files)
    must_hold(at)
    assert listed(at, "Lamp of May") == ["EV"]
    questions = json.loads(call("assess", at, "--json")[1])["questions"]
    assert "AS" not in [row["id"] for row in questions]
    other = folder(tmp_path / "d", with_assumption("the door squeals"), {}, files)
    questions = json.loads(call("assess", other, "--json")[1])["questions"]
    assert "AS" in [row["id"] for row in questions]


WHEELS = [
    {"id": "X", "text": "The wheel breaks", "source": "maker", "model": {"type": "constant", "probability": 1e-5}},
    {"id": "Y", "text": "The axle breaks", "source": "maker", "model": {"type": "constant", "probability": 1e-5}},
]  # fmt: skip
SECOND = {
    "id": "FT2", "title": "Loss of a wheel", "top": "GX",
    "gates": [{"id": "GX", "type": "or", "inputs": ["X", "Y"], "text": "A wheel is lost"}],
}  # fmt: skip


def with_second(tree: dict[str, Any], event: dict[str, Any] | None = None) -> dict[str, Any]:
    events = [{**WHEELS[0], **(event or {})}, WHEELS[1]]
    case = calculation()
    case["events"] += [{k: v for k, v in one.items() if v is not None} for one in events]
    case["trees"].append({**SECOND, **tree})
    return case


def transferred(**tree: Any) -> dict[str, Any]:
    case = with_second(tree)
    case["trees"][0]["gates"][0]["inputs"].append("GX")
    return case


def test_an_assumption_on_a_tree(tmp_path: Path) -> None:
    assumed = {
        "id": "AS", "kind": "assumption", "text": "The wheels stay on", "owner": "A. Author",
        "requirement": {"measure": {"tree": "FT2"}, "bound": {"target_of": "FT2"}, "kind": "probability-per-mission"},
    }  # fmt: skip
    target = {"target": {"probability": 1e-3, "source": "rule of the site"}, "text": "Wheels of May"}
    edits = {"contexts.+": assumed, "claims.C1.context": ["AS"]}
    at = folder(tmp_path / "c", with_second(target), edits)
    must_hold(at)
    for words in (
        "Loss of a wheel",
        "Wheels of May",
        "rule of the site",
        "A wheel is lost",
        "The axle breaks",
        "maker",
    ):
        assert listed(at, words) == ["FT2"], words
    must_not_hold(
        folder(tmp_path / "d", with_second({**target, "text": "Draft: wheels"}), edits), "tree-unfinished"
    )


@pytest.mark.parametrize(
    "tree",
    [
        {"text": "Draft: not modelled yet"},
        {"gates": [{**SECOND["gates"][0], "text": "Draft: a wheel is lost"}]},
    ],
)
def test_a_transferred_tree_that_is_a_draft(tmp_path: Path, tree: dict[str, Any]) -> None:
    must_not_hold(folder(tmp_path / "c", transferred(**tree)), "fault tree FT: ")


def test_a_transferred_tree_is_listed(tmp_path: Path) -> None:
    target = {"probability": 1e-3, "source": "rule of the site"}
    at = folder(tmp_path / "c", transferred(text="Wheels of May", target=target, properties=["MP"]))
    edits = {"properties.+": {"id": "MP", "title": "Wheels stay on", "stakeholders": ["owner"]}}
    at = folder(tmp_path / "d", transferred(text="Wheels of May", target=target, properties=["MP"]), edits)
    must_hold(at)
    for words, part in (
        ("Loss of a wheel", "FT2"),
        ("Wheels of May", "FT2"),
        ("rule of", "FT2"),
        ("Wheels stay", "MP"),
    ):
        assert listed(at, words) == [part], words


def test_a_draft_gate_that_no_transfer_names_is_left_out(tmp_path: Path) -> None:
    gates = [*SECOND["gates"], {"id": "GY", "type": "or", "inputs": ["GX"], "text": "Draft: wheels"}]
    case = transferred(top="GY", gates=gates, waive=[])
    result = folder(tmp_path / "c", case)
    assert json.loads(call("assess", result, "--json")[1])["supported"]


def alarp(tree: dict[str, Any] | None = None, event: dict[str, Any] | None = None) -> dict[str, Any]:
    case = with_second(tree or {}, event)
    criterion = {
        "disproportion": 3,
        "unit": "EUR per mission",
        "losses": [{"tree": "FT2", "amount": 10000}],
        "claim": "C3",
    }
    case["case"]["study"] = {"alarp": criterion}
    case["claims"].append(
        {"id": "C3", "text": "Each measure left out costs more than it is worth", "owner": "A. Author"}
    )
    case["claims"][-1] |= {"assumed": "Offers compared", "accepted_by": "B. Judge"}
    case["arguments"][0]["from"].append("C3")
    case["risk_reductions"] = [
        {"id": "RR", "title": "wheel nut", "changes": {"X": 0}, "cost": 5000, "cost_source": "offer"}
    ]
    return case


@pytest.mark.parametrize(
    ("tree", "event", "why"),
    [
        ({"text": "Draft: not modelled yet"}, {}, "wheel nut (RR): fault tree FT2: tree FT2 says"),
        (
            {},
            {"text": "The wheel breaks in 50 % of the missions"},
            "wheel nut (RR): fault tree FT2: event X stands",
        ),
        ({}, {"source": None}, "number of event X has no source"),
    ],
)
def test_losses_by_a_tree_that_is_set_aside(
    tmp_path: Path, tree: dict[str, Any], event: dict[str, Any], why: str
) -> None:
    must_not_hold(folder(tmp_path / "c", alarp(tree, event)), why)


def test_a_tree_of_losses_is_listed(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", alarp())
    for words in ("Loss of a wheel", "A wheel is lost", "The axle breaks"):
        assert listed(at, words) == ["FT2"], words


def test_the_risk_matrix_is_listed(tmp_path: Path) -> None:
    case = calculation()
    case["case"]["study"] = {"risk_matrix": MATRIX}
    at = folder(tmp_path / "c", case)
    for words in ("probable: at least 0.001", "critical: C, B, A", "intolerable: C"):
        assert listed(at, words) == ["calc"], words


def test_an_item_that_a_step_cites_is_listed_once(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", measured(), {}, {"record.csv": RECORD})
    must_hold(at)
    assert listed(at, "Tests of the range guard") == ["A1"]


ENTRIES = "entry,demands,failures\na,300,200\nb,300,200\n"


def shaped(text: str, **fields: Any) -> dict[str, Any]:
    """A claim on the p-value of a record's entries being alike, which fail alike."""
    wanted = {"measure": {"evidence": "EV", "measure": "homogeneity_p_value"}, "comparison": ">=", "bound": 0.01,
              "kind": "score"}  # fmt: skip
    waive = [
        {"rule": "requirement-without-confidence", "reason": "a p-value has no interval", "by": "B. Judge"}
    ]
    edits = {"claims.C1.text": text, "claims.C1.requirement": wanted, "claims.C1.waive": waive}
    return edited(measured(), edits)


@pytest.mark.parametrize(
    "text", ["The range guard stops", "The range guard stops reliably", "Der Wächter hält an"]
)
def test_records_that_are_alike_show_nothing_else(tmp_path: Path, text: str) -> None:
    must_not_hold(folder(tmp_path / "c", shaped(text), {}, {"record.csv": ENTRIES}), "homogeneity_p_value")


@pytest.mark.parametrize(
    "text",
    ["The range guard is alike at quay and buoy", "Der Wächter unterscheidet sich an Kai und Boje nicht"],
)
def test_records_that_are_alike_show_that(tmp_path: Path, text: str) -> None:
    at = folder(tmp_path / "c", shaped(text), {}, {"record.csv": ENTRIES})
    assert json.loads(call("assess", at, "--json")[1])["supported"]


def test_gates_and_formulas_are_listed_as_they_count(tmp_path: Path) -> None:
    case = calculation()
    case["parameters"] = [
        {"id": "rate", "text": "Rate of the sheet", "source": "data sheet", "value": 5e-5},
        {"id": "twice", "text": "Two contacts", "source": "data sheet", "value": {"op": "mul", "args": [2, {"parameter": "rate"}]}},
    ]  # fmt: skip
    case["events"][0]["model"]["probability"] = {"parameter": "twice"}
    at = folder(tmp_path / "c", case)
    for words in ("TOP: or of E1, E2", "twice: mul(2, rate)", "E1: probability twice"):
        assert listed(at, words) == ["FT"], words
    assert listed(at, "None") == []


@pytest.mark.parametrize("source", ["draft", "Draft: RA-1", "Entwurf"])
def test_a_target_whose_source_is_a_draft(tmp_path: Path, source: str) -> None:
    edits = {"trees.FT.target.source": source}
    must_not_hold(folder(tmp_path / "c", calculation(), edits), "target-text-number")


def test_the_reason_at_a_waived_row_is_listed(tmp_path: Path) -> None:
    case = studied()
    waiver = {"rule": "hazard-unanswered", "reason": "Corrosion is excluded by coating 7", "by": "B. Judge"}
    case["hazop"] = [{**ROW, "waive": [waiver]}]
    at = folder(tmp_path / "c", case)
    assert "hazard-unanswered" not in verdict(at).rules
    assert listed(at, "coating 7") == ["H1"]


def test_the_version_of_measured_evidence_is_listed(tmp_path: Path) -> None:
    edits = {"evidence.N1.version": "rev 7 of May"}
    at = folder(tmp_path / "c", measured(), edits, {"record.csv": RECORD})
    assert listed(at, "rev 7 of May") == ["A1"]


def test_a_length_of_time_beside_a_rate_is_asked_about(tmp_path: Path) -> None:
    case = calculation()
    for event in case["events"]:
        event["model"] = {"type": "constant", "probability": 1e-8, "kind": "rate-per-hour"}
    case["trees"][0] |= {"kind": "rate-per-hour", "target": {"probability": 1e-7, "source": "lift standard"}}
    case["claims"][0] |= {"text": "Within a year the lift starts with closed doors"}
    case["claims"][0]["requirement"]["kind"] = "rate-per-hour"
    asked = json.loads(call("assess", folder(tmp_path / "c", case), "--json")[1])["questions"]
    assert any("Within a year" in row["texts"] for row in asked if row["id"] == "C1")
    case["claims"][0]["text"] = "The lift starts with an open door in at most 1 of 1,000,000 hours"
    asked = json.loads(call("assess", folder(tmp_path / "d", case), "--json")[1])["questions"]
    assert not asked


def test_a_claim_that_only_an_independence_names_is_reachable(tmp_path: Path) -> None:
    claim = {"id": "W9", "text": "Contact and controller fail independently of each other", "owner": "A. Author",
             "assumed": "Drawing 7", "accepted_by": "B. Judge"}  # fmt: skip
    for at, edits in (
        ("a", {"case.independent_errors": "W9"}),
        ("b", {"trees.FT.independent": {"claim": "W9"}}),
    ):
        result = verdict(folder(tmp_path / at, calculation(), {"claims.+": claim, **edits}))
        assert "unreachable" not in result.rules
    assert "unreachable" in verdict(folder(tmp_path / "c", calculation(), {"claims.+": claim})).rules
