"""Names of monitors and perturbations as types, so that a method's parameters can be checked without numpy."""

from typing import Literal

MonitorName = Literal[
    "max-softmax",
    "isolation-forest",
    "one-class-svm",
    "mahalanobis",
    "autoencoder",
    "autoencoder-isolation-forest",
    "activation-pattern",
    "activation-hull",
]
"""Monitors of :mod:`casegen_evidence.monitors.detectors`, for parameters of methods."""

WITHOUT_LAYER: frozenset[MonitorName] = frozenset(
    {"max-softmax", "autoencoder", "autoencoder-isolation-forest"}
)
"""monitors that look at the inputs, or at the answer's probability, whatever layer is named"""

PerturbationName = Literal[
    "brightness",
    "darkness",
    "contrast",
    "noise",
    "blur",
    "occlusion",
    "fog",
    "smoke",
    "rain",
    "sun-flare",
    "motion-blur",
    "coarse-dropout",
    "grid-dropout",
    "channel-shuffle",
    "channel-dropout",
    "row-add-logic",
    "dead-pixels",
    "shifted-rows",
]
"""Perturbations of :mod:`casegen_evidence.monitors.perturbations`."""
