"""The partition of a run: the box, cells narrower than r-separation asks for, and which of them are stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.ram.grid import Grid, SparseGrid
from casegen_evidence.ram.separation import Separation
from casegen_evidence.ram.sparse import Densest, densest

Array = NDArray[np.float64]
BYTES_PER_CELL = 600
"""Memory allowed for per stored cell, all arrays of a run together: generous, and no measurement.  Peaks of whole runs
are printed by ``benchmarks.ram speed``."""
OVERLAPPING = 100_000
"""In a plane, classes whose points lie so near to each other that more cells were asked for overlap: no cell would hold
one label only, however small, and so many cells show what there is to see."""
BYTES_AT_LEAST = 400 * 2**20
"""Memory of a run without its cells: the packages, and the sums over points in parts."""


@dataclass(frozen=True, slots=True)
class Budget:
    """At most ``cells`` cells and about ``memory`` GiB; ``left_out`` is the operational mass that may be missed.

    Where the whole grid is within the budget all cells are stored.  Else the densest are, down to
    ``left_out`` of the mass, and what is left out counts as failing.
    """

    cells: int = 1_000_000
    memory: float = 4.0
    left_out: float = 0.001

    @property
    def most(self) -> int:
        """Cells that both limits allow."""
        return max(1, min(self.cells, int((self.memory * 2**30 - BYTES_AT_LEAST) / BYTES_PER_CELL)))


def box(
    points: Array,
    apart: Separation,
    domain: Sequence[tuple[float, float]] | None,
    shape: Sequence[int] | None,
) -> Grid:
    """The whole grid: ``domain`` (or the points' range widened by a tenth), cells of ``shape`` or below r̂."""
    d = points.shape[1]
    if domain is not None:
        if len(domain) != d:
            raise InputProblem(f"expected a domain of {d} intervals, one per feature; found {len(domain)}")
        lower, upper = (np.array(v, dtype=float) for v in zip(*domain, strict=True))
        if np.any(lower >= upper):
            raise InputProblem(f"expected intervals of positive width in the domain; found {list(domain)}")
    else:
        low, high = points.min(axis=0), points.max(axis=0)
        for k in np.flatnonzero(low == high).tolist():
            raise InputProblem(
                f"expected design points that vary; the {len(points)} of them have one value of feature {k + 1}. Label "
                "more points, or state `domain`"
            )
        lower, upper = low - 0.1 * (high - low), high + 0.1 * (high - low)
    chosen = tuple(shape) if shape is not None else _fine_enough(lower, upper, apart)
    if len(chosen) != d:
        raise InputProblem(f"expected {d} numbers of cells, one per feature; found {len(chosen)}")
    return Grid(tuple(lower.tolist()), tuple(upper.tolist()), tuple(int(s) for s in chosen))


def _fine_enough(lower: Array, upper: Array, apart: Separation) -> tuple[int, ...]:
    if apart.distance <= 0:
        raise InputProblem(
            "expected an r-separation above 0 to size the cells; found r̂ = 0: points coincide that have different "
            "labels. Remove the contradiction from the data, or state `cells`"
        )
    counts = tuple(int(np.floor(w / apart.radius)) + 1 for w in (upper - lower).tolist())
    if len(counts) <= 2 and prod(counts) > OVERLAPPING:
        most = int(OVERLAPPING ** (1 / len(counts)))
        return tuple(min(count, most) for count in counts)
    return counts


def affordable(whole: Grid, points: int, budget: Budget) -> None:
    """Refuse a grid whose slabs alone, one number for every slab and point, would exceed the memory."""
    slabs = int(budget.memory * 2**30 / (16 * max(points, 1) * whole.dimension))
    for axis, count in enumerate(whole.shape):
        if count > slabs:
            raise InputProblem(
                f"expected at most {slabs:,} cells along a feature within {budget.memory:g} GiB and {points:,} points; "
                f"feature {axis + 1} has {count:,}, of side {whole.side[axis]:.3g}. Cells of side "
                f"{whole.width[axis] / slabs:.3g} would fit: state `cells`, or raise `memory`"
            )
    if whole.whole >= 2**62:
        raise InputProblem(_too_many(whole, budget, None))


@in_own_arithmetic
def stored(whole: Grid, masses: Sequence[Array], weights: Array, budget: Budget) -> Grid:
    """``whole`` if it fits the ``budget``, else the densest cells by Σ_j weights_j Π_k masses[k][j, i_k].

    Raises :class:`InputProblem` if they leave out more mass than the budget permits: how many cells there
    are, what they would leave out, and which cell side fits.
    """
    most = budget.most
    if whole.whole <= most:
        return whole
    result = densest(whole, masses, weights, budget.left_out, most)
    if not result.complete:
        inside = float(np.prod([m.sum(axis=1) for m in masses], axis=0) @ weights)
        raise InputProblem(_too_many(whole, budget, _missed(result, inside)))
    return SparseGrid(whole.lower, whole.upper, whole.shape, result.which)


def _missed(result: Densest, inside: float) -> str:
    """What the densest cells would leave out, in words."""
    missed = max(0.0, inside - result.mass)
    return f"the {len(result.which):,} densest leave out {missed:.3g} of the operational mass"


def _too_many(whole: Grid, budget: Budget, missed: str | None) -> str:
    limit = "most_cells" if budget.most == budget.cells else "memory"
    fits = float(np.prod(whole.width) / budget.most) ** (1 / whole.dimension) * 1.001
    shape = ", ".join(str(max(1, int(w / fits))) for w in whole.width)
    warning = "" if missed is None else f"; {missed}, and left_out permits {budget.left_out:g}"
    return (
        f"expected at most {budget.most:,} cells ({limit}); found {whole.whole:,} of side "
        f"{' × '.join(f'{s:.3g}' for s in whole.side)}{warning}. A cell side of ε = {fits:.3g} would fit: state "
        f"`cells` ({shape}), or raise `{limit}`" + ("" if missed is None else " or `left_out`")
    )
