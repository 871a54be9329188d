"""Performance by scenario (paper 002 §II-E), and discounted by what the scenarios leave out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from casegen_evidence.bounds import clopper_pearson
from casegen_evidence.method import InputProblem
from casegen_evidence.own_arithmetic import in_own_arithmetic


@dataclass(frozen=True, slots=True)
class ScenarioRow:
    """One scenario: ``correct`` of ``trials``; ``lower`` and ``upper`` hold for all scenarios together."""

    scenario: str
    trials: int
    correct: int
    lower: float
    upper: float

    @property
    def value(self) -> float:
        """Share of correct answers."""
        return self.correct / self.trials


@in_own_arithmetic
def by_scenario(
    rows: Sequence[Mapping[str, str]], correct: ArrayLike, by: Sequence[str], confidence: float
) -> list[ScenarioRow]:
    """Share of correct answers in each scenario of the conditions ``by``, worst first.

    Limits are Clopper–Pearson at 1 − (1 − confidence)/scenarios (Bonferroni): each side holds for all scenarios
    at once, so that the worst may be picked afterwards.
    """
    ok = np.asarray(correct).astype(bool)
    if ok.shape != (len(rows),) or not len(rows):
        raise InputProblem(
            f"expected one outcome for each of {len(rows)} rows, found shape {ok.shape}. The rows are misaligned"
        )
    groups: dict[str, list[int]] = {}
    for i, row in enumerate(rows):
        groups.setdefault(", ".join(f"{name} = {row[name]}" for name in by) or "all", []).append(i)
    level = 1 - (1 - confidence) / len(groups)
    results = []
    for name, members in groups.items():
        k, n = int(ok[members].sum()), len(members)
        lower, upper = clopper_pearson(k, n, level)
        results.append(ScenarioRow(name, n, k, float(lower), float(upper)))
    return sorted(results, key=lambda r: (r.value, r.lower))
