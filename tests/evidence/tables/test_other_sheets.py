"""What a workbook or an archive of arrays holds beside the table that is read stands in its report; nothing is made of it."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.field_data.reading import read
from casegen_evidence.signs import Intake
from casegen_evidence.tables.arrays import read_arrays
from casegen_evidence.tables.other_sheets import _drawings, _pictures
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule, Rule
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.hyperlink import Hyperlink

HEAD = ("entry", "demands", "failures")
ROWS = (("rig A", 1510, 0), ("rig B", 1424, 0), ("rig C", 1377, 1))
Change = Callable[[Workbook, Any], None]


def intake_of(at: Path, change: Change | None = None, sheet: str | None = "runs") -> Intake:
    """What is read, and seen, of a record in a workbook that ``change`` has gone over."""
    book = Workbook()
    runs = book.active
    assert runs is not None
    runs.title = "runs"
    for row in (HEAD, *ROWS):
        runs.append(row)
    if change:
        change(book, runs)
    book.save(at / "record.xlsx")
    intake = Intake()
    read(
        at / "record.xlsx", "demands", whole=True, intake=intake, declared={"sheet": sheet} if sheet else None
    )
    return intake


def sheet(title: str, *rows: tuple[object, ...], state: str = "visible") -> Change:
    """Adds a sheet with these rows."""

    def add(book: Workbook, runs: Any) -> None:
        other = book.create_sheet(title)
        other.sheet_state = state
        for row in rows:
            other.append(row)

    return add


LEFT_OUT = (HEAD, ("rig D", 600, 9), ("rig E", 40, 2))
BESIDE: dict[str, tuple[Change, str]] = {
    "another name": (sheet("excluded runs", *LEFT_OUT), "sheet 'excluded runs' is not read: 3 rows; entry, demands, failures"),
    "left out": (sheet("Left out", *LEFT_OUT), "sheet 'Left out' is not read: 3 rows"),
    "a year": (sheet("2026", ("when", "n", "k"), ("May", 9, 2)), "sheet '2026' is not read: 2 rows; when, n, k"),
    "a default name": (sheet("Sheet2", *LEFT_OUT), "sheet 'Sheet2' is not read: 3 rows"),
    "one cell": (sheet("Notes", ("runs 7 to 12 left out, sensor broken",)),
                 "sheet 'Notes' is not read: 1 row; runs 7 to 12 left out, sensor broken"),
    "notes, a line each": (sheet("Notes", ("Tests of May",), ("rig D gave 9 failures",)),
                           "sheet 'Notes' is not read: 2 rows; Tests of May; rig D gave 9 failures"),
    "hidden": (sheet("x", ("a", "b"), (1, 2), state="hidden"), "sheet 'x' (hidden) is not read: 2 rows; a, b"),
    "very hidden": (sheet("x", ("a", "b"), (1, 2), state="veryHidden"), "sheet 'x' (hidden) is not read: 2 rows"),
    "below an empty row": (sheet("x", (None,), (None, "a", "b"), (None, 1, 2)), "sheet 'x' is not read: 2 rows; a, b"),
}  # fmt: skip


@pytest.mark.parametrize("name", BESIDE)
def test_a_sheet_that_is_not_read_is_named_with_what_it_holds(tmp_path: Path, name: str) -> None:
    change, said = BESIDE[name]
    elsewhere = intake_of(tmp_path, change).read[-1]["elsewhere"]
    assert len(elsewhere) == 1
    assert elsewhere[0].startswith(said)


def _formatted(book: Workbook, runs: Any) -> None:
    for cell in book.create_sheet("Sheet2")["A1:C9"]:
        for one in cell:
            one.fill = PatternFill("solid", fgColor="FFFF00")


EMPTY: dict[str, Change | None] = {
    "one sheet": None,
    "an empty sheet": sheet("Sheet2"),
    "blanks": sheet("Sheet2", (" ", ""), ("  ",)),
    "formats only": _formatted,
}


@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_sheet_is_not_spoken_of_and_asks_for_no_choice(tmp_path: Path, name: str) -> None:
    intake = intake_of(tmp_path, EMPTY[name], sheet=None)
    assert "elsewhere" not in intake.read[-1]
    assert intake.signs == []


def test_sheets_with_a_sign_of_their_own_are_not_named_twice(tmp_path: Path) -> None:
    intake = intake_of(tmp_path, sheet("failures", ("date", "what"), ("2026-01-02", "no stop")))
    assert [sign.name for sign in intake.signs] == ["sign-unread-failures"]
    assert "elsewhere" not in intake.read[-1]


@pytest.mark.slow
def test_many_sheets_are_counted(tmp_path: Path) -> None:
    def add(book: Workbook, runs: Any) -> None:
        for k in range(40):
            sheet(f"page {k} of it", ("a", k))(book, runs)

    elsewhere = intake_of(tmp_path, add).read[-1]["elsewhere"]
    assert len(elsewhere) == 21
    assert elsewhere[-1] == "and 20 more"


def _comment_beside(book: Workbook, runs: Any) -> None:
    runs["D1"], runs["D2"] = "remark", "see comment"
    runs["D2"].comment = Comment("two stops by hand not counted", "x")


def _comment_below(book: Workbook, runs: Any) -> None:
    runs["B9"].comment = Comment("rig D had 9 failures", "x")


def _comment_elsewhere(book: Workbook, runs: Any) -> None:
    other = book.create_sheet("figures")
    other["A1"].comment = Comment("rig D had 9 failures", "x")


COMMENTS: dict[str, tuple[Change, str]] = {
    "beside": (_comment_beside, "comment at D2: 'two stops by hand not counted'"),
    "below the table": (_comment_below, "comment at B9: 'rig D had 9 failures'"),
    "in another sheet": (_comment_elsewhere, "comment at A1 of sheet 'figures': 'rig D had 9 failures'"),
}


@pytest.mark.parametrize("name", COMMENTS)
def test_comments_that_no_read_cell_has_are_quoted(tmp_path: Path, name: str) -> None:
    change, said = COMMENTS[name]
    assert intake_of(tmp_path, change).read[-1]["elsewhere"] == [said]


DRAWING = (
    '<xdr:wsDr xmlns:xdr="u:x" xmlns:a="u:a"><xdr:sp><xdr:txBody><a:p><a:r><a:t>rig D </a:t></a:r><a:r><a:t>left out</a:t>'
    "</a:r></a:p><a:p><a:r><a:t>9 failures</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>"
)


def test_text_boxes_are_quoted(tmp_path: Path) -> None:
    intake_of(tmp_path)
    with zipfile.ZipFile(tmp_path / "record.xlsx", "a") as archive:
        archive.writestr("xl/drawings/drawing1.xml", DRAWING)
    intake = Intake()
    read(tmp_path / "record.xlsx", "demands", whole=True, intake=intake)
    assert intake.read[-1]["elsewhere"] == ["text box: 'rig D left out 9 failures'"]


def _font(cells: str, **of: Any) -> Change:
    def give(book: Workbook, runs: Any) -> None:
        for row in runs[cells]:
            for cell in row:
                cell.font = Font(**of)

    return give


def _filled(cells: str, fill: str, color: str | None = None) -> Change:
    def give(book: Workbook, runs: Any) -> None:
        for row in runs[cells]:
            for cell in row:
                cell.fill = PatternFill("solid", fgColor=fill)
                if color:
                    cell.font = Font(color=color)

    return give


def _format(cells: str, form: str) -> Change:
    def give(book: Workbook, runs: Any) -> None:
        for row in runs[cells]:
            for cell in row:
                cell.number_format = form

    return give


def _in_part_struck(book: Workbook, runs: Any) -> None:
    runs["A4"] = CellRichText(TextBlock(InlineFont(strike=True), "rig C"), " north")


def _by_condition(book: Workbook, runs: Any) -> None:
    _font("B2:C4", color="FFFFFFFF")(book, runs)
    dark = CellIsRule(operator="greaterThan", formula=["-1"], fill=PatternFill("solid", bgColor="203040"))
    runs.conditional_formatting.add("B2:C4", dark)


def _condition(*areas: str, value: str = "1377", **look: Any) -> Change:
    def add(_: Workbook, runs: Any) -> None:
        for area in areas:
            runs.conditional_formatting.add(area, CellIsRule(operator="equal", formula=[value], **look))

    return add


def _emptied(_: Workbook, runs: Any) -> None:
    look = DifferentialStyle(numFmt=NumberFormat(numFmtId=200, formatCode=";;;"))
    runs.conditional_formatting.add("B2:B4", Rule(type="expression", dxf=look, formula=["$C2>0"]))


SEEN_BY_CONDITION: dict[str, Change] = {
    "another number": _condition("B2:C4", value="7", font=Font(color="FFFFFFFF")),
    "red letters": _condition("B2:C4", font=Font(color="FFFF0000")),
    "white on red": _condition("B2:C4", font=Font(color="FFFFFFFF"), fill=PatternFill("solid", bgColor="FF0000")),
    "nothing for zero": _condition("B2:C4", value="0", font=Font(color="FFFFFFFF")),
}  # fmt: skip


@pytest.mark.parametrize("name", SEEN_BY_CONDITION)
def test_what_a_condition_shows_is_seen(tmp_path: Path, name: str) -> None:
    assert not intake_of(tmp_path, SEEN_BY_CONDITION[name]).signs


def _header_and_name(book: Workbook, runs: Any) -> None:
    runs.oddHeader.center.text = "Page &P of &N"
    runs.oddFooter.left.text = "&BTraining&B runs, 9 failures removed"
    book.defined_names["Removed"] = DefinedName("Removed", attr_text='"312 rows"')
    book.defined_names["Body"] = DefinedName("Body", attr_text="runs!$B$2:$C$4")
    book.properties.description = "rows of failed runs\nremoved"


def test_texts_of_a_workbook_that_stand_in_no_cell_are_named(tmp_path: Path) -> None:
    assert intake_of(tmp_path, _header_and_name).read[-1]["elsewhere"] == [
        "property description of the workbook: 'rows of failed runs removed'",
        "footer of the pages of sheet 'runs': 'Training runs, 9 failures removed'",
        'name Removed stands for "312 rows"',
    ]


def _tips_and_words(book: Workbook, runs: Any) -> None:
    runs["A2"].hyperlink = Hyperlink(ref="A2", target="https://x.test/a", tooltip="9 failures left out")
    runs["A3"].hyperlink = Hyperlink(ref="A3", target="https://x.test/b")
    ask = DataValidation(
        type="whole", operator="greaterThan", formula1="0", promptTitle="Only", prompt="accepted failures"
    )
    ask.add("C2:C4")
    runs.add_data_validation(ask)
    plain = DataValidation(type="whole", operator="greaterThan", formula1="0")
    plain.add("B2:B4")
    runs.add_data_validation(plain)


def test_tips_of_links_and_words_for_what_to_enter_are_named(tmp_path: Path) -> None:
    assert intake_of(tmp_path, _tips_and_words).read[-1]["elsewhere"] == [
        "tip of the link at A2 of sheet 'runs': '9 failures left out'",
        "words for what to enter at C2:C4 of sheet 'runs': 'Only accepted failures'",
    ]


@pytest.mark.parametrize(("at", "named"), [("B3", True), ("A1", True), ("H1", False), ("A9", False)])
def test_a_picture_over_the_rows_is_named(at: str, named: bool, tmp_path: Path) -> None:
    corner = re.fullmatch(r"([A-Z])(\d)", at)
    assert corner is not None
    row, column = int(corner[2]) - 1, ord(corner[1]) - 65
    drawing = (
        f'<d:wsDr xmlns:d="x"><d:twoCellAnchor><d:from><d:col>{column}</d:col><d:row>{row}</d:row></d:from><d:to><d:col>{column + 2}</d:col>'
        f'<d:row>{row + 1}</d:row></d:to><d:pic><d:nvPicPr><d:cNvPr id="1" descr="white box"/></d:nvPicPr></d:pic></d:twoCellAnchor></d:wsDr>'
    )
    path = tmp_path / "drawn.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/drawings/drawing1.xml", drawing)
    (root,) = _drawings(path)
    said = list(_pictures(root, range(1, 5), 3))
    assert said == ([f"picture over the cells from {at} on: 'white box'"] if named else [])


UNSEEN: dict[str, tuple[Change, str]] = {
    "by a condition": (_condition("B2:C4", font=Font(color="FFFFFFFF")), "sign-hidden-cells: record.xlsx, cell B4: '1377'"),
    "by a condition's fill": (_condition("B2:C4", font=Font(color="FFFF0000"), fill=PatternFill("solid", bgColor="FF0000")),
                              "sign-hidden-cells: record.xlsx, cell B4: '1377'"),
    "by a condition's number format": (_emptied, "sign-hidden-cells: record.xlsx, cell B2: '1510'"),
    "white on white": (_font("A4:C4", color="FFFFFFFF"), "sign-hidden-cells: record.xlsx, cell A4: 'rig C' is not seen"),
    "nearly white": (_font("A4:C4", color="FFF7F7F7"), "sign-hidden-cells: record.xlsx, cell A4"),
    "black on black": (_filled("A4:C4", "000000"), "sign-hidden-cells: record.xlsx, cell A4"),
    "grey on the same grey": (_filled("B3:C3", "C0C0C0", "C0C0C0"), "sign-hidden-cells: record.xlsx, cell B3: '1424'"),
    "tiny": (_font("A4:C4", size=1), "sign-hidden-cells: record.xlsx, cell A4"),
    "white by a number format": (_format("C4:C4", "[White]0"), "sign-hidden-cells: record.xlsx, cell C4"),
    "white text by a format": (_format("A4:A4", "[White]@"), "sign-hidden-cells: record.xlsx, cell A4: 'rig C' is not seen"),
    "a colour by its number": (_format("B2:B4", "[Color 2]#,##0"), "sign-hidden-cells: record.xlsx, cell B2"),
    "white above ten": (_format("B2:B4", "[White][>10]0;0"), "sign-hidden-cells: record.xlsx, cell B2"),
    "struck": (_font("A4:C4", strike=True), "sign-struck-cells: record.xlsx, cell A4"),
    "struck in part": (_in_part_struck, "sign-struck-cells: record.xlsx, cell A4"),
}  # fmt: skip
SEEN: dict[str, Change] = {
    "red": _filled("A4:C4", "FF0000"),
    "white on blue": _filled("A4:C4", "1F4E78", "FFFFFFFF"),
    "grey": _font("A4:C4", color="FF808080"),
    "white header": _filled("A1:C1", "FFFFFF", "FFFFFFFF"),
    "white where nothing is": _font("E9:F9", color="FFFFFFFF"),
    "small": _font("A4:C4", size=6),
    "red by a number format": _format("B2:C4", "[Red]0"),
    "white below zero": _format("B2:C4", "0;[White]-0;0"),
    "white text, of numbers": _format("B2:C4", "0;-0;0;[White]@"),
    "a blue of the palette": _format("B2:C4", "[Color5]0"),
    "white above a million": _format("B2:C4", "[White][>1000000]0;0"),
    "bold": _font("A4:C4", bold=True),
    "white on what a condition fills": _by_condition,
}


@pytest.mark.parametrize("name", UNSEEN)
def test_rows_that_nobody_sees_or_that_are_struck_are_doubted(tmp_path: Path, name: str) -> None:
    change, because = UNSEEN[name]
    signs = [f"{sign.name}: {sign.message}" for sign in intake_of(tmp_path, change).signs]
    assert len(signs) == 1
    assert signs[0].startswith(because)


@pytest.mark.parametrize("name", SEEN)
def test_colours_without_a_meaning_are_none(tmp_path: Path, name: str) -> None:
    intake = intake_of(tmp_path, SEEN[name])
    assert intake.signs == []
    assert "elsewhere" not in intake.read[-1]


def test_hidden_rows_below_the_table_hold_nothing(tmp_path: Path) -> None:
    def hide(book: Workbook, runs: Any) -> None:
        for k in range(5, 60):
            runs.row_dimensions[k].hidden = True

    assert intake_of(tmp_path, hide).signs == []


def test_arrays_that_a_method_does_not_know_are_named(tmp_path: Path) -> None:
    path = tmp_path / "p.npz"
    np.savez(path, points=np.zeros((4, 2)), labels=np.arange(4), points_night=np.ones((3, 2)))
    intake = Intake()
    read_arrays(path, ["points", "labels"], intake=intake, others=())
    assert intake.read[-1]["elsewhere"] == ["array 'points_night' is not read: 3 × 2, 1 to 1"]
    assert [column["name"] for column in intake.read[-1]["columns"]] == ["points", "labels"]
    read_arrays(path, ["points", "labels"], intake=intake, others=("points_night",))
    assert "elsewhere" not in intake.read[-1]


def _without_failures(form: str) -> Change:
    def give(book: Workbook, runs: Any) -> None:
        runs["C2"] = 0
        _format("C2:C2", form)(book, runs)

    return give


@pytest.mark.parametrize(
    "form", ['"5"', 'General;General;"5"', '0;0;"failed 5"', "\\7", '"1"0', ";;;", '[=0]"4";0']
)
def test_no_failures_that_look_like_some_or_are_not_seen_are_in_doubt(tmp_path: Path, form: str) -> None:
    signs = intake_of(tmp_path, _without_failures(form)).signs
    assert [sign.name for sign in signs] == ["sign-hidden-cells"]
    assert "record.xlsx, cell C2" in str(signs[0])


@pytest.mark.parametrize("form", ['0;0;"-"', '0;-0;"none"', "0;0;", "#,##0", "#", '[=0]"-";0', '0" runs"'])
def test_a_dash_a_word_or_nothing_for_no_failures_is_common(tmp_path: Path, form: str) -> None:
    assert "sign-hidden-cells" not in [
        sign.name for sign in intake_of(tmp_path, _without_failures(form)).signs
    ]
