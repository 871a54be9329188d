"""plan: the cheapest further evidence that would make failing claims hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casegen.cli import output
from casegen.cli.app import app
from casegen.cli.case import CasePath, Json
from casegen.cli.case_verdict import sound
from casegen.cli.printing import echo
from casegen.model.plural import plural

if TYPE_CHECKING:
    from casegen.assessment.planning.further_failures import FurtherFailures
    from casegen.assessment.planning.plan import ClaimPlan
    from casegen.assessment.planning.record import PlannedRecord
    from casegen.model.results import Assessment
    from casegen.model.safety_results import ConfidenceSplit

WIDTH = 100
"""characters of a line"""


@app.command()
def plan(
    case: CasePath,
    cost: Annotated[
        list[str] | None,
        typer.Option("--cost", metavar="ITEM=PRICE", help="Price of one more unit of an evidence item."),
    ] = None,
    as_json: Json = False,
) -> None:
    """The cheapest further evidence that would make failing claims hold, and how likely it is to.

    Where the case asks for a `joint_confidence`, also what makes the roots hold with it, all bounds together.
    """
    from casegen.assessment.planning.plan import plan as plan_case
    from casegen.cli.stages import telling_stages

    session, _ = sound(case, as_json=as_json)
    loaded = session.case
    prices = dict(_price(text, list(loaded.evidence_item)) for text in cost or [])
    with telling_stages("plan") as begun:
        result = plan_case(session, prices, begun)
    if result.stale:
        echo(f"stale evidence: {', '.join(result.stale)}: plans begin with numbers out of date", err=True)
    if as_json:
        output.as_json(result.document())
        return
    joint = result.joint if result.joint is not None and not result.joint.met else None
    if not result.claims and joint is None:
        _nothing_planned(session.assess())
        return
    for claim in result.claims:
        _show(claim, loaded.claim[claim.claim].text)
    if joint is not None:
        _joint(joint)
    if result.reachable:
        output.paragraph(result.note, hang=0)


def _nothing_planned(assessed: Assessment) -> None:
    """That no number misses its limit; of a case that does not hold, what is to be done instead."""
    from casegen.assessment.points import failing_roots, next_steps
    from casegen.model.results import Freshness

    if assessed.supported:
        echo("every requirement holds: nothing to plan")
        return
    roots = ", ".join(failing_roots(assessed)) or "no root"
    old = any(state.freshness is Freshness.STALE for state in assessed.evidence.values())
    words = "meets its limit, some of them out of date" if old else "meets its limit"
    output.paragraph(f"every number {words}: no further evidence is planned", hang=0)
    output.paragraph(
        f"The case does not hold all the same: {roots} not supported (why: casegen assess CASE).", hang=0
    )
    for step in next_steps(assessed):
        output.paragraph(f"next: {step}", 2)


def _joint(split: ConfidenceSplit) -> None:
    """What makes the roots hold together, beyond each claim by itself."""
    from casegen.cli.output import paragraph
    from casegen.cli.split_view import conditions, head, lines

    paragraph(head(split), style="bold")
    for line in (*lines(split), *conditions(split)):
        paragraph(line, 2)


def _price(text: str, items: list[str]) -> tuple[str, float]:
    from casegen.model.diagnostic import InputError
    from casegen.model.suggestions import nearest

    name, _, number = text.partition("=")
    try:
        price = float(number)
    except ValueError:
        price = 0.0
    if name not in items:
        raise InputError.call(f"there is no evidence item {name!r}{nearest(name, items)}")
    if not 0.0 < price < float("inf"):
        raise InputError.call(f"--cost {name} takes a price above 0, found {number!r}")
    return name, price


def _show(claim: ClaimPlan, text: str) -> None:
    from casegen.cli.output import paragraph

    paragraph(f"{text} ({claim.claim})" if text else claim.claim, style="bold")
    paragraph(claim.outcome, 2)
    if not claim.reachable:
        if claim.problem not in claim.outcome:
            paragraph(claim.problem, 2)
        return
    if claim.doubtful:
        paragraph("today's estimate itself does not meet the limit: more evidence will rather show that", 2)
    _table(claim)
    if claim.limited:
        paragraph("not every plan was tried: this much is enough, and less may be", 2)
    for line in claim.conditions():
        paragraph(line, 2)


def _table(claim: ClaimPlan) -> None:
    """Rows of further failures; a record that alone is to be continued stands above them."""
    planned = claim.rows()
    shown = (*planned[:3], *planned[3:][-3:])
    names = {tuple(f"{r.evidence}.{r.measure}" for r in row.records) for row in shown}
    alone = len(names) == 1 and len(min(names)) == 1
    if alone:
        output.paragraph(f"more of {min(names)[0]}:", 2)
    rows = []
    for row in shown:
        name, units = _cells(row.records)
        cells = [output.escape(_failures(row)), *([] if alone else [name]), units]
        rows.append([*cells, _price_of(row.cost), _chance(row.probability), _chance(row.predictive)])
    columns = ["further failures", *([] if alone else ["more of"]), "units", "cost"]
    works = "limit met" if claim.barred else "works"
    output.table("", [*columns, f"{works}, at today's estimate", "with its uncertainty"], rows, WIDTH)
    if left := [_count(row) for row in planned if row not in shown]:
        output.paragraph(f"left out here, in --json: the {plural(len(left), 'row')} {'; '.join(left)}", 2)


def _chance(share: float | None) -> str:
    return "not searched further" if share is None else output.percent(share)


def _failures(row: FurtherFailures) -> str:
    return f"{_count(row)}, in {row.within}" if row.within else _count(row)


def _count(row: FurtherFailures) -> str:
    count = f"up to {row.failures}" if row.failures else "none"
    if row.least:
        count = f"{row.least} to {row.failures}" if row.least < row.failures else f"{row.failures}"
    return count


def _cells(records: tuple[PlannedRecord, ...]) -> tuple[str, str]:
    names = "\n".join(output.escape(f"{r.evidence}.{r.measure}") for r in records)
    return names, "\n".join(f"{r.more:,.0f} {r.unit}s" for r in records)


def _price_of(cost: float) -> str:
    return f"{cost:,.0f}" if cost >= 1000 else output.figure(cost)
