"""A record whose operation is one more entry drawn like these: its limits hold whenever it ends."""

from __future__ import annotations

from collections.abc import Callable
from math import fsum
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.bounds import anytime_mean, anytime_trials, betting_upper
from casegen_evidence.field_data.method import DEMANDS, HOURS, MISSIONS, RecordMethod
from casegen_evidence.method import InputProblem
from hypothesis import strategies as st

from tests.evidence.field_data.test_records import call
from tests.repetitions import tried

Limit = Callable[[np.ndarray, float], float]
ENTRIES = ["similar", "one-rate", "recorded", "sample"]


def upper(values: np.ndarray, confidence: float) -> float:
    return anytime_mean(values, confidence)[1]


def lower(values: np.ndarray, confidence: float) -> float:
    return anytime_mean(values, confidence)[0]


@pytest.mark.parametrize("more", [{}, {"looks": 4}], ids=["once", "looks"])
@pytest.mark.parametrize("entries", ENTRIES)
@pytest.mark.parametrize("method", [DEMANDS, MISSIONS, HOURS], ids=lambda m: m.name)
@pytest.mark.parametrize("rows", [1, 3])
def test_a_record_of_any_end_has_limits_at_any_time(
    rows: int, method: RecordMethod, entries: str, more: dict[str, int], tmp_path: Path
) -> None:
    text = f"entry,{method.exposure},failures\n" + "".join(f"pier {k},{900 + k},{k}\n" for k in range(rows))
    for stopping in ("open", "planned"):
        if entries == "sample" and method is HOURS:
            with pytest.raises(InputProblem, match="no largest value"):
                call(method, text, tmp_path, entries=entries, stopping=stopping)
            continue
        m = call(method, text, tmp_path, entries=entries, stopping=stopping, **more).measures[method.measure]
        assert m.at_any_time is (stopping == "open")
        assert ("at any time" in m.estimator) is (stopping == "open")
        assert m.looks == (more.get("looks", 1) if stopping == "planned" else 1)


def ever_wrong(limit: Limit, truth: float, halls: int, confidence: float, *, above: bool) -> float:
    """Probability that a record of halls that never or always fail ever has a limit beyond ``truth``, of up to so many."""
    alive, wrong, edge = np.array([1.0]), 0.0, 0
    for n in range(1, halls + 1):
        alive = np.convolve(alive, [1 - truth, truth])
        failing = np.arange(n + 1)
        if not above:  # an upper limit below the truth needs few failures: up to `edge`
            while edge < n and limit(np.repeat([1.0, 0.0], [edge, n - edge]), confidence) < truth:
                edge += 1
            out = failing < edge
        else:  # a lower limit above it many: `edge` and more
            while edge <= n and limit(np.repeat([1.0, 0.0], [edge, n - edge]), confidence) <= truth:
                edge += 1
            out = failing >= edge
        wrong += float(alive[out].sum())
        alive = np.where(out, 0.0, alive)
    return wrong


@pytest.mark.parametrize("error", [0.1, 0.05, 0.01])
@pytest.mark.parametrize("truth", [0.1, 0.3, pytest.param(0.7, marks=pytest.mark.slow)])
def test_halls_that_never_or_always_fail_are_covered_whenever_the_record_ends(
    truth: float, error: float
) -> None:
    assert ever_wrong(upper, truth, 150, 1 - error, above=False) <= error
    assert ever_wrong(lower, truth, 150, 1 - error, above=True) <= error


def test_a_limit_for_a_planned_end_is_wrong_twice_as_often_where_the_record_ends_once_it_passes() -> None:
    assert ever_wrong(betting_upper, 0.3, 300, 0.95, above=False) > 0.09


