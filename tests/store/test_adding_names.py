"""Names of columns that say what they are, in English and German; what may be either of two things is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.store.file_kinds import candidates, kind_of
from tests.false_support import call, folder
from tests.false_support.bases import calculation

PREDICTIONS = (
    "label,pred", "y,yhat", "labels,preds", "targets,predictions", "wahr,vorhergesagt", "Klasse,Vorhersage",
    "Wahre Klasse,Vorhergesagte Klasse", "actual,predicted", "Soll,Ist",
)  # fmt: skip
RECORDS = {
    "month,operating_hours,failures": "hours", "unit,runtime_h,failures": "hours", "site,run time [h],failures": "hours",
    "Fahrzeug,Betriebsstunden,Ausfälle": "hours", "Monat,Laufzeit (h),Ausfa\u0308lle": "hours",
    "Pumpe,Betriebsstunden [h],Versagen": "hours", "site,trials,failures": "demands",
    "Standort,Anforderungen,Ausfälle": "demands", "Kampagne,Fahrten,Ausfälle": "missions",
}  # fmt: skip


@pytest.mark.parametrize("header", PREDICTIONS)
def test_labels_and_answers(header: str, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text(f"image,{header}\n1.png,a,a\n2.png,b,a\n", "utf-8")
    kind = kind_of(tmp_path / "p.csv", "", {}, {})
    names = header.split(",")
    assert kind.name == "predictions"
    assert [candidates(role, ["image", *names]) for role in kind.columns] == [[name] for name in names]


@pytest.mark.parametrize("header", RECORDS)
def test_records(header: str, tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text(f"{header}\na,41000,1\nb,39000,0\n", "utf-8")
    case = folder(tmp_path / "case", calculation())
    code, _, err = call(
        "evidence", "add", case, tmp_path / "r.csv", "--set", "failure=no stop", "--id", "NEW"
    )
    assert code == 0, err
    assert f"is read as {RECORDS[header]}" in err
    assert tuple(load(case).evidence_item["NEW"].columns.values())[:1] in ((header.split(",")[0],), ())
    code, _, err = call("evidence", "run", case, "NEW")
    assert code == 0, err


def test_a_word_of_several_meanings_gives_way(tmp_path: Path) -> None:
    assert candidates("true", ["y_true", "y_pred", "Klasse"]) == ["y_true"]
    assert candidates("entry", ["unit", "month", "hours", "failures"]) == ["unit"]
    assert candidates("entry", ["site", "month", "hours", "failures"]) == ["site", "month"]


@pytest.mark.parametrize("header", ["expected,actual", "Actual,Expected", "expected,observed"])
def test_what_is_actual_beside_what_is_expected_is_asked(header: str, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text(f"image,{header}\n1.png,a,a\n2.png,b,a\n", "utf-8")
    with pytest.raises(InputError, match=r"may be the label.*or the answer"):
        kind_of(tmp_path / "p.csv", "", {}, {})
    assert kind_of(tmp_path / "p.csv", "predictions", {}, {}).name == "predictions"


@pytest.mark.parametrize("header", ["width,height", "Fehler,Zeit", "expected,failures", "unit,cost"])
def test_other_tables_are_of_no_kind(header: str, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text(f"{header}\n1,2\n2,3\n", "utf-8")
    with pytest.raises(InputError, match="of no known kind"):
        kind_of(tmp_path / "p.csv", "", {}, {})
