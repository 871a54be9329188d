"""Rigorous bounds of a top event whose diagram is too large, and the labelled classical approximations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from casegen.fta import speed
from casegen.fta.engine import DEFAULT_MAX_NODES, flat_arguments
from casegen.fta.errors import FaultTreeError, TooLarge
from casegen.fta.structure import FIRST_EVENT, XOR, Structure
from casegen.fta.tree import CompiledTree

Method = Literal["bdd", "mcub", "rare-event", "cutoff", "bounds"]

_CAPACITY = 24_000_000
_FIRST_LIMIT = 64_000


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
    tree: CompiledTree, p: Sequence[float], method: Method = "bdd", *, cutoff: float | None = None,
    limit_order: int | None = None,
) -> Quantified:  # fmt: skip
    """Top-event probability: exact, or by a classical approximation on request.

    ``rare-event``: sum of the minimal cut sets (Boole), ``mcub``: ``1 - prod(1 - P(C))``; for coherent trees both
    lie above the truth.  ``cutoff``: the sum of the cut sets within ``cutoff`` and ``limit_order``, with the rest
    of the sum stated as what was left out.  Raises ``ValueError`` for an unknown method.
    """
    if method == "bdd":
        exact = tree.probability(p)
        return Quantified(exact, "bdd", not tree.labels, exact if not tree.labels else None, exact, "; ".join(tree.labels))
    families = tree.families
    above = "an upper bound" if tree.coherent else "no bound: the tree is not coherent"
    total = families.rare_event_sum(p)
    if method == "rare-event":
        capped = min(1.0, total)
        return Quantified(capped, method, False, None, capped if tree.coherent else None, f"rare-event sum, {above}")
    if method == "mcub":
        found = families.upper_bound(list(p))
        return Quantified(found, method, False, None, found if tree.coherent else None, f"min-cut upper bound, {above}")
    if method == "cutoff":
        result = tree.cut_sets(p, top=100_000, limit_order=limit_order, cutoff=cutoff)
        kept = sum(row.probability for row in result.rows)
        rest = max(0.0, total - kept)
        left = f"{result.truncation or 'only the 100,000 most probable cut sets kept' if rest > 1e-12 * total else 'complete'}"
        label = f"sum of {len(result.rows):,} minimal cut sets; {left}; left out: {rest:.3g} of the rare-event sum"
        return Quantified(min(1.0, kept), method, False, None, min(1.0, total) if tree.coherent else None, label)
    raise ValueError(f"no method {method!r}; known: bdd, mcub, rare-event, cutoff")


def bound(structure: Structure, p: Sequence[float], *, max_nodes: int | None = None) -> Quantified:
    """Rigorous lower and upper bound of the top, within ``max_nodes`` diagram nodes (about 100 bytes each).

    Every gate keeps a function below and one above it, pruned to a size; their probabilities are exact.  The
    size per function starts large and shrinks until all fits.  ``probability`` is the geometric middle.  Raises
    :class:`FaultTreeError` for trees with XOR, and :class:`TooLarge` when even the smallest size does not fit.
    """
    if XOR in structure.kinds:
        raise FaultTreeError(f"tree {structure.tree} has XOR gates, for which no bounds are computed", ("trees",))
    kernels = speed.compiled() if speed.available() else speed.plain()
    a = kernels.array
    start, arguments = flat_arguments(structure)
    first = structure.first_gate
    kinds, counts, start, arguments, top = kernels.reduce_graph(
        a(structure.kinds), a(structure.counts), a(start), a(arguments), first, structure.top
    )
    if abs(top) < first:
        raise FaultTreeError(f"tree {structure.tree} is trivial: solve it exactly", ("trees",))
    gates, n = kernels.children_first(start, arguments, first, top)
    widest = max(int(start[j + 1] - start[j]) for j in gates[:n])
    capacity = min(max_nodes or DEFAULT_MAX_NODES, _CAPACITY)
    limit = _FIRST_LIMIT
    while limit >= 50:
        for way in (0, 16):
            order, m = _order(kernels, start, arguments, first, gates, n, top, way, len(kinds))
            q = a([float(p[int(v) - FIRST_EVENT]) for v in order[:m]])
            status, low, high, used = kernels.bound_gates(
                kinds, counts, start, arguments, first, gates, n, order, m, q, limit, capacity, widest, top
            )
            if status == 0:
                label = f"rigorous bounds: every gate pruned to {limit:,} nodes from below and from above"
                middle = (max(low, 1e-300) * high) ** 0.5
                return Quantified(float(middle), "bounds", False, float(low), float(high), label)
        limit //= 4
    raise TooLarge(f"even bounds of tree {structure.tree}", capacity)


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
