"""One level of a common-cause model is that of all levels, to the last digit and for rational numbers."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from casegen.fta.events.models import common_cause_level, common_cause_levels
from casegen.model.fault_tree import CcfModel


@pytest.mark.parametrize("model", list(CcfModel))
@pytest.mark.parametrize("kind", [float, Fraction])
def test_one_level_is_that_of_all(model: CcfModel, kind: type) -> None:
    draws = random.Random(7)
    for _ in range(200):
        n = draws.randint(2, 7)
        few = 1 if model is CcfModel.BETA_FACTOR else n - 1 if model is CcfModel.MGL else n
        total, *factors = (kind(draws.random()) for _ in range(few + 1))
        levels = common_cause_levels(model, n, total, factors)
        for level in range(1, n + 1):
            assert common_cause_level(model, n, level, total, factors) == levels.get(level, 0)


def test_greek_letters_are_shares_of_those_before() -> None:
    total, factors = Fraction(1, 100), [Fraction(1, 10), Fraction(1, 4)]
    levels = common_cause_levels(CcfModel.MGL, 3, total, factors)
    assert levels == {1: Fraction(9, 1000), 2: Fraction(3, 8000), 3: Fraction(1, 4000)}
