"""A new folder of what another tool's file holds: written only where it loads, as the same case."""

from __future__ import annotations

import tempfile
from pathlib import Path

from casegen.io.case_writer import plain, write_case
from casegen.io.folder import load
from casegen.model.case import SECTIONS, Case, Location
from casegen.model.diagnostic import InputError


def write_new(case: Case, folder: Path) -> tuple[str, ...]:
    """Write ``case`` as a new folder; returns the paths of its files.

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
    return write_case(case, folder)
