"""The risk matrix, computed: each top event in its class of frequency, by the severity of what the study says of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casegen.argument.view import CaseView
from casegen.assessment.bounds import model_of
from casegen.assessment.joint import smaller_limit
from casegen.assessment.requirements import UNITS
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.digits import outward
from casegen.model.fault_tree import FaultTree, FromEvidence
from casegen.model.output.safety import RiskMatrixDocument
from casegen.model.results import Assessment, JointBound, TreeResult
from casegen.model.safety import SEVERITIES, RiskMatrix

if TYPE_CHECKING:
    from casegen.assessment.assess import Session

SOURCE = "IEC 61508-5, Annex C (classes of risk)"


@dataclass(frozen=True, slots=True)
class Risk:
    """A top event: ``frequency`` is what was classed, its upper bound where it has one (``bounded``).

    It is that of each record by itself; ``together`` is the smaller one that a claim compares, from independent records.

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
    together: JointBound | None = None


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
    case = assessment.case
    risks = (
        replace(
            _risk(case, matrix, tree, assessment.trees.get(tree.id)),
            together=smaller_limit(assessment, tree.id),
        )
        for tree in case.trees
    )
    return RiskMatrixResult(matrix, tuple(risks))


def intolerable_risks(case: Case, session: Session) -> Iterator[Diagnostic]:
    """A warning at each fault tree whose risk has a rating that nobody accepts; the trees are bound, not explained."""
    study = case.header.study
    matrix = study.risk_matrix if study is not None else None
    if matrix is None or not matrix.intolerable:
        return
    numbers = session.numbers()
    for index, tree in enumerate(case.trees):
        bound = numbers.trees.get(tree.id)
        if bound is None:
            continue
        top, problem = bound.estimate(case, tree.target.confidence if tree.target else None)
        top = top.model_copy(update={"note": problem}) if problem else top
        risk = _risk(
            case, matrix, tree, TreeResult(tree.id, top, barred=numbers.of_tree(case, tree.id).barred)
        )
        if risk.intolerable and risk.frequency is not None:
            number = outward(risk.frequency, upper=True, digits=3)
            yield Diagnostic(
                "risk-intolerable", Severity.WARNING,
                f"fault tree {tree.id}: {risk.severity} ({', '.join(risk.entries)}) and {risk.frequency_class}"
                f" ({number} {UNITS[tree.kind]}) is rated {risk.rating}",
                case.locate("trees", index), SOURCE, "reduce the risk, or correct severity, classes or ratings", tree.id,
            )  # fmt: skip


def _risk(case: Case, matrix: RiskMatrix, tree: FaultTree, result: TreeResult | None) -> Risk:
    severity, entries = worst_severity(case, (tree,))
    title = tree.title or tree.id
    top = result.top if result is not None else None
    problem = _unplaced(case, matrix, tree, result) or (
        "" if severity else "no HAZOP entry that leads to it states a severity"
    )
    if problem or top is None:
        return Risk(tree.id, title, severity, entries, None, False, problem=problem)
    bounded = top.upper is not None
    frequency = top.upper if top.upper is not None else top.value
    index = next(i for i, c in enumerate(matrix.classes) if frequency >= c.at_least)
    rating = matrix.ratings[severity][index]  # type: ignore[index]
    return Risk(
        tree.id, title, severity, entries, frequency, bounded, matrix.classes[index].name, rating,
        rating in matrix.intolerable,
    )  # fmt: skip


def _unplaced(case: Case, matrix: RiskMatrix, tree: FaultTree, result: TreeResult | None) -> str:
    """Why a tree's number has no class; empty where it has one."""
    if result is None or result.top is None:
        return (result.problem if result else "") or "not quantified"
    if result.barred or result.stale:
        return "; ".join(result.barred) or "rests on stale evidence"
    kinds = {matrix.kind} if matrix.kind is not None else {other.kind for other in case.trees}
    if kinds != {tree.kind}:
        other = f"the classes are {UNITS[matrix.kind]}" if matrix.kind else "other trees are of another kind"
        return f"its number is {UNITS[tree.kind]}, {other}: state `kind` of the classes"
    if result.top.upper is None and _is_measured(case, tree):
        why = f": {result.top.note}" if result.top.note else ""
        return f"its top event is measured, and has no upper bound{why}"
    return ""


def _is_measured(case: Case, tree: FaultTree) -> bool:
    parts = CaseView(case).parts_of[tree.id]
    models = (model_of(case, event.id) for event in case.events if event.id in parts)
    return any(isinstance(model, FromEvidence) for model in models)


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
                "frequency": r.frequency, "bounded": r.bounded, "together": r.together.upper if r.together else None,
                "frequency_class": r.frequency_class, "rating": r.rating,
                "intolerable": r.intolerable, "problem": r.problem,
            }
            for r in result.risks
        ],
    }  # fmt: skip
