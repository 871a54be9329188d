"""Tables of a low-dimensional RAM run."""

from __future__ import annotations

from math import isfinite

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import Measure, Table
from casegen_evidence.ram.cells import CellKind
from casegen_evidence.ram.low import LowDimensional

Array = NDArray[np.float64]
KINDS = {
    CellKind.NORMAL: "normal",
    CellKind.EMPTY: "empty (voted)",
    CellKind.CROSS_BOUNDARY: "cross-boundary",
}


COMPARED = {
    "test_error": "test error, any misclassification",
    "test_failure": "test failures counted here",
    "acu": "ACU (flat profile)",
    "pmi": "pmi",
    "pmi_as_drawn": "pmi of the labelled points' own profile",
    "pmi_smooth": "pmi, if the profile is smooth",
    "pmi_voted": "pmi, if also the votes are right",
    "pmi_eqn13": "Eqns 11–13 (reproduction)",
}
"""Measures side by side, with what they are called there."""


def short(number: float) -> float:
    """Four significant digits, for documents."""
    return float(f"{number:.4g}")


def tables(assessment: LowDimensional, measures: dict[str, Measure]) -> list[Table]:
    """All tables, in reading order."""
    compared = assessment.held.comparison
    most = float(assessment.severity.max())
    restated = [] if compared is None else [compared.tests(), compared.table(assessment.failures, most)]
    return [
        _comparison(measures),
        *restated,
        _parts(assessment),
        _by_kind(assessment),
        _densest(assessment),
        _partition(assessment),
        _bandwidths(assessment),
    ]


def _comparison(measures: dict[str, Measure]) -> Table:
    rows: list[list[str | float | int | None]] = []
    for name, title in COMPARED.items():
        if name not in measures:
            continue
        m = measures[name]
        lower = None if m.lower is None else short(m.lower)
        upper = None if m.upper is None else short(m.upper)
        rows.append([title, short(m.value), lower, upper, m.estimator, m.assumes])
    columns = ["measure", "estimate", "lower", "upper", "estimator", "assumes besides"]
    return Table("Test error, ACU and pmi side by side", columns, rows)


def _parts(assessment: LowDimensional) -> Table:
    b = assessment.bound
    seen, hidden = b.seen, b.hidden.value
    shift = assessment.plan.shift
    lost = [["shift of the profile", None, short(shift * float(assessment.severity.max()))]] if shift else []
    rows: list[list[str | float | int | None]] = [
        ["seen: disagreements with the cell's label", short(seen), short(max(s.upper for s in b.band))],
        ["Monte Carlo noise of λ", 0.0, short(b.monte_carlo)],
        ["hidden: wrong cell labels and inputs outside the domain", short(hidden), short(b.hidden.upper)],
        *lost,
        ["together", short(seen + hidden), short(b.smooth)],
    ]
    return Table(
        "What the bound for a smooth profile is made of",
        ["part", "estimate", "upper limit"],
        rows,
        f"{b.points} evaluation points, {b.outside} of them outside the domain; {b.inputs} inputs without label. "
        f"The bound of pmi itself counts {b.way}.",
    )


def shares(assessment: LowDimensional) -> dict[CellKind, tuple[int, float, float]]:
    """Per kind: number of cells, operational mass, and share of λ."""
    contribution = assessment.profile * assessment.unastuteness.value
    total = float(contribution.sum()) or 1.0
    result = {}
    for kind in KINDS:
        mask = assessment.cells.kind == kind
        mass, part = float(assessment.profile[mask].sum()), float(contribution[mask].sum())
        result[kind] = (int(mask.sum()), mass, part / total)
    return result


def _by_kind(assessment: LowDimensional) -> Table:
    rows: list[list[str | float | int | None]] = [
        [KINDS[kind], count, short(mass), short(share)]
        for kind, (count, mass, share) in shares(assessment).items()
    ]
    note = "Labels of empty cells rest on the vote of the model's own predictions (Assumption 4 of the RAM)."
    return Table("Cells by kind", ["kind", "cells", "operational mass", "share of λ"], rows, note)


def _partition(assessment: LowDimensional) -> Table:
    grid, apart = assessment.cells.grid, assessment.separation
    rows: list[list[str | float | int | None]] = [
        ["smallest L∞ distance of points with different labels", short(apart.distance)],
        ["r̂ (half of it, Remark 3)", short(apart.radius)],
        ["cells", " × ".join(str(s) for s in grid.shape)],
        ["cells stored", grid.cells],
        ["cell side", " × ".join(f"{s:.4g}" for s in grid.side)],
        ["cells with unastuteness above 0", int(np.sum(assessment.unastuteness.value > 0))],
        ["cells whose unastuteness is exact", int(np.sum(assessment.unastuteness.known))],
        ["Monte Carlo samples in the others", int(np.sum(assessment.unastuteness.samples))],
        ["kernel mass outside the domain before folding back", short(1 - assessment.mass_inside)],
    ]
    return Table("Partition", ["what", "found"], rows)


def _bandwidths(assessment: LowDimensional) -> Table:
    rows: list[list[str | float | int | None]] = [
        [
            short(s.bandwidth),
            short(s.mean),
            short(s.sd) if isfinite(s.sd) else None,
            short(s.upper),
            short(s.ceiling),
        ]
        for s in assessment.bound.band
    ]
    columns = ["bandwidth", "seen part", "standard deviation", "upper limit", "ceiling of one point"]
    note = "The bound uses the largest upper limit of the band. Bandwidths are shares of the domain's width."
    if assessment.held.evaluation.exact is not None:
        note = "The profile is known (bandwidth 0): its mass in the cells is exact."
    return Table("Bandwidth band", columns, rows, note)


def _densest(assessment: LowDimensional) -> Table:
    k, mass, part, worst = densest_first(assessment)
    at = sorted({int(np.searchsorted(k, share * k[-1])) for share in (0.001, 0.01, 0.1, 0.25, 0.5, 1.0)})
    rows: list[list[str | float | int | None]] = [
        [int(k[i]), short(mass[i]), short(part[i]), short(worst[i])] for i in at
    ]
    columns = ["cells", "operational mass", "seen part in them", "if all others fail"]
    note = "Cells by falling operational mass: what those not assessed could add is their mass."
    return Table("The densest cells, and the worst case for the rest", columns, rows, note)


def densest_first(assessment: LowDimensional) -> tuple[Array, Array, Array, Array]:
    """Over k of the cells, densest first: k, their mass, Σ Op_i λ_i in them, and the same if all others fail."""
    order = np.argsort(-assessment.profile, kind="stable")
    mass = np.cumsum(assessment.profile[order])
    part = np.cumsum((assessment.profile * assessment.unastuteness.value)[order])
    inside = float(mass[-1]) + assessment.left_out
    worst = part + float(assessment.severity.max()) * np.maximum(inside - mass, 0.0)
    at = np.unique(np.geomspace(1, len(order), 60).astype(int)) - 1
    return at + 1.0, mass[at], part[at], worst[at]
