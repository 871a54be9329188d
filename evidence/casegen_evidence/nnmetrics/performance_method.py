"""Performance by scenario as a registered evidence method (paper 002 §II-E)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from casegen_evidence.method import Figure, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.nnmetrics.asked import MODEL, AskedNetwork, answered, holds_inputs
from casegen_evidence.nnmetrics.declared_signs import ANSWERS, OF_EVERY_CLASS, SCENARIOS
from casegen_evidence.signs import Direction, Intake, directions
from casegen_evidence.suggestions import among

if TYPE_CHECKING:
    from casegen_evidence.nnmetrics.performance import ScenarioRow
    from casegen_evidence.tables.data_table import DataTable

ROWS = 200


class PerformanceParameters(Parameters):
    """Parameters of ``nn-scenario-performance``."""

    by: list[str] = Field(min_length=1, description="conditions whose values make a scenario")
    conditions: dict[str, list[str]] | None = Field(
        None,
        description="all conditions with their categories: then the performance is discounted by coverage",
    )
    excluded: list[dict[str, str]] = Field(
        default_factory=list, description="partial scenarios that cannot occur; they need no row"
    )
    k: Annotated[int, Field(ge=1)] = Field(2, description="size of the value tuples of the coverage")
    network: AskedNetwork = Field(AskedNetwork(), description="the network, where the table holds inputs")


class ScenarioPerformance:
    """Registered as ``nn-scenario-performance``."""

    name = "nn-scenario-performance"
    version = 4
    summary = "Share of correct answers in every scenario, the worst of them, and discounted by coverage"
    source = "paper 002 §II-E; limits: Clopper & Pearson 1934"
    parameters: type[Parameters] = PerformanceParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "predictions": (
            True,
            "table: columns of the conditions, and either correct (0 or 1) or true and predicted; or npz with true and "
            "inputs (n, …) of a network beside the conditions",
        ),
        "model": (False, MODEL),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "performance": ("fraction", "share of correct answers over all rows"),
        "worst_scenario": ("fraction", "share of correct answers in the scenario where it is smallest"),
        "discounted_performance": ("fraction", "performance × k-projection coverage (needs conditions)"),
    }
    better: Mapping[str, Direction] = directions(
        higher=("performance", "worst_scenario", "discounted_performance")
    )
    signs: Mapping[str, str] = ANSWERS | OF_EVERY_CLASS | SCENARIOS
    asks: Mapping[str, Callable[[Path], bool]] = {"predictions": holds_inputs}
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-9)

    def run(self, run: Run) -> Result:
        """Group, count, bound."""
        from casegen_evidence.bounds.measures import proportion
        from casegen_evidence.nnmetrics.performance import by_scenario
        from casegen_evidence.nnmetrics.tested_scenarios import untested_scenarios
        from casegen_evidence.tables.reader import read_input
        from casegen_evidence.tables.signs.left_out import judge_left_out
        from casegen_evidence.tables.spec import Flag, Label

        p: PerformanceParameters = run.parameters
        wanted: dict[str, Any] = dict.fromkeys([*p.by, *(p.conditions or ())], Label())
        wanted |= {"correct": Flag(optional=True, sense="good")} | dict.fromkeys(
            ("true", "predicted"), Label(optional=True)
        )
        run = answered(run, "predictions", p.network)
        table = read_input(run, "predictions", wanted)
        correct = outcomes(table, run.intake)
        judge_left_out(table.file, table.gaps, int((~correct).sum()), "a wrong answer", run.intake)
        _known_conditions(p)
        untested_scenarios(p.by, p.conditions, p.excluded, table, run.intake)
        rows = [
            dict(zip(p.by, row, strict=True))
            for row in zip(*(table.names(n).list() for n in p.by), strict=True)
        ]
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
            discount = _coverage(table, p, run.intake)
            measures["discounted_performance"] = _times(overall, discount)
            notes.append(f"Coverage of the conditions is {discount:.4g}, a count without uncertainty.")
        run.progress(1.0, "done")
        return Result(measures, [_table(result, run.confidence)], [_bars(result)], _ASSUMPTIONS, notes,
                      signs=run.intake.signs, read=run.intake.read)  # fmt: skip


_ASSUMPTIONS = ("Rows are independent draws of their scenario and were not used for training.",)


def _known_conditions(p: PerformanceParameters) -> None:
    from casegen_evidence.method import InputProblem

    for rule in p.excluded:
        for name in rule:
            if name not in {*p.by, *(p.conditions or ())}:
                raise InputProblem(
                    f"expected conditions among {', '.join(p.by)} in `excluded`; found {name!r}. Correct its name"
                )


def outcomes(table: DataTable, intake: Intake) -> Any:
    """Correct or not per row, from a column ``correct`` or from ``true`` and ``predicted``; of both, they agree."""
    import numpy as np

    from casegen_evidence.method import InputProblem
    from casegen_evidence.nnmetrics.vital_signs import common_classes

    compared = None
    if "true" in table and "predicted" in table:
        true, predicted = table.names("true"), table.names("predicted")
        common_classes(true, predicted, table.file, intake)
        classes = (*true.words, *predicted.words)
        compared = true.codes_in(classes) == predicted.codes_in(classes)
    if "correct" not in table:
        if compared is None:
            raise InputProblem(
                f"{table.file}: expected a column correct, or columns true and predicted; found "
                f"{among(table.header)}. Name yours under `columns` on the evidence item"
            )
        return compared
    correct = table.flags("correct")
    if compared is not None and len(bad := np.flatnonzero(compared != correct)):
        row = int(bad[0])
        raise InputProblem(
            f"{table.place(row, 'correct')}: correct is {int(correct[row])} beside the label "
            f"{table.names('true').list()[row]!r} and the answer {table.names('predicted').list()[row]!r} "
            f"({len(bad):,} such rows). Correct the rows, or leave one of both out"
        )
    return correct


def _coverage(table: DataTable, p: PerformanceParameters, intake: Intake) -> float:
    from casegen_evidence.nnmetrics.scenarios import ConditionCategories, coverage
    from casegen_evidence.nnmetrics.tested_scenarios import judge_ruled_out

    assert p.conditions is not None
    conditions = ConditionCategories({n: tuple(v) for n, v in p.conditions.items()}, tuple(p.excluded))
    counted = coverage(conditions, conditions.encode_table(table), p.k)
    same = set(p.by) == set(p.conditions)
    judge_ruled_out(counted, [*(["worst_scenario"] if same else []), "discounted_performance"], intake)
    return counted.value


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
    if len(shown) < len(scenarios):
        alt = f"The worst {len(shown)} of {len(scenarios):,} scenarios. {alt}"
    data = {"categories": [r.scenario for r in shown], "series": series}
    return Figure("Performance by scenario", "bars", data, alt, "scenario", "share of correct answers")


SCENARIO_PERFORMANCE = ScenarioPerformance()
