"""Splits of a joint confidence against every split on a grid of typed confidences: a budget is used to its end."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction
from pathlib import Path

import pytest

from casegen.assessment.looks import Spending
from casegen.model.ledger import added, remainder
from tests.assessment.test_confidence_split import split_of
from tests.assessment.test_confidence_split_choices import Record, followed, made

TYPED = [Fraction(k, 10_000) for k in range(1, 400)]
"""error probabilities of confidences of four digits, from 0.9601"""


def least_cost(records: list[Record], joint: float) -> float:
    """The least cost of growing, or of restating, records without a failure; infinite where no split on the grid is."""
    budget, rows = 1 - Fraction(str(joint)), []
    for limit, demands, _, confidence, price in records:
        stated, log_good = 1 - Fraction(str(confidence)), math.log1p(-limit)
        row = {}
        for alpha in (alpha for alpha in {*TYPED, stated} if alpha <= stated):
            missing = math.ceil(math.log(alpha) / log_good - 1e-9) - demands
            # a further look is paid for by the confidence of the first alone
            if missing <= 0 or alpha == stated:
                row[alpha if missing <= 0 else stated + alpha] = price * max(0, missing)
        rows.append([one for one in row.items() if one[0] <= Fraction(1, 10)])
    best, last = math.inf, sorted(rows[-1])
    for parts in itertools.product(*rows[:-1]):
        rest = budget - sum(one[0] for one in parts)
        cheapest = min((cost for spent, cost in last if spent <= rest), default=math.inf)
        best = min(best, cheapest + sum(one[1] for one in parts))
    return best


@pytest.mark.parametrize("joint", [0.93, 0.86, 0.94, 0.88])
def test_a_budget_is_used_to_its_end(joint: float, tmp_path: Path) -> None:
    """0.93 leaves 2 × 0.025 + 2 × 0.01, so that both records keep the confidence they state."""
    records: list[Record] = [(0.0027, 1534, 0, 0.99, 3.0), (0.00222, 1574, 0, 0.975, 3.0)]
    case, files = made(records, joint)
    split = split_of(tmp_path / "case", case, files)
    least = least_cost(records, joint)
    assert (split.problem == "") == (least < math.inf)
    if split.problem:
        assert "used up" in split.problem
        return
    assert split.cost <= least
    assert followed(tmp_path / "case", case, files, split).met


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_no_typed_confidences_are_cheaper(seed: int, tmp_path: Path) -> None:
    """Also where the budget is exactly what two looks at each record spend."""
    draw = random.Random(seed)
    records: list[Record] = []
    for _ in range(2):
        confidence, demands = draw.choice([0.96, 0.97, 0.975, 0.98, 0.99]), draw.randrange(300, 1800)
        limit = round(-math.log(1 - confidence) / demands * draw.uniform(0.7, 1.0), 5)
        records.append((limit, demands, 0, confidence, draw.choice([1.0, 3.0, 10.0])))
    spent = 2 * sum(1 - Fraction(str(one[3])) for one in records)
    joint = float(1 - spent * draw.choice([Fraction(1), Fraction(1), Fraction(9, 10), Fraction(11, 10)]))
    case, files = made(records, joint)
    split, least = split_of(tmp_path / "case", case, files), least_cost(records, joint)
    assert (split.problem == "") == (least < math.inf)
    if split.problem == "":
        assert split.cost <= 1.001 * least + max(one[4] for one in records)
        assert split.met or followed(tmp_path / "case", case, files, split).met


def test_sums_are_of_numbers_as_written() -> None:
    for a, b in itertools.product(range(1, 60), repeat=2):
        budget = (a + b) / 1000
        assert added((a / 1000, b / 1000)) == budget
        assert remainder(budget, (a / 1000,)) == b / 1000
        assert Spending(1, a / 1000, a / 1000).affordable(added((a / 1000, a / 1000))) == a / 1000
