"""Columns that tell by what they hold that answers were wrong, whatever they are called; true twins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.tables.spec import Flag

from tests.false_support.test_columns_beside import CLASSES, PAIR, N, answers, csv, signs

TRUE, SAID, WRONG = answers(0.01)
ROWS = np.arange(N)


def worded(good: str, bad: str, rows: Any) -> str:
    return csv(true=TRUE, predicted=SAID, seen=np.where(rows, bad, good))


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("OK", "NOK"),
        ("richtig", "falsch"),
        ("pass", "fail"),
        ("i.O.", "n.i.O."),
        ("TP", "FN"),
        ("true_negative", "false_positive"),
    ],
)
def test_words_for_right_and_wrong(good: str, bad: str, tmp_path: Path) -> None:
    assert "sign-answers-contradict" in signs(tmp_path, worded(good, bad, WRONG | (ROWS % 9 == 0)))
    assert not signs(tmp_path, worded(good, bad, WRONG))


@pytest.mark.parametrize(("good", "bad"), [("good", "bad"), ("fine", "bad"), ("dry", "wet"), ("yes", "no")])
def test_words_for_conditions(good: str, bad: str, tmp_path: Path) -> None:
    assert "sign-answers-contradict" not in signs(tmp_path, worded(good, bad, ROWS % 9 == 0))


def scored(head: str, largest: Any) -> str:
    """Scores by class, of which the one at ``largest`` is the largest."""
    values = np.random.default_rng(3).random((N, len(CLASSES))).round(4)
    values[ROWS, largest] = 1.5
    scores = {f"{head}{name}": values[:, k] for k, name in enumerate(CLASSES)}
    return csv(true=TRUE, predicted=SAID, **scores)


@pytest.mark.slow
@pytest.mark.parametrize("head", ["p_", "score ", ""])
def test_scores_whose_largest_is_not_the_answer(head: str, tmp_path: Path) -> None:
    own = np.searchsorted(np.sort(CLASSES), SAID)
    at = np.argsort(CLASSES)[own]
    assert "sign-answers-contradict" in signs(tmp_path, scored(head, (at + (ROWS % 9 == 0)) % 3))
    assert not signs(tmp_path, scored(head, at))


TRUTHS = [
    ("ja", "nein"), ("JA", "NEIN"), ("wahr", "falsch"), ("WAHR", "FALSCH"), ("j", "n"), ("y", "n"), ("w", "f"), ("1.0", "0.0"),
    ("yes", "no"), ("x", ""), ("oui", "non"), ("✓", "✗"), ("t", "f"),
]  # fmt: skip
MORE = WRONG | (ROWS % 9 == 0)


@pytest.mark.parametrize("name", ["correct", "ok", "Treffer", "stimmt", "richtig", "hit"])
@pytest.mark.parametrize(("yes", "no"), TRUTHS)
def test_yes_and_no_in_any_language(name: str, yes: str, no: str, tmp_path: Path) -> None:
    """A column that is called correct, or the like, and says no of answers that are the same as their label."""
    columns = {"true": TRUE, "predicted": SAID}
    assert "sign-answers-contradict" in signs(tmp_path, csv(**columns, **{name: np.where(MORE, no, yes)}))
    assert not signs(tmp_path, csv(**columns, **{name: np.where(WRONG, no, yes)}))


@pytest.mark.parametrize("name", ["Fehler", "wrong", "misclassified{x}"])
@pytest.mark.parametrize(("yes", "no"), [("ja", "nein"), ("x", "")])
def test_yes_where_it_is_wrong(name: str, yes: str, no: str, tmp_path: Path) -> None:
    columns = {"true": TRUE, "predicted": SAID}
    slightly = WRONG | (ROWS % 199 == 0)
    assert "sign-answers-contradict" in signs(tmp_path, csv(**columns, **{name: np.where(slightly, yes, no)}))
    assert not signs(tmp_path, csv(**columns, **{name: np.where(WRONG, yes, no)}))


@pytest.mark.parametrize(
    ("good", "bad"),
    [("A", "B"), ("0", "1"), ("1", "0"), ("yes", "no"), ("grün", "rot"), ("-", "siehe Liste")],
)
@pytest.mark.parametrize("name", ["zz", "Kreuz", "Kommission", "col 7"])
def test_nearly_the_pattern_of_wrong_answers(name: str, good: str, bad: str, tmp_path: Path) -> None:
    """Two values of which one stands at all wrong answers and at few others: whatever its name and words are."""
    slightly = WRONG | (ROWS % 199 == 0)
    columns = {"true": TRUE, "predicted": SAID}
    assert "sign-answers-contradict" in signs(
        tmp_path, csv(**columns, **{name: np.where(slightly, bad, good)})
    )
    assert not signs(tmp_path, csv(**columns, **{name: np.where(WRONG, bad, good)}))


@pytest.mark.parametrize(
    ("good", "bad"), [("1", "5"), ("A", "B"), ("", "siehe Liste"), ("agree", "disagree")]
)
def test_one_word_at_every_wrong_answer(good: str, bad: str, tmp_path: Path) -> None:
    """Twenty wrong answers bear one word, which a ninth of the right ones bear too."""
    assert "sign-answers-contradict" in signs(tmp_path, worded(good, bad, MORE))
    assert not signs(tmp_path, worded(good, bad, WRONG))
    hard = (WRONG & (np.cumsum(WRONG) % 5 > 0)) | ((ROWS % 9 == 0) & ~WRONG)
    assert "sign-answers-contradict" not in signs(tmp_path, worded(good, bad, hard))


def test_an_alarm_at_every_wrong_answer_is_none(tmp_path: Path) -> None:
    text = worded("no", "yes", MORE)
    assert not signs(tmp_path, text.replace("seen", "needs review", 1))


def test_marks_of_right_answers_are_compared_alike(tmp_path: Path) -> None:
    right, wanted = (~WRONG).astype(int), {"correct": Flag(sense="good")}
    for good, bad in (("", "Klasse falsch"), ("A", "B")):
        said = csv(correct=right, Bemerkungen=np.where(MORE, bad, good))
        assert "sign-answers-contradict" in signs(tmp_path, said, wanted)
        assert not signs(tmp_path, csv(correct=right, Bemerkungen=np.where(WRONG, bad, good)), wanted)


ALARM = WRONG | (ROWS % 17 == 3)


@pytest.mark.parametrize(
    ("name", "word", "other", "sign"),
    [
        ("verspaetet", "x", "", "marked-rows"), ("alarm by", "driver", "system", "marked-rows"), ("stumm", "ja", "nein", "marked-rows"),
        ("missed", "ja", "nein", "unread-failures"), ("threshold_used", "0.5", "0.3", "several-systems"),
    ],
)  # fmt: skip
def test_alarms_that_were_none(name: str, word: str, other: str, sign: str, tmp_path: Path) -> None:
    """Alarms that came late, from a person, at another threshold, or not at all."""
    wanted = PAIR | {"alarm": Flag()}
    columns = {"true": TRUE, "predicted": SAID, "alarm": ALARM.astype(int)}
    noted = np.where(ALARM & (ROWS % 2 == 0), word, other)
    assert f"sign-{sign}" in signs(tmp_path, csv(**columns, **{name: noted}), wanted)
    assert not signs(tmp_path, csv(**columns, **{name: np.full(N, other)}), wanted)


@pytest.mark.slow
def test_columns_without_a_name(tmp_path: Path) -> None:
    rows = zip(range(N), TRUE, SAID, np.where(MORE, "nein", "ja"), strict=True)
    text = ",true,predicted,\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)
    assert "sign-answers-contradict" in signs(tmp_path, text)


def test_partly_right(tmp_path: Path) -> None:
    words = np.where(MORE, "nein", np.where(ROWS % 7 == 0, "teilweise", "ja"))
    assert "sign-answers-contradict" in signs(tmp_path, csv(true=TRUE, predicted=SAID, correct=words))
    true_twin = np.where(WRONG, "nein", np.where(ROWS % 7 == 0, "teilweise", "ja"))
    assert not signs(tmp_path, csv(true=TRUE, predicted=SAID, correct=true_twin))


def test_what_marks_classes_or_hard_conditions_is_no_judgement(tmp_path: Path) -> None:
    fog = np.random.default_rng(3).random(N) < 0.1
    true, said, _ = answers(np.where(fog, 0.1, 0.005))
    assert not signs(tmp_path, csv(true=true, predicted=said, fog=np.where(fog, "ja", "nein")))
    rare = np.arange(N) % 40 == 0  # a class of its own, most of which is missed
    true = np.where(rare, "defect", "fine part")
    said = np.where(rare & (ROWS % 3 > 0), "fine part", true)
    assert "answers-contradict" not in signs(
        tmp_path, csv(true=true, predicted=said, kind=np.where(rare, "R", "F"))
    )


@pytest.mark.parametrize("name", ["Datensatz", "Aufteilung", "Teilmenge", "Gruppe", "wofür"])
@pytest.mark.parametrize(
    ("train", "test"),
    [("Training", "Test"), ("Train", "Test"), ("Lernen", "Prüfung"), ("tr", "test"), ("train", "eval")],
)
def test_rows_of_the_training_in_any_language(name: str, train: str, test: str, tmp_path: Path) -> None:
    columns = {"true": TRUE, "predicted": SAID}
    mixed = np.where(ROWS % 2 == 0, train, test)
    assert "sign-marked-rows" in signs(tmp_path, csv(**columns, **{name: mixed}))
    assert not signs(tmp_path, csv(**columns, **{name: np.full(N, test)}))


@pytest.mark.parametrize(
    ("name", "good", "bad"), [("fail", "0", "1"), ("result", "PASS", "FAIL"), ("nok", "nein", "ja")]
)
@pytest.mark.parametrize("by", [TRUE, SAID])
def test_what_says_the_same_of_whole_classes_judges_parts(
    name: str, good: str, bad: str, by: Any, tmp_path: Path
) -> None:
    """A defective part fails, and an answer that calls it defective is right."""
    parts = np.where(by == "vehicle", bad, good)
    assert not signs(tmp_path, csv(true=TRUE, predicted=SAID, **{name: parts}))
    judged = np.where(MORE, bad, good)
    assert "sign-answers-contradict" in signs(tmp_path, csv(true=TRUE, predicted=SAID, **{name: judged}))


def test_a_mark_of_two_values_is_no_score(tmp_path: Path) -> None:
    true, said, _ = answers(0.06)
    two = {"true": np.where(true == "vehicle", "b", "a"), "predicted": np.where(said == "vehicle", "b", "a")}
    marked = (two["true"] == "b").astype(int)
    assert not signs(tmp_path, csv(**two, biopsy_positive=marked))
    scored = marked * 0.5 + np.random.default_rng(4).random(N).round(3) / 2
    assert signs(tmp_path, csv(**two, score_positive=scored)) == "sign-answers-contradict"


@pytest.mark.slow
def test_short_words_for_errors_judge_answers(tmp_path: Path) -> None:
    columns = {"true": TRUE, "predicted": SAID}
    for name in ("cls_err", "err", "is_err"):
        assert "sign-answers-contradict" in signs(tmp_path, csv(**columns, **{name: MORE.astype(int)}))
        assert not signs(tmp_path, csv(**columns, **{name: WRONG.astype(int)}))
    assert not signs(tmp_path, csv(**columns, loc_err_m=np.random.default_rng(4).random(N).round(3)))


def test_a_confusion_of_the_alarms_says_nothing_of_the_answers(tmp_path: Path) -> None:
    wanted = {**PAIR, "alarm": Flag()}
    words = np.where(WRONG, np.where(ALARM, "TP", "FN"), np.where(ALARM, "FP", "TN"))
    assert not signs(tmp_path, csv(true=TRUE, predicted=SAID, alarm=ALARM.astype(int), cell=words), wanted)


def test_alarms_in_german(tmp_path: Path) -> None:
    wanted = {**PAIR, "alarm": Flag()}
    assert not signs(tmp_path, csv(true=TRUE, predicted=SAID, alarm=np.where(ALARM, "ja", "Nein")), wanted)
