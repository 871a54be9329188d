"""Registered methods that compare: predicted with observed, and without with a safety function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from pydantic import Field

from casegen_evidence.dependability.method import (
    MEANING,
    NAMES,
    OBSERVED_INPUT,
    PER_TASK,
    SIGNS,
    TESTS_INPUT,
    error_measure,
    task_measure,
    tests_of,
)
from casegen_evidence.dependability.specs import MarginalSpec, Name, Spec, TestedParameters
from casegen_evidence.method import InputProblem, Kind, Measure, Parameters, Result, Run
from casegen_evidence.p_values import stated
from casegen_evidence.plural import plural
from casegen_evidence.signs import Direction, Intake, directions

if TYPE_CHECKING:
    from casegen_evidence.dependability.comparison import ModeComparison
    from casegen_evidence.dependability.conditions import Product
    from casegen_evidence.dependability.partition import Partition
    from casegen_evidence.dependability.prediction import Prediction
    from casegen_evidence.dependability.safety import Candidate, Gain, InputLimit
    from casegen_evidence.dependability.scenarios import ScenarioTests


class ComparisonParameters(TestedParameters):
    """Parameters of ``ml-dependability-comparison``."""

    conditions: Annotated[dict[Name, dict[Name, MarginalSpec]], Field(min_length=1)] = Field(
        description="operating distributions by the name that the observed runs have in column `condition`"
    )


class PredictionComparison:
    """Registered as ``ml-dependability-comparison``."""

    name = "ml-dependability-comparison"
    version = 3
    summary = "Predicted against observed performance in several operating conditions"
    source = (
        "paper 000, Fig. 3; Fay & Feuer (1997), Clopper & Pearson (1934), Berger & Boos (1994), Zou & Donner (2008), "
        "Holm (1979)"
    )
    parameters: type[Parameters] = ComparisonParameters
    inputs: Mapping[str, tuple[bool, str]] = {"tests": TESTS_INPUT, "observed": (True, OBSERVED_INPUT)}
    measures: Mapping[str, tuple[Kind, str]] = {
        "largest_error": (
            "fraction",
            "largest difference of a mode; its bound holds for all conditions and modes together",
        ),
        "largest_error_paper": ("fraction", "the same for Eqns 8, 10, 12; for reproduction only"),
        "smallest_p": ("score", "smallest p-value of a difference, adjusted by Holm's method"),
    }
    better: Mapping[str, Direction] = directions(
        lower=("largest_error", "largest_error_paper"), higher=("smallest_p",)
    )
    signs: Mapping[str, str] = {
        n: SIGNS[n] for n in ("not-as-stated", "observed-of-tests", "repeated-scenarios", "unread-count")
    }
    distinct: Sequence[Sequence[str]] = (("tests", "observed"),)
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-9)

    def run(self, run: Run) -> Result:
        """Predict each condition from the same tests and compare with its runs."""
        from casegen_evidence.dependability import report
        from casegen_evidence.dependability.comparison import holm
        from casegen_evidence.dependability.contradiction import not_as_stated
        from casegen_evidence.dependability.method import assumptions

        p: ComparisonParameters = run.parameters
        tests, testing = tests_of(run, "tests", p)
        compared = _compared(run, tests, testing)
        adjusted = holm([c.p_value for modes in compared.results.values() for c in modes])
        said = f"over {3 * len(p.conditions)} comparisons"
        measures = {
            "largest_error": error_measure(compared.together, run.confidence, said),
            "smallest_p": Measure(
                min(adjusted), "score", estimator="limits that do not meet, adjusted by Holm (1979)"
            ),
            **_of_the_paper(compared.paper if len(compared.paper) == len(p.conditions) else []),
        }
        table = report.comparison_table(compared.results, adjusted)
        scatter = report.scatter(tests, "Failures in the tests")
        figures = [*report.condition_bars(compared.results), *([scatter] if scatter else [])]
        not_as_stated(tests, compared.partition, testing, list(measures), run.intake)
        return Result(
            measures,
            [table, report.tested(tests, run.confidence)],
            figures,
            assumptions(compared.prediction, testing),
            signs=run.intake.signs,
            read=run.intake.read,
        )


class _Compared(NamedTuple):
    """Comparisons by condition, those that hold ``together``, and the paper's errors; the last condition's prediction."""

    results: dict[str, Sequence[ModeComparison]]
    together: list[ModeComparison]
    paper: list[float]
    partition: Partition
    prediction: Prediction


def _compared(run: Run, tests: ScenarioTests, testing: Product | None) -> _Compared:
    """What is predicted for each condition, beside its runs."""
    import numpy as np

    from casegen_evidence.dependability.comparison import compare
    from casegen_evidence.dependability.contradiction import of_the_tests
    from casegen_evidence.dependability.partition import grid
    from casegen_evidence.dependability.prediction import paper_estimate, predict
    from casegen_evidence.dependability.scenarios import outcome_names, read_counts
    from casegen_evidence.dependability.specs import partition_of, product_of

    p: ComparisonParameters = run.parameters
    names = outcome_names(p.outcomes) if p.outcomes else None  # type: ignore[arg-type]
    joint = 1 - (1 - run.confidence) / (2 * 3 * len(p.conditions))
    results: dict[str, Sequence[ModeComparison]] = {}
    together: list[ModeComparison] = []
    paper: list[float] = []
    for number, (name, spec) in enumerate(p.conditions.items()):
        run.progress(number / len(p.conditions), name)
        operating = product_of(tests.domain, spec, name)
        partition = partition_of(p.partition, tests, [operating, *([testing] if testing else [])])
        intake = None if number else run.intake
        counts = read_counts(run.inputs["observed"], name, names, declared=run.reading, intake=intake)
        of_the_tests(tests, counts, run.intake)
        prediction = predict(tests, partition, operating, run.confidence, testing)
        results[name] = compare(tests, prediction, counts)
        together += compare(tests, predict(tests, partition, operating, joint, testing), counts)
        plain = paper_estimate(tests, grid(tests.domain, p.partition.cells), operating)
        if plain is not None:
            paper.append(float(np.abs(plain - np.array(counts) / sum(counts)).max()))
    return _Compared(results, together, paper, partition, prediction)


def _of_the_paper(errors: Sequence[float]) -> dict[str, Measure]:
    """The largest error of the paper's own estimator; nothing where it gives none for a condition."""
    if not errors:
        return {}
    estimator = "paper 000, Eqns 8, 10, 12"
    return {
        "largest_error_paper": Measure(max(errors), "fraction", estimator=estimator, reproduction_only=True)
    }


