"""Where the stated numbers of events come from: a number without a source is one that is taken, not shown."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from casegen.argument.acceptance import waives
from casegen.argument.reading.absent_sources import no_source
from casegen.argument.reading.event_texts import RULE as TEXT_RULE
from casegen.argument.view import CaseView
from casegen.model.case import Case
from casegen.model.fault_tree import (
    BasicEvent,
    CommonCauseGroup,
    EventModel,
    FromEvidence,
    Operation,
    ParameterRef,
    Value,
)

RULE = "event-unsourced"
_DEEPEST = 8
_SCALING = ("mul", "div", "pow")


def unsourced(
    view: CaseView, among: Collection[str] | None = None, typed: Collection[str] = ()
) -> Iterator[tuple[int, BasicEvent]]:
    """Events, by index, whose number somebody typed and nothing says where from; ``among``: of these events only.

    A source stands with the event, with each parameter that its number is computed from, or, for a common-cause
    group and its factors, with the group or a member.  ``typed``: events and groups that a what-if sets, whose number
    comes from no parameter any more; of what was measured the record is the source.
    """
    case = view.case
    for index, event in enumerate(case.events):
        if among is not None and event.id not in among:
            continue
        groups = view.groups_of.get(event.id, ())
        says = (_group_says(case, group, group.id in typed) for group in groups)
        if not (all(says) if groups else _says(case, event, event.id in typed)):
            yield index, event


def _says(case: Case, event: BasicEvent, typed: bool) -> bool:
    if event.source:
        return True
    return not typed if event.model is None else _traced(case, event.model, typed)


def _states_source(case: Case, group: CommonCauseGroup) -> bool:
    members = [case.event[m].source for m in group.members if m in case.event]
    return bool(group.source) or any(source and not no_source(source) for source in members)


def _group_says(case: Case, group: CommonCauseGroup, typed: bool) -> bool:
    return _states_source(case, group) or (
        _traced(case, group.total, typed) and all(_computed(case, factor) for factor in group.factors)
    )


def taken(view: CaseView, tree: str, typed: Collection[str] = ()) -> list[BasicEvent]:
    """Events of the tree whose number has no source, and which nobody has set aside with a reason.

    ``typed``: what a what-if sets.
    """
    among = view.parts_of.get(tree, frozenset())
    return [e for _, e in unsourced(view, among, typed) if not waives(e, RULE, view.case)]


def sourced_by_parameters(view: CaseView, tree: str) -> frozenset[str]:
    """Events and groups of the tree whose only source is that of parameters: none is left once a what-if sets them."""
    case, parts = view.case, view.parts_of.get(tree, frozenset())
    stated = {event.id for event in taken(view, tree)}
    typed = {*parts, *(group.id for event in parts for group in view.groups_of.get(event, ()))}
    lost: set[str] = set()
    for event in taken(view, tree, typed):
        groups = view.groups_of.get(event.id, ())
        names = [g.id for g in groups if not _group_says(case, g, True)] if groups else [event.id]
        lost.update(names if event.id not in stated else ())
    return frozenset(lost)


def sourced_by_records(view: CaseView, tree: str) -> frozenset[str]:
    """Measured events and groups of the tree whose only source is the record, none once a number stands in its place."""
    case, names = view.case, set[str]()
    for event in (case.event[name] for name in view.parts_of.get(tree, frozenset()) if name in case.event):
        groups = [g for g in view.groups_of.get(event.id, ()) if isinstance(g.total, FromEvidence)]
        if waives(event, RULE, case):
            continue
        names |= {group.id for group in groups if not _states_source(case, group)}
        if isinstance(event.model, FromEvidence) and not event.source:
            names.add(event.id)
    return frozenset(names)


def barred_once_set(view: CaseView, tree: str) -> frozenset[str]:
    """Measured events of the tree, and groups, with a placeholder for a source: of a number that a what-if sets for the
    measured one it is the source, and that is none."""
    case = view.case
    events = [case.event[name] for name in view.parts_of.get(tree, frozenset()) if name in case.event]
    names: set[str] = set()
    for event in events:
        groups = view.groups_of.get(event.id, ())
        measured = isinstance(next((group.total for group in groups), event.model), FromEvidence)
        if measured and no_source(event.source) and not waives(event, TEXT_RULE, case):
            names |= {event.id, *(group.id for group in groups)}
    return frozenset(names)


def _traced(case: Case, model: EventModel, typed: bool) -> bool:
    """Whether the model's numbers are measured, or come from parameters, all of them with a source."""
    if typed:
        return isinstance(model, FromEvidence)
    values = [getattr(model, name) for name in type(model).model_fields]
    used = [value for value in values if isinstance(value, ParameterRef | Operation)]
    return isinstance(model, FromEvidence) or (bool(used) and all(_computed(case, value) for value in used))


def _computed(case: Case, value: Value) -> bool:
    return isinstance(value, ParameterRef | Operation) and _sourced(case, value, 0)


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
