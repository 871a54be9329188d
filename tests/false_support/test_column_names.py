"""Names of columns and of entries that admit that something was left out, or never run."""

from __future__ import annotations

from pathlib import Path

import pytest
from casegen_evidence.field_data.reading import read
from casegen_evidence.method import InputProblem
from casegen_evidence.signs import Intake


def signs_of(at: Path, text: str, exposure: str = "demands", **columns: str) -> dict[str, str]:
    """The signs of a record, with their messages."""
    (at / "r.csv").write_text(text, encoding="utf-8")
    intake = Intake()
    declared = {"columns": columns} if columns else {}
    read(at / "r.csv", exposure, whole=exposure != "hours", declared=declared, intake=intake)
    return {sign.name: sign.message for sign in intake.signs}


@pytest.mark.parametrize(
    "name",
    [
        "confirmed failures", "net failures", "repeat failures", "failures closed", "new failures", "failures (excl. operator)",
        "dangerous undetected failures", "attributable failures", "relevant failures", "verified_failures", "bestätigte Ausfälle",
        "failures w/o weather", "Ausfälle netto", "neue Ausfälle", "chargeableFailures", "failures less duplicates",
        "behobene Ausfälle", "anerkannte Ausfälle", "hardware failures",
    ],
)  # fmt: skip
def test_a_column_of_some_failures_is_doubted(tmp_path: Path, name: str) -> None:
    seen = signs_of(tmp_path, f"entry,demands,{name}\nA,1810,0\nB,2403,1\n", failures=name)
    assert name in seen["sign-part-of-the-count"]


@pytest.mark.parametrize(
    "name",
    [
        "failures of the brake", "Ausfälle", "failed stops", "number of failures", "valve failures", "observed failures", "all failures",
        "pump failures", "failures (total)", "recorded failures", "Fehlauslösungen", "brake_failures", "network failures",
        "Lagerausfälle", "failures in operation",
    ],
)  # fmt: skip
def test_a_column_of_failures_is_read(tmp_path: Path, name: str) -> None:
    assert "sign-part-of-the-count" not in signs_of(
        tmp_path, f"entry,demands,{name}\nA,1810,0\nB,2403,1\n", failures=name
    )


@pytest.mark.parametrize(
    ("exposure", "name"),
    [
        ("demands", "demands cumulated"), ("demands", "cumulative demands"), ("hours", "kumulierte Stunden"), ("hours", "rated hours"), ("hours", "contract hours"), ("hours", "hours since new"), ("hours", "powered-off hours"),
        ("hours", "Sollstunden"), ("hours", "Nennstunden"), ("hours", "design hours"), ("hours", "netto hours"),
        ("demands", "sold"), ("demands", "accepted demands"), ("demands", "valid demands"), ("demands", "demands (excl. rain)"),
        ("demands", "verkaufte Geräte"), ("hours", "hours off"), ("hours", "mean hours"), ("hours", "maintenance hours"),
        ("demands", "required demands"), ("demands", "demands without rain"),
    ],
)  # fmt: skip
def test_a_column_of_what_was_not_run_is_doubted(tmp_path: Path, exposure: str, name: str) -> None:
    text = f"entry,{name},failures\nA,1810,0\nB,2403,1\n"
    assert name in signs_of(tmp_path, text, exposure, **{exposure: name})["sign-part-of-the-count"]


@pytest.mark.parametrize(
    ("exposure", "name"),
    [
        ("hours", "operating hours"), ("hours", "Betriebsstunden"), ("hours", "engine hours"), ("hours", "flight hours"),
        ("hours", "hours run"), ("demands", "emergency stops"), ("demands", "brakings"), ("demands", "Anforderungen"),
        ("demands", "start requests"), ("demands", "n"), ("hours", "plant hours"), ("demands", "closed loops"), ("hours", "logged hours"),
        ("demands", "new orders"), ("demands", "software calls"), ("hours", "hours in service"), ("hours", "offshore hours"),
    ],
)  # fmt: skip
def test_a_column_of_what_was_run_is_read(tmp_path: Path, exposure: str, name: str) -> None:
    text = f"entry,{name},failures\nA,1810,0\nB,2403,1\n"
    assert "sign-part-of-the-count" not in signs_of(tmp_path, text, exposure, **{exposure: name})


