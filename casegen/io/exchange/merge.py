"""Merge what was imported into a case folder: new parts go to a file of their own, edits into the lines they stand in.

Nothing is decided in silence: a field that both sides changed is a conflict and is named; unless the
caller says which side wins, nothing is written.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from casegen.io.case_writer import case_files, dump, plain
from casegen.io.exchange.differences import (
    compare_header,
    compare_other_kind,
    compare_part,
    home_of,
    list_kept,
)
from casegen.io.exchange.format import Imported, Item, TableRow
from casegen.io.exchange.graph import fresh
from casegen.io.exchange.merge_plan import HEADER, MergePlan, Side, conflict, part_at, place_of, settle
from casegen.io.exchange.row_checks import exported_as, named_by_rows, of_another_row, unknown_names
from casegen.io.exchange.tables import (
    CUT_BASE,
    TABLES,
    SectionTable,
    cell,
    digest,
    part_of,
    refusal,
    value_of,
)
from casegen.io.exchange.text_edit import Edit
from casegen.io.folder import inside, load
from casegen.io.source_map import read_text
from casegen.io.transaction import write_together
from casegen.model.addresses import UNRESOLVED
from casegen.model.argument import EvidenceNode, Module
from casegen.model.case import ARGUMENT_SECTIONS, SECTIONS, Case, Location
from casegen.model.diagnostic import Diagnostic, InputError


def as_new(imported: Imported) -> Case:
    """The case of an import into an empty folder: rows of tables become entries.

    Raises :class:`InputError` with every cell of every row that is wrong.
    """
    sections: dict[str, Any] = {}
    problems: list[Diagnostic] = []
    for section, rows in ((s, rows) for s, rows in imported.tables.items() if s in TABLES):
        made = []
        for row in rows:
            try:
                made.append(part_of(row, TABLES[section]))
            except InputError as error:
                problems += error.diagnostics
        sections[section] = tuple(made)
    if problems:
        raise InputError(problems)
    return replace(imported.case, **sections)


def located(case: Case, folder: Path) -> tuple[Case, list[Item]]:
    """Artefacts that are neither an address nor a file of the folder, marked ``unresolved://``."""
    evidence, items = [], []
    for node in case.evidence:
        if node.artefact and "://" not in node.artefact:
            path = inside(folder, node.artefact)
            if path is None or not path.is_file():
                items.append(
                    Item(
                        f"evidence {node.id}: {node.artefact}",
                        "not a file of the case folder; its place is left unresolved",
                    )
                )
                node = node.altered(update={"artefact": UNRESOLVED + node.artefact})
        evidence.append(node)
    assert all(isinstance(e, EvidenceNode) for e in evidence)
    return replace(case, evidence=tuple(evidence)), items


def plan(
    existing: Case, imported: Imported, side: Side, exported: Case | None = None, notation: str = ""
) -> MergePlan:
    """Compare an import with the case it goes into; rows that are no entry are among its conflicts.

    ``exported``: the case as its own export in the import's format, ``notation``, reads back
    (:mod:`casegen.io.exchange.as_exported`); None where the format is read only.
    """
    made = MergePlan()
    homes = home_of(existing)
    for section in SECTIONS:
        known = {part.id: n for n, part in reversed(list(enumerate(getattr(existing, section))))}
        then = {part.id: part for part in getattr(exported, section)} if exported is not None else {}
        for part in getattr(imported.case, section):
            if part.id in known:
                compare_part(existing, section, known[part.id], part, then.get(part.id), side, made)
            elif part.id in then:
                compare_other_kind(existing, section, part, then[part.id], homes.get(part.id, ""), side, made)
            elif section in ARGUMENT_SECTIONS and part.id in homes:
                place = existing.locate(homes[part.id])
                message = f"{section} {part.id}: the case has {homes[part.id]} of that id"
                made.conflicts.append(conflict(message, place, "rename one of them"))
            else:
                made.added.setdefault(section, []).append(part)
        for row in imported.tables.get(section, ()):
            table = TABLES[section]
            if row.id in known:
                other = exported_as(row, known)
                if other and _is_moved(existing, table, known[row.id], row, other, side, made):
                    continue
                row = replace(row, base=of_another_row(row)) if other else row
                _row(existing, table, known[row.id], row, side, made)
            else:
                try:
                    made.added.setdefault(section, []).append(part_of(row, table))
                except InputError as error:
                    made.conflicts += error.diagnostics
        given = {row.id for row in imported.tables.get(section, ())}
        if section in imported.tables:
            for absent in (i for i in known if i not in given):
                made.keep(f"{section} {absent}", "not in the table; kept in the case")
    compare_header(existing, imported, exported, side, made)
    if exported is not None:
        list_kept(existing, imported.case, exported, notation, made)
    made.modules = _new_modules(existing, imported.case, exported, made)
    _names(existing, imported, made)
    _valid(existing, made)
    return made


