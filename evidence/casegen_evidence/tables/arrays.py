"""Arrays of more than one dimension from npz files: plain, finite, reported like tables."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.archives import opened
from casegen_evidence.error_words import without_addresses
from casegen_evidence.method import InputProblem
from casegen_evidence.short_precision import as_printed
from casegen_evidence.signs import Intake
from casegen_evidence.suggestions import among, near
from casegen_evidence.tables.cell_texts import LONG, MOST_VALUE
from casegen_evidence.tables.labels import is_blank

ONE_ARRAY = "found one array without a name"
COPIED = 0.03
"""share of rows below which those that repeat an earlier one are left alone"""
ARRAY = ".npy"
MOST_ARRAYS = 10_000
"""arrays of a file: each costs about a millisecond, and a table of more columns is one array of two dimensions"""
AS_SAVED = ("images", "inputs", "train_images")
"""arrays that a network is given: in their own precision"""


def read_arrays(
    path: Path,
    needed: Sequence[str] = (),
    *,
    intake: Intake | None = None,
    role: str = "",
    text: Sequence[str] = (),
    others: Sequence[str] | None = None,
) -> dict[str, NDArray[Any]]:
    """Arrays of an npz file (plain arrays only, never pickled objects).

    ``others`` are names that the method reads beside those ``needed`` where they are there (None: any); an array of
    another name is reported as one that is not read.
    Numbers of half and single precision are as printed, except those that a network is given (:data:`AS_SAVED`).
    Numbers have to be finite; text is accepted in the arrays ``text`` and in those whose name ends in ``labels``.  Raises
    :class:`InputProblem`.
    """
    try:
        if zipfile.is_zipfile(path):
            with opened(path, path.name) as archive:
                _has_needed(array_names(archive, path.name), needed, path.name)
        loaded = np.load(path, allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            raise InputProblem(
                f"expected an npz file at {path.name}, in which arrays have names; {ONE_ARRAY}. Save it under a name: "
                "np.savez(path, name=array)"
            )
        with loaded as file:
            results = {name: file[name] for name in file.files}
        if long := [name for name, array in results.items() if long_texts(array.dtype)]:
            raise InputProblem(f"{path.name}, array {long[0]}: {LONG}")
        for array in results.values():
            if array.dtype.kind == "U":
                np.char.encode(array, "utf-8")  # what is no text shows here
    except (MemoryError, InputProblem):
        raise
    except Exception as error:  # damaged archives and headers end in errors of many kinds
        words = without_addresses(str(error))
        raise InputProblem(f"expected an npz file of plain arrays at {path.name}: {words}") from error
    for name, array in results.items():
        _plain_numbers(name, array, path.name, name in text)
        if array.dtype.kind in "US" and (name in needed or name.endswith("labels")):
            _no_blanks(name, array, path.name)
    results = {n: a if n in AS_SAVED or a.dtype.kind != "f" else as_printed(a) for n, a in results.items()}
    if intake is not None:
        unread = [name for name in results if others is not None and name not in (*needed, *others)]
        columns = [_summary(name, array) for name, array in results.items() if name not in unread]
        rows = max(len(a) if a.ndim else 0 for a in results.values()) if results else 0
        beside = {"elsewhere": [_unread(name, results[name]) for name in unread]} if unread else {}
        intake.read.append({"input": role, "file": path.name, "rows": rows, "columns": columns, **beside})
    return results


def long_texts(kind: np.dtype[Any]) -> bool:
    """Whether an array holds texts of more than :data:`MOST_VALUE` characters."""
    return kind.kind in "US" and kind.itemsize // (4 if kind.kind == "U" else 1) > MOST_VALUE


def _has_needed(names: Sequence[str], needed: Sequence[str], file: str) -> None:
    """Refuse an archive without an array of a name in ``needed``, before any is unpacked."""
    for name in needed:
        if name not in names:
            raise InputProblem(f"expected an array {name} in {file}; found {among(names)}{near(name, names)}")


def array_names(archive: zipfile.ZipFile, file: str) -> list[str]:
    """Names of the arrays of an archive; refuses more than :data:`MOST_ARRAYS`, and entries that are no arrays."""
    entries = archive.namelist()
    if other := [name for name in entries if not name.endswith(ARRAY)]:
        raise InputProblem(
            f"{file} holds {other[0][:80]!r}, which is no array: nothing would read it. Leave it out"
        )
    names = [name.removesuffix(ARRAY) for name in entries]
    if len(names) > MOST_ARRAYS:
        raise InputProblem(
            f"{file} holds {len(names):,} arrays, {MOST_ARRAYS:,} at most. Save what belongs together as one array"
        )
    return names


def _unread(name: str, array: NDArray[Any]) -> str:
    shape = " × ".join(map(str, array.shape)) or "one value"
    held = f", {array.min():g} to {array.max():g}" if array.dtype.kind in "iuf" and array.size else ""
    return f"array {name!r} is not read: {shape}{held}"


def _summary(name: str, array: NDArray[Any]) -> dict[str, Any]:
    shown: dict[str, Any] = {"name": name, "in_file": name, "shape": list(array.shape)}
    if array.dtype.kind in "biuf" and array.ndim > 1:
        with np.errstate(over="ignore"):  # the sum of huge numbers may be none
            mean = float(array.mean())
        return shown | {"least": float(array.min()), "most": float(array.max()), "mean": mean}
    words, counts = np.unique(array.astype(str), return_counts=True)
    shown["distinct"] = len(words)
    if len(words) <= 30:
        shown["classes"] = dict(zip(words.tolist(), counts.tolist(), strict=True))
    return shown


def _no_blanks(name: str, array: NDArray[Any], file: str) -> None:
    """Refuse texts of which nothing is seen, or that a missing number became: a missing value is no class."""
    words, rows = np.unique(array.astype(str), return_inverse=True)
    blank = [k for k, word in enumerate(words.tolist()) if is_blank(word)]
    where = np.flatnonzero(np.isin(rows.reshape(-1), blank))
    if len(where):
        raise InputProblem(
            f"{file}, array {name}, position {int(where[0]) + 1}: no value ({len(where):,} such in all); repair it, or "
            "remove the row if nothing was measured there: what gave no answer has failed"
        )


def _plain_numbers(name: str, array: NDArray[Any], file: str, text: bool) -> None:
    if array.dtype.kind in "US" and (text or name.endswith("labels")):
        return
    if array.dtype.kind not in "biuf":
        raise InputProblem(f"expected numbers in array {name} of {file}; found {array.dtype}")
    if not array.size:
        raise InputProblem(f"expected values in array {name} of {file}; it is empty, shape {array.shape}")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        bad = np.argwhere(~np.isfinite(array))
        where = ", ".join(str(int(k) + 1) for k in bad[0])
        raise InputProblem(
            f"expected finite numbers in array {name} of {file}; {len(bad)} are not, the first at position {where}"
        )


def aligned(arrays: Mapping[str, NDArray[Any]], file: str) -> int:
    """The common length of arrays; raises :class:`InputProblem` where they differ."""
    lengths = {name: len(a) if a.ndim else 0 for name, a in arrays.items()}
    if len(set(lengths.values())) != 1:
        words = ", ".join(f"{name} {n}" for name, n in lengths.items())
        raise InputProblem(f"expected arrays of one length in {file}; found {words}. The rows are misaligned")
    return next(iter(lengths.values()))


def repeated(array: NDArray[Any]) -> int:
    """How many rows repeat an earlier one to the bit; 0 where only rows of few values do, which meet by chance."""
    rows = np.ascontiguousarray(array.reshape(len(array), -1), dtype=np.float64)
    if rows.shape[1] < 4:
        return 0
    ordered = np.sort(rows, axis=1)
    telling = rows[(np.diff(ordered, axis=1) > 0).sum(axis=1) >= min(10, rows.shape[1] - 1)]
    if again_in(telling) < max(5, COPIED * len(rows)):
        return 0
    return again_in(rows)


def again_in(rows: NDArray[Any]) -> int:
    """How many of ``rows`` (n, d) repeat an earlier one to the bit."""
    return len(rows) - len({row.tobytes() for row in rows})


def no_copies(
    array: NDArray[Any], what: str, intake: Intake, *, near: bool = True, classes: int | None = None
) -> None:
    """Rows of an array that are to be independent draws, none of which may be there twice, or (``near``) nearly so.

    Of how many ``classes`` they are tells from which number on groups of them are more than the classes' own.
    """
    again = repeated(array)
    if again:
        intake.fails(
            "repeated-rows",
            f"{what}: {again:,} of {len(array):,} repeat an earlier one in every digit: copies are no independent draws",
            hint="keep one of each",
        )
        return
    if not near:
        return
    from casegen_evidence.tables.signs.near_copies import near_copies_of_rows

    words, most = near_copies_of_rows(array, classes)
    if words:
        note = intake.fails if most else intake.suspects
        note(
            "near-copies",
            f"{what}: {words}: frames of one scene, or a picture saved again, are no independent draws",
            hint="keep one of each"
            + ("" if most else "; or say in the waiver of which kinds of things the groups are"),
        )
