"""Combinations of a common-cause group that differ only in which members they name, shown in one row."""

from __future__ import annotations

from collections.abc import Sequence

from casegen.fta.gates.structure import members_of

Cells = tuple[str, ...]


def fold(rows: Sequence[tuple[str, Cells]]) -> list[tuple[str, Cells]]:
    """Rows of events with their cells; combinations ``[A B]`` of as many members with equal cells are one row.

    >>> fold([("[A B]", ("1",)), ("[A C]", ("1",)), ("X", ("1",)), ("[A B C]", ("2",))])
    [('any 2 of 3 (A, B, C)', ('1',)), ('X', ('1',)), ('[A B C]', ('2',))]
    """
    alike: dict[tuple[object, Cells], list[str]] = {}
    for name, cells in rows:
        members = members_of(name)
        alike.setdefault((len(members) if members else name, cells), []).append(name)
    return [(_label(names), cells) for (_, cells), names in alike.items()]


def _label(names: Sequence[str]) -> str:
    named = sorted({member for name in names for member in members_of(name)})
    if not named or (len(names) == 1 and len(named) <= 3):
        return names[0]
    shown = ", ".join(named) if len(named) <= 3 else f"{named[0]} …"
    together = len(members_of(names[0]))
    count = f"all {together}" if together == len(named) else f"any {together} of {len(named)}"
    return f"{count} ({shown})"
