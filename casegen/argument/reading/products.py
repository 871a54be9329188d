"""Which events a tree multiplies although one record gave the numbers of both: their occurrence is taken as independent.

A shared estimate is uncertain as one, and its bound takes that into account.  Whether two pumps of one type, with one
record, stop for one reason is another question, and no record of single pumps answers it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casegen.argument.view import CaseView
from casegen.io.sentences import sentence
from casegen.model.case import Case
from casegen.model.fault_tree import EventModel, FaultTree, Formula, FromEvidence
from casegen.model.gates import Operator
from casegen.model.sentence import Sentence

MOST_COMPARED = 200
"""inputs of a gate that are compared in pairs; beyond, events of one record below them count as multiplied"""


@dataclass(frozen=True, slots=True)
class EventProduct:
    """Different events that one gate multiplies, and the evidence item that both are bound to."""

    gate: str
    evidence: str
    events: tuple[str, ...]


def multiplies(formula: Formula) -> bool:
    """Whether the gate needs two of its inputs at once."""
    row = formula.row
    if row.counting:
        return row.of_complements or formula.limits[0] >= 2
    return row.operator is Operator.ALL and row.most != 1 and not row.of_complements


def has_products(case: Case, view: CaseView, tree: FaultTree) -> bool:
    """Whether any gate below the top multiplies events."""
    return any(multiplies(f) for gate in _gates(case, view, tree) for f in _formulas(case.gate[gate]))


def shared_records(case: Case, view: CaseView, tree: FaultTree) -> list[EventProduct]:
    """Every gate of the tree that multiplies different events bound to one record.

    Members of one common-cause group are left out, since the group is the model of what they share, and so is an event
    given the others (``conditional``), unless its measure is that of another.
    """
    record, group = _records(case)
    here = sorted(name for name in view.parts_of[tree.id] if name in record)
    if len(here) < 2 or not has_products(case, view, tree):
        return []
    item_of = first_of_record(case, view)
    if len({item_of.get(record[name].evidence, record[name].evidence) for name in here}) == len(here):
        return []
    bit = {name: 1 << k for k, name in enumerate(here)}
    of_item: dict[tuple[str, str], int] = {}
    for name in here:
        model, event = record[name], case.event.get(name)
        item = item_of.get(model.evidence, model.evidence)
        for measure in (model.measure, *([] if event is not None and event.conditional else [""])):
            of_item[item, measure] = of_item.get((item, measure), 0) | bit[name]
    below: dict[str, int] = dict(bit)
    result = []
    for gate in _gates(case, view, tree):
        for formula in _formulas(case.gate[gate]):
            masks = [_mask(part, below) for part in _parts(formula)]
            if formula is case.gate[gate]:
                below[gate] = _either(masks)
            if not multiplies(formula):
                continue
            for (item, _), mask in of_item.items():
                across = _across([both for m in masks if (both := m & mask)])
                if not across:
                    continue
                events = tuple(here[k] for k in _bits(across))
                if len({group.get(name, name) for name in events}) > 1:
                    result.append(EventProduct(gate, item, events))
    return list(dict.fromkeys(result))


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


def _gates(case: Case, view: CaseView, tree: FaultTree) -> list[str]:
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


def _mask(part: str | Formula, below: dict[str, int]) -> int:
    if isinstance(part, str):
        return below.get(part, 0)
    return _either([_mask(inner, below) for inner in _parts(part)])


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
