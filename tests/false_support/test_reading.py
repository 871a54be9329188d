"""Tables that are not what they seem: each is refused with row and column, or bars the claim; its true twin holds."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from openpyxl import Workbook

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import RECORD, calculation, measured

ITEM = "evidence_items.EV"
BOUND = "claims.C1.requirement.bound"
HEAD = "entry,demands,failures\n"

FALSE: dict[str, tuple[str | bytes, dict[str, Any], str]] = {
    "decimal-comma": (HEAD + "Pump 1,1210,0,9\nPump 2,9000,0\n", {}, "record.csv:2: 4 values"),
    "thousands": (HEAD + "Unit 1,410,000,9000\n", {}, "record.csv:2: 4 values"),
    "thousands-quoted": (HEAD + 'Unit 1,"410,000",9\n', {}, "record.csv:2, column demands"),
    "thousands-with-a-point": (HEAD + "Unit 1,41000,1.000\n", {}, "may be 1000 or 1"),
    "note-that-is-not-quoted": (HEAD + "March,40000,0,12 more found in review\n", {}, "record.csv:2: 4 values"),
    "short-row": (HEAD + "a,40000\nb,1,0\n", {}, "record.csv:2: 2 values"),
    "column-twice": ("entry,demands,failures,failures\na,40000,90,0\n", {}, "'failures' in columns 3, 4"),
    "column-twice-but-for-case": ("entry,demands,failures,Failures\na,40000,0,90\n", {}, "differ only in case"),
    "column-of-late-failures": (
        "entry,demands,failures,failures found later\na,40000,0,90\n", {}, "sign-unread-failures"),
    "stray-quote": (HEAD + 'a,20000,0\n"b,100,90\nc",20000,0\n', {}, "record.csv:3: a quote is not closed"),
    "stray-quote-inside": (HEAD + 'a 3" pipe,20000,0\n', {}, "record.csv:2: a quote"),
    "total": (HEAD + "a,4000,1\nb,300,0\nTotal,4300,1\n", {}, "record.csv:4, column entry: 'Total' adds up"),
    "grand-total-not-up-to-date": (HEAD + "a,2000,1\nGrand total,9000,1\n", {}, "'Grand total' adds up"),
    "sum-without-a-name": (HEAD + "a,1000,0\nb,1500,1\nc,1900,0\nfleet,4400,1\n", {}, "sign-sum-of-rows"),
    "blank-row-inside": (HEAD + "a,40000,0\n,,\nb,1,0\n", {}, "record.csv:3: a blank row"),
    "no-value": (HEAD + "a,40000,\nb,1,0\n", {}, "record.csv:2, column failures: no value"),
    "not-available": (HEAD + "a,40000,n/a\n", {}, "record.csv:2, column failures: no value"),
    "error-of-a-spreadsheet": (HEAD + "a,40000,#REF!\n", {}, "record.csv:2, column failures"),
    "percent": (HEAD + "a,40000,5%\n", {}, "record.csv:2, column failures"),
    "entry-twice": (HEAD + "a,4000,1\na ,4000,1\n", {}, "'a' is duplicated"),
    "no-header": ("a,40000,0\nb,40000,0\n", {}, "expected a column entry"),
    "numbers-as-header": ("1,40000,0\n2,40000,0\n", {}, "expected names of columns"),
    "more-failures-than-demands": (HEAD + "a,40000,0\nb,3,4\n", {}, "record.csv:3: 4 failures in 3 demands"),
    "one-column-for-two": (
        "entry,demands\na,40000\n", {f"{ITEM}.columns": {"failures": "demands"}}, "is taken for 'demands' and for"),
    "two-delimiters": ("entry;demands,failures\na;40000,0\n", {}, "Declare `delimiter`"),
    "digits-of-another-script": (HEAD + "a,٤٠٠٠٠,0\n", {}, "record.csv:2, column demands"),
    "underscore-in-a-number": (HEAD + "a,40_000,0\n", {}, "record.csv:2, column demands"),
    "unlike-entries": (HEAD + "old,1000,30\nnew,99000,0\n", {}, "sign-unlike-entries"),
    "confidence-of-one-percent": (HEAD + "a,40,0\n", {f"{ITEM}.confidence": 0.01}, "a confidence of 0.01"),
    "confidence-just-below": (HEAD + "a,2000,0\n", {f"{ITEM}.confidence": 0.79}, "at least 0.8"),
}  # fmt: skip

TRUE: dict[str, tuple[str | bytes, dict[str, Any]]] = {
    "decimal-comma": ("entry;demands;failures\nPump 1;9000;0\nPump 2;9000;1\n", {}),
    "decimal-comma-declared": (
        "entry;demands;failures\nPump 1;1.210;0,0\nPump 2;9.000;1\n",
        {f"{ITEM}.decimal": ",", f"{ITEM}.thousands": "."}),
    "thousands-declared": (HEAD + 'Unit 1,"410,000",9\n', {f"{ITEM}.thousands": ","}),
    "numbers-of-pandas": (HEAD + "a,4000.0,1.0\nb,4000.0,0.0\n", {}),
    "quoted": ('"entry","demands","failures"\n"a, the old one",4000,1\n"b ""new""",4000,0\n', {}),
    "row-names": (",entry,demands,failures\n0,a,4000,1\n1,b,4000,0\n", {}),
    "windows-line-ends-and-mark": (("\ufeff" + RECORD).replace("\n", "\r\n").encode(), {}),
    "line-ends-written-twice": (RECORD.replace("\n", "\r\r\n").encode(), {}),
    "no-line-end-at-the-end": (RECORD.rstrip(), {}),
    "blank-tail-of-a-spreadsheet": (RECORD + ",,\n" * 5000, {}),
    "another-column-order": ("failures,note,demands,entry\n0,fine,4000,a\n1,,4000,b\n", {}),
    "mapped": ("unit,n,bad\na,4000,0\nb,4000,1\n",
               {f"{ITEM}.columns": {"entry": "unit", "demands": "n", "failures": "bad"}}),
    "one-entry-called-total": (HEAD + "Total,9000,1\n", {}),
    "total-station": (HEAD + "Total station 4,4000,1\nTotal station 5,4000,0\n", {}),
    "tabs": (RECORD.replace(",", "\t"), {}),
    "written-by-excel-with-its-first-line": ("sep=;\n" + RECORD.replace(",", ";"), {}),
    "latin": ("entry,demands,failures\nKöln,4000,0\nZürich,4000,1\n".encode("cp1252"), {f"{ITEM}.encoding": "cp1252"}),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_a_false_table_supports_nothing(name: str, tmp_path: Path) -> None:
    content, edits, because = FALSE[name]
    must_not_hold(folder(tmp_path / name, measured(), edits, {"record.csv": content}), because)


