"""The one reader of tables: what a method asks for, from a file as the case declares it, or every reason why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem, Run
from casegen_evidence.signs import Intake
from casegen_evidence.suggestions import nearest
from casegen_evidence.tables import sources
from casegen_evidence.tables.columns import Cells, column
from casegen_evidence.tables.csv_bytes import DelimitedText
from casegen_evidence.tables.labels import alike, translation
from casegen_evidence.tables.report import report
from casegen_evidence.tables.spec import (
    SYNONYMS,
    Entry,
    Flag,
    Kind,
    Label,
    Number,
    Problems,
    Reading,
    reading_of,
)

Array = NDArray[np.float64]
_FORMATS = {".npz": sources.npz, ".xlsx": sources.xlsx, ".xlsm": sources.xlsx, ".parquet": sources.parquet}


@dataclass(frozen=True, slots=True)
class Names:
    """A column of names: ``codes[i]`` is the index of row i's name in ``words``."""

    codes: NDArray[np.int32]
    words: tuple[str, ...]

    def list(self) -> list[str]:
        """The names, row by row."""
        return [self.words[k] for k in self.codes.tolist()]

    def counts(self) -> dict[str, int]:
        """Rows per name, in the order of first occurrence."""
        counted = np.bincount(self.codes, minlength=len(self.words)).tolist()
        return dict(zip(self.words, counted, strict=True))

    def codes_in(self, classes: Sequence[str]) -> NDArray[np.int64]:
        """The rows as indices into ``classes``, which hold every name."""
        index = {word: i for i, word in enumerate(classes)}
        return np.array([index[word] for word in self.words], dtype=np.int64)[self.codes]


@dataclass(slots=True)
class DataTable:
    """A table as read: every column checked, every name in one spelling."""

    file: str
    rows: int
    first_line: int
    header: tuple[str, ...]
    """the columns of the file, as it spells them"""
    _columns: dict[str, Cells]
    _names: dict[str, Names] = field(default_factory=dict)
    _flags: dict[str, NDArray[np.bool_]] = field(default_factory=dict)

    def __contains__(self, name: str) -> bool:
        return name in self._columns

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns read, as the method calls them."""
        return tuple(self._columns)

    def numbers(self, name: str) -> Array:
        """A column of numbers ``(rows,)``."""
        return self._columns[name].numbers()

    def names(self, name: str) -> Names:
        """A column of names."""
        return self._names[name]

    def flags(self, name: str) -> NDArray[np.bool_]:
        """A column of truth values ``(rows,)``."""
        return self._flags[name]

    def line(self, row: int) -> int:
        """Line of row ``row`` (from 0) in the file."""
        return self.first_line + row

    def place(self, row: int, name: str) -> str:
        """``file:line, column`` of a cell."""
        return self._columns[name].place(self.line(row))


def read_input(run: Run, role: str, wanted: Mapping[str, Kind], *, rest: Kind | None = None) -> DataTable:
    """The table of input ``role`` of a run, as its item declares it; its report joins the run's."""
    return read_table(run.inputs[role], wanted, declared=run.reading, intake=run.intake, role=role, rest=rest)


def read_table(
    path: Path,
    wanted: Mapping[str, Kind],
    *,
    declared: Mapping[str, Any] | None = None,
    intake: Intake | None = None,
    role: str = "",
    rest: Kind | None = None,
    headless: bool = False,
) -> DataTable:
    """Read the columns ``wanted`` (and with ``rest`` all others as that kind), or raise with all that is wrong.

    Raises :class:`InputProblem` that names row and column of every problem, at most twelve of them.  ``headless``
    accepts a first row of numbers as a row: columns are then called x1, x2, ….
    """
    reading = reading_of(declared or {})
    problems = Problems(path.name)
    intake = intake if intake is not None else Intake()
    source = open_source(path, reading, problems)
    if headless and _is_row(source.header):
        source = _with_header(path, reading, problems)
    header = _header(source.header, source.header_line, problems)
    chosen = _chosen(header, wanted, rest, reading, problems, intake)
    cells = [column(name, header[at], kind, path.name, reading, problems) for name, at, kind in chosen]
    at = [index for _, index, _ in chosen]
    rows = 0
    for block in source.blocks(at):
        for one, values in zip(cells, block.columns, strict=True):
            one.take(values, block.line)
        rows += len(block.columns[0]) if block.columns else 0
        if problems.full:
            break
    if not rows and not problems.messages:
        problems.add(f"{path.name}: expected a header and at least one row; the table is empty")
    problems.settle()
    table = DataTable(
        path.name, rows, source.header_line + 1, tuple(header), {one.name: one for one in cells}
    )
    _finish(table, reading, problems)
    problems.settle()
    notes = _notes(source, reading)
    unread = [name for k, name in enumerate(header) if k not in at and name]
    intake.read.append(report(role, path.name, rows, cells, unread, notes))
    return table


