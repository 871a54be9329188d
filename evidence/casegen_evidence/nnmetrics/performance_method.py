"""Performance by scenario as a registered evidence method (paper 002 §II-E)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from casegen_evidence.method import Figure, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.signs import Direction, directions

if TYPE_CHECKING:
    from casegen_evidence.nnmetrics.performance import ScenarioRow

ROWS = 200


class PerformanceParameters(Parameters):
    """Parameters of ``nn-scenario-performance``."""

    by: list[str] = Field(min_length=1, description="conditions whose values make a scenario")
    conditions: dict[str, list[str]] | None = Field(
        None,
        description="all conditions with their categories: then the performance is discounted by coverage",
    )
    k: Annotated[int, Field(ge=1)] = Field(2, description="size of the value tuples of the coverage")


class ScenarioPerformance:
    """Registered as ``nn-scenario-performance``."""

    name = "nn-scenario-performance"
    version = 1
    summary = "Share of correct answers in every scenario, the worst of them, and discounted by coverage"
    source = "paper 002 §II-E; limits: Clopper & Pearson 1934"
    parameters: type[Parameters] = PerformanceParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "predictions": (
            True,
            "csv: columns of the conditions, and either correct (0 or 1) or true and predicted",
        ),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "performance": ("fraction", "share of correct answers over all rows"),
        "worst_scenario": ("fraction", "share of correct answers in the scenario where it is smallest"),
        "discounted_performance": ("fraction", "performance × k-projection coverage (needs conditions)"),
    }
    better: Mapping[str, Direction] = directions(
        higher=("performance", "worst_scenario", "discounted_performance")
    )
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-9)

    def run(self, run: Run) -> Result:
        """Group, count, bound."""
        from casegen_evidence.bounds.measures import proportion
        from casegen_evidence.nnmetrics.performance import by_scenario
        from casegen_evidence.nnmetrics.tables import read_rows

        p: PerformanceParameters = run.parameters
        path = run.inputs["predictions"]
        rows = read_rows(path, p.by)
        correct = outcomes(rows, path.name)
        result = by_scenario(rows, correct, p.by, run.confidence)
        overall = proportion(
            int(correct.sum()), len(rows), run.confidence, "fraction", "share of correct answers"
        )
        worst = result[0]
        measures = {
            "performance": overall,
            "worst_scenario": Measure(
                worst.value,
                "fraction",
                min(r.lower for r in result),
                max(worst.value, min(r.upper for r in result)),
                run.confidence,
                n=worst.trials,
                text=f"smallest share of correct answers over {len(result)} scenarios: {worst.scenario}",
                estimator="Clopper–Pearson, Bonferroni over the scenarios",
            ),
        }
        notes = []
        if p.conditions:
            discount = _coverage(rows, p)
            measures["discounted_performance"] = _times(overall, discount)
            notes.append(f"Coverage of the conditions is {discount:.4g}, a count without uncertainty.")
        run.progress(1.0, "done")
        return Result(measures, [_table(result, run.confidence)], [_bars(result)], _ASSUMPTIONS, notes)


_ASSUMPTIONS = ("Rows are independent draws of their scenario and were not used for training.",)


def outcomes(rows: Sequence[Mapping[str, str]], file: str) -> Any:
    """Correct or not per row, from a column ``correct`` or from ``true`` and ``predicted``."""
    import numpy as np

    from casegen_evidence.method import InputProblem
    from casegen_evidence.nnmetrics.tables import flags

    if "correct" in rows[0]:
        return flags(rows, "correct", file)
    if "true" not in rows[0] or "predicted" not in rows[0]:
        raise InputProblem(
            f"expected a column correct, or columns true and predicted, in {file}; found {', '.join(rows[0])}"
        )
    return np.array([row["true"] == row["predicted"] for row in rows])


def _coverage(rows: Sequence[Mapping[str, str]], p: PerformanceParameters) -> float:
    from casegen_evidence.nnmetrics.scenarios import Conditions, coverage

    assert p.conditions is not None
    conditions = Conditions({n: tuple(v) for n, v in p.conditions.items()})
    return coverage(conditions, conditions.encode(rows), p.k).value


def _times(overall: Measure, discount: float) -> Measure:
    assert overall.lower is not None
    assert overall.upper is not None
    return Measure(
        overall.value * discount,
        "fraction",
        overall.lower * discount,
        overall.upper * discount,
        overall.confidence,
        n=overall.n,
        text="performance × scenario coverage: as if every missing combination failed",
        estimator="paper 002 §II-E, Clopper–Pearson × exact coverage",
    )


def _table(scenarios: Sequence[ScenarioRow], confidence: float) -> Table:
    rows: list[list[str | float | int | None]] = [
        [r.scenario, r.trials, r.correct, r.value, r.lower, r.upper] for r in scenarios[:ROWS]
    ]
    columns = ["scenario", "inputs", "correct", "share", "lower", "upper"]
    note = f"Limits hold for all {len(scenarios)} scenarios together, each side with {confidence:.1%} (Bonferroni)."
    return Table("Performance by scenario, worst first", columns, rows, note)


def _bars(scenarios: Sequence[ScenarioRow]) -> Figure:
    shown = scenarios[:20]
    series = [
        {
            "name": "share of correct answers",
            "values": [r.value for r in shown],
            "lower": [r.lower for r in shown],
            "upper": [r.upper for r in shown],
        }
    ]
    alt = (
        f"Share of correct answers from {scenarios[0].value:.1%} ({scenarios[0].scenario}) to {scenarios[-1].value:.1%} "
        f"({scenarios[-1].scenario}); the limits hold for all scenarios together."
    )
    data = {"categories": [r.scenario for r in shown], "series": series}
    return Figure("Performance by scenario", "bars", data, alt, "scenario", "share of correct answers")


SCENARIO_PERFORMANCE = ScenarioPerformance()
