"""On-off patterns of a layer's neurons: k-activation and activation pattern (paper 002 §§II-B, II-C)."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.returned import finite
from casegen_evidence.short_precision import as_printed

Pattern = NDArray[np.bool_]
MOST_PATTERNS = 20_000_000_000
MOST_NEURONS = 20_000
BLOCK = 1024
"""rows of the matrix of pairs at a time"""
"""Larger tables are refused: one matrix of pairs would not fit into memory."""


@dataclass(frozen=True, slots=True)
class OnOff:
    """Patterns ``(n, neurons)``, the outputs they are of, and the threshold above which a neuron counts as on."""

    active: Pattern
    values: NDArray[np.float64]
    threshold: float
    rule: str


@in_own_arithmetic
def on_off(values: ArrayLike, threshold: float | None = None, layer: str = "the layer") -> OnOff:
    """Turn a layer's outputs ``(n, neurons)`` into on-off patterns; more dimensions are flattened.

    Without ``threshold`` the outputs must be those of a ReLU (none below 0) and on is "above 0"; outputs of
    another kind need a threshold, which is reported.
    """
    x = as_printed(values)
    if x.ndim < 2 or not x.size:
        raise InputProblem(f"expected outputs of {layer} of shape (inputs, neurons), found shape {x.shape}")
    x = x.reshape(len(x), -1)
    finite(x, f"outputs of {layer}")
    if threshold is None:
        if x.min() < 0:
            raise InputProblem(
                f"expected outputs of a ReLU in {layer}, none below 0; found {x.min():.4g}. A neuron of another "
                "kind has no natural on and off: name the ReLU behind it, or state a threshold (0 for values "
                "before a ReLU, 0.5 for a sigmoid)"
            )
        return OnOff(x > 0, x, 0.0, "ReLU output above 0")
    return OnOff(x > threshold, x, float(threshold), f"output above the stated threshold {threshold:g}")


@dataclass(frozen=True, slots=True)
class KActivation:
    """``seen`` of ``cells`` = 2^k C(N, k) on-off patterns of k neurons occur."""

    k: int
    neurons: int
    seen: int
    cells: int

    @property
    def value(self) -> float:
        """The metric, in [0, 1]."""
        return self.seen / self.cells


@in_own_arithmetic
def k_activation(active: ArrayLike, k: int = 2) -> KActivation:
    """Neuron k-activation of patterns ``(n, N)``: Σ_{|S|=k} |patterns seen on S| / (2^k C(N, k)).

    Pairs are one matrix product of the patterns with themselves; larger k recurse to pairs over the inputs
    that share the states of the first neurons.

    >>> k_activation([[1, 0], [1, 1]], k=1).seen
    3
    """
    a = np.asarray(active, dtype=bool)
    if a.ndim != 2 or not len(a):
        raise InputProblem(f"expected patterns of shape (inputs, neurons), found shape {a.shape}")
    n = a.shape[1]
    if not 1 <= k <= n:
        raise InputProblem(f"expected k from 1 to the number of neurons, {n}; found {k}")
    cells = 2**k * comb(n, k)
    if cells > MOST_PATTERNS or (k > 1 and n > MOST_NEURONS):
        raise InputProblem(
            f"expected at most {MOST_PATTERNS:.0e} patterns of at most {MOST_NEURONS:,} neurons; {k} of {n:,} neurons "
            f"have {cells:.1e}. Take a smaller k, or a layer nearer to the output"
        )
    distinct = _distinct(a).astype(np.float32 if len(a) < 2**24 else np.float64)
    return KActivation(k, n, _seen(distinct, k), cells)


def _distinct(active: Pattern) -> Pattern:
    packed = np.ascontiguousarray(np.packbits(active, axis=1))  # packs in the order of its argument
    _, first = np.unique(packed.view(f"V{packed.shape[1]}").ravel(), return_index=True)
    pattern: Pattern = active[first]
    return pattern


def _seen(rows: NDArray[Any], k: int) -> int:
    if not len(rows):
        return 0
    if k == 1:
        ons = rows.sum(axis=0)
        return int((ons > 0).sum() + (ons < len(rows)).sum())
    if k == 2:
        return _pairs(rows)
    total = 0
    for i in range(rows.shape[1] - k + 1):
        on = rows[:, i] > 0
        total += _seen(rows[on, i + 1 :], k - 1) + _seen(rows[~on, i + 1 :], k - 1)
    return total


def _pairs(rows: NDArray[Any]) -> int:
    """Occurring states of all pairs from AᵀA alone: the other three counts follow from it and the column sums.

    In ``(i, j)`` and ``(j, i)`` stand the same pair, on the diagonal a neuron beside itself; a block of rows at a time.
    """
    ons, ordered = rows.sum(axis=0), 0
    for begin in range(0, len(ons), BLOCK):
        block = slice(begin, begin + BLOCK)
        both, here = rows[:, block].T @ rows, ons[block, None]
        only = here - both
        neither = len(rows) - ons[None, :] - only
        ordered += sum(times * int((c > 0.5).sum()) for times, c in ((1, both), (2, only), (1, neither)))
    on, off = int((ons > 0.5).sum()), int((len(rows) - ons > 0.5).sum())
    return (ordered - on - off) // 2


@dataclass(frozen=True, slots=True)
class PatternDeviation:
    """How inputs of one scenario spread over groups by their number of active neurons.

    ``counts`` has one entry per group; ``majority`` is the fullest; ``deviating`` marks inputs ``(n,)`` whose
    group is further than ``margin`` from it.
    """

    counts: tuple[int, ...]
    majority: int
    margin: int
    deviating: NDArray[np.bool_]

    @property
    def value(self) -> float:
        """Share of deviating inputs."""
        return float(self.deviating.mean())


@in_own_arithmetic
def pattern_deviation(
    active: ArrayLike, groups: int, margin: int = 1, majority: int | None = None
) -> PatternDeviation:
    """Neuron activation pattern of patterns ``(n, N)`` of one scenario (paper 002 §II-C).

    Group i of ``groups`` holds inputs with a number of active neurons in [N(i−1)/groups, N i/groups), the last
    one closed.  The formula is lost in the text at hand; this reading counts inputs further than ``margin``
    groups from the fullest.  ``majority`` fixes that group from other data, which makes the count binomial.
    """
    a = np.asarray(active, dtype=bool)
    if a.ndim != 2 or not len(a):
        raise InputProblem(f"expected patterns of shape (inputs, neurons), found shape {a.shape}")
    if not 1 <= groups <= a.shape[1]:
        raise InputProblem(
            f"expected no more groups than the {a.shape[1]} neurons of the layer, found {groups}. State `groups`: "
            f"at most {a.shape[1]}"
        )
    if margin < 0:
        raise InputProblem(f"expected a margin of at least 0 groups, found {margin}")
    group = np.minimum(a.sum(axis=1) * groups // a.shape[1], groups - 1)
    counts = np.bincount(group, minlength=groups)
    main = int(counts.argmax()) if majority is None else majority
    return PatternDeviation(tuple(counts.tolist()), main, margin, np.abs(group - main) > margin)
