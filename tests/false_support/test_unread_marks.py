"""Columns and entries that nobody reads and that contradict what is read, worked out or by what they mark; true twins."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.monitors.evaluation_method import EVALUATION
from casegen_evidence.nnmetrics.confusion_method import WEIGHTED_CONFUSION
from casegen_evidence.nnmetrics.performance_method import SCENARIO_PERFORMANCE
from casegen_evidence.reports.junit import TEST_REPORT
from casegen_evidence.reports.reported_measure import REPORTED_MEASURE

from tests.false_support.test_columns_beside import answers, csv
from tests.false_support.test_quiet_files import COUNTED, DEPENDABILITY, ENDED, SEVERITIES, TESTS, noted
from tests.false_support.test_rows_of_rows import signs

RECORDS = [
    ("hours", "duty [%]", "less-was-run", ("10", "12"), ("100", "98")),
    ("hours", "availability", "less-was-run", ("0.12", "0.1"), ("0.998", "0.97")),
    ("hours", "standby_hours", "less-was-run", ("8200", "8100"), ("12", "0")),
    ("hours", "MTBF [h]", "unread-failures", ("310", "290"), ("9000", "12000")),
    ("demands", "success rate", "unread-failures", ("0.91", "0.9"), ("1.0", "0.9999")),
    ("demands", "failure rate [%]", "unread-failures", ("4.5", "5.1"), ("0.00", "0.01")),
    ("demands", "accepted deviations", "unread-failures", ("40", "55"), ("0", "1")),
    ("demands", "second_attempts", "unread-failures", ("40", "55"), ("0", "0")),
    ("demands", "not counted", "unread-failures", ("40", "55"), ("0", "0")),
    ("demands", "flown", "less-was-run", ("85", "84"), ("9000", "8800")),
    ("demands", "recovered by boat", "unread-failures", ("40", "55"), ("0", "1")),
    ("hours", "ended by", "unread-failures", ("breakdown", "goal"), ("end of season", "end of season")),
    ("hours", "observed until", "unread-failures", ("removed after a fault", "running"), ("2026-03-01", "2026-03-04")),
]  # fmt: skip


@pytest.mark.parametrize(("exposure", "name", "sign", "bad", "fine"), RECORDS)
def test_a_column_beside_a_record(
    exposure: str, name: str, sign: str, bad: tuple[str, str], fine: tuple[str, str], tmp_path: Path
) -> None:
    header = f"entry,{exposure},failures,{name}"
    assert f"sign-{sign}" in signs(tmp_path, f"u1,9000,0,{bad[0]}; u2,8800,1,{bad[1]}; u3,8801,1,{bad[1]}", header, exposure)  # fmt: skip
    assert not signs(tmp_path, f"u1,9000,0,{fine[0]}; u2,8800,1,{fine[1]}", header, exposure)


HOURS, COUNTED_FAILURES = (5210, 6333, 7120, 8004, 5555), (1, 2, 0, 1, 3)
DIVISORS = {
    "three more in each": (4, 5, 3, 4, 6), "two more in one": (1, 2, 3, 1, 3), "one more in one": (2, 2, 1, 1, 3),
}  # fmt: skip
HONEST = {"as counted": (1, 2, 1, 1, 3), "one more in each": (2, 3, 1, 2, 4), "90 % limits": (3.88972, 5.32232, 2.302585, 3.88972, 6.68078)}  # fmt: skip


@pytest.mark.parametrize(
    "name", ["mtbf_h", "MTBF", "mean time between failures [h]", "mittlere Zeit zwischen Ausfällen"]
)
@pytest.mark.parametrize("digits", [0, 1])
def test_mean_times_that_hours_were_divided_by_more_failures_for(
    name: str, digits: int, tmp_path: Path
) -> None:
    header = f"entry,hours,failures,{name}"
    for words, divisors in (DIVISORS | HONEST).items():
        rows = "; ".join(
            f"{entry},{hours},{count},{hours / divisor:.{digits}f}"
            for entry, hours, count, divisor in zip(
                ("quay", "lock", "basin", "pier", "dam"), HOURS, COUNTED_FAILURES, divisors, strict=True
            )
        )
        doubted = signs(tmp_path, rows, header, "hours")
        assert ("sign-unread-failures" in doubted) is (words in DIVISORS), words


def test_mean_times_of_a_design_are_no_failures(tmp_path: Path) -> None:
    rows = "u1,9000,0,310; u2,8800,1,290; u3,8801,1,290"
    assert not signs(tmp_path, rows, "entry,hours,failures,design MTBF [h]", "hours")


def test_a_column_that_says_year_to_date(tmp_path: Path) -> None:
    header = "entry,hours,failures,period"
    assert "sign-running-total" in signs(
        tmp_path, "u1,900,0,YTD; u1 b,1810,0,YTD; u1 c,2600,1,YTD", header, "hours"
    )
    assert not signs(tmp_path, "u1,900,0,each; u2,1810,0,each; u3,2600,1,each", header, "hours")


@pytest.mark.parametrize(
    "names", [("meter_start", "meter_end"), ("Zähler alt", "Zähler neu"), ("hours begin", "hours end")]
)
def test_readings_of_a_meter(names: tuple[str, str], tmp_path: Path) -> None:
    header = "entry,hours,failures," + ",".join(names)
    assert "sign-running-total" in signs(
        tmp_path, "u1,9000,0,8200,9000; u2,8800,1,8100,8800", header, "hours"
    )
    assert "sign-running-total" in signs(
        tmp_path, "u1,9000,0,18200,19000; u2,8800,1,7100,7800", header, "hours"
    )
    assert not signs(tmp_path, "u1,9000,0,1200,10200; u2,8800,1,100,8900", header, "hours")
    assert not signs(
        tmp_path, "u1,9000,0,21,35; u2,8800,1,20,31", "entry,hours,failures,temp start,temp end", "hours"
    )


@pytest.mark.parametrize(
    "entries",
    [("since 2019", "since 2020"), ("12 months to Jan 2026", "12 months to Feb 2026"), ("rolling Q1", "rolling Q2")],
)  # fmt: skip
def test_entries_that_look_back(entries: tuple[str, str], tmp_path: Path) -> None:
    assert "sign-overlapping-periods" in signs(tmp_path, f"{entries[0]},900,0; {entries[1]},905,1")
    assert not signs(
        tmp_path, "the rolling mill,900,0; pump 2 months to month,905,1; since spring: all,700,0"
    )


N = 1200
RNG = np.random.default_rng(78)
TRUE, SAID, WRONG = answers(0.02, seed=22, n=N)
RIGHT = (~WRONG).astype(int)
HARM = ENDED == "harmful failure"
SOME = RNG.random(N) < 0.2
LIGHT = np.array(["day", "night"])[RNG.integers(0, 2, N)]
ALARM = (WRONG & (RNG.random(N) < 0.85)) | (RNG.random(N) < 0.05)
RUNS = {
    "driver took over": (np.where(SOME, "yes", "no"), np.where(HARM, "yes", "no")),
    "takeover": (SOME.astype(int), HARM.astype(int)),
    "intervention by": (np.where(SOME, "safety driver", ""), np.where(HARM, "safety driver", "")),
    "min distance m": (np.where(SOME, -0.3, 2.5), np.where(HARM, -0.3, 2.5)),
    "collision": (SOME.astype(int), HARM.astype(int)),
    "touched obstacle": (np.where(SOME, "y", "n"), np.where(HARM, "y", "n")),
    "damage EUR": (np.where(SOME, 1200, 0), np.where(HARM, 1200, 0)),
    "ended": (np.where(SOME, "emergency stop", "goal"), np.where(HARM, "emergency stop", "goal")),
    "run type": (np.where(SOME, "drive", "replay"), ["drive"] * N),
    "pedestrians seen": (None, np.where(SOME, 2, 0)),
    "hazard": (None, np.where(SOME, "puddle", "")),
    "overtaken by": (None, np.where(SOME, "car", "")),
}


@pytest.mark.parametrize("name", RUNS)
def test_runs_that_count_as_good(name: str, tmp_path: Path) -> None:
    v, d = ([f"{x:.3f}" for x in RNG.uniform(0, most, N)] for most in (10, 50))
    bad, fine = RUNS[name]
    if bad is not None:
        text = csv(**{"v": v, "d": d, "outcome": ENDED, name: bad})
        assert noted(DEPENDABILITY, tmp_path, text, TESTS)
    assert not noted(DEPENDABILITY, tmp_path, csv(**{"v": v, "d": d, "outcome": ENDED, name: fine}), TESTS)


ANSWERS = {
    "rank of true": (np.where(SOME, 3, 1), np.where(WRONG, 3, 1)),
    "corrected by": (np.where(SOME, "KL", ""), [""] * N),
    "edited": (SOME.astype(int), [0] * N),
    "augmentation": (np.array(["none", "flip", "blur"])[RNG.integers(0, 3, N)], ["none"] * N),
    "time_ms": (None, [f"{x:.2f}" for x in RNG.normal(21, 3, N)]),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answers(name: str, tmp_path: Path) -> None:
    bad, fine = ANSWERS[name]
    if bad is not None:
        text = csv(**{"true": TRUE, "predicted": SAID, name: bad})
        assert noted(WEIGHTED_CONFUSION, tmp_path, text, {"severities": SEVERITIES})
    text = csv(**{"true": TRUE, "predicted": SAID, name: fine})
    assert not noted(WEIGHTED_CONFUSION, tmp_path, text, {"severities": SEVERITIES})


MARKS = {
    "k": ([5] * N, [1] * N),
    "late": (np.where(SOME, "yes", "no"), ["no"] * N),
    "in time": (np.where(SOME, "no", "yes"), ["yes"] * N),
    "help given": (np.where(SOME, "yes", "no"), ["no"] * N),
}


@pytest.mark.parametrize("name", MARKS)
def test_marks_of_right_answers(name: str, tmp_path: Path) -> None:
    for values, doubted in zip(MARKS[name], (True, False), strict=True):
        text = csv(**{"light": LIGHT, "correct": RIGHT, name: values})
        assert bool(noted(SCENARIO_PERFORMANCE, tmp_path, text, {"by": ["light"]})) is doubted


MONITORS = {
    "late": (SOME.astype(int), [0] * N),
    "alarm muted": (SOME.astype(int), [0] * N),
    "driver reacted first": (ALARM.astype(int), [0] * N),
    "delay_ms": (None, [f"{x:.1f}" if a else "" for a, x in zip(ALARM, RNG.normal(60, 8, N), strict=True)]),
}


@pytest.mark.parametrize("name", MONITORS)
def test_alarms(name: str, tmp_path: Path) -> None:
    bad, fine = MONITORS[name]
    held = {"true": TRUE, "predicted": SAID, "alarm": ALARM.astype(int)}
    if bad is not None:
        assert noted(EVALUATION, tmp_path, csv(**held, **{name: bad}), {})
    assert not noted(EVALUATION, tmp_path, csv(**held, **{name: fine}), {})


REPORTS: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "top-5": ({"metric": "top-5 error"}, {"metric": "top-1 error"}),
    "muted": ({"muted": 180}, {"muted": 0}),
    "filter": ({"filter": "confidence > 0.9"}, {"filter": None}),
    "before": ({"n_before_filter": 9000}, {"n_before_filter": 4200}),
    "accepted": ({"accepted_deviations": 180}, {"accepted_deviations": 0}),
    "known": ({"known_issues": ["a", "b"]}, {"known_issues": []}),
    "only": ({"new_errors_only": True}, {"new_errors_only": False}),
    "unique": ({"unique_inputs": 40}, {"unique_inputs": 4200}),
    "versions": ({"augmentations_per_image": 25}, {"augmentations_per_image": 1}),
    "expected": ({"expected_failures": 180}, {"expected_failures": 0}),
}


@pytest.mark.parametrize("name", REPORTS)
def test_reports(name: str, tmp_path: Path) -> None:
    for more, doubted in zip(REPORTS[name], (True, False), strict=True):
        text = json.dumps({"test": {"errors": 10, "n": 4200, **more}})
        assert bool(noted(REPORTED_MEASURE, tmp_path, text, COUNTED)) is doubted


SUITES = {
    "muted-count": ('muted="7"', "", 'muted="0"', ""),
    "muted-tests": ("", '<properties><property name="muted" value="true"/></properties>', "", '<properties><property name="muted" value="false"/></properties>'),
    "filter": ("", '<properties><property name="filter" value="not brakes"/></properties>', "", '<properties><property name="filter" value=""/></properties>'),
    "deselected": ("", "<system-out>2 passed, 312 deselected</system-out>", "", "<system-out>2 passed, 0 deselected</system-out>"),
    "known": ("", "<system-out>7 known failures ignored</system-out>", "", "<system-out>0 known failures</system-out>"),
    "xfail": ("", "<system-out>XFAIL brakes do not hold</system-out>", "", "<system-out>exit: XFAILED=0</system-out>"),
}  # fmt: skip


@pytest.mark.parametrize("name", SUITES)
def test_suites(name: str, tmp_path: Path) -> None:
    form = (
        '<testsuite name="s" tests="2" failures="0" {}><testcase name="a"/><testcase name="b"/>{}</testsuite>'
    )
    bad, more, fine, other = SUITES[name]
    assert noted(TEST_REPORT, tmp_path, form.format(bad, more), {})
    assert not noted(TEST_REPORT, tmp_path, form.format(fine, other), {})
