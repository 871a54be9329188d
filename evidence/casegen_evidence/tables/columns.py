"""Columns while they are read: numbers at once, names as codes into what was seen so far."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.short_precision import as_printed
from casegen_evidence.tables.cell_texts import LONG, MOST_VALUE, CellTexts, Column, UnreadCells
from casegen_evidence.tables.grouping import Grouping
from casegen_evidence.tables.labels import is_blank, label, vanishes
from casegen_evidence.tables.separators import contradicted, ungrouped
from casegen_evidence.tables.spec import Kind, Number, Problems, Reading
from casegen_evidence.tables.truth_words import WORDS
from casegen_evidence.tables.units import factor

Array = NDArray[np.float64]
_DIGITS = np.zeros(256, dtype=bool)
_DIGITS[np.frombuffer(b"0123456789+-.eE\0", dtype=np.uint8)] = True
MOST_NAMES = 1_000_000
LONGEST_NUMBER = 1000
"""characters of a number; a longer text is none"""
ROWS = 65_536
"""numbers in long texts that are taken at a time"""
MOST_COUNTED = 2.0**53 - 1
"""the largest whole number below which each is read as itself"""
TRUTHS = "truth values where a count is expected; write how many"
_NOTED = compiled(
    r"[*†‡§]+\s?\d[\d.,]*|\d[\d.,]*\s?(?:[*†‡§]+|[A-Za-z]|[(\[]\w{1,2}[)\]]|[¹²³⁴⁵⁶⁷⁸⁹]+|\^\d)\)?"
)
"""a number with a mark beside it"""
_BLANK = {"", "-", "--", "na", "n/a", "nan", "null", "none", "nil", "?", "missing"}


def _in_full(number: float) -> str:
    """A finite number with all its digits, a whole one without a fraction."""
    return f"{number:.0f}" if number == round(number) and abs(number) < 1e15 else repr(number)


@dataclass(slots=True)
class Cells:
    """One column under construction."""

    name: str
    spelled: str
    """its name in the file"""
    kind: Kind
    file: str
    reading: Reading
    problems: Problems
    scale: float = 1.0
    parts: list[NDArray[Any]] = field(default_factory=list)
    codes: dict[bytes, int] = field(default_factory=dict)
    strict: bool = True
    """whether the column is read for the method: cells without a value, and too many names, are problems"""
    given_up: bool = False
    """a column beside those read that has too many names to look at"""
    grouping: Grouping = field(default_factory=Grouping)
    _named: tuple[NDArray[np.int32], tuple[str, ...]] | None = None
    """what :meth:`words` returned, until rows are added or left out"""

    def place(self, line: int) -> str:
        """Where a cell stands, for a message."""
        return f"{self.file}:{line}, column {self.spelled}"

    def take(self, values: Column, line: int) -> None:
        """Add the cells of a block whose first row stands at ``line``; those too long are a problem, or given up."""
        self._named = None
        if why := self._too_long(values, line):
            if self.strict:
                self.problems.add(why)
                self.problems.settle()
            self._give_up()
        if self.given_up or isinstance(values, UnreadCells):
            return
        if isinstance(values, CellTexts):
            self._long(values, line)
        elif isinstance(self.kind, Number):
            self._numbers(values, line)
        elif values.dtype.kind == "S":
            self._words(values, line)
        else:
            distinct, inverse = np.unique(
                as_printed(values) if values.dtype.kind == "f" else values, return_inverse=True
            )
            words = [label(repr(v) if isinstance(v, float) else str(v)).encode() for v in distinct.tolist()]
            self._words(np.array(words, dtype=bytes)[inverse.reshape(-1)], line)

    def _too_long(self, values: Column, line: int) -> str:
        """Why cells are too long to be read, with their place; empty where they are not."""
        if isinstance(values, UnreadCells):
            return f"{self.file}, column {self.spelled}: {values.why}"
        row = values.row_of(MOST_VALUE) if isinstance(values, CellTexts) else None
        return "" if row is None else f"{self.place(line + row)}: {LONG}"

    def _long(self, values: CellTexts, line: int) -> None:
        if not isinstance(self.kind, Number):
            used, first, inverse = np.unique(values.codes, return_index=True, return_inverse=True)
            order = sorted(range(len(used)), key=lambda k: values.words[used[k]])
            keys = [values.words[used[k]] for k in order]
            self._names(keys, first[order], np.argsort(order)[inverse.reshape(-1)], line)
            return
        if (row := values.row_of(LONGEST_NUMBER)) is not None:
            self._not_a_number(values.words[values.codes[row]].decode(), line + row)
            self.problems.settle()
        for start in range(0, len(values), ROWS):
            self._numbers(values[start : start + ROWS].array(), line + start)

    def _give_up(self) -> None:
        self.given_up, self.parts, self.codes = True, [], {}

    def _words(self, values: NDArray[np.bytes_], line: int) -> None:
        wide = values.dtype.itemsize == 8
        seen = np.ascontiguousarray(values).view(np.uint64) if wide else values
        _, first, inverse = np.unique(seen, return_index=True, return_inverse=True)
        self._names([bytes(v) for v in values[first].tolist()], first, inverse.reshape(-1), line)

    def _names(
        self, keys: Sequence[bytes], first: NDArray[np.int64], at: NDArray[np.int64], line: int
    ) -> None:
        """Add rows that hold ``keys[at]``, each for the first time in row ``first``."""
        for k, (key, row) in enumerate(zip(keys, first.tolist(), strict=True)):
            if self.strict and is_blank(key.decode()):
                blank = int((at == k).sum())
                more = f" ({blank:,} such rows near it)" if blank > 1 else ""
                self.problems.add(
                    f"{self.place(line + row)}: no value; repair it, or remove the row if nothing was measured there: "
                    f"what gave no answer has failed{more}"
                )
        if len(self.codes) > MOST_NAMES // 4 and not self.strict:  # nobody asked for them
            self._give_up()
            return
        if len(self.codes) > MOST_NAMES:
            self.problems.add(
                f"{self.file}, column {self.spelled}: more than {MOST_NAMES:,} different names; is it the right column?"
            )
            self.problems.settle()
        codes = np.array([self.codes.setdefault(key, len(self.codes)) for key in keys], dtype=np.int32)
        self.parts.append(codes[at])

    def _numbers(self, values: NDArray[Any], line: int) -> None:
        if values.dtype.kind in "biuf":
            if values.dtype.kind == "b" and isinstance(self.kind, Number) and self.kind.whole:
                self.problems.add(f"{self.place(line)}: {TRUTHS}")
            numbers = np.array(as_printed(values))
            bad = ~np.isfinite(numbers)
            for row in np.flatnonzero(bad)[: self.problems.LIMIT].tolist():
                self.problems.add(
                    f"{self.place(line + row)}: expected a finite number, found {values[row].item()!r}"
                )
            self._short(values, line)
        else:
            numbers = self._parsed(values, line)
        if self.scale != 1.0:
            numbers = numbers * self.scale
            if isinstance(self.kind, Number) and self.kind.whole:
                numbers = np.where(np.abs(numbers - np.round(numbers)) < 1e-6, np.round(numbers), numbers)
        self._limits(numbers, line)
        self.parts.append(numbers)

    def _short(self, values: NDArray[Any], line: int) -> None:
        """Refuse counts in numbers that hold too few digits for them, as those of half or single precision do."""
        if values.dtype.kind != "f" or not (isinstance(self.kind, Number) and self.kind.whole):
            return
        exact = 2.0 ** (np.finfo(values.dtype).nmant + 1)
        over = np.flatnonzero(np.isfinite(values) & (np.abs(values) >= exact))
        if len(over) and values.dtype.itemsize < 8:
            self.problems.add(
                f"{self.place(line + int(over[0]))}: a count stored as {values.dtype} has too few digits from "
                f"{exact:,.0f} on; store whole numbers"
            )

    def _parsed(self, values: NDArray[np.bytes_], line: int) -> Array:
        text = self._with_points(values)
        matrix = np.ascontiguousarray(text).view(np.uint8).reshape(len(text), -1)
        good = _DIGITS[matrix].all(axis=1) & (matrix[:, 0] != 0)
        result = np.full(len(text), np.nan)
        try:
            result[good] = text[good].astype(np.float64)
        except ValueError:
            result = np.array(
                [_float(v) if g else math.nan for v, g in zip(text.tolist(), good, strict=True)]
            )
        zero = np.flatnonzero(result == 0.0)
        result[zero[_not_zero(matrix[zero])]] = np.nan
        bad = np.flatnonzero(~np.isfinite(result))
        for row in bad.tolist():
            if self.problems.full:
                self.problems.count += len(bad)
                break
            self._not_a_number(values[row].decode(errors="replace"), line + row)
        self._thousands_suspected(values, result, line)
        if not (self.reading.decimal or self.reading.thousands) and len(bad) == 0:
            self.grouping.see(text, line)
            self.grouping.within(result)
        return result

    def _with_points(self, values: NDArray[np.bytes_]) -> NDArray[np.bytes_]:
        """The numbers with a decimal point and without declared separators of thousands; empty in another form."""
        sign, point = self.reading.thousands, self.reading.point
        if sign is None and point == ".":
            return values
        if sign is None:  # an undeclared point in a number with decimal comma is no number
            text = np.ascontiguousarray(values).copy()
            signs = text.view(np.uint8)
            points = signs == ord(".")
            signs[signs == ord(",")] = ord(".")
            signs[points] = 1
            return text
        plain = [ungrouped(v.decode(), sign, point).encode() for v in values.tolist()]
        return np.array(plain or [b""], dtype=bytes)[: len(plain)]

    def _not_a_number(self, text: str, line: int) -> None:
        place = self.place(line)
        if text.strip().lower() in _BLANK:
            shown = f"no value ({text!r})" if text.strip() else "no value"
            self.problems.add(f"{place}: {shown} where a number is expected; remove the row, or repair it")
            return
        hint = contradicted(text, self.reading)
        if hint:
            pass
        elif _NOTED.fullmatch(text.strip()):
            hint = "; a footnote, or a unit? Write the number alone, and the rest into a column of its own"
        elif (
            "," in text
            and math.isfinite(_float(text.replace(",", ".").encode()))
            and not self.reading.decimal
        ):
            hint = '; if the comma stands before decimals, declare `decimal: ","`; if between thousands, `thousands: ","`'
        elif text.strip().lower() in ("true", "false"):
            counted = isinstance(self.kind, Number) and self.kind.whole
            hint = f"; {TRUTHS}" if counted else "; it is a truth value: write the number"
        elif vanishes(text):
            hint = "; it is not 0, and so small that it would be read as 0"
        elif re.match(r"\d{4}-\d\d-\d\d", text):
            hint = "; it is a date, which a spreadsheet makes of 1.10 or 3/4: write the number again, as a number"
        elif text.rstrip().endswith("%"):
            hint = "; write the share as a number from 0 to 1"
        elif re.fullmatch(r"\s*(?:\d+ days?, )?\d+:\d\d(?::\d\d(?:\.\d+)?)?\s*", text):
            hint = "; it is a time such as the format [h]:mm of a spreadsheet writes it: write it as a number, 41000.5"
        elif any(sign in text for sign in ",.'  \u202f_") and any(c.isdigit() for c in text):
            hint = "; declare `thousands` and `decimal` on the evidence item if the number is written with separators"
        self.problems.add(f"{place}: expected a finite number, found {text[:40]!r}{hint}")

    def _thousands_suspected(self, values: NDArray[np.bytes_], numbers: Array, line: int) -> None:
        """``1.210`` where whole numbers are counted is 1210 to many a spreadsheet: the item has to say."""
        if not (isinstance(self.kind, Number) and self.kind.whole):
            return
        if self.reading.decimal or self.reading.thousands:
            self._mixed_signs(values, line)
            return
        dotted = np.flatnonzero(np.char.find(values, b".") >= 0)
        for row in dotted.tolist():
            text = values[row].decode(errors="replace")
            head, _, tail = text.partition(".")
            if len(tail) == 3 and tail.isdigit() and head.lstrip("+-").isdigit() and head.lstrip("+-0"):
                self.problems.add(
                    f"{self.place(line + row)}: {text!r} may be {head}{tail} or {numbers[row]:g}; declare "
                    '`decimal: "."`, or `thousands: "."` with `decimal: ","`'
                )
                return

    def _mixed_signs(self, values: NDArray[np.bytes_], line: int) -> None:
        """``2,000`` among ``1.210`` where a point stands between thousands: one of both is written the other way."""
        sign = self.reading.thousands
        if sign is None or not np.any(np.char.find(values, sign.encode()) >= 0):
            return
        point = self.reading.point
        for row in np.flatnonzero(np.char.find(values, point.encode()) >= 0).tolist():
            text = values[row].decode(errors="replace")
            if re.fullmatch(rf"[+-]?[1-9]\d{{0,2}}{re.escape(point)}\d{{3}}", text):
                self.problems.add(
                    f"{self.place(line + row)}: {text!r} may be {text.replace(point, '')}: other rows have {sign!r} "
                    "between thousands. Write all numbers alike"
                )
                return

    def _limits(self, numbers: Array, line: int) -> None:
        kind = self.kind
        assert isinstance(kind, Number)
        bad = np.zeros(len(numbers), dtype=bool)
        words = []
        if kind.whole:
            bad |= (numbers != np.floor(numbers)) | (np.abs(numbers) > MOST_COUNTED)
            words.append("a count below 2^53" if (np.abs(numbers) > MOST_COUNTED).any() else "a whole number")
        if kind.least is not None:
            bad |= numbers < kind.least
            words.append(f"at least {kind.least:g}")
        if kind.above is not None:
            bad |= numbers <= kind.above
            words.append(f"above {kind.above:g}")
        if kind.most is not None:
            bad |= numbers > kind.most
            words.append(f"at most {kind.most:g}")
        for row in np.flatnonzero(bad & np.isfinite(numbers))[: self.problems.LIMIT].tolist():
            number = float(numbers[row])
            # beyond 2^53 the number that was read is another one than the one that was written
            quoted = "a larger one" if kind.whole and number > MOST_COUNTED else _in_full(number)
            self.problems.add(f"{self.place(line + row)}: expected {', '.join(words)}, found {quoted}")

    def _joined(self, kind: type) -> NDArray[Any]:
        if len(self.parts) != 1:
            self.parts = [np.concatenate(self.parts) if self.parts else np.empty(0, kind)]
        return self.parts[0]

    def keep(self, at: NDArray[np.int64]) -> None:
        """Keep the rows ``at``."""
        self._named = None
        self.parts = [self._joined(np.float64 if isinstance(self.kind, Number) else np.int32)[at]]

    def numbers(self) -> Array:
        """The column as numbers."""
        return self._joined(np.float64)

    def words(self) -> tuple[NDArray[np.int32], tuple[str, ...]]:
        """Codes and the names they stand for, in one spelling; not to be written to."""
        if self._named is None:
            raw = self._joined(np.int32)
            names = [label(key.decode()) for key in self.codes]
            index = {name: i for i, name in enumerate(dict.fromkeys(names))}
            again = np.array([index[name] for name in names] or [0], dtype=np.int32)
            codes = raw.view() if len(index) == len(names) else again[raw]
            codes.flags.writeable = False
            self._named = codes, tuple(index)
        return self._named

    def each(self, judge: Callable[[str], bool]) -> NDArray[np.bool_]:
        """What ``judge`` says of the name in each row ``(rows,)``."""
        codes, names = self.words()
        result: NDArray[np.bool_] = np.array([judge(name) for name in names], dtype=bool)[codes]
        return result

    def flags(self, first_line: int, given: Mapping[str, bool]) -> NDArray[np.bool_]:
        """The column as truth values, some words ``given``; the first wrong cell of each spelling is a problem."""
        codes, names = self.words()
        values = [int(given[n]) if n in given else WORDS.get(n.lower(), -1) for n in names]
        for k, value in enumerate(values):
            if value < 0:
                rows = np.flatnonzero(codes == k)
                place = self.place(first_line + int(rows[0]))
                self.problems.add(f"{place}: expected 0 or 1, found {names[k]!r} ({len(rows):,} such rows)")
        result: NDArray[np.bool_] = np.array(values or [0])[codes] == 1
        return result

    def counts(self) -> Counter[str]:
        """Rows per name."""
        codes, names = self.words()
        counted = np.bincount(codes, minlength=len(names))
        return Counter(dict(zip(names, counted.tolist(), strict=False)))


def _float(text: bytes) -> float:
    try:
        value = float(text)
    except ValueError:
        return math.nan
    return value


def _not_zero(signs: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which numbers, one a row, are written with a digit other than 0 before the exponent."""
    exponent = np.logical_or.accumulate(signs > ord("9"), axis=1)
    return np.asarray((~exponent & (signs > ord("0"))).any(axis=1), dtype=bool)


