"""Open-PSA model exchange format (2.0d): fault trees, their data, substitutions, and event trees' sequences.

Public elements keep their name, private ones get their full path, as in ``Tree.component.gate``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

from casegen.io.openpsa.contents import content_faults, unread_names
from casegen.io.openpsa.expressions import ExpressionReader, definition, expression_of, guarded
from casegen.io.openpsa.formulas import CONSTANTS, Formulas, house_state, names_in, split_by_top
from casegen.io.openpsa.groups import group
from casegen.io.openpsa.names import (
    BASIC,
    GATE,
    GROUP,
    HOUSE,
    PARAMETER,
    Definition,
    Definitions,
    attributes,
    label,
    rename,
)
from casegen.io.openpsa.rules import implications, left_out, substituted, unread_attributes, written_numbers
from casegen.io.openpsa.sequences import sequences
from casegen.io.openpsa.xml_places import parse_xml
from casegen.model.case import Case, Header, Location
from casegen.model.diagnostic import InputError
from casegen.model.digits import in_full
from casegen.model.fault_tree import BasicEvent, FaultTree, Formula, Gate, HouseEvent, Parameter
from casegen.model.setting import shortened

__all__ = ["ImportedTrees", "import_openpsa", "read_openpsa"]


MOST_TERMS = 100_000
"""parameters a parameter may stand for, each counted as often as it is named"""


@dataclass(frozen=True, slots=True)
class ImportedTrees:
    """A case read from another format, and what could not be carried, item by item.

    ``left_out`` is of the model, ``unread`` bears on no number of it.
    """

    case: Case
    left_out: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def read_openpsa(*paths: Path) -> Case:
    """The case that Open-PSA files describe together; see :func:`import_openpsa`."""
    return import_openpsa(*paths).case


def import_openpsa(*paths: Path) -> ImportedTrees:
    """Read one model from one or several Open-PSA files.

    Raises :class:`InputError` with file, line and column for malformed XML, unknown gates or references,
    wrong arity, duplicates, cycles of parameters and impossible numbers.
    """
    definitions = Definitions()
    roots = [parse_xml(path) for path in paths]
    for root in roots:
        if root.tag != "opsa-mef":
            raise InputError.at(root.place, f"expected <opsa-mef>, found <{root.tag}>")
    renamed = rename(roots)
    for root in roots:
        definitions.collect(root)
    for place, message in content_faults(roots):
        definitions.fault(place, message)
    imported = _Reader(definitions, paths).read()
    listed = tuple(f"renamed: {old!r} is {new} here" for old, new in renamed.items())
    left = (*imported.left_out, *unread_names(roots), *listed, *shortened(written_numbers(roots)))
    return ImportedTrees(imported.case, left, tuple(unread_attributes(roots)))


class _Reader:
    def __init__(self, definitions: Definitions, paths: tuple[Path, ...]) -> None:
        self.definitions = definitions
        self.paths = paths
        self.formulas = Formulas(definitions)
        self.problems = definitions.problems
        self.locations: dict[tuple[str | int, ...], Location] = {}
        self.left_out = list(left_out(definitions))

    def read(self) -> ImportedTrees:
        """Everything collected, as a case."""
        self._parameter_references()
        parameters = self._each(PARAMETER, "parameters", self._parameter)
        groups = self._each(GROUP, "common_cause", lambda d: group(d, self.definitions))
        events = self._each(BASIC, "events", self._event)
        known = {e.id for e in events}
        implied = dict.fromkeys(m for g in groups for m in g.members if m not in known)
        total_of = {m: g for g in groups for m in g.members}
        self.left_out += [
            f"basic event {e.id}: its own expression, for which group {total_of[e.id].id} has the distribution"
            for e in events
            if e.id in total_of and e.model not in (None, total_of[e.id].total)
        ]
        events += [BasicEvent(id=m) for m in implied]
        house = self._each(HOUSE, "house_events", self._house)
        trees = tuple(self._trees())
        trees += tuple(self._sequences(trees, events))
        house += [HouseEvent(id=CONSTANTS[c], state=c) for c in sorted(self.formulas.constants)]
        if not trees and not self.problems:
            self.definitions.fault(
                Location(str(self.paths[0])), "the model defines no fault tree", self._instead()
            )
        if self.problems:
            raise InputError(self.definitions.findings())
        title = self.definitions.title or self.paths[0].stem
        case = Case(
            header=Header(id=re.sub(r"[^\w.-]+", "-", title).strip("-") or "model", title=title),
            parameters=tuple(parameters), events=tuple(events), house_events=tuple(house),
            common_cause=tuple(groups), trees=trees, root=self.paths[0].parent,
            files=tuple(str(p) for p in self.paths), locations=self.locations,
        )  # fmt: skip
        return ImportedTrees(case, tuple(self.left_out))

    def _instead(self) -> str:
        """What there is instead of a fault tree."""
        if self.left_out:
            return f"it has only: {'; '.join(self.left_out[:5])}"
        if any(self.definitions.of_kind.values()) and len(self.paths) == 1:
            return "name the file with its fault trees too: several files make one model"
        return ""

    def _each(self, kind: str, section: str, make: Callable[[Definition], Any]) -> list[Any]:
        made: list[Any] = []
        for entry in self.definitions.of_kind[kind]:
            result = self._attempt(entry, make)
            if result is not None:
                self.locations[section, len(made)] = entry.element.place
                made.append(result)
        return made

    def _attempt(self, entry: Definition, make: Callable[[Definition], Any]) -> Any:
        try:
            return guarded(entry.element, partial(make, entry))
        except InputError as error:
            self.problems.extend(error.diagnostics)
            return None

    # --- numbers -------------------------------------------------------------------------------------

    def _parameter(self, d: Definition) -> Parameter:
        value = ExpressionReader(self.definitions, d.scope).value(expression_of(d.element))
        return Parameter(
            id=d.id, value=value, text=label(d.element), unit=d.element.attributes.get("unit", "")
        )

    def _parameter_references(self) -> None:
        """Refuse cycles of parameters, and references that multiply into more terms than can be computed."""
        entries = {d.id: d for d in self.definitions.of_kind[PARAMETER]}
        below = {name: list(self._parameters_in(d)) for name, d in entries.items()}
        try:
            order = list(TopologicalSorter(below).static_order())
        except CycleError as error:
            chain = error.args[1][::-1]
            raise InputError.at(
                entries[chain[0]].element.place, f"parameters form a cycle: {' -> '.join(chain)}"
            ) from None
        terms: dict[str, int] = {}
        for name in order:
            terms[name] = 1 + sum(terms[used] for used in below[name])
            if terms[name] > MOST_TERMS:
                raise InputError.at(
                    entries[name].element.place,
                    f"parameter {name} stands for more than {MOST_TERMS:,} terms, written out",
                )

    def _parameters_in(self, entry: Definition) -> Iterator[str]:
        stack = [entry.element]
        while stack:
            e = stack.pop()
            stack.extend(e.children)
            if e.tag == "parameter":
                result = self.definitions.find(
                    (PARAMETER,), e.attributes.get("name", "").strip(), entry.scope
                )
                if result is not None:
                    yield result.id

    def _event(self, d: Definition) -> BasicEvent:
        inner = definition(d.element)
        model = None if inner is None else ExpressionReader(self.definitions, d.scope).model(inner)
        number = getattr(model, "probability", None)
        if isinstance(number, float) and not 0.0 <= number <= 1.0:
            raise InputError.at(
                d.element.place, f"basic event {d.id} has probability {in_full(number)}, outside [0, 1]"
            )
        flavour = attributes(d.element).get("flavor", "")
        return BasicEvent(
            id=d.id, text=label(d.element), model=model, undeveloped=flavour == "undeveloped",
            conditional=flavour == "conditional",
        )  # fmt: skip

    def _house(self, d: Definition) -> HouseEvent:
        return HouseEvent(id=d.id, state=house_state(d.element), text=label(d.element))

    # --- trees ---------------------------------------------------------------------------------------

    def _trees(self) -> Iterator[FaultTree]:
        of_tree: dict[str, list[Gate]] = {name: [] for name in self.definitions.trees}
        places: dict[str, Location] = {}
        for entry in self.definitions.of_kind[GATE]:
            gate = self._attempt(entry, self.formulas.gate)
            if gate is not None:
                of_tree[entry.tree].append(gate)
                places[gate.id] = entry.element.place
        rules = self._rules()
        if self.problems:
            return
        users: dict[str, set[str]] = {}
        for name, gates in of_tree.items():
            for used in {i for g in gates for i in names_in(g)}:
                users.setdefault(used, set()).add(name)
        index = 0
        for name, gates in of_tree.items():
            place = self.definitions.trees[name].place
            if not gates:
                self.left_out.append(f"{place}: fault tree {name} has no gates")
                continue
            elsewhere = {gate for gate, trees in users.items() if trees - {name}}
            split = split_by_top(name, gates, elsewhere)
            if len(split) > 1 and split[-1][1] in elsewhere and split[0][1] not in elsewhere:
                (_, chosen, _), (other, first, _) = split[0], split[-1]
                self.left_out.append(
                    f"{place}: fault tree {name} has several top gates: {name} is {chosen}, which nothing uses; {first}, "
                    f"which other trees use, is {other}"
                )
            for tree_id, top, owned in split:
                if rules:
                    owned = [substituted(next(g for g in owned if g.id == top), rules), *owned]
                    places[owned[0].id] = places[top]
                    top = owned[0].id
                self.locations["trees", index] = place
                for i, gate in enumerate(owned):
                    self.locations["trees", index, "gates", i] = places[gate.id]
                index += 1
                yield FaultTree(
                    id=tree_id, title=label(self.definitions.trees[name]), top=top, gates=tuple(owned)
                )

    def _sequences(self, trees: tuple[FaultTree, ...], events: list[BasicEvent]) -> Iterator[FaultTree]:
        """Sequences of event trees as fault trees; the events they need are added."""
        if self.problems:
            return
        gates = {gate.id: gate for tree in trees for gate in tree.gates}
        rules = self._rules()
        index = len(trees)
        try:
            for item in sequences(self.definitions, self.formulas, gates):
                events += item.events
                self.locations["trees", index] = item.place
                index += 1
                top = item.tree.gates[0]
                owned = (substituted(top, rules), *item.tree.gates) if rules else item.tree.gates
                yield item.tree.altered(update={"top": owned[0].id, "gates": owned})
        except InputError as error:
            self.problems.extend(error.diagnostics)

    def _rules(self) -> list[tuple[str, Formula]]:
        try:
            return implications(self.formulas, self.definitions)
        except InputError as error:
            self.problems.extend(error.diagnostics)
            return []
