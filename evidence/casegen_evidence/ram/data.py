"""Labelled points from a file, checked: what is wrong is said with its place and its mend."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.models.classifier import plain

if TYPE_CHECKING:
    from casegen_evidence.ram.specs import DataSpec


@dataclass(frozen=True, slots=True)
class LabelledPoints:
    """Points ``(n, d)`` with label indices ``(n,)`` into ``classes``, and the features' names.

    ``notes`` say what a reader of the file had to decide.  ``groups`` (n,) name what each row belongs to (a video, a
    patient), where rows of one group depend on each other.
    """

    points: NDArray[np.float64]
    labels: NDArray[np.int64]
    classes: tuple[str, ...]
    features: tuple[str, ...]
    notes: tuple[str, ...] = ()
    groups: tuple[str, ...] | None = None

    def part(self, rows: NDArray[Any]) -> LabelledPoints:
        """The chosen ``rows`` (indices or flags)."""
        at = np.arange(len(self.points))[rows]
        groups = None if self.groups is None else tuple(self.groups[i] for i in at)
        return replace(self, points=self.points[at], labels=self.labels[at], groups=groups)


def labelled(points: Any, labels: Any, features: Sequence[str] = ()) -> LabelledPoints:
    """Check arrays: finite points, two classes or more, one label per point."""
    x = np.asarray(points, dtype=float)
    y = np.asarray(labels)
    if x.ndim != 2 or not len(x):
        raise InputProblem(f"expected points of shape (n, d), found shape {x.shape}")
    if y.shape != (len(x),):
        raise InputProblem(f"expected one label for each of {len(x)} points, found shape {y.shape}")
    names = tuple(features) or tuple(f"x{k + 1}" for k in range(x.shape[1]))
    bad = np.argwhere(~np.isfinite(x))
    if len(bad):
        row, column = (int(v) for v in bad[0])
        raise InputProblem(
            f"expected finite numbers; found {x[row, column]} in row {row + 1}, column {names[column]} "
            f"({len(bad)} such values). Remove or repair these rows"
        )
    words = [str(plain(v)) for v in y.tolist()]
    classes = tuple(sorted(set(words), key=_natural))
    if len(classes) < 2:
        raise InputProblem(
            f"expected points of two classes or more; all {len(x)} have label {classes[0]!r}. A pmi needs "
            "something to be mistaken for"
        )
    index = {name: i for i, name in enumerate(classes)}
    return LabelledPoints(x, np.array([index[w] for w in words], dtype=np.int64), classes, names)


def require_variation(data: LabelledPoints) -> None:
    """Refuse a feature that is the same in all points: no cell or bandwidth can be sized along it."""
    for k, name in enumerate(data.features):
        if np.ptp(data.points[:, k]) == 0:
            raise InputProblem(
                f"expected features that vary; {name} is {data.points[0, k]:g} in all {len(data.points)} rows. "
                "Remove the column"
            )


def _natural(word: str) -> tuple[int, float, str]:
    try:
        return (0, float(word), word)
    except ValueError:
        return (1, 0.0, word)


DATA_GROUP = "casegen.data"


def points_of(
    path: Path | None, spec: DataSpec | None, seed: int, label: str | None = None, group: str | None = None
) -> tuple[LabelledPoints, tuple[str, ...]]:
    """Labelled points from the file or from the provider, whichever is given, and notes on their origin."""
    if (path is None) == (spec is None):
        raise InputProblem(
            "expected either input `points` (a file) or parameter `data` (a provider); found "
            + ("neither" if path is None else "both")
        )
    if path is not None:
        data = read(path, label, group)
        return data, data.notes
    assert spec is not None
    return provided_points(spec.provider, dict(spec.options), seed)


def provided_points(name: str, options: dict[str, Any], seed: int) -> tuple[LabelledPoints, tuple[str, ...]]:
    """Points of entry point ``name`` in the group ``casegen.data``; a note says what was taken, by its hash.

    The entry point is a function of ``(options, seed)``; it returns points ``(n, d)`` and labels ``(n,)``,
    and the features' names if it likes.
    """
    from hashlib import sha256

    results = {point.name: point for point in entry_points(group=DATA_GROUP)}
    if name not in results:
        known = ", ".join(sorted(results)) or "none is installed"
        raise InputProblem(
            f"expected a data provider installed under {DATA_GROUP} ({known}); found {name!r}. Install the "
            "package that provides it"
        )
    try:
        given = results[name].load()(options, seed)
        points, labels, *features = given
    except (TypeError, ValueError) as error:
        raise InputProblem(
            f"expected (points, labels) or (points, labels, features) from data provider {name!r}: {error}"
        ) from error
    data = labelled(points, labels, *features)
    digest = sha256(data.points.tobytes() + data.labels.tobytes()).hexdigest()
    return data, (f"{len(data.points):,} points of data provider {name}, SHA-256 {digest[:16]}.",)


def read(path: Path, label: str | None = None, group: str | None = None) -> LabelledPoints:
    """Read csv (a header, one column per feature, one for the label) or npz (arrays ``points``, ``labels``).

    ``group`` names the column (or array) of what each row belongs to, if rows depend on each other.
    ``label`` names the label's column, the last by default; a first column without a name holds row names
    and is passed over.  Columns are parted by commas, semicolons, tabs or spaces.  A first row of numbers (but for
    the label) is a point, not a header: columns are then named x1, x2, …, and a note says so.
    """
    if not path.is_file():
        raise InputProblem(f"expected a file of labelled points at {path}; there is none. Correct the path")
    return _read_npz(path, group) if path.suffix == ".npz" else _read_csv(path, label, group)


def _read_npz(path: Path, group: str | None = None) -> LabelledPoints:
    try:
        with np.load(path, allow_pickle=False) as file:
            missing = [
                name for name in ("points", "labels", *([group] if group else [])) if name not in file.files
            ]
            if missing:
                raise InputProblem(
                    f"expected arrays points and labels in {path.name}, found {', '.join(file.files)}; "
                    f"missing: {', '.join(missing)}"
                )
            result = labelled(file["points"], file["labels"])
            return replace(result, groups=_groups(file[group], len(result.points))) if group else result
    except (OSError, ValueError) as error:
        if isinstance(error, InputProblem):
            raise
        raise InputProblem(f"expected an npz file of plain arrays at {path.name}: {error}") from error


def _groups(values: NDArray[Any], rows: int) -> tuple[str, ...]:
    if values.shape != (rows,):
        raise InputProblem(f"expected one group for each of {rows} points, found shape {values.shape}")
    return tuple(str(v) for v in values.tolist())


def read_inputs(path: Path, features: Sequence[str]) -> NDArray[np.float64]:
    """Inputs without labels, ``(N, d)``: csv whose header names the ``features``, or npz with ``points``."""
    if path.suffix == ".npz":
        with np.load(path, allow_pickle=False) as file:
            if "points" not in file.files:
                raise InputProblem(f"expected an array points in {path.name}, found {', '.join(file.files)}")
            inputs = np.asarray(file["points"], dtype=float)
    else:
        table = _table(path)
        missing = [f for f in features if f not in table.header]
        if missing:
            raise InputProblem(
                f"expected columns {', '.join(features)} in {path.name}; {', '.join(missing)} missing"
            )
        inputs = table.numbers([table.header.index(f) for f in features])
    if inputs.ndim != 2 or inputs.shape[1] != len(features) or not np.isfinite(inputs).all():
        raise InputProblem(
            f"expected finite inputs of {len(features)} features in {path.name}, found shape {inputs.shape}"
        )
    return inputs


def _read_csv(path: Path, label: str | None = None, group: str | None = None) -> LabelledPoints:
    table = _table(path)
    header = table.header
    if len(header) < 2:
        raise InputProblem(
            f"expected features and, last, the label in {path.name}; found one column {header[0]!r}. Columns are "
            "parted by commas, semicolons, tabs or spaces"
        )
    if label is not None and label not in header:
        raise InputProblem(
            f"expected the label in a column of {path.name} ({', '.join(header)}); found {label!r}"
        )
    if group is not None and group not in header:
        raise InputProblem(
            f"expected the group in a column of {path.name} ({', '.join(header)}); found {group!r}"
        )
    beside = None if group is None else header.index(group)
    last = [k for k in range(len(header)) if k != beside][-1]
    at = last if label is None else header.index(label)
    columns = [k for k in range(len(header)) if k not in (at, beside)]
    points = table.numbers(columns)
    labels = [_label(row[at].strip()) for _, row in table.rows]
    if "" in labels:
        raise InputProblem(
            f"expected a label in {path.name} line {table.rows[labels.index('')][0]}, column {header[at]}; found "
            "none. Remove or repair the row"
        )
    result = labelled(points, np.array(labels, dtype=object), [header[k] for k in columns])
    groups = None if beside is None else tuple(row[beside].strip() for _, row in table.rows)
    return replace(result, notes=table.notes, groups=groups)


@dataclass(frozen=True, slots=True)
class _Table:
    """A csv file: names of the columns, and rows as long as these with the line each ends at."""

    name: str
    header: list[str]
    rows: list[tuple[int, list[str]]]
    notes: tuple[str, ...] = ()

    def numbers(self, columns: Sequence[int]) -> NDArray[np.float64]:
        """The ``columns`` as finite numbers, ``(rows, len(columns))``."""
        result = np.empty((len(self.rows), len(columns)))
        for i, (line, row) in enumerate(self.rows):
            for k, column in enumerate(columns):
                result[i, k] = _number(row[column], self.name, line, self.header[column])
        return result


def _table(path: Path) -> _Table:
    """The csv file at ``path``; every row is as long as the header."""
    rows = _parted(path)
    if len(rows) < 2:
        raise InputProblem(f"expected a header and rows of numbers in {path.name}, found {len(rows)} rows")
    header = [h.strip() for h in rows[0][1]]
    notes: tuple[str, ...] = ()
    if _is_point(header):
        header = [f"x{k + 1}" for k in range(len(header))]
        notes = (f"{path.name} has no header: its first row holds numbers and is taken as a point.",)
    else:
        rows = rows[1:]
    if len(header) > 1 and not header[0]:  # row names, as spreadsheets write them
        header, rows = header[1:], [(line, row[1:]) for line, row in rows]
    for line, row in rows:
        if len(row) != len(header):
            raise InputProblem(
                f"expected {len(header)} columns in {path.name} line {line}, found {len(row)}. Every row needs a "
                "value in every column"
            )
    return _Table(path.name, header, rows, notes)


def _parted(path: Path) -> list[tuple[int, list[str]]]:
    """The rows that are not blank, in parts, with the line each ends at."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise InputProblem(
            f"expected text in UTF-8 in {path.name}; line {line} is not. Save the file as UTF-8"
        ) from error
    first = text.lstrip().partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    if delimiter not in first:
        parted = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1)]
        return [(number, row) for number, row in parted if row]
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter)
    return [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]


