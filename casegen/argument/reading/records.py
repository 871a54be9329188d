"""Records of failures that a case counts from, as their methods read them; the same campaign under two items is known."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from casegen.argument.reading.same_data import CountTable, recorded_again
from casegen.io.folder import inside
from casegen.model.case import Case
from casegen.model.extras import extra_of, is_installed
from casegen.model.fault_tree import FromEvidence

if TYPE_CHECKING:
    from casegen_evidence.field_data.method import RecordMethod

MOST_BYTES = 1_000_000
"""size of a record up to which it is compared with the others of the case without being asked to"""
CELL_BYTES = 8
"""bytes that a cell of a table of Parquet counts for, however well its file is packed"""
_READ_BY = {".parquet": "pyarrow"}
"""endings of tables that a package reads which need not be installed"""


def record_of(case: Case, item: str, most: int) -> CountTable | None:
    """The record of an item as its method reads it, whatever its columns are called and whatever else stands there.

    None for another method, a file that is none, one that comes to more than ``most`` bytes, and one that only a package
    reads which is not installed (:func:`package_for`).
    """
    from casegen_evidence.field_data.reading import read
    from casegen_evidence.method import InputProblem

    reader, at = _reader(case, item), _file(case, item)
    if reader is None or at is None or package_for(at) or table_bytes(at) > most:
        return None
    spec = case.evidence_item[item]
    try:
        record = read(at, reader.exposure, whole=reader.kind != "rate-per-hour", declared=spec.reading)
    except InputProblem:
        return None
    about = (str(spec.parameters.get(key, "")).strip().casefold() for key in ("failure", "population"))
    return CountTable(record.entries, record.exposure, record.failures, (reader.exposure, *about))


def _reader(case: Case, item: str) -> RecordMethod | None:
    """The method of an item that counts failures from a record; None of another."""
    from casegen_evidence.field_data.method import DEMANDS, HOURS, MISSIONS

    name = case.evidence_item[item].method
    return next((one for one in (DEMANDS, MISSIONS, HOURS) if one.name == name), None)


def _file(case: Case, item: str) -> Path | None:
    at = inside(case.root, case.evidence_item[item].inputs.get("record", ""))
    return at if at is not None and at.is_file() else None


def package_for(path: Path) -> str:
    """The package that reads a table and is not installed; empty where it can be read."""
    package = _READ_BY.get(path.suffix.lower(), "")
    return "" if is_installed(package) else package


def table_bytes(path: Path) -> int:
    """Bytes that reading a table comes to, as its file states before it is read: megabytes may stand in a kilobyte.

    Of arrays of NumPy those unpacked, of Parquet :data:`CELL_BYTES` for each cell; of any other file its own size.
    """
    from casegen_evidence.archives import unpacked_size

    suffix, size = path.suffix.lower(), path.stat().st_size
    if suffix == ".npz":
        return max(size, unpacked_size(path))
    if suffix != ".parquet":
        return size
    import pyarrow.parquet as pq  # type: ignore[import-not-found, import-untyped, unused-ignore]

    try:
        about = pq.read_metadata(path)
    except (OSError, ValueError):
        return size  # no such file: whoever reads it says so
    return max(size, int(about.num_rows) * max(int(about.num_columns), 1) * CELL_BYTES)


def _bound(case: Case) -> set[str]:
    """Items that events, or totals of common-cause groups, are bound to."""
    models = [*(event.model for event in case.events), *(group.total for group in case.common_cause)]
    return {model.evidence for model in models if isinstance(model, FromEvidence)} & case.evidence_item.keys()


def recorded_twice(case: Case) -> dict[str, str]:
    """To each item that events are bound to, and whose record is that of another one, or a part of it, the first."""
    bound = _bound(case)
    tables = {
        spec.id: record_of(case, spec.id, MOST_BYTES) for spec in case.evidence_items if spec.id in bound
    }
    known = {item: table for item, table in tables.items() if table is not None}
    result: dict[str, str] = {}
    for first, second in itertools.combinations(known, 2):
        if recorded_again(known[first], known[second]):
            result.setdefault(second, result.get(first, first))
    return result


def uncompared(case: Case) -> dict[str, str]:
    """Items that events are bound to and whose record cannot be read here: to each why, with what installs the reader."""
    return dict(_uncompared(case, _bound(case)))


def package_of(case: Case, item: str) -> str:
    """The package that reads the record of an item and is not installed; empty where it can be read, or is none."""
    at = _file(case, item) if _reader(case, item) is not None else None
    return package_for(at) if at is not None else ""


def _uncompared(case: Case, bound: set[str]) -> Iterator[tuple[str, str]]:
    for spec in case.evidence_items:
        if spec.id in bound and (package := package_of(case, spec.id)):
            name = spec.inputs["record"]
            yield spec.id, f"{name} is read by the Python package {package!r} ({extra_of(package)})"
