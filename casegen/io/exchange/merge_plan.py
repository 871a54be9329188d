"""What a merge would do, and how a difference between the case and an import is settled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from casegen.io.exchange.format import Item
from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, Severity

Side = Literal["stop", "keep", "take"]
HEADER = "case"
"""stands for the section of document control, which has one entry"""


@dataclass(slots=True)
class MergePlan:
    """What a merge would do."""

    added: dict[str, list[Any]] = field(default_factory=dict)
    modules: list[Any] = field(default_factory=list)
    changed: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    conflicts: list[Diagnostic] = field(default_factory=list)
    decided: list[Item] = field(default_factory=list)
    rows: dict[tuple[str, int], Location] = field(default_factory=dict)
    """the row of a table that changes a part"""
    not_carried: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    given_back: set[str] = field(default_factory=set)
    """sections of which an export of the case in this format has a part: what the import lacks of them is not there"""
    """parts by section and field that the format drops or alters, as in the case's own export, and that are kept"""
    kept: int = 0
    """differences, and parts that the import does not have, for which the case stays as it is"""

    def counts(self) -> dict[str, int]:
        """Number of parts added by section."""
        return {section: len(parts) for section, parts in self.added.items() if parts}

    def keep(self, what: str, why: str) -> None:
        """Note a difference for which the case stays as it is."""
        self.kept += 1
        self.decided.append(Item(what, why))


def part_at(case: Case, section: str, index: int) -> Any:
    """The part of a section, or the header."""
    return case.header if section == HEADER else getattr(case, section)[index]


def place_of(case: Case, section: str, index: int, name: str = "") -> Location:
    """Where a field stands, or the part that lacks it."""
    path = (HEADER,) if section == HEADER else (section, index)
    return case.locate(*path, name) if name else case.locate(*path)


def conflict(message: str, place: Location, hint: str) -> Diagnostic:
    """A difference that nothing settles."""
    return Diagnostic("conflict", Severity.INPUT, message, place, hint=hint)


def settle(
    existing: Case,
    section: str,
    index: int,
    name: str,
    old: str,
    new: str,
    value: Any,
    side: Side,
    made: MergePlan,
) -> None:
    """A field that both sides have and that differs."""
    own = part_at(existing, section, index).id
    what = f"{HEADER}: {name}" if section == HEADER else f"{section} {own}: {name}"
    if side == "take":
        made.changed.setdefault((section, index), {})[name] = value
        made.decided.append(Item(what, "both sides differ; taken from the import"))
    elif side == "keep":
        made.keep(what, "both sides differ; kept as in the case")
    else:
        message = f"{what}: the case says {_quoted(old)}, the import {_quoted(new)}"
        hint = "settle it on one side, or import with --on-conflict keep or take"
        made.conflicts.append(conflict(message, place_of(existing, section, index, name), hint))


def _quoted(text: str) -> str:
    return f"{text[:80]!r}" if text.strip() else "nothing"
