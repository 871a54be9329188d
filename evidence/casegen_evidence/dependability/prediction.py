"""Predict dependability and undependability in conditions never tested, with intervals (paper 000, Eqns 5–12).

The paper weights each voxel's average by its operating probability, Eqns 8, 10, 12, and leaves intervals to
future work.  Here tests are weighted within voxels too, by the ratio of operating to testing density where
both are stated, with Fay–Feuer's bounds; else the limits also cover what strata of likeness to operation say.
Mass without tests counts as harmful.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.dependability.conditions import Conditions, Product, Sampled, density_ratio
from casegen_evidence.dependability.partition import Index, Partition, halve
from casegen_evidence.dependability.scenarios import ScenarioTests
from casegen_evidence.ordering import canonical_order
from casegen_evidence.own_arithmetic import computes_by_itself, in_own_arithmetic
from casegen_evidence.profiles.restatement import FEWEST_INPUTS, Restatement, restate

Array = NDArray[np.float64]
SUCCESS, TASK, HARM = 0, 1, 2
GRAIN = 2.0**-53
"""Probabilities are rounded to multiples of this, so that the three sum to 1 exactly in any order."""
FEWEST_TESTS = 100
DRAWS = 20_000
"""Draws of operation that tests are compared with."""
SAMPLING_SHARE = 0.2
"""Share of the error budget spent on operating conditions that are known by samples only."""


@dataclass(frozen=True, slots=True)
class Share:
    """A predicted probability per task with one-sided limits."""

    value: float
    lower: float
    upper: float


@dataclass(frozen=True, slots=True)
class Weights:
    """How tests stand for operation.

    ``mass`` per voxel ``(voxels,)``; ``test`` per test ``(n,)``, summing to ``covered``; ``tests`` counts those
    with weight above 0 per voxel.  ``by_density`` says whether tests are weighted within voxels.
    """

    partition: Partition
    voxel: Index
    mass: Array
    test: Array
    tests: Index
    by_density: bool

    @property
    def covered(self) -> float:
        """Operating mass in voxels that have tests."""
        return float(self.mass[self.tests > 0].sum())

    @property
    def uncovered(self) -> float:
        """Operating mass without tests, mass outside the domain included."""
        missing = max(0.0, 1.0 - float(self.mass.sum())) + float(self.mass[self.tests == 0].sum())
        return missing if missing > 1e-12 else 0.0

    @property
    def outside(self) -> float:
        """Operating mass outside the domain."""
        missing = 1.0 - float(self.mass.sum())
        return missing if missing > 1e-12 else 0.0


@dataclass(frozen=True, slots=True)
class Shift:
    """Change of each mode when voxels are halved, ``(3,)``, its standard error, and the dimension(s)."""

    dimensions: tuple[str, ...]
    change: Array
    error: Array

    @property
    def largest(self) -> float:
        """Largest absolute change of a mode."""
        return float(np.abs(self.change).max())


@computes_by_itself
@dataclass(frozen=True, slots=True)
class Prediction:
    """Dependability D, task undependability U^T, harmful undependability U^H; they sum to 1 exactly.

    ``allowance`` is what the limits were widened by for the assumption of constant rates within voxels.  Where tests
    cannot be weighted by stated densities, ``comparison`` restates them for operation by strata of likeness, and the
    limits cover that too.
    """

    modes: tuple[Share, Share, Share]
    operating: Conditions
    weights: Weights
    effective: float
    halving: Shift
    allowance: float
    confidence: float
    comparison: Restatement | None = None


def weigh(
    tests: ScenarioTests, partition: Partition, operating: Conditions, testing: Product | None = None
) -> Weights:
    """Weights of tests for ``operating``: voxel mass (Eqn 5) shared by its tests.

    Shared equally, as in the paper; or by density ratio where ``testing`` is stated, both conditions are
    products, and every operating atom is a stratum of its own.
    """
    voxel = partition.assign(tests.scenarios)
    mass = operating.masses(partition)
    by_density = testing is not None and isinstance(operating, Product) and operating.smooth_on(partition)
    ratio = np.ones(len(voxel))
    if by_density:
        assert isinstance(operating, Product)
        assert testing is not None
        ratio = density_ratio(operating, testing, partition, voxel, tests.scenarios)
    ratio[voxel < 0] = 0.0
    safe = np.maximum(voxel, 0)
    counted = np.bincount(safe, weights=ratio > 0, minlength=len(partition)).astype(np.int64)
    total = np.bincount(safe, weights=ratio, minlength=len(partition))
    share = np.divide(mass, total, out=np.zeros_like(mass), where=total > 0)
    return Weights(partition, voxel, mass, ratio * share[safe], counted, by_density)


@in_own_arithmetic
def predict(
    tests: ScenarioTests,
    partition: Partition,
    operating: Conditions,
    confidence: float,
    testing: Product | None = None,
    restated: bool = True,
) -> Prediction:
    """Predict the three modes in ``operating`` conditions; each limit holds with ``confidence`` by itself.

    Tests weighted by stated densities have Fay–Feuer limits, approximate where measured conservative.  Where a
    density is not stated, the limits are the wider of those by voxels, widened by twice the halving shift, and of those
    by strata of likeness to draws of operation (:mod:`casegen_evidence.profiles`), which cover if tests are like
    operation within strata.  With too few rows to compare, or without ``restated``, no claim may use
    them.
    """
    w = weigh(tests, partition, operating, testing)
    halving = halved(tests, w, operating, tuple(range(len(tests.domain))))
    comparison = compared(tests, operating) if restated and not w.by_density else None
    allowance = 0.0 if w.by_density else 2.0 * halving.largest
    used = w.test[w.test > 0]
    from casegen_evidence.bounds import kish

    unbounded = tuple(Share(value, 0.0, 1.0) for value in _values(tests, w))
    result = Prediction(
        (unbounded[0], unbounded[1], unbounded[2]),
        operating,
        w,
        kish(used) if len(used) else 0.0,
        halving,
        allowance,
        confidence,
        comparison,
    )
    modes = [mode_limits(tests, result, mode, confidence) for mode in range(3)]
    return replace(result, modes=(modes[0], modes[1], modes[2]))


def mode_limits(tests: ScenarioTests, prediction: Prediction, mode: int, confidence: float) -> Share:
    """One predicted mode with limits that hold with another ``confidence``, each by itself."""
    w, operating = prediction.weights, prediction.operating
    level, down, up = confidence, 0.0, 0.0
    if isinstance(operating, Sampled):
        level = 1 - (1 - SAMPLING_SHARE) * (1 - confidence)
        down, up = _sampling_drift(operating, w, voxel_rates(tests, w)[:, mode], confidence)
    low, high = share_limits(w.test, tests.modes == mode, w.covered, level)
    low = max(0.0, low - down - prediction.allowance)
    high = min(1.0, high + up + prediction.allowance + w.uncovered)
    if prediction.comparison is not None:
        share = _restated(tests, prediction.comparison, confidence)[mode]
        low, high = min(low, share.lower), max(high, share.upper)
    value = prediction.modes[mode].value
    return Share(value, min(low, value), max(high, value))


def compared(tests: ScenarioTests, operating: Conditions) -> Restatement | None:
    """The tests against draws of operation; None where either is too few.  A fifth of the tests fits the strata only."""
    if len(tests.scenarios) < FEWEST_TESTS:
        return None
    rng = np.random.default_rng(0x0D)
    drawn = operating.scenarios if isinstance(operating, Sampled) else operating.sample(rng, DRAWS)  # type: ignore[attr-defined]
    if len(drawn) < FEWEST_INPUTS:
        return None
    drawn = drawn[canonical_order(drawn)]
    drawn = drawn[rng.permutation(len(drawn))[:DRAWS]]
    pilot, counted = tests_in_parts(tests)
    return restate(tests.scenarios[counted], tests.scenarios[pilot], drawn, tests.domain.names, 0)


def tests_in_parts(tests: ScenarioTests) -> tuple[Index, Index]:
    """The rows of the tests that fit the strata and count for nothing else, and of those that count.

    They are the same tests, in the same order, however the rows are sorted.
    """
    order = canonical_order(tests.scenarios, tests.modes)
    cut = max(20, len(order) // 5)
    return order[:cut], order[cut:]


def _restated(tests: ScenarioTests, comparison: Restatement, confidence: float) -> tuple[Share, Share, Share]:
    """The modes by strata; what no test speaks for may be any of them."""
    own = tests.modes[tests_in_parts(tests)[1]]
    failed = _mode(comparison, own != SUCCESS, confidence)
    success = Share(1 - failed.value, 1 - failed.upper, 1 - failed.lower)
    return success, _mode(comparison, own == TASK, confidence), _mode(comparison, own == HARM, confidence)


def _mode(comparison: Restatement, event: NDArray[np.bool_], confidence: float) -> Share:
    return Share(*comparison.limits(event.astype(float), 1.0, confidence))


def _values(tests: ScenarioTests, w: Weights) -> tuple[float, float, float]:
    """Point values; uncovered mass is harmful."""
    task = round(float(w.test @ (tests.modes == TASK)) / GRAIN) * GRAIN
    harm = round((float(w.test @ (tests.modes == HARM)) + w.uncovered) / GRAIN) * GRAIN
    harm = min(harm, 1.0 - task)
    return 1.0 - task - harm, task, harm


def share_limits(
    weight: Array, event: NDArray[np.bool_], covered: float, confidence: float
) -> tuple[float, float]:
    """Fay–Feuer limits on the weighted share of ``event``, on whichever of it and its complement is rarer."""
    from casegen_evidence.bounds import fay_feuer

    used = weight > 0
    ones = np.ones(int(used.sum()))
    happened = event[used]
    if float(weight[used] @ happened) <= 0.5 * covered:
        low, high = fay_feuer(weight[used], happened, ones, confidence)
    else:
        rest = fay_feuer(weight[used], ~happened, ones, confidence)
        low, high = covered - rest[1], covered - rest[0]
    return max(0.0, low), min(covered, high)


@in_own_arithmetic
def voxel_rates(tests: ScenarioTests, w: Weights) -> Array:
    """Weighted share of each mode per voxel, ``(voxels, 3)``; 0 in voxels without tests (Eqn 6)."""
    safe = np.maximum(w.voxel, 0)
    relative = np.where(w.test > 0, w.test, 0.0)
    if not w.by_density:
        relative = (w.voxel >= 0).astype(float)
    total = np.bincount(safe, weights=relative, minlength=len(w.mass))
    result = np.zeros((len(w.mass), 3))
    for mode in range(3):
        part = np.bincount(safe, weights=relative * (tests.modes == mode), minlength=len(w.mass))
        result[:, mode] = np.divide(part, total, out=np.zeros_like(part), where=total > 0)
    return result


def _sampling_drift(operating: Sampled, w: Weights, rate: Array, confidence: float) -> tuple[float, float]:
    """How far the operating conditions' own sampling may move a mode down and up."""
    from casegen_evidence.bounds import chernoff_lower, chernoff_upper

    level = 1 - SAMPLING_SHARE * (1 - confidence)
    voxel = w.partition.assign(operating.scenarios)
    tested = (voxel >= 0) & (w.tests[np.maximum(voxel, 0)] > 0)
    g = np.where(tested, rate[np.maximum(voxel, 0)], 0.0)
    worst = np.where(tested, g, 1.0)
    return (
        float(g.mean()) - chernoff_lower(g, level),
        max(0.0, chernoff_upper(worst, level) - float(worst.mean())),
    )


