"""What a supported claim on measures against risk was computed from, for a person to judge."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.reading.step import ReadingStep
from casegen.argument.view import CaseView
from casegen.model.number_text import in_full


def measures_against_risk(view: CaseView, supported: set[str]) -> Iterator[ReadingStep]:
    """Losses, costs and sources by which a supported claim on measures against risk was computed."""
    study = view.case.header.study
    criterion = study.alarp if study is not None else None
    claim = view.case.claim.get((criterion and criterion.claim) or "")
    if criterion is None or claim is None or claim.id not in supported:
        return
    losses = [f"{loss.tree}: {in_full(loss.amount)} {criterion.unit}" for loss in criterion.losses]
    measures = [
        f"{one.title}: {in_full(one.cost)} {criterion.unit} ({one.cost_source or 'no source'}), "
        + ", ".join(f"{name} → {value}" for name, value in one.changes.items())
        for one in view.case.risk_reductions
    ]
    factor = f"disproportion {in_full(criterion.disproportion)}"
    yield ReadingStep(claim.id, "measures", (claim.text, factor, *losses, *measures))
