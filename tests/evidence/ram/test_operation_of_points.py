"""Operation of which a part is labelled points, and points that are sorted by a feature."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.ram.vital_signs import _nearly_gives_away, judge_operation
from casegen_evidence.signs import Intake

RNG = np.random.default_rng(5)
POINTS = RNG.random((900, 2))


def severities(inputs: np.ndarray, digits: int) -> list[str]:
    intake = Intake()
    judge_operation(np.round(POINTS, digits), np.round(inputs, digits), ["a", "b"], intake)
    return [sign.severity for sign in intake.signs]


@pytest.mark.parametrize("digits", [2, 3, 5, 8])
def test_a_part_of_operation_is_asked_about(digits: int) -> None:
    own = RNG.random((1500, 2))
    longer = np.concatenate([POINTS, RNG.random((3000, 2))])
    assert severities(np.concatenate([POINTS[:450], own[:500]]), digits) == ["suspicious"]
    assert severities(np.concatenate([POINTS[:300], own]), digits) == ["suspicious"]
    assert not severities(own, digits)
    assert not severities(longer, digits)


def test_an_input_that_recurs_near_a_point_counts_once() -> None:
    own = RNG.random((150, 2))
    own[0] = POINTS[0] + 1e-9
    assert not severities(np.concatenate([own, np.repeat(own[:5], 20, axis=0)]), 12)


def test_points_sorted_by_a_feature_give_nothing_away() -> None:
    """The class depends on both features, so that it changes often along one of them; by class, it changes once."""
    label = (POINTS[:, 0] + 0.25 * np.sin(5 * POINTS[:, 1]) > 0.6).astype(np.int64)
    for k in (0, 1):
        order = np.argsort(POINTS[:, k])
        assert not _nearly_gives_away(POINTS[order, k], label[order])
    recorded = np.cumsum(RNG.exponential(1.0, 900))
    assert _nearly_gives_away(recorded, np.sort(label))
