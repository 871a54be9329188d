"""Vital signs of a record: rows that add up others, that occur twice, that are totals so far, or no counts at all."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.field_data.period_clashes import clash
from casegen_evidence.field_data.periods import months, same_moments
from casegen_evidence.field_data.signs.aggregates import made_of_others
from casegen_evidence.field_data.signs.counts_beside import SIGNS as COUNT_SIGNS
from casegen_evidence.field_data.signs.counts_beside import judge_counts_beside
from casegen_evidence.field_data.signs.entry_names import judge_entry_names
from casegen_evidence.field_data.signs.equal_sums import counted_again
from casegen_evidence.field_data.signs.marks_for_counts import SIGNS as MARK_SIGNS
from casegen_evidence.field_data.signs.marks_for_counts import judge_marks
from casegen_evidence.field_data.signs.parts_of_rows import named_rows, row_of_rows
from casegen_evidence.field_data.signs.period_gaps import SIGNS as GAP_SIGNS
from casegen_evidence.field_data.signs.repeats import judge_repeats
from casegen_evidence.field_data.signs.rising import rises
from casegen_evidence.field_data.signs.row_signs import SIGNS as ROW_SIGNS
from casegen_evidence.field_data.signs.row_signs import judge_rows
from casegen_evidence.field_data.signs.running_total import judge_so_far
from casegen_evidence.field_data.signs.saturated import SIGNS as SATURATED_SIGNS
from casegen_evidence.field_data.signs.saturated import judge_saturated
from casegen_evidence.field_data.signs.shared_exposure import SIGNS as SHARED_SIGNS
from casegen_evidence.field_data.signs.shared_exposure import judge_shared_exposure
from casegen_evidence.field_data.signs.shares_beside import judge_shares_beside
from casegen_evidence.p_values import stated
from casegen_evidence.signs import Intake
from casegen_evidence.tables.data_table import DataTable
from casegen_evidence.tables.labels import alike
from casegen_evidence.tables.signs.copies import as_numbers
from casegen_evidence.tables.signs.meaning import sense
from casegen_evidence.tables.totals import adds_up, is_statistic, is_total

if TYPE_CHECKING:
    from casegen_evidence.tables.spec import Problems

Array = NDArray[np.float64]
_COPY = compiled(
    r"^(?:copy of|kopie von|copie de)\s+|[\s_\-]*[(\[]?\b(?:copy|kopie|copie|duplicate|dup|bis|again|"
    r"rounded|gerundet|corrected|revised)\b[)\]]?\s*\d*\s*$",
    re.IGNORECASE,
)
_FAILURES = compiled(
    r"(?i)fail|ausf[aä]ll|fault|defe[ck]t|incident|crash|collision|accident|kollision|unf[aä]ll|st[öo]e?rung|malfunction|"
    r"breakdown|outage|abort|abbr[uü]ch|not (?:completed|successful|ok)|unsuccessful|panne|d[ée]faill|averia|guasto|"
    r"fallos?\b"
)
NINES = (999.0, 9999.0, 99999.0, 999999.0, 9999999.0, 65535.0)
FEWEST = 5
"""Rows from which a column that only grows looks like a total so far."""


_NUMERALS = {
    word: str(k)
    for words in ("one two three four five six seven eight nine ten eleven twelve",
                  "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
                  "- ii iii iv - vi vii viii ix - xi xii")
    for k, word in enumerate(words.split(), 1)
}  # fmt: skip

_LETTERS = {"i": "1", "v": "5", "x": "10"}
"""Roman numerals where no other letter stands by itself"""


def _numbered_alike(entries: Sequence[str]) -> list[tuple[str, ...]]:
    """Entries that differ only in whether a number stands in digits, in words or in Roman numerals.

    >>> _numbered_alike(["campaign 1", "campaign one", "campaign II", "campaign 3"])
    [('campaign 1', 'campaign one')]
    >>> _numbered_alike(["pier 1", "pier I"]), _numbered_alike(["pier 1", "pier I", "pier H"])
    ([('pier 1', 'pier I')], [])
    """
    groups: dict[str, list[str]] = {}
    letters = {word for name in entries for word in name.split() if len(word) == 1 and word.isalpha()}
    numerals = _NUMERALS | (_LETTERS if letters <= {"I", "V", "X"} else {})
    for name in dict.fromkeys(entries):
        key = " ".join(numerals.get(word, word) for word in name.casefold().split())
        groups.setdefault(key, []).append(name)
    return [tuple(g) for g in groups.values() if len(g) > 1 and len(set(map(str.casefold, g))) > 1]


def check_entries(table: DataTable, entries: Sequence[str], problems: Problems) -> None:
    """Refuse rows that are others again, or hold them: they would count twice."""
    for group in (*alike(entries), *_numbered_alike(entries)):
        at = sorted(entries.index(name) for name in group)
        problems.add(
            f"{table.place(at[1], 'entry')}: entries {' and '.join(repr(entries[k]) for k in at)} differ only in case, "
            "blanks, hyphens, letters that look alike or how a number is written; one unit twice? Give them names of "
            "their own, or remove one"
        )
    for k, entry in enumerate(entries if len(entries) > 1 else ()):
        if is_total(entry):
            problems.add(
                f"{table.place(k, 'entry')}: {entry!r} adds up other rows, which would count twice; declare "
                f"`totals: [{entry}]`, or remove it"
            )
        elif is_statistic(entry):
            problems.add(
                f"{table.place(k, 'entry')}: {entry!r} is named as a statistic of other rows, and would count too; "
                "remove it"
            )
    met = clash(entries)
    if met is not None and met.sure:
        problems.add(
            f"{table.place(met.outer, 'entry')}: {entries[met.outer]!r} holds the period {entries[met.inner]!r} or a "
            f"part of it, of line {table.line(met.inner)} (both have {met.days}), which would count "
            "twice; keep one of both"
        )
    _put_together(table, entries, problems)
    known = {name.casefold(): k for k, name in enumerate(entries)}
    for k, entry in enumerate(entries):
        first = known.get(_COPY.sub("", entry).strip().casefold())
        if first is not None and first != k:
            problems.add(
                f"{table.place(k, 'entry')}: {entry!r} is named as a copy of {entries[first]!r} in line "
                f"{table.line(first)}; remove it, or give it a name of its own"
            )


def _put_together(table: DataTable, entries: Sequence[str], problems: Problems) -> None:
    """Rows named as two others together: they would count twice."""
    for k, names in named_rows(entries):
        if all(names) and len(set.union(*names)) > 1:
            first = min(names[0])
            problems.add(
                f"{table.place(k, 'entry')}: {entries[k]!r} puts other rows together, such as {entries[first]!r} of line "
                f"{table.line(first)}, which would count twice; keep one of both"
            )
    for (a, b), moment in same_moments(entries):
        problems.add(
            f"{table.place(b, 'entry')}: {entries[b]!r} is the time {entries[a]!r} of line {table.line(a)} ({moment} "
            "UTC), which would count twice; remove one"
        )


def judge_record(
    table: DataTable, exposure: str, entries: Sequence[str], unread: Sequence[str], intake: Intake
) -> None:
    """Evaluate what the rows of a record say against adding them up."""
    sizes, counts = table.numbers(exposure), table.numbers("failures")
    judge_entry_names(table, entries, intake)
    _sums(table, exposure, entries, sizes, counts, intake)
    judge_repeats(table, entries, sizes, counts, intake)
    judge_shared_exposure(table, exposure, entries, sizes, intake)
    for at in [range(len(entries)), *_units(entries)]:
        rows = np.array(at)
        judge_so_far(table, exposure, [entries[k] for k in at], sizes[rows], counts[rows], intake)
    _one_alone(table, exposure, entries, sizes, intake)
    _code(table, exposure, entries, sizes, intake)
    judge_saturated(table, {exposure: sizes, "failures": counts}, intake)
    judge_marks(table, exposure, sizes, counts, intake)
    rise = rises(entries, counts, sizes)
    if rise is not None:
        intake.suspects(
            "rising-failures",
            f"{table.file}: failures become more from entry to entry ({stated(rise)}): the next ones may fail more than "
            "these did",
            hint="bound what was recorded since the rise, or state in the waiver why it has ended",
        )
    judge_rows(table, exposure, entries, intake)
    judge_counts_beside(table, exposure, sizes, counts, intake)
    agree = judge_shares_beside(table, exposure, sizes, counts, intake)
    none = {c.spelled for c in table.beside if (held := as_numbers(c)) is not None and not held.any()}
    unread = [name for name in unread if name not in none | agree]
    late = [name for name in unread if _FAILURES.search(name) or sense(name) in ("bad", "harm")]
    if late:
        intake.suspects(
            "unread-failures",
            f"{table.file}: column {late[0]!r} is not read; only `failures` counts",
            hint="add its failures to `failures`, or state in the waiver why they are none",
        )


def _sums(
    table: DataTable, exposure: str, entries: Sequence[str], sizes: Array, counts: Array, intake: Intake
) -> None:
    last = adds_up({exposure: sizes, "failures": counts})
    if last is not None:
        intake.suspects(
            "sum-of-rows",
            f"{table.file}:{table.line(last)}: entry {entries[last]!r} is the sum of all rows above it, in {exposure} "
            "and in failures",
            hint="remove the row if it is a total",
        )
        return
    held = row_of_rows(entries, sizes, counts, table.beside)
    if held is not None:
        intake.suspects(
            "sum-of-rows",
            f"{table.file}:{table.line(held[0])}: entry {entries[held[0]]!r} is {held[1]}: do both count?",
            hint="keep the units, or the sites that hold them; or say in the waiver why nothing counts twice",
        )
        return
    made = made_of_others(sizes, counts)
    if made is not None:
        lines = (
            f"lines {table.line(made.first)} to {table.line(made.end - 1)}" if made.end else "all other rows"
        )
        words = "in" if made.what.endswith("sum") else "rounded as the rows are, in"
        intake.suspects(
            "sum-of-rows",
            f"{table.file}:{table.line(made.row)}: entry {entries[made.row]!r} is the {made.what} of {lines}, {words} "
            f"{exposure} and in failures",
            hint="remove the row if it was made of the others, such as a total or a mean",
        )
        return
    again = counted_again(sizes, counts)
    if again is not None:
        rows, others = (_listed([table.line(k) for k in group]) for group in again)
        intake.suspects(
            "sum-of-rows",
            f"{table.file}:{table.line(again.rows[0])}: {rows} have the {exposure} and the failures of {others} "
            "together: is everything counted once by one division and once by another?",
            hint="keep the units, or the sites that hold them; or say in the waiver why nothing counts twice",
        )


def _listed(lines: Sequence[int]) -> str:
    """Lines in words.

    >>> _listed([2, 3, 4]), _listed([2]), _listed([2, 5])
    ('lines 2 to 4', 'line 2', 'lines 2, 5')
    """
    if len(lines) == 1:
        return f"line {lines[0]}"
    runs = len(lines) > 2 and lines[-1] - lines[0] == len(lines) - 1
    return f"lines {lines[0]} to {lines[-1]}" if runs else f"lines {', '.join(map(str, lines))}"


def _units(entries: Sequence[str]) -> list[list[int]]:
    """Rows of each unit where entries are periods of several units."""
    groups: dict[str, list[int]] = {}
    for k, name in enumerate(entries):
        rest, held = months(name)
        if held:
            groups.setdefault(rest, []).append(k)
    return [at for at in groups.values() if FEWEST <= len(at) < len(entries)]


def _one_alone(table: DataTable, exposure: str, entries: Sequence[str], sizes: Array, intake: Intake) -> None:
    if len(sizes) < 3:
        return
    k = int(sizes.argmax())
    others = float(np.median(np.delete(sizes, k)))
    if sizes[k] > 1e4 * others:
        intake.suspects(
            "one-entry-dominates",
            f"{table.file}:{table.line(k)}: entry {entries[k]!r} has {sizes[k]:g} {exposure}, the others about {others:g}"
            ": zeros too many, or another unit?",
            hint="correct the row, or state in the waiver why it is so much larger",
        )


def _code(table: DataTable, exposure: str, entries: Sequence[str], sizes: Array, intake: Intake) -> None:
    """An exposure of nines that is much larger than the others."""
    for k in np.flatnonzero(np.isin(sizes, NINES)).tolist():
        others = np.delete(sizes, k)
        if len(others) >= 2 and sizes[k] > 3 * others.max():
            intake.suspects(
                "code-for-missing",
                f"{table.place(k, exposure)}: {sizes[k]:g} {exposure} of {entries[k]!r} stand apart from all others: is "
                "it a code for a missing value?",
                hint="remove the row, or repair it; state in the waiver if it was measured",
            )


SIGNS: Mapping[str, str] = {
    **ROW_SIGNS,
    **COUNT_SIGNS,
    **SATURATED_SIGNS,
    **GAP_SIGNS,
    **SHARED_SIGNS,
    **MARK_SIGNS,
    "unlike-entries": "entries that differ more than chance explains, and than is stated of them",
    "merged-entries": "one entry whose name or population says that it holds several campaigns, sites or units",
    "one-rate": "entries and operation that are only declared to fail alike",
    "rising-failures": "failures that become more from period to period",
    "sum-of-rows": "rows that add up others, or the mean, median, largest or smallest of them",
    "repeated-entries": "entries that have the numbers of earlier ones",
    "running-total": "columns that look like totals so far",
    "one-entry-dominates": "an entry ten thousand times larger than the others",
}
