"""Trees with events that are repaired or tested: their number is the probability of being failed at a moment."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.view import view_of
from casegen.model.case import Case
from casegen.model.event_model import EventModel, Glm, Operation, ParameterRef, PeriodicTest

_RESTORING = ("glm", "periodic-test")


def is_restored(case: Case, tree: str) -> bool:
    """Whether the models of a tree's events and common causes name repair or periodic tests: at a first look.

    Whether these bring an event back within the mission is known where the tree is compiled
    (:mod:`casegen.assessment.how_often`).
    """
    if tree not in case.tree:
        return False
    parts = view_of(case).parts_of[tree]
    models = [event.model for event in case.events if event.id in parts]
    models += [group.total for group in case.common_cause if parts.intersection(group.members)]
    return any(model is not None and _restores(case, model) for model in models)


def _restores(case: Case, model: EventModel) -> bool:
    if isinstance(model, PeriodicTest) or (isinstance(model, Glm) and model.repair_rate != 0.0):
        return True
    return any(one.op in _RESTORING for one in _operations(case, model))


def _operations(case: Case, model: EventModel) -> Iterator[Operation]:
    """Operations in the numbers of a model, and in the parameters below them."""
    waiting: list[object] = [value for _, value in model]
    seen: set[str] = set()
    while waiting:
        value = waiting.pop()
        if isinstance(value, ParameterRef) and value.parameter not in seen:
            seen.add(value.parameter)
            below = case.parameter.get(value.parameter)
            waiting += [below.value] if below is not None else []
        elif isinstance(value, Operation):
            yield value
            waiting += value.args
