"""Chains of hazard scenarios, taken together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casegen.argument.graph import cycles
from casegen.model.hazard import HazardScenario


def circles(scenarios: Sequence[HazardScenario]) -> Iterator[tuple[int, int, str]]:
    """Steps that are among their own causes: scenario and step that close a circle, by position, and its path."""
    causes: dict[str, dict[str, None]] = {}
    place: dict[tuple[str, str], tuple[int, int]] = {}
    for n, scenario in enumerate(scenarios):
        for k, (before, step) in enumerate(zip(scenario.chain, scenario.chain[1:], strict=False), 1):
            for cause in (before.event, *step.joined_by):
                causes.setdefault(step.event, {})[cause] = None
                place[step.event, cause] = n, k
    for cycle in cycles(causes):
        edges = list(zip(cycle, (*cycle[1:], cycle[0]), strict=True))
        path = " → ".join(reversed((*cycle, cycle[0])))
        yield *max(place[edge] for edge in edges), path
