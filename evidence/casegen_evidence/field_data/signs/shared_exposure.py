"""Rows that are kinds of failure of the same demands or hours: their exposure counts once, and would be added again."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.field_data.calendar_readings import readings
from casegen_evidence.field_data.signs.repeats import unplanned
from casegen_evidence.signs import Intake
from casegen_evidence.tables.data_table import DataTable
from casegen_evidence.tables.signs.column_names import parts

Array = NDArray[np.float64]
SIGNS = {"shared-exposure": "entries that look like kinds of failure of the same demands or hours"}
_KINDS = re.compile(
    r"(?i)(?<![^\W_])(?:wear(?:-?out)?|leaks?|leakage|drifts?|stalls?|stalled|jams?|jammed|shorts?|"
    r"short circuit|open circuit|loss|lost|stuck|sticks|cracks?|cracked|fractures?|breaks?|breakage|"
    r"broken|blocked|blockage|corrosion|fatigue|overheat(?:s|ed|ing)?|time-?outs?|crash(?:es)?|hangs?|freezes?|ruptures?|faults?|failures?|errors?|defects?|"
    r"malfunctions?|misfires?|no (?:signal|response|output|power)|fails to \w+)(?![^\W_])|"
    r"verschlei(?:ß|ss)|leck|bruch|br[üu]che|klemmt|blockier|ausfall|schaden|schäden|riss|kurzschluss|defekt|störung|"
    r"drift|korrosion|überhitz"
)
_OF_KINDS = {
    "mode", "modes", "kind", "type", "cause", "mechanism", "category", "art", "ursache", "modus", "mechanismus",
}  # fmt: skip
_OF_FAILURES = {
    "failure", "failures", "fault", "faults", "error", "errors", "defect", "ausfall", "fehler", "schaden",
}  # fmt: skip
_ONE_WORD = re.compile(
    r"(?i)(?:failure|fault|error|defect)(?:mode|kind|type|cause|mechanism)s?|(?:ausfall|fehler|schadens?)(?:art|ursache|modus|mechanismus|typ)(?:en)?"
)
_UNIT = re.compile(r"\d|(?<![^\W_])\w(?![^\W_])")
"""a number or a letter that stands alone: units of one plan have the same exposure"""
FEWEST = 3
"""entries of one exposure, and none of another, from which on it may be one population's"""
LEAST = 1000
"""exposure of four digits from which on units hardly have the same one by chance"""


def judge_shared_exposure(
    table: DataTable, exposure: str, entries: Sequence[str], sizes: Array, intake: Intake
) -> None:
    """Doubt rows of one exposure that are named as kinds of failure, or as nothing that would share a planned one."""
    pair = same_population(table.spelled("entry"), entries, sizes)
    if pair is None:
        return
    first, again = pair
    intake.suspects(
        "shared-exposure",
        f"{table.place(again, 'entry')}: {entries[again]!r} has the {sizes[again]:,.10g} {exposure} of "
        f"{entries[first]!r} in line {table.line(first)}: kinds of failure of the same {exposure}, "
        "which are added for each?",
        hint=f"give one row for each population, with its {exposure} once and the failures of all kinds; or say in the "
        "waiver of what the entries are",
    )


def same_population(column: str, entries: Sequence[str], sizes: Array) -> tuple[int, int] | None:
    """Two rows whose exposure is one population's, as far as the names say.

    >>> same_population("entry", ["sensor drift", "motor stall"], np.array([6000.0, 6000]))
    (0, 1)
    >>> same_population("entry", ["valve 1", "valve 2", "valve 3"], np.array([6137.0] * 3))
    """
    by_column = _names_kinds(column)
    kinds = [k for k, name in enumerate(entries) if by_column or _KINDS.search(name)]
    if len(kinds) >= max(2, len(entries) / 2):
        seen: dict[float, int] = {}
        for k in kinds:
            if sizes[k] > 0 and (first := seen.setdefault(float(sizes[k]), k)) != k:
                return first, k
        return None
    if (
        len(entries) < FEWEST
        or sizes.min() != sizes.max()
        or sizes[0] < LEAST
        or not unplanned(float(sizes[0]))
    ):
        return None
    return None if any(_UNIT.search(name) or readings(name) for name in entries) else (0, 1)


def _names_kinds(column: str) -> bool:
    words = set(parts(column))
    return bool(words & _OF_KINDS and words & _OF_FAILURES) or any(map(_ONE_WORD.fullmatch, words))
