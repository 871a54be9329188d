"""evidence list · run · show · verify · add."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casegen.cli import output
from casegen.cli.app import app
from casegen.cli.case import CasePath, Json
from casegen.cli.printing import echo
from casegen.model.limits import MOST_JOBS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casegen.model.case import Case
    from casegen.store.backends import Backend as Backends
    from casegen.store.verify import Recomputed

evidence = typer.Typer(help="Measured evidence: list, compute, show, verify.", no_args_is_help=True)
app.add_typer(evidence, name="evidence")

Device = Annotated[
    str,
    typer.Option("--device", help="cpu, cuda or auto (cuda where there is one), for methods that use torch."),
]
Backend = Annotated[
    str,
    typer.Option(
        "--backend",
        envvar="CASEGEN_BACKEND",
        help="loky (processes here, --jobs of them) or dask (a cluster).",
    ),
]
DaskAddress = Annotated[
    str,
    typer.Option(
        "--dask-address",
        metavar="ADDRESS",
        envvar="CASEGEN_DASK_ADDRESS",
        help="Scheduler, tcp://HOST:PORT; --jobs processes on this machine if left out.",
    ),
]
_jobs = partial(typer.Option, "--jobs", min=1, max=MOST_JOBS, envvar="CASEGEN_JOBS")
Ids = Annotated[list[str] | None, typer.Argument(metavar="[ID…]", help="Evidence items; all if left out.")]


def _known(case: Case, ids: list[str] | None) -> list[str]:
    from casegen.model.diagnostic import InputError
    from casegen.store.run import unknown_ids

    wanted = ids or []
    problems = unknown_ids(case, wanted)
    if problems:
        raise InputError(problems)
    return wanted


@evidence.command("list")
def list_(case: CasePath, as_json: Json = False) -> None:
    """Every evidence item and whether its result is fresh."""
    from casegen.io import load
    from casegen.store.store import Store

    loaded = load(case)
    states = Store(loaded).states()
    if as_json:
        from casegen.assessment import documents

        output.as_json({"evidence": [documents.evidence_row(state) for state in states.values()]})
        return
    rows = [
        (output.escape(spec.id), spec.method, output.styled(states[spec.id].freshness.value),
         output.escape("; ".join([*states[spec.id].why, *states[spec.id].versions])))
        for spec in loaded.evidence_items
    ]  # fmt: skip
    output.table("Evidence", ("id", "method", "state", "why"), rows)


@evidence.command()
def show(case: CasePath, ids: Ids = None, as_json: Json = False) -> None:
    """Measures with their intervals, inputs, parameters, seed and provenance."""
    from casegen.assessment import documents
    from casegen.io import load
    from casegen.store.store import Store

    loaded = load(case)
    wanted = _known(loaded, ids)
    states = {i: s for i, s in Store(loaded).states().items() if not wanted or i in wanted}
    if as_json:
        results = [documents.evidence(state) for state in states.values()]
        output.as_json(results[0] if len(wanted) == 1 else {"evidence": results})
        return
    from casegen.cli.evidence_view import show_item
    from casegen.store.renamed_inputs import renamed

    for state in states.values():
        spec, document = loaded.evidence_item[state.id], state.document
        show_item(state, renamed(loaded.root, spec, document) if document else {})


@evidence.command()
def run(
    case: CasePath,
    ids: Ids = None,
    force: Annotated[bool, typer.Option("--force", help="Recompute fresh results too.")] = False,
    jobs: Annotated[int, _jobs(help="Processes; as many items are computed in parallel.")] = 1,
    backend: Backend = "loky",
    dask_address: DaskAddress = "",
    memory: Annotated[
        float,
        typer.Option(
            "--memory",
            min=0.0,
            metavar="GIB",
            help="Memory limit of items computed in parallel; default: all free.",
        ),
    ] = 0.0,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the plan, compute nothing.")] = False,
    device: Device = "auto",
    as_json: Json = False,
) -> None:
    """Compute what is missing or stale; each result is kept as soon as it is there."""
    from casegen.cli.evidence_progress import run_showing, show_plan
    from casegen.io import load
    from casegen.store.backends import computing_on
    from casegen.store.methods import module_of
    from casegen.store.schedule import as_document, schedule

    loaded = load(case)
    chosen = _backend(backend)
    tasks = schedule(loaded, _known(loaded, ids), force=force)
    if dry_run:
        output.as_json(as_document(tasks, jobs)) if as_json else show_plan(tasks, jobs)
        return
    modules = {module_of(task.spec.method) for task in tasks if task.compute}
    with computing_on(chosen, jobs, dask_address, modules) as computing:
        within = int(memory * 2**30) or None
        outcomes = run_showing(loaded, tasks, computing, force=force, device=device, memory=within)
    if as_json:
        rows = [{"id": o.id, "outcome": o.what, "seconds": o.seconds, "message": o.message} for o in outcomes]
        output.as_json({"evidence": rows})
    elif not outcomes:
        echo("the case has no evidence items")
    raise typer.Exit(2 if any(o.what == "failed" for o in outcomes) else 0)


def _backend(name: str) -> Backends:
    from casegen.model.diagnostic import InputError

    if name == "loky":
        return "loky"
    if name == "dask":
        return "dask"
    raise InputError.call(f"expected the backend loky or dask, found {name!r}")


@evidence.command()
def verify(
    case: CasePath,
    ids: Ids = None,
    sample: Annotated[
        int | None, typer.Option("--sample", min=1, help="Recompute only this many items, drawn at random.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Seed of the draw; printed, so that it can be repeated.")
    ] = None,
    jobs: Annotated[int, _jobs(help="Processes for the blocks of an item.")] = 1,
    backend: Backend = "loky",
    dask_address: DaskAddress = "",
    device: Device = "auto",
    as_json: Json = False,
) -> None:
    """Compute again from recorded inputs, parameters and seed; exit 1 unless all agree with what is stored."""
    import secrets

    from casegen.assessment.recomputed import held_to_verdict
    from casegen.io import load
    from casegen.store.backends import computing_on
    from casegen.store.methods import module_of, registered
    from casegen.store.verify import recompute
    from casegen.store.verify import sample as draw

    loaded = load(case)
    wanted = _known(loaded, ids) or [spec.id for spec in loaded.evidence_items]
    drawn = secrets.randbits(32) if seed is None else seed
    if sample is not None:
        wanted = list(draw(wanted, sample, drawn))
        echo(f"sample of {len(wanted)} with --seed {drawn}: {', '.join(wanted)}", err=True)
    methods = {spec.method for spec in loaded.evidence_items if spec.id in wanted} & registered().keys()
    with computing_on(
        _backend(backend), jobs, dask_address, {module_of(name) for name in methods}
    ) as computing:
        result = list(recompute(loaded, wanted, jobs=computing.processes, device=device)) if wanted else []
    result = held_to_verdict(loaded, result)
    holds = all(one.holds for one in result)
    if as_json:
        rows = [
            {"id": one.id, "outcome": one.outcome, "holds": one.holds, "differences": list(one.differences),
             "notes": list(one.notes), "largest_relative_difference": one.largest, "seconds": one.seconds}
            for one in result
        ]  # fmt: skip
        output.as_json(
            {"holds": holds, "sample_seed": drawn if sample is not None else None, "evidence": rows}
        )
    else:
        _show_recomputed(result)
    raise typer.Exit(0 if holds else 1)


def _show_recomputed(outcomes: Sequence[Recomputed]) -> None:
    out = output.console()
    for one in outcomes:
        style = "green" if one.holds else "bold red"
        out.print(f"evidence [bold]{output.escape(one.id)}[/] [{style}]{one.outcome}[/]")
        for words in one.differences[:10]:
            out.print(f"    {output.escape(words)}")
        if len(one.differences) > 10:
            out.print(f"    and {len(one.differences) - 10} more")
        for note in one.notes:
            out.print(f"    {output.escape(note)}", style="dim")
    if not outcomes:
        echo("the case has no evidence items")


AddedFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="What a pipeline wrote: a table, JUnit or Cobertura XML, JSON.")
]
Kind = Annotated[
    str,
    typer.Option(
        "--as",
        metavar="KIND",
        help="predictions, demands, missions, hours, monitor, detections, tests, coverage, scenarios, measure.",
    ),
]
ItemId = Annotated[str, typer.Option("--id", help="Id of the item; made from the file's name if left out.")]
Columns = Annotated[
    list[str] | None, typer.Option("--column", metavar="ROLE=COLUMN", help="Name of a column in the file.")
]
Written = Annotated[
    list[str] | None,
    typer.Option(
        "--table",
        metavar="KEY=VALUE",
        help="How a table is written: encoding, delimiter, decimal, thousands, sheet.",
    ),
]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Parameter of the method.")
]
FurtherInputs = Annotated[
    list[str] | None, typer.Option("--input", metavar="NAME=FILE", help="Further input of the method.")
]
Confidence = Annotated[
    float | None,
    typer.Option("--confidence", help="One-sided confidence of each limit; 0.95 if left out."),
]


@evidence.command()
def add(
    case: CasePath,
    file: AddedFile,
    kind: Kind = "",
    name: ItemId = "",
    columns: Columns = None,
    written: Written = None,
    settings: Settings = None,
    inputs: FurtherInputs = None,
    confidence: Confidence = None,
    as_json: Json = False,
) -> None:
    """Make an evidence item of a pipeline's file; `evidence run` then computes it. The file is copied into the folder."""
    from casegen.cli.settings import setting
    from casegen.io import load
    from casegen.io.folder import find_root
    from casegen.io.transaction import editing
    from casegen.store.adding import add_file

    with editing(find_root(case)):
        loaded = load(case)
        result, files = add_file(
            loaded,
            file,
            name=name,
            kind=kind,
            columns=dict(setting(text, str) for text in columns or []),
            table=dict(setting(text, str) for text in written or []),
            settings=dict(setting(text) for text in settings or []),
            inputs={k: Path(v) for k, v in (setting(text, str) for text in inputs or [])},
            confidence=confidence,
        )
    for line in result.decided:
        echo(f"decided: {line}", err=True)
    if as_json:
        output.as_json({"id": result.spec.id, "method": result.spec.method, "files": files,
                        "decided": list(result.decided)})  # fmt: skip
        return
    for path in files:
        echo(str(loaded.root / path))
    echo(f"next: casegen evidence run {case} {result.spec.id}", err=True)