def column(name: str, spelled: str, kind: Kind, file: str, reading: Reading, problems: Problems) -> Cells:
    """A column to fill; its unit, where the method counts in one, is converted as declared."""
    scale = 1.0
    unit = (kind.unit or kind.measured_in) if isinstance(kind, Number) else ""
    if unit or (isinstance(kind, Number) and name in reading.units):
        assert isinstance(kind, Number)
        scale = factor(name, spelled, unit, reading, problems, counted=bool(kind.unit))
        if kind.sense in ("bad", "harm") and scale < 1.0:
            problems.add(
                f"{file}: `units: {{{name}: {reading.units.get(name)}}}` makes {name} fewer: each one in the column "
                f"{spelled!r} is one. Remove the factor"
            )
    return Cells(name, spelled, kind, file, reading, problems, scale)


def first_rows(columns: Sequence[Cells], count: int = 5) -> list[list[str]]:
    """The first rows of what was read, as text."""
    shown: list[list[str]] = []
    for cells in columns:
        if isinstance(cells.kind, Number):
            shown.append([f"{v:.6g}" for v in cells.numbers()[:count].tolist()])
        else:
            codes, names = cells.words()
            shown.append([names[k] for k in codes[:count].tolist()])
    return [list(row) for row in zip(*shown, strict=True)]
