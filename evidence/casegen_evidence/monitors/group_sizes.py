"""Groups of unequal sizes in a monitor's table: each counts alike, and the rate over all rows may be another one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from casegen_evidence.bounds.row_mean import Limits, row_limits, row_ratio_limits
from casegen_evidence.group_sizes import judge_sizes, over_rows
from casegen_evidence.method import Measure
from casegen_evidence.monitors.returns import Returns
from casegen_evidence.signs import Direction, Intake

LARGE_GROUPS = (
    "groups of unequal sizes, of which each counts alike, where the rate over all rows may be worse"
)


def judge_large_groups(
    file: str,
    measures: Mapping[str, Measure],
    returns: Returns,
    group: Any,
    better: Mapping[str, Direction],
    confidence: float,
    intake: Intake,
    further: Mapping[str, Any] | None = None,
) -> None:
    """Compare the limits over groups with those over rows; ``returns`` are by row, and so are ``further`` flags."""
    of_rows = returns_of_rows(returns, group, confidence)
    flags = {name: (values, group) for name, values in (further or {}).items()}
    of_rows |= over_rows(measures, flags, confidence)
    judge_sizes("large-groups", measures, of_rows, better, f"{file}: groups differ in their rows", intake)


def returns_of_rows(returns: Returns, group: Any, confidence: float) -> dict[str, Limits | None]:
    """Limits over rows of what :func:`casegen_evidence.monitors.metrics.evaluate` has over groups."""
    g, h, c = returns.gains, returns.hazards, returns.costs
    of_rows = {
        name: row_limits(values, group, confidence, *ends)
        for name, values, ends in (
            ("safety_gain", g, returns.gain),
            ("residual_hazard", h, returns.hazard),
            ("availability_cost", c, returns.cost),
            ("hazard", g + h, returns.hazard),
        )
    }
    within = returns.gain[0] >= 0 and returns.hazard[0] >= 0
    left = row_ratio_limits(h, g + h, group, confidence, returns.hazard, within)
    return of_rows | {"miss_rate": left, "recall": None if left is None else (_rest(left[1]), _rest(left[0]))}


def _rest(end: float | None) -> float | None:
    return None if end is None else 1 - end
