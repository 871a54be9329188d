"""Rigorous bounds of a top event whose diagram is too large, and the labelled classical approximations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from casegen.fta.arrays import np
from casegen.fta.core import kernels
from casegen.fta.core.diagram import Numbers
from casegen.fta.core.engine import DEFAULT_MAX_NODES
from casegen.fta.core.kernels import Graph
from casegen.fta.errors import TooLarge
from casegen.fta.gates.structure import AND, FIRST_EVENT, TRUE, XOR, Structure
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.conditioning import lost_digits
from casegen.fta.tree.directions import event_signs

if TYPE_CHECKING:
    from casegen.fta.events.values import EventValues

Method = Literal["bdd", "mcub", "rare-event", "cutoff", "bounds"]

_NEARLY_CERTAIN = 1.0 - 1e-4
"""probabilities above leave their complements less than twelve digits"""
_LIMITS = (100, 400, 1600)
_ORDERS = (10, 16, 0)
"""orders tried, as ``compiled/orders.c`` numbers them"""


@dataclass(frozen=True, slots=True)
class Quantified:
    """A top-event probability with what it is worth.

    ``exact`` is True for the diagram only; ``lower`` and ``upper`` are rigorous where they are not None;
    ``label`` names the approximation in words.
    """

    probability: float
    method: Method
    exact: bool
    lower: float | None
    upper: float | None
    label: str


def _any_order(tree: CompiledTree, p: Numbers) -> tuple[float, float]:
    """The top with every share of orderings that is unknown anywhere between 0 and 1."""
    from casegen.fta.tree.directions import extremes

    lower, upper = np.array(p, dtype=float), np.array(p, dtype=float)
    for name in tree.unordered:
        lower[tree.index[name]] = 0.0
    return extremes(tree, lower, upper)


def quantify(
    tree: CompiledTree, p: Numbers, method: Method = "bdd", *, cutoff: float | None = None,
    limit_order: int | None = None, values: EventValues | None = None,
) -> Quantified:  # fmt: skip
    """Top-event probability: exact, or by a classical approximation on request.

    ``rare-event``: sum of the minimal cut sets (Boole), ``mcub``: ``1 - prod(1 - P(C))``; for coherent trees both
    lie above the truth.  ``cutoff``: the sum of the cut sets within ``cutoff`` and ``limit_order``, with the rest
    of the sum stated as what was left out.  Raises ``ValueError`` for an unknown
    method.  The sum of a tree of rates is exact by any method.  ``values``: where ``p`` comes from, so that what its
    expressions lose to rounding is known.
    """
    if tree.adds:
        exact = tree.probability(p)
        lost = lost_digits(tree, p, values)
        if lost is not None:
            return Quantified(exact, "bdd", False, lost.lower, lost.upper, lost.reason)
        return Quantified(exact, "bdd", True, exact, exact, "")
    if method == "bdd":
        exact = tree.probability(p)
        lost = lost_digits(tree, p, values)
        if lost is not None:
            low, high = (lost.lower, lost.upper) if not tree.labels else _any_order(tree, p)
            low, high = min(low, lost.lower), max(high, lost.upper)
            return Quantified(exact, "bdd", False, low, high, "; ".join((*tree.labels, lost.reason)))
        if not tree.labels:
            return Quantified(exact, "bdd", True, exact, exact, "")
        low, high = _any_order(tree, p)
        return Quantified(exact, "bdd", False, low, high, "; ".join(tree.labels))
    families = tree.families
    above = "an upper bound" if tree.coherent else "no bound: the tree is not coherent"
    total = families.rare_event_sum(p)
    if method == "rare-event":
        capped = min(1.0, total)
        return Quantified(
            capped, method, False, None, capped if tree.coherent else None, f"rare-event sum, {above}"
        )
    if method == "mcub":
        results = families.upper_bound(list(p))
        return Quantified(
            results, method, False, None, results if tree.coherent else None, f"min-cut upper bound, {above}"
        )
    if method == "cutoff":
        result = tree.cut_sets(p, top=100_000, limit_order=limit_order, cutoff=cutoff)
        kept = sum(row.probability for row in result.rows)
        rest = max(0.0, total - kept)
        left = "complete"
        if rest > 1e-12 * total:
            left = result.truncation or "only the 100,000 most probable cut sets kept"
        label = f"sum of {len(result.rows):,} minimal cut sets; {left}; left out: {rest:.3g} of the rare-event sum"
        return Quantified(
            min(1.0, kept), method, False, None, min(1.0, total) if tree.coherent else None, label
        )
    raise ValueError(f"no method {method!r}; known: bdd, mcub, rare-event, cutoff")


def bound(
    structure: Structure, p: Numbers, *, max_nodes: int | None = None, limits: Sequence[int] = _LIMITS,
    ratio: float = 1.05,
) -> Quantified:  # fmt: skip
    """Rigorous lower and upper bound of the top, within ``max_nodes`` diagram nodes (about 100 bytes each).

    Every gate keeps a function below and one above it, pruned to one of ``limits`` nodes; the probabilities of
    these are exact.  All limits are tried under three orders until ``upper / lower <= ratio``; the best of all
    bounds counts.  ``probability`` is their geometric middle.  XOR gates are bounded as the AND and NOT they stand
    for, which is rigorous but wider.  Raises :class:`TooLarge` when even the smallest limit does not fit.
    """
    signs = event_signs(structure)
    near = [i for i, x in enumerate(p) if x > _NEARLY_CERTAIN and signs[i] != 1]
    if not near:
        return _bounded(without_xor(structure), p, max_nodes, limits, ratio)
    ends = []
    for towards in (0.0, 1.0):
        moved = [math.nextafter(float(x), towards) if i in set(near) else float(x) for i, x in enumerate(p)]
        ends.append(_bounded(without_xor(structure), moved, max_nodes, limits, ratio))
    lower, upper = (min(e.lower or 0.0 for e in ends), max(1.0 if e.upper is None else e.upper for e in ends))
    label = f"{ends[0].label}; complements of nearly certain events moved by what rounding may have taken"
    return Quantified((max(lower, 1e-300) * upper) ** 0.5, "bounds", False, lower, upper, label)


def _bounded(
    structure: Structure, p: Numbers, max_nodes: int | None, limits: Sequence[int], ratio: float
) -> Quantified:
    graph = kernels.preprocess(Graph.of(structure))
    if abs(graph.top) < graph.first:
        exact = _literal(graph.top, p)
        return Quantified(exact, "bounds", True, exact, exact, "the tree is one event or a constant")
    most = max_nodes or DEFAULT_MAX_NODES
    chances = kernels.as_floats(p)
    lower, upper, best = 0.0, 1.0, 0
    for limit in limits:
        capacity = min(most, 20_000 + 4 * len(structure.events) + 2500 * limit)
        for way in _ORDERS:
            result = kernels.bound_gates(graph, chances, way, limit, capacity)
            if result is not None:
                low, high = result
                best = best or limit
                if low > lower or high < upper:
                    best = limit
                lower, upper = max(lower, low), min(upper, high)
            if best and upper <= ratio * lower:
                break
        if best and upper <= ratio * lower:
            break
    if not best:
        raise TooLarge(f"even bounds of tree {structure.tree}", most, instead="")
    label = f"rigorous bounds: every gate pruned to {best:,} nodes from below and from above"
    return Quantified((max(lower, 1e-300) * upper) ** 0.5, "bounds", False, lower, upper, label)


def without_xor(structure: Structure) -> Structure:
    """The same function without XOR gates: ``a xor b = -AND(-AND(a, -b), -AND(-a, b))``, one input at a time."""
    if XOR not in structure.kinds:
        return structure
    first = structure.first_gate
    place: dict[int, int] = {}
    kinds: list[int] = []
    counts: list[int] = []
    arguments: list[tuple[int, ...]] = []

    def at(literal: int) -> int:
        size = place.get(abs(literal), abs(literal))
        return size if literal > 0 else -size

    def add(kind: int, count: int, inputs: tuple[int, ...]) -> int:
        kinds.append(kind)
        counts.append(count)
        arguments.append(inputs)
        return first + len(kinds) - 1

    for j, kind in enumerate(structure.kinds):
        inputs = tuple(map(at, structure.arguments[j]))
        if kind != XOR:
            place[first + j] = add(kind, structure.counts[j], inputs)
            continue
        result = inputs[0]
        for other in inputs[1:]:
            one, two = add(AND, 0, (result, -other)), add(AND, 0, (-result, other))
            result = -add(AND, 0, (-one, -two))
        # a gate's own literal is positive: a last AND of one input turns the sign
        place[first + j] = add(AND, 0, (result,))
    return replace(
        structure, kinds=tuple(kinds), counts=tuple(counts), arguments=tuple(arguments), top=at(structure.top),
        names={name: at(literal) for name, literal in structure.names.items()}, priority=(),
    )  # fmt: skip


def _literal(literal: int, p: Numbers) -> float:
    if abs(literal) == TRUE:
        return float(literal > 0)
    x = float(p[abs(literal) - FIRST_EVENT])
    return x if literal > 0 else 1.0 - x
