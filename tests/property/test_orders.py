"""The share of an order of failures lies within its enclosure, however early, late or steep the failures are."""

from __future__ import annotations

import decimal
import math
import random
from collections.abc import Sequence
from decimal import Decimal

import numpy as np
import pytest

from casegen.fta.events.order_enclosure import Lifetime, enclosed_share
from casegen.fta.events.order_integrals import Failure, Failures, order_shares, share_in_order

SHAPES = (0.1, 0.2, 0.25, 0.3, 0.5, 0.7, 1.0, 1.7, 4.0, 10.0)


def of_one_shape(failures: Sequence[Failure], hours: float) -> Decimal:
    """By repeated integration of sums of exponentials in the power of the time, to 400 digits."""
    with decimal.localcontext(decimal.Context(prec=400, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)):
        rates = [
            (((Decimal(hours) - Decimal(f.location)) / Decimal(f.scale)).ln() * Decimal(f.shape)).exp() for f in failures
        ]  # fmt: skip
        terms = {Decimal(0): Decimal(1), rates[0]: Decimal(-1)}
        for rate in rates[1:]:
            after: dict[Decimal, Decimal] = {}
            for power, factor in terms.items():
                gain = factor * rate / (power + rate)
                after[Decimal(0)] = after.get(Decimal(0), Decimal(0)) + gain
                after[power + rate] = after.get(power + rate, Decimal(0)) - gain
            terms = after
        together = math.prod((1 - (-rate).exp() for rate in rates), start=Decimal(1))
        return sum(factor * (-power).exp() for power, factor in terms.items()) / together


def drawn(rng: random.Random, shape: float, location: float, hours: float) -> Failure:
    scale = (hours - location) * (10 ** rng.uniform(-4, 3)) ** (-1 / shape)
    return Failure(scale, shape, location)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 8))])
def test_failures_of_one_shape(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        hours, shape = 10 ** rng.uniform(-1, 6), rng.choice(SHAPES)
        location = rng.choice([0.0, 0.0, 0.3, 0.99]) * hours
        failures = [drawn(rng, shape, location, hours) for _ in range(rng.randint(2, 5))]
        truth = of_one_shape(failures, hours)
        lives = [Lifetime(f.log_hazard(hours), f.shape, f.location) for f in failures]
        for low, high in (share_in_order(failures, hours), enclosed_share(lives, hours)):
            assert Decimal(low) <= truth <= Decimal(high), (failures, hours)
            assert high - low <= 1e-12 * high, (failures, hours)


def sums(failures: Sequence[Failure], hours: float) -> tuple[float, float]:
    """Lower and upper Stieltjes sums over the quantiles of all: they enclose the share whatever the functions."""
    levels = np.concatenate(
        [
            [0.0],
            0.5 ** np.arange(60, 0, -1) / 4000,
            np.arange(1, 4001) / 4000,
            1 - 0.5 ** np.arange(1, 30) / 4000,
        ]
    )
    ends = [-math.expm1(-math.exp(f.log_hazard(hours))) for f in failures]
    with np.errstate(divide="ignore"):
        times = np.concatenate([
            f.location + f.scale * (-np.log1p(-levels * end)) ** (1 / f.shape)
            for f, end in zip(failures, ends, strict=True)
        ])  # fmt: skip
    times = np.unique(np.append(np.clip(times, 0.0, hours), [0.0, hours]))
    curves = [-np.expm1(-((np.maximum(times - f.location, 0.0) / f.scale) ** f.shape)) for f in failures]
    result = []
    for end in (0, 1):
        reached = curves[0] / curves[0][-1]
        for curve in curves[1:]:
            before = reached[1:] if end else reached[:-1]
            reached = np.append(0.0, np.cumsum(before * np.diff(curve / curve[-1])))
        result.append(float(reached[-1]))
    return result[0], result[1]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 8))])
