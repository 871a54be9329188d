"""Names of files that are one file's in several folders, formats or spellings: `a/07f3.png` and `b/07F3_v2.jpg`.

Folders number their files alike, so that names alone say nothing: what tells is that the rows of such names agree in what
is read of them, far more often than rows do by chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from casegen_evidence.expressions import compiled
from casegen_evidence.signs import Intake
from casegen_evidence.tables.report import digests
from casegen_evidence.tables.signs.marks import naming_words
from casegen_evidence.tables.signs.shared_origin import UNIQUE

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

ENOUGH = 0.03
"""share of rows below which files of one name are left alone"""
AGREED = 0.95
"""share of the rows of a name that agree from which on they are taken for the same file's"""
RARE = 28.0
"""minus logarithm of the chance at which as many rows would agree"""
_FOLDERS = compiled(r".*[/\\]")
_EXTENSION = compiled(r"\.[a-z]{2,5}\d?$")
_PARTS = compiled(r"[\s_.()\[\]-]+")


def judge_names(file: str, read: Sequence[Cells], beside: Sequence[Cells], rows: int, intake: Intake) -> None:
    """Doubt rows of files that have one name except for folder, format or prefix, and agree in what is read."""
    row = digests(read, rows)
    _, same, often = np.unique(row, return_inverse=True, return_counts=True)
    by_chance = float(((often / rows) ** 2).sum())
    for cells in beside:
        codes, names = cells.words()
        if not naming_words(cells.spelled) & UNIQUE or len(names) < 2:
            continue
        _, first, kept = np.unique([name_of(name) for name in names], return_index=True, return_inverse=True)
        again = np.flatnonzero(first[kept] != np.arange(len(names)))
        if len(again) < max(5, ENOUGH * rows):
            continue
        at = np.zeros(len(names), dtype=np.int64)
        at[codes[::-1]] = np.arange(rows)[::-1]  # the first row of each name
        agree = int((same[at[again]] == same[at[first[kept[again]]]]).sum())
        if agree < AGREED * len(again) or -agree * np.log(by_chance) < RARE:
            continue
        one, other = names[first[kept[again[0]]]], names[again[0]]
        intake.suspects(
            "repeated-rows",
            f"{file}: {len(again):,} names of column {cells.spelled!r} are those of others except for folder, format, "
            f"spelling or a prefix ({one!r}, {other!r}), and {agree:,} of their rows say the same: copies are no "
            "independent draws",
            hint="keep one row of each picture; or say in the waiver why they are different ones",
        )


def name_of(name: str) -> str:
    """What names a file whatever its folder, format, spelling, or a prefix or ending that says which version it is.

    >>> {name_of(n) for n in ("a/0007f3.png", r"B\\0007F3.JPG", "v2_0007f3.jpeg", "0007f3 (1).png", "0007f3_copy.png")}
    {'0007f3'}
    """
    parts = [p for p in _PARTS.split(_EXTENSION.sub("", _FOLDERS.sub("", name.strip().casefold()))) if p]
    numbered = [p for p in parts if any(sign.isdigit() for sign in p)]
    return max(numbered or parts, key=len, default="")