UNLIKE = 1e-4
"""p-value, over all dimensions, from which on two samples are of other conditions"""
NEARLY = 0.1
"""share of scenarios that may have a near one among others by chance"""


class LimitSpec(Spec):
    """The limit that the runs with the safety function used."""

    dimension: Name = Field(description="dimension that is limited")
    side: Literal["below", "above"] = Field(description="the side of the threshold that is kept")
    threshold: float = Field(description="the limit, in the dimension's unit")


class SafetyParameters(TestedParameters):
    """Parameters of ``ml-safety-function``."""

    limit: LimitSpec = Field(description="the limit that the runs of `after` used")
    margin: Annotated[float, Field(ge=0)] = Field(
        0.5, description="distance the limit keeps from harm (the paper's δ), in the dimension's unit"
    )
    spare: Annotated[float, Field(ge=0, lt=0.5)] = Field(
        0.0, description="share of harmful learning scenarios that may lie beyond the limit"
    )


GAIN_MEASURES: Mapping[str, tuple[Kind, str]] = {
    **{
        f"{n}_before": (PER_TASK, f"{m}, without the safety function")
        for n, m in zip(NAMES, MEANING, strict=True)
    },
    **{
        f"{n}_after": (PER_TASK, f"{m}, with the safety function")
        for n, m in zip(NAMES, MEANING, strict=True)
    },
    "remaining_harm": ("score", "harm with over harm without the safety function"),
    "harm_reduction_factor": ("score", "harm without over harm with the safety function"),
    "threshold": ("score", "the limit, in the unit of its dimension"),
}


