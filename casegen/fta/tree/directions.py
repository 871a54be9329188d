"""How the top moves with each event, and verified extremes of the top over a box of event probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from casegen.fta.arrays import Vector, np
from casegen.fta.gates.structure import XOR, Structure

if TYPE_CHECKING:
    from casegen.fta.tree.compiled_tree import CompiledTree

MOST_CORNERS = 10
"""events without a direction whose corners are all evaluated; beyond, every node of the diagram is enclosed"""
_FEW = 200
"""events of a tree whose best corners are evaluated one by one"""
_SLACK = 1e-10
"""error of a sweep of many columns, generously"""
_FAR = 1e-6
"""tops below are not distinguished by a sweep"""


def event_signs(structure: Structure) -> tuple[int, ...]:
    """Sign of every event (E,), from the gates alone: 1 where the top can only rise with it, -1 only fall, 0 else.

    An event reached through an even number of complements only cannot prevent the top; through an odd number only,
    it cannot cause it.  An event that the top does not reach counts as 1.
    """
    first = structure.first_gate
    seen: set[int] = set()
    stack = [structure.top]
    while stack:
        literal = stack.pop()
        if literal in seen or abs(literal) == 1:
            continue
        seen.add(literal)
        if abs(literal) < first:
            continue
        j = abs(literal) - first
        arguments = structure.arguments[j]
        if literal > 0 or structure.kinds[j] == XOR:
            stack.extend(arguments)
        if literal < 0 or structure.kinds[j] == XOR:
            stack.extend(-a for a in arguments)
    return tuple(
        0 if e in seen and -e in seen else -1 if -e in seen else 1
        for e in range(2, 2 + len(structure.events))
    )


def extremes(tree: CompiledTree, lower: Vector, upper: Vector) -> tuple[float, float]:
    """Least and largest probability of the top at most, over a box of event probabilities (E,) each.

    The top is linear in each event, so that its extremes stand at corners: those that the events' directions point
    to, and of the events without a direction all corners up to :data:`MOST_CORNERS`.  Beyond, a range is carried
    through every node of the diagram, which encloses whatever the events do.
    """
    signs = tree.signs
    open_events = [i for i, s in enumerate(signs) if s == 0 and lower[i] != upper[i]]
    falls = np.array(signs) < 0
    low, high = np.where(falls, upper, lower), np.where(falls, lower, upper)
    if not open_events:
        return max(0.0, tree.probability(low)), min(tree.most, tree.probability(high))
    if len(open_events) > MOST_CORNERS:
        return _through_diagram(tree, lower, upper)
    corners = (np.arange(2 ** len(open_events))[None, :] >> np.arange(len(open_events))[:, None]) & 1
    free = np.where(corners == 1, upper[open_events][:, None], lower[open_events][:, None])
    tops = []
    for base, most in ((low, False), (high, True)):
        P = np.repeat(base[:, None], free.shape[1], axis=1)
        P[open_events] = free
        tops.append(_at_best_corner(tree, P, most))
    return _within(*tops)


def _at_best_corner(tree: CompiledTree, P: Vector, most: bool) -> float:
    """The largest, or least, top among the corners, the columns of ``P`` (E, S).

    The sweep of all columns takes differences of numbers up to 1, so that it may be wrong in the last of a double's
    digits: the corners that it finds near the extreme are evaluated one by one.
    """
    swept = tree.probabilities(P)
    best = float(swept.max() if most else swept.min())
    if len(tree.events) >= _FEW:
        return best
    near = np.flatnonzero(np.abs(swept - best) <= _SLACK + 1e-9 * abs(best))
    if most and best <= _FAR:  # the difference itself may be as large as what is asked for
        near = np.arange(len(swept))
    tops = [tree.probability(P[:, k]) for k in near]
    return max(tops) if most else min(tops)


def _through_diagram(tree: CompiledTree, lower: Vector, upper: Vector) -> tuple[float, float]:
    """Ranges bottom-up: a node's extremes stand at an end of its variable's range and of its children's."""
    d = tree.diagram(gates=False)
    var, lows, highs, proxies = d["var"], d["low"], d["high"], d["proxies"]
    events = len(tree.events)
    least, most = [0.0] * max(2, len(var)), [0.0] * max(2, len(var))
    least[1] = most[1] = 1.0
    for n in range(2, len(var)):
        v = var[n]
        ends: Sequence[float] = (
            (lower[v], upper[v]) if v < events else (least[proxies[v - events]], most[proxies[v - events]])
        )
        a, b = lows[n], highs[n]
        least[n] = min((1.0 - p) * least[a] + p * least[b] for p in ends)
        most[n] = max((1.0 - p) * most[a] + p * most[b] for p in ends)
    root = d["root"]
    return _within(float(least[root]), float(most[root]))


def _within(low: float, high: float) -> tuple[float, float]:
    """Brought into [0, 1]: sums over a diagram may end a rounding outside."""
    return max(0.0, low), min(1.0, high)
