"""fta quantify · cutsets · importance, on case folders and on model files."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from casegen.cli.app import app
from casegen.cli.case import Json, sound

if TYPE_CHECKING:
    from casegen.fta import CompiledTree, EventValues
    from casegen.fta.bounds import Method
    from casegen.model.case import Case
    from casegen.model.quantity import Estimate

fta = typer.Typer(help="Fault trees: quantify, cut sets, importance.", no_args_is_help=True)
app.add_typer(fta, name="fta")

Model = Annotated[
    Path, typer.Argument(metavar="MODEL", help="Case folder, Open-PSA MEF (.xml) or Galileo (.dft) file.")
]
Tree = Annotated[str, typer.Option("--tree", help="Fault tree; may be left out when there is one.")]
MissionTime = Annotated[float | None, typer.Option("--mission-time", help="Hours; before the tree's own.")]
MaxNodes = Annotated[int | None, typer.Option("--max-nodes", min=1000, help="Limit of diagram nodes.")]


@dataclass(frozen=True, slots=True)
class Opened:
    """A model with its trees and, for a case folder, its measured evidence."""

    case: Case
    evidence: dict[str, dict[str, Estimate]]

    def trees(self, wanted: str) -> list[str]:
        """The tree named, or all of them."""
        return [self.one(wanted)] if wanted else [tree.id for tree in self.case.trees]

    def one(self, wanted: str) -> str:
        """The tree named, or the only one."""
        from casegen.io.explain import nearest
        from casegen.model.case import Location
        from casegen.model.diagnostic import InputError

        known = [tree.id for tree in self.case.trees]
        place = Location(str(self.case.root))
        if wanted:
            if wanted in known:
                return wanted
            raise InputError.at(place, f"there is no tree {wanted!r}{nearest(wanted, known)}")
        if len(known) == 1:
            return known[0]
        raise InputError.at(
            place, f"the model has {len(known)} trees", mend=f"--tree, one of: {', '.join(known)}"
        )


def open_model(path: Path, *, as_json: bool = False) -> Opened:
    """A case folder with its evidence, or a model file by its ending."""
    from casegen.model.case import Location
    from casegen.model.diagnostic import InputError

    if path.is_dir() or path.name == "case.yaml":
        from casegen.assessment.trees import measured
        from casegen.store.store import Store

        case, _ = sound(path, as_json=as_json)
        return Opened(case, measured(Store(case).states()))
    if path.suffix in (".xml", ".mef", ".opsa"):
        from casegen.io.openpsa import read_openpsa

        return Opened(read_openpsa(path), {})
    if path.suffix == ".dft":
        from casegen.io.galileo import read_galileo

        return Opened(read_galileo(path), {})
    what = (
        "there is no such file or folder"
        if not path.exists()
        else f"cannot tell what {path.suffix or 'it'} is"
    )
    raise InputError.at(
        Location(str(path)), what, mend="give a case folder, an Open-PSA .xml file or a .dft file"
    )


@dataclass(frozen=True, slots=True)
class Ready:
    """A compiled tree with values."""

    tree: str
    compiled: CompiledTree
    values: EventValues


def ready(opened: Opened, tree: str, mission_time: float | None, max_nodes: int | None) -> Ready:
    """Compile and bind; what is wrong with the tree becomes a finding with its place."""
    from casegen.fta import FaultTreeError, compile_tree, event_values
    from casegen.model.diagnostic import Diagnostic, InputError, Severity

    try:
        compiled = compile_tree(opened.case, tree, max_nodes=max_nodes)
        values = event_values(opened.case, tree, opened.evidence, mission_time=mission_time)
    except FaultTreeError as error:
        raise InputError(
            [
                Diagnostic("fault-tree", Severity.INPUT, m, opened.case.locate(*path))
                for path, m in error.elements
            ]
        ) from None
    return Ready(tree, compiled, values)


@fta.command()
def quantify(
    model: Model,
    tree: Tree = "",
    mission_time: MissionTime = None,
    method: Annotated[str, typer.Option("--method", help="bdd (exact), mcub, rare-event or cutoff.")] = "bdd",
    limit_order: Annotated[
        int | None, typer.Option("--limit-order", min=1, help="With cutoff: largest order.")
    ] = None,
    cutoff: Annotated[
        float | None, typer.Option("--cutoff", min=0.0, max=1.0, help="With cutoff: smallest set.")
    ] = None,
    max_nodes: MaxNodes = None,
    max_memory: Annotated[
        float | None, typer.Option("--max-memory", min=0.01, help="GiB for the diagram.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Exact top-event probability of one tree, or of every tree; rigorous bounds where it is too large."""
    from casegen.cli import output
    from casegen.fta.engine import nodes_within

    methods = ("bdd", "mcub", "rare-event", "cutoff")
    if method not in methods:
        raise unknown_method(method, methods)
    opened = open_model(model, as_json=as_json)
    nodes = max_nodes if max_memory is None else min(max_nodes or 10**12, nodes_within(max_memory * 2**30))
    rows = [
        _quantified(opened, name, mission_time, nodes, method, cutoff, limit_order)
        for name in opened.trees(tree)
    ]
    if as_json:
        output.as_json(rows[0] if len(rows) == 1 else {"trees": rows})
        return
    cells = [
        (output.escape(r["tree"]), f"{r['probability']:.6g}", "exact" if r["exact"] else _inexact(r),
         *(str(r[k]) for k in ("basic_events", "gates", "bdd_nodes")),
         "–" if r["minimal_cut_sets"] is None else str(r["minimal_cut_sets"]))
        for r in rows
    ]  # fmt: skip
    columns = ("tree", "probability", "", "basic events", "gates", "BDD nodes", "minimal cut sets")
    output.table("", columns, cells)


