"""What the data in hand say against a prediction: runs that were observed, tests that do not fit their statement."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from casegen_evidence.p_values import stated
from casegen_evidence.signs import Intake

if TYPE_CHECKING:
    from casegen_evidence.dependability.comparison import ModeComparison
    from casegen_evidence.dependability.conditions import Product
    from casegen_evidence.dependability.partition import Partition
    from casegen_evidence.dependability.scenarios import ScenarioTests

MEASURES = ("dependability", "task_undependability", "harmful_undependability")
CERTAIN = 0.999
"""one-sided confidence of the observed limit that a predicted bound must not lie beyond"""
LEVEL = 0.01
MANY = 50
"""runs from which on counts of two samples are hardly the same by chance"""
FIT_LEVEL = 1e-4


def of_the_tests(tests: ScenarioTests, counts: Sequence[int], intake: Intake) -> None:
    """Doubt observed runs that end, mode by mode, exactly as often as the tests, or in exactly their shares."""
    own, n = tests.counts(), sum(counts)
    same = all(k * sum(own) == m * n for k, m in zip(counts, own, strict=True))
    if same and n >= MANY and sum(k > 0 for k in counts) > 1:
        success, task, harm = counts
        words = f"{success:,} success, {task:,} task failure, {harm:,} harmful failure"
        intake.suspects(
            "observed-of-tests",
            f"the observed runs end just as the tests do ({words}): are they the tests, counted?",
            hint="give runs that were observed in operation; state in the waiver if the counts agree by chance",
        )


def contradicted(compared: Sequence[ModeComparison], counts: Sequence[int], intake: Intake) -> None:
    """A predicted bound that the observed runs refute fails; one on the better side of them is suspicious.

    Observed runs that are better than predicted say nothing against a bound.
    """
    from casegen_evidence.bounds import clopper_pearson
    from casegen_evidence.dependability.comparison import holm

    n = sum(counts)
    adjusted = holm([c.p_value for c in compared])
    for mode, (name, c, k, p) in enumerate(zip(MEASURES, compared, counts, adjusted, strict=True)):
        low, high = (float(v) for v in clopper_pearson(k, n, CERTAIN))
        refuted = high < c.predicted.lower if mode == 0 else low > c.predicted.upper
        worse = c.difference.value > 0 if mode == 0 else c.difference.value < 0
        seen = f"{k:,} of {n:,} observed runs are {c.mode}"
        bound = c.predicted.lower if mode == 0 else c.predicted.upper
        if refuted:
            message = f"{seen}, which contradicts the predicted {'lower' if mode == 0 else 'upper'} bound of {bound:.4g}"
            intake.fails(
                "observed-worse", message, [name], "test in the conditions in which the runs were observed"
            )
        elif worse and p < LEVEL:
            message = (
                f"{seen}, significantly worse than the predicted {c.predicted.value:.4g} ({stated(p)}, Holm)"
            )
            intake.suspects(
                "observed-worse", message, [name], "find what differs between tests and observed runs"
            )


def not_as_stated(
    tests: ScenarioTests,
    partition: Partition,
    testing: Product | None,
    measures: Collection[str],
    intake: Intake,
) -> None:
    """Tests that do not look drawn from the stated testing conditions have wrong weights within voxels."""
    from casegen_evidence.dependability.fit import testing_fit

    fit = testing_fit(tests, partition, testing) if testing is not None else None
    if fit is not None and fit < FIT_LEVEL:
        intake.suspects(
            "not-as-stated",
            f"the tests do not look drawn from the stated testing conditions (chi-square p = {fit:.1e}): their weights "
            "within voxels may be wrong",
            measures,
            "state the distribution that the tests were drawn from, or leave `testing` out",
        )
