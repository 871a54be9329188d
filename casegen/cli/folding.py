"""Combinations of a common-cause group that differ only in which members they name, shown in one row."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from casegen.fta.gates.structure import members_of

Cells = tuple[str, ...]


def fold(rows: Sequence[tuple[str, Cells]], groups: Mapping[str, Sequence[str]]) -> list[tuple[str, Cells]]:
    """Rows of events with their cells; combinations ``[A B]`` of as many members of one group with equal cells are one.

    ``groups``: the combinations of each common-cause group.

    >>> pairs = ["[A B]", "[A C]", "[B C]", "[X Y]"]
    >>> fold([(pair, ("1",)) for pair in pairs] + [("Z", ("1",))], {"G": pairs[:3], "H": pairs[3:]})
    [('any 2 of 3 (A, B, C)', ('1',)), ('[X Y]', ('1',)), ('Z', ('1',))]
    >>> fold([("[A B]", ("1",)), ("[A C]", ("1",)), ("[B C]", ("2",))], {"G": pairs[:3]})
    [('2 combinations of 2 of 3 (A, B, C)', ('1',)), ('[B C]', ('2',))]
    """
    group_of = {part: group for group, parts in groups.items() for part in parts}
    alike: dict[tuple[str, int, Cells], list[str]] = {}
    for name, cells in rows:
        group = group_of.get(name)
        key = (name, 0, cells) if group is None else (group, len(members_of(name)), cells)
        alike.setdefault(key, []).append(name)
    whole = {group: len({m for part in parts for m in members_of(part)}) for group, parts in groups.items()}
    return [
        (_label(names, whole.get(group, 0)) if together else names[0], cells)
        for (group, together, cells), names in alike.items()
    ]


def _label(names: Sequence[str], whole: int) -> str:
    """What the combinations are; ``whole``: how many members their group has."""
    named = sorted({member for name in names for member in members_of(name)})
    together = len(members_of(names[0]))
    if len(names) == 1 and (together < whole or together <= 3):
        return names[0]
    shown = ", ".join(named) if len(named) <= 3 else f"{named[0]} …"
    if len(names) < math.comb(len(named), together):
        return f"{len(names)} combinations of {together} of {len(named)} ({shown})"
    count = f"all {together}" if together == len(named) else f"any {together} of {len(named)}"
    return f"{count} ({shown})"
