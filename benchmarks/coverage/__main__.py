"""Print nominal against measured coverage of every bound offered, as Markdown.

``python -m benchmarks.coverage`` (small) or ``python -m benchmarks.coverage --full`` (as printed in
docs/bounds.md); ``--only low|weighted|binomial|high|shifted|conditions|records|detection|floors`` for one
part; ``--repetitions SMALL LARGE`` for
another number of repetitions of ``low`` and ``shifted`` (problems with few and with many points), of ``conditions`` (both
the same) and of ``records``; ``--jobs N`` and ``--backend dask`` as for
``casegen evidence run``: the repetitions of ``low`` and ``shifted``, which take long, are blocks.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Iterable

from casegen_evidence.blocks import Workers

from benchmarks.coverage import (
    binomial,
    conditions,
    detection,
    floors,
    high,
    low,
    records,
    shifted,
    weighted,
)
from benchmarks.coverage.cases import CASES
from benchmarks.coverage.low import Coverage
from casegen.store.backends import computing_on

CONFIDENCE = 0.975


def _row(cells: Iterable[object]) -> None:
    print("| " + " | ".join(str(c) for c in cells) + " |", flush=True)


def _header(*names: str) -> None:
    _row(names)
    _row(["---"] * len(names))


def _cell(result: Coverage, truth: float) -> str:
    low_, high = result.limits
    ratio = f"{result.median / truth:.2f}×" if truth else f"{result.median:.5f}"
    mark = "" if high >= CONFIDENCE else " **short**"
    return f"{result.share:.4f} [{low_:.4f}, {high:.4f}]{mark}, {ratio}"


def low_dimension(small: int, large: int, workers: Workers) -> None:
    print(
        "\n### Low-dimensional RAM: coverage of the 97.5 % upper limit [99 % interval], median limit / truth\n"
    )
    _header("problem", "what can go wrong", "true pmi", "repetitions", *low.NAMES)
    for case in CASES.values():
        repetitions = small if case.points < 1000 else large
        result = low.repeat(case, repetitions, CONFIDENCE, workers=workers)
        cells = [_cell(c, case.truth) for c in result]
        _row([case.name, case.why, f"{case.truth:.5f}", repetitions, *cells])


def weighted_sums(repetitions: int) -> None:
    print("\n### Weighted sums over 2,000 skewed cells: the plan decides the width\n")
    _header("expected failures", "plan", "true sum", *weighted.NAMES)
    for scale, budget in ((0.02, 400_000), (0.02, 100_000), (0.002, 100_000)):
        cells = weighted.skewed(scale=scale)
        for plan in weighted.PLANS:
            result = weighted.repeat(cells, budget, plan, repetitions, CONFIDENCE)
            _row(
                [
                    f"{budget * cells.truth:.0f}",
                    plan,
                    f"{cells.truth:.6f}",
                    *(_cell(c, cells.truth) for c in result),
                ]
            )


def single_probability() -> None:
    print("\n### One probability: least and mean coverage over p up to 0.2, by enumeration\n")
    _header("trials", *binomial.METHODS)
    for n in (30, 200, 1000):
        parts = [binomial.least_coverage(name, n, CONFIDENCE) for name in binomial.METHODS]
        _row([n, *(f"{least:.4f}, {mean:.4f}" for least, mean in parts)])


def norm_balls(repetitions: int) -> None:
    print("\n### Norm balls: 300 of them, 100 samples each; each bound against what it aims at\n")
    _header("balls", "mean λ", "λ weighted by density", *high.NAMES)
    for frame in high.FRAMES:
        plain, weighted_truth = frame.truths()
        cells = [_cell(c, 1.0) for c in high.repeat(frame, repetitions, CONFIDENCE)]
        _row([frame.name, f"{plain:.5f}", f"{weighted_truth:.5f}", *cells])


def shifted_profiles(repetitions: tuple[int, int], workers: Workers) -> None:
    print("\n### Labelled points that are no draws of operation: wrong while a claim may use it\n")
    _header(
        "situation", "points", "repetitions", "true pmi", "pmi covers", "barred", "wrong and not barred",
        "wrong, unmarked", "as drawn (not offered) covers", "barred", "wrong and not barred", "limit / Clopper–Pearson",
        "limit / densities known", "in doubt below",
    )  # fmt: skip
    for (n, inputs), times in zip(((400, 4000), (2000, 8000)), repetitions, strict=True):
        for situation in shifted.SITUATIONS:
            s = shifted.repeat(situation, n, inputs, times, CONFIDENCE, workers)
            shares = [
                f"{v:.3f}"
                for v in (
                    *(s.covered, s.barred, s.wrong, s.silent),
                    *(s.simple_covered, s.simple_barred, s.simple_wrong),
                )
            ]
            for k, wrong in ((3, s.silent), (6, s.simple_wrong)):
                shares[k] += " **short**" if records.exceeds(wrong, times, CONFIDENCE) else ""
            widths = f"{s.width:.2f}×", f"{s.price:.2f}×", f"{s.room:.2f}×"
            _row([situation.name, n, times, f"{situation.truth:.4f}", *shares, *widths])


def joined_and_latent(repetitions: int) -> None:
    print(
        "\n### Joined conditions, narrow records, latent codes: 97.5 % limits, wrong while nothing bars them\n"
    )
    _rows(conditions.rows(repetitions, CONFIDENCE), CONFIDENCE, "limit / Clopper–Pearson")


def awkward_records(repetitions: int) -> None:
    print("\n### Records, copies, groups and rare hazards: 95 % upper limit, wrong while nothing bars it\n")
    _rows(records.rows(repetitions, 0.95), 0.95, "limit / truth")


def detected_objects(repetitions: int) -> None:
    print("\n### Object detection: 95 % limits, wrong while nothing bars them\n")
    _rows(detection.rows(repetitions, 0.95), 0.95, "limit / truth")


def least_widths() -> None:
    print(
        "\n### How narrow any valid limit can be: under the median of each that covers all over the class\n"
    )
    _header("situation", "class", "confidence", "truth", "floor / truth", "a limit of that class / truth")
    for f in floors.rows():
        shares = f"{f.floor / f.truth:.2f}×", f"{f.limit / f.truth:.2f}×"
        _row([f.situation, f.allows, f"{f.confidence:g}", f"{f.truth:g}", *shares])


def _rows(rows: Iterable[records.Row], confidence: float, width_of: str) -> None:
    _header(
        "situation",
        "bound",
        "repetitions",
        "covers",
        "barred or in doubt",
        "wrong, unmarked",
        width_of,
    )
    for row in rows:
        mark = " **short**" if records.significant(row, confidence) else ""
        width = "" if row.width is None else f"{row.width:.2f}×"
        shares = (f"{row.covered:.3f}", f"{row.barred:.3f}", f"{row.wrong:.3f}{mark}")
        _row([row.situation, row.bound, row.repetitions, *shares, width])


def print_tables(chosen: argparse.Namespace, workers: Workers) -> None:
    """The parts that were chosen."""
    times: tuple[int, int] | None = tuple(chosen.repetitions) if chosen.repetitions else None
    if chosen.only in (None, "binomial"):
        single_probability()
    if chosen.only in (None, "weighted"):
        weighted_sums(2000 if chosen.full else 200)
    if chosen.only in (None, "high"):
        norm_balls(5000 if chosen.full else 200)
    if chosen.only in (None, "shifted"):
        shifted_profiles(times or ((200, 100) if chosen.full else (10, 5)), workers)
    if chosen.only in (None, "conditions"):
        joined_and_latent(times[0] if times else 60 if chosen.full else 2)
    if chosen.only in (None, "records"):
        awkward_records(times[0] if times else 300 if chosen.full else 20)
    if chosen.only in (None, "detection"):
        detected_objects(400 if chosen.full else 20)
    if chosen.only in (None, "floors"):
        least_widths()
    if chosen.only in (None, "low"):
        low_dimension(*(times or ((5000, 1000) if chosen.full else (100, 20))), workers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true")
    parser.add_argument(
        "--only",
        choices=[
            "low",
            "weighted",
            "binomial",
            "high",
            "shifted",
            "conditions",
            "records",
            "detection",
            "floors",
        ],
    )
    parser.add_argument("--repetitions", type=int, nargs=2, metavar=("SMALL", "LARGE"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--backend", choices=["loky", "dask"], default="loky")
    parser.add_argument("--dask-address", default="")
    chosen = parser.parse_args()
    begun = time.time()
    with computing_on(chosen.backend, chosen.jobs, chosen.dask_address) as computing:
        print_tables(chosen, Workers(computing.processes))
    print(f"\n{platform.machine()}, Python {platform.python_version()}, {time.time() - begun:.0f} s")


if __name__ == "__main__":
    main()
