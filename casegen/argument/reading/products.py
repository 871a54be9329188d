"""Which events a tree multiplies although one record gave the numbers of both: their occurrence is taken as independent.

A shared estimate is uncertain as one, and its bound takes that into account.  Whether two pumps of one type, with one
record, stop for one reason is another question, and no record of single pumps answers it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from casegen.argument.view import CaseView
from casegen.io.sentences import sentence
from casegen.model.case import Case
from casegen.model.fault_tree import EventModel, FaultTree, Formula, FromEvidence
from casegen.model.gates import Operator
from casegen.model.sentence import Sentence

K = TypeVar("K", bound=Hashable)

MOST_COMPARED = 200
"""inputs of a gate that are compared in pairs; beyond, events of one record below them count as multiplied"""


@dataclass(frozen=True, slots=True)
class EventProduct:
    """Different events that one gate multiplies, and the evidence item that both are bound to."""

    gate: str
    evidence: str
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Sides:
    """Events by the side on which a part depends on them, as bits: it needs them to happen, or not to happen."""

    plain: int = 0
    negated: int = 0

    def turned(self) -> _Sides:
        """Of the complement."""
        return _Sides(self.negated, self.plain)


def _multiplied(formula: Formula, inputs: int) -> tuple[bool, bool]:
    """Whether the gate needs two of its inputs at once, and whether its complement needs two of their complements.

    So an OR of negations says of the events below these what a NAND says of them.
    """
    row, (least, most) = formula.row, formula.limits
    match row.operator:
        case Operator.ALL:
            joins = row.most != 1
            return joins and not row.of_complements, joins and row.of_complements
        case Operator.AT_LEAST:
            plain, negated = least >= 2, 1 <= least < inputs
        case Operator.BETWEEN:
            plain = least >= 2 or (least == 0 and 1 <= most < inputs)
            negated = inputs - most >= 2 or (most == inputs and 1 <= least < inputs)
        case _:
            return False, False
    return (negated, plain) if row.of_complements else (plain, negated)


def has_products(case: Case, view: CaseView, tree: FaultTree) -> bool:
    """Whether any gate below the top multiplies events."""
    gates = [case.gate[gate] for gate in gates_below(case, view, tree)]
    if any(_multiplied(f, len(_parts(f)))[0] for gate in gates for f in _formulas(gate)):
        return True
    if all(f.row.coherent for gate in gates for f in _formulas(gate)):
        return False
    every = sorted(view.parts_of[tree.id] & case.event.keys())
    return any(True for _ in multiplied(case, view, tree, {"": every}))


def multiplied(
    case: Case,
    view: CaseView,
    tree: FaultTree,
    alike: Mapping[K, Collection[str]],
    closed: Collection[str] = (),
) -> Iterator[tuple[str, K, tuple[str, ...]]]:
    """Events that are alike and that the tree multiplies: the gate, what they share, the events.

    ``alike``: events by what they share.  A gate without a name counts as part of the gate in which it stands; a gate of
    another tree as one of this.  Negations are followed: NOT of an OR of negations is an AND.  What is below the gates
    ``closed`` is compared among itself only.
    """
    here = sorted({name for names in alike.values() for name in names} & view.parts_of[tree.id])
    bit = {name: 1 << k for k, name in enumerate(here)}
    masks = {key: _either([bit.get(name, 0) for name in names]) for key, names in alike.items()}
    masks = {key: mask for key, mask in masks.items() if mask.bit_count() > 1}
    if not masks:
        return
    below = {name: _Sides(plain=one) for name, one in bit.items()}
    for gate in gates_below(case, view, tree):
        for formula in _formulas(case.gate[gate]):
            sides = [_sides(part, below) for part in _parts(formula)]
            if formula is case.gate[gate]:
                below[gate] = _Sides() if gate in closed else _sides_of(formula, sides)
            plain, negated = _multiplied(formula, len(sides))
            joined = [s.plain | s.negated if plain else s.negated for s in sides if plain or negated]
            failing = _either([(s.plain if plain else 0) | (s.negated if negated else 0) for s in sides])
            for key, mask in masks.items() if failing else ():
                if not failing & mask:
                    continue  # an AND of negations says that nothing fails
                across = _across([both for m in joined if (both := m & mask)])
                if across:
                    yield gate, key, tuple(here[k] for k in _bits(across))


def shared_records(case: Case, view: CaseView, tree: FaultTree) -> list[EventProduct]:
    """Every gate of the tree that multiplies different events bound to one record.

    Members of one common-cause group are left out, since the group is the model of what they share, and so is an event
    given the others (``conditional``), unless its measure is that of another.
    """
    record, group = _records(case)
    here = sorted(name for name in view.parts_of[tree.id] if name in record)
    if len(here) < 2:
        return []
    item_of = first_of_record(case, view)
    if len({item_of.get(record[name].evidence, record[name].evidence) for name in here}) == len(here):
        return []
    of_item: dict[tuple[str, str], list[str]] = {}
    for name in here:
        model, event = record[name], case.event.get(name)
        item = item_of.get(model.evidence, model.evidence)
        for measure in (model.measure, *([] if event is not None and event.conditional else [""])):
            of_item.setdefault((item, measure), []).append(name)
    result = [
        EventProduct(gate, item, events)
        for gate, (item, _), events in multiplied(case, view, tree, of_item)
        if len({group.get(name, name) for name in events}) > 1
    ]
    return list(dict.fromkeys(result))


def uncompared_records(
    case: Case, view: CaseView, tree: FaultTree
) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Gates that multiply events of different records of which one cannot be read here: gate, events, and why.

    Whether the records are one is then not known; those of one common-cause group are left out as above.
    """
    if not view.uncompared:
        return
    record, group = _records(case)
    method = {
        name: case.evidence_item[m.evidence].method
        for name, m in record.items()
        if m.evidence in case.evidence_item
    }
    of_method: dict[str, list[str]] = {}
    for name in sorted(view.parts_of[tree.id] & method.keys()):
        of_method.setdefault(method[name], []).append(name)
    item_of = first_of_record(case, view)
    for gate, _, events in multiplied(case, view, tree, of_method):
        items = {record[name].evidence for name in events}
        unread = [item for item in items if item in view.uncompared]
        apart = (
            len({item_of[item] for item in items}) > 1 and len({group.get(name, name) for name in events}) > 1
        )
        if unread and apart:
            yield gate, events, view.uncompared[min(unread)]


