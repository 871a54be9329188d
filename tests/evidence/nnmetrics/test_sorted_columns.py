"""Labels and answers that were sorted each by itself, in any order of the classes; lists sorted by one of them are not."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.nnmetrics.sorted_columns import sorted_apart
from casegen_evidence.tables.data_table import Names

ORDERS = [
    ["dock", "buoy", "none"],
    ["buoy", "none", "dock"],
    ["pedestrian", "car", "bike", "none"],
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
    ["10", "2", "33"],
]


def names(codes: np.ndarray, words: list[str]) -> Names:
    kept, first, code = np.unique(codes, return_index=True, return_inverse=True)
    place = first.argsort().argsort()
    in_order = [words[k] for k in kept[first.argsort()].tolist()]
    return Names(place[code].astype(np.int32), in_order)


def answers(seed: int, classes: int, rows: int, wrong: float) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    true = rng.choice(classes, rows, p=rng.dirichlet(np.full(classes, 5.0)))
    said = np.where(rng.random(rows) < wrong, rng.integers(0, classes, rows), true)
    return true, said


def likely(true: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Answers that lean to the first class, so that the sorted columns differ."""
    return np.where(rng.random(len(true)) < 0.25, np.maximum(true - 1, 0), true)


@pytest.mark.parametrize("words", ORDERS, ids=lambda words: words[0])
@pytest.mark.parametrize("backwards", [False, True])
def test_columns_sorted_by_a_code_of_the_classes(words: list[str], backwards: bool) -> None:
    for seed in range(5):
        true, _ = answers(seed, len(words), 900, 0)
        said = likely(true, np.random.default_rng(seed))
        columns = [np.sort(column)[:: -1 if backwards else 1] for column in (true, said)]
        assert sorted_apart(*(names(column, words) for column in columns))
        assert not sorted_apart(names(true, words), names(said, words))


def test_rows_sorted_by_label_or_by_answer_are_no_such_columns() -> None:
    """Of 20 to 2,000 rows, few or many wrong, perfect ones too."""
    for seed in range(600):
        rng = np.random.default_rng(seed)
        words = ORDERS[seed % 4]
        true, said = answers(
            seed, len(words), int(np.exp(rng.uniform(3, 7.6))), rng.choice([0, 0.005, 0.02, 0.1])
        )
        if len(set(true.tolist())) < 2:
            continue
        for order in (
            np.argsort(true, kind="stable"),
            np.argsort(said, kind="stable"),
            rng.permutation(len(true)),
        ):
            columns = (names(true[order], words), names(said[order], words))
            assert not sorted_apart(*columns), (seed, words, len(true), int((true != said).sum()))


def test_rows_sorted_by_label_and_then_by_answer() -> None:
    """By chance, next to no such table has wrong answers of one kind at each border only."""
    seen = 0
    for seed in range(600):
        rng = np.random.default_rng(seed)
        words = ORDERS[seed % 4]
        true, said = answers(seed, len(words), 600, rng.choice([0.005, 0.02, 0.1]))
        order = np.lexsort((said, true))
        seen += sorted_apart(names(true[order], words), names(said[order], words))
    assert seen <= 1
