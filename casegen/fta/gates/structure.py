"""From a case to a Boolean structure: names resolved, transfers followed, formulae flattened.

Every gate becomes AND, XOR or ATLEAST over literals; the others are the same with signs:
``OR(a, b) = -AND(-a, -b)``, ``IFF = -XOR``, ``CARDINALITY = AND(ATLEAST k, -ATLEAST k_max+1)``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import assert_never

from casegen.fta.errors import FaultTreeError, Path
from casegen.fta.gates import problems
from casegen.model.case import Case
from casegen.model.fault_tree import (
    CommonCauseGroup,
    Exponential,
    FaultTree,
    Formula,
    Gate,
    Weibull,
)
from casegen.model.gates import Operator
from casegen.model.sentence import Sentence
from casegen.model.suggestions import nearest

AND, XOR, ATLEAST = 0, 1, 2
TRUE = 1
"""The literal that always holds; its negative never does."""
FIRST_EVENT = 2

_GATE_BASE = 1 << 40


@dataclass(frozen=True, slots=True)
class PriorityGate:
    """A priority-AND gate: its literal (an AND over ``inputs``) and its inputs from first to last."""

    name: str
    literal: int
    inputs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Structure:
    """A fault tree as a graph of signed literals.

    Literal 1 is true, ``2 + i`` is ``events[i]``, ``2 + len(events) + j`` is gate ``j``; a negative literal
    is the complement.  Gates come after their arguments.  ``kinds[j]`` is AND, XOR or ATLEAST (``counts[j]``
    of its arguments); ``names`` gives the literal of every named gate and common-cause member.
    """

    tree: str
    events: tuple[str, ...]
    kinds: tuple[int, ...]
    counts: tuple[int, ...]
    arguments: tuple[tuple[int, ...], ...]
    top: int
    names: Mapping[str, int]
    priority: tuple[PriorityGate, ...] = ()
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """common-cause events by group id, when the tree uses a member of it; events of other members alone are left out"""
    orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """the added event "all in order, given all" of each priority-AND gate, and the inputs whose order integral is its
    probability; none where the share of orderings is unknown"""
    references: Mapping[str, int] = field(default_factory=dict)
    """how often each basic event is named by a gate"""

    @property
    def first_gate(self) -> int:
        """The literal of gate 0."""
        return FIRST_EVENT + len(self.events)


def build_structure(
    case: Case, tree_id: str, *, house: Mapping[str, bool] | None = None, top: str | None = None
) -> Structure:
    """The Boolean structure of ``case``'s tree ``tree_id`` with common-cause groups expanded.

    ``house`` overrides the states of house events; ``top`` names another gate of the tree as top.
    Raises :class:`FaultTreeError` for an unknown tree or top, undefined inputs (all of them), a cycle
    (named whole), and ambiguous transfers.
    """
    tree = case.tree.get(tree_id)
    if tree is None:
        known = ", ".join(case.tree) or "none"
        raise FaultTreeError(f"no fault tree {tree_id!r}; the case has: {known}", ("trees",))
    unknown = set(house or {}) - set(case.house_event)
    if unknown:
        raise FaultTreeError(
            f"no house event {', '.join(sorted(unknown))}; the case has: {', '.join(case.house_event) or 'none'}",
            ("house_events",),
        )
    return _Builder(case, dict(house or {})).build(tree, top)


def common_cause_parts(group: CommonCauseGroup) -> Mapping[str, tuple[str, ...]]:
    """The independent events of a group: id such as ``[A B]`` → the members that fail together.

    Beta-factor groups have single members and the whole group only; the others every subset up to the
    last level with a factor.
    """
    return _parts(tuple(group.members), tuple(_levels(group, len(group.members))))


def members_of(part: str) -> list[str]:
    """Members of a common-cause group that ``[A B]`` takes together; none of any other event."""
    return part[1:-1].split(" ") if part.startswith("[") and part.endswith("]") else []


@lru_cache(maxsize=256)
def _parts(members: tuple[str, ...], levels: tuple[int, ...]) -> Mapping[str, tuple[str, ...]]:
    from itertools import combinations

    return MappingProxyType(
        {"[" + " ".join(subset) + "]": subset for level in levels for subset in combinations(members, level)}
    )


def _levels(group: CommonCauseGroup, n: int) -> list[int]:
    if group.model == "beta-factor":
        return [1, n]
    last = len(group.factors) + (1 if group.model == "mgl" else 0)
    return list(range(1, min(n, last) + 1))


def _fails_in_time(model: object) -> bool:
    return isinstance(model, Exponential | Weibull) and model.hours is None


class _Builder:
    """One depth-first pass; ``stack`` replaces recursion so that deep trees are no problem."""

    def __init__(self, case: Case, house: dict[str, bool]) -> None:
        self.case = case
        self.house = {h.id: h.state for h in case.house_events} | house
        self.tree_index = {t.id: i for i, t in reversed(list(enumerate(case.trees)))}
        self.own: dict[str, dict[str, int]] = {}
        for t in case.trees:
            gates: dict[str, int] = {}
            for i, gate in enumerate(t.gates):
                gates.setdefault(gate.id, i)
            self.own.setdefault(t.id, gates)
        self.group_of = {m: g for g in reversed(case.common_cause) for m in g.members}
        self.events: dict[str, int] = {}
        self.kinds: list[int] = []
        self.counts: list[int] = []
        self.arguments: list[list[int]] = []
        self.done: dict[tuple[str, str], int] = {}
        self.members: dict[str, int] = {}
        self.groups: dict[str, tuple[str, ...]] = {}
        self.priority: list[PriorityGate] = []
        self.references: dict[str, int] = {}
        self.faults: list[tuple[Path, str]] = []

    def build(self, tree: FaultTree, top: str | None) -> Structure:
        top = top or tree.top
        if top not in self.own[tree.id]:
            raise FaultTreeError(
                problems.no_top(tree.id, top),
                ("trees", self.tree_index[tree.id], "top"),
            )
        root = self._visit((tree.id, top))
        if self.faults:
            raise FaultTreeError.gather(self.faults)
        orders = self._add_orders()
        shift = _GATE_BASE - FIRST_EVENT - len(self.events)

        def final(literal: int) -> int:
            size = abs(literal)
            return literal if size < _GATE_BASE else (size - shift) * (1 if literal > 0 else -1)

        return Structure(
            tree=tree.id, events=tuple(self.events), kinds=tuple(self.kinds), counts=tuple(self.counts),
            arguments=tuple(tuple(map(final, a)) for a in self.arguments), top=final(root),
            names={n: final(v) for n, v in (self._gate_names(tree.id) | self.members).items()},
            priority=tuple(PriorityGate(g.name, final(g.literal), tuple(map(final, g.inputs)))
                           for g in self.priority),
            groups={group: tuple(part for part in parts if part in self.events)
                    for group, parts in self.groups.items()},
            orders=orders, references=self.references,
        )  # fmt: skip

    def _add_orders(self) -> dict[str, tuple[str, ...]]:
        """Give every priority-AND its order event: "all in order, given all".

        The event's share of orderings is computed where the inputs are events that fail in time and occur nowhere
        else; elsewhere, without inputs here, it is known to lie between 0 and 1 only.
        """
        names = {literal: name for name, literal in self.events.items()}
        results: dict[str, tuple[str, ...]] = {}
        for gate in self.priority:
            inputs = tuple(names.get(literal, "") for literal in gate.inputs)
            timed = all(
                name and self.references.get(name) == 1 and _fails_in_time(self.case.event[name].model)
                for name in inputs
            )
            order, copies = f"{gate.name} in order", 1
            while order in self.events:
                copies += 1
                order = f"{gate.name} in order ({copies})"
            self.events[order] = FIRST_EVENT + len(self.events)
            self.arguments[gate.literal - _GATE_BASE].append(self.events[order])
            results[order] = inputs if timed and len(set(inputs)) == len(inputs) else ()
        return results

    def _gate_names(self, tree_id: str) -> dict[str, int]:
        names = {gate: literal for (owner, gate), literal in self.done.items() if owner == tree_id}
        for (owner, gate), literal in self.done.items():
            if owner != tree_id:
                names[gate if gate not in names else f"{owner}.{gate}"] = literal
        return names

    def _gate(self, key: tuple[str, str]) -> Gate:
        return self.case.trees[self.tree_index[key[0]]].gates[self.own[key[0]][key[1]]]

    def _place(self, key: tuple[str, str]) -> Path:
        return ("trees", self.tree_index[key[0]], "gates", self.own[key[0]][key[1]])

    def _visit(self, root: tuple[str, str]) -> int:
        path: list[tuple[str, str]] = [root]
        on_path = {root}
        pending = [iter(self._children(root))]
        while path:
            child = next(pending[-1], None)
            if child is None:
                key = path.pop()
                pending.pop()
                on_path.discard(key)
                self.done[key] = self._emit(self._gate(key), key, named=True)
            elif child in on_path:
                self._report_cycle([*path[path.index(child) :], child])
            elif child not in self.done:
                path.append(child)
                on_path.add(child)
                pending.append(iter(self._children(child)))
        return self.done[root]

    def _report_cycle(self, cycle: list[tuple[str, str]]) -> None:
        several = len({tree for tree, _ in cycle}) > 1
        chain = " -> ".join(f"{tree}.{gate}" if several else gate for tree, gate in cycle)
        raise FaultTreeError(problems.cycle(chain), self._place(cycle[0]))

    def _children(self, key: tuple[str, str]) -> list[tuple[str, str]]:
        results: list[tuple[str, str]] = []
        self._collect(self._gate(key), key, self._place(key), results)
        return results

    def _collect(
        self, formula: Formula, key: tuple[str, str], place: Path, results: list[tuple[str, str]]
    ) -> None:
        named = [(*place, "inputs", i) for i in range(len(formula.inputs))]
        for item, where in zip(formula.inputs, named, strict=True):
            if isinstance(item, str):
                self._resolve(item, key, where, results)
            else:
                self._collect(item, key, where, results)
        if formula.condition is not None:
            self._resolve(formula.condition, key, (*place, "condition"), results)

    def _resolve(self, name: str, key: tuple[str, str], where: Path, results: list[tuple[str, str]]) -> None:
        target = self._target(name, key)
        if isinstance(target, tuple):
            results.append(target)
        elif target is not None:
            self.faults.append((where, target))

    def _target(self, name: str, key: tuple[str, str]) -> tuple[str, str] | Sentence | None:
        """The key of a gate that the gate ``key`` names, None for an event, or what is wrong."""
        tree, gate = key
        if name in self.own[tree]:
            return (tree, name)
        if name in self.case.event or name in self.house or name in self.group_of:
            return None
        owners = [t for t, gates in self.own.items() if name in gates]
        if len(owners) == 1:
            return (owners[0], name)
        if owners:
            return problems.several(gate, name, owners)
        if name in self.own:
            top = self.case.tree[name].top
            if top in self.own[name]:
                return (name, top)
        return problems.undefined(gate, name, self._near(name))

    def _near(self, name: str) -> Sentence:
        known = [*self.case.event, *self.house, *self.own, *(g for gates in self.own.values() for g in gates)]
        return nearest(name, known)

    def _literal(self, name: str, key: tuple[str, str]) -> int:
        target = self._target(name, key)
        if isinstance(target, tuple):
            return self.done[target]
        if target is not None:
            return TRUE
        if name in self.house and name not in self.case.event:
            return TRUE if self.house[name] else -TRUE
        self.references[name] = self.references.get(name, 0) + 1
        if name in self.group_of:
            return self._member(name)
        return self.events.setdefault(name, FIRST_EVENT + len(self.events))

    def _member(self, name: str) -> int:
        if name not in self.members:
            group = self.group_of[name]
            parts = common_cause_parts(group)
            if group.id not in self.groups:
                self._check_parts(group, parts)
            self.groups[group.id] = tuple(parts)
            events = [part for part, members in parts.items() if name in members]
            literals = [self.events.setdefault(e, FIRST_EVENT + len(self.events)) for e in events]
            self.members[name] = -self._new(AND, [-x for x in literals])
        return self.members[name]

    def _check_parts(self, group: CommonCauseGroup, parts: Mapping[str, tuple[str, ...]]) -> None:
        """One name would make one event of two: a part and an event of the case, two parts of one or of two groups."""
        place = ("common_cause", next(i for i, g in enumerate(self.case.common_cause) if g is group))
        others = {part: other for other, theirs in self.groups.items() for part in theirs}
        for part, members in parts.items():
            if part in self.case.event:
                self.faults.append((place, problems.part_is_event(part, members, group.id)))
            elif part in others:
                fault = problems.part_is_another(part, members, group.id, others[part])
                self.faults.append((place, fault))
        n = len(group.members)
        if len(parts) < sum(math.comb(n, level) for level in set(_levels(group, n))):
            self.faults.append((place, problems.alike(group.id)))

    def _new(self, kind: int, arguments: list[int], count: int = 0) -> int:
        self.kinds.append(kind)
        self.counts.append(count)
        self.arguments.append(arguments)
        return _GATE_BASE + len(self.kinds) - 1

    def _emit(self, formula: Formula, key: tuple[str, str], *, named: bool = False) -> int:
        inputs = [
            self._literal(item, key) if isinstance(item, str) else self._emit(item, key)
            for item in formula.inputs
        ]
        if formula.condition is not None:
            inputs.append(self._literal(formula.condition, key))
        row = formula.row
        low, high = formula.limits
        if row.most == 1 and row.complement and not row.of_complements and not named:
            # a named one is a gate of its own, so that it can be held true or false where it is used, and its input not
            return -inputs[0]
        if row.of_complements:
            inputs = [-x for x in inputs]
        match row.operator:
            case Operator.ALL:
                literal = self._new(AND, inputs)
            case Operator.ODD:
                literal = self._new(XOR, inputs)
            case Operator.AT_LEAST:
                literal = self._at_least(inputs, low)
            case Operator.BETWEEN:
                literal = self._between(inputs, low, high)
            case _:
                assert_never(row.operator)
        if row.ordered:
            label = key[1] if named else f"a formula of {key[1]}"
            self.priority.append(PriorityGate(label, literal, tuple(inputs)))
        return -literal if row.complement else literal

    def _at_least(self, inputs: list[int], k: int) -> int:
        """A gate even where it is constant, so that it can be looked at like any other."""
        return self._new(ATLEAST, inputs, max(0, min(k, len(inputs) + 1)))

    def _between(self, inputs: list[int], low: int, high: int) -> int:
        return self._new(AND, [self._at_least(inputs, low), -self._at_least(inputs, high + 1)])
