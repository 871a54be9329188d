"""Paths of a case folder, no longer than file systems hold."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator

LONGEST_PATH = 1000
"""characters; systems end at about 4,000"""
LONGEST_PART = 255
"""bytes between two slashes"""


def _possible(text: str) -> str:
    """``text``; raises :class:`ValueError` for a path that no file can have."""
    if ":" in text:  # an address elsewhere, which is never opened
        return text
    parts = text.encode("utf-8", "surrogatepass").split(b"/")
    if len(text) > LONGEST_PATH or max(map(len, parts)) > LONGEST_PART:
        raise ValueError(
            f"expected a path of at most {LONGEST_PATH:,} characters and {LONGEST_PART} bytes a part,"
            f" found {len(text):,} characters"
        )
    return text


PathText = Annotated[str, AfterValidator(_possible)]

_FILE_MANAGERS = frozenset({".ds_store", "thumbs.db", "ehthumbs.db", "desktop.ini", ".directory"})
"""files that programs which show a folder leave there: of macOS, Windows and KDE"""
_APPLE_DOUBLE = "._"
"""how macOS names what it keeps beside each file, on disks and in archives that have no place for it (AppleDouble)"""


def is_of_file_manager(path: str) -> bool:
    """Whether a path ends in a name under which a file manager keeps how a folder, or the file beside, is shown.

    >>> [is_of_file_manager(path) for path in (".DS_Store", "records/Thumbs.db", "thumbs.db.csv", "._case.yaml")]
    [True, True, False, True]
    """
    name = path.rpartition("/")[2]
    return name.startswith(_APPLE_DOUBLE) or name.casefold() in _FILE_MANAGERS