GAIN_BETTER: Mapping[str, Direction] = directions(
    lower=(*(f"{n}_{when}" for n in NAMES[1:] for when in ("before", "after")), "remaining_harm"),
    higher=(*(f"{NAMES[0]}_{when}" for when in ("before", "after")), "harm_reduction_factor"),
)


class SafetyFunction:
    """Registered as ``ml-safety-function``."""

    name = "ml-safety-function"
    version = 2
    summary = "What a limit on a network's input gains, learned and measured on different scenario tests"
    source = "paper 000, Performance with a Safety Function; Clopper & Pearson (1934), Przyborowski & Wilenski (1940)"
    parameters: type[Parameters] = SafetyParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "learning": (True, "scenario tests that the limit is learned on, and that nothing else uses"),
        "before": (True, "scenario tests without the safety function"),
        "after": (True, "scenario tests with the safety function"),
    }
    measures: Mapping[str, tuple[Kind, str]] = GAIN_MEASURES
    better: Mapping[str, Direction] = GAIN_BETTER
    signs: Mapping[str, str] = {
        "unlike-before": "scenarios of after in other conditions than those of before",
        "left-out-scenarios": "scenarios of before that are missing in after",
        "repeated-scenarios": SIGNS["repeated-scenarios"],
    }
    distinct: Sequence[Sequence[str]] = (("learning", "before", "after"),)
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-9)

    def run(self, run: Run) -> Result:
        """Check that the limit follows from the learning scenarios, and compare the other two tables."""
        from casegen_evidence.dependability import report
        from casegen_evidence.dependability.safety import InputLimit, candidates, gain

        p: SafetyParameters = run.parameters
        learning, before, after = (tests_of(run, name, p)[0] for name in ("learning", "before", "after"))
        _separate(learning, before, after)
        _left_out(before, after, run.intake)
        _other_conditions(before, after, run.intake)
        used = InputLimit(p.limit.dimension, p.limit.side, p.limit.threshold)
        options = candidates(learning, p.margin, [used.dimension], p.spare)
        chosen = _learned(used, options)
        result = gain(before.counts(), after.counts(), run.confidence)
        figures = [report.gain_bars(result)]
        scatters = [report.scatter(before, "Failures without the safety function"),
                    report.scatter(after, "Failures with the safety function")]  # fmt: skip
        tables = [report.gain_table(result), report.candidate_table([(c, None) for c in options], chosen)]
        counts = (sum(before.counts()), sum(after.counts()))
        return Result(
            gain_measures(result, used, counts, run.confidence),
            tables,
            [*figures, *(f for f in scatters if f)],
            GAIN_ASSUMPTIONS,
            signs=run.intake.signs,
            read=run.intake.read,
        )


GAIN_ASSUMPTIONS = (
    "Scenarios before and after are independent draws from the same conditions; none of them set the limit.",
    "The numbers hold for the tested conditions; for others, weight the tests with the safety function.",
)


def _separate(learning: ScenarioTests, *others: ScenarioTests) -> None:
    """Learning scenarios may not be among those that measure the gain."""
    from casegen_evidence.tables.overlap import most_equal_by_chance, shared_rows

    known = {row.tobytes() for row in learning.scenarios}
    for tests in others:
        shared = sum(row.tobytes() in known for row in tests.scenarios)
        if shared <= most_equal_by_chance(tests.scenarios, learning.scenarios):
            shared = 0  # rounded scenarios meet by themselves
        shared = max(shared, shared_rows(tests.scenarios, learning.scenarios))
        if shared > 0.001 * len(tests.scenarios):
            raise InputProblem(
                f"expected learning scenarios of their own; {shared:,} of {len(tests.scenarios):,} scenarios that "
                f"measure the gain {plural(shared, 'is', 'are')} among them. Test new scenarios"
            )


