"""An evaluator of norm balls: Latin hypercube samples, which spread along every feature (McKay & al. 1979)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Labels = NDArray[np.int64]


def latin(
    classify: Callable[[Array], Labels],
    low: Array,
    high: Array,
    labels: Labels,
    severity: Array,
    samples: int,
    rng: np.random.Generator,
) -> tuple[Array, Array]:
    """Mean severity in each ball and its sampling variance, (k,) each; balls lie from ``low`` to ``high`` (k, d).

    Each sample is uniform in its ball, so that the mean is unbiased.  The variance is that of independent samples.
    """
    balls, features = low.shape
    size = (balls, samples, features)
    fields = rng.permuted(np.broadcast_to(np.arange(samples)[None, :, None], size), axis=1)
    points = low[:, None] + (fields + rng.random(size)) / samples * (high - low)[:, None]
    answers = classify(points.reshape(-1, features)).reshape(balls, samples)
    harm = severity[labels[:, None], answers]
    return harm.mean(axis=1), harm.var(axis=1) / samples
