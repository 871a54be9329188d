"""A month has 744 hours: more of one thing are minutes, several units, or another period."""

import pytest
from casegen_evidence.field_data.signs.hours_of_periods import judge_hours_of_periods
from casegen_evidence.signs import Intake

MORE = (
    (("week 10", 1810), ("week 11", 1703)),
    (("2026-03-01", 30.5), ("2026-03-02", 29.5), ("2026-03-03", 31)),
    (("2026-03", 1440.5), ("2026-04", 1440)),
    (("rig A, Q1 2026", 2200), ("rig B, Q1 2026", 1900)),
    (("Feb 2026", 690),),
)
WITHIN = (
    (("2026-03", 744), ("2026-04", 720)),
    (("Oct 2025", 745), ("Mar 2026", 743)),
    (("week 10", 168), ("week 11", 160)),
    (("campaign 2026-03-01", 310), ("campaign 2026-04-01", 290)),
    (("3 pumps, March 2026", 2100), ("3 pumps, April 2026", 2080)),
    (("fleet 2023", 41200), ("fleet 2024", 56800)),
    (("pumps 2026-03", 1440), ("pumps 2026-04", 1440)),
    (("rig A", 5000), ("rig B", 7000)),
)  # fmt: skip


def doubted(rows: tuple[tuple[str, float], ...], population: str = "", beside: tuple[str, ...] = ()) -> bool:
    """Whether the record with these entries and hours is doubted."""
    intake = Intake()
    judge_hours_of_periods([r[0] for r in rows], [r[1] for r in rows], population, beside, intake)
    return any(sign.name == "sign-longer-than-period" for sign in intake.signs)


@pytest.mark.parametrize("rows", MORE)
def test_more_hours_than_the_period_has_are_doubted(rows: tuple[tuple[str, float], ...]) -> None:
    """Unless the population, or a column beside, speaks of several units."""
    assert doubted(rows)
    assert not doubted(rows, "twelve pumps of one type")
    assert not doubted(rows, "", ("units",))
    assert doubted(rows, "the pump of hall 2")


@pytest.mark.parametrize("rows", WITHIN)
def test_hours_within_the_period_are_not(rows: tuple[tuple[str, float], ...]) -> None:
    """Neither those of several units, nor of a campaign that is named after its first day."""
    assert not doubted(rows)
