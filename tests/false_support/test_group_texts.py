"""The total and the factors of a common-cause group are those that its source, and the texts of their parameters, state."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import DROP, folder, must_hold, must_not_hold
from tests.false_support.bases import RECORD, calculation
from tests.false_support.test_requirements import _allocated

FIRST = {"id": "b", "value": 0.1, "text": "share of common causes", "source": "IEC 61508-6, table D.4"}


def group(source: str, factors: list[Any], model: str = "beta-factor", **more: Any) -> dict[str, Any]:
    """Two contacts of 2e-4 each that fail together, and one of them alone opens the door."""
    total = {"type": "constant", "probability": 2e-4}
    third = {"id": "E3", "text": "The third contact sticks"}
    more = {"members": ["E1", "E2", "E3"][: 3 if model == "mgl" else 2], **more}
    shared = {"id": "CC", "model": model, "total": total, "factors": factors, "source": source}
    of_three = {"events.+": third, "trees.FT.gates.TOP.inputs": ["E1", "E2", "E3"]} if model == "mgl" else {}
    return {
        **of_three,
        "events.E1.model": DROP,
        "events.E2.model": DROP,
        "common_cause.+": {**shared, **more},
    }


def behind(value: float, text: str, source: str = "expert panel of 2024", **more: Any) -> dict[str, Any]:
    """The group with a factor from a parameter."""
    parameter = {"id": "b", "value": value, "text": text, "source": source}
    return {**group("scored after IEC 61508-6", [{"parameter": "b"}], **more), "parameters.+": parameter}


FALSE: dict[str, dict[str, Any]] = {
    **{f"source-{k}": group(source, [0.01]) for k, source in enumerate([
        "expert panel, 5 %", "failure probability 5 %", "log book: 12 of 400 demands", "hand book: 5e-2", "beta 5 %", "beta = 0.05",
        "Beta-Faktor 0,05 nach IEC 61508-6", "IEC 61508-6:2010, Table D.4: 5 %", "5 % of failures are common",
        "10 % der Ausfälle haben eine gemeinsame Ursache", "3 of 40 failures were common", "β of 10 % (logic)", "estimate, 10 %",
        "share of common causes .2", "common-cause fraction: 10 %", "field data, 3 of 50 failures", "Fachleute: 2 % bis 5 %",
        "95 % of the failures are independent", "beta 5 % at 95 % confidence", "panel estimate 8 %",
            "IEC 61508-6, score 62 → 8 %", "generic value 0.08 (EPRI)", "Betafaktor 8 %", "a share of 0.08", "8 % of all faults strike both",
        "beta 1e-1", "β = 10⁻¹", "one stop in twenty stops both",
    ])},
    **{f"total-{k}": group(source, [0.1]) for k, source in enumerate([
        "data sheet: probability 1e-2", "data sheet: 0.01 per demand", "failure probability 5 %", "log book: 12 of 400 demands", "beta 10 %, failure probability 1 %",
        "Ausfallwahrscheinlichkeit 1 %; Beta-Faktor 10 %",
    ])},
    "text-of-the-group": group("expert panel", [0.01], text="One cable feeds both: 10 % of failures are common"),
    **{f"parameter-{k}": behind(0.01, text) for k, text in enumerate([
        "30 %", "share of common causes 30 %", "beta, 0.3", "Anteil gemeinsamer Ausfälle 30 %", "30 Prozent",
        "3 of 10 failures", "probability 0.3 that both fail",
    ])},
    "source-of-a-parameter": behind(0.01, "share of common causes", "IEC 61508-6, table D.4: 10 %"),
    "mgl": group("beta 5 %, gamma 30 %", [0.05, 0.1], "mgl"),
    "alpha-1": group("alpha 0.95, 0.05", [0.999, 0.001], "alpha-factor"),
    "alpha-2": group("alpha 0.99, 0.05", [0.99, 0.01], "alpha-factor"),
    "alpha-parameter": {**behind(0.999, "alpha of one contact: 95 %"),
                        "common_cause.+": group("expert panel", [{"parameter": "b"}, 1e-3], "alpha-factor")["common_cause.+"]},
    "complement": {**behind(0.99, "share of separate causes 95 %"), "common_cause.+":
                   group("expert panel", [{"op": "sub", "args": [1, {"parameter": "b"}]}])["common_cause.+"]},
    "complement-tbd": {**behind(0.95, "share of separate causes", "TBD"), "common_cause.+":
                       group("expert panel", [{"op": "sub", "args": [1, {"parameter": "b"}]}])["common_cause.+"]},
    "parameter-of-a-parameter": {**group("expert panel", [{"parameter": "a"}]), "parameters": [
        {**FIRST, "id": "a", "value": {"parameter": "b"}}, {**FIRST, "value": 0.01, "text": "share of common causes 30 %"}]},
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_a_group_that_is_less_than_it_says(tmp_path: Path, name: str) -> None:
    must_not_hold(folder(tmp_path / "x", calculation(), FALSE[name]), "event-text-number")


TRUE: dict[str, dict[str, Any]] = {
    **{f"source-{k}": group(source, [0.05]) for k, source in enumerate([
        "expert panel, 5 %", "beta 5 %", "beta = 0.05", "Beta-Faktor 0,05 nach IEC 61508-6", "IEC 61508-6:2010, Table D.4: 5 %",
        "failure probability 0.02 %, beta 5 %", "1 of 5,000 demands; 5 % of failures are common", "hand book: 2e-4", "hand book: 0.0002",
        "IEC 61508-6:2010, Table D.4", "Smith et al. [12]", "NUREG/CR-5485, page 31, table 5-10", "doi 10.1016/j.ress.2010.04.05",
        "scored after table D.4 with a diagnostic coverage of 60 %", "diagnostic coverage 60 %", "expert panel, 95 % confidence",
        "common cable, which carries 30 % of the load", "common causes take 2 of 8 thrusters", "beta 2 % to 5 %", "up to 5 % of failures",
        "95 % of the failures are independent", "95 % coverage", "ISO 13849-1:2015, annex F, 65 of 100 points", "tests at 90 % humidity",
        "beta of 10 %, halved as the cables lie apart: 5 %", "4 of 100 failures in 2019", "rev. 0.9 of the manual", "section 0.3",
        "IEC 61508-6 (5 %)", "engineering judgement", "beta 10 %, reduced by a factor of 2 for separate channels",
        "Beta nach Tabelle D.4, Abstand der Leitungen 0,5 m", "contacts share one spring of 0.5 N/mm", "gamma radiation at 30 % intensity",
        "phi angle 0.8", "VDI 4008, S. 0.5", "Mosleh 1998, eq. 0.3", "temperature factor 0.7", "share of the load 30 %",
            "beta after table D.4 for 60 % to 90 % diagnostic coverage", "distance factor 0.5 mm", "score 35 of 100", "supply of 24 V ± 10 %", "data sheet, 5 %", "one failure in twenty takes both contacts along", "both stop together in one of twenty stops", "common supply; 20 % of the pumps are of one make",
    ])},
    **{f"parameter-{k}": behind(0.3, text) for k, text in enumerate([
        "30 %", "share of common causes 30 %", "beta, 0.3", "Anteil gemeinsamer Ausfälle 30 %", "3 of 10 failures",
        "share of common causes, at 60 % load", "share of common causes in tests with 2 of 3 pumps", "20 %",
    ])},
    "mgl": group("beta 5 %, gamma 30 %", [0.05, 0.3], "mgl"),
    "mgl-cautious": group("beta 5 %, gamma 30 %", [0.1, 0.3], "mgl"),
    "alpha": group("alpha 0.95, 0.05", [0.95, 0.05], "alpha-factor"),
    "phi": group("phi factors 95 % and 5 %", [0.95, 0.05], "phi-factor"),
    "alpha-parameter": {**behind(0.95, "alpha of one contact: 95 %"),
                        "common_cause.+": group("expert panel", [{"parameter": "b"}, 0.05], "alpha-factor")["common_cause.+"]},
    "complement": {**behind(0.95, "share of separate causes 95 %"), "common_cause.+":
                   group("expert panel", [{"op": "sub", "args": [1, {"parameter": "b"}]}])["common_cause.+"]},
    "coverage": {**behind(0.95, "95 % coverage"), "common_cause.+":
                 group("expert panel", [{"op": "sub", "args": [1, {"parameter": "b"}]}])["common_cause.+"]},
    "parameter-of-a-parameter": {**group("expert panel", [{"parameter": "a"}]), "parameters": [
        {**FIRST, "id": "a", "value": {"parameter": "b"}}, {**FIRST, "value": 0.3, "text": "share of common causes 30 %"}]},
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_a_group_that_its_source_covers(tmp_path: Path, name: str) -> None:
    must_hold(folder(tmp_path / "x", calculation(), TRUE[name]))


def measured_total(factor: float = 0.1, **more: Any) -> dict[str, Any]:
    """Two guards with a measured total that fail together, where the allocated tree has one; its claim keeps the share."""
    total = {"type": "evidence", "evidence": "EV", "measure": "probability", "exposure": {"demands": 1}}
    shared = {
        "id": "CC",
        "model": "beta-factor",
        "members": ["E1", "E3"],
        "total": total,
        "factors": [factor],
        **more,
    }
    return {
        "events.E1.model": DROP, "events.+": {"id": "E3", "text": "The second guard misses"}, "common_cause.+": shared,
        "trees.FT.gates.TOP.inputs": ["BOTH", "E2"],
        "trees.FT.gates.+": {"id": "BOTH", "type": "and", "inputs": ["E1", "E3"]},
        "claims.C1.text": "The range guard keeps its share of the target",
        "claims.C1.requirement.bound": {"allocated": {"tree": "FT", "event": "CC"}},
    }  # fmt: skip


@pytest.mark.parametrize("edit", [
    {"source": "expert panel: beta 30 %"}, {"source": "expert panel", "text": "Both guards miss 5 % of the approaches"},
    {"source": "expert panel", "said": "The guard misses 5 % of the approaches"},
    {"source": "handbook; the guards miss 5 % of the approaches"},
])  # fmt: skip
def test_a_measured_total_that_is_less_than_a_text_says(tmp_path: Path, edit: dict[str, str]) -> None:
    said = {"events.E1.text": edit.pop("said")} if "said" in edit else {}
    edits = {**measured_total(**edit), **said}
    must_not_hold(folder(tmp_path / "x", _allocated(), edits, {"record.csv": RECORD}), "its text says")


@pytest.mark.slow
@pytest.mark.parametrize("edit", [
    {"source": "expert panel: beta 10 %"}, {"source": "IEC 61508-6, table D.4", "text": "Both guards miss about 1 of 9,000 approaches"},
    {"source": "expert panel; 0.01 % of the approaches"},
])  # fmt: skip
def test_a_measured_total_that_its_texts_allow(tmp_path: Path, edit: dict[str, str]) -> None:
    must_hold(folder(tmp_path / "x", _allocated(), measured_total(**edit), {"record.csv": RECORD}))
