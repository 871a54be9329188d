"""Rows that fill a batch up, with the same word as label and answer, count as right; classes of such names do not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.false_support.test_columns_beside import N, answers, csv, signs

TRUE, SAID, WRONG = answers(0.02)
ROWS = np.arange(N)
SIGN = "sign-padded-rows"


def filled(word: str, rows: object) -> str:
    return csv(true=np.where(rows, word, TRUE), predicted=np.where(rows, word, SAID))


@pytest.mark.parametrize("word", ["-100", "<pad>", "[PAD]", "ignore_index", "padding"])
def test_a_word_that_is_no_class(word: str, tmp_path: Path) -> None:
    for rows in (ROWS % 3 > 0, ROWS == 7):
        assert SIGN in signs(tmp_path, filled(word, rows))
    labels_alone = csv(true=np.where(ROWS % 3 > 0, word, TRUE), predicted=SAID)
    assert SIGN not in signs(tmp_path, labels_alone)


@pytest.mark.parametrize("word", ["None", "ignore", "void", "255", "-1", "unlabeled", "N/A", "<mask>"])
def test_a_word_that_may_be_a_class(word: str, tmp_path: Path) -> None:
    """Nothing is ever mistaken for it, while the other rows are wrong: it is no class."""
    rows = ROWS % 10 > 2
    assert SIGN in signs(tmp_path, filled(word, rows))
    missed = SAID.copy()
    missed[(ROWS % 10 == 1) & WRONG] = word  # a defect that was taken for none
    alarm = np.where(rows, word, missed)
    assert SIGN not in signs(tmp_path, csv(true=np.where(rows, word, TRUE), predicted=alarm))


@pytest.mark.parametrize("word", ["background", "vehicle", "none"])
def test_classes_of_their_own(word: str, tmp_path: Path) -> None:
    """Few rows, of which none being mistaken says nothing; and a class that is easy."""
    rows = ROWS % 50 == 0 if word == "none" else ROWS % 10 > 2
    assert SIGN not in signs(tmp_path, filled(word, rows))


def test_nothing_is_known_where_hardly_anything_is_wrong(tmp_path: Path) -> None:
    true, said, _ = answers(0.001)
    rows = ROWS % 2 > 0
    assert SIGN not in signs(
        tmp_path, csv(true=np.where(rows, "none", true), predicted=np.where(rows, "none", said))
    )
