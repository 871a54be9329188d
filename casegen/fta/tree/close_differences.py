"""Importance of events that is a small difference of large probabilities: summed from the outcomes that make it.

The sweep over a diagram takes the derivative of a node as the difference of its children, which has no digits where
these are nearly equal: ``-1e-20`` of C in ``nand(A, B, C)`` is 1 less 1.  What the event causes and what it prevents
are sums of positive numbers each (:mod:`casegen.fta.tree.held_gates`).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from casegen.fta.arrays import ArrayLike, Vector, np
from casegen.fta.tree.held_gates import TINY, event_slopes, gate_importance
from casegen.fta.tree.importance import DIFFERENCE, EventImportance, ImportanceTable, share_of_top

if TYPE_CHECKING:
    from casegen.fta.tree.compiled_tree import CompiledTree

FEW_DIGITS = 1e-11
"""share of a probability below which a difference of two of its size may have fewer than the four digits shown"""
_WORK = 200_000
"""nodes of the top's diagram, and a thousand, for each event that is measured anew"""
_MOST_NODES = 1_000_000
"""nodes of a diagram whose differences are looked at one by one"""


class CloseImportance(NamedTuple):
    """Importance of every event; positions of those that have lost digits all the same."""

    table: ImportanceTable
    cancelled: list[int]
    """whose Birnbaum importance and criticality have: what they cause and what they prevent is nearly the same"""
    vanished: list[int]
    """of which a measure has: it, or a product on the way to it, is below the smallest number"""


def event_importance(tree: CompiledTree, p: ArrayLike) -> CloseImportance:
    """Importance of every event for probabilities ``p`` (E,), with the digits of small differences.

    They are summed from the outcomes that make them, as far as the work for that is bounded.
    """
    table = tree.importance(p)
    if tree.adds:
        return CloseImportance(table, [], [])
    close = small_differences(tree, table, DIFFERENCE)
    terms = _terms(tree, table) if close and tree.bdd_nodes <= _MOST_NODES else _larger_end(table)
    birnbaum, criticality = table.birnbaum.copy(), table.criticality.copy()
    close = [i for i in close if abs(birnbaum[i]) < max(DIFFERENCE * terms[i], TINY)]
    if not close:
        return CloseImportance(table, [], _vanished(tree, table))
    kept = dict.fromkeys(close, False)
    for i, slope, has_digits in event_slopes(tree, p, close[: _WORK // (1000 + tree.bdd_nodes)]):
        if slope is not None:
            birnbaum[i], kept[i] = slope, has_digits
    if table.top >= sys.float_info.min:
        criticality[close] = share_of_top(table.top, table.probability[close], birnbaum[close])
    columns = (table.probability, birnbaum, criticality, table.dif, table.raw, table.rrw)
    summed = ImportanceTable(table.events, table.top, columns, lambda: table.shares)
    return CloseImportance(summed, [i for i in close if not kept[i]], _vanished(tree, summed))


def _vanished(tree: CompiledTree, table: ImportanceTable) -> list[int]:
    """Events of which Q(1), Q(0), a share or DIF is possible and so small that digits, or all of it, are lost."""
    p, least = table.probability, sys.float_info.min
    if tree.vanishes(p, table.top):
        return []  # of such a top nothing but Birnbaum importance is shown, and is looked at as a small difference
    shares = (p > 0.0) & ((np.abs(table.criticality) < least) & (table.birnbaum != 0.0))
    ends = [np.nan_to_num(x) < TINY for x in ends_of(table)]
    small = [ends[0] | ((p > 0.0) & (table.dif < least)), ends[1]]
    if not (shares | small[0] | small[1]).any():
        return []
    # what is possible has a share of the outcomes if all that is open is as likely as not
    possible = ends_of(tree.importance(np.where((p > 0.0) & (p < 1.0), 0.5, p)))
    for tiny, at_half in zip(small, possible, strict=True):
        shares |= tiny & (at_half > 0.0)
    return [int(i) for i in np.flatnonzero(shares)]


def vanished_gates(tree: CompiledTree, p: ArrayLike, rows: Sequence[EventImportance]) -> list[str]:
    """As :func:`_vanished`, of the gates in ``rows``; of a gate, its own probability may vanish, too."""
    vector = np.asarray(p, dtype=float)
    now = {row.id: _of_gate(row, tree.probability(vector)) for row in rows}
    tiny = [name for name, numbers in now.items() if any(x < TINY for x in numbers)]
    if not tiny:
        return []
    half = np.where((vector > 0.0) & (vector < 1.0), 0.5, vector)
    top = tree.probability(half)
    possible = {row.id: _of_gate(row, top) for row in gate_importance(tree, half, tiny)}
    return [
        name
        for name in tiny
        if any(x < TINY and y > 0.0 for x, y in zip(now[name], possible.get(name, ()), strict=False))
    ]


def _of_gate(row: EventImportance, top: float) -> tuple[float, ...]:
    """Probability of a gate, of it and the top, and of the top with the gate held true and false."""
    return row.probability, row.dif * top, row.raw * top, top / row.rrw if row.rrw else math.nan


def small_differences(tree: CompiledTree, table: ImportanceTable, share: float) -> list[int]:
    """Events, by position, whose Birnbaum importance is below a ``share`` of Q(1) or Q(0), whose difference it is.

    None that the top never asks for.
    """
    small = np.abs(table.birnbaum) < np.maximum(share * _larger_end(table), TINY)
    return [int(i) for i in np.flatnonzero(small) if int(i) in tree.reached] if small.any() else []


def _terms(tree: CompiledTree, table: ImportanceTable) -> Vector:
    """What the sweep adds up for each Birnbaum importance (E,): the larger child of each node, not their difference.

    A rounding of one of these is what may be lost; of most events it is far less than Q(1) and Q(0).
    """
    d, events = tree.diagram(gates=False), len(tree.events)
    nodes = list(zip(d["var"], d["low"], d["high"], strict=True))
    chances = [(x, 1.0 - x) for x in table.probability.tolist()]
    at: list[tuple[float, float]] = [(0.0, 1.0), (1.0, 0.0)]
    for v, low, high in nodes[2:]:
        yes, no = chances[v] if v < events else at[d["proxies"][v - events]]
        at.append((yes * at[high][0] + no * at[low][0], yes * at[high][1] + no * at[low][1]))
    weight, terms = [0.0] * len(at), [0.0] * events
    weight[d["root"]] = 1.0
    for n in range(d["root"], 1, -1):
        (v, low, high), w = nodes[n], weight[n]
        size = w * max(at[low][0], at[high][0])
        if v < events:
            terms[v] += size
        else:
            weight[d["proxies"][v - events]] += size
        yes, no = chances[v] if v < events else at[d["proxies"][v - events]]
        weight[high] += w * yes
        weight[low] += w * no
    return np.array(terms)


def _larger_end(table: ImportanceTable) -> Vector:
    """The larger of Q(1) and Q(0) of each event (E,)."""
    return np.asarray(np.nan_to_num(np.fmax(*ends_of(table))))


def ends_of(table: ImportanceTable) -> tuple[Vector, Vector]:
    """Probability of the top with each event, and without it (E,); not a number where the measures are none."""
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        return table.raw * table.top, table.top / table.rrw
