"""Every reference a case makes from one part to another, with the place it stands at."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from casegen.argument.rule import Place
from casegen.model.argument import AllocatedBound, Claim, ContextNode, Requirement, TreeTarget
from casegen.model.case import Case
from casegen.model.fault_tree import EventModel, Formula, FromEvidence, Value
from casegen.model.parameters import named_parameters

SINGULAR: dict[str, str] = {
    "properties": "mission property", "hazop": "HAZOP entry", "scenarios": "hazard scenario",
    "study_items": "item of the study", "risk_reductions": "risk reduction",
    "parameters": "parameter", "events": "basic event", "house_events": "house event",
    "common_cause": "common-cause group", "trees": "fault tree", "evidence_items": "evidence item",
    "claims": "claim", "arguments": "argument", "evidence": "evidence", "contexts": "context",
    "sub_cases": "sub-case", "defeaters": "defeater", "residual_doubts": "residual doubt",
    "modules": "module", "case": "case",
}  # fmt: skip


class Space(StrEnum):
    """A namespace: ids are unique in it, and references of one kind are looked up in it."""

    NODE = "node of the argument"
    MODULE = "module"
    PROPERTY = "mission property"
    HAZOP = "HAZOP entry"
    SCENARIO = "hazard scenario"
    STUDY_ITEM = "item of the study"
    RISK_REDUCTION = "risk reduction"
    TREE = "fault tree"
    TREE_PART = "gate, basic event or house event"
    COMMON_CAUSE = "common-cause group"
    ALLOCATED = "basic event or common-cause group"
    """what a share of a tree's target goes to; gates and house events are found, and refused by a rule of their own"""
    PARAMETER = "parameter"
    EVIDENCE_ITEM = "evidence item"
    PLACE = "claim, event, gate or evidence"
    """where a mitigation may appear: any of several namespaces"""


class IdReference(NamedTuple):
    """``source`` (label and id) names ``target`` in ``role``; it must be found in ``space``."""

    place: Place
    section: str
    source: str
    role: str
    target: str
    space: Space


def references(case: Case) -> Iterator[IdReference]:
    """All references of the case in the order of its sections."""
    for index, root in enumerate(case.header.roots):
        yield IdReference(("case", "roots", index), "case", case.header.id, "root", root, Space.NODE)
    yield from _argument_references(case)
    yield from _hazard_references(case)
    yield from _study_references(case)
    yield from _tree_references(case)


def _argument_references(case: Case) -> Iterator[IdReference]:
    for section, index, node in case.nodes():
        at: Place = (section, index)
        if node.module is not None:
            yield IdReference((*at, "module"), section, node.id, "module", node.module, Space.MODULE)
        for k, context in enumerate(node.context):
            yield IdReference((*at, "context", k), section, node.id, "context", context, Space.NODE)
        if isinstance(node, Claim):
            for k, hazard in enumerate(node.hazards):
                yield IdReference((*at, "hazards", k), section, node.id, "hazard", hazard, Space.HAZOP)
            for k, name in enumerate(node.properties):
                yield IdReference((*at, "properties", k), section, node.id, "property", name, Space.PROPERTY)
        if isinstance(node, Claim | ContextNode) and node.requirement is not None:
            yield from _requirement(at, section, node.id, node.requirement)
    for index, argument in enumerate(case.arguments):
        at = ("arguments", index)
        yield IdReference((*at, "supports"), "arguments", argument.id, "claim", argument.supports, Space.NODE)
        for k, premise in enumerate(argument.premises):
            yield IdReference((*at, "from", k), "arguments", argument.id, "premise", premise, Space.NODE)
        for k, side in enumerate(argument.side_claims):
            yield IdReference(
                (*at, "side_claims", k), "arguments", argument.id, "side-claim", side, Space.NODE
            )
        if argument.tree is not None:
            yield IdReference((*at, "tree"), "arguments", argument.id, "tree", argument.tree, Space.TREE)
    for index, item in enumerate(case.evidence):
        if item.evidence is not None:
            at = ("evidence", index, "evidence")
            yield IdReference(at, "evidence", item.id, "evidence", item.evidence, Space.EVIDENCE_ITEM)
    for index, sub in enumerate(case.sub_cases):
        yield IdReference(("sub_cases", index, "claim"), "sub_cases", sub.id, "claim", sub.claim, Space.NODE)
    for index, defeater in enumerate(case.defeaters):
        at = ("defeaters", index, "target")
        yield IdReference(at, "defeaters", defeater.id, "target", defeater.target, Space.NODE)
    for index, doubt in enumerate(case.residual_doubts):
        at = ("residual_doubts", index, "target")
        yield IdReference(at, "residual_doubts", doubt.id, "target", doubt.target, Space.NODE)


def _requirement(at: Place, section: str, source: str, requirement: Requirement) -> Iterator[IdReference]:
    at = (*at, "requirement")
    measure, bound = requirement.measure, requirement.bound
    if measure.tree is not None:
        yield IdReference((*at, "measure", "tree"), section, source, "tree", measure.tree, Space.TREE)
    if measure.evidence is not None:
        place = (*at, "measure", "evidence")
        yield IdReference(place, section, source, "evidence", measure.evidence, Space.EVIDENCE_ITEM)
    if isinstance(bound, TreeTarget):
        yield IdReference((*at, "bound", "target_of"), section, source, "tree", bound.target_of, Space.TREE)
    if isinstance(bound, AllocatedBound):
        place = (*at, "bound", "allocated")
        yield IdReference((*place, "tree"), section, source, "tree", bound.allocated.tree, Space.TREE)
        yield IdReference((*place, "event"), section, source, "event", bound.allocated.event, Space.ALLOCATED)


