"""A stated threshold that is the score of an evaluated row, to its last digit."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from casegen_evidence.monitors.evaluation_signs import chosen_on_rows
from casegen_evidence.signs import Intake


def seen(scores: np.ndarray, threshold: float) -> bool:
    rows: Any = SimpleNamespace(file="p.csv", scores=lambda: scores)
    intake = Intake()
    chosen_on_rows(rows, threshold, intake)
    return bool(intake.signs)


def test_only_digits_that_hardly_meet_are_doubted() -> None:
    rng = np.random.default_rng(3)
    for digits in (6, 9, 16):
        scores = np.round(rng.gamma(2, 1, 1000), digits)
        assert seen(scores, float(scores[7]))
        assert not seen(scores, round(float(scores[7]) + 1e-3, digits))
    for scores in (np.round(rng.gamma(2, 1, 1000), 3), rng.binomial(255, 0.3, 1000) / 255):
        assert not seen(scores, float(scores[7]))  # they meet by chance
