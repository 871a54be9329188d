"""Twenty tables as engineers have them: no error, no warning, and the claim holds."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import edited, folder, must_hold, parameters
from tests.false_support.bases import measured
from tests.false_support.test_answers import answers, confusion, monitor, outcomes, performance
from tests.false_support.test_points import CLEAR, X
from tests.false_support.test_points import base as points
from tests.false_support.test_points import table as point_table
from tests.false_support.test_reading import workbook
from tests.false_support.test_scenario_tables import base as scenarios
from tests.false_support.test_scenario_tables import rows as scenario_rows
from tests.false_support.test_scenario_tables import worded

ITEM = "evidence_items.EV"
RNG = np.random.default_rng(11)
HOURS: dict[str, Any] = {
    f"{ITEM}.method": "operating-record",
    "claims.C1.text": "The range guard fails at most once in 1,000 hours",
    "claims.C1.requirement.kind": "rate-per-hour",
    "claims.C1.requirement.measure.measure": "rate",
}
LOOSE: dict[str, Any] = {
    "claims.C1.requirement.bound": 0.01,
    "claims.C1.text": "It fails rarely enough for its use",
}
Case = tuple[dict[str, Any], dict[str, Any], dict[str, "str | bytes"]]


def record(text: str | bytes, edits: dict[str, Any] | None = None, name: str = "record.csv") -> Case:
    return measured(), {**(edits or {}), f"{ITEM}.inputs.record": name}, {name: text}


def months() -> str:
    """A year of a fleet, exported in German: decimal comma, thousands, dates, remarks."""
    rows = ["Monat;Betriebsstunden;Ausfälle;Bemerkung"]
    for k in range(1, 13):
        value = f"{1000 + 37.5 * (k * 7 % 12):,.1f}".replace(",", "_").replace(".", ",").replace("_", ".")
        rows.append(f"2025-{k:02};{value};{int(k == 5)};{'Wartung nach Plan' if k == 3 else ''}")
    return "\r\n".join(rows) + "\r\n" + ";;;\r\n" * 40


def fleet(n: int = 400) -> str:
    hours = RNG.gamma(20, 60, n).round(1)
    failed = RNG.random(n) < 0.01
    lines = [
        f"SN-{1000 + k},{h},{int(f)},harbour {k % 3}"
        for k, (h, f) in enumerate(zip(hours, failed, strict=True))
    ]
    return "serial,flight hours,failures,base\n" + "\n".join(lines)


def predictions(n: int = 5000) -> str:
    """What a test script writes: image, score, labels by integer, a weather column nobody uses."""
    names = ["background", "pedestrian", "vehicle"]
    true = RNG.integers(0, 3, n)
    wrong = RNG.random(n) < 0.004
    said = np.where(wrong, (true + 1) % 3, true)
    scores = RNG.beta(9, 1, n)
    lines = [f"run7/img_{k:05}.png,{names[t]},{names[s]},{p:.4f},{'rain' if k % 4 == 0 else 'dry'},2026-03-0{1 + k % 9}"
             for k, (t, s, p) in enumerate(zip(true, said, scores, strict=True))]  # fmt: skip
    return "image,y_true,y_pred,score,weather,date\n" + "\n".join(lines) + "\n"


def runs(n: int = 4000) -> str:
    x, modes = scenario_rows(n)
    words = worded(modes, ("ok", "missed goal", "collision"))
    return "run;v;y;result;operator\n" + "".join(
        f"{k};{a:.3f};{b:.3f};{w};{'Ann' if k % 2 else 'Bob'}\n"
        for k, ((a, b), w) in enumerate(zip(x, words, strict=True), 1)
    )


def grouped() -> dict[str, str]:
    lines = point_table(X, CLEAR)["points.csv"].splitlines()
    rows = [f"{line},patient {k}" for k, line in enumerate(lines[1:])]
    return {"points.csv": "\n".join([lines[0] + ",patient", *rows]) + "\n"}


DATED: list[list[Any]] = [
    ["entry", "demands", "failures", "tested on", "tester"],
    ["north pier", 2400, 1, datetime.date(2026, 3, 4), "Ann"],
    ["south pier", 2400, 0, datetime.date(2026, 3, 5), None],
    ["buoy", 1800, 1, datetime.date(2026, 3, 9), "Bob"],
    ["wreck", 1400.0, 0, None, "Bob"],
    [None] * 5, [None] * 5,
]  # fmt: skip
MAPPED = {f"{ITEM}.columns": {"true": "y_true", "predicted": "y_pred"}}
GERMAN = {f"{ITEM}.columns": {"entry": "Monat", "hours": "Betriebsstunden", "failures": "Ausfälle"},
          f"{ITEM}.decimal": ",", f"{ITEM}.thousands": ".", f"{ITEM}.parameters.population": "two lines of a plant"}  # fmt: skip
MODES = {"ok": "success", "missed goal": "task failure", "collision": "harmful failure"}
CASES: dict[str, Case] = {
    "german-export-utf8": record(months().encode("utf-8-sig"), HOURS | GERMAN),
    "german-export-windows": record(months().encode("cp1252"), HOURS | GERMAN | {f"{ITEM}.encoding": "cp1252"}),
    "excel-with-dates": record(workbook(DATED, {"read me": [["Tests of March"]]}), {f"{ITEM}.sheet": "Data"}, "tests.xlsx"),
    "tsv": record("entry\tdemands\tfailures\ttime\nA-01\t4000\t0\t09:30\nA-02\t4000\t1\t11:45\n", {}, "record.tsv"),
    "fleet-by-serial-number": record(fleet(), HOURS | {f"{ITEM}.columns": {"entry": "serial", "hours": "flight hours"}}),
    "quarters": record("entry,demands,failures\n" + "".join(f"Q{1 + k % 4} {2023 + k // 4},{900 + 41 * (k * 5 % 7)},{int(k == 4)}\n" for k in range(8))),
    "campaigns-with-notes": record(
        'entry,demands,failures,comment\n"Trial 1, calm sea",4000,0,"as planned; ""good"" visibility"\n"Trial 2, rough sea",3000,1,sensor excluded afterwards from other tests\n'),
    "missions": (measured(), {f"{ITEM}.method": "mission-record", "claims.C1.requirement.kind": "probability-per-mission",
                              "claims.C1.text": "A mission fails rarely enough", f"{ITEM}.inputs.record": "m.csv"},
                 {"m.csv": "entry,missions,failures\noperator A,5200,1\noperator B,4900,2\noperator C,3300,0\n"}),
    "one-number": record("entry,demands,failures\nall,9000,1\n"),
    "minutes": record("unit,run_min,failures\nu1,400000,1\nu2,310000,0\n",
                      HOURS | {f"{ITEM}.columns": {"entry": "unit", "hours": "run_min"}, f"{ITEM}.units": {"hours": "min"}}),
    "predictions-of-a-script": (confusion(), MAPPED, {"p.csv": predictions()}),
    "integer-labels": (confusion(labels={0: "background", 1: "pedestrian", 2: "vehicle"}), {},
                       {"p.csv": answers(3, {"background": "0", "pedestrian": "1", "vehicle": "2"})}),
    "one-class-under-two-words": (confusion(labels={"Pedestrian": "pedestrian"}), {},
                                  {"p.csv": answers(3).replace("pedestrian,pedestrian", "Pedestrian,Pedestrian", 90)}),
    "a-sample-of-many": (confusion(), MAPPED | {f"{ITEM}.rows": {"sample": 3000, "seed": 1}}, {"p.csv": predictions(20_000)}),
    "tested-by-light-and-road": (performance(by=["light", "road"], conditions={"light": ["day", "night"], "road": ["dry", "rain"]}, k=2), {},
                                 {"p.csv": "frame,light,road,correct\n" + "".join(f"{k},{a},{b},{int(k % 97 != 5)}\n" for a in ("day", "night") for b in ("dry", "rain") for k in range(400))}),
    "monitor-scores": (monitor(threshold=3.0), {}, {"o.csv": outcomes().replace("true,predicted,score", "true,predicted,score")}),
    "runs-in-words": (scenarios(), {f"{ITEM}.columns": {"outcome": "result"}, f"{ITEM}.labels": MODES, f"{ITEM}.delimiter": ";"}, {"tests.csv": runs()}),
    "points-by-patient": (points(group="patient", label="kind"), {"claims.C1.requirement.bound": 0.15}, grouped()),
    "points-with-row-names": (points(), {}, {"points.csv": "\n".join(
        (f"{k}," if k else ",") + line for k, line in enumerate(point_table(X, CLEAR)["points.csv"].splitlines())) + "\n"}),
    "numbers-in-exponents": record("entry,hours,failures\nfleet A,1.2E+04,1\nfleet B,9.85e3,0\n", HOURS),
    "a-short-record-of-nothing": record("entry;demands;failures\nseptember;10.000;0\n", {f"{ITEM}.thousands": ".", f"{ITEM}.decimal": ","}),
}  # fmt: skip


@pytest.mark.parametrize("name", parameters(CASES, {"a-sample-of-many"}))
def test_a_sensible_table_is_clean(name: str, tmp_path: Path) -> None:
    base, edits, files = CASES[name]
    must_hold(folder(tmp_path / name, edited(base, edits), {}, files))
