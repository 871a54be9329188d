"""Hazard scenarios become fault trees: each chain a path of gates, many chains one tree."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

from casegen.fta.errors import FaultTreeError
from casegen.model.case import Case
from casegen.model.fault_tree import BasicEvent, FaultTree, Gate, GateType
from casegen.model.hazard import HazardScenario
from casegen.model.quantity import MeasureKind


def scenario_tree(
    case: Case, scenarios: Iterable[str], tree_id: str
) -> tuple[FaultTree, tuple[BasicEvent, ...]]:
    """One fault tree from the chains of some scenarios (paper 003, Fig. 14).

    Each step after the first becomes a gate over the step before it and its ``joined_by`` events, of the step's
    type; steps of the same name merge: equal gates are one, and different ways to the same event are joined by
    OR.  Where the chains end differently, the top is the OR of their ends.  A gate whose id the case has already is
    called ``ID (TREE)``.  Gates of other trees are reached by transfer; mission time and measure kind are those of the
    trees that the scenarios name, where they agree.  Returns the tree and the basic events it needs that the case lacks
    (undeveloped).  Raises :class:`FaultTreeError` for unknown scenarios and for none; steps that cause themselves give
    gates that do.
    """
    chosen = [_scenario(case, name) for name in scenarios]
    if not chosen:
        raise FaultTreeError("no hazard scenario was named", ("scenarios",))
    ways: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    texts: dict[str, str] = {}
    ends: dict[str, None] = {}
    for scenario in chosen:
        for before, step in zip(scenario.chain, scenario.chain[1:], strict=False):
            way = (step.gate, (before.event, *step.joined_by))
            if way not in ways.setdefault(step.event, []):
                ways[step.event].append(way)
        for step in scenario.chain:
            texts.setdefault(step.event, step.text)
        ends[scenario.chain[-1].event] = None
    gates = [gate for event, result in ways.items() for gate in _gates(event, result, texts[event])]
    top = next(iter(ends))
    if len(ends) > 1:
        top = f"{tree_id} top"
        gates.insert(0, Gate(id=top, type=GateType.OR, inputs=tuple(ends)))
    gates.sort(key=lambda g: g.id != top)
    new = _new_names(case, gates, tree_id)
    gates = [_renamed(gate, new) for gate in gates]
    named = [case.tree[s.tree] for s in chosen if s.tree in case.tree]
    times = {tree.mission_time for tree in named}
    kinds = {tree.kind for tree in named}
    tree = FaultTree(
        id=tree_id, title="; ".join(s.title for s in chosen), top=new.get(top, top), gates=tuple(gates),
        mission_time=times.pop() if len(times) == 1 else None,
        kind=kinds.pop() if len(kinds) == 1 else MeasureKind.PER_MISSION,
    )  # fmt: skip
    return tree, _missing(case, tree, texts)


def _scenario(case: Case, name: str) -> HazardScenario:
    for scenario in case.scenarios:
        if scenario.id == name:
            return scenario
    known = ", ".join(s.id for s in case.scenarios) or "none"
    raise FaultTreeError(f"no hazard scenario {name!r}; the case has: {known}", ("scenarios",))


def _gates(event: str, ways: list[tuple[str, tuple[str, ...]]], text: str) -> list[Gate]:
    if len(ways) == 1:
        kind, inputs = ways[0]
        return [Gate(id=event, type=GateType(kind), inputs=_distinct(inputs), text=text)]
    alternatives: list[str] = []
    parts: list[Gate] = []
    for kind, inputs in ways:
        if kind == "or":
            alternatives.extend(inputs)
        else:
            name = f"{event} ({len(parts) + 1})"
            parts.append(Gate(id=name, type=GateType.AND, inputs=_distinct(inputs)))
            alternatives.append(name)
    return [Gate(id=event, type=GateType.OR, inputs=_distinct(alternatives), text=text), *parts]


def _new_names(case: Case, gates: list[Gate], tree_id: str) -> dict[str, str]:
    """New ids of gates by the steps' names, where a part of the case has that id: an id names one part only."""
    taken = {*case.gate, *case.event, *case.house_event, *(group.id for group in case.common_cause)}
    used = {*taken, *(gate.id for gate in gates)}
    used |= {name for gate in gates for name in gate.inputs if isinstance(name, str)}
    new: dict[str, str] = {}
    for old in (gate.id for gate in gates if gate.id in taken):
        names = (f"{old} ({tree_id}{f' {n}' if n > 1 else ''})" for n in itertools.count(1))
        new[old] = next(name for name in names if name not in used)
        used.add(new[old])
    return new


def _renamed(gate: Gate, new: Mapping[str, str]) -> Gate:
    inputs = tuple(new.get(name, name) if isinstance(name, str) else name for name in gate.inputs)
    return gate.altered(update={"id": new.get(gate.id, gate.id), "inputs": inputs})


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _missing(case: Case, tree: FaultTree, texts: dict[str, str]) -> tuple[BasicEvent, ...]:
    own = {g.id for g in tree.gates}
    named = dict.fromkeys(i for g in tree.gates for i in g.inputs if isinstance(i, str))
    return tuple(
        BasicEvent(id=n, text=texts.get(n, ""), undeveloped=True)
        for n in named
        if n not in own and n not in case.event and n not in case.house_event and n not in case.gate
    )
