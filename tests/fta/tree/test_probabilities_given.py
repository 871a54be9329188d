"""What is handed to a function of trees in place of probabilities is refused, and not quantified."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from casegen import fta
from tests.fta.small_trees import case_of, gate


@pytest.mark.parametrize(
    "given",
    [[0.1, math.nan], [0.1, -0.1], [0.1, 2.0], [0.1], [0.1, 0.2, 0.3], np.ma.masked_array([0.1, 0.9], [False, True]),
     ["x", 0.1], [None, 0.1]],
    ids=["nan", "below 0", "above 1", "one too few", "one too many", "masked", "a word", "nothing"],
)  # fmt: skip
def test_other_than_one_probability_for_each_event_is_refused(given: Any) -> None:
    tree = fta.compile_tree(case_of([gate("top", "or", "a", "b")], {"a": 0.1, "b": 0.2}), "t")
    for quantified in (
        lambda: fta.quantify(tree, given),
        lambda: fta.quantify(tree, given, "mcub"),
        lambda: fta.quantify(tree, given, "rare-event"),
        lambda: fta.quantify(tree, given, "cutoff"),
        lambda: fta.bound(tree.structure, given),
        lambda: fta.allocate(tree, given, 1e-3),
    ):
        with pytest.raises(ValueError, match="probabilit"):
            quantified()


@pytest.mark.parametrize("method", ["bdd", "mcub", "rare-event", "cutoff"])
def test_probabilities_are_taken_by_all_methods(method: Any) -> None:
    tree = fta.compile_tree(case_of([gate("top", "and", "a", "b")], {"a": 0.1, "b": 0.2}), "t")
    for given in ([0.1, 0.2], (0.1, 0.2), np.array([0.1, 0.2]), [0, 1], [True, 0.2]):
        assert fta.quantify(tree, given, method).probability == pytest.approx(given[0] * given[1])


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ("no event 9: the tree has 2", {"rounded": {9: (0.1, 0.2)}}),
        ("range of a begins at 0.5 and ends at 0.1", {"rounded": {0: (0.5, 0.1)}}),
        ("range of a begins at nan", {"rounded": {0: (math.nan, 0.1)}}),
        ("as max_nodes, found -1", {"max_nodes": -1}),
        ("as max_nodes, found nan", {"max_nodes": math.nan}),
        ("as max_nodes, found 2.5", {"max_nodes": 2.5}),
        ("as limits, found -5", {"limits": (-5,)}),
        ("ratio of 1 or more, found nan", {"ratio": math.nan}),
    ],
)
def test_bounds_of_ranges_that_are_none_or_without_a_node_are_refused(words: str, more: Any) -> None:
    tree = fta.compile_tree(case_of([gate("top", "or", "a", "b")], {"a": 0.1, "b": 0.2}), "t")
    with pytest.raises(ValueError, match=words):
        fta.bound(tree.structure, [0.1, 0.2], **more)


@pytest.mark.parametrize(
    "more",
    [{"cutoff": math.nan}, {"cutoff": -1.0}, {"cutoff": 2.0}, {"limit_order": 0}, {"limit_order": math.nan}],
    ids=str,
)
def test_what_leaves_out_cut_sets_is_a_probability_and_an_order(more: Any) -> None:
    tree = fta.compile_tree(case_of([gate("top", "or", "a", "b")], {"a": 0.1, "b": 0.2}), "t")
    with pytest.raises(ValueError, match="found"):
        fta.quantify(tree, [0.1, 0.2], "cutoff", **more)


@pytest.mark.parametrize("target", ["x", None, [0.1]])
def test_a_target_that_is_no_number_is_refused(target: Any) -> None:
    tree = fta.compile_tree(case_of([gate("top", "or", "a", "b")], {"a": 0.1, "b": 0.2}), "t")
    with pytest.raises(ValueError, match="a target probability is a number"):
        fta.allocate(tree, [0.1, 0.2], target)
