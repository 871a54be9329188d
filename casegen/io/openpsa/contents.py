"""What each element of an Open-PSA file may hold: one that is read past would change the model without a word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from casegen.io.openpsa.xml_places import Element
from casegen.model.case import Location

_EMPTY = frozenset(
    ("float", "int", "bool", "double", "parameter", "system-mission-time", "pi", "gate", "basic-event", "house-event",
     "event", "constant", "sequence", "branch", "rule", "event-tree", "test-functional-event", "test-initiating-event",
     "attribute", "label")
)  # fmt: skip
"""elements without others inside"""
_ONE = {
    "define-gate": "formula", "define-basic-event": "expression", "define-parameter": "expression",
    "define-house-event": "constant", "set-house-event": "constant", "distribution": "expression",
    "factor": "expression", "collect-formula": "formula", "collect-expression": "expression", "hypothesis": "formula",
    "target": "formula",
}  # fmt: skip
"""elements with one other inside besides label and attributes, and what that is"""
_MANY = 2**31
_NAMED: Mapping[str, Mapping[str, int]] = {
    "define-CCF-group": {"members": 1, "distribution": 1, "factors": 1, "factor": _MANY},
    "members": {"basic-event": _MANY, "event": _MANY},
    "factors": {"factor": _MANY},
    "attributes": {"attribute": _MANY},
    "define-event-tree": {
        "define-functional-event": _MANY, "define-sequence": _MANY, "define-branch": _MANY, "initial-state": 1,
    },
    "define-initiating-event": {},
    "define-functional-event": {},
    "fork": {"path": _MANY},
    "define-substitution": {"hypothesis": 1, "source": 1, "target": 1},
    "source": {"basic-event": _MANY, "event": _MANY},
    "define-alignment": {"define-phase": _MANY},
    "define-phase": {"set-house-event": _MANY},
}  # fmt: skip
"""the elements inside others, and how many of each at most"""
_PASSIVE = ("label", "attributes")
_HOURS = ("system-mission-time", "hours")
_READ: Mapping[str, frozenset[str]] = {
    tag: frozenset(names.split())
    for tag, names in {
        "define-phase": "name time-fraction", "define-initiating-event": "name event-tree", "fork": "functional-event",
        "path": "state", "set-house-event": "name direction", "define-CCF-group": "name role model", "factor": "level",
        "define-substitution": "name type", "event": "name type", "constant": "value", "bool": "value", "int": "value",
        "float": "value", "double": "value", "define-parameter": "name role unit", "atleast": "min",
        "cardinality": "min max", "attribute": "name value type", "include": "href",
        "test-functional-event": "name state",
    }.items()
}  # fmt: skip
"""the XML attributes that are read of an element"""
_DEFINING, _OTHER = frozenset(("name", "role")), frozenset(("name",))
"""those of definitions, and of other elements, that are not in the table"""


def content_faults(roots: Iterable[Element]) -> Iterator[tuple[Location, str]]:
    """Every element and text that stands where the format has no place for it."""
    stack = list(roots)
    while stack:
        e = stack.pop()
        stack += e.children
        if e.text and e.tag != "label":
            shown = " ".join(e.text.split())
            yield e.place, f"{_who(e)} holds the text {_cut(shown)!r}, which has no meaning there"
        if e.children:
            yield from _inside(e)
        yield from _contradictory(e)


def _contradictory(e: Element) -> Iterator[tuple[Location, str]]:
    """Attributes without which the model would be another."""
    role = e.attributes.get("role", "public")
    if role not in ("public", "private"):
        yield e.place, f"{_who(e)} has the role {_cut(role)!r}: a role is public or private"
    if e.tag == "atleast" and "max" in e.attributes:
        yield (
            e.place,
            'an <atleast> has no most: <cardinality min="…" max="…"> is of at least and at most so many',
        )


def unread_names(roots: Iterable[Element]) -> Iterator[str]:
    """XML attributes that nothing reads: one line for each kind of element and attribute, with the first place."""
    known: dict[tuple[str, str], list[Element]] = {}
    stack = list(roots)[::-1]
    while stack:
        e = stack.pop()
        stack += reversed(e.children)
        read = _READ.get(e.tag, _DEFINING if e.tag.startswith("define-") else _OTHER)
        if e.attributes.keys() <= read:
            continue
        for name in e.attributes.keys() - read:
            if not (name.startswith("xmlns") or ":" in name or (e.tag, e.attributes[name]) == _HOURS):
                known.setdefault((e.tag, name), []).append(e)
    for (_, name), each in sorted(known.items()):
        more = f", and {len(each) - 1} more" if len(each) > 1 else ""
        yield f"{each[0].place}: {name}={_cut(each[0].attributes[name])!r} of {_who(each[0])}{more}"


def _inside(e: Element) -> Iterator[tuple[Location, str]]:
    if e.tag in _EMPTY:
        child = e.children[0]
        yield child.place, f"{_who(e)} holds nothing, found <{child.tag}> in it"
        return
    inner = [c for c in e.children if c.tag not in _PASSIVE]
    for passive in _PASSIVE:
        yield from _beyond(e, passive, 1)
    if e.tag in _ONE:
        for child in inner[1:]:
            shown = ", ".join(f"<{c.tag}>" for c in inner[:8])
            yield child.place, f"{_who(e)} takes one {_ONE[e.tag]}, found {shown}"
            return
    elif e.tag in _NAMED:
        known = _NAMED[e.tag]
        for child in inner:
            if child.tag not in known:
                expected = ", ".join(f"<{name}>" for name in known) or "a label"
                yield child.place, f"{_who(e)} takes {expected}, found <{child.tag}>"
        for name, most in known.items():
            yield from _beyond(e, name, most)


def _beyond(e: Element, name: str, most: int) -> Iterator[tuple[Location, str]]:
    for child in e.all(name)[most:]:
        yield child.place, f"{_who(e)} takes one <{name}>, found another"


def _who(e: Element) -> str:
    name = e.attributes.get("name", "")
    return f"<{e.tag}> {name}" if name else f"<{e.tag}>"


def _cut(text: str, most: int = 40) -> str:
    return text if len(text) <= most else f"{text[:most]}…"
