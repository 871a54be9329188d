"""Columns of times: dates after today, clocks that go back, ends before their starts, dates in place of counts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.copies import as_numbers
from casegen_evidence.tables.signs.marks import row_words
from casegen_evidence.tables.signs.time_columns import (
    ENDS,
    RECORDED,
    STARTS,
    Seconds,
    earliest,
    readings_of,
)
from casegen_evidence.tables.spec import Number
from casegen_evidence.tables.units import COUNT

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

_TO_COME = {
    "next", "due", "until", "valid", "validity", "expiry", "expires", "expiration", "warranty", "deadline", "target",
    "renewal", "retention", "eol", "support", "geplant", "planned", "scheduled", "fällig", "gültig", "nächste", "frist",
    "ablauf", "garantie",
}  # fmt: skip
"""words of columns whose dates may well lie ahead"""
_OPEN = (2099, 9999)
"""years that stand for no end"""
ANSWERED = {
    "predicted", "prediction", "inference", "inferred", "classified", "answered", "evaluated", "vorhergesagt",
    "klassifiziert", "ausgewertet",
}  # fmt: skip
"""words of columns that say when it was answered"""
ZONES = 26 * 3600.0
"""seconds between the clocks of the farthest zones"""
FEWEST = 50
FEW = 0.05
"""share of the rows up to which a clock that mostly goes on goes back; more often, the rows have another order"""
JITTER = 60.0
"""seconds by which rows of a log may stand in another order"""
_AUTUMN = ((10, 25), (11, 8))
"""days between which summer time ends"""
FIRST, LAST = 36_526, 54_789
"""days that a spreadsheet counts to 2000-01-01 and 2049-12-31"""
_DAY_0 = date(1899, 12, 30)


def judge_clocks(
    file: str, first_line: int, read: Sequence[Cells], beside: Sequence[Cells], intake: Intake, *, draws: bool
) -> None:
    """Note rows dated ahead, ends before their starts, and in rows that are draws clocks that go back."""
    read_as = [(cells, readings) for cells in beside if (readings := readings_of(cells))]
    timed = [(cells, earliest(readings)) for cells, readings in read_as]
    for (cells, seconds), (_, readings) in zip(timed, read_as, strict=True):
        _ahead(file, first_line, cells, seconds, intake)
        if draws and len(seconds) >= FEWEST and len(readings) == 1:
            others = [c for c in (*read, *beside) if c is not cells]
            _goes_back(file, first_line, cells, seconds, others, intake)
    _ends(file, first_line, timed, intake)
    _before_their_picture(file, first_line, timed, intake)
    for cells in read:
        if isinstance(cells.kind, Number) and cells.kind.unit in (COUNT, "h"):
            _dates_as_numbers(file, first_line, cells, intake)


def _ahead(file: str, first_line: int, cells: Cells, seconds: Seconds, intake: Intake) -> None:
    today = datetime.now(UTC) + timedelta(days=1)  # it may be tomorrow elsewhere
    later = np.flatnonzero(seconds > today.timestamp())
    if not len(later) or row_words(cells.spelled) & _TO_COME:
        return
    codes, words = cells.words()
    if words[codes[later[0]]].startswith(tuple(f"{year}-12-31" for year in _OPEN)):
        return
    intake.suspects(
        "future-period",
        f"{file}:{first_line + int(later[0])}, column {cells.spelled}: {words[codes[later[0]]]!r}, as of {len(later):,} "
        "rows, is after the day on which this was evaluated",
        hint="correct the date, or take out what was not measured; or say in the waiver what the dates mean",
    )


def _goes_back(
    file: str, first_line: int, cells: Cells, seconds: Seconds, others: Sequence[Cells], intake: Intake
) -> None:
    if np.isnan(seconds).any():
        return
    steps = np.diff(seconds)
    steps = -steps if (steps > 0).sum() < (steps < 0).sum() else steps
    at = np.flatnonzero(steps < -JITTER) + 1
    if not 0 < len(at) <= FEW * len(steps) or (steps < 0).mean() > FEW or _summer_ended(cells, seconds, at):
        return
    if _new_part(others, at):
        return
    row = int(at[0])
    codes, words = cells.words()
    intake.suspects(
        "clock-goes-back",
        f"{file}:{first_line + row}: column {cells.spelled!r} goes back from {words[codes[row - 1]]!r} to "
        f"{words[codes[row]]!r}, as at {len(at):,} places: rows pasted together, or a clock that was set anew?",
        hint="name the device or the run of each row in a column, or say in the waiver what happened there",
    )


def _summer_ended(cells: Cells, seconds: Seconds, at: NDArray[np.int64]) -> bool:
    """Whether a local clock went back an hour on a day on which summer time ends."""
    zoned = re.search(r"(?:Z|[+-]\d\d:?\d\d|\d{10})$", cells.words()[1][0].strip())
    days = [datetime.fromtimestamp(float(seconds[k]), UTC) for k in at]
    autumn = all(_AUTUMN[0] <= (day.month, day.day) < _AUTUMN[1] for day in days)
    return autumn and zoned is None and bool(np.all(np.abs(seconds[at] - seconds[at - 1]) <= 3600))


def _new_part(others: Sequence[Cells], at: NDArray[np.int64]) -> bool:
    """Whether another device, run or class, or a count from the beginning, starts at each of the rows ``at``.

    Of rows that were sorted by several columns, such as label and answer, one or the other changes there.
    """
    starts: set[int] = set()
    for cells in others:
        numbers = cells.numbers() if isinstance(cells.kind, Number) else as_numbers(cells)
        if not isinstance(cells.kind, Number):
            changed = _changes(cells)
            if len(changed) <= FEW * len(cells.words()[0]) + len(at):
                starts.update(changed)
        if numbers is not None:
            steps = np.diff(numbers)
            if np.all(steps[at - 1] < 0) and (steps < 0).sum() <= len(at) + FEW * len(at):
                return True
    return set(at.tolist()) <= starts


def _changes(cells: Cells) -> list[int]:
    """The rows at which the word of a column is another one, or its name if it has a number of its own."""
    codes, words = cells.words()
    stems = [re.sub(r"\d+(?!.*\d)", "#", w) if len(words) > 30 else w for w in words]
    names = np.unique(stems, return_inverse=True)[1]
    changed: list[int] = (np.flatnonzero(np.diff(names[codes])) + 1).tolist()
    return changed


def _ends(file: str, first_line: int, timed: Sequence[tuple[Cells, Seconds]], intake: Intake) -> None:
    for one, first in timed:
        for other, last in timed:
            same = row_words(one.spelled) - STARTS == row_words(other.spelled) - ENDS
            if not (same and row_words(one.spelled) & STARTS and row_words(other.spelled) & ENDS):
                continue
            rows = np.flatnonzero(last < first)
            if len(rows):
                intake.suspects(
                    "clock-goes-back",
                    f"{file}:{first_line + int(rows[0])}: {other.spelled!r} is before {one.spelled!r}, as in "
                    f"{len(rows):,} rows",
                    hint="correct the dates; or say in the waiver what they are of",
                )


def _before_their_picture(
    file: str, first_line: int, timed: Sequence[tuple[Cells, Seconds]], intake: Intake
) -> None:
    """Note answers that are dated before what they answer was recorded, by more than zones of clocks explain."""
    for one, taken in timed:
        for other, answered in timed:
            if not (row_words(one.spelled) & RECORDED and row_words(other.spelled) & ANSWERED):
                continue
            rows = np.flatnonzero(answered < taken - ZONES)
            if len(rows):
                intake.suspects(
                    "clock-goes-back",
                    f"{file}:{first_line + int(rows[0])}: {other.spelled!r} is before {one.spelled!r}, as in "
                    f"{len(rows):,} rows: an answer cannot be older than what it answers",
                    hint="correct the dates, or give the answers of these inputs; or say in the waiver what they are of",
                )


def _dates_as_numbers(file: str, first_line: int, cells: Cells, intake: Intake) -> None:
    values = cells.numbers() / (cells.scale or 1.0)
    said = dates_in(values)
    if said:
        intake.suspects(
            "dates-as-numbers",
            f"{file}:{first_line + int(said[1])}, column {cells.spelled}: {values[said[1]]:.0f} is {said[0]}: was a date "
            "read as a number?",
            hint="name the column of the counts under `columns`, or write them; or say in the waiver what was counted",
        )


def dates_in(values: NDArray[np.float64]) -> tuple[str, int] | None:
    """What date the numbers of a column are, and the row of the first; None where they are counts as far as one sees.

    >>> dates_in(np.array([44927., 44958., 44986.])), dates_in(np.array([44927., 44961., 44980.]))
    (('the day 2023-01-01 as a spreadsheet counts', 0), None)
    >>> dates_in(45000 + 31.0 * np.arange(4)), dates_in(45000 + 30.0 * np.arange(4))
    (('the day 2023-03-15 as a spreadsheet counts', 0), None)
    """
    if len(values) < 2 or np.any(values != np.round(values)):
        return None
    whole = [int(v) for v in values.tolist()]
    low, high = min(whole), max(whole)
    steps = {b - a for a, b in pairwise(whole)}
    if low >= FIRST and high <= LAST:
        days = [_DAY_0 + timedelta(days=v) for v in whole]
        months = len({d.day for d in days}) == 1 or all((d + timedelta(days=1)).day == 1 for d in days)
        even = len(steps) == 1 and abs(next(iter(steps))) in (1, 7, 14, 28)
        even = even or (len(whole) > 3 and _by_month(steps) and any(v % 10 for v in whole))
        if len(set(whole)) == len(whole) and (
            (len(whole) > 2 and (months or even)) or (months and steps <= {28, 29, 30, 31})
        ):
            return f"the day {days[0]} as a spreadsheet counts", 0
    if low >= 20_000_101 and high <= 20_491_231 and all(_is_day(v) for v in whole):
        return "a day, written together", 0
    if low >= 1_400_000_000 and high <= 2_200_000_000:
        return f"the second {datetime.fromtimestamp(low, UTC):%Y-%m-%d %H:%M:%S} since 1970", whole.index(low)
    if len(whole) > 2 and low >= 1990 and high <= 2049 and steps in ({1}, {-1}):
        return "a year", 0
    return _month_or_week(whole) or _one_date(whole)


def _month_or_week(whole: Sequence[int]) -> tuple[str, int] | None:
    """Years with their months, or with successive weeks, written together.

    Of three numbers from 199001 to 204912 the last two digits are all months in one of 500; two have to be a
    year apart at most.

    >>> _month_or_week([202401, 202402]), _month_or_week([202411, 202405, 202501]), _month_or_week([202401, 202419])
    (('a month, written together', 0), ('a month, written together', 0), None)
    >>> _month_or_week([202412, 202413, 202414]), _month_or_week([202401, 202413, 202402])
    (('a week, written together', 0), None)
    """
    if min(whole) < 199_001 or max(whole) > 204_953 or len(set(whole)) < len(whole):
        return None
    if all(1 <= v % 100 <= 12 for v in whole):
        months = [v // 100 * 12 + v % 100 for v in whole]
        if len(whole) > 2 or abs(months[1] - months[0]) <= 12:
            return "a month, written together", 0
    weeks = len(whole) > 2 and all(1 <= v % 100 <= 53 for v in whole)
    return (
        ("a week, written together", 0)
        if weeks and abs(np.diff(whole)).tolist() == [1] * (len(whole) - 1)
        else None
    )


def _by_month(steps: set[int]) -> bool:
    """Whether numbers rise, or fall, by the days of a month from each to the next."""
    months = {28, 29, 30, 31}
    return steps <= months or {-step for step in steps} <= months


def _is_day(value: int) -> bool:
    try:
        date(value // 10_000, value // 100 % 100, value % 100)
    except ValueError:
        return False
    return True


FEWEST_BESIDE = 3
"""numbers beside one that may be a date from which on it may be a round one"""


def _one_date(whole: Sequence[int]) -> tuple[str, int] | None:
    """One number among small ones of a kind, which a spreadsheet took for a date of these years.

    A whole thousand beside one or two others is rather a count.

    >>> _one_date([312, 44927]), _one_date([312, 45000])
    (('the day 2023-01-01 as a spreadsheet counts', 1), None)
    """
    others, most = sorted(whole)[:-1], max(whole)
    if (
        (len(others) < FEWEST_BESIDE and most % 1000 == 0)
        or not 40_179 <= most <= 47_848
        or others[-1] > 20 * max(others[0], 1)
        or most < 50 * others[-1]
    ):
        return None
    return f"the day {_DAY_0 + timedelta(days=most)} as a spreadsheet counts", whole.index(most)
