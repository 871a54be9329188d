"""SG + RH is the hazard of f alone (paper 004 Eqn 6), and the normalised forms are those of a binary classifier."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.monitors.metrics import evaluate
from casegen_evidence.monitors.returns import Returns, model_errors, per_group
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

unit = st.floats(0, 1, allow_nan=False, width=32)


@pytest.mark.slow
@given(table=st.integers(1, 30).flatmap(lambda n: arrays(float, (5, n), elements=unit)))
@settings(max_examples=60, deadline=None)
def test_gain_and_hazard_add_up_for_any_returns(table: np.ndarray) -> None:
    both = (-1.0, 1.0)
    returns = Returns(*table, scheme="any", source="any", gain=both, hazard=both, cost=both)
    result = evaluate(returns)
    expected = float(np.mean(table[2] - table[0]))
    assert result.safety_gain.value + result.residual_hazard.value == pytest.approx(expected, abs=1e-9)
    assert result.hazard.value == pytest.approx(expected, abs=1e-9)
    for m in (result.safety_gain, result.residual_hazard, result.availability_cost):
        assert m.lower is not None
        assert m.upper is not None
        assert m.lower <= m.value <= m.upper


rows = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.booleans()), min_size=1, max_size=60)


@pytest.mark.slow
@given(cases=rows)
@settings(max_examples=80, deadline=None)
def test_normalised_forms(cases: list[tuple[int, int, bool]]) -> None:
    said, true, alarm = (np.array(column) for column in zip(*cases, strict=True))
    result = evaluate(model_errors(said, true, alarm))
    wrong = said != true
    n = len(cases)
    assert result.hazard.value == wrong.mean()
    assert result.false_alarm_rate is not None
    if wrong.any():
        assert result.recall.value == pytest.approx(alarm[wrong].mean())
        assert result.miss_rate.value == pytest.approx((~alarm[wrong]).mean())
        assert result.safety_gain.value * n / wrong.sum() == pytest.approx(result.recall.value)
    if not wrong.all():
        assert result.false_alarm_rate.value == pytest.approx(alarm[~wrong].mean())


@given(cases=rows, groups=st.integers(1, 5))
@settings(max_examples=40, deadline=None)
def test_identity_survives_grouping(cases: list[tuple[int, int, bool]], groups: int) -> None:
    said, true, alarm = (np.array(column) for column in zip(*cases, strict=True))
    group = np.arange(len(cases)) % groups
    grouped = per_group(model_errors(said, true, alarm), group, "episode")
    np.testing.assert_allclose(
        grouped.gains + grouped.hazards,
        [np.mean((said != true)[group == g]) for g in np.unique(group)],
        atol=1e-12,
    )
