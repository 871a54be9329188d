"""Which records stay as they are and which grow: every choice is tried where the budget is about what today's bounds spend."""

from __future__ import annotations

import itertools
import math
import random
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import binom

from casegen.model.safety_results import ConfidenceSplit
from tests.assessment.test_confidence_split import several, split_of

PARTS = 40
"""of the rest of the budget, in the search by hand"""


Record = tuple[float, int, int, float, float]
"""limit, demands, failures, confidence stated today, price"""
THREE: list[Record] = [(0.031, 300, 2, 0.99, 1.0), (0.00331, 1000, 0, 0.97, 0.5), (0.009, 500, 0, 0.985, 2.0)]


def made(records: list[Record], joint: float) -> tuple[dict[str, Any], dict[str, str]]:
    case, files = several([one[0] for one in records], [one[4] for one in records], joint)
    for k, (_, demands, failures, confidence, _) in enumerate(records):
        files[f"record{k}.csv"] = f"entry,demands,failures\nquay,{demands},{failures}\n"
        case["evidence_items"][k]["confidence"] = confidence
        next(one for one in case["claims"] if one["id"] == f"G{k}")["requirement"]["confidence"] = 0.9
    return case, files


def more_units(record: Record, alpha: float) -> float:
    """Further demands without a failure until the exact limit at ``alpha`` meets the record's."""
    limit, demands, failures, _, _ = record
    low, high = 0, 1
    while binom.cdf(failures, demands + high, limit) > alpha:
        high *= 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if binom.cdf(failures, demands + middle, limit) <= alpha else (middle, high)
    return high


def by_hand(records: list[Record], budget: float) -> float:
    """The least cost over every choice of records that stay as they are and a grid of splits; infinite where none is."""
    best = math.inf
    for stays in itertools.product((True, False), repeat=len(records)):
        need = [
            float(binom.cdf(one[2], one[1], one[0])) if stay else 1 - one[3]
            for one, stay in zip(records, stays, strict=True)
        ]
        rest = budget - math.fsum(need)
        growing = [one for one, stay in zip(records, stays, strict=True) if not stay]
        stated = [1 - one[3] for one in records]  # no confidence is lowered
        too_bad = any(stay and least > own for least, own, stay in zip(need, stated, stays, strict=True))
        if too_bad or rest < 1e-5:
            continue
        if not growing:
            return 0.0
        for parts in itertools.product(range(1, PARTS), repeat=len(growing) - 1):
            if (last := PARTS - sum(parts)) < 1:
                continue
            # an earlier look spends what was stated then
            alphas = [
                min(rest * part / PARTS, 1 - one[3])
                for part, one in zip((*parts, last), growing, strict=True)
            ]
            units = [more_units(one, alpha) for one, alpha in zip(growing, alphas, strict=True)]
            best = min(best, math.fsum(n * one[4] for n, one in zip(units, growing, strict=True)))
    return best


def followed(
    at: Path, case: dict[str, Any], files: dict[str, str], split: ConfidenceSplit
) -> ConfidenceSplit:
    files = dict(files)
    for share in split.shares:
        k = int(share.evidence.removeprefix("EV"))
        if share.more:
            files[f"record{k}.csv"] += f"pier,{share.more:.0f},0\n"
        case["evidence_items"][k]["confidence"] = share.confidence
    return split_of(at, case, files)


@pytest.mark.slow
@pytest.mark.parametrize("joint", [0.945, 0.948, 0.95, 0.952])
def test_two_records_stay_as_they_are_and_one_grows(joint: float, tmp_path: Path) -> None:
    case, files = made(THREE, joint)
    split = split_of(tmp_path / "case", case, files)
    assert split.problem == ""
    assert split.cost <= 1.02 * by_hand(THREE, 1 - joint)
    assert followed(tmp_path / "case", case, files, split).met


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_no_choice_of_records_does_better(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    records = []
    for _ in range(draw.choice([2, 3])):
        failures, demands = draw.choice([0, 0, 2]), draw.randrange(300, 1200)
        wanted = draw.uniform(0.004, 0.03)  # what today's bound may err with at its limit
        limit = next(
            p for p in (k * 1e-5 for k in range(1, 99999)) if binom.cdf(failures, demands, p) <= wanted
        )
        records.append((limit, demands, failures, draw.choice([0.97, 0.99]), draw.choice([0.5, 1.0, 2.0])))
    needs = math.fsum(float(binom.cdf(one[2], one[1], one[0])) for one in records)
    joint = round(1 - needs * draw.uniform(0.85, 1.1), 4)
    case, files = made(records, joint)
    split, least = split_of(tmp_path / "case", case, files), by_hand(records, 1 - joint)
    assert (split.problem == "") == (least < math.inf)
    if least < math.inf:
        assert split.cost <= 1.02 * least + max(one[4] for one in records) * len(records)
        assert split.met or followed(tmp_path / "case", case, files, split).met
