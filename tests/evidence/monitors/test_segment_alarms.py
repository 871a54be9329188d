"""Alarms that were spread over labelled segments; and monitors that find most, all, or some kinds of hazards."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from casegen_evidence.monitors.segment_alarms import segments_filled


def videos(n: int, rng: np.random.Generator, frames: int = 20) -> tuple[np.ndarray, np.ndarray]:
    """Which frames are hazardous, one segment in three videos of five, and their videos."""
    bad = np.zeros((n, frames), dtype=bool)
    for k in np.flatnonzero(rng.random(n) < 0.6):
        start = rng.integers(2, 10)
        bad[k, start : start + rng.integers(5, 9)] = True
    return bad.ravel(), np.repeat(np.arange(n), frames)


def spread(bad: np.ndarray, alarm: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Point adjustment: an alarm at any frame of a segment is one at all of them."""
    segment = np.cumsum(np.r_[True, (np.diff(group) != 0) | (np.diff(bad.astype(int)) != 0)])
    return alarm | (bad & np.isin(segment, np.unique(segment[alarm & bad])))


@pytest.mark.parametrize("rate", [0.05, 0.1, 0.25])
@pytest.mark.parametrize("seed", range(4))
def test_adjusted_alarms_are_seen(rate: float, seed: int) -> None:
    rng = np.random.default_rng([round(100 * rate), seed])
    bad, group = videos(200, rng)
    alarm = rng.random(len(bad)) < np.where(bad, rate, 0.03)
    assert segments_filled(bad, alarm, group) is None
    adjusted = spread(bad, alarm, group)
    seen = segments_filled(bad, adjusted, group)
    assert seen is not None
    assert min(seen.filled, seen.missed) > 2
    assert (seen.least <= adjusted).all()
    assert (seen.least & bad).sum() == seen.filled
    order = rng.permutation(200)
    mixed = np.concatenate([np.flatnonzero(group == v) for v in order])  # videos in any order
    again = segments_filled(bad[mixed], adjusted[mixed], group[mixed])
    assert again is not None
    assert again[:2] == seen[:2]


@pytest.mark.parametrize("recall", [0.5, 0.9, 0.99, 0.999, 1.0])
@pytest.mark.parametrize("false", [0.0, 0.005, 0.03, 0.1])
def test_monitors_that_decide_on_each_frame(recall: float, false: float) -> None:
    for n in (10, 80, 200):
        rng = np.random.default_rng([n, round(1000 * recall), round(1000 * false)])
        bad, group = videos(n, rng)
        alarm = rng.random(len(bad)) < np.where(bad, recall, false)
        held = alarm | (np.r_[False, alarm[:-1]] & np.r_[False, group[1:] == group[:-1]])
        for said in (alarm, held):
            assert segments_filled(bad, said, group) is None
            assert segments_filled(bad, said, None) is None


def test_monitors_that_decide_once_for_each_video() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        bad, group = videos(100, rng)
        hazardous = np.bincount(group, bad) > 0
        said = rng.random(100) < np.where(hazardous, 0.8, 0.2)
        assert segments_filled(bad, said[group], group) is None


def test_a_column_may_say_which_kinds_are_seen() -> None:
    rng = np.random.default_rng(2)
    bad, group = videos(200, rng)
    kind = (rng.random(200) < 0.2).astype(np.int32)[group]
    alarm = np.where(bad, kind == 0, rng.random(len(bad)) < 0.03)
    alarm &= ~(bad & (kind == 1))
    assert segments_filled(bad, alarm, group) is not None
    column: Any = SimpleNamespace(words=lambda: (kind, ("fog", "glare")))
    assert segments_filled(bad, alarm, group, [column]) is None
