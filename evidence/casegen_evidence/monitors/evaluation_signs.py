"""Vital signs of a monitor's table: a threshold chosen on the evaluated rows, alarms made from labels, or everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import Measure
from casegen_evidence.monitors.evaluation_rows import Rows
from casegen_evidence.signs import Intake

if TYPE_CHECKING:
    from casegen_evidence.monitors.segment_alarms import Filled

OTHER_INPUTS = "choose the threshold on other inputs than the evaluated ones"
MANY_SCORES = 100
"""different scores from which on a sample does not meet all of another one by chance, however few digits they have"""
LONG = 5
"""digits behind the point from which on a threshold meets a score hardly by chance"""
RARELY = 0.002
"""scores that are expected to equal the threshold by chance, at most"""
FEWEST = 5
APART = 10
"""rows with and without an alarm that a column parts to the last one, as hardly any does that the alarms do not follow"""
ALIKE = 20
"""different rows from which on two samples of one size do not hold each of them equally often by chance"""


def everywhere(measures: Mapping[str, Measure], rows: Rows, intake: Intake) -> None:
    """A monitor that stops nearly everything stops hazards too."""
    cost, hazard = measures["availability_cost"].value, measures["hazard"].value
    false_alarms = measures.get("false_alarm_rate")
    share = cost / max(1 - hazard, 1e-12) if false_alarms is None else false_alarms.value
    if share > 0.9:
        intake.suspects(
            "alarms-everywhere",
            f"{rows.file}: {min(share, 1.0):.1%} of the harmless inputs raise an alarm: what stops nearly everything "
            "stops hazards too",
            ("residual_hazard", "safety_gain", "recall", "miss_rate"),
            "choose a threshold that the system can be used with, or say in the waiver why it can with this one",
        )


def too_good(measures: Mapping[str, Measure], rows: Rows, intake: Intake) -> None:
    """A monitor without any mistake is nearly always a column made from the labels."""
    perfect = measures["residual_hazard"].value == 0 == measures["availability_cost"].value
    hazardous = round(measures["hazard"].value * rows.rows)
    if perfect and min(hazardous, rows.rows - hazardous) >= 10:
        intake.suspects(
            "alarm-is-the-error",
            f"{rows.file}: the alarm comes at all {hazardous:,} hazardous inputs and at no other: was it made from "
            "the labels?",
            hint="record what the monitor says without knowing the label, or state in the waiver how it knows",
        )


def contradicted(rows: Rows, threshold: float, intake: Intake) -> None:
    """Alarms in the table beside a threshold on the scores: the two have to be of one monitor."""
    other = int(np.sum(rows.alarm != (rows.scores() > threshold)))
    if other:
        intake.fails(
            "alarms-contradict",
            f"{rows.file}: in {other:,} of {rows.rows:,} rows the column alarm is not what the score above the threshold "
            f"{threshold:.4g} gives",
            hint="leave out the column alarm, or the threshold",
        )


def note_scores(rows: Rows, role: str, intake: Intake) -> None:
    """Say of scores beside the alarms of input ``role`` that no measure goes by them, as of a column that is not read."""
    name, scores = rows.table.cells["score"].spelled, rows.scores()
    note = f"Column {name!r} is not read; it holds {scores.min():g} to {scores.max():g}."
    place = next(k for k, made in enumerate(intake.read) if made.get("input") == role)
    made = intake.read[place]
    intake.read[place] = {
        **made,
        "not_read": [*made.get("not_read", ()), name],
        "notes": [*made.get("notes", ()), note],
    }


def apart_from_scores(rows: Rows, hazardous: NDArray[np.bool_], intake: Intake) -> None:
    """Alarms beside a score that gives nearly all of them at one threshold, and not the others, which help the monitor.

    A second source of alarms, or one that mutes them, does not know which inputs are hazardous: most of the alarms it
    adds are false ones, and it mutes hazardous inputs as often as others.  Then nothing is doubted.
    """
    from casegen_evidence.tables.signs.separated import wrong_side

    other = wrong_side(rows.scores(), rows.alarm)
    added, muted = other & rows.alarm, other & ~rows.alarm
    if 2 * (added & hazardous).sum() <= added.sum():
        other &= ~added
    kept = rows.alarm & ~added
    if (muted & hazardous).sum() * max(1, kept.sum()) * 2 >= (kept & hazardous).sum() * muted.sum():
        other &= ~muted
    others = np.flatnonzero(other)
    if len(others) >= FEWEST:
        intake.suspects(
            "alarms-contradict",
            f"{rows.file}:{rows.table.line(int(others[0]))}: a threshold on the score gives the alarms of all rows but "
            f"{len(others):,}, whatever it is: were these alarms, or their scores, changed?",
            hint="give alarms and scores of one monitor; or say in the waiver what else raises or stops an alarm",
        )


def apart_from_columns(rows: Rows, hazardous: NDArray[np.bool_], intake: Intake) -> None:
    """Alarms that a column of numbers, whatever its name, gives at one threshold to the last harmless row, and no others.

    So do alarms to which those at hazardous inputs were added by their label; and the other way about those of which the
    ones at harmless inputs were taken away.  A second source that never raises a false alarm may do the same: a person
    says so.
    """
    from casegen_evidence.tables.signs.copies import as_numbers

    for cells in rows.table.beside:
        values = as_numbers(cells)
        if values is None or len(np.unique(values)) < MANY_SCORES:
            continue
        for held in (values, -values):
            for kept in (~hazardous, hazardous):
                helped = rows.alarm if kept is not hazardous else ~rows.alarm
                others = _beyond(held, rows.alarm, kept)
                if others is None or others.sum() < FEWEST or not np.all(helped[others]):
                    continue
                first = int(np.flatnonzero(others)[0])
                rest = "harmless" if kept is not hazardous else "hazardous"
                intake.suspects(
                    "alarms-contradict",
                    f"{rows.file}:{rows.table.line(first)}: a threshold on column {cells.spelled!r} gives the alarms of "
                    f"all {rest} rows, and of all others but {int(others.sum()):,}: did the label change these alarms?",
                    hint="give the alarms as the monitor raised them; or say in the waiver what else raises or stops one",
                )
                return


def _beyond(
    values: NDArray[np.float64], alarm: NDArray[np.bool_], kept: NDArray[np.bool_]
) -> NDArray[np.bool_] | None:
    """Rows besides ``kept`` on the wrong side of the threshold that gives the alarms of all these; None without one."""
    raised, quiet = values[kept & alarm], values[kept & ~alarm]
    if min(len(raised), len(quiet)) < APART or raised.min() <= quiet.max():
        return None
    decided = (values <= quiet.max()) | (values >= raised.min())
    return np.asarray(~kept & decided & (alarm != (values >= raised.min())), dtype=bool)


def seen_before(rows: Rows, other: Rows, intake: Intake) -> None:
    """Rows on which the threshold was chosen flatter it, in whatever order, rounding, format or scale they come."""
    from casegen_evidence.monitors.rescaled import rescaled
    from casegen_evidence.tables.overlap import shared_rows

    shared = shared_rows(rows.scores()[:, None], other.scores()[:, None]) or _held_again(rows, other)
    if shared:
        intake.fails(
            "calibrated-on-tests",
            f"{rows.file}: about {shared:,} of {rows.rows:,} scores are also in {other.file}, on which the threshold was "
            "chosen",
            hint=OTHER_INPUTS,
        )
    elif rescaled(rows.scores(), other.scores()):
        intake.fails(
            "calibrated-on-tests",
            f"{rows.file}: all {rows.rows:,} scores are those of {other.file} on another scale, on which the threshold "
            "was chosen",
            hint=OTHER_INPUTS,
        )


def chosen_on_rows(rows: Rows, threshold: float, intake: Intake) -> None:
    """Doubt a stated threshold that is one of the evaluated scores to its last digit, as one chosen on them is.

    Its digits have to be so many that scores near it meet one another hardly by chance.
    """
    scores = rows.scores()
    digits = len(repr(float(threshold)).partition(".")[2]) if "e" not in repr(float(threshold)) else 0
    step = 10.0**-digits
    if digits < LONG or not np.any(scores == threshold) or 2 * len(np.unique(scores)) < len(scores):
        return
    if (np.abs(scores - threshold) <= 500 * step).sum() - 1 > 1000 * RARELY:
        return
    intake.suspects(
        "calibrated-on-tests",
        f"{rows.file}: the stated threshold {threshold!r} is the score of an evaluated row, to the last digit: was it "
        "chosen on these rows?",
        hint="choose the threshold on other inputs, given as `calibration`; or say in the waiver where it comes from",
    )


def made_of_scores(rows: Rows, threshold: float, hazardous: NDArray[np.bool_], intake: Intake) -> None:
    """Doubt a stated threshold that is a statistic of the evaluated scores to its last digit."""
    from casegen_evidence.monitors.threshold_statistics import statistic_of

    if any(sign.name == "sign-calibrated-on-tests" for sign in intake.signs):
        return
    if words := statistic_of(rows.scores(), hazardous, threshold):
        intake.suspects(
            "calibrated-on-tests",
            f"{rows.file}: the stated threshold {threshold!r} is {words}, to the last digit: was it chosen on "
            "these rows?",
            hint="choose the threshold on other inputs, given as `calibration`; or say in the waiver where it comes from",
        )


def spread_over_segments(file: str, filled: Filled, one_each: Mapping[str, Measure], intake: Intake) -> None:
    """Doubt alarms that fill labelled segments, where a claim needs more than ``one_each`` of them."""
    possible = {
        name: one_each[name].upper if name in ("residual_hazard", "miss_rate") else one_each[name].lower
        for name in ("residual_hazard", "miss_rate", "safety_gain", "recall")
        if name in one_each
    }
    intake.suspects_beyond(
        "alarms-fill-segments",
        f"{file}: in {filled.filled:,} hazardous stretches every row has an alarm and in {filled.missed:,} none, while "
        "false alarms are single rows: was an alarm of one row given to all rows of its stretch (point adjustment)?",
        {name: value for name, value in possible.items() if value is not None},
        "give the alarms as the monitor raised them; or say in the waiver, or in a column, which kinds of hazard it sees "
        "always and which never",
    )


def _held_again(rows: Rows, other: Rows) -> int:
    """Rows of the smaller table where all of them are rows of the other, though their scores have few digits; else 0.

    Mostly different scores of another sample half as large would all be met with a probability below 1e-6; and so would
    each of ``ALIKE`` rows just as often in another sample of the same size, however often each occurs.
    """
    from casegen_evidence.tables.overlap import contained

    small, large = sorted((_described(rows), _described(other)), key=len)
    if len(small) == len(large) and contained(small, large, ALIKE):
        return len(small)
    different = len(np.unique(small[:, 0]))
    if different < max(MANY_SCORES, len(small) / 2) or len(small) < len(large) / 2:
        return 0
    return len(small) if contained(small, large, MANY_SCORES) else 0


def _described(rows: Rows) -> Any:
    """The score of each row and what makes it hazardous, ``(n, 2)``."""
    hazard = np.zeros(rows.rows)
    for values in rows.columns.values():
        hazard = hazard * 1000 + np.unique(values, return_inverse=True)[1]
    return np.column_stack([rows.scores(), hazard])