def open_source(path: Path, reading: Reading, problems: Problems) -> DelimitedText | sources.Sheet:
    """The file by its ending: npz, xlsx, parquet, else delimited text."""
    if not path.is_file():
        raise InputProblem(f"expected a table at {path}; there is none. Correct the path")
    form = _FORMATS.get(path.suffix.lower())
    return form(path, reading, problems) if form else DelimitedText(path, reading, problems)


def header_of(path: Path, declared: Mapping[str, Any] | None = None, *, headless: bool = False) -> list[str]:
    """The names of the columns of a table, as its file spells them."""
    reading, problems = reading_of(declared or {}), Problems(path.name)
    source = open_source(path, reading, problems)
    if headless and _is_row(source.header):
        source = _with_header(path, reading, problems)
    header = _header(source.header, source.header_line, problems)
    problems.settle()
    return header


def _with_header(path: Path, reading: Reading, problems: Problems) -> DelimitedText:
    source = DelimitedText(path, reading, problems)
    source.give_header([f"x{k + 1}" for k in range(len(source.header))])
    return source


def _is_row(cells: Sequence[str]) -> bool:
    """Whether a first row is data: numbers in all columns but one; columns numbered from 0 or 1 are a header."""
    words = [not _is_number(cell) for cell in cells]
    if sum(words) > 1 or all(words):
        return False
    running = [[str(k + start) for k in range(len(cells))] for start in (0, 1)]
    return not any(all(w or a == b for w, a, b in zip(words, cells, r, strict=True)) for r in running)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _header(cells: Sequence[str], line: int, problems: Problems) -> list[str]:
    """Names of the columns; duplicates, and a first row of numbers, are problems."""
    names = [cell.strip() for cell in cells]
    counted: dict[str, list[int]] = {}
    for k, name in enumerate(names):
        counted.setdefault(name, []).append(k + 1)
    for name, at in counted.items():
        if len(at) > 1 and name:
            where = ", ".join(map(str, at))
            problems.add(
                f"{problems.file}:{line}: the header has {name!r} in columns {where}; rename or remove one"
            )
    running = [str(k + start) for start in (0, 1) for k in range(len(names))]
    if (
        names
        and all(_is_number(name) for name in names)
        and names not in (running[: len(names)], running[len(names) :])
    ):
        problems.add(f"{problems.file}:{line}: expected names of columns, found numbers; add a header")
    return names


def _chosen(
    header: Sequence[str], wanted: Mapping[str, Kind], rest: Kind | None,
    reading: Reading, problems: Problems, intake: Intake,
) -> list[tuple[str, int, Kind]]:  # fmt: skip
    """The columns to read: name, index in the file, kind; those that are missing are problems with a hint."""
    result: list[tuple[str, int, Kind]] = []
    for name, kind in wanted.items():
        spelled = reading.columns.get(name, name)
        spelled = spelled if spelled in header else name
        if spelled in header:
            result.append((name, header.index(spelled), kind))
            _namesakes(spelled, header, reading, problems)
        elif kind.optional:
            _overlooked(name, header, reading, problems, intake)
        else:
            problems.add(_missing(name, header, reading, problems.file))
    taken: dict[int, str] = {}
    for name, index, _ in result:
        if index in taken:
            problems.add(
                f"{problems.file}: column {header[index]!r} is taken for {taken[index]!r} and for {name!r}; each "
                "needs its own"
            )
        taken.setdefault(index, name)
    if rest is not None:
        for k in (k for k, name in enumerate(header) if not name and k > 0):
            problems.add(f"{problems.file}: column {k + 1} has no name; give it one, or remove it")
        result += [(name, k, rest) for k, name in enumerate(header) if k not in taken and name]
    return result


