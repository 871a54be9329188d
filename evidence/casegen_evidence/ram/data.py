"""Labelled points from a file, checked: what is wrong is reported with its place and its fix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence import returned
from casegen_evidence.installed import faults_of, installed
from casegen_evidence.method import InputProblem
from casegen_evidence.models.classifier import plain
from casegen_evidence.short_precision import as_printed
from casegen_evidence.signs import Intake
from casegen_evidence.suggestions import among
from casegen_evidence.tables.arrays import read_arrays
from casegen_evidence.tables.data_table import DataTable
from casegen_evidence.tables.labels import judge_numbers
from casegen_evidence.tables.labels import label as label_of
from casegen_evidence.tables.reader import header_of, read_table
from casegen_evidence.tables.signs.marks import is_no_label, judge_label
from casegen_evidence.tables.signs.meaning import changed_places
from casegen_evidence.tables.spec import Kind, Label, Number

if TYPE_CHECKING:
    from casegen_evidence.ram.specs import DataSpec


LARGEST, LEAST = 1e36, 1e-36
"""the largest size and the least spread of a feature: of these its squares, and densities over several, are still
numbers, and what a classifier computes in 32 bits"""


@dataclass(frozen=True, slots=True)
class LabelledPoints:
    """Points ``(n, d)`` with label indices ``(n,)`` into ``classes``, and the features' names.

    ``notes`` say what a reader of the file had to decide.  ``groups`` (n,) name what each row belongs to (a video, a
    patient), where rows of one group depend on each other.  ``places`` are those of the features in the file, where an
    estimator has them in another order; empty else.
    """

    points: NDArray[np.float64]
    labels: NDArray[np.int64]
    classes: tuple[str, ...]
    features: tuple[str, ...]
    notes: tuple[str, ...] = ()
    groups: tuple[str, ...] | None = None
    places: tuple[int, ...] = ()

    def part(self, rows: NDArray[Any]) -> LabelledPoints:
        """The chosen ``rows`` (indices or flags)."""
        at = np.arange(len(self.points))[rows]
        groups = None if self.groups is None else tuple(self.groups[i] for i in at)
        return replace(self, points=self.points[at], labels=self.labels[at], groups=groups)

    def in_order(self, places: Sequence[int]) -> LabelledPoints:
        """The features that stand at ``places``, all of them, in that order; as they are where it is empty."""
        if not places:
            return self
        names = tuple(self.features[k] for k in places)
        return replace(self, points=self.points[:, places], features=names, places=tuple(places))

    def stated_in_order(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """One value for each feature, stated in the order of the file, in that of ``features``."""
        if len(self.places) != len(values):
            return tuple(values)
        return tuple(values[k] for k in self.places)


_AS_ROWS = (
    ". Write pictures as rows, points.reshape(len(points), -1): an ONNX network gets them in the shape of its input, and "
    "a torch module of a provider begins with Flatten and Unflatten"
)


def labelled(points: Any, labels: Any, features: Sequence[str] = ()) -> LabelledPoints:
    """Check arrays: finite points, two classes or more, one label per point."""
    x = as_printed(points)
    y = np.asarray(labels)
    if x.ndim != 2 or not len(x):
        raise InputProblem(f"expected points of shape (n, d), found shape {x.shape}{_AS_ROWS * (x.ndim > 2)}")
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
    refuse_extreme(x, names)
    spelled = [str(plain(v)) for v in y.tolist()]
    judge_numbers(set(spelled), "labels")
    words = [label_of(word) for word in spelled]
    classes = tuple(sorted(set(words), key=_natural))
    if len(classes) < 2:
        raise InputProblem(
            f"expected points of two classes or more; all {len(x)} have label {classes[0]!r}. A pmi needs "
            "something to be mistaken for"
        )
    index = {name: i for i, name in enumerate(classes)}
    return LabelledPoints(x, np.array([index[w] for w in words], dtype=np.int64), classes, names)


def refuse_extreme(points: NDArray[np.float64], names: Sequence[str], *, spread: bool = True) -> None:
    """Refuse a feature of numbers so large, or (if ``spread``) that vary by so little, that their squares are lost.

    Raises :class:`InputProblem` that names the feature.
    """
    for name, values in zip(names, points.T if len(points) else (), strict=False):
        row = int(np.abs(values).argmax())
        if abs(values[row]) > LARGEST:
            raise InputProblem(
                f"expected features of a size up to {LARGEST:g}; {name} is {values[row]:g} in row {row + 1}. Give it in "
                "a larger unit, or correct the number"
            )
        if spread and 0 < (varies := float(np.ptp(values))) < LEAST:
            raise InputProblem(
                f"expected features that vary by {LEAST:g} or more, or not at all; {name} varies by {varies:g} in all. "
                "Give it in a smaller unit"
            )


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
    path: Path | None,
    spec: DataSpec | None,
    seed: int,
    label: str | None = None,
    group: str | None = None,
    *,
    declared: Mapping[str, Any] | None = None,
    intake: Intake | None = None,
) -> tuple[LabelledPoints, tuple[str, ...]]:
    """Labelled points from the file or from the provider, whichever is given, and notes on their origin."""
    if (path is None) == (spec is None):
        raise InputProblem(
            "expected either input `points` (a file) or parameter `data` (a provider); found "
            + ("neither" if path is None else "both")
        )
    if path is not None:
        data = read(path, label, group, declared=declared, intake=intake)
        return data, data.notes
    assert spec is not None
    return provided_points(spec.provider, dict(spec.options), seed)


def provided_points(name: str, options: dict[str, Any], seed: int) -> tuple[LabelledPoints, tuple[str, ...]]:
    """Points of entry point ``name`` in the group ``casegen.data``; a note says what was taken, by its hash.

    The entry point is a function of ``(options, seed)``; it returns points ``(n, d)`` and labels ``(n,)``,
    and the features' names if it likes.
    """
    from hashlib import sha256

    provide = installed(DATA_GROUP, name)
    with faults_of(provide.title):
        data = _checked(provide(options, seed))
    digest = sha256(data.points.tobytes() + data.labels.tobytes()).hexdigest()
    return data, (f"{len(data.points):,} points of data provider {name}, SHA-256 {digest[:16]}.",)


def _checked(given: Any) -> LabelledPoints:
    """What a data provider returned, where it is points, labels and, if it likes, the features' names."""
    if not isinstance(given, tuple | list) or len(given) not in (2, 3):
        raise InputProblem(
            f"expected (points, labels) or (points, labels, features), found {type(given).__name__}"
        )
    points, labels, *features = given
    own = returned.column_names(points)
    if own and not features:
        features = [own]
    x, y = returned.numbers(points, "points"), returned.labels(labels, "labels")
    for names in features if x.ndim == 2 else ():
        plain_names = names.tolist() if hasattr(names, "tolist") else names
        listed = plain_names if isinstance(plain_names, list | tuple) else []
        texts = {name for name in listed if isinstance(name, str) and name.strip()}
        if not len(texts) == len(listed) == x.shape[1]:
            raise InputProblem(f"expected {x.shape[1]} names of features, each another text, found {names!r}")
        if own and own != listed:
            raise InputProblem(
                f"expected the names of features in the order of the table's columns, {among(own)}; found "
                f"{among(listed)}. Leave the names out, or give an array"
            )
    return labelled(x, y, *features)


