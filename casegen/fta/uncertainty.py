"""Uncertainty of the top event and of importance: sampled inputs swept through the exact diagram."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from casegen.fta.tree import CompiledTree
from casegen.fta.values import EventValues, Sampling

Vector = NDArray[np.float64]

LEVELS = (0.05, 0.5, 0.95)


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """Distribution of the top event's probability over the uncertain inputs.

    ``mean_error`` is the standard error of ``mean`` under plain Monte Carlo, None for stratified designs, which
    have no such simple error.  ``error_factor`` is ``sqrt(q95/q05)``.  ``point`` is the top at the inputs' means.
    ``clipped`` counts trials per event that left [0, 1] and were set to the nearer end.
    """

    mean: float
    std: float
    error_factor: float
    quantiles: dict[float, float]
    trials: int
    seed: int
    method: str
    point: float
    mean_error: float | None
    samples: Vector = field(repr=False)
    clipped: dict[str, int] = field(default_factory=dict)
    fixed: tuple[str, ...] = ()
    """events without a stated distribution: they kept their value in every trial"""


def uncertainty(
    tree: CompiledTree, values: EventValues, *, trials: int = 100_000, seed: int = 0,
    method: Sampling = "monte-carlo", levels: Sequence[float] = LEVELS,
) -> Uncertainty:  # fmt: skip
    """Propagate the events' uncertainty to the top event; shared parameters and evidence are drawn once a trial.

    ``method``: plain Monte Carlo, Latin hypercube (McKay et al. 1979) or scrambled Sobol points (Owen 1998).
    Raises ``ValueError`` for fewer than 2 trials or a level outside (0, 1).
    """
    if trials < 2:
        raise ValueError(f"uncertainty needs at least 2 trials, found {trials}")
    wrong = [x for x in levels if not 0.0 < x < 1.0]
    if wrong:
        raise ValueError(f"quantile levels must lie in (0, 1), found {wrong[0]}")
    raw = values.raw_sample(trials, seed, method)
    clipped = values.outside(raw)
    top = tree.probabilities(np.clip(raw, 0.0, 1.0, out=raw))
    wanted = sorted({*levels, 0.05, 0.95})
    found = dict(zip(wanted, np.quantile(top, wanted).tolist(), strict=True))
    std = float(top.std(ddof=1))
    low, high = found[0.05], found[0.95]
    return Uncertainty(
        mean=float(top.mean()), std=std, error_factor=math.sqrt(high / low) if low > 0.0 else math.inf,
        quantiles={x: found[x] for x in levels}, trials=trials, seed=seed, method=method,
        point=tree.probability(values.probability),
        mean_error=std / math.sqrt(trials) if method == "monte-carlo" else None, samples=top,
        clipped=clipped,
        fixed=tuple(e for i, e in enumerate(values.events) if not values.inputs_of(i)),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ImportanceUncertainty:
    """Spread of one event's importance over the uncertain inputs: mean and quantiles by measure."""

    id: str
    mean: dict[str, float]
    quantiles: dict[str, dict[float, float]]
    first: float
    """share of the trials in which the event is the most critical one"""


def importance_uncertainty(
    tree: CompiledTree, values: EventValues, *, trials: int = 1000, seed: int = 0,
    method: Sampling = "latin-hypercube", levels: Sequence[float] = LEVELS,
) -> list[ImportanceUncertainty]:  # fmt: skip
    """Uncertainty of Birnbaum, criticality and RAW of every event, most critical (in the mean) first.

    One exact reverse sweep per trial.
    """
    P = values.sample(trials, seed=seed, method=method)
    slopes = np.empty_like(P)
    tops = np.empty(trials)
    for s in range(trials):
        tops[s], slopes[:, s] = tree.gradient(P[:, s])
    safe = np.where(tops > 0.0, tops, np.nan)
    measures = {
        "birnbaum": slopes,
        "criticality": P * slopes / safe,
        "raw": (tops + (1.0 - P) * slopes) / safe,
    }
    leader = np.bincount(
        np.nanargmax(np.nan_to_num(measures["criticality"], nan=-1.0), axis=0), minlength=len(P)
    )
    rows = [
        ImportanceUncertainty(
            name,
            {k: float(np.nanmean(m[i])) for k, m in measures.items()},
            {
                k: dict(zip(levels, np.nanquantile(m[i], levels).tolist(), strict=True))
                for k, m in measures.items()
            },
            float(leader[i] / trials),
        )
        for i, name in enumerate(tree.events)
    ]
    return sorted(rows, key=lambda r: -r.mean["criticality"])