def _hazard_references(case: Case) -> Iterator[IdReference]:
    for index, entry in enumerate(case.hazop):
        at: Place = ("hazop", index)
        for k, name in enumerate(entry.properties):
            yield IdReference((*at, "properties", k), "hazop", entry.id, "property", name, Space.PROPERTY)
        for m, mitigation in enumerate(entry.mitigations):
            for k, ref in enumerate(mitigation.refs):
                place = (*at, "mitigations", m, "refs", k)
                yield IdReference(place, "hazop", entry.id, "mitigation", ref, Space.PLACE)
    for index, scenario in enumerate(case.scenarios):
        at = ("scenarios", index)
        for k, entry_id in enumerate(scenario.hazop):
            yield IdReference((*at, "hazop", k), "scenarios", scenario.id, "hazard", entry_id, Space.HAZOP)
        if scenario.property is not None:
            place = (*at, "property")
            yield IdReference(place, "scenarios", scenario.id, "property", scenario.property, Space.PROPERTY)
        if scenario.tree is not None:
            yield IdReference((*at, "tree"), "scenarios", scenario.id, "tree", scenario.tree, Space.TREE)
        for s, step in enumerate(scenario.chain):
            here = (*at, "chain", s)
            yield IdReference(
                (*here, "event"), "scenarios", scenario.id, "event", step.event, Space.TREE_PART
            )
            for k, other in enumerate(step.joined_by):
                place = (*here, "joined_by", k)
                yield IdReference(place, "scenarios", scenario.id, "event", other, Space.TREE_PART)


def _study_references(case: Case) -> Iterator[IdReference]:
    for index, item in enumerate(case.study_items):
        at: Place = ("study_items", index)
        for role, node in (("source", item.source), ("target", item.target)):
            if node is not None:
                yield IdReference((*at, role), "study_items", item.id, role, node, Space.STUDY_ITEM)
        for j, judged in enumerate(item.judged):
            for k, row in enumerate(judged.rows):
                place = (*at, "judged", j, "rows", k)
                yield IdReference(place, "study_items", item.id, "hazard", row, Space.HAZOP)
    criterion = case.header.study.alarp if case.header.study is not None else None
    if criterion is not None:
        at = ("case", "study", "alarp")
        for k, loss in enumerate(criterion.losses):
            yield IdReference(
                (*at, "losses", k, "tree"), "case", case.header.id, "tree", loss.tree, Space.TREE
            )
        if criterion.claim is not None:
            yield IdReference((*at, "claim"), "case", case.header.id, "claim", criterion.claim, Space.NODE)


def _tree_references(case: Case) -> Iterator[IdReference]:
    for index, tree in enumerate(case.trees):
        at: Place = ("trees", index)
        yield IdReference((*at, "top"), "trees", tree.id, "top", tree.top, Space.TREE_PART)
        for k, name in enumerate(tree.properties):
            yield IdReference((*at, "properties", k), "trees", tree.id, "property", name, Space.PROPERTY)
        if tree.independent is not None:
            here, declared = (*at, "independent"), tree.independent
            yield IdReference((*here, "claim"), "trees", tree.id, "independence", declared.claim, Space.NODE)
            for k, item in enumerate(declared.evidence):
                place = (*here, "evidence", k)
                yield IdReference(place, "trees", tree.id, "record", item, Space.EVIDENCE_ITEM)
        if tree.independent_events is not None:
            place, claim = (*at, "independent_events"), tree.independent_events
            yield IdReference(place, "trees", tree.id, "independence", claim, Space.NODE)
        for g, gate in enumerate(tree.gates):
            for place, name in formula_inputs(gate, (*at, "gates", g)):
                yield IdReference(place, "trees", gate.id, "input", name, Space.TREE_PART)
    for index, event in enumerate(case.events):
        if event.model is not None:
            yield from _model(("events", index, "model"), "events", event.id, event.model)
    for index, group in enumerate(case.common_cause):
        at = ("common_cause", index)
        for k, member in enumerate(group.members):
            yield IdReference(
                (*at, "members", k), "common_cause", group.id, "member", member, Space.TREE_PART
            )
        yield from _model((*at, "total"), "common_cause", group.id, group.total)
        for k, factor in enumerate(group.factors):
            yield from _value((*at, "factors", k), "common_cause", group.id, factor)
    for index, parameter in enumerate(case.parameters):
        yield from _value(("parameters", index, "value"), "parameters", parameter.id, parameter.value)


def formula_inputs(formula: Formula, place: Place) -> Iterator[tuple[Place, str]]:
    """Names a gate's formula uses, nested formulae and conditions included, each with its place."""
    stack: list[tuple[Formula, Place]] = [(formula, place)]
    while stack:
        part, here = stack.pop()
        if part.condition is not None:
            yield (*here, "condition"), part.condition
        for k, given in enumerate(part.inputs):
            if isinstance(given, str):
                yield (*here, "inputs", k), given
            else:
                stack.append((given, (*here, "inputs", k)))


def _model(at: Place, section: str, source: str, model: EventModel) -> Iterator[IdReference]:
    if isinstance(model, FromEvidence):
        place = (*at, "evidence")
        yield IdReference(place, section, source, "evidence", model.evidence, Space.EVIDENCE_ITEM)
        return
    for name in type(model).model_fields:
        yield from _value((*at, name), section, source, getattr(model, name))


def _value(at: Place, section: str, source: str, value: Value) -> Iterator[IdReference]:
    for parameter, steps in named_parameters(value):
        place = (*at, *(key for _, k in steps for key in ("args", k)), "parameter")
        yield IdReference(place, section, source, "parameter", parameter, Space.PARAMETER)
