"""The ``casegen`` command and its sub-commands."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import Any

import typer

from casegen.cli.printing import echo

app = typer.Typer(
    name="casegen",
    help="Assurance cases as code, with measured evidence: check, compute, assess and publish a folder of text.",
    no_args_is_help=True,
    context_settings={"max_content_width": 120},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

COMMANDS = (
    "case",
    "evidence",
    "changes",
    "fta",
    "fta_study",
    "fta_files",
    "serve",
    "review",
    "baseline",
    "diff",
    "patterns",
    "explain",
    "plan",
    "safety",
    "exchange",
)
"""Modules of this room that register their commands on :data:`app`."""

GROUPS = ("fta", "evidence", "review", "baseline")
"""groups of commands that live in the modules of their name, and nowhere else"""


def _version(wanted: bool) -> None:
    if wanted:
        from casegen import __version__

        echo(f"casegen {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """Assurance cases as code, with measured evidence."""


def commands(first: str = "") -> typer.Typer:
    """The application with its commands; where modules bear the name of the ``first`` word, with theirs alone.

    ``casegen fta`` then loads ``fta`` and ``fta_study``, and nothing of reviews or documents.
    """
    named = [module for module in COMMANDS if module.split("_")[0] == first]
    for module in named if first in GROUPS else COMMANDS:
        importlib.import_module(f"casegen.cli.{module}")
    return app


def program(first: str = "") -> Callable[..., Any]:
    """What runs the command line that begins with ``first``; it is made once, since reading all signatures takes time."""
    return _made(first if first in GROUPS else "")


@cache
def _made(group: str) -> Callable[..., Any]:
    return typer.main.get_command(commands(group))
