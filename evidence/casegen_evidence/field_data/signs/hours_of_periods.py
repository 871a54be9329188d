"""Hours of one thing that are more than its period has: minutes, several units, or a wrong period."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from casegen_evidence.expressions import compiled
from casegen_evidence.field_data.calendar_readings import readings
from casegen_evidence.signs import Intake

_NUMBER = (
    r"\d+|all|both|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|several|many|various|alle|beide|"
    r"zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|mehrere"
)
_SEVERAL = compiled(
    rf"(?i)\b(?:{_NUMBER})\s*[x×]|[x×]\s*\d|\b(?:{_NUMBER})\s+(?:[^\W\d_]\S*\s+){{0,3}}?[^\W\d_]{{3,}}(?:s|n|e|er)\b|"
    r"\b(?:fleet|flotte|fleetwide|units|vehicles|machines|robots|pumps|sites|plants|ships|vessels|devices|total|sum|field|feld|"
    r"series|serie|baureihe|installed|customers|kunden)\b"
)
"""words of more than one thing whose hours are added up"""
_COUNTED_BESIDE = compiled(
    r"(?i)(?:^|[\s_\-.])(?:n|number|count|anzahl|units|vehicles|machines|robots|pumps|devices|ships|vessels|fleet)(?:$|[\s_\-.])"
)
DAY = 24.0
SLACK = 1.0
"""hours by which a period is longer where clocks are put back"""


def several_units(*texts: str) -> bool:
    """Whether a text says that hours of several things are added up.

    >>> [several_units(t) for t in ("three pumps of hall 2", "fleet 2023", "Feld des Herstellers", "the pump of hall 2")]
    [True, True, True, False]
    """
    return any(_SEVERAL.search(text) for text in texts)


def judge_hours_of_periods(
    entries: Sequence[str], hours: Sequence[float], population: str, beside: Iterable[str], intake: Intake
) -> None:
    """Doubt the first entry with more hours than the period of its name has, unless several units are spoken of."""
    if several_units(population) or any(_COUNTED_BESIDE.search(name) for name in beside):
        return
    if any(sign.name == "sign-longer-than-period" for sign in intake.signs):
        return  # by columns of dates
    read = [readings(entry) for entry in entries]
    firsts: dict[tuple[str, ...], set[int]] = {}
    for known in read:
        if known and (days := known[0].days()):
            firsts.setdefault(known[0].rest, set()).add(days[0])
    for entry, time, known in zip(entries, hours, read, strict=True):
        spans = [days for reading in known if (days := reading.days())]
        longest = max(spans, key=lambda days: days[1] - days[0], default=(0, 0))
        length = (longest[1] - longest[0]) * DAY
        if not spans or time <= length + SLACK or _several(entry, known[0].rest):
            continue
        if length == DAY and not any(
            longest[0] < first < longest[0] + time / DAY for first in firsts[known[0].rest]
        ):
            continue  # the day on which it began
        intake.suspects(
            "longer-than-period",
            f"{time:g} hours of {entry!r}, a period of {length:g}: minutes? several units?",
            hint="declare the unit under `units`, or say in the waiver of how many units the row is",
        )
        return


def _several(entry: str, rest: Sequence[str]) -> bool:
    """Whether an entry is of several things, also by a plural beside its period."""
    return several_units(entry) or any(re.fullmatch(r"[^\W\d_]{3,}[^s\W\d_]s", word) for word in rest)