def test_failures_of_different_shapes_and_locations(seed: int) -> None:
    rng, compared = random.Random(seed), 0
    for _ in range(25):
        hours = 10 ** rng.uniform(-1, 6)
        failures = [
            drawn(rng, rng.choice(SHAPES), rng.choice([0.0, 0.0, 0.3, 0.6, 0.99]) * hours, hours)
            for _ in range(rng.randint(2, 5))
        ]
        low, high = share_in_order(failures, hours)
        assert low <= high
        if high > 1e-7:  # beneath, the distribution functions near 1 have no digits for the sums
            compared += 1
            least, most = sums(failures, hours)
            assert low <= most * (1 + 1e-7), (failures, hours)
            assert least * (1 - 1e-7) <= high, (failures, hours)
            assert high - low <= 1e-11 * high, (failures, hours)
            sampled = order_shares([Failures(*(np.array([x]) for x in f[:3])) for f in failures], hours)[0]
            assert sampled == pytest.approx(0.5 * (low + high), rel=2e-2), (failures, hours)
    assert compared > 8


@pytest.mark.parametrize("shape", [0.001, 0.0025, 0.0041, 0.01, 0.05, 0.25, 1.0, 3.0])
def test_the_closed_form_of_two_shapes(shape: float) -> None:
    """``H_2 = c t**p`` and ``H_1 = a t**(2 p)``, in ``u = t**p``: an integral of a Gaussian, which is an error function."""
    hours, a, c = 1.0, 0.7, 1.3
    first, second = Failure(a ** (-1 / (2 * shape)), 2 * shape), Failure(c ** (-1 / shape), shape)
    root = math.sqrt(a)
    shift = c / (2 * root)
    gauss = math.exp(shift**2) * math.sqrt(math.pi) / (2 * root) * (math.erf(root + shift) - math.erf(shift))
    truth = (1 - math.exp(-c) - c * gauss) / ((1 - math.exp(-a)) * (1 - math.exp(-c)))
    low, high = share_in_order([first, second], hours)
    assert low * (1 - 1e-14) <= truth <= high * (1 + 1e-14)
    assert high - low <= 1e-12


@pytest.mark.parametrize(
    ("shape", "ratio", "truth"),
    [
        (0.0025, 6, "0.88188946634121394"),
        (0.0041, 3, "0.77655043809625318"),
        (0.001, 20, "0.96349524316626996"),
    ],
)
def test_failures_of_very_small_shapes(shape: float, ratio: int, truth: str) -> None:
    """``truth``: by quadrature in the logarithm of the second's hazard, with 30 digits (mpmath)."""
    hours = {0.0025: 1.78, 0.0041: 2.61, 0.001: 50.0}[shape]
    low, high = share_in_order([Failure(80.0, shape), Failure(80.0, round(shape * ratio, 6))], hours)
    assert Decimal(low) <= Decimal(truth) <= Decimal(high)
    assert high - low <= 1e-12


@pytest.mark.parametrize(
    ("failures", "hours"),
    [
        ([Failure(1e-320, is_rate=True), Failure(1e3, 20.0)], 100.0),
        ([Failure(1e80, 8.0), Failure(1e90, 8.1)], 100.0),
        ([Failure(1e-80, 8.0), Failure(1e3, 1.0)], 100.0),
        ([Failure(1e-5, 0.01), Failure(1e3, 20.0), Failure(5.0, 0.02)], 100.0),
    ],
)
def test_numbers_near_the_ends_of_what_a_computer_holds(failures: list[Failure], hours: float) -> None:
    low, high = share_in_order(failures, hours)
    assert 0.0 <= low <= high <= 1.0


def test_failures_that_begin_before_the_time_0_have_their_order_too() -> None:
    early = [Failure(500.0, 2.0, -100.0), Failure(700.0, 2.0, -100.0), Failure(900.0, 3.0, -100.0)]
    late = [Failure(f.scale, f.shape, 0.0) for f in early]
    one, other = share_in_order(early, 900.0), share_in_order(late, 1000.0)
    assert one[0] == pytest.approx(other[0], rel=1e-11)
