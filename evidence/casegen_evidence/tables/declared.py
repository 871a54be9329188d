"""What an item declares of its tables, against what the tables made use of: a declaration in vain is a mistake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from casegen_evidence.method import InputProblem

_WHAT = {
    "columns": "columns",
    "units": "units of columns",
    "labels": "names of classes",
    "rows": "rows of tables",
    "totals": "entries of records",
}


def check_declared(reading: Mapping[str, Any], reports: Sequence[Mapping[str, Any]]) -> None:
    """Raise :class:`InputProblem` for keys of ``columns``, ``units``, ``labels`` or ``rows`` that no table used."""
    words = "; ".join(_in_vain(reading, reports))
    if words:
        raise InputProblem(f"{words}. Correct or remove it")


def _in_vain(reading: Mapping[str, Any], reports: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    files = ", ".join(str(r.get("file", "")) for r in reports) or "no table"
    for part, what in _WHAT.items():
        keys = [str(key) for key in reading.get(part) or ()]
        used = {str(key) for r in reports for key in (r.get("declared") or {}).get(part, ())}
        if part == "rows" and keys and not used:
            yield f"`rows` declares a sample, but {what} are not read from {files}"
        elif part == "labels" and keys and not used:
            yield f"`labels` is in vain: none of {', '.join(keys[:6])} occurs in {files}"
        elif part == "totals" and (unused := [key for key in keys if key not in used]):
            yield f"`totals` is in vain for {', '.join(unused)}: no such entry of a record is read from {files}"
        elif part in ("columns", "units"):
            unused = [key for key in keys if key not in used]
            if unused:
                values = ", ".join(f"{key}: {reading[part][key]}" for key in unused)
                yield f"`{part}` is in vain for {values}: no column that is read of {files}"
