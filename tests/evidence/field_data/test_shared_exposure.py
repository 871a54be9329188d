"""Entries that are kinds of failure of the same demands or hours: each would add the exposure again."""

from __future__ import annotations

from pathlib import Path

import pytest
from casegen_evidence.field_data.reading import read
from casegen_evidence.signs import Intake

Rows = tuple[tuple[str, float, int], ...]
SIGN = "sign-shared-exposure"


def messages(folder: Path, rows: Rows, exposure: str = "demands", entry: str = "entry") -> list[str]:
    """What is said of an exposure that rows share, in a record with these rows."""
    text = "".join(f"{name},{size:.12g},{failed}\n" for name, size, failed in rows)
    (folder / "r.csv").write_text(f"{entry},{exposure},failures\n" + text)
    intake = Intake()
    columns = {} if entry == "entry" else {"columns": {"entry": entry}}
    read(folder / "r.csv", exposure, whole=exposure != "hours", declared=columns, intake=intake)
    return [sign.message for sign in intake.signs if sign.name == SIGN]


SHARED: dict[str, tuple[str, str, Rows]] = {
    "components": ("demands", "entry", (("sensor", 6130, 1), ("motor", 6130, 0), ("latch", 6130, 1))),
    "modes": ("demands", "entry", (("sensor drift", 6137, 2), ("motor stall", 6137, 0), ("latch jam", 6137, 1))),
    "modes-in-hours": ("hours", "entry", (("bearing wear", 6137, 2), ("seal leak", 6137, 0), ("encoder loss", 6137, 3))),
    "round": ("demands", "entry", (("sensor drift", 6000, 2), ("motor stall", 6000, 0), ("latch jam", 6000, 1))),
    "two": ("demands", "entry", (("stuck open", 6137, 2), ("stuck closed", 6137, 1))),
    "german": ("hours", "entry", (("Lagerverschleiß", 8000, 2), ("Dichtungsleck", 8000, 0), ("Kabelbruch", 8000, 1))),
    "column": ("hours", "failure_mode", (("A", 600, 2), ("B", 600, 0), ("C", 600, 1))),
    "column-in-german": ("hours", "Ausfallart", (("A", 600, 2), ("B", 600, 0), ("C", 600, 1))),
    "among-others": ("hours", "failure mode", (("wear", 6137, 2), ("leak", 6137, 0), ("short", 2011, 1))),
}  # fmt: skip
OF_ONE_UNIT = {
    "number": ("pump 1 seal leak", "pump 1 bearing seized", "pump 1 motor burnt"),
    "code": ("P-101 seal leak", "P-101 bearing seized", "P-101 motor burnt"),
    "letter": ("Pump A seal", "Pump A bearing", "Pump A motor"),
    "prefix": ("A-seal", "A-bearing", "A-motor"),
    "suffix": ("seal leak A", "bearing seized A", "motor burnt A"),
    "colon": ("rover 2: stuck", "rover 2: blind", "rover 2: deaf"),
    "words": ("unit A: no start", "unit A: stops", "unit A: noise"),
    "noun": ("pump seal", "pump bearing", "pump motor"),
    "joined": ("pump1_seal", "pump1_bearing"),
    "brackets": ("seal (pump 1)", "bearing (pump 1)"),
    "two-units": ("pump 1 seal", "pump 2 seal", "pump 1 motor", "pump 2 motor"),
}
OF_SEVERAL_UNITS = {
    "numbers": ("pump 1", "pump 2", "pump 3"),
    "sides": ("unit 7 left", "unit 7 right"),
    "channels": ("unit 7 ch A", "unit 7 ch B"),
    "sites": ("pump 1 Kiel", "pump 2 Oslo", "pump 3 Rostock"),
    "conditions": ("scenes 2 rain", "scenes 2 fog", "scenes 2 night"),
    "letters": ("p1 a", "p1 b", "p1 c"),
}


@pytest.mark.parametrize("name", OF_ONE_UNIT)
def test_kinds_of_failure_of_one_unit_are_doubted(name: str, tmp_path: Path) -> None:
    rows = tuple((entry, 40123, k % 2) for k, entry in enumerate(OF_ONE_UNIT[name]))
    assert len(messages(tmp_path, rows, "hours")) == 1


@pytest.mark.parametrize("name", OF_SEVERAL_UNITS)
def test_units_of_one_exposure_are_not(name: str, tmp_path: Path) -> None:
    rows = tuple((entry, 40123, k % 2) for k, entry in enumerate(OF_SEVERAL_UNITS[name]))
    assert not messages(tmp_path, rows, "hours")


@pytest.mark.parametrize("name", OF_ONE_UNIT)
def test_planned_hours_are_not(name: str, tmp_path: Path) -> None:
    rows = tuple((entry.replace("leak", "side"), 8760, k % 2) for k, entry in enumerate(OF_ONE_UNIT[name]))
    assert not messages(tmp_path, rows, "hours")


OF_THEIR_OWN: dict[str, tuple[str, str, Rows]] = {
    "rigs": ("demands", "entry", (("rig A", 100, 0), ("rig B", 100, 0), ("rig C", 100, 0))),
    "valves": ("demands", "entry", tuple((f"valve {k}", 1213, 0) for k in range(1, 9))),
    "months": ("hours", "entry", (("Jan 2025", 744, 0), ("Mar 2025", 744, 0), ("May 2025", 744, 1))),
    "letters": ("demands", "entry", (("A", 2137, 0), ("B", 2137, 0), ("C", 2137, 1))),
    "sites": ("demands", "entry", (("pier", 2000, 0), ("quay", 2000, 0), ("lock", 2000, 1))),
    "two-sites": ("demands", "entry", (("tank", 2413, 1), ("barrel", 2413, 0))),
    "unlike-exposures": ("hours", "failure_mode", (("wear", 6137, 2), ("leak", 4022, 0), ("short", 2011, 1))),
    "a-short-test": ("demands", "entry", (("short run", 500, 0), ("long run", 500, 0))),
}  # fmt: skip


@pytest.mark.parametrize("name", SHARED)
def test_an_exposure_that_kinds_of_failure_share_is_doubted(name: str, tmp_path: Path) -> None:
    exposure, entry, rows = SHARED[name]
    said = messages(tmp_path, rows, exposure, entry)
    assert len(said) == 1
    assert repr(rows[0][0]) in said[0]
    assert repr(rows[1][0]) in said[0]


@pytest.mark.parametrize("name", OF_THEIR_OWN)
def test_units_of_one_plan_are_not(name: str, tmp_path: Path) -> None:
    exposure, entry, rows = OF_THEIR_OWN[name]
    assert not messages(tmp_path, rows, exposure, entry)
