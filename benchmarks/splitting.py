"""Adaptive multilevel splitting: batched against the published algorithm written plainly.

``python benchmarks/splitting.py``.  Images of 8 × 8 (scikit-learn's digits) and a network of one hidden layer of
256 units, as in the papers' MNIST run.  Compared is relative variance × time per ball, which
does not depend on how many particles either takes.
"""

from __future__ import annotations

import platform
import time

import numpy as np
from numpy.typing import NDArray

from evidence.models import adapt
from evidence.ram.balls import Balls, _failure_score, scores_of
from evidence.ram.splitting import Score, Splitting, split


def published(
    low: NDArray[np.floating], high: NDArray[np.floating], score: Score, rng: np.random.Generator,
    particles: int = 1000, moves: int = 250, keep: float = 0.1,
) -> float:  # fmt: skip
    """One ball as published: every particle moves in its own box, cut to the ball, and adapts once per level."""
    ball = np.zeros(particles, dtype=np.int64)
    x = low + rng.random((particles, len(low)), dtype=np.float32) * (high - low)
    width = np.full((particles, 1), float((high - low).max()) / 60, dtype=np.float32)
    log_p = 0.0
    while True:
        s = score(x, ball)
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
            good = (score(candidate, ball) >= level) & (np.log(rng.random(particles)) <= log_ratio)
            x = np.where(good[:, None], candidate, x)
            accepted += good[:, None]
        width = np.where(accepted / moves > 0.124, width * 1.02, width * 0.5).astype(np.float32)


def problem() -> tuple[Balls, Score]:
    """Three balls of radius 0.1 around test images that the network gets right."""
    from sklearn.datasets import load_digits
    from sklearn.neural_network import MLPClassifier

    images, labels = load_digits(return_X_y=True)
    images = images / 16
    model = MLPClassifier((256,), max_iter=40, random_state=0).fit(images[:1200], labels[:1200])
    classifier = adapt(model, [str(c) for c in range(10)])
    scores = scores_of(classifier)
    assert scores is not None
    severity = 1.0 - np.eye(10)
    right = np.flatnonzero(model.predict(images) == labels)
    right = right[right >= 1200]
    z = np.sort(scores(images[right]), axis=1)
    near = right[np.argsort(z[:, -1] - z[:, -2])[50:53]]
    box = (np.zeros(64), np.ones(64))
    balls = Balls.around(images[near], labels[near], 0.1, box)
    return balls, _failure_score(scores, balls.label, severity)


def main() -> None:
    balls, score = problem()
    low, high = balls.low.astype(np.float32), balls.high.astype(np.float32)
    repeats = 4
    begun = time.perf_counter()
    plain = np.empty((len(balls), repeats))
    for i in range(len(balls)):
        for r in range(repeats):

            def one(x: NDArray[np.floating], ball: NDArray[np.int64], i: int = i) -> NDArray[np.floating]:
                return score(x, ball + i)

            plain[i, r] = published(low[i], high[i], one, np.random.default_rng([i, r]))
    each = (time.perf_counter() - begun) / plain.size
    many = 32
    again = np.repeat(np.arange(len(balls)), many)
    begun = time.perf_counter()
    found = split(low[again], high[again], lambda x, ball: score(x, again[ball]), Splitting(100, moves=10),
                  np.random.default_rng(0))  # fmt: skip
    ours_each = (time.perf_counter() - begun) / len(again)
    ours = np.exp(found.log_probability).reshape(len(balls), many)
    print("ball: published mean (relative sd), batched mean (relative sd)")
    for i in range(len(balls)):
        parts = [f"{v.mean():.2e} ({v.std(ddof=1) / v.mean():.2f})" for v in (plain[i], ours[i])]
        print(f"  {i}: {parts[0]}, {parts[1]}")
    old = np.median((plain.std(axis=1, ddof=1) / plain.mean(axis=1)) ** 2) * each
    new = np.median((ours.std(axis=1, ddof=1) / ours.mean(axis=1)) ** 2) * ours_each
    print(f"seconds per ball: published {each:.2f}, batched {ours_each:.4f}")
    print(f"relative variance × time: {old / new:.0f} times less, batched")
    print(f"{platform.machine()}, Python {platform.python_version()}, numpy {np.__version__}")


if __name__ == "__main__":
    main()
