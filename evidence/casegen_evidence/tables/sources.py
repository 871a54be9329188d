"""Tables that are no text: arrays of NumPy, spreadsheets, Parquet, in the same blocks as text."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.tables.spec import Problems, Reading

ROWS = 100_000


@dataclass(frozen=True, slots=True)
class ArrayBlock:
    """Rows of a table, one array per column; ``line`` is the number of the first row, from 1."""

    line: int
    columns: Sequence[NDArray[Any]]


@dataclass(slots=True)
class Sheet:
    """A table in memory, or read in batches: its header, and blocks of the columns asked for."""

    path: Path
    problems: Problems
    header: list[str]
    header_line: int
    arrays: list[NDArray[Any]] = field(default_factory=list)
    tail: int = 0
    delimiter: str = ""

    def blocks(self, wanted: Sequence[int]) -> Iterator[ArrayBlock]:
        """All rows, in blocks."""
        length = len(self.arrays[0]) if self.arrays else 0
        for start in range(0, length, ROWS):
            yield ArrayBlock(
                self.header_line + 1 + start, [self.arrays[k][start : start + ROWS] for k in wanted]
            )


def npz(path: Path, reading: Reading, problems: Problems) -> Sheet:
    """Plain one-dimensional arrays of one length, each a column."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: np.atleast_1d(file[name]) for name in file.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, AttributeError) as error:
        raise InputProblem(f"expected an npz file of plain arrays at {path.name}: {error}") from error
    lengths = {name: len(a) for name, a in arrays.items()}
    if any(a.ndim != 1 for a in arrays.values()) or len(set(lengths.values())) != 1:
        words = ", ".join(f"{name} {'×'.join(map(str, a.shape))}" for name, a in arrays.items())
        raise InputProblem(f"expected columns of one length in {path.name}, found {words}")
    columns = [_of_array(a, f"{path.name}, array {name}") for name, a in arrays.items()]
    return Sheet(path, problems, list(arrays), 0, columns)


def _of_array(array: NDArray[Any], place: str) -> NDArray[Any]:
    if array.dtype.kind in "biuf":
        return array
    if array.dtype.kind == "M":
        array = array.astype(str)
    if array.dtype.kind == "S":
        return np.char.strip(array)
    if array.dtype.kind == "U":
        return np.char.strip(np.char.encode(array, "utf-8"))
    raise InputProblem(f"expected numbers or text in {place}; found {array.dtype}")


_NO_DATA = re.compile(
    r"(?i)\b(plan|planned|planning|planung|forecast|prognose|budget|targets?|soll|draft|entwurf|template|vorlage|examples?|"
    r"beispiele?|dummy|simulated|estimates?)\b"
)
"""titles of sheets that hold no measurements"""


def xlsx(path: Path, reading: Reading, problems: Problems) -> Sheet:
    """One sheet of a workbook: the declared one, or the only one that holds anything."""
    from openpyxl import load_workbook

    try:
        book = load_workbook(path, data_only=True)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise InputProblem(f"expected an Excel workbook (xlsx) at {path.name}: {error}") from error
    filled = [sheet for sheet in book.worksheets if sheet.max_row > 1 or sheet.max_column > 1]
    names = ", ".join(repr(sheet.title) for sheet in filled)
    chosen = [sheet for sheet in filled if reading.sheet in (None, sheet.title)]
    if len(chosen) != 1:
        found = f"{path.name} has {names or 'no table'}"
        raise InputProblem(f"{found}; declare `sheet` on the evidence item, with the name of the one to read")
    sheet = chosen[0]
    if _NO_DATA.search(sheet.title):
        raise InputProblem(
            f"{path.name}: the sheet is called {sheet.title!r}, as one is that holds no measurements. Give the sheet "
            "with what was measured, or rename it"
        )
    hidden = [k for k, d in sheet.row_dimensions.items() if d.hidden]
    if hidden:
        problems.add(
            f"{path.name}, sheet {sheet.title}: {len(hidden)} rows are hidden (first {hidden[0]}); show or remove them"
        )
    merged = [str(cells) for cells in sheet.merged_cells.ranges]
    if merged:
        problems.add(
            f"{path.name}, sheet {sheet.title}: merged cells {merged[0]}; give each row its own value"
        )
    rows = [list(row) for row in sheet.iter_rows(values_only=True)]
    return _of_rows(path, rows, problems)


def _of_rows(path: Path, rows: list[list[Any]], problems: Problems) -> Sheet:
    texts = [[_text(value) for value in row] for row in rows]
    first = next((k for k, row in enumerate(texts) if any(row)), None)
    if first is None:
        raise InputProblem(f"expected a header and at least one row in {path.name}; the sheet is empty")
    last = max(k for k, row in enumerate(texts) if any(row))
    header = texts[first]
    while header and not header[-1] and not any(row[len(header) - 1] for row in texts[first + 1 :]):
        header = header[:-1]
    body = texts[first + 1 : last + 1]
    for number, row in enumerate(body, first + 2):
        if not any(row):
            problems.add(f"{path.name}:{number}: a blank row inside the table; remove it")
    body = [row for row in body if any(row)]
    columns: list[NDArray[Any]] = [
        np.array([row[k].encode() for row in body] or [b""], dtype=bytes)[: len(body)]
        for k in range(len(header))
    ]
    return Sheet(path, problems, header, first + 1, columns, len(texts) - 1 - last)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value).strip()


def parquet(path: Path, reading: Reading, problems: Problems) -> Sheet:
    """A Parquet file; needs pyarrow.  Rows without a value in a column are problems, not zeros."""
    import pyarrow.parquet as pq  # type: ignore[import-not-found, import-untyped, unused-ignore]

    try:
        table = pq.read_table(path)
    except (OSError, ValueError) as error:
        raise InputProblem(f"expected a Parquet file at {path.name}: {error}") from error
    columns = []
    for name in table.column_names:
        array = table.column(name).combine_chunks().to_numpy(zero_copy_only=False)  # no value: NaN or None
        if array.dtype.kind == "O":
            array = np.array(
                [b"" if v is None else str(v).strip().encode() for v in array.tolist()], dtype=bytes
            )
        columns.append(_of_array(array, f"{path.name}, column {name}"))
    return Sheet(path, problems, list(table.column_names), 0, columns)