def unknown_method(method: str, methods: tuple[str, ...]) -> Exception:
    """The refusal of a method that does not exist."""
    from casegen.io.explain import nearest
    from casegen.model.case import Location
    from casegen.model.diagnostic import InputError

    message = f"there is no method {method!r}{nearest(method, methods)}"
    return InputError.at(Location("command line"), message, mend=f"methods: {', '.join(methods)}")


def _inexact(row: dict[str, Any]) -> str:
    span = (
        f"[{row['lower']:.6g}, {row['upper']:.6g}] "
        if row["lower"] is not None and row["upper"] is not None
        else ""
    )
    return f"{span}{row['label']}"


def _quantified(
    opened: Opened,
    name: str,
    mission_time: float | None,
    max_nodes: int | None,
    method: str,
    cutoff: float | None,
    limit_order: int | None,
) -> dict[str, Any]:
    """One row of ``fta quantify``: exact, by the approximation asked for, or bounds where it is too large."""
    from casegen.fta import TooLarge, event_values
    from casegen.fta.bounds import bound
    from casegen.fta.bounds import quantify as quantify_by
    from casegen.fta.structure import build_structure

    start = time.perf_counter()
    count: int | None = None
    try:
        at = ready(opened, name, mission_time, max_nodes)
    except TooLarge:
        structure = build_structure(opened.case, name)
        values = event_values(opened.case, name, opened.evidence, mission_time=mission_time)
        found = bound(structure, values.probability.tolist(), max_nodes=max_nodes)
        events, gates, size = len(structure.events), len(structure.names), 0
    else:
        found = quantify_by(
            at.compiled,
            at.values.probability.tolist(),
            cast("Method", method),
            cutoff=cutoff,
            limit_order=limit_order,
        )
        events, gates, size = len(at.compiled.events), at.compiled.gate_count, at.compiled.bdd_nodes
        with contextlib.suppress(TooLarge):
            count = at.compiled.cut_set_count()
    return {
        "tree": name,
        "top": opened.case.tree[name].top,
        "probability": found.probability,
        "lower": found.lower,
        "upper": found.upper,
        "method": found.method,
        "exact": found.exact,
        "label": found.label,
        "basic_events": events,
        "gates": gates,
        "bdd_nodes": size,
        "minimal_cut_sets": count,
        "seconds": time.perf_counter() - start,
    }


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
    top: Annotated[int, typer.Option("--top", min=0, help="How many to list, most probable first.")] = 20,
    max_nodes: MaxNodes = None,
    as_json: Json = False,
) -> None:
    """Minimal cut sets, most probable first; the count is of all, without listing them."""
    from casegen.cli import output

    opened = open_model(model, as_json=as_json)
    found = ready(opened, opened.one(tree), mission_time, max_nodes)
    result = found.compiled.cut_sets(
        found.values.probability, top=top, limit_order=limit_order, cutoff=cutoff
    )
    if as_json:
        rows = [
            {
                "events": list(c.events),
                "order": c.order,
                "probability": c.probability,
                "contribution": c.contribution,
            }
            for c in result.rows
        ]
        output.as_json(
            {"tree": found.tree, "count": result.count, "complete": result.complete, "truncation": result.truncation,
             "by_order": {str(k): v for k, v in result.by_order.items()}, "cut_sets": rows}
        )  # fmt: skip
        return
    cells = [(str(i), f"{c.probability:.4g}", f"{100 * c.contribution:.2f} %", output.escape(" ".join(c.events)))
             for i, c in enumerate(result.rows, 1)]  # fmt: skip
    output.table(
        f"{found.tree}: {result.count} minimal cut sets", ("", "probability", "share", "events"), cells
    )
    if result.truncation:
        typer.echo(result.truncation)


@fta.command()
def importance(
    model: Model,
    tree: Tree = "",
    mission_time: MissionTime = None,
    max_nodes: MaxNodes = None,
    as_json: Json = False,
) -> None:
    """Birnbaum, criticality, Fussell-Vesely, RAW, RRW of every basic event."""
    from casegen.assessment.documents import number
    from casegen.cli import output

    opened = open_model(model, as_json=as_json)
    found = ready(opened, opened.one(tree), mission_time, max_nodes)
    rows = found.compiled.importance(found.values.probability)
    names = ("probability", "birnbaum", "criticality", "fussell_vesely", "raw", "rrw")
    if as_json:
        events = [
            {"id": r.id, **{n: number(getattr(r, n)) for n in names}, "occurrences": r.occurrences}
            for r in rows
        ]
        output.as_json({"tree": found.tree, "events": events})
        return
    cells = [
        (output.escape(r.id), *(output.figure(getattr(r, n)) for n in names), str(r.occurrences))
        for r in rows
    ]
    output.table(found.tree, ("event", *(n.replace("_", "-") for n in names), "cut sets"), cells)
