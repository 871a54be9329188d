"""Files that file managers leave in frozen folders (``.DS_Store``, ``Thumbs.db``): nothing reads or covers them."""

from __future__ import annotations

from pathlib import Path

from casegen.io.folder import left_by_file_manager
from casegen.io.regular import read_bytes
from casegen.model.diagnostic import InputError
from casegen.review.baseline import SUMS
from casegen.review.manifest import everything, read_listing


def left_by_file_managers(folder: Path) -> tuple[str, ...]:
    """Plain files below a baseline or an unpacked pack that have a name of file managers and no hash in its list.

    One that is in the list was frozen as a file of the case, and is compared as such.
    """
    try:
        listed = read_listing(read_bytes(folder / SUMS), SUMS)
    except (OSError, InputError):
        return ()
    return tuple(
        path
        for path, strange in everything(folder)
        if path not in listed and not strange and left_by_file_manager(folder / path)
    )


def not_covered(paths: tuple[str, ...]) -> tuple[str, ...]:
    """What is said of such files, in words; nothing where there are none."""
    more = f" and {len(paths) - 6} more" if len(paths) > 6 else ""
    return (f"not covered: {', '.join(paths[:6])}{more}, which file managers leave",) if paths else ()
