"""Parquet files, whose few kilobytes may stand for any number of cells: a column is made once its size is known.

Texts are read as the file has them, each different one once.  Lists and records are made in blocks of bounded size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from casegen_evidence.method import InputProblem
from casegen_evidence.tables.cell_texts import MOST_VALUE, CellTexts, Column, UnreadCells, of_texts
from casegen_evidence.tables.other_sheets import SHOWN, listed
from casegen_evidence.tables.signs.sheet_marks import SheetMarks
from casegen_evidence.tables.sources import ROWS, Batches, of_any_form, of_array
from casegen_evidence.tables.spec import Problems, Reading

MOST_BLOCK = 2**26
"""bytes of a block of rows before its cells are made"""
MOST_CHUNK = 2**31
"""bytes of a column in one group of rows"""
MOST_HELD = 10_000_000
"""values in the lists and records of a column"""
_WIDTHS = {"BOOLEAN": 1, "INT32": 4, "INT64": 8, "INT96": 12, "FLOAT": 4, "DOUBLE": 8, "BYTE_ARRAY": 4}


def parquet(path: Path, reading: Reading, problems: Problems) -> Batches:
    """A Parquet file, read in batches; needs pyarrow.  Rows without a value in a column are problems, not zeros."""
    import pyarrow.parquet as pq  # type: ignore[import-not-found, import-untyped, unused-ignore]

    try:
        with pq.ParquetFile(path) as file:
            names, about = list(file.schema_arrow.names), listed([*_said_by(file.schema_arrow)])
            unread, rows = _too_large(file)
            texts = [leaf.path for leaf in _leaves(file) if leaf.physical_type == "BYTE_ARRAY"]
    except MemoryError:
        raise
    except Exception as error:  # damaged files end in errors of many kinds
        raise InputProblem(f"expected a Parquet file at {path.name}: {_in_line(error)}") from error
    if again := [name for k, name in enumerate(names) if name in names[:k]]:
        raise InputProblem(f"{path.name} has two columns {again[0]!r}; rename or remove one")

    declared = bool(reading.decimal or reading.thousands)

    def read(wanted: Sequence[int]) -> Iterator[list[Column]]:
        chosen = list(dict.fromkeys(names[k] for k in wanted))
        asked = [name for name in chosen if name not in unread]
        try:
            with pq.ParquetFile(path, page_checksum_verification=True, read_dictionary=texts) as file:
                for batch in file.iter_batches(rows, columns=asked):
                    made: dict[str, Column] = {
                        name: _column(batch.column(name), f"{path.name}, column {name}", declared=declared)
                        for name in asked
                    }
                    made |= {n: UnreadCells(batch.num_rows, unread[n]) for n in chosen if n in unread}
                    yield [made[names[k]] for k in wanted]
        except (InputProblem, MemoryError):
            raise
        except Exception as error:  # a page that was altered is no error of the method
            raise InputProblem(
                f"expected a whole Parquet file at {path.name}: {_in_line(error)}. Copy or export it again"
            ) from error

    return Batches(path, problems, names, 0, marks=SheetMarks(elsewhere=about), read=read)


def _leaves(file: Any) -> list[Any]:
    return [file.metadata.schema.column(k) for k in range(len(file.metadata.schema))]


def _too_large(file: Any) -> tuple[dict[str, str], int]:
    """Columns that are not read, each with the reason; and how many rows of the others are read at a time."""
    unread, widths, held = dict[str, str](), dict[str, float](), dict[str, int]()
    groups = [file.metadata.row_group(k) for k in range(file.metadata.num_row_groups)]
    for at, leaf in enumerate(_leaves(file)):
        name, width = leaf.path.split(".")[0], _WIDTHS.get(leaf.physical_type, leaf.length)
        chunks = [group.column(at) for group in groups]
        most = max(
            (c.num_values * width / max(1, g.num_rows) for c, g in zip(chunks, groups, strict=True)),
            default=0.0,
        )
        widths[name] = widths.get(name, 0.0) + most
        if "." in leaf.path:
            held[name] = held.get(name, 0) + sum(chunk.num_values for chunk in chunks)
        if width > MOST_VALUE:
            unread[name] = UnreadCells(0).why
        elif any(chunk.total_uncompressed_size > MOST_CHUNK for chunk in chunks):
            unread[name] = f"its cells take more than {MOST_CHUNK // 2**30} GiB. Write smaller groups of rows"
        elif held.get(name, 0) > MOST_HELD:
            unread[name] = f"its lists hold more than {MOST_HELD:,} values"
    row = sum(width for name, width in widths.items() if name not in unread)
    return unread, int(min(ROWS, max(1.0, MOST_BLOCK / max(row, 1.0))))


def _in_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]


def _column(column: Any, place: str, *, declared: bool) -> Column:
    """The cells of a column in a batch."""
    import pyarrow.types as kinds  # type: ignore[import-not-found, import-untyped, unused-ignore]

    if kinds.is_dictionary(column.type) and _of_bytes(column.type.value_type):
        return _texts(column, place)
    if kinds.is_nested(column.type) and _size(column) > MOST_BLOCK:
        return UnreadCells(len(column), "its lists and records take too much memory")
    return _of_arrow(column, place, declared=declared)


def _of_bytes(kind: Any) -> bool:
    import pyarrow.types as kinds

    return any(
        is_one(kind)
        for is_one in (kinds.is_string, kinds.is_large_string, kinds.is_binary, kinds.is_large_binary)
    )


def _texts(column: Any, place: str) -> Column:
    """Texts that a file holds once each: those that occur in the batch, without blanks around them."""
    import pyarrow as pa
    import pyarrow.compute as pc  # type: ignore[import-not-found, import-untyped, unused-ignore]

    codes = np.asarray(column.indices.fill_null(-1).to_numpy(zero_copy_only=False)).astype(np.int64)
    used, inverse = np.unique(codes, return_inverse=True)
    kept = column.dictionary.take(pa.array(used[used >= 0]))
    if (pc.max(pc.binary_length(kept)).as_py() or 0) > MOST_VALUE:
        return UnreadCells(len(column))
    words = [b""] * int((used < 0).any()) + [_of_text(value, place) for value in kept.to_pylist()]
    return CellTexts(inverse.reshape(-1), words)


def _of_text(value: Any, place: str) -> bytes:
    text = "" if value is None else _decoded(value) if isinstance(value, bytes) else str(value)
    if "\0" in text:  # an array of bytes would drop it at the end of a text
        raise InputProblem(f"expected text without NUL characters in {place}; remove them")
    return text.strip().encode()


def _size(column: Any) -> int:
    """Bytes of the texts and numbers in the lists and records of a column, each as often as it occurs."""
    import pyarrow.compute as pc
    import pyarrow.types as kinds

    kind = column.type
    if kinds.is_dictionary(kind):
        longest = pc.max(pc.binary_length(column.dictionary)).as_py() if _of_bytes(kind.value_type) else 8
        return len(column) * int(longest or 0)
    if kinds.is_struct(kind):
        return sum(_size(part) for part in column.flatten())
    if kinds.is_map(kind):
        return _size(column.keys) + _size(column.items)
    return _size(column.flatten()) if kinds.is_nested(kind) else int(column.nbytes)


_BY_PROGRAMS = (
    "pandas", "PANDAS_ATTRS", "ARROW:", "PARQUET:", "org.apache.", "geo", "huggingface", "iceberg", "delta",
    "parquet.avro", "writer.", "table_meta",
)  # fmt: skip
"""beginnings of the keys under which programs note types"""


def _said_by(schema: Any) -> Iterator[str]:
    """What a Parquet file says of itself and of its columns, apart from what programs note for each other."""
    for place, said in (("", schema.metadata), *((f"column {f.name!r}, ", f.metadata) for f in schema)):
        for key, value in (said or {}).items():
            name, text = (part.decode("utf-8", "replace") for part in (key, value))
            if name != "r" and not name.startswith(_BY_PROGRAMS) and text.strip():
                yield f"{place}{name[:SHOWN]}: {text[:SHOWN]!r}"


def _decoded(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return repr(value)  # a picture, which no method reads from a table


def _of_arrow(column: Any, place: str, *, declared: bool) -> Column:
    array = column.to_numpy(zero_copy_only=False)  # no value: NaN or None
    if array.dtype.kind == "O":
        values = array.tolist()
        texts = [_of_text(value, place) for value in values]
        if declared:
            texts = [of_any_form(v, text.decode()).encode() for v, text in zip(values, texts, strict=True)]
        return of_texts(texts)
    return of_array(array, place)
