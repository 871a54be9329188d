"""Tables of a call by their columns: mappings, data frames, tables of Arrow, structured arrays, lists of rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from casegen.expected_types import is_text
from casegen.model.given import refused


def collected(value: Any) -> Any:
    """A lazy frame of polars, computed; anything else as it is."""
    return value.collect() if hasattr(value, "collect_schema") and hasattr(value, "collect") else value


def frame_labels(value: Any) -> list[Any] | None:
    """Labels of the columns of a data frame, a table of Arrow or a structured array; None for anything else."""
    if _is_arrow(value):
        return list(value.column_names)
    if names := getattr(getattr(value, "dtype", None), "names", None):
        return list(names)
    if not isinstance(value, Mapping) and hasattr(value, "columns") and hasattr(value, "__getitem__"):
        return list(value.columns)
    return None


def columns_of(given: str, value: Any) -> Mapping[str, Any] | None:
    """Columns by name of what is a table; None for anything else.

    Raises:
        InputError: rows without the same names, or names that are no texts or stand there twice.
    """
    if isinstance(value, list | tuple) and value and all(isinstance(row, Mapping) for row in value):
        value = _of_rows(given, value)
    labels = list(value) if isinstance(value, Mapping) else frame_labels(value)
    if labels is None:
        return None
    if bad := [label for label in labels if not is_text(str(label))]:
        raise refused(f"input {given}: expected names of columns that a file can hold, found {bad[0]!a}")
    if again := [name for name, times in Counter(map(str, labels)).items() if times > 1]:
        raise refused(f"input {given}: expected every column once, found {', '.join(again)} more than once")
    columns = {str(label): plain_column(value[label]) for label in labels}
    if isinstance(value, Mapping):
        _refuse_other_order(given, columns.values())
    return columns


def plain_column(values: Any) -> Any:
    """A column of Arrow as numpy or Python has it; any other as it is."""
    if not (hasattr(values, "to_pylist") and hasattr(values, "to_numpy")):
        return values
    import numpy as np

    try:
        return np.asarray(values)
    except Exception:  # of a type that numpy does not have
        return values.to_pylist()


def _is_arrow(value: Any) -> bool:
    return hasattr(value, "column_names") and hasattr(value, "to_pydict")


def _of_rows(given: str, rows: Sequence[Mapping[Any, Any]]) -> Mapping[Any, list[Any]]:
    """Columns of a table that is given as its rows, each a mapping of names to values."""
    names = list(rows[0])
    for number, row in enumerate(rows, start=1):
        if {*row} != {*names}:
            raise refused(
                f"input {given}, row {number}: expected the columns of row 1, {', '.join(map(str, names))}; found "
                f"{', '.join(map(str, row)) or 'none'}",
                "give every row the same names",
            )
    return {name: [row[name] for row in rows] for name in names}


def _refuse_other_order(given: str, columns: Iterable[Any]) -> None:
    """Series of pandas are joined by their labels of rows everywhere else; here they would be by their places."""
    labels = [column.index for column in columns if hasattr(getattr(column, "index", None), "equals")]
    if any(not labels[0].equals(other) for other in labels[1:]):
        raise refused(
            f"input {given}: expected columns with the same labels of rows, found several",
            "make one data frame of the columns, which joins them, or give plain sequences",
        )
