"""Widths of top-event bounds: each record by itself (box), Fisher's combination, records together (Buehler).

``python -m benchmarks.top_bounds`` prints the table of docs/bounds.md and, with ``--vehicle``, the trees of the vehicle.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from casegen_evidence.bounds.joint import joint_upper
from casegen_evidence.bounds.records import Array, Counts

from casegen.assessment.trees import BoundTree
from casegen.model.results import EvidenceState

ALPHA = 0.05
SIZE = 1000


def union(p: Array) -> Array:
    """OR."""
    return np.asarray(-np.expm1(np.log1p(-np.minimum(p, 1.0 - 1e-16)).sum(axis=0)))


def product(p: Array) -> Array:
    """AND."""
    return np.asarray(np.prod(p, axis=0))


def fisher(k: int, failures: int, *, together: bool) -> float:
    """Sup of the OR (``together``) or AND of k probabilities over -2 sum ln P(X <= x) <= the chi-squared quantile.

    With equal records the sup stands at equal probabilities or at one that takes all; both are solved by bisection.
    """
    from scipy.special import bdtr, chdtri

    budget = float(chdtri(2 * k, ALPHA)) / 2.0

    def largest(count: int) -> float:
        low, high = 0.0, 1.0
        for _ in range(80):
            middle = 0.5 * (low + high)
            low, high = (
                (middle, high)
                if -count * np.log(max(bdtr(failures, SIZE, middle), 1e-300)) <= budget
                else (low, middle)
            )
        return low

    if not together:
        return largest(k) ** k
    return max(1.0 - (1.0 - largest(count)) ** count for count in range(1, k + 1))


def main() -> None:
    """Print the tables."""
    print("| tree | failures each | box | Fisher | together | box / together | method | seconds |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, function in (("OR", union), ("AND", product)):
        for k in (2, 5, 10):
            for x in (0, 1, 5, 50):
                start = time.perf_counter()
                unions = [range(k)] if name == "OR" else []
                result = joint_upper([Counts(x, SIZE)] * k, function, 1.0 - ALPHA, unions)
                other = fisher(k, x, together=name == "OR")
                print(
                    f"| {name} of {k} | {x} | {result.box:.3g} | {other:.3g} | {result.upper:.3g}"
                    f" | {result.box / result.upper:.2f} | {result.method} | {time.perf_counter() - start:.2f} |"
                )
    if "--vehicle" in sys.argv:
        vehicle()


RECORDS = ("EV-GUARD", "EV-THRUSTER", "EV-MON-SOFTMAX-A")
POINTS = 400
"""of each record but the last, along which Fisher's combination is searched"""


def vehicle() -> None:
    """The vehicle's four trees: as shipped, and with the records of guard and thrusters as the mix that was recorded.

    As shipped the two allow for entries that differ, and are no counts.
    """
    from casegen.assessment.assess import Session
    from casegen.assessment.joint import joint_limit, records_of
    from casegen.assessment.trees import bind, measured
    from casegen.io import load

    session = Session.open(load("examples/auv"))
    numbers = session.numbers()
    mixed = measured(_as_recorded(session.evidence))
    print("\n| tree | target | as shipped | recorded mix: box | Fisher | together | records | seconds |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, shipped in numbers.trees.items():
        target = session.case.tree[name].target
        confidence = target.confidence if target else None
        bound = bind(session.case, name, mixed, shipped.settings, shipped.prepared)
        alone = [b.estimate(session.case, confidence)[0].upper or 1.0 for b in (shipped, bound)]
        counts = {key: c for key, (_, c) in records_of(bound, RECORDS).items()}
        start, shown = time.perf_counter(), ["as the box", "as the box"]
        if len(counts) > 1:
            upper = bound.box(confidence).upper
            shown = [f"{_fisher(bound, upper, counts):.4g}", f"{joint_limit(bound, upper, counts).upper:.4g}"]
        wanted = f"{target.probability:g}" if target else "–"
        print(
            f"| {name} | {wanted} | {alone[0]:.4g} | {alone[1]:.4g} | {shown[0]} | {shown[1]} | {len(counts)}"
            f" | {time.perf_counter() - start:.2f} |"
        )


def _as_recorded(evidence: Mapping[str, EvidenceState]) -> dict[str, EvidenceState]:
    """The states with the two records' limits as those of the recorded mix."""
    from casegen_evidence.field_data.method import DEMANDS, HOURS

    result = dict(evidence)
    for item, method in (("EV-GUARD", DEMANDS), ("EV-THRUSTER", HOURS)):
        state = evidence[item]
        old = state.measures[method.measure]
        document = state.document or {}
        parameters = {**document["recipe"]["parameters"], "entries": "recorded"}
        new = method.continued(parameters, document, old.confidence or 0.0, 0, 0)
        assert new is not None
        limits = old.model_copy(update={"lower": new.lower, "upper": new.upper})
        result[item] = replace(state, measures={**state.measures, method.measure: limits})
    return result


def _fisher(bound: BoundTree, upper: Array, counts: Mapping[str, Counts]) -> float:
    """Sup of the top over -2 sum ln P(X <= x) <= the chi-squared quantile, on a grid of all records but the last."""
    from scipy.special import chdtri

    from casegen.assessment.joint import top_of

    keys = list(counts)
    alpha = sum(1.0 - (bound.values.uncertain[key].confidence or 0.0) for key in keys)
    budget = float(chdtri(2 * len(keys), alpha)) / 2.0

    def spent(key: str, p: Array) -> Array:
        return np.asarray(-np.log(np.maximum(counts[key].at_most(counts[key].failures, p), 1e-300)))

    *heads, last = keys
    most = [float(counts[key].upper(np.exp(-budget))) for key in keys]
    axes = np.meshgrid(
        *(np.linspace(0.0, m, POINTS if len(heads) == 1 else 60) for m in most[:-1]), indexing="ij"
    )
    grid = np.array([axis.ravel() for axis in axes])
    left = budget - np.sum([spent(key, grid[i]) for i, key in enumerate(heads)], axis=0)
    grid, left = grid[:, left >= 0], left[left >= 0]
    low, high = np.zeros(grid.shape[1]), np.full(grid.shape[1], most[-1])
    for _ in range(50):
        middle = 0.5 * (low + high)
        inside = spent(last, middle) <= left
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    return float(top_of(bound, upper, keys)(np.vstack([grid, high])).max())


if __name__ == "__main__":
    main()
