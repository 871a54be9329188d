"""A column beside those read that names what several rows are parts of, in every table whose rows are draws."""

from __future__ import annotations

from pathlib import Path

import pytest
from casegen_evidence.dependability import scenarios
from casegen_evidence.dependability.domain import Domain, Numeric
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Kind, Label

SIGN = "sign-grouped-rows"
N = 300
NAMED = [
    "video",
    "session",
    "patient_id",
    "vehicle_id",
    "Fahrzeug",
    "Proband",
    "Aufnahme",
    "Fahrt-Nr",
    "group",
]


def prediction_signs(folder: Path, column: str, of: list[str]) -> list[str]:
    rows = "".join(f"{'ab'[k % 7 == 0]},{'ab'[k % 11 == 0]},{word}\n" for k, word in enumerate(of))
    (folder / "p.csv").write_text(f"true,predicted,{column}\n{rows}")
    intake = Intake()
    wanted: dict[str, Kind] = {"true": Label(), "predicted": Label()}
    read_table(folder / "p.csv", wanted, intake=intake, role="predictions", draws=True)
    return [sign.name for sign in intake.signs]


def scenario_signs(folder: Path, column: str, of: list[str]) -> list[str]:
    rows = "".join(f"{k * 37 % 101 / 10},{word},success\n" for k, word in enumerate(of))
    (folder / "t.csv").write_text(f"speed,{column},outcome\n{rows}")
    intake = Intake()
    scenarios.read(folder / "t.csv", Domain((Numeric("speed", 0.0, 11.0),)), intake=intake)
    return [sign.name for sign in intake.signs]


@pytest.mark.parametrize("name", NAMED)
def test_rows_of_few_groups_are_doubted(name: str, tmp_path: Path) -> None:
    of = [f"g{k // 15}" for k in range(N)]
    assert SIGN in prediction_signs(tmp_path, name, of)
    assert SIGN in scenario_signs(tmp_path, name, of)


@pytest.mark.parametrize(
    ("name", "of"),
    [
        ("vehicle", [("car", "bus", "van")[k % 3] for k in range(N)]),
        ("group", ["control" if k % 2 else "treated" for k in range(N)]),
        ("vehicle_colour", [f"c{k % 20}" for k in range(N)]),
        ("age group", [f"{k % 8}0s" for k in range(N)]),
        ("session", [f"s{k}" for k in range(N)]),
        ("test_id", [f"t{k}" for k in range(N)]),
    ],
)
def test_kinds_and_names_of_each_row_are_not(name: str, of: list[str], tmp_path: Path) -> None:
    assert SIGN not in prediction_signs(tmp_path, name, of)
    assert SIGN not in scenario_signs(tmp_path, name, of)
