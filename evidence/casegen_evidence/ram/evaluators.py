"""How often a model fails within a norm ball, by a package's estimator: paper 003 wants them exchangeable (§7).

An evaluator is installed under the entry point group ``casegen.ball_evaluators``.  The bound of pmi holds whatever it
does within the balls, if its estimates have the true means or larger ones: that is assumed at every claim, and compared
with plain Monte Carlo in some of the balls.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.installed import faults_of
from casegen_evidence.method import InputProblem
from casegen_evidence.returned import numbers

if TYPE_CHECKING:
    from casegen_evidence.blocks import Workers
    from casegen_evidence.models import Classifier
    from casegen_evidence.ram.balls import Balls
    from casegen_evidence.ram.high import HighDimensional, HighPlan
    from casegen_evidence.signs import Intake

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
Evaluator = Callable[
    [Callable[[Array], Labels], Array, Array, Labels, Array, int, np.random.Generator], tuple[Array, Array]
]
"""``(classify, low (k, d), high (k, d), labels (k,), severity (c, c), samples, rng)`` to estimates of the mean severity
under the uniform density in each ball, and their sampling variances, both ``(k,)``; ``classify`` maps (n, d) to (n,)."""

GROUP = "casegen.ball_evaluators"
EXPECTED = "smc, amls or an evaluator"
COMPARED = 100
"""Balls in which an evaluator is compared with plain Monte Carlo."""
LEVEL = 0.999
ASSUMED = "the installed evaluator {!r} does not underestimate the share of failures within the balls"


def evaluated(
    evaluator: Evaluator,
    classifier: Classifier,
    balls: Balls,
    severity: Array,
    samples: int,
    rng: np.random.Generator,
) -> tuple[Array, Array]:
    """Estimates and variances (k,), checked: of the right shape, finite, and within what severities allow."""
    with faults_of(getattr(evaluator, "title", "")):
        estimates = evaluator(classifier, balls.low, balls.high, balls.label, severity, samples, rng)
        if not isinstance(estimates, tuple | list) or len(estimates) != 2:
            raise InputProblem(f"expected (estimates, variances), found {type(estimates).__name__}")
        value, variance = numbers(estimates[0], "estimates"), numbers(estimates[1], "variances")
        _judge(value, variance, balls, severity)
    return value, variance


def _judge(value: Array, variance: Array, balls: Balls, severity: Array) -> None:
    if value.shape != (len(balls),) or variance.shape != (len(balls),):
        raise InputProblem(
            f"expected an estimate and a variance for each of {len(balls)} balls from the evaluator; found shapes "
            f"{value.shape} and {variance.shape}"
        )
    within = (value >= 0) & (value <= severity.max()) & (variance >= 0) & np.isfinite(variance)
    if not within.all():
        raise InputProblem(
            f"expected estimates between 0 and {severity.max():g} and finite variances from the evaluator; "
            f"{int((~within).sum())} of {len(balls)} are not"
        )


def compared_with_sampling(
    result: HighDimensional,
    classifier: Classifier,
    plan: HighPlan,
    seed: int,
    workers: Workers,
    intake: Intake,
) -> None:
    """Bar pmi where plain Monte Carlo finds more failures in some of the same balls than the evaluator does.

    The sum of independent trials with unlike probabilities varies less than a binomial one of the same mean
    (Hoeffding 1956), so that the lower limit of Clopper–Pearson on all of them holds for their mean.
    """
    from casegen_evidence.bounds import clopper_pearson
    from casegen_evidence.ram.balls import Balls, estimate
    from casegen_evidence.ram.high import box

    rows = result.order[:COMPARED]
    balls = Balls.around(
        result.data.points[rows], result.data.labels[rows], result.radii, box(result.data, plan)
    )
    how = replace(plan.estimation, kind="smc", evaluator=None)
    plain = estimate(classifier, balls, result.severity, how, seed + 1, workers, stage="compared").value
    n = len(rows) * how.samples
    failures, mean = round(float(plain.sum()) * how.samples), float(result.runs.value[: len(rows)].mean())
    least = float(clopper_pearson(failures, n, LEVEL)[0])
    if mean < least:
        intake.fails(
            "evaluator-contradicted",
            f"the evaluator has a mean of {mean:.3g} in {len(rows)} balls; {failures:,} of {n:,} plain samples in them "
            f"fail, at least {least:.3g} with {100 * LEVEL:g} %",
            ("pmi", "pmi_as_drawn", "acu"),
            "correct the evaluator, or use estimator smc or amls",
        )
