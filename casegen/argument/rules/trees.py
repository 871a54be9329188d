"""Fault trees, as far as they can be judged before they are compiled."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.graph import cycles, reachable
from casegen.argument.reading.products import in_words, shared_records, uncompared_records
from casegen.argument.rule import Finding, Place, error, warning
from casegen.argument.rules.citations import FAULT_TREE, QUANTITIES
from casegen.argument.view import CaseView
from casegen.model.digits import in_full
from casegen.model.fault_tree import (
    Constant,
    Exponential,
    FromEvidence,
    Glm,
    Parameter,
    PeriodicTest,
    Weibull,
)
from casegen.model.parameters import named_parameters
from casegen.model.quantity import UnitMismatch, convert

FAMILY = "Fault trees"


@error(
    "tree-cycle",
    FAMILY,
    "A gate does not feed itself.",
    source=FAULT_TREE,
    hint="remove one of the inputs named",
)
def tree_cycle(view: CaseView) -> Iterator[Finding]:
    """Names every gate of the circle, over all trees."""
    for cycle in cycles(view.gate_inputs):
        tree, gate = view.gate_place[cycle[0]]
        path = " → ".join((*cycle, cycle[0]))
        yield Finding(("trees", tree, "gates", gate), f"gates form a cycle: {path}", cycle[0])


@error(
    "parameter-cycle",
    FAMILY,
    "A parameter is not computed from itself.",
    source=FAULT_TREE,
    hint="state one of them as a number",
)
def parameter_cycle(view: CaseView) -> Iterator[Finding]:
    """Names every parameter of the circle."""
    index: dict[str, int] = {}
    graph: dict[str, list[str]] = {}
    for k, parameter in enumerate(view.case.parameters):
        index.setdefault(parameter.id, k)
        graph.setdefault(parameter.id, _uses(parameter))
    for cycle in cycles(graph):
        path = " → ".join((*cycle, cycle[0]))
        place: Place = ("parameters", index[cycle[0]], "value")
        yield Finding(place, f"parameters are computed from each other in a circle: {path}", cycle[0])


def _uses(parameter: Parameter) -> list[str]:
    return [name for name, _ in named_parameters(parameter.value)]


@error(
    "tree-top",
    FAMILY,
    "The top of a tree is a gate.",
    source=FAULT_TREE,
    hint="name the gate that stands for the top event",
)
def tree_top(view: CaseView) -> Iterator[Finding]:
    """The top names a basic or house event."""
    for index, tree in enumerate(view.case.trees):
        if tree.top in view.case.gate:
            continue
        if tree.top in view.case.event or tree.top in view.case.house_event:
            message = f"fault tree {tree.id}: the top {tree.top} is an event, expected a gate"
            yield Finding(("trees", index, "top"), message, tree.id)


@error(
    "common-cause-member",
    FAMILY,
    "Members of a common-cause group are basic events, each in one group.",
    source=FAULT_TREE,
    hint="name basic events, and each in one group only",
)
def common_cause_member(view: CaseView) -> Iterator[Finding]:
    """A gate or house event as member, or an event in two groups."""
    group_of: dict[str, str] = {}
    for index, group in enumerate(view.case.common_cause):
        for k, member in enumerate(group.members):
            place = ("common_cause", index, "members", k)
            if member in view.case.gate or member in view.case.house_event:
                yield Finding(place, f"common-cause group {group.id}: {member} is no basic event", group.id)
            elif group_of.setdefault(member, group.id) != group.id:
                message = f"basic event {member} is in the groups {group_of[member]} and {group.id}"
                yield Finding(place, message, group.id)


@error(
    "event-kind",
    FAMILY,
    "The probability of an event can be expressed per what the tree is per.",
    source=QUANTITIES,
    hint="state `exposure: {demands: …}` or `{hours: …}` in the event's model, or correct its kind",
)
def event_kind(view: CaseView) -> Iterator[Finding]:
    """Constant models; measured ones are compared when their measure's kind is known."""
    index = {event.id: k for k, event in reversed(list(enumerate(view.case.events)))}
    words: set[tuple[str, str]] = set()
    for tree in view.case.trees:
        for name in sorted(view.parts_of[tree.id] & index.keys()):
            model = view.case.event[name].model
            if not isinstance(model, Constant) or (name, tree.kind) in words:
                continue
            try:
                convert(0.0, model.kind, tree.kind, model.exposure)
            except UnitMismatch as mismatch:
                words.add((name, tree.kind))
                message = f"basic event {name} in tree {tree.id}: {mismatch}"
                yield Finding(("events", index[name], "model"), message, name)


@error(
    "exposure-demands",
    FAMILY,
    "A mission demands at least once what it is exposed to.",
    source=QUANTITIES,
    hint="state one demand, and how often there is one as an event of its own under an AND gate, with its source",
)
def exposure_demands(view: CaseView) -> Iterator[Finding]:
    """Fewer demands than one are a probability in disguise, and would make any event as rare as one likes."""
    groups = [("common_cause", k, group.id, group.total) for k, group in enumerate(view.case.common_cause)]
    events = [("events", k, event.id, event.model) for k, event in enumerate(view.case.events)]
    for section, index, id, model in (*events, *groups):
        exposure = model.exposure if isinstance(model, Constant | FromEvidence) else None
        if exposure is not None and exposure.demands is not None and exposure.demands < 1.0:
            key = "model" if section == "events" else "total"
            message = (
                f"{id} is exposed to {in_full(exposure.demands)} demands per mission, expected at least 1"
            )
            yield Finding((section, index, key), message, id)


