"""Tables that are no text: arrays of NumPy and spreadsheets, in the same blocks as text."""

from __future__ import annotations

import contextlib
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.archives import opened
from casegen_evidence.expressions import compiled
from casegen_evidence.method import InputProblem
from casegen_evidence.plural import plural
from casegen_evidence.tables.arrays import ARRAY, array_names, long_texts
from casegen_evidence.tables.cell_texts import CellTexts, Column, UnreadCells, of_texts
from casegen_evidence.tables.other_sheets import elsewhere, has_values, listed
from casegen_evidence.tables.separators import without_signs
from casegen_evidence.tables.signs.meaning import sense
from casegen_evidence.tables.signs.sheet_marks import SheetMarks, is_row_unseen, marks_of
from casegen_evidence.tables.spec import Problems, Reading
from casegen_evidence.tables.workbook import workbook

ROWS = 100_000
MOST_BLOCK = 2**26
"""bytes of the rows of arrays that are read at a time"""


@dataclass(frozen=True, slots=True)
class ArrayBlock:
    """Rows of a table, one array per column; ``line`` is the number of the first row, from 1."""

    line: int
    columns: Sequence[Column]


@dataclass(slots=True)
class Sheet:
    """A table in memory, or read in batches: its header, and blocks of the columns asked for."""

    path: Path
    problems: Problems
    header: list[str]
    header_line: int
    arrays: list[NDArray[Any] | CellTexts] = field(default_factory=list)
    tail: int = 0
    blank_lines: Sequence[int] = ()
    """lines inside the table that hold nothing, and are no rows"""
    delimiter: str = ""
    series: tuple[str, ...] = ()
    """other sheets that hold the same columns and have the same name, except for a number or a month"""
    marks: SheetMarks = field(default_factory=SheetMarks)

    def blocks(self, wanted: Sequence[int]) -> Iterator[ArrayBlock]:
        """All rows, in blocks."""
        length, first = len(self.arrays[0]) if self.arrays else 0, self.header_line + 1
        cuts = sorted(
            {*range(0, length, ROWS), *(line - first - k for k, line in enumerate(self.blank_lines)), length}
        )
        for start, end in pairwise(cuts):
            line = first + start
            for blank in self.blank_lines:
                line += blank <= line
            yield ArrayBlock(line, [self.arrays[k][start:end] for k in wanted])


@dataclass(slots=True)
class Batches(Sheet):
    """A table that is read in batches: ``read`` gives the wanted columns, batch after batch."""

    read: Callable[[Sequence[int]], Iterator[list[Column]]] = lambda wanted: iter(())

    def blocks(self, wanted: Sequence[int]) -> Iterator[ArrayBlock]:
        """All rows, in blocks."""
        line = self.header_line + 1
        for arrays in self.read(wanted):
            yield ArrayBlock(line, arrays)
            line += len(arrays[0]) if arrays else 0


