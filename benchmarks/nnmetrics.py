"""Neuron k-activation against a loop that counts tuples, and three neurons at a time.

    python -m benchmarks.nnmetrics [--repeats N]

The loop is the metric as paper 002 §II-B words it: a table of on-off tuples, filled input by input.  The inputs are
random patterns with 30 % active neurons (1,000 × 84), so that nothing is saved by repeated inputs.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from itertools import combinations

import numpy as np
from casegen_evidence.nnmetrics.activation import k_activation
from numpy.typing import NDArray

PAIR_FACTOR = 100.0
TRIPLE_SECONDS = 10.0


def by_table(active: NDArray[np.bool_], k: int) -> int:
    """Occurring on-off patterns of k neurons, counted by a table of sets."""
    seen: dict[tuple[int, ...], set[tuple[bool, ...]]] = {
        s: set() for s in combinations(range(active.shape[1]), k)
    }
    for row in active.tolist():
        for subset, item in seen.items():
            item.add(tuple(row[i] for i in subset))
    return sum(len(item) for item in seen.values())


def timed(active: NDArray[np.bool_], k: int, repeats: int) -> float:
    """Median CPU seconds of :func:`k_activation`."""
    results = []
    for _ in range(repeats):
        start = time.process_time()
        k_activation(active, k)
        results.append(time.process_time() - start)
    return statistics.median(results)


def main(arguments: list[str] | None = None) -> int:
    """Print both comparisons; 0 when both bars are met."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args(arguments)
    rng = np.random.default_rng(0)
    wide = rng.random((1000, 84)) < 0.3
    start = time.process_time()
    expected = by_table(wide, 2)
    slow = time.process_time() - start
    result = k_activation(wide, 2)
    if result.seen != expected:
        raise SystemExit(f"the counts differ: {result.seen} and {expected}")
    fast = timed(wide, 2, options.repeats)
    ratio = slow / fast
    print(
        f"k = 2, 1,000 inputs × 84 neurons: loop {slow:.2f} s, matrix product {fast * 1e3:.2f} ms, ×{ratio:,.0f}"
    )
    narrow = rng.random((1000, 64)) < 0.3
    triple = timed(narrow, 3, options.repeats)
    print(
        f"k = 3, 1,000 inputs × 64 neurons: {triple * 1e3:.1f} ms ({k_activation(narrow, 3).seen:,} patterns seen)"
    )
    met = ratio >= PAIR_FACTOR and triple <= TRIPLE_SECONDS
    print(f"bars: at least ×{PAIR_FACTOR:g} and at most {TRIPLE_SECONDS:g} s: {'met' if met else 'NOT met'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