def _new_modules(existing: Case, imported: Case, exported: Case | None, made: MergePlan) -> list[Module]:
    """Modules of the import that the case does not have; those of its export only with a new part."""
    own = {module.id for module in existing.modules}
    of_export = {module.id for module in exported.modules} if exported is not None else set()
    used = {getattr(part, "module", None) for parts in made.added.values() for part in parts}
    return [m for m in imported.modules if m.id not in own and (m.id not in of_export or m.id in used)]


def _row(existing: Case, table: SectionTable, index: int, row: TableRow, side: Side, made: MergePlan) -> None:
    """Three ways: the cell as exported (its hash), the cell now, the case now."""
    part = getattr(existing, table.section)[index]
    for name, text in row.cells.items():
        kind = table.columns[name]
        now, theirs, base = cell(part, name, kind), digest(text), row.base.get(name)
        if base is None and not text.strip():
            continue
        cut = base is not None and base.startswith(CUT_BASE)
        if theirs in (digest(now), (base or "").removeprefix(CUT_BASE)) or name == "id":
            if theirs != digest(now) and name != "id" and not cut:
                made.keep(
                    f"{table.section} {row.id}: {name}", "changed in the case only; kept as in the case"
                )
            continue
        value = value_of(text, kind)
        made.rows[table.section, index] = _place(row)
        if cut:
            message = f"{table.section} {row.id}: {name}: the cell was cut on export and then edited"
            made.conflicts.append(conflict(message, _place(row), "edit this text in the case itself"))
        elif base is not None and base == digest(now):
            made.changed.setdefault((table.section, index), {})[name] = value
        else:
            settle(existing, table.section, index, name, now, text, value, side, made)


def _is_moved(
    existing: Case, table: SectionTable, index: int, row: TableRow, other: str, side: Side, made: MergePlan
) -> bool:
    """A row under the id of another, of which no cell says whether it was edited: refused, or kept as the case has it."""
    part = getattr(existing, table.section)[index]
    same = all(digest(cell(part, n, table.columns[n])) == digest(text) for n, text in row.cells.items())
    if same or side == "take":
        return same
    what = f"{table.section} {row.id}"
    if side == "keep":
        made.keep(what, f"the row was {other} on export; kept as in the case")
    else:
        message = f"{what}: the row was {other} when it was exported, and the case has a {row.id} of its own"
        hint = "put the ids back and edit the other cells, or import with --on-conflict keep or take"
        made.conflicts.append(conflict(message, _place(row), hint))
    return True


def _names(existing: Case, imported: Imported, made: MergePlan) -> None:
    """Every row names parts that are there."""
    known = named_by_rows(existing, imported.case, imported.tables)
    for (section, index), fields in made.changed.items():
        part = part_at(existing, section, index)
        place = made.rows.get((section, index)) or place_of(existing, section, index)
        if section == "hazop":
            _report_unknown(unknown_names(fields, part, known), part.id, place, made)
    rows = {row.id: row for row in imported.tables.get("hazop", ())}
    for entry in made.added.get("hazop", ()):
        if entry.id in rows:
            fields = {"mitigations": entry.mitigations, "properties": entry.properties}
            _report_unknown(unknown_names(fields, None, known), entry.id, _place(rows[entry.id]), made)


def _report_unknown(problems: Iterable[str], id: str, place: Location, made: MergePlan) -> None:
    hint = "name a part of the case, or leave the reference out"
    made.conflicts += [conflict(f"hazop {id}: {problem}", place, hint) for problem in problems]


def _place(row: TableRow) -> Location:
    file, line, column = row.place.rsplit(":", 2)
    return Location(file, int(line), int(column))


