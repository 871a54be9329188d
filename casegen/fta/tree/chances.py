"""Chances that keep their digits at both ends, and structures put together to ask for one.

Where a probability is within rounding of 1, its complement has no digits left if it is taken as ``1 - p``: ``not b``
held false in ``or(a, not b)`` leaves 1e-18 of the gate where a has 1e-18.  So a probability and its complement are
carried side by side, each a sum of positive terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from casegen.fta.arrays import np
from casegen.fta.core import kernels
from casegen.fta.core.diagram import DecisionDiagram
from casegen.fta.core.kernels import Nodes
from casegen.fta.gates.structure import AND, Structure


class Chance(NamedTuple):
    """Probability that something holds, and that it does not."""

    yes: float
    no: float

    @property
    def complement(self) -> Chance:
        """The chance that it does not hold."""
        return Chance(self.no, self.yes)


CERTAIN, NEVER = Chance(1.0, 0.0), Chance(0.0, 1.0)


def chance(diagram: DecisionDiagram, p: Sequence[Chance]) -> Chance:
    """Chance of a diagram's root for the chances ``p`` of its variables (E,).

    The kernel takes a variable's complement as ``1 - p``: variables that are likely are tested the other way round, and
    every node is there twice, the second time as its complement.
    """
    yes, no = np.array(p, dtype=float).reshape(-1, 2).T
    likely = yes > no
    nodes = diagram.nodes
    var, low, high = (np.array(x, dtype=np.int32) for x in (nodes.var, nodes.low, nodes.high))
    events, count = len(yes), len(var)
    swapped = np.zeros(count, dtype=bool)
    tests_event = (var >= 0) & (var < events)
    swapped[tests_event] = likely[var[tests_event]]
    low, high = np.where(swapped, high, low), np.where(swapped, low, high)
    # the complement of node n stands at count + n - 2, those of the leaves are each other
    other = np.concatenate([[1, 0], np.arange(count, 2 * count - 2)]).astype(np.int32)
    doubled = Nodes(
        np.concatenate([var, var[2:]]), np.concatenate([low, other[low[2:]]]),
        np.concatenate([high, other[high[2:]]]), nodes.proxies, nodes.events,
    )  # fmt: skip
    value = kernels.evaluate(doubled, np.where(likely, no, yes))
    return Chance(float(value[diagram.root]), float(value[int(other[diagram.root])]))


def held_at(structure: Structure, literal: int, value: int) -> Structure:
    """A structure with a literal replaced by another literal in every gate that uses it."""
    change = {literal: value, -literal: -value}
    return replace(
        structure, arguments=tuple(tuple(change.get(x, x) for x in row) for row in structure.arguments)
    )


def both_hold(structure: Structure, x: int, y: int) -> Structure:
    """A structure with a new top, at which two of its literals hold."""
    return replace(
        structure, kinds=(*structure.kinds, AND), counts=(*structure.counts, 0),
        arguments=(*structure.arguments, (x, y)), top=structure.first_gate + len(structure.kinds),
    )  # fmt: skip


def side_by_side(a: Structure, b: Structure) -> Structure:
    """Two structures over the same events as one, their tops named ``first`` and ``second``."""
    first, gates = a.first_gate, len(a.kinds)

    def second(x: int) -> int:
        return x if abs(x) < first else x + (gates if x > 0 else -gates)

    return replace(
        b, kinds=a.kinds + b.kinds, counts=a.counts + b.counts,
        arguments=(*a.arguments, *(tuple(map(second, row)) for row in b.arguments)),
        names={"first": a.top, "second": second(b.top)}, top=second(b.top),
    )  # fmt: skip
