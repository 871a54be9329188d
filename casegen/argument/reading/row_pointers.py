"""Texts of HAZOP rows that are nothing but an id: of an empty row, or of a row or an event that is not there."""

from __future__ import annotations

import re
from collections.abc import Mapping

from casegen.model.case import Case
from casegen.model.expressions import compiled
from casegen.model.hazard import HazopEntry
from casegen.texts.acceptances.reasons import is_unwritten
from casegen.texts.reservations.undecided import undecided

_POINTER = compiled(
    r"\W*(?P<see>(?:(?:as|like|see|siehe|cf|vgl|wie)\b\.?\s+(?:(?:in|for|under|bei|unter)\s+)?)?)(?:(?:row|entry|event|zeile|eintrag|ereignis)\s+)?"
    r"(?P<id>[A-Z][A-Za-z]*(?:[-_.]?\d+|[-_][A-Za-z0-9]+)(?:[-_.][A-Za-z0-9]+)*)\W*",
)
_PREFIX = re.compile(r"[A-Za-z]+")


def leads_nowhere(case: Case, text: str, within: HazopEntry | None = None) -> str:
    """What is wrong with the id that a text consists of, where it is formed as those of rows or events; else empty.

    ``within``: the row that the text is of.
    """
    match = _POINTER.fullmatch(text)
    if match is None:
        return ""
    id = match["id"]
    rows = {entry.id: entry for entry in case.hazop}
    if within is not None and id == within.id:
        return f"row {id} points to itself"
    if id in rows:
        return f"row {id} says nothing itself" if match["see"] and says_nothing(rows[id], rows) else ""
    if id in case.event or id in case.gate or id in case.node:
        return ""
    prefix = _PREFIX.match(id)
    known = {m[0] for name in (*rows, *case.event, *case.gate) if (m := _PREFIX.match(name)) and m[0] != name}
    formed = prefix is not None and prefix[0] in known
    return f"the case has no {id}" if formed else ""


def says_nothing(
    entry: HazopEntry, rows: Mapping[str, HazopEntry], behind: frozenset[str] = frozenset()
) -> bool:
    """Whether no text of a row says what happens, why or to what end; nor does a row that one points to.

    ``behind``: rows that led here, which a text points back to in vain.
    """
    behind |= {entry.id}
    for text in (entry.deviation, *entry.causes, *entry.consequences):
        if not text.strip() or is_unwritten(text) or undecided(text):
            continue
        match = _POINTER.fullmatch(text)
        target = match["id"] if match is not None else ""
        if target not in behind and not (target in rows and says_nothing(rows[target], rows, behind)):
            return False
    return True
