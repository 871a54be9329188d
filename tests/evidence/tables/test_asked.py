"""Which columns beside those read only a person can judge: not names, times and quantities of the rows."""

from __future__ import annotations

from pathlib import Path

import pytest
from casegen_evidence.field_data.reading import read
from casegen_evidence.method import InputProblem
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Label

ROWS = 60
QUIET: dict[str, list[object]] = {
    "image": [f"run7/img_{k:05}.png" for k in range(ROWS)],
    "serial": [f"SN-{7 * k}" for k in range(ROWS)],
    "frame": [k % 20 for k in range(ROWS)],
    "row": list(range(ROWS)),
    "taken on": [f"2026-03-0{1 + k % 9}" for k in range(ROWS)],
    "moment": [f"2026-03-01T10:{k:02}:00Z" for k in range(ROWS)],
    "confidence of it": [0.5 + k / 200 for k in range(ROWS)],
    "empty": [""] * ROWS,
    "tester": ["Ann", "Bob"] * (ROWS // 2),
    "crew id": ["c1", "c2"] * (ROWS // 2),
    "Baujahr": [2015 + k % 4 for k in range(ROWS)],
    "weather": ["dry", "rain"] * (ROWS // 2),
    "ended at": ["", *[f"10:{k % 60:02}" for k in range(ROWS - 1)]],
}
ASKED: dict[str, list[object]] = {
    "weather": ["rain"] * ROWS,
    "surface": ["wet", "dry"] * (ROWS // 2),
    "rig": ["bench"] * ROWS,
    "operator": ["yes", "no"] * (ROWS // 2),
    "retries": [k % 3 for k in range(ROWS)],
    "what was seen": ["", "two of the cones were moved by hand", *[""] * (ROWS - 2)],
    "number of crashes": [k % 2 for k in range(ROWS)],
    "muted until": ["10:30" if k % 3 else "" for k in range(ROWS)],
    "overlap": [(0.1, 0.8)[k % 2] for k in range(ROWS)],
}


def asked(at: Path, columns: dict[str, list[object]], rows: int = ROWS) -> list[str]:
    lines = [",".join(["true", "predicted", *columns])]
    lines += [",".join(["a", "b", *(str(c[k]) for c in columns.values())]) for k in range(rows)]
    (at / "t.csv").write_text("\n".join(lines) + "\n")
    intake = Intake()
    read_table(at / "t.csv", {"true": Label(), "predicted": Label()}, intake=intake, draws=True)
    report = intake.read[-1]
    assert report["not_read"] == list(columns)
    return list(report["asked"])


@pytest.mark.parametrize("name", QUIET)
def test_names_times_and_quantities_ask_nothing(tmp_path: Path, name: str) -> None:
    assert asked(tmp_path, {name: QUIET[name]}) == []


@pytest.mark.parametrize("name", ASKED)
def test_classes_flags_counts_and_remarks_are_asked_about(tmp_path: Path, name: str) -> None:
    assert asked(tmp_path, {name: ASKED[name]}) == [name]


@pytest.mark.parametrize(("name", "values"), [("part", "serial"), ("confidence of it", "confidence of it")])
def test_in_a_few_rows_words_and_numbers_may_say_anything(tmp_path: Path, name: str, values: str) -> None:
    assert asked(tmp_path, {name: QUIET[values]}, rows=4) == [name]


@pytest.mark.parametrize("name", ["serial", "serial no.", "Seriennummer"])
def test_serial_numbers_ask_nothing_in_few_rows_either(tmp_path: Path, name: str) -> None:
    assert asked(tmp_path, {name: QUIET["serial"]}, rows=4) == []


TIMES: dict[str, tuple[str, str, bool]] = {
    "days-in-service": ("days_in_service", "d", True),
    "since-delivery": ("hours since delivery", "h", True),
    "days-operated": ("operated (d)", "d", True),
    "operating": ("operating hours", "h", False),
    "minutes": ("run_min", "min", False),
    "fleet": ("fleet hours", "h", False),
}


@pytest.mark.parametrize("name", TIMES)
def test_time_of_the_calendar_is_asked_about_where_hours_of_operation_are_read(
    tmp_path: Path, name: str
) -> None:
    column, unit, ask = TIMES[name]
    (tmp_path / "t.csv").write_text(f"entry,{column},failures\na,100,0\nb,200,1\n")
    intake = Intake()
    declared = {"columns": {"hours": column}, "units": {"hours": unit}}
    read(tmp_path / "t.csv", "hours", whole=False, declared=declared, intake=intake)
    asked_of = intake.read[-1]["asked"]
    assert bool(asked_of) == ask, asked_of
    assert not ask or column in asked_of[0]


def test_a_unit_that_the_name_denies_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("entry,days_in_service,failures\na,100,0\nb,200,1\n")
    declared = {"columns": {"hours": "days_in_service"}, "units": {"hours": "h"}}
    with pytest.raises(InputProblem, match="is in d, by `units` in h"):
        read(tmp_path / "t.csv", "hours", whole=False, declared=declared)
