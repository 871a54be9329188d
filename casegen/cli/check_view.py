"""Diagnostics on the terminal: grouped by rule and file, fix and rule once per group, what to do first."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from pathlib import PurePath
from types import MappingProxyType

from casegen.cli import output
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.legible import one_line
from casegen.model.plural import counted
from casegen.model.suggestions import nearest

FEW = 5
"""findings shown of a group, unless all are asked for"""
WIDTH, LONGEST = 100, 90
"""characters of a line, and of a claim's text"""
_CLAIM = re.compile(r"\b((?:side-)?claim )([^\s,;:()]+)")
_NONE: Mapping[str, str] = MappingProxyType({})
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


def misspelt(
    diagnostics: Sequence[Diagnostic], rules: Sequence[str], files: Sequence[str], known_files: Sequence[str]
) -> str:
    """Why a filter can let nothing through: no rule, or no file of the case, is called so; empty where each can."""
    from casegen.argument import RULES
    from casegen.argument.computed_rules import COMPUTED

    names = dict.fromkeys((*RULES, *COMPUTED, *(row.rule for row in diagnostics)))
    places = dict.fromkeys((*known_files, *(row.location.file for row in diagnostics)))
    for kind, patterns, known in (("rule", rules, names), ("file of the case", files, places)):
        for pattern in patterns:
            sign = kind == "rule" and pattern.startswith("sign-")  # of a method: known where the method is
            if not sign and not any(fnmatch(name, pattern) for name in known):
                return f"there is no {kind} {pattern!r}{nearest(pattern, known)}"
    return ""


def show(
    diagnostics: Sequence[Diagnostic],
    *,
    everything: bool,
    texts: Mapping[str, str] = _NONE,
    error: bool = False,
) -> None:
    """The groups, most severe first; then the first places to look at.

    ``texts`` of claims by their ids: a message that names a claim says its text first.  ``error``: to standard error.
    """
    groups: dict[tuple[Severity, str], list[Diagnostic]] = {}
    for row in diagnostics:
        groups.setdefault((row.severity, row.rule), []).append(row)
    ordered = sorted(groups.items(), key=lambda item: (_GRAVITY[item[0][0]], -len(item[1])))
    lines: list[tuple[str, str]] = []
    for (severity, rule), rows in ordered:
        lines += _group(severity, rule, rows, texts, everything=everything)
    asking = [rows for (severity, _), rows in ordered if severity is not Severity.WAIVED]
    if len(diagnostics) > FEW and len(asking) > 1:
        lines.append(("[bold]Next[/]", ""))
        for number, rows in enumerate(asking[:3], 1):
            more = f" (and {len(rows) - 1} more of {rows[0].rule})" if len(rows) > 1 else ""
            text = f"  {number}. {place(rows[0])}: {rows[0].hint or rows[0].message}{more}"
            lines += [(output.escape(line), "") for line in _wrapped(text, 5)]
    out = output.console(error=error)
    for line, style in lines:
        out.print(line, style=style or None)


def _group(
    severity: Severity, rule: str, rows: Sequence[Diagnostic], texts: Mapping[str, str], *, everything: bool
) -> list[tuple[str, str]]:
    """Lines of one group, each with its style."""
    count = f" ({len(rows)})" if len(rows) > 1 else ""
    lines = [(f"{output.styled(severity.value)} [bold]\\[{output.escape(rule)}][/]{count}", "")]
    shown = rows if everything else rows[:FEW]
    for row in shown:
        text = f"  {place(row)}: {with_texts(row.message, texts)}"
        lines += [(output.escape(line), "") for line in _wrapped(text, 6)]
    if len(shown) < len(rows):
        rest: dict[str, int] = {}
        for row in rows[len(shown) :]:
            rest[row.location.file] = rest.get(row.location.file, 0) + 1
        message = ", ".join(f"{n} in {file}" for file, n in rest.items())
        lines.append((f"  … and {len(rows) - len(shown)} more: {output.escape(message)} (--all)", "dim"))
    notes = [f"    fix: {hint}" for hint in dict.fromkeys(row.hint for row in shown if row.hint)]
    if rows[0].source and severity is not Severity.INPUT:
        notes.append(f"    rule: {rows[0].source}")
    return lines + [(output.escape(line), "dim") for note in notes for line in _wrapped(note, 9)]


def with_texts(message: str, texts: Mapping[str, str]) -> str:
    """A message with the text of each claim that it names, at the first place, before its id.

    >>> with_texts("claim C1: claim C1 is above claim C2", {"C1": "The door is shut"})
    'claim "The door is shut" (C1): claim C1 is above claim C2'
    """
    named_already: set[str] = set()

    def named(match: re.Match[str]) -> str:
        name = match[2].rstrip(".")
        if name in named_already or name not in texts or texts[name] in message:
            return match[0]
        named_already.add(name)
        return f'{match[1]}"{_short(texts[name])}" ({name}){match[2][len(name) :]}'

    return _CLAIM.sub(named, message)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST else f"{flat[: LONGEST - 1]}…"


def _wrapped(text: str, hang: int) -> list[str]:
    """Lines of at most :data:`WIDTH` characters; ids and places are not broken at hyphens."""
    first = len(text) - len(text.lstrip())
    return textwrap.wrap(
        one_line(text.lstrip()), WIDTH, initial_indent=" " * first, subsequent_indent=" " * hang,
        break_on_hyphens=False, break_long_words=False,
    )  # fmt: skip


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
    message = f"{counted(bad, 'error')}, {counted(warnings, 'warning')}"
    return message + (f", {waived} waived" if waived else "")