def _namesakes(name: str, header: Sequence[str], reading: Reading, problems: Problems) -> None:
    if name in reading.columns.values():
        return
    others = [h for h in header if h != name and h.casefold() == name.casefold()]
    if others:
        problems.add(f"{problems.file}: columns {name!r} and {others[0]!r} differ only in case; rename one")


def _overlooked(
    name: str, header: Sequence[str], reading: Reading, problems: Problems, intake: Intake
) -> None:
    """An optional column in another spelling is a problem; one under a common other name is suspicious."""
    key = name.casefold().replace("_", " ")
    for other in header:
        if other in reading.columns.values():
            continue
        if other.casefold().replace("_", " ").replace("-", " ") == key:
            hint = f"declare `columns: {{{name}: {other}}}`, or rename it"
            problems.add(f"{problems.file}: column {other!r} is not read, {name!r} would be; {hint}")
        elif name == "count" and other.casefold() in (
            "counts",
            "n",
            "number",
            "freq",
            "frequency",
            "weight",
            "runs",
        ):
            intake.suspects(
                "unread-count",
                f"{problems.file}: column {other!r} is not read, every row counts once",
                hint=f"declare `columns: {{count: {other}}}` if it says how often a row occurred",
            )


def _missing(name: str, header: Sequence[str], reading: Reading, file: str) -> str:
    spelled = reading.columns.get(name, name)
    folded = {h.casefold(): h for h in header}
    guess = folded.get(name.casefold()) or next(
        (folded[s] for s in SYNONYMS.get(name, ()) if s in folded), None
    )
    guess = guess or nearest(name, header)
    hint = f"; if {guess!r} is it, declare `columns: {{{name}: {guess}}}`" if guess else ""
    found = ", ".join(h for h in header if h) or "none"
    return f"{file}: expected a column {spelled}; found {found}{hint}"


def _finish(table: DataTable, reading: Reading, problems: Problems) -> None:
    """Names in one spelling, flags as truth values; look-alikes and names that occur twice are problems."""
    translate = translation(reading.labels)
    for name, cells in table._columns.items():
        if isinstance(cells.kind, Flag):
            table._flags[name] = cells.flags(table.first_line)
        elif isinstance(cells.kind, Label | Entry):
            codes, words = cells.words()
            named = [translate.get(word, word) for word in words]
            index = {word: i for i, word in enumerate(dict.fromkeys(named))}
            names = Names(np.array([index[w] for w in named] or [0], dtype=np.int32)[codes], tuple(index))
            table._names[name] = names
            if isinstance(cells.kind, Entry):
                _once(table, name, names, problems)
            else:
                _look_alikes(table, name, names, problems)


def _once(table: DataTable, name: str, names: Names, problems: Problems) -> None:
    counted = np.bincount(names.codes, minlength=len(names.words))
    for k in np.flatnonzero(counted > 1).tolist():
        rows = np.flatnonzero(names.codes == k)
        problems.add(
            f"{table.place(int(rows[1]), name)}: entry {names.words[k]!r} is duplicated, first in line "
            f"{table.line(int(rows[0]))}"
        )


def _look_alikes(table: DataTable, name: str, names: Names, problems: Problems) -> None:
    counts = names.counts()
    for group in alike(names.words):
        words = " and ".join(f"{w!r} ({counts[w]:,} rows)" for w in group)
        rare = min(group, key=lambda w: counts[w])
        row = int(np.flatnonzero(names.codes == names.words.index(rare))[0])
        other = next(w for w in group if w != rare)
        problems.add(
            f"{table.place(row, name)}: {words} differ only in case, blanks or hyphens; write them alike, or declare "
            f"`labels: {{{rare}: {other}}}`"
        )


def _notes(source: DelimitedText | sources.Sheet, reading: Reading) -> list[str]:
    notes = []
    if source.tail:
        notes.append(f"{source.tail:,} rows without any value at the end are not counted.")
    if reading.labels:
        notes.append("Names translated: " + ", ".join(f"{a} → {b}" for a, b in reading.labels.items()) + ".")
    if reading.decimal or reading.thousands:
        signs = [f"decimal sign {reading.point!r}"]
        signs += [f"separator of thousands {reading.thousands!r}"] if reading.thousands else []
        notes.append(f"Numbers as declared: {', '.join(signs)}.")
    notes += [f"{name} declared in {unit}." for name, unit in reading.units.items()]
    return notes


__all__ = ["DataTable", "Names", "Number", "header_of", "open_source", "read_input", "read_table"]
