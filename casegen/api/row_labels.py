"""The index of a data frame of pandas: columns of its table, as in a file that pandas writes."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from numbers import Real
from pathlib import Path
from typing import Any

from casegen.expected_types import is_text
from casegen.model.given import refused

ALL_COLUMNS = {"points", "confidences", "reference"}
"""inputs of which a method takes every column that it has no other use for as one of numbers"""
_TRAINED = {"training", "calibration", "learning"}
"""inputs that may be rows of the training"""
_OF_ANY_SPLIT = {"activations"}
"""inputs of which every row counts that was measured, those of the training too"""


def row_labels(value: Any) -> dict[str, Any]:
    """Levels of the index of a frame, or of the first series of a mapping, by name; empty without an index.

    Numbers without a name count the rows, and are left out; texts without a name are a column without one.
    """
    import numpy as np

    parts = [value, *value.values()] if isinstance(value, Mapping) else [value]
    index = next(
        (part.index for part in parts if hasattr(getattr(part, "index", None), "get_level_values")), None
    )
    if index is None:
        return {}
    levels: dict[str, Any] = {}
    several = len(index.names) > 1
    for place, label in enumerate(index.names):
        values = np.asarray(index.get_level_values(place))
        name = "" if label is None else str(label)
        if values.dtype.kind in "mO":
            values = _of_one_kind(index.get_level_values(place).tolist())
        if not name and (values.dtype.kind in "iuf" or all(isinstance(value, Real) for value in values)):
            continue
        name = name or (f"level_{place}" if several else "")
        if name in levels or not is_text(name):
            raise refused(f"index: expected names that a file can hold, each once; found {name!a}")
        levels[name] = values
    return levels


def taken_in(
    given: str, levels: Mapping[str, Any], columns: Mapping[str, Any], stated: Mapping[str, Any]
) -> dict[str, Any]:
    """Those of ``levels`` that are columns of a table; ``stated`` are the parameters of the call.

    Where all columns are features, only those that a parameter names are: the label, the group.

    Raises:
        InputError: a column of the same name has other values.
    """
    if given in ALL_COLUMNS and not stated.get("columns"):
        named = (stated.get("label"), stated.get("group"))
        levels = {name: values for name, values in levels.items() if name in named}
    for name in (name for name in levels if name in columns):
        if not _same(levels[name], columns[name]):
            raise refused(
                f"input {given}: expected every column once, found {name} as a column and as the index",
                "rename one, or drop the index: reset_index(drop=True)",
            )
    return {name: values for name, values in levels.items() if name not in columns}


def refuse_marked(root: Path, given: str, levels: Mapping[str, Any]) -> None:
    """Refuse an index that says of rows that they do not count, where no method sees it.

    ``levels`` are what :func:`row_labels` returns.  The judgement is that of a column in a table of a case.

    Raises:
        InputError: with what is said of such a column.
    """
    from casegen_evidence.method import InputProblem
    from casegen_evidence.signs import Intake
    from casegen_evidence.tables.reader import read_table

    path, seen = root / "index.csv", Intake()
    for name, values in levels.items() if given not in _TRAINED else ():
        texts = ["" if value is None else str(value) for value in values.tolist()]
        if given in _OF_ANY_SPLIT:
            texts = _of_any_split(name, texts)
        try:
            with path.open("w", encoding="utf-8", newline="") as stream:
                csv.writer(stream).writerows([(name, "row"), *zip(texts, range(len(texts)), strict=True)])
            read_table(path, {}, intake=seen, role=given)
        except (InputProblem, UnicodeEncodeError):
            continue
        finally:
            path.unlink()
    for sign in seen.signs:
        if sign.name == "sign-marked-rows":
            said = sign.message.partition(": ")[2].replace("column", "the index")
            raise refused(
                f"input {given}: {said}",
                "leave those rows out; or drop an index that does not say that: reset_index(drop=True)",
            )


def _of_any_split(name: str, texts: list[str]) -> list[str]:
    """Labels of rows of which none says that its row is of the training."""
    from casegen_evidence.tables.signs.marks import marked

    trained = {text for text in {*texts} if "train" in name.casefold() or marked("split", [text, ""], [1, 1])}
    return ["" if text in trained else text for text in texts]


def _of_one_kind(given: list[Any]) -> Any:
    """Labels as a column holds them: numbers, or else the text of each."""
    import numpy as np

    values = [None if value is None or value != value else value for value in given]
    if not all(
        value is None or (isinstance(value, Real) and not isinstance(value, bool)) for value in values
    ):
        values = [None if value is None else " ".join(str(value).splitlines()) for value in values]
    return np.array([*values, None], object)[:-1]


def _same(one: Any, other: Any) -> bool:
    return len(one) == len(other) and all(a == b for a, b in zip(one, other, strict=True))
