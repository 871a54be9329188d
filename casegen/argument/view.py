"""Indexes over a case that several rules and the status need, each built once and in linear time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from casegen.argument.graph import cycles, reachable
from casegen.argument.references import SINGULAR, IdReference, Space, formula_inputs, references
from casegen.argument.rule import Place
from casegen.io.folder import inside
from casegen.io.regular import same_files
from casegen.io.sentences import named
from casegen.model.argument import (
    AllocatedBound,
    Argument,
    Claim,
    Defeater,
    Node,
    Requirement,
    ResidualDoubt,
    SubCase,
)
from casegen.model.case import Case
from casegen.model.fault_tree import CommonCauseGroup, FaultTree, ParameterRef
from casegen.model.read_only import read_only
from casegen.model.sentence import Sentence
from casegen.model.suggestions import KnownNames

if TYPE_CHECKING:
    from casegen.argument.held import HeldRequirements

LINK = ":"
"""``ARGUMENT:NODE`` names the link from a premise or side-claim into an argument."""


class CaseView:
    """A case with the indexes its rules share."""

    def __init__(self, case: Case) -> None:
        self.case = case

    @cached_property
    def nodes(self) -> tuple[tuple[str, int, Node], ...]:
        """Every argument node with section and index."""
        return tuple(self.case.nodes())

    @cached_property
    def roots(self) -> frozenset[str]:
        """Ids of the top claims; a case may have thousands."""
        return frozenset(self.case.header.roots)

    @cached_property
    def place(self) -> Mapping[str, tuple[str, int]]:
        """Section and index of each argument node (the first of duplicates)."""
        results: dict[str, tuple[str, int]] = {}
        for section, index, node in self.nodes:
            results.setdefault(node.id, (section, index))
        return read_only(results)

    def section(self, node: str) -> str | None:
        """The section a node id stands in, or None where there is no such node."""
        place = self.place.get(node)
        return place[0] if place else None

    def label(self, node: str) -> Sentence:
        """``claim C1``."""
        section = self.section(node)
        return named(SINGULAR[section], node) if section else Sentence(node)

    @cached_property
    def references(self) -> tuple[IdReference, ...]:
        """Every reference of the case."""
        return tuple(references(self.case))

    @cached_property
    def names(self) -> Mapping[Space, KnownNames]:
        """The ids of each namespace."""
        case = self.case
        parts = {**case.gate, **case.event, **case.house_event}
        spaces: dict[Space, Collection[str]] = {
            Space.NODE: self.place,
            Space.MODULE: {module.id for module in case.modules},
            Space.PROPERTY: case.mission_property,
            Space.HAZOP: {entry.id for entry in case.hazop},
            Space.SCENARIO: {scenario.id for scenario in case.scenarios},
            Space.STUDY_ITEM: {item.id for item in case.study_items},
            Space.RISK_REDUCTION: {measure.id for measure in case.risk_reductions},
            Space.TREE: case.tree,
            Space.TREE_PART: parts,
            Space.COMMON_CAUSE: {group.id for group in case.common_cause},
            Space.ALLOCATED: {*parts, *(group.id for group in case.common_cause)},
            Space.PARAMETER: case.parameter,
            Space.EVIDENCE_ITEM: case.evidence_item,
            Space.PLACE: {*self.place, *parts, *case.evidence_item, *case.tree},
        }
        return read_only({space: KnownNames(names) for space, names in spaces.items()})

    @cached_property
    def arguments_for(self) -> Mapping[str, Sequence[tuple[int, Argument]]]:
        """Arguments with their index, by the claim they support."""
        results: dict[str, list[tuple[int, Argument]]] = {}
        for index, argument in enumerate(self.case.arguments):
            results.setdefault(argument.supports, []).append((index, argument))
        return read_only(results)

    @cached_property
    def used_by(self) -> Mapping[str, Sequence[Argument]]:
        """Arguments that have the node among their premises or side-claims."""
        results: dict[str, list[Argument]] = {}
        for argument in self.case.arguments:
            for premise in (*argument.premises, *argument.side_claims):
                results.setdefault(premise, []).append(argument)
        return read_only(results)

    @cached_property
    def held(self) -> HeldRequirements:
        """Which claim answers for which number."""
        from casegen.argument.held import HeldRequirements

        return HeldRequirements(self)

    def contexts_above(self, claim: str) -> list[str]:
        """Contexts of a claim, of its steps, and of all claims and steps that rest on it."""
        result: dict[str, None] = {}
        seen, stack = {claim}, [claim]
        while stack:
            name = stack.pop()
            node = self.case.node.get(name)
            steps = [argument for _, argument in self.arguments_for.get(name, ())] if name == claim else []
            above = self.used_by.get(name, [])
            for part in (node, *steps, *above):
                result.update(
                    dict.fromkeys(c for c in part.context if self.section(c) == "contexts") if part else {}
                )
            for other in (argument.supports for argument in above):
                if other not in seen:
                    seen.add(other)
                    stack.append(other)
        return list(result)

    @cached_property
    def sub_cases_of(self) -> Mapping[str, Sequence[str]]:
        """Sub-cases by the claim they repeat."""
        results: dict[str, list[str]] = {}
        for sub in self.case.sub_cases:
            results.setdefault(sub.claim, []).append(sub.id)
        return read_only(results)

    def repeated(self, node: str) -> Claim | None:
        """The claim that ``node`` is, or that it repeats as a sub-case."""
        match = self.case.node.get(node)
        return self.case.claim.get(match.claim if isinstance(match, SubCase) else node)

    @cached_property
    def side_claims(self) -> frozenset[str]:
        """Ids that stand as side-claim of some argument."""
        return frozenset(side for argument in self.case.arguments for side in argument.side_claims)

    def link(self, target: str) -> tuple[str, str] | None:
        """Argument and node of a link named ``ARGUMENT:NODE``, or None when there is no such link."""
        argument, sign, node = target.partition(LINK)
        while sign:
            index = self.place.get(argument)
            if index and index[0] == "arguments":
                result = self.case.arguments[index[1]]
                if node in result.premises or node in result.side_claims or node == result.supports:
                    return argument, node
            more, sign, node = node.partition(LINK)
            argument = f"{argument}{LINK}{more}"
        return None

    def challenged_node(self, target: str) -> str | None:
        """The node a defeater's target means: itself, or the argument whose link it names."""
        if target in self.place:
            return target
        link = self.link(target)
        return link[0] if link else None

    @cached_property
    def support(self) -> Mapping[str, Sequence[str]]:
        """What each node rests on: claim → arguments → premises and side-claims; sub-case → claim.

        A step or a number from a fault tree also rests on the claim that its events are independent of each other
        (``independent_events``).  Dangling references are left out; ids are those of existing nodes only.
        """
        results: dict[str, list[str]] = {id: [] for id in self.place}
        for _, _, node in self.nodes:
            if isinstance(node, SubCase) and node.claim in results:
                results[node.id].append(node.claim)
        for argument in self.case.arguments:
            if argument.supports in results:
                results[argument.supports].append(argument.id)
            below = results[argument.id]
            below.extend(i for i in (*argument.premises, *argument.side_claims) if i in results)
        for id, argued in self._argued_products():
            if id in results and argued in results and argued not in results[id]:
                results[id].append(argued)
        for claim in (
            self.case.claims
        ):  # a direct link, in a case that is not strict: it supports nothing, and may hurt
            linked = (i for i in claim.context if self.section(i) in ("claims", "evidence", "sub_cases"))
            results[claim.id].extend(i for i in linked if i not in results[claim.id])
        return read_only(results)

    def heirs(self, id: str) -> Iterator[str]:
        """The nodes that inherit what a node inherits or has as context: claims and steps, from claims and steps.

        A sub-case does not pass context on: the claim that it repeats stands in the context of its module.
        """
        if self.section(id) in ("claims", "arguments"):
            yield from (below for below in self.support[id] if self.section(below) in ("claims", "arguments"))

    def _argued_products(self) -> Iterator[tuple[str, str]]:
        """Steps, and claims, that use a number of a tree; and the claim that its products take for granted."""
        argued = {tree.id: tree.independent_events for tree in self.case.trees if tree.independent_events}
        if not argued:
            return
        own: dict[str, set[str | None]] = {}
        for argument in self.case.arguments:
            own.setdefault(argument.supports, set()).add(argument.tree)
            if argument.tree in argued:
                yield argument.id, argued[argument.tree]
        used = {claim.id: trees_of(claim.requirement) for claim in self.case.claims if claim.requirement}
        criterion = self.case.header.study.alarp if self.case.header.study is not None else None
        if criterion is not None and criterion.claim is not None:
            losses = [loss.tree for loss in criterion.losses]
            used[criterion.claim] = [*used.get(criterion.claim, ()), *losses]
        for claim, trees in used.items():
            for tree in trees:
                if tree in argued and tree not in own.get(claim, ()):
                    yield claim, argued[tree]

    @property
    def compares_measures(self) -> bool:
        """Whether a claim of the case is that measures against risk left out are out of proportion (ALARP)."""
        criterion = self.case.header.study.alarp if self.case.header.study is not None else None
        return criterion is not None and criterion.claim in self.case.claim

    @property
    def objections(self) -> tuple[Defeater | ResidualDoubt, ...]:
        """Defeaters and residual doubts."""
        return (*self.case.defeaters, *self.case.residual_doubts)

    @cached_property
    def attached(self) -> Mapping[str, Sequence[str]]:
        """What hangs on each node without supporting it: contexts, defeaters, residual doubts."""
        results: dict[str, list[str]] = {}
        for _, _, node in self.nodes:
            for context in node.context:
                if context in self.place:
                    results.setdefault(node.id, []).append(context)
        for objection in self.objections:
            target = self.challenged_node(objection.target)
            if target is not None:
                results.setdefault(target, []).append(objection.id)
        return read_only(results)

    def circles(self) -> list[list[str]]:
        """Circles of support, each from a claim of it (where it has one) once around."""
        results = []
        for cycle in cycles(self.support):
            claims = [k for k, id in enumerate(cycle) if self.section(id) == "claims"]
            start = min(claims, key=lambda k: self.place[cycle[k]], default=0)
            results.append([*cycle[start:], *cycle[:start]])
        return results

    def claims(self) -> Iterator[tuple[Place, Claim]]:
        """Every claim with its place."""
        for index, claim in enumerate(self.case.claims):
            yield ("claims", index), claim

    def arguments(self) -> Iterator[tuple[Place, Argument]]:
        """Every argument with its place."""
        for index, argument in enumerate(self.case.arguments):
            yield ("arguments", index), argument

    @cached_property
    def gate_place(self) -> Mapping[str, tuple[int, int]]:
        """Tree and gate index of each gate (the first of duplicates)."""
        results: dict[str, tuple[int, int]] = {}
        for t, tree in enumerate(self.case.trees):
            for g, gate in enumerate(tree.gates):
                results.setdefault(gate.id, (t, g))
        return read_only(results)

    @cached_property
    def gate_inputs(self) -> Mapping[str, tuple[str, ...]]:
        """Names each gate's formula uses, nested formulae and conditions included."""
        results: dict[str, tuple[str, ...]] = {}
        for tree in self.case.trees:
            for gate in tree.gates:
                results.setdefault(gate.id, tuple(name for _, name in formula_inputs(gate, ())))
        return read_only(results)

    def stated_number(self, value: object) -> float | None:
        """A value that is a number, or a parameter that is one."""
        if isinstance(value, ParameterRef):
            parameter = self.case.parameter.get(value.parameter)
            value = parameter.value if parameter is not None else None
        return float(value) if isinstance(value, int | float) else None

    @cached_property
    def groups_of(self) -> Mapping[str, Sequence[CommonCauseGroup]]:
        """Common-cause groups by member."""
        results: dict[str, list[CommonCauseGroup]] = {}
        for group in self.case.common_cause:
            for member in group.members:
                results.setdefault(member, []).append(group)
        return read_only(results)

    @cached_property
    def same_files(self) -> Mapping[str, str]:
        """To each input of an evidence item whose file is a copy of another input's, that other input."""
        names = dict.fromkeys(path for item in self.case.evidence_items for path in item.inputs.values())
        inside_it = {name: path for name in names if (path := inside(self.case.root, name)) is not None}
        return read_only(same_files(inside_it))

    @cached_property
    def recorded_twice(self) -> Mapping[str, str]:
        """To each item of evidence whose record is that of another one, in another file or another order, that item."""
        from casegen.argument.reading.records import recorded_twice

        return read_only(recorded_twice(self.case))

    @cached_property
    def uncompared(self) -> Mapping[str, str]:
        """Items of evidence that events are bound to and whose record cannot be read here, each with the reason."""
        from casegen.argument.reading.records import uncompared

        return read_only(uncompared(self.case))

    def tree_parts(self, tree: FaultTree) -> set[str]:
        """Gates, events and house events below a tree's top, the top included."""
        return self.parts_below(tree.top)

    def parts_below(self, top: str) -> set[str]:
        """Gates, events and house events below a gate, itself included; a tree that a gate names with all of its own."""
        seen = {top}
        stack = [top]
        while stack:
            name = stack.pop()
            transfer = self.case.tree.get(name) if name not in self.gate_inputs else None
            below = self.gate_inputs.get(name, ()) if transfer is None else (transfer.top,)
            for one in below:
                if one not in seen:
                    seen.add(one)
                    stack.append(one)
        return seen

    @cached_property
    def parts_of(self) -> Mapping[str, frozenset[str]]:
        """:meth:`tree_parts` of every tree by its id."""
        return read_only({tree.id: self.tree_parts(tree) for tree in self.case.trees})


def trees_of(requirement: Requirement) -> list[str]:
    """The trees that the measure, and an allocated bound, are numbers of."""
    bound = requirement.bound
    allocating = bound.allocated.tree if isinstance(bound, AllocatedBound) else None
    return [tree for tree in (requirement.measure.tree, allocating) if tree is not None]


_latest: list[CaseView] = []
"""the view of the case that was asked for last: every claim on a tree asks for it, at every what-if"""


def view_of(case: Case) -> CaseView:
    """The view of a case, kept while the same case is asked for."""
    for known in tuple(_latest):
        if known.case is case:
            return known
    return view_anew(case)


def view_anew(case: Case) -> CaseView:
    """The view that :func:`view_of` gives from now on: files of the case may be others than when it was asked for."""
    view = CaseView(case)
    _latest[:] = [view]
    return view


def rests_on(case: Case, holder: str, claim: str) -> bool:
    """Whether ``claim`` is among what the node ``holder`` rests on."""
    view = view_of(case)
    return claim != holder and claim in reachable([holder], view.support)
