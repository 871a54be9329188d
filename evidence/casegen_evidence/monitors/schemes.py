"""Several evaluation schemes of one monitor side by side, and the verdict that each would give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from casegen_evidence.method import Figure, Table
from casegen_evidence.monitors.metrics import MonitorMetrics, paired_bootstrap

Verdict = Literal["acceptable", "not acceptable", "undecided"]


@dataclass(frozen=True, slots=True)
class Criterion:
    """What a monitor has to reach: remove at least this share of the hazard, at no more than this cost."""

    hazard_removed: float = 0.5
    cost: float = 0.1

    def verdict(self, result: MonitorMetrics) -> Verdict:
        """Acceptable if the limits show both, not acceptable if they show the contrary of one, else undecided."""
        share, cost = result.recall, result.availability_cost
        if share.lower is None or share.upper is None or cost.lower is None or cost.upper is None:
            return "undecided"
        if share.lower >= self.hazard_removed and cost.upper <= self.cost:
            return "acceptable"
        if share.upper < self.hazard_removed or cost.lower > self.cost:
            return "not acceptable"
        return "undecided"

    def words(self) -> str:
        """The criterion in words."""
        removed = f"removes at least {self.hazard_removed:.0%} of the hazard"
        return f"{removed} at an availability cost of at most {self.cost:.0%}"


def side_by_side(
    schemes: Mapping[str, MonitorMetrics], criterion: Criterion, confidence: float, seed: int = 0
) -> Table:
    """One row per scheme and metric: value, limits that cover, bootstrap limits, and the scheme's verdict."""
    rows: list[list[str | float | int | None]] = []
    for name, result in schemes.items():
        parts = {
            "SG": (result.safety_gain, result.returns.gains),
            "RH": (result.residual_hazard, result.returns.hazards),
            "AC": (result.availability_cost, result.returns.costs),
        }
        verdict = criterion.verdict(result)
        for label, (m, values) in parts.items():
            low, high = paired_bootstrap(values, confidence, seed)
            rows.append([name, label, m.value, m.lower, m.upper, f"{low:.4g} to {high:.4g}", m.n, verdict])
        m = result.recall
        rows.append([name, "share removed", m.value, m.lower, m.upper, "", m.n, verdict])
    columns = ["scheme", "metric", "value", "lower", "upper", "paired bootstrap", "units", "verdict"]
    note = (
        f"Verdict: {criterion.words()}, shown by limits of {confidence:.1%} each. The monitor and the data are the "
        "same; only the return functions differ."
    )
    return Table("Evaluation schemes side by side", columns, rows, note)


def bars(schemes: Mapping[str, MonitorMetrics], criterion: Criterion) -> Figure:
    """SG, RH and AC by scheme with their limits."""
    series = []
    for name, result in schemes.items():
        parts = (result.safety_gain, result.residual_hazard, result.availability_cost)
        series.append(
            {
                "name": name,
                "values": [m.value for m in parts],
                "lower": [m.lower for m in parts],
                "upper": [m.upper for m in parts],
            }
        )
    verdicts = "; ".join(f"{name}: {criterion.verdict(m)}" for name, m in schemes.items())
    data = {"categories": ["safety gain", "residual hazard", "availability cost"], "series": series}
    alt = f"Safety gain, residual hazard and availability cost under each scheme. Verdicts: {verdicts}."
    return Figure("The monitor under each scheme", "bars", data, alt, "metric", "per unit of evaluation")
