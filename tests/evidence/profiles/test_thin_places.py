"""What the sign of thin places says: a number for connected places, and that others have none."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.profiles.recurring import compare_recurring
from casegen_evidence.profiles.thin_places import judge_thin_places, recurring_seen
from casegen_evidence.signs import Intake


def test_the_number_is_one_of_connected_places_only() -> None:
    intake = Intake()
    judge_thin_places(intake, {"pmi": 0.08}, (400, 800), "labelled points")
    (sign,) = intake.signs
    assert "Where a connected one fails, the measures may come to: pmi 0.08." in sign.message
    assert "nothing bounds it" in sign.message
    assert "from 0.31 of operation on" in sign.message
    assert sign.possible == {"pmi": 0.08}


def test_few_rows_see_nothing() -> None:
    assert recurring_seen(10, 10) == 1
    assert recurring_seen(0, 10) == 1


@pytest.mark.slow
@pytest.mark.parametrize("days", [30, 300])
def test_the_tests_see_as_much_as_the_sign_says(days: int) -> None:
    """Nine of ten, of twenty: fewer than sixteen would be improbable (p < .05)."""
    place, seen = recurring_seen(400, 800), 0
    for seed in range(20):
        rng = np.random.default_rng([seed, days])
        first, second = (
            rng.integers(0, days, n)
            + np.where(rng.random(n) < share, place * rng.random(n), place + (1 - place) * rng.random(n))
            for n, share in ((400, 0.1 * place / (0.1 * place + 1 - place)), (800, place))
        )
        strata = rng.integers(0, 5, 400), rng.integers(0, 5, 800)
        result = compare_recurring(first[:, None], second[:, None], rng, strata)
        assert result is not None
        seen += result[1].p_value < 0.02 / 9
    assert seen >= 16
