"""Frames with a column for each class are matched with the classes by name; a wrong place is a wrong class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import casegen
from casegen.api.by_name import by_name
from casegen.model.diagnostic import InputError
from tests.api.frames import ArrowTable, Frame

METHOD = "monitor-detectors"
CLASSES = ["ant", "bee", "cow"]
P = np.array([[0.7, 0.2, 0.1], [0.1, 0.6, 0.3], [0.2, 0.2, 0.6], [0.5, 0.1, 0.4]])
NUMBERS, NAMES = [0, 1, 2, 0], ["ant", "bee", "cow", "ant"]
FORMS: dict[str, Callable[[Any], Any]] = {
    "frame": Frame,
    "arrow": ArrowTable,
    "mapping": dict,
    "structured": lambda columns: np.array(
        [*zip(*columns.values(), strict=True)], [(str(name), float) for name in columns]
    ),
}


def _columns(names: list[Any], order: list[int]) -> dict[Any, Any]:
    return {names[k]: P[:, k] for k in order}


def _read(
    frame: Any, labels: Any = NAMES, classes: Any = CLASSES, key: str = "probabilities", **also: Any
) -> Any:
    inputs = {"training": {"labels": labels, key: frame}, **also}
    stated = {} if classes is None else {"classes": classes}
    return np.asarray(by_name(inputs, METHOD, stated)["training"][key])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("names", [CLASSES, ["p_ant", "p_bee", "p_cow"], ["ant (%)", "bee (%)", "cow (%)"]])
@pytest.mark.parametrize("key", ["probabilities", "scores", "logits"])
def test_columns_are_in_the_order_of_the_classes(form: str, names: list[str], key: str) -> None:
    assert np.array_equal(_read(FORMS[form](_columns(names, [2, 0, 1])), key=key), P)
    assert np.array_equal(_read(FORMS[form](_columns(names, [0, 1, 2])), key=key), P)


@pytest.mark.parametrize("form", [name for name in FORMS if name != "arrow"])
@pytest.mark.parametrize("names", [["0", "1", "2"], ["p0", "p1", "p2"], [0, 1, 2], [0.0, 1.0, 2.0]])
def test_columns_are_in_the_order_of_the_labels_numbers(form: str, names: list[Any]) -> None:
    assert np.array_equal(_read(FORMS[form](_columns(names, [2, 1, 0])), NUMBERS, None), P)
    numbers = [str(number) for number in NUMBERS]
    assert np.array_equal(_read(FORMS[form](_columns(names, [1, 2, 0])), numbers, ["0", "1", "2"]), P)


@pytest.mark.parametrize(
    ("frame", "labels", "classes"),
    [
        (P, NAMES, CLASSES),
        (Frame(_columns([0, 1, 2], [0, 1, 2])), NAMES, CLASSES),
        (Frame(_columns(["column_0", "column_1", "column_2"], [0, 1, 2])), NAMES, CLASSES),
        (Frame(_columns(["f0", "f1", "f2"], [0, 1, 2])), NAMES, CLASSES),
        (Frame(_columns([1, 2, 3], [0, 1, 2])), NAMES, CLASSES),
        (Frame(_columns([0, 1, 2], [0, 1, 2])), ["1", "2", "3", "1"], ["1", "2", "3"]),
        (Frame(_columns([1, 2, 3], [0, 1, 2])), NUMBERS, None),
        (Frame(_columns(["class1", "class2", "class3"], [0, 1, 2])), NUMBERS, None),
        (Frame(_columns(CLASSES, [0, 1, 2])), NUMBERS, None),
        (Frame(_columns(CLASSES, [0, 1, 2])), NAMES, ["ant", "ant", "cow"]),
    ],
)
def test_columns_without_names_of_classes_are_taken_by_place(frame: Any, labels: Any, classes: Any) -> None:
    assert np.array_equal(_read(frame, labels, classes), P)


@pytest.mark.parametrize(
    ("frame", "labels", "classes", "words"),
    [
        (Frame(_columns(["u", "v", "w"], [0, 1, 2])), NAMES, CLASSES, "found no ant, bee, cow and also u, v, w"),
        (Frame(_columns(["ant", "bee", "dog"], [0, 1, 2])), NAMES, CLASSES, "found no cow and also dog"),
        (Frame(_columns(["c1", "c2", "c3"], [2, 0, 1])), NAMES, CLASSES, "found no ant, bee, cow and also c3, c1, c2"),
        (Frame(_columns(["c1", "c2", "c3"], [0, 1, 2])), NAMES, CLASSES, "found no ant, bee, cow and also c1, c2, c3"),
        (Frame(_columns(["class_1", "class_2", "class_3"], [0, 1, 2])), NAMES, CLASSES, "also class_1, class_2"),
        (Frame(_columns(["p0", "p1", "p2"], [0, 1, 2])), NAMES, CLASSES, "also p0, p1, p2"),
        (Frame(_columns([3, 1, 2], [0, 1, 2])), NAMES, CLASSES, "also 3, 1, 2"),
        (Frame({"ant": P[:, 0], "cow": P[:, 2]}), NAMES, CLASSES, "found no bee"),
        (Frame(_columns([0, 1, 2], [2, 1, 0])), NAMES, CLASSES, "of `classes`, ant, bee, cow"),
        (Frame(_columns([1, 2, 3], [0, 1, 2])), ["0", "1", "2", "0"], ["0", "1", "2"], "found no 0 and also 3"),
        (Frame(_columns([1, 2, 3], [2, 1, 0])), NUMBERS, None, "by the labels, 0, 1, 2; found no 0 and also 3"),
        (Frame(_columns([1, 2, 3], [0, 1, 2])), [1, 2, 1, 2], None, "by the labels, 0, 1, 2"),
    ],
)  # fmt: skip
def test_columns_of_other_names_are_refused(frame: Any, labels: Any, classes: Any, words: str) -> None:
    with pytest.raises(InputError, match=f"input training, array probabilities: .*{words}"):
        _read(frame, labels, classes)


def test_names_that_the_labels_do_not_have_stand_in_one_order() -> None:
    frame, other = (Frame(_columns(CLASSES, order)) for order in ([0, 1, 2], [0, 2, 1]))
    evaluation = {"evaluation": {"labels": NUMBERS, "probabilities": other}}
    for labels in (NUMBERS, NAMES):  # of names it was said that they are numbers
        words = "nothing relates their names to the labels; found ant, cow, bee for ant, bee, cow"
        with pytest.raises(InputError, match=words):
            _read(frame, labels, None, **evaluation)
    assert np.array_equal(_read(frame, NAMES, CLASSES, **evaluation), P)


def test_other_methods_and_other_arrays_are_left_alone() -> None:
    frame = Frame(_columns([3, 2, 1], [0, 1, 2]))
    inputs = {"tests": {"probabilities": frame, "labels": [1, 2, 3, 1]}}
    assert by_name(inputs, "of-a-plug-in", {})["tests"]["probabilities"] is frame
    assert np.array_equal(_read(frame, key="features"), P)
    assert np.array_equal(_read(Frame(_columns(["u", "v", "w"], [0, 1, 2])), key="scores"), P)


@pytest.mark.slow
def test_a_measure_does_not_depend_on_the_order_of_the_classes_columns() -> None:
    inputs: dict[bool, dict[str, Any]] = {True: {}, False: {}}
    for seed, role in enumerate(("training", "calibration", "evaluation")):
        draw = np.random.default_rng(seed)
        labels = draw.choice(3, 300, p=[0.5, 0.4, 0.1])
        x = draw.normal(0, 1, (300, 4)) + labels[:, None]
        p = draw.random((300, 3)) + 0.1
        p[np.arange(300), labels] += draw.choice([0, 4], 300, p=[0.1, 0.9])
        p /= p.sum(axis=1, keepdims=True)
        for swapped in inputs:
            order = [0, 2, 1] if swapped else [0, 1, 2]
            frame = Frame({CLASSES[k]: p[:, k] for k in order})
            given = {"labels": np.array(CLASSES)[labels], "inputs": x, "features": x, "probabilities": frame}
            inputs[swapped][role] = given
    stated = {"monitor": "mahalanobis", "classes": CLASSES}
    gains = {casegen.measure(METHOD, one, parameters=stated)["safety_gain"].value for one in inputs.values()}
    assert len(gains) == 1


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_frames_of_libraries_are_matched_with_the_classes(library: str) -> None:
    module = pytest.importorskip(library, reason=f"{library} is not installed")
    make = module.table if library == "pyarrow" else module.DataFrame
    assert np.array_equal(_read(make(_columns(CLASSES, [2, 0, 1]))), P)
    with pytest.raises(InputError, match="also u, v, w"):
        _read(make(_columns(["u", "v", "w"], [0, 1, 2])))
