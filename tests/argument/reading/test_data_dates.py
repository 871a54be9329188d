"""Data of before the release: periods of entries, dates of rows and reports; and twins of the release itself."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from casegen.argument.reading.data_dates import dates_before
from casegen.argument.reading.data_periods import texts_of_use_before
from casegen.model.results import EvidenceState
from tests.false_support import call, folder
from tests.false_support.bases import calculation, measured

RELEASED = datetime.date(2026, 2, 10)
OLD = {
    "months": "2025-11", "a-month-in-words": "Nov 2025", "a-day": "2026-02-09", "a-week": "KW 5/2026", "a-quarter": "Q4 2025",
    "a-range": "Oct 2025 to Jan 2026", "a-campaign": "spring campaign, March 2025", "german": "12. März 2025", "a-year": "year 2025",
    "behind-a-unit": "rig 3, Q1/25", "a-day-of-slashes": "13/01/2026",
    "a-range-across": "Jan 2026 to Mar 2026", "since": "since March 2024", "a-season": "campaign of autumn 2025", "german-season": "Sommer 2025",
    "month-and-year": "Dec 25", "short": "06/25", "until": "until January 2026", "business-year": "FY25", "winter": "winter 2025/26",
    "two-years": "2025/26", "begins-before": "Jan–Mar 2026", "days-across": "1 Jan 2026 - 31 May 2026", "a-year-behind-a-comma": "quay, 2025",
    "season": "season 2025", "week-in-words": "calendar week 40, 2025",
}  # fmt: skip
NEW = {
    "month-of-the-release": "2026-02", "day-of-the-release": "2026-02-10", "later": "2026-05", "quarter-of-the-release": "Q1 2026",
    "no-period": "quay", "no-year": "November", "a-model": "model 2019", "a-standard": "test of ISO 2018", "two-readings": "03/01/2026",
    "a-number": "unit 2024-7", "a-name": "rig 2025", "a-document": "TR-2024-07", "a-batch": "batch 06/25", "since-the-release": "since 2026",
    "until-later": "until April 2026", "range-of-later": "Mar-May 2026", "days-of-later": "10 Feb 2026 - 31 May 2026", "business-year": "FY26",
    "next-business-year": "2026/27", "a-day-of-a-month": "Nov 5", "a-day-as-a-year": "Dec 15", "season-of-later": "summer 2026",
}  # fmt: skip


def state(
    *, entries: tuple[str, ...] = (), notes: tuple[str, ...] = (), fields: tuple[str, ...] = ()
) -> EvidenceState:
    columns = [{"name": "entry", "in_file": "entry", "classes": dict.fromkeys(entries, 1)}] if entries else []
    table = {"file": "f.csv", "columns": columns, "notes": list(notes), "not_read": list(fields)}
    return EvidenceState("EV", "fresh", document={"read": [table]})


@pytest.mark.parametrize("name", OLD)
def test_entries_of_before_the_release(name: str) -> None:
    assert list(dates_before(state(entries=(OLD[name], "2026-03")), RELEASED)) == [
        f"f.csv: entries {OLD[name]}"
    ]


@pytest.mark.parametrize("name", NEW)
def test_entries_that_are_not(name: str) -> None:
    assert list(dates_before(state(entries=(NEW[name],)), RELEASED)) == []


@pytest.mark.parametrize(
    ("column", "says", "old"),
    [
        ("date", "goes from 2025-01-03 to 2025-10-03", True),
        ("recorded_at", "goes from 2025-01-03T08:00:00Z to 2026-10-03T08:00:00Z", True),
        ("startTime", "goes from 2025-01-03 to 2025-10-03", True),
        ("Messdatum", "says '12.03.2025' (8 rows), '13.05.2026' (line 9)", True),
        ("year", "holds 2025 to 2026", True),
        ("period", "says 'autumn 2025' (line 2), 'spring 2026' (line 3)", True),
        ("quarter", "says 'Q3/25' (line 2), 'Q2/26' (line 3)", True),
        ("year", "holds 2026 to 2027", False),
        ("time", "holds 2000 to 2024", False),
        ("year built", "holds 2019 to 2024", False),
        ("date", "goes from 2026-02-10 to 2026-10-03", False),
        ("build_date", "goes from 2025-01-03 to 2025-10-03", False),
        ("last calibration", "goes from 2025-01-03 to 2025-10-03", False),
        ("commissioned", "says '12.03.2025' (8 rows)", False),
        ("date", "says 'unknown' (8 rows)", False),
    ],
)
def test_columns_that_date_their_rows(column: str, says: str, old: bool) -> None:
    note = f"Column {column!r} is not read; it {says}."
    assert bool(list(dates_before(state(notes=(note,)), RELEASED))) is old


@pytest.mark.parametrize(
    ("field", "old"),
    [
        ("timestamp: 2025-06-01T10:00:00", True),
        ("/run/measured: 2025-06-01", True),
        ("/date: 2026-06-01", False),
        ("/model/trained: 2025-06-01", False),
        ("/date: unknown", False),
        ("date", False),
    ],
)
def test_dates_of_reports(field: str, old: bool) -> None:
    assert bool(list(dates_before(state(fields=(field,)), RELEASED))) is old


def record(year: int) -> str:
    return "entry,demands,failures\n" + "".join(f"{year}-{month:02d},1000,0\n" for month in range(3, 13))


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("Trials of the curtain in 2024", ["2024"]),
        ("Trials of the curtain, autumn 2025", ["autumn 2025"]),
        ("four curtains, operated from May 2024 to June 2025", ["May 2024 to June 2025"]),
        ("Four curtains in service since 2024", ["since 2024"]),
        ("Versuche im Herbst 2025", ["Herbst 2025"]),
        ("Trials in March 2026", []),
        ("Tests of the 2019 series", []),
        ("Pumps built in 2019 and tested here", []),
        ("Tests of the curtain (TR-2024-07)", []),
        ("Tests of rig 2025", []),
        ("The standard of 2018", []),
        ("Tests of the range guard", []),
    ],
)
def test_periods_of_use_in_titles_and_populations(text: str, old: list[str]) -> None:
    assert list(texts_of_use_before(text, RELEASED)) == old


@pytest.mark.parametrize(
    ("text", "written", "old"),
    [
        ("Trials of last year", datetime.date(2026, 3, 1), ["last year"]),
        ("Trials in the previous year", datetime.date(2026, 3, 1), ["previous year"]),
        ("Versuche des letzten Jahres", datetime.date(2026, 3, 1), ["letzten Jahres"]),
        ("Versuche im Vorjahr", datetime.date(2026, 3, 1), ["Vorjahr"]),
        ("Tested last month", datetime.date(2026, 2, 20), ["last month"]),
        ("Tests over the last year", datetime.date(2026, 6, 1), ["last year"]),
        ("Tests of last week", datetime.date(2026, 2, 20), []),
        ("Tests of last week", datetime.date(2026, 2, 9), ["last week"]),
        ("Trials of last year", datetime.date(2027, 3, 1), []),
        ("Tested last month", datetime.date(2026, 4, 1), []),
        ("Tests over the last year", datetime.date(2027, 6, 1), []),
        ("Tests of last year's model", datetime.date(2026, 3, 1), []),
        ("Tests in the last year of the contract", datetime.date(2026, 3, 1), []),
        ("The last year", datetime.date(2026, 3, 1), []),
        ("Tests of the year", datetime.date(2026, 3, 1), []),
    ],
)
def test_periods_that_count_back_from_the_text(text: str, written: datetime.date, old: list[str]) -> None:
    assert list(texts_of_use_before(text, RELEASED, written)) == old


@pytest.mark.parametrize(
    ("column", "says", "old"),
    [
        ("release", "says '1.2' (8 rows), '1.3' (line 9)", True),
        ("version", "holds 1 to 3", True),
        ("firmware_version", "goes from 1.2 to 1.4", True),
        ("softwareVersion", "says 'v1' (8 rows), 'v2' (9 rows)", True),
        ("Softwarestand", "says 'A' (8 rows), 'B' (9 rows)", True),
        ("release", "says '1.2' (8 rows)", False),
        ("version", "holds 2 to 2", False),
        ("format version", "says '1.2' (8 rows), '1.3' (line 9)", False),
        ("released_by", "says 'A' (8 rows), 'B' (9 rows)", False),
        ("driver", "says '1.2' (8 rows), '1.3' (line 9)", False),
    ],
)
def test_rows_of_several_releases(column: str, says: str, old: bool) -> None:
    note = f"Column {column!r} is not read; it {says}."
    assert bool(list(dates_before(state(notes=(note,)), RELEASED))) is old


def test_days_of_a_month_are_no_years() -> None:
    """Of a column whose numbers cannot all be years, none is one."""
    days = ("Nov 24", "Nov 25", "Nov 29", "Dec 3")
    assert list(dates_before(state(entries=days), RELEASED)) == []


BOUND = {
    "evidence_items": measured()["evidence_items"],
    "events.E1.model": {
        "type": "evidence",
        "evidence": "EV",
        "measure": "probability",
        "exposure": {"demands": 1},
    },
    "trees.FT.target.probability": 0.01,
    "trees.FT.target.confidence": 0.95,
    "claims.C1.text": "The lift starts with an open door in at most 1 of 100 missions",
    "claims.C1.requirement.confidence": 0.95,
}
CASES = {"cited": (measured(), {}), "bound-to-an-event": (calculation(), BOUND)}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_an_old_record_is_a_warning_and_a_question(name: str, tmp_path: Path) -> None:
    base, edits = CASES[name]
    edits = {**edits, "case.released": "2026-02-10"}
    old = folder(tmp_path / "old", base, edits, {"record.csv": record(2025)})
    out = " ".join(call("check", old)[1].split())
    assert "EV holds record.csv: entries 2025-03 to 2025-12, the system was released on 2026-02-10" in out
    assert "older than the release" in " ".join(call("assess", old, "--all")[1].split())
    new = folder(tmp_path / "new", base, edits, {"record.csv": record(2026)})
    assert "evidence-older" not in call("check", new, "--json")[1]
    assert "older than the release" not in " ".join(call("assess", new, "--all")[1].split())
    waived = {"rule": "evidence-older", "reason": "the same build is in service", "by": "S. Safety"}
    aside = folder(
        tmp_path / "waived",
        base,
        {**edits, "evidence_items.EV.waive": [waived]},
        {"record.csv": record(2025)},
    )
    assert '"severity": "waived"' in call("check", aside, "--json")[1]
    assert "older than the release" not in " ".join(call("assess", aside, "--all")[1].split())
