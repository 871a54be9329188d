"""What an Open-PSA model defines, and what its names mean: public and private elements, components, paths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field

from casegen.io.openpsa.xml_places import Element
from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.explain import MOST, more
from casegen.model.suggestions import nearest

Scope = tuple[str, ...]

GATE, BASIC, HOUSE, PARAMETER, GROUP = "gate", "basic-event", "house-event", "parameter", "CCF-group"
EVENTS = (GATE, BASIC, HOUSE)
"""kinds that share one space of names"""

_DEFINED = {f"define-{kind}": kind for kind in (GATE, BASIC, HOUSE, PARAMETER, GROUP)}
_CONTAINERS = {"define-fault-tree", "define-component", "model-data"}
_PASSIVE = {"label", "attributes"}
_HINTS = 20
"""findings for which the nearest name is sought, which takes time"""
MODEL_LEVEL = (
    "define-event-tree", "define-initiating-event", "define-functional-event", "define-sequence", "define-rule",
    "define-substitution", "define-alignment", "define-consequence", "define-consequence-group", "define-extern-library",
    "define-extern-function", "define-mission", "define-phase",
)  # fmt: skip
_KNOWN = (*_DEFINED, *_CONTAINERS, *MODEL_LEVEL)


@dataclass(slots=True)
class Definition:
    """A defined element: its name in the case, the containers it stands in, and its fault tree."""

    kind: str
    element: Element
    name: str
    scope: Scope
    private: bool
    tree: str = ""

    @property
    def path(self) -> str:
        """Full path, as Open-PSA refers to private elements."""
        return ".".join((*self.scope, self.name))

    @property
    def id(self) -> str:
        """Its id in the case: the name, or for private elements the path."""
        return self.path if self.private else self.name


@dataclass(slots=True)
class Definitions:
    """Everything the files define, noted first, so that references may stand before definitions."""

    title: str = ""
    trees: dict[str, Element] = field(default_factory=dict)
    of_kind: dict[str, list[Definition]] = field(
        default_factory=lambda: {kind: [] for kind in _DEFINED.values()}
    )
    others: list[Element] = field(default_factory=list)
    """elements of the model level that are no part of a fault tree: event trees, substitutions, …"""
    problems: list[Diagnostic] = field(default_factory=list)
    further: int = 0
    """problems that are counted only"""
    _public: dict[tuple[str, str], Definition] = field(default_factory=dict)
    _path: dict[tuple[str, str], Definition] = field(default_factory=dict)
    _members: dict[str, str] = field(default_factory=dict)

    def fault(self, place: Location, message: str, hint: str = "") -> None:
        """Note something wrong; it is reported together, and counted only beyond what anybody reads."""
        if len(self.problems) >= MOST:
            self.further += 1
            return
        self.problems.append(Diagnostic("open-psa", Severity.INPUT, message, place, hint=hint))

    def findings(self) -> list[Diagnostic]:
        """What was noted, in the order of the files, and how much more there is."""
        result = sorted(self.problems, key=Diagnostic.sort_key)
        return [*result, more(self.further, Location(result[-1].location.file))] if self.further else result

    # --- collecting ----------------------------------------------------------------------------------

    def collect(self, root: Element) -> None:
        """Note every definition of a file."""
        self.title = self.title or root.attributes.get("name", "")
        for child in root:
            if child.tag == "define-fault-tree":
                name = self._name(child)
                if name in self.trees:
                    self.fault(
                        child.place, f"fault tree {name} is defined twice; first at {self.trees[name].place}"
                    )
                else:
                    self.trees[name] = child
                    self._container(child, (name,), _is_private(child, inherited=False), name)
            elif child.tag == "model-data":
                self._container(child, (), False, "")
            elif child.tag in _DEFINED:
                self._define(child, (), False, "")
            else:
                self._other(child)

    def _container(self, element: Element, scope: Scope, private: bool, tree: str) -> None:
        components: dict[str, Element] = {}
        for child in element:
            if child.tag == "define-component":
                name = self._name(child)
                if name in components:
                    self.fault(
                        child.place, f"component {name} is defined twice; first at {components[name].place}"
                    )
                components.setdefault(name, child)
                self._container(child, (*scope, name), _is_private(child, private), tree)
            elif child.tag in _DEFINED:
                self._define(child, scope, private, tree)
            else:
                self._other(child)

    def _other(self, element: Element) -> None:
        if element.tag == "include":
            raise InputError.at(
                element.place, f"<include> of {element.attributes.get('href', 'another file')} is not followed: "
                "a model could read any file through it",
                hint="name that file on the command line too: several files make one model",
            )  # fmt: skip
        if element.tag in MODEL_LEVEL:
            self.others.append(element)
        elif element.tag not in _PASSIVE:
            near = nearest(element.tag, _KNOWN) if len(self.problems) < _HINTS else ""
            self.fault(element.place, f"<{element.tag}> is no part of a model{near}")

    def _define(self, element: Element, scope: Scope, private: bool, tree: str) -> None:
        kind = _DEFINED[element.tag]
        private = _is_private(element, private)
        entry = Definition(kind, element, self._name(element), scope, private and bool(scope), tree)
        if private and not scope:
            self.fault(
                element.place, f"{kind} {entry.name} is private, but stands in no fault tree or component"
            )
        if kind == GATE and not tree:
            self.fault(element.place, f"gate {entry.name} stands outside a fault tree")
            return
        space = _space(kind)
        clash = self._path.get((space, entry.path)) or (
            None if entry.private else self._public.get((space, entry.name))
        )
        if clash is not None:
            self.fault(
                element.place, f"{kind} {entry.id} is defined twice; first at {clash.element.place}"
                + ("" if clash.kind == kind else f", as a {clash.kind}")
            )  # fmt: skip
            return
        self._path[space, entry.path] = entry
        if not entry.private:
            self._public[space, entry.name] = entry
        self.of_kind[kind].append(entry)
        if kind == GROUP:
            for member in members(element):
                name = member.attributes.get("name", "").strip()
                self._members.setdefault(".".join((*scope, name)) if entry.private else name, entry.id)

    def _name(self, element: Element) -> str:
        name = element.attributes.get("name", "").strip()
        if not name:
            self.fault(element.place, f"<{element.tag}> needs a name")
        else:
            return name
        return f"unnamed-{element.place.line}-{element.place.column}"

    # --- references ----------------------------------------------------------------------------------

    def find(self, kinds: tuple[str, ...], name: str, scope: Scope) -> Definition | None:
        """The element a name means in a scope: private ones from the inside out, then public ones, then paths."""
        space = _space(kinds[0])
        for depth in range(len(scope), -1, -1):
            result = self._path.get((space, ".".join((*scope[:depth], name))))
            if result is not None and (result.kind in kinds):
                return result
        result = self._public.get((space, name))
        return result if result is not None and result.kind in kinds else None

    def refer(self, element: Element, scope: Scope) -> str:
        """The id an event reference means; what is not defined is noted with the nearest name."""
        name = element.attributes.get("name", "").strip()
        stated = element.attributes.get("type", "") if element.tag == "event" else element.tag
        kinds = (stated,) if stated in EVENTS else EVENTS
        entry = self.find(kinds, name, scope)
        if entry is not None:
            return entry.id
        member = self._member(name, scope) if BASIC in kinds else ""
        if member:
            return member
        self._undefined(element, kinds, name, scope)
        return name or "unnamed"

    def _undefined(self, element: Element, kinds: tuple[str, ...], name: str, scope: Scope) -> None:
        other = self.find(EVENTS, name, scope)
        what = "event" if len(kinds) > 1 else kinds[0]
        near = ""
        if len(self.problems) < _HINTS and other is None:
            near = nearest(name, [d.id for kind in kinds for d in self.of_kind[kind]])
        is_other = f"; {name} is a {other.kind}" if other else ""
        add = kinds[0] if len(kinds) == 1 else BASIC
        self.fault(
            element.place,
            f"{what} {name!r} is not defined{near}{is_other}",
            f'add <define-{add} name="{name}">',
        )

    def _member(self, name: str, scope: Scope) -> str:
        for depth in range(len(scope), -1, -1):
            path = ".".join((*scope[:depth], name))
            if path in self._members:
                return path
        return ""

    def parameter(self, element: Element, scope: Scope) -> Definition:
        """The parameter a reference means; raises :class:`InputError` where there is none."""
        name = element.attributes.get("name", "").strip()
        result = self.find((PARAMETER,), name, scope)
        if result is None:
            near = nearest(name, [d.id for d in self.of_kind[PARAMETER]])
            raise InputError.at(element.place, f"parameter {name!r} is not defined{near}")
        return result

    def member_ids(self, entry: Definition) -> Iterator[str]:
        """Ids of the members of a common-cause group."""
        for member in members(entry.element):
            name = member.attributes.get("name", "").strip()
            result = self.find((BASIC,), name, entry.scope)
            yield result.id if result else ".".join((*entry.scope, name)) if entry.private else name


_NAMING = ("name", "event-tree", "functional-event", "initiating-event")
_NO_IDENTIFIER = re.compile(r"""[\s/\\<>"'&]+""")


