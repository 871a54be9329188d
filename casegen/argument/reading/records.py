"""Records of failures that a case counts from, as their methods read them; the same campaign under two items is known."""

from __future__ import annotations

import itertools

from casegen.argument.reading.same_data import CountTable, recorded_again
from casegen.io.folder import inside
from casegen.model.case import Case
from casegen.model.fault_tree import FromEvidence

MOST_BYTES = 1_000_000
"""size of a record up to which it is compared with the others of the case without being asked to"""


def record_of(case: Case, item: str, most: int | None = None) -> CountTable | None:
    """The record of an item as its method reads it, whatever its columns are called and whatever else stands there.

    None for another method, a file that is none, and one of more than ``most`` bytes.
    """
    from casegen_evidence.field_data.method import DEMANDS, HOURS, MISSIONS
    from casegen_evidence.field_data.reading import read
    from casegen_evidence.method import InputProblem

    spec = case.evidence_item[item]
    reader = next((one for one in (DEMANDS, MISSIONS, HOURS) if one.name == spec.method), None)
    at = inside(case.root, spec.inputs.get("record", ""))
    if reader is None or at is None or not at.is_file() or (most is not None and at.stat().st_size > most):
        return None
    try:
        record = read(at, reader.exposure, whole=reader.kind != "rate-per-hour", declared=spec.reading)
    except InputProblem:
        return None
    about = (str(spec.parameters.get(key, "")).strip().casefold() for key in ("failure", "population"))
    return CountTable(record.entries, record.exposure, record.failures, (reader.exposure, *about))


def recorded_twice(case: Case) -> dict[str, str]:
    """To each item that events are bound to, and whose record is that of another one, or a part of it, the first."""
    models = [*(event.model for event in case.events), *(group.total for group in case.common_cause)]
    bound = {model.evidence for model in models if isinstance(model, FromEvidence)}
    tables = {
        spec.id: record_of(case, spec.id, MOST_BYTES) for spec in case.evidence_items if spec.id in bound
    }
    known = {item: table for item, table in tables.items() if table is not None}
    result: dict[str, str] = {}
    for first, second in itertools.combinations(known, 2):
        if recorded_again(known[first], known[second]):
            result.setdefault(second, result.get(first, first))
    return result
