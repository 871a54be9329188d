"""Periods of a record that is said to have no gap, and months that are missing between them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from casegen_evidence.field_data.signs.period_gaps import period_gap, said_without_gap

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured


@pytest.mark.parametrize(
    "text",
    [
        "four vehicles in continuous operation from 2023 to 2025",
        "operated continuously, 2025",
        "recorded without any interruption",
        "no gaps between the campaigns",
        "every month of 2025",
        "lückenlos erfasst",
        "ununterbrochener Betrieb",
        "Betrieb ohne Unterbrechung",
    ],
)
def test_words_that_say_so(text: str) -> None:
    assert said_without_gap(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "continuous casting line 2",
        "a continuous positioning system",
        "not operated continuously",
        "the vehicle was not in continuous operation",
        "nicht durchgehend betrieben",
        "discontinuous operation",
        "pumps with a clearance gap of 2 mm",
    ],
)
def test_words_that_do_not(text: str) -> None:
    assert not said_without_gap(text)


@pytest.mark.parametrize(
    ("entries", "gap"),
    [
        (["Jan 2025", "Feb 2025", "Jun 2025"], True),
        (["Jun 2025", "Jan 2025", "Feb 2025"], True),
        (["2025-01", "2025-03"], True),
        (["Q1 2024", "Q3 2024"], True),
        (["2022", "2024"], True),
        (["rig A Jan 2025", "rig B Jan 2025", "rig A Apr 2025"], True),
        (["2025-01-01 to 2025-01-31", "2025-04-01 to 2025-05-31"], True),
        (["Jan 2025", "Feb 2025", "Mar 2025"], False),
        (["Dec 2024", "Jan 2025"], False),
        (["2025-01-02 to 2025-01-20", "2025-02-03 to 2025-02-20"], False),
        (["rig A Jan 2025", "rig B Jun 2025"], False),
        (["Jan", "Jun"], False),
        (["quay", "buoy"], False),
        (["Jan 2025", "the rest"], False),
    ],
)
def test_months_between_periods(entries: list[str], gap: bool) -> None:
    assert (period_gap(entries) is not None) == gap


def record(*months: str) -> dict[str, str]:
    rows = "".join(f"{month} 2025,9000,{int(not k)}\n" for k, month in enumerate(months))
    return {"record.csv": f"entry,demands,failures\n{rows}"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("population", "months", "holds"),
    [
        ("one vehicle in continuous operation", ("Jan", "Feb", "Jun"), False),
        ("one vehicle in continuous operation", ("Jan", "Feb", "Mar"), True),
        ("one vehicle, laid up in spring", ("Jan", "Feb", "Jun"), True),
    ],
)
def test_a_record_that_is_said_to_be_continuous(
    tmp_path: Path, population: str, months: tuple[str, ...], holds: bool
) -> None:
    edits: dict[str, Any] = {"evidence_items.EV.parameters.population": population}
    at = folder(tmp_path / "case", measured(), edits, record(*months))
    if holds:
        must_hold(at)
    else:
        must_not_hold(at, "sign-period-gap")
