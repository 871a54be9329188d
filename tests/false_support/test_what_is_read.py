"""Numbers, units, rows and spreadsheets that are not what they seem, by the reader alone: an error, or a sign that stays.

Every false table has true twins beside it: what differs in the one point, and is read without a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from casegen_evidence.field_data.reading import read
from casegen_evidence.method import InputProblem
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Number
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Font

Row = tuple[object, ...]


def said(path: Path, exposure: str = "demands", **declared: Any) -> str:
    """The error or the signs of a record; empty where it is read without a word."""
    intake = Intake()
    try:
        read(path, exposure, whole=exposure != "hours", declared=declared, intake=intake)
    except InputProblem as problem:
        return f"error: {problem}"
    return "; ".join(f"{s.name}: {s.message}" for s in intake.signs)


def csv(at: Path, rows: list[Row], head: str, sign: str = ",") -> Path:
    path = at / "record.csv"
    path.write_text("\n".join([head, *(sign.join(map(str, row)) for row in rows)]) + "\n", encoding="utf-8")
    return path


D, H = "entry,demands,failures", "entry,hours,failures"
DU, HU = "entry,unit,demands,failures", "entry,hours,unit,failures"
Case = tuple[str, list[Row], dict[str, Any], str]
RECORDS: dict[str, Case] = {
    # thousands
    "dots-in-all": (H, [("a", "1.510", 0), ("b", "1.424", 0)], {}, "'1.510' may be 1510 or 1.51"),
    "dots-in-some": (H, [("a", "1.510", 0), ("b", "424", 0)], {}, "may be 1510 or 1.51"),
    "dots-declared": (H, [("a", "1.510", 0), ("b", "424.113", 0)], {"decimal": "."}, ""),
    "dots-of-thousands-declared": (
        H, [("a", "1.510", 0), ("b", "14.242", 0)], {"thousands": ".", "decimal": ","}, ""),
    "three-decimals-and-a-zero": (H, [("a", "1.510", 0), ("b", "0.424", 0), ("c", "27.250", 0)], {}, ""),
    "three-decimals-of-a-thousand": (H, [("a", "1510.125", 0), ("b", "4.241", 0)], {}, ""),
    "mixed-decimals": (H, [("a", "1.510", 0), ("b", "4.24", 0)], {}, ""),
    "whole-hours": (H, [("a", "1510", 0), ("b", "4240", 0)], {}, ""),
    # notes in cells
    **{f"cell-{k}": (D, [("a", cell, 0), ("b", 1424, 0)], {}, "record.csv:2, column demands")
       for k, cell in enumerate((">1510", "~1510", "1510*", "see note", "n/a", "1510 h", "1510±20", "1.5k", "(1510)", "<1"))},
    # units
    "unit-column": (HU, [("a", 15100, "min", 0), ("b", 14240, "min", 0)], {}, "record.csv:2: 'unit' says 'min'"),
    "unit-column-in-german": (
        "entry,hours,Einheit,failures", [("a", 15100, "Minuten", 0), ("b", 14240, "Minuten", 0)], {}, "says 'Minuten'"),
    "unit-column-without-a-name-for-it": (
        "entry,hours,measured,failures", [("a", 15100, "minutes", 0), ("b", 14240, "minutes", 0)], {}, "says 'minutes'"),
    "units-by-row": (HU, [("a", 151, "h", 0), ("b", 14240, "min", 0)], {}, "different units (h, min)"),
    "unit-column-of-the-column": (
        "entry,hours,hours_unit,failures", [("a", 15100, "s", 0), ("b", 14240, "s", 0)], {}, "says 's'"),
    "hundreds-of-hours": (
        "entry,run time [100 h],failures", [("a", 1510, 0)], {"columns": {"hours": "run time [100 h]"}}, "is in 100, h is"),
    "thousand-hours": (
        "entry,thousand hours,failures", [("a", 151, 0)], {"columns": {"hours": "thousand hours"}}, "is in thousands, h is"),
    "hours-of-ten-rigs": (
        "entry,hours (10 rigs),failures", [("a", 1510, 0)], {"columns": {"hours": "hours (10 rigs)"}}, ""),
    "unit-column-agrees": (HU, [("a", 151, "h", 0), ("b", 142, "Std.", 0)], {}, ""),
    "unit-column-declared": (HU, [("a", 15100, "min", 0), ("b", 14240, "min", 0)], {"units": {"hours": "min"}}, ""),
    "unit-column-declared-otherwise": (
        HU, [("a", 15100, "min", 0), ("b", 14240, "min", 0)], {"units": {"hours": "s"}}, "'unit' says 'min'"),
    "thousands-in-a-unit-column": (DU, [("a", "k", 15, 0), ("b", "k", 14, 0)], {}, "'unit' says 'k'"),
    "unit-of-something-else": (
        "entry,demands,failures,duration,unit", [("a", 1510, 0, 15, "min"), ("b", 1424, 0, 14, "min")], {}, ""),
    "column-called-unit": (DU, [("a", "P1", 1510, 0), ("b", "P2", 1424, 0)], {}, ""),
    "shift-d-or-n": ("entry,demands,failures,shift", [("a", 1510, 0, "d"), ("b", 1424, 0, "d")], {}, ""),
    "hours-without-a-unit": (
        "entry,downtime,failures", [("a", 1510, 0)], {"columns": {"hours": "downtime"}}, "its name states no unit"),
    "hours-of-no-unit-declared": (
        "entry,runtime,failures", [("a", 1510, 0)], {"columns": {"hours": "runtime"}, "units": {"hours": "h"}}, ""),
    "flight-hours": ("entry,FH,failures", [("a", 1510, 0)], {"columns": {"hours": "FH"}}, ""),
    "Betriebsminuten": (
        "entry,Betriebsminuten,failures", [("a", 1510, 0)], {"columns": {"hours": "Betriebsminuten"}}, "is in min, h is"),
    "metres-for-hours": ("entry,run (m),failures", [("a", 1510, 0)], {"columns": {"hours": "run (m)"}}, "is in m, h is"),
    "shifts-for-hours": ("entry,shifts,failures", [("a", 1510, 0)], {"columns": {"hours": "shifts"}}, "is in shift"),
    # rows made of others
    "mean": (D, [("a", 1510, 0), ("b", 1424, 0), ("typical week", 1467, 0)], {}, "is the mean of all other rows"),
    "mean-that-is-rounded": (D, [("a", 1510, 1), ("b", 1425, 0), ("c", 1301, 0), ("x", 1412, 0)], {}, "is the mean of"),
    "several-statistics": (
        D, [("a", 1510, 0), ("b", 1425, 0), ("c", 1301, 0), ("x", 1412, 0), ("y", 1510, 0), ("z", 1301, 0)], {}, "is the mean"),
    "means-of-groups": (
        D, [("a", 1510, 0), ("b", 1424, 0), ("s", 1467, 0), ("c", 1301, 0), ("d", 1211, 0), ("t", 1256, 0)], {},
        "'s' is the mean of lines 2 to 3"),
    "unit-in-words": (
        "entry,hours,failures,remark", [("a", 15100, 0, "in minutes"), ("b", 14240, 0, "in minutes")], {}, "says 'in minutes'"),
    "largest": (D, [("a", 1513, 0), ("b", 1425, 2), ("c", 1101, 0), ("x", 1513, 2)], {}, "is the largest of"),
    "median-first": (D, [("x", 1425, 1), ("a", 1913, 1), ("b", 1425, 0), ("c", 1301, 4)], {}, "is the median of"),
    **{f"named-{n}": (D, [("a", 1510, 0), ("b", 1424, 0), (n, 1431, 0)], {}, "is named as a statistic")
       for n in ("Mean", "Ø", "Mittelwert:", "Max", "Std. dev.", "avg per rig")},
    "rounded-subtotal": (H, [("a", 151.4, 0), ("b", 142.3, 0), ("c", 98.4, 0), ("hall", 392, 0)], {}, "is the rounded sum of"),
    "rounded-subtotal-inside": (
        H, [("a", 151.4, 0), ("b", 142.3, 0), ("hall", 294, 0), ("c", 98.4, 0)], {}, "is the rounded sum of lines 2 to 3"),
    "total-rounded-to-tens": (D, [("a", 4013, 0), ("b", 3044, 0), ("c", 9177, 0), ("x", 16230, 0)], {}, "is the rounded sum of"),
    "no-mean": (D, [("a", 1510, 0), ("b", 1424, 0), ("c", 1377, 0)], {}, ""),
    "twice-the-smallest": (D, [("a", 901, 0), ("b", 1425, 0), ("c", 1301, 0), ("x", 901, 0)], {}, ""),
    "round-campaigns": (D, [("a", 1000, 0), ("b", 2000, 0), ("c", 1500, 0), ("d", 3000, 0)], {}, ""),
    "equal-campaigns": (D, [(f"rig {k}", 1200, 0) for k in "abcde"], {}, ""),
    "months-of-a-machine": (
        H, [(f"2025-{k:02}", v, 0) for k, v in enumerate((744, 672, 744, 720, 744, 720, 744, 744, 720), 1)], {}, ""),
    # totals so far
    "so-far-by-unit": (
        D, [("A Jan", 400, 0), ("A Feb", 790, 0), ("A Mar", 1210, 0), ("B Jan", 380, 0), ("B Feb", 805, 0), ("B Mar", 1180, 0)],
        {}, "of each unit by about what the first"),
    "so-far-by-a-column": (
        DU, [(1, "A", 400, 0), (2, "B", 380, 0), (3, "A", 790, 0), (4, "B", 805, 0), (5, "A", 1210, 0), (6, "B", 1180, 0)],
        {}, "of each 'unit'"),
    "so-far-of-three-months": (D, [("Jan", 400, 0), ("Feb", 790, 0), ("Mar", 1210, 0)], {}, "by about what the first"),
    "months-by-unit": (
        D, [("A Jan", 400, 0), ("A Feb", 390, 0), ("A Mar", 420, 0), ("B Jan", 380, 0), ("B Feb", 425, 0), ("B Mar", 375, 0)],
        {}, ""),
    "growing-fleet": (D, [("2021", 1200, 0), ("2022", 1900, 1), ("2023", 2200, 0), ("2024", 4100, 1)], {}, ""),
    "rigs-of-three-sizes": (D, [("small", 400, 0), ("medium", 790, 0), ("large", 1210, 0)], {}, ""),
    # periods
    "months-that-overlap": (D, [("Jan-Mar", 1510, 0), ("Mar-May", 1425, 0), ("May-Jul", 1377, 0)], {}, "overlaps 'Jan-Mar'"),
    "weeks-that-overlap": (D, [("KW 10-14", 1510, 0), ("KW 13-16", 1425, 0)], {}, "overlaps 'KW 10-14'"),
    "weeks-of-two-letters": (D, [("W10-W14", 1510, 0), ("W13-W16", 1425, 0)], {}, "overlaps 'W10-W14'"),
    "days-of-a-month": (D, [("Jan 1-15", 1510, 0), ("Jan 10-31", 1425, 0)], {}, "which would count twice"),
    "halves-of-a-month": (D, [("Jan 1-15", 1510, 0), ("Jan 16-31", 1425, 0)], {}, ""),
    "runs-that-overlap": (D, [("runs 1-1510", 1510, 0), ("runs 1000-2424", 1425, 0)], {}, "overlaps 'runs 1-1510'"),
    "campaigns-that-overlap": (
        "entry,from,to,demands,failures",
        [("campaign 1", "2025-01-01", "2025-06-30", 1510, 0), ("campaign 2", "2025-04-01", "2025-09-30", 1425, 0)],
        {}, "overlaps 'campaign 1'"),
    "one-rig-that-overlaps": (
        "entry,rig,start,end,demands,failures",
        [("x", "R1", "01.01.2025", "30.06.2025", 1510, 0), ("y", "R2", "01.01.2025", "30.06.2025", 1425, 0),
         ("z", "R1", "15.05.2025", "31.07.2025", 1381, 0)], {}, "'z' overlaps 'x'"),
    "more-hours-than-days": (
        "entry,from,to,hours,failures", [("rig A", "2026-01-01", "2026-01-15", 15100, 0)], {}, "are 360 hours"),
    "quarters": (D, [("Jan-Mar", 1510, 0), ("Apr-Jun", 1425, 0), ("Jul-Sep", 1377, 0)], {}, ""),
    "weeks-after-weeks": (D, [("KW 10-13", 1510, 0), ("KW 14-17", 1425, 0), ("KW 18-20", 1377, 0)], {}, ""),
    "names-with-two-numbers": (D, [("rig 2-3", 1510, 0), ("rig 2-5", 1425, 0), ("rig 1-4", 1377, 0)], {}, ""),
    "fleet-in-service": (
        "entry,in service,out of service,hours,failures",
        [("SN-1001", "2024-01-03", "2025-06-30", 4010.5, 0), ("SN-1002", "2024-05-01", "2025-09-30", 3870.0, 1),
         ("SN-1003", "2024-11-20", "2025-12-31", 2911.2, 0)], {}, ""),
    "campaigns-one-after-another": (
        "entry,from,to,demands,failures",
        [("campaign 1", "2025-01-01", "2025-03-31", 1510, 0), ("campaign 2", "2025-04-01", "2025-06-30", 1425, 0)], {}, ""),
    # versions
    **{f"version{k}": (D, [("rig A", 1510, 0), ("rig B", 1424, 0), ("rig B" + s, 1431, 0)], {}, "nearly the numbers of 'rig B'")
       for k, s in enumerate((" rev2", " (neu)", " final", "_1", " 2nd export", " updated", " Korrektur", "-new", "/b", ": again"))},
    "serial": (
        "entry,serial,demands,failures",
        [("a", "SN1123", 1510, 0), ("b", "SN1124", 1424, 0), ("press 7", "SN1124", 1424, 0)], {}, "the same 'serial'"),
    "piers": (D, [("pier", 1510, 0), ("pier 2", 1504, 0), ("pier 3", 1498, 0)], {}, ""),
    "parts-of-a-site": (D, [("north", 1510, 0), ("north east", 914, 0), ("north west", 2203, 0)], {}, ""),
    "sites-of-like-size": (
        D, [("north", 1510, 0), ("north east", 1499, 0), ("south", 1503, 0), ("west", 1507, 0)], {}, ""),
    "one-serial-two-campaigns": (
        "entry,serial,demands,failures",
        [("spring", "SN1123", 1510, 0), ("autumn", "SN1124", 1424, 0), ("winter", "SN1124", 1377, 0)], {}, ""),
    # plain records
    "operators": ("entry,demands,failures,operators,shift", [("a", 1510, 0, 3, 1), ("b", 1424, 1, 4, 2)], {}, ""),
    "dated": ("entry,demands,failures,tested on", [("a", 1510, 0, "2026-03-04"), ("b", 1424, 1, "2026-03-05")], {}, ""),
    "hours-and-cycles": ("entry,hours,failures,cycles", [("a", 1510.5, 0, 99112), ("b", 1424.25, 1, 87113)], {}, ""),
}  # fmt: skip


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_read_or_doubted(name: str, tmp_path: Path) -> None:
    head, rows, declared, because = RECORDS[name]
    exposure = "hours" if "hours" in (head.split(",") + list(declared.get("columns", ()))) else "demands"
    result = said(csv(tmp_path, rows, head), exposure, **declared)
    assert because in result if because else not result, result


def test_a_declared_unit_converts(tmp_path: Path) -> None:
    path = csv(tmp_path, [("a", 15100, "min", 0), ("b", 14240, "min", 0)], HU)
    record = read(path, "hours", whole=False, declared={"units": {"hours": "min"}})
    assert record.exposure == (15100 / 60, 14240 / 60)


Feature = tuple[str, str, str]
FEATURES: dict[str, Feature] = {
    "whole-and-thousands": ("gap\n312\n1.470\n998\n", "", "'1.470' may be 1470 or 1.47"),
    "whole-in-the-reference": (
        "gap\n312\n471\n",
        "gap\n1.470\n2.311\n",
        "another table of the item has whole numbers",
    ),
    "a-thousand-times-larger": (
        "gap\n312.25\n2471.5\n",
        "gap\n1.470\n2.311\n",
        "numbers a thousand times larger",
    ),
    "logged-in-three-decimals": ("gap\n31.25\n14.5\n", "gap\n1.470\n2.311\n", ""),
    "three-decimals": ("gap\n31.250\n14.705\n", "gap\n31.251\n14.701\n", ""),
    "three-decimals-decided-by-another": ("gap,u\n312,0.125\n14.705,0.250\n", "", ""),
    "exponents": ("gap\n3.125e1\n14.705\n4\n", "", ""),
    "negative": ("gap\n-0.125\n14.705\n4\n", "", ""),
}


@pytest.mark.parametrize("name", FEATURES)
def test_features_with_points(name: str, tmp_path: Path) -> None:
    one, other, because = FEATURES[name]
    intake, result = Intake(), ""
    try:
        for k, text in enumerate(t for t in (one, other) if t):
            path = tmp_path / f"{k}.csv"
            path.write_text(text)
            read_table(path, {}, rest=Number(), intake=intake)
    except InputProblem as problem:
        result = str(problem)
    assert because in result if because else not result, result


def test_a_dimension_has_one_unit(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("speed_kmh,gap\n36,3.5\n72,4.25\n")
    wanted = {"speed": Number(measured_in="m/s"), "gap": Number(measured_in="m")}
    mapped = {"columns": {"speed": "speed_kmh"}}
    with pytest.raises(
        InputProblem, match=re.escape("is in km/h, m/s is expected; declare `units: {speed: km/h}`")
    ):
        read_table(path, wanted, declared=mapped)
    table = read_table(path, wanted, declared={**mapped, "units": {"speed": "km/h"}})
    assert table.numbers("speed").tolist() == pytest.approx([10.0, 20.0])
    path.write_text("speed_mps,gap (m)\n36,3.5\n")
    read_table(path, wanted, declared={"columns": {"speed": "speed_mps", "gap": "gap (m)"}})
    path.write_text("speed,speed_unit,gap\n36,km/h,3.5\n72,km/h,4\n")
    with pytest.raises(InputProblem, match="'speed_unit' says 'km/h'"):
        read_table(path, wanted)


def test_a_unit_that_no_column_can_have_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("u\n36\n72\n")
    with pytest.raises(InputProblem, match="unknown unit 'min' of u"):
        read_table(path, {"u": Number()}, declared={"units": {"u": "min"}})
    assert read_table(path, {"u": Number()}, declared={"units": {"u": 10}}).numbers("u").tolist() == [
        360,
        720,
    ]


ROWS: list[Row] = [("rig A", 1510, 0), ("rig B", 1424, 0), ("rig C", 1377, 1)]


def _hide_column(book: Workbook, sheet: Any) -> None:
    sheet["D1"], sheet["D2"], sheet["D3"] = "late", 3, 0
    sheet.column_dimensions["D"].hidden = True


def _hide_by_default(book: Workbook, sheet: Any) -> None:
    sheet.sheet_format.zeroHeight = True


def _flatten(book: Workbook, sheet: Any) -> None:
    sheet.row_dimensions[3].height = 0.75


def _lower(book: Workbook, sheet: Any) -> None:
    sheet.row_dimensions[3].height = 8


def _narrow(book: Workbook, sheet: Any) -> None:
    sheet.column_dimensions["C"].width = 0.1


def _hide_sheet(book: Workbook, sheet: Any) -> None:
    other = book.create_sheet("late")
    for row in (("entry", "demands", "failures"), ("rig D", 100, 6)):
        other.append(row)
    other.sheet_state = "hidden"


def _list_failures(book: Workbook, sheet: Any) -> None:
    other = book.create_sheet("failures")
    for row in (("date", "what"), ("2026-01-02", "no stop")):
        other.append(row)


def _comment(cell: str) -> Callable[[Workbook, Any], None]:
    def add(book: Workbook, sheet: Any) -> None:
        sheet[cell].comment = Comment("2 failures not counted, see the report", "x")

    return add


def _strike(book: Workbook, sheet: Any) -> None:
    for cell in sheet[4]:
        cell.font = Font(strike=True)


def _second_table(book: Workbook, sheet: Any) -> None:
    sheet["E2"], sheet["F2"], sheet["G2"] = "rig D", 100, 4


def _format(form: str, *cells: str) -> Callable[[Workbook, Any], None]:
    def give(book: Workbook, sheet: Any) -> None:
        for cell in cells:
            sheet[cell].number_format = form

    return give


def _remark(book: Workbook, sheet: Any) -> None:
    sheet["D1"], sheet["D3"] = "remark", "logger off"


def _read_me(book: Workbook, sheet: Any) -> None:
    book.create_sheet("read me").append(("Tests of March", 12))


BOOKS: dict[str, tuple[Callable[[Workbook, Any], None] | None, str, str]] = {
    "hidden-column": (_hide_column, "demands", "sign-hidden-cells: record.xlsx: 1 column is hidden and holds values, the first 'late'"),
    "hidden-sheet": (_hide_sheet, "demands", "sign-unread-sheets: record.xlsx: the hidden sheet 'late'"),
    "sheet-of-failures": (_list_failures, "demands", "sign-unread-failures: record.xlsx: the sheet 'failures'"),
    "comment": (_comment("C3"), "demands", "cell C3: the cell has a comment"),
    "struck": (_strike, "demands", "cell A4: 'rig C' is struck out"),
    "beside": (_second_table, "demands", "cell E2: 'rig D' stands beside the table"),
    "minutes": (_format('0" min"', "B2", "B3", "B4"), "hours", "cell B2: its number format shows 'min'"),
    "per-thousand": (_format('0" per thousand"', "C2", "C3", "C4"), "demands", "cell C2: its number format shows"),
    "per-cent": (_format("0.00%", "C2", "C3", "C4"), "demands", "cell C2: its number format shows '%'"),
    "per-cent-of-its-own": (_format("0.000 %", "C2", "C3", "C4"), "demands", "cell C2: its number format shows '%'"),
    "per-cent-in-words": (_format('0" % of"', "D2"), "demands", ""),
    "shows-nothing": (_format(";;;", "C4"), "demands", "sign-hidden-cells: record.xlsx, cell C4: the number 1 is shown as ''"),
    "shows-another": (_format('"0"', "C4"), "demands", "sign-hidden-cells: record.xlsx, cell C4: the number 1 is shown as '0'"),
    "shows-none-below-two": (_format('[<2]"none";0', "C4"), "demands", "cell C4: the number 1 is shown as 'none'"),
    "shows-a-dash-above": (_format('[=0]0;[>0]"-"', "C4"), "demands", "cell C4: the number 1 is shown as '-'"),
    "more-digits": (_format('0"00"', "B2"), "demands", "cell B2: its number format writes '00' beside the number"),
    "digits-before": (_format('\\1\\0#,##0', "B2"), "demands", "cell B2: its number format writes '10' beside"),
    "in-thousands": (_format("#,##0,", "B2"), "demands", "cell B2: the number 1,510 is shown in thousands, as 2"),
    "in-thousands-with-blanks": (_format("# ##0,;-# ##0,", "B2"), "demands", "is shown in thousands"),
    "in-thousands-with-decimals": (_format("0,.0", "B2"), "demands", "is shown in thousands"),
    "in-millions": (_format("0,,", "B2"), "demands", "is shown in millions"),
    "hidden-where-nothing-is": (_format(';;;', "D7"), "demands", ""),
    "dash-for-none": (_format('#,##0;-#,##0;"-"', "C2", "C3", "C4"), "demands", ""),
    "nothing-for-none": (_format("0;-0;;@", "C2", "C3", "C4"), "demands", ""),
    "book-keeping": (_format('_-* #,##0_-;-* #,##0_-;_-* "-"??_-;_-@_-', "B2", "C2", "C3", "C4"), "demands", ""),
    "none-in-words": (_format('[=0]"none";0', "C2", "C3", "C4"), "demands", ""),
    "coloured": (_format("[Red][>1000]0;[Blue]0", "C2", "C3", "B2"), "demands", ""),
    "in-thousands-of-words": (_format('0" in run 7"', "B2"), "demands", ""),
    "hidden-by-default": (_hide_by_default, "demands", "rows are hidden"),
    "flat-row": (_flatten, "demands", "1 row is hidden (first 3)"),
    "narrow-column": (_narrow, "demands", "sign-hidden-cells: record.xlsx: 1 column is hidden"),
    "low-row": (_lower, "demands", ""),
    "hours-format": (_format('0" h"', "B2", "B3", "B4"), "hours", ""),
    "pieces": (_format('#,##0" pcs"', "B2", "B3", "B4"), "demands", ""),
    "thousands-format": (_format("#,##0", "B2", "B3", "B4"), "demands", ""),
    "remark": (_remark, "demands", ""),
    "read-me": (_read_me, "demands", ""),
    "plain": (None, "demands", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", BOOKS)
def test_a_workbook_is_read_or_doubted(name: str, tmp_path: Path) -> None:
    change, exposure, because = BOOKS[name]
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (("entry", exposure, "failures"), *ROWS):
        sheet.append(row)
    if change:
        change(book, sheet)
    path = tmp_path / "record.xlsx"
    book.save(path)
    more = {"sheet": "Sheet"} if len(book.worksheets) > 1 else {}
    result = said(path, exposure, **more)
    assert because in result if because else not result, result


def test_numbers_of_a_sheet_are_numbers(tmp_path: Path) -> None:
    """A cell that holds 1.125 is no 1125; one that holds the text 1.125 may be."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (("entry", "hours", "failures"), ("a", 1.125, 0), ("b", 2.375, 0)):
        sheet.append(row)
    book.save(tmp_path / "record.xlsx")
    assert not said(tmp_path / "record.xlsx", "hours")
    sheet["B2"], sheet["B3"] = "1.125", "2.375"
    book.save(tmp_path / "record.xlsx")
    assert "may be 1125 or 1.125" in said(tmp_path / "record.xlsx", "hours")


def test_what_is_not_read_is_shown_with_its_first_entries(tmp_path: Path) -> None:
    rows: list[Row] = [("a", 1510, 0, "", 3), ("b", 1424, 0, "logger off", 0), ("c", 1377, 0, "", 4)]
    intake = Intake()
    read(csv(tmp_path, rows, f"{D},remark,late stops"), "demands", whole=True, intake=intake)
    notes = " ".join(intake.read[0]["notes"])
    assert "Column 'remark' is not read; it says 'logger off' (line 3)." in notes
    assert "Column 'late stops' is not read; it holds 0 to 4." in notes
