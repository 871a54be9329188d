"""Keep a generated hazard module in step with the HAZOP table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from casegen.argument.patterns.case_text import case_text
from casegen.argument.patterns.instantiation import instantiate
from casegen.io.atomic import write_text
from casegen.model.argument import Node
from casegen.model.case import ARGUMENT_SECTIONS, Case, Location
from casegen.model.diagnostic import InputError

HAZARD_PATTERN = "hazard-directed"


@dataclass(frozen=True, slots=True)
class HazardStep:
    """What keeps a generated hazard module in step with the HAZOP table: claims to add, claims to drop."""

    file: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    document: Mapping[str, Any]


def hazard_step(case: Case) -> HazardStep | None:
    """Compare the hazard-directed module of ``case`` with its HAZOP table.

    A row without a claim appears as an undeveloped claim; a claim whose row is gone is dropped, unless an
    argument of another file supports it by now.  None where the case has no such module or all agree.
    The document replaces the module's file; nodes that people changed in it are kept as they are.
    """
    own = [node for node in case.arguments if _made_by(node, HAZARD_PATTERN, "A-HC")]
    if not own or own[0].pattern is None:
        return None
    step, record = own[0], own[0].pattern.parameters
    prefix = str(record.get("prefix") or "")
    rows = [
        {"id": row.id, "text": _described(row.deviation, row.guide_word, row.attribute)} for row in case.hazop
    ]
    system = next(
        (str(n.pattern.parameters["system"]) for n in case.claims if n.pattern and "system" in n.pattern.parameters
         and n.pattern.pattern == HAZARD_PATTERN), "the system",
    )  # fmt: skip
    fresh = (
        instantiate(HAZARD_PATTERN, {"system": system, "hazards": rows, "rows": False}, prefix)
        if rows
        else None
    )
    wanted = {
        n["id"]: n
        for n in (fresh.sections["claims"] if fresh else ())
        if n["pattern"]["node"] == "HC-{hazard.id}"
    }
    made = [c.id for c in case.claims if _made_by(c, HAZARD_PATTERN, "HC-{hazard.id}")]
    gone = [id for id in made if id not in wanted and id not in case.argument_for]
    added = [id for id in wanted if id not in case.claim]
    if not added and not gone:
        return None
    index = case.arguments.index(step)
    file = case.locate("arguments", index).file
    document = _rewritten(case, file, set(gone))
    document.setdefault("claims", []).extend(dict(wanted[id]) for id in added)
    for argument in document["arguments"]:
        if argument["id"] == step.id:
            argument["from"] = [id for id in argument.get("from", []) if id not in gone] + added
    return HazardStep(file, tuple(added), tuple(gone), document)


def keep_in_step(folder: Path | str) -> HazardStep | None:
    """Load the case, and write the hazard module anew where :func:`hazard_step` finds a difference."""
    from casegen.io import load

    case = load(folder)
    step = hazard_step(case)
    if step is not None:
        write_text(case.root / step.file, f"casegen: 1\n{case_text(step.document)}")
    return step


def start_hazard_module(folder: Path | str, path: str = "argument/hazards.yaml", prefix: str = "") -> Path:
    """Write a hazard-directed module for the HAZOP table that a case has already; returns its file.

    The file has to be included by ``case.yaml``, and its top claim (``HC``) linked into the argument:
    `check` tells while it is not.  Raises :class:`InputError`, and writes nothing, where the table is
    empty, the case has such a module, or the file exists.
    """
    from casegen.io import load
    from casegen.io.folder import inside

    case = load(folder)
    here, file = Location(path), inside(case.root, path)
    if not case.hazop:
        raise InputError.at(
            Location("case.yaml"), "the case has no HAZOP table", hint="add `hazop:` rows first"
        )
    if any(_made_by(node, HAZARD_PATTERN, "A-HC") for node in case.arguments):
        raise InputError.at(here, "the case has a hazard-directed argument", hint="keep it in step instead")
    if file is None or file.exists():
        raise InputError.at(here, "expected a new file inside the case folder", hint="name another file")
    rows = [{"id": r.id, "text": _described(r.deviation, r.guide_word, r.attribute)} for r in case.hazop]
    system = " ".join(case.header.title.split())[:60]
    made = instantiate(HAZARD_PATTERN, {"system": system, "hazards": rows, "rows": False}, prefix)
    (document,) = made.documents().values()
    file.parent.mkdir(parents=True, exist_ok=True)
    write_text(file, f"casegen: 1\n{case_text(document)}")
    return file


def _made_by(node: Node, pattern: str, template: str) -> bool:
    return node.pattern is not None and node.pattern.pattern == pattern and node.pattern.node == template


def _described(deviation: str, guide_word: str, attribute: str) -> str:
    text = deviation or f"{guide_word} {attribute}"
    return re.sub(r"[{}\n]", " ", text)


def _rewritten(case: Case, file: str, without: set[str]) -> dict[str, Any]:
    """The argument nodes of a file as a document; refuses a file that holds anything else."""
    ours = (*ARGUMENT_SECTIONS, "modules", "module")
    if any(place.file == file and path[0] not in ours for path, place in case.locations.items()):
        raise InputError.at(
            Location(file), "the generated hazard module shares its file with other parts of the case",
            hint="move the other parts into a file of their own",
        )  # fmt: skip
    document: dict[str, Any] = {}
    home = next((m for k, m in enumerate(case.modules) if case.locate("modules", k).file == file), None)
    if home is not None:
        document["module"] = home.model_dump(exclude_defaults=True)
    for section, index, node in case.nodes():
        if case.locate(section, index).file == file and node.id not in without:
            content = node.model_dump(mode="json", by_alias=True, exclude_defaults=True)
            if home is not None and content.get("module") == home.id:
                del content["module"]
            document.setdefault(section, []).append(content)
    return document
