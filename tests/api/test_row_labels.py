"""The index of a frame is a column of its table, as in a file; where it would be a feature, it is looked at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import casegen
from casegen.api.by_name import by_name
from casegen.api.inputs import written
from casegen.model.diagnostic import InputError
from tests.api.frames import Frame, Index

RECORD = {"entry": ["a", "b", "c"], "demands": [2000, 1000, 500], "failures": [1, 0, 0]}
STATED = {"failure": "no start", "stopping": "planned", "entries": "recorded"}
STATUS = Index(status=["simulated", "done", "done"])


def _lines(tmp_path: Path, given: str, value: Any, **stated: Any) -> list[str]:
    return (tmp_path / written(tmp_path, given, value, stated)).read_text("utf-8").splitlines()


@pytest.mark.parametrize(
    ("index", "head", "row"),
    [
        (Index(id=[7, 8, 9]), "id,", "7,"),
        (Index(**{"": ["x", "y", "z"]}), ",", "x,"),
        (Index(site=["n", "n", "s"], nr=[1, 2, 1]), "site,nr,", "n,1,"),
        (Index(**{"": [1, 2, 5]}), "", ""),
        (Index(note=["two\nlines", None, 5]), "note,", "two lines,"),
    ],
)
def test_an_index_is_a_column(index: Index, head: str, row: str, tmp_path: Path) -> None:
    lines = _lines(tmp_path, "record", Frame(RECORD, index))
    assert lines[:2] == [f"{head}entry,demands,failures", f"{row}a,2000,1"]


@pytest.mark.parametrize("given", ["points", "reference", "confidences"])
def test_an_index_is_no_feature_unless_a_parameter_names_it(given: str, tmp_path: Path) -> None:
    points = {"depth": [0.1, 0.2, 0.3], "label": [0, 1, 0]}
    video = Frame(points, Index(video=["v1", "v1", "v2"]))
    assert _lines(tmp_path, given, video)[0] == "depth,label"
    assert _lines(tmp_path, given, video, group="video")[0] == "video,depth,label"
    assert _lines(tmp_path, given, video, columns=["depth"])[0] == "video,depth,label"


@pytest.mark.parametrize(
    ("index", "words"),
    [
        (STATUS, "1 of 3 rows count although the index 'status' says 'simulated'"),
        (Index(split=["train", "test", "test"]), "the index 'split' says 'train'"),
        (Index(nr=[1, 2, 3], valid=["False", "True", "True"]), "the index 'valid' says 'False'"),
    ],
)
def test_rows_that_do_not_count_by_their_index_are_refused(index: Index, words: str, tmp_path: Path) -> None:
    depth = {"depth": [0.1, 0.2, 0.3]}
    for points in (
        Frame({**depth, "label": [0, 1, 0]}, index),
        {"points": Frame({**depth, "range": [0.4, 0.1, 0.2]}, index), "labels": [0, 1, 0]},
    ):
        with pytest.raises(InputError, match=words):
            written(tmp_path, "points", points, {})
    written(tmp_path, "training", {"inputs": Frame(depth, index), "labels": [0, 1, 0]}, {})


class _Series:
    """As a series of pandas: values with an index."""

    def __init__(self, values: Any, index: Index) -> None:
        self.values, self.index = np.asarray(values), index

    def __len__(self) -> int:
        return len(self.values)

    def __array__(self, *_: Any, **__: Any) -> Any:
        return self.values


@pytest.mark.parametrize(
    ("given", "array"),
    [("points", "points"), ("operation", "points"), ("scenario", "relu"), ("activations", "relu")],
)
def test_series_in_the_place_of_an_array_keep_their_index(given: str, array: str, tmp_path: Path) -> None:
    for index, refused in ((STATUS, True), (Index(id=["a", "b", "c"]), False)):
        columns = {name: _Series([0.1, 0.2, 0.3], index) for name in ("depth", "range")}
        value = by_name({given: {array: columns}})[given]
        if not refused:
            file = written(tmp_path, given, value, {})
            assert np.load(tmp_path / file)[array].tolist() == [[0.1, 0.1], [0.2, 0.2], [0.3, 0.3]]
            continue
        with pytest.raises(
            InputError, match="1 of 3 rows count although the index 'status' says 'simulated'"
        ):
            written(tmp_path, given, value, {})


def test_series_keep_their_index_where_their_columns_change_places(tmp_path: Path) -> None:
    columns = {name: _Series([0.1, 0.2, 0.3], STATUS) for name in ("depth", "range")}
    points = {"points": Frame({"range": [1.0], "depth": [2.0]}), "labels": [1]}
    given = by_name({"points": points, "operation": {"points": columns}})
    with pytest.raises(InputError, match=r"input operation: .*'simulated'"):
        written(tmp_path, "operation", given["operation"], {})


@pytest.mark.parametrize(
    "index",
    [Index(split=["train", "train", "test"]), Index(is_train=["True", "True", "False"]), Index(id=[*"abc"])],
)
def test_activations_of_any_split_count(index: Index, tmp_path: Path) -> None:
    layer = {"relu": Frame({"a": [0.1, 0.2, 0.3], "b": [1.0, 0.0, 1.0]}, index)}
    assert written(tmp_path, "activations", layer, {}) == "activations.npz"


@pytest.mark.parametrize(
    "index",
    [Index(id=["s1", "s2", "s3"]), Index(file=["a.png", "b.png", "c.png"]), Index(split=["test"] * 3),
     Index(site=["n", "n", "s"]), Index(status=["done"] * 3), Index(time=[0.5, 0.1, 0.7])],
)  # fmt: skip
def test_an_honest_index_of_points_is_left_alone(index: Index, tmp_path: Path) -> None:
    points = {"depth": [0.1, 0.2, 0.3], "label": [0, 1, 0]}
    assert _lines(tmp_path, "points", Frame(points, index))[0] == "depth,label"
    assert [path.name for path in tmp_path.iterdir()] == ["points.csv"]


def test_the_column_and_the_index_of_one_name(tmp_path: Path) -> None:
    assert (
        _lines(tmp_path, "record", Frame(RECORD, Index(entry=["a", "b", "c"])))[0] == "entry,demands,failures"
    )
    with pytest.raises(InputError, match="found entry as a column and as the index"):
        written(tmp_path, "record", Frame(RECORD, Index(entry=["z", "b", "c"])), {})


@pytest.mark.slow
def test_signs_see_the_index() -> None:
    marked = casegen.measure("demand-record", {"record": Frame(RECORD, STATUS)}, parameters=STATED)
    assert [sign.name for sign in marked.signs] == ["sign-marked-rows"]
    plain = casegen.measure("demand-record", {"record": RECORD}, parameters=STATED)
    named = Frame({name: RECORD[name] for name in ("demands", "failures")}, Index(entry=RECORD["entry"]))
    assert casegen.measure("demand-record", {"record": named}, parameters=STATED).measures == plain.measures
    assert plain.signs == ()


def test_an_index_of_pandas(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    for index in (
        pandas.date_range("2026-01-01", periods=3, name="day"), pandas.interval_range(0, 3, 3, name="speed"),
        pandas.to_timedelta([1, 2, 3], unit="h"), pandas.period_range("2026-01", periods=3, freq="M"),
        pandas.CategoricalIndex(["a", "b", "b"], name="site"), pandas.Index([np.nan, "a", "b"], name="remark"),
    ):  # fmt: skip
        lines = _lines(tmp_path, "record", pandas.DataFrame(RECORD, index=index))
        assert lines[0] == f"{index.name or ''},entry,demands,failures"
    filtered = pandas.DataFrame(RECORD)[lambda frame: frame.failures == 0]
    assert _lines(tmp_path, "record", filtered)[0] == "entry,demands,failures"
