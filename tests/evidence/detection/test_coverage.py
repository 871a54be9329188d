"""The coverage laboratory of detection, small: limits cover, and what would not is barred or in doubt."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.detection.evaluation import evaluate
from casegen_evidence.detection.method import DetectionParameters
from casegen_evidence.signs import Intake

from benchmarks.coverage import detection
from benchmarks.coverage.detection import LOSE, SITUATIONS, WITHIN, Situation, drawn, known
from benchmarks.coverage.records import significant

NAMED = {s.name: s for s in SITUATIONS}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["few frames", "few videos, stated"])
def test_limits_cover(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """20 repetitions cannot prove 95 %; they would show limits that are clearly short."""
    monkeypatch.setattr(detection, "SITUATIONS", (NAMED[name],))
    for row in detection.rows(20):
        assert row.covered >= 0.8, row.bound
        assert not significant(row, 0.95)
        assert row.barred == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["videos counted as frames", "hard frames are crowded"])
def test_what_does_not_cover_is_in_doubt(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detection, "SITUATIONS", (NAMED[name],))
    rows = {row.bound: row for row in detection.rows(8)}
    assert rows["missed_object"].covered < 0.95
    assert all(row.wrong == 0 for row in rows.values())


@pytest.mark.slow
@pytest.mark.parametrize("situation", [NAMED["frames that vary"], NAMED["hard frames are crowded"]])
def test_the_truth_of_a_situation_is_that_of_many_draws(situation: Situation) -> None:
    truth, _ = drawn(Situation(**{**{f: getattr(situation, f) for f in situation.__slots__}, "units": 20_000}),
                     np.random.default_rng(0))  # fmt: skip
    objects = np.bincount(truth.image)
    expected = known(situation)
    if situation.crowded:
        assert expected["missed_object"] > 3 * situation.mean
        assert objects.mean() > 4
    else:
        assert objects.mean() == pytest.approx(3, rel=0.02)
        assert 0.1 < expected["frame_with_miss"] < 0.2


@pytest.mark.slow
def test_the_share_of_lost_tracks_is_that_of_many_videos() -> None:
    few = NAMED["few videos, stated"]
    many = Situation(**{**{f: getattr(few, f) for f in few.__slots__}, "units": 600})
    truth, detections = drawn(many, np.random.default_rng(0))
    p = DetectionParameters(score=0.5, group="video", detect_within=WITHIN, lose_at_most=LOSE)
    shares = evaluate(truth, detections, p, Intake()).track_share
    for name in ("late_track", "lost_track"):
        spread = shares[name].std() / len(shares[name]) ** 0.5
        assert abs(shares[name].mean() - known(few)[name]) < 4 * spread, name
