"""Rows whose labels or answers were given, chosen or changed by hand, or by the model itself; true twins."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Label

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


@pytest.mark.parametrize(
    ("name", "form", "seen"),
    [
        ("path", "data/train/{}.png", True), ("image", "/mnt/ds/training/{}.png", True), ("file_name", "train/{}.jpg", True),
        ("url", "http://images.cocodataset.org/train2017/{}.jpg", True), ("Bild", "data\\train\\{}.png", True),
        ("file", "x_train/img_{}.npy", True), ("video", "train/drive_{0:.1}.mp4", True),
        ("path", "data/test/{}.png", False), ("image", "trains/{}.png", False), ("file_name", "training_ground/{}.jpg", False),
        ("model", "runs/train/exp3/weights/best.pt", False), ("run", "runs/train/exp3", False), ("config", "train/base.yaml", False),
        ("machine", "train/a", False), ("image", "train-{}.png", True), ("image", "imgs/train_{}.jpg", True), ("image", "imagesTr/{}.png", True),
        ("image", "images_tr/{}.png", True), ("image", "lerndaten/{}.png", True), ("image", "train.tar#{}.png", True), ("image", "tuning_{}.png", True),
        ("image", "train_on_track_{}.png", False), ("image", "IC_train_{}.png", False), ("image", "constraint-{}.png", False), ("train", "train {}", False),
        ("image", "imagesTs/{}.png", False), ("image", "test-{}.png", False),
    ],
)  # fmt: skip
def test_rows_that_are_all_of_a_training(name: str, form: str, seen: bool, tmp_path: Path) -> None:
    numbers = np.random.default_rng(3).permutation(10**6)[:N]
    columns = {"true": TRUE, "predicted": SAID, name: [form.format(f"{k:06d}") for k in numbers]}
    assert (SIGN in signs(tmp_path, csv(**columns))) is seen


def test_a_picture_of_a_train_may_be_called_so(tmp_path: Path) -> None:
    names = [f"train_{k:05}.png" for k in np.random.default_rng(3).permutation(10**5)[:N]]
    railway = {"pedestrian": "train", "vehicle": "tram"}
    true, said = ([railway.get(w, w) for w in words] for words in (TRUE, SAID))
    assert SIGN in signs(tmp_path, csv(true=TRUE, predicted=SAID, image=names))
    assert SIGN not in signs(tmp_path, csv(true=true, predicted=said, image=names))


@pytest.mark.parametrize(
    ("file", "column", "form", "seen"),
    [
        ("oof_predictions.csv", "note", "-", True), ("out-of-fold.csv", "note", "-", True), ("cv_preds.csv", "note", "-", True),
        ("crossval.csv", "note", "-", True), ("5fold.csv", "note", "-", True), ("p.csv", "image", "/ds/fold_{0}/{1}.png", True),
        ("p.csv", "path", "data/cv{0}/test/{1}.png", True), ("p.csv", "image", "/ds/fold_1/{1}.png", False), ("roof.csv", "note", "-", False),
        ("fold_3.csv", "note", "-", False), ("folding-door.csv", "note", "-", False), ("cv.csv", "note", "-", False),
        ("p.csv", "image", "/ds/unfold_{0}_a/{1}.png", False), ("p.csv", "image", "/ds/scaffold{0}/{1}.png", False),
    ],
)  # fmt: skip
def test_answers_of_a_cross_validation(file: str, column: str, form: str, seen: bool, tmp_path: Path) -> None:
    held = [form.format(k % 5, 7919 * k % 10_007) for k in range(N)]
    (tmp_path / file).write_text(csv(**{"true": TRUE, "predicted": SAID, column: held}), "utf-8")
    intake = Intake()
    read_table(tmp_path / file, {"true": Label(), "predicted": Label()}, intake=intake, draws=True)
    assert ("sign-cross-validated" in {sign.name for sign in intake.signs}) is seen
