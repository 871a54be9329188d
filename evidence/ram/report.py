"""Tables and figures of a low-dimensional RAM run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evidence.method import Figure, Measure, Table
from evidence.ram import paper
from evidence.ram.cells import CellKind
from evidence.ram.low import LowDimensional
from evidence.ram.sound import smooth_part

Array = NDArray[np.float64]
RESOLUTION = 80
"""Heat maps are drawn with at most this many fields per axis."""
KINDS = {
    CellKind.NORMAL: "normal",
    CellKind.EMPTY: "empty (voted)",
    CellKind.CROSS_BOUNDARY: "cross-boundary",
}
SENSITIVITY = tuple(float(f) for f in np.geomspace(0.25, 4.0, 9))


def short(number: float) -> float:
    """Four significant digits, for documents."""
    return float(f"{number:.4g}")


def tables(found: LowDimensional, measures: dict[str, Measure]) -> list[Table]:
    """All tables, in reading order."""
    return [_comparison(measures), _parts(found), _by_kind(found), _partition(found), _bandwidths(found)]


def _comparison(measures: dict[str, Measure]) -> Table:
    names = {
        "pmi": "pmi",
        "pmi_smooth": "pmi, if the profile is smooth",
        "pmi_voted": "pmi, if also the votes are right",
        "pmi_eqn13": "pmi, paper's Eqns 11–13 (for reproduction)",
        "acu": "ACU (flat profile)",
        "test_error": "test error, any misclassification",
        "test_failure": "test failures counted here",
    }
    rows: list[list[str | float | int | None]] = []
    for name, title in names.items():
        m = measures[name]
        lower = None if m.lower is None else short(m.lower)
        upper = None if m.upper is None else short(m.upper)
        rows.append([title, short(m.value), lower, upper, m.estimator])
    columns = ["measure", "estimate", "lower", "upper", "estimator"]
    return Table("Test error, ACU and pmi side by side", columns, rows)


def _parts(found: LowDimensional) -> Table:
    b = found.bound
    seen, hidden = b.band[0].mean, b.hidden.value
    rows: list[list[str | float | int | None]] = [
        ["seen: disagreements with the cell's label", short(seen), short(max(s.upper for s in b.band))],
        ["Monte Carlo noise of λ", 0.0, short(b.monte_carlo)],
        ["hidden: wrong cell labels and inputs outside the domain", short(hidden), short(b.hidden.upper)],
        ["together", short(seen + hidden), short(b.smooth)],
    ]
    return Table(
        "What the bound for a smooth profile is made of",
        ["part", "estimate", "upper limit"],
        rows,
        f"{b.points} evaluation points, {b.outside} of them outside the domain; {b.inputs} inputs without label.",
    )


def shares(found: LowDimensional) -> dict[CellKind, tuple[int, float, float]]:
    """Per kind: number of cells, operational mass, and share of λ."""
    contribution = found.profile * found.unastuteness.value
    total = float(contribution.sum()) or 1.0
    result = {}
    for kind in KINDS:
        mask = found.cells.kind == kind
        mass, part = float(found.profile[mask].sum()), float(contribution[mask].sum())
        result[kind] = (int(mask.sum()), mass, part / total)
    return result


def _by_kind(found: LowDimensional) -> Table:
    rows: list[list[str | float | int | None]] = [
        [KINDS[kind], count, short(mass), short(share)]
        for kind, (count, mass, share) in shares(found).items()
    ]
    note = "Labels of empty cells rest on the vote of the model's own predictions (Assumption 4 of the RAM)."
    return Table("Cells by kind", ["kind", "cells", "operational mass", "share of λ"], rows, note)


def _partition(found: LowDimensional) -> Table:
    grid, apart = found.cells.grid, found.separation
    rows: list[list[str | float | int | None]] = [
        ["smallest L∞ distance of points with different labels", short(apart.distance)],
        ["r̂ (half of it, Remark 3)", short(apart.radius)],
        ["cells", " × ".join(str(s) for s in grid.shape)],
        ["cell side", " × ".join(f"{s:.4g}" for s in grid.side)],
        ["cells with unastuteness above 0", int(np.sum(found.unastuteness.value > 0))],
        ["cells whose unastuteness is exact", int(np.sum(found.unastuteness.known))],
        ["Monte Carlo samples in the others", int(np.sum(found.unastuteness.samples))],
        ["kernel mass outside the domain before folding back", short(1 - found.mass_inside)],
    ]
    return Table("Partition", ["what", "found"], rows)


def _bandwidths(found: LowDimensional) -> Table:
    rows: list[list[str | float | int | None]] = [
        [short(s.bandwidth), short(s.mean), short(s.sd), short(s.upper), short(s.ceiling)]
        for s in found.bound.band
    ]
    columns = ["bandwidth", "seen part", "standard deviation", "upper limit", "ceiling of one point"]
    note = "The bound uses the largest upper limit of the band. Bandwidths are shares of the domain's width."
    return Table("Bandwidth band", columns, rows, note)


def figures(found: LowDimensional) -> list[Figure]:
    """All figures; the heat maps only in two dimensions."""
    drawn = [_share_bars(found), _sensitivity(found)]
    if found.cells.grid.dimension == 2:
        drawn = [*_maps(found), *drawn]
    return drawn


def _maps(found: LowDimensional) -> list[Figure]:
    grid = found.cells.grid
    density = coarse(found.profile.reshape(grid.shape) / np.prod(grid.side), np.add)
    worst = coarse(found.unastuteness.value.reshape(grid.shape), np.maximum)
    extent = [grid.lower[0], grid.upper[0], grid.lower[1], grid.upper[1]]
    x, y = found.data.features
    peak = np.unravel_index(int(density.argmax()), density.shape)
    at = [grid.lower[k] + (peak[k] + 0.5) / density.shape[k] * grid.width[k] for k in (0, 1)]
    share = float(np.mean(worst > 0))
    return [
        Figure(
            "Operational profile",
            "heatmap",
            {"z": _rows(density), "extent": extent, "log": False},
            f"Density of inputs expected in operation; it is largest near {x} = {at[0]:.3g}, {y} = {at[1]:.3g}.",
            x,
            y,
        ),
        Figure(
            "Unastuteness",
            "heatmap",
            {"z": _rows(worst), "extent": extent, "log": False},
            f"Largest probability of misclassification in each field of cells; {share:.1%} of the fields hold "
            "any, along the borders between classes.",
            x,
            y,
        ),
    ]


def coarse(field: Array, how: np.ufunc) -> Array:
    """Reduce a two-dimensional field to at most ``RESOLUTION`` per axis by blocks (mean for ``np.add``)."""
    starts = [np.linspace(0, n, min(n, RESOLUTION), endpoint=False).astype(int) for n in field.shape]
    reduced = how.reduceat(how.reduceat(field, starts[0], axis=0), starts[1], axis=1)
    if how is np.add:
        sizes = [np.diff(np.append(s, n)) for s, n in zip(starts, field.shape, strict=True)]
        reduced = reduced / (sizes[0][:, None] * sizes[1][None, :])
    return np.asarray(reduced)


def _rows(field: Array) -> list[list[float]]:
    return [[short(v) for v in row] for row in field.T.tolist()]


def _share_bars(found: LowDimensional) -> Figure:
    parts = shares(found)
    series = [
        {"name": "operational mass", "values": [short(mass) for _, mass, _ in parts.values()]},
        {"name": "share of λ", "values": [short(share) for _, _, share in parts.values()]},
    ]
    voted = parts[CellKind.EMPTY]
    alt = (
        f"Empty cells, labelled by vote, hold {voted[1]:.0%} of the operational mass and {voted[2]:.0%} of λ."
    )
    data = {"categories": [KINDS[k] for k in parts], "series": series}
    return Figure(
        "Operational mass and share of λ by kind of cell", "bars", data, alt, "kind of cell", "share"
    )


def _sensitivity(found: LowDimensional) -> Figure:
    grid = found.cells.grid
    held = found.data.points[found.evaluation]
    held = held[grid.inside(held)]
    variance = found.unastuteness.variance()
    sound: dict[str, list[float]] = {"y": [], "upper": []}
    eqn13: dict[str, list[float]] = {"y": [], "upper": []}
    x = [short(f * found.bandwidth) for f in SENSITIVITY]
    for factor in SENSITIVITY:
        h = factor * found.bandwidth
        (part,) = smooth_part(grid, held, found.unastuteness.value, h, [found.confidence])
        sound["y"].append(short(part.mean))
        sound["upper"].append(short(part.upper))
        op, spread = paper.centre_profile(grid, found.data.points, h)
        old = paper.assemble(op, spread, found.unastuteness.value, variance, found.confidence)
        eqn13["y"].append(short(old.mean))
        eqn13["upper"].append(short(old.upper))
    series = [
        {"name": "seen part, upper limit by Chernoff–Hoeffding", "x": x, **sound},
        {"name": "Eqns 11–13 (for reproduction)", "x": x, **eqn13},
    ]
    low, high = min(sound["y"]), max(sound["y"])
    alt = (
        f"The estimate moves from {low:.3g} to {high:.3g} as the bandwidth goes from a quarter to four times the "
        "chosen one; the interval of Eqns 12–13 does not show this."
    )
    return Figure(
        "Sensitivity to the bandwidth",
        "lines",
        {"series": series},
        alt,
        "bandwidth",
        "seen part of λ",
        log_x=True,
    )
