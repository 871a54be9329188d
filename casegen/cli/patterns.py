"""new · templates · upgrade · hazards: arguments from patterns."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from casegen.cli import output
from casegen.cli.app import app
from casegen.cli.case import CasePath, Json
from casegen.cli.printing import echo
from casegen.model.plural import counted


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="New or empty folder.")],
    template: Annotated[
        str, typer.Option("--template", help="Name of a pattern, or path of a pattern file.")
    ],
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Parameter of the pattern.")
    ] = None,
) -> None:
    """Start a case from a pattern; `casegen templates` lists them with their parameters."""
    from casegen.argument.patterns.new_case import new_case
    from casegen.cli.settings import setting

    parameters = dict(setting(text, str) for text in settings or [])
    for path in new_case(folder, template, parameters):
        echo(path)
    echo(f"next: casegen check {folder} && casegen build {folder}", err=True)


@app.command()
def templates(as_json: Json = False) -> None:
    """The patterns to start from, with their parameters."""
    from casegen.argument.patterns.library import library

    patterns = library()
    if as_json:
        rows = [
            {
                "name": name,
                "version": p.version,
                "title": p.title,
                "text": p.text,
                "source": p.source,
                "parameters": [q.model_dump(mode="json") | {"required": q.required} for q in p.parameters],
            }
            for name, p in patterns.items()
        ]
        output.as_json({"templates": rows})
        return
    out = output.console()
    for name, pattern in patterns.items():
        out.print(
            f"[bold]{output.escape(name)}[/] (version {pattern.version})  {output.escape(pattern.title)}"
        )
        for q in pattern.parameters:
            state = "needed" if q.required else "optional" if q.default is None else f"default {q.default}"
            out.print(
                f"    {output.escape(q.name)}: {output.escape(q.text)} ({output.escape(state)})", style="dim"
            )


@app.command()
def upgrade(case: CasePath, as_json: Json = False) -> None:
    """What newer versions of the patterns would change in the nodes they made."""
    import dataclasses

    from casegen.argument.patterns.upgrade import upgrade as differences
    from casegen.io import load

    result = differences(load(case))
    if as_json:
        output.as_json({"changes": [dataclasses.asdict(change) for change in result]})
        return
    for c in result:
        what = f"{c.field}: {c.old} → {c.new}" if c.field else "added" if c.old is None else "no longer made"
        versions = f"{c.pattern} {c.from_version} → {c.to_version}"
        output.console().print(f"{output.escape(c.node)} ({output.escape(versions)}): {output.escape(what)}")
    echo(f"{counted(len(result), 'difference')}; nothing was changed")


@app.command()
def hazards(
    case: CasePath,
    start: Annotated[
        bool, typer.Option("--start", help="Write a first hazard-directed argument for the HAZOP table.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Keep a hazard-directed argument in step with the HAZOP table: a new row becomes an undeveloped claim."""
    from casegen.argument.patterns.hazard_step import keep_in_step, start_hazard_module

    if start:
        file = start_hazard_module(case)
        output.as_json({"file": str(file)}) if as_json else echo(f"{file}: include it, and link its claim HC")
        return
    step = keep_in_step(case)
    if as_json:
        output.as_json(
            {"added": list(step.added) if step else [], "removed": list(step.removed) if step else []}
        )
    elif step is None:
        echo("nothing to do: every HAZOP row has its claim, or the case has no hazard-directed argument")
    else:
        echo(
            f"{step.file}: added {', '.join(step.added) or 'none'}; removed {', '.join(step.removed) or 'none'}"
        )
