"""Open-PSA model exchange format (2.0d): fault trees, events, parameters and common-cause groups.

Nested components are flattened: private elements get their path as name, as in ``Component.gate``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from casegen.io.openpsa_expressions import Expressions, definition, guarded
from casegen.io.openpsa_write import write_openpsa
from casegen.io.xml_places import Element, parse_xml
from casegen.model.case import Case, Header, Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.fault_tree import (
    BasicEvent,
    CommonCauseGroup,
    FaultTree,
    Formula,
    Gate,
    HouseEvent,
    Parameter,
)

__all__ = ["Imported", "import_openpsa", "read_openpsa", "write_openpsa"]

_GATES = {"and", "or", "not", "xor", "iff", "nand", "nor", "atleast", "cardinality", "imply"}
_EVENTS = {"gate", "basic-event", "house-event", "event"}
_DEFINED = {
    "define-gate": "gate", "define-basic-event": "basic-event", "define-house-event": "house-event",
    "define-parameter": "parameter",
}  # fmt: skip
_CCF = {"beta-factor", "MGL", "alpha-factor", "phi-factor"}
_TRUE, _FALSE = "constant-true", "constant-false"


@dataclass(frozen=True, slots=True)
class Imported:
    """A case read from another format; ``left_out`` lists what could not be carried, item by item."""

    case: Case
    left_out: tuple[str, ...] = ()


def read_openpsa(path: Path) -> Case:
    """The case that an Open-PSA file describes; see :func:`import_openpsa`."""
    return import_openpsa(path).case


def import_openpsa(*paths: Path) -> Imported:
    """Read one model from Open-PSA files.

    Raises :class:`InputError` with file, line and column for malformed XML, unknown gates or references,
    wrong arity, duplicates and impossible numbers.
    """
    reader = _Reader()
    for path in paths:
        root = parse_xml(path)
        if root.tag != "opsa-mef":
            raise InputError.at(root.place, f"expected <opsa-mef>, found <{root.tag}>")
        reader.collect(root)
    return reader.read(paths)


@dataclass(slots=True)
class _Definition:
    """A defined element with the path of components it stands in."""

    element: Element
    name: str
    scope: tuple[str, ...]
    tree: str = ""


@dataclass(slots=True)
class _Reader:
    found: dict[str, dict[str, _Definition]] = field(
        default_factory=lambda: {kind: {} for kind in [*_DEFINED.values(), "ccf"]}
    )
    trees: dict[str, tuple[Element, list[_Definition]]] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    locations: dict[tuple[str | int, ...], Location] = field(default_factory=dict)
    constants: set[str] = field(default_factory=set)
    title: str = ""

    # --- definitions ---------------------------------------------------------------------------------

    def collect(self, root: Element) -> None:
        """Note every definition of a file, so that references may stand before them."""
        self.title = self.title or root.attributes.get("name", "")
        for child in root:
            if child.tag == "define-fault-tree":
                name = self._name(child)
                if name in self.trees:
                    self._fault(child, f"fault tree {name} is defined twice")
                self.trees.setdefault(name, (child, []))
                self._container(child, (name,), name)
            elif child.tag == "model-data":
                self._container(child, (), "")
            elif child.tag in _DEFINED or child.tag == "define-CCF-group":
                self._define(child, (), "")
            elif child.tag not in ("label", "attributes"):
                self.left_out.append(
                    f"{child.place}: <{child.tag}> {child.attributes.get('name', '')}".rstrip()
                )

    def _container(self, element: Element, scope: tuple[str, ...], tree: str) -> None:
        for child in element:
            if child.tag == "define-component":
                self._container(child, (*scope, self._name(child)), tree)
            elif child.tag in _DEFINED or child.tag == "define-CCF-group":
                self._define(child, scope, tree)
            elif child.tag not in ("label", "attributes"):
                self.left_out.append(
                    f"{child.place}: <{child.tag}> {child.attributes.get('name', '')}".rstrip()
                )

    def _define(self, element: Element, scope: tuple[str, ...], tree: str) -> None:
        kind = _DEFINED.get(element.tag, "ccf")
        name = self._name(element)
        full = ".".join((*scope[1:], name)) if len(scope) > 1 else name
        if element.attributes.get("role") == "private" and len(scope) <= 1 and scope:
            full = f"{scope[0]}.{name}"
        known = self.found[kind]
        if full in known:
            self._fault(element, f"{kind} {full} is defined twice; first at {known[full].element.place}")
            return
        entry = _Definition(element, full, scope, tree)
        known[full] = entry
        if kind == "gate":
            if tree:
                self.trees[tree][1].append(entry)
            else:
                self._fault(element, f"gate {name} stands outside a fault tree")

    def _name(self, element: Element) -> str:
        name = element.attributes.get("name", "").strip()
        if not name:
            self._fault(element, f"<{element.tag}> needs a name")
            return f"unnamed-{element.place.line}"
        if re.search(r"[\s/\\<>\"'&]", name):
            self._fault(element, f"{name!r} is no identifier: no blanks, slashes, quotes, < > or &")
            return f"unnamed-{element.place.line}"
        return name

    def _fault(self, element: Element, message: str, mend: str = "") -> None:
        self.problems.append(Diagnostic("open-psa", Severity.INPUT, message, element.place, mend=mend))

    # --- references ----------------------------------------------------------------------------------

    def _find(self, kinds: tuple[str, ...], name: str, scope: tuple[str, ...]) -> _Definition | None:
        """The definition nearest to ``scope``: inner components first, then outward, then everywhere."""
        for depth in range(len(scope), -1, -1):
            prefix = scope[:depth]
            for full in {".".join((*prefix[1:], name)) if prefix[1:] else name, ".".join((*prefix, name))}:
                for kind in kinds:
                    if full in self.found[kind]:
                        return self.found[kind][full]
        return None

    def _refer(self, element: Element, scope: tuple[str, ...]) -> str:
        name = element.attributes.get("name", "").strip()
        stated = element.attributes.get("type", "") if element.tag == "event" else element.tag
        kinds = (stated,) if stated in self.found else ("gate", "basic-event", "house-event")
        entry = self._find(kinds, name, scope)
        if entry is not None:
            return entry.name
        if "basic-event" in kinds and any(name in members for members in self._members().values()):
            return name
        import difflib

        close = difflib.get_close_matches(name, [n for k in kinds for n in self.found[k]], n=1)
        hint = f"did you mean {close[0]}?" if close else f'add <define-{kinds[0]} name="{name}">'
        self._fault(element, f"{' or '.join(kinds)} {name!r} is not defined", hint)
        return name or "unnamed"

    def _parameter_name(self, _kind: str, element: Element) -> str:
        name = element.attributes.get("name", "").strip()
        entry = self._find(("parameter",), name, ())
        if entry is None:
            matches = [n for n in self.found["parameter"] if n.rpartition(".")[2] == name]
            if len(matches) == 1:
                return matches[0]
            raise InputError.at(element.place, f"parameter {name!r} is not defined")
        return entry.name

    def _members(self) -> dict[str, list[str]]:
        return {
            name: [m.attributes.get("name", "") for part in d.element.all("members") for m in part]
            for name, d in self.found["ccf"].items()
        }

    # --- the case ------------------------------------------------------------------------------------

    def read(self, paths: tuple[Path, ...]) -> Imported:
        """Everything collected, as a case."""
        expressions = Expressions(
            {n: d.element for n, d in self.found["parameter"].items()}, self._parameter_name
        )
        parameters = self._each("parameter", "parameters", lambda d: self._parameter(d, expressions))
        groups = self._each("ccf", "common_cause", lambda d: self._group(d, expressions))
        events = self._each("basic-event", "events", lambda d: self._event(d, expressions))
        known = {e.id for e in events}
        events += [BasicEvent(id=m) for g in groups for m in g.members if m not in known]
        house = self._each("house-event", "house_events", self._house)
        trees = tuple(self._trees())
        house += [HouseEvent(id=c, state=c == _TRUE) for c in sorted(self.constants)]
        if not trees and not self.problems:
            self.problems.append(
                Diagnostic(
                    "open-psa", Severity.INPUT, "the model defines no fault tree", Location(str(paths[0]))
                )
            )
        if self.problems:
            raise InputError(sorted(self.problems, key=Diagnostic.sort_key))
        title = self.title or paths[0].stem
        identity = re.sub(r"[^\w.-]+", "-", title).strip("-") or "model"
        case = Case(
            header=Header(id=identity, title=title), parameters=tuple(parameters), events=tuple(events),
            house_events=tuple(house), common_cause=tuple(groups), trees=trees, root=paths[0].parent,
            files=tuple(str(p) for p in paths), locations=self.locations,
        )  # fmt: skip
        return Imported(case, tuple(self.left_out))

    def _each(self, kind: str, section: str, make: Any) -> list[Any]:
        made: list[Any] = []
        for entry in self.found[kind].values():
            try:
                made.append(guarded(entry.element, partial(make, entry)))
            except InputError as error:
                self.problems.extend(error.diagnostics)
                continue
            self.locations[section, len(made) - 1] = entry.element.place
        return made

    def _expression(self, element: Element) -> Element:
        found = definition(element)
        if found is None:
            raise InputError.at(element.place, f"<{element.tag}> has no expression")
        return found

    def _parameter(self, d: _Definition, expressions: Expressions) -> Parameter:
        inner = self._expression(d.element)
        if inner.tag == "system-mission-time":
            # events read such a parameter as their tree's mission time; nothing else may name it
            return Parameter(id=d.name, value=0.0, text="the system mission time")
        return Parameter(id=d.name, value=expressions.value(inner), text=_label(d.element),
                         unit=d.element.attributes.get("unit", ""))  # fmt: skip

    def _event(self, d: _Definition, expressions: Expressions) -> BasicEvent:
        inner = definition(d.element)
        model = None if inner is None else expressions.model(inner)
        number = getattr(model, "probability", None)
        if isinstance(number, float) and not 0.0 <= number <= 1.0:
            raise InputError.at(
                d.element.place, f"basic event {d.name} has probability {number:g}, outside [0, 1]"
            )
        return BasicEvent(id=d.name, text=_label(d.element), model=model)

    def _house(self, d: _Definition) -> HouseEvent:
        inner = definition(d.element)
        value = "false" if inner is None else inner.attributes.get("value", "")
        if value not in ("true", "false"):
            raise InputError.at(
                d.element.place, f'house event {d.name} needs <constant value="true"> or "false"'
            )
        return HouseEvent(id=d.name, state=value == "true", text=_label(d.element))

    def _group(self, d: _Definition, expressions: Expressions) -> CommonCauseGroup:
        model = d.element.attributes.get("model", "")
        if model not in _CCF:
            raise InputError.at(
                d.element.place, f"CCF model {model!r} is not known; known: {', '.join(sorted(_CCF))}"
            )
        distribution = d.element.first("distribution")
        if distribution is None:
            raise InputError.at(d.element.place, f"CCF group {d.name} has no <distribution>")
        factors = [
            f for part in d.element.children for f in ([part] if part.tag == "factor" else part.all("factor"))
        ]
        members = self._members()[d.name]
        first = {"MGL": 2, "beta-factor": len(members)}.get(model, 1)
        factors.sort(key=lambda f: int(f.attributes.get("level", "0") or 0))
        levels = [int(f.attributes.get("level", str(first + i))) for i, f in enumerate(factors)]
        if levels != list(range(first, first + len(levels))) and model != "beta-factor":
            raise InputError.at(d.element.place, f"CCF group {d.name} ({model}) needs factors of levels {first}, "
                                f"{first + 1}, …; found {levels}")  # fmt: skip
        return CommonCauseGroup(
            id=d.name, model=model.lower(), members=tuple(members), text=_label(d.element),
            total=expressions.model(self._expression(distribution)),
            factors=tuple(expressions.value(self._expression(f)) for f in factors),
        )  # fmt: skip

    # --- trees ---------------------------------------------------------------------------------------

    def _trees(self) -> Iterator[FaultTree]:
        index = 0
        for name, (element, definitions) in self.trees.items():
            gates: list[Gate] = []
            for d in definitions:
                try:
                    gates.append(guarded(d.element, partial(self._gate, d)))
                except InputError as error:
                    self.problems.extend(error.diagnostics)
            if not definitions:
                self.left_out.append(f"{element.place}: fault tree {name} has no gates")
            if self.problems or not gates:
                continue
            for tree_id, top, owned in split_by_top(name, gates, self._named_elsewhere(name)):
                places = {d.name: d.element.place for d in definitions}
                self.locations["trees", index] = element.place
                for i, gate in enumerate(owned):
                    self.locations["trees", index, "gates", i] = places[gate.id]
                index += 1
                yield FaultTree(id=tree_id, title=_label(element), top=top, gates=tuple(owned))

    def _named_elsewhere(self, tree: str) -> set[str]:
        """Gates that other trees name: they are no tops."""
        return {
            e.attributes.get("name", "")
            for other, (element, _) in self.trees.items()
            if other != tree
            for e in _descend(element)
            if e.tag in ("gate", "event")
        }

    def _gate(self, d: _Definition) -> Gate:
        inner = definition(d.element)
        if inner is None:
            raise InputError.at(d.element.place, f"gate {d.name} has no formula")
        parts = self._formula(inner, d.scope)
        return Gate(id=d.name, text=_label(d.element), **parts)

    def _formula(self, e: Element, scope: tuple[str, ...]) -> dict[str, Any]:
        if e.tag in _EVENTS or e.tag == "constant":
            return {"type": "or", "inputs": (self._input(e, scope),)}
        if e.tag not in _GATES:
            import difflib

            close = difflib.get_close_matches(e.tag, sorted(_GATES), n=1)
            hint = f"; did you mean <{close[0]}>?" if close else ""
            raise InputError.at(e.place, f"gate <{e.tag}> is not known{hint}")
        inputs = tuple(self._input(c, scope) for c in e.children)
        if e.tag == "imply":
            if len(inputs) != 2:
                raise InputError.at(e.place, f"<imply> takes 2 arguments, found {len(inputs)}")
            return {"type": "or", "inputs": (Formula(type="not", inputs=inputs[:1]), inputs[1])}
        parts: dict[str, Any] = {"type": e.tag, "inputs": inputs}
        if e.tag in ("atleast", "cardinality"):
            parts["k"] = _count(e, "min")
        if e.tag == "cardinality":
            parts["k_max"] = _count(e, "max")
        return parts

    def _input(self, e: Element, scope: tuple[str, ...]) -> str | Formula:
        if e.tag == "constant":
            name = _TRUE if e.attributes.get("value") == "true" else _FALSE
            self.constants.add(name)
            return name
        if e.tag in _EVENTS:
            return self._refer(e, scope)
        found: Formula = guarded(e, lambda: Formula(**self._formula(e, scope)))
        return found


def split_by_top(name: str, gates: list[Gate], named: set[str]) -> list[tuple[str, str, list[Gate]]]:
    """One tree per gate that nothing names: the first keeps the name, the others add their top's.

    A gate below several tops belongs to the first; the others reach it by transfer.
    """
    used = {i for g in gates for i in _names(g)} | named
    tops = [g.id for g in gates if g.id not in used] or [gates[0].id]
    by_id = {g.id: g for g in gates}
    taken: set[str] = set()
    found = []
    for top in tops:
        below: list[str] = []
        stack = [top]
        while stack:
            gate = stack.pop()
            if gate in by_id and gate not in taken:
                taken.add(gate)
                below.append(gate)
                stack.extend(_names(by_id[gate]))
        chosen = set(below)
        found.append((name if top == tops[0] else f"{name}.{top}", top, [g for g in gates if g.id in chosen]))
    rest = [g for g in gates if g.id not in taken]
    found[0][2].extend(rest)
    return found


def _names(formula: Formula) -> Iterator[str]:
    for item in formula.inputs:
        if isinstance(item, str):
            yield item
        else:
            yield from _names(item)
    if formula.condition is not None:
        yield formula.condition


def _descend(element: Element) -> Iterator[Element]:
    stack = [element]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(current.children)


def _label(element: Element) -> str:
    label = element.first("label")
    return " ".join(label.text.split()) if label is not None else ""


def _count(e: Element, attribute: str) -> int:
    text = e.attributes.get(attribute, "")
    if not text.isdigit():
        raise InputError.at(e.place, f'<{e.tag}> needs {attribute}="a whole number", found {text!r}')
    return int(text)
