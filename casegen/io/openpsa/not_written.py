"""What a case says of trees, events and parameters that Open-PSA has no element for."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.model.case import Case
from casegen.model.fault_tree import BasicEvent, Constant
from casegen.model.quantity import MeasureKind

UNITS = ("bool", "int", "float", "hours", "hours-1", "years", "years-1", "fit", "demands")
"""units of parameters that the format knows"""


def is_rate(event: BasicEvent) -> bool:
    """Whether the event's number is a rate, which the format would hold for a probability."""
    return (
        isinstance(event.model, Constant)
        and event.model.kind is MeasureKind.PER_HOUR
        and event.model.exposure is None
    )


def not_written(case: Case) -> Iterator[str]:
    """A line for each part or field that is not written."""
    yield from _of_trees(case)
    for event in case.events:
        if is_rate(event):
            yield f"event {event.id}: a rate per hour, which other tools take for a probability"
            continue
        for name in ("component", "source"):
            if getattr(event, name):
                yield f"event {event.id}: its {name}"
        kind = getattr(event.model, "kind", None)
        if kind is not None and kind not in (MeasureKind.PER_MISSION, MeasureKind.PER_HOUR):
            yield f"event {event.id}: its measure kind ({kind.value})"
    for parameter in case.parameters:
        if parameter.unit and parameter.unit not in UNITS:
            yield f"parameter {parameter.id}: its unit"
        if parameter.source:
            yield f"parameter {parameter.id}: its source"


def _of_trees(case: Case) -> Iterator[str]:
    for tree in case.trees:
        if tree.kind is MeasureKind.PER_HOUR:
            yield f"tree {tree.id}: a tree of rates, which other tools take for probabilities"
            continue
        for name in ("target", "mission_time", "text", "properties"):
            if getattr(tree, name) not in (None, "", ()):  # a mission of 0 hours is one
                yield f"tree {tree.id}: its {name.replace('_', ' ')}"
        if tree.kind is not MeasureKind.PER_MISSION:
            yield f"tree {tree.id}: its kind ({tree.kind.value})"
