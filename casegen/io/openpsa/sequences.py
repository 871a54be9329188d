"""Event trees of an Open-PSA model: every sequence becomes a fault tree of its own.

The top of ``INITIATOR.SEQUENCE`` is the OR of the paths that end in the sequence, each the AND of the formulae
collected on it; where expressions are collected, the sequence is one event with the sum over paths of their
products.  The initiating event counts as having happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from casegen.io.openpsa.expressions import ExpressionReader, definition, guarded
from casegen.io.openpsa.formulas import CONSTANTS, Formulas, house_state
from casegen.io.openpsa.names import Definitions, label
from casegen.io.openpsa.xml_places import Element
from casegen.model.case import Location
from casegen.model.diagnostic import InputError
from casegen.model.fault_tree import (
    BasicEvent,
    Constant,
    FaultTree,
    Formula,
    Gate,
    GateType,
    Operation,
    Value,
)
from casegen.model.suggestions import nearest

MOST_PATHS = 20_000
MOST_INSTRUCTIONS = 300_000
MOST_COLLECTED = 2000
DEEPEST = 150
_TARGETS = ("fork", "sequence", "branch")
Input = str | Formula


@dataclass(frozen=True, slots=True)
class Way:
    """What was collected on one path, and where the walk is."""

    tree: str
    initiator: str
    formulae: tuple[Input, ...] = ()
    factors: tuple[Value, ...] = ()
    house: Mapping[str, bool] = field(default_factory=dict)
    states: Mapping[str, str] = field(default_factory=dict)
    inside: tuple[str, ...] = ()
    """branches, rules and links on the way, against cycles"""


@dataclass(frozen=True, slots=True)
class Sequence:
    """A sequence of an event tree as a fault tree, with its place."""

    tree: FaultTree
    events: tuple[BasicEvent, ...]
    place: Location


def sequences(definitions: Definitions, formulas: Formulas, gates: Mapping[str, Gate]) -> Iterator[Sequence]:
    """Every sequence that an initiating event can lead to.

    Raises :class:`InputError` for undefined or cyclic branches, rules and links, for sequences that mix formulae
    and expressions, and beyond 20,000 paths or 300,000 instructions.
    """
    walker = _Walker(definitions, formulas, gates)
    for initiator in _of(definitions, "define-initiating-event"):
        name, tree = initiator.attributes.get("name", ""), initiator.attributes.get("event-tree", "")
        if not tree:
            continue
        results: dict[str, list[Way]] = {}
        start = Way(tree, name)
        walker.paths = 0
        for sequence, way in walker.from_tree(initiator, start):
            results.setdefault(sequence, []).append(way)
        for sequence, ways in results.items():
            tree_id = f"{name}.{sequence}"
            yield guarded(walker.sequences[sequence], partial(walker.made, tree_id, sequence, ways))


class _Walker:
    def __init__(self, definitions: Definitions, formulas: Formulas, gates: Mapping[str, Gate]) -> None:
        self.definitions, self.formulas, self.gates = definitions, formulas, gates
        self.trees = self._named("define-event-tree")
        self.rules = self._named("define-rule")
        self.sequences: dict[str, Element] = {}
        self.branches: dict[tuple[str, str], Element] = {}
        for name, tree in self.trees.items():
            for part in tree:
                part_name = part.attributes.get("name", "")
                if part.tag == "define-sequence":
                    self._once(self.sequences, part_name, part, "sequence")
                elif part.tag == "define-branch":
                    self._once(self.branches, (name, part_name), part, "branch")
        self.clones: dict[str, Gate] = {}
        self.paths = 0
        self.instructions = 0

    def _named(self, tag: str) -> dict[str, Element]:
        results: dict[str, Element] = {}
        for e in _of(self.definitions, tag):
            self._once(results, e.attributes.get("name", ""), e, tag.removeprefix("define-"))
        return results

    @staticmethod
    def _once(known: dict, name: object, e: Element, what: str) -> None:  # type: ignore[type-arg]
        if name in known:
            shown = e.attributes.get("name", "")
            raise InputError.at(e.place, f"{what} {shown} is defined twice; first at {known[name].place}")
        known[name] = e

    # --- the walk ------------------------------------------------------------------------------------

    def from_tree(self, e: Element, way: Way) -> Iterator[tuple[str, Way]]:
        """Sequences reached from an event tree's initial state."""
        tree = self._look(self.trees, way.tree, e, "event tree")
        way = self._enter(way, f"event tree {way.tree}", e)
        initial = tree.first("initial-state")
        if initial is None:
            raise InputError.at(tree.place, f"event tree {way.tree} has no <initial-state>")
        yield from self._content(initial, way)

    def _content(self, e: Element, way: Way) -> Iterator[tuple[str, Way]]:
        """Instructions of an initial state, a path or a branch, and then its target."""
        steps = [c for c in e if c.tag not in (*_TARGETS, "label", "attributes")]
        targets = [c for c in e if c.tag in _TARGETS]
        if len(targets) != 1:
            raise InputError.at(
                e.place, f"<{e.tag}> needs one fork, branch or sequence at its end, found {len(targets)}"
            )
        way, link = self._instructed(steps, way)
        if link is not None:
            raise InputError.at(link.place, "a link to an event tree can only stand in a sequence")
        target = targets[0]
        name = target.attributes.get("name", "")
        if target.tag == "fork":
            yield from self._fork(target, way)
        elif target.tag == "branch":
            branch = self._look(self.branches, (way.tree, name), target, "branch")
            yield from self._content(branch, self._enter(way, f"branch {name}", target))
        else:
            yield from self._sequence(name, target, way)

    def _fork(self, e: Element, way: Way) -> Iterator[tuple[str, Way]]:
        event = e.attributes.get("functional-event", "")
        known = [f.attributes.get("name", "") for f in self.trees[way.tree].all("define-functional-event")]
        if event not in known:
            raise InputError.at(e.place, f"functional event {event!r} is not defined{nearest(event, known)}")
        if event in way.states:
            raise InputError.at(e.place, f"functional event {event} is forked twice on one path")
        for path in e.all("path"):
            yield from self._content(
                path, replace(way, states={**way.states, event: path.attributes.get("state", "")})
            )

    def _sequence(self, name: str, e: Element, way: Way) -> Iterator[tuple[str, Way]]:
        sequence = self._look(self.sequences, name, e, "sequence")
        way, link = self._instructed([c for c in sequence if c.tag not in ("label", "attributes")], way)
        if link is not None:
            onward = replace(way, tree=link.attributes.get("name", ""), states={})
            yield from self.from_tree(link, onward)
            return
        self.paths += 1
        if self.paths > MOST_PATHS:
            raise InputError.at(e.place, f"the event tree has more than {MOST_PATHS:,} paths")
        yield name, way

    def _instructed(self, steps: list[Element], way: Way) -> tuple[Way, Element | None]:
        """The way after some instructions, and the link to another event tree among them."""
        link: Element | None = None
        for e in steps:
            self.instructions += 1
            if self.instructions > MOST_INSTRUCTIONS or len(way.formulae) + len(way.factors) > MOST_COLLECTED:
                raise InputError.at(
                    e.place, f"the event tree has more than {MOST_INSTRUCTIONS:,} instructions to follow, or collects "
                    f"more than {MOST_COLLECTED:,} formulae on one path"
                )  # fmt: skip
            if e.tag == "collect-formula":
                way = replace(way, formulae=(*way.formulae, self._formula(e, way)))
            elif e.tag == "collect-expression":
                value = ExpressionReader(self.definitions, (way.tree,)).value(_inner(e))
                way = replace(way, factors=(*way.factors, value))
            elif e.tag == "set-house-event":
                name = self._house(e, way)
                way = replace(way, house={**way.house, name: house_state(e)})
            elif e.tag == "event-tree":
                link = e
            else:
                way, inner = self._composed(e, way)
                link = inner or link
        return way, link

    def _composed(self, e: Element, way: Way) -> tuple[Way, Element | None]:
        if e.tag == "block":
            return self._instructed(e.children, way)
        if e.tag == "rule":
            name = e.attributes.get("name", "")
            rule = self._look(self.rules, name, e, "rule")
            inner, link = self._instructed(
                [c for c in rule if c.tag not in ("label", "attributes")], self._enter(way, f"rule {name}", e)
            )
            return replace(inner, inside=way.inside), link
        if e.tag != "if" or len(e.children) not in (2, 3):
            what = "takes a condition and one or two instructions" if e.tag == "if" else "is no instruction"
            raise InputError.at(e.place, f"<{e.tag}> {what}")
        condition, *choices = e.children
        chosen = choices[:1] if self._holds(condition, way) else choices[1:]
        return self._instructed(chosen, way)

    def _holds(self, e: Element, way: Way) -> bool:
        name = e.attributes.get("name", "")
        match e.tag:
            case "test-functional-event":
                return way.states.get(name) == e.attributes.get("state", "")
            case "test-initiating-event":
                return way.initiator == name
            case "not":
                if len(e.children) != 1:
                    raise InputError.at(e.place, f"<not> takes 1 condition, found {len(e.children)}")
                return not self._holds(_inner(e), way)
            case "and":
                return all(self._holds(c, way) for c in e)
            case "or":
                return any(self._holds(c, way) for c in e)
        return ExpressionReader(self.definitions, (way.tree,)).number(e) != 0.0

    def _enter(self, way: Way, what: str, e: Element) -> Way:
        if what in way.inside:
            start = way.inside.index(what)
            raise InputError.at(e.place, f"a cycle: {' -> '.join((*way.inside[start:], what))}")
        if len(way.inside) > DEEPEST:
            raise InputError.at(e.place, f"branches, rules and links are nested deeper than {DEEPEST}")
        return replace(way, inside=(*way.inside, what))

    def _look(self, known: Mapping, name: object, e: Element, what: str) -> Element:  # type: ignore[type-arg]
        if name in known:
            element: Element = known[name]
            return element
        shown = name[1] if isinstance(name, tuple) else str(name)
        names = [k[1] if isinstance(k, tuple) else k for k in known]
        raise InputError.at(e.place, f"{what} {shown!r} is not defined{nearest(shown, names)}")

    def _house(self, e: Element, way: Way) -> str:
        result = self.definitions.find(("house-event",), e.attributes.get("name", ""), (way.tree,))
        if result is None:
            raise InputError.at(e.place, f"house event {e.attributes.get('name', '')!r} is not defined")
        return result.id

    # --- what was collected --------------------------------------------------------------------------

    def _formula(self, e: Element, way: Way) -> Input:
        result = self.formulas.input(_inner(e), (way.tree,))
        return self._switched(result, way.house) if way.house else result

    def _switched(self, item: Input, house: Mapping[str, bool]) -> Input:
        """An input with house events set: gates above them are copied, the others stay shared."""
        if isinstance(item, Formula):
            inputs = tuple(self._switched(i, house) for i in item.inputs)
            return item if inputs == item.inputs else item.altered(update={"inputs": inputs})
        if item in house:
            self.formulas.constants.add(house[item])
            return CONSTANTS[house[item]]
        gate = self.gates.get(item)
        if gate is None:
            return item
        inputs = tuple(self._switched(i, house) for i in gate.inputs)
        if inputs == gate.inputs:
            return item
        states = ", ".join(f"{name} {str(state).lower()}" for name, state in sorted(house.items()))
        clone = gate.altered(update={"id": f"{item} ({states})", "inputs": inputs})
        self.clones[clone.id] = clone
        return clone.id

    def made(self, tree_id: str, sequence: str, ways: list[Way]) -> Sequence:
        """The fault tree of a sequence."""
        e = self.sequences[sequence]
        expressions = any(w.factors for w in ways)
        if expressions and any(w.formulae for w in ways):
            raise InputError.at(e.place, f"sequence {sequence} collects both formulae and expressions")
        events: tuple[BasicEvent, ...] = ()
        if expressions:
            name = f"{tree_id} probability"
            total = _combined("add", tuple(_combined("mul", w.factors) for w in ways))
            events = (BasicEvent(id=name, model=Constant(probability=total)),)
            inputs: tuple[Input, ...] = (name,)
        else:
            inputs = tuple(dict.fromkeys(self._path(w) for w in ways))
        gates = [
            Gate(id=tree_id, type=GateType.OR, inputs=inputs, text=label(e)),
            *self._clones_below(inputs),
        ]
        return Sequence(
            FaultTree(id=tree_id, title=label(e), top=tree_id, gates=tuple(gates)), events, e.place
        )

    def _path(self, way: Way) -> Input:
        if not way.formulae:
            self.formulas.constants.add(True)
            return CONSTANTS[True]
        return way.formulae[0] if len(way.formulae) == 1 else Formula(type=GateType.AND, inputs=way.formulae)

    def _clones_below(self, inputs: tuple[Input, ...]) -> Iterator[Gate]:
        seen: set[str] = set()
        stack = list(inputs)
        while stack:
            item = stack.pop()
            if isinstance(item, Formula):
                stack.extend(item.inputs)
            elif item in self.clones and item not in seen:
                seen.add(item)
                yield self.clones[item]
                stack.extend(self.clones[item].inputs)


def _combined(op: str, values: tuple[Value, ...]) -> Value:
    if not values:
        return 1.0
    return values[0] if len(values) == 1 else Operation(op=op, args=values)


def _inner(e: Element) -> Element:
    result = definition(e)
    if result is None:
        raise InputError.at(e.place, f"<{e.tag}> is empty")
    return result


def _of(definitions: Definitions, tag: str) -> list[Element]:
    return [e for e in definitions.others if e.tag == tag]
