"""Inputs of a call, as the files that an evidence method reads: paths, tables, data frames, arrays."""

from __future__ import annotations

import csv
import datetime
import zipfile
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path, PurePosixPath
from typing import Any

from casegen.api.columns import collected, columns_of
from casegen.api.objects import refuse_mixed, storable
from casegen.api.row_labels import refuse_marked, row_labels, taken_in
from casegen.io.regular import found_instead
from casegen.model.diagnostic import InputError
from casegen.model.error_words import said
from casegen.model.given import plain, refuse_hidden, refused
from casegen.model.shown import shown

_WHOLE = (
    "a path, a table or an array",
    "several arrays are a mapping of their names, such as points and labels",
)
"""what an input is, and what helps where it is none"""
_REFUSED = {
    "m": ("durations", "give them in one unit, as numbers"),
    "c": ("complex numbers", "give real and imaginary parts as columns or arrays of their own"),
    "V": ("raw bytes", "give the texts or numbers that they stand for"),
}
"""values that no file of an input holds, by their kind in numpy: what they are called, and what helps"""
_KINDS = {complex: "c", datetime.timedelta: "m"}
_WIDE = ("Int128", "UInt128")
_SEPARATORS = ";\t|"
_LONGEST = 100
"""characters of an input's name, which is that of a file"""


def written(root: Path, given: str, value: Any, stated: Mapping[str, Any]) -> str:
    """The input ``given`` as a file of ``root``; returns its name.  ``stated`` are the parameters of the call.

    Raises:
        InputError: the value is no file, table or array, or holds values that a file cannot show as missing.
    """
    import numpy as np

    if (
        given[:1] in ("", ".")
        or len(given) > _LONGEST
        or PurePosixPath(given.replace("\\", "/")).name != given
    ):
        raise refused(f"inputs: expected the name of an input, found {given!a}")
    if isinstance(value, str | Path):
        source = Path(value)
        if not source.is_file():
            what = found_instead(source)
            raise refused(
                f"input {given}: "
                + (f"expected a file, found {what}: {source}" if what else f"there is no file {source}")
            )
        path = root / f"{given}{source.suffix}"
        path.write_bytes(source.read_bytes())
        return path.name
    value = collected(value)
    columns = columns_of(given, value)
    if columns is None:
        path = root / f"{given}.npy"
        array = as_array(f"input {given}", value, *_WHOLE)
        if not array.ndim:
            raise refused(f"input {given}: expected {_WHOLE[0]}, found {shown(value)}", _WHOLE[1])
        np.save(path, storable(f"input {given}", array), allow_pickle=False)
        return path.name
    arrays = {}
    for name, values in columns.items():
        arrays[name] = as_array(f"input {given}, column {name}", values, "values of one kind and shape")
        if not arrays[name].ndim:
            raise refused(
                f"input {given}, column {name}: expected a sequence of values, found {type(values).__name__}"
            )
    levels = row_labels(value)
    if any(array.ndim > 1 for array in arrays.values()):
        refuse_marked(root, given, levels)
        path = root / f"{given}.npz"
        kept = {name: storable(f"input {given}, array {name}", array) for name, array in arrays.items()}
        with zipfile.ZipFile(path, "w") as archive:  # numpy's own takes an array `file` for the file
            for name, array in kept.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as stream:
                    np.lib.format.write_array(stream, array, allow_pickle=False)
        return path.name
    added = taken_in(given, levels, arrays, stated)
    refuse_marked(
        root, given, {name: levels[name] for name in levels if name not in added and name not in arrays}
    )
    labels = {
        name: as_array(f"input {given}, index {name}", added[name], "texts or numbers") for name in added
    }
    return _table(root, given, {**labels, **arrays})


def _table(root: Path, given: str, arrays: Mapping[str, Any]) -> str:
    lengths = {name: len(array) for name, array in arrays.items()}
    if len(set(lengths.values())) > 1:
        words = ", ".join(f"{name} {n}" for name, n in lengths.items())
        raise refused(f"input {given}: expected columns of equal length, found {words}")
    for name, array in arrays.items():
        if _is_several_lines(name):
            raise refused(
                f"input {given}: expected the name of a column on one line, found {name!a}", "rename it"
            )
        if any(isinstance(value, bytes) for value in (array if array.dtype.kind in "SO" else ())):
            raise refused(f"input {given}, column {name}: expected texts, found bytes", "decode them")
        for row, value in enumerate(array if array.dtype.kind in "UO" else (), start=1):
            if isinstance(value, str) and _is_several_lines(value):
                raise refused(
                    f"input {given}, column {name}, row {row}: expected a text on one line, found {str(value)!a}"
                )
        refuse_mixed(f"input {given}, column {name}", array)
    _refuse_without_value(given, arrays)
    path = root / f"{given}.csv"
    try:
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            # a sign in a name that separates columns in other files is none here
            quoted = any({*name} & {*_SEPARATORS} for name in arrays)
            heads = csv.writer(stream, quoting=csv.QUOTE_ALL) if quoted else writer
            heads.writerow(arrays)
            writer.writerows(zip(*(_cells(array) for array in arrays.values()), strict=True))
    except UnicodeEncodeError as error:
        raise refused(f"input {given}: expected texts that a file can hold, found {error.object!a}") from None
    return path.name


