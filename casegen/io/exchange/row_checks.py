"""What a row of a table must agree with in the case that it goes into: the parts that it names, and its own id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from casegen.io.exchange.format import TableRow
from casegen.io.exchange.tables import CUT_BASE, digest
from casegen.model.case import Case
from casegen.model.suggestions import KnownNames


def unknown_names(fields: Mapping[str, Any], old: Any, known: Mapping[str, KnownNames]) -> Iterator[str]:
    """The fields of an entry that name parts which neither the case nor the import has; what ``old`` names is let stand.

    ``fields``: mitigations and properties as an entry has them.  ``known``: names of either by the field.
    """
    for name, names in known.items():
        before = set(_named(name, getattr(old, name, ())))
        for id in dict.fromkeys(_named(name, fields.get(name) or ())):
            if id not in names.names and id not in before:
                yield f"{name}: there is no {id!r}{names.hint(id)}"


def _named(field: str, value: Iterable[Any]) -> Iterator[str]:
    for part in value:
        if field == "mitigations":
            yield from part.get("refs", ()) if isinstance(part, dict) else part.refs
        else:
            yield part


def named_by_rows(
    case: Case, imported: Case, tables: Mapping[str, Iterable[TableRow]]
) -> dict[str, KnownNames]:
    """What mitigations may refer to, and the mission properties, by the field that names them."""
    parts: set[str] = set()
    for one in (case, imported):
        parts |= {*one.node, *one.gate, *one.event, *one.house_event, *one.evidence_item, *one.tree}
    properties = {*case.mission_property, *imported.mission_property}
    properties |= {row.id for row in tables.get("properties", ())}
    return {
        "mitigations": KnownNames(parts),
        "properties": KnownNames(properties),
    }


def exported_as(row: TableRow, ids: Iterable[str]) -> str:
    """Another id that a row had when it was exported; empty where it has its own still, or had none of these."""
    then = row.base.get("id")
    if then is None or then == digest(row.id):
        return ""
    return next((id for id in ids if digest(id) == then), "")


def of_another_row(row: TableRow) -> dict[str, str]:
    """The base of a row whose id was changed: each cell counts as edited, and one that was cut as cut."""
    return {name: CUT_BASE if base.startswith(CUT_BASE) else "" for name, base in row.base.items()}
