"""Paper 002: worked examples of the neural-network metrics."""

from __future__ import annotations

import numpy as np

from evidence.nnmetrics import Conditions, coverage, interpretation, k_activation
from examples.paper_tables.row import Comparison, Row

HOT = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (0, 2), (0, 3), (1, 2), (1, 3)]
"""Nine hot positions, the first five on the person of 6 × 5 positions: the counts of Fig. 4."""
EXACT = "a count, no sampling"


def worked_examples() -> list[Row]:
    """Fig. 4 and the sizes of the denominators that the accompanying tool prints."""
    heat = np.full((1, 10, 8), 0.9)
    person = np.zeros((1, 10, 8), dtype=bool)
    person[0, 2:8, 1:6] = True
    for row, column in HOT:
        heat[0, row, column] = 0.2
    found = interpretation(heat, person, threshold=0.5)
    box = (2, 8, 9, 4)
    sizes = (7, 7, 7, 7, *box, *box, *box, *box)
    kitti = Conditions({f"c{i}": tuple(str(v) for v in range(n)) for i, n in enumerate(sizes)})
    return [
        Row("interpretation precision, Fig. 4 (5/9)", 5 / 9, float(found.precision[0]), note=EXACT),
        Row("occlusion covering, Fig. 4 (5/30)", 5 / 30, float(found.covering[0]), note=EXACT),
        Row("pairs of values in 20 KITTI conditions", 6772, coverage(kitti, kitti.encode([])).possible,
            note="printed by the accompanying tool"),
        Row("on-off patterns of pairs of 40 neurons", 3120, k_activation(np.ones((1, 40)), 2).cells,
            note="printed by the accompanying tool"),
        Row("adversarial confidence loss, Fig. 3", missing="one picture of a car and its detector, neither published"),
        Row("interpretation precision, Fig. 5", missing="pictures of VOC2012 with a detector that is not published"),
    ]  # fmt: skip


COMPARISONS = (Comparison("002-worked-examples", "Paper 002, worked examples", worked_examples),)
