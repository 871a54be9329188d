"""Workbooks of strangers: read as tables, or refused in no time and little memory."""

from __future__ import annotations

import contextlib
import io
import random
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import openpyxl
import pytest
from casegen_evidence.field_data.reading import read
from casegen_evidence.method import InputProblem
from casegen_evidence.tables import workbook
from casegen_evidence.tables.arrays import read_arrays

from casegen.io.exchange.xlsx import XLSX
from casegen.model.diagnostic import InputError

SHEET = "xl/worksheets/sheet1.xml"
FAR = '<row r="{row}"><c r="{cell}"><v>1</v></c></row></sheetData>'


@pytest.fixture
def parts() -> dict[str, bytes]:
    """A workbook of 20 entries, part by part."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(["entry", "demands", "failures"])
    for n in range(20):
        sheet.append([f"e{n}", 100, 0])
    stream = io.BytesIO()
    book.save(stream)
    with zipfile.ZipFile(stream) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def written(parts: dict[str, bytes], path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def far(row: int, cell: str) -> Callable[[str], str]:
    return lambda text: text.replace("</sheetData>", FAR.format(row=row, cell=cell))


def behind(more: str) -> Callable[[str], str]:
    return lambda text: text.replace("</sheetData>", f"</sheetData>{more}")


ATTACKS: dict[str, tuple[Callable[[str], str], str]] = {
    "far row": (far(1_048_576, "C1048576"), "spans 1,048,576 rows and 3 columns"),
    "far corner": (far(1_048_576, "XFD1048576"), "spans 1,048,576 rows and 16,384 columns"),
    "no such row": (far(99_999_999, "A99999999"), "more cells than a sheet can hold"),
    "no number": (far(99_999_999_999, "A99999999999"), "expected the number of a row"),
    "merged": (behind('<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'), "more cells than"),
    "linked": (behind('<hyperlinks><hyperlink ref="A1:XFD1048576"/></hyperlinks>'), "more cells than"),
    "entity": (lambda text: f'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>{text}', "entities"),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_what_would_fill_the_memory_is_refused_at_once(
    parts: dict[str, bytes], tmp_path: Path, name: str
) -> None:
    change, message = ATTACKS[name]
    parts[SHEET] = change(parts[SHEET].decode()).encode()
    path = written(parts, tmp_path / "r.xlsx")
    start = time.process_time()
    with pytest.raises(InputProblem, match=message):
        read(path, "demands", whole=True)
    with pytest.raises(InputError):
        XLSX.read([path])
    assert time.process_time() - start < 60


SST = '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{}</sst>'
SST_OPEN = SST.partition("{")[0]


@pytest.mark.parametrize(
    ("part", "before", "one", "after", "message"),
    [
        ("xl/sharedStrings.xml", SST_OPEN, "<si><t>x</t></si>", "</sst>", "more than 1,000 texts"),
        ("xl/sharedStrings.xml", SST_OPEN + "<si>", "<r><t>x</t></r>", "</si></sst>", "more than 1,000 texts"),
        (
            "xl/styles.xml", "<styleSheet><cellXfs>", "<xf/>", "</cellXfs></styleSheet>", "more than 1,000 formats"
        ),
    ],
)  # fmt: skip
def test_texts_and_formats_that_no_cell_has_are_counted(
    parts: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, before: str, one: str,
    after: str, message: str,
) -> None:  # fmt: skip
    assert (workbook.MOST_TEXTS, workbook.MOST_FORMATS) == (1_000_000, 200_000)
    for name in ("MOST_TEXTS", "MOST_FORMATS"):
        monkeypatch.setattr(workbook, name, 1000)
    parts[part] = (before + one * 1001 + after).encode()
    with pytest.raises(InputProblem, match=message):
        read(written(parts, tmp_path / "r.xlsx"), "demands", whole=True)
    with pytest.raises(InputError, match=message):
        XLSX.read([tmp_path / "r.xlsx"])


def test_as_many_texts_as_are_counted_are_read(
    parts: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbook, "MOST_TEXTS", 40)
    parts["xl/sharedStrings.xml"] = SST.format("<si><t>x</t></si>" * 17).encode()
    assert list(read(written(parts, tmp_path / "r.xlsx"), "demands", whole=True).exposure) == [100] * 20


def test_a_sheet_is_looked_at_whatever_its_part_is_called(parts: dict[str, bytes], tmp_path: Path) -> None:
    parts["xl/media/image.png"] = ATTACKS["merged"][0](parts.pop(SHEET).decode()).encode()
    for name, content in parts.items():
        parts[name] = content.replace(b"worksheets/sheet1.xml", b"media/image.png")
    with pytest.raises(InputProblem, match="more cells than"):
        read(written(parts, tmp_path / "r.xlsx"), "demands", whole=True)


def cells(*numbers: tuple[str, str]) -> str:
    return "".join(f'<c r="{name}"><v>{value}</v></c>' for name, value in numbers)


def row(number: int, *more: tuple[str, str]) -> str:
    return f'<row r="{number}">{cells(*more)}</row>'


TWICE: dict[str, tuple[str, str]] = {
    "a cell twice": (row(22, ("B22", "9"), ("B22", "0")), "B22 is duplicated or out of order"),
    "a cell of another row": (row(22, ("B3", "9")), "B3 stands in row 22"),
    "a row twice": (row(21, ("B21", "9")), "row 21 is duplicated or out of order"),
    "two values": ('<row r="22"><c r="B22"><v>9</v><v>0</v></c></row>', "a cell has two values"),
    "a choice of rows": (f"<AlternateContent><Fallback>{row(22, ('B22', '9'))}</Fallback></AlternateContent>", "AlternateContent"),
    "a choice of cells": ('<row r="22"><AlternateContent/></row>', "AlternateContent"),
    "a second table": (f"</sheetData><sheetData>{row(22, ('B22', '9'))}", "two tables of cells"),
}  # fmt: skip


@pytest.mark.parametrize("name", TWICE)
def test_what_another_program_reads_otherwise_is_refused(
    parts: dict[str, bytes], tmp_path: Path, name: str
) -> None:
    more, message = TWICE[name]
    parts[SHEET] = parts[SHEET].replace(b"</sheetData>", more.encode() + b"</sheetData>")
    path = written(parts, tmp_path / "r.xlsx")
    with pytest.raises(InputProblem, match=message):
        read(path, "demands", whole=True)
    with pytest.raises(InputError):
        XLSX.read([path])


@pytest.mark.parametrize("name", [SHEET, SHEET.upper(), f"/{SHEET}", SHEET.replace("/", "\\")])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_parts_of_one_name_are_refused(parts: dict[str, bytes], tmp_path: Path, name: str) -> None:
    path = written(parts, tmp_path / "r.xlsx")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(name, parts[SHEET])
    with pytest.raises(InputProblem, match=r"one name, of which programs read|leads out of the archive"):
        read(path, "demands", whole=True)
    with pytest.raises(InputError):
        XLSX.read([path])


def test_cells_without_a_name_and_parts_that_are_no_sheets_are_read(
    parts: dict[str, bytes], tmp_path: Path
) -> None:
    more = (
        '<row><c t="inlineStr"><is><t>e20</t></is></c><c><v>50</v></c><c><f>1-1</f><v>0</v></c></row>'
        f'<row r="23">{cells(("B23", "7"), ("C23", "0"))}<extLst/></row>'
    ).replace('<c r="B23">', '<c r="A23" t="inlineStr"><is><t>e21</t></is></c><c r="B23">')
    parts[SHEET] = parts[SHEET].replace(b"</sheetData>", more.encode() + b"</sheetData>")
    # a drawing has elements of the same names, again and again
    parts["xl/drawings/drawing1.xml"] = b"<wsDr><from><row>1</row></from><to><row>1</row></to><c/><c/></wsDr>"
    assert read(written(parts, tmp_path / "r.xlsx"), "demands", whole=True)


@pytest.mark.slow
def test_a_workbook_that_unpacks_without_end_is_refused(parts: dict[str, bytes], tmp_path: Path) -> None:
    path = written(parts, tmp_path / "r.xlsx")
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive, archive.open("more", "w") as stream:
        for _ in range(513):
            stream.write(bytes(2**20))
    with pytest.raises(InputProblem, match=r"unpacks to [0-9,]+ bytes, 536,870,912 at most"):
        read(path, "demands", whole=True)


@pytest.mark.slow
def test_damaged_workbooks_are_refused_by_name(parts: dict[str, bytes], tmp_path: Path) -> None:
    """openpyxl answers damage with errors of XML, of types and of values."""
    draw = random.Random(1)
    for _ in range(150):
        damaged = dict(parts)
        name = draw.choice(sorted(damaged))
        content = bytearray(damaged[name])
        at = draw.randrange(len(content))
        content[at : at + draw.choice((0, 1, 4, 30))] = draw.choice(
            (b"<", b"&", b'"', b"\xff", b"99999", b't="d"')
        )
        damaged[name] = bytes(content)
        with contextlib.suppress(InputProblem):
            read(written(damaged, tmp_path / "r.xlsx"), "demands", whole=True)


def test_rows_far_behind_the_table_that_hold_nothing_harm_nothing(
    parts: dict[str, bytes], tmp_path: Path
) -> None:
    """Spreadsheets leave formatted rows behind a table."""
    parts[SHEET] = parts[SHEET].replace(b"</sheetData>", b'<row r="60" ht="20"/></sheetData>')
    assert len(read(written(parts, tmp_path / "r.xlsx"), "demands", whole=True).entries) == 20


@pytest.mark.slow
def test_damaged_archives_of_arrays_are_refused_by_name(tmp_path: Path) -> None:
    stream = io.BytesIO()
    np.savez_compressed(stream, entry=np.array(["a", "b"]), demands=np.array([9, 9]), failures=np.zeros(2))
    draw, path = random.Random(1), tmp_path / "r.npz"
    for _ in range(300):
        damaged = bytearray(stream.getvalue())
        for _ in range(draw.randint(1, 3)):
            damaged[draw.randrange(len(damaged))] ^= 1 << draw.randrange(8)
        path.write_bytes(damaged)
        for call in (read_arrays, lambda file: read(file, "demands", whole=True)):
            with contextlib.suppress(InputProblem, MemoryError):
                call(path)
