"""Ids, texts, references: what must hold before anything else can be said."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from casegen.argument.references import SINGULAR, Space
from casegen.argument.rule import Finding, Place, error
from casegen.argument.rules.citations import FILES, ISO_15026_2
from casegen.argument.view import CaseView
from casegen.model.argument import SubCase
from casegen.model.case import SECTIONS
from casegen.model.legible import BLANK, character_name, hidden
from casegen.texts.acceptances.reasons import is_unwritten
from casegen.texts.reservations.unfinished import still_to_write

FAMILY = "Identity and references"


def _identified(view: CaseView) -> Iterator[tuple[Space, str, str, Place]]:
    """Namespace, label, id and place of everything that has an id."""
    case = view.case
    for section, index, node in view.nodes:
        yield Space.NODE, SINGULAR[section], node.id, (section, index)
    for index, module in enumerate(case.modules):
        yield Space.MODULE, "module", module.id, ("modules", index)
    for t, tree in enumerate(case.trees):
        yield Space.TREE, "fault tree", tree.id, ("trees", t)
        for g, gate in enumerate(tree.gates):
            yield Space.TREE_PART, "gate", gate.id, ("trees", t, "gates", g)
    for section, space in (
        ("events", Space.TREE_PART), ("house_events", Space.TREE_PART), ("properties", Space.PROPERTY),
        ("hazop", Space.HAZOP), ("scenarios", Space.SCENARIO), ("study_items", Space.STUDY_ITEM),
        ("risk_reductions", Space.RISK_REDUCTION),
        ("parameters", Space.PARAMETER),
        ("common_cause", Space.COMMON_CAUSE), ("evidence_items", Space.EVIDENCE_ITEM),
    ):  # fmt: skip
        for index, part in enumerate(getattr(case, section)):
            yield space, SINGULAR[section], part.id, (section, index)


@error(
    "id-unique",
    FAMILY,
    "An id names one part only, over all files and modules.",
    source=f"{ISO_15026_2}; SCCG AR.1",
    hint="rename one of the two, and the references that mean it",
)
def id_unique(view: CaseView) -> Iterator[Finding]:
    """Argument nodes share one namespace; so do gates, basic events and house events, and events and their groups."""
    first: dict[tuple[Space, str], tuple[str, Place]] = {}
    for space, label, id, place in _identified(view):
        seen = first.setdefault((space, id), (label, place))
        if seen[1] != place:
            where = view.case.locate(*seen[1])
            yield Finding((*place, "id"), f"{label} {id}: the id is taken by the {seen[0]} at {where}", id)
    for index, group in enumerate(view.case.common_cause):
        event = first.get((Space.TREE_PART, group.id))
        if event is not None and group.id in view.case.event:
            # a number that is set, or a share of a target, is for either by its id
            where = view.case.locate(*event[1])
            message = f"common-cause group {group.id}: the id is taken by the {event[0]} at {where}"
            yield Finding(("common_cause", index, "id"), message, group.id)


@error(
    "id-look-alike",
    FAMILY,
    "Ids that differ look different.",
    source=f"{ISO_15026_2}; Unicode Technical Standard 39",
    hint="type the id anew where it is meant, in letters of one script; or rename one of the two",
)
def id_look_alike(view: CaseView) -> Iterator[Finding]:
    """A Cyrillic or Greek letter for a Latin one, another hyphen or space, an accent apart from its letter.

    Of evidence items, which name files, also upper for lower case: many systems take such files for one.
    """
    first: dict[tuple[Space, str], tuple[str, str, Place]] = {}
    for space, label, id, place in _identified(view):
        drawn = _appearance(id)
        filed = drawn.casefold() if space is Space.EVIDENCE_ITEM else drawn
        seen = first.setdefault((space, filed), (label, id, place))
        if seen[1] != id:
            how = (
                "looks like"
                if drawn == _appearance(seen[1])
                else "differs in upper and lower case alone from"
            )
            where = view.case.locate(*seen[2])
            yield Finding((*place, "id"), f"{label} {id}: the id {how} that of the {seen[0]} at {where}", id)


@error(
    "hidden-character",
    FAMILY,
    "Text holds no characters that are not seen and change what is read.",
    source="Unicode Technical Report 36; CVE-2021-42574",
    hint="type the text anew instead of pasting it",
)
def hidden_character(view: CaseView) -> Iterator[Finding]:
    """Control characters, marks that turn the order of what follows, spaces without width; in ids all of the kind."""
    for _, label, id, place in _identified(view):
        shown = next((c for c in id if not c.isprintable() or c in BLANK), "")
        if shown:
            yield Finding((*place, "id"), f"{label} {id}: the id holds {character_name(shown)}", id)
    case = view.case
    for section in SECTIONS:
        for index, part in enumerate(getattr(case, section)):
            for path, text in _texts(part, (section, index)):
                character = next(hidden(text), "")
                if character and path[2:] != ("id",):
                    id = getattr(part, "id", "")
                    label = SINGULAR.get(section, section)
                    yield Finding(path, f"{label} {id}: {path[-1]} holds {character_name(character)}", id)


_ALIKE = str.maketrans(
    "АВЕКМНОРСТУХаеорсухіјѕЅІЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧο\u2010\u2011\u2012\u2013\u2212\u00a0\u2007\u202f",
    "ABEKMHOPCTYXaeopcyxijsSIJABEZHIKMNOPTYXo-----   ",
)
"""letters, hyphens and spaces that most fonts draw alike"""
_ALIKE |= {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
_VARIANTS = "".join(map(chr, range(0xFE00, 0xFE10)))
"""what chooses between two drawings of the sign before it, such as an emoji in colour"""
_NOT_DRAWN = frozenset(BLANK + _VARIANTS)


def _appearance(id: str) -> str:
    if id.isascii():
        return id
    return "".join(
        c
        for c in unicodedata.normalize("NFC", id).translate(_ALIKE)
        if c.isprintable() and c not in _NOT_DRAWN
    )


def _texts(part: Any, path: Place) -> Iterator[tuple[Place, str]]:
    """Every text that is not plain ASCII or holds controls, with its path."""
    if isinstance(part, str):
        if not (part.isascii() and part.isprintable()):
            yield path, part
    elif isinstance(part, BaseModel):
        for name, value in part.__dict__.items():
            yield from _texts(value, (*path, name))
    elif isinstance(part, Mapping):
        for name, value in part.items():
            yield from _texts(value, (*path, str(name)))
    elif isinstance(part, tuple | list):
        for number, value in enumerate(part):
            yield from _texts(value, (*path, number))


_ABOUT_THE_SYSTEM = ("title", "system", "environment", "intended_use", "risk_criteria")


@error(
    "text-missing",
    FAMILY,
    "Every node says something: its text is not empty.",
    source=f"{ISO_15026_2}; SCCG AR.2",
    hint="add `text:`",
)
def text_missing(view: CaseView) -> Iterator[Finding]:
    """Nor is it still to be written (``TBD``); neither is what the header says of the system and its use.

    A sub-case is exempt: it repeats the text of its claim.
    """
    for key in _ABOUT_THE_SYSTEM:
        said = getattr(view.case.header, key)
        if said and is_unwritten(said):
            yield Finding(("case", key), f"`{key}: {said}` is still to be written", view.case.header.id)
    for section, index, node in view.nodes:
        if not node.text and not isinstance(node, SubCase):
            yield Finding((section, index), f"{SINGULAR[section]} {node.id} has no text", node.id)
        elif node.text and still_to_write(node.text):
            message = f"the text of {SINGULAR[section]} {node.id} is still to be written: {node.text!r}"
            yield Finding((section, index, "text"), message, node.id)


@error(
    "reference-missing",
    FAMILY,
    "Every reference resolves.",
    source=FILES,
    hint="correct the id, or add the part that it names",
)
def reference_missing(view: CaseView) -> Iterator[Finding]:
    """Looks every reference up in the namespace it belongs to, and suggests the nearest name."""
    names = view.names
    for ref in view.references:
        known = names[ref.space]
        if ref.target in known:
            continue
        if ref.role == "target" and view.link(ref.target) is not None:
            continue
        who = f"{SINGULAR.get(ref.section, ref.section)} {ref.source}"
        if ref.section == "trees" and ref.role == "input":
            who = f"gate {ref.source}"
        message = f"{who}: {ref.role} {ref.target!r}: there is no such {ref.space}{known.hint(ref.target)}"
        yield Finding(ref.place, message, ref.source)


@error(
    "duplicate-link",
    FAMILY,
    "A link stands once.",
    source=FILES,
    hint="remove one of the two",
)
def duplicate_link(view: CaseView) -> Iterator[Finding]:
    """The same premise, side-claim, context, hazard or property named twice by one part."""
    seen: set[tuple[str, str, str, str, Place]] = set()
    linking = {"root", "premise", "side-claim", "context", "hazard", "property", "member"}
    for ref in view.references:
        if ref.role not in linking:
            continue
        role = "premise" if ref.role == "side-claim" else ref.role
        key = (ref.section, ref.source, role, ref.target, ref.place[:2])
        if key in seen:
            who = f"{SINGULAR.get(ref.section, ref.section)} {ref.source}"
            yield Finding(ref.place, f"{who} names {ref.role} {ref.target} a second time", ref.source)
        seen.add(key)
