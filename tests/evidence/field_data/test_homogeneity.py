"""p-values of equal entries are exact, against every outcome counted one by one; where drawn, they say so and hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from casegen_evidence.field_data import equal_entries
from casegen_evidence.field_data.equal_entries import p_value_of
from casegen_evidence.field_data.method import HOURS, RecordParameters
from casegen_evidence.field_data.reading import Record
from casegen_evidence.p_values import stated
from casegen_evidence.signs import Intake
from scipy import stats


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
    assert p_value(exposure, failures) == pytest.approx(exact, rel=0.06)


def test_hours_are_judged_alike() -> None:
    assert p_value((2.0, 200.0), (1, 1), trials=False) == pytest.approx(0.02, rel=0.02)


def divisions(failures: int, entries: int) -> Iterator[tuple[int, ...]]:
    if entries == 1:
        yield (failures,)
        return
    for first in range(failures + 1):
        for rest in divisions(failures - first, entries - 1):
            yield (first, *rest)


def one_by_one(exposure: tuple[float, ...], failures: tuple[int, ...], trials: bool) -> float:
    """The probability of all divisions that are as uneven as the observed one, each with its own."""
    sizes, total = np.array(exposure), sum(failures)
    expected = sizes / sizes.sum() * total
    least = ((np.array(failures) - expected) ** 2 / expected).sum() * (1 - 1e-9)
    every = np.array(list(divisions(total, len(sizes))))
    uneven = every[((every - expected) ** 2 / expected).sum(axis=1) >= least]
    if trials:
        return float(stats.multivariate_hypergeom.pmf(uneven, sizes.astype(int), total).sum())
    return float(stats.multinomial.pmf(uneven, total, sizes / sizes.sum()).sum())


@pytest.mark.parametrize(
    ("exposure", "failures", "trials"),
    [
        ((108.9, 993.7), (2, 0), False), ((108, 994), (2, 0), True), ((5329, 11, 977.5), (1, 0, 1), False),
        ((75, 75, 75), (4, 0, 1), True), ((3, 7), (3, 2), True), ((10, 20, 30, 40), (3, 0, 2, 1), True),
        ((10.5, 20, 30, 40), (3, 0, 2, 4), False), ((4, 5), (4, 4), True),
    ],
)  # fmt: skip
def test_every_outcome_is_counted(exposure: Any, failures: Any, trials: bool) -> None:
    exact = one_by_one(exposure, failures, trials)
    assert p_value(exposure, failures, trials=trials) == pytest.approx(exact, rel=1e-9)


def test_every_outcome_is_counted_in_any_record() -> None:
    rng = np.random.default_rng(17)
    for _ in range(60):
        n, trials = int(rng.integers(2, 5)), bool(rng.integers(2))
        exposure = tuple(np.round(10 ** rng.uniform(1.2, 4, n)).tolist())
        failures = tuple(rng.multinomial(int(rng.integers(1, 9)), rng.dirichlet([1] * n)).tolist())
        exact = one_by_one(exposure, failures, trials)
        assert p_value(exposure, failures, trials=trials) == pytest.approx(exact, rel=1e-8)


def test_many_failures_and_large_exposures_are_counted() -> None:
    counted = p_value_of((9000.0, 1200.0), (90, 30), False)
    tails = stats.binom(120, 9000 / 10200)
    assert not counted.drawn
    assert counted.value == pytest.approx(
        tails.cdf(90) + tails.sf(120 * 2 * 9000 / 10200 - 90 - 1e-9), rel=1e-6
    )
    assert p_value_of((1e12, 2e11), (50, 3), True).value == pytest.approx(
        p_value_of((1e12, 2e11), (50, 3), False).value, rel=1e-6
    )


@pytest.mark.parametrize("trials", [True, False])
def test_a_drawn_p_value_holds_and_says_that_it_was_drawn(
    trials: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [((75.0, 75.0, 75.0), (4, 0, 1)), ((500.0, 80.0, 30.0), (2, 0, 3)), ((40.0, 400.0), (2, 1))]
    exact = [p_value_of(*row, trials).value for row in rows]
    p_value_of.cache_clear()
    monkeypatch.setattr(equal_entries, "MOST_STEPS", 1)
    for row, wanted in zip(rows, exact, strict=True):
        drawn = p_value_of(*row, trials)
        assert drawn.drawn
        assert drawn.lower <= wanted <= drawn.upper
        assert drawn.value == float(f"{drawn.value:.2g}") == pytest.approx(wanted, rel=0.2)
    p_value_of.cache_clear()


def test_a_drawn_p_value_errs_to_the_side_of_the_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record(("a", "b"), (108.0, 980.0), (2, 0), False)
    level = record.homogeneity_p_value() * 0.99
    p_value_of.cache_clear()
    monkeypatch.setattr(equal_entries, "MOST_STEPS", 1)
    p: Any = RecordParameters(failure="no stop", entries="one-rate").model_copy(
        update={"homogeneity_level": level}
    )
    HOURS._judge_entries(record, p, 0.95, intake := Intake())
    p_value_of.cache_clear()
    said = next(sign.message for sign in intake.signs if sign.name == "sign-unlike-entries")
    assert "by simulation" in said


def test_the_level_is_compared_with_the_exact_value() -> None:
    """2 failures in the first of 108.9 and 993.7 hours: (108.9 / 1102.6)^2 = .009755."""
    record = Record(("a", "b"), (108.9, 993.7), (2, 0), False)
    HOURS._judge_entries(record, RecordParameters(failure="no stop", spread=0.0), 0.95, intake := Intake())
    assert "sign-unlike-entries" in {sign.name for sign in intake.signs}


def test_equal_entries_are_rarely_called_unequal() -> None:
    rng = np.random.default_rng(3)
    sizes = (100.0, 10_000.0)
    rare = sum(p_value(sizes, tuple(int(k) for k in rng.binomial(sizes, 0.005))) < 0.01 for _ in range(300))
    assert rare <= 8


def test_no_p_value_is_called_0() -> None:
    assert stated(0.0) == "p < 1e-300"
