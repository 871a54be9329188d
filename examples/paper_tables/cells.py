"""Paper 001 §5 and paper 003 Remark 5 and §6, on the running example's cells: relations that the text states."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from examples.paper_tables.reliability import data_folder
from examples.paper_tables.row import PublishedComparison, Row

CONFIDENCE = 0.975
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Parts:
    """Operational mass ``op`` per cell, summing to the mass in the square, and λ, exact; ``(250²,)``.

    ``spread`` is the standard deviation of E[λ] by the delta method, whole points as the unit.
    """

    op: Array
    value: Array
    spread: float


@cache
def _parts() -> Parts | None:
    """The running example by the published settings, with exact areas instead of samples; None without its data."""
    from casegen_evidence.models import adapt
    from casegen_evidence.ram import paper
    from casegen_evidence.ram.cells import sort_cells
    from casegen_evidence.ram.data import read
    from casegen_evidence.ram.grid import Grid
    from casegen_evidence.ram.profile import axis_masses, smoothed
    from casegen_evidence.ram.unastuteness import exact_unastuteness
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.model_selection import train_test_split

    file = data_folder() / "running-example.csv"
    if not file.is_file():
        return None
    data = read(file)
    train, _ = train_test_split(np.arange(len(data.points)), test_size=0.2, random_state=1)
    forest = RandomForestClassifier(10, random_state=5).fit(
        data.points[train], data.labels[train].astype(str)
    )
    grid = Grid((0.0, 0.0), (1.0, 1.0), (250, 250))
    op, _ = paper.centre_profile(grid, data.points, 0.2)
    cells = sort_cells(grid, data.points, data.labels)
    result = exact_unastuteness(adapt(forest, ("0", "1")), cells, 1.0 - np.eye(2))
    masses = axis_masses(grid, data.points, 0.2, reflect=False)
    g, m = smoothed(masses, result.value, grid), np.prod([part.sum(axis=1) for part in masses], axis=0)
    spread = np.std(g - g.mean() / m.mean() * m) / (np.sqrt(len(g)) * m.mean())
    return Parts(op, result.value, float(spread))


def running_example() -> list[Row]:
    """Remark 5, and how many cells a budget of operational mass needs."""
    from casegen_evidence.ram import paper

    parts = _parts()
    if parts is None:
        why = "data may not be redistributed: set CASEGEN_REFERENCE_DATA"
        return [
            Row("Remark 5: pmi under a flat profile less ACU", 0.0, missing=why),
            Row("001 §5: cells that hold 99 % of the profile", missing=why),
        ]
    nothing = np.zeros_like(parts.op)
    flat = paper.assemble(np.ones_like(parts.op), nothing, parts.value, nothing, CONFIDENCE)
    op = parts.op / parts.op.sum()
    order = np.argsort(-op, kind="stable")
    k = int(np.searchsorted(np.cumsum(op[order]), 0.99)) + 1
    seen, mass = float(op[order[:k]] @ parts.value[order[:k]]), float(op[order[:k]].sum())
    whole = float(op @ parts.value)
    return [
        Row("Remark 5: pmi under a flat profile less ACU", 0.0, flat.mean - flat.acu, note="Eqns 11 and 16, areas exact"),
        Row("E[λ] with exact areas", 0.004891, whole, note="10⁴ common samples per cell in the paper"),
        Row("V[λ] as printed, with the Opᵢ as dependent as they are", 0.000004, parts.spread,
            note="delta method, points as the unit; the printed standard deviation takes them as independent"),
        Row("001 §5: cells that hold 99 % of the profile", None, k, note=f"of {len(op):,}, densest first"),
        Row("001 §5: E[λ] with the rest at 1", None, seen + 1 - mass, note="worst case: never below E[λ]"),
        Row("001 §5: E[λ] with the rest at the average", None, seen / mass,
            note=f"{'above' if seen / mass > whole else 'below'} E[λ] of all cells: an average is no limit"),
    ]  # fmt: skip


COMPARISONS = (
    PublishedComparison(
        "003-running-example", "Papers 001 and 003, relations on the running example", running_example
    ),
)
