"""Operation that is known by a joined distribution, a narrow record or latent codes: what the defaults cover then."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from casegen_evidence.bounds import clopper_pearson
from casegen_evidence.dependability.conditions import Conditions, Product, Sampled, gaussian_copula, merged
from casegen_evidence.dependability.marginals import Normal, Truncated, Uniform
from casegen_evidence.dependability.partition import grid
from casegen_evidence.dependability.prediction import HARM, SUCCESS, predict
from casegen_evidence.dependability.problems import DOMAIN, UNIFORM
from casegen_evidence.dependability.scenarios import ScenarioTests, copies
from casegen_evidence.profiles.restatement import Features, restate
from casegen_evidence.ram.high import MANY
from casegen_evidence.ram.latent import pca
from numpy.typing import NDArray

from benchmarks.coverage.records import Row

Array = NDArray[np.float64]
TESTS = 2000
PAIRS = {("v", "y"): -0.8}
JOINED = Product(DOMAIN, (Truncated(Normal(3, 2), 0, 10), Truncated(Normal(35, 10), 0, 50)))
SITUATIONS = (
    "joined",
    "joined, tests stated",
    "narrow record",
    "record at a border",
    "record like the tests",
)


def rows(repetitions: int, confidence: float = 0.975) -> Iterator[Row]:
    """Every situation with ``repetitions``, the slow ones (30 features) with a third."""
    for situation in SITUATIONS:
        yield from _conditions(situation, repetitions, confidence)
    for times in (2, 4):
        yield _copied(repetitions, confidence, times)
    for features in (10, 30, 64):
        for sd in (0.0, 0.15):
            yield _features(-(-repetitions // (3 if features == 30 else 1)), confidence, features, sd)


def _modes(x: Array) -> NDArray[np.int8]:
    """Slow ones fail, high ones that are not slow do harm; the borders lie within voxels."""
    v, y = x.T
    slow = v < 0.83
    return np.where(slow, 1, np.where((y > 38.47) & (v < 4), 2, 0)).astype(np.int8)


def _operating(situation: str, rng: np.random.Generator, n: int) -> Array:
    match situation:
        case "narrow record":
            return np.column_stack([np.clip(rng.normal(0.83, 0.15, n), 0, 10), rng.uniform(37, 40, n)])
        case "record at a border":
            return np.column_stack([rng.uniform(1.5, 3.9, n), np.clip(rng.normal(38.3, 0.15, n), 0, 50)])
        case "record like the tests":
            return np.asarray(UNIFORM.sample(rng, n))
        case _:
            return gaussian_copula(JOINED, PAIRS, n, int(rng.integers(2**31))).scenarios


def _conditions(situation: str, repetitions: int, confidence: float) -> Iterator[Row]:
    """Harm from above and dependability from below; a sign bars both where tests differ from operation within strata."""
    truth = np.bincount(_modes(_operating(situation, np.random.default_rng(9), 1_000_000)), minlength=3) / 1e6
    results: list[tuple[bool, bool, bool, float]] = []
    for r in range(repetitions):
        rng = np.random.default_rng([6, r, len(situation)])
        x = UNIFORM.sample(rng, TESTS)
        tests = ScenarioTests(DOMAIN, x, _modes(x))
        partition = grid(DOMAIN, 10, tests.tied(), merged([UNIFORM.breaks()]))
        joined = situation.startswith("joined")
        conditions: Conditions = (
            gaussian_copula(JOINED, PAIRS, 20_000, r)
            if joined
            else Sampled(DOMAIN, _operating(situation, rng, 2000))
        )
        stated = UNIFORM if situation.endswith("stated") else None
        result = predict(tests, partition, conditions, confidence, stated)
        barred = result.comparison is None or result.comparison.unlike_within
        harm = result.modes[HARM].upper
        plain = float(clopper_pearson((tests.modes == HARM).sum(), TESTS, confidence)[1])
        results.append(
            (harm >= truth[HARM], result.modes[SUCCESS].lower <= truth[SUCCESS], barred, harm / plain)
        )
    table = np.array(results, dtype=float)
    barred = table[:, 2] > 0
    for k, name in enumerate(("harm, upper limit", "dependability, lower limit")):
        good = table[:, k] > 0
        yield Row(
            f"ml-dependability: {situation}", name, float(good.mean()), float(barred.mean()),
            float((~good & ~barred).mean()), repetitions, float(np.median(table[:, 3])) if k == 0 else None,
        )  # fmt: skip


def _copied(repetitions: int, confidence: float, times: int) -> Row:
    """Every scenario several times: the reader refuses them for claims."""
    operating = Product(DOMAIN, (Uniform(0, 3), Uniform(30, 50)))
    truth = float((_modes(operating.sample(np.random.default_rng(9), 1_000_000)) == HARM).mean())
    results = []
    for r in range(repetitions):
        rng = np.random.default_rng([8, times, r])
        x = np.repeat(UNIFORM.sample(rng, 400), times, axis=0)
        tests = ScenarioTests(DOMAIN, x, _modes(x))
        partition = grid(DOMAIN, 10, tests.tied(), merged([operating.breaks(), UNIFORM.breaks()]))
        harm = predict(tests, partition, operating, confidence, UNIFORM, restated=False).modes[HARM]
        results.append((harm.upper >= truth, copies(x)[0] >= max(5, 0.01 * len(x))))
    table = np.array(results)
    good, barred = table[:, 0], table[:, 1]
    return Row(
        f"ml-dependability: every scenario {times} times", "harm, upper limit", float(good.mean()), float(barred.mean()),
        float((~good & ~barred).mean()), repetitions,
    )  # fmt: skip


def _features(repetitions: int, confidence: float, features: int, sd: float) -> Row:
    """Labelled points uniform; operation too (``sd`` 0), or nearer to where the model fails.

    Up to 40 features are compared as they are, more by latent codes (eight principal components).
    """
    from scipy.special import ndtr

    width = 0.02
    truth = 2 * width if not sd else float((2 * ndtr(width / sd) - 1) / (2 * ndtr(0.5 / sd) - 1))
    results = []
    for r in range(repetitions):
        rng = np.random.default_rng([9, features, int(100 * sd), r])
        labelled, inputs = rng.random((1600, features)), rng.random((4000, features))
        if sd:
            near = rng.normal(0.5, sd, 20_000)
            inputs[:, 0] = near[(near > 0) & (near < 1)][:4000]
        evaluated, pilot = labelled[800:], labelled[:800]
        names = tuple(f"x{k + 1}" for k in range(features))
        if features <= MANY:
            likeness = restate(evaluated, pilot, inputs, names, r)
        else:
            code, codes = pca(pilot, 8), tuple(f"latent code {k + 1}" for k in range(8))
            behind = Features(evaluated, pilot, inputs, names)
            likeness = restate(code(evaluated), code(pilot), code(inputs), codes, r, behind)
        failed = (np.abs(evaluated[:, 0] - 0.5) < width).astype(float)
        upper = likeness.limits(failed, 1.0, confidence)[2]
        plain = float(clopper_pearson(failed.sum(), 800, confidence)[1])
        results.append((upper >= truth, likeness.unlike_within, upper / plain))
    table = np.array(results, dtype=float)
    good, barred = table[:, 0] > 0, table[:, 1] > 0
    how = f"{features} features" + (", by 8 latent codes" if features > MANY else "")
    return Row(
        f"ram-high-dimensional: {how}, {'shifted' if sd else 'matched'}", "pmi", float(good.mean()),
        float(barred.mean()), float((~good & ~barred).mean()), repetitions, float(np.median(table[:, 2])),
    )  # fmt: skip
