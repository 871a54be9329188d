"""Limits of records whose entries differ: valid, and with no jump where a few failures fall together by chance."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.bounds.campaigns import Campaigns, contradicted, upper_within, varied_limits
from casegen_evidence.field_data.method import DEMANDS, HOURS, RecordMethod
from casegen_evidence.method import Measure, Result, Run

SITES = (2412, 2391, 2510, 2307, 2466)
HARBOURS = (1800, 1500, 1700)
MONTHS = (640,) * 12


def result(
    method: RecordMethod, sizes: tuple[int, ...], failures: tuple[int, ...], folder: Path, **stated: Any
) -> Result:
    rows = "".join(
        f"site {'a' * (i // 26)}{chr(97 + i % 26)},{n},{k}\n"
        for i, (n, k) in enumerate(zip(sizes, failures, strict=True))
    )
    path = folder / "record.csv"
    path.write_text(f"entry,{method.exposure},failures\n{rows}")
    confidence = stated.pop("confidence", 0.95)
    parameters = method.parameters.model_validate({"failure": "no stop within 2 s", **stated})
    return method.run(Run({"record": path}, parameters, 0, confidence, folder))


def bound(
    method: RecordMethod, sizes: tuple[int, ...], failures: tuple[int, ...], folder: Path, **stated: Any
) -> Measure:
    return result(method, sizes, failures, folder, **stated).measures[method.measure]


@pytest.mark.parametrize("stopping", ["open", "planned"])
@pytest.mark.parametrize(
    ("method", "sizes", "failures"),
    [
        (HOURS, HARBOURS, (1, 3, 0)),
        (HOURS, HARBOURS, (0, 2, 0)),
        (HOURS, HARBOURS, (0, 1, 0)),
        (DEMANDS, SITES, (0, 0, 0, 0, 1)),
        (DEMANDS, SITES, (0, 0, 0, 0, 2)),
        (DEMANDS, (2400, 2300), (0, 3)),
        (DEMANDS, HARBOURS, (0, 2, 0)),
        (HOURS, MONTHS, (0, 0, 0, 2, 0, 0, 1, 0, 0, 0, 0, 0)),
        (HOURS, MONTHS, (0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0)),
    ],
)
def test_failures_that_fall_together_by_chance_do_not_make_the_limit_useless(
    method: RecordMethod, sizes: tuple[int, ...], failures: tuple[int, ...], stopping: str, tmp_path: Path
) -> None:
    """Where no sign says that the entries differ, the limit allows for what is stated of them and for no more."""
    similar = result(method, sizes, failures, tmp_path, stopping=stopping)
    exact = bound(method, sizes, failures, tmp_path, stopping=stopping, entries="recorded")
    assert not similar.signs
    assert exact.upper is not None
    upper = similar.measures[method.measure].upper
    assert upper is not None
    assert exact.upper < upper < (4 if len(sizes) > 2 else 8) * exact.upper


@pytest.mark.parametrize("stopping", ["open", "planned"])
@pytest.mark.parametrize("failures", [(0, 0, 0), (0, 2, 0), (1, 3, 0), (9, 0, 0), (4, 5, 6), (40, 55, 30)])
@pytest.mark.parametrize("method", [HOURS, DEMANDS], ids=["hours", "demands"])
def test_limits_widen_with_the_spread_and_with_the_confidence(
    method: RecordMethod, failures: tuple[int, ...], stopping: str, tmp_path: Path
) -> None:
    for name, values in (
        ("spread", (0.0, 0.3, 0.5, 0.55, 0.8, 1.5)),
        ("confidence", (0.8, 0.95, 0.99)),
    ):
        limits = [bound(method, HARBOURS, failures, tmp_path, stopping=stopping, **{name: v}) for v in values]
        for less, more in pairwise(limits):
            assert less.upper <= more.upper * (1 + 1e-9), name
            assert less.lower >= more.lower * (1 - 1e-9), name


@pytest.mark.parametrize(("at_any_time", "spread"), [(True, 0.5), (False, 1.0)])
@pytest.mark.parametrize("trials", [True, False])
def test_one_more_failure_never_lowers_the_limit_of_a_record_with_few(
    trials: bool, at_any_time: bool, spread: float
) -> None:
    limits: dict[tuple[int, ...], float] = {}
    for failures in np.ndindex(6, 6, 6):
        key = tuple(sorted(failures))
        if key not in limits:
            record = Campaigns(np.array(key, float), np.full(3, 2000.0), trials)
            limits[key] = varied_limits(record, 0.95, spread, at_any_time)[1]
    for key, limit in limits.items():
        for i in range(3):
            more = tuple(sorted((*key[:i], key[i] + 1, *key[i + 1 :])))
            assert limits.get(more, np.inf) >= limit * (1 - 1e-9), (key, more)


def test_a_record_that_contradicts_its_spread_has_a_sign_and_says_what_is_allowed_for(tmp_path: Path) -> None:
    differ = result(DEMANDS, SITES, (0, 0, 0, 0, 7), tmp_path)
    (sign,) = differ.signs
    assert sign.name == "sign-unlike-entries"
    assert "a coefficient of variation of about 3" in sign.message
    assert "for which the limit allows; at most 0.5 is stated" in sign.message
    measure = differ.measures["probability"]
    assert "a coefficient of variation of at most 3" in measure.assumes
    assert any("differ by 3, as is likeliest, are allowed for" in note for note in differ.notes)
    stated = result(DEMANDS, SITES, (0, 0, 0, 0, 7), tmp_path, spread=3)
    assert not stated.signs
    assert stated.measures["probability"].upper >= measure.upper
    near = result(DEMANDS, SITES, (0, 0, 0, 0, 2), tmp_path)
    assert "a coefficient of variation of at most 0.5" in near.measures["probability"].assumes


def test_where_nothing_is_excluded_the_result_says_that_there_is_no_limit(tmp_path: Path) -> None:
    nothing = result(HOURS, HARBOURS, (1, 3, 0), tmp_path, spread=3)
    assert nothing.measures["rate"].upper > 1e6
    assert any("There is no upper limit" in note for note in nothing.notes)
    assert not any("There is no upper limit" in n for n in result(HOURS, HARBOURS, (1, 3, 0), tmp_path).notes)


@pytest.mark.parametrize("at_any_time", [True, False])
@pytest.mark.parametrize("trials", [True, False])
@pytest.mark.parametrize("failures", [(0, 0), (1, 3, 0), (0, 0, 9), (30, 20, 41, 25)])
def test_one_test_of_a_limit_agrees_with_the_search_for_it(
    failures: tuple[int, ...], trials: bool, at_any_time: bool
) -> None:
    record = Campaigns(np.array(failures, float), np.full(len(failures), 900.0), trials)
    for spread in (0.2, 0.5, 1.0):
        upper = varied_limits(record, 0.95, spread, at_any_time)[1]
        for factor in (0.9, 0.999, 1.001, 1.5, 30.0):
            limit = min(upper * factor, record.far)
            assert upper_within(record, 0.95, spread, at_any_time, limit) is (limit >= upper)


@pytest.mark.parametrize(
    ("failures", "sizes", "confidence", "at_any_time"),
    [
        ((88, 31, 71), (1617, 1320, 1489), 0.99, True),
        ((8, 6, 1, 3), (975, 1877, 478, 1655), 0.8, True),
        ((10, 10), (100, 100), 0.95, True),
        ((5, 6, 0), (20, 20, 20), 0.95, True),
        ((8, 6, 1, 3), (975, 1877, 478, 1655), 0.8, False),
        ((10, 10), (100, 100), 0.95, False),
        ((7, 3, 4, 3, 2, 2), (20,) * 6, 0.95, False),
        ((5, 0, 1), (900, 40, 700), 0.95, False),
    ],
)
@pytest.mark.parametrize("trials", [True, False])
def test_a_larger_spread_never_narrows_a_limit_whatever_lies_between_the_variations_that_are_tried(
    failures: tuple[int, ...], sizes: tuple[int, ...], confidence: float, at_any_time: bool, trials: bool
) -> None:
    record = Campaigns(np.array(failures, float), np.array(sizes, float), trials)
    spreads = (
        0.0,
        0.02,
        0.24,
        0.26,
        0.5,
        0.6,
        0.7,
        0.73,
        0.75,
        0.8,
        0.97,
        1.0,
        1.05,
        1.2,
        1.547,
        1.7,
        2.0,
        2.008,
        2.9,
        3.0,
    )
    limits = [varied_limits(record, confidence, spread, at_any_time) for spread in spreads]
    for (lower, upper), (lower_of_more, upper_of_more) in pairwise(limits):
        assert lower_of_more <= lower
        assert upper_of_more >= upper


def test_a_spread_is_rounded_up_to_one_that_is_tried() -> None:
    record = Campaigns(np.array([9.0, 2, 4]), np.full(3, 500.0), True)
    assert varied_limits(record, 0.95, 0.1 + 0.2, True) == varied_limits(record, 0.95, 0.3, True)
    assert varied_limits(record, 0.95, 0.31, True) == varied_limits(record, 0.95, 0.35, True)
    for outside in (-0.1, 3.1, float("nan")):
        with pytest.raises(ValueError, match="spread must lie in"):
            varied_limits(record, 0.95, outside, True)


def test_a_planned_limit_lies_below_where_entries_so_varied_can_have_a_mean(tmp_path: Path) -> None:
    """Entries that vary by c have a mean below 1 / (1 + c²): their sum alone could have a larger one, .889 at c of .5."""
    even = Campaigns(np.array([10.0, 10]), np.full(2, 100.0), True)
    assert varied_limits(even, 0.95, 1.0, at_any_time=False)[1] < 0.77
    assert varied_limits(even, 0.95, 0.5, at_any_time=False)[1] <= 0.8
    for variation in (0.25, 0.5, 1.0, 2.0):
        highest = 1 / (1 + variation**2)
        assert even.at_most(20, highest * (1 + 1e-9), variation) == 0.0
        assert even.at_most(20, highest * (1 - 1e-3), variation) > 0.0


def test_a_record_whose_bound_leaves_no_stated_variation_waits_for_a_person(tmp_path: Path) -> None:
    """Its limits were those of entries alike, without a sign: the narrowest, of a record whose entries differ too much."""
    rng = np.random.default_rng(639)
    hours = np.round(20 * np.exp(rng.normal(0, 1, 100))) + 1
    failures = rng.poisson(0.01 * rng.gamma(1, 1.0, 100) * hours)
    record = Campaigns(failures.astype(float), hours, trials=False)
    assert contradicted(record, 0.8, 0.5)
    assert not contradicted(record, 0.8, 1.5)
    assert varied_limits(record, 0.8, 0.5, at_any_time=True)[0] == pytest.approx(
        record.total[0] / record.total[1]
    )
    sizes, counts = tuple(hours.astype(int).tolist()), tuple(failures.tolist())
    bold, careful = (result(HOURS, sizes, counts, tmp_path, confidence=c) for c in (0.8, 0.99))
    assert bold.measures["homogeneity_p_value"].value > 0.01
    (sign,) = bold.signs
    assert sign.message.startswith(
        "the entries differ more than a limit with confidence 0.8 leaves, by a coefficient"
    )
    assert bold.measures["rate"].upper == varied_limits(record, 0.8, record.likeliest, at_any_time=True)[1]
    assert not careful.signs


@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_a_record_of_entries_that_differ_as_stated_waits_for_nobody(
    confidence: float, tmp_path: Path
) -> None:
    rng = np.random.default_rng(2)
    for entries in (3, 30, 100):
        failures = tuple(rng.poisson(0.05 * rng.gamma(4, 0.25, entries) * 20).tolist())
        assert not result(HOURS, (20,) * entries, failures, tmp_path, confidence=confidence).signs


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entries", "hours", "variation", "spread", "at_any_time"),
    [(2, 300, 0.5, 0.5, True), (3, 200, 0.5, 0.5, True), (3, 100, 0.8, 0.8, True), (4, 100, 0.5, 0.5, True),
     (3, 200, 0.0, 1.0, False), (3, 200, 1.0, 1.0, False), (10, 200, 1.0, 1.0, False), (5, 900, 0.5, 0.5, False)],
)  # fmt: skip
def test_limits_cover_the_mean_of_entries_that_vary_by_up_to_the_spread(
    entries: int, hours: int, variation: float, spread: float, at_any_time: bool
) -> None:
    """1,000 records: wrong in no more than .05 and three standard errors."""
    rng, mean, limits = np.random.default_rng(20), 0.02, {}
    wrong = 0
    for _ in range(1000):
        rates = (
            rng.gamma(variation**-2, mean * variation**2, entries) if variation else np.full(entries, mean)
        )
        key = tuple(sorted(rng.poisson(rates * hours).tolist()))
        if key not in limits:
            record = Campaigns(np.array(key, float), np.full(entries, float(hours)), trials=False)
            limits[key] = varied_limits(record, 0.95, spread, at_any_time)[1]
        wrong += limits[key] < mean
    assert wrong <= 50 + 3 * 7
