"""What speaks against records that a case declares to be independent: shared files, shared rows, shared seeds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from casegen.io.folder import inside
from casegen.model.argument import SubCase
from casegen.model.case import Case
from casegen.model.results import EvidenceState

TEXT = (".csv", ".tsv", ".txt")
"""tables whose rows can be compared"""
MOST_BYTES = 50_000_000
"""size of a table beyond which its rows are not compared, and not taken as independent"""


def against_independence(
    case: Case, items: tuple[str, ...], used: tuple[str, ...], evidence: Mapping[str, EvidenceState]
) -> str:
    """Why the declared ``items`` may not be taken as independent of each other and of the others ``used``; or empty."""
    files: dict[str, str] = {}
    rows: dict[tuple[str, ...], str] = {}
    for item in dict.fromkeys((*items, *used)):
        spec = case.evidence_item.get(item)
        if spec is None:
            return f"evidence {item} is not in the case"
        state = evidence.get(item)
        recorded = ((state.document if state else None) or {}).get("provenance", {}).get("inputs", {})
        if item in items and not spec.inputs:
            return f"{item} has no input file by which its data could be told from others"
        hashes = {str(h) for h in recorded.values()} if isinstance(recorded, Mapping) else set()
        for name in {*spec.inputs.values(), *hashes}:
            other = files.setdefault(name, item)
            if other != item and (item in items or other in items):
                return f"{other} and {item} share the file {name if name in spec.inputs.values() else 'of one content'}"
        for path in spec.inputs.values():
            problem = _shared_rows(case, item, items, path, rows)
            if problem:
                return problem
    return ""


def _shared_rows(
    case: Case, item: str, items: tuple[str, ...], path: str, rows: dict[tuple[str, ...], str]
) -> str:
    at = inside(case.root, path)
    if at is None or not at.is_file():
        return ""
    if at.suffix.lower() not in TEXT:
        return f"the rows of {path} cannot be compared with those of other records" if item in items else ""
    if at.stat().st_size > MOST_BYTES:
        return f"{path} is too large to compare its rows" if item in items else ""
    for row in _named_rows(at):
        other = rows.setdefault(row, item)
        if other != item and (item in items or other in items):
            return f"{other} and {item} share the row {', '.join(row)}: one campaign counted twice is not independent"
    return ""


def _named_rows(path: Path) -> Iterator[tuple[str, ...]]:
    """Rows that carry a name (a cell that is no number), the heading left out, in one form whatever the file's."""
    try:
        lines = path.read_text("utf-8-sig").splitlines()[1:]
    except (OSError, UnicodeDecodeError):
        return
    for line in lines:
        cells = tuple(_plain(cell) for cell in re.split(r"[,;\t|]", line))
        if len(cells) > 1 and any(isinstance(cell, str) and cell for cell in cells):
            yield tuple(map(str, cells))


def _plain(cell: str) -> float | str:
    text = cell.strip().strip("\"'").strip().casefold()
    try:
        return float(text)
    except ValueError:
        return text


def rests_on(case: Case, holder: str, claim: str) -> bool:
    """Whether ``claim`` is among what the claim ``holder`` rests on."""
    seen: set[str] = set()
    stack = [holder]
    while stack:
        name = stack.pop()
        node = case.node.get(name)
        name = node.claim if isinstance(node, SubCase) else name
        if name in seen:
            continue
        seen.add(name)
        for argument in case.argument_for.get(name, ()):
            stack += [*argument.premises, *argument.side_claims]
    return claim in seen and claim != holder
