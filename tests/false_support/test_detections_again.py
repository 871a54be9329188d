"""Labels that are the detector's own boxes, and frames that are others once more: each beside a true twin."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evidence.detection.scenes import Scene, accepted, doubled, halved, mirrored, scene
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.test_ordinary_files import ITEM, detected


def case(of: Scene, limit: float, path: Path) -> Path:
    made, edits, files = detected(*of)
    edits |= {"claims.C1.requirement.bound": limit, f"{ITEM}.parameters": {"score": 0.3}}
    return folder(path, made, edits, files)


@pytest.mark.parametrize("least", [0.3, 0.5])
def test_accepted_proposals_support_nothing(tmp_path: Path, least: float) -> None:
    drawn = scene(90, 150, missed=0.4, scatter=9)
    must_not_hold(case(accepted(drawn, least), 0.08, tmp_path / "false"), "sign-copied-truth")
    must_hold(case(scene(91, 150, missed=0, scatter=2), 0.08, tmp_path / "true"))


def test_augmented_frames_support_nothing(tmp_path: Path) -> None:
    sixty = scene(80, 60)
    four = doubled(doubled(sixty, mirrored), halved, (320, 240))
    must_not_hold(case(four, 0.06, tmp_path / "false"), "sign-frames-again")
    must_hold(case(scene(85, 240, missed=0.02), 0.06, tmp_path / "true"))
