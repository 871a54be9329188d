"""Fault trees and measured items whose numbers supported claims rest on, whatever the way from the claim to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import NamedTuple

from casegen.argument.graph import reachable
from casegen.argument.held import items_of_tree
from casegen.argument.view import CaseView, trees_of
from casegen.model.argument import Requirement


class Used(NamedTuple):
    """Ids of trees and of items, each with the nodes whose status depends on their numbers, in the order of the file."""

    trees: Mapping[str, tuple[str, ...]]
    items: Mapping[str, tuple[str, ...]]


def numbers_used(view: CaseView, supported: Set[str]) -> Used:
    """What the supported claims calculate and require, what measures the assumptions that they take, and the studies.

    A tree that is used brings the trees whose gates it names, and the items that their events are bound to.
    """
    trees: dict[str, list[str]] = {}
    items: dict[str, list[str]] = {}
    for holder, own_trees, own_items in _of_holders(view, supported):
        every = with_transferred(view, own_trees)
        bound = {item for tree in every for item in items_of_tree(view, tree)}
        for names, result in ((every, trees), ({*own_items, *bound}, items)):
            for name in names:
                result.setdefault(name, []).append(holder)
    return Used(
        {tree.id: tuple(trees[tree.id]) for tree in view.case.trees if tree.id in trees},
        {item.id: tuple(items[item.id]) for item in view.case.evidence_items if item.id in items},
    )


def with_transferred(view: CaseView, trees: Iterable[str]) -> set[str]:
    """The trees, and those of which a gate lies below one of their tops."""
    result = {tree for tree in trees if tree in view.case.tree}
    below = {part for tree in result for part in view.parts_of[tree]}
    return result | {tree.id for tree in view.case.trees if any(gate.id in below for gate in tree.gates)}


def _of_holders(view: CaseView, supported: Set[str]) -> Iterator[tuple[str, set[str], set[str]]]:
    case = view.case
    for claim in case.claims:
        if claim.id in supported:
            calculated, cited = view.held.reached(claim.id)
            trees, items = _required(claim.requirement)
            yield claim.id, {*calculated, *trees}, {*cited, *items}
    below = reachable(supported, view.support, view.attached)
    for context in case.contexts:
        if context.id in below and context.requirement is not None:
            yield context.id, *_required(context.requirement)
    study = case.header.study
    criterion = study.alarp if study is not None else None
    if criterion is not None and criterion.claim in below:
        yield criterion.claim, {loss.tree for loss in criterion.losses}, set()
    roots = [root for root in case.header.roots if root in supported]
    if study is not None and study.risk_matrix is not None and study.risk_matrix.intolerable and roots:
        paths = {scenario.tree for scenario in case.scenarios if scenario.hazop}
        yield roots[0], {tree.id for tree in case.trees if tree.properties or tree.id in paths}, set()


def _required(requirement: Requirement | None) -> tuple[set[str], set[str]]:
    """Trees and items that a requirement takes its number and its limit from."""
    if requirement is None:
        return set(), set()
    limit = getattr(requirement.bound, "target_of", None)
    trees = {*trees_of(requirement), *([limit] if limit else [])}
    return trees, {requirement.measure.evidence} if requirement.measure.evidence else set()
