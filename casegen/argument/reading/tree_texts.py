"""Every text and typed number of a fault tree: what a reader of a claim about the tree has to judge."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from casegen.argument.reading.rated_sources import below_ratings
from casegen.argument.view import CaseView
from casegen.model.event_model import EventModel
from casegen.model.fault_tree import Formula, Operation, ParameterRef
from casegen.model.number_text import in_full
from casegen.model.parameters import parameters_behind
from casegen.texts.numbers.stated import in_unknown_unit


def texts_of_tree(view: CaseView, tree: str) -> tuple[str, ...]:
    """Title and text of a tree, then texts, numbers and sources of all that lies below its top, each once."""
    return tuple(dict.fromkeys(filter(None, _texts(view, tree))))


def doubtful_numbers(view: CaseView, tree: str) -> tuple[str, ...]:
    """Texts of what the numbers of a tree come from, with numbers in an unknown unit, each text followed by these.

    Of its target, events, common-cause groups and parameters: what is compared with a number of the tree.  Also sources
    that rate an event by what only a person compares with its number.
    """
    result: dict[str, None] = {}
    for text in filter(None, _numbered(view, tree)):
        if doubtful := in_unknown_unit(text):
            result |= dict.fromkeys((text, *doubtful))
    return tuple(dict.fromkeys((*result, *below_ratings(view, tree))))


def _numbered(view: CaseView, tree: str) -> Iterator[str]:
    case, below = view.case, view.parts_of.get(tree, frozenset())
    target = case.tree[tree].target
    yield target.source if target is not None else ""
    values: list[object] = []
    for event in (event for event in case.events if event.id in below):
        yield from (event.text, event.source)
        values += _numbers(event.model)
    for group in (group for group in case.common_cause if below.intersection(group.members)):
        yield from (group.text, group.source)
        values += [*_numbers(group.total), *group.factors]
    for parameter, _ in parameters_behind(case.parameter, values):
        yield from (parameter.text, parameter.source)


def _texts(view: CaseView, tree: str) -> Iterator[str]:
    case, stated = view.case, view.case.tree[tree]
    below = view.parts_of.get(tree, frozenset())
    yield from (stated.title, stated.text, stated.target.source if stated.target is not None else "")
    for gate in (gate for one in case.trees for gate in one.gates if gate.id in below):
        yield from (gate.text, f"{gate.id}: {_logic(gate)}")
    yield from (house.text for house in case.house_events if house.id in below)
    values: list[object] = []
    for event in case.events:
        if event.id in below:
            yield from (event.text, event.component, event.source, _line(event.id, event.model))
            values += _numbers(event.model)
    for group in case.common_cause:
        if below.intersection(group.members):
            yield from (group.text, group.source)
            yield f"{_line(group.id, group.total)}, {group.model} {', '.join(map(_written, group.factors))}"
            values += [*_numbers(group.total), *group.factors]
    for parameter, _ in parameters_behind(case.parameter, values):
        yield from (
            parameter.text,
            parameter.source,
            f"{parameter.id}: {_written(parameter.value)} {parameter.unit}",
        )


def _line(id: str, model: BaseModel | None) -> str:
    """``PUMP: probability 0.01, demands 3``: what is typed of a part."""
    said = (
        [
            f"{name} {_written(value)}"
            for name in type(model).model_fields
            if name != "type" and (value := getattr(model, name)) is not None
        ]
        if model is not None
        else []
    )
    return f"{id}: {', '.join(said)}" if said else ""


def _logic(formula: Formula) -> str:
    """``2 of A, B, C``, ``inhibit of A, if H``: the type of a gate and its inputs."""
    inputs = ", ".join(one if isinstance(one, str) else f"({_logic(one)})" for one in formula.inputs)
    counts = "" if formula.k is None else f" {formula.k}"
    counts += "" if formula.k_max is None else f" to {formula.k_max}"
    condition = f", if {formula.condition}" if formula.condition is not None else ""
    return f"{formula.type}{counts} of {inputs}{condition}"


def _written(value: object) -> str:
    if isinstance(value, float):
        return in_full(value)
    if isinstance(value, ParameterRef):
        return value.parameter
    if isinstance(value, Operation):
        return f"{value.op}({', '.join(map(_written, value.args))})"
    if isinstance(value, BaseModel):
        fields = {name: getattr(value, name) for name in type(value).model_fields}
        said = (f"{name} {_written(one)}" for name, one in fields.items() if one is not None)
        return f"({', '.join(said)})"
    if isinstance(value, tuple | list):
        return ", ".join(map(_written, value))
    return str(value)


def _numbers(model: EventModel | None) -> list[object]:
    return [getattr(model, name) for name in type(model).model_fields] if model is not None else []
