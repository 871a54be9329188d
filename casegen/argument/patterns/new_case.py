"""Start a case from a pattern."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from casegen.argument.patterns.case_text import case_text
from casegen.argument.patterns.instantiation import Instance, instantiate
from casegen.argument.patterns.library import find_pattern
from casegen.argument.patterns.pattern import Pattern
from casegen.io.atomic import write_text
from casegen.model.case import Location
from casegen.model.case_file import CaseFile
from casegen.model.diagnostic import InputError


def new_case(folder: Path | str, template: Pattern | str, parameters: Mapping[str, Any]) -> list[Path]:
    """Write a case folder from a pattern; returns the files written, ``case.yaml`` first.

    ``folder`` must be new or empty.  Raises :class:`InputError`, and writes nothing, where it is not, or
    where a parameter is unknown, missing or wrong.
    """
    root = Path(folder)
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise InputError.at(
            Location(str(root)), "the folder is not empty", hint="name a new folder, or empty this one"
        )
    pattern = find_pattern(template) if isinstance(template, str) else template
    instance = instantiate(pattern, parameters)
    documents = instance.documents()
    for path, document in documents.items():
        _refuse_unsound(path, document)
    texts = {"case.yaml": _case_text(root.resolve().name, instance, sorted(documents))}
    for path, document in sorted(documents.items()):
        texts[path] = f"casegen: 1\n{case_text(document)}"
    # written beside and renamed, so that a kill leaves a whole case or none
    beside = Path(tempfile.mkdtemp(prefix=f".{root.name}.", suffix=".part", dir=_parent(root)))
    try:
        for path, text in texts.items():
            write_text(beside / path, text)
        if root.exists():
            root.rmdir()
        beside.chmod(0o755)
        beside.rename(root)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    return [root / path for path in texts]


def _parent(root: Path) -> Path:
    parent = root.resolve().parent
    parent.mkdir(parents=True, exist_ok=True)
    return parent


def _refuse_unsound(path: str, document: dict[str, Any]) -> None:
    """What a pattern of the user's own makes must be readable as case files before any is written."""
    from casegen.model.explain import explain

    try:
        CaseFile.model_validate(document)
    except ValidationError as error:
        raise InputError(explain(error, CaseFile, document, {}, path)) from None


def _case_text(name: str, instance: Instance, files: list[str]) -> str:
    pattern = instance.pattern
    id = re.sub(r"[^\w.-]+", "-", name).strip("-.") or "case"
    header: dict[str, Any] = {"id": id, "title": pattern.title, "version": "0.1"}
    header |= {key: value for key, value in instance.header.items() if value}
    header["roots"] = [instance.top]
    comment = (
        f"# Started from the template {pattern.pattern}, version {pattern.version}.\n"
        "# `casegen check .` lists what is undeveloped.\n"
    )
    return f"{comment}casegen: 1\n{case_text({'case': header, 'include': files})}"
