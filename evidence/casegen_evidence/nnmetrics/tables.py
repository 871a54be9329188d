"""Tables and arrays from files, checked: what is wrong is said with its place and its mend."""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.scenarios import near

Row = dict[str, str]


def read_rows(path: Path, needed: Sequence[str] = ()) -> list[Row]:
    """Rows of a csv file with a header, as text; ``needed`` columns must be there."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as stream:
            lines = [line for line in csv.reader(stream) if line]
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputProblem(f"expected a csv file in UTF-8 at {path.name}: {error}") from error
    if len(lines) < 2:
        raise InputProblem(f"expected a header and at least one row in {path.name}, found {len(lines)} lines")
    header = [h.strip() for h in lines[0]]
    if len(set(header)) < len(header):
        raise InputProblem(f"expected different column names in {path.name}, found {', '.join(header)}")
    for name in needed:
        if name not in header:
            raise InputProblem(
                f"expected a column {name} in {path.name}; found {', '.join(header)}{near(name, header)}"
            )
    for number, line in enumerate(lines[1:], start=2):
        if len(line) != len(header):
            raise InputProblem(
                f"expected {len(header)} columns in {path.name} line {number}, found {len(line)}"
            )
    return [dict(zip(header, (v.strip() for v in line), strict=True)) for line in lines[1:]]


def numbers(rows: Sequence[Mapping[str, str]], column: str, file: str) -> NDArray[np.float64]:
    """A column as finite numbers ``(n,)``."""
    result = np.empty(len(rows))
    for i, row in enumerate(rows):
        try:
            result[i] = float(row[column])
        except ValueError:
            result[i] = np.nan
        if not np.isfinite(result[i]):
            raise InputProblem(
                f"expected a finite number in {file} line {i + 2}, column {column}; found {row[column]!r}"
            )
    return result


def flags(rows: Sequence[Mapping[str, str]], column: str, file: str) -> NDArray[np.bool_]:
    """A column of 0 and 1 (or false and true) as booleans ``(n,)``."""
    words = {"0": False, "1": True, "false": False, "true": True}
    result = np.empty(len(rows), dtype=bool)
    for i, row in enumerate(rows):
        word = row[column].lower()
        if word not in words:
            raise InputProblem(
                f"expected 0 or 1 in {file} line {i + 2}, column {column}; found {row[column]!r}"
            )
        result[i] = words[word]
    return result


def read_arrays(path: Path, needed: Sequence[str] = ()) -> dict[str, NDArray[Any]]:
    """Arrays of an npz file (plain arrays only, never pickled objects).

    Numbers have to be finite; text is accepted in arrays whose name ends in ``labels``.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            results = {name: file[name] for name in file.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, AttributeError) as error:
        raise InputProblem(f"expected an npz file of plain arrays at {path.name}: {error}") from error
    for name in needed:
        if name not in results:
            raise InputProblem(
                f"expected an array {name} in {path.name}; found {', '.join(results)}{near(name, tuple(results))}"
            )
    for name, array in results.items():
        _plain_numbers(name, array, path.name)
    return results


def _plain_numbers(name: str, array: NDArray[Any], file: str) -> None:
    if array.dtype.kind == "U" and name.endswith("labels"):
        return
    if array.dtype.kind not in "biuf":
        raise InputProblem(f"expected numbers in array {name} of {file}; found {array.dtype}")
    if not array.size:
        raise InputProblem(f"expected values in array {name} of {file}; it is empty, shape {array.shape}")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        bad = int((~np.isfinite(array)).sum())
        raise InputProblem(f"expected finite numbers in array {name} of {file}; {bad} are not")


def aligned(arrays: Mapping[str, NDArray[Any]], file: str) -> int:
    """The common length of arrays; raises :class:`InputProblem` where they differ."""
    lengths = {name: len(a) if a.ndim else 0 for name, a in arrays.items()}
    if len(set(lengths.values())) != 1:
        words = ", ".join(f"{name} {n}" for name, n in lengths.items())
        raise InputProblem(f"expected arrays of one length in {file}; found {words}. The rows are misaligned")
    return next(iter(lengths.values()))
