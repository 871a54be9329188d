"""How many times worse a number may get, on the scale on which it gets worse."""

from __future__ import annotations

import pytest

from casegen.assessment.requirements import _headroom
from casegen.model.argument import MeasureReference, Requirement
from casegen.model.quantity import Comparison, MeasureKind

FRACTION, SCORE = MeasureKind.FRACTION, MeasureKind.SCORE


@pytest.mark.parametrize(
    ("comparison", "compared", "bound", "kind", "room"),
    [
        ("<=", 2e-4, 1e-3, FRACTION, 5.0),
        (">=", 0.984, 0.98, FRACTION, 1.25),
        (">=", 0.95, 0.955, FRACTION, 0.9),
        (">=", 0.02, 0.01, FRACTION, 2.0),
        ("<=", 0.9, 0.98, FRACTION, 5.0),
        ("<=", 0.3, 1.0, FRACTION, None),
        (">=", 0.984, 0.98, SCORE, 0.984 / 0.98),
        ("<=", 0.0, 0.1, FRACTION, None),
    ],
)
def test_headroom(
    comparison: str, compared: float, bound: float, kind: MeasureKind, room: float | None
) -> None:
    wanted = Requirement(
        measure=MeasureReference(tree="FT"), comparison=Comparison(comparison), bound=bound, kind=kind
    )
    result = _headroom(wanted, compared, bound)
    assert result == (pytest.approx(room) if room is not None else None)
