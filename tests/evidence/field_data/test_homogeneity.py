"""p-values of equal entries, against exact ones where an entry leaves few failures to be expected."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.field_data.reading import Record
from casegen_evidence.p_values import stated


def p_value(exposure: tuple[float, ...], failures: tuple[int, ...], *, trials: bool = True) -> float:
    return Record(tuple(map(str, range(len(exposure)))), exposure, failures, trials).homogeneity_p_value()


@pytest.mark.parametrize(
    ("exposure", "failures", "exact"),
    [  # Fisher's exact test
        ((10, 10_000), (1, 0), 0.0010),
        ((2, 200), (1, 1), 0.020),
        ((20, 20_000), (1, 20), 0.021),
        ((50, 5_000), (1, 5), 0.058),
        ((100, 10_000), (1, 10), 0.10),
    ],
)
def test_few_expected_failures_are_judged_by_chance_itself(
    exposure: tuple[float, ...], failures: tuple[int, ...], exact: float
) -> None:
    assert p_value(exposure, failures) == pytest.approx(exact, rel=0.2)


def test_hours_are_judged_alike() -> None:
    assert p_value((2.0, 200.0), (1, 1), trials=False) == pytest.approx(0.02, rel=0.2)


def test_equal_entries_are_rarely_called_unequal() -> None:
    rng = np.random.default_rng(3)
    sizes = (100.0, 10_000.0)
    rare = sum(p_value(sizes, tuple(int(k) for k in rng.binomial(sizes, 0.005))) < 0.01 for _ in range(300))
    assert rare <= 8


def test_no_p_value_is_called_0() -> None:
    assert stated(0.0) == "p < 1e-300"
