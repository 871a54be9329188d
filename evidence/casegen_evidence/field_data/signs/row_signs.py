"""What the rows of a record, and the columns beside those read, say of each other: versions, units, periods."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.field_data.intervals import (
    Interval,
    interval_columns,
    longer_than,
    one_after_another,
    overlap_within,
    ranges_overlap,
)
from casegen_evidence.field_data.part_periods import part_of_period
from casegen_evidence.field_data.period_clashes import clash
from casegen_evidence.field_data.periods import in_order, months, numbered
from casegen_evidence.field_data.signs.aggregates import grows_by_like_amounts
from casegen_evidence.field_data.signs.merged_entries import names_unit
from casegen_evidence.field_data.signs.running_total import long_periods
from casegen_evidence.signs import Intake

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.data_table import DataTable

Array = NDArray[np.float64]
_BEHIND = compiled(r"(?P<sign>[\s_\-.(\[/:#,]+)(?P<rest>.*)")
_SINCE = compiled(r"(?i)^(?:since|seit|ab|depuis|desde)\b.*\d")
_ROLLING = compiled(
    r"(?i)\b(?:rolling|moving|trailing|gleitende\w*)\s+(?:\d|total|sum|average|window|quarter|month|year|week|q[1-4])|"
    r"\bttm\b|"
    r"\b(?:[2-9]|\d\d+)[\s-]+(?:months?|weeks?|days?|quarters?|years?|monate|wochen|tage)\s+"
    r"(?:to|until|till|ending|up to|bis)\b"
)
"""entries that look back over more than one period, as a moving total does"""
_ONE_SYSTEM = compiled(
    r"(?i)(.*[\s_\-.])?(unit|asset|rig|machine|vehicle|robot|device|pump|vin|sn|serial([\s_\-.]?(no|number|nr)\.?)?|ship|"
    r"vessel|tail|plant|line|press|maschine|fahrzeug|gerät|geraet|anlage|prüfling|seriennummer|einheit)([\s_\-.](id|no|nr|name))?"
)
_RECORDER = compiled(
    r"(?i)(?<![^\W_])(?:(?:data[\s_-]?)?loggers?|recorders?|datenlogger|recordings?|bags?)(?![^\W_])"
)
"""what writes one record of one system at a time"""
NEAR = 0.02
"""relative difference below which two rows may be two versions of one"""
FEW = 0.2
"""share of pairs of rows that near from which on nearness says nothing"""
MOST = 2000
FEWEST_NUMBERED, FEWEST_NAMED = 6, 8
"""rows of numbered and of any other entries from which on like steps speak of totals so far"""


def judge_rows(table: DataTable, exposure: str, entries: Sequence[str], intake: Intake) -> None:
    """Note rows that revise another, overlap it in time, or add to it what came since."""
    if len(entries) > MOST:
        return
    sizes = table.numbers(exposure)
    _versions(table, entries, sizes, intake)
    _same_unit(table, entries, sizes, intake)
    _totals_by_unit(table, exposure, entries, sizes, intake)
    _periods(table, entries, sizes, exposure, intake)


def _versions(table: DataTable, entries: Sequence[str], sizes: Array, intake: Intake) -> None:
    pair = revised(entries, sizes)
    if pair is None:
        return
    first, again = pair
    intake.suspects(
        "repeated-entries",
        f"{table.place(again, 'entry')}: {entries[again]!r} has nearly the numbers of {entries[first]!r} in line "
        f"{table.line(first)}: a corrected version of the same row?",
        hint="keep the version that holds; or say in the waiver what the other row is",
    )


def revised(entries: Sequence[str], sizes: Array) -> tuple[int, int] | None:
    """Two rows of which one is named as the other with something behind it, and has nearly its numbers.

    >>> revised(["rig A", "rig B", "rig B rev2"], np.array([1510., 1424., 1431.]))
    (1, 2)
    >>> revised(["pier", "pier 2", "pier 3"], np.array([1510., 1520., 1500.]))
    """
    known = {name.casefold(): k for k, name in enumerate(entries)}
    for k, name in enumerate(entries):
        for cut in (m.start() for m in re.finditer(r"[\s_\-.(\[/:#,]+", name) if m.start()):
            base = known.get(name[:cut].casefold().strip())
            match = _BEHIND.fullmatch(name[cut:])
            if base is None or base == k or match is None or not match["rest"]:
                continue
            if match["rest"].isdigit() and not re.search(r"[_(\[]", match["sign"]):  # pier, pier 2
                continue
            if 0 < abs(sizes[k] - sizes[base]) <= NEAR * sizes[base] and _nearness_says_something(sizes):
                return base, k
    return None


def _nearness_says_something(sizes: Array) -> bool:
    pairs = list(combinations(sizes[:60].tolist(), 2))
    near = sum(1 for a, b in pairs if abs(a - b) <= NEAR * max(a, b))
    return len(pairs) < 3 or near <= max(1, FEW * len(pairs))


def _same_unit(table: DataTable, entries: Sequence[str], sizes: Array, intake: Intake) -> None:
    """Rows with the same numbers and the same value of a column in which nearly all rows differ."""
    counts, rows = table.numbers("failures"), len(entries)
    for cells in table.beside:
        codes, words = cells.words()
        if not 0.6 * rows <= len(words) < rows:
            continue
        order = np.argsort(codes, kind="stable")
        for k, j in pairwise(order.tolist()):
            if (
                codes[k] == codes[j]
                and words[codes[k]].strip()
                and sizes[k] == sizes[j]
                and counts[k] == counts[j]
            ):
                intake.suspects(
                    "repeated-entries",
                    f"{table.place(j, 'entry')}: {entries[j]!r} has the numbers of {entries[k]!r}, line {table.line(k)}, "
                    f"and the same {cells.spelled!r}, {words[codes[k]]!r}",
                    hint="remove rows that were pasted twice",
                )
                return


def _totals_by_unit(
    table: DataTable, exposure: str, entries: Sequence[str], sizes: Array, intake: Intake
) -> None:
    for how, groups in _groupings(entries, sizes, table.beside):
        parts = [sizes[np.array(at)] for at in groups]
        if len(parts) == 1:
            second = row_of_growth(entries, sizes, table.numbers("failures"))
        else:
            second = groups[0][1] if not long_periods(entries) and grows_by_like_amounts(parts, 0.3) else None
        if second is not None:
            intake.suspects(
                "running-total",
                f"{table.place(second, 'entry')}: {exposure} grow from row to row{how} by about what the first row "
                "has: are they totals so far? Every row counts by itself",
                hint="write what came in each period; state in the waiver if the rows are what came in each already",
            )
            return


def row_of_growth(entries: Sequence[str], sizes: Array, failures: Array) -> int | None:
    """The second row of a table, from its top or its end, in which every row is the one before plus about the first.

    Of months, weeks and the like the exposure says enough; quarters and years of a fleet grow so.  Of numbered or any
    other entries failures must not fall, either, equal steps are the levels of a design, and units are no steps in time.

    >>> so_far, none = np.array([61.0, 118, 186, 250, 300, 360, 418, 479]), np.zeros(8)
    >>> row_of_growth([f"dive {k}" for k in range(1, 9)], so_far, none), row_of_growth(list("abcdefgh"), so_far, none)
    (1, 1)
    >>> row_of_growth(list("abcdefgh"), so_far, np.array([0, 1, 0, 0, 0, 0, 0, 0]))
    """
    for names, at in ((list(entries), slice(None)), (list(entries)[::-1], slice(None, None, -1))):
        values, failed = sizes[at], failures[at]
        second = 1 if at.step is None else len(entries) - 2
        if long_periods(names):
            continue
        if in_order(names) and grows_by_like_amounts([values], 0.15):
            return second
        level = len(set(np.diff(values).tolist())) == 1
        if level or np.any(np.diff(failed) < 0) or all(map(names_unit, names)):
            continue
        if numbered(names) and len(names) >= FEWEST_NUMBERED and grows_by_like_amounts([values], 0.15):
            return second
        if len(names) >= FEWEST_NAMED and grows_by_like_amounts([values], 0.3):
            return second
    return None


def _groupings(
    entries: Sequence[str], sizes: Array, beside: Sequence[Cells]
) -> list[tuple[str, list[list[int]]]]:
    """Ways to part the rows: all together, by what the names say besides a period, at resets, by a column of units."""
    result: list[tuple[str, list[list[int]]]] = [("", [list(range(len(entries)))])]
    by_name: dict[str, list[int]] = {}
    for k, name in enumerate(entries):
        rest, held = months(name)
        by_name.setdefault(rest if held else "", []).append(k)
    if len(by_name) > 1 and "" not in by_name:
        result.append((" of each unit", list(by_name.values())))
    if in_order(entries) or numbered(entries):
        starts = [0, *(np.flatnonzero(np.diff(sizes) < 0) + 1).tolist(), len(entries)]
        parts = [list(range(a, b)) for a, b in pairwise(starts)]
        steps = {float(step) for at in parts for step in np.diff(sizes[at])}
        if len(parts) > 1 and len(steps) > len(entries) // 2:  # the levels of a design are the same again
            result.append((" from each reset to the next", parts))
    for cells in beside:
        codes, words = cells.words()
        if 1 < len(words) <= len(entries) // 3:
            parts = [np.flatnonzero(codes == k).tolist() for k in range(len(words))]
            result.append((f" of each {cells.spelled!r}", parts))
    return result


def _periods(table: DataTable, entries: Sequence[str], sizes: Array, exposure: str, intake: Intake) -> None:
    met = clash(entries)
    days = f" in {met.days}" if met else ""
    pair = (
        (min(met[:2]), max(met[:2]))
        if met
        else part_of_period(entries) or ranges_overlap(entries, sizes.tolist())
    )
    dated = interval_columns(table.beside, len(entries))
    if pair is None and dated is not None:
        groups = [list(range(len(entries)))] if one_after_another(entries) else []
        for cells in table.beside:
            codes, words = cells.words()
            if len(words) < len(entries):
                of_one = [k for k, word in enumerate(words) if _of_one_system(cells.spelled, word)]
                groups += [np.flatnonzero(codes == k).tolist() for k in of_one]
        pair = overlap_within(dated.intervals, groups)
    if pair is None:
        for form in (_SINCE, _ROLLING):
            said = [k for k, name in enumerate(entries) if form.search(name.strip())]
            pair = (said[0], said[1]) if len(said) > 1 else pair
    if pair is not None:
        first, again = pair
        intake.suspects(
            "overlapping-periods",
            f"{table.place(again, 'entry')}: {entries[again]!r} overlaps {entries[first]!r} of line {table.line(first)}"
            f"{days}, and what is in both counts twice",
            hint="give periods that follow each other, with their years; or say in the waiver why nothing is in both",
        )
    _not_yet(table, entries, dated.intervals if dated else (), intake)
    if (
        dated is not None
        and exposure == "hours"
        and (row := longer_than(dated.intervals, sizes.tolist())) is not None
    ):
        length = (dated.intervals[row].last - dated.intervals[row].first).total_seconds() / 3600
        intake.suspects(
            "longer-than-period",
            f"{table.place(row, exposure)}: {sizes[row]:g} hours of {entries[row]!r}, while {dated.columns} are "
            f"{length:g} hours: minutes? several units?",
            hint="declare the unit under `units`, or say in the waiver of how many units the row is",
        )


def _of_one_system(column: str, word: str) -> bool:
    """Whether rows with this word are of one system: by the name of the column, or as those of one recorder."""
    if not word.strip():
        return False
    recorder = any(c.isdigit() for c in word) and _RECORDER.search(f"{column} {word}") is not None
    return recorder or _ONE_SYSTEM.fullmatch(column.strip()) is not None


def _not_yet(table: DataTable, entries: Sequence[str], intervals: Sequence[Interval], intake: Intake) -> None:
    """Doubt rows of periods that begin after today, by their names or by columns of dates."""
    today = datetime.now(UTC).replace(tzinfo=None) + timedelta(days=1)  # it may be tomorrow elsewhere
    later = [k for k, one in enumerate(intervals) if one.first > today] or [
        k
        for k, name in enumerate(entries)
        if (held := [(int(year), month) for year, month in months(name)[1] if year])
        and min(held) > (today.year, today.month)
        and (len(held) < 12 or name.strip().isdigit())  # L-2041 is a batch
    ]
    if later and all(sign.name != "sign-future-period" for sign in intake.signs):  # of the column itself
        intake.suspects(
            "future-period",
            f"{table.place(later[0], 'entry')}: {entries[later[0]]!r} begins after the day on which this was evaluated",
            hint="correct the date, or take out what was not measured; or say in the waiver what the dates mean",
        )


SIGNS = {
    "overlapping-periods": "entries that are periods of the same thing and overlap",
    "longer-than-period": "more hours than the period of the entry has",
}
