"""Sensitivity of the top event: what each input can do alone, and how steeply."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from casegen.fta.arrays import np
from casegen.fta.events import distributions
from casegen.fta.events.values import EventValues
from casegen.fta.tree.compiled_tree import CompiledTree


@dataclass(frozen=True, slots=True)
class Swing:
    """The top event with one event (or one shared input) low and high, all others at their value.

    ``basis`` says where low and high come from: the evidence's bounds, quantiles of a stated distribution, or
    a factor.  ``gradient`` is the top's derivative by the event's probability, ``elasticity`` the per cent
    change of the top per per cent of the event.
    """

    id: str
    events: tuple[str, ...]
    low: float
    high: float
    basis: str
    gradient: float
    elasticity: float

    @property
    def swing(self) -> float:
        """Distance between the two tops."""
        return abs(self.high - self.low)


def tornado(
    tree: CompiledTree, values: EventValues, *, level: float = 0.95, factor: float = 10.0
) -> list[Swing]:
    """One input at a time, widest swing first.

    Inputs that several events share move together.  Low and high are the measured bounds where the evidence has
    them, else the ``1 - level`` and ``level`` quantiles of the stated distribution, else the value divided and
    multiplied by ``factor`` (capped at 1).  Raises ``ValueError`` for ``factor`` not above 1.
    """
    if factor <= 1.0:
        raise ValueError(f"factor must be above 1, found {factor:g}")
    p = values.probability
    top, slope = tree.gradient(p)
    groups = _groups(values)
    rows = []
    for name, at in groups.items():
        low, high, basis = _ends(values, name, at, level, factor)
        ends = []
        for end in (low, high):
            moved = p.copy()
            moved[at] = end
            ends.append(tree.probability(moved))
        gradient = float(slope[at].sum())
        elasticity = float((slope[at] * p[at]).sum() / top) if top > 0.0 else 0.0
        events = tuple(values.events[i] for i in at)
        rows.append(Swing(name, events, ends[0], ends[1], basis, gradient, elasticity))
    return sorted(rows, key=lambda r: (-r.swing, r.id))


def _groups(values: EventValues) -> dict[str, list[int]]:
    """Positions of the events that move together: those with the same single uncertain input."""
    results: dict[str, list[int]] = {}
    inputs = [tuple(values.inputs_of(i)) for i in range(len(values.events))]
    users = Counter(inputs)
    for i, name in enumerate(values.events):
        keys = inputs[i]
        shared = len(keys) == 1 and users[keys] > 1
        results.setdefault(keys[0] if shared else name, []).append(i)
    return results


def _ends(
    values: EventValues, name: str, at: list[int], level: float, factor: float
) -> tuple[np.ndarray, np.ndarray, str]:
    lower, upper = values.lower[at], values.upper[at]
    p = values.probability[at]
    if not (np.isnan(lower).all() and np.isnan(upper).all()):
        confidence = values.confidence[at[0]]
        return (
            np.where(np.isnan(lower), p, lower),
            np.where(np.isnan(upper), p, upper),
            f"bounds at {confidence:g}",
        )
    keys = values.inputs_of(at[0])
    if len(keys) == 1:
        d = values.inputs[keys[0]]
        ends = [
            values.at_input(keys[0], float(distributions.quantile(d, u)))[at] for u in (1.0 - level, level)
        ]
        return ends[0], ends[1], f"quantiles {1 - level:g} and {level:g}"
    if keys:
        return (
            values.quantile(1.0 - level)[at],
            values.quantile(level)[at],
            f"quantiles {1 - level:g} and {level:g}",
        )
    return p / factor, np.minimum(values.most, p * factor), f"factor {factor:g}"
