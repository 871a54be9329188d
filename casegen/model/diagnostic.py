"""What a check finds: rule, severity, place, source, fix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from os import PathLike

from casegen.model.case import COMMAND_LINE, Location


class Severity(StrEnum):
    """``input`` findings mean that the folder cannot be read as a case (exit 2)."""

    INPUT = "input"
    ERROR = "error"
    WARNING = "warning"
    WAIVED = "waived"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding, as every output prints it."""

    rule: str
    severity: Severity
    message: str
    location: Location
    source: str = ""
    hint: str = ""
    target: str = ""

    def sort_key(self) -> tuple[Location, str, str]:
        """Files in order of name, then place."""
        return (self.location, self.rule, self.message)


class InputError(Exception):
    """The input or the call is wrong: every finding at once (exit code 2)."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        if (
            isinstance(diagnostics, str)
            or not diagnostics
            or not all(isinstance(one, Diagnostic) for one in diagnostics)
        ):
            raise TypeError(
                "InputError takes findings; write InputError.at(Location(file, line, column), message), with Location of "
                f"casegen.model.case; found {diagnostics!a:.80}"
            )
        for one in diagnostics:
            _refuse_ill_formed(one)
        super().__init__(
            "\n".join(
                f"{d.location}: {d.message}{f' (fix: {d.hint})' if d.hint else ''}" for d in diagnostics
            )
        )
        self.diagnostics = tuple(diagnostics)

    @classmethod
    def at(
        cls,
        location: Location | str | PathLike[str] | None,
        message: str | Exception,
        *,
        rule: str = "input",
        hint: str | Exception = "",
    ) -> InputError:
        """One finding; the name of a file is its first line, None no place, and an error counts by its words."""
        return cls([Diagnostic(rule, Severity.INPUT, _words(message), _place(location), hint=_words(hint))])

    @classmethod
    def call(cls, message: str, *, rule: str = "input", hint: str = "") -> InputError:
        """One finding on how a command was called."""
        return cls.at(Location(COMMAND_LINE), message, rule=rule, hint=hint)


def _words(said: str | Exception) -> str:
    return (str(said) or type(said).__name__) if isinstance(said, BaseException) else said


def _place(location: Location | str | PathLike[str] | None) -> Location:
    if location is None:
        return Location(COMMAND_LINE)
    return Location(str(location)) if isinstance(location, str | PathLike) else location


def _refuse_ill_formed(one: Diagnostic) -> None:
    """Raise where the parts are of other types than declared, as a package without types may give them."""
    at = one.location
    numbers = (at.line, at.column) if isinstance(at, Location) else ()
    counted = all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in numbers)
    if not (numbers and counted and isinstance(at.file, str)):
        expected, actual = (
            "Location(file, line, column), a text and two numbers from 1, as the place",
            repr(at),
        )
    elif not (isinstance(one.message, str) and one.message.strip()):
        expected, actual = "a text that is not empty as the message", repr(one.message)
    elif not isinstance(one.hint, str):
        expected, actual = "a text as the hint", repr(one.hint)
    else:
        return
    raise TypeError(f"InputError: expected {expected}, found {actual:.80}")


class MethodDefectError(Exception):
    """An evidence method of casegen ended with an error of its own (exit code 3): which method, the error, and where."""


class LeftChanged(RuntimeError):
    """What a part did to the process, which is seen only once it has ended, in no line of its own."""


class MissingDependencyError(Exception):
    """An outside part is missing or failed (exit code 3): which, and, where it is missing, what installs it."""

    def __init__(self, part: str, install: str = "") -> None:
        super().__init__(f"{part}; install it with: {install}" if install else part)
        self.part, self.install = part, install
