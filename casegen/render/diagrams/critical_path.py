"""The way of a cut set through a fault tree: its events, and every gate that they alone make hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from casegen.model.case import Case
from casegen.model.fault_tree import Formula


def path_of(
    events: Iterable[str],
    case: Case,
    formulas: Mapping[str, Formula],
    children: Callable[[str], Sequence[str]],
) -> frozenset[str]:
    """Names of events and gates to highlight.

    ``formulas`` may grow while ``children`` names nested formulae.  House events that are true count; a gate that
    is not monotone holds where any of its inputs does.
    """
    marked: set[str] = set()
    for event in events:
        marked |= _drawn_as(event.removeprefix("~").removeprefix("not "), case)

    def below(name: str) -> list[str]:
        condition = formulas[name].condition
        return [*children(name), *([condition] if condition else [])]

    inputs = {name: below(name) for name in list(formulas)}
    while new := [name for name in list(formulas) if name not in inputs]:
        inputs |= {name: below(name) for name in new}
    holding = marked | {h.id for h in case.house_events if h.state}
    while above := {n for n in inputs if n not in holding and _holds(formulas[n], inputs[n], holding)}:
        holding |= above
    while above := {n for n in inputs if n in holding - marked and marked.intersection(inputs[n])}:
        marked |= above
    return frozenset(marked)


def _holds(formula: Formula, inputs: Sequence[str], holding: set[str]) -> bool:
    n = sum(1 for i in inputs if i in holding)
    return n >= (len(inputs) if formula.row.conjunction else max(formula.limits[0], 1))


def _drawn_as(event: str, case: Case) -> set[str]:
    """An event as the tree draws it: a common cause stands for the members that it makes fail."""
    if event in case.event or not event.startswith("["):
        return {event}
    members = f" {event[1:-1]} "
    return {m for group in case.common_cause for m in group.members if f" {m} " in members}
