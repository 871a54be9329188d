"""Diagnostics on the terminal: grouped by rule and file, fix and rule once per group, what to do first."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import PurePath

from casegen.cli import output
from casegen.model.diagnostic import Diagnostic, Severity

FEW = 5
"""findings shown of a group, unless all are asked for"""
_GRAVITY = {Severity.INPUT: 0, Severity.ERROR: 1, Severity.WARNING: 2, Severity.WAIVED: 3}


def chosen(
    diagnostics: Sequence[Diagnostic], rules: Sequence[str], files: Sequence[str], severities: Sequence[str]
) -> list[Diagnostic]:
    """Those that the filters let through; an empty filter lets everything through.

    Rules and files are names or patterns (``*``).
    """
    return [
        row
        for row in diagnostics
        if (not rules or any(fnmatch(row.rule, rule) for rule in rules))
        and (not files or any(fnmatch(row.location.file, file) for file in files))
        and (not severities or row.severity.value in severities)
    ]


def show(diagnostics: Sequence[Diagnostic], *, everything: bool, next_things: int = 3) -> None:
    """The groups, most severe first; then the first places to look at."""
    groups: dict[tuple[Severity, str], list[Diagnostic]] = {}
    for row in diagnostics:
        groups.setdefault((row.severity, row.rule), []).append(row)
    ordered = sorted(groups.items(), key=lambda item: (_GRAVITY[item[0][0]], -len(item[1])))
    for (severity, rule), rows in ordered:
        _group(severity, rule, rows, everything=everything)
    asking = [rows for (severity, _), rows in ordered if severity is not Severity.WAIVED]
    if len(diagnostics) > FEW and len(asking) > 1:
        output.console().print("[bold]Next[/]")
        for number, rows in enumerate(asking[:next_things], 1):
            more = f" (and {len(rows) - 1} more of {rows[0].rule})" if len(rows) > 1 else ""
            text = f"  {number}. {rows[0].location}: {rows[0].hint or rows[0].message}{more}"
            output.console().print(output.escape(text))


def _group(severity: Severity, rule: str, rows: Sequence[Diagnostic], *, everything: bool) -> None:
    out = output.console()
    count = f" ({len(rows)})" if len(rows) > 1 else ""
    out.print(f"{output.styled(severity.value)} [bold]\\[{output.escape(rule)}][/]{count}")
    shown = rows if everything else rows[:FEW]
    for row in shown:
        out.print(f"  {output.escape(place(row))}: {output.escape(row.message)}")
    if len(shown) < len(rows):
        rest: dict[str, int] = {}
        for row in rows[len(shown) :]:
            rest[row.location.file] = rest.get(row.location.file, 0) + 1
        message = ", ".join(f"{n} in {file}" for file, n in rest.items())
        out.print(f"  … and {len(rows) - len(shown)} more: {output.escape(message)} (--all)", style="dim")
    for hint in dict.fromkeys(row.hint for row in shown if row.hint):
        out.print(f"    fix: {output.escape(hint)}", style="dim")
    source = rows[0].source
    if source and severity is not Severity.INPUT:
        out.print(f"    rule: {output.escape(source)}", style="dim")


def place(row: Diagnostic) -> str:
    """Where to look: a folder or a name has no first line."""
    at = row.location
    whole = (at.line, at.column) == (1, 1) and not PurePath(at.file).suffix
    return at.file if whole else str(at)


def total(diagnostics: Sequence[Diagnostic]) -> str:
    """``2 errors, 1 warning, 3 waived``."""
    bad = sum(row.severity in (Severity.ERROR, Severity.INPUT) for row in diagnostics)
    warnings = sum(row.severity is Severity.WARNING for row in diagnostics)
    waived = sum(row.severity is Severity.WAIVED for row in diagnostics)
    message = f"{bad} error{'s' if bad != 1 else ''}, {warnings} warning{'s' if warnings != 1 else ''}"
    return message + (f", {waived} waived" if waived else "")
