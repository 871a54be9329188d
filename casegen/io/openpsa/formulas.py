"""Open-PSA formulae as gates, and fault trees cut so that each has one top event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeGuard

from casegen.io.openpsa.expressions import definition, guarded
from casegen.io.openpsa.names import Definition, Definitions, Scope, attributes, label
from casegen.io.openpsa.xml_places import Element
from casegen.model.diagnostic import InputError
from casegen.model.fault_tree import Formula, Gate, GateType
from casegen.model.gates import GATES, WORDS, of_word
from casegen.model.setting import whole_number
from casegen.model.suggestions import nearest

CONNECTIVES = (*WORDS["openpsa"], "imply")
_REFERENCES = ("gate", "basic-event", "house-event", "event")
CONSTANTS = {True: "constant-true", False: "constant-false"}
"""house events that stand for the constants of formulae"""


class Formulas:
    """Reads formulae; ``constants`` collects the constants they use."""

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.constants: set[bool] = set()

    def gate(self, entry: Definition) -> Gate:
        """A defined gate."""
        inner = definition(entry.element)
        if inner is None:
            raise InputError.at(entry.element.place, f"gate {entry.id} has no formula")
        result: Gate = guarded(
            inner, lambda: Gate(id=entry.id, text=label(entry.element), **self.parts(inner, entry.scope))
        )
        return self._flavoured(result, attributes(entry.element).get("flavor", ""))

    def _flavoured(self, gate: Gate, flavour: str) -> Gate:
        """Gates that the format has no connective for, marked by the attribute ``flavor`` of an AND."""
        if gate.type is not GateType.AND:
            return gate
        if flavour == "priority-and" and len(gate.inputs) > 1:
            return gate.altered(update={"type": GateType.PRIORITY_AND})
        if flavour == "inhibit" and len(gate.inputs) > 1:
            condition = next((i for i in gate.inputs if isinstance(i, str) and self._is_condition(i)), None)
            if condition is not None:
                rest = list(gate.inputs)
                rest.remove(condition)
                if len(rest) == 1 and isinstance(rest[0], Formula) and rest[0].type is GateType.AND:
                    rest = list(rest[0].inputs)
                changes = {"type": GateType.INHIBIT, "inputs": tuple(rest), "condition": condition}
                return gate.altered(update=changes)
        return gate

    def _is_condition(self, name: str) -> bool:
        return any(
            d.id == name and attributes(d.element).get("flavor") == "conditional"
            for d in self.definitions.of_kind["basic-event"]
        )

    def parts(self, e: Element, scope: Scope) -> dict[str, Any]:
        """Type, inputs and counts of a formula."""
        if e.tag in _REFERENCES or e.tag == "constant":
            return {"type": "or", "inputs": (self.input(e, scope),)}
        kind = of_word("openpsa", e.tag)
        if kind is None and e.tag != "imply":
            raise InputError.at(e.place, f"gate <{e.tag}> is not known{nearest(e.tag, CONNECTIVES)}")
        inputs = tuple(self.input(c, scope) for c in e.children)
        if not inputs:
            raise InputError.at(e.place, f"<{e.tag}> has no inputs: a gate needs at least one")
        if kind is None:
            if len(inputs) != 2:
                raise InputError.at(e.place, f"<imply> takes 2 arguments, found {len(inputs)}")
            return {"type": "or", "inputs": (_denied(inputs[0]), inputs[1])}
        if e.tag == "xor" and len(inputs) > 2:
            raise InputError.at(
                e.place, f"<xor> of {len(inputs)} arguments has two meanings: an odd number of them, or exactly one",
                hint='write <cardinality min="1" max="1"> for exactly one, or nested <xor> of two for an odd number',
            )  # fmt: skip
        if e.tag == "not" and len(inputs) == 1 and _is_xor(inputs[0]):
            return {"type": "iff", "inputs": inputs[0].inputs}
        row = GATES[kind]
        results: dict[str, Any] = {"type": kind, "inputs": inputs}
        if row.takes_k:
            results["k"] = _count(e, "min")
        if row.takes_k_max:
            results["k_max"] = _count(e, "max")
        return results

    def input(self, e: Element, scope: Scope) -> str | Formula:
        """An argument: the id it refers to, or a nested formula."""
        if e.tag == "constant":
            state = _state(e)
            self.constants.add(state)
            return CONSTANTS[state]
        if e.tag in _REFERENCES:
            return self.definitions.refer(e, scope)
        formula: Formula = guarded(e, lambda: Formula(**self.parts(e, scope)))
        return formula


def split_by_top(name: str, gates: list[Gate], elsewhere: set[str]) -> list[tuple[str, str, list[Gate]]]:
    """One tree per gate that no other gate of the tree names: the first keeps the name, the others add their top's.

    Of several such gates, those that other trees name (``elsewhere``) are no tops, except for the first gate of the tree,
    which comes last then.  A gate below several tops belongs to the first; the others reach it by transfer.
    """
    used = {i for g in gates for i in names_in(g)}
    tops = [g.id for g in gates if g.id not in used] or [gates[0].id]
    own = [top for top in tops if top not in elsewhere]
    tops = [*own, *(top for top in tops if top == gates[0].id and top not in own)] if own else tops
    by_id = {g.id: g for g in gates}
    taken: set[str] = set()
    results = []
    for top in tops:
        below: set[str] = set()
        stack = [top]
        while stack:
            gate = stack.pop()
            if gate in by_id and gate not in taken:
                taken.add(gate)
                below.add(gate)
                stack.extend(names_in(by_id[gate]))
        results.append(
            (name if top == tops[0] else f"{name}.{top}", top, [g for g in gates if g.id in below])
        )
    results[0][2].extend(g for g in gates if g.id not in taken)
    return results


def names_in(formula: Formula) -> Iterator[str]:
    """Every name a formula refers to, nested ones included."""
    for item in formula.inputs:
        if isinstance(item, str):
            yield item
        else:
            yield from names_in(item)
    if formula.condition is not None:
        yield formula.condition


def _denied(item: str | Formula) -> Formula:
    """What holds where the input does not; of an OR in one step, so that each ``imply`` is one level only."""
    if isinstance(item, Formula) and item.type is GateType.OR:
        return Formula(type=GateType.NOR, inputs=item.inputs)
    return Formula(type=GateType.NOT, inputs=(item,))


def _is_xor(item: str | Formula) -> TypeGuard[Formula]:
    return isinstance(item, Formula) and item.type is GateType.XOR and len(item.inputs) == 2


def _count(e: Element, attribute: str) -> int:
    text = e.attributes.get(attribute, "")
    number = whole_number(text)
    if number is None or not 0 <= number < 10**9:
        raise InputError.at(e.place, f'<{e.tag}> needs {attribute}="a whole number", found {text[:40]!r}')
    return number


def _state(e: Element) -> bool:
    value = e.attributes.get("value", "")
    if value not in ("true", "false"):
        raise InputError.at(e.place, f'<constant> needs value="true" or "false", found {value!r}')
    return value == "true"


def house_state(element: Element) -> bool:
    """State of a house event; false where none is stated."""
    inner = definition(element)
    if inner is None:
        return False
    if inner.tag != "constant":
        name = element.attributes.get("name", "")
        raise InputError.at(
            inner.place, f'house event {name} needs <constant value="true"> or "false", found <{inner.tag}>'
        )
    return _state(inner)
