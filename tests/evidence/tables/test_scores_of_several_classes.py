"""Numbered columns of scores: of ranks, or of more classes than the rows have, they say nothing against the answers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.false_support.test_columns_beside import csv, signs

N, CLASSES = 400, ("cat", "dog", "eel", "fox")


def table(kind: str, seed: int, name: str = "score_{}") -> str:
    """Answers that are the class with the largest score, and their scores."""
    rng = np.random.default_rng(seed)
    true = rng.integers(0, 4, N)
    logits = rng.normal(0, 1, (N, 4))
    logits[np.arange(N), true] += 2.5
    scores = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    answers = scores.argmax(axis=1)
    kept = np.ones(N, bool)
    if kind == "two of four classes":
        kept = (true < 2) & (answers < 2)
    if kind == "ranks":
        scores = -np.sort(-scores, axis=1)
    if kind == "of other answers":
        answers = rng.permutation(answers)
    words = np.array(CLASSES)
    columns = {name.format(k): scores[kept, k].round(4) for k in range(4)}
    return csv(true=words[true[kept]], predicted=words[answers[kept]], **columns)


@pytest.mark.parametrize("kind", ["all classes", "two of four classes", "ranks"])
@pytest.mark.parametrize("seed", range(12))
def test_scores_of_their_answers(kind: str, seed: int, tmp_path: Path) -> None:
    assert "answers-contradict" not in signs(tmp_path, table(kind, seed))


@pytest.mark.parametrize("seed", range(3))
def test_scores_of_other_answers(seed: int, tmp_path: Path) -> None:
    assert "sign-answers-contradict" in signs(tmp_path, table("of other answers", seed))
