"""Silent traps of models: scenarios, common-cause totals, records, dates, limits that refute nothing."""

from __future__ import annotations

import copy
import datetime
from pathlib import Path
from typing import Any

import pytest

from casegen.argument import leaf_status
from casegen.model.quantity import Comparison, MeasureKind
from casegen.texts.frequencies.words import says_little
from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.bases import RECORD, calculation, measured

FILES = {"record.csv": RECORD}


# --- scenarios ------------------------------------------------------------------------------------


def with_scenario(gate: str, step: dict[str, Any]) -> dict[str, Any]:
    """The lift door with one more event, a tree of the given top gate, and a scenario of two steps."""
    case = calculation()
    case["trees"][0]["gates"][0]["type"] = gate
    case["properties"] = [{"id": "MP", "title": "Doors are closed"}]
    case["scenarios"] = [
        {"id": "S1", "title": "Contact sticks", "tree": "FT", "property": "MP", "chain": [
            {"event": "E1", "text": "The door contact sticks"},
            {"event": "TOP", "text": "The lift starts with an open door", **step}]}
    ]  # fmt: skip
    return case


@pytest.mark.parametrize(
    ("gate", "step"),
    [
        ("and", {"gate": "or"}),
        ("and", {"gate": "or", "joined_by": ["E2"]}),
        ("or", {"gate": "and", "joined_by": ["E2"]}),
        ("and", {"gate": "and"}),
        ("or", {"gate": "and"}),
    ],
)
def test_a_scenario_that_joins_otherwise_than_its_tree(
    tmp_path: Path, gate: str, step: dict[str, Any]
) -> None:
    must_not_hold(folder(tmp_path / "case", with_scenario(gate, step)), "scenario-gate")


@pytest.mark.parametrize(
    ("gate", "step"),
    [
        ("and", {"gate": "and", "joined_by": ["E2"]}),
        ("or", {}),
        ("or", {"gate": "or", "joined_by": ["E2"]}),
        ("xor", {"gate": "and", "joined_by": ["E2"]}),
    ],
)
def test_a_scenario_that_joins_as_its_tree(tmp_path: Path, gate: str, step: dict[str, Any]) -> None:
    at = folder(tmp_path / "case", with_scenario(gate, step))
    assert '"scenario-gate"' not in call("check", at, "--json")[1]


def test_a_gate_between_two_steps_counts(tmp_path: Path) -> None:
    case = with_scenario("or", {"gate": "or"})
    case["trees"][0]["gates"] = [
        {"id": "TOP", "type": "or", "inputs": ["G"], "text": "The lift starts"},
        {"id": "G", "type": "and", "inputs": ["E1", "E2"], "text": "Both"},
    ]
    must_not_hold(folder(tmp_path / "hidden", case), "scenario-gate")
    twin = copy.deepcopy(case)
    twin["scenarios"][0]["chain"][1] |= {"gate": "and", "joined_by": ["E2"]}
    assert '"scenario-gate"' not in call("check", folder(tmp_path / "twin", twin), "--json")[1]


def with_joined(joined: list[str], first: dict[str, Any] | None = None) -> dict[str, Any]:
    """G0 = G1 or G5, G1 = E1 and E2 and E3, G5 = E4 and E5; a scenario from E1 that ``joined`` make G1."""
    case = with_scenario("or", {})
    case["trees"][0] |= {"top": "G0", "gates": [
        {"id": "G0", "type": "or", "inputs": ["G1", "G5"], "text": "The lift starts with an open door"},
        {"id": "G1", "type": "and", "inputs": ["E1", "E2", "E3"], "text": "No contact says so"},
        {"id": "G5", "type": "and", "inputs": ["E4", "E5"], "text": "Nobody sees it"},
    ]}  # fmt: skip
    model = case["events"][0]
    case["events"] = [
        copy.deepcopy(model) | {"id": name, "text": f"Contact {name} sticks"}
        for name in ("E1", "E2", "E3", "E4", "E5")
    ]
    case["scenarios"][0]["chain"] = [
        {"event": "E1", **(first or {})}, {"event": "G1", "gate": "and", "joined_by": joined}, {"event": "G0"}
    ]  # fmt: skip
    return case


