"""Unastuteness of norm balls (paper 003 §5.3): proven, by simple Monte Carlo, or by multilevel splitting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.blocks import Workers
from casegen_evidence.method import InputProblem
from casegen_evidence.models import Classifier
from casegen_evidence.own_arithmetic import computes_by_itself
from casegen_evidence.ram import affine, intervals
from casegen_evidence.ram.disturbances import Disturbance, drawn_within, uniform
from casegen_evidence.ram.evaluators import Evaluator, evaluated
from casegen_evidence.ram.margins import Scores, failure_margins, scores_of
from casegen_evidence.ram.splitting import Splitting, split

Array = NDArray[np.float64]


@computes_by_itself
@dataclass(frozen=True, slots=True)
class Balls:
    """L∞ balls cut to the domain, ``low`` to ``high`` ``(k, d)``, each with the true label of its centre."""

    low: Array
    high: Array
    label: NDArray[np.int64]
    centre: Array | None = None

    @classmethod
    def around(
        cls, points: Array, labels: NDArray[np.int64], radius: float | Array, domain: tuple[Array, Array]
    ) -> Balls:
        """Balls of ``radius``, one or (d,), around points ``(k, d)``, cut to the box ``domain`` = (lower, upper)."""
        low, high = np.maximum(points - radius, domain[0]), np.minimum(points + radius, domain[1])
        return cls(np.minimum(low, points), np.maximum(high, points), labels, points)

    def part(self, first: int, last: int) -> Balls:
        centre = None if self.centre is None else self.centre[first:last]
        return Balls(self.low[first:last], self.high[first:last], self.label[first:last], centre)

    def __len__(self) -> int:
        return len(self.label)


@dataclass(frozen=True, slots=True)
class Estimation:
    """How a ball is estimated: ``samples`` for simple Monte Carlo, or the settings of the splitting.

    ``disturb`` draws the inputs within a ball, for simple Monte Carlo; uniform if it is None.  ``evaluator`` is what a
    package installs, for kind ``installed``.
    """

    kind: Literal["smc", "amls", "installed"] = "smc"
    samples: int = 1000
    splitting: Splitting = field(default_factory=Splitting)
    disturb: Disturbance | None = None
    evaluator: Evaluator | None = None

    def block(self, dimension: int) -> int:
        """Balls per block, so that a block's points take some 150 MB at most."""
        each = self.splitting.particles if self.kind == "amls" else self.samples
        return int(np.clip(2e7 // (each * dimension), 1, 64))


@dataclass(frozen=True, slots=True)
class Found:
    """λ per ball and its sampling ``variance``; ``proven`` without sampling; ``floored``: at most λ, where
    splitting gave up, with variance 0 since the floor is no estimate."""

    value: Array
    variance: Array
    proven: NDArray[np.bool_]
    floored: NDArray[np.bool_]


def estimate(
    classifier: Classifier,
    balls: Balls,
    severity: Array,
    how: Estimation,
    seed: int,
    workers: Workers | None = None,
    first: int = 0,
    stage: str = "balls",
) -> Found:
    """λ of every ball; each block of balls has a random stream of its own, numbered from ``first``.

    ``stage`` names the blocks that are kept after a kill; other balls need another name.

    ``severity`` (true, predicted) weighs failures; splitting needs it to be 0 or 1.  Raises
    :class:`InputProblem` where splitting is asked of a model without scores.
    """
    scores = scores_of(classifier)
    if how.kind == "amls" and scores is None:
        raise InputProblem(
            "expected a model with scores for estimator amls (a torch module, mlp or logistic-regression); "
            f"found {type(classifier.model).__name__}. Use estimator smc"
        )
    if how.kind == "amls" and np.any((severity != 0) & (severity != 1)):
        raise InputProblem("expected severities of 0 or 1 for estimator amls; use estimator smc")
    network = affine.layers(classifier)
    size = how.block(balls.low.shape[1])

    def work(start: int) -> dict[str, NDArray[Any]]:
        part = balls.part(start, start + size)
        rng = np.random.default_rng([seed, 0xBA, first + start])
        return _block(classifier, network, scores, part, severity, how, rng)

    starts = range(0, len(balls), size)
    parts = (workers or Workers()).run(f"{stage}-{first}", starts, work, "unastuteness of the norm balls")
    return joined(parts)


def joined(parts: Sequence[Mapping[str, NDArray[Any]]]) -> Found:
    """One :class:`Found` of several blocks' arrays by field."""
    return Found(**{f.name: np.concatenate([p[f.name] for p in parts]) for f in fields(Found)})


def _block(
    classifier: Classifier,
    network: list[affine.Affine] | None,
    scores: Scores | None,
    balls: Balls,
    severity: Array,
    how: Estimation,
    rng: np.random.Generator,
) -> dict[str, NDArray[Any]]:
    value, variance, floored = np.zeros(len(balls)), np.zeros(len(balls)), np.zeros(len(balls), dtype=bool)
    sure = np.full(len(balls), -1, dtype=np.int64)
    if network is not None:
        sure = intervals.decided_boxes(network, (balls.low + balls.high) / 2, (balls.high - balls.low) / 2)
    proven = sure >= 0
    value[proven] = severity[balls.label[proven], sure[proven]]
    rest = np.flatnonzero(~proven)
    if len(rest) and how.kind == "amls" and scores is not None:
        low, high = balls.low[rest].astype(np.float32), balls.high[rest].astype(np.float32)
        score, slope = failure_margins(scores, balls.label[rest], severity)
        result = split(low, high, score, how.splitting, rng, slope)
        value[rest], floored[rest] = np.exp(result.log_probability), result.stopped
        variance[rest] = np.nan_to_num(result.relative_variance) * value[rest] ** 2
    elif len(rest) and how.evaluator is not None:
        part = Balls(balls.low[rest], balls.high[rest], balls.label[rest])
        value[rest], variance[rest] = evaluated(how.evaluator, classifier, part, severity, how.samples, rng)
    elif len(rest):
        value[rest], variance[rest] = _sampled(classifier, balls, rest, severity, how, rng)
    return {"value": value, "variance": variance, "proven": proven, "floored": floored}


def _sampled(
    classifier: Classifier,
    balls: Balls,
    rest: NDArray[np.int64],
    severity: Array,
    how: Estimation,
    rng: np.random.Generator,
) -> tuple[Array, Array]:
    samples = how.samples
    low, high = balls.low[rest], balls.high[rest]
    centre = (low + high) / 2 if balls.centre is None else balls.centre[rest]
    points = drawn_within(how.disturb or uniform, centre, low, high, balls.label[rest], samples, rng)
    answers = classifier(points.reshape(-1, points.shape[2])).reshape(len(rest), samples)
    weights = severity[balls.label[rest][:, None], answers]
    return weights.mean(axis=1), weights.var(axis=1) / samples
