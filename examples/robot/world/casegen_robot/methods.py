"""The robot task of paper 000 as registered evidence methods: training, scenario tests, safety function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from casegen_evidence.dependability.comparison_methods import (
    GAIN_ASSUMPTIONS,
    GAIN_BETTER,
    GAIN_MEASURES,
    gain_measures,
)
from casegen_evidence.dependability.method import MEANING, NAMES, PER_TASK, task_measure
from casegen_evidence.dependability.specs import Spec
from casegen_evidence.method import Figure, InputProblem, Kind, Measure, Parameters, Result, Run
from casegen_evidence.signs import Direction, directions
from pydantic import Field

if TYPE_CHECKING:
    from casegen_evidence.dependability.scenarios import ScenarioTests

    from casegen_robot.network import QNetwork
    from casegen_robot.training import Trained

PAPER = "paper 000, Experiments"
TASK_ASSUMPTIONS = (
    "The simulation stands for the cell; geometry that the paper leaves open is as docs/dependability.md states.",
    "Sensor noise is Gaussian and independent from second to second.",
)
SIMULATORS: Mapping[str, str] = {"task": "casegen_robot.task"}
STAGES: Mapping[str, str] = {"scenarios": "simulated scenarios"}
TASK: Mapping[str, tuple[bool, str]] = {
    "task": (
        True,
        "source of the simulated task (robot, obstacle, sensors): the module `task.py` of this package",
    )
}


class TrainingParameters(Parameters):
    """Parameters of ``robot-training``."""

    steps: Annotated[int, Field(ge=500, le=1_000_000)] = Field(
        12_000, description="steps of all episodes at once"
    )
    hidden: Annotated[int, Field(ge=2, le=1024)] = Field(64, description="width of the hidden layer")
    selection: Annotated[int, Field(ge=100)] = Field(
        4_000, description="scenarios that select the checkpoint"
    )


class Training:
    """Registered as ``robot-training``."""

    name = "robot-training"
    version = 2
    summary = "Train the robot's network by deep Q-learning, and compare with a network that is shipped"
    source = PAPER
    parameters: type[Parameters] = TrainingParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        **TASK,
        "network": (False, "npz of w1, b1, w2, b2 that training with this seed should give again"),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "selection_dependability": (
            PER_TASK,
            "success of the selected checkpoint on the selection scenarios (optimistic)",
        ),
        "same_decisions": ("fraction", "selection scenarios in which the shipped network behaves the same"),
    }
    better: Mapping[str, Direction] = directions(higher=("selection_dependability", "same_decisions"))
    extra: str | None = "torch"
    simulators: Mapping[str, str] = SIMULATORS
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-6)
    elsewhere: Mapping[str, float] = {"selection_dependability": 0.05, "same_decisions": 0.05}
    """Training multiplies rounding: another processor gives another network, of a quality within what seeds differ by
    (docs/dependability.md, 89.5 to 93.4 %).  The network that claims rest on is an input with a hash, not retrained."""

    def run(self, run: Run) -> Result:
        """Train with the seed of the run; see :func:`casegen_robot.training.train`.

        Training multiplies rounding: on another processor the same seed may give another network.
        """
        from casegen_robot.network import load
        from casegen_robot.training import Settings, selection_modes, train

        p: TrainingParameters = run.parameters
        settings = Settings(steps=p.steps, hidden=p.hidden, selection=p.selection)
        result = train(run.seed, settings, run.progress)
        best = max(result.curve, key=lambda row: row[1])
        measures = {
            "selection_dependability": Measure(
                best[1], PER_TASK, n=p.selection, text="largest over the checkpoints: optimistic, no interval",
                estimator="share of selection scenarios",
            )
        }  # fmt: skip
        if "network" in run.inputs:
            shipped = load(run.inputs["network"])
            own, other = (selection_modes(n, run.seed, p.selection) for n in (result.network, shipped))
            measures["same_decisions"] = _same(
                int((own == other).sum()), p.selection, run.confidence, "same mode as the shipped network"
            )
        return Result(measures, (), [_curve(result)], TASK_ASSUMPTIONS)


def _curve(trained: Trained) -> Figure:
    steps = [row[0] for row in trained.curve]
    names = ("success", "task failure", "harmful failure")
    series = [
        {"name": n, "x": steps, "y": [row[k + 1] for row in trained.curve]} for k, n in enumerate(names)
    ]
    best = max(trained.curve, key=lambda row: row[1])
    alt = f"Shares of the modes on selection scenarios during training; the checkpoint at step {best[0]} is selected with success {best[1]:.3f}."  # noqa: E501
    return Figure(
        "Training", "lines", {"series": series}, alt, "training step", "share of selection scenarios"
    )


class LimitParameter(Spec):
    """A limit on the goal the network is shown."""

    side: Literal["below", "above"] = Field(
        "below", description="the side of the threshold that the goal is kept on"
    )
    threshold: Annotated[float, Field(ge=0, le=50)] = Field(description="limit on the goal [in]")


class TestsParameters(Parameters):
    """Parameters of ``robot-scenario-tests``."""

    tests: Annotated[int, Field(ge=2, le=10_000_000)] = Field(100_000, description="uniform test scenarios")
    aimed: Annotated[int, Field(ge=0, le=1_000_000)] = Field(
        3_000, description="further tests at each end of v and y, where clipped conditions have atoms"
    )
    limit: LimitParameter | None = Field(None, description="safety function: limit on the goal, in inches")


class ScenarioTesting:
    """Registered as ``robot-scenario-tests``."""

    name = "robot-scenario-tests"
    version = 2
    summary = (
        "Test a trained network in scenarios of the robot task, and compare with the table that is shipped"
    )
    source = PAPER
    parameters: type[Parameters] = TestsParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        **TASK,
        "network": (False, "npz of w1, b1, w2, b2; trained with this seed if left out (needs torch)"),
        "table": (False, "results table that these tests should give again"),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        **{n: (PER_TASK, f"{m}, in the testing conditions") for n, m in zip(NAMES, MEANING, strict=True)},
        "table_agreement": ("fraction", "rows of the shipped table that came out the same"),
    }
    better: Mapping[str, Direction] = directions(lower=NAMES[1:], higher=(NAMES[0], "table_agreement"))
    stages: Mapping[str, str] = STAGES
    extra: str | None = "torch"
    simulators: Mapping[str, str] = SIMULATORS
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-6)

    def run(self, run: Run) -> Result:
        """Train or load, simulate, count."""
        from casegen_evidence.blocks import Workers
        from casegen_evidence.dependability import report
        from casegen_evidence.dependability.comparison import observed_shares
        from casegen_evidence.dependability.safety import InputLimit
        from casegen_evidence.dependability.scenarios import ScenarioTests

        from casegen_robot.plan import run_tests

        p: TestsParameters = run.parameters
        network = _network(run)
        workers = Workers(run.jobs, run.scratch, run.progress, 0.2, 1.0)
        limit = None if p.limit is None else InputLimit("y", p.limit.side, p.limit.threshold)
        tests = run_tests(network, run.seed, p.tests, p.aimed, limit, workers=workers)
        uniform = ScenarioTests(tests.domain, tests.scenarios[: p.tests], tests.modes[: p.tests])
        shares = observed_shares(uniform.counts(), run.confidence)
        measures = {
            name: task_measure(shares[m], m, run.confidence, p.tests, "Clopper–Pearson")
            for m, name in enumerate(NAMES)
        }
        if "table" in run.inputs:
            measures["table_agreement"] = _agreement(tests, run)
        scatter = report.scatter(uniform, "Failures in the testing conditions")
        return Result(
            measures, [report.tested(uniform, run.confidence)], [scatter] if scatter else [], TASK_ASSUMPTIONS,
            signs=run.intake.signs, read=run.intake.read,
        )  # fmt: skip


def _network(run: Run) -> QNetwork:
    from casegen_robot.network import load

    if "network" in run.inputs:
        return load(run.inputs["network"])
    from casegen_robot.training import train

    return train(run.seed, progress=lambda done, what: run.progress(0.2 * done, what)).network


def _same(count: int, n: int, confidence: float, text: str) -> Measure:
    """Share of scenarios that came out the same, as a sample of those that could be tried."""
    from casegen_evidence.bounds.measures import proportion

    return replace(proportion(count, n, confidence, "fraction", text), distribution=None)


def _agreement(tests: ScenarioTests, run: Run) -> Measure:
    import numpy as np
    from casegen_evidence.dependability.scenarios import MODES, read

    path = run.inputs["table"]
    names = {"0": MODES[0], "1": MODES[1], "2": MODES[2]}
    table = read(path, tests.domain, names, declared=run.reading, intake=run.intake, role="table")
    if table.scenarios.shape != tests.scenarios.shape or not np.allclose(
        table.scenarios, tests.scenarios, atol=1e-4
    ):
        raise InputProblem(
            f"expected in {path.name} the {len(tests.scenarios)} scenarios that this seed gives, found others "
            f"({len(table.scenarios)}). Write the table again with `python -m casegen_robot`"
        )
    same = int((table.modes == tests.modes).sum())
    return _same(same, len(table.modes), run.confidence, "rows with the same mode")


class SafetyParameters(Parameters):
    """Parameters of ``robot-safety-function``."""

    learning: Annotated[int, Field(ge=100, le=10_000_000)] = Field(
        100_000, description="scenarios the limit is learned on"
    )
    tests: Annotated[int, Field(ge=100, le=10_000_000)] = Field(
        100_000, description="scenarios without, and as many with it"
    )
    margin: Annotated[float, Field(ge=0, le=50)] = Field(0.5, description="δ: distance from harm in inches")


class RobotSafetyFunction:
    """Registered as ``robot-safety-function``."""

    name = "robot-safety-function"
    version = 2
    summary = "Learn a limit on the robot's goal, and measure harm without and with it on other scenarios"
    source = "paper 000, Performance with a Safety Function; Clopper & Pearson (1934), Przyborowski & Wilenski (1940)"
    parameters: type[Parameters] = SafetyParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        **TASK,
        "network": (False, "npz of w1, b1, w2, b2; trained with this seed if left out (needs torch)"),
    }
    measures: Mapping[str, tuple[Kind, str]] = GAIN_MEASURES
    better: Mapping[str, Direction] = GAIN_BETTER
    stages: Mapping[str, str] = STAGES
    extra: str | None = "torch"
    simulators: Mapping[str, str] = SIMULATORS
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-6)

    def run(self, run: Run) -> Result:
        """Three independent sets of scenarios: to learn, without, with."""
        from casegen_evidence.blocks import Workers
        from casegen_evidence.dependability import report
        from casegen_evidence.dependability.safety import gain

        from casegen_robot.plan import AFTER, BEFORE, run_tests
        from casegen_robot.safety import learn

        p: SafetyParameters = run.parameters
        network = _network(run)
        workers = Workers(run.jobs, run.scratch)
        run.progress(0.3, "learning the limit")
        learned = learn(network, run.seed, p.learning, p.margin, workers)
        limit = learned.chosen.limit
        run.progress(0.6, "measuring the gain")
        before = run_tests(network, run.seed, p.tests, 0, purpose=BEFORE, workers=workers)
        after = run_tests(network, run.seed, p.tests, 0, limit, purpose=AFTER, workers=workers)
        result = gain(before.counts(), after.counts(), run.confidence)
        scatters = [
            report.scatter(before, "Failures without the safety function"),
            report.scatter(after, "Failures with the safety function"),
        ]
        return Result(
            gain_measures(result, limit, (p.tests, p.tests), run.confidence),
            [report.gain_table(result), report.candidate_table(learned.tried, learned.chosen)],
            [report.gain_bars(result), *(f for f in scatters if f)],
            (*GAIN_ASSUMPTIONS, *TASK_ASSUMPTIONS),
            (f"Limit: {limit.describe('in')}, learned from {learned.harmful} harmful failures.",),
        )


TRAINING = Training()
SCENARIO_TESTS = ScenarioTesting()
ROBOT_SAFETY_FUNCTION = RobotSafetyFunction()
