"""The monitor max-softmax of a network that is far less sure than it is right: which of its numbers would differ."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.monitors.detectors import MaxSoftmax, View
from casegen_evidence.monitors.detectors_method import DETECTORS
from casegen_evidence.monitors.metrics import evaluate
from casegen_evidence.monitors.operating import threshold_for
from casegen_evidence.monitors.returns import model_errors
from casegen_evidence.monitors.score_scale import judge_score_scale
from casegen_evidence.nnmetrics.networks import softmax
from casegen_evidence.signs import Intake, Sign
from numpy.typing import NDArray

Parts = dict[str, tuple[View, NDArray[np.int64]]]
ALARMS = 0.1


def parts(classes: int, divided_by: float) -> Parts:
    """A network that knows as much as it says before its logits are divided."""
    rng = np.random.default_rng(classes)
    made = {}
    for role in ("calibration", "evaluation"):
        z = 6 * rng.normal(size=(600, classes))
        labels = np.array([rng.choice(classes, p=p) for p in softmax(z)], dtype=np.int64)
        flat = np.zeros((600, 1))
        made[role] = View(flat, flat, softmax(z / divided_by)), labels
    return made


def signs(given: Parts) -> list[Sign]:
    judge_score_scale(given, ALARMS, DETECTORS.better, 0.95, "e.npz", (intake := Intake()))
    return intake.signs


def measured(given: Parts) -> dict[str, tuple[float, float]]:
    """Both limits of each measure."""
    (seen, truth), monitor = given["evaluation"], MaxSoftmax()
    alarm = monitor.score(seen) > threshold_for(monitor.score(given["calibration"][0]), ALARMS)
    named = evaluate(model_errors(seen.predictions, truth, alarm), 0.95).named()
    return {name: (float(m.lower), float(m.upper)) for name, m in named.items() if m.lower is not None and m.upper is not None}  # fmt: skip


@pytest.mark.parametrize("classes", [2, 10])
def test_divided_scores_are_held_against_those_that_agree_with_the_answers(classes: int) -> None:
    (sign,) = signs(parts(classes, 20))
    whole, divided = (measured(parts(classes, by)) for by in (1, 20))
    for name, end in sign.possible.items():
        side = DETECTORS.better[name] == "lower"
        assert end == pytest.approx(whole[name][side], abs=0.03), name
        if classes == 2:
            assert end == pytest.approx(divided[name][side]), (
                "of two classes the order stays: no claim is false"
            )
    assert not signs(parts(classes, 1))
