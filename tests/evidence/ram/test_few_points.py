"""A few labelled points: a limit or a finding in words, and no estimate above what a probability can be."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.profiles.restatement import DensityRatio, KnownShares
from casegen_evidence.profiles.strata import stratify

import casegen
from casegen.model.diagnostic import InputError

TREE = {"kind": "decision-tree", "options": {"max_depth": 1}}


def measured(points: np.ndarray, labels: np.ndarray, operation: Any = None, **more: Any) -> Any:
    inputs: dict[str, Any] = {"points": {"points": points, "labels": labels}}
    if operation is not None:
        inputs["operation"] = {"points": operation}
    plan = {"classifier": TREE, "cells": 1, "samples": 300, "bandwidth": 0.1, **more}
    return casegen.measure("ram-low-dimensional", inputs, parameters=plan, seed=1)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("shares", [(1, 0), (0, 1), (0.43, 0.57)])
@pytest.mark.parametrize("seed", range(3))
def test_reweighted_estimates_are_at_most_one_and_their_bounds(
    share: float, shares: tuple[float, float], seed: int
) -> None:
    """Weights of evaluation points have mean 1 in expectation only: an estimate of 2 was an internal error."""
    rng = np.random.default_rng(seed)
    points = rng.random((20, 2))
    labels = rng.permutation(np.arange(20) % 5 == 0).astype(int)
    profile = {"kind": "reweighted", "shares": {"0": shares[0], "1": shares[1]}}
    result = measured(points, labels, profile=profile, evaluation_share=share)
    for name in ("pmi", "pmi_smooth", "pmi_voted"):
        assert result[name].value <= result[name].upper <= 1


def test_estimates_by_weights_are_cut_at_the_largest_value() -> None:
    ones = np.ones(12)
    value, _, upper = DensityRatio(np.full(12, 1.5), 2.0, 0.01, 0.1).limits(ones, 1.0, 0.95)
    assert value == upper == 1
    value, _, upper = KnownShares(np.arange(12) % 2, np.array([0.5, 0.5 + 9e-7])).limits(ones, 1.0, 0.95)
    assert value == upper == 1


@pytest.mark.parametrize("rows", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_two_or_three_labelled_points_beside_operation_end_in_words(rows: int, seed: int) -> None:
    rng = np.random.default_rng([seed, rows])
    with suppress(InputError):  # in words; any other error is the method's own
        result = measured(rng.random((rows, 2)), np.arange(rows) % 2, rng.random((60, 2)))
        assert result["pmi"].upper > 0.5


def test_one_row_is_too_few_to_compare_operation_with() -> None:
    rng = np.random.default_rng(1)
    with pytest.raises(InputProblem, match=r"at least 2 labelled points beside those that count.*; found 1"):
        stratify(rng.random((1, 2)), rng.random((60, 2)), 30, 0)


@pytest.mark.parametrize("seed", range(12))
def test_two_rows_of_one_fold_are_fitted(seed: int) -> None:
    """Both in one of four folds, as in a quarter of the cases, left fits that saw no labelled row."""
    rng = np.random.default_rng(seed)
    strata = stratify(rng.random((2, 2)), rng.random((60, 2)), 30, seed)
    assert np.isfinite(strata.score(rng.random((5, 2)))).all()


@pytest.mark.parametrize(
    ("kind", "share"), [("decision-tree", 0.999), ("extra-trees", 0.9975), ("logistic-regression", 0.995)]
)
def test_a_share_that_leaves_no_points_for_design_ends_in_words(kind: str, share: float) -> None:
    points = np.random.default_rng(5).random((200, 2))
    own = {
        "classifier": {"kind": kind},
        "domain": [[0, 1], [0, 1]],
        "cells": 4,
        "samples": 200,
        "evaluation_share": share,
    }
    labels = (points[:, 0] > 0.5).astype(int)
    with pytest.raises(InputError, match="smaller `evaluation_share`"):
        casegen.measure(
            "ram-low-dimensional", {"points": {"points": points, "labels": labels}}, parameters=own
        )
