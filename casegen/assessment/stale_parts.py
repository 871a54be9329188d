"""Which events and gates of a fault tree have a number that comes from stale evidence: the one place that decides it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from casegen.model.case import Case
from casegen.model.fault_tree import FromEvidence
from casegen.model.results import Assessment, EvidenceState, Freshness

if TYPE_CHECKING:
    from casegen.fta.gates.structure import Structure


def stale_items(evidence: Mapping[str, EvidenceState]) -> frozenset[str]:
    """Evidence items whose result is stale; of the others there is a fresh number or none."""
    return frozenset(item for item, state in evidence.items() if state.freshness is Freshness.STALE)


def stale_events(
    case: Case,
    events: Iterable[str],
    evidence: Mapping[str, EvidenceState] | Collection[str],
    settings: Collection[str] = (),
) -> dict[str, str]:
    """The events of a compiled tree whose number comes from stale evidence, each with its item.

    ``evidence``: the states of the items, or the names of those that are stale.
    ``settings``: events and common-cause groups that are set by hand.
    """
    old = stale_items(evidence) if isinstance(evidence, Mapping) else frozenset(evidence)
    if not old:
        return {}
    from casegen.assessment.bounds import model_of

    by_hand = {member for group in case.common_cause if group.id in settings for member in group.members}
    result = {}
    for event in events:
        model = model_of(case, event)
        member = event.strip("[]").partition(" ")[0]
        if event in settings or member in by_hand or not isinstance(model, FromEvidence):
            continue
        if model.evidence in old:
            result[event] = model.evidence
    return result


def stale_gates(case: Case, structure: Structure, events: Collection[str]) -> frozenset[str]:
    """Gates of the tree with one of the stale ``events`` below them, where its order or its condition counts too."""
    first = structure.first_gate - len(structure.events)
    old = {first + i for i, event in enumerate(structure.events) if event in events}
    ordered = {order for order, inputs in structure.orders.items() if any(name in events for name in inputs)}
    old |= {first + i for i, event in enumerate(structure.events) if event in ordered}
    for j, arguments in enumerate(structure.arguments):
        if any(abs(argument) in old for argument in arguments):
            old.add(structure.first_gate + j)
    named = {name for name, literal in structure.names.items() if abs(literal) in old}
    return frozenset(name for name in named if name in case.gate)


def stale_of_trees(*assessments: Assessment) -> dict[str, tuple[str, ...]]:
    """The stale evidence items that each tree's numbers come from, of the trees that have such in one of these."""
    result: dict[str, tuple[str, ...]] = {}
    for assessment in assessments:
        for id, tree in assessment.trees.items():
            if items := (*result.get(id, ()), *tree.stale_items):
                result[id] = tuple(dict.fromkeys(items))
    return result


def stale_label(items: Collection[str]) -> str:
    """That numbers of a tree are out of date, and by which items; empty where none is stale."""
    return f"rests on stale evidence ({', '.join(items)}): its numbers are out of date" if items else ""


def stale_words(tree: str, items: Collection[str]) -> str:
    """:func:`stale_label` in a sentence about the tree."""
    return f"fault tree {tree} {stale_label(items)}" if items else ""
