"""Where an event's number comes from, as far as the case states it: component, source, parameters."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.model.case import Case
from casegen.model.event_model import EventModel
from casegen.model.fault_tree import BasicEvent, Constant, FromEvidence
from casegen.model.gates import NO_ORDER, NO_ORDER_BY_HAND, ORDER_OF
from casegen.model.parameters import parameters_behind
from casegen.render.language import key_of, translate
from casegen.render.report.common_cause import Level


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


def origin(event: BasicEvent | None, level: Level | None, source: str) -> str:
    """Where the number of an event, or of a level of a common-cause group, comes from; ``source`` in English."""
    if source in _KEYS:
        return translate(_KEYS[source])
    if source.startswith(ORDER_OF):
        return translate("origin.order", gate=source.removeprefix(ORDER_OF))
    if level is None:
        return source if event is None or event.model is None else _of_model(event.model, event.source)
    group = level.group
    by_hand = source.partition("; total: ")[2].startswith(BY_HAND)
    total = translate("origin.by_hand") if by_hand else _of_model(group.total, "")
    words = translate(
        "origin.group",
        model=group.model,
        group=group.id,
        level=level.together,
        n=len(group.members),
        total=total,
    )
    return f"{words}; {group.source}" if group.source else words


BY_HAND = "set by hand"
_KEYS = {
    BY_HAND: "origin.by_hand",
    "what-if": "origin.what_if",
    NO_ORDER: "origin.no_order",
    NO_ORDER_BY_HAND: "origin.no_order_by_hand",
}


def _of_model(model: EventModel, stated: str) -> str:
    if isinstance(model, Constant):
        return stated or translate("origin.constant")
    if isinstance(model, FromEvidence):
        words = translate("origin.evidence", item=model.evidence, measure=model.measure)
        return translate("origin.complement", what=words) if model.complement else words
    words = translate("origin.model", model=translate(f"model_type.{key_of(model.type)}"))
    return translate("origin.of_source", what=words, source=stated) if stated else words
