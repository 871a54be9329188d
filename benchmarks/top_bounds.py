"""Widths of top-event bounds: each record by itself (box), Fisher's combination, records together (Buehler).

``python -m benchmarks.top_bounds`` prints the table of docs/bounds.md and, with ``--vehicle``, the trees of the vehicle.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from casegen_evidence.bounds.joint import joint_upper
from casegen_evidence.bounds.records import Array, Counts

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


def vehicle() -> None:
    """The vehicle's trees with the records of guard and thrusters together, the other inputs by themselves."""
    from casegen.assessment.assess import Session
    from casegen.assessment.joint import _records, joint_limit
    from casegen.io import load

    session = Session.open(load("examples/auv"))
    print("\n| tree | target | each by itself | together | seconds |\n| --- | --- | --- | --- | --- |")
    for name, bound in session.numbers().trees.items():
        target = session.case.tree[name].target
        confidence = target.confidence if target else None
        alone = bound.estimate(session.case, confidence)[0].upper
        records = _records(bound, ("EV-GUARD", "EV-THRUSTER", "EV-MON-SOFTMAX-A"))
        start = time.perf_counter()
        upper = None
        if len(records) > 1:
            counts = {key: c for key, (_, c) in records.items()}
            upper = joint_limit(bound, bound.box(confidence).upper, counts).upper
        shown = f"{upper:.4g}" if upper is not None else f"– ({len(records)} record)"
        wanted = f"{target.probability:g}" if target else "–"
        print(f"| {name} | {wanted} | {alone:.4g} | {shown} | {time.perf_counter() - start:.2f} |")


if __name__ == "__main__":
    main()
