"""What a busy engineer's files hold: merged shifts, codes for missing values, other sheets, reports with a flaw."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_answers import WANTED, answers, confusion, monitor, performance, returns
from tests.false_support.test_points import COIN, X
from tests.false_support.test_points import base as points
from tests.false_support.test_points import table as point_table
from tests.false_support.test_reading import workbook
from tests.false_support.test_reports import ALL_LINES, CHECKED, GOOD, LIMIT, NONE_FAILS, item, reported

ITEM = "evidence_items.EV"
Case = tuple[dict[str, Any], dict[str, Any], dict[str, "str | bytes"]]
R = np.random.default_rng(77)
LOOSE: dict[str, Any] = {
    "claims.C1.requirement.bound": 0.01,
    "claims.C1.text": "It fails rarely enough for its use",
}
HEAD = "entry,demands,failures\n"
HOURS: dict[str, Any] = {
    f"{ITEM}.method": "operating-record", "claims.C1.text": "The range guard fails at most once in 1,000 hours",
    "claims.C1.requirement.kind": "rate-per-hour", "claims.C1.requirement.measure.measure": "rate",
}  # fmt: skip


def record(text: str | bytes, edits: dict[str, Any] | None = None, name: str = "record.csv") -> Case:
    return measured(), {**(edits or {}), f"{ITEM}.inputs.record": name}, {name: text}


def columns(**names: str) -> dict[str, Any]:
    return {f"{ITEM}.columns": names}


def runs(name: str, fine: str, bad: str, failures: str = "0") -> str:
    rows = (
        f"run {k},{100 + k % 7},{failures if k % 4 == 1 else 0},{bad if k % 4 == 1 else fine}\n"
        for k in range(60)
    )
    return f"entry,demands,failures,{name}\n" + "".join(rows)


RECORDS: dict[str, tuple[Case, str]] = {
    "merged-shifts": (record(HEAD + "Mon early,1900,0\nMon late,1450,1\nMon early+late,3410,1\nTue early,1880,0\n"), "puts other rows together"),
    "two-pumps-in-one-row": (record(HEAD + "pump A,1900,0\npump B,1450,1\npump A and pump B,3300,1\n"), "puts other rows together"),
    "one-time-in-two-zones": (record(HEAD + "2025-03-30T01:30Z,3127,0\n2025-03-30T03:30+02:00,3120,0\n2025-04-02T08:00Z,2004,1\n"), "would count twice"),
    "one-day-in-two-ways": (record(HEAD + "2025-03-04,3127,0\n03/04/2025,3127,0\n2025-03-05,2004,1\n"), "sign-repeated-entries"),
    "hours-of-nines": (record("entry,hours,failures\na,410,0\nb,395,0\nc,402,0\nd,9999,0\n", HOURS), "sign-code-for-missing"),
    "seconds": (record("unit,duration,failures\nu1,1440000,1\nu2,1310400,0\nu3,1512300,0\n", HOURS | columns(entry="unit", hours="duration")), "its name states no unit"),
    "a-rate-of-failures": (record("entry,demands,failure rate\na,4000,0\nb,5000,0\n", columns(failures="failure rate")), "names no count"),
    "open-failures": (record("entry,demands,open failures\na,4000,0\nb,5000,0\n", columns(failures="open failures")), "'open' is not all"),
    "planned-demands": (record("entry,planned demands,failures\na,4000,0\nb,5000,1\n", columns(demands="planned demands")), "'planned' is not all"),
    "outcome-that-nobody-reads": (record(runs("outcome", "ok", "failed")), "sign-unread-failures"),
    "code-that-nobody-reads": (record(runs("result", "0", "1")), "sign-unread-failures"),
    "collisions-that-nobody-reads": (record(runs("collision", "0", "1")), "sign-unread-failures"),
    "marks-for-counts": (record("shift,demands,failed\n" + "".join(f"s{k},{300 + k % 11},{int(k % 2 == 1)}\n" for k in range(600)), columns(entry="shift", failures="failed") | LOOSE), "sign-mark-not-count"),
    "remark-of-a-failure": (record("entry,demands,failures,remark\na,4000,0,brake did not respond twice\nb,4500,1,\n"), "sign-unread-failures"),
    "all-shifts-first": (record(HEAD + "all shifts,9000,1\nearly,3000,0\nlate,3000,1\nnight,3000,0\n"), "adds up other rows"),
    "a-severity": (record("entry,demands,severity\na,4000,0\nb,5000,0\n", columns(failures="severity")), "no count"),
    "failures-that-came-again": (record("entry,demands,reproduced failures\na,4000,0\nb,5000,0\n", columns(failures="reproduced failures")), "not all of them"),
    "crashes-beside": (record("entry,demands,failures,crashes\na,4000,0,3\nb,5000,0,2\n"), "sign-unread-failures"),
    "sheet-of-the-plan": (record(
        workbook([["entry", "demands", "failures"], ["a", 40, 1]], {"Plan 2026": [["entry", "demands", "failures"], ["a", 9000, 0]]}),
        {f"{ITEM}.sheet": "Plan 2026"}, "record.xlsx"), "holds no measurements"),
}  # fmt: skip
TRUE_RECORDS: dict[str, Case] = {
    "shifts": record(HEAD + "Mon early,2900,0\nMon late,2450,1\nTue early + a walk,2410,1\nTue early,1880,0\n"),
    "research-and-development": record(HEAD + "research and development,4900,0\nsales,4450,1\n"),
    "times": record(HEAD + "2025-03-30T01:30Z,3127,0\n2025-03-30T03:30Z,3120,0\n2025-04-02T08:00Z,2004,1\n"),
    "days": record(HEAD + "2025-03-04,3127,0\n2025-04-03,3127,1\n2025-03-05,2004,0\n"),
    "hours": record("unit,flight hours,failures\nu1,144000,0\nu2,131040,0\n", HOURS | columns(entry="unit", hours="flight hours")),
    "remarks": record("entry,demands,failures,remark\na,5000,0,no failures; after the failure of March\nb,5000,1,brake did not respond\nc,900,0,test of the crash barrier\n"),
    "seconds-declared": record("unit,duration,failures\nu1,14400000,0\nu2,13104000,0\n", HOURS | columns(entry="unit", hours="duration") | {f"{ITEM}.units": {"hours": "s"}}),
    "a-long-record": record("entry,hours,failures\na,4100,0\nb,3950,0\nc,9999,0\n", HOURS),
    "failures-to-open": record("valve,demands,failures to open\na,4000,0\nb,5000,1\n", columns(entry="valve", failures="failures to open")),
    "outcome-that-agrees": record(runs("outcome", "ok", "failed", "0").replace(",failed", ",ok").replace("run 1,101,0,ok", "run 1,101,1,failed"), {"claims.C1.requirement.bound": 0.01, "claims.C1.text": "The range guard fails rarely enough"}),
}  # fmt: skip

NAMES = ("background", "pedestrian", "vehicle")
TRUTH = R.integers(0, 3, 3000)
SAID = np.where(R.random(3000) < 0.25, (TRUTH + 1) % 3, TRUTH)
ACCURATE = edited(confusion(), {f"{WANTED}.measure.measure": "accuracy", f"{WANTED}.comparison": ">=",
                                f"{WANTED}.bound": 0.9, f"{WANTED}.kind": "fraction"})  # fmt: skip


def pairs(true: Any, said: Any) -> dict[str, str | bytes]:
    return {
        "p.csv": "true,predicted\n"
        + "".join(f"{NAMES[a]},{NAMES[b]}\n" for a, b in zip(true, said, strict=True))
    }


def scored(score: Any, wrong: Any) -> dict[str, str | bytes]:
    rows = (f"3,{'4' if w else '3'},{float(s)!r}\n" for s, w in zip(score, wrong, strict=True))
    return {"o.csv": "true,predicted,score\n" + "".join(rows)}


WRONG = R.random(2000) < 0.1
SCORE = R.uniform(size=2000)
NOISY = np.where(WRONG, 6.0, 0.0) + 1.3 * R.normal(size=2000)
WALK = np.cumsum(R.normal(size=2000))
COST = {f"{WANTED}.measure.measure": "availability_cost", f"{WANTED}.bound": 0.6}
DRAWS: dict[str, tuple[Case, str]] = {
    "columns-sorted-each-by-itself": ((confusion(), {}, pairs(np.sort(TRUTH), np.sort(SAID))), "sign-sorted-apart"),
    "one-answer": ((ACCURATE, {}, pairs(np.r_[np.zeros(2900, int), R.integers(1, 3, 100)], np.zeros(3000, int))), "sign-one-answer"),
    "answers-as-labels": ((confusion(), columns(true="y_pred_v1", predicted="predicted"), {"p.csv": answers(3).replace("true,predicted", "y_pred_v1,predicted")}), "sign-changed-places"),
    "labels-as-answers": ((confusion(), columns(predicted="gt"), {"p.csv": answers(3).replace("true,predicted", "true,gt")}), "sign-changed-places"),
    "answers-that-were-reviewed": ((confusion(), columns(predicted="predicted_reviewed"), {"p.csv": answers(3).replace("true,predicted", "true,predicted_reviewed")}), "sign-changed-places"),
    "file-of-the-training": ((confusion(), {f"{ITEM}.inputs.predictions": "predictions_train.csv"}, {"predictions_train.csv": answers(3)}), "sign-training-file"),
    "alarms-nearly-everywhere": ((monitor(threshold=float(np.quantile(NOISY, 0.003))), {}, scored(NOISY, WRONG)), "sign-alarms-everywhere"),
    "monitored-is-ideal": ((returns(span=1.0), {}, {"r.csv": "safety_f,safety_monitored,safety_ideal,mission_f,mission_monitored\n" + "".join(f"0.8,{v:.4f},{v:.4f},1,1\n" for v in 0.95 + 0.04 * R.random(600))}), "sign-monitored-is-ideal"),
    "labels-of-the-model": ((confusion(), {}, {"p.csv": answers(3).replace("true,predicted", "true,predicted,label_source").replace("\n", ",auto\n").replace("label_source,auto", "label_source")}), "sign-marked-rows"),
    "pictures-flipped-and-rotated": ((confusion(), {}, {"p.csv": "file,true,predicted\n" + "".join(f"im{k // 4}_{('orig', 'flip', 'rot90', 'crop')[k % 4]}.png,{row}\n" for k, row in enumerate(answers(3).splitlines()[1:]))}), "sign-grouped-rows"),
    "last-column-is-a-prediction": ((points(), {}, {"points.csv": point_table(X, COIN)["points.csv"].replace("kind", "y_pred")}), "sign-label-by-place"),
    "last-column-is-the-split": ((points(), {}, {"points.csv": point_table(X, COIN)["points.csv"].replace("kind", "split")}), "sign-label-by-place"),
    "end-of-a-sheet": ((performance(), {}, {"p.csv": "light,correct\n" + "day,1\nnight,1\n" * 32767 + "day,1\n"}), "sign-cut-off"),
    "score-999": ((monitor(threshold=0.9), {}, scored(np.where(WRONG, 999, SCORE), WRONG)), "sign-code-for-missing"),
    "score-minus-1": ((monitor(threshold=0.5), COST, scored(np.where(R.random(2000) < 0.4, -1, SCORE), WRONG)), "sign-code-for-missing"),
    "frames-of-a-film": ((monitor(threshold=0.0), {f"{WANTED}.bound": 0.9}, scored(WALK, np.repeat(R.random(40) < 0.1, 50))), "sign-rows-in-sequence"),
    "numbers-of-parts-of-classes": ((points(), {}, {**point_table(np.c_[X[:, 0], 2 * R.integers(0, 8, 600) + COIN], COIN)}), "sign-label-given-away"),
    "named-as-a-prediction": ((points(), {}, {**point_table(np.c_[X[:, 0], COIN + 0.25 * R.normal(size=600) + 0.1], COIN, "a,prediction")}), "sign-label-given-away"),
}  # fmt: skip
TRUE_DRAWS: dict[str, Case] = {
    "sorted-by-label": (ACCURATE, {}, pairs(np.sort(TRUTH), np.where(np.arange(3000) % 40 == 7, (np.sort(TRUTH) + 1) % 3, np.sort(TRUTH)))),
    "file-of-trains": (confusion(), {f"{ITEM}.inputs.predictions": "trains-of-may.csv"}, {"trains-of-may.csv": answers(3)}),
    "sorted-and-right": (ACCURATE, {}, pairs(np.sort(TRUTH), np.sort(TRUTH))),
    "scores-below-zero": (monitor(threshold=3.0), {}, scored(NOISY - 1.0, WRONG)),
    "sorted-by-score": (monitor(threshold=3.0), {}, scored(np.sort(NOISY), WRONG[np.argsort(NOISY)])),
    "drifting-a-little": (monitor(threshold=3.0), {}, scored(NOISY + np.linspace(0, 0.5, 2000), WRONG)),
}  # fmt: skip


def scene(
    frames: int = 400, missed: float = 0.0, crowd: bool = False, seed: int = 1
) -> tuple[Any, list[Any]]:
    rng, truth, result = np.random.default_rng(seed), list[Any](), list[Any]()
    for image in range(1, frames + 1):
        for _ in range(3):
            box = [float(v) for v in (*rng.uniform(0, 400, 2), *rng.uniform(20, 60, 2))]
            gone = rng.random() < missed
            truth.append(
                {
                    "id": len(truth) + 1,
                    "image_id": image,
                    "category_id": 1,
                    "bbox": box,
                    "iscrowd": int(gone and crowd),
                }
            )
            near = [box[0] + rng.normal(), box[1] + rng.normal(), 1.02 * box[2], box[3]]
            if not gone:
                result.append(
                    {"image_id": image, "category_id": 1, "bbox": near, "score": float(rng.uniform(0.6, 1))}
                )
    images = [{"id": k, "file_name": f"{k}.png"} for k in range(1, frames + 1)]
    return {"images": images, "categories": [{"id": 1, "name": "buoy"}], "annotations": truth}, result


def detected(truth: Any, result: Any, measure: str = "missed_object") -> Case:
    edits = {f"{ITEM}.method": "object-detection", f"{ITEM}.inputs": {"truth": "t.json", "detections": "d.json"},
             f"{ITEM}.parameters": {"score": 0.5}, "claims.C1.requirement.measure.measure": measure,
             "claims.C1.requirement.bound": 0.1, "claims.C1.text": "It errs rarely enough for its use"}  # fmt: skip
    return measured(), edits, {"t.json": json.dumps(truth), "d.json": json.dumps(result)}


def many(times: int) -> tuple[Any, list[Any]]:
    """Sixty frames, each there several times under another name."""
    truth, result = scene(60)
    parts: list[list[Any]] = [[], [], []]
    for k in range(times):
        parts[0] += [
            {"id": i["id"] + 1000 * k, "file_name": f"{k}_{i['file_name']}"} for i in truth["images"]
        ]
        parts[1] += [
            {**a, "id": a["id"] + 9000 * k, "image_id": a["image_id"] + 1000 * k}
            for a in truth["annotations"]
        ]
        parts[2] += [{**d, "image_id": d["image_id"] + 1000 * k} for d in result]
    return {**truth, "images": parts[0], "annotations": parts[1]}, parts[2]


TRUTHS, FOUND = scene()
ROUNDED = [
    {**d, "bbox": [round(v, 1) for v in a["bbox"]]} for d, a in zip(FOUND, TRUTHS["annotations"], strict=True)
]
WITH_CROWDS = TRUTHS | {
    "annotations": [{**a, "iscrowd": int(a["id"] % 40 == 0)} for a in TRUTHS["annotations"]]
}
NO_OBJECTS = TRUTHS | {"annotations": []}
MISSED, SOME = scene(missed=0.04)
HALF = {**MISSED, "annotations": [a for a in MISSED["annotations"] if a["image_id"] <= 200]}
INVENTED = [
    {"image_id": k, "category_id": 1, "bbox": [500.0 + k % 7, 500.0, 30.0, 30.0], "score": 0.7}
    for k in range(1, 401, 9)
]
CUT = [d for d in SOME + INVENTED if d["image_id"] <= 240]
DETECTIONS: dict[str, tuple[Case, str]] = {
    "annotated-by-half": (detected(HALF, SOME, "frame_with_miss"), "sign-frames-not-annotated"),
    "detections-that-end": (detected(MISSED, CUT, "frame_with_false"), "sign-frames-without-detections"),
    "no-objects-and-not-run": (detected(NO_OBJECTS, [], "frame_with_false"), "sign-frames-not-run"),
    "missed-ones-are-crowds": (detected(*scene(missed=0.3, crowd=True)), "sign-crowds-left-aside"),
    "few-missed-ones-are-crowds": (detected(*scene(missed=0.03, crowd=True)), "sign-crowds-left-aside"),
    "any-overlap": ((lambda c: (c[0], c[1] | {f"{ITEM}.parameters": {"score": 0.5, "iou": 0.01}}, c[2]))(detected(TRUTHS, FOUND)), "sign-loose-overlap"),
    "labels-rounded": (detected(TRUTHS, ROUNDED), "sign-copied-truth"),
    "frames-eight-times": (detected(*many(8)), "sign-frames-again"),
    "run-on-few-frames": (detected(TRUTHS, [d for d in FOUND if d["image_id"] < 40], "frame_with_false"), "sign-frames-not-run"),
}  # fmt: skip

TWO_TESTS = '<testcase name="b"/>'
SUITES = '<testsuites tests="9" failures="4">{}</testsuites>'
CODE = "".join(f'<line number="{k}" hits="1"/>' for k in range(50))
FILES = (
    '<coverage line-rate="1.0"><class filename="tests/test_a.py"><lines>'
    + CODE
    + "</lines></class>{}</coverage>"
)
OWN = '<class filename="a.py"><lines><line number="1" hits="1"/></lines></class>'
SECONDS = item(
    "reported-measure", "rate",
    {"comparison": "<=", "bound": 1e-3, "kind": "rate-per-hour", "confidence": 0.95},
    parameters={"kind": "rate-per-hour", "method": "our script 1.2", "value": "/rate_per_second", "upper": "/upper"},
) | CHECKED | {"claims.C1.text": "The range guard fails at most once in 1,000 hours"}  # fmt: skip
REPORTS: dict[str, tuple[tuple[str, dict[str, Any]], str]] = {
    "no-assertion": ((GOOD.replace(TWO_TESTS, '<testcase name="b" assertions="0"/>'), NONE_FAILS), "sign-asserts-nothing"),
    "a-rate-for-a-count": (('{"failure_rate": 0, "n": 8000}', reported(count="/failure_rate", trials="/n")), "no count, by its name"),
    "a-median-for-a-limit": (('{"error": 0.0001, "median": 0.0005}', reported(value="/error", upper="/median") | CHECKED), "an estimate, by its name"),
    "passed-when-run-again": ((GOOD.replace(TWO_TESTS, '<testcase name="b"><flakyFailure/></testcase>'), NONE_FAILS), "sign-flaky-tests"),
    "states-skipped-ones": ((GOOD.replace('failures="0"', 'failures="0" skipped="3"'), NONE_FAILS), "sign-report-contradicts"),
    "states-disabled-ones": ((GOOD.replace('failures="0"', 'failures="0" disabled="7"'), NONE_FAILS), "sign-report-contradicts"),
    "states-more-failures-above": ((SUITES.format(GOOD), NONE_FAILS), "sign-report-contradicts"),
    "lines-of-the-tests": ((FILES.format(OWN), ALL_LINES), "sign-tests-counted"),
    "what-went-well": (('{"passed": 2, "n": 8000}', reported(count="/passed", trials="/n")), "counts what went well"),
    "two-sets-of-data": (('{"test": {"wrong": 2}, "train": {"n": 90000}}', reported(count="/test/wrong", trials="/train/n")), "two sets of data"),
    "of-the-training": (('{"train": {"wrong": 2, "n": 90000}}', reported(count="/train/wrong", trials="/train/n")), "sign-of-the-training"),
    "less-confidence-beside": (('{"error": 0.0001, "upper": 0.0005, "confidence": 0.68}', LIMIT | CHECKED), "sign-lower-confidence"),
    "less-confidence-by-name": (('{"error": 0.0001, "upper_68": 0.0005}', reported(value="/error", upper="/upper_68") | CHECKED), "sign-lower-confidence"),
    "per-second": (('{"rate_per_second": 0.0001, "upper": 0.0005}', SECONDS), "expected a rate per hour"),
}  # fmt: skip
TRUE_REPORTS: dict[str, tuple[str, dict[str, Any]]] = {
    "states-what-it-holds": ('<testsuites tests="2" failures="0">' + GOOD.replace('failures="0"', 'failures="0" skipped="0" disabled="0"') + "</testsuites>", NONE_FAILS),
    "of-the-test": ('{"test": {"wrong": 2, "n": 90000}}', reported(count="/test/wrong", trials="/test/n")),
    "more-confidence-beside": ('{"error": 0.0001, "upper": 0.0005, "confidence": 0.99}', LIMIT | CHECKED),
    "confidence-by-name": ('{"error": 0.0001, "upper_95": 0.0005}', reported(value="/error", upper="/upper_95") | CHECKED),
    "a-number-in-a-name": ('{"error": 0.0001, "upper_of_run_12": 0.0005}', reported(value="/error", upper="/upper_of_run_12") | CHECKED),
}  # fmt: skip
FALSE = RECORDS | DRAWS | DETECTIONS
TRUE = (
    TRUE_RECORDS
    | TRUE_DRAWS
    | {"frames": detected(TRUTHS, FOUND), "few-crowds": detected(WITH_CROWDS, FOUND)}
    | {"no-objects": detected(NO_OBJECTS, FOUND[:9], "frame_with_false")}
)


@pytest.mark.slow
@pytest.mark.parametrize("name", FALSE)
def test_a_file_with_a_flaw_supports_nothing(name: str, tmp_path: Path) -> None:
    (case, edits, files), because = FALSE[name]
    must_not_hold(folder(tmp_path / name, case, edits, files), because)


@pytest.mark.slow
@pytest.mark.parametrize("name", TRUE)
def test_a_file_without_it_supports(name: str, tmp_path: Path) -> None:
    case, edits, files = TRUE[name]
    must_hold(folder(tmp_path / name, case, edits, files))


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_with_a_flaw_supports_nothing(name: str, tmp_path: Path) -> None:
    (content, edits), because = REPORTS[name]
    must_not_hold(folder(tmp_path / name, measured(), edits, {"report": content}), because)


@pytest.mark.parametrize("name", TRUE_REPORTS)
def test_a_report_without_it_supports(name: str, tmp_path: Path) -> None:
    content, edits = TRUE_REPORTS[name]
    must_hold(folder(tmp_path / name, measured(), edits, {"report": content}))
