"""Limits that the evaluation points of the same result refute: more of them fail than a measure's limit allows.

Limits that assume more than independent draws (a smooth profile, right labels of cells, inputs within balls) may lie
below what was counted.  Count and limit are of one population: both of the labelled points as drawn, or both restated
for operation.  Both hold together with twice the error probability, if what the limit assumes is true.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casegen_evidence.method import Measure
    from casegen_evidence.ram.high import HighDimensional
    from casegen_evidence.ram.low import LowDimensional
    from casegen_evidence.signs import Intake

LEVEL = 0.99
"""confidence of the lower limit at least, where the upper one may be exact: chance refutes that as often as stated"""


def refuted_cells(result: LowDimensional, measures: Mapping[str, Measure], intake: Intake) -> None:
    """Bar limits of the cells that the failures of the evaluation points, restated as pmi's are, refute."""
    held = result.held.evaluation
    level = result.confidence if held.exact is None else max(result.confidence, LEVEL)
    least = held.limits(result.failures, float(result.severity.max()), level).lower
    own = [name for name in ("pmi", "pmi_smooth", "pmi_voted") if _refuted(measures[name], least)]
    _judge(own, own, least, measures, len(result.failures), intake)


def refuted_balls(result: HighDimensional, measures: Mapping[str, Measure], intake: Intake) -> None:
    """Bar the limit of the balls that the failures of their centres refute (without operation all evaluation points)."""
    import numpy as np

    from casegen_evidence.ram.high import limits_of
    from casegen_evidence.ram.sound import failure_limits

    failed = np.zeros(len(result.data.labels))
    own = ~result.design
    failed[own] = result.severity[result.data.labels[own], result.answers]
    if result.comparison is None:
        values = failed[own]
        least = failure_limits(values, result.most, result.confidence)[0]
    else:
        values = failed[result.order]
        least = limits_of(values, result.comparison, result.confidence, result.most, result.how).lower
    refuted = [name for name in ("pmi",) if _refuted(measures[name], least)]
    _judge(refuted, ("pmi", "pmi_as_drawn", "acu"), least, measures, len(values), intake)


def _refuted(measure: Measure, least: float) -> bool:
    return measure.upper is not None and measure.upper < least


def _judge(
    refuted: Collection[str],
    barred: Collection[str],
    least: float,
    measures: Mapping[str, Measure],
    points: int,
    intake: Intake,
) -> None:
    if not refuted:
        return
    limits = ", ".join(f"that of {name} is {measures[name].upper:.3g}" for name in refuted)
    intake.fails(
        "refuted-by-tests",
        f"of {points:,} evaluation points more fail than the limit allows: at least {least:.3g} of inputs fail, and "
        f"{limits}. What the limit assumes of inputs beside the points does not hold here",
        barred,
        "look at the points that fail: inputs that recur exactly, and labels that change within a cell or ball, are "
        "what the estimate does not see; use pmi of ram-low-dimensional, which counts failures alone",
    )
