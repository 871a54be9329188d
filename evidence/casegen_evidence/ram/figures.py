"""Figures of a low-dimensional RAM run, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import Figure, Measure
from casegen_evidence.models import Classifier
from casegen_evidence.ram import paper
from casegen_evidence.ram.cells import CellKind, sort_cells
from casegen_evidence.ram.grid import Grid
from casegen_evidence.ram.low import LowDimensional, unastuteness
from casegen_evidence.ram.operation import design_profile
from casegen_evidence.ram.partition import stored
from casegen_evidence.ram.profile import cell_probabilities
from casegen_evidence.ram.report import COMPARED, KINDS, densest_first, shares, short
from casegen_evidence.ram.sound import Smoothed, exact_part, hidden_failures, smooth_part, worst_shift

Array = NDArray[np.float64]
RESOLUTION = 80
"""Heat maps are drawn with at most this many fields per axis."""
FACTORS = tuple(float(f) for f in np.geomspace(0.25, 4.0, 9))
"""Multiples of the bandwidth over which its effect is shown."""
SHIFTS = (0.0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1)
COSTLY = 2e8
"""Above so many pairs of a cell and a point the reproduction-only estimator is not repeated per bandwidth."""
MANY = 100_000
"""Above so many cells, or where not all are stored, fewer bandwidths and no other partitions are shown."""


def figures(
    assessment: LowDimensional, measures: Mapping[str, Measure], classifier: Classifier, seed: int
) -> list[Figure]:
    """All figures, in reading order; maps are of pairs of features, in one dimension curves."""
    drawn = _maps(assessment) if assessment.cells.grid.dimension > 1 else [_curves(assessment)]
    drawn += [_comparison(measures), _share_bars(assessment), _convergence(assessment)]
    if assessment.held.evaluation.exact is None:
        drawn.append(_bandwidths(assessment))
    return [*drawn, _cell_sizes(assessment, classifier, seed), _shifts(assessment, measures)]


def _maps(assessment: LowDimensional) -> list[Figure]:
    """Per pair of features (three pairs at most) the profile, and where failures come from."""
    pairs = list(combinations(range(assessment.cells.grid.dimension), 2))[:3]
    contribution = assessment.profile * assessment.unastuteness.value
    drawn = []
    for pair in pairs:
        drawn.append(_profile_map(assessment, pair))
        if len(pairs) == 1:
            drawn.append(_unastuteness_map(assessment))
        else:
            drawn.append(_contribution_map(assessment, pair, contribution))
    return drawn


def _profile_map(assessment: LowDimensional, pair: tuple[int, int]) -> Figure:
    x, y = (assessment.data.features[k] for k in pair)
    field, extent = projected(assessment.cells.grid, assessment.profile, pair)
    grid = assessment.cells.grid
    slabs = [
        np.bincount(np.arange(n) * f // n)
        for n, f in zip((grid.shape[k] for k in pair), field.shape, strict=True)
    ]
    field = field / (np.outer(*slabs) * float(np.prod(grid.side[list(pair)])))
    peak = np.unravel_index(int(field.argmax()), field.shape)
    at = [
        extent[2 * k] + (peak[k] + 0.5) * (extent[2 * k + 1] - extent[2 * k]) / field.shape[k] for k in (0, 1)
    ]
    rest = "" if assessment.cells.grid.dimension == 2 else ", over all values of the other features"
    return Figure(
        "Operational profile" if not rest else f"Operational profile of {x} and {y}",
        "heatmap",
        {"z": _rows(field), "extent": extent, "log": False},
        f"Density of inputs expected in operation{rest}; it is largest near {x} = {at[0]:.3g}, {y} = {at[1]:.3g}.",
        x,
        y,
    )


def _unastuteness_map(assessment: LowDimensional) -> Figure:
    x, y = assessment.data.features
    worst, extent = projected(assessment.cells.grid, assessment.unastuteness.value, (0, 1), np.maximum)
    share = float(np.mean(worst > 0))
    return Figure(
        "Unastuteness",
        "heatmap",
        {"z": _rows(worst), "extent": extent, "log": False},
        f"Largest probability of misclassification in each field of cells; {share:.1%} of the fields hold "
        "any, along the borders between classes.",
        x,
        y,
    )


def _contribution_map(assessment: LowDimensional, pair: tuple[int, int], contribution: Array) -> Figure:
    x, y = (assessment.data.features[k] for k in pair)
    field, extent = projected(assessment.cells.grid, contribution, pair)
    ranked = np.sort(field.ravel())[::-1]
    half = int(np.searchsorted(np.cumsum(ranked), ranked.sum() / 2)) + 1
    return Figure(
        f"Where λ comes from, by {x} and {y}",
        "heatmap",
        {"z": _rows(field), "extent": extent, "log": False},
        f"Operational mass times unastuteness, summed over the other features; half of it lies in {half} of "
        f"{field.size} fields.",
        x,
        y,
    )


def projected(
    grid: Grid, values: Array, pair: tuple[int, int], how: np.ufunc = np.add
) -> tuple[Array, list[float]]:
    """Values of the stored cells gathered by ``how`` over fields of two axes; the field and its extent."""
    shape = [min(grid.shape[k], RESOLUTION) for k in pair]
    field = np.zeros(shape)
    for first in range(0, grid.cells, 500_000):
        cells = np.arange(first, min(first + 500_000, grid.cells))
        index = grid.index(cells)
        at = tuple(index[:, k] * n // grid.shape[k] for k, n in zip(pair, shape, strict=True))
        how.at(field, at, values[cells])
    extent = [edge for k in pair for edge in (grid.lower[k], grid.upper[k])]
    return field, extent


def _rows(field: Array) -> list[list[float]]:
    return [[short(v) for v in row] for row in field.T.tolist()]


def _curves(assessment: LowDimensional) -> Figure:
    grid, name = assessment.cells.grid, assessment.data.features[0]
    index = grid.index(np.arange(grid.cells))[:, 0]
    fields = min(grid.shape[0], 4 * RESOLUTION)
    at = index * fields // grid.shape[0]
    mass = np.bincount(at, weights=assessment.profile, minlength=fields)
    part = np.bincount(at, weights=assessment.profile * assessment.unastuteness.value, minlength=fields)
    x = [short(grid.lower[0] + (k + 0.5) * grid.width[0] / fields) for k in range(fields)]
    series = [
        {"name": "operational mass", "x": x, "y": [short(v) for v in mass]},
        {"name": "of it failing", "x": x, "y": [short(v) for v in part]},
    ]
    alt = f"Operational mass along {name}, and the part of it that fails; most fails near {x[int(part.argmax())]:g}."
    return Figure(
        "Operational profile and failures", "lines", {"series": series}, alt, name, "mass per field"
    )


def _comparison(measures: Mapping[str, Measure]) -> Figure:
    shown = {
        name.replace("pmi_eqn13", "Eqns 11–13").replace("_", " "): measures[name]
        for name in COMPARED
        if name in measures
    }

    def ends(side: str) -> list[float]:
        result = ((getattr(m, side), m.value) for m in shown.values())
        return [short(value if end is None else end) for end, value in result]

    series = [
        {
            "name": "estimate with its limits",
            "values": [short(m.value) for m in shown.values()],
            "lower": ends("lower"),
            "upper": ends("upper"),
        }
    ]
    pmi, error, acu = (measures[n] for n in ("pmi", "test_error", "acu"))
    alt = (
        f"Test error {error.value:.3g}, ACU {acu.value:.3g} and pmi {pmi.value:.3g} side by side; the upper limit of "
        f"pmi, for claims, is {pmi.upper:.3g}, and limits that assume more are narrower only as far as that holds."
    )
    data = {"categories": list(shown), "series": series}
    return Figure("Test error, ACU and pmi", "bars", data, alt, "measure", "probability")


def _share_bars(assessment: LowDimensional) -> Figure:
    parts = shares(assessment)
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


def _convergence(assessment: LowDimensional) -> Figure:
    k, mass, part, worst = densest_first(assessment)
    some = part > 0
    series = [
        {"name": "if all other cells fail", "x": k.tolist(), "y": [short(v) for v in worst]},
        {"name": "seen part of λ", "x": k[some].tolist(), "y": [short(v) for v in part[some]]},
    ]
    enough = int(k[int(np.searchsorted(mass, 0.99 * mass[-1]))])
    alt = (
        f"The seen part of λ over the k densest cells rises to {part[-1]:.3g}; about {enough:,} of {int(k[-1]):,} "
        "cells hold 99 % of the operational mass, and what the others could add is their mass."
    )
    return Figure(
        "Convergence over the densest cells",
        "lines",
        {"series": series},
        alt,
        "cells assessed, densest first",
        "seen part of λ",
        log_x=True,
        log_y=bool(some.any()),
    )


def _seen(assessment: LowDimensional, grid: Grid, values: Array, bandwidth: float) -> Smoothed:
    """The seen part with its upper limit on some grid, at some bandwidth (any, if the profile is known)."""
    held, rest = assessment.held.evaluation, float(assessment.severity.max())
    if held.exact is not None:
        from casegen_evidence.ram.sound import Exact
        from casegen_evidence.ram.stated import Known, KnownProfile

        assert isinstance(assessment.plan.profile, Known)
        known = KnownProfile(assessment.plan.profile, assessment.data.features)
        return exact_part(grid, values, Exact(known.masses(grid), known.shares), rest)
    points, _, drawn = held.drawn()
    inside = grid.inside(points)
    weights = None if drawn is None else drawn[inside]
    (part,) = smooth_part(grid, points[inside], values, bandwidth, [assessment.confidence], weights, rest)
    return part


def _bandwidths(assessment: LowDimensional) -> Figure:
    grid, value = assessment.cells.grid, assessment.unastuteness.value
    variance = assessment.unastuteness.variance()
    sound: dict[str, list[float]] = {"y": [], "upper": []}
    eqn13: dict[str, list[float]] = {"x": [], "y": [], "upper": []}
    factors = FACTORS if grid.whole <= MANY else FACTORS[::4]
    costly = grid.cells * len(assessment.data.points) > COSTLY
    for factor in factors:
        h = factor * assessment.bandwidth
        part = _seen(assessment, grid, value, h)
        sound["y"].append(short(part.mean))
        sound["upper"].append(short(part.upper))
        if costly:
            continue
        op, spread = paper.centre_profile(grid, assessment.data.points, h)
        old = paper.assemble(op, spread, value, variance, assessment.confidence)
        if old.mass_inside > 0:  # no number where the kernels are too narrow to reach the centre of a cell
            eqn13["x"].append(short(h))
            eqn13["y"].append(short(old.mean))
            eqn13["upper"].append(short(old.upper))
    x = [short(f * assessment.bandwidth) for f in factors]
    series: list[dict[str, Any]] = [
        {"name": "seen part, with upper limit", "x": x, **sound},
        *([{"name": "Eqns 11–13", **eqn13}] if eqn13["x"] else []),
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


def _cell_sizes(assessment: LowDimensional, classifier: Classifier, seed: int) -> Figure:
    """The parts of λ on coarser partitions, each with cells, votes and samples of its own."""
    grid = assessment.cells.grid
    sizes: list[float] = []
    seen: list[float] = []
    hidden: list[float] = []
    for divisor in (8, 4, 2, 1):
        shape = tuple(max(1, n // divisor) for n in grid.shape)
        if divisor > 1 and (shape == grid.shape or prod(shape) > MANY):
            continue
        part, missed = _on_grid(assessment, Grid(grid.lower, grid.upper, shape), divisor, classifier, seed)
        sizes.append(short(float(np.mean(1 / np.array(shape)))))
        seen.append(short(part))
        hidden.append(short(part + missed))
    series = [
        {"name": "seen part", "x": sizes, "y": seen},
        {"name": "with hidden failures", "x": sizes, "y": hidden},
    ]
    alt = (
        f"With cells from {sizes[0]:.3g} down to {sizes[-1]:.3g} of the domain's width, the estimate of pmi goes from "
        f"{hidden[0]:.3g} to {hidden[-1]:.3g}, and the seen part from {seen[0]:.3g} to {seen[-1]:.3g}."
    )
    return Figure(
        "Sensitivity to the size of the cells",
        "lines",
        {"series": series},
        alt,
        "cell side, share of the domain's width",
        "part of λ",
        log_x=True,
    )


def _on_grid(
    assessment: LowDimensional, whole: Grid, divisor: int, classifier: Classifier, seed: int
) -> tuple[float, float]:
    """Seen and hidden part of λ on another partition of the same domain."""
    value, cells, plan = assessment.unastuteness, assessment.cells, assessment.plan
    if divisor > 1:
        d = assessment.design
        expected = design_profile(plan.profile, assessment.data, d, whole, assessment.bandwidth)
        grid = stored(whole, *expected, plan.budget)
        cells = sort_cells(grid, assessment.data.points[d], assessment.data.labels[d], plan.empty)
        op = cell_probabilities(expected[0], grid, expected[1])
        fewer = replace(plan, samples=min(plan.samples, 100_000), halvings=0)
        value = unastuteness(classifier, cells, assessment.severity, fewer, op, seed)
    held = assessment.held.evaluation
    missed = hidden_failures(cells.grid, held.points, held.labels, held.answers, value, assessment.severity)
    hidden = held.limits(missed, float(assessment.severity.max()), assessment.confidence).value
    return _seen(assessment, cells.grid, value.value, assessment.bandwidth).mean, hidden


def _shifts(assessment: LowDimensional, measures: Mapping[str, Measure]) -> Figure:
    op, value = assessment.profile, assessment.unastuteness.value
    most = float(assessment.severity.max())
    upper = (measures["pmi"].upper or 0.0) - assessment.plan.shift * most
    worst = [short(worst_shift(op, value, s)) for s in SHIFTS]
    limit = [short(min(most, upper + s * most)) for s in SHIFTS]
    series = [
        {"name": "seen part of λ, worst profile", "x": list(SHIFTS), "y": worst},
        {"name": "upper limit of pmi", "x": list(SHIFTS), "y": limit},
    ]
    alt = (
        f"If the profile shifts by a total variation of {SHIFTS[4]:g}, the seen part of λ may rise from {worst[0]:.3g} "
        f"to {worst[4]:.3g} and the upper limit of pmi to {limit[4]:.3g}."
    )
    return Figure(
        "If the operational profile shifts",
        "lines",
        {"series": series},
        alt,
        "total variation",
        "probability of misclassification",
    )