def _valid(existing: Case, made: MergePlan) -> None:
    """Every changed entry still is one; an empty cell for an optional word means none."""
    for (section, index), fields in made.changed.items():
        part = part_at(existing, section, index)
        for name, value in fields.items():
            if (
                value == ""
                and type(part).model_fields.get(name)
                and not isinstance(type(part).model_fields[name].default, str)
            ):
                fields[name] = None
        try:
            type(part).model_validate(plain(part) | fields)
        except ValidationError as error:
            detail = error.errors(include_url=False)[0]
            name = str(detail["loc"][0]) if detail["loc"] else ""
            message = f"{section} {part.id}: {name}: {refusal(detail)}, found {str(fields.get(name))[:60]!r}"
            place = made.rows.get((section, index)) or place_of(existing, section, index, name)
            made.conflicts.append(conflict(message, place, "correct the import"))


# --- writing -----------------------------------------------------------------------------------------


def apply(existing: Case, made: MergePlan, label: str, folder: str = "imported") -> list[str]:
    """Write a plan into the folder of ``existing``, all of its files or none; returns the files written.

    New parts go to ``folder/label.yaml``.

    Raises :class:`InputError` with every conflict before anything is written, and when the edited texts
    would not load as planned (then nothing is written either).
    """
    if made.conflicts:
        raise InputError(sorted(made.conflicts, key=Diagnostic.sort_key))
    texts = _new_files(existing, made, label, folder)
    new = list(texts)
    edits: dict[str, Edit] = {}
    for (section, index), fields in made.changed.items():
        place = place_of(existing, section, index)
        if place.file not in edits:
            edits[place.file] = Edit(read_text(existing.root / place.file, place.file), place.file)
        edits[place.file].set(section, place.line, place.column, fields)
    if new:
        name = "case.yaml"
        if name not in edits:
            edits[name] = Edit(read_text(existing.root / name, name), name)
        edits[name].include(new)
    texts |= {name: edit.result() for name, edit in sorted(edits.items(), key=lambda e: e[0] == "case.yaml")}
    _rehearse(existing, made, texts)
    if texts:
        write_together(existing.root, texts)
    return list(texts)


def _new_files(existing: Case, made: MergePlan, label: str, folder: str) -> dict[str, str]:
    if not made.added and not made.modules:
        return {}
    stem = re.sub(r"[^\w.-]+", "-", label).strip(".-") or "import"
    parts: dict[str, Any] = {section: tuple(result) for section, result in made.added.items()}
    homes = {m.id for m in made.modules}
    case = Case(header=existing.header, modules=tuple(made.modules), **parts)
    flat: dict[str, Any] = {}
    texts: dict[str, str] = {}
    taken = {p.relative_to(existing.root).as_posix() for p in existing.root.rglob("*.yaml")}
    for name, text in case_files(case).items():
        if name == "case.yaml":
            continue
        if name.startswith("argument/"):
            own = fresh_name(f"{folder}/{stem}-{Path(name).stem}", taken)
            texts[own] = text
    for section, result in parts.items():
        entries = [plain(p) for p in result if getattr(p, "module", None) not in homes]
        if entries:
            flat[section] = entries
    if flat:
        texts = {fresh_name(f"{folder}/{stem}", taken): dump(flat), **texts}
    return texts


def fresh_name(stem: str, taken: set[str]) -> str:
    """``stem.yaml``, or ``stem-2.yaml`` …, not among ``taken`` (to which it is added)."""
    result = fresh(stem, {t.removesuffix(".yaml") for t in taken})
    taken.add(f"{result}.yaml")
    return f"{result}.yaml"


def _rehearse(existing: Case, made: MergePlan, texts: dict[str, str]) -> None:
    """Load the folder as it would be; what comes out is what was planned."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in existing.files:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(existing.root / file, folder / file)
        for file, text in texts.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, "utf-8")
        after = load(folder)
    for section in (HEADER, "modules", *SECTIONS):
        wanted = [plain(p) for p in _all(existing, section)]
        for (s, index), fields in made.changed.items():
            if s == section:
                part = part_at(existing, section, index)
                wanted[index] = plain(type(part).model_validate(plain(part) | fields))
        wanted += [plain(p) for p in (made.modules if section == "modules" else made.added.get(section, []))]
        results = [plain(p) for p in _all(after, section)]
        if sorted(map(repr, results)) != sorted(map(repr, wanted)):
            message = f"the files cannot be edited in place without changing more of {section}"
            hint = "import into a new folder, and move the parts by hand"
            raise InputError.at(Location(str(existing.root)), message, hint=hint)


def _all(case: Case, section: str) -> tuple[Any, ...]:
    return (case.header,) if section == HEADER else tuple(getattr(case, section))
