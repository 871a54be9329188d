"""What a supported claim on measures against risk was computed from, for a person to judge."""

from __future__ import annotations

from collections.abc import Iterator, Set

from casegen.argument.graph import reachable
from casegen.argument.reading.step import ReadingStep
from casegen.argument.view import CaseView
from casegen.model.number_text import in_full
from casegen.model.safety import SEVERITIES


def matrix_of_risk(view: CaseView, supported: Set[str]) -> Iterator[ReadingStep]:
    """The risk matrix by which top events challenge claims or do not: classes, ratings, and which is intolerable."""
    header = view.case.header
    matrix = header.study.risk_matrix if header.study is not None else None
    if matrix is None or not supported:
        return
    classes = [f"{one.name}: at least {in_full(one.at_least)}" for one in matrix.classes]
    ratings = [f"{severity}: {', '.join(matrix.ratings[severity])}" for severity in SEVERITIES]  # type: ignore[index]
    severities = [f"{row.id}: {row.severity}" for row in view.case.hazop if row.severity]
    per = [matrix.kind.value] if matrix.kind is not None else []
    intolerable = ", ".join(matrix.intolerable) or "none"
    texts = (*classes, *per, *ratings, f"intolerable: {intolerable}", *severities)
    yield ReadingStep(header.id, "matrix", texts)


def measures_against_risk(view: CaseView, supported: Set[str]) -> Iterator[ReadingStep]:
    """Losses, costs and sources by which a supported claim on measures against risk was computed."""
    study = view.case.header.study
    criterion = study.alarp if study is not None else None
    claim = view.case.claim.get((criterion and criterion.claim) or "")
    if (
        criterion is None
        or claim is None
        or claim.id not in reachable(supported, view.support, view.attached)
    ):
        return
    losses = [f"{loss.tree}: {in_full(loss.amount)} {criterion.unit}" for loss in criterion.losses]
    measures = [
        f"{one.title}: {in_full(one.cost)} {criterion.unit} ({one.cost_source or 'no source'}), "
        + ", ".join(f"{name} → {value}" for name, value in one.changes.items())
        for one in view.case.risk_reductions
    ]
    factor = f"disproportion {in_full(criterion.disproportion)}"
    yield ReadingStep(claim.id, "measures", (claim.text, factor, *losses, *measures))
