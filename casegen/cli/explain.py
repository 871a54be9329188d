"""explain: what would have to become true, what a single failure would defeat, and how sure the case is."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated

import typer

from casegen.cli import output
from casegen.cli.app import app
from casegen.cli.case import CasePath, Json
from casegen.cli.case_verdict import sound
from casegen.model.legible import one_line
from casegen.model.plural import counted

if TYPE_CHECKING:
    from casegen.argument import PremiseDependence, Repair, WeakLink
    from casegen.model.case import Case
    from casegen.model.output.case import AccountDocument
    from casegen.model.output.studies import BoundText, ExplainDocument
    from casegen.model.results import Assessment

WIDTH, FEW = 100, 8
"""characters of a line; lines of each part, unless all are asked for"""


@app.command()
def explain(
    case: CasePath,
    independent: Annotated[
        bool, typer.Option("--independent", help="Doubts are argued to be independent: multiply confidences.")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="Every line of each part.")] = False,
    as_json: Json = False,
) -> None:
    """Shortest repair sets, weakest links, and confidence with the assumption it rests on."""
    from casegen.argument import PremiseDependence, met_at_zero, repairs, weakest_links
    from casegen.assessment import documents
    from casegen.assessment.assess import Change, assess_checked
    from casegen.model.results import Status

    session, _ = sound(case, as_json=as_json)
    loaded, assessed = session.case, assess_checked((), session)
    numbers = (assessed.requirements, assessed.evidence, assessed.trees, assessed.judgements)

    @cache  # one event is asked about for several claims
    def without(event: str) -> Assessment:
        return session.assess((Change(0.0, event=event),))

    def met_without(claim: str, event: str) -> bool:
        if event not in loaded.event:  # a combination of a common-cause group is no event that can be set
            return False
        return met_at_zero(loaded.claim.get(claim), without(event))

    sets = repairs(loaded, *numbers, assessed.weakest, met_without)
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
    assumption = PremiseDependence.INDEPENDENT if independent else PremiseDependence.UNKNOWN
    bounds = _bounds(assessed)
    if as_json:
        output.as_json(_document(loaded, bounds, sets, links, accounts, assumption))
        return
    few = None if everything else FEW
    _show_repairs(assessed, sets)
    _show_links(assessed, links, few)
    _show_bounds(bounds)
    _show_accounts(assessed, accounts, assumption, few)


def _document(
    case: Case, bounds: list[BoundText], sets: Sequence[Sequence[Repair]], links: Sequence[WeakLink],
    accounts: Mapping[str, AccountDocument], assumption: PremiseDependence,
) -> ExplainDocument:  # fmt: skip
    """``explain --json``."""
    from casegen.assessment.documents import number

    return {
        "bounds": bounds,
        "repair_sets": [
            [{"target": r.target, "action": r.action, "location": _place(case, r.target)} for r in one]
            for one in sets
        ],
        "weakest_links": [
            {"target": x.target, "what": x.what, "headroom": number(x.headroom), "roots": list(x.roots)}
            for x in links
        ],
        "confidence": [
            {"id": root, "value": row["confidence"], "assumption": assumption.value, **row}
            for root, row in accounts.items()
        ],
    }


def _show_repairs(assessed: Assessment, sets: Sequence[Sequence[Repair]]) -> None:
    _head(f"What must be resolved ({counted(len(sets), 'smallest set')})")
    for i, one in enumerate(sets, 1):
        _line(f"set {i}:" if one else "nothing: the case holds", 2)
        for repair in one:
            place = _place(assessed.case, repair.target)
            at = f"{place}: " if place else ""
            _line(f"{at}{_named(assessed, repair.target)}: {repair.action}", 4)


def _place(case: Case, target: str) -> str | None:
    """``file:line:column`` of what is to be changed."""
    place = case.place_of(target)
    return None if place is None else str(place)


def _show_links(assessed: Assessment, links: Sequence[WeakLink], few: int | None) -> None:
    """Those that carry a number one by one, as many as room is left; of the others their ids."""
    _head("Single points of failure of a root, nearest to failing first")
    measured = [link for link in links if link.headroom != math.inf]
    for link in measured[:few]:
        _line(f"{_room(link.headroom)}  {_named(assessed, link.target)}", 2, 10)
        _line(link.what.removeprefix("requirement "), 10, 10, style="dim")
    if few is not None and len(measured) > few:
        _line(f"… and {len(measured) - few} more: --all", 2, style="dim")
    others = [link.target for link in links if link.headroom == math.inf]
    if others:
        names = others if few is None else others[: 2 * few]
        more = f" and {len(others) - len(names)} more: --all" if len(names) < len(others) else ""
        _line(f"without a number ({len(others)}): {', '.join(names)}{more}", 2)
    if not links:
        output.console().print("  none")


def _room(headroom: float) -> str:
    """How many times worse the number may get, so that what has room left is not shown as 1."""
    from casegen.model.digits import round_outward

    for digits in range(3, 10):
        shown = round_outward(headroom, upper=False, digits=digits)
        if shown > 1.0 or headroom <= 1.0:
            return f"{shown:.{digits}g}×"
    return "1×"


def _show_bounds(bounds: Sequence[BoundText]) -> None:
    """What bounds of top events rest on, the trees that rest on the same together."""
    if bounds:
        _head("What the bounds of top events rest on")
    trees: dict[str, list[str]] = {}
    for bound in bounds:
        trees.setdefault(bound["text"], []).append(bound["id"])
    for text, names in trees.items():
        _line(f"{', '.join(names)}: {text}", 2)


def _show_accounts(
    assessed: Assessment,
    accounts: Mapping[str, AccountDocument],
    assumption: PremiseDependence,
    few: int | None,
) -> None:
    for root, row in accounts.items():
        _head(f"Confidence in {root}", _confidence_text(assessed, root, row))
        for spend in row["spends"][:few]:
            looks = f" ({spend['looks']} looks)" if spend["looks"] > 1 else ""
            _line(f"{output.bound(spend['total'])}{looks}  {spend['source']}", 2)
        if few is not None and len(row["spends"]) > few:
            _line(f"… and {len(row['spends']) - few} more: --all", 2, style="dim")
    argued = sorted({row["independence_argued_by"] or "" for row in accounts.values()} - {""})
    how = (
        f"bounds as independent as {' and '.join(argued)} argues: product; the rest: sum"
        if argued
        else assumption.value
    )
    _line(f"({how})", 2, style="dim")


def _named(assessed: Assessment, target: str) -> str:
    """The text of a claim or node, or the title of an item, before its id."""
    node, item = assessed.case.node.get(target), assessed.case.evidence_item.get(target)
    text = node.text if node is not None else item.title if item is not None else ""
    return f"{text} ({target})" if text else target


def _head(text: str, rest: str = "") -> None:
    lines = _wrap(f"{text}: {rest}" if rest else text, 0, 2)
    for number, line in enumerate(lines):
        shown = output.escape(line)
        bold = shown.startswith(output.escape(text)) and not number
        name = output.escape(text)
        output.console().print(f"[bold]{name}[/]{shown[len(name) :]}" if bold else shown)


def _line(text: str, indent: int, hang: int | None = None, style: str = "") -> None:
    output.paragraph(text, indent, hang, style)


def _wrap(text: str, indent: int, hang: int) -> list[str]:
    return textwrap.wrap(
        " ".join(text.split()) if indent == 0 else one_line(text), WIDTH, initial_indent=" " * indent,
        subsequent_indent=" " * hang, break_on_hyphens=False, break_long_words=False,
    )  # fmt: skip


def _bounds(assessed: Assessment) -> list[BoundText]:
    """Of each claim on a tree with declared records both bounds; of each tree which independence its products use."""
    from casegen.assessment.requirement_text import both_bounds

    rows: list[BoundText] = [
        {"id": holder, "text": both_bounds(r.joint, () if r.bound is None else (r.bound,)),
         "alone": r.joint.alone, "together": r.joint.upper}
        for holder, r in assessed.requirements.items() if r.joint is not None
    ]  # fmt: skip
    for tree in assessed.trees.values():
        if tree.independence:
            rows.append({"id": tree.id, "text": tree.independence, "alone": None, "together": None})
    return rows


def _confidence_text(assessed: Assessment, root: str, row: AccountDocument) -> str:
    """What may be said of a root: a number only where it holds, and every comparison has a confidence."""
    from casegen.model.digits import level, outward
    from casegen.model.results import Status

    bounds = sum(spend["measured"] for spend in row["spends"])
    spent = "nothing spent on bounds"
    if bounds:
        spent = f"{outward(row['statistical'], upper=True, digits=3)} spent on {counted(bounds, 'bound')}"
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
    left = f"; {counted(rest, 'leaf has', 'leaves have')} no stated doubt" if rest else ""
    argued = (
        f"; as independent as {row['independence_argued_by']} argues" if row["independence_argued_by"] else ""
    )
    return f"at least {level(row['confidence'], 3)} ({spent}{left}{argued})"
