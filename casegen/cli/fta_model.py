"""What every ``fta`` command takes on its line: a model, a tree of it, and how it is changed."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from casegen.cli.app import app
from casegen.model.limits import MOST_NODES

fta = typer.Typer(
    help="Fault trees: quantify, cut sets, importance, uncertainty, sensitivity, drawings.",
    no_args_is_help=True,
)
app.add_typer(fta, name="fta")

Model = Annotated[
    list[Path],
    typer.Argument(
        metavar="MODEL…",
        help="Case folder, Galileo .dft file, or Open-PSA .xml file; several .xml files make one model.",
    ),
]
Tree = Annotated[str, typer.Option("--tree", help="Fault tree; every tree if left out.")]


def finite(hours: float | None) -> float | None:
    """The hours of an option, refused without end."""
    if hours is not None and not math.isfinite(hours):
        raise typer.BadParameter("must be finite")
    return hours


MissionTime = Annotated[
    float | None,
    typer.Option(
        "--mission-time", min=0.0, callback=finite, help="Mission time in hours, instead of the tree's own."
    ),
]
MaxNodes = Annotated[
    int | None, typer.Option("--max-nodes", min=1000, max=MOST_NODES, help="Largest number of diagram nodes.")
]
MaxMemory = Annotated[
    float | None,
    typer.Option(
        "--max-memory", min=0.01, help="Memory for the diagram in GiB; the smaller of both limits applies."
    ),
]
House = Annotated[
    list[str] | None, typer.Option("--house", metavar="EVENT=true|false", help="State of a house event.")
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="EVENT=P", help="Probability of a basic event or common-cause group."),
]
