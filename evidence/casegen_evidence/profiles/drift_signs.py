"""Vital signs of an operation beside a reference: copies, rows of one in the other, dependent rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import Measure, Run
from casegen_evidence.profiles.rows import continuous, identity
from casegen_evidence.profiles.scaling import scaled_apart
from casegen_evidence.profiles.tally import CHANCE, COPIES_SHARE, Tally
from casegen_evidence.signs import Intake
from casegen_evidence.tables.overlap import shared_rows
from casegen_evidence.tables.resaved import saved_again
from casegen_evidence.tables.signs.features import judge_missing, judge_named_features
from casegen_evidence.tables.signs.multiples import near, near_repeats
from casegen_evidence.tables.signs.succession import nearness_of_successive

Array = NDArray[np.float64]
LEAST_ROWS = 30
FEW_VALUES = 5
"""different values with which a column counts as standing still"""
NEAR_ROWS = 20_000
"""rows of which near copies are looked for"""
OFTEN_BEYOND = 3.0
"""mass beyond the reference, in that of draws of the reference's own distribution, from which on it is no chance"""
MOSTLY = 0.5
"""share of either table from which on its rows are those of the other"""


def judge_drift(intake: Intake, names: Sequence[str], tally: Tally, first: Array) -> None:
    """Evaluate every sign of the two tables' numbers; ``first`` are the first rows of operation."""
    reference = tally.reference.rows
    _copied(intake, tally, first)
    if tally.rows == len(first) and (why := scaled_apart(reference, first, names)):
        intake.suspects(
            "scaled-apart", why, hint="scale both by the numbers of the reference, or give both unscaled"
        )
    _shared(intake, tally, first)
    _stuck(intake, names, reference, first)
    judge_missing("rows of operation", names, first, intake)
    for role, rows in (("reference", reference), ("operation", first)):
        _in_sequence(intake, role, names, rows)
        judge_named_features(f"rows of {role}", names, rows, len(rows), intake)


def judge_beyond(intake: Intake, tally: Tally, outside: Measure, confidence: float) -> None:
    """Rows beyond the reference's values lie in outer cells that its quantiles leave without an end: seen, as they count.

    Doubted are claims on the unseen mass that would not hold if those rows counted as unseen.
    """
    from casegen_evidence.bounds.binomial import clopper_pearson

    unseen = int(tally.cells[tally.reference.cells() == 0].sum())
    rows, columns = tally.reference.rows.shape
    by_chance = (
        2 * columns / (rows + 1)
    )  # beyond either end of each column, of operation that is like the reference
    if (outside.lower or 0) <= OFTEN_BEYOND * by_chance or tally.reference.grid is not None:
        return
    most = clopper_pearson(min(tally.rows, unseen + tally.outside), tally.rows, confidence)[1]
    intake.suspects_beyond(
        "beyond-reference",
        f"{tally.outside:,} of {tally.rows:,} rows of operation ({outside.value:.1%}) lie beyond the reference's least "
        "or largest value in some column, and count as seen in its outer cells, which have no end",
        {"unseen_mass": float(most)},
        "require outside_mass, too; or state `domain` and `cells`, so that what lies outside counts as unseen",
    )


def judge_operation_file(run: Run, names: Sequence[str]) -> None:
    """What columns that are not compared say of operation's rows; files too long to be held are left alone."""
    from casegen_evidence.tables.reader import WHOLLY_READ, read_table, table_size
    from casegen_evidence.tables.report import COMPARED
    from casegen_evidence.tables.signs.shared_origin import judge_draws
    from casegen_evidence.tables.spec import Number

    path = run.inputs["operation"]
    if table_size(path) >= WHOLLY_READ:
        return
    aside, wanted = Intake(written=dict(run.intake.written)), dict.fromkeys(names, Number())
    table = read_table(path, dict(wanted), declared=run.reading, intake=aside, role="operation")
    if table.rows <= COMPARED:
        judge_draws(table.file, table.beside, table.rows, aside)
    for sign in aside.signs:
        run.intake.add(sign)


