"""fta quantify · cutsets · importance, on case folders and on model files."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casegen.cli import output
from casegen.cli.case import Json
from casegen.cli.fta_model import House, MaxMemory, MaxNodes, MissionTime, Model, Set, Tree, fta
from casegen.cli.fta_open import (
    Draws,
    ValuedTree,
    nodes_allowed,
    open_model,
    ready_trees,
    show_documents,
    unknown_method,
)
from casegen.cli.printing import echo
from casegen.model.limits import MOST_TRIALS
from casegen.model.plural import counted, in_digits

if TYPE_CHECKING:
    from casegen.fta.core.cutsets import CutSetResult, CutSetRow
    from casegen.model.output.trees import CutSetEntry, CutSetsTree

METHODS = ("bdd", "mcub", "rare-event", "cutoff", "bounds")
_MOST_BY_ORDER = 100_000
"""cut sets looked at when the shortest are asked for"""


FEW_ROWS = 20


@fta.command()
def quantify(
    model: Model,
    tree: Tree = "",
    mission_time: MissionTime = None,
    method: Annotated[
        str,
        typer.Option("--method", "--approximation", help="bdd (exact), mcub, rare-event, cutoff or bounds."),
    ] = "bdd",
    limit_order: Annotated[
        int | None, typer.Option("--limit-order", min=1, help="With cutoff: largest order.")
    ] = None,
    cutoff: Annotated[
        float | None, typer.Option("--cutoff", min=0.0, max=1.0, help="With cutoff: smallest set.")
    ] = None,
    cut_sets: Annotated[
        bool, typer.Option("--cut-sets", help="Count the minimal cut sets of large trees as well.")
    ] = False,
    house: House = None,
    changed: Set = None,
    max_nodes: MaxNodes = None,
    max_memory: MaxMemory = None,
    as_json: Json = False,
) -> None:
    """Exact top-event probability of one tree, or of every tree; rigorous bounds where it is too large."""
    from casegen.cli.fta_quantify import show

    if method not in METHODS:
        raise unknown_method(method, METHODS)
    opened = open_model(model, house=house, changed=changed, as_json=as_json, mission_time=mission_time)
    show(
        opened, opened.trees(tree), as_json=as_json, mission_time=mission_time,
        max_nodes=nodes_allowed(max_nodes, max_memory), method=method, cutoff=cutoff, limit_order=limit_order,
        count_all=cut_sets,
    )  # fmt: skip


@fta.command()
def cutsets(
    model: Model,
    tree: Tree = "",
    mission_time: MissionTime = None,
    limit_order: Annotated[
        int | None, typer.Option("--limit-order", min=1, help="Largest order kept.")
    ] = None,
    cutoff: Annotated[
        float | None, typer.Option("--cutoff", min=0.0, max=1.0, help="Smallest probability kept.")
    ] = None,
    top: Annotated[int, typer.Option("--top", min=0, help="How many to list.")] = 20,
    sort: Annotated[
        str, typer.Option("--sort", help="probability (most probable first) or order (shortest first).")
    ] = "probability",
    prime: Annotated[
        bool, typer.Option("--prime", help="Prime implicants: minimal sets of events and absences.")
    ] = False,
    house: House = None,
    changed: Set = None,
    max_nodes: MaxNodes = None,
    max_memory: MaxMemory = None,
    as_json: Json = False,
) -> None:
    """Minimal cut sets or prime implicants; the count is of all within the limits, listed or not."""

    if sort not in ("probability", "order"):
        raise unknown_method(sort, ("probability", "order"))
    opened = open_model(model, house=house, changed=changed, as_json=as_json, mission_time=mission_time)
    documents = []
    for at in ready_trees(opened, tree, mission_time, max_nodes, max_memory):
        result = _listed(at, top, limit_order, cutoff, prime=prime, by_order=sort == "order")
        documents.append(_cut_set_document(at, result, prime))
        if result.rounding:
            echo(f"tree {at.tree}: {result.rounding}", err=True)
        if not as_json:
            _show_cut_sets(at, result, prime)
    show_documents(documents, as_json=as_json)


def _listed(
    at: ValuedTree, top: int, limit_order: int | None, cutoff: float | None, *, prime: bool, by_order: bool
) -> CutSetResult:
    from dataclasses import replace

    def ask(most: int, order: int | None) -> CutSetResult:
        if prime:
            return at.compiled.prime_implicants(at.values.probability, most, order, cutoff)
        return at.compiled.cut_sets(at.values.probability, top=most, limit_order=order, cutoff=cutoff)

    result = ask(0 if by_order else top, limit_order)
    if not by_order:
        return result
    reach, order = 0, limit_order
    for size, n in sorted(result.by_order.items()):
        reach, order = reach + n, size
        if reach >= top:
            break
    rows = sorted(ask(min(reach, _MOST_BY_ORDER), order).rows, key=lambda r: (r.order, -r.probability))
    return replace(result, rows=tuple(rows[:top]))


def _cut_set_document(at: ValuedTree, cut_sets: CutSetResult, prime: bool) -> CutSetsTree:
    def row(c: CutSetRow) -> CutSetEntry:
        return {
            "events": list(c.events),
            "order": c.order,
            "probability": c.probability,
            "contribution": c.contribution,
        }

    return {
        "tree": at.tree,
        "kind": "prime implicants" if prime else "minimal cut sets",
        "count": cut_sets.count,
        "complete": cut_sets.complete,
        "truncation": cut_sets.truncation,
        "rare_event_sum": cut_sets.rare_event_sum,
        **at.remarks,
        "rounding": "; ".join(filter(None, (at.rounding, cut_sets.rounding))),
        "by_order": {str(k): v for k, v in cut_sets.by_order.items()},
        "cut_sets": [row(c) for c in cut_sets.rows],
    }


def _show_cut_sets(at: ValuedTree, cut_sets: CutSetResult, prime: bool) -> None:
    cells = [
        (str(i), f"{c.probability:.4g}", output.part_of_whole(c.contribution), str(c.order),
         output.escape(" · ".join(c.events)))
        for i, c in enumerate(cut_sets.rows, 1)
    ]  # fmt: skip
    known = "an unknown number of" if cut_sets.count is None else in_digits(cut_sets.count)
    kind = "prime implicants" if prime else "minimal cut sets"
    title = f"{output.escape(at.tree)}: {known} {kind}"
    output.table(title, ("", "probability", "share", "order", "events"), cells)
    orders = ", ".join(f"{in_digits(n)} of order {order}" for order, n in cut_sets.by_order.items())
    echo(f"by order: {orders or 'none'}")
    for line in filter(None, (cut_sets.truncation, at.hours)):
        echo(line)
    if not prime and not at.compiled.coherent:
        echo("the tree is not coherent: these sets hold events only; --prime also lists absences")


@fta.command()
def importance(
    model: Model,
    tree: Tree = "",
    mission_time: MissionTime = None,
    gates: Annotated[bool, typer.Option("--gates", help="Importance of gates instead of events.")] = False,
    uncertain: Annotated[
        bool, typer.Option("--uncertainty", help="Spread of every measure over the uncertain inputs.")
    ] = False,
    trials: Annotated[
        int, typer.Option("--trials", min=2, max=MOST_TRIALS, help="With --uncertainty.")
    ] = 1000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="With --uncertainty.")] = 0,
    top: Annotated[
        int | None, typer.Option("--top", min=1, help=f"How many to show; the table {FEW_ROWS} if left out.")
    ] = None,
    everything: Annotated[
        bool,
        typer.Option("--all", help="All rows of the table (equal combinations share one; --json has each)."),
    ] = False,
    house: House = None,
    changed: Set = None,
    max_nodes: MaxNodes = None,
    max_memory: MaxMemory = None,
    as_json: Json = False,
) -> None:
    """Birnbaum, criticality, Fussell-Vesely, DIF, RAW, RRW of every basic event or gate, most critical first."""
    from casegen.model.diagnostic import InputError

    if gates and uncertain:
        raise InputError.call("--uncertainty is of events: leave --gates out")
    opened = open_model(model, house=house, changed=changed, as_json=as_json, mission_time=mission_time)
    documents = []
    draws = Draws()
    for at in ready_trees(opened, tree, mission_time, max_nodes, max_memory):
        if uncertain:
            spread = draws.of(at, partial(_spread, at, trials, seed, top, show=not as_json))
            documents += [] if spread is None else [spread]
        else:
            documents.append(_ranked(at, top, gates=gates, show=not as_json, everything=everything))
    draws.show(documents, as_json=as_json)


_MEASURES = ("probability", "birnbaum", "criticality", "fussell_vesely", "dif", "raw", "rrw")


def _ranked(at: ValuedTree, top: int | None, *, gates: bool, show: bool, everything: bool) -> dict[str, Any]:
    from casegen.assessment.documents import number
    from casegen.fta.tree.ranked import ranked_importance

    what, ranked = "gate" if gates else "event", ranked_importance(at.compiled, at.values, gates=gates)
    rows, rounding = ranked.rows, ranked.rounding(at.rounding)
    if ranked.lost:
        echo(f"tree {at.tree}: {ranked.lost}", err=True)
    if show:
        _importance_table(at, what, rows, top or (len(rows) if everything else FEW_ROWS))
        if any(r.fussell_vesely_method == "rare-event" for r in rows):
            echo(
                "fussell-vesely is an upper bound: the rare-event sum of the cut sets, or DIF where that is less"
            )
        if any(r.fussell_vesely_method == "rare-event" and r.fussell_vesely is None for r in rows):
            echo("fussell-vesely –: the rare-event sum is larger than the top's probability, and no bound")
    results = [
        {"id": r.id, **{n: number(getattr(r, n)) for n in _MEASURES}, "occurrences": r.occurrences,
         "fussell_vesely_method": r.fussell_vesely_method}
        for r in rows[:top]
    ]  # fmt: skip
    return {"tree": at.tree, f"{what}s": results, **at.remarks, "rounding": rounding}


def _figure(value: float | None) -> str:
    from casegen.fta.tree.importance import LARGEST

    return "> 1.8e308" if value == LARGEST else output.figure(value, 3)


_SHORT = ("prob.", "birnbaum", "critical.", "FV", "DIF", "RAW", "RRW")
"""headings of :data:`_MEASURES`: Fussell-Vesely, diagnostic importance, risk achievement, risk reduction worth"""


def _importance_table(at: ValuedTree, what: str, rows: Sequence[Any], top: int) -> None:
    """The leading rows; combinations of a common-cause group that are alike in one."""
    from casegen.cli.folding import fold

    cells = fold(
        [
            (
                r.id,
                (
                    *(_figure(getattr(r, n)) for n in _MEASURES),
                    in_digits(r.occurrences) if r.occurrences else "–",
                ),
            )
            for r in rows
        ],
        at.compiled.groups,
    )
    shown = cells[:top]
    columns = (what, *_SHORT, "cut sets")
    output.rows_of_names(at.tree, columns, [(name, *row) for name, row in shown])
    if len(shown) < len(cells):
        echo(f"… and {counted(len(cells) - len(shown), 'more row')}: --all")
    at.show_hours()


def _spread(at: ValuedTree, trials: int, seed: int, top: int | None, *, show: bool) -> dict[str, Any]:
    """Every measure's mean and quantiles over the trials."""
    from casegen.assessment.documents import number
    from casegen.fta import importance_uncertainty
    from casegen.fta.tree.conditioning import lost_importance

    lost = lost_importance(at.compiled, at.values.points, at.values)
    if lost:
        echo(f"tree {at.tree}: {lost}", err=True)
    rows = importance_uncertainty(at.compiled, at.values, trials=trials, seed=seed)[:top]
    if show:

        def span(row: Any, measure: str) -> str:
            q = row.quantiles.get(measure)
            if q is None or math.isnan(row.mean[measure]):
                return "–"
            ends = output.bound(q[min(q)], upper=False), output.bound(q[max(q)])
            return f"{output.figure(row.mean[measure])} [{ends[0]}, {ends[1]}]"

        names = ("birnbaum", "criticality", "fussell_vesely", "raw", "rrw")
        cells = [
            (output.escape(r.id), output.part_of_whole(r.first, 2), *(span(r, n) for n in names))
            for r in rows
        ]
        title = f"{output.escape(at.tree)}: mean [5 %, 95 %] over {trials} trials, seed {seed}"
        output.table(title, ("event", "leads in", *(n.replace("_", "-") for n in names)), cells)
        if not at.values.inputs:
            echo("no input states an uncertainty: every trial is the same")
        at.show_hours()
    events = [
        {"id": r.id, "first": r.first, "mean": {k: number(x) for k, x in r.mean.items()},
         "quantiles": {k: {str(u): number(x) for u, x in q.items()} for k, q in r.quantiles.items()}}
        for r in rows
    ]  # fmt: skip
    return {
        "tree": at.tree,
        "events": events,
        **at.remarks,
        "rounding": "; ".join(filter(None, (at.rounding, lost))),
        "trials": trials,
        "seed": seed,
        "method": "latin-hypercube",
    }
