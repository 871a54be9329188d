"""Paper 004: safety gain, residual hazard and availability cost of three monitors under two schemes each.

The paper's data (CIFAR10 networks, CARLA, UAVid) are not passed on; our use cases run on scikit-learn's digits and
on generated scenes, so that values are shown side by side and no difference is formed.  Its identity (Eqn 6) can
be held against its own tables.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from casegen_evidence.method import Measure, Method, Run

from examples.paper_tables.row import PublishedComparison, Row

CONFIDENCE = 0.95
CLASSIFIED = {
    "E1 SG": "safety_gain",
    "E1 RH": "residual_hazard",
    "E1 AC": "availability_cost",
    "E2 SG": "threat_safety_gain",
    "E2 RH": "threat_residual_hazard",
    "E2 AC": "threat_availability_cost",
}
ROUNDING = 0.001
"""Two numbers of three digits add up to this, each half a unit off."""


DIGITS = Path(__file__).parents[1] / "monitor" / "data" / "numbers.npz"


def _measures(
    method: Method, inputs: Mapping[str, Path] = MappingProxyType({}), **parameters: object
) -> dict[str, Measure]:
    with tempfile.TemporaryDirectory() as name:
        checked = method.parameters.model_validate(parameters)
        return dict(method.run(Run(inputs, checked, 0, CONFIDENCE, Path(name))).measures)


def _side_by_side(
    printed: dict[str, float], results: dict[str, Measure], names: dict[str, str], on: str
) -> Iterator[Row]:
    for quantity, value in printed.items():
        m = results[names[quantity]]
        yield Row(quantity, value, m.value, m.lower, m.upper, m.confidence, comparable=False, note=on)


def _same_hazard(scheme: str, monitors: Sequence[tuple[float, float]]) -> Row:
    """Eqn 6: SG + RH is the hazard of f alone, whatever the monitor."""
    totals = [gain + residual for gain, residual in monitors]
    gap = max(totals) - min(totals)
    within = "within rounding" if gap <= ROUNDING + 1e-9 else "more than rounding explains"
    return Row(
        f"{scheme}: SG + RH of the two monitors differ by (Eqn 6)",
        0.0,
        gap,
        note=f"of the printed numbers; {within}",
    )


def classification() -> list[Row]:
    """Table I."""
    from casegen_monitored_worlds.classification_method import CLASSIFICATION

    rows: list[Row] = []
    for reported, monitor, values in (
        ("auto-encoder", "autoencoder-isolation-forest", (0.184, 0.140, 0.304, 0.344, 0.156, 0.144)),
        ("classifier", "isolation-forest", (0.074, 0.251, 0.154, 0.086, 0.414, 0.142)),
    ):
        result = _measures(CLASSIFICATION, {"images": DIGITS}, monitor=monitor, alarms=0.3)
        names = {f"{reported}, {key}": name for key, name in CLASSIFIED.items()}
        rows += _side_by_side(dict(zip(names, values, strict=True)), result, names, "digits, not CIFAR10")
    rows.append(_same_hazard("E1", [(0.184, 0.140), (0.074, 0.251)]))
    rows.append(_same_hazard("E2", [(0.344, 0.156), (0.086, 0.414)]))
    return rows


def braking() -> list[Row]:
    """Table II."""
    from casegen_monitored_worlds.braking_method import BRAKING

    result = _measures(BRAKING)
    printed = {"E1 SG": 0.187, "E1 RH": 0.060, "E1 AC": 0.065, "E2 SG": 0.075, "E2 RH": 0.075, "E2 AC": 0.800}
    names = {"E1 SG": "frame_safety_gain", "E1 RH": "frame_residual_hazard", "E1 AC": "frame_availability_cost",
             "E2 SG": "safety_gain", "E2 RH": "residual_hazard", "E2 AC": "availability_cost"}  # fmt: skip
    return list(_side_by_side(printed, result, names, "generated street, not CARLA"))


def landing() -> list[Row]:
    """Table III."""
    from casegen_monitored_worlds.landing_method import LANDING

    result = _measures(LANDING)
    printed = {"E1 SG": 0.805, "E1 RH": 0.195, "E2 SG": 0.108, "E2 RH": 0.212}
    names = {"E1 SG": "candidate_safety_gain", "E1 RH": "candidate_residual_hazard",
             "E2 SG": "safety_gain", "E2 RH": "residual_hazard"}  # fmt: skip
    return list(_side_by_side(printed, result, names, "generated towns, not UAVid"))


COMPARISONS = (
    PublishedComparison("004-table1", "Paper 004, Table I: monitors of a classifier", classification),
    PublishedComparison("004-table2", "Paper 004, Table II: pedestrian avoidance", braking),
    PublishedComparison("004-table3", "Paper 004, Table III: emergency landing", landing),
)
