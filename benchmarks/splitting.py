"""Adaptive multilevel splitting: the product's against the published algorithm written plainly.

``python -m benchmarks.splitting [--repeats 12] [--check]``.  Images of 8 × 8 (scikit-learn's digits), a network
of one hidden layer of 256 units as in the papers' MNIST run, and six balls whose λ goes from 10⁻² to 10⁻⁹.

Per ball: relative variance of the estimate over repetitions × processor seconds per estimate, which does not
depend on how many particles either takes; the ratio of the two products; and the median ratio over the balls.
Same network, same balls, one thread, one run.  ``--check`` compares with 4·10⁷ uniform samples per ball, where λ
is large enough to see failures among them, and with openturns' subset simulation if it is installed.
"""

from __future__ import annotations

import argparse
import platform
import time
import warnings
from collections.abc import Callable

import numpy as np
from casegen_evidence.models import adapt
from casegen_evidence.ram.balls import Balls
from casegen_evidence.ram.margins import failure_margins, scores_of
from casegen_evidence.ram.splitting import Splitting, split
from casegen_evidence.ram.tilting import Score, Slope
from numpy.typing import NDArray

Array = NDArray[np.floating]
One = Callable[[Array], Array]
"""Score of points ``(m, d)`` of one ball, at least 0 for failures."""
RANKS = (20, 60, 70, 80, 110, 130)
"""Test images by their margin, smallest first: balls around these are compared."""


def published(
    low: Array, high: Array, score: One, rng: np.random.Generator,
    particles: int = 1000, moves: int = 250, keep: float = 0.1,
) -> float:  # fmt: skip
    """One ball as published: every particle moves in its own box, cut to the ball, and adapts once per level."""
    x = low + rng.random((particles, len(low)), dtype=np.float32) * (high - low)
    width = np.full((particles, 1), float((high - low).max()) / 60, dtype=np.float32)
    log_p = 0.0
    while True:
        s = score(x)
        level = min(float(np.sort(s)[int((1 - keep) * particles)]), 0.0)
        survivors = np.flatnonzero(s >= level)
        log_p += np.log(len(survivors) / particles)
        if level >= 0 or log_p < np.log(1e-12):
            return float(np.exp(log_p))
        chosen = np.concatenate([survivors, rng.choice(survivors, particles - len(survivors))])
        x, width = x[chosen], width[chosen]
        accepted = np.zeros((particles, 1))
        for _ in range(moves):
            left, right = np.maximum(x - width, low), np.minimum(x + width, high)
            candidate = left + rng.random(x.shape, dtype=np.float32) * (right - left)
            back = np.minimum(candidate + width, high) - np.maximum(candidate - width, low)
            log_ratio = (np.log(right - left) - np.log(back)).sum(axis=1)
            good = (score(candidate) >= level) & (np.log(rng.random(particles)) <= log_ratio)
            x = np.where(good[:, None], candidate, x)
            accepted += good[:, None]
        width = np.where(accepted / moves > 0.124, width * 1.02, width * 0.5).astype(np.float32)


def problem() -> tuple[Array, Array, Callable[[NDArray[np.int64]], tuple[Score, Slope | None]]]:
    """Low and high ends of six balls of radius 0.1 around test images that the network gets right, and what
    gives margins and gradients for a list of balls."""
    from sklearn.datasets import load_digits
    from sklearn.neural_network import MLPClassifier

    images, labels = load_digits(return_X_y=True)
    images = images / 16
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a network of forty epochs is what is wanted
        model = MLPClassifier((256,), max_iter=40, random_state=0).fit(images[:1200], labels[:1200])
    scores = scores_of(adapt(model, [str(c) for c in range(10)]))
    assert scores is not None
    right = np.flatnonzero(model.predict(images) == labels)
    right = right[right >= 1200]
    z = np.sort(scores.value(images[right]), axis=1)
    near = right[np.argsort(z[:, -1] - z[:, -2])[list(RANKS)]]
    balls = Balls.around(images[near], labels[near], 0.1, (np.zeros(64), np.ones(64)))

    def margins(which: NDArray[np.int64]) -> tuple[Score, Slope | None]:
        return failure_margins(scores, balls.label[which], 1.0 - np.eye(10))

    return balls.low.astype(np.float32), balls.high.astype(np.float32), margins


def one_of(score: Score, ball: int) -> One:
    """The largest margin as a function of points of one ball."""
    return lambda x: score(x, np.full(len(x), ball)).max(axis=1)


def plain(low: Array, high: Array, score: Score, repeats: int) -> tuple[Array, Array]:
    """Estimates ``(balls, repeats)`` by the published algorithm, and seconds per estimate of each ball."""
    result, seconds = np.empty((len(low), repeats)), np.empty(len(low))
    for i in range(len(low)):
        begun = time.process_time()
        for r in range(repeats):
            result[i, r] = published(low[i], high[i], one_of(score, i), np.random.default_rng([i, r]))
        seconds[i] = (time.process_time() - begun) / repeats
    return result, seconds


