"""Which of robustness, interpretability, completeness and correctness each metric speaks of (paper 002 §II).

The attributes are the paper's, except for the performance metric, where the paper gives none and the entry is
marked as this library's reading.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from casegen_evidence.method import Figure, Measure, Table

ATTRIBUTES = ("robustness", "interpretability", "completeness", "correctness")


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric: its measure, title, RICC attributes, what it does not show, and how good it is.

    ``score`` is ``up`` (the measure itself), ``down`` (1 − measure) or ``loss`` (1 + measure); each is 1 at best.
    """

    measure: str
    title: str
    attributes: tuple[str, ...]
    not_shown: str
    score: str = "up"

    def scored(self, number: float) -> float:
        """The measure as a number with 1 as the best."""
        return {"up": number, "down": 1 - number, "loss": 1 + number}[self.score]


METRICS: tuple[Metric, ...] = (
    Metric(
        "scenario_coverage",
        "Scenario coverage",
        ("completeness", "correctness"),
        "that the network works in the covered scenarios, that the labels of the conditions are right, or that the "
        "listed conditions are those that matter",
    ),
    Metric(
        "neuron_activation",
        "Neuron k-activation",
        ("completeness", "correctness"),
        "that an unseen pattern is reachable or harmful; a wide layer can be covered by inputs of one scenario",
    ),
    Metric(
        "pattern_deviation",
        "Neuron activation pattern",
        ("robustness", "interpretability", "completeness"),
        "which neurons are active: two inputs with the same number of active neurons count as alike",
        "down",
    ),
    Metric(
        "confidence_loss",
        "Adversarial confidence loss",
        ("robustness", "correctness"),
        "the worst change that exists: only what the listed transformers found within their limits",
        "loss",
    ),
    Metric(
        "worst_scenario",
        "Scenario performance (worst)",
        ("correctness", "completeness"),
        "performance in scenarios without data (attributes: this library's reading, the paper gives none)",
    ),
    Metric(
        "interpretation_precision",
        "Interpretation precision",
        ("interpretability", "correctness"),
        "why the network looks at a region; the patch size and the threshold decide what is hot",
    ),
    Metric(
        "occlusion_covering",
        "Occlusion sensitivity covering",
        ("robustness", "interpretability"),
        "occlusions of another size, shape or colour than the patch",
        "down",
    ),
    Metric(
        "weighted_confusion",
        "Weighted confusion",
        ("correctness",),
        "that the severities are right: they are the user's judgement",
    ),
)
"""The eight metrics, in the paper's order."""


def summary(measures: Mapping[str, Measure]) -> Table:
    """RICC table: every metric, its value and limits if it was computed, and the attributes it speaks of."""
    rows: list[list[str | float | int | None]] = []
    for metric in METRICS:
        result = measures.get(metric.measure)
        numbers: list[str | float | int | None] = ["not computed", None, None]
        if result is not None:
            numbers = [_short(result.value), _short(result.lower), _short(result.upper)]
        rows.append([metric.title, *numbers, ", ".join(metric.attributes)])
    note = (
        "Attributes after paper 002. A metric whose limits are its value is a count in the data set at hand; it is "
        "no estimate of anything beyond. Metrics are not averaged: they have no common unit."
    )
    return Table("RICC summary", ["metric", "value", "lower", "upper", "speaks of"], rows, note)


def limits() -> Table:
    """What each metric does not show."""
    rows = [[metric.title, metric.not_shown] for metric in METRICS]
    return Table("What the metrics do not show", ["metric", "does not show"], rows)


def bars(measures: Mapping[str, Measure]) -> Figure:
    """The computed metrics side by side, each turned so that 1 is best, with limits where there are any."""
    chosen = [m for m in METRICS if m.measure in measures]
    values, lower, upper = [], [], []
    for metric in chosen:
        result = measures[metric.measure]
        ends = [metric.scored(result.value if x is None else x) for x in (result.lower, result.upper)]
        values.append(_short(metric.scored(result.value)))
        lower.append(_short(min(ends)))
        upper.append(_short(max(ends)))
    weakest = min(range(len(chosen)), key=lambda i: values[i] or 0.0)
    alt = (
        f"{len(chosen)} metrics, each turned so that 1 is best; the weakest is "
        f"{chosen[weakest].title.lower()} with {values[weakest]}."
    )
    series = [{"name": "metric, 1 is best", "values": values, "lower": lower, "upper": upper}]
    data = {"categories": [m.title for m in chosen], "series": series}
    return Figure("Dependability metrics", "bars", data, alt, "metric", "value, 1 is best")


def _short(number: float | None) -> float | None:
    return None if number is None else float(f"{number:.4g}")