def read(
    path: Path,
    label: str | None = None,
    group: str | None = None,
    *,
    declared: Mapping[str, Any] | None = None,
    intake: Intake | None = None,
) -> LabelledPoints:
    """Read a table (one column per feature, one for the label) or npz (arrays ``points``, ``labels``).

    ``group`` names the column (or array) of what each row belongs to, if rows depend on each other.
    ``label`` names the label's column, the last by default; a first column without a name holds row names
    and is passed over.  A first row of numbers (except for the label) is a point, not a header: columns are then named
    x1, x2, …, and a note says so.  Raises :class:`InputProblem` with every problem and its place.
    """
    if not path.is_file():
        raise InputProblem(f"expected a file of labelled points at {path}; there is none. Correct the path")
    if path.suffix == ".npz":
        return _read_npz(path, group, intake)
    header = [name for name in header_of(path, declared, headless=True) if name]
    rest = [name for name in header if name != group]
    if len(rest) < 2:
        raise InputProblem(
            f"expected features and, last, the label in {path.name}; found one column {', '.join(rest)!r}. Columns are "
            "parted by commas, semicolons, tabs or spaces"
        )
    at = rest[-1] if label is None else label
    for what, name in (("label", at), ("group", group)):
        if name is not None and name not in header:
            raise InputProblem(
                f"expected the {what} in a column of {path.name} ({', '.join(header)}); found {name!r}"
            )
    if intake is not None:
        judge_label(path.name, at, intake)
    if label is None and intake is not None and (is_no_label(at) or changed_places("true", at)):
        intake.suspects(
            "label-by-place",
            f"{path.name}: the last column, {at!r}, is taken for the label; by its name it is none",
            hint="state the parameter `label`, the column of the true class",
        )
    wanted: dict[str, Kind] = {at: Label()}
    if group is not None:
        wanted[group] = Label()
    table = read_table(
        path, wanted, declared=declared, intake=intake, role="points", rest=Number(), headless=True
    )
    features = [name for name in table.columns if name not in (at, group)]
    points = np.stack([table.numbers(name) for name in features], axis=1)
    result = labelled(points, np.array(table.names(at).list(), dtype=object), features)
    groups = tuple(table.names(group).list()) if group else None
    return replace(result, notes=_headless(path, table), groups=groups)