def halved(tests: ScenarioTests, w: Weights, operating: Conditions, dimensions: tuple[int, ...]) -> Shift:
    """Predict again with voxels halved in ``dimensions``: the change shows bias from uneven rates within voxels.

    Halves without tests keep their voxel's rate.  The standard error is that of the change.
    """
    halves = halve(w.partition, w.voxel, tests.scenarios, dimensions)
    names = tuple(tests.domain.names[k] for k in dimensions)
    mass = operating.half_masses(w.partition, halves)
    safe = np.maximum(halves.of, 0)
    relative = np.where(halves.of >= 0, w.test if w.by_density else 1.0, 0.0)
    size = len(halves.parent)
    total = np.bincount(safe, weights=relative, minlength=size)
    result = total > 0
    kept = np.bincount(halves.parent, weights=np.where(result, mass, 0.0), minlength=len(w.mass))
    rest = np.where(w.tests > 0, np.maximum(w.mass - kept, 0.0), 0.0)
    parent_total = np.bincount(np.maximum(w.voxel, 0), weights=w.test, minlength=len(w.mass))
    back = np.divide(rest, parent_total, out=np.zeros_like(rest), where=parent_total > 0)
    per_half = np.divide(mass, total, out=np.zeros(size), where=result)
    new = np.where(halves.of >= 0, relative * per_half[safe], 0.0) + w.test * back[np.maximum(w.voxel, 0)]
    delta = new - w.test
    change, error = np.empty(3), np.empty(3)
    for mode in range(3):
        event = (tests.modes == mode).astype(float)
        rate = np.divide(
            np.bincount(safe, weights=relative * event, minlength=size),
            total,
            out=np.zeros(size),
            where=result,
        )[safe]
        change[mode] = float(delta @ event)
        error[mode] = float(np.sqrt(delta**2 @ (rate * (1 - rate))))
    return Shift(names, change, error)


