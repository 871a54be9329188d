"""JSON Schema of the case files, from the model itself."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import BaseModel

from casegen.model.case import SECTIONS, Header
from casegen.model.case_file import CaseFile
from casegen.model.diagnostic import InputError
from casegen.model.suggestions import nearest

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def parts() -> dict[str, type[BaseModel]]:
    """The parts that have a schema of their own: every section's entry, and ``case``."""
    results: dict[str, type[BaseModel]] = {"case": Header}
    for section in SECTIONS:
        results[section] = get_args(CaseFile.model_fields[section].annotation)[0]
    return results


def schema(part: str = "") -> dict[str, Any]:
    """The schema of a whole file, or of one part; raises :class:`InputError` for an unknown part."""
    if not part:
        return {"$schema": DIALECT, "title": "casegen case file", **CaseFile.model_json_schema()}
    known = parts()
    name = part if part in known else f"{part}s"
    if name not in known:
        raise InputError.call(
            f"there is no part {part!r}{nearest(part, known)}",
            hint=f"parts: {', '.join(known)}",
        )
    return {"$schema": DIALECT, **known[name].model_json_schema()}
