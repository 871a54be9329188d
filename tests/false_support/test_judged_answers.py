"""Columns that tell by what they hold that answers were wrong, whatever they are called; true twins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support.test_columns_beside import CLASSES, N, answers, csv, signs

TRUE, SAID, WRONG = answers(0.01)
ROWS = np.arange(N)


def worded(good: str, bad: str, rows: Any) -> str:
    return csv(true=TRUE, predicted=SAID, seen=np.where(rows, bad, good))


@pytest.mark.parametrize(
    ("good", "bad"), [("OK", "NOK"), ("richtig", "falsch"), ("pass", "fail"), ("i.O.", "n.i.O.")]
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


@pytest.mark.parametrize("head", ["p_", "score ", ""])
def test_scores_whose_largest_is_not_the_answer(head: str, tmp_path: Path) -> None:
    own = np.searchsorted(np.sort(CLASSES), SAID)
    at = np.argsort(CLASSES)[own]
    assert "sign-answers-contradict" in signs(tmp_path, scored(head, (at + (ROWS % 9 == 0)) % 3))
    assert not signs(tmp_path, scored(head, at))