def simultaneous(tests: ScenarioTests, prediction: Prediction) -> list[tuple[str, list[tuple[float, float]]]]:
    """Limits of all three modes at once at the prediction's confidence, by two methods: name and limits.

    Goodman (1965) at the effective sample size (approximate), and Bonferroni over six Fay–Feuer limits.  Both
    carry the prediction's allowance and uncovered mass; neither the sampling of operating conditions.
    """
    from casegen_evidence.bounds import goodman

    w, level = prediction.weights, 1 - (1 - prediction.confidence) / 6
    covered = np.array([float(w.test @ (tests.modes == mode)) for mode in range(3)])
    low, high = goodman(covered / max(w.covered, 1e-300) * prediction.effective, prediction.confidence)
    joint = [(float(a) * w.covered, float(b) * w.covered) for a, b in zip(low, high, strict=True)]
    each = [share_limits(w.test, tests.modes == mode, w.covered, level) for mode in range(3)]
    results = {"Goodman at the effective sample size": joint, "Fay–Feuer, Bonferroni": each}
    wide, extra = prediction.allowance, w.uncovered
    if prediction.comparison is not None:
        again = _restated(tests, prediction.comparison, level)
        results["by strata of likeness, Bonferroni"] = [(m.lower, m.upper) for m in again]
    return [
        (name, [(max(0.0, a - wide), min(1.0, b + wide + extra)) for a, b in limits])
        for name, limits in results.items()
    ]


