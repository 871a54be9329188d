"""Strata have a width: within them operation lies a little nearer to its own end, and that alone bars nothing."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.profiles.restatement import STRATUM_SLACK
from casegen_evidence.profiles.two_sample import REJECTED, scan, separation_test


def tilted(slope: float, seed: int, n: int = 24_000) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
    """Scores of two samples in eight strata of width 1, the second of density 1 + ``slope`` (2 u - 1) in each."""
    rng = np.random.default_rng(seed)
    stratum, u = rng.integers(0, 8, (2, n)), rng.random((2, n))
    more = (np.sqrt((1 - slope) ** 2 + 4 * slope * u[1]) - (1 - slope)) / (2 * slope)
    return (stratum[0] + u[0], stratum[1] + more), (stratum[0], stratum[1])


@pytest.mark.parametrize("seed", range(5))
def test_the_width_of_a_stratum_is_no_difference(seed: int) -> None:
    scores, strata = tilted(0.08, seed)
    assert separation_test(*scores, strata)[1] < REJECTED
    assert separation_test(*scores, strata, STRATUM_SLACK)[1] > REJECTED


@pytest.mark.parametrize("seed", range(5))
def test_a_real_difference_within_strata_still_is(seed: int) -> None:
    scores, strata = tilted(0.3, seed)
    assert separation_test(*scores, strata, STRATUM_SLACK)[1] < 1e-4


def test_values_that_hardly_vary() -> None:
    """A logger that mostly writes 0: no window differs, and the first one may hold no row at all."""
    rng = np.random.default_rng(1)
    stuck = np.zeros((300, 1))
    stuck[::10] = 25.0
    seen = scan(stuck, stuck[rng.permutation(300)], rng, permutations=9)
    assert seen.spans[0][1] == 0.0
