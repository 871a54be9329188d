"""The scenarios to collect next: few that hold every value tuple still missing (covering arrays)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.nnmetrics.domain import connected, possible
from casegen_evidence.nnmetrics.scenarios import ConditionCategories, Coverage, coverage
from casegen_evidence.own_arithmetic import in_own_arithmetic

SMALL = 2_000
"""value tuples up to which several sets are tried"""

Open = dict[tuple[int, ...], NDArray[np.bool_]]


@dataclass(frozen=True, slots=True)
class Closing:
    """``scenarios`` close every gap; no set smaller than ``at_least`` can.

    ``gains`` is how many missing tuples each scenario adds, in order.
    """

    scenarios: tuple[dict[str, str], ...]
    gains: tuple[int, ...]
    at_least: int


@in_own_arithmetic
def close_gaps(coverage: Coverage, seed: int = 0, tries: int = 8) -> Closing:
    """Greedy covering of the missing tuples (one scenario at a time, the best of ``tries`` random orders).

    The number is an upper limit on the fewest; ``at_least`` is the largest number of missing tuples in one
    subset of conditions, since a scenario adds at most one of each subset.
    """
    rng = np.random.default_rng(seed)
    missing: Open = {p.subset: p.possible & ~p.seen for p in coverage.projections}
    at_least = max((int(m.sum()) for m in missing.values()), default=0)
    scenarios, gains = [], []
    categories = tuple(coverage.conditions.categories.values())
    while any(m.any() for m in missing.values()):
        best, gain = max((_build(coverage, missing, rng) for _ in range(tries)), key=lambda pair: pair[1])
        for subset, table in missing.items():
            table[tuple(best[c] for c in subset)] = False
        names = coverage.conditions.names
        scenarios.append({n: categories[c][best[c]] for c, n in enumerate(names)})
        gains.append(gain)
    return Closing(tuple(scenarios), tuple(gains), at_least)


def _build(coverage: Coverage, missing: Open, rng: np.random.Generator) -> tuple[list[int], int]:
    """One scenario: start from a missing tuple, then give each other condition its most useful value."""
    counts = {s: int(m.sum()) for s, m in missing.items()}
    top = max(counts.values())
    fullest = [s for s, count in counts.items() if count == top]
    start = fullest[int(rng.integers(len(fullest)))]
    cells = np.argwhere(missing[start])
    fixed = dict(zip(start, cells[int(rng.integers(len(cells)))].tolist(), strict=True))
    order = [c for c in range(len(coverage.conditions.names)) if c not in fixed]
    rng.shuffle(order)
    for condition in order:
        fixed[condition] = _best_value(coverage, missing, fixed, condition, rng)
    gain = sum(bool(table[tuple(fixed[c] for c in s)]) for s, table in missing.items())
    return [fixed[c] for c in range(len(fixed))], gain


def _best_value(
    coverage: Coverage, missing: Open, fixed: dict[int, int], condition: int, rng: np.random.Generator
) -> int:
    """The value of ``condition`` that completes most missing tuples, then touches most of those still open."""
    size = coverage.conditions.sizes[condition]
    score = rng.random(size) * 0.5
    for subset, table in missing.items():
        if condition not in subset:
            continue
        at = tuple(slice(None) if c == condition or c not in fixed else fixed[c] for c in subset)
        rest = table[at]
        axis = sum(1 for c in subset[: subset.index(condition)] if c not in fixed)
        touched = np.moveaxis(rest, axis, 0).reshape(size, -1).any(axis=1)
        score = score + touched * (1e6 if rest.ndim == 1 else 1.0)
    score[~_allowed_values(coverage, fixed, condition)] = -1.0
    return int(score.argmax())


def _allowed_values(coverage: Coverage, fixed: dict[int, int], condition: int) -> NDArray[np.bool_]:
    conditions = coverage.conditions
    rules = connected(conditions.domain, (condition,))
    if not rules:
        return np.ones(conditions.sizes[condition], dtype=bool)
    return possible(rules, (condition,), conditions.sizes, fixed)


@in_own_arithmetic
def covering_set(conditions: ConditionCategories, k: int = 2, seed: int = 0) -> Closing:
    """A small set of possible scenarios that together hold every tuple of ``k`` values that can occur.

    >>> covering_set(Conditions({name: ("off", "on") for name in "abc"}), k=2).at_least
    4
    """
    none = np.empty((0, len(conditions.names)), dtype=np.int64)
    gaps = coverage(conditions, none, k)
    runs = 5 if gaps.possible <= SMALL else 1  # another start may need fewer
    return min((close_gaps(gaps, seed + run) for run in range(runs)), key=lambda c: len(c.scenarios))
