"""Numbers of the training under keys of a test, and what everyday reports say that asks nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from casegen_evidence.method import InputProblem, Result, Run
from casegen_evidence.reports.junit import TEST_REPORT
from casegen_evidence.reports.reported_measure import REPORTED_MEASURE

NUMBERS = {"errors": 3, "images": 1000}
TRAINING: dict[str, tuple[dict[str, Any], str]] = {
    "split": ({"test": {**NUMBERS, "split": "train"}}, "/test"),
    "dataset": ({"test": {**NUMBERS, "dataset": "train2017"}}, "/test"),
    "eval-dataset": ({"test": {**NUMBERS, "eval_dataset": "coco_train2017"}}, "/test"),
    "phase": ({"val": {**NUMBERS, "phase": "train"}}, "/val"),
    "folder": ({"test": {**NUMBERS, "images_dir": "/data/train/images"}}, "/test"),
    "folder-at-the-root": ({**NUMBERS, "images_dir": "/data/train/images"}, ""),
    "at-the-root": ({"split": "train", "test": NUMBERS}, "/test"),
    "file": ({"test": {**NUMBERS, "data": "data/train.csv"}}, "/test"),
}
OTHERS: dict[str, tuple[dict[str, Any], str]] = {
    "test": ({"test": {**NUMBERS, "split": "test"}}, "/test"),
    "weights": ({"test": {**NUMBERS, "source": "runs/train/exp3/weights/best.pt"}}, "/test"),
    "railway": ({"test": {**NUMBERS, "dataset": "train doors 2025"}}, "/test"),
    "trained-on": ({"dataset": "train2017", "test": {**NUMBERS, "dataset": "val2017"}}, "/test"),
    "train-dir": ({"test": {**NUMBERS, "train_dir": "/data/train"}}, "/test"),
    "output": ({"test": {**NUMBERS, "output_dir": "/work/train/out"}}, "/test"),
    "folder": ({"test": {**NUMBERS, "images_dir": "/data/test/images"}}, "/test"),
}


def reported(document: Any, folder: Path, **parameters: Any) -> Result:
    (folder / "m.json").write_text(json.dumps(document))
    given = {"kind": "probability-per-demand", "method": "evaluate 1.2", **parameters}
    checked = REPORTED_MEASURE.parameters.model_validate(given)
    return REPORTED_MEASURE.run(Run({"report": folder / "m.json"}, checked, 0, 0.95, folder))


def of_the_training(case: tuple[dict[str, Any], str], folder: Path) -> bool:
    document, at = case
    result = reported(document, folder, count=f"{at}/errors", trials=f"{at}/images")
    return "sign-of-the-training" in [sign.name for sign in result.signs]


@pytest.mark.parametrize("name", TRAINING)
def test_what_stands_beside_a_number_says_more_than_its_key(name: str, tmp_path: Path) -> None:
    assert of_the_training(TRAINING[name], tmp_path)


@pytest.mark.parametrize("name", OTHERS)
def test_other_words_beside_a_number_do_not(name: str, tmp_path: Path) -> None:
    assert not of_the_training(OTHERS[name], tmp_path)


@pytest.mark.parametrize("name", ["errors_per_hour", "failures/h", "errorsPerHour", "faults_per_day"])
def test_a_rate_in_time_is_no_probability(name: str, tmp_path: Path) -> None:
    place = "/" + name.replace("/", "~1")
    with pytest.raises(InputProblem, match="rate in time"):
        reported({name: 0.003, "upper": 0.009}, tmp_path, value=place, upper="/upper")


GTEST = (
    '<testsuites tests="1" failures="0" disabled="0" errors="0" name="All"><testsuite name="R" tests="1" failures="0" '
    'disabled="0" skipped="0" errors="0"><testcase name="Dry" status="run" result="completed" time="0.001" '
    'classname="R">{}</testcase></testsuite></testsuites>'
)


def junit(text: str, folder: Path) -> Result:
    (folder / "j.xml").write_text(text)
    checked = TEST_REPORT.parameters.model_validate({})
    return TEST_REPORT.run(Run({"report": folder / "j.xml"}, checked, 0, 0.95, folder))


def test_what_every_report_of_a_runner_says_asks_nothing(tmp_path: Path) -> None:
    result = junit(GTEST.format(""), tmp_path)
    assert not result.signs
    assert not [entry for read in result.read for entry in read.get("asked", ())]


def test_a_traceback_without_a_place_is_doubted_as_one_with_it(tmp_path: Path) -> None:
    text = "<system-err>Traceback (most recent call last):\n ValueError: x</system-err>"
    assert junit(GTEST.format(text), tmp_path).signs