ENTRIES = [
    "A (excluding rain)", "A (excl. operator errors)", "A (after fix)", "A (only dry)", "A w/o rain days", "A, ohne Regentage",
    "A (false alarms removed)", "A (cleaned)", "A (re-run)", "A - 3 events under investigation", "A (3 open)", "best of A", "A, best 5 runs",
    "A ex. weekends", "A without the failed runs", "A (bereinigt)", "nur A", "A exkl. Wartung", "A (nach Reparatur)", "A_filtered", "rerun of A",
]  # fmt: skip


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_that_admits_a_selection_is_doubted(tmp_path: Path, name: str) -> None:
    for text in (f'"{name}",1810,0\nB,2403,0\n', f'"{name}",1810,0\n"{name} 2",2403,0\n'):
        message = signs_of(tmp_path, "entry,demands,failures\n" + text)["sign-marked-rows"]
        assert name in message
        assert "r.csv:2, column entry" in message


@pytest.mark.parametrize(
    "name",
    [
        "sim A", "dry run A", "hindcast A", "goal 2026", "contract quota", "Soll 2026", "HIL 3", "A (SiL)", "test bench A", "digital twin A",
        "Trockenlauf A", "simulator 2", "backtest 2025", "mock-up A", "Ziel 2026",
    ],
)  # fmt: skip
def test_an_entry_that_was_not_run_in_operation_is_doubted(tmp_path: Path, name: str) -> None:
    assert (
        name in signs_of(tmp_path, f"entry,demands,failures\n{name},1810,0\nB,2403,0\n")["sign-marked-rows"]
    )


@pytest.mark.parametrize(
    "name",
    [
        "quay 4", "harbour trial", "SIM card writer", "Silo 3", "Hilda", "train without driver", "best western hotel", "Goalkeeper system",
        "open sea", "open water 3", "ship without trailer", "repair shop 2", "Exeter", "ex-navy tug", "target drone 3", "fixed platform",
        "Zielbahnhof", "Onley quay", "clean room 2", "Solldorf", "Nurburg", "line 3 open", "Zug ohne Lok",
    ],
)  # fmt: skip
def test_an_entry_with_a_plain_name_is_read(tmp_path: Path, name: str) -> None:
    assert "sign-marked-rows" not in signs_of(tmp_path, f"entry,demands,failures\n{name},1810,0\nB,2403,0\n")


@pytest.mark.parametrize(
    "name", ["A*", "A [1]", "A¹", "quay [1]", "3†", "A (1)", "7*", "A²", "*A", "quay(a)", "quay [b]"]
)
def test_a_footnote_beside_one_letter_is_doubted_at_its_place(tmp_path: Path, name: str) -> None:
    message = signs_of(tmp_path, f"entry,demands,failures\nB,1810,0\n{name},2403,0\n")["sign-marked-rows"]
    assert name in message
    assert "r.csv:3, column entry" in message


@pytest.mark.parametrize(
    "text",
    [
        "A*,1810,0\nDijkstra,2403,0\n",
        "pump [1],1810,0\npump [2],2403,0\n",
        "pump (1),1810,0\npump (2),2403,0\n",
        "hall 40 m²,1810,0\nB,2403,0\n",
        "pump [1],1810,0\npump [2],2403,0\nvalve,1810,0\n",
        "rig (a),1810,0\nrig (b),2403,0\n",
    ],
)
def test_numbers_in_brackets_and_algorithms_are_no_footnotes(tmp_path: Path, text: str) -> None:
    assert "sign-marked-rows" not in signs_of(tmp_path, "entry,demands,failures\n" + text)


