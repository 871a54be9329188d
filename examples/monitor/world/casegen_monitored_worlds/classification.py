"""Use case 1: monitors of a classifier under distribution shift, judged by two schemes (paper 004 §III-A).

f is a small network on pictures of digits.  Part of the evaluated pictures is perturbed.  E1 asks whether the monitor
finds the network's errors (Eqns 10–11), E2 whether it finds the perturbed pictures (Eqns 12–13).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from casegen_evidence.method import InputProblem
from casegen_evidence.monitors.detectors import Detector, View, detector
from casegen_evidence.monitors.metrics import MonitorMetrics, evaluate
from casegen_evidence.monitors.operating import Sweep, sweep, threshold_for
from casegen_evidence.monitors.perturbations import PERTURBATIONS, Array
from casegen_evidence.monitors.returns import Flags, Returns, model_errors, runtime_threats, working_monitor
from casegen_evidence.nnmetrics.networks import mlp_layers
from numpy.typing import NDArray

Labels = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Split:
    """Three disjoint sets of pictures ``(n, rows, columns)`` with labels: to train, to calibrate, to evaluate."""

    train: tuple[Array, Labels]
    calibrate: tuple[Array, Labels]
    evaluate: tuple[Array, Labels]


def digits(seed: int) -> Split:
    """The 1,797 pictures of digits that come with scikit-learn, 8 × 8, split 40 : 20 : 40 at random."""
    from sklearn.datasets import load_digits

    x, y = load_digits(return_X_y=True)
    return split(x.reshape(-1, 8, 8) / 16.0, y, seed)


def split(pictures: Array, labels: NDArray[Any], seed: int) -> Split:
    """Split 40 : 20 : 40 at random."""
    order = np.random.default_rng([seed, 1]).permutation(len(pictures))
    a, b = round(0.4 * len(order)), round(0.6 * len(order))
    codes = np.unique(labels, return_inverse=True)[1].reshape(-1).astype(np.int64)
    parts = [(pictures[i], codes[i]) for i in (order[:a], order[a:b], order[b:])]
    return Split(*parts)


def shift(
    pictures: Array, names: Sequence[str], share: float, intensity: float, seed: int
) -> tuple[Array, Flags, NDArray[np.int64]]:
    """Perturb a random ``share`` of the pictures, each by one of ``names``; also which, and by what (−1: none).

    Each picture is used once, so that the evaluated units are independent.
    """
    rng = np.random.default_rng([seed, 2])
    threat = rng.random(len(pictures)) < share
    kind = np.where(threat, rng.integers(0, len(names), len(pictures)), -1)
    result = pictures.copy()
    for k, name in enumerate(names):
        mine = kind == k
        if mine.any():
            result[mine] = PERTURBATIONS[name](pictures[mine], intensity, rng)
    return result, threat, kind


def train_network(data: tuple[Array, Labels], hidden: Sequence[int], seed: int) -> Any:
    """A scikit-learn network on flat pictures."""
    import warnings

    from sklearn.exceptions import ConvergenceWarning
    from sklearn.neural_network import MLPClassifier

    x, y = data
    with warnings.catch_warnings():
        # a fixed number of epochs is part of the example's definition
        warnings.simplefilter("ignore", ConvergenceWarning)
        return MLPClassifier(hidden_layer_sizes=tuple(hidden), max_iter=60, random_state=seed).fit(
            x.reshape(len(x), -1), y
        )


def view(model: Any, pictures: Array) -> View:
    """What the monitors see: pixels, the last hidden layer, probabilities."""
    flat = pictures.reshape(len(pictures), -1)
    return View(flat, mlp_layers(model, flat)[-2], model.predict_proba(flat))


@dataclass(frozen=True, slots=True)
class Judged:
    """One monitor on the evaluated pictures: its scores ``(n,)``, its threshold, and its metrics by scheme."""

    name: str
    scores: Array
    threshold: float
    alarm: Flags
    e1: MonitorMetrics
    e2: MonitorMetrics


@dataclass(frozen=True, slots=True)
class Classification:
    """The use case's outcome; arrays over the evaluated pictures ``(n,)``."""

    prediction: Labels
    truth: Labels
    threat: Flags
    kind: NDArray[np.int64]
    monitors: Mapping[str, Judged]
    confidence: float

    def returns(self, scheme: str, alarm: Flags) -> Returns:
        """Returns of the scheme ``E1`` or ``E2`` for these alarms."""
        if scheme == "E1":
            return model_errors(self.prediction, self.truth, alarm)
        return runtime_threats(self.threat, alarm)

    def sweep(self, name: str, scheme: str, points: int = 41) -> Sweep:
        """The monitor's metrics over its thresholds."""
        return sweep(
            self.monitors[name].scores, lambda alarm: self.returns(scheme, alarm), points, self.confidence
        )

    def best(self, scheme: str) -> str:
        """The monitor with the largest safety gain under the scheme."""
        return max(
            self.monitors,
            key=lambda m: getattr(self.monitors[m], scheme.lower()).safety_gain.value,
        )


def run(
    data: Split,
    monitors: Sequence[str],
    *,
    perturbations: Sequence[str] = ("brightness",),
    share: float = 0.5,
    intensity: float = 0.6,
    alarms: float = 0.1,
    hidden: Sequence[int] = (48, 24),
    confidence: float = 0.95,
    seed: int = 0,
) -> Classification:
    """Train f and the monitors, set thresholds on calibration pictures, judge on the rest under E1 and E2.

    Every monitor's threshold lets at most ``alarms`` of the unperturbed calibration pictures raise an alarm, so that
    all are compared at the same nominal cost.
    """
    unknown = [p for p in perturbations if p not in PERTURBATIONS]
    if unknown or not perturbations:
        raise InputProblem(
            f"expected perturbations among {', '.join(PERTURBATIONS)}; found {', '.join(unknown) or 'none'}"
        )
    model = train_network(data.train, hidden, seed)
    pictures, threat, kind = shift(data.evaluate[0], perturbations, share, intensity, seed)
    if not 0 < threat.sum() < len(threat):
        raise InputProblem(
            f"expected perturbed and unperturbed pictures; a share of {share:g} gives only one kind"
        )
    seen = {
        "train": view(model, data.train[0]),
        "calibrate": view(model, data.calibrate[0]),
        "evaluate": view(model, pictures),
    }
    prediction, truth = seen["evaluate"].predictions, data.evaluate[1]
    results: dict[str, Judged] = {}
    for name in dict.fromkeys(monitors):
        one = detector(name)
        one.fit(seen["train"], data.train[1], seed)
        results[name] = _judge(name, one, seen, (prediction, truth, threat), alarms, confidence)
    return Classification(prediction, truth, threat, kind, results, confidence)


def _judge(
    name: str,
    monitor: Detector,
    seen: Mapping[str, View],
    truths: tuple[Labels, Labels, Flags],
    alarms: float,
    confidence: float,
) -> Judged:
    prediction, truth, threat = truths
    threshold = threshold_for(monitor.score(seen["calibrate"]), alarms)
    scores = monitor.score(seen["evaluate"])
    alarm = working_monitor(scores > threshold, f"monitor {name}")
    return Judged(
        name,
        scores,
        threshold,
        alarm,
        evaluate(model_errors(prediction, truth, alarm), confidence),
        evaluate(runtime_threats(threat, alarm), confidence),
    )
