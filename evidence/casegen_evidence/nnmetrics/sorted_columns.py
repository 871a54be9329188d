"""Labels and answers that look as if each column was sorted by itself."""

from __future__ import annotations

from collections.abc import Sequence
from math import lgamma, log
from typing import TYPE_CHECKING

import numpy as np

from casegen_evidence.tables.data_table import pairs_of

if TYPE_CHECKING:
    from casegen_evidence.tables.data_table import Names

FEWEST_ROWS, MANY_ROWS = 20, 100
"""rows from which on an order of names or numbers, and any other one, says something"""
CHANCE, OF_ONE_KIND = 0.01, 0.001
"""that rows in another order than the alphabet look so by themselves if they are sorted by label, or by both, at most"""


BORDERS = 0.6
"""share of the borders between classes at which there are wrong answers, at least"""


def sorted_apart(true: Names, predicted: Names) -> bool:
    """Whether labels and answers differ, and both go through their classes in one order, a block of rows for each."""
    if len(true.codes) < FEWEST_ROWS or not len(true.words) > 1 < len(predicted.words):
        return False
    wrong = [count for (a, b), count in pairs_of(true, predicted).items() if a != b]
    return bool(wrong) and (
        (_sorted(true) and _sorted(predicted)) or _in_the_same_blocks(true, predicted, sum(wrong), len(wrong))
    )


def _in_the_same_blocks(true: Names, predicted: Names, wrong: int, kinds: int) -> bool:
    """Whether both have one block of rows for each class in an order that need not be that of the names.

    Rows sorted by label look so where all wrong answers lie at the borders of the blocks; rows sorted by label and then
    by answer, where all errors at a border are of one kind of two.  :data:`CHANCE` and :data:`OF_ONE_KIND` limit how
    often.  Errors of few ``kinds``, as where one class is mistaken for another, say nothing.
    """
    orders = [_blocks(names) for names in (true, predicted)]
    common = [[word for word in order if word in set(other)] for order, other in (orders, orders[::-1])]
    if not all(orders) or common[0] != common[1]:
        return False
    n, classes = len(true.codes), len({*orders[0], *orders[1]})
    shifts = (classes - 1) * log(2.0)  # to one of two sides at each border
    at_borders = shifts + _log_choose(wrong + classes - 2, classes - 2) - _log_choose(n, wrong)
    if n < MANY_ROWS or kinds < max(2.0, BORDERS * (classes - 1)):
        return False
    return at_borders < log(CHANCE) and shifts - wrong * log(classes) < log(OF_ONE_KIND)


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def _blocks(names: Names) -> list[str]:
    """The names in the order of their blocks; empty where one has several."""
    starts = np.flatnonzero(np.diff(names.codes, prepend=-1))
    return [names.words[k] for k in names.codes[starts].tolist()] if len(starts) == len(names.words) else []


def _sorted(names: Names) -> bool:
    """Whether a column goes through its names in the order of the alphabet or of numbers."""
    words = names.words
    orders = [sorted(words), sorted(words, reverse=True)]
    orders += [sorted(words, key=float)] if all(w.lstrip("-").isdigit() for w in words) else []
    return any(_in_order(names, order) for order in orders)


def _in_order(names: Names, order: Sequence[str]) -> bool:
    place = {word: i for i, word in enumerate(order)}
    places = np.array([place[word] for word in names.words], dtype=np.int32)[names.codes]
    return bool(np.all(places[1:] >= places[:-1]))
