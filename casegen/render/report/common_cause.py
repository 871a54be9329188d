"""Events and cut sets that differ only in which members of a common-cause group they name, shown in one row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from casegen.model.case import Case
from casegen.model.fault_tree import CommonCauseGroup
from casegen.model.results import CutSet, EventResult
from casegen.render.language import translate
from casegen.render.wording import number

MOST_ROWS = 20
"""rows of leading cut sets that a document shows"""


@dataclass(frozen=True, slots=True)
class Level:
    """Any ``together`` members of a common-cause group, as an event of the tree."""

    group: CommonCauseGroup
    together: int

    @property
    def words(self) -> str:
        """``any 3 of 8 of CCF-1``."""
        return translate("trees.any_of", level=self.together, n=len(self.group.members), group=self.group.id)


def level_of(case: Case, event: str) -> Level | None:
    """The level of a common-cause event such as ``[A B]``; None for any other event."""
    if not event.startswith("["):
        return None
    members = event[1:-1].split(" ")
    group = next((g for g in case.common_cause if members[0] in g.members), None)
    return Level(group, len(members)) if group is not None else None


def alike_events(case: Case, events: Sequence[EventResult]) -> list[list[EventResult]]:
    """Events in the order given, those of one level with the same numbers, as written, together."""
    rows: dict[object, list[EventResult]] = {}
    for event in events:
        level = level_of(case, event.id)
        key: object = event.id
        if level is not None:
            message = tuple((name, number(x)) for name, x in event.importance.items())
            key = (level.group.id, level.together, number(event.probability), event.source, message)
        rows.setdefault(key, []).append(event)
    return list(rows.values())


@dataclass(frozen=True, slots=True)
class CutRow:
    """Minimal cut sets that are alike: the first of them, and how many were listed.

    ``open``: the list ended among sets of this probability, so that there may be more.
    """

    first: CutSet
    alike: int
    open: bool


def cut_rows(case: Case, listed: Sequence[CutSet], count: int | None) -> list[CutRow]:
    """The leading rows, :data:`MOST_ROWS` at most; sets are alike that differ in members of a level only."""
    rows: dict[tuple[object, ...], list[CutSet]] = {}
    for cut in listed:
        rows.setdefault((*_kinds(case, cut.events), number(cut.probability)), []).append(cut)
    last = listed[-1].probability if listed and (count is None or count > len(listed)) else None
    return [
        CutRow(sets[0], len(sets), last is not None and number(sets[-1].probability) == number(last))
        for sets in list(rows.values())[:MOST_ROWS]
    ]


def _kinds(case: Case, events: Sequence[str]) -> tuple[str, ...]:
    result = []
    for event in events:
        level = level_of(case, event)
        result.append(event if level is None else f"\0{level.group.id}\0{level.together}")
    return tuple(sorted(result))
