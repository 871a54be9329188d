"""Latent codes leave out directions: a shift in one of them bars what was restated by the codes."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.profiles.features import behind
from casegen_evidence.profiles.restatement import Features, Restatement, restate
from casegen_evidence.ram.latent import pca

NAMES = tuple(f"x{k + 1}" for k in range(50))
CODES = ("code 1", "code 2")


def _restated(spread: float, feature: int) -> Restatement:
    rng = np.random.default_rng(3)
    scale = np.append([3.0, 2.0], np.full(48, 0.3))
    labelled, pilot, inputs = (rng.normal(size=(n, 50)) * scale for n in (400, 400, 1500))
    inputs[:, feature] *= spread
    encode = pca(pilot, 2)
    given = Features(labelled, pilot, inputs, NAMES)
    known = restate(encode(labelled), encode(pilot), encode(inputs), CODES, 0, given)
    blind = restate(encode(labelled), encode(pilot), encode(inputs), CODES, 0)
    assert not blind.unlike_within
    return known


@pytest.mark.slow
def test_a_feature_that_the_codes_leave_out_bars() -> None:
    known = _restated(0.3, 20)
    assert known.unlike_within
    assert "feature x21" in known.difference(within=True)
    assert any("leave out" in str(row[0]) for row in known.tests().rows)


@pytest.mark.slow
def test_the_same_features_do_not() -> None:
    assert not _restated(1.0, 20).unlike_within


@pytest.mark.parametrize("moved", [False, True])
def test_a_direction_across_features_is_seen(moved: bool) -> None:
    rng = np.random.default_rng(5)
    x = [rng.normal(size=(n, 50)) for n in (500, 500, 400, 1500)]
    for other in x[2:] if moved else ():
        other += 0.08
    strata = (np.zeros(500, np.int64), np.zeros(1500, np.int64))
    seen = behind(x[0], x[1], x[2], x[3], strata)
    assert (seen.p_within < 0.001) is moved
    if moved:
        assert seen.feature == -1
        assert "direction" in seen.difference(NAMES)