@pytest.mark.slow
@pytest.mark.parametrize("name", TRUE)
def test_a_true_table_supports(name: str, tmp_path: Path) -> None:
    content, edits = TRUE[name]
    must_hold(folder(tmp_path / name, measured(), edits, {"record.csv": content}))


@pytest.mark.slow
def test_a_doubt_set_aside_by_a_person_is_no_obstacle(tmp_path: Path) -> None:
    record = {"record.csv": HEAD + "old,1000,6\nnew,99000,9\n"}
    because = {"reason": "The mix is that of the fleet", "by": "S. Safety"}
    waive = [{"rule": rule, **because} for rule in ("sign-unlike-entries", "sign-one-rate")]
    alike = {f"{ITEM}.parameters.entries": "one-rate"}
    must_not_hold(folder(tmp_path / "open", measured(), {}, record), "sign-unlike-entries")
    must_not_hold(
        folder(tmp_path / "half", measured(), alike | {f"{ITEM}.waive": waive[:1]}, record), "sign-one-rate"
    )
    must_hold(folder(tmp_path / "waived", measured(), alike | {f"{ITEM}.waive": waive}, record))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("by", "reason"),
    [("T. Tester", "The mix is that of the fleet"), ("Theo Tester", "The mix is that of the fleet"),
     ("A. Author", "The mix is that of the fleet"), ("S. Safety", "ok"), ("S. Safety", "-"), ("TBD", "The mix is known")],
)  # fmt: skip
def test_a_doubt_is_not_set_aside_by_who_answers_for_the_item(tmp_path: Path, by: str, reason: str) -> None:
    record = {"record.csv": HEAD + "old,1000,6\nnew,99000,9\n"}
    waive = [{"rule": "sign-unlike-entries", "reason": reason, "by": by}]
    edits = {f"{ITEM}.waive": waive, "case.authors": ["A. Author"]}
    must_not_hold(folder(tmp_path / "x", measured(), edits, record), "self-waiver")


@pytest.mark.slow
def test_what_fails_cannot_be_set_aside_and_a_waiver_of_nothing_is_reported(tmp_path: Path) -> None:
    waive = [{"rule": "sign-full-moon", "reason": "no", "by": "S. Safety"}]
    result = must_not_warn_free(
        folder(tmp_path / "w", measured(), {f"{ITEM}.waive": waive}, {"record.csv": RECORD})
    )
    assert "waiver-known" in result


