"""Entries that stand for nothing, carry a footnote or name several programs, meters that were reset, files of tuning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from casegen_evidence.field_data.reading import read
from casegen_evidence.signs import Intake

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_answers import answers, confusion, performance
from tests.false_support.test_reports import reported

ITEM = "evidence_items.EV"


def signs(at: Path, rows: str, head: str = "entry,demands,failures", **declared: Any) -> list[str]:
    """Names of the signs of a record; ``rows`` are apart by blanks that follow a semicolon."""
    path, intake = at / "record.csv", Intake()
    path.write_text("\n".join([head, *rows.split("; ")]) + "\n", "utf-8")
    read(path, "demands", whole=True, declared=declared, intake=intake)
    return [sign.name.removeprefix("sign-") for sign in intake.signs]


DOUBTED = {
    **{f"stands-for-nothing: {n}": (f"{n},5000,0; run 1,2100,0; run 2,2050,1", "marked-rows")
       for n in ("xxx", "example", "Beispiel 1", "Musterzeile", "foo", "lorem ipsum", "ejemplo", "dummy", "dummy row", "e.g. pier 3")},
    **{f"footnote: {n}": (f"{n},4100,0; buoy,3150,1", "marked-rows")
       for n in ("quay†", "quay*", "quay **", "quay¹", "* quay", "quay*)", "quay ²)")},
    **{f"booked or pasted: {n}": (f"{n},4100,0; buoy,3150,1", "marked-rows")
       for n in ("dito", "ditto", "#NAME?", "########", "carried forward", "Brought forward 2", "Übertrag", "adjustment", "Korrekturbuchung")},
    **{f"in other words: {n}": (f"{n},4100,0; bouée,3150,1", "marked-rows")
       for n in ("quai (annulé)", "prévu", "estimation", "simulación", "muelle anulado", "molo previsto", "essais simulés")},
    "all with a footnote": ("quay†,4100,0; buoy†,3150,1", "marked-rows"),
    "programs": ("sw 2.3 run 1,2100,0; sw 2.3 run 2,2050,1; sw 1.9 run 1,5000,0", "several-systems"),
    "firmware": ("FW v4 north,2100,0; FW v4 south,2050,1; FW v3 north,5000,0", "several-systems"),
    **{f"programs: {a}, {b}": (f"{a},2100,0; {b},2050,1", "several-systems")
       for a, b in (("build 2.3", "build 1.9"), ("v2.3", "v1.9"), ("quay V2.3.1", "pier V2.4.0"), ("release 2.3", "release 1.9"),
                    ("commit 8f2ac1d", "commit 77ab01e"), ("rev. 2.0 north", "rev. 2.1 north"), ("version 3", "version 4"), ("build 1043", "build #1051"),
                    ("v2.3 build 7", "v2.3 build 8"), ("git@8f2ac1d0", "git@77ab01e2"))},
    **{f"not sure: {n}": (f"{n},5000,0; run 1,2100,0; run 2,2050,1", "marked-rows")
       for n in ("unit 1 tbc", "unit 1 ~", "quay ?", "~ quay", "quay (preliminary)", "spare unit (never used)", "demo for customer", "Demo bei Kunde X",
                 "pier (to be confirmed)", "unit 4 - never installed")},
    **{f"a part: {n}": (f"quay,5000,1; {n},2100,0; pier,2050,1", "sum-of-rows")
       for n in ("of which rain", "davon Regen", "thereof nights", "dont pluie", "(davon nachts)")},
    "software in words": ("pier (software 2.3),2100,0; quay (Software 2.4),2050,1", "several-systems"),
    "a meter that was reset": (
        "visit 1,900,0; visit 2,1810,0; visit 3,2705,1; visit 4,3630,1; visit 5,400,0; visit 6,830,0; visit 7,1212,0", "running-total"),
}  # fmt: skip
PLAIN = {
    **{n: f"{n},5000,0; run 1,2100,0; run 2,2050,1"
       for n in ("quai nord", "Forward pier", "Ditton", "#3 quay", "correction plant 2", "esclusa 4", "prévention", "XX-3 north", "Example Street 4", "foot path", "sample 3", "Musterstadt", "dummy load north", "pedestrian dummy 30 km/h", "crash dummy")},
    **{f"no footnote: {n}": f"{n},4100,0; buoy,3150,1"
       for n in ("A*", "D* planner", "hall 40 m²", "tank 3 m³", "2*3 grid", "quay (1)", "x²", "CO²")},
    **{f"no programs: {a}, {b}": f"{a},2100,0; {b},2050,1"
       for a, b in (("v1", "v2"), ("building 3", "building 4"), ("pier 2.3", "pier 1.9"), ("revised plan a", "revised plan b"), ("V2 north", "V3 north"),
                    ("v2.3 north", "v2.3 south"), ("commit a team", "commit b team"), ("ward 4.1", "ward 4.2"), ("rev counter 1", "rev counter 2"))},
    **{f"sure: {n}": f"{n},5000,0; run 1,2100,0; run 2,2050,1"
       for n in ("preliminary clarifier", "demo plant", "demolition site", "provisional bridge", "never-ending loop", "Davoner Platz", "unit A~B", "which way")},
    "one program": "sw 2.3 run 1,2100,0; sw 2.3 run 2,2050,1; sw 2.3 run 3,5000,0",
    "one program, named once": "sw 2.3 run 1,2100,0; run 2,2050,1; run 3,5000,0",
    "releases of a product": "release 1,2100,0; release 2,2050,1",
    "levels of a design": "run 1,1000,0; run 2,2000,0; run 3,3000,1; run 4,1000,0; run 5,2000,0; run 6,3000,0",
    "runs": "visit 1,900,0; visit 2,910,0; visit 3,895,1; visit 4,925,0; visit 5,400,0; visit 6,430,0; visit 7,382,0",
}  # fmt: skip


@pytest.mark.parametrize("name", ["bench", "bench 1", "simulated", "planned", "HIL runs", "xxx"])
def test_what_is_said_of_a_doubted_entry_is_true_of_tests_that_were_run(name: str, tmp_path: Path) -> None:
    path, intake = tmp_path / "record.csv", Intake()
    path.write_text(f"entry,demands,failures\n{name},3010,0\nfurther,3202,0\n", "utf-8")
    read(path, "demands", whole=True, declared={}, intake=intake)
    (sign,) = [sign for sign in intake.signs if sign.name.removeprefix("sign-") == "marked-rows"]
    assert f"{name!r} counts as if it had been run in operation" in str(sign)


@pytest.mark.parametrize("name", DOUBTED)
def test_entries_that_are_doubted(name: str, tmp_path: Path) -> None:
    rows, sign = DOUBTED[name]
    assert sign in signs(tmp_path, rows)


@pytest.mark.parametrize("name", PLAIN)
def test_entries_like_them_that_are_not(name: str, tmp_path: Path) -> None:
    assert not signs(tmp_path, PLAIN[name])


@pytest.mark.parametrize(
    ("column", "doubted"), [("failures*", True), ("failures ¹", True), ("failures", False)]
)
def test_a_column_with_a_footnote(column: str, doubted: bool, tmp_path: Path) -> None:
    named = {"columns": {"failures": column}} if doubted else {}
    said = signs(tmp_path, "quay,4100,0; buoy,3150,1", f"entry,demands,{column}", **named)
    assert ("marked-rows" in said) == doubted


FILES = {"trainval": True, "train_val": True, "fit_set": True, "fitting_data": True, "trainval_answers": True,
         "learning-set": True, "calibration_set": True, "valset": True, "fit": True, "fitness": False, "valve_set": False,
         "retrained": False, "outfit_images": False, "profit_data": False, "tuning": True, "dev_split": True, "answers-devset": True, "hyperparameters": True, "dev": True,
         "answers-of-may": False, "device-4": False, "fortune": False, "tuned-net-answers": False}  # fmt: skip


@pytest.mark.parametrize("stem", FILES)
def test_a_file_of_rows_that_something_was_chosen_on(stem: str, tmp_path: Path) -> None:
    case = edited(confusion(), {f"{ITEM}.inputs.predictions": f"{stem}.csv"})
    at = folder(tmp_path / "c", case, {}, {f"{stem}.csv": answers(3)})
    if FILES[stem]:
        must_not_hold(at, "sign-training-file")
    else:
        must_hold(at)


RECORDS = {"p_training": True, "tuning": True, "dev": True, "record_train": True, "train": True, "validation_set": True,
           "train_passages": False, "trains": False, "drive-train": False, "powertrain": False, "validation-2026": False}  # fmt: skip


@pytest.mark.parametrize("stem", RECORDS)
def test_a_record_that_something_was_chosen_on(stem: str, tmp_path: Path) -> None:
    path, intake = tmp_path / f"{stem}.csv", Intake()
    path.write_text("entry,demands,failures\nnorth,4100,0\nsouth,3150,1\n", "utf-8")
    read(path, "demands", whole=True, declared={}, intake=intake)
    assert ("sign-training-file" in [sign.name for sign in intake.signs]) == RECORDS[stem]


@pytest.mark.parametrize(
    ("light", "doubted"),
    [("k. A.", True), ("TBD", True), ("n/a", True), ("unbekannt", True), ("dusk", False)],
)
def test_a_scenario_whose_condition_nobody_recorded(light: str, doubted: bool, tmp_path: Path) -> None:
    rows = "light,correct\n" + "day,1\n" * 600 + f"{light},1\n" * 300 + "night,1\n" * 600
    at = folder(tmp_path / "c", performance(), {}, {"p.csv": rows})
    if doubted:
        must_not_hold(at, "sign-category-of-unknown")
    else:
        must_hold(at)


def test_an_entry_with_a_footnote_supports_nothing(tmp_path: Path) -> None:
    record = {"record.csv": "entry,demands,failures\nquay*,4000,0\nbuoy,4000,1\n"}
    must_not_hold(folder(tmp_path / "c", measured(), {}, record), "footnote")


@pytest.mark.parametrize(
    ("trials", "doubted"), [(99_999, True), (999_999, True), (99_990, False), (100_000, False)]
)
def test_a_number_of_trials_that_is_a_code(trials: int, doubted: bool, tmp_path: Path) -> None:
    edits = reported(count="/wrong", trials="/n")
    at = folder(tmp_path / "c", measured(), edits, {"report": f'{{"wrong": 1, "n": {trials}}}'})
    if doubted:
        must_not_hold(at, "sign-code-for-missing")
    else:
        must_hold(at)
