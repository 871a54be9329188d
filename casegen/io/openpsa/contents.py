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
