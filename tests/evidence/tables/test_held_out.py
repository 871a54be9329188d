"""Marks of rows that are not of the test or whose labels were changed, columns that ask nothing, rows of dots."""

from __future__ import annotations

import numpy as np
import pytest

import casegen
from casegen.model.diagnostic import InputError

ROWS = 600
RNG = np.random.default_rng(5)
TRUE = RNG.choice(["dock", "buoy", "none"], ROWS).tolist()
PREDICTED = [
    t if k % 150 else {"dock": "buoy", "buoy": "none", "none": "dock"}[t] for k, t in enumerate(TRUE)
]
IMAGES = [f"{n:08x}.png" for n in RNG.choice(2**31, ROWS, replace=False)]
RARELY = (RNG.random(ROWS) < 0.03).tolist()


def measured(**more: list[str]) -> casegen.Measured:
    table = {"image": IMAGES, "true": TRUE, "predicted": PREDICTED, **more}
    parameters = {"severities": {"dock": {"none": 1}}, "default": 1}
    return casegen.measure(
        "nn-weighted-confusion", {"predictions": table}, parameters=parameters, confidence=0.95
    )


def signs(**more: list[str]) -> set[str]:
    return {sign.name for sign in measured(**more).signs}


@pytest.mark.parametrize(
    "name",
    [
        "is_test",
        "is_holdout",
        "in_test",
        "test",
        "held_out",
        "unseen",
        "isTest",
        "in_testset",
        "holdout",
        "is_eval",
    ],
)
def test_rows_that_are_not_of_the_test_are_doubted(name: str) -> None:
    assert "sign-marked-rows" in signs(**{name: ["0" if rare else "1" for rare in RARELY]})
    assert "sign-marked-rows" in signs(**{name: ["no"] * ROWS})
    assert "sign-marked-rows" not in signs(**{name: ["1"] * ROWS})


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("review", "relabelled"), ("label_status", "corrected after prediction"), ("qa", "label fixed"),
        ("audit", "relabeled"), ("label_review", "re-labelled"), ("label_history", "label changed"),
        ("review", "fixed label"), ("annotation_status", "changed to match prediction"), ("check", "umgelabelt"),
    ],
)  # fmt: skip
def test_labels_that_were_changed_are_doubted(name: str, word: str) -> None:
    assert "sign-marked-rows" in signs(**{name: [word if rare else "ok" for rare in RARELY]})
    assert "sign-marked-rows" not in signs(**{name: [f"not {word}" if rare else "ok" for rare in RARELY]})


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("gt_source", "model_v3"),
        ("truth_source", "yolov8"),
        ("gt_from", "prediction"),
        ("ground_truth_by", "auto"),
    ],
)
def test_truth_that_a_network_made_is_doubted(name: str, word: str) -> None:
    assert "sign-marked-rows" in signs(**{name: [word] * ROWS})


def test_other_columns_of_tests_and_reviews_are_not() -> None:
    for name, words in {
        "test": [str(k % 7) for k in range(ROWS)], "test_rig": ["0", "1"], "unseen_site": ["0", "1"],
        "review": ["ok", "second look"], "label_status": ["final", "checked"], "gt_source": ["lidar", "survey"],
    }.items():  # fmt: skip
        assert "sign-marked-rows" not in signs(**{name: [words[k % len(words)] for k in range(ROWS)]}), name


def test_rows_of_several_monitors_are_doubted() -> None:
    assert "sign-several-systems" in signs(monitor=["m1" if k % 2 else "m2" for k in range(ROWS)])


def test_a_row_of_dots_is_an_error() -> None:
    table = {"true": [*TRUE, "..."], "predicted": [*PREDICTED, "..."]}
    parameters = {"severities": {"dock": {"none": 1}}, "default": 1}
    with pytest.raises(InputError, match="holds dots"):
        casegen.measure(
            "nn-weighted-confusion", {"predictions": table}, parameters=parameters, confidence=0.95
        )