@pytest.mark.parametrize("joined", [["E2", "E4"], ["E4"], ["E2", "E3", "E4"], ["G1"], ["G5"], ["G0"]])
def test_what_joins_a_step_leads_to_its_event(tmp_path: Path, joined: list[str]) -> None:
    must_not_hold(folder(tmp_path / "case", with_joined(joined)), "scenario-path")


def test_a_cause_follows_from_nothing_that_joins_it(tmp_path: Path) -> None:
    case = with_joined(["E2", "E3"], {"joined_by": ["E2"]})
    must_not_hold(folder(tmp_path / "case", case), "scenario-path")
    out = call("check", folder(tmp_path / "twin", with_joined(["E2", "E3"])), "--json")[1]
    assert '"scenario-' not in out


# --- totals of common-cause groups --------------------------------------------------------------------


def with_group(total: dict[str, Any]) -> dict[str, Any]:
    case = measured()
    case["events"] = [
        {"id": name, "text": f"Guard {name} fails", "source": "records"} for name in ("B1", "B2")
    ]
    case["common_cause"] = [
        {"id": "CCF", "model": "beta-factor", "members": ["B1", "B2"], "total": total, "factors": [0.1]}
    ]
    case["trees"] = [
        {"id": "FT", "title": "Both guards fail", "top": "TOP", "target": {"probability": 0.05, "confidence": 0.95},
         "gates": [{"id": "TOP", "type": "and", "inputs": ["B1", "B2"], "text": "Both fail"}]}
    ]  # fmt: skip
    case["claims"][0] |= {
        "text": "Both guards fail in at most 1 of 20 missions",
        "requirement": {"measure": {"tree": "FT"}, "bound": {"target_of": "FT"}, "kind": "probability-per-mission",
                        "confidence": 0.95},
    }  # fmt: skip
    case["arguments"][0] |= {"block": "calculation", "tree": "FT", "from": ["C2"]}
    case["claims"].append({"id": "C2", "text": "The record is complete", "owner": "A. Author",
                           "assumed": "Counted by the bench", "accepted_by": "B. Judge"})  # fmt: skip
    case["evidence"] = []
    return case


EVIDENCE = {"type": "evidence", "evidence": "EV", "measure": "probability"}


