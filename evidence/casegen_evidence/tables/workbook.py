"""Excel workbooks of strangers: what would fill the memory or the day is refused before a cell of it is made.

openpyxl makes an object for every cell of a merged or linked range, and of the rectangle up to the last cell: a file of a
few kilobytes can name seventeen thousand million of them.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import IO, Any
from xml.sax import SAXException
from xml.sax.handler import ContentHandler

from casegen_evidence.archives import opened
from casegen_evidence.expressions import compiled
from casegen_evidence.method import InputProblem

MOST_BYTES = 2**29
"""of everything in the workbook, unpacked"""
MOST_CELLS = 5_000_000
MOST_COLUMNS = 16_384
MOST_ROWS = 1_048_576
MOST_NAMED = 1_000_000
"""cells of merged and linked ranges"""
MOST_TEXTS = 1_000_000
"""shared texts, and pieces of texts that are set in a way of their own: each is an object, used or not"""
MOST_CHARACTERS = 32_767
"""of a cell: as many as a spreadsheet has in one"""
MOST_FORMATS = 200_000
"""formats of cells; spreadsheets themselves keep 65,490 of them"""
_RANGE = compiled(r"\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?")
_LETTERS = compiled("[A-Z]+")
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def workbook(path: Path) -> Any:
    """The workbook, with the values that its formulas had when it was saved.

    Raises :class:`InputProblem` for a file that is none, or one that claims more than :data:`MOST_CELLS` cells.
    """
    import openpyxl

    try:
        bounded(path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of parts that are no cells
            return openpyxl.load_workbook(path, data_only=True, keep_links=False, rich_text=True)
    except InputProblem as problem:
        raise InputProblem(f"{path.name}: {problem}") from None
    except Exception as error:  # the library answers damaged parts with errors of many kinds
        message = (str(error) or type(error).__name__).splitlines()[0][:200]
        raise InputProblem(f"expected an Excel workbook (xlsx) at {path.name}: {message}") from error


def bounded(file: Path | IO[bytes]) -> None:
    """Raises :class:`InputProblem` for a workbook that would fill the memory, and errors of :mod:`zipfile` for what is
    no archive."""
    from defusedxml import DefusedXmlException
    from defusedxml.sax import parse

    with opened(file, "the workbook", most=MOST_BYTES, caseless=True) as archive:
        for member in archive.infolist():  # a sheet may have any name
            with archive.open(member) as stream:
                try:
                    parse(stream, _Extent())
                except DefusedXmlException:
                    raise InputProblem(
                        f"{member.filename[:80]} declares entities, which is refused"
                    ) from None
                except (SAXException, LookupError, UnicodeError):
                    continue  # no XML: a picture, or what openpyxl does not read either


class _Extent(ContentHandler):
    """Counts the cells of a sheet, and those that it will be taken to have; refuses what programs read differently."""

    def __init__(self) -> None:
        super().__init__()
        self.cells = self.rows = self.columns = self.named = self.here = 0
        self.within: list[str] = []
        self.tables = self.row = self.column = self.values = 0
        self.texts = self.formats = self.characters_here = 0

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802 (name of the SAX interface)
        tag = name.rpartition(":")[2]
        self._beside_cells(tag)
        if tag in ("si", "is", "v"):
            self.characters_here = 0
        if len(self.within) < 5 and (self.within or [tag])[0] == "worksheet":
            self._in_order(tag, attrs.get("r", ""))
        self.within.append(tag)
        if tag == "c":
            self.cells += 1
            self.here = _column(attrs.get("r", "")) or self.here + 1
            self.columns = max(self.columns, self.here)
        elif tag == "row":
            self.rows, self.here = max(self.rows + 1, _whole(attrs.get("r", "0"))), 0
        elif tag in ("mergeCell", "hyperlink"):
            self.named += _area(attrs.get("ref", "A1"))
        if self.rows > MOST_ROWS or self.columns > MOST_COLUMNS or self.named > MOST_NAMED:
            raise InputProblem("a sheet names more cells than a sheet can hold. Save the table as CSV")
        if self.cells > MOST_CELLS:
            raise InputProblem(f"a sheet has more than {MOST_CELLS:,} cells. Save the table as CSV")

    def endElement(self, name: str) -> None:  # noqa: N802
        self.within.pop()

    def characters(self, content: str) -> None:
        """Count the characters of a shared text, or of a cell that has its own."""
        if any(tag in ("si", "is", "v") for tag in self.within):
            self.characters_here += len(content)
            if self.characters_here > MOST_CHARACTERS:
                raise InputProblem(
                    f"a cell has more than {MOST_CHARACTERS:,} characters, which no spreadsheet has. Correct the file"
                )

    def _beside_cells(self, tag: str) -> None:
        """Texts and formats are made whether or not a cell has them."""
        if tag == "si" or (tag == "r" and self.within[-1:] in (["si"], ["is"])):
            self.texts += 1
        elif tag == "xf":
            self.formats += 1
        if self.texts > MOST_TEXTS:
            raise InputProblem(f"the workbook has more than {MOST_TEXTS:,} texts. Save the table as CSV")
        if self.formats > MOST_FORMATS:
            raise InputProblem(
                f"the workbook has more than {MOST_FORMATS:,} formats of cells. Save the table as CSV"
            )

    def _in_order(self, tag: str, reference: str) -> None:
        """Each row, each cell and each value stands once: of two, every program takes another one."""
        match self.within:
            case ["worksheet"] if tag == "sheetData":
                self.tables += 1
                if self.tables > 1:
                    raise _unclear("a sheet has two tables of cells")
            case ["worksheet", "sheetData"]:
                number = _whole(reference or str(self.row + 1))
                if tag != "row" or number <= self.row:
                    raise _unclear(
                        f"row {number} is duplicated or out of order"
                        if tag == "row"
                        else f"rows within {tag[:40]}"
                    )
                self.row, self.column = number, 0
            case ["worksheet", "sheetData", "row"] if tag != "extLst":
                number, digits = (
                    _column(reference) or self.column + 1,
                    reference.lstrip(_CAPITALS + _CAPITALS.lower()),
                )
                if tag != "c" or number <= self.column:
                    raise _unclear(
                        f"cell {reference[:20]} is duplicated or out of order"
                        if tag == "c"
                        else f"cells within {tag[:40]}"
                    )
                if digits and _whole(digits) != self.row:
                    raise _unclear(f"cell {reference[:20]} stands in row {self.row}")
                self.column, self.values = number, 0
            case ["worksheet", "sheetData", "row", "c"] if tag in ("v", "is"):
                self.values += 1
                if self.values > 1:
                    raise _unclear("a cell has two values")

    def endDocument(self) -> None:  # noqa: N802
        if self.rows * self.columns > max(MOST_NAMED, 4 * self.cells):
            raise InputProblem(
                f"a sheet spans {self.rows:,} rows and {self.columns:,} columns and has {self.cells:,} cells. Delete the "
                "empty rows and columns behind the table"
            )


def _unclear(what: str) -> InputProblem:
    return InputProblem(
        f"{what}, which programs read differently. Save the workbook again from a spreadsheet"
    )


def _whole(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise InputProblem(f"expected the number of a row, found {text[:20]!r}")
    return int(text)


def _column(reference: str) -> int:
    """Number of the column of a cell such as ``AB12``; 0 where it has no letters."""
    hit = _LETTERS.match(reference.upper())
    number = 0
    for letter in hit[0][:4] if hit else "":
        number = 26 * number + ord(letter) - 64
    return number


def _area(reference: str) -> int:
    hit = _RANGE.fullmatch(reference.upper())
    if hit is None:
        raise InputProblem(f"expected a range of cells, found {reference[:20]!r}")
    first, top, last, bottom = hit.groups()
    wide = abs(_column(last or first) - _column(first)) + 1
    return wide * (abs(int(bottom or top) - int(top)) + 1)
