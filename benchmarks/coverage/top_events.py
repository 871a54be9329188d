"""Coverage of top-event bounds: random trees, inputs with known truth, simulated records.

Every tree mixes records of trials and hours, stated distributions (whose truth is drawn from them), common-cause groups
of all four models, priority-AND (shares of orders known and unknown), NOT, XOR, K-of-N, exposures of any dependence and
evidence that several events share.  Counted is how often the bound lies below the true top event.

Those bounds rest on each record by itself, hence on few of the random trees on records together.  A second family has
records that enter a coherent tree by themselves, of one size or of different ones, with few failures or many: there every
repetition is bounded from the records together too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from casegen_evidence.bounds.records import Counts

from casegen.assessment.bounds import directions
from casegen.assessment.joint import joint_limit, records_of
from casegen.assessment.trees import BoundTree, Prepared, bind
from casegen.fta.events.distributions import quantile
from casegen.fta.events.expressions import Input
from casegen.model.case import Case, Header
from casegen.model.fault_tree import (
    BasicEvent,
    CommonCauseGroup,
    Constant,
    Exponential,
    FaultTree,
    Formula,
    FromEvidence,
    Gate,
)
from casegen.model.quantity import Estimate, Exposure, Lognormal, MeasureKind, Uniform

MEASURES = 4
JOINT_SHARE = 10
"""one repetition in so many is also bounded from the records together, which takes up to seconds"""
REPETITIONS = {"random": 60, "records in coherent trees": 30}
CONFIDENCES = (0.9, 0.975)
LEVEL = 0.05
"""chance that any column of any tree falls below by chance, shared out equally (Bonferroni)"""
DEMAND, HOUR = MeasureKind.PER_DEMAND, MeasureKind.PER_HOUR


@dataclass
class Outcome:
    """One tree: repetitions, how often each bound missed the truth, and the median ratio of the joint one to the box."""

    repetitions: int = 0
    missed: int = 0
    joint_repetitions: int = 0
    joint_missed: int = 0
    ratio: float = math.nan


@dataclass(frozen=True)
class Problem:
    """A case with one tree, and the truth of its measures: (probability or rate, size, whether hours)."""

    case: Case
    truth: Mapping[str, tuple[float, float, bool]]


def random_problem(draw: np.random.Generator) -> Problem:
    """A tree over two to four measures and a few stated distributions."""
    truth: dict[str, tuple[float, float, bool]] = {}
    for i in range(int(draw.integers(2, MEASURES + 1))):
        hours = bool(draw.random() < 0.3)
        size = float(draw.integers(20, 500))
        truth[f"M{i}"] = (float(10 ** draw.uniform(-3, -0.2)), size, hours)
    events: list[BasicEvent] = []
    groups: list[CommonCauseGroup] = []
    names = [_leaf(draw, truth, events, groups, n) for n in range(int(draw.integers(3, 7)))]
    for i in range(len(truth)):  # every measure is used
        names.append(_measured(events, truth, f"M{i}", draw, f"U{i}"))
    timed = []
    if draw.random() < 0.4:
        for n in range(2):
            rate = Lognormal(distribution="lognormal", median=1e-3, error_factor=float(draw.uniform(2, 20)))
            timed.append(f"T{n}")
            events.append(BasicEvent(id=f"T{n}", model=Exponential(type="exponential", rate=rate)))
    gates = _gates(draw, [str(n) for n in names], timed)
    tree = FaultTree(id="T", top="G", mission_time=1000.0, gates=tuple(gates))
    case = Case(
        header=Header(id="c", title="c"), events=tuple(events), common_cause=tuple(groups), trees=(tree,)
    )
    return Problem(case, truth)


def records_problem(draw: np.random.Generator) -> Problem:
    """Two to five records and perhaps a constant in a coherent tree: what a limit of the records together is made of."""
    truth: dict[str, tuple[float, float, bool]] = {}
    hours, alike = bool(draw.random() < 0.3), bool(draw.random() < 0.5)
    size = float(draw.integers(20, 3000))
    for i in range(int(draw.integers(2, MEASURES + 2))):
        own = size if alike else float(draw.integers(20, 3000))
        truth[f"M{i}"] = (min(0.6, float(10 ** draw.uniform(-1, 0.8)) / own), own, hours)
    events: list[BasicEvent] = []
    names: list[Any] = [_measured(events, truth, m, draw, f"U{m}") for m in truth]
    if draw.random() < 0.3:
        names.append(_measured(events, truth, str(draw.choice(list(truth))), draw, "V"))
    if draw.random() < 0.3:
        events.append(BasicEvent(id="K", model=Constant(probability=float(draw.choice([1e-3, 0.2, 0.9])))))
        names.append("K")
    draw.shuffle(names)
    while len(names) > 1:
        chosen = [names.pop() for _ in range(min(len(names), int(draw.integers(2, 6))))]
        kind = str(draw.choice(["or", "or", "and", "atleast"]))
        more = {"k": min(2, len(chosen))} if kind == "atleast" else {}
        names.insert(0, Formula(type=kind, inputs=tuple(chosen), **more))
    tree = FaultTree(
        id="T", top="G", mission_time=1000.0, gates=(Gate(id="G", type="or", inputs=tuple(names)),)
    )
    return Problem(Case(header=Header(id="c", title="c"), events=tuple(events), trees=(tree,)), truth)


def _measured(
    events: list[BasicEvent], truth: Mapping[str, tuple[float, float, bool]], measure: str,
    draw: np.random.Generator, name: str,
) -> str:  # fmt: skip
    hours = truth[measure][2]
    more: dict[str, Any] = {"dependence": "any"} if draw.random() < 0.2 else {}
    exposure = Exposure(hours=1, **more) if hours else Exposure(demands=int(draw.integers(1, 4)), **more)
    model = FromEvidence(type="evidence", evidence=measure, measure="m", exposure=exposure)
    events.append(BasicEvent(id=name, model=model))
    return name


def _leaf(
    draw: np.random.Generator, truth: Mapping[str, tuple[float, float, bool]], events: list[BasicEvent],
    groups: list[CommonCauseGroup], n: int,
) -> str:  # fmt: skip
    kind = draw.choice(["measured", "measured", "stated", "constant", "common cause"])
    if kind == "measured":
        return _measured(events, truth, str(draw.choice(list(truth))), draw, f"E{n}")
    if kind == "common cause" and not groups:
        model = str(draw.choice(["beta-factor", "mgl", "alpha-factor", "phi-factor"]))
        members = ("A", "B", "C")
        events.extend(BasicEvent(id=m) for m in members)
        share = Uniform(distribution="uniform", lower=0.0, upper=float(draw.uniform(0.1, 0.3)))
        factors: tuple[Any, ...] = {
            "beta-factor": (share,), "mgl": (share, 0.3), "alpha-factor": (0.9, 0.1, share),
            "phi-factor": (0.6, 0.1, share),
        }[model]  # fmt: skip
        measure = next((m for m, t in truth.items() if not t[2]), "")
        total: Any = (
            FromEvidence(type="evidence", evidence=measure, measure="m", exposure=Exposure(demands=1))
            if measure else Constant(probability=0.05)
        )  # fmt: skip
        groups.append(CommonCauseGroup(id="CC", model=model, members=members, total=total, factors=factors))
        return "A"
    stated = Uniform(distribution="uniform", lower=0.0, upper=0.4) if kind == "stated" else 0.2
    events.append(BasicEvent(id=f"E{n}", model=Constant(probability=stated)))
    return f"E{n}"


def _gates(draw: np.random.Generator, names: list[str], timed: list[str]) -> list[Gate]:
    inputs: list[Any] = [*names, *(["B", "C"] if "A" in names else [])]
    if timed:
        inputs.append(Formula(type="priority-and", inputs=tuple(timed)))
    coherent = draw.random() < 0.5
    kinds = (
        ["and", "or", "atleast"] if coherent else ["and", "or", "xor", "not", "priority-and", "iff", "nand"]
    )
    while len(inputs) > 1:
        chosen = [
            inputs.pop(int(draw.integers(len(inputs))))
            for _ in range(min(len(inputs), int(draw.integers(2, 4))))
        ]
        kind = str(draw.choice(kinds))
        if kind == "not":
            inputs += [Formula(type="not", inputs=(chosen[0],)), *chosen[1:]]
            if draw.random() < 0.5:
                continue
            kind, chosen = "or", [inputs.pop() for _ in range(min(2, len(inputs)))]
        if kind in ("iff",) and len(chosen) != 2:
            kind = "xor"
        if len(chosen) < 2:
            inputs += chosen
            continue
        more = {"k": 2} if kind == "atleast" else {}
        inputs.append(Formula(type=kind, inputs=tuple(chosen), **more))
    return [Gate(id="G", type="or", inputs=tuple(inputs))]


def coverage(
    problem: Problem, repetitions: int, confidence: float, seed: int, joint_share: int = JOINT_SHARE
) -> Outcome:
    """Simulate records and stated truths, and compare the default bounds with the true top.

    One repetition in ``joint_share`` is also bounded from the records together; equal counts are bounded once.
    """
    draw = np.random.default_rng(seed)
    prepared = Prepared(problem.case, "T")
    bound = _bound(problem, prepared, dict.fromkeys(problem.truth, 0), 0.9)
    moves = directions(bound.compiled, bound.values)
    sides = sum(1 if moves[x.key] else 2 for x in bound.values.uncertain.values() if x.measured)
    stated = any(not x.measured for x in bound.values.uncertain.values())
    each = 1.0 - (1.0 - confidence) * (0.7 if stated else 1.0) / max(1, sides)
    outcome, ratios = Outcome(), []
    known: dict[tuple[int, ...], tuple[BoundTree, float]] = {}
    joints: dict[tuple[int, ...], float | None] = {}
    for _ in range(repetitions):
        counts = {
            n: int(draw.poisson(p * s) if h else draw.binomial(int(s), p))
            for n, (p, s, h) in problem.truth.items()
        }
        seen = tuple(counts.values())
        if seen not in known:
            known[seen] = _bounded(problem, prepared, counts, each, confidence)
        bound, upper = known[seen]
        truth = _true_top(bound, problem, draw)
        outcome.repetitions += 1
        outcome.missed += upper < truth * (1 - 1e-9)
        if outcome.repetitions > max(1, repetitions // joint_share):
            continue
        if seen not in joints:
            joints[seen] = _joint(bound, confidence)
        joint = joints[seen]
        if joint is not None:
            outcome.joint_repetitions += 1
            outcome.joint_missed += joint < truth * (1 - 1e-9)
            ratios.append(joint / upper)
    outcome.ratio = float(np.median(ratios)) if ratios else math.nan
    return outcome


def _bounded(
    problem: Problem, prepared: Prepared, counts: Mapping[str, int], each: float, confidence: float
) -> tuple[BoundTree, float]:
    bound = _bound(problem, prepared, counts, each)
    estimate, reason = bound.estimate(problem.case, confidence)
    if reason or estimate.upper is None:
        raise AssertionError(f"no bound: {reason}")
    return bound, estimate.upper


def _bound(problem: Problem, prepared: Prepared, counts: Mapping[str, int], confidence: float) -> BoundTree:
    evidence = {name: {"m": _estimate(problem, name, counts[name], confidence)} for name in problem.truth}
    return bind(problem.case, "T", evidence, {}, prepared)


def _estimate(problem: Problem, name: str, failures: int, confidence: float) -> Estimate:
    from scipy.special import betaincinv, gammaincinv

    _, size, hours = problem.truth[name]
    upper = float(Counts(failures, size, hours).upper(1.0 - confidence))
    if hours:
        lower = float(gammaincinv(failures, 1.0 - confidence)) / size if failures else 0.0
        return Estimate(
            value=failures / size, lower=lower, upper=upper, confidence=confidence, kind=HOUR, n=failures
        )
    lower = float(betaincinv(failures, size - failures + 1, 1.0 - confidence)) if failures else 0.0
    return Estimate(
        value=failures / size, lower=lower, upper=upper, confidence=confidence, kind=DEMAND, n=int(size)
    )


def _true_top(bound: BoundTree, problem: Problem, draw: np.random.Generator) -> float:
    """The top at the true inputs; stated ones are drawn, what is known as a set only lies anywhere in it."""
    values = bound.values
    at: dict[str, tuple[float, float]] = {}
    for key, one in values.uncertain.items():
        x = problem.truth[one.measured[0]][0] if one.measured else _drawn(one, draw)
        at[key] = (x, x)
    lower, upper = values.enclosures(at)
    within = np.where(draw.random(len(lower)) < 0.5, draw.integers(0, 2, len(lower)), draw.random(len(lower)))
    return bound.compiled.probability(lower + within * (upper - lower))


def _drawn(one: Input, draw: np.random.Generator) -> float:
    assert one.distribution is not None
    return float(quantile(one.distribution, draw.random()))


def _joint(bound: BoundTree, confidence: float) -> float | None:
    """The limit from the records together: the simulated ones are independent."""
    corners = bound.box(confidence)
    records = records_of(bound, tuple(f"M{i}" for i in range(MEASURES)))
    if corners.mixed or len(records) < 2:
        return None
    return joint_limit(bound, corners.upper, {key: c for key, (_, c) in records.items()}).upper


def laboratory(trees: int, repetitions: int, confidence: float, seed: int) -> list[Outcome]:
    """``trees`` random problems; problem and simulation follow from ``seed``."""
    return [
        coverage(random_problem(np.random.default_rng([seed, n])), repetitions, confidence, seed + n)
        for n in range(trees)
    ]


def records_laboratory(trees: int, repetitions: int, confidence: float, seed: int) -> list[Outcome]:
    """The same of records together, in every repetition."""
    return [
        coverage(records_problem(np.random.default_rng([seed, 1, n])), repetitions, confidence, seed + n, 1)
        for n in range(trees)
    ]


def main() -> None:
    """Print nominal against measured; ``--full`` at full size, ``--trees N`` of so many trees of each family."""
    import argparse

    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--full", action="store_true", help="200 random trees, 100 of records (hours)")
    parser.add_argument("--trees", type=int, help="so many of each family instead")
    given = parser.parse_args()
    families = (("random", laboratory, 200, 20), ("records in coherent trees", records_laboratory, 100, 5))
    sizes = {name: given.trees or (most if given.full else few) for name, _, most, few in families}
    level = LEVEL / (2 * len(CONFIDENCES) * sum(sizes.values()))
    print(
        f"| trees | nominal | each record by itself | trees below (p < {level:.1g}) | together | trees below"
        " | median width against by itself |\n| --- | --- | --- | --- | --- | --- | --- |"
    )
    for name, run, _, _ in families:
        for confidence in CONFIDENCES:
            rows = run(sizes[name], REPETITIONS[name], confidence, 1)
            print(_row(name, confidence, rows, level), flush=True)


def _row(name: str, confidence: float, rows: list[Outcome], level: float) -> str:
    n, m = sum(r.repetitions for r in rows), sum(r.joint_repetitions for r in rows)
    ratios = [r.ratio for r in rows if not math.isnan(r.ratio)]
    alone = _below([(r.missed, r.repetitions) for r in rows], confidence, level)
    together = _below([(r.joint_missed, r.joint_repetitions) for r in rows], confidence, level)
    covered = 1 - sum(r.joint_missed for r in rows) / max(1, m)
    return (
        f"| {len(rows)} {name} | {confidence} | {1 - sum(r.missed for r in rows) / n:.4f} of {n} | {alone}"
        f" | {covered:.4f} of {m} in {len(ratios)} trees | {together} | {np.median(ratios or [1.0]):.2f} |"
    )


def _below(counts: list[tuple[int, int]], confidence: float, level: float) -> int:
    """Trees, or all of them together, whose share of misses is significantly above ``1 - confidence``."""
    from scipy.stats import binom

    every = [*counts, (sum(missed for missed, _ in counts), sum(n for _, n in counts))]
    return sum(missed > binom.ppf(1.0 - level, max(1, n), 1 - confidence) for missed, n in every)


if __name__ == "__main__":
    main()
