"""Missions or demands that a sentence counts, held against what the number of a requirement is per."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.model.quantity import MeasureKind
from casegen.texts.numbers.stated import READ
from casegen.texts.times.counted_units import directly_per
from casegen.texts.times.exposure import counted, counts_missions, periods

PER_MISSION = compiled(r"\b(?:per|each|pro|je)\s+(?:mission|einsatz)\b", re.I)
_PER_DEMAND = compiled(r"\b(?:per|pro|je)\s+(?:demand|anforderung)\b", re.I)
_MISSIONS = compiled(r"missions?|missionen|einsätzen?", re.I)
_DEMANDS = compiled(r"demands?|anforderung(?:en)?", re.I)


def counted_otherwise(text: str, kind: MeasureKind, about: str, at_moments: bool = False) -> str:
    """Missions or demands, where the requirement counts the other of both, hours, or what its data are; else empty.

    ``at_moments``: the number is the probability of being failed at a moment, which is that of failing on a demand then
    (IEC 61508-4, 3.6.17 and 3.6.18).

    >>> text = "It fails in at most 2 of 100 demands"
    >>> [counted_otherwise(text, MeasureKind.PER_MISSION, "", at_moments) for at_moments in (False, True)]
    ['demands', '']
    """
    text = text[:READ]
    noun = counted(text)
    if kind is MeasureKind.FRACTION:
        of_missions = counts_missions(text) or PER_MISSION.search(text)
        return (noun or "missions") if of_missions and (noun or "mission")[:5] not in about else ""
    behind, unit = directly_per(text)
    missions = bool(PER_MISSION.search(text) or _MISSIONS.fullmatch(noun) or unit == "missions")
    demands = bool(_PER_DEMAND.search(text) or _DEMANDS.fullmatch(noun) or unit == "demands")
    if unit == "time" and kind is MeasureKind.PER_DEMAND and not periods(text):
        return repr(behind)
    if missions and not demands and kind is MeasureKind.PER_DEMAND:
        return "missions"
    if demands and not missions and kind is MeasureKind.PER_MISSION and not at_moments:
        return "demands"
    return ""


def of_demands(text: str) -> bool:
    """Whether the number of a sentence is one of demands, and not of missions.

    >>> of_demands("It fails in at most 2 of 100 demands"), of_demands("It fails on demand in 2 of 100 missions")
    (True, False)
    """
    return bool(counted_otherwise(text, MeasureKind.PER_MISSION, ""))
