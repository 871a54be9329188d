"""A monitor by the network's confidences, where these deny the network's answers: what it does on a scale that agrees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from casegen_evidence.signs import Direction, Intake

if TYPE_CHECKING:
    from casegen_evidence.monitors.detectors import Labels, View


def judge_score_scale(
    parts: Mapping[str, tuple[View, Labels]],
    alarms: float,
    better: Mapping[str, Direction],
    confidence: float,
    file: str,
    intake: Intake,
) -> None:
    """Doubt the measures of the monitor ``max-softmax`` where they would be worse if the scores were not divided.

    A factor of the logits leaves the order of inputs with two classes as it is, and of most others: the threshold, which
    is a share of the calibration inputs, moves with it.
    """
    from casegen_evidence.monitors.detectors import MaxSoftmax
    from casegen_evidence.monitors.metrics import evaluate
    from casegen_evidence.monitors.operating import threshold_for
    from casegen_evidence.monitors.returns import model_errors
    from casegen_evidence.nnmetrics.confidence_scale import hold_against, scale_doubt

    seen, truth = parts["evaluation"]

    def limits_at(factor: float) -> dict[str, float]:
        monitor = MaxSoftmax()
        threshold = threshold_for(monitor.score(_on_scale(parts["calibration"][0], factor)), alarms)
        alarm = monitor.score(_on_scale(seen, factor)) > threshold
        measures = evaluate(model_errors(seen.predictions, truth, alarm), confidence).named()
        ends = {
            name: m.upper if better[name] == "lower" else m.lower
            for name, m in measures.items()
            if name in better
        }
        return {name: float(end) for name, end in ends.items() if end is not None}

    hold_against(scale_doubt(seen.probabilities, truth, file), tuple(better), limits_at, intake)


def _on_scale(view: View, factor: float) -> View:
    """What is seen with the logits of the probabilities times ``factor``."""
    from casegen_evidence.nnmetrics.networks import softmax

    return replace(view, probabilities=softmax(factor * np.log(np.maximum(view.probabilities, 1e-300))))
