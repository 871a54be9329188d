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
