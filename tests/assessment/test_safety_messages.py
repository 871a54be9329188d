"""What the safety study says of waivers without effect, of names that are two, and of groups."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import casegen as library
from casegen.assessment.safety.tables import safety_tables
from casegen.io import load
from casegen.io.exchange.xlsx import COMPUTED
from casegen.model.hazop_matrix import hazop_matrix
from tests.assessment.test_safety import INTOLERABLE, ITEMS, MATRIX, compared, studied, with_matrix
from tests.false_support import DROP, call, folder, must_not_hold
from tests.false_support.bases import calculation

REASON = "Retrofit until June, two inspections a day until then"


def _messages(at: Path, rule: str) -> list[str]:
    rows = json.loads(call("check", at, "--json")[1])["diagnostics"]
    return [row["message"] for row in rows if row["rule"] == rule]


@pytest.mark.parametrize(
    ("by", "reason", "why"),
    [
        ("A. Author", REASON, "A. Author owns claim C1"),
        ("TBD", REASON, "`by: TBD` is a placeholder"),
        ("B. Judge", "TBD", "`reason: TBD` is no reason"),
        ("C. Writer", REASON, "C. Writer is the case's only author"),
    ],
)
def test_a_waiver_that_accepts_no_risk_says_why(tmp_path: Path, by: str, reason: str, why: str) -> None:
    waiver = {"rule": "risk-intolerable", "by": by, "reason": reason}
    edits = {**INTOLERABLE, "trees.FT.waive": [waiver], "case.authors": ["C. Writer"]}
    at = folder(tmp_path / "case", with_matrix(), edits)
    must_not_hold(at, "risk-intolerable")
    (message,) = _messages(at, "risk-intolerable")
    assert f"; its waiver has no effect: {why}" in message


def test_a_rating_that_is_its_own_name_is_said_once(tmp_path: Path) -> None:
    ratings = {s: ["intolerable" if r == "C" else r for r in row] for s, row in MATRIX["ratings"].items()}
    matrix = {**MATRIX, "ratings": ratings, "intolerable": ["intolerable"]}
    at = folder(tmp_path / "case", with_matrix(), {**INTOLERABLE, "case.study.risk_matrix": matrix})
    text = " ".join(call("assess", at)[1].split())
    assert "is rated intolerable" in text
    assert "which is intolerable" not in text


def test_a_kind_that_is_stated_is_not_asked_for(tmp_path: Path) -> None:
    edits = {"case.study.risk_matrix.kind": "rate-per-hour"}
    text = " ".join(call("safety", folder(tmp_path / "case", with_matrix(), edits))[1].split())
    assert "its number is per mission, the classes are per hour" in text
    assert "state `kind`" not in text


def test_a_title_that_is_the_id_of_another_item_names_none(tmp_path: Path) -> None:
    other = {"id": "F2", "source": "N2", "target": "N1", "title": "F1", "judged": ITEMS[2]["judged"]}
    at = folder(tmp_path / "case", studied(), {"study_items.+": other, "hazop.H1.item": "F1"})
    assert _messages(at, "hazop-item") == [
        "HAZOP entry H1: 'F1' may be F1 or F2: give the other a title that is no id"
    ]
    twin = folder(
        tmp_path / "twin", studied(), {"study_items.+": other | {"title": "back"}, "hazop.H1.item": "F1"}
    )
    assert _messages(twin, "hazop-item") == []


def test_rows_of_one_title_show_their_ids(tmp_path: Path) -> None:
    other = {"id": "F2", "source": "N1", "target": "N2", "judged": ITEMS[2]["judged"]}
    at = folder(tmp_path / "case", studied(), {"study_items.+": other, "hazop.H1.item": "F1"})
    matrix = hazop_matrix(load(at))
    assert matrix is not None
    title = "door contact → controller"
    assert dict(matrix.titles) == {"F1": f"{title} (F1)", "F2": f"{title} (F2)"}
    assert _messages(at, "hazop-gap") == [f"{title} (F2): nothing answers no"]


def _grouped(**more: Any) -> dict[str, Any]:
    group = {"id": "CC", "model": "beta-factor", "members": ["E1", "E2"], "factors": [0.1], "text": "One supply",
             "source": "data sheet", "total": {"type": "constant", "probability": 1e-2}} | more  # fmt: skip
    return {"common_cause": [group], "events.E1.model": DROP, "events.E2.model": DROP}


def test_members_of_a_group_have_their_numbers_from_the_same_source(tmp_path: Path) -> None:
    at = folder(
        tmp_path / "case", calculation(), _grouped() | {"events.E1.source": DROP, "events.E2.source": DROP}
    )
    rows = safety_tables(library.open(at).assessment)["FMEA"][1:]
    (source,) = {row[3].splitlines()[-1] for row in rows}
    assert source == "beta-factor common cause of CC; total: constant; data sheet"


def test_more_factors_than_the_model_takes_are_an_error(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", calculation(), _grouped(factors=[0.1, 0.2]))
    assert _messages(at, "value-range") == [
        "common-cause group CC (beta-factor, 2 members) takes at most 1 factor, found 2"
    ]
    assert _messages(folder(tmp_path / "twin", calculation(), _grouped()), "value-range") == []


def test_a_typed_total_is_its_own_bound(tmp_path: Path) -> None:
    """Worked out from its parts it was 0.010000000000000002, printed 0.01001."""
    at = folder(tmp_path / "case", calculation(), _grouped())
    (row,) = json.loads(call("allocate", at, "--event", "CC", "--target", "0.02", "--json")[1])["events"]
    assert (row["current"], row["bound"]) == (0.01, 0.01)


def test_a_date_without_hyphens_says_how_it_is_written(tmp_path: Path) -> None:
    for given, hint in (
        (20261127, "fix: write 2026-11-27"),
        (86400, "expected a date"),
        (0, "expected a date"),
    ):
        at = folder(tmp_path / str(given), calculation(), {"claims.C1.review_by": given})
        code, _, err = call("check", at)
        assert code == 2
        assert hint in " ".join(err.split())
        assert "datetime" not in err


def test_an_item_that_never_ran_has_no_result_yet(tmp_path: Path) -> None:
    from tests.false_support.bases import measured

    at = tmp_path / "case"
    folder(at, measured(), {}, {"record.csv": "entry,demands,failures\nquay,0,0\n"})
    code, _, err = call("whatif", at, "--set", "EV.probability=1e-4")
    assert code == 2
    assert "evidence EV has no result yet" in " ".join(err.split())


def test_sheets_that_are_computed_are_known_to_the_import(tmp_path: Path) -> None:
    """What an export adds is no table of a stranger where it comes back."""
    at = folder(tmp_path / "case", compared(300), {"case.study.risk_matrix": MATRIX})
    assert set(safety_tables(library.open(at).assessment)) == set(COMPUTED)
    assert call("export", at, "--format", "xlsx", "-o", tmp_path / "t.xlsx")[0] == 0
    reported = json.loads(call("import", at, tmp_path / "t.xlsx", "--format", "xlsx", "--json")[1])
    assert {one["reason"] for one in reported["not_carried"]} == {"computed from the case"}


def test_what_a_case_that_takes_every_measure_can_do_is_said(tmp_path: Path) -> None:
    """Taken measures do not show that no other is reasonably practicable: nothing is left that the criterion judges."""
    taken = {"risk_reductions.RR.changes": {"E1": 1e-3}, "risk_reductions.RR.taken": True}
    at = folder(tmp_path / "case", compared(200), taken)
    said = " ".join(call("assess", at)[1].split())
    assert "the one measure that is stated is taken" in said
    assert "state the next measure that was considered as one left out" in said
    assert "take `claim:` out of the criterion" in said
    argued = folder(tmp_path / "argued", compared(200), {**taken, "case.study.alarp.claim": DROP})
    assert library.open(argued).supported
    none = folder(tmp_path / "none", compared(200), {"risk_reductions": DROP})
    assert "no measure that was left out is stated" in " ".join(call("assess", none)[1].split())
