"""pmi over the radius of the norm balls (paper 003, Fig. 23a): what of it is disturbance, what the points themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from casegen_evidence.blocks import Workers
from casegen_evidence.method import Figure, Result, Table
from casegen_evidence.models import Classifier
from casegen_evidence.ram.balls import Balls, estimate
from casegen_evidence.ram.high import HighDimensional, HighPlan, box, limits_of
from casegen_evidence.ram.report import short
from casegen_evidence.ram.sound import Limits


@dataclass(frozen=True, slots=True)
class AtRadius:
    """Estimate and limits of pmi if every ball had ``radius``, in the units of the plan's scale."""

    radius: float
    limits: Limits


def swept(
    result: HighDimensional,
    classifier: Classifier,
    plan: HighPlan,
    radii: Sequence[float],
    seed: int,
    workers: Workers | None = None,
) -> list[AtRadius]:
    """The balls of ``result`` again with each of ``radii`` (features keep their proportions), by ``plan.estimation``.

    The same random numbers serve every radius, so that neighbours differ by the radius and not by chance.  Each limit
    holds by itself; none is for a claim, since a radius chosen by its limit is no stated one.
    """
    points, labels = result.data.points[result.order], result.data.labels[result.order]
    confidence, most = result.confidence, result.most
    rows = []
    for k, radius in enumerate(sorted(radii)):
        balls = Balls.around(points, labels, result.radii * (radius / result.radius), box(result.data, plan))
        runs = estimate(
            classifier, balls, result.severity, plan.estimation, seed, workers, stage=f"sweep-{k}"
        )
        limits = limits_of(runs.value, result.comparison, confidence, most, result.how)
        rows.append(AtRadius(radius, limits))
    return rows


def with_sweep(presented: Result, rows: Sequence[AtRadius], confidence: float) -> Result:
    """A result with the sweep as a further table and curve."""
    table, figure = _drawn(rows, confidence)
    return replace(presented, tables=[*presented.tables, table], figures=[*presented.figures, figure])


def _drawn(rows: Sequence[AtRadius], confidence: float) -> tuple[Table, Figure]:
    """The sweep as a table and a curve."""
    level = f"{100 * confidence:g} %"
    values = [[short(v) for v in (r.radius, r.limits.value, r.limits.lower, r.limits.upper)] for r in rows]
    table = Table(
        "pmi over the radius of the balls",
        ["radius", "estimate", "lower", "upper"],
        values,
        f"Each limit holds with {level} by itself; claims use the radius that the item states.",
    )
    series = {
        "name": "pmi",
        "x": [v[0] for v in values],
        "y": [v[1] for v in values],
        "lower": [v[2] for v in values],
        "upper": [v[3] for v in values],
    }
    alt = (
        f"pmi with {level} limits goes from {rows[0].limits.value:.3g} at radius {rows[0].radius:g} to "
        f"{rows[-1].limits.value:.3g} at radius {rows[-1].radius:g}."
    )
    figure = Figure("pmi over the radius", "lines", {"series": [series]}, alt, "radius", "pmi", log_x=True)
    return table, figure
