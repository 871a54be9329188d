"""The min-cut upper bound is no larger than its formula except for rounding, also near 1."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from casegen.fta import compile_tree, event_values, quantify
from tests.fta.small_trees import case_of, gate


@pytest.mark.parametrize(
    "chances", [(0.9999, 0.5), (0.999999, 0.1, 0.2), (0.99, 0.98, 0.5), (0.3, 0.2), (1 - 1e-9, 0.5)]
)
def test_of_single_events_it_is_the_top(chances: tuple[float, ...]) -> None:
    """.999981 was given for .99995."""
    names = "abc"[: len(chances)]
    case = case_of([gate("g", "or", *names)], dict(zip(names, chances, strict=True)))
    result = quantify(compile_tree(case, "t"), event_values(case, "t", {}).points, "mcub")
    true = 1 - math.prod(1 - Fraction(repr(p)) for p in chances)
    assert 0 <= Fraction(result.upper or 0.0) - true <= Fraction(1, 10**12)
