"""Checks of what numbers and studies rest on: totals of common-cause groups, rows that a record cites."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from casegen.argument.reading.data_dates import OLDER_RULE, older_data
from casegen.assessment.checks.waived import set_aside
from casegen.io.folder import inside
from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.fault_tree import Constant, FromEvidence
from casegen.model.quantity import MeasureKind, UnitMismatch, convert
from casegen.model.results import EvidenceState

SOURCE = "casegen: quantities carry their meaning"
_TEXTS = (".md", ".txt", ".csv", ".rst", ".html", ".json", ".yaml", ".yml")
_LARGEST = 2**22
"""bytes of a record that is searched for ids"""
_AT_LEAST = 3
"""so many rows of the table a document cites that is a record of the study"""

KindOf = Callable[[str, str], tuple[MeasureKind | None, list[str]]]


def group_totals(case: Case, kind_of: KindOf) -> Iterator[Diagnostic]:
    """The total of a common-cause group can become a number of each tree that holds a member."""
    for index, group in enumerate(case.common_cause):
        total = group.total
        place = case.locate("common_cause", index, "total")
        if isinstance(total, FromEvidence):
            kind, known = kind_of(total.evidence, total.measure)
            if known:
                from casegen.model.suggestions import nearest

                words = f"common-cause group {group.id}: evidence {total.evidence} has no measure {total.measure!r}"
                words += nearest(total.measure, known)
                yield _error("measure-unknown", words, place, f"its measures: {', '.join(known)}")
        elif isinstance(total, Constant):
            kind = total.kind
        else:
            continue
        if kind is None:
            continue
        members = set(group.members)
        for tree in case.trees:
            inputs = {name for gate in tree.gates for name in _names(gate.inputs)}
            if members.isdisjoint(inputs):
                continue
            try:
                convert(0.0, kind, tree.kind, total.exposure)
            except UnitMismatch as error:
                message = f"common-cause group {group.id} in tree {tree.id}: {error}"
                hint = "state the exposure of one mission in the group's total, or a total of the tree's kind"
                yield _error("unit-mismatch", message, place, hint)


def _names(inputs: tuple[object, ...]) -> Iterator[str]:
    for one in inputs:
        if isinstance(one, str):
            yield one
        else:
            yield from _names(getattr(one, "inputs", ()))


def cited_rows(case: Case) -> Iterator[Diagnostic]:
    """A record of the hazard study cites rows of the table; a row that it cites and that is gone is reported.

    Rows are known by the shape of their ids, such as ``H`` and a number; a document counts as a record when it
    cites several rows that exist.
    """
    rows = {row.id for row in case.hazop}
    shapes = {re.sub(r"\d+", r"\\d+", re.escape(row)) for row in rows if re.search(r"\d", row)}
    if not shapes:
        return
    pattern = re.compile(rf"(?<![\w.-])(?:{'|'.join(sorted(shapes))})(?![\w-])")
    known = {part.id for section in ("claims", "events", "evidence_items", "scenarios", "trees", "properties")
             for part in getattr(case, section)} | set(case.gate)  # fmt: skip
    for index, node in enumerate(case.evidence):
        path = inside(case.root, node.artefact) if node.artefact and "://" not in node.artefact else None
        if path is None or not path.is_file() or path.suffix.lower() not in _TEXTS:
            continue
        if path.stat().st_size > _LARGEST:
            continue
        cited = set(pattern.findall(path.read_text("utf-8", "replace")))
        gone = sorted(cited - rows - known)
        if gone and len(cited & rows) >= _AT_LEAST:
            named = ", ".join(gone[:5]) + (f" and {len(gone) - 5} more" if len(gone) > 5 else "")
            message = (
                f"evidence {node.id}: {node.artefact} cites {named}, which the HAZOP table does not have"
            )
            hint = "restore the row, or record in the study why it was removed"
            yield _error("hazop-row-gone", message, case.locate("evidence", index, "artefact"), hint)


def older_results(case: Case, evidence: Mapping[str, EvidenceState]) -> Iterator[Diagnostic]:
    """Measured evidence whose data, or whose result if nothing dates them, are older than the release of the system."""
    for old in older_data(case, evidence):
        who = f"evidence {old.part.id}:" if old.part is not old.item else "evidence"
        said = f"holds {', '.join(old.dates)}" if old.dates else f"was computed on {old.computed}"
        message = f"{who} {old.item.id} {said}, the system was released on {case.header.released}"
        message, severity = set_aside(OLDER_RULE, (*old.part.waive, *old.item.waive), message)
        hint = "measure this release; or argue why the older data still hold, and waive this"
        if not old.dates:
            hint = (
                "measure this release; or date the data (`date:`), argue why they still hold, and waive this"
            )
        place = case.locate(*old.place)
        yield Diagnostic(OLDER_RULE, severity, message, place, "SCCG EV.7", hint, old.part.id)


def _error(rule: str, message: str, place: Location, hint: str) -> Diagnostic:
    return Diagnostic(rule, Severity.ERROR, message, place, source=SOURCE, hint=hint)
