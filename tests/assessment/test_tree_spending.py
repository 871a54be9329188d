"""Records together: whoever chooses by the data which part is looked at next errs no more than is spent."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from casegen.assessment.tree_spending import LooksTogether

NOMINAL = 0.05
HISTORIES = 6_000
Choice = Callable[[list[list[bool]], np.random.Generator], int]
"""part that is looked at next, by the looks so far at each (whether its lot was without a failure)"""


def first_that_failed(looks: list[list[bool]], _: np.random.Generator) -> int:
    """Each part until it is clean, then the next."""
    return next(part for part, lots in enumerate(looks) if not any(lots))


def in_turn(looks: list[list[bool]], _: np.random.Generator) -> int:
    """The part that failed and was looked at least."""
    return min((part for part, lots in enumerate(looks) if not any(lots)), key=lambda part: len(looks[part]))


def any_that_failed(looks: list[list[bool]], draw: np.random.Generator) -> int:
    return int(draw.choice([part for part, lots in enumerate(looks) if not any(lots)]))


def most_looks(items: int, records: float) -> int:
    """Further looks that are paid for."""
    spent = (LooksTogether(items, further, records).spent for further in itertools.count())
    return next(further for further, one in enumerate(spent) if one > NOMINAL) - 1


def passes(items: int, records: float, choose: Choice, draw: np.random.Generator) -> bool:
    """Whether a false limit is met within the looks that are paid for, with any lot of each part.

    A union of parts whose lots are of one size: its limit is met where no part's lot has a failure, which has the
    probability ``records`` where the limit is false by next to nothing.
    """
    clean = records ** (1 / items)
    looks = [[bool(draw.random() < clean)] for _ in range(items)]
    for _ in range(most_looks(items, records)):
        if all(any(lots) for lots in looks):
            return True
        looks[choose(looks, draw)].append(bool(draw.random() < clean))
    return all(any(lots) for lots in looks)


@pytest.mark.parametrize("choose", [first_that_failed, in_turn, any_that_failed])
@pytest.mark.parametrize(
    ("items", "records"), [(2, 0.005), (2, 5e-4), (3, 0.003), (3, 3e-4), (5, 1e-3), (5, 5e-5)]
)
def test_an_adaptive_history_errs_no_more_than_is_spent(items: int, records: float, choose: Choice) -> None:
    draw = np.random.default_rng(items)
    wrong = sum(passes(items, records, choose, draw) for _ in range(HISTORIES)) / HISTORIES
    assert wrong <= NOMINAL + 3 * (NOMINAL / HISTORIES) ** 0.5


def test_neither_a_sum_nor_a_product_of_looks_pays() -> None:
    """Five parts, each until its lot is clean, within 14 lots: .497; two parts within looks of product 10: .099."""
    clean = 0.1353
    assert (1 - (1 - clean) ** 14) ** 5 == pytest.approx(0.497, abs=0.001)
    assert LooksTogether(5, 65, 5e-5).spent > 1.0
    one = 0.005**0.5
    product = sum(one * (1 - one) ** (k - 1) * (1 - (1 - one) ** (10 // k)) for k in range(1, 11))
    assert product == pytest.approx(0.099, abs=0.001)
    assert LooksTogether(2, 9, 0.005).spent == pytest.approx(55 * 0.005)


def test_what_a_combination_errs_with() -> None:
    once = LooksTogether(3, 0, 0.03, 0.01)
    assert (once.combinations, once.spent) == (1, pytest.approx(0.04))
    again = LooksTogether(3, 2, 0.003, 0.001)
    assert (again.combinations, again.spent) == (10, pytest.approx(0.03 + 0.003))
    assert LooksTogether(3, 2, 1e-9, constant=False).spent == 1.0
    assert LooksTogether(3, 0, 0.03, constant=False).spent == pytest.approx(0.03)
