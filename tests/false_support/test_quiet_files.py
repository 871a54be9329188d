"""Files as engineers have them, with the columns and words of their trade beside what is read: no sign is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.dependability.method import DEPENDABILITY
from casegen_evidence.field_data.method import DEMANDS, HOURS, MISSIONS
from casegen_evidence.method import Run
from casegen_evidence.monitors.evaluation_method import EVALUATION
from casegen_evidence.nnmetrics.confusion_method import WEIGHTED_CONFUSION
from casegen_evidence.nnmetrics.performance_method import SCENARIO_PERFORMANCE
from casegen_evidence.reports.cobertura import COVERAGE_REPORT
from casegen_evidence.reports.junit import TEST_REPORT
from casegen_evidence.reports.reported_measure import REPORTED_MEASURE

from tests.false_support.test_columns_beside import answers, csv

N = 1200
RNG = np.random.default_rng(77)
TRUE, SAID, WRONG = answers(0.02, seed=21, n=N)
RIGHT = (~WRONG).astype(int)
ROADS = np.array(["urban", "rural", "motorway"])[RNG.integers(0, 3, N)]
ALARM = ((WRONG & (RNG.random(N) < 0.85)) | (RNG.random(N) < 0.05)).astype(int)
IDS = [f"{k:09d}.png" for k in np.sort(RNG.choice(10**8, N, replace=False))]
SEVERITIES = {
    "pedestrian": {"background": 1, "vehicle": 0.5}, "vehicle": {"background": 0.5, "pedestrian": 0.2},
    "background": {"pedestrian": 0.1, "vehicle": 0.1},
}  # fmt: skip
BOTH = {"v": {"distribution": "uniform"}, "d": {"distribution": "uniform"}}
AXES = [
    {"name": "v", "lower": 0, "upper": 10, "unit": "m/s"},
    {"name": "d", "lower": 0, "upper": 50, "unit": "m"},
]
TESTS = {"domain": AXES, "testing": BOTH, "partition": {"kind": "grid", "cells": 4}, "operating": BOTH}
ENDED = np.where(
    RNG.random(N) < 0.01, "harmful failure", np.where(RNG.random(N) < 0.03, "task failure", "success")
)


def noted(
    method: Any, folder: Path, text: str, stated: dict[str, Any], reading: dict[str, Any] | None = None
) -> list[str]:
    """What the signs of one run say; those that stand at every stated limit are left out."""
    role = next(iter(method.inputs))
    (path := folder / ("file.json" if role == "report" and text.startswith("{") else "file.csv")).write_text(
        text, encoding="utf-8"
    )
    result = method.run(
        Run({role: path}, method.parameters.model_validate(stated), 0, 0.95, folder, reading=reading or {})
    )
    return [f"{sign.name}: {sign.message}" for sign in result.signs if "elsewhere" not in sign.name]


D = "entry,demands,failures"
RECORDS: dict[str, tuple[Any, str, dict[str, Any]]] = {
    "months-with-notes": (DEMANDS, f"{D},remark\n2025-01,410,0,\n2025-02,388,1,valve stuck open; replaced\n2025-03,455,0,inspection on 12 March\n", {}),
    "site-operator-cost": (DEMANDS, "entry,site,operator,demands,failures,cost_eur,firmware\nT1,North,Meier,1200,0,310,4.2\nT2,South,Kaya,1350,1,290,4.2\n", {}),
    "dates-and-shifts": (DEMANDS, "entry,date,shift,demands,failures\nrun 1,2026-02-03,early,310,0\nrun 2,2026-02-03,late,295,0\nrun 3,2026-02-04,early,322,1\n", {}),
    "batches": (DEMANDS, "entry,supplier,batch size,demands,failures\nL-2041,Acme,500,1500,0\nL-2042,Acme,500,1498,1\nL-2050,Bolt,400,1203,0\n", {}),
    "remarks-without-failures": (DEMANDS, f"{D},comment\nharbour,900,0,no failure in 900 approaches\nestuary,1120,0,strong current\nlock,870,0,no collision\n", {}),
    "reviewed": (DEMANDS, "entry,demands,failures,reviewed by,sea state\nN1,640,0,Kaya,2\nN2,702,0,Kaya,4\nN3,655,1,Olsen,3\n", {}),
    "german": (DEMANDS, "Anlage;Anforderungen;Versagen\nWerk 1;12.400;1\nWerk 2;9.850;0\n",
               {"columns": {"entry": "Anlage", "demands": "Anforderungen", "failures": "Versagen"}, "decimal": ",", "thousands": "."}),
    "none-of-the-failures": (DEMANDS, f"{D},major failures,timeouts\nA,1200,0,0,0\nB,1300,0,0,0\n", {}),
    "pumps": (HOURS, "entry,hours,failures,serial,commissioned\nP-101,7810.5,0,A1191,2021-03-04\nP-102,8022.0,1,A1207,2021-03-09\nP-103,7466.25,0,A1230,2021-05-17\n", {}),
    "starts": (HOURS, "entry,hours,failures,line,starts\nM1,6100.5,0,A,812\nM2,5980.0,1,A,790\nM3,6240.25,0,B,840\n", {}),
    "quarters": (HOURS, "entry,hours,failures\nQ1 2025,2010,0\nQ2 2025,1985,0\nQ3 2025,2044,1\nQ4 2025,1990,0\n", {}),
    "vessels": (MISSIONS, "entry,missions,failures,vessel,sea state\nspring,212,1,Alkor,2\nsummer,318,0,Alkor,1\nautumn,240,2,Elisabeth,3\n", {}),
    "pilots": (MISSIONS, "entry,missions,failures,aircraft,pilot\nleg A,140,0,D-1,Berg\nleg B,155,1,D-1,Roth\nleg C,149,0,D-2,Berg\n", {}),
}  # fmt: skip
ROWS: dict[str, tuple[Any, str, dict[str, Any]]] = {
    "pictures": (WEIGHTED_CONFUSION, csv(image=IDS, true=TRUE, predicted=SAID), {"severities": SEVERITIES}),
    "scores-and-model": (WEIGHTED_CONFUSION, csv(true=TRUE, predicted=SAID, score=[f"{x:.4f}" for x in RNG.beta(8, 2, N)], model=["yolo-v8n"] * N), {"severities": SEVERITIES}),
    "annotators": (WEIGHTED_CONFUSION, csv(true=TRUE, predicted=SAID, annotator=np.array(["kl", "mb"])[RNG.integers(0, 2, N)]), {"severities": SEVERITIES}),
    "second-model": (WEIGHTED_CONFUSION, csv(true=TRUE, predicted=SAID, other_model=answers(0.03, 42, N)[1]), {"severities": SEVERITIES}),
    "latency": (WEIGHTED_CONFUSION, csv(true=TRUE, predicted=SAID, latency_ms=[f"{x:.2f}" for x in RNG.normal(31, 3, N)], device=["jetson"] * N), {"severities": SEVERITIES}),
    "roads": (SCENARIO_PERFORMANCE, csv(road=ROADS, speed_kmh=[f"{x:.1f}" for x in RNG.gamma(9, 6, N)], correct=RIGHT), {"by": ["road"]}),
    "roads-and-labels": (SCENARIO_PERFORMANCE, csv(road=ROADS, true=TRUE, predicted=SAID, correct=RIGHT), {"by": ["road"]}),
    "monitor": (EVALUATION, csv(true=TRUE, predicted=SAID, alarm=ALARM, cause=np.where(ALARM, "low confidence", "")), {}),
    "threats": (EVALUATION, csv(threat=(RNG.random(N) < 0.06).astype(int), alarm=ALARM), {"scheme": "runtime-threats"}),
    "scenario-tests": (DEPENDABILITY, csv(v=[f"{x:.3f}" for x in RNG.uniform(0, 10, N)], d=[f"{x:.3f}" for x in RNG.uniform(0, 50, N)], outcome=ENDED,
                                             comment=np.where(ENDED == "success", "", "see log")), TESTS),
}  # fmt: skip
SUITE = '<testsuite name="s" tests="2" failures="0" timestamp="2026-03-02T10:11:12"><testcase name="test_error_is_logged">{}</testcase><testcase name="retry"/></testsuite>'
COUNTED = {
    "kind": "probability-per-demand",
    "method": "our script 1.2",
    "count": "/test/errors",
    "trials": "/test/n",
}
REPORTS: dict[str, tuple[Any, str, dict[str, Any]]] = {
    "set-by-set": (REPORTED_MEASURE, json.dumps({"model": "seg-2", "test": {"n": 4200, "errors": 9, "accuracy": 0.998}, "train": {"n": 30000, "errors": 12}}), COUNTED),
    "class-by-class": (REPORTED_MEASURE, json.dumps({"test": {"n": 5400, "errors": 11, "seconds": 812.3, "per_class": [{"class": c, "n": 2700, "errors": e} for c, e in (("a", 6), ("b", 5))]}}), COUNTED),
    "tests": (TEST_REPORT, SUITE.format("<system-out>error: sensor 3 lost (expected)</system-out>"), {}),
    "ctest": (TEST_REPORT, SUITE.format("<system-out>[  PASSED  ] 4 tests. 0 FAILED TESTS</system-out>"), {}),
    "coverage": (COVERAGE_REPORT, '<coverage line-rate="1"><class filename="brake/protest.py"><lines><line number="1" hits="4"/></lines></class></coverage>', {}),
}  # fmt: skip


@pytest.mark.parametrize("name", RECORDS)
def test_records(name: str, tmp_path: Path) -> None:
    method, text, reading = RECORDS[name]
    assert not noted(method, tmp_path, text, {"failure": "it did not act", "stopping": "planned"}, reading)


@pytest.mark.parametrize("name", [*ROWS, *REPORTS])
def test_tables_and_reports(name: str, tmp_path: Path) -> None:
    method, text, stated = (ROWS | REPORTS)[name]
    assert not noted(method, tmp_path, text, stated)
