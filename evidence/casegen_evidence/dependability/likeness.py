"""What the comparison of tests with operation says for and against a prediction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from casegen_evidence.method import Table
from casegen_evidence.p_values import stated
from casegen_evidence.profiles.thin_places import MET, judge_thin_places
from casegen_evidence.signs import Intake

if TYPE_CHECKING:
    from casegen_evidence.dependability.prediction import Prediction
    from casegen_evidence.dependability.scenarios import ScenarioTests

MEASURES = ("dependability", "task_undependability", "harmful_undependability")
ALIKE = f"within each stratum of likeness to operation, operation comes out as the tests did; {MET}"
LIKENESS_SIGNS: Mapping[str, str] = {
    "unlike-within-strata": "tests that differ from operation even within the strata by which they are restated",
    "thin-places": "places of operation that tests may have met too seldom for a comparison to see, and that may fail",
    "too-few-to-compare": "too few tests or operating scenarios to say how like each other they are",
}


def judge(intake: Intake, result: Prediction, tests: ScenarioTests) -> None:
    """Bar the modes where tests are no draws of operation within strata, or nobody can tell."""
    compared = result.comparison
    if compared is None:
        if not result.weights.by_density:
            intake.fails(
                "too-few-to-compare",
                f"{len(tests.scenarios)} tests and the operating scenarios are too few to compare within strata",
                MEASURES,
                "state `testing`, the distribution the tests were drawn from, or bring more tests and scenarios",
            )
    elif compared.unlike_within:
        intake.fails(
            "unlike-within-strata",
            f"within the strata of likeness the tests still differ from operation ({stated(compared.p_within)}). "
            + compared.difference(within=True)
            .replace("labelled points", "tests")
            .replace("labelled point", "test"),
            MEASURES,
            "test in scenarios of operation where the two differ, or state `testing`",
        )
    else:
        judge_thin_places(intake, possible(result, tests), compared.tested, "tests")


def possible(result: Prediction, tests: ScenarioTests) -> dict[str, float]:
    """The worst values of the modes' shares where no test sees in which places operation was met too seldom."""
    from casegen_evidence.dependability.prediction import HARM, SUCCESS, TASK, tests_in_parts

    if result.comparison is None:
        return {}
    own = tests.modes[tests_in_parts(tests)[1]]
    failed, task, harm = (
        result.comparison.possible(event.astype(float), 1.0, result.confidence)
        for event in (own != SUCCESS, own == TASK, own == HARM)
    )
    good, missed, harmful = result.modes
    return dict(
        zip(
            MEASURES,
            (min(good.lower, 1 - failed), max(missed.upper, task), max(harmful.upper, harm)),
            strict=True,
        )
    )


def tables(result: Prediction, tests: ScenarioTests) -> list[Table]:
    """The tests of likeness, and the strata with their harm."""
    from casegen_evidence.dependability.prediction import HARM, tests_in_parts

    if result.comparison is None:
        return []
    harm = (tests.modes[tests_in_parts(tests)[1]] == HARM).astype(float)
    return [result.comparison.tests(), result.comparison.table(harm, 1.0)]
