"""What a check finds: rule, severity, place, source, fix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

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
        super().__init__(
            "\n".join(
                f"{d.location}: {d.message}{f' (fix: {d.hint})' if d.hint else ''}" for d in diagnostics
            )
        )
        self.diagnostics = tuple(diagnostics)

    @classmethod
    def at(cls, location: Location, message: str, *, rule: str = "input", hint: str = "") -> InputError:
        """One finding."""
        return cls([Diagnostic(rule, Severity.INPUT, message, location, hint=hint)])

    @classmethod
    def call(cls, message: str, *, rule: str = "input", hint: str = "") -> InputError:
        """One finding on how a command was called."""
        return cls.at(Location(COMMAND_LINE), message, rule=rule, hint=hint)


class MissingDependencyError(Exception):
    """An outside part is missing or failed (exit code 3): which, and, where it is missing, what installs it."""

    def __init__(self, part: str, install: str = "") -> None:
        super().__init__(f"{part}; install it with: {install}" if install else part)
        self.part, self.install = part, install
