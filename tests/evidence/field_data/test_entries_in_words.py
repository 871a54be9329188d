"""Entries of a record that are one day twice, hold remarks, or hours that are those of the calendar."""

from __future__ import annotations

from pathlib import Path

import pytest
from casegen_evidence.dependability.scenarios import read_counts
from casegen_evidence.field_data.reading import read
from casegen_evidence.method import InputProblem
from casegen_evidence.signs import Intake


def intake_of(at: Path, rows: list[tuple[str, float, int]], exposure: str = "demands") -> Intake:
    """What is read, and seen, of a record."""
    lines = (f'"{entry}",{size:g},{failures}' for entry, size, failures in rows)
    (at / "r.csv").write_text(f"entry,{exposure},failures\n" + "\n".join(lines) + "\n")
    intake = Intake()
    read(at / "r.csv", exposure, whole=exposure != "hours", intake=intake)
    return intake


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ("3 March 2026", "2026-03-03"),
        ("March 3, 2026", "3.3.2026"),
        ("3. März 2026", "2026-03-03"),
        ("rig B, 3 Mar 2026", "rig B 2026-03-03"),
        ("2026-03-03", "2026/3/3"),
    ],
)
def test_one_day_in_two_ways_is_refused(tmp_path: Path, first: str, again: str) -> None:
    with pytest.raises(InputProblem, match="holds the period"):
        intake_of(tmp_path, [(first, 4000, 0), (again, 4000, 0), ("4 April 2026", 3990, 1)])


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("3 March 2026", "2026-03-04"),
        ("rig A, 3 March 2026", "rig B, 2026-03-03"),
        ("3 March 2026 morning", "2026-03-03 afternoon"),
        ("3 March 2025", "2026-03-03"),
        ("1/2/2026", "2026-01-02"),
        ("version 2.3.2026", "rig 2026-03-02"),
    ],
)
def test_two_days_or_two_rigs_are_read(tmp_path: Path, first: str, other: str) -> None:
    assert intake_of(tmp_path, [(first, 4000, 0), (other, 4017, 0), ("4 April 2026", 3990, 1)]).read


@pytest.mark.parametrize(
    ("entry", "asks"),
    [
        ("buoy (pier: 37 failures, see mail)", True),
        ("quay, the two stops of Monday not counted", True),
        ("quay, 3 crashes", True),
        ("tank tests 2025", False),
        ("test vehicle 2, north harbour", False),
        ("fault injection 3", False),
    ],
)
def test_entries_that_are_remarks_are_asked_about(tmp_path: Path, entry: str, asks: bool) -> None:
    asked = intake_of(tmp_path, [("pier", 4000, 0), (entry, 4100, 1)]).read[-1]["asked"]
    assert asked == ([f"line 3 is called {entry!r}"] if asks else [])


@pytest.mark.parametrize(
    ("hours", "asks"),
    [((8760, 8760, 8784), True), ((744, 672, 744, 720), True), ((2160, 2184), True), ((8121, 8341, 8760), False),
     ((1200, 2400, 4800), False), ((720,), False), ((8760,), True)],
)  # fmt: skip
def test_all_hours_of_the_calendar_are_asked_about(
    tmp_path: Path, hours: tuple[int, ...], asks: bool
) -> None:
    rows = [(f"V{'abcdef'[k]}", float(h), 0) for k, h in enumerate(hours)]
    assert bool(intake_of(tmp_path, rows, "hours").read[-1]["asked"]) == asks


def test_runs_of_other_conditions_are_listed(tmp_path: Path) -> None:
    (tmp_path / "o.csv").write_text(
        "condition,outcome,count\nsite,success,900\nsite,harmful failure,1\nyard,success,400\nyard,harmful failure,90\n"
    )
    intake = Intake()
    assert read_counts(tmp_path / "o.csv", "site", intake=intake) == (900, 0, 1)
    assert intake.read[-1]["not_read"] == ["runs of condition 'yard' (success 400, harmful failure 90)"]


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        (("guard v1 quay", "guard v1 buoy", "guard v2 quay"), ["entries name v1 and v2"]),
        (("quay (v2.1)", "quay (v2.3)"), ["entries name v2.1 and v2.3"]),
        (("guard v2 quay", "guard v2 buoy"), []),
        (("v1", "v2"), []),
        (("vehicle V1", "vehicle V2"), []),
    ],
)
def test_entries_of_several_versions_are_asked_about(
    tmp_path: Path, entries: tuple[str, ...], said: list[str]
) -> None:
    rows = [(entry, 4000.0 + 17 * k, 0) for k, entry in enumerate(entries)]
    assert intake_of(tmp_path, rows).read[-1]["asked"] == said
