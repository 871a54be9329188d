"""Data frames and tables of Arrow as their libraries make them, where these are not installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np


class Index:
    """As the index of pandas: levels with names."""

    def __init__(self, **levels: Sequence[Any]) -> None:
        self.names = [name or None for name in levels]
        self._levels = [np.array([*values, None], object)[:-1] for values in levels.values()]

    def get_level_values(self, place: int) -> Any:
        values = self._levels[place]
        return np.array(values.tolist()) if isinstance(values[0], int) else values

    def equals(self, other: Any) -> bool:
        return self is other


class Frame:
    """As a frame of pandas or polars: columns by label, chosen by a list of labels."""

    def __init__(self, columns: Mapping[Any, Any], index: Index | None = None) -> None:
        self._columns = dict(columns)
        self.columns, self.dtypes = list(columns), [float] * len(columns)
        if index is not None:
            self.index = index

    def __getitem__(self, label: Any) -> Any:
        if isinstance(label, list):
            return Frame({one: self._columns[one] for one in label}, getattr(self, "index", None))
        return self._columns[label]

    def __array__(self, *_: Any, **__: Any) -> Any:
        return np.stack([np.asarray(values) for values in self._columns.values()], axis=1)


class ArrowColumn(list[Any]):
    """As an array of Arrow, that numpy reads."""

    def to_pylist(self) -> list[Any]:
        return list(self)

    def to_numpy(self) -> Any:
        return np.array(list(self))


class ArrowTable:
    """As a table of Arrow: `columns` are the columns themselves, and only a name chooses one."""

    def __init__(self, columns: Mapping[str, Sequence[Any]]) -> None:
        self._columns = {name: ArrowColumn(values) for name, values in columns.items()}
        self.column_names, self.columns = list(columns), list(self._columns.values())

    def __getitem__(self, name: str) -> ArrowColumn:
        if not isinstance(name, str | int):
            raise TypeError("Index must either be string or integer")
        return self._columns[name]

    def to_pydict(self) -> dict[str, list[Any]]:
        return {name: list(values) for name, values in self._columns.items()}