@pytest.mark.parametrize("cell", ["0*", "0a", "0 (1)", "3†", "0¹", "0 [1]", "*0", "0 a", "0^1"])
def test_a_footnote_in_a_number_is_refused_at_its_place(tmp_path: Path, cell: str) -> None:
    with pytest.raises(InputProblem, match=r"r\.csv:3, column failures: .*footnote"):
        signs_of(tmp_path, f"entry,demands,failures\nA,1810,0\nB,2403,{cell}\n")


def test_rows_that_were_pasted_twice_are_no_statistics(tmp_path: Path) -> None:
    rows = "{0} A,1813,0\n{0} B,1944,0\n{0} C,2403,1\n"
    seen = signs_of(tmp_path, "entry,demands,failures\n" + rows.format("rig") + rows.format("quay"))
    assert "sign-repeated-entries" in seen
    assert "sign-sum-of-rows" not in seen


@pytest.mark.parametrize(
    ("exposure", "asked", "name"),
    [
        ("missions", "missions", "frames"), ("missions", "missions", "demands"), ("missions", "missions", "images"),
        ("demands", "failures", "failure types"), ("demands", "failures", "failed units"), ("demands", "failures", "fault codes"),
        ("demands", "failures", "units with failures"), ("missions", "failures", "failed vehicles"),
    ],
)  # fmt: skip
def test_a_column_of_another_thing_is_doubted(tmp_path: Path, exposure: str, asked: str, name: str) -> None:
    heads = {exposure: exposure, "failures": "failures"} | {asked: name}
    text = f"entry,{heads[exposure]},{heads['failures']}\nA,1810,0\nB,2403,1\n"
    assert name in signs_of(tmp_path, text, exposure, **{asked: name})["sign-part-of-the-count"]


@pytest.mark.parametrize(
    ("exposure", "asked", "name"),
    [
        ("missions", "missions", "dives"), ("missions", "missions", "flights"), ("missions", "missions", "trips"),
        ("demands", "demands", "frames"), ("demands", "failures", "failed stops"), ("missions", "failures", "failed missions"),
        ("missions", "missions", "sample missions"), ("demands", "failures", "aborts"),
    ],
)  # fmt: skip
def test_a_column_of_the_same_thing_is_read(tmp_path: Path, exposure: str, asked: str, name: str) -> None:
    heads = {exposure: exposure, "failures": "failures"} | {asked: name}
    text = f"entry,{heads[exposure]},{heads['failures']}\nA,1810,0\nB,2403,1\n"
    assert "sign-part-of-the-count" not in signs_of(tmp_path, text, exposure, **{asked: name})


def hours_of(at: Path, name: str, unit: str) -> dict[str, str]:
    """The signs of a record whose column ``name`` is declared to hold hours in ``unit``."""
    (at / "r.csv").write_text(f"entry,{name},failures\nA,1810.5,0\nB,2403,1\n", encoding="utf-8")
    intake, declared = Intake(), {"columns": {"hours": name}, "units": {"hours": unit}}
    read(at / "r.csv", "hours", whole=False, declared=declared, intake=intake)
    return {sign.name: sign.message for sign in intake.signs}


def test_what_is_no_time_is_not_read_as_hours(tmp_path: Path) -> None:
    for name in ("distance [km]", "km"):
        with pytest.raises(InputProblem, match="which is no time"):
            hours_of(tmp_path, name, "h")
        assert "sign-part-of-the-count" not in hours_of(tmp_path, name, "0.02")
    assert "sign-part-of-the-count" in hours_of(tmp_path, "cycles", "h")
    for name, unit in (("cycles", "0.01"), ("operating time", "h"), ("hours of trips", "h")):
        assert "sign-part-of-the-count" not in hours_of(tmp_path, name, unit)
