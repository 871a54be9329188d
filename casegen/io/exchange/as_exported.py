"""A case as an export of it reads back: what a format carries, in the shape and under the ids that the format gives it.

An import is compared with this, so that an unchanged export changes nothing, and a field that the file no longer
states is a difference where the format would have stated it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from casegen.io.exchange.format import Format, Imported
from casegen.io.exchange.merge import located, plan
from casegen.io.exchange.merge_plan import MergePlan, Side
from casegen.io.exchange.not_carried import without_own_losses
from casegen.io.exchange.references import without_dangling
from casegen.io.exchange.xlsx import SHEETS
from casegen.model.argument import Argument, Defeater, ResidualDoubt
from casegen.model.case import ARGUMENT_SECTIONS, SECTIONS, Case
from casegen.model.diagnostic import InputError

_REFERENCES = ("context", "premises", "side_claims")
_REFERENCE = ("supports", "claim")
_ORDER = ("claims", "evidence", "contexts", "sub_cases", "arguments", "defeaters", "residual_doubts")
"""arguments and objections are known by what they are about, which comes before them"""


def merge_plan(
    chosen: Format, existing: Case, imported: Imported, files: Sequence[Path], side: Side
) -> MergePlan:
    """What a merge of ``imported``, read from ``files`` in a format, into a case would do."""
    case, moved = located(imported.case, existing.root)
    exported = None if imported.tables else as_exported(chosen, existing, files)
    if exported is not None:
        exported, case = without_own_losses(existing, *in_ids_of(existing, exported, case))
    made = plan(existing, replace(imported, case=case), side, exported, chosen.title)
    made.decided[:0] = moved
    made.given_back = {s for s in SECTIONS if exported is not None and getattr(exported, s)}
    if chosen.name == "xlsx":
        for section, title in SHEETS.items():
            if section not in imported.tables and (rows := getattr(existing, section, ())):
                ids = ", ".join(part.id for part in rows[:8]) + (" …" if len(rows) > 8 else "")
                made.keep(
                    f"sheet {title}", f"the workbook does not have it; {section} of the case are kept: {ids}"
                )
    return made


def as_exported(chosen: Format, existing: Case, files: Sequence[Path]) -> Case | None:
    """``existing``, written and read in a format under the name of the first of ``files``; None where it cannot be."""
    if chosen.write is None or chosen.read is None:
        return None
    try:
        with tempfile.TemporaryDirectory() as name:
            made = chosen.write(existing, files[0].name)
            for file, content in made.files.items():
                Path(name, file).write_bytes(content)
            back = chosen.read([Path(name, files[0].name)])
    except InputError:  # a case that the format cannot hold at all, such as one without a claim
        return None
    known = {section: {part.id for part in getattr(existing, section)} for section in SECTIONS}
    return located(without_dangling(back, known).case, existing.root)[0]


def in_ids_of(existing: Case, exported: Case, imported: Case) -> tuple[Case, Case]:
    """``exported`` and ``imported`` with the ids of ``existing`` where the format has given a part another one.

    Such a part is known by its text, an argument by its claim: TEA keeps the texts of contexts only, LTAC no argument
    above evidence.  One that the import words otherwise is known by the id that the export gave it.
    """
    of_export = _aliases(existing, exported, exported, {})
    of_import = _aliases(existing, exported, imported, of_export)
    return _renamed(exported, of_export), _renamed(imported, of_import)


def _aliases(existing: Case, exported: Case, read: Case, otherwise: Mapping[str, str]) -> dict[str, str]:
    """The ids of ``existing`` that parts of ``read`` stand for; ``otherwise`` settles what no text does."""
    own_ids = {part.id for section in ARGUMENT_SECTIONS for part in getattr(existing, section)}
    there = {part.id for section in ARGUMENT_SECTIONS for part in getattr(exported, section)}
    results: dict[str, str] = {}
    for section in _ORDER:
        own = _by_key((p for p in getattr(existing, section) if p.id not in there), {})
        other = _by_key((p for p in getattr(read, section) if p.id not in own_ids), results)
        results |= {other[key]: own[key] for key in other.keys() & own.keys()}
    read_ids = {part.id for section in ARGUMENT_SECTIONS for part in getattr(read, section)}
    taken = set(results.values())
    rest = {alias: id for alias, id in otherwise.items() if alias in read_ids and id not in taken}
    return rest | results


def _by_key(parts: Iterable[Any], ids: Mapping[str, str]) -> dict[Hashable, str]:
    """Ids of parts by what they say, those that say the same as another left out."""
    results: dict[Hashable, list[str]] = {}
    for part in parts:
        key: Hashable = " ".join(part.text.split())
        if isinstance(part, Argument):
            key = ids.get(part.supports, part.supports)
        elif isinstance(part, Defeater | ResidualDoubt):
            key = (key, ids.get(part.target, part.target))
        results.setdefault(key, []).append(part.id)
    return {key: several[0] for key, several in results.items() if len(several) == 1}


def _renamed(case: Case, ids: Mapping[str, str]) -> Case:
    """``case`` with other ids, also where parts name each other."""
    if not ids:
        return case
    sections: dict[str, Any] = {
        section: tuple(_part(part, ids) for part in getattr(case, section)) for section in ARGUMENT_SECTIONS
    }
    roots = tuple(ids.get(root, root) for root in case.header.roots)
    return replace(case, header=case.header.altered(update={"roots": roots}), **sections)


def _part(part: Any, ids: Mapping[str, str]) -> Any:
    update: dict[str, Any] = {"id": ids.get(part.id, part.id)}
    for name in _REFERENCES:
        if name in type(part).model_fields:
            update[name] = tuple(ids.get(one, one) for one in getattr(part, name))
    for name in _REFERENCE:
        if name in type(part).model_fields:
            update[name] = ids.get(getattr(part, name), getattr(part, name))
    if isinstance(part, Defeater | ResidualDoubt):
        update["target"] = ids.get(part.target) or ":".join(
            ids.get(end, end) for end in part.target.split(":")
        )
    return part.altered(update=update)
