"""How many trials each cell gets: it decides the width of a weighted bound more than the bound itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Counts = NDArray[np.int64]


def proportional(weights: ArrayLike, budget: int, floor: int = 1) -> Counts:
    """Trials in proportion to the weights, at least ``floor`` in every cell of positive weight.

    About ``budget`` in all (rounded up per cell).  The first pass, when nothing is known of the cells.
    """
    w = np.asarray(weights, dtype=float)
    total = w.sum()
    if total <= 0:
        return np.zeros(len(w), dtype=np.int64)
    counts = np.maximum(floor, np.ceil(budget * w / total)).astype(np.int64)
    return np.where(w > 0, counts, 0)


def neyman(weights: ArrayLike, failures: ArrayLike, trials: ArrayLike, budget: int, floor: int = 1) -> Counts:
    """Trials in proportion to ``w_i sqrt(p_i (1-p_i))`` with p from a first pass (Neyman 1934).

    Half of the budget stays proportional to the weights: the largest ``w_i/n_i`` is what the Fay–Feuer
    limit pays for cells in which nothing was seen.  p_i is ``(k + 1/2)/(n + 1)``.  Use new trials only:
    pooling them with the first pass would bias the estimate.
    """
    w = np.asarray(weights, dtype=float)
    k, n = np.asarray(failures, dtype=float), np.asarray(trials, dtype=float)
    p = np.clip((k + 0.5) / (n + 1.0), 0.0, 1.0)
    focus = np.where(k > 0, w * np.sqrt(p * (1 - p)), 0.0)
    if focus.sum() <= 0:
        return proportional(w, budget, floor)
    return proportional(w, budget // 2, floor) + proportional(focus, budget // 2, 0)