def rename(roots: Iterable[Element]) -> dict[str, str]:
    """Names with blanks, slashes, quotes, < > or & replaced, in definitions and references; new names by old ones."""
    places: list[tuple[Element, str, str]] = []
    stack = [(child, root) for root in roots for child in root]
    while stack:
        element, parent = stack.pop()
        stack += [(child, element) for child in element]
        if parent.tag != "attributes":
            places += [
                (element, key, element.attributes[key].strip())
                for key in _NAMING
                if key in element.attributes
            ]
    new = replacements({name for _, _, name in places}, _NO_IDENTIFIER)
    for element, key, name in places:
        if name in new:
            element.attributes[key] = new[name]
    return new


def replacements(names: Set[str], unfit: re.Pattern[str]) -> dict[str, str]:
    """New names for those that hold what is ``unfit``, by old ones.

    Two names stay two: the replacement is the first of ``_``, ``-``, ``__``, … under which all names differ.
    """
    changed = {name for name in names if unfit.search(name)}
    new: dict[str, str] = {}
    for mark in ("_", "-", "__", "--", "_-_", "-_-"):
        new = {name: unfit.sub(mark, name) for name in sorted(changed)}
        if len(set(new.values()) | (names - changed)) == len(names):
            break
    return new


def members(group: Element) -> list[Element]:
    """The member references of a common-cause group."""
    return [m for part in group.all("members") for m in part]


def label(element: Element) -> str:
    """The text of an element's label, on one line."""
    result = element.first("label")
    return " ".join(result.text.split()) if result is not None else ""


def attributes(element: Element) -> dict[str, str]:
    """Free attributes of an element, by name."""
    result = element.first("attributes")
    return {a.attributes.get("name", ""): a.attributes.get("value", "") for a in result or ()}


def _space(kind: str) -> str:
    return "event" if kind in EVENTS else kind


def _is_private(element: Element, inherited: bool) -> bool:
    role = element.attributes.get("role", "")
    return inherited if role not in ("public", "private") else role == "private"
