"""The case with a what-if's changes written into it, and why `check` would refuse it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from casegen.argument.checking import RULES, check
from casegen.argument.rule import Rule
from casegen.argument.view import view_of
from casegen.assessment.assess import Change
from casegen.model.argument import AllocatedBound, Claim, ContextNode
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.event_model import Constant
from casegen.model.quantity import MeasureKind

_OF_NUMBERS = (
    "casegen.argument.rules.numbers",
    "casegen.argument.rules.steps",
    "casegen.argument.rules.trees",
)
_NOT_ASKED = ("event-kind",)
"""a what-if sets the number in the kind of each tree, which an edit writes with an exposure"""


def refusals(case: Case, changes: Sequence[Change]) -> tuple[Diagnostic, ...]:
    """Errors that the case has once the changes are written into its files, and does not have without them."""
    written = tuple(change for change in changes if not change.evidence)  # a measured value stands in no file
    if not written:
        return ()
    errors = _errors(edited(case, written))
    return _beyond(errors, _errors(case)) if errors else ()


def _errors(case: Case) -> tuple[Diagnostic, ...]:
    return tuple(check(case, list(_rules())))


def _beyond(errors: Sequence[Diagnostic], known: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The errors that are not among those known, wherever they stand."""
    had = {(one.rule, one.message) for one in known}
    return tuple(one for one in errors if (one.rule, one.message) not in had)


def edited(case: Case, changes: Sequence[Change]) -> Case:
    """Events, totals of common-cause groups and house events with what the changes set; measured values as they are."""
    models = {change.event: _constant(case, change) for change in changes if change.event}
    states = {change.house: change.number != 0.0 for change in changes if change.house}
    return replace(
        case,
        events=tuple(e.altered(update={"model": models.get(e.id, e.model)}) for e in case.events),
        common_cause=tuple(g.altered(update={"total": models.get(g.id, g.total)}) for g in case.common_cause),
        house_events=tuple(h.altered(update={"state": states.get(h.id, h.state)}) for h in case.house_events),
    )


def refused_by_allocation(case: Case) -> Iterator[tuple[str, str]]:
    """Events and groups that a bound is allocated to, with the claim or assumption: set so that the case is refused."""
    holders: list[Claim | ContextNode] = [*case.claims, *case.contexts]
    bounds = [(node.id, node.requirement.bound) for node in holders if node.requirement is not None]
    allocated = [(node, bound.allocated.event) for node, bound in bounds if isinstance(bound, AllocatedBound)]
    known = _errors(case) if allocated else ()
    refused: dict[str, bool] = {}
    for node, event in allocated:
        subject = next((g.id for g in case.common_cause if event in g.members), event)
        if subject not in refused:
            refused[subject] = bool(_beyond(_errors(edited(case, [Change(0.0, event=subject)])), known))
        if refused[subject]:
            yield subject, node


def _rules() -> Iterator[Rule]:
    """The rules that refuse a case and read numbers of events."""
    for rule in RULES.values():
        of_numbers = rule.find.__module__ in _OF_NUMBERS and rule.id not in _NOT_ASKED
        if of_numbers and rule.severity is Severity.ERROR:
            yield rule


def _constant(case: Case, change: Change) -> Constant:
    if change.distribution is not None:
        return Constant(type="constant", probability=change.distribution, kind=change.kind)
    names: Collection[str] = next((g.members for g in case.common_cause if g.id == change.event), ())
    parts = view_of(case).parts_of
    kinds = (tree.kind for tree in case.trees if not parts[tree.id].isdisjoint({change.event, *names}))
    return Constant(type="constant", probability=change.number, kind=next(kinds, MeasureKind.PER_MISSION))
