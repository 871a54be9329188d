"""The way in: what is asked, how every failure is reported, and what each ends with."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator

from casegen.cli.streams import enduring_streams, reserved_for_json, silence


def main() -> None:
    """Run the command line; every failure becomes a message and an exit code of the contract."""
    # nothing installed beside casegen has a say in what a case means; looking for it takes a twentieth of a second
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    with enduring_streams(), reserved_for_json(sys.argv):
        _answer()


def _answer() -> None:
    try:
        try:
            _run(sys.argv[1:])
        finally:
            sys.stdout.flush()  # a full disk is reported here, not after the end
    except KeyboardInterrupt as stopped:
        sys.exit(_stopped(*getattr(stopped, "__notes__", ())))
    except SystemExit as done:
        if done.code == 130:  # the parser turns Ctrl-C into a silent exit
            _stopped(*_noted(done))
        raise
    except Exception as error:
        if os.environ.get("CASEGEN_DEBUG"):
            raise
        code = _exit_code(error)
        try:
            sys.stdout.flush()
        except OSError:  # standard output is what failed
            silence(sys.stdout)
        sys.exit(code)


def _run(words: list[str]) -> None:
    if "SOURCE_DATE_EPOCH" in os.environ:  # numpy reads it too, and ends with it where it is no number
        from casegen.model.stated_date import stated_moment

        if words[:1] == ["baseline"] or stated_moment() is None:  # the documents of a pack do not bear it
            del os.environ["SOURCE_DATE_EPOCH"]
    if words[:2] == ["fta", "quantify"]:
        from casegen.cli.fta_quantify import answered

        if answered(words):
            return
    if words[:1] in (["assess"], ["check"]):
        from casegen.cli import case_verdict

        if (code := case_verdict.answered(words)) is not None:
            sys.exit(code)
    from casegen.cli.app import program

    if "--json" not in words:
        program(words[0] if words else "")()
        return
    code = program(words[0])(standalone_mode=False)  # a wrong call is raised, to be printed as JSON too
    sys.exit(code if isinstance(code, int) else 0)


def _noted(error: BaseException | None) -> Iterator[str]:
    """What was noted on the interrupt from which an exit follows: the part of an installed package that it ended."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    yield from getattr(error, "__notes__", ())


def _stopped(*where: str) -> int:
    print(" ".join(("\ncasegen: interrupted", *where)) + "; completed results are kept", file=sys.stderr)
    return 130


def _exit_code(error: Exception) -> int:
    """Report a failure; returns its exit code.  Imports here, so that ``--help`` loads no model."""
    from casegen.cli.output import refuse, refuse_as_json
    from casegen.cli.printing import echo
    from casegen.model.diagnostic import InputError

    if isinstance(error, InputError):
        return refuse(error)
    if hasattr(error, "show") and hasattr(error, "format_message"):  # the parser's: options and commands
        error.show()
        refuse_as_json("call", error.format_message())
        return 2
    rule, message, hint, code = _described(error)
    echo(f"casegen: {message}", err=True)
    if hint:
        echo(f"    fix: {hint}", err=True)
    refuse_as_json(rule, message, hint)
    return code


def _described(error: Exception) -> tuple[str, str, str, int]:
    """What kind of failure it is, its message, the fix where there is one, and the exit code."""
    from casegen.fta.errors import TooLarge
    from casegen.model.diagnostic import MethodDefectError, MissingDependencyError
    from casegen.model.error_words import said
    from casegen.model.extras import EXTRAS, extra_of

    if isinstance(error, MissingDependencyError):
        return "dependency", str(error), "", 3
    package = str(getattr(error, "name", "") or "").partition(".")[0]
    if isinstance(error, ModuleNotFoundError) and package in EXTRAS:
        words = f"this needs the Python package {package!r}; install it with: {extra_of(package)}"
        return "dependency", words, "", 3
    if isinstance(error, OSError):
        from casegen.io.file_errors import fix_of, said_by_system

        return "file", said_by_system(error), fix_of(error), 2
    if isinstance(error, TooLarge):
        return "size", str(error), "", 2
    if isinstance(error, MemoryError):
        return "size", "this machine has not enough memory for what was asked", "ask for less", 2
    if isinstance(error, OverflowError) and not _is_clock_readable():
        return "clock", "the clock of this computer stands beyond the year 2262", "set the clock", 2
    words = str(error) if isinstance(error, MethodDefectError) else said(error)
    message = f"internal error in casegen (please report it): {words}"
    return (
        "internal", message, "set CASEGEN_DEBUG=1 to see where, and please report it with the case that causes it", 3
    )  # fmt: skip


def _is_clock_readable() -> bool:
    """Whether Python can tell the time: it counts nanoseconds in 64 bits."""
    try:
        time.time_ns()
    except OverflowError:
        return False
    return True
