"""Where the stated numbers of events come from: a number without a source is one that is taken, not shown."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from casegen.argument.acceptance import waives
from casegen.argument.view import CaseView
from casegen.model.case import Case
from casegen.model.fault_tree import BasicEvent, EventModel, FromEvidence, Operation, ParameterRef, Value

RULE = "event-unsourced"
_DEEPEST = 8
_SCALING = ("mul", "div", "pow")


def unsourced(view: CaseView, among: Collection[str] | None = None) -> Iterator[tuple[int, BasicEvent]]:
    """Events, by index, whose number somebody typed and nothing says where from; ``among``: of these events only.

    A source stands with the event, with each parameter that its number is computed from, or, for a common-cause
    group, with a member.
    """
    case = view.case
    groups = {member: group for group in case.common_cause for member in group.members}
    for index, event in enumerate(case.events):
        if among is not None and event.id not in among:
            continue
        group = groups.get(event.id)
        model = group.total if group is not None else event.model
        if model is None or isinstance(model, FromEvidence) or event.source:
            continue
        if group is not None and any(case.event[m].source for m in group.members if m in case.event):
            continue
        if not _computed_from_sources(case, model):
            yield index, event


def taken(view: CaseView, tree: str) -> list[BasicEvent]:
    """Events of the tree whose number has no source, and which nobody has set aside with a reason."""
    return [e for _, e in unsourced(view, view.parts_of.get(tree, set())) if not waives(e, RULE, view.case)]


def _computed_from_sources(case: Case, model: EventModel) -> bool:
    """Whether the model's numbers come from parameters, all of them with a source."""
    values = [getattr(model, name) for name in type(model).model_fields]
    used = [value for value in values if isinstance(value, ParameterRef | Operation)]
    return bool(used) and all(_sourced(case, value, 0) for value in used)


def _sourced(case: Case, value: Value, depth: int) -> bool:
    if depth > _DEEPEST:
        return False
    if isinstance(value, ParameterRef):
        parameter = case.parameter.get(value.parameter)
        return parameter is not None and (
            bool(parameter.source)
            or (
                isinstance(parameter.value, ParameterRef | Operation)
                and _sourced(case, parameter.value, depth + 1)
            )
        )
    if isinstance(value, Operation):
        parts = [a for a in value.args if isinstance(a, ParameterRef | Operation)]
        typed = [a for a in value.args if isinstance(a, float | int) and a != 1]
        return all(_sourced(case, part, depth + 1) for part in parts) and not (typed and value.op in _SCALING)
    return True
