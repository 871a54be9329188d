"""What texts say of the total of a common-cause group that a what-if sets: as of an event, and as in the case edited so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import casegen
from casegen.api import InputError
from casegen.assessment.assess import Session, assess
from casegen.assessment.portable.assessment import portable
from casegen.io import load
from casegen.model.results import Status
from tests.false_support import call, edited, folder, must_hold, must_not_hold
from tests.false_support.bases import calculation
from tests.page_scripts import status_on_the_page

TOTAL = "common_cause.CC.total.probability"
EACH = "Each motor stops in 1 % of the missions"


def _motors(model: str = "beta-factor", factors: list[float] | None = None, **group: Any) -> dict[str, Any]:
    base = calculation()
    base["case"]["title"] = "Two motors"
    base["events"] = [
        {"id": "K1", "text": "Motor one stops", "source": "maker"},
        {"id": "K2", "text": "Motor two stops", "source": "maker"},
    ]
    base["common_cause"] = [
        {"id": "CC", "model": model, "members": ["K1", "K2"], "factors": factors or [0.1],
         "total": {"type": "constant", "probability": 0.01}, "source": "IEC 61508-6", **group}]  # fmt: skip
    base["trees"][0] |= {
        "title": "Both motors stop", "mission_time": 10, "target": {"probability": 2e-3, "source": "law"},
        "gates": [{"id": "TOP", "type": "and", "inputs": ["K1", "K2"], "text": "Both motors stop"}]}  # fmt: skip
    base["claims"][0]["text"] = "Both motors stop in at most 1 of 500 missions"
    base["claims"][1]["text"] = "The probabilities of the motors come from the maker"
    return base


def _folder(at: Path, edits: dict[str, Any] | None = None, **group: Any) -> Path:
    return folder(at, _motors(**group), edits or {})


def _asked(at: Path, setting: str, *more: str) -> tuple[str, list[str]]:
    result = json.loads(call("whatif", at, "--set", setting, "--json", *more)[1])
    return {row["id"]: row["after"] for row in result["claims"]}["C1"], result["set_aside"]


GROUPS: dict[str, dict[str, Any]] = {
    "beta": {},
    "alpha": {"model": "alpha-factor", "factors": [0.95, 0.05]},
    "mgl": {"model": "mgl", "factors": [0.1]},
}  # fmt: skip
SAID = {
    "text": {"text": EACH},
    "source": {"source": f"Maker: {EACH}"},
    "time between failures": {"text": "MTBF of a motor 1,000 h"},
}


@pytest.mark.slow
@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("model", GROUPS)
@pytest.mark.parametrize(
    "more", ["", "{distribution: lognormal, mean: 1.0e-3, error_factor: 3}"], ids=["number", "spread"]
)
def test_what_a_group_says_of_its_total_is_set_aside_and_printed(
    tmp_path: Path, model: str, said: str, more: str
) -> None:
    at = _folder(tmp_path / "c", **{**GROUPS[model], **SAID[said]})
    must_hold(at)
    setting = f"CC={more or '1e-3'}"
    status, aside = _asked(at, setting)
    assert status == "supported"
    assert len(aside) == 1
    assert "of its failures in common, its text says" in aside[0]
    out = " ".join(call("whatif", at, "--set", setting, "--strict")[1].split())
    assert "set aside, since the number is changed: common-cause group CC stands with 0.00" in out


def test_the_api_gives_the_same(tmp_path: Path) -> None:
    case = casegen.open(_folder(tmp_path / "c", text=EACH))
    result = case.what_if({"CC": 1e-3})
    assert result.supported
    assert len(result.document()["set_aside"]) == 1
    assert case.what_if({"CC": 0.011}).document()["set_aside"] == []
    assert len(case.sweep("CC", [1e-3])[0].document()["set_aside"]) == 1


STEP = {
    "properties.+": {"id": "MP", "title": "Motion", "text": "The vehicle moves on when both motors are needed"},
    "hazop.+": {"id": "H1", "item": "motor", "item_type": "node", "attribute": "torque", "guide_word": "no",
                "deviation": "motor stops", "consequences": ["no motion"], "properties": ["MP"], "severity": "critical"},
    "scenarios.+": {"id": "S1", "title": "Motors", "hazop": ["H1"], "property": "MP", "tree": "FT",
                    "chain": [{"event": "K1", "text": "Motor one stops in 1 % of the missions"},
                              {"event": "TOP", "text": "Both motors stop"}]},
}  # fmt: skip
MEMBERS: dict[str, dict[str, Any]] = {
    "text": {"events.K1.text": "Motor one stops in 1 % of the missions"},
    "source": {"events.K1.source": "Maker: motor one stops in 1 % of the missions"},
    "step of a scenario": STEP,
}


def _with_sections(edits: dict[str, Any]) -> dict[str, Any]:
    base = _motors(text="The motors share a supply")
    base |= {key.removesuffix(".+"): [] for key in edits if key.endswith(".+")}
    return edited(base, edits)


@pytest.mark.slow
@pytest.mark.parametrize("name", MEMBERS)
@pytest.mark.parametrize("number", [1e-3, 5e-3, 0.01, 0.011, 0.02])
def test_what_a_member_says_is_judged_as_in_the_case_edited_so(
    tmp_path: Path, name: str, number: float
) -> None:
    base = _with_sections(MEMBERS[name])
    at = folder(tmp_path / "c", base, {})
    assert assess(load(at)).claims["C1"].status is Status.SUPPORTED
    other = folder(tmp_path / "edited", base, {TOTAL: number})
    rows = json.loads(call("assess", other, "--json")[1])["claims"]
    status, aside = _asked(at, f"CC={number!r}")
    assert status == next(row["status"] for row in rows if row["id"] == "C1")
    assert not aside
    session = Session.open(load(at))
    on_page = status_on_the_page(portable(session.assess(), session), {"CC": number})
    assert on_page in (status, "open")


@pytest.mark.slow
def test_the_page_follows_the_total_where_no_member_states_a_number(tmp_path: Path) -> None:
    session = Session.open(load(_folder(tmp_path / "c", text=EACH)))
    page = portable(session.assess(), session)
    assert status_on_the_page(page, {"CC": 1e-3}) == "supported"
    assert status_on_the_page(page, {"CC": 0.9}) == "challenged"


@pytest.mark.parametrize(("number", "status"), [(0.012, "not evaluated"), (0.0151, "supported")])
def test_a_text_that_the_total_contradicts_stands_unless_the_new_one_agrees(
    tmp_path: Path, number: float, status: str
) -> None:
    at = _folder(tmp_path / "c", text="Each motor stops in 1.5 % of the missions")
    must_not_hold(
        at, "common-cause group CC stands with 0.01 or 0.00101 per hour and 0.1 of its failures in common"
    )
    assert _asked(at, f"CC={number!r}") == (status, [])


def test_a_factor_that_the_text_contradicts_stands(tmp_path: Path) -> None:
    at = _folder(tmp_path / "c", text="Beta 20 %; each motor stops in 1 % of the missions")
    must_not_hold(
        at,
        "common-cause group CC stands with 0.01 or 0.00101 per hour and 0.1 of its failures in common, its text says",
    )
    assert _asked(at, "CC=1e-3") == ("not evaluated", [])


@pytest.mark.slow
def test_together_with_other_changes(tmp_path: Path) -> None:
    edits = {"events.+": {"id": "E3", "text": "The fuse blows in 0.1 % of the missions", "source": "maker",
                          "model": {"type": "constant", "probability": 1e-3}},
             "house_events": [{"id": "H", "state": True, "text": "The fuse is there"}],
             "trees.FT.gates.+": {"id": "G2", "type": "and", "inputs": ["E3", "H"], "text": "No supply"},
             "trees.FT.gates.TOP": {"id": "TOP", "type": "or", "inputs": ["G3", "G2"], "text": "Both motors stop"},
             "trees.FT.target.probability": 5e-3}  # fmt: skip
    base = edited(_motors(text=EACH), edits)
    base["trees"][0]["gates"].append(
        {"id": "G3", "type": "and", "inputs": ["K1", "K2"], "text": "Both motors fail"}
    )
    base["claims"][0]["text"] = "Both motors stop in at most 1 of 200 missions"
    at = folder(tmp_path / "c", base, {})
    must_hold(at)
    case = casegen.open(at)
    spread = {"distribution": "lognormal", "mean": 1e-4, "error_factor": 3}
    for other in ({"E3": 1e-4}, {"E3": spread}, {"E3": 1e-4, "H": False}, {"E3": spread, "H": False}):
        result = case.what_if({"CC": 1e-3, **other})
        assert result.supported, other
        aside = result.document()["set_aside"]
        assert any("common-cause group CC" in line for line in aside), other
        assert any("event E3" in line for line in aside), other


def test_a_what_if_says_how_much_does_not_count(tmp_path: Path) -> None:
    case = casegen.open(_folder(tmp_path / "c", text=EACH))
    result = case.what_if({"CC": 1e-3})
    assert result.set_aside == tuple(result.document()["set_aside"])
    assert "1 set aside" in repr(result)
    same = case.what_if({"CC": 0.01})
    assert (same.unchanged, same.set_aside, same.unread) == (("CC",), (), ())
    assert "1 unchanged" in repr(same)
    assert "aside" not in repr(case.what_if({"CC": 0.011}))


def test_a_claim_that_does_not_flip_is_refused_with_the_nearest(tmp_path: Path) -> None:
    flipped = casegen.open(_folder(tmp_path / "c")).what_if({"CC": 0.9}).flipped
    assert dict(flipped).keys() == {"C1"}
    with pytest.raises(InputError, match=r"there is no flipped claim 'C11' \(did you mean 'C1'\?\)"):
        flipped["C11"]
