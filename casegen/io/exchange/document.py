"""The whole case as one JSON document that loads again: nothing is left out but results and artefacts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from casegen.io.case_writer import plain
from casegen.io.exchange.format import Exported, Format, Imported
from casegen.io.exchange.json_text import parse_json
from casegen.io.model_file import as_model
from casegen.model.argument import Module
from casegen.model.case import SECTIONS, Case, Location
from casegen.model.case_file import CaseFile
from casegen.model.diagnostic import InputError


class CaseDocument(CaseFile):
    """A case file that holds everything, modules included."""

    modules: tuple[Module, ...] = ()


def read(paths: Sequence[Path]) -> Imported:
    """The case in one JSON document; raises :class:`InputError` with every finding at its place."""
    if len(paths) != 1:
        raise InputError.call(f"a case is one JSON document, {len(paths)} were given")
    data, places = parse_json(paths[0])
    name = str(paths[0])
    if not isinstance(data, dict) or "case" not in data:
        raise InputError.at(Location(name), "expected an object with `case` and the sections of a case")
    result = as_model(CaseDocument, data, places.locations, name)
    if result.case is None:
        raise InputError.at(places.at("case"), "expected `case` with an id and a title")
    if result.casegen != 1:
        raise InputError.at(
            places.at("casegen"), f"this tool reads version 1 of the format, found {result.casegen}"
        )
    if result.include or result.module:
        raise InputError.at(
            places.at("include"), "a document holds everything: it includes nothing and is no module"
        )
    locations: dict[tuple[str | int, ...], Location] = {
        path: places.at(*path) for s in SECTIONS for i in range(len(getattr(result, s))) for path in [(s, i)]
    }
    sections: dict[str, Any] = {section: getattr(result, section) for section in SECTIONS}
    return Imported(
        Case(header=result.case, modules=result.modules, files=(name,), locations=locations, **sections)
    )


def write(case: Case, name: str) -> Exported:
    """The case as a JSON document with sections in a stable order and defaults left out."""
    document: dict[str, Any] = {"casegen": 1, "case": plain(case.header)}
    if case.modules:
        document["modules"] = [plain(module) for module in case.modules]
    for section in SECTIONS:
        parts = getattr(case, section)
        if parts:
            document[section] = [plain(part) for part in parts]
    text = json.dumps(document, indent=1, ensure_ascii=False, default=str, allow_nan=False)
    return Exported({name: (text + "\n").encode("utf-8", "backslashreplace")})


JSON = Format(
    "json",
    "one JSON document",
    "everything a case folder says; not results, inputs and artefacts",
    read,
    write,
)
