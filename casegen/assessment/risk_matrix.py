"""The risk matrix, computed: each top event in its class of frequency, by the severity of what the study says of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from casegen.model.case import Case
from casegen.model.fault_tree import FaultTree
from casegen.model.output.safety import RiskMatrixDocument
from casegen.model.results import Assessment
from casegen.model.safety import SEVERITIES, RiskMatrix


@dataclass(frozen=True, slots=True)
class Risk:
    """A top event: ``frequency`` is what was classed, its upper bound where it has one (``bounded``).

    ``rating`` is empty, and ``problem`` says why, where there is no number or no severity.
    """

    tree: str
    title: str
    severity: str
    entries: tuple[str, ...]
    """HAZOP entries of that severity"""
    frequency: float | None
    bounded: bool
    frequency_class: str = ""
    rating: str = ""
    intolerable: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class RiskMatrixResult:
    """Every top event in the matrix of the case."""

    matrix: RiskMatrix
    risks: tuple[Risk, ...]

    def of(self, severity: str, frequency_class: str) -> tuple[str, ...]:
        """Trees in one cell."""
        return tuple(
            r.tree for r in self.risks if (r.severity, r.frequency_class) == (severity, frequency_class)
        )


def risk_matrix(assessment: Assessment) -> RiskMatrixResult | None:
    """The matrix of the case; None where it states none."""
    study = assessment.case.header.study
    matrix = study.risk_matrix if study is not None else None
    if matrix is None:
        return None
    return RiskMatrixResult(matrix, tuple(_risk(assessment, matrix, tree) for tree in assessment.case.trees))


def _risk(assessment: Assessment, matrix: RiskMatrix, tree: FaultTree) -> Risk:
    severity, entries = worst_severity(assessment.case, (tree,))
    result = assessment.trees.get(tree.id)
    title = tree.title or tree.id
    problem = ""
    if result is None or result.top is None:
        problem = (result.problem if result else "") or "not quantified"
    elif result.barred or result.stale:
        problem = "; ".join(result.barred) or "rests on stale evidence"
    elif not severity:
        problem = "no HAZOP entry that leads to it states a severity"
    if problem or result is None or result.top is None:
        return Risk(tree.id, title, severity, entries, None, False, problem=problem)
    bounded = result.top.upper is not None
    frequency = result.top.upper if result.top.upper is not None else result.top.value
    index = next(i for i, c in enumerate(matrix.classes) if frequency >= c.at_least)
    rating = matrix.ratings[severity][index]  # type: ignore[index]
    return Risk(
        tree.id, title, severity, entries, frequency, bounded, matrix.classes[index].name, rating,
        rating in matrix.intolerable,
    )  # fmt: skip


def worst_severity(case: Case, trees: Sequence[FaultTree]) -> tuple[str, tuple[str, ...]]:
    """The worst severity of the entries whose scenarios are paths of the trees, or that violate their properties."""
    ids = {tree.id for tree in trees}
    named = {entry for scenario in case.scenarios if scenario.tree in ids for entry in scenario.hazop}
    wanted = {name for tree in trees for name in tree.properties}
    leading = [e for e in case.hazop if e.severity and (e.id in named or wanted.intersection(e.properties))]
    if not leading:
        return "", ()
    worst = max((str(e.severity) for e in leading), key=SEVERITIES.index)
    return worst, tuple(e.id for e in leading if e.severity == worst)


def as_dict(result: RiskMatrixResult) -> RiskMatrixDocument:
    """The matrix as JSON has it."""
    return {
        "classes": [{"name": c.name, "at_least": c.at_least} for c in result.matrix.classes],
        "ratings": {severity: list(result.matrix.ratings[severity]) for severity in SEVERITIES},  # type: ignore[index]
        "risks": [
            {
                "tree": r.tree, "title": r.title, "severity": r.severity, "entries": list(r.entries),
                "frequency": r.frequency, "bounded": r.bounded, "frequency_class": r.frequency_class, "rating": r.rating,
                "intolerable": r.intolerable, "problem": r.problem,
            }
            for r in result.risks
        ],
    }  # fmt: skip
