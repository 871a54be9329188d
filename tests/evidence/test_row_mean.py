"""Limits over rows that come in groups of unequal sizes: of a row drawn from all rows, not from a group drawn first."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.bounds import betting_upper
from casegen_evidence.bounds.row_mean import row_limits, row_ratio_limits
from numpy.typing import NDArray

Array = NDArray[np.float64]
Index = NDArray[np.int64]
CONFIDENCE = 0.95


def drawn(
    rng: np.random.Generator, groups: int, large: float, sizes: tuple[int, int], rates: tuple[float, float]
) -> tuple[Array, Index]:
    """Failures by row of ``groups``, of which a share ``large`` has the second of the ``sizes`` and ``rates``."""
    kind = (rng.random(groups) < large).astype(int)
    size = np.array(sizes)[kind]
    group = np.repeat(np.arange(groups), size)
    return (rng.random(len(group)) < np.array(rates)[kind][group]).astype(float), group


def test_groups_of_one_size_need_no_other_limit() -> None:
    failed, group = drawn(np.random.default_rng(0), 50, 0.5, (7, 7), (0.0, 0.3))
    assert row_limits(failed, group, CONFIDENCE) is None
    assert row_ratio_limits(failed, np.ones(350), group, CONFIDENCE, (0.0, 1.0), within=True) is None


def test_gaps_in_the_numbers_of_groups_are_no_groups() -> None:
    failed, group = drawn(np.random.default_rng(0), 50, 0.5, (3, 12), (0.0, 0.3))
    assert row_limits(failed, group, CONFIDENCE) == row_limits(failed, 2 * group + 1, CONFIDENCE)
    assert row_limits(np.zeros(4), np.array([0, 0, 5, 5]), CONFIDENCE) is None


def test_the_range_of_the_values_moves_the_limits_with_it() -> None:
    failed, group = drawn(np.random.default_rng(1), 80, 0.3, (3, 12), (0.02, 0.3))
    plain, moved = (
        row_limits(failed, group, CONFIDENCE),
        row_limits(4 * failed - 2, group, CONFIDENCE, -2, 2),
    )
    assert plain is not None
    assert moved == pytest.approx([4 * end - 2 for end in plain])  # type: ignore[operator]
    low, high = plain
    assert low is not None
    assert high is not None
    assert low < failed.mean() < high


def test_a_ratio_with_every_row_in_its_whole_is_the_mean() -> None:
    failed, group = drawn(np.random.default_rng(2), 80, 0.3, (3, 12), (0.02, 0.3))
    ends = (0.0, 1.0)
    assert row_ratio_limits(failed, np.ones(len(group)), group, CONFIDENCE, ends, within=True) == row_limits(
        failed, group, CONFIDENCE
    )
    assert row_ratio_limits(np.zeros(4), np.zeros(4), np.array([0, 0, 0, 1]), CONFIDENCE, ends, True) == (
        None,
        None,
    )


WORLDS = {
    "videos, .03 and .15": (100, 0.2, (10, 40), (0.03, 0.15)),
    "videos, .05 and .25": (100, 0.15, (10, 40), (0.05, 0.25)),
    "scenes of 3 and 12 frames": (200, 0.2, (3, 12), (0.01, 0.25)),
    "nearly equal": (60, 0.5, (9, 10), (0.1, 0.1)),
    "few groups": (15, 0.3, (5, 20), (0.0, 0.5)),
    "small groups fail": (100, 0.2, (10, 40), (0.2, 0.0)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_both_limits_cover_the_rate_of_rows(name: str) -> None:
    groups, large, sizes, rates = WORLDS[name]
    shares = np.array([1 - large, large]) * sizes
    truth = float(shares @ rates / shares.sum())
    rng, below, above = np.random.default_rng(7), 0, 0
    for _ in range(200):
        failed, group = drawn(rng, groups, large, sizes, rates)
        limits = row_limits(failed, group, CONFIDENCE)
        if limits is None:  # all groups of one kind, by chance
            continue
        low, high = limits
        assert low is not None
        assert high is not None
        below += high < truth
        above += low > truth
    assert max(below, above) <= 200 * 0.05


@pytest.mark.slow
def test_the_limit_over_rows_is_little_wider_where_sizes_play_no_part() -> None:
    """Twins of the worlds above: rates that do not go with sizes."""
    rng, wider = np.random.default_rng(8), []
    for _ in range(20):
        size = np.maximum(1, rng.poisson(20, 100))
        group = np.repeat(np.arange(100), size)
        failed = (rng.random(len(group)) < 0.06).astype(float)
        limits = row_limits(failed, group, CONFIDENCE)
        assert limits is not None
        assert limits[1] is not None
        wider.append(limits[1] / betting_upper(np.bincount(group, failed) / size, CONFIDENCE))
    assert np.median(wider) < 1.2
