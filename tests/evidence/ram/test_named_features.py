"""Features that are codes for missing values or marks of rows, and points outside a stated domain."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.ram.data import labelled
from casegen_evidence.ram.high import HighPlan, box
from casegen_evidence.ram.vital_signs import judge_operation, judge_points
from casegen_evidence.signs import Intake

Array = np.ndarray[Any, Any]
N = 300


def signs(name: str, values: Array) -> list[str]:
    rng, intake = np.random.default_rng(1), Intake()
    x = rng.random((N, 2))
    judge_points(labelled(np.c_[x, values], rng.integers(0, 2, N), ["a", "b", name]), intake)
    return [sign.name for sign in intake.signs]


def drawn(seed: int = 5) -> Array:
    return np.random.default_rng(seed).integers(0, 9, N).astype(float)


def test_a_code_for_missing_values_among_features() -> None:
    with_code = np.where(np.arange(N) % 50 == 7, 999.0, drawn())
    assert signs("code", with_code) == ["sign-code-for-missing"]
    assert signs("code", drawn()) == []
    assert (
        signs("code", np.where(np.arange(N) % 50 == 7, 999.0, 120 * drawn())) == []
    )  # among values of its size
    plain, coded = np.c_[drawn(1) + 0.5, drawn(2)], np.c_[drawn(3), with_code]
    judge_operation(plain, coded, ["a", "code"], (intake := Intake()))
    assert [sign.name for sign in intake.signs] == ["sign-code-for-missing"]
    assert "inputs of operation: column 'code' is 999 in 6 of 300" in intake.signs[0].message


@pytest.mark.parametrize("name", ["is_train", "simulated", "excluded", "split", "fold_id", "in_training_set"])
def test_marks_of_rows_that_are_taken_for_features(name: str) -> None:
    marks = (np.random.default_rng(2).random(N) < 0.3) * 1.0
    assert signs(name, marks) == ["sign-marked-rows"]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("train_speed", drawn()), ("trains", drawn()), ("split_ratio", np.random.default_rng(3).random(N)), ("is_wet", drawn() // 5),
        ("set_point", np.random.default_rng(4).random(N)), ("folded", drawn() // 5), ("lights", drawn() // 5), ("train", drawn()),
    ],
)  # fmt: skip
def test_features_that_measure(name: str, values: Array) -> None:
    assert signs(name, values) == []


def test_points_outside_a_stated_domain_are_refused() -> None:
    x = np.random.default_rng(6).random((N, 2))
    inside = labelled(x, np.arange(N) % 2, ["a", "b"])
    low, high = box(inside, HighPlan(radius=0.1, domain=(0.0, 1.0)))
    assert (low.tolist(), high.tolist()) == ([0, 0], [1, 1])
    x[[3, 9], 1] = 1.5, -0.2
    outside = labelled(x, np.arange(N) % 2, ["a", "b"])
    with pytest.raises(
        InputProblem, match=r"within `domain`, 0 to 1; 2 of 300 lie outside, such as one with 1\.5 in b"
    ):
        box(outside, HighPlan(radius=0.1, domain=(0.0, 1.0)))
    assert box(outside, HighPlan(radius=0.1))[1].tolist() == [1.5, 1.5]
    with pytest.raises(InputProblem, match="positive width"):
        box(inside, HighPlan(radius=0.1, domain=(1.0, 0.0)))
