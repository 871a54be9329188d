"""Paper 002: worked examples of the neural-network metrics."""

from __future__ import annotations

import numpy as np
from casegen_evidence.nnmetrics.activation import k_activation
from casegen_evidence.nnmetrics.occlusion import interpretation
from casegen_evidence.nnmetrics.scenarios import ConditionCategories, coverage

from examples.paper_tables.row import PublishedComparison, Row

HOT = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (0, 2), (0, 3), (1, 2), (1, 3)]
"""Nine hot positions, the first five on the person of 6 × 5 positions: the counts of Fig. 4."""
EXACT = "a count, no sampling"

LOST = "weather, surface and orientation of road with 3, 3 and 2 values; the figure's own numbers are lost in the text"


def _roads() -> tuple[float, float, float]:
    """2-projection coverage of one, two and three scenarios over the three conditions of §II-A."""
    roads = ConditionCategories({"weather": ("sunny", "cloudy", "rainy"), "surface": ("stone", "mud", "tarmac"),
                        "orientation": ("straight", "curvy")})  # fmt: skip
    rows = [("sunny", "stone", "straight"), ("rainy", "mud", "curvy"), ("cloudy", "tarmac", "straight")]
    codes = roads.encode([dict(zip(roads.names, row, strict=True)) for row in rows])
    one, two, three = (coverage(roads, codes[:n]).value for n in (1, 2, 3))
    return one, two, three


def worked_examples() -> list[Row]:
    """Fig. 4 and the sizes of the denominators that the accompanying tool prints."""
    heat = np.full((1, 10, 8), 0.9)
    person = np.zeros((1, 10, 8), dtype=bool)
    person[0, 2:8, 1:6] = True
    for row, column in HOT:
        heat[0, row, column] = 0.2
    result = interpretation(heat, person, threshold=0.5)
    one, two, more = _roads()
    box = (2, 8, 9, 4)
    sizes = (7, 7, 7, 7, *box, *box, *box, *box)
    kitti = ConditionCategories({f"c{i}": tuple(str(v) for v in range(n)) for i, n in enumerate(sizes)})
    return [
        Row("interpretation precision, Fig. 4 (5/9)", 5 / 9, float(result.precision[0]), note=EXACT),
        Row("occlusion covering, Fig. 4 (5/30)", 5 / 30, float(result.covering[0]), note=EXACT),
        Row("Fig. 2: pairs that one scenario covers, of 21 (Eqn 1)", None, one, note=LOST),
        Row("Fig. 2: pairs that two scenarios without a common value cover", None, two, note=LOST),
        Row("Fig. 2: and a third without one", None, more, note=f"the most that one scenario can add; {LOST}"),
        Row("pairs of values in 20 KITTI conditions", 6772, coverage(kitti, kitti.encode([])).possible,
            note="printed by the accompanying tool"),
        Row("on-off patterns of pairs of 40 neurons", 3120, k_activation(np.ones((1, 40)), 2).cells,
            note="printed by the accompanying tool"),
        Row("on-off states of 40 neurons one by one (§II-B, k = 1)", 80, k_activation(np.ones((1, 40)), 1).cells,
            note="2 C(40, 1): neuron coverage of one layer"),
        Row("adversarial confidence loss, Fig. 3", missing="one picture of a car and its detector, neither published"),
        Row("interpretation precision, Fig. 5", missing="pictures of VOC2012 with a detector that is not published"),
    ]  # fmt: skip


COMPARISONS = (PublishedComparison("002-worked-examples", "Paper 002, worked examples", worked_examples),)
