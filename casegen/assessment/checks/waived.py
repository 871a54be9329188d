"""Warnings that are found where numbers are known, set aside by a waiver of the part that they stand at."""

from __future__ import annotations

from collections.abc import Iterable

from casegen.model.diagnostic import Severity
from casegen.model.waiver import Waiver


def set_aside(rule: str, waivers: Iterable[Waiver], message: str) -> tuple[str, Severity]:
    """The message of a warning with who waived it and why, and the severity that it has then."""
    waiver = next((waiver for waiver in waivers if waiver.rule == rule), None)
    if waiver is None:
        return message, Severity.WARNING
    return f"{message} [waived by {waiver.by}: {waiver.reason}]", Severity.WAIVED
