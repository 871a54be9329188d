"""Uncertainty of the top event and of importance: sampled inputs swept through the exact diagram."""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, fields

from casegen.fta.arrays import NDArray, Vector, np
from casegen.fta.events.sampling import Sampling, outside
from casegen.fta.events.values import EventValues
from casegen.fta.tree.close_differences import FEW_DIGITS, event_importance, small_differences
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.importance import LARGEST

LEVELS = (0.05, 0.5, 0.95)


@dataclass(frozen=True, slots=True, eq=False)
class Uncertainty:
    """Distribution of the top event's probability over the uncertain inputs.

    ``mean_error`` is the standard error of ``mean`` under plain Monte Carlo, None for stratified designs, which
    have no such simple error.  ``error_factor`` is ``sqrt(q95/q05)``.  ``point`` is the top at the
    inputs' values: the mean of a distribution, the estimate of a record, which is 0 where none of its demands failed.
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

    def __eq__(self, other: object) -> bool:
        """Whether every number is the same, each sample too."""
        if not isinstance(other, Uncertainty):
            return NotImplemented
        own = ((getattr(self, f.name), getattr(other, f.name)) for f in fields(self) if f.name != "samples")
        return all(a == b for a, b in own) and np.array_equal(self.samples, other.samples)

    __hash__ = None  # type: ignore[assignment]  # its tables are dicts


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
    top, clipped = sample_top(tree, values, trials, seed, method)
    wanted = sorted({*levels, 0.05, 0.95})
    result = dict(zip(wanted, np.quantile(top, wanted).tolist(), strict=True))
    # the mean of equal samples is rounded, and would leave a deviation where there is none
    std = float(top.std(ddof=1)) if top.min() < top.max() else 0.0
    low, high = result[0.05], result[0.95]
    return Uncertainty(
        mean=float(top.mean()), std=std, error_factor=math.sqrt(high / low) if low > 0.0 else math.inf,
        quantiles={x: result[x] for x in levels}, trials=trials, seed=seed, method=method,
        point=tree.probability(values.probability),
        mean_error=std / math.sqrt(trials) if method == "monte-carlo" else None, samples=top,
        clipped=clipped,
        fixed=tuple(e for i, e in enumerate(values.events) if not values.inputs_of(i)),
    )  # fmt: skip


def sample_top(
    tree: CompiledTree, values: EventValues, trials: int, seed: int, method: Sampling
) -> tuple[Vector, dict[str, int]]:
    """The top in every trial (trials,), and how often an event's value was brought back into [0, 1].

    Blocks of trials are drawn and swept through the diagram while they are in the processor's cache, on all
    processors where that pays; a trial's numbers do not depend on how the trials were cut.
    """
    sampler = values.sampler(trials, seed=seed, method=method)
    top = np.empty(trials)
    stopped = threading.Event()

    def work(begins: Sequence[int]) -> NDArray[np.int64]:
        room = sampler.storage()
        counts = np.zeros(len(values.events), dtype=np.int64)
        for begin in begins:
            if stopped.is_set():
                break
            raw = sampler.block(begin, min(sampler.width, trials - begin), room)
            results = outside(raw, tree.most)
            if results.any():
                np.clip(raw, 0.0, tree.most, out=raw)
                counts += results
            top[begin : begin + raw.shape[1]] = tree.sweep(raw)
        return counts

    begins = range(0, trials, sampler.width)
    threads = _threads(len(begins))
    if threads == 1:
        return top, values.named(work(begins))
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        parts = [pool.submit(work, begins[t::threads]) for t in range(threads)]
        try:
            counts = sum(part.result() for part in parts)
        except BaseException:
            # leaving waits for the threads: each ends with the block it is at
            stopped.set()
            raise
    return top, values.named(np.asarray(counts))


def _threads(blocks: int) -> int:
    """Threads worth starting."""
    if blocks < 4:
        return 1
    return min(
        blocks // 2, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )


_MEASURES = ("birnbaum", "criticality", "fussell_vesely", "dif", "raw", "rrw")


@dataclass(frozen=True, slots=True)
class ImportanceSamples:
    """Every importance measure of every event in every trial.

    ``measures`` maps birnbaum, criticality, fussell_vesely, dif, raw and rrw to arrays of shape (E, trials), in the
    order of ``events``; a ratio without meaning (a top of probability 0) is NaN, RRW may be infinite.
    ``fussell_vesely`` is absent where the minimal cut sets pass the budget; its method is ``exact`` or
    ``rare-event``.  ``top``: shape (trials,).
    """

    events: tuple[str, ...]
    top: Vector
    probability: Vector = field(repr=False)
    measures: dict[str, Vector] = field(repr=False)
    fussell_vesely_method: str
    seed: int
    method: Sampling

    @property
    def first(self) -> Vector:
        """Share of the trials in which each event is the most critical one (E,)."""
        criticality = np.nan_to_num(self.measures["criticality"], nan=-1.0)
        return np.bincount(criticality.argmax(axis=0), minlength=len(self.events)) / len(self.top)


def importance_samples(
    tree: CompiledTree, values: EventValues, *, trials: int = 1000, seed: int = 0,
    method: Sampling = "latin-hypercube",
) -> ImportanceSamples:  # fmt: skip
    """Every importance measure in every trial (:mod:`casegen.fta.tree.importance`).

    A Birnbaum importance of fewer than four digits is summed (:mod:`casegen.fta.tree.close_differences`).
    """
    P = values.sample(trials, seed=seed, method=method)
    measures = {name: np.full_like(P, math.nan) for name in _MEASURES}
    tops, how = np.empty(trials), ""
    for s in range(trials):
        table = tree.importance(P[:, s])
        if not tree.adds and small_differences(tree, table, FEW_DIGITS):
            table = event_importance(tree, P[:, s]).table
        tops[s] = table.top
        how = table.shares[2]
        for name in _MEASURES:
            if (column := getattr(table, name)) is not None:
                measures[name][:, s] = column
    measures["rrw"][measures["rrw"] == LARGEST] = math.inf
    if not how:
        del measures["fussell_vesely"]
    return ImportanceSamples(tree.events, tops, P, measures, how, seed, method)


@dataclass(frozen=True, slots=True)
class ImportanceUncertainty:
    """Spread of one event's importance over the uncertain inputs: mean and quantiles by measure.

    Trials in which a measure has no meaning or is infinite do not enter its mean; infinite ones do enter its quantiles.
    """

    id: str
    mean: dict[str, float]
    quantiles: dict[str, dict[float, float]]
    first: float
    """share of the trials in which the event is the most critical one"""


def importance_uncertainty(
    tree: CompiledTree, values: EventValues, *, trials: int = 1000, seed: int = 0,
    method: Sampling = "latin-hypercube", levels: Sequence[float] = LEVELS,
) -> list[ImportanceUncertainty]:  # fmt: skip
    """Uncertainty of every importance measure of every event, most critical (in the mean) first."""
    samples = importance_samples(tree, values, trials=trials, seed=seed, method=method)
    means = {k: _finite_mean(m) for k, m in samples.measures.items()}
    spread = {k: _quantiles(m, levels) for k, m in samples.measures.items()}
    first = samples.first
    rows = [
        ImportanceUncertainty(
            name, {k: float(m[i]) for k, m in means.items()},
            {k: dict(zip(levels, q[:, i].tolist(), strict=True)) for k, q in spread.items()}, float(first[i]),
        )
        for i, name in enumerate(tree.events)
    ]  # fmt: skip
    return sorted(rows, key=lambda r: -r.mean["criticality"])


def _finite_mean(m: Vector) -> Vector:
    """Mean over the trials with a finite value, by event (E,); infinite or NaN where there is none."""
    finite = np.isfinite(m)
    count = finite.sum(axis=1)
    total = np.where(finite, m, 0.0).sum(axis=1)
    return np.where(count > 0, total / np.maximum(count, 1), m[:, 0])


def _quantiles(m: Vector, levels: Sequence[float]) -> Vector:
    """Quantiles over the trials by event, shape (levels, E); NaN trials left out, infinite ones kept."""
    if np.isfinite(m).all():
        return np.asarray(np.quantile(m, levels, axis=1))
    result = np.full((len(levels), len(m)), np.nan)
    for i, row in enumerate(m):
        known = row[~np.isnan(row)]
        if known.size:
            # the nearest trial: between a finite and an infinite one there is nothing to interpolate
            result[:, i] = np.quantile(known, levels, method="inverted_cdf")
    return result
