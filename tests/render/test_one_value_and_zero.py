"""Axes and colour scales of a single value begin at 0 or end at the value: none shows what the value cannot be."""

from __future__ import annotations

import pytest

from casegen.render.charts.maps import _tint
from casegen.render.charts.scale import scale_of


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("value", [1.0, 0.3, 1e-9])
def test_the_colours_of_one_cell_end_at_its_value(value: float, log: bool) -> None:
    tint = _tint([value], log, 0.0, 1.0)
    assert tint.high == value
    assert 0.0 <= tint.low < value


def test_the_colours_of_zero_and_of_a_negative_value() -> None:
    assert (_tint([0.0], False, 0, 1).low, _tint([0.0], False, 0, 1).high) == (0.0, 1.0)
    assert (_tint([-2.0], False, 0, 1).low, _tint([-2.0], False, 0, 1).high) == (-2.0, 0.0)


def test_an_axis_of_nothing_but_zero_has_no_negative_side() -> None:
    axis = scale_of([0.0, 0.0], 0, 100)
    assert axis.low >= -0.05
    assert all(value >= 0 for value, _ in axis.ticks())
