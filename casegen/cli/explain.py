"""explain: what would have to become true, what a single failure would defeat, and how sure the case is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from casegen.cli.app import app
from casegen.cli.case import CasePath, Json, sound

if TYPE_CHECKING:
    from casegen.argument import Dependence, Repair, WeakLink
    from casegen.model.output.case import AccountDocument
    from casegen.model.output.studies import BoundText
    from casegen.model.results import Assessment


@app.command()
def explain(
    case: CasePath,
    independent: Annotated[
        bool, typer.Option("--independent", help="Doubts are argued to be independent: multiply confidences.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Shortest repair sets, weakest links, and confidence with the assumption it rests on."""
    from casegen.argument import Dependence, repairs, weakest_links
    from casegen.assessment import documents
    from casegen.assessment.assess import assess
    from casegen.assessment.documents import number
    from casegen.cli import output
    from casegen.model.results import Status

    loaded, _ = sound(case, as_json=as_json)
    assessed = assess(loaded)
    numbers = (assessed.requirements, assessed.evidence, assessed.trees)
    sets = repairs(loaded, *numbers)
    links = weakest_links(loaded, *numbers)
    assert assessed.ledger is not None
    accounts = {
        root: documents.account(
            assessed.ledger.account(root),
            holds=assessed.claims[root].status is Status.SUPPORTED,
            independent=independent,
        )
        for root in loaded.header.roots
        if root in assessed.claims
    }
    assumption = Dependence.INDEPENDENT if independent else Dependence.UNKNOWN
    bounds = _bounds(assessed)
    if as_json:
        output.as_json(
            {
                "bounds": bounds,
                "repair_sets": [[{"target": r.target, "action": r.action} for r in one] for one in sets],
                "weakest_links": [
                    {"target": x.target, "what": x.what, "headroom": number(x.headroom), "roots": list(x.roots)}
                    for x in links
                ],
                "confidence": [
                    {"id": root, "value": row["confidence"], "assumption": assumption.value, **row}
                    for root, row in accounts.items()
                ],
            }
        )  # fmt: skip
        return
    _print(assessed, sets, links, bounds, accounts, assumption)


def _print(
    assessed: Assessment, sets: Sequence[Sequence[Repair]], links: Sequence[WeakLink], bounds: Sequence[BoundText],
    accounts: Mapping[str, AccountDocument], assumption: Dependence,
) -> None:  # fmt: skip
    from casegen.assessment.documents import number
    from casegen.cli import output

    out = output.console()
    out.print(f"[bold]What would have to become true[/] ({len(sets)} smallest set(s))")
    for i, one in enumerate(sets, 1):
        out.print(f"  set {i}:" if one else "  nothing: the case holds")
        for repair in one:
            out.print(f"    {output.escape(repair.target)}: {output.escape(repair.action)}")
    out.print("[bold]Holding today, and defeating a root by failing alone[/] (nearest to failing first)")
    for link in links[:20]:
        room = "" if number(link.headroom) == "inf" else f" headroom {output.figure(link.headroom)}"
        out.print(f"  {output.escape(link.target)}:{room} {output.escape(link.what)}")
    if bounds:
        out.print("[bold]What the bounds of top events rest on[/]")
    for bound in bounds:
        out.print(f"  {output.escape(bound['id'])}: {output.escape(bound['text'])}")
    for root, row in accounts.items():
        out.print(
            f"[bold]Confidence in {output.escape(root)}[/]: {output.escape(_confidence_text(assessed, root, row))}"
        )
        for spend in row["spends"][:8]:
            looks = f" ({spend['looks']} looks)" if spend["looks"] > 1 else ""
            out.print(f"  {output.figure(spend['total'])}{looks}  {output.escape(spend['source'])}")
        if len(row["spends"]) > 8:
            out.print(f"  … and {len(row['spends']) - 8} more: --json holds all")
    out.print(f"  ({output.escape(assumption.value)})", style="dim")


def _bounds(assessed: Assessment) -> list[BoundText]:
    """Of each claim on a tree with declared records both bounds; of each tree which independence its products use."""
    from casegen.assessment.requirements import both_bounds

    rows: list[BoundText] = [
        {"id": holder, "text": both_bounds(r.joint), "alone": r.joint.alone, "together": r.joint.upper}
        for holder, r in assessed.requirements.items() if r.joint is not None
    ]  # fmt: skip
    for tree in assessed.trees.values():
        if tree.independence:
            rows.append({"id": tree.id, "text": tree.independence, "alone": None, "together": None})
    return rows


def _confidence_text(assessed: Assessment, root: str, row: AccountDocument) -> str:
    """What may be said of a root: a number only where it holds, and every comparison has a confidence."""
    from casegen.model.digits import outward
    from casegen.model.results import Status

    bounds = sum(spend["measured"] for spend in row["spends"])
    spent = f"{outward(row['statistical'], upper=True, digits=3)} spent on {bounds} bounds"
    spent += f", {outward(row['doubts'], upper=True, digits=3)} on stated doubts"
    if assessed.claims[root].status is not Status.SUPPORTED:
        return f"none: {root} does not hold ({spent})"
    if row["confidence"] is None:
        why = row["compared_by_value"][:1] or ["no bound and no doubt is stated"]
        return (
            f"no number: {why[0]} (compared without confidence)"
            if row["compared_by_value"]
            else f"no number: {why[0]}"
        )
    rest = row["leaves_without_doubt"]
    left = f"; {rest} leaves have no stated doubt" if rest else ""
    return f"at least {outward(row['confidence'], upper=False, digits=3)} ({spent}{left})"