def alternatives(tests: ScenarioTests, prediction: Prediction) -> list[tuple[str, list[tuple[float, float]]]]:
    """One-sided limits of the covered part by other methods, for comparison: name, and limits per mode.

    The stratified normal has variance ``Σ ω² π̂(1−π̂)`` with π̂ the voxel's rate; it is 0 where every voxel is
    pure and falls short of its nominal coverage for rare modes.
    """
    from scipy.special import ndtri

    from casegen_evidence.bounds import clopper_pearson

    w, level = prediction.weights, prediction.confidence
    rates = voxel_rates(tests, w)[np.maximum(w.voxel, 0)]
    exact, normal = [], []
    for mode in range(3):
        value = float(w.test @ (tests.modes == mode))
        n = max(prediction.effective, 1e-9)
        low, high = clopper_pearson(min(value / max(w.covered, 1e-300), 1.0) * n, n, level)
        exact.append((float(low) * w.covered, float(high) * w.covered))
        half = ndtri(level) * float(np.sqrt(w.test**2 @ (rates[:, mode] * (1 - rates[:, mode]))))
        normal.append((max(0.0, value - half), min(1.0, value + half)))
    return [("Clopper–Pearson at Kish's effective sample size", exact), ("stratified normal", normal)]


@in_own_arithmetic
def paper_estimate(tests: ScenarioTests, partition: Partition, operating: Conditions) -> Array | None:
    """D, U^T, U^H by Eqns 8, 10 and 12, shape ``(3,)``; None where a voxel with mass has no test (N_d > 0).

    Tests aimed at single values (:meth:`ScenarioTests.tied`) are left out: the paper has none.
    """
    aimed = np.zeros(len(tests.scenarios), dtype=bool)
    for name, values in tests.tied().items():
        aimed |= np.isin(tests.scenarios[:, tests.domain.index(name)], values)
    if np.sum(~aimed) < 2:
        return None
    plain = ScenarioTests(tests.domain, tests.scenarios[~aimed], tests.modes[~aimed])
    w = weigh(plain, partition, operating)
    if w.mass[w.tests == 0].sum() > 0 or w.outside > 0:
        return None
    result: Array = w.mass @ voxel_rates(plain, w)
    return result