def _is_point(cells: Sequence[str]) -> bool:
    """Whether a first row is a point already: numbers in all columns but one, which may hold a label.

    Columns numbered from 0 or 1, as programs write them, are a header.
    """
    words = [not _is_number(cell) for cell in cells]
    if sum(words) > 1 or all(words):
        return False
    running = [[str(k + start) for k in range(len(cells))] for start in (0, 1)]
    return not any(all(w or a == b for w, a, b in zip(words, cells, r, strict=True)) for r in running)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _number(text: str, file: str, line: int, column: str) -> float:
    place = f"in {file} line {line}, column {column}; found {text.strip()!r}"
    try:
        value = float(text)
    except ValueError:
        hint = "Remove or repair the row; remove the column, or state it as `label` if it holds the labels"
        if _is_number(text.replace(",", ".")):
            hint = "Write a point before decimals"
        raise InputProblem(f"expected a number {place}. {hint}") from None
    if not np.isfinite(value):
        raise InputProblem(f"expected a finite number {place}. Remove or repair the row")
    return value


def _label(text: str) -> str:
    """``1.0`` and ``1`` name the same class."""
    try:
        return str(plain(float(text)))
    except ValueError:
        return text


def conflicting(data: LabelledPoints) -> int:
    """Number of points that coincide with a point of another label."""
    _, inverse = np.unique(data.points, axis=0, return_inverse=True)
    inverse = inverse.reshape(-1)
    low = np.full(inverse.max() + 1, len(data.classes))
    high = np.full(inverse.max() + 1, -1)
    np.minimum.at(low, inverse, data.labels)
    np.maximum.at(high, inverse, data.labels)
    return int(np.sum((low != high)[inverse]))