def _copied(intake: Intake, tally: Tally, first: Array) -> None:
    row = identity(first)
    again, chance = tally.repeated()
    in_head = len(first) - int(row.max()) - 1
    hint = "keep one row of each; where an input does recur in operation, say so in the waiver"
    if continuous(first, row) and in_head > COPIES_SHARE * len(first):
        intake.suspects(
            "copied-operation",
            f"{in_head:,} of the first {len(first):,} rows of operation repeat another",
            hint=hint,
        )
    elif tally.rows > len(first) and again > max(COPIES_SHARE * tally.rows, CHANCE * chance):
        intake.suspects(
            "copied-operation", f"{again:,} of {tally.rows:,} rows of operation repeat another", hint=hint
        )
    elif copies := near_repeats(first[:NEAR_ROWS]):
        intake.suspects(
            "copied-operation",
            f"{copies:,} of the first {min(len(first), NEAR_ROWS):,} rows of operation repeat another with some noise",
            hint=hint,
        )


def _shared(intake: Intake, tally: Tally, first: Array) -> None:
    """Rows of the reference in operation, or rows of operation in the reference: most of either are too many."""
    rows, own = tally.reference.rows, len(tally.reference.digests)
    hint = "compare with rows that were collected apart from this record"
    known = max(tally.known(), shared_rows(rows, first), int(near(rows[:NEAR_ROWS], first).sum()))
    if known > MOSTLY * own and known > CHANCE * _met_by_chance(rows, tally.rows):
        intake.suspects(
            "reference-in-operation",
            f"{known:,} of {own:,} rows of the reference occur in operation, to the digit or nearly",
            hint=hint,
        )
        return
    standing = tally.standing()
    if standing <= CHANCE * tally.rows * _share_met_by_chance(rows):
        standing = 0
    saved = saved_again(first, rows, shapes=False) if len(rows) <= NEAR_ROWS else 0
    held = max(standing / tally.rows, max(shared_rows(first, rows), saved) / len(first))
    if held > MOSTLY:
        intake.suspects(
            "reference-in-operation",
            f"about {round(held * tally.rows):,} of {tally.rows:,} rows of operation are rows of the reference, to the "
            "digit or nearly: little was seen of operation itself",
            hint=hint,
        )


def _met_by_chance(reference: Array, rows: int) -> float:
    """Most rows of the reference that ``rows`` others equal by chance, by how many of its own pairs are equal."""
    counts, n = np.bincount(identity(reference)), len(reference)
    alike = (
        float((counts * (counts - 1) / 2).sum()) + 3
    )  # none seen: at most three, with a confidence of 95 %
    return min(float(n), rows * n * alike / (n * (n - 1) / 2))


def _share_met_by_chance(reference: Array) -> float:
    """Share of further draws that equal a row of the reference, by how many of its own rows equal another."""
    row = identity(reference)
    return min(1.0, (int((np.bincount(row)[row] > 1).sum()) + 3) / len(row))


def _in_sequence(intake: Intake, role: str, names: Sequence[str], rows: Array) -> None:
    """Rows that are each like the one before: the bands of both samples take them for independent draws."""
    ratio, columns = nearness_of_successive(rows, np.zeros(len(rows), dtype=np.int64), names)
    if columns:
        what = f"column {columns[0]}" if len(columns) == 1 else f"{len(columns)} columns together"
        intake.suspects(
            "rows-in-sequence",
            f"successive rows of {role} are {ratio:.0%} as far apart as rows in any order are, by {what}: frames of a "
            "film, or steps of a run, are no independent draws",
            hint="take rows far enough apart in time; or state in the waiver how they were drawn, and what puts them in "
            "this order",
        )


def _stuck(intake: Intake, names: Sequence[str], reference: Array, first: Array) -> None:
    """A sensor that stands still gives many rows and one observation: what it never left it was never seen in."""
    for name, known, values in zip(names, reference.T, first.T, strict=True):
        many, few = len(np.unique(known)), len(np.unique(values))
        if len(values) >= LEAST_ROWS and many > FEW_VALUES >= few and many > 4 * few:
            intake.suspects(
                "stuck-operation",
                f"column {name} has {few} values in the first {len(values):,} rows of operation, and {many:,} in "
                f"{len(known):,} rows of reference: did the sensor stand still?",
                hint="take rows in which it moves, or say in the waiver why operation is so even",
            )