@pytest.mark.slow
def test_a_total_per_demand_needs_an_exposure(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", with_group(EVIDENCE), None, FILES)
    assert "common-cause group CCF in tree FT" in must_not_hold(at, "unit-mismatch").text
    other = {**EVIDENCE, "measure": "probabilty", "exposure": {"demands": 10}}
    assert "did you mean 'probability'" in must_not_hold(
        folder(tmp_path / "typo", with_group(other), None, FILES), "measure-unknown").text  # fmt: skip
    constant = {"type": "constant", "probability": 1e-4, "kind": "probability-per-demand"}
    must_not_hold(folder(tmp_path / "constant", with_group(constant), None, FILES), "unit-mismatch")


@pytest.mark.slow
@pytest.mark.parametrize("factor", [1e-6, {"parameter": "beta"}])
def test_the_factor_beside_a_measured_total_has_a_source(tmp_path: Path, factor: Any) -> None:
    case = with_group({**EVIDENCE, "exposure": {"demands": 10}})
    case["events"] = [{key: event[key] for key in ("id", "text")} for event in case["events"]]
    case["common_cause"][0]["factors"] = [factor]
    case["parameters"] = [{"id": "beta", "text": "share of common causes", "value": 1e-6}]
    at = folder(tmp_path / "case", case, None, FILES)
    assert '"event-unsourced"' in call("check", at, "--json")[1]
    limited = {"common_cause.CCF.source": "IEC 61508-6, table D.4"}
    at = folder(tmp_path / "twin", case, limited, FILES)
    assert '"event-unsourced"' not in call("check", at, "--json")[1]


def test_a_total_with_its_exposure(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", with_group({**EVIDENCE, "exposure": {"demands": 10}}), None, FILES)
    assert '"unit-mismatch"' not in call("check", at, "--json")[1]


# --- a record of the study ------------------------------------------------------------------------------


def with_rows(count: int) -> tuple[dict[str, Any], dict[str, str]]:
    """A HAZOP table of ``count`` rows, and a record of four."""
    case = calculation()
    case["hazop"] = [
        {"id": f"H{k}", "item": "door contact", "attribute": "signal", "guide_word": "no", "deviation": "no signal",
         "causes": ["corrosion"], "consequences": ["the lift starts"], "severity": "critical", "owner": "A. Author",
         "mitigations": [{"text": "controller", "refs": ["E2"]}]}
        for k in range(1, count + 1)
    ]  # fmt: skip
    case["claims"][0]["hazards"] = [row["id"] for row in case["hazop"]]
    case["evidence"] = [
        {"id": "N1", "text": "Record of the HAZOP study", "artefact": "study.md", "owner": "A. Author",
         "accepted_by": "B. Judge", "version": "1", "date": "2026-01-05"}
    ]  # fmt: skip
    case["claims"][2] |= {"assumed": "", "accepted_by": ""}
    case["claims"].append({"id": "W2", "text": "The study was complete", "owner": "A. Author",
                           "assumed": "Reviewed on 3 March", "accepted_by": "B. Judge"})  # fmt: skip
    case["arguments"].append({"id": "A2", "text": "By the study", "supports": "W1", "from": ["N1"],
                              "side_claims": ["W2"], "block": "evidence-incorporation"})  # fmt: skip
    return case, {
        "study.md": "# Study of the 3rd of March\n\nRows H1, H2, H3 and H4 were discussed. (A1, E2: see H2)\n"
    }


def test_a_row_that_the_record_cites_and_that_is_gone(tmp_path: Path) -> None:
    case, files = with_rows(3)
    assert (
        "study.md cites H4"
        in must_not_hold(folder(tmp_path / "gone", case, None, files), "hazop-row-gone").text
    )
    case, files = with_rows(4)
    assert "hazop-row-gone" not in call("check", folder(tmp_path / "twin", case, None, files), "--json")[1]


# --- dates ----------------------------------------------------------------------------------------------


def test_a_review_that_is_overdue_makes_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for part in ("claims.W1", "arguments.A1", "claims.C1"):
        edits = {f"{part}.review_by": "2026-02-01"}
        monkeypatch.setattr(leaf_status, "today", lambda: datetime.date(2026, 2, 1))
        must_hold(folder(tmp_path / f"twin-{part}", calculation(), edits))
        monkeypatch.setattr(leaf_status, "today", lambda: datetime.date(2026, 2, 2))
        late = must_not_hold(folder(tmp_path / f"late-{part}", calculation(), edits), "was due on 2026-02-01")
        assert late.claims["C1"] == "stale"
        assert "review-overdue" in late.rules


def test_evidence_older_than_the_release(tmp_path: Path) -> None:
    case, files = with_rows(4)
    at = folder(tmp_path / "old", case, {"case.released": "2026-02-01"}, files)
    assert "evidence-older" in call("check", at, "--json")[1]
    twin = folder(tmp_path / "twin", case, {"case.released": "2026-01-05"}, files)
    assert "evidence-older" not in call("check", twin, "--json")[1]


# --- limits that refute nothing ---------------------------------------------------------------------------


def test_a_limit_that_refutes_nothing_supports_nothing(tmp_path: Path) -> None:
    at = folder(tmp_path / "one", calculation(), {"trees.FT.target.probability": 1.0})
    assert must_not_hold(at).claims.get("C1") != "supported"


def test_an_allocated_limit_of_one_supports_nothing(tmp_path: Path) -> None:
    """The tree leaves everything to an event that a second barrier covers: any value would do."""
    case = measured()
    case["events"] = [
        {"id": "B1", "text": "The guard fails", "source": "records", "model": {**EVIDENCE, "exposure": {"demands": 1}}},
        {"id": "B2", "text": "The brake fails", "source": "data sheet",
         "model": {"type": "constant", "probability": 1e-4}},
    ]  # fmt: skip
    case["trees"] = [
        {"id": "FT", "title": "Guard and brake fail", "top": "TOP",
         "target": {"probability": 1e-3, "confidence": 0.95, "source": "customer"},
         "gates": [{"id": "TOP", "type": "and", "inputs": ["B1", "B2"], "text": "Both fail"}]}
    ]  # fmt: skip
    case["claims"][0] |= {
        "text": "The range guard fails no more often than the fault tree leaves to it",
        "requirement": {
            **case["claims"][0]["requirement"],
            "bound": {"allocated": {"tree": "FT", "event": "B1"}},
        },
    }
    result = must_not_hold(folder(tmp_path / "one", case, None, FILES), "nothing could refute it")
    assert result.claims["C1"] == "not evaluated"
    case["trees"][0]["target"]["probability"] = 1e-6
    twin = folder(tmp_path / "twin", case, None, FILES)
    assert '"status": "supported"' in call("assess", twin, "--json")[1]


@pytest.mark.parametrize(("bound", "comparison"), [(0.0, ">="), (1.0, "<=")])
def test_a_p_value_that_could_not_fail(tmp_path: Path, bound: float, comparison: str) -> None:
    """It is a score, and lies between 0 and 1 all the same."""
    wanted = {"measure": {"evidence": "EV", "measure": "homogeneity_p_value"}, "kind": "score",
              "comparison": comparison, "bound": bound}  # fmt: skip
    edits = {"claims.C1.requirement": wanted, "claims.C1.text": "Quay and buoy are alike"}
    must_not_hold(folder(tmp_path / "case", measured(), edits, FILES), "bound-trivial")
    twin = {**wanted, "comparison": ">=", "bound": 0.05}
    at = folder(tmp_path / "twin", measured(), {**edits, "claims.C1.requirement": twin}, FILES)
    assert '"bound-trivial"' not in call("check", at, "--json")[1]


def test_a_failure_that_is_more_likely_than_not_needs_its_number(tmp_path: Path) -> None:
    edits = {"claims.C1.requirement.bound": 0.8, "claims.C1.text": "The range guard stops the vehicle"}
    must_not_hold(folder(tmp_path / "case", measured(), edits, FILES), "bound-says-little")
    said = {**edits, "claims.C1.text": "The range guard fails in at most 8 of 10 approaches"}
    must_hold(folder(tmp_path / "twin", measured(), said, FILES))


AS_NEEDED = [
    "fails rarely enough", "fails tolerably rarely", "fails acceptably seldom", "is safe enough", "is reasonably safe",
    "is sufficiently reliable", "is reliable enough", "fails as rarely as needed", "works as safely as required",
    "fails so rarely that nobody minds", "is not only reliable but safe", "is not less safe than required",
    "does not often fail", "fails in few approaches", "works in most cases", "works as a rule", "is accurate enough",
    "fällt selten genug aus", "fällt hinreichend selten aus", "ist ausreichend sicher", "ist zuverlässig genug",
    "fällt so selten aus wie nötig", "arbeitet in den meisten Fällen", "ist vertretbar sicher", "fällt nicht oft aus",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("text", AS_NEEDED)
def test_what_is_enough_is_the_limit(tmp_path: Path, text: str) -> None:
    """Whatever a text calls enough, a failure that is more likely than not needs its number."""
    for limit in (0.85, 0.6):
        edits = {"claims.C1.requirement.bound": limit, "claims.C1.text": f"The range guard {text}"}
        must_not_hold(folder(tmp_path / f"{limit}", measured(), edits, FILES), "bound-says-little")
    must_hold(folder(tmp_path / "twin", measured(), {"claims.C1.text": f"The range guard {text}"}, FILES))


@pytest.mark.parametrize("text", [t for t in AS_NEEDED if " fail" not in t])
def test_what_fails_more_often_than_not_is_not_reliable(text: str) -> None:
    said = {
        (kind, limit, comparison): bool(says_little(f"The guard {text}", comparison, limit, kind))
        for kind, limit, comparison in (
            (MeasureKind.FRACTION, 0.85, Comparison.AT_MOST), (MeasureKind.FRACTION, 0.2, Comparison.AT_MOST),
            (MeasureKind.PER_HOUR, 1.5, Comparison.AT_MOST), (MeasureKind.PER_HOUR, 0.01, Comparison.AT_MOST),
        )
    }  # fmt: skip
    assert [*said.values()] == [True, False, True, False]


@pytest.mark.parametrize("text", [
    "is reliable enough", "is dependable", "works in most cases", "typically works", "arbeitet in der Regel", "ist zuverlässig genug",
])  # fmt: skip
def test_a_success_less_often_than_not_is_not_usual(text: str) -> None:
    assert says_little(f"The guard {text}", Comparison.AT_LEAST, 0.3, MeasureKind.FRACTION)
    assert not says_little(f"The guard {text}", Comparison.AT_LEAST, 0.8, MeasureKind.FRACTION)


def test_what_is_denied_says_little_itself() -> None:
    for text in ("The guard is not unlikely to fail", "The guard is not reliable"):
        assert not says_little(text, Comparison.AT_MOST, 0.85, MeasureKind.PER_DEMAND)


@pytest.mark.slow
def test_a_rate_that_every_hour_brings_needs_its_number(tmp_path: Path) -> None:
    record = {"record.csv": "entry,hours,failures\nquay,3000,1\n"}
    edits = {
        "evidence_items.EV.method": "operating-record",
        "claims.C1.requirement": {"measure": {"evidence": "EV", "measure": "rate"}, "bound": 50,
                                  "kind": "rate-per-hour", "confidence": 0.95},
        "claims.W1.text": "Hours of the tests are like hours in operation",
    }  # fmt: skip
    for text in ("The range guard seldom fails", "The range guard stops the vehicle"):
        case = folder(tmp_path / "case", measured(), {**edits, "claims.C1.text": text}, record)
        must_not_hold(case, "bound-says-little")
    said = {**edits, "claims.C1.text": "The range guard fails at most 50 times per hour"}
    must_hold(folder(tmp_path / "said", measured(), said, record))
    seldom = {"claims.C1.text": "The range guard seldom fails", "claims.C1.requirement.bound": 0.01}
    must_hold(folder(tmp_path / "twin", measured(), {**edits, **seldom}, record))


REPORT = '<testsuite name="guard" tests="3" failures="0">{}</testsuite>'.format(
    "".join(f'<testcase name="stops at {m} m" classname="guard"/>' for m in (2, 3, 4))
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("measure", "comparison", "vacuous", "sound"),
    [("failed", "<=", 3, 0), ("skipped", "<=", 7, 1), ("passed_share", ">=", 0, 1)],
)
def test_a_count_or_share_that_no_report_can_fail(
    tmp_path: Path, measure: str, comparison: str, vacuous: int, sound: int
) -> None:
    for bound, holds in ((vacuous, False), (sound, True)):
        edits = {
            "evidence_items.EV": {"id": "EV", "title": "Tests of the range guard", "method": "test-report",
                                  "inputs": {"report": "report.xml"}, "owner": "T. Tester"},
            "claims.C1.text": "The range guard passes its tests",
            "claims.C1.requirement": {"measure": {"evidence": "EV", "measure": measure}, "bound": bound,
                                      "comparison": comparison, "kind": "score"},
        }  # fmt: skip
        at = folder(tmp_path / str(bound), measured(), edits, {"report.xml": REPORT})
        code, out, _ = call("check", at, "--json")
        assert ('"bound-trivial"' not in out) is holds
        assert (call("assess", at)[0] == 0) is holds, code
