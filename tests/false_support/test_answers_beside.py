"""Columns that say which answers are right beside labels and answers that say otherwise, and columns exchanged; true twins."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Flag, Label

from tests.false_support.test_columns_beside import answers, csv, signs

TRUE, SAID, WRONG = answers(0.01)
RIGHT = (~WRONG).astype(int)
SEEN = RIGHT * (np.random.default_rng(2).random(len(RIGHT)) > 0.08)
"""a column that marks many answers more as wrong than labels and answers do"""


@pytest.mark.parametrize(
    "name", ["ok", "hit", "match", "right", "is_correct", "correct", "richtig", "answer_ok"]
)
def test_marked_as_wrong_beside_equal_labels(name: str, tmp_path: Path) -> None:
    assert "sign-answers-contradict" in signs(tmp_path, csv(**{"true": TRUE, "predicted": SAID, name: SEEN}))
    assert not signs(tmp_path, csv(**{"true": TRUE, "predicted": SAID, name: RIGHT}))


@pytest.mark.parametrize("name", [
    "is_correct_top1", "top1_correct", "top-1 correct", "hit@1", "acc", "acc@1", "top1", "exact_match", "pred_match",
    "true == predicted", "isCorrectFlag", "correctness", "rank1_correct", "top5_correct", "correct_in_top_5",
])  # fmt: skip
def test_marks_of_another_name(name: str, tmp_path: Path) -> None:
    """What marks other rows as wrong than the labels do, with nothing in common with them, beside what agrees or exceeds."""
    others = (np.random.default_rng(7).random(len(RIGHT)) > 0.3).astype(int)
    for marks, contradicts in (
        (others, True),
        (0 * RIGHT, "orrect" in name),
        (RIGHT, False),
        (RIGHT | others, False),
    ):
        shown = signs(tmp_path, csv(**{"true": TRUE, "predicted": SAID, name: marks}))
        assert ("answers-contradict" in shown) == contradicts
        assert contradicts or not shown
    as_words = np.where(others == 1, "True", "False")
    assert "answers-contradict" in signs(tmp_path, csv(**{"true": TRUE, "predicted": SAID, name: as_words}))


@pytest.mark.parametrize(
    "name", ["top1_error", "is_wrong_top1", "zero_one_loss", "mismatch", "not_equal", "label != predicted"]
)
def test_marks_of_errors_of_another_name(name: str, tmp_path: Path) -> None:
    others = (np.random.default_rng(7).random(len(RIGHT)) < 0.3).astype(int)
    assert not signs(tmp_path, csv(**{"true": TRUE, "predicted": SAID, "ACC": others}))  # cruise control
    assert "answers-contradict" in signs(tmp_path, csv(**{"true": TRUE, "predicted": SAID, name: others}))
    assert not signs(tmp_path, csv(**{"true": TRUE, "predicted": SAID, name: 1 - RIGHT}))


def test_what_says_it_of_these_answers_bars(tmp_path: Path) -> None:
    severities = {}
    for name in ("correct", "wrong", "ok"):
        marks = 1 - SEEN if name == "wrong" else SEEN
        (path := tmp_path / "p.csv").write_text(csv(true=TRUE, predicted=SAID, **{name: marks}))
        read_table(path, {"true": Label(), "predicted": Label()}, intake=(intake := Intake()), draws=True)
        severities[name] = {s.severity for s in intake.signs}
    assert severities == {"correct": {"fails"}, "wrong": {"fails"}, "ok": {"suspicious"}}


@pytest.mark.parametrize(
    "name",
    ["baseline_correct", "label_ok", "label_correct", "correct_lane", "rank_of_correct", "matched_id"],
)
def test_marks_of_something_else(name: str, tmp_path: Path) -> None:
    assert "answers-contradict" not in signs(tmp_path, csv(**{"true": TRUE, "predicted": SAID, name: SEEN}))


@pytest.mark.parametrize(
    ("truth", "answer"), [("gt", "answer"), ("label", "pred"), ("Soll", "Ist"), ("target", "model output")]
)
def test_read_as_correct_beside_differing_labels(truth: str, answer: str, tmp_path: Path) -> None:
    wanted = {"correct": Flag(sense="good")}
    worse = csv(**{truth: TRUE, answer: answers(0.08)[1], "correct": RIGHT})
    assert "sign-answers-contradict" in signs(tmp_path, worse, wanted)
    assert not signs(tmp_path, csv(**{truth: TRUE, answer: SAID, "correct": RIGHT}), wanted)
    other = csv(**{truth: TRUE, "baseline_pred": answers(0.08)[1], "correct": RIGHT})
    assert not signs(tmp_path, other, wanted)


@pytest.mark.parametrize(
    ("truth", "answer"),
    [("Soll", "Ist"), ("expected", "actual"), ("reference", "detected"), ("annotation", "classified"), ("y", "yhat"),
     ("actual", "predicted label")],
)  # fmt: skip
def test_labels_and_answers_exchanged(truth: str, answer: str, tmp_path: Path) -> None:
    text = csv(**{truth: TRUE, answer: SAID})
    assert not signs(tmp_path, text, columns={"true": truth, "predicted": answer})
    if answer != "predicted label":
        assert "sign-changed-places" in signs(tmp_path, text, columns={"true": answer, "predicted": truth})
