"""What stands beside the case and in its documents: the mapping of clauses, settings of the documents, what-ifs.

No status is computed from it.  It is part of what a reader of the documents sees, so whoever signs the case as a
whole signs it too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from casegen.io.folder import inside
from casegen.io.regular import sha256_of_lines
from casegen.io.source_map import parse, read_text
from casegen.model.case import Case
from casegen.model.diagnostic import InputError
from casegen.model.file_path import is_of_file_manager
from casegen.review.compliance import MAPPING, read_mapping

DOCUMENTS = "document"
"""folder of what the documents are set with: logo, languages, fonts"""
_SETTINGS = ("document.yaml", "whatif.yaml")


def beside(case: Case) -> Iterator[tuple[str, Any]]:
    """Each fact of these files by a name that says where it stands; of a file that cannot be read its hash."""
    yield from _mapping(case)
    for name in _SETTINGS:
        path = _file(case.root, name)
        if path is not None:
            yield from _settings(path, name)
    folder = inside(case.root, DOCUMENTS)
    if folder is None:
        return
    for path in sorted(folder.rglob("*")):  # of no folder nothing
        name = f"{DOCUMENTS}/{path.relative_to(folder).as_posix()}"
        if (plain := _file(case.root, name)) is not None and not is_of_file_manager(name):
            yield _content(plain, name)


def _mapping(case: Case) -> Iterator[tuple[str, Any]]:
    path = _file(case.root, MAPPING)
    if path is None:
        return
    try:
        mapping = read_mapping(case)
    except InputError:
        yield _content(path, MAPPING)
        return
    for (standard, clause), mapped in mapping.items():
        yield f"{MAPPING}: {standard} {clause}", mapped.model_dump(mode="json", exclude={"clause"})


def _settings(path: Path, name: str) -> Iterator[tuple[str, Any]]:
    try:
        parsed = parse(read_text(path, name), name)
    except InputError:
        parsed = None
    if parsed is None or parsed.problems or not isinstance(parsed.data, dict):
        yield _content(path, name)
        return
    for key, value in parsed.data.items():
        yield f"{name}: {key}", value


def _content(path: Path, name: str) -> tuple[str, str]:
    return f"{name} (content)", sha256_of_lines(path)


def _file(root: Path, name: str) -> Path | None:
    path = inside(root, name)
    return path if path is not None and path.is_file() else None
