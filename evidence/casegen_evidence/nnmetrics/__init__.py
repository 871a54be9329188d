"""Dependability metrics of neural networks (paper 002): eight metrics, their gaps, and what they do not show."""

from casegen_evidence.nnmetrics.activation import (
    KActivation,
    OnOff,
    PatternDeviation,
    k_activation,
    on_off,
    pattern_deviation,
    unseen_pairs,
)
from casegen_evidence.nnmetrics.adversarial import ConfidenceLoss, confidence_loss, from_confidences
from casegen_evidence.nnmetrics.confusion import TRAFFIC, WeightedConfusion, weighted_confusion
from casegen_evidence.nnmetrics.covering_array import Closing, close_gaps, covering_set
from casegen_evidence.nnmetrics.domain import DomainRule
from casegen_evidence.nnmetrics.layers import layer_outputs
from casegen_evidence.nnmetrics.least_change import LeastChange, least_change
from casegen_evidence.nnmetrics.metric_summary import ATTRIBUTES, METRICS
from casegen_evidence.nnmetrics.networks import Network, network
from casegen_evidence.nnmetrics.occlusion import (
    Interpretation,
    Patch,
    interpretation,
    occluding,
    occlusion_maps,
)
from casegen_evidence.nnmetrics.performance import ScenarioRow, by_scenario
from casegen_evidence.nnmetrics.scenarios import Conditions, Coverage, coverage

__all__ = [
    "ATTRIBUTES",
    "METRICS",
    "TRAFFIC",
    "Closing",
    "Conditions",
    "ConfidenceLoss",
    "Coverage",
    "DomainRule",
    "Interpretation",
    "KActivation",
    "LeastChange",
    "Network",
    "OnOff",
    "Patch",
    "PatternDeviation",
    "ScenarioRow",
    "WeightedConfusion",
    "by_scenario",
    "close_gaps",
    "confidence_loss",
    "coverage",
    "covering_set",
    "from_confidences",
    "interpretation",
    "k_activation",
    "layer_outputs",
    "least_change",
    "network",
    "occluding",
    "occlusion_maps",
    "on_off",
    "pattern_deviation",
    "unseen_pairs",
    "weighted_confusion",
]
