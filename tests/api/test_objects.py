"""What a call is given as objects of Python, and in which words what is wrong with it is named."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import casegen
from casegen.api.arguments import Ranked
from casegen.model.diagnostic import InputError
from casegen.model.given import scalar

RAM = {"classifier": {"kind": "decision-tree"}, "domain": [[0, 1], [0, 1]], "cells": 4, "samples": 100}
POINTS = np.random.default_rng(1).random((60, 2))
LABELS = (POINTS[:, 0] > 0.5).astype(int)
WORDS = np.array(["ok", "bad"])[LABELS]


def pmi(labels: Any, points: Any = POINTS) -> float | None:
    given = {"points": {"points": points, "labels": labels}}
    return casegen.measure("ram-low-dimensional", given, parameters=RAM)["pmi"].upper


class Categories:
    """As a column of pandas that is no array of numpy."""

    def __array__(self, *_: Any, **__: Any) -> Any:
        return WORDS.astype(object)


@pytest.mark.slow
def test_columns_of_objects_are_texts_or_numbers() -> None:
    plain = pmi(LABELS)
    for labels in (
        WORDS,
        WORDS.astype(object),
        Categories(),
        LABELS.astype(object),
        LABELS.astype(bool).astype(object),
    ):
        assert pmi(labels) == plain
    assert pmi(LABELS, POINTS.astype(object)) == plain
    assert pmi([Decimal(int(label)) for label in LABELS]) == plain


def test_a_decimal_that_signals_is_no_number() -> None:
    record = {"entry": ["a"], "demands": [Decimal("sNaN")], "failures": [0]}
    with pytest.raises(InputError, match=r"input record, row 1, column demands: expected a finite number"):
        casegen.measure(
            "demand-record", {"record": record}, parameters={"failure": "does not start within 2 s"}
        )


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"labels": np.where(LABELS, None, 0)}, r"input points, array labels, place \d+: expected texts or numbers, all of one kind, found None"),
        ({"labels": np.where(LABELS, float("nan"), WORDS.astype(object))}, r"input points, array labels, place \d+: .*found nan beside 'ok'|found 'ok' beside nan"),
        ({"labels": np.array([b"x", *WORDS[1:]], object)}, r"array labels, place 1: .*found b'x'"),
        ({"labels": [True, *LABELS[1:].tolist()]}, r"array labels, place 2: .* beside True"),
        ({"labels": ["\ud800", *WORDS[1:]]}, r"array labels: expected texts that a file can hold"),
        ({"points": np.where(POINTS > 0.9, None, POINTS)}, r"array points, row \d+, column \d+: .*found None"),
        ({"points": [[10**400, 1]] * 60}, r"array points, place 1: expected a whole number of at most 64 bits"),
        ({"\ud800": POINTS}, r"input points: expected names of columns that a file can hold, found '\\ud800'"),
        ({"file": POINTS, "allow_pickle": POINTS, "points": POINTS[:0]}, r"expected values in array points of input points"),
    ],
)  # fmt: skip
def test_objects_that_no_array_holds_are_named(given: dict[str, Any], words: str) -> None:
    """They ended in an error of numpy about pickles."""
    with pytest.raises(InputError, match=words) as error:
        casegen.measure(
            "ram-low-dimensional", {"points": {"points": POINTS, "labels": LABELS} | given}, parameters=RAM
        )
    assert "npz" not in str(error.value)


def test_one_array_of_objects_is_named() -> None:
    with pytest.raises(
        InputError, match=r"input points, row 1, column 1: expected texts or numbers.* found None"
    ):
        casegen.measure("ram-low-dimensional", {"points": np.array([[None, 1]])}, parameters=RAM)


def test_a_message_names_the_input_or_the_path_that_was_given(tmp_path: Path) -> None:
    columns = {"entry": ["A", "B"], "demands": [10, 0], "failures": [0, 0]}
    with pytest.raises(
        InputError, match=r"call: input record, row 2, column demands: expected a whole number"
    ):
        casegen.measure("demand-record", {"record": columns}, parameters={"failure": "no start"})
    path = tmp_path / "spring.csv"
    path.write_text("entry,demands,failures\nA,10,0\nB,0,0\n", "utf-8")
    with pytest.raises(InputError, match=r"spring\.csv:3, column demands: expected a whole number"):
        casegen.measure("demand-record", {"record": path}, parameters={"failure": "no start"})


@pytest.mark.slow
def test_numbers_of_few_bits_count_as_printed() -> None:
    assert scalar(np.float32(0.1), "x") == scalar(np.array(0.1, np.float16), "x") == 0.1
    assert scalar(np.float64(1) / 3, "x") == 1 / 3
    record = {"record": {"entry": ["A"], "demands": [100], "failures": [0]}}
    given = casegen.measure(
        "demand-record", record, parameters={"failure": "no start"}, confidence=np.float32(0.95)
    )
    assert given["probability"].confidence == 0.95


def test_places_of_results_are_whole_numbers_below_their_count() -> None:
    rows = Ranked([1, 2])
    assert (rows[0], rows[-1], rows[np.int64(1)], rows[:1]) == (1, 2, 2, (1,))
    for place in (2, -3, 10**400):
        with pytest.raises(InputError, match="expected a place below 2") as error:
            rows[place]
        assert isinstance(error.value, IndexError)
    with pytest.raises(InputError, match="expected an id or a place, found True"):
        rows[True]
