"""Scenario coverage as a registered evidence method (paper 002 §II-A)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from casegen_evidence.method import Figure, Kind, Parameters, Result, Run, Table
from casegen_evidence.nnmetrics.declared_signs import EXCLUDED
from casegen_evidence.nnmetrics.domain import DomainRule
from casegen_evidence.plural import plural
from casegen_evidence.signs import Direction, directions

if TYPE_CHECKING:
    from casegen_evidence.nnmetrics.covering_array import Closing
    from casegen_evidence.nnmetrics.scenarios import Coverage

MOST_GAPS = 20_000
"""With more missing tuples no scenarios are proposed: the search would take too long."""
RULES = 12
"""rules that a note lists"""
ROWS = 200
"""Tables of gaps list this many rows at most."""


class CoverageParameters(Parameters):
    """Parameters of ``nn-scenario-coverage``."""

    conditions: dict[str, list[str]] = Field(description="operating conditions and their categories")
    k: Annotated[int, Field(ge=1)] = Field(2, description="size of the value tuples that are counted")
    excluded: list[dict[str, str]] = Field(
        default_factory=list, description="partial scenarios that cannot occur; they leave the denominator"
    )
    rules: list[DomainRule] = Field(
        default_factory=list,
        description="what holds in every scenario: `when` and `then`, or a weighted `sum` with `at_least`, `at_most`",
    )


class ScenarioCoverage:
    """Registered as ``nn-scenario-coverage``."""

    name = "nn-scenario-coverage"
    version = 3
    summary = "Share of the combinations of operating conditions that a data set holds (k-projection)"
    source = "paper 002 §II-A, Eqn 1"
    parameters: type[Parameters] = CoverageParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "scenarios": (True, "table: one row per data point, one column per operating condition"),
        "operation": (
            False,
            "table of the same columns: scenarios met in operation, independent of the data set",
        ),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "scenario_coverage": ("fraction", "k-projection coverage of the data set"),
        "unseen_demand": (
            "probability-per-demand",
            "a scenario of operation holds a value tuple that the data set lacks (needs input operation)",
        ),
    }
    better: Mapping[str, Direction] = directions(lower=("unseen_demand",), higher=("scenario_coverage",))
    distinct: Sequence[Sequence[str]] = (("scenarios", "operation"),)
    signs: Mapping[str, str] = EXCLUDED | {
        "operation-of-tests": "operation that is the scenarios of the data set again, or some of them",
    }
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-12)

    def run(self, run: Run) -> Result:
        """Count, list the gaps, and find scenarios that close them."""
        from casegen_evidence.bounds.measures import exact, proportion
        from casegen_evidence.nnmetrics.covering_array import Closing, close_gaps
        from casegen_evidence.nnmetrics.scenarios import ConditionCategories, coverage
        from casegen_evidence.nnmetrics.tested_scenarios import judge_ruled_out, judge_unknown
        from casegen_evidence.tables.overlap import as_often
        from casegen_evidence.tables.reader import read_input
        from casegen_evidence.tables.signs.of_tests import judge_of_tests
        from casegen_evidence.tables.spec import Label

        p: CoverageParameters = run.parameters
        conditions = ConditionCategories(
            {n: tuple(v) for n, v in p.conditions.items()}, tuple(p.excluded), tuple(p.rules)
        )
        wanted = dict.fromkeys(conditions.names, Label())
        codes = conditions.encode_table(read_input(run, "scenarios", wanted))
        judge_unknown(p.conditions, "scenario_coverage", run.intake)
        result = coverage(conditions, codes, p.k)
        judge_ruled_out(result, list(self.measures), run.intake)
        run.progress(0.3, "closing the gaps")
        few = result.possible - result.covered <= MOST_GAPS
        closing = close_gaps(result, run.seed) if few else Closing((), (), 0)
        measures = {
            "scenario_coverage": exact(
                result.value,
                "fraction",
                run.confidence,
                f"{result.covered} of {result.possible} value tuples of {p.k} conditions; a count in this data set",
                "paper 002 Eqn 1",
                len(codes),
            )
        }
        if "operation" in run.inputs:
            met = conditions.encode_table(read_input(run, "operation", wanted))
            again = as_often(met.astype(float), codes.astype(float))
            judge_of_tests(
                run.inputs["operation"].name, again, len(met), len(codes), run.intake, "those of the data set",
                ["unseen_demand"],
            )  # fmt: skip
            measures["unseen_demand"] = proportion(
                int(result.unseen(met).sum()),
                len(met),
                run.confidence,
                "probability-per-demand",
                "a scenario of operation holds a value tuple that the data set lacks",
            )
        tables, figures = [_gaps(result)], []
        if closing.scenarios:
            tables.append(_to_collect(closing, conditions.names))
            figures.append(_gain_curve(result, closing.gains))
        run.progress(1.0, "done")
        return Result(measures, tables, figures, _ASSUMPTIONS, _notes(result),
                      signs=run.intake.signs, read=run.intake.read)  # fmt: skip


def _to_collect(closing: Closing, names: Sequence[str]) -> Table:
    rows: list[list[str | float | int | None]] = [
        [i + 1, *(scenario[n] for n in names), gain]
        for i, (scenario, gain) in enumerate(zip(closing.scenarios, closing.gains, strict=True))
    ]
    note = (
        f"{len(closing.scenarios)} scenarios close every gap; no fewer than {closing.at_least} can. The set is "
        "found greedily and may not be the smallest."
    )
    return Table("Scenarios to collect", ["order", *names, "new tuples"], rows[:ROWS], note)


_ASSUMPTIONS = (
    "Every data point is labelled with the category it belongs to, and the categories cover the operating domain.",
    "Scenarios of operation, where given, are independent draws of the operational profile.",
)


def _notes(coverage: Coverage) -> tuple[str, ...]:
    notes = []
    if domain := coverage.conditions.domain:
        every = sum(p.possible.size for p in coverage.projections)
        notes.append(
            f"{len(domain)} exclusions and rules take {every - coverage.possible:,} of {every:,} value tuples out of the "
            f"denominator as impossible: {'; '.join(rule.text for rule in domain[:RULES])}"
            + (f"; and {len(domain) - RULES} more." if len(domain) > RULES else ".")
        )
    missing = coverage.possible - coverage.covered
    if missing > MOST_GAPS:
        notes.append(
            f"{missing:,} tuples are missing, too many to propose scenarios: take a smaller k first."
        )
    return tuple(notes)


def _gaps(coverage: Coverage) -> Table:
    missing = coverage.possible - coverage.covered
    rows: list[list[str | float | int | None]] = [
        [" · ".join(t), " · ".join(t.values())] for t in islice(coverage.missing(), ROWS)
    ]
    note = f"{missing} value {plural(missing, 'tuple is', 'tuples are')} missing" + (
        f"; the first {ROWS} are listed." if missing > ROWS else "."
    )
    return Table("Gaps", ["conditions", "values"], rows, note)


def _gain_curve(coverage: Coverage, gains: tuple[int, ...]) -> Figure:
    covered = [coverage.covered]
    for gain in gains:
        covered.append(covered[-1] + gain)
    y = [c / coverage.possible for c in covered]
    x = list(range(len(y)))
    series = [{"name": f"{coverage.k}-projection coverage", "x": x, "y": y}]
    alt = (
        f"Coverage grows from {y[0]:.1%} to {y[-1]:.1%} with {len(gains)} more scenarios; the first adds "
        f"{gains[0]} value tuples."
    )
    return Figure(
        "Coverage by further scenarios", "lines", {"series": series}, alt, "further scenarios", "coverage"
    )


SCENARIO_COVERAGE = ScenarioCoverage()
