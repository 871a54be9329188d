"""Rigorous bounds of a top event whose diagram is too large, and the labelled classical approximations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from casegen.fta import speed
from casegen.fta.diagram import Numbers
from casegen.fta.engine import DEFAULT_MAX_NODES, flat_arguments
from casegen.fta.errors import FaultTreeError, TooLarge
from casegen.fta.structure import FIRST_EVENT, TRUE, XOR, Structure
from casegen.fta.tree import CompiledTree

Method = Literal["bdd", "mcub", "rare-event", "cutoff", "bounds"]

_LIMITS = (100, 400, 1600)


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


def quantify(
    tree: CompiledTree, p: Numbers, method: Method = "bdd", *, cutoff: float | None = None,
    limit_order: int | None = None,
) -> Quantified:  # fmt: skip
    """Top-event probability: exact, or by a classical approximation on request.

    ``rare-event``: sum of the minimal cut sets (Boole), ``mcub``: ``1 - prod(1 - P(C))``; for coherent trees both
    lie above the truth.  ``cutoff``: the sum of the cut sets within ``cutoff`` and ``limit_order``, with the rest
    of the sum stated as what was left out.  Raises ``ValueError`` for an unknown method.
    """
    if method == "bdd":
        exact = tree.probability(p)
        return Quantified(
            exact, "bdd", not tree.labels, exact if not tree.labels else None, exact, "; ".join(tree.labels)
        )
    families = tree.families
    above = "an upper bound" if tree.coherent else "no bound: the tree is not coherent"
    total = families.rare_event_sum(p)
    if method == "rare-event":
        capped = min(1.0, total)
        return Quantified(
            capped, method, False, None, capped if tree.coherent else None, f"rare-event sum, {above}"
        )
    if method == "mcub":
        found = families.upper_bound(list(p))
        return Quantified(
            found, method, False, None, found if tree.coherent else None, f"min-cut upper bound, {above}"
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
    bounds counts.  ``probability`` is their geometric middle.  Raises :class:`FaultTreeError` for trees with
    XOR, and :class:`TooLarge` when even the smallest limit does not fit.
    """
    if XOR in structure.kinds:
        raise FaultTreeError(
            f"tree {structure.tree} has XOR gates, for which no bounds are computed", ("trees",)
        )
    kernels = speed.compiled() if speed.available() and len(structure.kinds) > 50 else speed.plain()
    a = kernels.array
    start, arguments = flat_arguments(structure)
    first = structure.first_gate
    kinds, counts, start, arguments, top = kernels.reduce_graph(
        a(structure.kinds), a(structure.counts), a(start), a(arguments), first, structure.top
    )
    if abs(top) < first:
        exact = _literal(top, p)
        return Quantified(exact, "bounds", True, exact, exact, "the tree is one event or a constant")
    gates, n = kernels.children_first(start, arguments, first, top)
    widest = max(int(start[j + 1] - start[j]) for j in gates[:n])
    most = max_nodes or DEFAULT_MAX_NODES
    lower, upper, best = 0.0, 1.0, 0
    for limit in limits:
        capacity = min(most, 20_000 + 4 * len(structure.events) + 2500 * limit)
        for way in (10, 16, 0):
            order, m = _order(kernels, start, arguments, first, gates, n, top, way, len(kinds))
            q = a([float(p[int(v) - FIRST_EVENT]) for v in order[:m]])
            status, low, high, _ = kernels.bound_gates(
                kinds, counts, start, arguments, first, gates, n, order, m, q, limit, capacity, widest, top
            )
            if status == 0:
                best = best or limit
                if low > lower or high < upper:
                    best = limit
                lower, upper = max(lower, float(low)), min(upper, float(high))
            if best and upper <= ratio * lower:
                break
        if best and upper <= ratio * lower:
            break
    if not best:
        raise TooLarge(f"even bounds of tree {structure.tree}", most)
    label = f"rigorous bounds: every gate pruned to {best:,} nodes from below and from above"
    return Quantified((max(lower, 1e-300) * upper) ** 0.5, "bounds", False, lower, upper, label)


def _literal(literal: int, p: Numbers) -> float:
    if abs(literal) == TRUE:
        return float(literal > 0)
    x = float(p[abs(literal) - FIRST_EVENT])
    return x if literal > 0 else 1.0 - x


def _order(
    kernels: Any, start: Any, arguments: Any, first: int, gates: Any, n: int, top: int, way: int, total: int
) -> tuple[Any, int]:
    a = kernels.array
    variables = first + total
    none = a([0] * (total + 1))
    parents = kernels.count_parents(start, arguments, gates, n, variables, top)
    order = kernels.ints(variables)
    m = kernels.find_order(
        way, start, arguments, first, abs(top) - first, none, gates, n, parents, kernels.floats(variables),
        kernels.ints(variables), 1, kernels.ints(2 * variables + 2 * len(arguments) + 8),
        kernels.ints(len(arguments) + 8), order,
    )  # fmt: skip
    return order, int(m)
