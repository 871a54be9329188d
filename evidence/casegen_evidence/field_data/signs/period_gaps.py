"""Periods that a record's words call continuous, and between which months are missing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from casegen_evidence.expressions import compiled
from casegen_evidence.field_data.calendar_readings import Days, readings
from casegen_evidence.field_data.signs.hours_of_periods import judge_hours_of_periods
from casegen_evidence.signs import Intake

if TYPE_CHECKING:
    from casegen_evidence.field_data.reading import Record

SIGNS = {"period-gap": "periods that are said to be without a gap, and between which months are missing"}
LEAST = 28
"""days: the shortest month"""
_OPERATED = r"(?:operat(?:ed|ion|ing)|service|used?|run|ran|running|record(?:ed|ing)?|observed|monitored)"
_WITHOUT_GAP = compiled(
    rf"(?i)\b(?:continuous(?:ly)?\s+(?:in\s+)?{_OPERATED}|{_OPERATED}\s+continuously|uninterrupted(?:ly)?|gapless|"
    r"(?:without|with no|no)\s+(?:an?\s+|any\s+)?(?:gaps?|interruptions?|breaks?)|"
    r"(?:every|each)\s+(?:month|week|quarter|year)|lückenlos\w*|ununterbrochen\w*|durchgehend\w*|"
    r"ohne\s+(?:jede\s+)?(?:lücken?|unterbrechung(?:en)?)|jede[rns]?\s+(?:monat|woche|quartal|jahr)s?)\b"
)
_DENIED = compiled(r"(?i)\b(?:not|never|nicht|kein\w*|except|ausser|außer)\s+(?:\w+\s+){0,2}$")


def judge_stated_periods(record: Record, population: str, beside: Sequence[str], intake: Intake) -> None:
    """Doubt periods that deny what is said of them: hours that they do not have, months that are missing.

    ``population`` says what was operated, and ``beside`` names the columns that are not read.
    """
    if not record.trials:
        judge_hours_of_periods(record.entries, record.exposure, population, beside, intake)
    said = said_without_gap(population)
    gap = period_gap(record.entries) if said else None
    if gap is not None:
        first, last = (date.fromordinal(day) for day in (gap[0], gap[1] - 1))
        intake.suspects(
            "period-gap",
            f"the record is said to be {said!r}, and no entry has {first:%Y-%m-%d} to {last:%Y-%m-%d}: were periods left "
            "out?",
            hint="give all periods, or say in the waiver why nothing was operated in these",
        )


def said_without_gap(text: str) -> str:
    """The words by which a text says that a record has no gap; empty where it does not.

    >>> said_without_gap("four pumps in continuous operation"), said_without_gap("lückenlos erfasst, 2023 bis 2025")
    ('continuous operation', 'lückenlos')
    >>> [said_without_gap(t) for t in ("continuous casting line 2", "not operated continuously", "pumps, 2023")]
    ['', '', '']
    """
    for match in _WITHOUT_GAP.finditer(text):
        if not _DENIED.search(text[: match.start()]):
            return match[0]
    return ""


def period_gap(entries: Sequence[str]) -> Days | None:
    """The first days, a month or more, between the periods of one thing that belong to none of them; None without.

    Only names that are read in one way and state their year tell.

    >>> gap = period_gap(["Jan 2025", "Feb 2025", "June 2025"])
    >>> gap is not None and [date.fromordinal(day).isoformat() for day in gap]
    ['2025-03-01', '2025-06-01']
    >>> period_gap(["Dec 2024", "Jan 2025"]), period_gap(["rig A 2023", "rig B 2025"]), period_gap(["Jan", "June"])
    (None, None, None)
    """
    of_one: dict[tuple[str, ...], list[Days]] = {}
    for entry in entries:
        known = readings(entry)
        days = known[0].days() if len(known) == 1 and known[0].year and known[0].sure else None
        if days is None:
            return None
        of_one.setdefault(known[0].rest, []).append(days)
    for periods in of_one.values():
        reach = min(periods)[0]
        for first, end in sorted(periods):
            if first - reach >= LEAST:
                return reach, first
            reach = max(reach, end)
    return None