def _headless(path: Path, table: DataTable) -> tuple[str, ...]:
    if table.first_line > 1:
        return ()
    return (f"{path.name} has no header: its first row holds numbers and is taken as a point.",)


def _read_npz(path: Path, group: str | None, intake: Intake | None) -> LabelledPoints:
    names = ("points", "labels", *([group] if group else []))
    arrays = read_arrays(path, names, intake=intake, role="points", text=names[1:], others=())
    result = labelled(arrays["points"], arrays["labels"])
    return replace(result, groups=_groups(arrays[group], len(result.points))) if group else result


def _groups(values: NDArray[Any], rows: int) -> tuple[str, ...]:
    if values.shape != (rows,):
        raise InputProblem(f"expected one group for each of {rows} points, found shape {values.shape}")
    return tuple(str(v) for v in values.tolist())


def read_inputs(
    path: Path,
    features: Sequence[str],
    *,
    declared: Mapping[str, Any] | None = None,
    intake: Intake | None = None,
    places: Sequence[int] = (),
) -> NDArray[np.float64]:
    """Inputs without labels, ``(N, d)``: a table whose header names the ``features``, or npz with ``points``.

    ``places`` are those of the features in an array, if not in order.
    """
    if path.suffix == ".npz":
        arrays = read_arrays(path, ["points"], intake=intake, role="operation", others=())
        inputs = np.asarray(arrays["points"], dtype=float)
    else:
        wanted: dict[str, Kind] = dict.fromkeys(features, Number())
        table = read_table(path, wanted, declared=declared, intake=intake, role="operation", headless=True)
        inputs = np.stack([table.numbers(name) for name in features], axis=1)
    if inputs.ndim != 2 or inputs.shape[1] != len(features):
        raise InputProblem(
            f"expected inputs of {len(features)} features in {path.name}, found shape {inputs.shape}"
        )
    if places and path.suffix == ".npz":
        inputs = inputs[:, places]
    refuse_extreme(inputs, features, spread=False)
    return inputs


def conflicting(data: LabelledPoints) -> int:
    """Number of points that coincide with a point of another label."""
    _, inverse = np.unique(data.points, axis=0, return_inverse=True)
    inverse = inverse.reshape(-1)
    low = np.full(inverse.max() + 1, len(data.classes))
    high = np.full(inverse.max() + 1, -1)
    np.minimum.at(low, inverse, data.labels)
    np.maximum.at(high, inverse, data.labels)
    return int(np.sum((low != high)[inverse]))
