"""Findings as rows of a table: what reviewers and authors write in a spreadsheet goes into the journal."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casegen.model.legible import legible

if TYPE_CHECKING:
    from casegen.io.exchange.format import TableRow
    from casegen.review.events import Person

_SKIPPED = shutil.ignore_patterns(".git", "__pycache__", "*.part")


def rows(root: Path) -> list[dict[str, str]]:
    """Each finding as cells; ``answers`` is its history, ``response`` is left for the next answer."""
    from casegen.review.events import Responded
    from casegen.review.journal import read_journal

    results = []
    for finding in read_journal(root).findings:
        raised = finding.raised
        answers = [f"{e.by.name}: {e.text}" for e in finding.events if isinstance(e, Responded)]
        results.append(
            {"id": finding.id, "target": raised.target, "severity": raised.severity.value, "category": raised.category,
             "clause": raised.clause, "status": finding.recorded.value, "author": raised.by.name, "text": raised.text,
             "answers": "\n".join(answers), "response": ""}
        )  # fmt: skip
    return results


def shown_rows(root: Path) -> list[dict[str, str]]:
    """The same for a file, as a document shows them: what is not seen and changes what is read is its code point."""
    return [{name: legible(text) for name, text in row.items()} for row in rows(root)]


def merge(root: Path, table: Sequence[TableRow], by: Person | None) -> list[str]:
    """Raise the rows without an id, answer those with a response; returns what was recorded.

    A finding is never edited: a changed cell is a conflict by name.  Every act is rehearsed on a copy, so
    that a row the review refuses leaves nothing behind.  Raises :class:`InputError` with every conflict.
    """
    from casegen.model.diagnostic import InputError

    known = {row["id"]: row for row in rows(root)}
    problems = [p for row in table for p in _conflicts(row, known)]
    if problems:
        raise InputError(problems)
    acts = [row for row in table if _is_act(row, known)]
    if not acts:
        return []
    if by is None:
        raise InputError.at(_place(acts[0]), "who is it", hint="give --by, or set CASEGEN_AUTHOR")
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / "case"
        shutil.copytree(root, copy, ignore=_SKIPPED, symlinks=True)
        for row in acts:
            _act(copy, row, by)
    return [_act(root, row, by) for row in acts]


def _place(row: TableRow) -> Any:
    from casegen.model.case import Location

    file, line, column = row.place.rsplit(":", 2)
    return Location(file, int(line), int(column))


def _conflicts(row: TableRow, known: dict[str, dict[str, str]]) -> list[Any]:
    from casegen.io.exchange.tables import CUT_BASE, digest
    from casegen.model.diagnostic import Diagnostic, Severity

    def finding(message: str, hint: str) -> Diagnostic:
        return Diagnostic("conflict", Severity.INPUT, message, _place(row), hint=hint)

    if not row.id:
        return []
    if row.id not in known:
        return [finding(f"there is no finding {row.id!r}", "leave the id empty: the review numbers findings")]
    problems = []
    for name, text in row.cells.items():
        base = row.base.get(name, "").removeprefix(CUT_BASE) or digest(known[row.id][name])
        if name in ("id", "response", "status", "answers") and digest(text) == base:
            continue
        if name != "response" and digest(text) not in (base, digest(known[row.id][name])):
            hint = (
                "decide with `casegen review close`"
                if name == "status"
                else "answer in the column `response`"
            )
            problems.append(finding(f"finding {row.id}: {name} was edited; a finding is never edited", hint))
    return problems


def _is_act(row: TableRow, known: dict[str, dict[str, str]]) -> bool:
    """New findings and answers, unless the journal holds them already."""
    if not row.id:
        description = (row.cells.get("target", "").strip(), row.cells.get("text", "").strip())
        return description not in {(k["target"], k["text"]) for k in known.values()}
    response = row.cells.get("response", "").strip()
    return bool(response) and not known[row.id]["answers"].endswith(f": {response}")


def _act(root: Path, row: TableRow, by: Person) -> str:
    from casegen.model.diagnostic import Diagnostic, InputError
    from casegen.model.suggestions import nearest
    from casegen.review.acts import add_finding, respond
    from casegen.review.events import FindingSeverity

    cells = {name: text.strip() for name, text in row.cells.items()}
    try:
        if row.id:
            respond(root, row.id, text=cells["response"], by=by)
            return f"answered {row.id}"
        words = [s.value for s in FindingSeverity]
        if cells.get("severity") not in words:
            given = cells.get("severity", "")
            message = (
                f"expected a severity, one of {', '.join(words)}; found {given!r}{nearest(given, words)}"
            )
            raise InputError.at(_place(row), message)
        raised = add_finding(
            root, target=cells.get("target", ""), severity=FindingSeverity(cells["severity"]), text=cells.get("text", ""),
            by=by, category=cells.get("category", ""), clause=cells.get("clause", ""),
        )  # fmt: skip
        return f"raised {raised.finding}"
    except InputError as error:
        description = [
            Diagnostic(d.rule, d.severity, d.message, _place(row), hint=d.hint) for d in error.diagnostics
        ]
        raise InputError(description) from None
