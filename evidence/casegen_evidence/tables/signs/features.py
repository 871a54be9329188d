"""Columns that are taken for measured numbers, and say by their names that they mark, part or group the rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.draws import code_for_missing
from casegen_evidence.tables.signs.marks import marked, naming_words, parts_rows
from casegen_evidence.tables.signs.shared_origin import names_groups, shared_origin

FEW = 20
"""whole numbers at most that a column has which parts the rows"""
MOST_COLUMNS = 40
"""wider rows are pixels of one unit, among which a value apart is a bright one"""


def judge_named_features(
    what: str, names: Sequence[str], points: NDArray[np.float64], rows: int, intake: Intake, hint: str = ""
) -> None:
    """Doubt columns of ``points`` (n, d) that are named as a mark or a group of ``rows`` independent rows.

    ``hint`` says what to do with a group, where a method can count by it.
    """
    for name, column in zip(names, points.T, strict=True):
        values, counts = np.unique(column, return_counts=True)
        words = [f"{v:g}" for v in values.tolist()] if len(values) <= max(FEW, rows / 2) else []
        if words and names_groups(name):
            for text, other in shared_origin(name, naming_words(name), words, rows):
                intake.suspects("grouped-rows", f"{what}: {text}", hint=hint + other)
        if len(words) < 2 or len(words) > FEW or np.any(values != np.round(values)):
            continue
        if set(words) <= {"0", "1"} and (chosen := marked(name, words, counts.tolist())):
            many = int(counts[chosen].sum())
            intake.suspects(
                "marked-rows",
                f"{what}: {many:,} of {len(column):,} count although column {name!r}, which is taken for a measured one, "
                f"says {words[chosen[0]]!r}",
                hint="remove the rows that do not count, and the column; or say in the waiver what it measures",
            )
        elif parts_rows(name):
            intake.suspects(
                "marked-rows",
                f"{what}: column {name!r}, which is taken for a measured one, parts the rows by its name into "
                f"{len(words)} sets",
                hint="keep the rows of the set that counts, and remove the column; or say in the waiver what it measures",
            )


def judge_missing(what: str, names: Sequence[str], points: NDArray[np.float64], intake: Intake) -> None:
    """Doubt columns of ``points`` (n, d) in which a number looks like a code for a missing value."""
    for name, column in zip(names, points.T, strict=True) if len(names) <= MOST_COLUMNS else ():
        code, often, _ = code_for_missing(column)
        if often:
            intake.suspects(
                "code-for-missing",
                f"{what}: column {name!r} is {code:g} in {often:,} of {len(column):,}, apart from all other values: is "
                "it a code for a missing one?",
                hint="remove the rows, or repair them; state in the waiver if the value was measured",
            )
