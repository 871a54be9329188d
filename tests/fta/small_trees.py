"""Small trees for tests: shorthand for cases, truth by enumeration, a hypothesis strategy for any gate."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from casegen.model.case import Case, Header
from casegen.model.fault_tree import BasicEvent, Constant, FaultTree, Formula, Gate, GateType, HouseEvent


def gate(name: str, kind: str, *inputs: Any, **more: Any) -> Gate:
    """A gate by id, type and inputs."""
    return Gate(id=name, type=GateType(kind), inputs=inputs, **more)


def case_of(
    gates: Sequence[Gate], p: Mapping[str, float | None], house: Mapping[str, bool] | None = None, **more: Any
) -> Case:
    """A case with one tree ``t`` whose top is the first gate; an event with p None has no model."""
    tree = {k: more.pop(k) for k in ("mission_time", "kind") if k in more}
    return Case(
        header=Header(id="c", title="case"),
        events=tuple(
            BasicEvent(id=e, model=None if x is None else Constant(probability=x)) for e, x in p.items()
        ),
        house_events=tuple(HouseEvent(id=h, state=s) for h, s in (house or {}).items()),
        trees=(FaultTree(id="t", top=gates[0].id, gates=tuple(gates), **tree),),
        **more,
    )


def holds(case: Case, name: str | Formula, world: Mapping[str, bool]) -> bool:
    """The gate or event in one world, straight from the definitions."""
    if isinstance(name, str):
        if name in world:
            return world[name]
        if name in case.house_event:
            return case.house_event[name].state
        return holds(case, case.gate[name], world)
    values = [holds(case, i, world) for i in name.inputs]
    n = sum(values)
    match name.type:
        case GateType.AND | GateType.PRIORITY_AND:
            return all(values)
        case GateType.INHIBIT:
            return all(values) and holds(case, name.condition or "", world)
        case GateType.OR:
            return any(values)
        case GateType.NOT:
            return not values[0]
        case GateType.NAND:
            return not all(values)
        case GateType.NOR:
            return not any(values)
        case GateType.XOR:
            return n % 2 == 1
        case GateType.IFF:
            return n % 2 == 0
        case GateType.ATLEAST:
            return n >= (name.k or 0)
        case GateType.CARDINALITY:
            return (name.k or 0) <= n <= (name.k_max or 0)


def worlds(events: Sequence[str]) -> list[dict[str, bool]]:
    """Every world over some events."""
    return [dict(zip(events, w, strict=True)) for w in itertools.product((False, True), repeat=len(events))]


def weight(world: Mapping[str, bool], p: Mapping[str, float]) -> float:
    """Probability of a world."""
    product = 1.0
    for e, state in world.items():
        product *= p[e] if state else 1.0 - p[e]
    return product


def truth(case: Case, name: str, p: Mapping[str, float]) -> float:
    """Probability by enumeration of all worlds."""
    return sum(weight(w, p) for w in worlds(list(p)) if holds(case, name, w))


EVENTS = ("a", "b", "c", "d", "e", "f")


@st.composite
def random_cases(draw: st.DrawFn, coherent: bool = False) -> Case:
    """A case with gates of every type (or coherent ones only) over six events and two house events."""
    kinds = ["and", "or", "atleast", "inhibit"] + (
        [] if coherent else ["not", "xor", "nand", "nor", "iff", "cardinality"]
    )
    n = draw(st.integers(1, 7))
    names = [f"g{i}" for i in range(n)]
    leaves = [*EVENTS, *([] if coherent else ["h0", "h1"])]

    def formula(i: int, depth: int) -> dict[str, Any]:
        kind = draw(st.sampled_from(kinds))
        arity = {"not": 1, "iff": 2}.get(kind) or draw(st.integers(2 if kind == "xor" else 1, 4))
        inputs: list[Any] = []
        for _ in range(arity):
            if depth == 0 and draw(st.integers(0, 5)) == 0:
                inputs.append(Formula(**formula(i, 1)))
            else:
                inputs.append(draw(st.sampled_from([*leaves, *names[i + 1 :], *names[i + 1 :]])))
        parts: dict[str, Any] = {"type": kind, "inputs": tuple(inputs)}
        if kind in ("atleast", "cardinality"):
            parts["k"] = draw(st.integers(0, arity))
        if kind == "cardinality":
            parts["k_max"] = draw(st.integers(parts["k"], arity))
        if kind == "inhibit":
            parts["condition"] = draw(st.sampled_from(EVENTS))
        return parts

    gates = [Gate(id=name, **formula(i, 0)) for i, name in enumerate(names)]
    p = {e: draw(st.floats(0.01, 0.99)) for e in EVENTS}
    return case_of(gates, p, {} if coherent else {"h0": False, "h1": True})
