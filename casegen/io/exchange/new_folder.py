"""A new folder of what another tool's file holds: written only where it loads, as the same case."""

from __future__ import annotations

import tempfile
from pathlib import Path

from casegen.io.case_writer import case_files, plain, write_case
from casegen.io.folder import load
from casegen.io.transaction import write_together
from casegen.model.case import SECTIONS, Case, Location
from casegen.model.diagnostic import InputError


def write_new(case: Case, folder: Path) -> tuple[str, ...]:
    """Write ``case`` as a new folder, or beside the documents that lie in one; returns the paths of its files.

    Raises:
        InputError: the files would not load, or as another case; nothing is written then.
    """
    with tempfile.TemporaryDirectory() as name:
        rehearsed = Path(name, "case")
        write_case(case, rehearsed)
        after = load(rehearsed)
    other = [
        section
        for section in ("modules", *SECTIONS)
        if sorted(repr(plain(part)) for part in getattr(case, section))
        != sorted(repr(plain(part)) for part in getattr(after, section))
    ]
    if other:
        raise InputError.at(
            Location(str(folder)),
            f"what was read of {', '.join(other)} would load from the case's files as something else",
            hint="correct the reader of the format: it changes parts without a check, or gives texts that no file holds",
        )
    if _holds_documents_only(folder):
        files = case_files(case)
        write_together(folder, files)
        return tuple(files)
    return write_case(case, folder)


def _holds_documents_only(folder: Path) -> bool:
    """Whether a folder has files, none of which a case would overwrite or be made of: no YAML file at any depth."""
    if not folder.is_dir() or folder.is_symlink() or not any(folder.iterdir()):
        return False
    return not any(path.suffix.casefold() in (".yaml", ".yml") for path in folder.rglob("*"))
