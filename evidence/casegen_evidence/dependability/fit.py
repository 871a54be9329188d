"""Do the tests look like draws from the conditions they are said to come from?"""

from __future__ import annotations

import numpy as np

from casegen_evidence.dependability.conditions import Product
from casegen_evidence.dependability.partition import Partition
from casegen_evidence.dependability.scenarios import ScenarioTests

FEWEST = 5.0


def testing_fit(tests: ScenarioTests, partition: Partition, testing: Product) -> float | None:
    """p-value of Pearson's chi-square over voxels, given the number of tests in them; None with too few tests.

    Voxels without testing mass hold tests aimed on purpose and do not count.  Voxels with fewer than five
    expected tests are pooled.
    """
    from scipy.special import chdtrc

    mass = testing.masses(partition)
    voxel = partition.assign(tests.scenarios)
    seen = np.bincount(voxel[voxel >= 0], minlength=len(partition))[mass > 0].astype(float)
    if seen.sum() < 2 * FEWEST:
        return None
    expected = seen.sum() * mass[mass > 0] / mass[mass > 0].sum()
    order = np.argsort(expected, kind="stable")
    group = np.floor(np.cumsum(expected[order]) / FEWEST).astype(np.int64)
    group = np.where(expected[order] >= FEWEST, len(order) + np.arange(len(order)), group)
    _, pooled = np.unique(group, return_inverse=True)
    e = np.bincount(pooled.reshape(-1), weights=expected[order])
    o = np.bincount(pooled.reshape(-1), weights=seen[order])
    if len(e) < 2:
        return None
    return float(chdtrc(len(e) - 1, np.sum((o - e) ** 2 / e)))
