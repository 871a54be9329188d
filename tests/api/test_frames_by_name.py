"""Two inputs that are data frames are compared by the names of their columns, not by their places."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import casegen
from casegen.api.by_name import by_name
from casegen.api.inputs import written
from casegen.model.diagnostic import InputError
from tests.api.frames import ArrowTable, Frame, Index

X, USE = np.random.default_rng(1).random((6, 2)), np.random.default_rng(2).random((5, 2))
LABELS = [0, 1, 0, 1, 0, 1]
POINTS = {"depth": X[:, 0], "range": X[:, 1]}
SWAPPED = {"range": USE[:, 1], "depth": USE[:, 0]}
FORMS: dict[str, Callable[[Any], Any]] = {
    "frame": Frame,
    "arrow": ArrowTable,
    "mapping": dict,
    "structured": lambda columns: np.array(
        [*zip(*columns.values(), strict=True)], [(name, float) for name in columns]
    ),
}


def _read(tmp_path: Path, points: Any, operation: Any) -> Any:
    """Inputs of operation as the method reads them: an array, or columns by name."""
    given = by_name({"points": points, "operation": operation})
    path = tmp_path / written(tmp_path, "operation", given["operation"], {})
    if path.suffix == ".npz":
        return np.load(path)["points"]
    return np.genfromtxt(path, delimiter=",", names=True)


@pytest.mark.parametrize("points", FORMS)
@pytest.mark.parametrize("operation", FORMS)
def test_frames_of_points_are_matched_by_name(points: str, operation: str, tmp_path: Path) -> None:
    labelled, use = FORMS[points](POINTS), {"points": FORMS[operation](SWAPPED)}
    assert np.array_equal(_read(tmp_path, {"points": labelled, "labels": LABELS}, use), USE)


@pytest.mark.parametrize("operation", FORMS)
def test_a_labelled_table_and_a_frame_are_matched_by_name(operation: str, tmp_path: Path) -> None:
    read = _read(tmp_path, {**POINTS, "label": LABELS}, {"points": FORMS[operation](SWAPPED)})
    assert np.array_equal(np.stack([read["depth"], read["range"]], 1), USE)
    read = _read(tmp_path, {"points": Frame(POINTS), "labels": LABELS}, FORMS[operation](SWAPPED))
    assert np.array_equal(np.stack([read["x1"], read["x2"]], 1), USE)


@pytest.mark.parametrize("points", [X, X.tolist(), Frame(dict(enumerate(X.T))), Frame(POINTS)])
@pytest.mark.parametrize("operation", [USE, USE.tolist(), Frame(dict(enumerate(USE.T))),
                                       Frame({"column_0": USE[:, 0], "column_1": USE[:, 1]})])  # fmt: skip
def test_arrays_and_frames_without_names_are_taken_by_place(
    points: Any, operation: Any, tmp_path: Path
) -> None:
    assert np.array_equal(_read(tmp_path, {"points": points, "labels": LABELS}, {"points": operation}), USE)


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        ({"points": Frame({"depth": USE[:, 0], "width": USE[:, 1]})}, "found no range and also width"),
        ({"points": {"depth": USE[:, 0]}}, "found no range"),
        ({"points": ArrowTable({})}, "array points: expected columns, found none"),
        ({"points": ArrowTable({**SWAPPED, "time": [1.0] * 5})}, "found also time"),
        (Frame({"depth": USE[:, 0]}), "input operation: expected the columns of input points, each once; found no range"),
        ({"points": Frame(SWAPPED), "labels": [1] * 5}, "operation: expected inputs without labels"),
        ({"points": USE, "labels": [1] * 5}, "operation: expected inputs without labels"),
    ],
)  # fmt: skip
def test_other_columns_and_labels_of_operation_are_refused(
    operation: Any, words: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=words):
        _read(tmp_path, {"points": Frame(POINTS), "labels": LABELS}, operation)


def test_features_of_a_network_are_matched_in_every_input() -> None:
    inputs = {
        "calibration": {"inputs": Frame(SWAPPED), "labels": LABELS[:5]},
        "evaluation": {"inputs": Frame(POINTS), "labels": LABELS},
        "training": {"inputs": Frame(POINTS), "labels": LABELS},
    }
    assert np.array_equal(np.asarray(by_name(inputs)["calibration"]["inputs"]), USE)


def test_a_file_whose_columns_would_change_places_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "use.csv"
    path.write_text("x1,x2\n0.1,0.2\n", "utf-8")
    frame = Frame({"x2": X[:, 0], "x1": X[:, 1]})
    with pytest.raises(InputError, match="by the places of those of input points, found there x2, x1"):
        by_name({"points": {"points": frame, "labels": LABELS}, "operation": path})
    labelled = tmp_path / "points.csv"
    labelled.write_text("depth,range,label\n0.1,0.2,a\n", "utf-8")
    given = by_name({"points": labelled, "operation": {"points": Frame(SWAPPED)}})
    assert list(given["operation"].columns) == ["range", "depth"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("header", ["depth,range", "range,depth,time", "depth;range"])
def test_points_in_a_frame_and_a_file_of_operation_are_matched_by_name(
    form: str, header: str, tmp_path: Path
) -> None:
    path = tmp_path / "use.csv"
    path.write_text(
        f"{header}\n" + header.replace("depth", "0.1").replace("range", "0.2").replace("time", "5"), "utf-8"
    )
    points = {"points": FORMS[form](POINTS), "labels": LABELS, "video": [*"aabbcc"]}
    given = by_name({"points": points, "operation": path}, "", {"group": "video"})
    assert list(given["points"]) == ["depth", "range", "video", "label"]
    assert np.array_equal(given["points"]["range"], X[:, 1])
    assert given["operation"] == path
    by_place = by_name({"points": {**points, "points": X}, "operation": path})
    assert by_place["points"]["points"] is X


def test_a_file_of_operation_with_other_columns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "use.csv"
    path.write_text("depth,width\n0.1,0.2\n", "utf-8")
    with pytest.raises(InputError, match="expected the columns of input points, each once; found no range"):
        by_name({"points": {"points": Frame(POINTS), "labels": LABELS}, "operation": path})
    path.write_text("x1,x2\n0.1,0.2\n", "utf-8")
    points = {"points": Frame(POINTS), "labels": LABELS}
    assert by_name({"points": points, "operation": path})["points"] == points


class _Doubled(Frame):
    """As a frame of pandas with two columns of one name."""

    def __init__(self) -> None:
        super().__init__(POINTS)
        self.columns = ["depth", "depth"]


def test_a_name_that_stands_there_twice_is_refused() -> None:
    with pytest.raises(
        InputError, match="array points: expected every column once, found depth more than once"
    ):
        by_name({"points": {"points": _Doubled(), "labels": LABELS}})


@pytest.mark.parametrize(
    ("one", "other", "read"),
    [
        ([0, 1], [0, 1], [0, 1]),
        ([0, 1], [1, 0], [1, 0]),
        ([1, 0], [0, 1], [1, 0]),
        ([3, 2], [2, 3], [1, 0]),
        ([0, 1], [5, 7], [0, 1]),
        ([450, 550], [0, 1], [0, 1]),
        ([0, 1], [2, 1], None),
        ([1, 2], [0, 1], None),
    ],
)
def test_numbers_are_names_beside_numbers(
    one: list[int], other: list[int], read: list[int] | None, tmp_path: Path
) -> None:
    points = {"points": Frame(dict(zip(one, X.T, strict=True))), "labels": LABELS}
    operation = {"points": Frame(dict(zip(other, USE.T, strict=True)))}
    if read is None:
        with pytest.raises(InputError, match="expected the columns of input points"):
            _read(tmp_path, points, operation)
    else:
        assert np.array_equal(_read(tmp_path, points, operation), USE[:, read])
    assert np.array_equal(_read(tmp_path, {"points": X, "labels": LABELS}, operation), USE)


def test_columns_of_several_levels_are_refused_with_what_helps() -> None:
    levels = Frame({("s", "depth"): USE[:, 0], ("s", "range"): USE[:, 1]})
    with pytest.raises(InputError) as raised:
        by_name({"points": {"points": Frame(POINTS), "labels": LABELS}, "operation": {"points": levels}})
    assert "of one level" in (raised.value.diagnostics[0].hint or "")


@pytest.mark.slow
def test_the_limit_does_not_depend_on_the_order_of_columns() -> None:
    draw = np.random.default_rng(1)
    x, use = draw.random((300, 2)), draw.random((300, 2)) ** [3, 1]
    labels = (x[:, 0] > 0.5).astype(int)
    points = {"points": Frame({"depth": x[:, 0], "range": x[:, 1]}), "labels": labels}
    stated = {"classifier": {"kind": "decision-tree"}, "domain": [[0, 1], [0, 1]], "cells": 4, "samples": 200}
    limits = {
        casegen.measure("ram-low-dimensional", {"points": points, "operation": operation}, parameters=stated)[
            "pmi"
        ].upper
        for operation in (
            {"points": use},
            {"points": Frame({"range": use[:, 1], "depth": use[:, 0]})},
            Frame({"range": use[:, 1], "depth": use[:, 0]}, Index(id=range(300))),
        )
    }
    assert len(limits) == 1


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_frames_of_libraries_are_matched_by_name(library: str, tmp_path: Path) -> None:
    module = pytest.importorskip(library, reason=f"{library} is not installed")
    make = module.table if library == "pyarrow" else module.DataFrame
    labelled = {"points": make(POINTS), "labels": LABELS}
    assert np.array_equal(_read(tmp_path, labelled, {"points": make(SWAPPED)}), USE)
    with pytest.raises(InputError, match="found no range and also width"):
        _read(tmp_path, labelled, {"points": make({"depth": USE[:, 0], "width": USE[:, 1]})})
