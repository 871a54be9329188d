"""How often limits of records whose entries differ are wrong: ``python -m benchmarks.coverage.drawn_records``.

Of each drawn setting, the share of records whose upper limit is below the mean.  Entries are of one size or not, and vary
by ``spread`` or less, mostly by a variation between those that are tried.  ``log-normal`` and ``few bad`` are no beta or
gamma distributions: limits do not promise to cover those.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from casegen_evidence.bounds import clopper_pearson
from casegen_evidence.bounds.campaigns import Campaigns, upper_within
from numpy.typing import NDArray

Array = NDArray[np.float64]
SPREADS = (0.25, 0.5, 0.5, 1.0, 1.0, 2.0)
CONFIDENCES = (0.8, 0.9, 0.95, 0.95, 0.99)
ENTRIES = (2, 3, 4, 5, 7, 10, 20, 30, 60)
EXPECTED = (0.5, 2.0, 6.0, 20.0, 80.0)
"""failures in all entries together"""
SHARES_OF_SPREAD = (1.0, 1.0, 0.93, 0.71, 0.43)
"""of the variation between entries: mostly not among those that are tried"""
FAMILIES = ("own", "own", "own", "log-normal", "few bad")


@dataclass(frozen=True, slots=True)
class Setting:
    """What records are drawn of; ``variation`` is the coefficient of variation between entries, ``mean`` their mean."""

    family: str
    trials: bool
    at_any_time: bool
    confidence: float
    spread: float
    variation: float
    mean: float
    sizes: tuple[float, ...]

    def rates(self, rng: np.random.Generator) -> Array:
        """A probability or rate of each entry; probabilities of log-normal ones are cut at 1."""
        c, entries = self.variation, len(self.sizes)
        if self.family == "few bad":
            low, apart = self.mean * (1 - c / 3), self.mean * c / 0.3  # one in ten is worse
            return np.asarray(low + apart * (rng.random(entries) < 0.1))
        if self.family == "log-normal":
            deviation = np.log1p(c * c) ** 0.5
            drawn = np.exp(rng.normal(np.log(self.mean) - deviation**2 / 2, deviation, entries))
            return np.asarray(np.minimum(drawn, 1.0) if self.trials else drawn)
        if not self.trials:
            return rng.gamma(c**-2, self.mean * c * c, entries)
        size = (1 - self.mean) / (c * c * self.mean) - 1
        return rng.beta(self.mean * size, (1 - self.mean) * size, entries)

    def wrong(self, repetitions: int, seed: int) -> float:
        """Share of ``repetitions`` records whose upper limit is below ``mean``."""
        rng, sizes, below = np.random.default_rng([31, seed]), np.array(self.sizes), 0
        for _ in range(repetitions):
            rates = self.rates(rng)
            drawn = rng.binomial(sizes.astype(int), rates) if self.trials else rng.poisson(rates * sizes)
            record = Campaigns(drawn.astype(float), sizes, self.trials)
            below += upper_within(
                record, self.confidence, self.spread, self.at_any_time, self.mean * (1 - 1e-9)
            )
        return below / repetitions


def settings(seed: int) -> Iterator[Setting]:
    """Settings without end; where a probability would exceed what its distribution can have, none is made of the draw."""
    rng = np.random.default_rng([30, seed])
    while True:
        entries, unit = int(rng.choice(ENTRIES)), float(rng.choice((20, 100, 1000)))
        shape = rng.choice(("one size", "geometric", "one large"))
        sizes = {
            "one size": np.full(entries, unit),
            "geometric": np.round(unit * np.exp(np.linspace(-1, 1, entries))),
            "one large": np.array([10 * unit, *np.full(entries - 1, unit)]),
        }[str(shape)]
        spread, family = float(rng.choice(SPREADS)), str(rng.choice(FAMILIES))
        variation = spread * float(rng.choice(SHARES_OF_SPREAD))
        mean = float(rng.choice(EXPECTED)) / float(sizes.sum())
        trials, at_any_time, confidence = (
            bool(rng.random() < 0.5), bool(rng.random() < 0.5), float(rng.choice(CONFIDENCES))
        )  # fmt: skip
        highest = 1 + 3 * variation if family == "few bad" else 2 * (1 + variation**2)
        if not trials or mean * highest < 1:
            yield Setting(
                family, trials, at_any_time, confidence, spread, variation, mean, tuple(sizes.tolist())
            )


def main(number: int, repetitions: int) -> None:
    """Print each setting with its share of wrong limits; marked where chance does not explain it (p < 0.005)."""
    print("| family | of | end | confidence | spread | variation | entries | expected failures | wrong |")
    print("|---|---|---|---|---|---|---|---|---|")
    for seed, s in zip(range(number), settings(0), strict=False):
        wrong = s.wrong(repetitions, seed)
        least = float(clopper_pearson(round(wrong * repetitions), repetitions, 0.995)[0])
        text = f"**{wrong:.3f}**" if least > 1 - s.confidence else f"{wrong:.3f}"
        kind, end = "trials" if s.trials else "hours", "any time" if s.at_any_time else "planned"
        cells = (s.family, kind, end, s.confidence, s.spread, f"{s.variation:.3g}", len(s.sizes))
        print("|", " | ".join(map(str, (*cells, f"{s.mean * sum(s.sizes):g}", text))), "|", flush=True)


if __name__ == "__main__":
    main(*(int(a) for a in (sys.argv[1:] or ("80", "500"))))
