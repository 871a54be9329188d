"""Runtime monitors of learned components: what they gain, what they leave, what they cost (paper 004)."""

from casegen_evidence.monitors.detectors import DETECTORS, Detector, View, detector
from casegen_evidence.monitors.metrics import (
    MonitorMetrics,
    evaluate,
    gain_difference,
    paired_bootstrap,
    ratio,
)
from casegen_evidence.monitors.observe import Observation, Simulator, observe, play_all
from casegen_evidence.monitors.operating import Sweep, choose, sweep, threshold_for
from casegen_evidence.monitors.perturbations import PERTURBATIONS, perturb
from casegen_evidence.monitors.returns import (
    Episode,
    Returns,
    accident_returns,
    detector_errors,
    episodes,
    from_table,
    landing_score,
    landing_zones,
    model_errors,
    per_group,
    runtime_threats,
    weighted_errors,
    working_monitor,
)
from casegen_evidence.monitors.schemes import Criterion, side_by_side

__all__ = [
    "DETECTORS",
    "PERTURBATIONS",
    "Criterion",
    "Detector",
    "Episode",
    "MonitorMetrics",
    "Observation",
    "Returns",
    "Simulator",
    "Sweep",
    "View",
    "accident_returns",
    "choose",
    "detector",
    "detector_errors",
    "episodes",
    "evaluate",
    "from_table",
    "gain_difference",
    "landing_score",
    "landing_zones",
    "model_errors",
    "observe",
    "paired_bootstrap",
    "per_group",
    "perturb",
    "play_all",
    "ratio",
    "runtime_threats",
    "side_by_side",
    "sweep",
    "threshold_for",
    "weighted_errors",
    "working_monitor",
]
