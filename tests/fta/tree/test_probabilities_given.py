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
    [[0.1, math.nan], [0.1, -0.1], [0.1, 2.0], [0.1], [0.1, 0.2, 0.3], np.ma.masked_array([0.1, 0.9], [False, True])],
    ids=["nan", "below 0", "above 1", "one too few", "one too many", "masked"],
)  # fmt: skip
def test_other_than_one_probability_for_each_event_is_refused(given: Any) -> None:
    tree = fta.compile_tree(case_of([gate("top", "or", "a", "b")], {"a": 0.1, "b": 0.2}), "t")
    for quantified in (
        lambda: fta.quantify(tree, given),
        lambda: fta.bound(tree.structure, given),
        lambda: fta.allocate(tree, given, 1e-3),
    ):
        with pytest.raises(ValueError, match="probabilit"):
            quantified()
