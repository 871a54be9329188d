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


def need(record: Record) -> float:
    """What today's bound errs with at its limit."""
    limit, demands, failures, _, _ = record
    return float(binom.cdf(failures, demands, limit))


def stated(record: Record) -> float:
    """What the bound may err with as it is stated."""
    return round(1 - record[3], 12)


def by_hand(records: list[Record], budget: float) -> float:
    """The least cost over every choice of records that stay as they are; infinite where none is within the budget.

    One that grows has two looks, both at the confidence of the first; one that stays may state more than it did.
    """
    best = math.inf
    for stays in itertools.product((True, False), repeat=len(records)):
        pairs = list(zip(records, stays, strict=True))
        spent = math.fsum(need(one) if stay else 2 * stated(one) for one, stay in pairs)
        if spent > budget + 1e-9 or any(stay and need(one) > stated(one) for one, stay in pairs):
            continue
        best = min(best, math.fsum(more_units(one, stated(one)) * one[4] for one, stay in pairs if not stay))
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
@pytest.mark.parametrize("joint", [0.91, 0.915, 0.92, 0.922])
def test_two_records_stay_as_they_are_and_one_grows(joint: float, tmp_path: Path) -> None:
    case, files = made(THREE, joint)
    split = split_of(tmp_path / "case", case, files)
    assert split.problem == ""
    assert [share.evidence for share in split.shares if share.more] == ["EV1"]
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
    spent = math.fsum(draw.choice([need(one), 2 * stated(one)]) for one in records)
    joint = round(1 - spent * draw.uniform(0.9, 1.2), 4)
    case, files = made(records, joint)
    split, least = split_of(tmp_path / "case", case, files), by_hand(records, 1 - joint)
    assert (split.problem == "") == (least < math.inf)
    if least < math.inf:
        assert split.cost <= 1.02 * least + max(one[4] for one in records) * len(records)
        assert split.met or followed(tmp_path / "case", case, files, split).met
