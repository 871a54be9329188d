"""The ``casegen`` command: its sub-commands, and how every failure is told."""

from __future__ import annotations

import importlib
import os
import sys

import typer

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

        typer.echo(f"casegen {__version__}")
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


def main() -> None:
    """Run the command line; every failure becomes a message and an exit code of the contract."""
    # nothing installed beside casegen has a say in what a case means; looking for it takes a twentieth of a second
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        commands(sys.argv[1] if len(sys.argv) > 1 else "")()
    except KeyboardInterrupt:
        sys.exit(_stopped())
    except SystemExit as done:
        if done.code == 130:  # the parser turns Ctrl-C into a silent exit
            _stopped()
        raise
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on: end in silence
        sys.exit(0)
    except Exception as error:
        if os.environ.get("CASEGEN_DEBUG"):
            raise
        sys.exit(_told(error))


def _stopped() -> int:
    print("\ncasegen: interrupted; completed results are kept", file=sys.stderr)
    return 130


def _told(error: Exception) -> int:
    """Tell a failure; returns its exit code.  Imports here, so that ``--help`` loads no model."""
    from casegen.cli.output import refuse
    from casegen.fta.errors import TooLarge
    from casegen.model.diagnostic import InputError, MissingDependencyError

    if isinstance(error, InputError):
        return refuse(error)
    if isinstance(error, MissingDependencyError):
        print(f"casegen: {error}", file=sys.stderr)
        return 3
    if isinstance(error, OSError):
        where = f": {error.filename}" if error.filename else ""
        print(f"casegen: {error.strerror or error}{where}", file=sys.stderr)
        return 2
    if isinstance(error, TooLarge):
        print(f"casegen: {error}", file=sys.stderr)
        return 2
    print(
        f"casegen: internal error in casegen (please report it): {type(error).__name__}: {error}\n"
        "  set CASEGEN_DEBUG=1 to see where, and please report it with the case that causes it",
        file=sys.stderr,
    )
    return 3
