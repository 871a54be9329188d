"""Whether two samples differ in features that what they are compared by (latent codes) leaves out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.profiles.two_sample import separation_test

Array = NDArray[np.float64]
Index = NDArray[np.int64]
RIDGE = 0.1
"""of the features' mean variance, added to each: as many features as rows still give a direction"""


@dataclass(frozen=True, slots=True)
class Behind:
    """p-values that samples are alike in every feature, as they are and within strata; all features count together.

    ``feature`` is where they differ most within strata; -1 is a direction across all features.
    """

    p_apart: float
    p_within: float
    feature: int

    def difference(self, names: tuple[str, ...]) -> str:
        where = f"in feature {names[self.feature]}" if self.feature >= 0 else "in a direction across features"
        return f"The largest difference that the latent codes leave out lies {where}."


def behind(
    labelled: Array, pilot: Array, fitted: Array, operation: Array, strata: tuple[Index, Index]
) -> Behind:
    """Compare ``labelled`` (n, d) with ``operation`` (N, d) in each feature, and along a direction.

    The direction is the one that best tells ``pilot`` (m, d) from ``fitted`` (M, d), which are none of the rows compared.
    Places and distances from the middle are compared by ranks (:func:`separation_test`); Bonferroni over all.
    """
    direction = _direction(pilot, fitted)
    columns = [*range(labelled.shape[1]), -1]
    apart, within = [], []
    for k in columns:
        x = labelled @ direction if k < 0 else labelled[:, k]
        y = operation @ direction if k < 0 else operation[:, k]
        middle = float(np.median(np.concatenate([x, y])))
        pairs = [(x, y), (np.abs(x - middle), np.abs(y - middle))]
        apart.append(min(_two_sided(a, b, None) for a, b in pairs))
        within.append(min(_two_sided(a, b, strata) for a, b in pairs))
    count = 2 * len(columns)
    worst = int(np.argmin(within))
    return Behind(min(1.0, count * min(apart)), min(1.0, count * within[worst]), columns[worst])


def _two_sided(first: Array, second: Array, strata: tuple[Index, Index] | None) -> float:
    p = separation_test(first, second, strata)[1]
    return 2 * min(p, 1 - p)


def _direction(first: Array, second: Array) -> Array:
    """Fisher's linear discriminant with a ridge."""
    both = np.concatenate([first - first.mean(axis=0), second - second.mean(axis=0)])
    scatter = both.T @ both / len(both)
    scatter[np.diag_indices_from(scatter)] += RIDGE * max(float(np.trace(scatter)) / len(scatter), 1e-300)
    return np.asarray(np.linalg.solve(scatter, second.mean(axis=0) - first.mean(axis=0)))
