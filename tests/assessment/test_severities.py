"""The severity of a top event: what no entry states is not rated by the others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.assessment.portable.assessment import portable
from casegen.assessment.safety.tables import safety_tables
from casegen.io import load
from tests.assessment.test_safety import INTOLERABLE, ROW, with_matrix
from tests.false_support import DROP, call, folder, must_not_hold

SECOND = {
    **ROW, "id": "H2", "guide_word": "late", "deviation": "signal after the start", "causes": ["bounce"],
    "consequences": ["the lift starts early"],
}  # fmt: skip
PATH = {
    "id": "S1", "title": "door", "tree": "FT", "hazop": ["H1"],
    "chain": [{"event": "E1", "text": "contact"}, {"event": "TOP", "text": "start"}],
}  # fmt: skip


def second(**keys: Any) -> dict[str, Any]:
    return {"hazop.+": {**SECOND, **keys}}


def rules(at: Path) -> list[str]:
    return [row["rule"] for row in json.loads(call("check", at, "--json")[1])["diagnostics"]]


def rating(at: Path) -> tuple[str, list[str], str]:
    (risk,) = json.loads(call("safety", at, "--json")[1])["risk_matrix"]["risks"]
    return risk["severity"], risk["entries"], risk["rating"]


@pytest.mark.slow
@pytest.mark.parametrize("first", [{}, {"hazop.H1.severity": "negligible"}, {"hazop.H1.severity": DROP}])
def test_an_entry_without_a_severity_is_not_rated_by_the_others(
    tmp_path: Path, first: dict[str, Any]
) -> None:
    at = folder(tmp_path / "bad", with_matrix(), {**first, **second(severity=None)})
    assert "risk-unrated" in rules(at)
    must_not_hold(at, "state no severity")
    left_out = ["H1", "H2"] if DROP in first.values() else ["H2"]
    assert rating(at) == ("", left_out, "")
    assert call("safety", at, "--strict")[0] == 1
    assessed = assess(load(at))
    assert portable(assessed)["argument"]["risks"][0]["rated"] is False
    tables = safety_tables(assessed)
    assert f"not stated: {', '.join(left_out)}" in str(tables["FMEA"])
    twin = folder(tmp_path / "twin", with_matrix(), {**first, **second(), "hazop.H1.severity": "marginal"})
    assert assess(load(twin)).supported


def test_nothing_is_worse_than_the_worst(tmp_path: Path) -> None:
    edits = {
        "hazop.H1.severity": "catastrophic",
        **second(severity=None),
        "events.E1.model.probability": 1e-9,
    }
    at = folder(tmp_path / "case", with_matrix(), edits)
    assert rating(at)[0] == "catastrophic"
    assert "risk-unrated" not in rules(at)


def test_a_severity_left_out_of_a_tree_that_no_claim_uses_is_one_of_the_roots(tmp_path: Path) -> None:
    unused = {"claims.C1.requirement": DROP, "arguments.A1.tree": DROP}
    at = folder(tmp_path / "case", with_matrix(), {**unused, **second(severity=None)})
    assert assess(load(at)).claims["C1"].status.value in ("not evaluated", "challenged")


def test_the_property_of_a_scenario_brings_its_entries(tmp_path: Path) -> None:
    """A path of the tree ends in the violation of a property; what else violates it leads there too."""
    edits = {
        **INTOLERABLE, "trees.FT.properties": [], "hazop.H1.severity": "negligible", "hazop.H1.properties": [],
        "scenarios": [PATH], **second(),
    }  # fmt: skip
    assert rating(folder(tmp_path / "alone", with_matrix(), edits)) == ("negligible", ["H1"], "A")
    at = folder(tmp_path / "case", with_matrix(), {**edits, "scenarios.S1.property": "MP"})
    assert rating(at) == ("critical", ["H2"], "C")
    must_not_hold(at, "which is intolerable")


def test_a_claim_on_a_tree_brings_the_entries_that_it_names(tmp_path: Path) -> None:
    edits = {**INTOLERABLE, "hazop.H1.severity": "negligible", **second(properties=[])}
    alone = folder(tmp_path / "alone", with_matrix(), edits)
    assert rating(alone) == ("negligible", ["H1"], "A")
    at = folder(tmp_path / "case", with_matrix(), {**edits, "claims.C1.hazards": ["H1", "H2"]})
    assert rating(at) == ("critical", ["H2"], "C")
    must_not_hold(at, "which is intolerable")
    twin = {**edits, "claims.W1.hazards": ["H2"]}
    assert rating(folder(tmp_path / "twin", with_matrix(), twin)) == ("negligible", ["H1"], "A")
