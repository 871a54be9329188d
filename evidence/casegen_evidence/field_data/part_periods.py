"""Entries that are some days or hours of a period that is an entry too: the nights of March beside March."""

from __future__ import annotations

from collections.abc import Sequence

from casegen_evidence.expressions import compiled
from casegen_evidence.field_data.calendar_readings import readings
from casegen_evidence.field_data.period_clashes import clash

MOST = 300
"""entries that are compared, at most"""
_SOME = compiled(
    r"(?i)(?<![^\W_])(?:week-?ends?|week-?days?|working days?|nights?|nightly|mornings?|afternoons?|evenings?|holidays?|"
    r"early|late|mid|beginning|start|end|wochenenden?|werktage?n?|nachts|n[aä]chten?|nachtschicht(?:en)?|fr[üu]hschicht(?:en)?|"
    r"sp[äa]tschicht(?:en)?|feiertage?n?|anfang|mitte|ende|shifts?|schicht(?:en)?|only|nur)(?![^\W_])"
)
"""what leaves some days or hours of a period"""
_BY_DAY = compiled(r"(?i)(?<![^\W_])(?:days?|day-?time|tags?|tagsüber|tage?n?|tagschicht(?:en)?)(?![^\W_])")
"""what may mean the rest of the hours"""


def part_of_period(entries: Sequence[str]) -> tuple[int, int] | None:
    """A whole period and a part of it that is named as some of its days or hours, by their numbers; None for none.

    >>> part_of_period(["March 2026", "weekends of March 2026"]), part_of_period(["nights in May", "days in May"])
    ((0, 1), None)
    """
    names = entries if len(entries) <= MOST else ()
    whole = [k for k, n in enumerate(names) if not (_SOME.search(n) or _BY_DAY.search(n)) and readings(n)]
    for k, name in enumerate(names if whole else ()):
        if not _SOME.search(name):
            continue
        met = clash([*(entries[j] for j in whole), " ".join(_SOME.sub(" ", name).split())])
        if met is not None and len(whole) in (met.outer, met.inner):
            return whole[min(met.outer, met.inner)], k
    return None
