"""Columns by name in the place of an array: a mapping, a table of Arrow, a structured array, as one array of two axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from casegen.api.columns import columns_of
from casegen.api.inputs import as_array
from casegen.model.given import refused


@dataclass(frozen=True, slots=True)
class Stacked:
    """An array (n, d) of series of pandas, with the ``index`` that they share: it may say that rows do not count."""

    array: Any
    index: Any

    @property
    def dtype(self) -> Any:
        """The kind of the numbers, as numpy has it."""
        return self.array.dtype

    @property
    def ndim(self) -> int:
        """2: rows and columns."""
        return int(self.array.ndim)

    def __len__(self) -> int:
        return len(self.array)

    def __array__(self, *given: Any, **stated: Any) -> Any:
        import numpy as np

        return np.array(self.array, *given, **stated)

    def __getitem__(self, place: Any) -> Any:
        return self.array[place]


def stacked(where: str, frame: Any) -> Any:
    """An array (n, d) of columns that are given by name, as :class:`Stacked` where they have an index.

    Raises:
        InputError: columns of several lengths, none at all, or with other labels of rows.
    """
    import numpy as np

    arrays: list[Any] = []
    columns = columns_of(where, frame) or {}
    for name, values in columns.items():
        array = as_array(f"input {where}, column {name}", values, "values of one kind")
        if array.ndim != 1 or len(array) != len(arrays[0] if arrays else array):
            raise refused(
                f"input {where}: expected columns of equal length, found {name} of shape {array.shape}"
            )
        arrays.append(array)
    if not arrays:
        raise refused(f"input {where}: expected columns, found none")
    kinds = {array.dtype.kind for array in arrays}
    if len(kinds) > 1 and not kinds <= {*"iuf"}:
        arrays = [array.astype(object) for array in arrays]
    together = np.stack(arrays, axis=1)
    index = next(filter(_is_index, (getattr(values, "index", None) for values in columns.values())), None)
    return together if index is None else Stacked(together, index)


def _is_index(value: Any) -> bool:
    return hasattr(value, "get_level_values")


def is_selectable(frame: Any) -> bool:
    """Whether a frame is one of pandas or polars, which numpy reads and whose columns are chosen by a list."""
    return hasattr(frame, "columns") and hasattr(frame, "dtypes")


def chosen(frame: Any, order: Sequence[int]) -> Any:
    """The columns of a frame, or of what :func:`stacked` returned, at the places ``order``."""
    if isinstance(frame, Stacked):
        return Stacked(frame.array[:, order], frame.index)
    if not is_selectable(frame):
        return frame[:, order]
    labels = list(frame.columns)
    return frame[[labels[place] for place in order]]


def is_columns(value: Any) -> bool:
    """Whether a value is a mapping of names to columns."""
    return (
        isinstance(value, Mapping)
        and bool(value)
        and all(
            hasattr(column, "__len__") and not isinstance(column, str | bytes | Mapping)
            for column in value.values()
        )
    )
