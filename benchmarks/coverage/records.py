"""Records that end when they please, campaigns that vary, rows that are copies, hazards that are rare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from casegen_evidence.bounds import anytime_mean, anytime_trials, betting_upper, clopper_pearson, ratio_limits
from casegen_evidence.bounds.campaigns import Campaigns, conceded_spread, varied_limits
from casegen_evidence.field_data.reading import Record
from casegen_evidence.ram.data import LabelledPoints
from casegen_evidence.ram.specs import split
from numpy.typing import NDArray

from benchmarks.coverage import group_sizes

Array = NDArray[np.float64]
LEVEL = 0.01
"""p-value of the test for equal entries below which a pooled bound is in doubt."""


@dataclass(frozen=True, slots=True)
class Row:
    """A bound in a situation: share of repetitions it covers, that are barred or in doubt, and that are wrong in silence.

    ``width`` is the median limit over the truth, None where that says nothing.
    """

    situation: str
    bound: str
    covered: float
    barred: float
    wrong: float
    repetitions: int
    width: float | None = None
    offered: bool = True
    """whether a claim may rest on the bound as it stands"""


def rows(repetitions: int, confidence: float = 0.95) -> Iterator[Row]:
    """Every situation; ``repetitions`` of the slow ones, ten times as many of those that are counting only."""
    yield from _stopped(10 * repetitions, confidence)
    yield from _halls_stopped(10 * repetitions, confidence)
    for mixing, campaigns, demands, spread in VARYING:
        yield from _varying(4 * repetitions, confidence, mixing, campaigns, demands, spread)
    for spread in (0.0, 0.5):
        yield _campaigns_stopped(2 * repetitions, confidence, spread)
    for times in (1, 2, 4):
        yield _copies(repetitions, confidence, times)
    yield from _groups(repetitions, confidence)
    yield from _unequal_groups(repetitions, confidence)
    for hazards in (10, 40):
        yield from _rare(repetitions, confidence, hazards)


def _stopped(repetitions: int, confidence: float, target: float = 0.01, most: int = 5000) -> Iterator[Row]:
    """Tried until the limit meets ``target``, which is exactly the truth: covered is what never passes."""
    rng = np.random.default_rng(1)
    passes = {
        "planned (Clopper–Pearson at every demand)": _thresholds(
            lambda k, n: float(clopper_pearson(k, n, confidence)[1]), target, most
        ),
        "open (any time), the default": _thresholds(
            lambda k, n: anytime_trials(k, n, confidence)[1], target, most
        ),
    }
    wrong = dict.fromkeys(passes, 0)
    for _ in range(repetitions):
        at = np.cumsum(rng.geometric(target, 200))  # the demands that fail
        for name, needed in passes.items():
            seen = np.searchsorted(at, needed, side="right")
            wrong[name] += bool(np.any(seen <= np.arange(len(needed))))
    for name, count in wrong.items():
        share = count / repetitions
        yield Row("stopped once it passes", name, 1 - share, 0.0, share, repetitions, offered="open" in name)


def _halls_stopped(repetitions: int, confidence: float, truth: float = 0.3, most: int = 300) -> Iterator[Row]:
    """Halls that never or always fail, until the limit on one more hall passes what is exactly the truth."""
    rng = np.random.default_rng(5)
    halls = np.cumsum(rng.random((repetitions, most)) < truth, axis=1)
    for name, limit in (
        ("planned", betting_upper),
        ("the default", lambda x, c: anytime_mean(x, c)[1]),
    ):
        fewest = np.zeros(most, dtype=np.int64)  # failing halls from which on the limit does not pass
        for n in range(1, most + 1):
            k = int(fewest[n - 2]) if n > 1 else 0
            while k < n and limit(np.repeat([1.0, 0.0], [k, n - k]), confidence) < truth:
                k += 1
            fewest[n - 1] = k
        share = float((halls < fewest).any(axis=1).mean())
        what = f"stopped once it passes, {most} halls that never or always fail"
        row = (1 - share, 0.0, share, repetitions)
        yield Row(what, f"entries: sample, {name}", *row, offered=name != "planned")


def _thresholds(limit: object, target: float, most: int) -> NDArray[np.int64]:
    """For k = 0, 1, …: the fewest demands with k failures at which the limit meets ``target``."""
    assert callable(limit)
    result: list[int] = []
    low = 1
    for k in range(200):
        high = most
        if limit(k, high) > target:
            break
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if limit(k, middle) <= target else (middle + 1, high)
        result.append(low)
    return np.array(result, dtype=np.int64)


VARYING = (
    # mixing, campaigns, demands of each, coefficient of variation
    ("none", 10, 200, 0.0),
    ("beta", 10, 200, 0.3),
    ("beta", 10, 200, 0.5),
    ("two kinds", 10, 200, 0.5),
    ("beta", 10, 200, 1.0),
    ("beta", 3, 200, 0.5),
    ("beta", 30, 20, 0.5),
    ("none", 3, 200, 0.0),
    ("beta", 2, 300, 1.0),
    ("beta", 3, 200, 1.0),
    ("two kinds", 7, 200, 1.0),
)
"""Campaigns that vary, operation being one more of them."""


def _drawn(rng: np.random.Generator, mixing: str, mean: float, campaigns: int, spread: float) -> Array:
    """Probabilities of campaigns; of two kinds: one in ten is as much worse as ``spread`` asks for."""
    if not spread:
        return np.full(campaigns, mean)
    if mixing == "beta":
        size = (1 - mean) / (spread**2 * mean) - 1
        return rng.beta(mean * size, (1 - mean) * size, campaigns)
    apart = spread * mean / 0.3
    return mean - 0.1 * apart + apart * (rng.random(campaigns) < 0.1)


def _varying(
    repetitions: int, confidence: float, mixing: str, campaigns: int, demands: int, spread: float,
    mean: float = 0.02,
) -> Iterator[Row]:  # fmt: skip
    """Campaigns that vary by ``spread``, which nobody states; bounds and signs are those of the method."""
    rng = np.random.default_rng([2, int(10 * spread), campaigns, len(mixing)])
    results: dict[str, list[tuple[bool, bool, float]]] = {}
    size = np.full(campaigns, float(demands))
    for r in range(repetitions):
        p = _drawn(rng, mixing, mean, campaigns, spread)
        k = rng.binomial(demands, p)
        record = Record(("c",) * campaigns, (demands,) * campaigns, tuple(int(v) for v in k), True)
        pooled = float(clopper_pearson(k.sum(), demands * campaigns, confidence)[1])
        doubt = record.homogeneity_p_value() < LEVEL
        seen, one = Campaigns(k.astype(float), size, True), campaigns * demands
        planned, barred = _similar(seen, confidence, doubt, at_any_time=False)
        rows = {
            "similar, planned": (max(pooled, planned), barred, mean),
            "one-rate (waits for a person)": (pooled, doubt, mean),
            "recorded, of the recorded mix": (pooled, False, float(p.mean())),
        }
        if not r % 4:
            at_any_time, barred = _similar(seen, confidence, doubt, at_any_time=True)
            alike = anytime_trials(int(k.sum()), one, confidence)[1]
            rows["similar, the default"] = (max(at_any_time, alike), barred, mean)
            if not spread:
                rows["one-rate, at any time (waits for a person)"] = (alike, doubt, mean)
        if not r % 4 and spread:
            rows["sample, planned"] = (betting_upper(k / demands, confidence), False, mean)
            rows["sample, the default"] = (anytime_mean(k / demands, confidence)[1], False, mean)
        for name, (upper, barred, truth) in rows.items():
            results.setdefault(name, []).append((upper >= truth, barred, upper))
    what = f"{campaigns} campaigns of {demands}, cv {spread:g}" + (f", {mixing}" if spread else "")
    for name, values in results.items():
        table = np.array(values, dtype=float)
        good, barred = table[:, 0] > 0, table[:, 1] > 0
        yield Row(
            what, f"entries: {name}", float(good.mean()), float(barred.mean()),
            float((~good & ~barred).mean()), len(values), float(np.median(table[:, 2]) / mean),
            "waits" not in name,
        )  # fmt: skip


def _similar(seen: Campaigns, confidence: float, doubt: bool, *, at_any_time: bool) -> tuple[float, bool]:
    """The upper limit where nobody states a variation, and whether it waits for a person."""
    spread = conceded_spread(planned=not at_any_time)
    barred = doubt and seen.likeliest > spread
    allowed = seen.likeliest if barred else spread
    return varied_limits(seen, confidence, allowed, at_any_time)[1], barred


def _campaigns_stopped(repetitions: int, confidence: float, spread: float, mean: float = 0.02) -> Row:
    """Campaign after campaign of 100 until the default passes what is exactly the truth, 20 at most."""
    rng = np.random.default_rng([7, int(10 * spread)])
    wrong = 0
    for _ in range(repetitions):
        k = rng.binomial(100, _drawn(rng, "beta", mean, 20, spread)).astype(float)
        sizes = np.full(20, 100.0)
        wrong += any(
            varied_limits(Campaigns(k[:n], sizes[:n], True), confidence, 0.5, True)[1] < mean
            for n in range(2, 21, 2)
            if float(clopper_pearson(k[:n].sum(), 100 * n, confidence)[1]) < mean
        )
    share = wrong / repetitions
    what = f"stopped once it passes, 20 campaigns of 100, cv {spread:g}"
    return Row(what, "entries: similar, the default", 1 - share, 0.0, share, repetitions)


def _data(points: Array, labels: NDArray[np.int64], groups: tuple[str, ...] | None) -> LabelledPoints:
    names = tuple(f"x{k}" for k in range(points.shape[1]))
    return LabelledPoints(points, labels, ("0", "1"), names, groups=groups)


def _remembered(data: LabelledPoints, design: NDArray[np.bool_], confidence: float) -> float:
    """Limit of the error of a nearest neighbour that remembers the design rows."""
    from scipy.spatial import cKDTree

    nearest = cKDTree(data.points[design]).query(data.points[~design])[1]
    wrong = data.labels[design][nearest] != data.labels[~design]
    return float(clopper_pearson(wrong.sum(), len(wrong), confidence)[1])


def _copies(repetitions: int, confidence: float, times: int) -> Row:
    """Rows of chance labels, each ``times`` times, and a model that remembers them: it fails for half of new inputs."""
    covered, widths = [], []
    for r in range(repetitions):
        rng = np.random.default_rng([3, times, r])
        x, y = rng.random((300, 2)), rng.integers(0, 2, 300)
        order = rng.permutation(300 * times)
        data, design, _ = split(
            _data(np.repeat(x, times, 0)[order], np.repeat(y, times)[order], None), 0.5, r
        )
        upper = _remembered(data, design, confidence)
        covered.append(upper >= 0.5)
        widths.append(upper / 0.5)
    good = float(np.mean(covered))
    return Row(f"every row {times} times", "pmi", good, 0.0, 1 - good, repetitions, float(np.median(widths)))


def _groups(repetitions: int, confidence: float, scenes: int = 120, frames: int = 8) -> Iterator[Row]:
    """Frames of scenes with chance labels: with the scenes named, and without (barred where near copies are seen)."""
    from casegen_evidence.tables.signs.near_copies import near_copies

    for named in (True, False):
        covered, barred, widths = [], [], []
        for r in range(repetitions):
            rng = np.random.default_rng([4, r])
            scene = np.repeat(np.arange(scenes), frames)
            x = rng.random((scenes, 2))[scene] + 0.003 * rng.normal(size=(scenes * frames, 2))
            y = rng.integers(0, 2, scenes)[scene]
            groups = tuple(str(s) for s in scene) if named else None
            data, design, _ = split(_data(x, y, groups), 0.5, r)
            upper = _remembered(data, design, confidence)
            covered.append(upper >= 0.5)
            barred.append(not named and bool(near_copies(x, y, ("x0", "x1"))))
            widths.append(upper / 0.5)
        good, stop = np.array(covered), np.array(barred)
        yield Row(
            f"{frames} frames of each scene", "pmi, `group` " + ("named" if named else "left out"), float(good.mean()),
            float(stop.mean()), float((~good & ~stop).mean()), repetitions, float(np.median(widths)),
        )  # fmt: skip


def _unequal_groups(repetitions: int, confidence: float) -> Iterator[Row]:
    """Rows of groups of unequal sizes, of which the larger ones fail more often or as often: limits of the next row."""
    for world in group_sizes.WORLDS:
        plain = len(set(world.rates)) == 1 or len(set(world.sizes)) == 1
        seen = list(group_sizes.repeated(world, repetitions, confidence))
        for bound, limits, further, offered in (
            ("pmi, `group` named", [s.by_size for s in seen], None, True),
            ("pmi, `group_sizes: ignored`", [s.alike for s in seen], None, plain),
            ("monitor-evaluation, each group alike, with its sign", [s.over_groups for s in seen],
             [s.over_rows for s in seen], True),
        ):  # fmt: skip
            upper, sign = np.array(limits), np.array(limits if further is None else further)
            yield Row(
                world.name, bound, float((upper >= world.truth).mean()), float((sign > upper).mean()),
                float((sign < world.truth).mean()), repetitions, float(np.median(upper)) / world.truth, offered,
            )  # fmt: skip


def _rare(repetitions: int, confidence: float, hazards: int, missed: float = 0.1) -> Iterator[Row]:
    """A monitor that misses a tenth of ``hazards`` in 4,000 scenarios: by bets, and by the bootstrap of before."""
    results: dict[str, list[tuple[bool, float]]] = {"ratio by bets": [], "bootstrap (not offered)": []}
    for r in range(repetitions):
        rng = np.random.default_rng([5, hazards, r])
        whole = (rng.random(4000) < hazards / 4000) * rng.uniform(0.2, 1.0, 4000)
        part = whole * (rng.random(4000) < missed)
        bets = ratio_limits(part, whole, confidence, (0.0, 1.0), (0.0, 1.0), within=True)[1]
        upper = 1.0 if bets is None else bets
        results["ratio by bets"].append((upper >= missed, upper))
        drawn = rng.integers(0, 4000, (400, 4000))
        total = whole[drawn].sum(axis=1)
        again = np.divide(part[drawn].sum(axis=1), total, out=np.ones(400), where=total > 0)
        quantile = float(np.quantile(again, confidence))
        results["bootstrap (not offered)"].append((quantile >= missed, quantile))
    for name, values in results.items():
        table = np.array(values, dtype=float)
        good = float(table[:, 0].mean())
        yield Row(
            f"{hazards} hazards", name, good, 0.0, 1 - good, repetitions, float(np.median(table[:, 1]) / missed),
            "not offered" not in name,
        )  # fmt: skip


def significant(row: Row, confidence: float) -> bool:
    """Whether what is wrong in silence exceeds its error probability by more than chance (p < 0.005)."""
    return exceeds(row.wrong, row.repetitions, confidence)


def exceeds(wrong: float, repetitions: int, confidence: float) -> bool:
    """The same of a share ``wrong`` of ``repetitions``."""
    return float(clopper_pearson(round(wrong * repetitions), repetitions, 0.995)[0]) > 1 - confidence