@error(
    "mission-time-missing",
    FAMILY,
    "An event that fails over time knows the time.",
    source=FAULT_TREE,
    hint="add `mission_time:` (hours) to the tree, or `hours:` to the event's model",
)
def mission_time_missing(view: CaseView) -> Iterator[Finding]:
    """Exponential, Weibull, GLM or periodic test without ``hours``, in a tree without mission time."""
    index = {event.id: k for k, event in reversed(list(enumerate(view.case.events)))}
    for tree in view.case.trees:
        if tree.mission_time is not None:
            continue
        for name in sorted(view.parts_of[tree.id] & index.keys()):
            model = view.case.event[name].model
            if isinstance(model, Exponential | Weibull | Glm | PeriodicTest) and model.hours is None:
                message = f"basic event {name} needs a mission time, and tree {tree.id} states none"
                yield Finding(("events", index[name], "model"), message, name)


@error(
    "common-cause-own-model",
    FAMILY,
    "A member of a common-cause group has its probability from the group.",
    source=FAULT_TREE,
    hint="remove the member's `model:`, or the member from the group",
)
def common_cause_own_model(view: CaseView) -> Iterator[Finding]:
    """A model that differs from the group's total, and would be ignored."""
    index = {event.id: k for k, event in reversed(list(enumerate(view.case.events)))}
    for group in view.case.common_cause:
        for member in group.members:
            model = view.case.event[member].model if member in index else None
            if model is not None and model != group.total:
                instead = f"the total of group {group.id} is used instead"
                message = f"basic event {member} has a model of its own, and {instead}"
                yield Finding(("events", index[member], "model"), message, member)


@warning(
    "first-test-after-mission",
    FAMILY,
    "A periodic test happens during the mission.",
    source=FAULT_TREE,
    hint="correct `first:`, or use an exponential model, which says that nothing is tested",
)
def first_test_after_mission(view: CaseView) -> Iterator[Finding]:
    """Numbers that are stated, or parameters that are numbers."""
    index = {event.id: k for k, event in reversed(list(enumerate(view.case.events)))}
    words: set[str] = set()
    for tree in view.case.trees:
        for name in sorted(view.parts_of[tree.id] & index.keys() - words):
            model = view.case.event[name].model
            if not isinstance(model, PeriodicTest):
                continue
            first = view.stated_number(model.first)
            own = view.stated_number(model.hours) if model.hours is not None else 0.0
            mission = tree.mission_time or 0.0
            hours = None if own is None else max(own, mission)  # fewer hours lie anywhere in it
            if first is not None and hours is not None and first >= hours > 0.0:
                words.add(name)
                what = f"the mission of tree {tree.id}" if hours == mission else "its `hours:`"
                end = (
                    f"ends after {in_full(hours)} h" if hours == mission else f"end after {in_full(hours)} h"
                )
                message = (
                    f"basic event {name} is tested for the first time after {in_full(first)} h, and {what} {end}: "
                    "it is never tested"
                )
                yield Finding(("events", index[name], "model", "first"), message, name)


@warning(
    "events-one-record",
    FAMILY,
    "That events measured by one record occur independently of each other is argued where a tree multiplies them.",
    source=FAULT_TREE,
    hint="name the claim that argues it (`independent_events:` of the tree), model what they share as a common-cause "
    "group, or waive the rule on the tree with the reason",
)
def events_one_record(view: CaseView) -> Iterator[Finding]:
    """One finding for each tree; members of one common-cause group are left out."""
    for index, tree in enumerate(view.case.trees):
        products = shared_records(view.case, view, tree) if tree.independent_events is None else []
        if products:
            message = f"fault tree {tree.id} takes {in_words(products)} to occur independently, and nothing argues it"
            yield Finding(("trees", index), message, tree.id)
            continue
        unread = uncompared_records(view.case, view, tree) if tree.independent_events is None else ()
        for gate, events, why in unread:
            message = (
                f"fault tree {tree.id} takes {', '.join(events[:4])} (gate {gate}) to occur independently, and whether "
                f"one record measured them is not known here: {why}"
            )
            yield Finding(("trees", index), message, tree.id)
            break


@warning(
    "event-without-model",
    FAMILY,
    "Every basic event of a tree has a model.",
    source=FAULT_TREE,
    hint="add `model:`; until then the tree cannot be quantified",
)
def event_without_model(view: CaseView) -> Iterator[Finding]:
    """Members of a common-cause group take theirs from the group."""
    grouped = {member for group in view.case.common_cause for member in group.members}
    used = {name for parts in view.parts_of.values() for name in parts}
    for index, event in enumerate(view.case.events):
        if event.model is None and event.id in used and event.id not in grouped:
            yield Finding(("events", index), f"basic event {event.id} has no model", event.id)


@warning(
    "gate-unused",
    FAMILY,
    "Every gate is part of a tree.",
    source=FAULT_TREE,
    hint="name it as an input of another gate, or remove it",
)
def gate_unused(view: CaseView) -> Iterator[Finding]:
    """Gates that no top event reaches; the uppermost of each loose part."""
    used = reachable([tree.top for tree in view.case.trees], view.gate_inputs)
    sound = {k for k, tree in enumerate(view.case.trees) if tree.top in view.case.gate}
    loose = {
        gate: inputs
        for gate, inputs in view.gate_inputs.items()
        if gate not in used and view.gate_place[gate][0] in sound
    }
    below = {name for inputs in loose.values() for name in inputs}
    for gate in loose:
        if gate not in below:
            tree, index = view.gate_place[gate]
            message = f"gate {gate} of tree {view.case.trees[tree].id} is below no top event"
            yield Finding(("trees", tree, "gates", index), message, gate)
