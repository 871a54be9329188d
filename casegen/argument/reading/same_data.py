"""Whether two items of evidence hold the same data, as far as the data can show it: rows, numbers, totals.

Names are free: a copy under another name of file, item or entry is known by its numbers.  How telling equal numbers are
is counted in significant digits: 1,237 demands with 3 failures twice is one record, 3,000 without a failure twice may
be two of one plan.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from casegen.model.plural import counted

Row = tuple[str, ...]
TELLING = 4
"""significant digits in common from which equal numbers with a failure are one record"""
TELLING_SIZE = 3
"""significant digits of a size from which equal records without a failure, described alike, are one"""
FINE = 6
"""significant digits from which a single cell of a table is known again"""
MOST_BY_CHANCE = 2
"""how many times as many rows may be shared as occur twice within the tables"""
AS_A_WHOLE = 20
"""rows from which a table that holds the same rows as another, in whatever order, is the same"""


@dataclass(frozen=True)
class CountTable:
    """Rows of a record: exposure and failures; ``about`` is what the item says it recorded."""

    entries: tuple[str, ...]
    sizes: tuple[float, ...]
    failures: tuple[int, ...]
    about: tuple[str, ...]

    @cached_property
    def numbers(self) -> Counter[tuple[float, int]]:
        """Exposure and failures of each row, without its name."""
        return Counter(zip(self.sizes, self.failures, strict=True))

    @cached_property
    def named(self) -> dict[str, tuple[float, int]]:
        """The same by name of the entry, in one form."""
        return dict(
            zip(map(_plain_text, self.entries), zip(self.sizes, self.failures, strict=True), strict=True)
        )

    @property
    def total(self) -> tuple[float, int]:
        """All exposure, all failures."""
        return sum(self.sizes), sum(self.failures)


@dataclass(frozen=True, slots=True)
class Likeness:
    """``same``: how two items are seen to hold the same data.  ``alike``: what they have in common by chance or not."""

    same: str = ""
    alike: str = ""


def compare_counts(a: CountTable, b: CountTable) -> Likeness:
    """Two records of exposure and failures."""
    for name, row in a.named.items():
        if b.named.get(name) == row:
            return Likeness(f"the row {name}, {_words([row])}")
    if a.total == b.total:
        return _judged([a.total], a, b, "the same totals")
    common = a.numbers & b.numbers
    shared, least = sum(common.values()), min(len(a.sizes), len(b.sizes))
    if 2 * shared >= least:
        whole = shared == least
        return _judged(
            list(common.elements()), a, b, "a record within the other" if whole else "rows in common"
        )
    return _altered(a, b, common)


def recorded_again(a: CountTable, b: CountTable) -> bool:
    """Whether one record is the other, or a part of it, under whatever names: its failures and its digits tell it.

    Without a failure all rows have to be equal, and what both items say of failure and population, word for word.
    """
    if a.numbers == b.numbers and a.about == b.about and all(a.about):
        return True
    common = a.numbers & b.numbers
    whole = sum(common.values()) == min(len(a.sizes), len(b.sizes))
    return a.about[:1] == b.about[:1] and whole and _tell(common)


def _tell(rows: Iterable[tuple[float, int]]) -> bool:
    """Whether rows in common with a failure have so many digits that they are of one record."""
    return sum(_digits(size) + _digits(failures) for size, failures in {r for r in rows if r[1]}) >= TELLING


def _altered(a: CountTable, b: CountTable, common: Counter[tuple[float, int]]) -> Likeness:
    """Records that are one except for a number here and there: half of the rows agree in all digits except a few.

    Units that run side by side have one exposure, and campaigns of one plan nearly so: only records that are described
    alike, word for word, are taken as one; of others the claim has to tell.
    """
    left, right = list((a.numbers - common).elements()), list((b.numbers - common).elements())
    near: list[tuple[tuple[float, int], tuple[float, int]]] = []
    for row in left:
        other = next((r for r in right if _one_number_altered(row, r)), None)
        if other is not None:
            right.remove(other)
            near.append((row, other))
    digits = sum(_digits(size) + _digits(failures) for size, failures in common.elements())
    digits += sum(min(_digits(x[0]), _digits(y[0])) + (x[1] == y[1] > 0) - (x[0] != y[0]) for x, y in near)
    if not near or 2 * (len(near) + common.total()) < min(len(a.sizes), len(b.sizes)) or digits < TELLING:
        return Likeness()
    words = "; ".join(f"{_words([x])} and {_words([y])}" for x, y in near[:2])
    words = f"nearly the same numbers: {words}"
    return (
        Likeness(same=f"{words}, and what they say of failure and population")
        if a.about == b.about
        else Likeness(alike=words)
    )


def _one_number_altered(row: tuple[float, int], other: tuple[float, int]) -> bool:
    """Whether two rows have the same exposure, or the same failures and one digit of it another."""
    (size, failures), (size_2, failures_2) = row, other
    if size == size_2:
        return _digits(size) >= TELLING_SIZE
    one, two = f"{size:.15g}", f"{size_2:.15g}"
    apart = sum(x != y for x, y in zip(one, two, strict=True)) if len(one) == len(two) else 9
    return failures == failures_2 and apart == 1 and _digits(size) >= TELLING_SIZE


def compare_measured(a: tuple[float, int], b: tuple[float, int]) -> Likeness:
    """Two measures that are failures in trials or hours, whatever they were read from."""
    if a != b:
        return Likeness()
    words = f"the same numbers: {_words([a])}"
    return (
        Likeness(same=words) if a[1] and _digits(a[0]) + _digits(a[1]) >= TELLING else Likeness(alike=words)
    )


def _judged(rows: Sequence[tuple[float, int]], a: CountTable, b: CountTable, what: str) -> Likeness:
    words = f"{what}: {_words(rows)}"
    if _tell(rows):
        return Likeness(same=words)
    described_alike = a.about == b.about and max(_digits(size) for size, _ in rows) >= TELLING_SIZE
    if described_alike and not any(failures for _, failures in rows):
        return Likeness(same=f"{words}, and what they say of failure and population")
    return Likeness(alike=words)


def _words(rows: Sequence[tuple[float, int]]) -> str:
    named = "; ".join(f"{failures} in {size:,.15g}" for size, failures in rows[:3])
    return named + (f" and {counted(len(rows) - 3, 'more row')}" if len(rows) > 3 else "")


def _digits(number: float) -> int:
    """Significant digits of a number, zeros at its end not counted."""
    return len(re.sub(r"e.*", "", f"{abs(number):.15g}").replace(".", "").lstrip("0").rstrip("0"))


@dataclass(frozen=True)
class TextTable:
    """Rows of a text table, heading left out, the cells of each sorted: columns in another order make no other table."""

    rows: tuple[Row, ...]

    @classmethod
    def read(cls, path: Path) -> TextTable:
        """The table at ``path``, whatever separates its cells; empty where it is no text."""
        try:
            lines = path.read_text("utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError):
            return cls(())
        cells = [re.split(r"[,;\t|]", line) for line in lines if line.strip()]
        headed = bool(cells) and any(isinstance(_plain(cell), str) for cell in cells[0])
        return cls(tuple(tuple(sorted(str(_plain(cell)) for cell in row)) for row in cells[headed:]))

    @cached_property
    def counted(self) -> Counter[Row]:
        """How often each row occurs."""
        return Counter(row for row in self.rows if any(row))

    @cached_property
    def fine(self) -> frozenset[str]:
        """Cells that are numbers of many digits."""
        cells = set(itertools.chain.from_iterable(self.rows))
        return frozenset(
            c for c in cells if re.fullmatch(r"-?[\d.]+(e[+-]?\d+)?", c) and _digits(float(c)) >= FINE
        )

    @property
    def repeated(self) -> int:
        """Rows that occur before already."""
        return len(self.rows) - len(self.counted)


def compare_tables(a: TextTable, b: TextTable) -> Likeness:
    """Two tables whose columns are not known: equal rows, in any order of rows and columns, and equal fine numbers."""
    common = a.counted & b.counted
    shared, least = sum(common.values()), min(len(a.rows), len(b.rows))
    first = ", ".join(next(iter(common), ()))
    if shared == least >= AS_A_WHOLE or (shared and a.counted == b.counted):
        return Likeness(f"all rows of the smaller table, such as: {first}")
    if len(common) > MOST_BY_CHANCE * (a.repeated + b.repeated):
        return Likeness(f"the row {first}")
    fine = a.fine & b.fine
    if fine and 2 * len(fine) >= min(len(a.fine), len(b.fine)):
        return Likeness(f"{counted(len(fine), 'number')} of many digits, such as {min(fine)}")
    return Likeness()


def _plain(cell: str) -> float | str:
    text = _plain_text(cell)
    try:
        return float(text)
    except ValueError:
        return text


def _plain_text(cell: str) -> str:
    return cell.strip().strip("\"'").strip().casefold()
