"""Where an event's number comes from, as far as the case states it: component, source, parameters."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.model.case import Case
from casegen.model.event_model import EventModel
from casegen.model.parameters import parameters_behind
from casegen.render.language import translate


def behind(case: Case, name: str, shown: str) -> str:
    """What an event or a common-cause group states of its number beyond ``shown``, each thing once."""
    parts = dict.fromkeys(_parts(case, name))
    return "; ".join(part for part in parts if part != shown and not shown.endswith(f"({part})"))


def _parts(case: Case, name: str) -> Iterator[str]:
    event = case.event.get(name)
    group = next((group for group in case.common_cause if group.id == name), None)
    if event is not None:
        if event.component:
            yield translate("trees.component", component=event.component)
        if event.source:
            yield event.source
    model = event.model if event is not None else group.total if group is not None else None
    values: tuple[object, ...] = (*_values(model), *(group.factors if group is not None else ()))
    for parameter, _ in parameters_behind(case.parameter, values):
        unit = f"[{parameter.unit}]" if parameter.unit else ""
        source = f"({parameter.source})" if parameter.source else ""
        if said := " ".join(filter(None, (parameter.text, unit, source))):
            yield f"{parameter.id}: {said}"


def _values(model: EventModel | None) -> Iterator[object]:
    if model is not None:
        yield from (getattr(model, field) for field in type(model).model_fields)