@pytest.mark.slow
@pytest.mark.parametrize("error", [0.1, 0.05, 0.01])
@pytest.mark.parametrize("size", [0, 2, 30], ids=["halls", "pairs", "campaigns"])
def test_shares_of_any_size_are_covered_whenever_the_record_ends(size: int, error: float) -> None:
    """Entries of varying sizes whose probabilities vary; the next size goes by the failures so far."""
    rng, low, high, repetitions = np.random.default_rng(7), 0, 0, 100
    for _ in range(repetitions):
        shares: list[float] = []
        wrong = {True: False, False: False}
        for _ in range(25):
            n = 1 if not size else 1 + int(rng.integers(1, size + 1)) * (2 if sum(shares) > 3 else 1)
            shares.append(rng.binomial(n, rng.beta(0.3, 0.7)) / n)
            least, most = anytime_mean(shares, 1 - error)
            wrong = {True: wrong[True] or least > 0.3, False: wrong[False] or most < 0.3}
        low, high = low + wrong[True], high + wrong[False]
    assert max(low, high) / repetitions <= error + 2 * np.sqrt(error / repetitions)


@tried(st.lists(st.integers(0, 12), min_size=1, max_size=30), st.floats(0.5, 0.999), often=600)
def test_limits_of_a_mean_are_ordered(twelfths: list[int], confidence: float) -> None:
    """The order of entries plays no part, one more failure lowers no limit, more confidence narrows none."""
    x = np.array(twelfths) / 12
    least, most = anytime_mean(x, confidence)
    assert 0 <= least <= fsum(x) / len(x) <= most <= 1
    assert anytime_mean(x[::-1], confidence) == (least, most)
    wide = anytime_mean(x, 1 - (1 - confidence) / 2)
    assert wide[0] <= least
    assert most <= wide[1]
    more = anytime_mean(np.r_[min(x[0] + 1 / 12, 1.0), x[1:]], confidence)
    assert more[0] >= least - 1e-11
    assert more[1] >= most - 1e-11
    counts = np.round(x)
    trials = anytime_trials(int(counts.sum()), len(x), confidence)
    of_counts = anytime_mean(counts, confidence)
    assert of_counts[1] == pytest.approx(trials[1], rel=1e-9)
    assert of_counts[0] >= trials[0] - 1e-9


def test_no_values_say_nothing_and_others_are_refused() -> None:
    assert anytime_mean([], 0.95) == (0.0, 1.0)
    assert anytime_mean([1.0], 0.95)[1] == 1
    for wrong in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match=r"lie in \[0, 1\]"):
            anytime_mean([0.5, wrong], 0.95)


@pytest.mark.parametrize("stopping", ["open", "planned"])
def test_entries_of_several_sizes_show_what_their_sizes_may_not_depend_on(
    stopping: str, tmp_path: Path
) -> None:
    def assumed(sizes: tuple[int, ...]) -> str:
        text = "entry,demands,failures\n" + "".join(f"hall {k},{n},0\n" for k, n in enumerate(sizes))
        measures = call(DEMANDS, text, tmp_path, entries="sample", stopping=stopping).measures
        return measures["probability"].assumes

    of_one_size = assumed((20, 20, 20))
    assert of_one_size == "operation is one more entry drawn like those of the record"
    assert assumed((20, 21, 20)) == (
        f"{of_one_size}, and how many demands an entry has did not depend on what came out in it"
    )


def test_looks_at_a_mean_over_entries_are_paid(tmp_path: Path) -> None:
    text = "entry,demands,failures\n" + "".join(f"hall {k},20,{k % 2}\n" for k in range(30))
    one, five = (
        call(DEMANDS, text, tmp_path, entries="sample", stopping="planned", looks=looks).measures[
            "probability"
        ]
        for looks in (1, 5)
    )
    assert (one.looks, five.looks) == (1, 5)
    assert one.confidence == five.confidence == 0.95
    assert one.upper is not None
    assert five.upper is not None
    assert one.upper < five.upper == pytest.approx(betting_upper(np.tile([0.0, 0.05], 15), 0.99))
