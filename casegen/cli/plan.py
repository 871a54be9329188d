"""plan: the cheapest further evidence that would make failing claims hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casegen.cli.app import app
from casegen.cli.case import CasePath, Json, sound
from casegen.cli.say import say

if TYPE_CHECKING:
    from casegen.assessment.plan import ClaimPlan, FurtherFailures
    from casegen.assessment.plan_record import PlannedRecord


@app.command()
def plan(
    case: CasePath,
    cost: Annotated[
        list[str] | None,
        typer.Option("--cost", metavar="ITEM=PRICE", help="Price of one more unit of an evidence item."),
    ] = None,
    as_json: Json = False,
) -> None:
    """The cheapest further evidence that would make failing claims hold, and how likely it is to."""
    from casegen.assessment.assess import Session
    from casegen.assessment.plan import plan as plan_case
    from casegen.cli import output

    loaded, _ = sound(case, as_json=as_json)
    prices = dict(_price(text, list(loaded.evidence_item)) for text in cost or [])
    result = plan_case(Session.open(loaded), prices)
    if as_json:
        output.as_json(result.document())
        return
    if not result.claims:
        say("every requirement holds: nothing to plan")
        return
    for claim in result.claims:
        _show(claim)
    if any(claim.reachable for claim in result.claims):
        say(result.note)


def _price(text: str, items: list[str]) -> tuple[str, float]:
    from casegen.model.case import Location
    from casegen.model.diagnostic import InputError
    from casegen.model.suggestions import nearest

    name, _, number = text.partition("=")
    try:
        price = float(number)
    except ValueError:
        price = 0.0
    if name not in items:
        raise InputError.at(
            Location("command line"), f"there is no evidence item {name!r}{nearest(name, items)}"
        )
    if not 0.0 < price < float("inf"):
        raise InputError.at(
            Location("command line"), f"--cost {name} takes a price above 0, found {number!r}"
        )
    return name, price


def _show(claim: ClaimPlan) -> None:
    from casegen.cli import output

    out = output.console()
    out.print(f"[bold]{output.escape(claim.claim)}[/] {output.escape(claim.text)}")
    if not claim.reachable:
        out.print(f"  {output.escape(claim.problem)}")
        return
    if claim.doubtful:
        out.print("  today's estimate itself does not meet the limit: more evidence will rather show that")
    planned = claim.rows()
    rows = [
        (
            output.escape(_failures(row)), *_cells(row.records), output.figure(row.cost),
            _percent(row.probability), _percent(row.predictive),
        )
        for row in (*planned[:3], *planned[3:][-3:])
    ]  # fmt: skip
    columns = (
        "further failures",
        "more of",
        "units",
        "cost",
        "works, at today's estimate",
        "with its uncertainty",
    )
    output.table("", columns, rows)
    if claim.limited:
        out.print(
            "  the search ended early: this much is enough, and somewhat less may be (with each bound by itself it is "
            "known at once)"
        )
    for line in claim.conditions():
        out.print(f"  {output.escape(line)}")


def _failures(row: FurtherFailures) -> str:
    count = (
        f"{row.least} to {row.failures}" if row.least else f"up to {row.failures}" if row.failures else "none"
    )
    return f"{count}, in {row.within}" if row.within else count


def _cells(records: tuple[PlannedRecord, ...]) -> tuple[str, str]:
    from casegen.cli import output

    names = "\n".join(output.escape(f"{r.evidence}.{r.measure}") for r in records)
    return names, "\n".join(f"{r.more:,.0f} {r.unit}s" for r in records)


def _percent(share: float) -> str:
    from casegen.model.digits import round_outward

    return f"{100 * round_outward(share, upper=False, digits=3):.3g} %"