def _is_several_lines(text: str) -> bool:
    """Whether a text holds what ends a line, or a text, in a file."""
    return not {*text}.isdisjoint("\n\r\0")


def _refuse_without_value(given: str, arrays: Mapping[str, Any]) -> None:
    """A row of ``None`` alone is a mistake of whoever made it; as a file it would be a blank line."""
    if not arrays or any(array.dtype != object for array in arrays.values()):
        return
    for row, values in enumerate(zip(*arrays.values(), strict=True), start=1):
        if all(value is None for value in values):
            more = " and in the others" if len(arrays) > 1 else ""
            raise refused(
                f"input {given}, row {row}: expected a value in column {next(iter(arrays))}{more}, found None",
                "leave out a row without values, or give them",
            )


def _cells(array: Any) -> list[Any]:
    from casegen_evidence.short_precision import as_printed

    return list((as_printed(array) if array.dtype.kind == "f" else array).tolist())


def as_array(where: str, values: Any, expected: str, hint: str = "") -> Any:
    """Values as an array of numpy; those that are masked or have a unit, or that no array can hold, are refused."""
    import numpy as np
    from casegen_evidence.short_precision import as_printed

    if isinstance(values, bytes | bytearray) or (isinstance(values, memoryview) and values.itemsize == 1):
        raise refused(f"{where}: expected {expected}, found {type(values).__name__}", hint)
    try:
        values = np.asarray(values) if isinstance(values, memoryview) else values
        refuse_hidden(values, where)
        array = np.asarray(_of_python(values))
    except (InputError, MemoryError):
        raise
    except Exception as error:  # of numpy, or of the library that the values are of
        raise refused(
            f"{where}: expected {expected}, found {type(values).__name__} ({said(error)})", hint
        ) from error
    if array.ndim and (refusal := _REFUSED.get(array.dtype.kind)):
        raise refused(f"{where}: expected plain numbers or texts, found {refusal[0]}", refusal[1])
    if array.dtype.kind == "M":  # its numbers would count from 1970
        missing = np.isnat(array)
        texts = array.astype(str).astype(object if missing.any() else str)
        texts[missing] = None
        return texts
    if array.dtype.kind in "iuf" and not hasattr(values, "dtype"):
        given = np.asarray(values, object)
        if any(isinstance(value, bool | np.bool_) for value in given.flat):
            return given  # a truth value would be 1 or 0
        if any(isinstance(value, np.float32 | np.float16) for value in given.flat):
            return np.reshape([as_printed(value) for value in given.flat], array.shape)
    if array.dtype.kind == "U" and not hasattr(values, "dtype"):
        given = np.asarray(values, object)  # a number among texts would become one
        array = array if all(isinstance(value, str) for value in given.flat) else given
    if array.dtype == object:
        array = _as_kept(where, array)
    return array


def _of_python(values: Any) -> Any:
    """A column of polars of numbers that numpy does not have, as those of Python; anything else as it is."""
    wide = str(getattr(values, "dtype", "")) in _WIDE and hasattr(values, "to_list")
    return values.to_list() if wide else values


def _as_kept(where: str, values: Any) -> Any:
    """Objects of an array as a file holds them: a fraction as the nearest number, a date as its text.

    A date without a value (``NaT``) is a missing value.
    """
    import numpy as np

    result = values.copy()
    flat = result.reshape(-1)
    for place, value in enumerate(flat):
        kind = _KINDS.get(type(value), value.dtype.kind if isinstance(value, np.generic) else "")
        if refusal := _REFUSED.get(kind):
            raise refused(f"{where}: expected plain numbers or texts, found {refusal[0]}", refusal[1])
        if type(value).__name__ == "NAType":  # of pandas
            flat[place] = None
        elif isinstance(value, Fraction):
            flat[place] = plain(value, "")
        elif isinstance(value, datetime.date | datetime.time | np.datetime64):
            flat[place] = str(value) if value == value else None
    return result.astype(float) if all(isinstance(value, float) for value in flat) else result
