"""Every text of a fault tree: what a reader of a claim about the tree judges beside its numbers."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.view import CaseView
from casegen.model.event_model import EventModel
from casegen.model.parameters import parameters_behind


def texts_of_tree(view: CaseView, tree: str) -> tuple[str, ...]:
    """Title and text of a tree, then texts and sources of all that lies below its top, each once."""
    return tuple(dict.fromkeys(filter(None, _texts(view, tree))))


def _texts(view: CaseView, tree: str) -> Iterator[str]:
    case, stated = view.case, view.case.tree[tree]
    below = view.parts_of.get(tree, frozenset())
    yield from (stated.title, stated.text, stated.target.source if stated.target is not None else "")
    yield from (gate.text for one in case.trees for gate in one.gates if gate.id in below)
    yield from (house.text for house in case.house_events if house.id in below)
    values: list[object] = []
    for event in case.events:
        if event.id in below:
            yield from (event.text, event.source)
            values += _numbers(event.model)
    for group in case.common_cause:
        if below.intersection(group.members):
            yield from (group.text, group.source)
            values += [*_numbers(group.total), *group.factors]
    for parameter, _ in parameters_behind(case.parameter, values):
        yield from (parameter.text, parameter.source)


def _numbers(model: EventModel | None) -> list[object]:
    return [getattr(model, name) for name in type(model).model_fields] if model is not None else []
