"""An estimator that states its features gets them by name: by place, it was asked about others."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.models.classifier import adapt
from casegen_evidence.models.feature_names import places, refuse_other_order, stated
from casegen_evidence.ram.data import _checked, labelled, read_inputs
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

MODEL = SimpleNamespace(feature_names_in_=np.array(["load", "temp", "wind"], object))


def test_features_are_found_by_name() -> None:
    assert places(MODEL, ["load", "temp", "wind"], "points") == ()
    assert places(MODEL, ["wind", " load", "temp"], "points") == (1, 2, 0)


@pytest.mark.parametrize(
    "model",
    [
        SimpleNamespace(),
        SimpleNamespace(feature_names_in_=None),
        SimpleNamespace(feature_names_in_=np.array([0, 1, 2], object)),
        SimpleNamespace(feature_names_in_=np.array(["a", "a", "b"], object)),
    ],
)
def test_an_estimator_without_names_is_asked_by_place(model: Any) -> None:
    assert stated(model) == ()
    assert places(model, ["wind", "load", "temp"], "points") == ()


def test_an_array_has_no_names_and_others_are_refused() -> None:
    assert places(MODEL, ["x1", "x2", "x3"], "points") == ()
    for names in (["load", "temp", "slope"], ["load", "temp"], ["x2", "x1", "x3"]):
        with pytest.raises(InputProblem, match=r"points: expected the features .*load, temp, wind; found no"):
            places(MODEL, names, "points")


def test_a_provider_reorders_nothing() -> None:
    refuse_other_order(MODEL, ["load", "temp", "wind"], "provider own")
    refuse_other_order(MODEL, ["x1", "x2", "x3"], "provider own")
    with pytest.raises(
        InputProblem, match="provider own: expected features in the order of the points, wind, load"
    ):
        refuse_other_order(MODEL, ["wind", "load", "temp"], "provider own")


def test_what_is_stated_for_each_feature_moves_with_it(tmp_path: Path) -> None:
    x = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    data = labelled(x, ["a", "b"], ["wind", "load", "temp"])
    assert data.in_order(()) is data
    moved = data.in_order((1, 2, 0))
    assert moved.features == ("load", "temp", "wind")
    assert moved.points.tolist() == [[2, 3, 1], [5, 6, 4]]
    assert moved.stated_in_order([(0, 1), (0, 2), (0, 3)]) == ((0, 2), (0, 3), (0, 1))
    assert data.stated_in_order([1, 2, 3]) == (1, 2, 3)
    assert moved.part(np.array([True, False])).places == (1, 2, 0)
    array, table = tmp_path / "use.npz", tmp_path / "use.csv"
    np.savez(array, points=x)
    table.write_text("wind,load,temp\n1,2,3\n4,5,6\n", "utf-8")
    for path in (array, table):
        read = read_inputs(path, moved.features, places=moved.places)
        assert read.tolist() == moved.points.tolist()


TREE = DecisionTreeClassifier().fit(np.random.default_rng(1).random((40, 3)), np.arange(40) % 2)
TREE.feature_names_in_ = np.array(["load", "temp", "wind"], object)


@pytest.mark.parametrize(
    "model",
    [
        Pipeline([("scale", "passthrough"), ("tree", TREE)]),
        Pipeline([("scale", None), ("more", "passthrough"), ("tree", TREE)]),
        Pipeline([("in", Pipeline([("scale", "passthrough"), ("tree", TREE)])), ("last", "passthrough")]),
        SimpleNamespace(estimators_=[Pipeline([("scale", "passthrough"), ("tree", TREE)])]),
        SimpleNamespace(calibrated_classifiers_=[SimpleNamespace(estimator=TREE)]),
    ],
)
def test_names_are_those_of_the_first_part_that_states_some(model: Any) -> None:
    assert stated(model) == ("load", "temp", "wind")


def test_later_steps_take_other_columns() -> None:
    assert stated(Pipeline([("scale", StandardScaler()), ("tree", TREE)])) == ()
    endless = SimpleNamespace()
    endless.estimator = endless
    assert stated(endless) == ()


class _Frame:
    """What a data provider may return: an array that names its columns."""

    def __init__(self, columns: list[Any]) -> None:
        self.columns = columns

    def __array__(self, *_: Any, **__: Any) -> np.ndarray[Any, Any]:
        return np.random.default_rng(2).random((10, 2))


def test_a_table_of_a_provider_keeps_the_names_of_its_columns() -> None:
    labels = np.arange(10) % 2
    assert _checked((_Frame(["speed", "depth"]), labels)).features == ("speed", "depth")
    assert _checked((_Frame([0, 1]), labels)).features == ("x1", "x2")
    assert _checked((_Frame([0, 1]), labels, ["a", "b"])).features == ("a", "b")
    with pytest.raises(InputProblem, match="order of the table's columns, speed, depth; found depth, speed"):
        _checked((_Frame(["speed", "depth"]), labels, ["depth", "speed"]))


def test_an_array_in_the_estimator_s_order_is_no_warning(recwarn: pytest.WarningsRecorder) -> None:
    classifier = adapt(TREE, ["0", "1"])
    classifier(np.zeros((3, 3)))
    classifier.confidence(np.zeros((3, 3)))
    assert not [w for w in recwarn if "feature names" in str(w.message)]
