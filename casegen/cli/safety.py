"""safety: the computed safety analysis: guide-word matrix, measures against risk, risk matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from casegen.cli import output
from casegen.cli.app import app
from casegen.cli.case import CasePath, Json, Strict
from casegen.cli.case_verdict import sound
from casegen.cli.printing import echo
from casegen.model.plural import counted

if TYPE_CHECKING:
    from casegen.assessment.safety.risk_matrix import RiskMatrixResult
    from casegen.model.hazop_matrix import HazopMatrix
    from casegen.model.safety_results import AlarpResult


@app.command()
def safety(
    case: CasePath,
    strict: Strict = False,
    as_json: Json = False,
) -> None:
    """HAZOP coverage by flow and guide word, cost and benefit of risk reductions, and the risk matrix.

    With --strict, exit 1 where something is missing, intolerable or in doubt, or a measure left out must be taken.
    """
    from casegen.assessment.assess import assess_checked
    from casegen.assessment.safety import alarp, risk_matrix
    from casegen.model.hazop_matrix import as_dict, hazop_matrix

    session, diagnostics = sound(case, as_json=as_json)
    assessed = assess_checked(diagnostics, session)
    matrix, measures = hazop_matrix(session.case), assessed.reductions
    risks = risk_matrix.risk_matrix(assessed)
    doubts = [r for every in assessed.judgements.values() for r in every if r.of_data]
    if as_json:
        output.as_json({
            "hazop": as_dict(matrix) if matrix is not None else None,
            "alarp": alarp.as_dict(measures) if measures is not None else None,
            "risk_matrix": risk_matrix.as_dict(risks) if risks is not None else None,
            "doubts": [{"claim": r.target, "message": r.message} for r in doubts],
        })  # fmt: skip
    else:
        _show(matrix, measures, risks)
        for reason in doubts:
            output.paragraph(f"in doubt at {reason.target}: {reason.message}", 2)
    short = matrix is not None and bool(matrix.gaps)
    short |= measures is not None and measures.holds is not True
    short |= risks is not None and any(r.intolerable or r.problem for r in risks.risks)
    short |= bool(doubts)
    raise typer.Exit(1 if strict and short else 0)


def _show(matrix: HazopMatrix | None, measures: AlarpResult | None, risks: RiskMatrixResult | None) -> None:
    if matrix is None:
        echo("No HAZOP matrix: the case declares no `study_items`.")
    else:
        _show_matrix(matrix)
    if measures is None:
        echo("No comparison of measures: the case states no `study: {alarp: …}`.")
    else:
        _show_measures(measures)
    if risks is None:
        echo("No risk matrix: the case states no `study: {risk_matrix: …}`.")
    else:
        _show_risks(risks)


def _show_matrix(matrix: HazopMatrix) -> None:
    from casegen.model.hazop_matrix import Answer

    marks = {Answer.DISMISSED: "–", Answer.GAP: "[bold red]gap[/]", Answer.UNREAD: ""}
    rows = [
        [output.escape(matrix.titles[item])]
        + [marks.get(cell.answer) or _rows(cell.rows, own=cell.answer is Answer.ROW) for cell in row.values()]
        for item, row in matrix.cells.items()
    ]
    title = "Guide words against items (in brackets: an entry of another word or item; –: set aside with a reason)"
    output.table(title, ("item", *(word.value for word in matrix.words)), rows, width=100)
    n = len(matrix.gaps)
    echo(counted(n, "gap"))


def _rows(rows: tuple[str, ...], *, own: bool) -> str:
    shown = output.escape(" ".join(rows))
    return shown if own else output.escape(f"({shown})") if shown else ""


def _show_measures(result: AlarpResult) -> None:
    from casegen.model.safety_results import ReductionDecision

    style = {ReductionDecision.MUST_BE_TAKEN: "challenged", ReductionDecision.NOT_EVALUATED: "not evaluated"}
    rows = []
    for m in result.measures:
        mark = output.STYLES.get(style.get(m.decision, "supported"), "")
        words = f"[{mark}]{m.decision.value}[/]" + (f": {output.escape(m.problem)}" if m.problem else "")
        name = f"{output.escape(m.title)} ({output.escape(m.id)})"
        rows.append(
            [
                name,
                output.in_full(m.cost),
                *(text or "–" for text in m.shown(result.criterion.disproportion)),
                words,
            ]
        )
    unit = f", {output.escape(result.criterion.unit)}" if result.criterion.unit else ""
    factor = output.in_full(result.criterion.disproportion)
    title = f"Measures against risk (taken unless they cost more than {factor} times the harm"
    output.table(
        f"{title}{unit})", ("measure", "cost", "harm removed", "cost / harm", "outcome"), rows, width=100
    )


def _show_risks(result: RiskMatrixResult) -> None:
    from casegen.assessment.requirement_text import both_bounds
    from casegen.model.safety import SEVERITIES

    classes = result.matrix.classes
    rows = []
    for severity in reversed(SEVERITIES):
        cells = []
        for k, one in enumerate(classes):
            rating = result.matrix.ratings[severity][k]  # type: ignore[index]
            trees = " ".join(result.of(severity, one.name))
            bad = rating in result.matrix.intolerable
            shown = f"[bold]{output.escape(trees)}[/] " if trees else ""
            cells.append(f"{shown}[{'red' if bad else 'dim'}]{output.escape(rating)}[/]")
        rows.append([severity, *cells])
    heads = [f"{c.name} (≥ {output.in_full(c.at_least)})" if c.at_least else c.name for c in classes]
    output.table(
        "Risk matrix (frequencies: upper bounds of the top events)", ("severity", *heads), rows, width=100
    )
    limits = result.matrix.limits
    for risk in result.risks:
        if risk.problem:
            output.paragraph(f"{risk.tree} has no place: {risk.problem}", 2)
        elif risk.accepted:
            output.paragraph(f"{risk.tree} is {risk.rating}, accepted by {risk.accepted}", 2)
        elif not risk.bounded:
            output.paragraph(f"{risk.tree} is classed by its estimate: it has no upper bound", 2)
        elif risk.together is not None:
            output.paragraph(
                f"{risk.tree} is classed by the bound from its records together: {both_bounds(risk.together, limits)}",
                2,
            )
