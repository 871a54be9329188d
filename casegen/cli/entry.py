"""The way in: what is asked, how every failure is reported, and what each ends with."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line; every failure becomes a message and an exit code of the contract."""
    # nothing installed beside casegen has a say in what a case means; looking for it takes a twentieth of a second
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        _run(sys.argv[1:])
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
        sys.exit(_exit_code(error))


def _run(words: list[str]) -> None:
    if words[:2] == ["fta", "quantify"]:
        from casegen.cli.fta_quantify import answered

        if answered(words):
            return
    from casegen.cli.app import program

    program(words[0] if words else "")()


def _stopped() -> int:
    print("\ncasegen: interrupted; completed results are kept", file=sys.stderr)
    return 130


def _exit_code(error: Exception) -> int:
    """Tell a failure; returns its exit code.  Imports here, so that ``--help`` loads no model."""
    from casegen.cli.output import refuse
    from casegen.cli.say import say
    from casegen.fta.errors import TooLarge
    from casegen.model.diagnostic import InputError, MissingDependencyError

    if isinstance(error, InputError):
        return refuse(error)
    if isinstance(error, MissingDependencyError):
        say(f"casegen: {error}", err=True)
        return 3
    if isinstance(error, OSError):
        where = f": {error.filename}" if error.filename else ""
        say(f"casegen: {error.strerror or error}{where}", err=True)
        if str(error.filename).endswith(".casegen"):
            say(
                "    fix: copy the case to where you may write; `assess` and `build --no-run -o FOLDER` only read it",
                err=True,
            )
        return 2
    if isinstance(error, TooLarge):
        say(f"casegen: {error}", err=True)
        return 2
    say(
        f"casegen: internal error in casegen (please report it): {type(error).__name__}: {error}\n"
        "  set CASEGEN_DEBUG=1 to see where, and please report it with the case that causes it",
        err=True,
    )
    return 3
