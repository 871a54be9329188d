"""Numbers printed in paper 002 and by the tool that accompanies it."""

from __future__ import annotations

import numpy as np
from casegen_evidence.nnmetrics.activation import k_activation
from casegen_evidence.nnmetrics.occlusion import interpretation
from casegen_evidence.nnmetrics.scenarios import ConditionCategories, coverage


def test_worked_example_of_fig_4() -> None:
    """Nine hot positions, thirty on the person, five both: 5/9 and 5/30 (paper 002 Fig. 4, §§II-F, II-G)."""
    heat = np.full((1, 10, 8), 0.9)
    person = np.zeros((1, 10, 8), dtype=bool)
    person[0, 2:8, 1:6] = True
    for row, column in [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (0, 2), (0, 3), (1, 2), (1, 3)]:
        heat[0, row, column] = 0.2
    result = interpretation(heat, person, threshold=0.5)
    assert (result.hot[0], result.occluding[0], result.both[0]) == (9, 30, 5)
    assert result.precision[0] == 5 / 9
    assert result.covering[0] == 5 / 30


def test_denominator_of_the_vehicle_data() -> None:
    """20 conditions of the tool's KITTI example have 6,772 pairs of values (printed by its notebook)."""
    box = (2, 8, 9, 4)
    sizes = (7, 7, 7, 7, *box, *box, *box, *box)
    conditions = ConditionCategories({f"c{i}": tuple(str(v) for v in range(n)) for i, n in enumerate(sizes)})
    assert coverage(conditions, conditions.encode([])).possible == 6772


def test_denominator_of_the_digit_network() -> None:
    """40 neurons have 3,120 pair patterns (printed by the tool's MNIST notebook); 84 have 13,944."""
    assert k_activation(np.ones((1, 40)), 2).cells == 3120
    assert k_activation(np.ones((1, 84)), 2).cells == 13944