def npz(path: Path, reading: Reading, problems: Problems, asked: Collection[str] | None = ()) -> Sheet:
    """Plain one-dimensional arrays of one length, each a column; read in batches.

    Those ``asked`` for have to be columns of one length (None: all); others of another shape are not read.
    """
    try:
        with opened(path, path.name) as archive:
            names = array_names(archive, path.name)
            members = [f"{name}{ARRAY}" for name in names]
            about = {name: _header(archive, name) for name in members}
    except (MemoryError, InputProblem):
        raise
    except Exception as error:  # damaged archives and headers end in errors of many kinds
        raise InputProblem(f"expected an npz file of plain arrays at {path.name}: {error}") from error
    shapes = {name: shape or (1,) for name, (shape, _) in zip(names, about.values(), strict=True)}
    rows = _rows(shapes, names if asked is None else asked)
    if rows is None:
        words = ", ".join(f"{name} {'×'.join(map(str, shape))}" for name, shape in shapes.items())
        raise InputProblem(f"expected columns of one length in {path.name}, found {words}")
    beside = [
        f"array {name!r} is not read: {' × '.join(map(str, shape))}"
        for name, shape in shapes.items()
        if shape != rows
    ]
    names = [name for name in names if shapes[name] == rows]
    members = [f"{name}{ARRAY}" for name in names]

    def read(wanted: Sequence[int]) -> Iterator[list[Column]]:
        try:
            with contextlib.ExitStack() as stack:
                archive = stack.enter_context(zipfile.ZipFile(path))
                short = [k for k in wanted if not long_texts(about[members[k]][1])]
                streams = {k: stack.enter_context(archive.open(members[k])) for k in short}
                kinds = {k: _skip_header(stream)[1] for k, stream in streams.items()}
                step = max(1, min(ROWS, MOST_BLOCK // max(1, sum(kind.itemsize for kind in kinds.values()))))
                for start in range(0, rows[0], step):
                    size = min(step, rows[0] - start)
                    made = {
                        k: of_array(_next(stream, kinds[k], size), f"{path.name}, array {names[k]}")
                        for k, stream in streams.items()
                    }
                    yield [made.get(k, UnreadCells(size)) for k in wanted]
        except (InputProblem, MemoryError):
            raise
        except Exception as error:  # as above
            raise InputProblem(f"expected an npz file of plain arrays at {path.name}: {error}") from error

    for name, member in zip(names, members, strict=True):
        of_array(
            np.empty(0, about[member][1]), f"{path.name}, array {name}"
        )  # refuses what no column can hold
    return Batches(path, problems, names, 0, marks=SheetMarks(elsewhere=beside), read=read)


def _rows(shapes: Mapping[str, tuple[int, ...]], asked: Collection[str]) -> tuple[int] | None:
    """How many rows the columns ``asked`` for have, else most arrays; None where they differ."""
    chosen = [shape for name, shape in shapes.items() if name in asked]
    plain = [shape for shape in chosen or shapes.values() if len(shape) == 1]
    if not plain or (chosen and (len(plain) < len(chosen) or len({*plain}) > 1)):
        return None
    (rows,) = max(plain, key=lambda shape: (plain.count(shape), shape))
    return (rows,)


def _header(archive: zipfile.ZipFile, name: str) -> tuple[tuple[int, ...], np.dtype[Any]]:
    with archive.open(name) as stream:
        return _skip_header(stream)


def _skip_header(stream: Any) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Shape and type of the array whose file starts here; the stream is then at its first number."""
    version = np.lib.format.read_magic(stream)
    make = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, kind = make(stream)
    if kind.hasobject:
        raise ValueError("Object arrays cannot be loaded when allow_pickle=False")
    return shape, kind


def _next(stream: Any, kind: np.dtype[Any], size: int) -> NDArray[Any]:
    """The next ``size`` numbers of an array's file."""
    wanted, parts = size * kind.itemsize, []
    while wanted:
        part = stream.read(wanted)
        if not part:
            raise ValueError("the file ends before its array does")
        parts.append(part)
        wanted -= len(part)
    return np.frombuffer(b"".join(parts), dtype=kind)


def of_array(array: NDArray[Any], place: str) -> NDArray[Any]:
    if array.dtype.kind in "biuf":
        return array
    if array.dtype.kind == "M":
        array = array.astype(str)
    if array.dtype.kind == "S":
        return np.char.strip(array)
    if array.dtype.kind == "U":
        return np.char.strip(np.char.encode(array, "utf-8"))
    raise InputProblem(f"expected numbers or text in {place}; found {array.dtype}")


_NO_DATA = compiled(
    r"(?i)\b(plan|planned|planning|planung|forecast|prognose|budget|targets?|soll|draft|entwurf|template|vorlage|examples?|"
    r"beispiele?|dummy|simulated|estimates?)\b"
)
"""titles of sheets that hold no measurements"""


def xlsx(path: Path, reading: Reading, problems: Problems) -> Sheet:
    """One sheet of a workbook: the declared one, or the only one that holds anything."""
    book = workbook(path)
    filled = [
        sheet
        for sheet in book.worksheets
        if (sheet.max_row > 1 or sheet.max_column > 1) and has_values(sheet)
    ]
    names = ", ".join(repr(sheet.title) for sheet in filled)
    chosen = [sheet for sheet in filled if reading.sheet in (None, sheet.title)]
    if len(chosen) != 1:
        seen = f"{path.name} has {names or 'no table'}"
        raise InputProblem(f"{seen}; declare `sheet` on the evidence item, with the name of the one to read")
    sheet = chosen[0]
    if _NO_DATA.search(sheet.title):
        raise InputProblem(
            f"{path.name}: the sheet is called {sheet.title!r}, as one is that holds no measurements. Give the sheet "
            "with what was measured, or rename it"
        )
    _refuse_hidden_rows(path, sheet, problems)
    merged = [str(cells) for cells in sheet.merged_cells.ranges]
    if merged:
        problems.add(
            f"{path.name}, sheet {sheet.title}: merged cells {merged[0]}; give each row its own value"
        )
    rows = [list(row) for row in sheet.iter_rows(values_only=True)]
    source = _of_rows(path, rows, problems, declared=bool(reading.decimal or reading.thousands))
    source.series = tuple(
        other.title for other in filled
        if other is not sheet and _stem(other.title) == _stem(sheet.title) and _first_row(other) == source.header
    )  # fmt: skip
    last = source.header_line + (len(source.arrays[0]) if source.arrays else 0)
    marks = marks_of(book, sheet, source.header, source.header_line, last)
    others = [other for other in filled if other is not sheet]
    folded = [o.title for o in others if o.sheet_state != "visible" and _first_row(o) == source.header]
    failed = [o.title for o in others if o.max_row > 1 and sense(o.title) in ("bad", "harm")]
    table, known = range(source.header_line, last + 1), {*source.series, *folded, *failed}
    more = listed([*elsewhere(path, book, sheet, table, known)])
    source.marks = replace(marks, hidden_sheets=folded, failure_sheets=failed, elsewhere=more)
    return source


def _refuse_hidden_rows(path: Path, sheet: Any, problems: Problems) -> None:
    """Rows that are hidden, filtered out or flat, and hold anything, are problems."""
    hidden = [
        k
        for k in list(sheet.row_dimensions)
        if is_row_unseen(sheet, k) and k <= sheet.max_row and any(_text(cell.value) for cell in sheet[k])
    ]
    if sheet.sheet_format.zeroHeight:
        problems.add(
            f"{path.name}, sheet {sheet.title}: rows are hidden unless they say otherwise; show them"
        )
    elif hidden:
        problems.add(
            f"{path.name}, sheet {sheet.title}: {len(hidden)} {plural(len(hidden), 'row is', 'rows are')} "
            f"hidden (first {hidden[0]}); show or remove {plural(len(hidden), 'it', 'them')}"
        )


_PART = compiled(
    r"(?i)\d+|\b(?:jan|feb|mar|m[aä]r|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|mon|tue|wed|thu|fri|sat|sun)[^\W\d_]*|"
    r"\b[a-z]\b"
)


def _stem(title: str) -> str:
    """A sheet's name without its number, month, day or letter: ``Q1`` and ``Q2`` are parts of one series."""
    return _PART.sub("", title).strip().casefold()


def _first_row(sheet: Any) -> list[str]:
    for row in sheet.iter_rows(values_only=True):
        texts = [_text(value) for value in row]
        if any(texts):
            while texts and not texts[-1]:
                texts.pop()
            return texts
    return []


def _of_rows(path: Path, rows: list[list[Any]], problems: Problems, *, declared: bool) -> Sheet:
    known = dict[int, str]()  # by object, of which shared texts are one: each is stripped once
    texts = [
        [known[id(v)] if id(v) in known else known.setdefault(id(v), _text(v)) for v in row] for row in rows
    ]
    first = next((k for k, row in enumerate(texts) if any(row)), None)
    if first is None:
        raise InputProblem(f"expected a header and at least one row in {path.name}; the sheet is empty")
    last = max(k for k, row in enumerate(texts) if any(row))
    header = texts[first]
    while header and not header[-1] and not any(row[len(header) - 1] for row in texts[first + 1 :]):
        header = header[:-1]
    body = texts[first + 1 : last + 1]
    blank = [number for number, row in enumerate(body, first + 2) if not any(row)]
    for number in blank:
        problems.add(f"{path.name}:{number}: a blank row inside the table; remove it")
    body = [row for row in body if any(row)]
    kept = [row for number, row in enumerate(rows) if first < number <= last and any(texts[number])]
    if declared:
        body = [list(map(of_any_form, row, texts)) for row, texts in zip(kept, body, strict=True)]
    columns = [_sheet_column([row[k] for row in kept], [row[k] for row in body]) for k in range(len(header))]
    return Sheet(path, problems, header, first + 1, columns, len(texts) - 1 - last, blank_lines=blank)


def _sheet_column(values: Sequence[Any], texts: Sequence[str]) -> NDArray[Any] | CellTexts:
    """Cells of a column: as numbers where all of them are, so that no point in a text can be mistaken."""
    if values and all(
        (isinstance(v, float) and abs(v) < 1e15) or (type(v) is int and abs(v) < 2**53) for v in values
    ):
        return np.array(values, dtype=float)
    encoded = {text: text.encode() for text in dict.fromkeys(texts)}
    return of_texts([encoded[text] for text in texts])


def of_any_form(value: Any, text: str) -> str:
    """The text of a cell; of a number with decimals one that no declared separator makes another number of."""
    return without_signs(value) if isinstance(value, float | Decimal) else text


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value).strip()
