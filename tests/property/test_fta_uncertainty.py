"""The sampled mean against the exact one: a multilinear top of independent inputs has the top of their means."""

from __future__ import annotations

import dataclasses
import math

import pytest
from hypothesis import given, settings

from casegen.fta import compile_tree, event_values, uncertainty
from casegen.model.case import Case
from casegen.model.fault_tree import BasicEvent, Constant
from casegen.model.quantity import Beta
from tests.fta.small_trees import random_cases


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(random_cases())
def test_mean_of_independent_inputs(case: Case) -> None:
    events = tuple(
        BasicEvent(id=e.id, model=Constant(probability=Beta(distribution="beta", alpha=2.0 + i, beta=3.0)))
        for i, e in enumerate(case.events)
    )
    case = dataclasses.replace(case, events=events)
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    result = uncertainty(tree, values, trials=4000, seed=5)
    exact = tree.probability(values.probability)
    assert result.point == pytest.approx(exact)
    assert abs(result.mean - exact) <= 6.0 * result.std / math.sqrt(result.trials) + 1e-12
    again = uncertainty(tree, values, trials=4000, seed=5)
    assert (again.samples == result.samples).all()
