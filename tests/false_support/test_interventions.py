"""Rows whose labels or answers were given, chosen or changed by hand, or by the model itself; true twins."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.false_support.test_columns_beside import N, answers, csv, signs

TRUE, SAID, WRONG = answers(0.01)
SOME = np.arange(N) % 5 == 2
SIGN = "sign-marked-rows"


def shown(tmp_path: Path, name: str, one: str, other: str) -> bool:
    return SIGN in signs(tmp_path, csv(**{"true": TRUE, "predicted": SAID, name: np.where(SOME, one, other)}))


@pytest.mark.parametrize(
    ("name", "marks", "plain"),
    [
        ("annotator", "auto-accepted", "m.weber"), ("labelled_by", "pre-labelled", "j.roth"), ("annotation", "accepted suggestion", "drawn"),
        ("answered_by", "human", "system"), ("decided by", "operator", "network"), ("predicted_by", "manual", "v2"),
        ("selected_by", "confidence", "random"), ("chosen_how", "low loss", "every tenth"), ("picked by", "hand", "lot"),
        ("prediction_changed", "yes", "no"), ("label_edited", "1", "0"), ("gt corrected", "true", "false"),
        ("comment", "edited after review", ""), ("note", "label corrected by the lead", "fog"), ("remark", "Prediction changed after rerun", "ok"),
        ("path", "data/train/3.png", "data/test/4.png"), ("image", "coco/train2017/3.jpg", "coco/val2017/3.jpg"),
    ],
)  # fmt: skip
def test_rows_that_somebody_made_right(name: str, marks: str, plain: str, tmp_path: Path) -> None:
    assert shown(tmp_path, name, marks, plain)
    assert not shown(tmp_path, name, plain, plain)


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("answered_by", "unit 4", "unit 5"), ("scene_changed", "yes", "no"), ("selected_by", "lot", "random"),
        ("comment", "changed in rain", "changed after rain"), ("comment", "lens replaced after the run", ""),
        ("path", "trains/3.png", "buses/4.png"), ("image", "training_ground/3.png", "yard/4.png"), ("corrected speed", "3", "4"),
    ],
)  # fmt: skip
def test_what_says_nothing_of_the_answers(name: str, one: str, other: str, tmp_path: Path) -> None:
    assert not shown(tmp_path, name, one, other)


def test_labels_changed_after_the_answers(tmp_path: Path) -> None:
    columns = {"true": TRUE, "predicted": SAID, "predicted_on": ["2025-03-01"] * N}
    for late, seen in (("2025-04-11", True), ("2025-02-03", False)):
        days = np.where(SOME, late, "2025-02-03")
        assert (SIGN in signs(tmp_path, csv(**columns, label_updated_on=days))) is seen
        assert SIGN not in signs(tmp_path, csv(**columns, labelled_on=days))


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [("interpolated", "1", "0"), ("source", "model", "person"), ("origin", "prediction", "drawn")],
)
def test_rows_that_no_person_labelled(name: str, one: str, other: str, tmp_path: Path) -> None:
    assert shown(tmp_path, name, one, other)
    assert not shown(tmp_path, name, other, other)
    assert not shown(tmp_path, "alarm source", "model", "camera")
