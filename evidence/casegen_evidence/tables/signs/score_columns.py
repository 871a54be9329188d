"""Which columns of numbers are scores of the answers, by their names, by the classes, or by what they hold.

Whatever they are called, the shares of all classes sum to 1 in every row, and the largest score is that of the answer.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.signs.class_scores import SCORES
from casegen_evidence.tables.signs.copies import as_numbers
from casegen_evidence.tables.signs.cut import is_sureness
from casegen_evidence.tables.signs.marks import row_words
from casegen_evidence.tables.spec import Number

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

Array = NDArray[np.float64]
SUM, NEARLY_ALL = 0.05, 0.98
"""by how much the shares of a row may differ from 1, and of how many rows: some have noise, some rounding"""
MOSTLY = 0.8
"""share of the rows in which the largest of some numbers is the answer, from which on they are its scores"""
MOST_COLUMNS = 200
SUMMED = 2000
"""rows of which sums are looked at"""


def score_columns(read: Sequence[Cells], beside: Sequence[Cells]) -> dict[str, Array]:
    """The columns of scores among those ``read`` and those ``beside`` them, with their numbers ``(rows,)``."""
    numbers = _numbers(read, beside)
    names = scores_of_classes(read, beside) | sets_of_shares(numbers, 2)
    return {n: v for n, v in numbers.items() if n in names or row_words(n) & SCORES or is_sureness(n)}


def scores_of_classes(read: Sequence[Cells], beside: Sequence[Cells]) -> set[str]:
    """The names of columns that hold a score for each of several classes."""
    numbers = _numbers(read, beside)
    answers = next((c.words()[0] for c in read if c.name == "predicted"), None)
    classes = {word for c in read if c.name in ("true", "predicted") for word in c.words()[1]}
    names = of_classes(numbers, classes) | sets_of_shares(numbers)
    return names if answers is None else names | _largest_answers(numbers, len(classes), answers)


def _numbers(read: Sequence[Cells], beside: Sequence[Cells]) -> dict[str, Array]:
    numbers = {c.spelled: c.numbers() for c in read if isinstance(c.kind, Number)}
    return numbers | {c.spelled: v for c in beside[:MOST_COLUMNS] if (v := as_numbers(c)) is not None}


def of_classes(numbers: Mapping[str, Array], classes: Collection[str]) -> set[str]:
    """Columns that are named by the ``classes`` in one form: all classes, or two or more if they hold shares."""
    if len(classes) < 2:
        return set()
    listed = "|".join(re.escape(word.casefold()) for word in sorted(classes, key=len, reverse=True) if word)
    named = re.compile(rf"(?<![^\W_])({listed})(?![^\W_])")
    forms: dict[str, dict[str, str]] = defaultdict(dict)
    for name in numbers:
        folded = name.casefold()
        for hit in named.finditer(folded):
            forms[f"{folded[: hit.start()]}#{folded[hit.end() :]}"][hit[1]] = name
    result: set[str] = set()
    for held in forms.values():
        if len(held) == len(classes) or (len(held) > 1 and all(_share(numbers[n]) for n in held.values())):
            result |= set(held.values())
    return result


def sets_of_shares(numbers: Mapping[str, Array], fewest: int = 3) -> set[str]:
    """So many columns next to one another that sum to 1, or 100, in nearly every row, and none of which is a constant."""
    result: set[str] = set()
    for names in _neighbours(numbers):
        columns = [numbers[n][:: max(1, len(numbers[n]) // SUMMED)] for n in names]
        sums = np.cumsum(np.stack([np.zeros_like(columns[0]), *columns]), axis=0)
        for whole in (1.0, 100.0):
            first = 0
            while first <= len(names) - fewest:
                ends = range(len(names), first + fewest - 1, -1)
                end = next((e for e in ends if _sum_to(sums[e] - sums[first], whole)), 0)
                result |= set(names[first:end])
                first = max(end, first + 1)
    return result


def _sum_to(sums: Array, whole: float) -> bool:
    return bool(abs(np.median(sums) - whole) <= SUM * whole) and bool(
        np.mean(np.abs(sums - whole) <= SUM * whole) >= NEARLY_ALL
    )


def _neighbours(numbers: Mapping[str, Array]) -> Iterator[list[str]]:
    """Runs of two and more columns next to one another that may hold shares."""
    names, shares = list(numbers), [_share(v) for v in numbers.values()]
    turns = [0, *(k for k, (a, b) in enumerate(pairwise(shares), 1) if a != b), len(names)]
    for first, end in pairwise(turns):
        if end - first > 1 and shares[first]:
            yield names[first:end]


def _share(values: Array) -> bool:
    """Whether values may be shares: from 0 to 1, or to 100, and not all alike."""
    return bool(len(values) and values.min() >= 0 and values.max() <= 100 and np.ptp(values) > 0)


def _largest_answers(
    numbers: Mapping[str, Array], classes: int, answers: NDArray[np.signedinteger]
) -> set[str]:
    """As many numbered columns as there are classes, the largest of which tells the answer in most rows."""
    families: dict[str, list[str]] = defaultdict(list)
    for name in numbers:
        if number := re.search(r"\d+(?=\D*$)", name):
            families[f"{name[: number.start()]}#{name[number.end() :]}"].append(name)
    result: set[str] = set()
    for names in families.values():
        if len(names) != classes or classes < 2:
            continue
        largest = np.argmax(np.stack([numbers[n] for n in names]), axis=0)
        counts = np.zeros((classes, int(answers.max()) + 1))
        np.add.at(counts, (largest, answers), 1)
        stands_for = counts.argmax(axis=1)
        if len(set(stands_for.tolist())) == classes and counts.max(axis=1).sum() >= MOSTLY * len(answers):
            result |= set(names)
    return result