def ours(
    low: Array, high: Array, margins: Callable[..., tuple[Score, Slope | None]], settings: Splitting,
    gradients: bool, many: int = 64,
) -> tuple[Array, Array]:  # fmt: skip
    """The same by the product, ``many`` estimates of each ball in one batch."""
    result, seconds = np.empty((len(low), many)), np.empty(len(low))
    for i in range(len(low)):
        which = np.full(many, i)
        score, slope = margins(which)
        begun = time.process_time()
        answer = split(
            low[which], high[which], score, settings, np.random.default_rng(i), slope if gradients else None
        )
        seconds[i] = (time.process_time() - begun) / many
        result[i] = np.exp(answer.log_probability)
    return result, seconds


def relative_variance(estimates: Array) -> Array:
    """Sample variance over squared mean, per ball."""
    return np.asarray(estimates.var(axis=1, ddof=1) / estimates.mean(axis=1) ** 2)


def compare(repeats: int) -> None:
    """Bar: at least 100 times the published algorithm at equal variance, median over the balls."""
    low, high, margins = problem()
    score, _ = margins(np.arange(len(low)))
    old, old_seconds = plain(low, high, score, repeats)
    product = relative_variance(old) * old_seconds
    print(f"published: {np.median(old_seconds):.2f} s per ball (median), {repeats} repetitions")
    variants = {
        "tilted start, the model's gradients": (Splitting(), True),
        "tilted start, gradients by regression": (Splitting(), False),
        "uniform start": (Splitting(start="uniform"), False),
    }
    for name, (settings, gradients) in variants.items():
        new, seconds = ours(low, high, margins, settings, gradients)
        ratio = product / (relative_variance(new) * seconds)
        print(f"\n{name}: {1e3 * np.median(seconds):.1f} ms per ball (median)")
        print("published mean ± se   product's mean ± se   relative sd: published, product's   ratio")
        for i in range(len(low)):
            ends = [f"{v.mean():.2e} ± {v.std(ddof=1) / len(v) ** 0.5:.0e}" for v in (old[i], new[i])]
            sds = [f"{relative_variance(v[None])[0] ** 0.5:.2f}" for v in (old[i], new[i])]
            print(f"{ends[0]:21s} {ends[1]:21s} {sds[0]}, {sds[1]}   {ratio[i]:,.0f}")
        print(f"relative variance × time: {np.median(ratio):,.0f} times less (median over {len(low)} balls)")


def counted(low: Array, high: Array, score: One, samples: int, seed: int) -> int:
    """Failures among uniform samples of one ball."""
    rng, failures, block = np.random.default_rng(seed), 0, 100_000
    for _ in range(samples // block):
        x = low + rng.random((block, len(low)), dtype=np.float32) * (high - low)
        failures += int(np.sum(score(x) >= 0))
    return failures


def subset_simulation(low: Array, high: Array, score: One, seed: int, samples: int = 2000) -> float:
    """The same probability by openturns' subset simulation."""
    import openturns as ot

    ot.RandomGenerator.SetSeed(seed)
    inputs = ot.JointDistribution([ot.Uniform(float(a), float(b)) for a, b in zip(low, high, strict=True)])
    function = ot.PythonFunction(len(low), 1, func_sample=lambda x: score(np.asarray(x, np.float32))[:, None])
    output = ot.CompositeRandomVector(function, ot.RandomVector(inputs))
    algorithm = ot.SubsetSampling(ot.ThresholdEvent(output, ot.GreaterOrEqual(), 0.0))
    algorithm.setMaximumOuterSampling(samples)
    algorithm.setBlockSize(1)
    algorithm.run()
    return float(algorithm.getResult().getProbabilityEstimate())


def check(samples: int = 40_000_000) -> None:
    """The product's estimates against counted failures and openturns."""
    from casegen_evidence.bounds import clopper_pearson

    low, high, margins = problem()
    score, _ = margins(np.arange(len(low)))
    new, _ = ours(low, high, margins, Splitting(), True)
    for i in range(len(low)):
        reported = (
            f"product's {new[i].mean():.3e} ± {new[i].std(ddof=1) / len(new[i]) ** 0.5:.1e} (64 splittings)"
        )
        if new[i].mean() * samples > 100:
            k = counted(low[i], high[i], one_of(score, i), samples, i)
            ends = clopper_pearson(k, samples, 0.975)
            reported += f"; {samples:.0e} samples: {k / samples:.3e}, 95 % [{ends[0]:.3e}, {ends[1]:.3e}]"
        try:
            other = [subset_simulation(low[i], high[i], one_of(score, i), s) for s in range(5)]
            reported += f"; openturns {np.mean(other):.3e} ± {np.std(other, ddof=1) / 5**0.5:.1e} (5 runs)"
        except ModuleNotFoundError:
            reported += "; openturns is not installed"
        print(reported, flush=True)


def main() -> None:
    from threadpoolctl import threadpool_limits

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=12, help="of the published algorithm, per ball")
    parser.add_argument("--check", action="store_true", help="against counted failures and openturns")
    chosen = parser.parse_args()
    with threadpool_limits(1):
        if chosen.check:
            check()
        else:
            compare(chosen.repeats)
    print(f"{platform.machine()}, Python {platform.python_version()}, numpy {np.__version__}")


if __name__ == "__main__":
    main()
