"""fta uncertainty · sensitivity · curve · draw · convert."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from casegen.cli.case import Json
from casegen.cli.fta import MaxNodes, MissionTime, Model, Tree, fta, open_model, ready, unknown_method

Trials = Annotated[int, typer.Option("--trials", min=2, help="Number of trials.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of the random numbers.")]


@fta.command()
def uncertainty(
    model: Model,
    tree: Tree = "",
    mission_time: MissionTime = None,
    trials: Trials = 100_000,
    seed: Seed = 0,
    method: Annotated[
        str, typer.Option("--method", help="monte-carlo, latin-hypercube or sobol.")
    ] = "monte-carlo",
    max_nodes: MaxNodes = None,
    as_json: Json = False,
) -> None:
    """Distribution of the top event's probability over the uncertain inputs."""
    from casegen.assessment.documents import number
    from casegen.cli import output
    from casegen.fta import uncertainty as propagate

    methods = ("monte-carlo", "latin-hypercube", "sobol")
    if method not in methods:
        raise unknown_method(method, methods)
    opened = open_model(model, as_json=as_json)
    at = ready(opened, opened.one(tree), mission_time, max_nodes)
    found = propagate(at.compiled, at.values, trials=trials, seed=seed, method=method)  # type: ignore[arg-type]
    if as_json:
        output.as_json(
            {
                "tree": at.tree,
                "mean": found.mean,
                "mean_standard_error": found.mean_error,
                "std": found.std,
                "error_factor": number(found.error_factor),
                "quantiles": {str(level): q for level, q in found.quantiles.items()},
                "point": found.point,
                "trials": found.trials,
                "seed": found.seed,
                "method": found.method,
                "clipped": found.clipped,
                "fixed": list(found.fixed),
            }
        )
        return
    rows = [(f"{100 * level:g} % quantile", output.figure(q)) for level, q in found.quantiles.items()]
    rows += [
        ("mean", output.figure(found.mean)),
        ("standard deviation", output.figure(found.std)),
        ("error factor", output.figure(found.error_factor)),
        ("at the inputs' means", output.figure(found.point)),
    ]
    output.table(f"{at.tree}: {found.trials} trials, {found.method}, seed {found.seed}", ("", ""), rows)
    if not at.values.inputs:
        typer.echo("no input states an uncertainty: every trial is the same")
    for event, count in found.clipped.items():
        typer.echo(f"{event}: {count} trials left [0, 1] and were set to the nearer end")


@fta.command()
def sensitivity(
    model: Model,
    tree: Tree = "",
    mission_time: MissionTime = None,
    level: Annotated[
        float, typer.Option("--level", min=0.5, max=0.9999, help="Quantile of stated distributions.")
    ] = 0.95,
    factor: Annotated[float, typer.Option("--factor", help="For inputs without uncertainty.")] = 10.0,
    top: Annotated[int, typer.Option("--top", min=1, help="How many to list.")] = 20,
    max_nodes: MaxNodes = None,
    as_json: Json = False,
) -> None:
    """One input at a time: how far the top event swings, its gradient and elasticity."""
    from casegen.cli import output
    from casegen.fta import tornado
    from casegen.model.case import Location
    from casegen.model.diagnostic import InputError

    opened = open_model(model, as_json=as_json)
    at = ready(opened, opened.one(tree), mission_time, max_nodes)
    try:
        rows = tornado(at.compiled, at.values, level=level, factor=factor)
    except ValueError as error:
        raise InputError.at(Location("command line"), str(error)) from None
    if as_json:
        swings = [dataclasses.asdict(row) | {"swing": row.swing} for row in rows]
        output.as_json(
            {"tree": at.tree, "top": at.compiled.probability(at.values.probability), "inputs": swings}
        )
        return
    cells = [
        (output.escape(r.id), *(output.figure(x) for x in (r.low, r.high, r.swing, r.gradient, r.elasticity)),
         output.escape(r.basis))
        for r in rows[:top]
    ]  # fmt: skip
    output.table(
        at.tree,
        ("input", "top at low", "top at high", "swing", "gradient", "elasticity", "low and high"),
        cells,
    )


@fta.command()
def curve(
    model: Model,
    hours: Annotated[float, typer.Option("--hours", min=0.0, help="End of the curve.")],
    tree: Tree = "",
    points: Annotated[int, typer.Option("--points", min=2, max=10_000, help="Number of times.")] = 21,
    max_nodes: MaxNodes = None,
    as_json: Json = False,
) -> None:
    """The top event over mission time, its average, and the safety integrity bands of IEC 61508."""
    from casegen.cli import output
    from casegen.fta import time_curve
    from casegen.model.case import Location
    from casegen.model.diagnostic import InputError

    opened = open_model(model, as_json=as_json)
    at = ready(opened, opened.one(tree), hours, max_nodes)
    try:
        times = [hours * i / (points - 1) for i in range(points)]
        found = time_curve(opened.case, at.compiled, opened.evidence, times)
    except ValueError as error:
        raise InputError.at(Location("command line"), str(error)) from None
    if as_json:
        shares = {str(sil): share for sil, share in found.share.items()}
        output.as_json({"tree": at.tree, **dataclasses.asdict(found), "share": shares})
        return
    rows = zip(found.hours, found.probability, strict=True)
    output.table(at.tree, ("hours", "probability"), [(f"{t:g}", output.figure(p)) for t, p in rows])
    typer.echo(f"average {output.figure(found.average)} (SIL {found.sil_demand or 'none'} on demand), "
               f"{output.figure(found.per_hour)} per hour (SIL {found.sil_hourly or 'none'})")  # fmt: skip


@fta.command()
def draw(
    model: Model,
    folder: Annotated[Path, typer.Option("-o", "--output", help="Folder for the drawings.")],
    tree: Tree = "",
) -> None:
    """Fault trees as SVG files: gate shapes, probabilities, importance, leading cut set; cut into sheets."""
    from casegen import render
    from casegen.assessment.assess import Session
    from casegen.assessment.results import EvidenceState, Freshness

    opened = open_model(model)
    wanted = set(opened.trees(tree))
    bare = dataclasses.replace(
        opened.case, claims=(), arguments=(), evidence=(), contexts=(), sub_cases=(), defeaters=(), residual_doubts=(),
        scenarios=(), trees=tuple(t for t in opened.case.trees if t.id in wanted),
    )  # fmt: skip
    states = {
        item: EvidenceState(item, Freshness.FRESH, (), measures) for item, measures in opened.evidence.items()
    }
    for path in render.write_svgs(Session(bare, states).assess(), folder):
        typer.echo(path)


@fta.command()
def convert(
    model: Model,
    file: Annotated[Path, typer.Option("-o", "--output", help="Open-PSA MEF file (.xml) to write.")],
    as_json: Json = False,
) -> None:
    """Write the model as Open-PSA MEF; what could not be carried is listed, item by item."""
    from casegen.cli import output
    from casegen.io.openpsa_write import write_openpsa

    opened = open_model(model, as_json=as_json)
    probabilities: dict[str, float] = {}
    for name in opened.trees(""):
        at = ready(opened, name, None, None)
        probabilities |= dict(zip(at.values.events, at.values.probability.tolist(), strict=True))
    lost = write_openpsa(opened.case, file, probabilities)
    if as_json:
        output.as_json({"file": str(file), "not_carried": list(lost)})
        return
    for item in lost:
        typer.echo(f"not carried: {item}", err=True)
    typer.echo(file)
