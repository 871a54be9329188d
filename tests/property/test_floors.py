"""Floors under the width of valid limits: no valid limit undercuts them, and one that does fails to cover."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.bounds import clopper_pearson
from scipy.stats import binom

from benchmarks.coverage.floors import alike, apart, gap


def test_of_a_gap() -> None:
    """Mass and rate bounded apart, at half the error each, is valid: never below the floor, and by two fifths at most above."""
    floor = gap(0.02, 400, 4000, 0.975)
    assert floor < apart(0.02, 400, 4000, 0.975) < 1.4 * floor
    known = 0.02 + 0.98 * clopper_pearson(0, 400, 0.975)[1]
    assert known > floor, "for a class without likeness the mass alone is not enough"


@pytest.mark.slow
def test_of_campaigns_one_rate_undercuts_the_floor_and_does_not_cover() -> None:
    """Three campaigns of cv 0.5: the median of Clopper–Pearson lies below what any valid limit may have."""
    floor = alike(3, 200, 0.02, 0.5, 0.95)
    pooled = float(clopper_pearson(np.arange(601), 600, 0.95)[1][int(binom.median(600, 0.02))])
    assert pooled < 0.9 * floor
