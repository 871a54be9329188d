"""ML dependability as registered evidence methods: one operating condition, or several against observation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from casegen_evidence.dependability.asked_tests import TestedNetwork, with_outcomes
from casegen_evidence.dependability.likeness import ALIKE, LIKENESS_SIGNS
from casegen_evidence.dependability.specs import CorrelationSpec, MarginalSpec, Name, TestedParameters
from casegen_evidence.method import InputProblem, Kind, Measure, Parameters, Result, Run
from casegen_evidence.nnmetrics.asked import MODEL
from casegen_evidence.nnmetrics.declared_signs import OF_EVERY_CLASS
from casegen_evidence.signs import Direction, directions

if TYPE_CHECKING:
    from casegen_evidence.dependability.comparison import ModeComparison
    from casegen_evidence.dependability.conditions import Conditions, Product
    from casegen_evidence.dependability.prediction import Prediction, Share
    from casegen_evidence.dependability.scenarios import ScenarioTests

PER_TASK: Kind = "probability-per-demand"
NAMES = ("dependability", "task_undependability", "harmful_undependability")
EQUATIONS = ("eqn8", "eqn10", "eqn12")
MEANING = (
    "probability per task of success",
    "probability per task of failing it without harm",
    "probability per task of harm",
)
SIGNS: Mapping[str, str] = {
    "observed-worse": "observed runs that contradict the prediction",
    "observed-of-tests": "observed runs that are the tests, counted",
    "not-as-stated": "tests that do not look drawn from the stated testing conditions",
    "operation-of-tests": "operation that is the tested scenarios again, or some of them",
    "operation-outside-domain": "recorded operation outside the stated domain, in which no test can lie",
    "repeated-scenarios": "scenarios that occur again in every digit",
    "unread-count": "a column of counts, which is not read",
}
TESTS_INPUT = (
    True,
    "scenario tests: csv or npz with a column per dimension and outcome, or success, task_failure, harmful_failure",
)
OBSERVED_INPUT = "runs in the operating conditions: columns outcome, and optionally count and condition"


class DependabilityParameters(TestedParameters):
    """Parameters of ``ml-dependability``."""

    operating: dict[Name, MarginalSpec] | None = Field(
        None, description="distribution of each dimension in operation; or give the input `operation`"
    )
    correlation: list[CorrelationSpec] = Field(
        default_factory=list, description="joins the operating distributions by a Gaussian copula"
    )
    draws: Annotated[int, Field(ge=1000, le=10_000_000)] = Field(
        500_000, description="scenarios drawn from correlated operating conditions"
    )
    condition: str | None = Field(
        None, description="which rows of `observed` belong to this operating condition"
    )
    network: TestedNetwork | None = Field(
        None,
        description="network that is asked for the outcomes, where tests is an npz file with inputs and true",
    )
    next_tests: Annotated[int, Field(ge=1)] = Field(
        10_000, description="budget of the recommended further tests"
    )


class Dependability:
    """Registered as ``ml-dependability``."""

    name = "ml-dependability"
    version = 6
    summary = (
        "Success, task failure and harm of a learned component, predicted for conditions it was not tested in"
    )
    source = "paper 000, Eqns 5–12; limits: Fay & Feuer (1997), Hoeffding (1963), Clopper & Pearson (1934)"
    parameters: type[Parameters] = DependabilityParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "tests": (True, f"{TESTS_INPUT[1]}; or npz with true and inputs (n, …) of a network"),
        "model": (False, MODEL),
        "operation": (False, "a record of operating scenarios: csv or npz with a column per dimension"),
        "observed": (False, OBSERVED_INPUT),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        **{n: (PER_TASK, m) for n, m in zip(NAMES, MEANING, strict=True)},
        **{
            f"{n}_{e}": (PER_TASK, f"{m}, by the paper's estimator; for reproduction only")
            for n, e, m in zip(NAMES, EQUATIONS, MEANING, strict=True)
        },
        "uncovered_mass": ("fraction", "operating mass without tests, counted as harmful"),
        "halving_shift": ("fraction", "largest change of a mode when voxels are halved"),
        "effective_tests": ("score", "effective sample size of the weighted tests (Kish)"),
        "prediction_error": ("fraction", "largest difference from the observed runs, where there are any"),
    }
    better: Mapping[str, Direction] = directions(
        lower=(
            *NAMES[1:], *(f"{n}_{e}" for n, e in zip(NAMES[1:], EQUATIONS[1:], strict=True)),
            "uncovered_mass", "halving_shift", "prediction_error",
        ),
        higher=(NAMES[0], f"{NAMES[0]}_{EQUATIONS[0]}", "effective_tests"),
    )  # fmt: skip
    signs: Mapping[str, str] = {
        **SIGNS,
        **LIKENESS_SIGNS,
        **OF_EVERY_CLASS,
        "never-right": "no right answer at all",
    }
    distinct: Sequence[Sequence[str]] = (("tests", "observed"), ("tests", "operation"))
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-9)

    def run(self, run: Run) -> Result:
        """Weight the tests for the operating conditions; the network is needed only where the tests hold its inputs."""
        from casegen_evidence.dependability import likeness, report
        from casegen_evidence.dependability.contradiction import not_as_stated
        from casegen_evidence.dependability.prediction import halved, predict
        from casegen_evidence.dependability.specs import partition_of

        p: DependabilityParameters = run.parameters
        _refuse_unused(run, p)
        run = with_outcomes(run, p.network)
        tests, testing = tests_of(run, "tests", p)
        operating, products = _operating(run, p, tests)
        known = [*products, *([testing] if testing else [])]
        partition = partition_of(p.partition, tests, known)
        run.progress(0.3, "weighting the tests")
        result = predict(tests, partition, operating, run.confidence, testing)
        shifts = [halved(tests, result.weights, operating, (k,)) for k in range(len(tests.domain))]
        against = _against_observed(run, p, tests, result) if "observed" in run.inputs else None
        run.progress(0.8, "writing tables")
        tables = [
            report.intervals(tests, result), report.partition(result), report.halving([*shifts, result.halving]),
            *report.failures(tests, result), report.next_tests(tests, result, p.next_tests),
            report.tested(tests, run.confidence),
        ]  # fmt: skip
        if against is not None:
            from casegen_evidence.dependability.comparison import holm

            adjusted = holm([c.p_value for c in against])
            tables.insert(1, report.comparison_table({p.condition or "operation": against}, adjusted))
        figures = [
            report.predicted_bars(result, against),
            report.operation_scatter(tests, result),
        ]
        tables += likeness.tables(result, tests)
        likeness.judge(run.intake, result, tests)
        measures = _measures(tests, result, operating, p, against)
        not_as_stated(tests, result.weights.partition, testing, NAMES, run.intake)
        return Result(
            measures,
            [t for t in tables if t is not None],
            [f for f in figures if f is not None],
            assumptions(result, testing),
            _notes(result, measures),
            signs=run.intake.signs,
            read=run.intake.read,
        )


def _refuse_unused(run: Run, p: DependabilityParameters) -> None:
    """Refuse what says how something is read or drawn that is not."""
    from casegen_evidence.replaced import refuse_replaced

    if "observed" not in run.inputs:
        refuse_replaced(
            run, "no observed runs", parameters=("condition",), fix=", or add the input `observed`"
        )
    if p.operating is None:
        refuse_replaced(run, "recorded operating conditions", parameters=("correlation", "draws"))
    elif not p.correlation:
        by = "dimensions that are independent in operation"
        refuse_replaced(run, by, parameters=("draws",), fix=", or state `correlation`")


def _against_observed(
    run: Run, p: DependabilityParameters, tests: ScenarioTests, result: Prediction
) -> tuple[ModeComparison, ...]:
    """The prediction beside the runs that were observed in operation; what contradicts is noted."""
    from casegen_evidence.dependability.comparison import compare
    from casegen_evidence.dependability.contradiction import contradicted, of_the_tests
    from casegen_evidence.dependability.scenarios import outcome_names, read_counts

    names = outcome_names(p.outcomes) if p.outcomes else None  # type: ignore[arg-type]
    counts = read_counts(run.inputs["observed"], p.condition, names, declared=run.reading, intake=run.intake)
    against = compare(tests, result, counts)
    contradicted(against, counts, run.intake)
    of_the_tests(tests, counts, run.intake)
    return against


def tests_of(run: Run, role: str, p: TestedParameters) -> tuple[ScenarioTests, Product | None]:
    """Read the tests, and the conditions they were drawn from if stated."""
    from casegen_evidence.dependability.scenarios import outcome_names, read
    from casegen_evidence.dependability.specs import domain_of, product_of

    domain = domain_of(p.domain)
    names = outcome_names(p.outcomes) if p.outcomes else None  # type: ignore[arg-type]
    testing = product_of(domain, p.testing, "testing") if p.testing else None
    tests = read(run.inputs[role], domain, names, declared=run.reading, intake=run.intake, role=role)
    return tests, testing


def _operating(
    run: Run, p: DependabilityParameters, tests: ScenarioTests
) -> tuple[Conditions, list[Product]]:
    """Operating conditions, and the products whose atoms and breaks the partition should respect."""
    from casegen_evidence.dependability.conditions import Sampled, gaussian_copula
    from casegen_evidence.dependability.specs import product_of

    if ("operation" in run.inputs) == (p.operating is not None):
        raise InputProblem(
            "expected the operating conditions once: either the parameter `operating` with a distribution per "
            "dimension, or the input `operation` with recorded scenarios"
        )
    if p.operating is None:
        return Sampled(tests.domain, _recorded(run, tests)), []
    product = product_of(tests.domain, p.operating, "operating")
    if not p.correlation:
        return product, [product]
    pairs = {c.between: c.value for c in p.correlation}
    return gaussian_copula(product, pairs, p.draws, run.seed), [product]


def _recorded(run: Run, tests: ScenarioTests) -> Any:
    from casegen_evidence.dependability.scenarios import read_scenarios
    from casegen_evidence.tables.signs.of_tests import judge_scenarios

    path = run.inputs["operation"]
    scenarios = read_scenarios(path, tests.domain, declared=run.reading, intake=run.intake)
    _judge_outside(path.name, int((~tests.domain.inside(scenarios)).sum()), len(scenarios), run)
    judge_scenarios(path.name, scenarios, tests.scenarios, run.intake)
    return scenarios


def _judge_outside(file: str, outside: int, recorded: int, run: Run) -> None:
    """A test outside the domain is refused; operation there has been seen, and either it or the domain is wrong."""
    if outside:
        run.intake.suspects(
            "operation-outside-domain",
            f"{file}: {outside:,} of {recorded:,} scenarios of operation lie outside the domain, in which every test has "
            "to lie: they count as untested",
            hint="widen the domain and test there, or correct units and scenarios; or say in the waiver why the system "
            "does not work there",
        )


def task_measure(
    share: Share, mode: int, confidence: float, n: int, estimator: str, assumes: str = ""
) -> Measure:
    """One mode as a probability per demand; one demand is one task."""
    from casegen_evidence.bounds.distribution import beta_of

    return Measure(
        share.value,
        PER_TASK,
        share.lower,
        share.upper,
        confidence,
        beta_of(share.value, share.upper, confidence),
        n,
        MEANING[mode],
        estimator,
        assumes=assumes,
    )


def _measures(
    tests: ScenarioTests,
    result: Prediction,
    operating: Conditions,
    p: DependabilityParameters,
    against: tuple[ModeComparison, ...] | None,
) -> dict[str, Measure]:
    n = int(result.weights.tests[result.weights.mass > 0].sum())
    estimator = "voxels weighted by operation, Eqn 5; within voxels " + (
        "by density ratio; Fay–Feuer"
        if result.weights.by_density
        else "equally, widened by the halving shift; Fay–Feuer"
    )
    assumed = "" if result.comparison is None else ALIKE
    if assumed:
        estimator += ", and by strata of likeness to operation: the wider"
    measures = {
        name: task_measure(result.modes[m], m, result.confidence, n, estimator, assumed)
        for m, name in enumerate(NAMES)
    }
    measures |= paper_measures(tests, operating, p)
    measures["uncovered_mass"] = Measure(
        result.weights.uncovered,
        "fraction",
        text="operating mass in voxels without tests or outside the domain",
    )
    measures["halving_shift"] = Measure(result.halving.largest, "fraction", text="largest change of a mode")
    measures["effective_tests"] = Measure(result.effective, "score", estimator="Kish (1965)")
    if against is not None:
        worst = max(against, key=lambda c: abs(c.difference.value))
        measures["prediction_error"] = error_measure([worst], result.confidence, f"of {worst.mode}")
    return measures


def error_measure(compared: list[ModeComparison], confidence: float, text: str) -> Measure:
    """Largest absolute difference with the largest of the limits."""
    value = max(abs(c.difference.value) for c in compared)
    upper = max(max(abs(c.difference.lower), abs(c.difference.upper)) for c in compared)
    return Measure(
        value, "fraction", None, min(1.0, upper), confidence, text=text,
        estimator="predicted − observed; Zou & Donner (2008)",
    )  # fmt: skip


def paper_measures(
    tests: ScenarioTests, operating: Conditions, p: DependabilityParameters
) -> dict[str, Measure]:
    """Eqns 8, 10, 12 on the plain grid; nothing where the grid is too fine or a voxel with mass has no test."""
    from casegen_evidence.dependability.partition import grid
    from casegen_evidence.dependability.prediction import paper_estimate

    try:
        plain = grid(tests.domain, p.partition.cells)
    except InputProblem:
        return {}
    values = paper_estimate(tests, plain, operating)
    if values is None:
        return {}
    return {
        f"{name}_{equation}": Measure(
            min(1.0, max(0.0, float(value))),
            PER_TASK,
            text=f"{meaning}, paper's estimator",
            estimator=f"paper 000, {equation.replace('eqn', 'Eqn ')}, no interval, no strata for atoms",
            reproduction_only=True,
        )
        for name, equation, meaning, value in zip(NAMES, EQUATIONS, MEANING, values, strict=True)
    }


def assumptions(result: Prediction, testing: Product | None) -> tuple[str, ...]:
    """What the numbers rest on."""
    within = (
        "Tests are independent draws from the stated testing conditions, also within every voxel."
        if result.weights.by_density
        else "Within a voxel, tests are spread as operation is, or the rates of the modes are even; the limits are "
        "widened by twice the change that halving the voxels makes."
    )
    if result.comparison is not None:
        within = f"{ALIKE[0].upper()}{ALIKE[1:]}."
    return (
        within,
        "The network under test is the one in operation, unchanged.",
        "The operating conditions are as stated, and the domain's dimensions hold everything that differs between "
        "testing and operation (a partially observed domain only averages over what is the same in both).",
    )


def _notes(result: Prediction, measures: Mapping[str, Measure]) -> tuple[str, ...]:
    notes = ["D + U^T + U^H = 1 exactly; mass without tests counts as harmful."]
    if f"{NAMES[0]}_{EQUATIONS[0]}" not in measures:
        notes.append(
            "Eqns 8, 10 and 12 need a test in every voxel that has operating mass (N_d > 0); not so here."
        )
    if result.weights.uncovered > 0:
        notes.append(
            f"{result.weights.uncovered:.4g} of operation was never tested: see the conditions to test next."
        )
    return tuple(notes)


DEPENDABILITY = Dependability()