def must_not_warn_free(at: Path) -> set[str]:
    from tests.false_support import verdict

    return verdict(at).rules


def workbook(rows: list[list[Any]], more: dict[str, list[list[Any]]] | None = None, hide: int = 0) -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Data"
    for row in rows:
        sheet.append(row)
    for name, extra in (more or {}).items():
        other = book.create_sheet(name)
        for row in extra:
            other.append(row)
    if hide:
        sheet.row_dimensions[hide].hidden = True
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


ROWS: list[list[Any]] = [["entry", "demands", "failures"], ["a", 4000, 0], ["b", 4000, 1]]
XLSX = {f"{ITEM}.inputs.record": "record.xlsx"}


@pytest.mark.slow
def test_a_workbook_is_read(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "x", measured(), XLSX, {"record.xlsx": workbook(ROWS)}))
    two = {"record.xlsx": workbook(ROWS, {"old": [["entry", "demands", "failures"], ["a", 9, 9]]})}
    must_not_hold(folder(tmp_path / "two", measured(), XLSX, two), "declare `sheet`")
    must_hold(folder(tmp_path / "named", measured(), XLSX | {f"{ITEM}.sheet": "Data"}, two))


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "hide", "because"), [
    ([*ROWS, ["c", 9000, None]], 0, "record.xlsx:4, column failures: no value"),
    ([*ROWS, ["c", 9000, 0]], 4, "row is hidden"),
    ([*ROWS, ["Sum", 8000, 1]], 0, "'Sum' adds up"),
    ([ROWS[0], [None] * 3, *ROWS[1:]], 0, "record.xlsx:2: a blank row"),
    ([*ROWS, ["c", "9,000", 0]], 0, "record.xlsx:4, column demands"),
])  # fmt: skip
def test_a_false_workbook_supports_nothing(
    rows: list[list[Any]], hide: int, because: str, tmp_path: Path
) -> None:
    must_not_hold(
        folder(tmp_path / "x", measured(), XLSX, {"record.xlsx": workbook(rows, hide=hide)}), because
    )


@pytest.mark.slow
def test_minutes_are_not_hours(tmp_path: Path) -> None:
    edits = {
        f"{ITEM}.method": "operating-record",
        "claims.C1.text": "The range guard fails at most once in 1,000 hours",
        "claims.C1.requirement.kind": "rate-per-hour",
        "claims.C1.requirement.measure.measure": "rate",
        f"{ITEM}.columns": {"hours": "running time [min]"},
    }
    table = {"record.csv": "entry,running time [min],failures\na,300000,1\nb,300000,0\n"}
    must_not_hold(folder(tmp_path / "undeclared", measured(), edits, table), "is in min, h is expected")
    declared = edits | {f"{ITEM}.units": {"hours": "min"}}
    must_hold(folder(tmp_path / "declared", measured(), declared, table))
    must_not_hold(folder(tmp_path / "too-little", measured(), declared | {BOUND: 1e-4}, table), "challenged")


@pytest.mark.slow
def test_arrays_are_read_like_tables(tmp_path: Path) -> None:
    stream = io.BytesIO()
    np.savez(stream, entry=np.array(["a", "b"]), demands=np.array([4000, 4000]), failures=np.array([0, 1]))
    edits = {f"{ITEM}.inputs.record": "record.npz"}
    must_hold(folder(tmp_path / "x", measured(), edits, {"record.npz": stream.getvalue()}))
    bad = io.BytesIO()
    np.savez(bad, entry=np.array(["a", "b"]), demands=np.array([4000, 4000]), failures=np.array([0, np.nan]))
    must_not_hold(
        folder(tmp_path / "y", measured(), edits, {"record.npz": bad.getvalue()}), "column failures"
    )


@pytest.mark.slow
def test_a_doubt_travels_through_a_tree(tmp_path: Path) -> None:
    record = {"record.csv": HEAD + "old,1000,6\nnew,99000,9\n"}
    case = calculation()
    case["evidence_items"] = measured()["evidence_items"]
    event = {"type": "evidence", "evidence": "EV", "measure": "probability", "exposure": {"demands": 1}}
    edits = {"events.E1.model": event, "claims.C1.requirement.confidence": 0.95}
    must_not_hold(folder(tmp_path / "tree", case, edits, record), "sign-unlike-entries")
