"""Where an import and the case it goes into differ: every field that the format carries, stated or left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from casegen.io.case_writer import plain
from casegen.io.exchange.format import Imported, Item
from casegen.io.exchange.merge_plan import HEADER, MergePlan, Side, conflict, part_at, settle
from casegen.model.case import ARGUMENT_SECTIONS, SECTIONS, Case

_LISTED = 8
"""ids that one line names"""


def compare_part(
    existing: Case, section: str, index: int, part: Any, exported: Any, side: Side, made: MergePlan
) -> None:
    """A part of the case's id.

    ``exported``: the part as the case's own export reads back.  A field is different where the import says other than
    that and than the case; what the export does not carry stays as it is.  Without ``exported`` only fields count that
    the import states.
    """
    own = part_at(existing, section, index)
    for name, key in _fields(part):
        here, there = plain(getattr(own, name)), plain(getattr(part, name))
        if there == here:
            continue
        if exported is None:
            if not _is_stated(part, name):
                continue
        elif there == (then := plain(getattr(exported, name))):
            made.not_carried.setdefault((section, key), []).append(part.id)
            continue
        else:
            there = _in_own_words(here, then, there)
        settle(existing, section, index, key, _said(here), _said(there), there, side, made)


def _fields(part: BaseModel) -> Iterator[tuple[str, str]]:
    """Names of fields, and the keys that stand for them in a file."""
    for name, info in type(part).model_fields.items():
        if name != "id":
            yield name, info.alias or name


def _said(value: Any) -> str:
    return "nothing" if value is None or value in ("", [], {}) else str(value)


def _is_stated(part: BaseModel, name: str) -> bool:
    """Whether an import says the field: another value than the default, or the default written out."""
    value = getattr(part, name)
    default = type(part).model_fields[name].get_default(call_default_factory=True)
    if name == "module":  # that of the file it stands in
        return False
    return bool(value != default or (name in part.model_fields_set and value not in (None, "", (), {})))


def _in_own_words(here: Any, then: Any, there: Any) -> Any:
    """A list of the import with the case's own items where the export has another for them: a claim for its sub-case."""
    lists = all(isinstance(value, list) for value in (here, then, there))
    if not lists or len(here) != len(then) or not all(isinstance(one, str) for one in (*here, *then, *there)):
        return there
    own = dict(zip(then, here, strict=True))
    return [own.get(one, one) for one in there]


def compare_other_kind(
    existing: Case, section: str, part: Any, exported: Any, home: str, side: Side, made: MergePlan
) -> None:
    """A part that the format makes of another kind of part (a residual doubt that it calls a defeater), or of none."""
    index = (
        next((n for n, p in enumerate(getattr(existing, home)) if p.id == part.id), None) if home else None
    )
    own = getattr(existing, home)[index] if index is not None else None
    for name, key in _fields(part):
        there, then = plain(getattr(part, name)), plain(getattr(exported, name))
        if there == then:
            continue
        if own is not None and index is not None and name in ("text", "target", "context", "note"):
            here = plain(getattr(own, name))
            settle(existing, home, index, key, _said(here), _said(there), there, side, made)
            continue
        what = f"{section} {part.id}: {key}"
        if side == "stop":
            message = (
                f"{what}: the export of the case says {_said(then)[:80]!r}, the import {_said(there)[:80]!r}"
            )
            hint = f"the case has no such {'field' if own is not None else 'part'}: change it there by hand"
            made.conflicts.append(
                conflict(message, existing.locate(home) if home else existing.locate(), hint)
            )
        else:
            made.keep(what, "the case has no place for the change; kept as in the case")


def compare_header(
    existing: Case, imported: Imported, exported: Case | None, side: Side, made: MergePlan
) -> None:
    """Document control, and titles and texts of modules, where the format carries them."""
    if exported is None:
        return
    other = imported.case
    if other.header.id != exported.header.id:
        made.keep("case: document control", f"the import is of {other.header.id}; kept as in the case")
    elif other.header.model_fields_set <= {"id", "title"} < exported.header.model_fields_set:
        made.keep("case: document control", "the import has an id and a title only; kept as in the case")
    else:
        _carried(existing, HEADER, 0, other.header, exported.header, side, made)
    then = {module.id: module for module in exported.modules}
    there = {module.id: module for module in other.modules}
    for index, module in enumerate(existing.modules):
        if module.id in then and module.id in there:
            _carried(existing, "modules", index, there[module.id], then[module.id], side, made)


def _carried(
    existing: Case, section: str, index: int, part: Any, exported: Any, side: Side, made: MergePlan
) -> None:
    """Compare fields that the format gives back; others a reader makes up, such as a title from the first claim."""
    own = part_at(existing, section, index)
    for name, key in _fields(part):
        here, then, there = (plain(getattr(one, name)) for one in (own, exported, part))
        if here != then and there != here:
            made.not_carried.setdefault((section, key), []).append(own.id)
        elif there != here:
            settle(existing, section, index, key, _said(here), _said(there), there, side, made)


def list_kept(existing: Case, imported: Case, exported: Case, notation: str, made: MergePlan) -> None:
    """List what the import does not have and a merge does not take from the case, and what the format does not carry."""
    absent = []
    for section in SECTIONS:
        there = {part.id for part in getattr(imported, section)}
        then = {part.id for part in getattr(exported, section)}
        own = [part.id for part in getattr(existing, section)]
        gone = [id for id in own if id in then and id not in there]
        if gone:
            made.keep(section, f"not in the import; kept in the case: {_ids(gone)}")
        if not section_is_carried(then, own) and own:
            absent.append(f"{len(own)} {section}")
    if absent:
        made.not_carried[", ".join(absent), ""] = []
    for (section, name), ids in made.not_carried.items():
        what = f"{section}: {name}" if name else section
        why = (
            f"{notation} does not carry it as it stands; kept as in the case"
            if name
            else f"not carried by {notation}; kept"
        )
        made.decided.append(Item(what, f"{why}: {_ids(ids)}" if ids else why))


def section_is_carried(then: set[str], own: list[str]) -> bool:
    """Whether an export gives back any part of a section."""
    return any(id in then for id in own)


def _ids(ids: list[str]) -> str:
    more = f" and {len(ids) - _LISTED:,} more" if len(ids) > _LISTED else ""
    return ", ".join(ids[:_LISTED]) + more


def home_of(case: Case) -> dict[str, str]:
    """The section of each node of an argument by its id."""
    return {part.id: section for section in reversed(ARGUMENT_SECTIONS) for part in getattr(case, section)}