def in_words(products: Sequence[EventProduct]) -> Sentence:
    """``A and B (both measured by R, gate T)``, and how many more gates there are."""
    first, more = products[0], len(products) - 1
    names = [*first.events[:3]]
    if len(first.events) > 3:
        names.append(sentence("events_more", n=len(first.events) - 3))
    events = sentence("events_and", events=", ".join(names[:-1]), last=names[-1])
    words = sentence("events_measured", events=events, evidence=first.evidence, gate=first.gate)
    return sentence("events_of_more_gates", events=words, n=more) if more else words


def _records(case: Case) -> tuple[dict[str, FromEvidence], dict[str, str]]:
    """The measure that each event is bound to, by itself or by its group; and the group of each member."""
    models: dict[str, EventModel | None] = {event.id: event.model for event in case.events}
    group: dict[str, str] = {}
    for one in case.common_cause:
        for member in one.members:
            models[member], group[member] = one.total, f"group {one.id}"
    return {name: m for name, m in models.items() if isinstance(m, FromEvidence)}, group


def first_of_record(case: Case, view: CaseView) -> dict[str, str]:
    """The first item with the same method and the same files, or the same rows: other names make no other record."""
    first: dict[tuple[str, ...], str] = {}
    result: dict[str, str] = {}
    for spec in case.evidence_items:
        files = sorted(view.same_files.get(path, path) for path in spec.inputs.values())
        own = view.recorded_twice.get(spec.id, spec.id)
        same = first.setdefault((spec.method, *files), own) if files else own
        result[spec.id] = result.get(same, same)
    return result


def gates_below(case: Case, view: CaseView, tree: FaultTree) -> list[str]:
    """Gates below the top, each after what it uses; a circle, which is an error of its own, is cut."""
    order: list[str] = []
    seen: set[str] = set()
    stack = [(tree.top, False)]
    while stack:
        name, done = stack.pop()
        if done:
            order.append(name)
        elif name not in seen and name in case.gate:
            seen.add(name)
            stack.append((name, True))
            stack += [(below, False) for below in view.gate_inputs.get(name, ())]
    return order


def _formulas(formula: Formula) -> Iterator[Formula]:
    """The formula and those nested in it."""
    yield formula
    for part in formula.inputs:
        if not isinstance(part, str):
            yield from _formulas(part)


def _parts(formula: Formula) -> list[str | Formula]:
    condition = [formula.condition] if formula.condition is not None else []
    return [*formula.inputs, *condition]


def _sides(part: str | Formula, below: Mapping[str, _Sides]) -> _Sides:
    if isinstance(part, str):
        return below.get(part, _Sides())
    return _sides_of(part, [_sides(inner, below) for inner in _parts(part)])


def _sides_of(formula: Formula, inputs: Sequence[_Sides]) -> _Sides:
    """The sides of a gate, from those of its inputs; of an exclusive OR, and of one that counts between limits, both."""
    row = formula.row
    both = _Sides(_either([s.plain for s in inputs]), _either([s.negated for s in inputs]))
    if row.operator in (Operator.ODD, Operator.BETWEEN) and formula.limits[1] < len(inputs):
        rising = row.operator is Operator.ODD or formula.limits[0] > 0
        every = both.plain | both.negated
        both = _Sides(every, every) if rising else both.turned()
    return both.turned() if row.of_complements != row.complement else both


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _either(masks: list[int]) -> int:
    result = 0
    for mask in masks:
        result |= mask
    return result


def _across(masks: list[int]) -> int:
    """Events that stand in one input and not in another which has events of its own: what the gate multiplies."""
    if len(masks) > MOST_COMPARED:
        return _either(masks)
    result = 0
    for i, first in enumerate(masks):
        for second in masks[i + 1 :]:
            if first & ~second and second & ~first:
                result |= first ^ second
    return result
