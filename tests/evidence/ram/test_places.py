"""A feature `y` beside `x` is a place, not a label; alone it is named as one."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.ram.data import labelled
from casegen_evidence.ram.vital_signs import judge_points
from casegen_evidence.signs import Intake


@pytest.mark.parametrize(
    ("names", "doubted"),
    [
        (("x", "y"), False),
        (("X", "Y"), False),
        (("x1", "y"), True),
        (("y", "z"), True),
        (("x", "target"), True),
    ],
)
def test_places_are_no_labels(names: tuple[str, str], doubted: bool) -> None:
    points = np.random.default_rng(1).random((300, 2))
    intake = Intake()
    judge_points(labelled(points, np.where(points.sum(axis=1) > 1, "in", "out"), names), intake)
    assert [s.name for s in intake.signs] == ["sign-label-given-away"] * doubted
