"""Requirements and probabilities, as far as they can be judged before anything is computed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from casegen.argument.references import SINGULAR
from casegen.argument.rule import Finding, Place, error, warning
from casegen.argument.rules.citations import QUANTITIES
from casegen.argument.view import CaseView
from casegen.model.argument import AllocatedBound, Claim, ContextNode, Requirement, TreeTarget
from casegen.model.digits import in_full
from casegen.model.fault_tree import (
    CcfModel,
    EventModel,
    ParameterRef,
    PeriodicTest,
    Value,
)
from casegen.model.quantity import out_of_range
from casegen.model.value_ranges import FROM_ZERO, SHARE, ValueRange, ranges_of

FAMILY = "Requirements and numbers"


class _HeldRequirement(NamedTuple):
    place: Place
    who: str
    id: str
    requirement: Requirement


def _requirements(view: CaseView) -> Iterator[_HeldRequirement]:
    sections: tuple[tuple[str, tuple[Claim | ContextNode, ...]], ...] = (
        ("claims", view.case.claims),
        ("contexts", view.case.contexts),
    )
    for section, holders in sections:
        for index, holder in enumerate(holders):
            if holder.requirement is not None:
                place = (section, index, "requirement")
                yield _HeldRequirement(
                    place, f"{SINGULAR[section]} {holder.id}", holder.id, holder.requirement
                )


@error(
    "requirement-kind",
    FAMILY,
    "The kind of a requirement is the kind of what it measures.",
    source=QUANTITIES,
    hint="state the kind that the measure has, or measure what the requirement means",
)
def requirement_kind(view: CaseView) -> Iterator[Finding]:
    """A requirement on a tree, or with a tree's target as bound, of another kind than the tree's."""
    for place, who, id, requirement in _requirements(view):
        bound = requirement.bound
        measured = requirement.measure.tree
        target = bound.target_of if isinstance(bound, TreeTarget) else None
        for key, name in (("measure", measured), ("bound", target if target != measured else None)):
            tree = view.case.tree.get(name) if name else None
            if tree is not None and tree.kind is not requirement.kind:
                message = f"{who}: the requirement is a {requirement.kind}, the tree {tree.id} a {tree.kind}"
                yield Finding((*place, key), message, id)


@error(
    "tree-target-missing",
    FAMILY,
    "A bound that comes from a tree's target needs a tree with a target.",
    source=QUANTITIES,
    hint="add `target: {probability: …}` to the tree, or state the bound as a number",
)
def tree_target_missing(view: CaseView) -> Iterator[Finding]:
    """``target_of`` or ``allocated`` on a tree without target."""
    for place, who, id, requirement in _requirements(view):
        bound = requirement.bound
        name = None
        if isinstance(bound, TreeTarget):
            name = bound.target_of
        elif isinstance(bound, AllocatedBound):
            name = bound.allocated.tree
        tree = view.case.tree.get(name) if name else None
        if tree is not None and tree.target is None:
            yield Finding((*place, "bound"), f"{who}: the tree {tree.id} has no target", id)


@error(
    "allocated-event",
    FAMILY,
    "A target is allocated to basic events of its own tree, or to the total of a common-cause group.",
    source=QUANTITIES,
    hint="name a basic event below the tree's top; of members of a common-cause group, the group",
)
def allocated_event(view: CaseView) -> Iterator[Finding]:
    """The event is a gate, no part of the tree, or a member of a common-cause group, which has its number."""
    for place, who, id, requirement in _requirements(view):
        if not isinstance(requirement.bound, AllocatedBound):
            continue
        at, event = (*place, "bound", "allocated", "event"), requirement.bound.allocated.event
        tree = requirement.bound.allocated.tree
        group = next((g for g in view.case.common_cause if event == g.id or event in g.members), None)
        if event in view.case.gate or event in view.case.house_event:
            yield Finding(at, f"{who}: {event} is no basic event", id)
        elif event in view.case.event and tree in view.case.tree and event not in view.parts_of[tree]:
            yield Finding(at, f"{who}: the basic event {event} is no part of the tree {tree}", id)
        elif group is not None and event in view.case.event:
            yield Finding(
                at,
                f"{who}: {event} is a member of the common-cause group {group.id}, which has the number",
                id,
            )
        elif (
            group is not None
            and tree in view.case.tree
            and not view.parts_of[tree].intersection(group.members)
        ):
            yield Finding(
                at, f"{who}: no member of the common-cause group {event} is a part of the tree {tree}", id
            )


@error(
    "bound-range",
    FAMILY,
    "A bound lies where its kind can be: probabilities in [0, 1], rates from 0.",
    source=QUANTITIES,
    hint="correct the number or the kind",
)
def bound_range(view: CaseView) -> Iterator[Finding]:
    """Also refuses numbers that are not finite."""
    for place, who, id, requirement in _requirements(view):
        bound = requirement.bound
        if not isinstance(bound, float | int):
            continue
        problem = out_of_range(bound, requirement.kind)
        if problem:
            yield Finding((*place, "bound"), f"{who}: the bound {problem}", id)


@error(
    "target-confidence",
    FAMILY,
    "A requirement is held with at least the confidence that the tree's target asks for.",
    source=f"{QUANTITIES}; SCCG LF.6",
    hint="state a `confidence` in the requirement, no lower than that of the target",
)
def target_confidence(view: CaseView) -> Iterator[Finding]:
    """A bound taken from a target, without the target's confidence; what a target leaves to a measure, without any: it is
    a limit of the measure's bound.
    """
    for place, who, id, requirement in _requirements(view):
        if isinstance(requirement.bound, AllocatedBound) and requirement.confidence is None:
            share = requirement.bound.allocated
            if not _is_counted(view, requirement):
                left = f"what the target of tree {share.tree} leaves to {share.event}"
                message = f"{who} states no confidence, and {left} is a limit of the measure's bound"
                yield Finding(place, message, id)
        if not isinstance(requirement.bound, TreeTarget):
            continue
        tree = view.case.tree.get(requirement.bound.target_of)
        asked = tree.target.confidence if tree is not None and tree.target is not None else None
        if tree is not None and asked is not None and (requirement.confidence or 0.0) < asked:
            stated = in_full(requirement.confidence) if requirement.confidence is not None else "none"
            message = (
                f"{who} requires confidence {stated}, the target of tree {tree.id} asks for {in_full(asked)}"
            )
            yield Finding((*place, "confidence"), message, id)


_COUNTED = frozenset(("test-report", "coverage-report"))
"""methods all of whose measures are counted in a report: nothing is estimated"""


def _is_counted(view: CaseView, requirement: Requirement) -> bool:
    item = view.case.evidence_item.get(requirement.measure.evidence or "")
    return item is not None and item.method in _COUNTED


@warning(
    "requirement-without-confidence",
    FAMILY,
    "A requirement on measured evidence states its confidence.",
    source="SCCG LF.5, LF.6",
    hint="add `confidence:`; without one the point value is compared and its uncertainty ignored",
)
def requirement_without_confidence(view: CaseView) -> Iterator[Finding]:
    """Measured numbers have an interval; a claim that ignores it is stronger than its evidence.  Counts of a report have
    none.
    """
    for place, who, id, requirement in _requirements(view):
        if isinstance(requirement.bound, AllocatedBound):
            continue  # `target-confidence`
        measured = requirement.measure.evidence is not None
        if measured and requirement.confidence is None and not _is_counted(view, requirement):
            yield Finding(place, f"{who}: the requirement on measured evidence states no confidence", id)


@error(
    "value-range",
    FAMILY,
    "Numbers of an event model lie where they can be: probabilities in [0, 1], rates and times from 0, "
    "the scale and shape of a Weibull model and the interval of tests above 0.",
    source=QUANTITIES,
    hint="correct the number; 5 % is written 0.05",
)
def value_range(view: CaseView) -> Iterator[Finding]:
    """Numbers, distributions, and parameters that are such: those with ends lie within, of others at most 1e-6 lies below
    the range and 1e-4 above 1, and moves the mean by no more than 1e-6 of itself and 3e-4; at most a tenth of the mean
    lies beyond the quantile of 1 - 1e-6.  A test ends before the next begins; a common-cause group has no more factors
    than its model takes.
    """
    for index, event in enumerate(view.case.events):
        if event.model is not None:
            yield from _model_range(
                view, ("events", index, "model"), f"basic event {event.id}", event.id, event.model
            )
    for index, group in enumerate(view.case.common_cause):
        at, who = ("common_cause", index), f"common-cause group {group.id}"
        yield from _model_range(view, (*at, "total"), who, group.id, group.total)
        if group.model is CcfModel.ALPHA_FACTOR and all(view.stated_number(f) == 0.0 for f in group.factors):
            yield Finding((*at, "factors"), f"{who}: its alpha factors sum to 0, expected more", group.id)
        if group.too_many_factors:
            yield Finding((*at, "factors"), group.too_many_factors, group.id)
        limits = FROM_ZERO if group.model is CcfModel.PHI_FACTOR else SHARE
        for k, factor in enumerate(group.factors):
            problem = _beyond(view, factor, limits)
            if problem:
                yield Finding((*at, "factors", k), f"{who}: factor {k + 1} {problem}", group.id)


def _model_range(view: CaseView, at: Place, who: str, id: str, model: EventModel) -> Iterator[Finding]:
    for name, limits in ranges_of(model).items():
        value = getattr(model, name)
        problem = _beyond(view, value, limits) if value is not None else ""
        if problem:
            yield Finding((*at, name), f"{who}: {name} {problem}", id)
    if isinstance(model, PeriodicTest):
        lasts, interval = view.stated_number(model.test_duration), view.stated_number(model.interval)
        if lasts is not None and interval is not None and lasts > interval:
            problem = (
                f"must be at most the interval of {in_full(interval)} h, found {in_full(lasts)} h: a test would "
                "never end"
            )
            yield Finding((*at, "test_duration"), f"{who}: test_duration {problem}", id)


def _beyond(view: CaseView, value: Value, limits: ValueRange) -> str:
    """What is wrong with a value, or with what the parameters that it names come to; empty if nothing is."""
    names: list[str] = []
    while isinstance(value, ParameterRef):
        parameter = view.case.parameter.get(value.parameter)
        if parameter is None or parameter.id in names:
            return ""
        names.append(parameter.id)
        value = parameter.value
    problem = limits.problem_in_tails(value)
    return f"{problem} (parameter {names[-1]})" if problem and names else problem