def _left_out(before: ScenarioTests, after: ScenarioTests, intake: Intake) -> None:
    """Runs with the safety function in the same scenarios as without, except for some that are missing: which ones?"""
    from casegen_evidence.dependability.prediction import HARM
    from casegen_evidence.dependability.scenarios import fine
    from casegen_evidence.tables.overlap import found_again, found_by_chance, shared_rows
    from casegen_evidence.tables.signs.multiples import near

    if not fine(before.scenarios).shape[1]:
        return
    kept = found_again(before.scenarios, after.scenarios) | near(before.scenarios, after.scenarios)
    same, missing = int(kept.sum()), before.modes[~kept].tolist()
    by_chance = max(NEARLY * len(before.scenarios), found_by_chance(before.scenarios, after.scenarios))
    beyond_chance = max(shared_rows(before.scenarios, after.scenarios), same - by_chance)
    if min(same, beyond_chance) < 0.5 * len(after.scenarios) or not missing:
        return
    harmful = sum(m == HARM for m in missing)
    intake.fails(
        "left-out-scenarios",
        f"{same:,} {plural(same, 'scenario is', 'scenarios are')} both in before and in after, and {len(missing):,} of "
        f"before {plural(len(missing), 'is', 'are')} missing in after, of which {harmful:,} "
        f"{plural(harmful, 'was', 'were')} harmful",
        hint="run the safety function in all scenarios of before, or in new ones",
    )


def _other_conditions(before: ScenarioTests, after: ScenarioTests, intake: Intake) -> None:
    """Runs with the safety function in other conditions than those without: the gain may be that of the conditions."""
    from scipy.stats import chi2_contingency, ks_2samp

    from casegen_evidence.dependability.domain import Categorical

    level = UNLIKE / len(before.domain.dimensions)
    for k, d in enumerate(before.domain.dimensions):
        one, other = before.scenarios[:, k], after.scenarios[:, k]
        if isinstance(d, Categorical):
            kinds = sorted({*one.tolist(), *other.tolist()})
            counts = [[int((t == c).sum()) for c in kinds] for t in (one, other)]
            p = float(chi2_contingency(counts).pvalue) if len(kinds) > 1 else 1.0
        else:
            p = float(ks_2samp(one, other, method="asymp").pvalue)
        if p < level:
            intake.suspects(
                "unlike-before",
                f"the scenarios of after are distributed otherwise than those of before in {d.name} ({stated(p, 1)}): is "
                "the gain that of the safety function, or of other conditions?",
                hint="draw both from the same conditions",
            )
            return


def _learned(used: InputLimit, options: Sequence[Candidate]) -> Candidate:
    """The learned limit on the used side, which the used one may not be laxer than."""
    for option in options:
        limit = option.limit
        if limit.side == used.side:
            laxer = (
                used.threshold > limit.threshold if used.side == "below" else used.threshold < limit.threshold
            )
            if not laxer:
                return option
            raise InputProblem(
                f"expected a limit that follows from the learning scenarios, {limit.describe()} or tighter; the runs "
                f"used {used.describe()}"
            )
    known = "; ".join(o.limit.describe() for o in options) or "none"
    raise InputProblem(
        f"expected {used.describe()} among the limits that the learning scenarios give ({known})"
    )


def gain_measures(
    gain: Gain, limit: InputLimit, runs: tuple[int, int], confidence: float
) -> dict[str, Measure]:
    """Modes before and after, and the harm that remains, as measures."""
    import math

    measures = {}
    for suffix, shares, n in (("before", gain.before, runs[0]), ("after", gain.after, runs[1])):
        for mode, name in enumerate(NAMES):
            measures[f"{name}_{suffix}"] = task_measure(shares[mode], mode, confidence, n, "Clopper–Pearson")
    exact = "conditional binomial, Przyborowski & Wilenski (1940)"
    r, f = gain.remaining, gain.factor
    measures["remaining_harm"] = Measure(
        r.value, "score", r.lower, r.upper, confidence, text="harm with over harm without", estimator=exact
    )
    finite = math.isfinite(f.value)
    measures["harm_reduction_factor"] = Measure(
        f.value if finite else f.lower,
        "score",
        f.lower,
        f.upper if math.isfinite(f.upper) else None,
        confidence,
        text="harm without over harm with" if finite else "no harm was seen with it: at least this factor",
        estimator=exact,
    )
    measures["threshold"] = Measure(limit.threshold, "score", text=limit.describe())
    return measures


COMPARISON = PredictionComparison()
SAFETY_FUNCTION = SafetyFunction()
